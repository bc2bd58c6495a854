"""Whatever is named, and however: nothing that is read is written over, and no two pictures share a file."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import click
import pytest
from PIL import Image as Pillow

from app.cli.main import COMMANDS, main
from tests.app.stand_ins import is_answer, paint
from tests.shell import written
from vision.files.load import load_picture
from vision.files.save import save_picture

READ = {"pictures", "folder"}
WRITTEN = {"output": ".png", "debug": "", "gif": ".gif", "txt": ".txt"}
"""Parameters that name places to write to, with an ending of a picture's name that they take."""
REFUSED = "is the input itself, which is never changed; choose another"

pytestmark = [
    pytest.mark.usefixtures("stand_in"),
    pytest.mark.skipif(os.name == "nt", reason="links are a matter of POSIX"),
]


NAMED = [(command.name, one) for command in COMMANDS for one in command.params]
PATHS = [(command, one) for command, one in NAMED if isinstance(one.type, click.Path)]
PLACES = [(command, one.name, one.opts[0]) for command, one in PATHS if one.name in WRITTEN]
OF_NAMED = [place for place in PLACES if place[0] not in ("new", "watch")]
"""Those of commands to which single pictures can be named."""
ONE: dict[str, Callable[[Path], str]] = {
    "its name": str,
    "an absolute path": lambda path: str(path.absolute()),
    "a pattern": lambda path: f"{path.parent}/{path.stem[:-1]}?{path.suffix}",
    "a symbolic link": lambda path: f"links/soft{path.suffix}",
    "a hard link": lambda path: f"links/hard{path.suffix}",
    "dots": lambda path: f"{path.parent}/../{path}",
    "a board": lambda path: f"{path}#board=1",
    "quotes": lambda path: f"'{path}'",
    "standard input": lambda path: "-",
}


@pytest.fixture
def give(monkeypatch) -> Iterator[Callable[[str, Path], str]]:
    """Give a function that returns the word for a picture; standard input is that picture then."""
    with ExitStack() as opened:

        def word(way: str, path: Path) -> str:
            monkeypatch.setattr(sys, "stdin", opened.enter_context(path.open()))
            return ONE[way](path)

        yield word


def source(ending: str = ".png") -> Path:
    """Make a picture with such an ending, in a folder, and links to it."""
    path = Path(f"shots/shot{ending}")
    paint(str(path), "other/b.png", form="PNG")
    Path("links").mkdir()
    Path(f"links/soft{ending}").symlink_to(path.absolute())
    Path(f"links/hard{ending}").hardlink_to(path)
    return path


def run(command: str, *words: str) -> int:
    return main([command, *words, "-q"])


def test_every_option_that_names_a_path_is_tried_here():
    assert {parameter.name for _, parameter in PATHS} == READ | WRITTEN.keys()


@pytest.mark.parametrize(
    ("place", "way"),
    [*((place, "its name") for place in OF_NAMED), *((("solve", "output", "-o"), way) for way in ONE)],
)
def test_no_place_that_is_named_is_the_picture_or_shared_by_several(place, way, give, capsys):
    command, name, option = place
    path = source(WRITTEN[name] or ".png")
    before = path.read_bytes()
    links = [f"links/{kind}{path.suffix}" for kind in ("soft", "hard")]
    for named in (str(path), str(path.absolute()), f"shots/../{path}", f"'{path}'", *links):
        assert run(command, give(way, path), option, named) == 2
        err = capsys.readouterr().err
        assert REFUSED in err or (name == "debug" and "the folder cannot be created" in err)
        assert path.read_bytes() == before
    free = f"new/free{WRITTEN[name]}"  # it is not that everything is refused
    assert run(command, give(way, path), option, free) == 0
    assert Path(free).exists()
    assert path.read_bytes() == before
    there = written()
    assert name == "debug" or run(command, str(path), "other/b.png", option, f"both{WRITTEN[name]}") == 2
    assert written() == there


