"""A reading → whether it is of an Aquarium board at all: one score, of features that have names."""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from solver.message import Message

from ..pixels.quantiles import median
from .cut import NO_CLUES
from .marks import CROSS

if TYPE_CHECKING:
    from .reading import Reading

ENOUGH = 0.4
"""Share of the columns and of the rows, their harmonic mean, that have a number beside them from which a grid
may be an Aquarium board: at some lines of others, or all at one side, numbers stand, too."""
UNPARTED, SIGNS, FOREIGN = -0.5, -0.6, -2.0
"""What it counts, where numbers beside all lines count 1, that no walls are to be told from other lines; that
signs stand in the cells; and that numbers do, or different ones on opposite sides. Walls may be lost, and
people draw signs of their own, but hardly both at once."""
FEWEST_SIGNS = 4
"""Signs for air from which they may be another puzzle's, where lines look alike."""
WALL_SHARES = (0.04, 0.9)
"""Share of the inner sides that are walls, at least and at most: in real puzzles it is a third to seven
eighths. Beyond, lines that are all alike were parted by something else."""
DECIDED = 1.0
"""Log-odds from which a side is told: what is covered says nothing of its line."""
FEWEST_LINES = 8
"""Inner lines from which some are surely walls in parts only; a smaller board may be all stripes."""
LEAST_ODDS = log(134)
"""Log-odds of 0.7 %: where half of the sides of cells are more doubtful, errors are not independent of each
other. What misleads the reader at one side may do so at all."""
MOST_LOOSE = 0.15
"""Share of the sides that are walls which part nothing, at most: in 200 hard pictures that were answered it
was up to 0.12, and with more, another puzzle was answered."""


class Features(NamedTuple):
    """What tells an Aquarium board, each at most 1, and below 0 where it speaks against one."""

    numbers: float
    """Numbers stand beside its lines,"""
    walls: float
    """walls part it,"""
    cells: float
    """nothing stands in its cells that no player puts there,"""
    opposite: float
    """and no other numbers do at the opposite sides."""

    @property
    def score(self) -> float:
        """Not below 0 for an Aquarium board."""
        return sum(self)


def features_of(reading: Reading) -> Features:
    """Return what tells whether a grid is an Aquarium board, by all that was read."""
    alike = is_uniform(reading)
    signs = reading.contents in ("signs", "signs all over") or (alike and _signs(reading) >= FEWEST_SIGNS)
    return Features(
        numbers_beside(reading),
        UNPARTED * (alike or are_unclear(reading)),
        FOREIGN if reading.contents == "numbers" else SIGNS * signs,
        FOREIGN * any(reading.opposed),
    )


def has_clues(reading: Reading) -> bool:
    """Whether numbers stand beside enough lines for an Aquarium board."""
    return numbers_beside(reading) >= 0


def may_have_clues(reading: Reading) -> bool:
    """Whether they may: illegible ones count, too, and so do those that would be where it is cut off."""
    shares = list(map(max, zip(_shares(reading), reading.inked, strict=True)))
    if any(cut.is_sure for cut in reading.cut):
        shares = [max(shares)] * 2
    return _numbers(*shares) >= 0


def clues_found(reading: Reading) -> tuple[int, int]:
    """Return how many columns and how many rows have a number beside them."""
    cols, rows = reading.puzzle.col_clues, reading.puzzle.row_clues
    return len(cols) - cols.count(None), len(rows) - rows.count(None)


def numbers_beside(reading: Reading) -> float:
    """Return what the numbers beside a grid count: see `Features`."""
    return _numbers(*_shares(reading))


def _shares(reading: Reading) -> tuple[float, float]:
    """Return the shares of the columns and of the rows that have a number beside them."""
    cols, rows = clues_found(reading)
    return cols / reading.board.cols, rows / reading.board.rows


def _numbers(cols: float, rows: float) -> float:
    return (2 * cols * rows / (cols + rows or 1) - ENOUGH) / (1 - ENOUGH)


def _signs(reading: Reading) -> int:
    return sum(mark == CROSS for row in reading.marks for mark in row)


def is_uniform(reading: Reading) -> bool:
    """Whether all the lines inside the board look alike where they can be told, or each along all its length.

    It may be a puzzle of another kind: in this one every board has lines that are walls in parts.
    """
    lines = [*zip(*reading.evidence.right, strict=True), *reading.evidence.below]
    walls = [[odds > 0 for odds in line if abs(odds) >= DECIDED] for line in lines]
    count, sides = sum(map(sum, walls)), sum(map(len, walls))
    in_parts = len(lines) < FEWEST_LINES or any(any(line) and not all(line) for line in walls)
    return not in_parts or not is_wall_share(count / max(1, sides))


def is_wall_share(share: float) -> bool:
    """Whether so large a share of a board's inner sides may be walls."""
    return WALL_SHARES[0] < share < WALL_SHARES[1]


def are_unclear(reading: Reading) -> bool:
    """Whether most sides may be walls or not, or many walls part nothing: then errors are not independent."""
    odds = np.abs([*reading.evidence.odds()])
    return not reading.is_known and (median(odds) < LEAST_ODDS or reading.loose > MOST_LOOSE * len(odds))


def why_none(reading: Reading) -> tuple[Message, ...]:
    """Tell what speaks against an Aquarium board; nothing if too little does."""
    features = features_of(reading)
    if features.score >= 0:
        return ()
    if features.cells == features.opposite == 0:
        return _few_clues(reading)
    seen = list[Message]()
    if reading.contents == "numbers":
        seen.append(Message("numbers_in_cells"))
    columns, rows = reading.opposed
    seen += [Message("numbers_differ_across")] * columns + [Message("numbers_differ_along")] * rows
    if reading.contents != "numbers" and features.cells:
        seen += [Message("lines_alike")] * is_uniform(reading) + [Message("symbols_in_cells")]
    return (Message("another_puzzle", seen=tuple(seen)),)


def _few_clues(reading: Reading) -> tuple[Message, ...]:
    """Tell beside how few lines numbers stand."""
    (cols, rows), board = clues_found(reading), reading.board
    if 2 * rows > board.rows and not cols:
        return (Message("no_column_clues", rows=board.rows, columns=board.cols, clues=rows),)
    if 2 * cols > board.cols and not rows:
        return (Message("no_row_clues", rows=board.rows, columns=board.cols, clues=cols),)
    found = tuple(
        Message("some_of_lines", clues=count, axis=axis)
        for count, axis in ((rows, "row"), (cols, "column"))
        if count
    )
    # Of the sides where clues may have been cut off it is asked.
    sides = () if is_uniform(reading) else tuple(cut.edge for cut in reading.cut if cut.seen == NO_CLUES)
    return (
        Message("few_clues", rows=board.rows, columns=board.cols, found=found)
        if found
        else Message("no_clues", rows=board.rows, columns=board.cols),
        *([Message("is_it_cut_off", sides=sides)] if sides else []),
    )
