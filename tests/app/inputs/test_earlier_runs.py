"""Places that earlier runs remember are taken again only if they are free or ours, and no other picture's."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from app.cli.main import main
from tests.app.stand_ins import is_answer, paint

pytestmark = pytest.mark.usefixtures("stand_in")
MINE = b"of a person"


def run(*words: str) -> None:
    assert main([*words, "-q", "-j", "1"]) == 0


def answers(folder: str = "out") -> list[str]:
    return sorted(path.name for path in Path(folder).glob("*.png") if path.read_bytes() != MINE)


def test_a_file_that_a_person_has_put_in_the_place_of_an_answer_is_kept():
    paint("in/a.png")
    run("in", "-o", "out")
    Path("out/a.solved.png").write_bytes(MINE)
    run("in", "-o", "out")
    assert answers() == []  # something is there
    for _ in range(2):
        run("in", "-o", "out", "--force")
        assert Path("out/a.solved.png").read_bytes() == MINE
        assert answers() == ["a-2.solved.png"]
    assert is_answer("out/a-2.solved.png")


PLANTED = (
    *("mine.solved.png", "../mine.solved.png", "new/../../b.solved.png", "/b.solved.png"),
    *("c.html", "report.jsonl", "no/such/folder/b.solved.png", "x" * 300 + ".solved.png"),
)


@pytest.mark.parametrize("planted", PLANTED)
def test_a_place_that_somebody_has_written_into_the_database_is_not_taken(planted: str):
    paint("in/a.png")
    run("in", "-o", "out")
    for mine in (Path("out/mine.solved.png"), Path("mine.solved.png")):
        mine.write_bytes(MINE)
    Path("out/a.solved.png").unlink()
    with closing(sqlite3.connect("out/.aquarium/answers.sqlite")) as database, database:
        database.execute("UPDATE pictures SET target = ?", [planted.encode()])
    run("in", "-o", "out", "--force")
    assert answers() == ["a.solved.png"]
    assert not Path("out/no").exists()
    assert sorted(path.name for path in Path().glob("*")) == ["in", "mine.solved.png", "out"]
    assert Path("out/mine.solved.png").read_bytes() == Path("mine.solved.png").read_bytes() == MINE


def test_a_picture_that_comes_later_does_not_take_the_place_of_anothers_answer():
    paint("in/a.jpg")
    run("in", "-o", "out")
    paint("in/a.png")
    before = Path("out/a.solved.png").stat().st_mtime_ns
    for _ in range(2):
        run("in", "-o", "out")
        assert answers() == ["a-2.solved.png", "a.solved.png"]
        assert Path("out/a.solved.png").stat().st_mtime_ns == before
    Path("in/a.jpg").unlink()
    paint("in/a.webp")  # called a.webp.solved.png, for a.png is there
    run("in", "-o", "out")
    assert answers() == ["a-2.solved.png", "a.solved.png", "a.webp.solved.png"]


def test_pictures_of_different_folders_keep_their_answers_in_one():
    paint("x/a.png", "y/a.png", "z/a.png")
    run("x", "-o", "out")
    run("y", "-o", "out")
    assert answers() == ["a-2.solved.png", "a.solved.png"]
    Path("x/a.png").unlink()
    run("z", "-o", "out")  # of a picture that is gone the place is free
    assert answers() == ["a-2.solved.png", "a.solved.png"]
    records = [json.loads(line) for line in Path("out/report.jsonl").read_bytes().splitlines()]
    assert {record["path"]: record["target"] for record in records if record["path"] != "x/a.png"} == {
        "y/a.png": "a-2.solved.png",
        "z/a.png": "a.solved.png",
    }
