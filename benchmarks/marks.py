"""How the marks of played boards are read: `python -m benchmarks.accuracy --marks [-n PICTURES] [KIND…]`.

One row for each kind of `PLAYED` in `fixtures.drawing.kinds`: of the marked cells that nothing is drawn over,
how many are read rightly and how many are left open, and how many of the others are read; of all cells, how
many are read wrongly; and boards on which `check` would report a mistake that is none. A second table
compares the probabilities with how often they were right.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from rich.table import Table

from benchmarks.runner import Row, View, by_kind, share, table
from fixtures.drawing.entries import marked
from fixtures.drawing.kinds import BY_HAND, DIMENSIONS, PLAYED, drawn
from fixtures.drawing.scene import Picture
from pipeline import Result, prove_image
from vision.reading.marks import CROSS, NOTHING, WATER

UNCLEAR = -1
EDGES = (0.0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.999, 1.001)
"""Probabilities between which cells are counted together."""


@dataclass(frozen=True, eq=False)
class Marks:
    """What was read of a board's marks; all (rows, cols)."""

    read: NDArray[np.int64]
    """UNCLEAR, or the mark."""
    marks: NDArray[np.int64]
    """Those in the picture."""
    water: NDArray[np.bool_]
    confidence: NDArray[np.float64]
    covered: NDArray[np.bool_]
    """Cells that something is drawn over."""
    is_solved: bool
    """Whether the solution is known, without which no mistake is."""

    @property
    def has_false_mistake(self) -> bool:
        """Whether a mistake would be reported that is none."""
        reported, real = (
            ((put == WATER) & ~self.water) | ((put == CROSS) & self.water) for put in (self.read, self.marks)
        )
        return self.is_solved and bool((reported & ~real).any())


ROWS = PLAYED | {kind: row._replace(entries=marked) for kind, row in (BY_HAND | DIMENSIONS).items()}


def played(kind: str, number: int) -> Picture:
    """Draw a played board."""
    return drawn(kind, number, ROWS)


def marks_of(kind: str, number: int) -> Marks | None:
    """Read one played board; None if its cells are not found."""
    picture = played(kind, number)
    truth = picture.truth
    covered = np.zeros(truth.marks.shape, np.bool_) if truth.unclear is None else truth.unclear
    result = prove_image(picture.pixels)
    return compared(result, np.array(truth.marks, np.int64), np.array(truth.water), covered)


def compared(
    result: Result, marks: NDArray[np.int64], water: NDArray[np.bool_], covered: NDArray[np.bool_]
) -> Marks | None:
    """Return what was read of a board's marks (rows, cols); None if the board read has another size."""
    reading = result.reading
    if reading is None or (reading.board.rows, reading.board.cols) != marks.shape:
        return None
    read = [[UNCLEAR if mark is None else mark for mark in row] for row in reading.marks]
    sure = reading.seen_marks.probabilities.max(axis=2).astype(np.float64)
    return Marks(np.array(read), marks, water, sure, covered, result.status == "solved")


def tables(rows: Sequence[Row[Marks | None]]) -> Iterator[Table]:
    """Yield a table with a row for each kind, and the reliability."""
    boards = [board for _, _, board in rows if board]
    kinds: dict[str, Sequence[Marks | None]] = {**by_kind(rows), "all": boards}
    yield table(
        *("kind", "boards", "marked cells", "read rightly", "left open", "read under ink"),
        *("cells read wrongly", "boards with a false mistake"),
        rows=([name, *_counts([one for one in some if one])] for name, some in kinds.items()),
    )
    if boards:
        yield _reliability(boards)


def _counts(boards: list[Marks]) -> list[object]:
    marked, right, unclear, under, read_under, wrong = total(boards)
    inked = f"{read_under} of {under}" if under else ""
    shares = share(right, marked, 2), share(unclear, marked, 2)
    return [len(boards), marked, *shares, inked, wrong, sum(board.has_false_mistake for board in boards)]


def total(boards: Sequence[Marks]) -> list[int]:
    """Count marked cells, those read rightly, those not; marked ones under ink, those read; wrong ones."""
    return [sum(counts) for counts in zip(*map(_cells, boards), strict=True)] or [0] * 6


def _cells(board: Marks) -> list[int]:
    marked, bare = board.marks != NOTHING, ~board.covered
    right, unclear = board.read == board.marks, board.read == UNCLEAR
    counted = (marked & bare, marked & bare & right, marked & bare & unclear)
    under = (marked & ~bare, marked & ~bare & right, ~right & ~unclear)
    return [int(np.count_nonzero(cells)) for cells in counted + under]


def _reliability(boards: list[Marks]) -> Table:
    """Compare, over all cells that are read, how many were wrong with how many were to be expected."""
    sure = np.concatenate([board.confidence.ravel() for board in boards])
    read = np.concatenate([board.read.ravel() for board in boards])
    wrong = read != np.concatenate([board.marks.ravel() for board in boards])
    bins = {
        f"{low:g} to {min(high, 1):g}": (sure >= low) & (sure < high) & (read != UNCLEAR)
        for low, high in pairwise(EDGES)
    }
    return table(
        *("probability", "cells", "wrong as predicted", "wrong"),
        rows=(
            [name, here.sum(), f"{(1 - sure[here]).sum():.1f}", wrong[here].sum()]
            for name, here in bins.items()
            if here.any()
        ),
    )


MARKS = View(
    marks_of,
    tables,
    tuple(PLAYED),
    (*BY_HAND, *DIMENSIONS),
    pictures=100,
    describe=lambda row: "a false mistake" if row.found and row.found.has_false_mistake else "",
    is_wrong=lambda board: board is not None and board.has_false_mistake,
    image=lambda kind, number: played(kind, number).pixels,
)
