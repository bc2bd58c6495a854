"""Real pictures are read and solved as their truths say, where they are at hand beside the project."""

import re

import numpy as np
import pytest

from benchmarks.accuracy import REAL, REAL_TRUTHS, drawn
from pipeline import solve_image


def chosen() -> list[int]:
    """Return the number of a picture of every kind: the names of others differ in the puzzle's number alone.

    Those of 25 x 25 cells take long; `benchmarks.accuracy real` reads them all.
    """
    numbered = reversed(list(enumerate(REAL_TRUTHS)))
    kinds = {re.sub(r"\d{4,}|_\d|\d(?=-)", "", truth.stem): number for number, truth in numbered}
    return [number for number in kinds.values() if "25x25" not in REAL_TRUTHS[number].stem]


@pytest.mark.parametrize(
    "number",
    chosen() or [pytest.param(0, marks=pytest.mark.skip(reason=f"no real pictures are in {REAL}"))],
    ids=lambda number: REAL_TRUTHS[number].stem if REAL_TRUTHS else "",
)
def test_a_real_picture_is_read_and_solved(number: int):
    picture = drawn("real", number)
    result = solve_image(picture.pixels)
    assert result.puzzle == picture.truth.puzzle
    assert (result.status, result.message) == ("solved", None)
    assert result.solution.water == picture.truth.water
    assert np.array_equal(result.reading.marks, picture.truth.marks)
