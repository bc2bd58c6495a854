"""How the marks of played boards are read: `python -m benchmarks.accuracy --marks [-n PICTURES] [KIND…]`.

One row for each kind of `fixtures.drawing.kinds.played`: of the marked cells that nothing is drawn over, how
many are told rightly and how many are not told, and how many of the others are told; of all cells, how many
are told wrongly; and boards on which `check` would allege a mistake that is none. A second table compares the
probabilities with how often they were right.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray
from rich.table import Table

from fixtures.drawing.kinds.played import PLAYED, played_case
from pipeline import Result, prove_image
from vision.reading.marks import CROSS, NOTHING, WATER

Map = Callable[[Callable[["Job"], "Told | None"], Sequence["Job"]], Iterable["Told | None"]]
Job = tuple[str, int]
UNCLEAR = -1
EDGES = (0.0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.999, 1.001)
"""Probabilities between which cells are counted together."""


@dataclass(frozen=True, eq=False)
class Told:
    """What is told of a board's marks; all (rows, cols)."""

    told: NDArray[np.int64]
    """UNCLEAR, or the mark."""
    marks: NDArray[np.int64]
    water: NDArray[np.bool_]
    confidence: NDArray[np.float64]
    covered: NDArray[np.bool_]
    """Cells that something is drawn over."""
    is_solved: bool
    """Whether the solution is known, without which no mistake is."""

    @property
    def alleges(self) -> bool:
        """Whether a mistake is alleged that is none."""
        told, real = (
            ((put == WATER) & ~self.water) | ((put == CROSS) & self.water) for put in (self.told, self.marks)
        )
        return self.is_solved and bool((told & ~real).any())


def told_of(job: Job) -> Told | None:
    """Read one played board; None if its cells are not found."""
    cv2.setNumThreads(1)
    drawn = played_case(*job)
    result = prove_image(drawn.image)
    covered = np.zeros(drawn.marks.shape, np.bool_) if drawn.covered is None else drawn.covered
    return compared(result, np.array(drawn.marks, np.int64), np.array(drawn.water), covered)


def compared(
    result: Result, marks: NDArray[np.int64], water: NDArray[np.bool_], covered: NDArray[np.bool_]
) -> Told | None:
    """Return what is told of a board's marks (rows, cols); None if the board read has another size."""
    reading = result.reading
    if reading is None or (reading.board.rows, reading.board.cols) != marks.shape:
        return None
    told = [[UNCLEAR if mark is None else mark for mark in row] for row in reading.marks]
    sure = reading.seen_marks.probabilities.max(axis=2).astype(np.float64)
    return Told(np.array(told), marks, water, sure, covered, result.status == "solved")


def tables(kinds: Sequence[str], pictures: int, first: int, each: Map) -> tuple[list[Table], bool]:
    """Return the two tables, and whether a mistake was alleged that is none; `each` maps over the boards."""
    jobs = [(kind, seed) for kind in kinds or PLAYED for seed in range(first, first + pictures)]
    found = list(zip(jobs, each(told_of, jobs), strict=True))
    columns = (
        "marked cells",
        "told rightly",
        "not told",
        "told under ink",
        "cells told wrongly",
        "boards with a false mistake",
    )
    table = Table("kind", "boards", *columns)
    for kind in dict.fromkeys(kind for kind, _ in jobs):
        table.add_row(kind, *_row([told for (one, _), told in found if one == kind and told is not None]))
    boards = [told for _, told in found if told is not None]
    table.add_row("all", *_row(boards))
    return [table, _reliability(boards)], any(board.alleges for board in boards)


def _row(boards: list[Told]) -> list[str]:
    marked, right, unclear, under, told_under, wrong = np.sum([counts(board) for board in boards], axis=0)
    shares = [f"{100 * part / max(marked, 1):.2f} %" for part in (right, unclear)]
    inked = f"{told_under} of {under}" if under else ""
    return [str(len(boards)), str(marked), *shares, inked, str(wrong), str(sum(b.alleges for b in boards))]


def counts(board: Told) -> list[int]:
    """Count marked cells, those told rightly, those not; marked ones under ink, those told; wrong ones."""
    marked, bare = board.marks != NOTHING, ~board.covered
    right, unclear = board.told == board.marks, board.told == UNCLEAR
    counted = (marked & bare, marked & bare & right, marked & bare & unclear)
    under = (marked & ~bare, marked & ~bare & right, ~right & ~unclear)
    return [int(np.count_nonzero(cells)) for cells in counted + under]


def _reliability(boards: list[Told]) -> Table:
    """Compare, over all cells that are told, how many were wrong with how many were to be expected."""
    table = Table("probability", "cells", "wrong as predicted", "wrong")
    sure = np.concatenate([board.confidence.ravel() for board in boards])
    told = np.concatenate([board.told.ravel() for board in boards])
    wrong = told != np.concatenate([board.marks.ravel() for board in boards])
    for low, high in pairwise(EDGES):
        here = (sure >= low) & (sure < high) & (told != UNCLEAR)
        if here.any():
            expected = f"{float((1 - sure[here]).sum()):.1f}"
            table.add_row(f"{low:g} to {min(high, 1):g}", str(here.sum()), expected, str(wrong[here].sum()))
    return table
