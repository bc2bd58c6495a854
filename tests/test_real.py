"""Real pictures are read and solved as their truths say, where they are at hand beside the project."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

from pipeline import solve_image
from solver.puzzle import Puzzle
from vision.files.load import load_picture

REAL = Path(__file__).parents[2] / "shared" / "real"


def chosen() -> list[Path]:
    """Return the truth of a picture of every kind: the names of others differ in the puzzle's number alone.

    Those of 25 x 25 cells take long; `benchmarks.accuracy real` reads them all.
    """
    truths = sorted(REAL.glob("*.json"), reverse=True)
    kinds = {re.sub(r"\d{4,}|_\d|\d(?=-)", "", truth.stem): truth for truth in truths}
    return [truth for truth in kinds.values() if "25x25" not in truth.stem]


@pytest.mark.parametrize(
    "truth",
    chosen() or [pytest.param(REAL, marks=pytest.mark.skip(reason=f"no real pictures are in {REAL}"))],
    ids=lambda path: path.stem,
)
def test_a_real_picture_is_read_and_solved(truth: Path):
    shown = json.loads(truth.read_text(encoding="utf-8"))
    result = solve_image(load_picture(truth.with_suffix(".png")).pixels)
    assert result.puzzle == Puzzle(shown["col_clues"], shown["row_clues"], shown["regions"])
    assert (result.status, result.message) == ("solved", None)
    assert np.array_equal(result.solution.water, shown["solution"])
    none = np.zeros((shown["rows"], shown["cols"]), int)
    for mark, kind in ((1, "water"), (2, "xmarks")):
        put = np.array(none if shown[kind] is None else shown[kind]) == 1
        assert np.array_equal(np.array(result.reading.marks) == mark, put)
