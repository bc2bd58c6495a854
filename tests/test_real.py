"""Real pictures are read and solved as their truths say, where they are at hand beside the project."""

import json
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from pipeline import Result, solve_image
from solver.puzzle import Puzzle
from vision.files.load import load_picture

REAL = Path(__file__).parents[2] / "shared" / "real"
TRUTHS = sorted(REAL.glob("*.json"))
real = pytest.mark.parametrize(
    "truth",
    TRUTHS or [pytest.param(REAL, marks=pytest.mark.skip(reason=f"no real pictures are in {REAL}"))],
    ids=lambda path: path.stem,
)


@cache
def solved(truth: Path) -> tuple[dict, Result]:
    """Return what a picture shows and what was made of it."""
    shown = json.loads(truth.read_text(encoding="utf-8"))
    return shown, solve_image(load_picture(truth.with_suffix(".png")).pixels)


@real
def test_the_puzzle_is_read_clue_for_clue_and_aquarium_for_aquarium(truth: Path):
    shown, result = solved(truth)
    assert result.puzzle == Puzzle(shown["col_clues"], shown["row_clues"], shown["regions"])


@real
def test_the_answer_is_the_solution_and_no_other(truth: Path):
    shown, result = solved(truth)
    assert (result.status, result.message) == ("solved", None)
    assert np.array_equal(result.solution.water, shown["solution"])


@real
def test_the_players_marks_are_read(truth: Path):
    shown, result = solved(truth)
    none = np.zeros((shown["rows"], shown["cols"]), int)
    water, crosses = (np.array(none if shown[kind] is None else shown[kind]) for kind in ("water", "xmarks"))
    assert np.array_equal(np.array(result.reading.marks) == 1, water == 1)
    assert np.array_equal(np.array(result.reading.marks) == 2, crosses == 1)
