"""A puzzle whose water is certain and whose walls are not: the water is told, the puzzle to nobody."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from solver.errors import BadText
from solver.formats import parse_json
from solver.message import Message
from tests.app.stand_ins import SURE, in_turn, is_answer, paint, refusing, solved
from tests.conftest import raised
from tests.shell import fields, told, written

WALL = replace(SURE, confidence=0.7, box=(4, 5, 14, 25))
SAID = "the water is certain, but some walls or clues are not: others would give the same water"
PLACE = f"{WALL.what} (70 %) at 9,15: --fix wall:1,1-2,1=yes"


def doubted(pixels, **settings):
    """Stand in for the pipeline: the water of every picture is certain, and one wall is not."""
    return replace(solved(pixels, **settings), puzzle_certain=False, doubts=(WALL,))


@pytest.fixture(autouse=True)
def shot(stand_in):
    stand_in(doubted)
    paint("a.png")


def test_the_water_is_drawn_and_the_doubt_is_told(capsys):
    code, out, err = told(capsys, "a.png")
    summary, *rest = err.splitlines()
    assert (code, out) == (0, "")
    assert summary.startswith("a.png: 2×2, one solution")
    assert rest == [
        f"  {SAID}",
        f"  uncertain: {PLACE}",
        "  look at the picture; if there is a wall: aquarium a.png --fix wall:1,1-2,1=yes",
        "  to correct it as text: aquarium read a.png --doubtful -o puzzle.txt",
        "  to see how the 2×2 cells were read: aquarium a.png --show-reading",
        "  only if every clue and wall was read correctly: aquarium a.png --as-read",
    ]
    assert is_answer("a.solved.png")


def test_several_are_a_line_each_and_those_without_certain_walls_are_counted_apart(stand_in, capsys):
    paint("in/b.png", "in/sub/c.png")
    stand_in(in_turn(refusing("unsure"), doubted))
    code, _, err = told(capsys, "in", "-o", "out/", "-j", "1")
    *pictures, hint, total, _ = err.splitlines()
    assert (code, [line.split(":")[0] for line in pictures]) == (4, ["in/b.png", "in/sub/c.png"])
    assert "-v" in hint
    assert total == "2 pictures: 1 unsure, 1 solved with uncertain walls"
    summary = json.loads(Path("out/summary.json").read_text(encoding="utf-8"))
    assert (summary["statuses"], summary["uncertain"]) == ({"solved": 1, "unsure": 1}, 1)


def test_the_line_of_json_has_the_water_and_no_text_of_the_puzzle(capsys):
    line = fields(capsys, "a.png")
    assert (line["status"], line["puzzle_certain"]) == ("solved", False)
    assert (line["water"], line["task"], line["puzzlink"]) == ([[0, 1], [1, 1]], None, None)
    assert [doubt["place"] for doubt in line["doubts"]] == ["wall:1,1-2,1"]
    raised(BadText, parse_json, json.dumps(line))


@pytest.mark.parametrize(
    "words",
    [
        *(["read", "--format", form] for form in ("text", "task", "walls", "numbers", "puzzlink", "json")),
        *(["draw"], ["draw", "--solution"], ["explain"], ["explain", "--gif", "a.gif", "--from-marks"]),
        *(["hint"], ["hint", "--level", "reason"], ["check", "--rules-only"]),
    ],
    ids=" ".join,
)
def test_what_tells_the_puzzle_or_reasons_with_its_walls_is_refused(words, capsys):
    code, out, err = told(capsys, *words, "a.png")
    assert (code, out, written()) == (4, "", ["a.png"])
    said = err.splitlines()
    assert said[:2] == [f"a.png: {SAID}", f"  {PLACE}"]
    again = " ".join(["aquarium", *words, "a.png"])
    assert f"  look at the picture; if there is a wall: {again} --fix wall:1,1-2,1=yes" in said
    assert f"  only if every clue and wall was read correctly: {again} --as-read" in said


@pytest.mark.parametrize("option", ["--text", "--share"])
def test_text_is_refused_though_the_picture_is_drawn(option, capsys):
    code, out, err = told(capsys, "a.png", option, "-o", "a.solved.png")
    assert (code, out) == (4, "")
    assert err.splitlines()[:2] == [f"a.png: {SAID} → a.solved.png", f"  {PLACE}"]
    assert is_answer("a.solved.png")


@pytest.mark.parametrize("words", [["check"], ["--solutions", "2"]])
def test_what_rests_on_the_water_alone_is_answered(words, capsys):
    code, _, err = told(capsys, *words, "a.png")
    assert (code, err.splitlines()[-1]) == (0, f"  uncertain: {PLACE}")
    assert ("no mistakes →" in err) == (words == ["check"])


def test_doubts_of_a_certain_puzzle_are_notes_and_ask_for_nothing(stand_in, capsys):
    covered = replace(WALL, message=Message("drawn_over", read=WALL.message))
    stand_in(lambda pixels, **settings: replace(solved(pixels, **settings), doubts=(covered,) * 7))
    said = [f"  uncertain: {covered.what} (70 %) at 9,15"] * 2
    code, _, err = told(capsys, "a.png")
    assert (code, err.splitlines()[1:]) == (0, [*said, "  uncertain: 5 more, listed by -v and --json"])
    assert told(capsys, "a.png", "-v")[2].count(covered.what) == 7
    assert told(capsys, "read", "a.png")[0] == 0
