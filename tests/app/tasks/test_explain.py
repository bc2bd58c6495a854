"""`aquarium explain`: the whole solution as steps and an animation."""

from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest
from PIL import Image as Pillow

from solver.formats import Form, format_puzzle
from solver.logic.explanation import explain
from solver.logic.position import Position
from tests.app.stand_ins import SMALL
from tests.app.tasks.conftest import HALF_RIGHT
from tests.shell import DRY, PUZZLE, WATER, fields, screenshot, told, written
from vision.drawing import animation


def test_all_steps_are_numbered_with_their_reasons_and_graded(capsys):
    screenshot("a.png", HALF_RIGHT)
    way = explain(PUZZLE)
    code, out, err = told(capsys, "explain", "a.png")
    assert (code, err) == (0, f"a.png: easy, {len(way.steps)} steps\n")
    lines, first = out.splitlines(), "row 2 columns 2–4; row 3 column 2; row 4 columns 1–3; row 5 column 2"
    assert lines[::2] == [f"{number}. {step.because}" for number, step in enumerate(way.steps, 1)]
    assert lines[1] == f"   → water in {first} (count the row)"
    assert written() == ["a.png"]
    line = fields(capsys, "explain", "a.png")
    assert (line["grade"], len(line["steps"]), line["gif_output"]) == ("easy", len(way.steps), None)
    wet = sorted(cell for step in line["steps"] for cell in step["water"])
    assert wet == (np.argwhere(WATER) + 1).tolist()


def test_an_explanation_can_begin_with_the_marks_as_far_as_they_are_right(capsys):
    screenshot("a.png", [[1 if wet else 2 for wet in row] for row in WATER])
    assert told(capsys, "explain", "a.png", "--from-marks")[1:] == ("", "a.png: easy, 0 steps\n")
    screenshot("b.png", HALF_RIGHT)
    assert "; 1 mistake ignored" in told(capsys, "explain", "b.png", "--from-marks")[2]


@pytest.fixture
def filmed(monkeypatch):
    monkeypatch.setattr("app.tasks.explain.animate", made := Mock(side_effect=animation.animate))
    return made


def test_a_film_is_written(filmed, capsys):
    before = screenshot("a.png").read_bytes()
    assert fields(capsys, "explain", "a.png", "--gif", "a.gif")["gif_output"] == "a.gif"
    said = filmed.call_args.args[3]
    assert (said[0][:3], said[-1]) == ("6×6", "All the water is in.")
    assert written() == ["a.gif", "a.png"]
    with Pillow.open("a.gif") as film:
        assert film.n_frames == len(explain(PUZZLE).steps) + 2
    assert Path("a.png").read_bytes() == before


def test_a_film_that_turns_out_unwritable_is_told(capsys):
    code, _, err = told(capsys, "explain", format_puzzle(SMALL, Form.TASK), "--gif", "a" * 300 + ".gif")
    assert (code, "it cannot be written" in err) == (2, True)


@pytest.fixture
def late(monkeypatch):
    """Give the function that lets the time be up when so many steps were found."""
    reached = []

    def after(steps):
        def counted(position, seconds):
            reached.append(position)
            if len({id(each.known) for each in reached}) > steps:
                raise position.deadline.timed_out("looking for the next step")

        monkeypatch.setattr(Position, "spend", counted)

    return after


TWO = explain(PUZZLE).steps[:2]


def test_steps_found_before_the_time_was_up_are_told_and_it_is_said(late, capsys):
    late(2)
    screenshot("a.png")
    code, out, err = told(capsys, "explain", "a.png", "--time-limit", "9", "--gif", "a.gif")
    assert code == 5
    assert out.splitlines()[::2] == [f"{at}. {step.because}" for at, step in enumerate(TWO, 1)]
    said = "2 steps; out of time while looking for the next step (limit 9 s); raise --time-limit"
    assert err == f"a.png: {said} → a.gif\n"
    line = fields(capsys, "explain", "a.png")
    assert (line["status"], line["exit_code"], line["grade"]) == ("solved", 5, None)


def test_a_hint_that_is_not_found_in_time_still_tells_the_mistakes(late, capsys):
    late(0)
    screenshot("a.png")
    code, out, err = told(capsys, "hint", "a.png", "--time-limit", "9")
    assert (code, out) == (5, "")
    assert err.startswith("a.png: out of time while looking for the next step (limit 9 s); raise --time")
    screenshot("b.png", HALF_RIGHT)
    code, out, err = told(capsys, "hint", "b.png", "--time-limit", "9")
    assert (code, out) == (6, f"the mistake is in row {DRY[0]}\n")
    assert "1 mistake to correct first; out of time" in err
    assert written() == ["a.png", "b.hint.png", "b.png"]


def test_a_film_that_would_take_too_long_to_draw_is_cut_and_it_is_said(filmed, monkeypatch, capsys):
    monkeypatch.setattr(animation, "SECONDS_PER_CELL", 0.1)
    screenshot("a.png")
    code, out, err = told(capsys, "explain", "a.png", "--time-limit", "8", "--gif", "a.gif")
    steps = len(explain(PUZZLE).steps)
    assert (code, len(out.splitlines()[::2])) == (5, steps)
    cut = "the animation stops after 2 steps to stay within 8 s; raise --time-limit"
    assert err == f"a.png: easy, {steps} steps; {cut} → a.gif\n"
    with Pillow.open("a.gif") as film:
        assert film.n_frames == 2 + 2
    assert filmed.call_args.args[3][-1] == "Out of time."
