"""`aquarium draw`: texts become clean pictures; every command that draws writes SVG and PDF too."""

from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import pipeline
from app.tasks import Task
from solver import Puzzle
from solver.formats import Form, format_puzzle
from tests.app.tasks.conftest import MISTAKEN
from tests.shell import PUZZLE, ROW_PAIRS, TASK, WATER, asked, draw_text, pixels, screenshot, told, written
from vision.drawing.overlay import Drawing
from vision.drawing.puzzle import draw_puzzle
from vision.drawing.water import Water
from vision.files.mark import MARK, QUESTION, mark_of
from vision.reading.read import read
from vision.vectors.svg import NAMESPACE


def test_a_text_is_drawn_clean_beside_it_at_a_pitch_and_with_water_on_request(capsys):
    page, board = draw_puzzle(PUZZLE)
    wet = Drawing(page, (Water(board, WATER, PUZZLE.regions),)).pixels
    Path("sub").mkdir()
    Path("sub/a.txt").write_text(TASK, encoding="utf-8")
    said = "sub/a.txt: 6×6, 6 aquariums, one solution → sub/a.png\n"
    assert told(capsys, "draw", "sub/a.txt") == (0, "", said)
    draw_text(capsys, TASK, "--solution", "-o", "b.png")
    draw_text(capsys, TASK, "--pitch", "30", "-o", "c.png")
    drawn = {"sub/a.png": page, "b.png": wet, "c.png": draw_puzzle(PUZZLE, pitch=30)[0]}
    for name, picture in drawn.items():
        assert np.array_equal(pixels(name), picture), name
    assert (mark_of(Path("sub/a.png")), mark_of(Path("b.png"))) == (QUESTION, MARK)
    assert told(capsys, "sub")[2].startswith("sub/a.png: ")  # a question


def test_a_picture_is_drawn_clean_and_kept(capsys):
    before = screenshot("a.png").read_bytes()
    assert told(capsys, "draw", "a.png")[2].endswith("→ a-2.png\n")
    assert np.array_equal(pixels("a-2.png"), draw_puzzle(PUZZLE)[0])
    assert Path("a.png").read_bytes() == before


def test_what_is_entered_in_a_picture_is_drawn_only_if_that_is_asked_for():
    shot, empty = screenshot("a.png", MISTAKEN).read_bytes(), draw_puzzle(PUZZLE)[0]
    for said in (None, "w" * 36):
        assert np.array_equal(asked(shot, Task("draw"), marks=said).picture, empty)
    assert read(asked(shot, Task("draw", with_marks=True)).picture).marks == tuple(map(tuple, MISTAKEN))
    solved = asked(shot, marks="w" * 36)
    assert np.array_equal(solved.answer.drawing.base, pixels("a.png"))  # it has its own


@pytest.mark.parametrize(
    ("puzzle", "said"),
    [
        (ROW_PAIRS, "4×4, 10 aquariums; the puzzle has several solutions; look for a misprint → in.png"),
        (Puzzle([2], [1], ["a"]), "1×1, 1 aquarium; clue 2 of column 1 is not between 0 and 1, the"),
    ],
)
def test_what_is_not_solved_is_drawn_with_a_word_about_it(puzzle, said, capsys):
    Path("in.txt").write_text(format_puzzle(puzzle, Form.GRID))
    code, _, err = told(capsys, "draw", "in.txt")
    assert (code, err[: len("in.txt: ") + len(said)]) == (0, f"in.txt: {said}")
    code, _, err = told(capsys, "draw", "in.txt", "--solution", "-o", "wet.png")
    assert (code, err.endswith("; leave out --solution to draw the puzzle alone\n")) == (5, True)
    assert written() == ["in.png", "in.txt"]


def test_a_puzzle_that_was_not_solved_in_time_is_drawn_only_if_it_came_as_text(capsys, monkeypatch):
    def late(reading, *_, **__):
        return pipeline.Result("timeout", (), reading)

    doubtful = read(pixels(screenshot("a.png")))
    monkeypatch.setattr(pipeline, "prove_image", lambda *_, **__: late(doubtful))
    monkeypatch.setattr(pipeline, "prove_reading", late)
    assert told(capsys, "draw", "a.png")[0] == 5
    assert written() == ["a.png"]
    Path("in.txt").write_text(TASK)
    assert told(capsys, "draw", "in.txt")[0] == 0
    assert written() == ["a.png", "in.png", "in.txt"]


@pytest.mark.parametrize(
    ("command", "suffix"),
    [((), "svg"), ((), "pdf"), (("check",), "svg"), (("hint",), "pdf"), (("--solutions", "2"), "svg")],
)
def test_a_picture_command_draws_over_the_picture(command: tuple[str, ...], suffix: str, capsys):
    screenshot("shot.png")
    told(capsys, *command, "shot.png", "-o", f"a.{suffix}")
    contents = Path(f"a.{suffix}").read_bytes()
    assert mark_of(Path(f"a.{suffix}")) == MARK
    assert (b"<image" if suffix == "svg" else b"/Image") in contents


@pytest.mark.parametrize(("options", "mark"), [((), QUESTION), (("--solution",), MARK)])
def test_a_new_puzzle_has_no_pixels(options: tuple[str, ...], mark: str, capsys):
    for suffix in ("svg", "pdf"):
        told(capsys, "new", "4x4", "--seed", "1", *options, "-o", f"a.{suffix}")
        assert mark_of(Path(f"a.{suffix}")) == mark
    assert not list(ElementTree.parse("a.svg").iter(f"{{{NAMESPACE}}}image"))
    assert b"/Image" not in Path("a.pdf").read_bytes()


def test_a_pitch_that_is_too_large_is_refused(capsys, monkeypatch):
    monkeypatch.setattr("app.tasks.draw.MAX_PIXELS", 36 * 50**2)
    draw_text(capsys, TASK, "--pitch", "50")
    said = "aquarium: --pitch 51: the picture would be too large; choose fewer pixels per cell\n"
    assert told(capsys, "draw", "in.txt", "--pitch", "51") == (2, "", said)
    assert "--pitch" in told(capsys, "draw", "in.txt", "--pitch", "7")[2]
