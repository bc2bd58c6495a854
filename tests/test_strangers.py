"""Pictures that other programs drew: answered rightly or refused, and nothing is told that they do not show.

They are a sample of `fixtures.strangers`, never trained on; `benchmarks.strangers` measures many more.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from pipeline import Result, solve_image
from solver.puzzle import Puzzle
from vision.reading.marks import CROSS, NOTHING, WATER

SAMPLE = Path(__file__).parents[1] / "fixtures" / "strangers" / "sample"
TRUTHS = [json.loads(line) for line in (SAMPLE / "truth.jsonl").read_text(encoding="utf-8").splitlines()]
FEWEST_ANSWERED, FEWEST_TOLD = 19, 0.85
"""Pictures of the sample that must be answered, and share of the entries in those that must be told."""


@cache
def seen(name: str) -> Result:
    return solve_image(SAMPLE / name)


def marks_of(result: Result) -> NDArray[np.int64]:
    """Return (rows, cols): what is told to be entered, -1 where it cannot be told."""
    return np.array([[-1 if mark is None else mark for mark in line] for line in result.reading.marks])


@pytest.mark.parametrize("truth", TRUTHS, ids=[truth["look"] for truth in TRUTHS])
def test_no_answer_is_wrong_and_no_mistake_told_that_is_none(truth: dict[str, Any]):
    result = seen(truth["file"])
    if result.status != "solved":
        return
    water = np.array(truth["water"], bool)
    assert np.array_equal(result.solution.water, water)
    if result.puzzle_certain and not result.repairs:
        assert result.puzzle == Puzzle(**truth["puzzle"])
    told, real = (
        ((marks == WATER) & ~water) | ((marks == CROSS) & water)
        for marks in (marks_of(result), np.array(truth["marks"]))
    )
    assert not (told & ~real).any()


def test_nearly_all_are_answered_and_most_entries_told():
    answered = [truth for truth in TRUTHS if seen(truth["file"]).status == "solved"]
    assert len(answered) >= FEWEST_ANSWERED
    entered = right = 0
    for truth in answered:
        marks = np.array(truth["marks"])
        entered += np.count_nonzero(marks != NOTHING)
        right += np.count_nonzero((marks != NOTHING) & (marks_of(seen(truth["file"])) == marks))
    assert right >= FEWEST_TOLD * entered