@pytest.mark.parametrize("words", [["shots"], ["shots/a.pdf", "other/b.png"]])
def test_no_document_of_several_answers_is_one_of_the_pictures(words, capsys):
    pytest.importorskip("pikepdf", reason="the extra `pdf` is not installed")
    source().unlink()
    for name in ("shots/a.pdf", "shots/b.pdf"):
        Pillow.new("RGB", (50, 40), "white").save(name)
    Path("soft.pdf").symlink_to("shots/a.pdf")
    before = Path("shots/a.pdf").read_bytes()
    for place in ("shots/a.pdf", "soft.pdf", "other/../shots/a.pdf"):
        assert run("solve", *words, "-o", place) == 2
        assert REFUSED in capsys.readouterr().err
    Path("mine.pdf").write_bytes(before)  # a person's, and no picture of these: replaced, as it was named
    assert run("solve", *words, "-o", "mine.pdf") == 0
    assert Path("shots/a.pdf").read_bytes() == before != Path("mine.pdf").read_bytes()


@pytest.mark.parametrize(
    "words",
    [
        *("solve shots", "check shots", "hint shots", "draw shots", "solve shots/*.png"),
        *("solve shots/shot.png shots/own.png", "solve shots -o shots", "solve shots -o links/.."),
    ],
)
def test_no_name_that_is_found_for_an_answer_is_a_picture_of_a_folder(words):
    path = source()
    for name in ("shots/shot.solved.png", "shots/shot.hint.png", "shots/shot.check.png"):
        paint(name)
    pixels = load_picture(path)
    save_picture(Path("shots/own.png"), pixels.pixels, pixels, mark="aquarium puzzle")
    before = {file: file.read_bytes() for file in Path("shots").iterdir()}
    here = [] if words.startswith("draw") else ["-j", "1"]  # workers are reached by no stand-in
    for _ in range(2):
        assert run(*words.split(), *here) == 0
        assert {file: file.read_bytes() for file in before} == before
    assert len(written()) > len(before) + 2


@pytest.mark.parametrize(("way", "options"), [*((way, ["-o", "-"]) for way in ONE), ("its name", ["--json"])])
def test_standard_output_is_not_the_picture(way, options, give, monkeypatch, capsys):
    path = source()
    before = path.read_bytes()
    with path.open("r+") as file, monkeypatch.context() as patched:
        patched.setattr(sys, "stdout", file)
        assert run("solve", give(way, path), *options) == 2
    assert "standard output is the input itself" in capsys.readouterr().err
    assert path.read_bytes() == before


@pytest.mark.parametrize("output", ["in", "in/a.png", "links/../in"])
def test_what_arrives_in_a_watched_folder_stays(output, monkeypatch):
    paint("in/a.png", "in/a.solved.png")
    Path("links").mkdir()
    before = {file: file.read_bytes() for file in Path("in").iterdir()}
    monkeypatch.setattr("app.cli.run.watch", lambda folder, **_: iter(sorted(before)))
    assert run("watch", "in", "-o", output) == (2 if output.endswith(".png") else 0)
    assert {file: file.read_bytes() for file in before} == before
    assert Path("in/a.png.solved.png").exists() == (not output.endswith(".png"))


def test_a_file_that_was_named_is_replaced_unless_it_is_to_be_kept():
    path, mine = source(), Path("mine.jpg")
    mine.write_bytes(b"a person's")
    assert run("solve", str(path), "-o", "mine.jpg", "-n") == 0
    assert mine.read_bytes() == b"a person's"
    assert run("solve", str(path), "-o", "mine.jpg") == 0
    assert is_answer(mine)


def test_an_answer_that_comes_through_standard_input_stays(give):
    source()
    assert run("solve", "shots/shot.png", "-o", "stdin.solved.png") == 0
    before = Path("stdin.solved.png").read_bytes()
    assert run("solve", give("standard input", Path("stdin.solved.png"))) == 0
    assert Path("stdin.solved.png").read_bytes() == before
    assert is_answer("stdin-2.solved.png")
