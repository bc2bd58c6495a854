"""Pictures that other programs drew: answered rightly or refused, and nothing is told that they do not show.

They are a sample of `fixtures.strangers`, never trained on; `benchmarks.strangers` measures many more.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.marks import Marks, compared, total
from pipeline import Result, solve_image
from solver.puzzle import Puzzle

SAMPLE = Path(__file__).parents[1] / "fixtures" / "strangers" / "sample"
TRUTHS = [json.loads(line) for line in (SAMPLE / "truth.jsonl").read_text(encoding="utf-8").splitlines()]
FEWEST_ANSWERED, FEWEST_TOLD = 19, 0.85
"""Pictures of the sample that must be answered, and share of the entries in those that must be told."""


@cache
def seen(name: str) -> Result:
    return solve_image(SAMPLE / name)


def marks_of(truth: dict[str, Any]) -> Marks:
    marks, water = np.array(truth["marks"]), np.array(truth["water"], bool)
    return compared(seen(truth["file"]), marks, water, np.zeros_like(water))


@pytest.mark.parametrize("truth", TRUTHS, ids=[truth["look"] for truth in TRUTHS])
def test_no_answer_is_wrong_and_no_mistake_told_that_is_none(truth: dict[str, Any]):
    result = seen(truth["file"])
    if result.status != "solved":
        return
    assert np.array_equal(result.solution.water, truth["water"])
    if result.puzzle_certain and not result.repairs:
        assert result.puzzle == Puzzle(**truth["puzzle"])
    assert not marks_of(truth).has_false_mistake


def test_nearly_all_are_answered_and_most_entries_told():
    answered = [marks_of(truth) for truth in TRUTHS if seen(truth["file"]).status == "solved"]
    assert len(answered) >= FEWEST_ANSWERED
    entered, right, *_ = total(answered)
    assert right >= FEWEST_TOLD * entered
