"""What is read from one board: evidence, the most probable puzzle, the player's marks, and what is amiss."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import exp

import numpy as np

from solver.belief.evidence import Evidence, certain, is_said, likeliest
from solver.belief.overrides import Override
from solver.places import ClueAt
from solver.puzzle import Clue, Puzzle, Rows

from ..board import Board, PixelBox
from .regions import label_regions, loose_walls
from .walls import Walls
from .words import Doubt, Places, find_doubts, find_loose

FAMILIAR, FEWEST_FAMILIAR = 0.4, 0.2
"""Share of the lines that must have a number beside them, in all and each way, or the lattice is no Aquarium
board."""
SURE = 0.6
"""Strength of a lattice from which it is surely one."""
ABSENT = 0.75
"""Probability of no number from which a line has none; below, it is one that is hard to read."""
OMITTED = 0.12
"""Share of the lines without a number from which a board is one that gives no clue for some; of a board that
gives them all, hardly more are hidden by chance."""
FEWEST_GAPS = 2
"""And so many of them are no neighbours."""
WALL_SHARES = (0.04, 0.9)
"""Share of the inner sides that are walls, at least and at most: in real puzzles it is a third to seven
eighths. Beyond, lines that are all alike were parted by something else."""
FEWEST_LINES = 8
"""Inner lines from which some are surely walls in parts only; a smaller board may be all stripes."""


@dataclass(frozen=True, eq=False)
class Reading:
    """All that was read from one board of a picture."""

    board: Board
    evidence: Evidence
    puzzle: Puzzle
    """The most probable clue of every line, and the cells joined by every side that is likelier open."""
    loose: int
    """Number of walls that end inside an aquarium: a wall was imagined there, or one was missed."""
    marks: tuple[tuple[int, ...], ...]
    """marks[row][col]: 0 nothing, 1 water, 2 cross."""
    clue_boxes: tuple[tuple[PixelBox, ...], tuple[PixelBox, ...]]
    """Where the column clues and the row clues stand."""
    too_large: tuple[tuple[ClueAt, int], ...] = ()
    """Lines whose clue, as read, is larger than they have cells: a part of the board may be cut off."""
    inked: tuple[float, float] = (0.0, 0.0)
    """Share of the columns, and of the rows, that have ink where a clue would be."""
    others: tuple[Board, ...] = ()
    """Further boards in the picture, with numbers beside them, that were not answered."""

    def with_overrides(self, overrides: Iterable[Override]) -> "Reading":
        """Return the reading with what a person says of its clues and walls.

        Raises
        ------
        BadOverride
            for a clue or wall that the board does not have
        """
        said = tuple(overrides)
        if not said:
            return self
        evidence = self.evidence.with_overrides(said)
        puzzle, loose = most_probable(evidence)
        return replace(self, evidence=evidence, puzzle=puzzle, loose=loose)

    def _clues(self) -> tuple[Clue, ...]:
        return self.puzzle.col_clues + self.puzzle.row_clues

    def clues_found(self) -> tuple[int, int]:
        """Return how many columns and how many rows have a number beside them."""
        cols, rows = self.puzzle.col_clues, self.puzzle.row_clues
        return len(cols) - cols.count(None), len(rows) - rows.count(None)

    @property
    def is_familiar(self) -> bool:
        """Whether enough lines have numbers beside them for an Aquarium board."""
        cols, rows = self.clues_found()
        each_way = min(cols / self.board.cols, rows / self.board.rows) >= FEWEST_FAMILIAR
        return each_way and cols + rows >= FAMILIAR * (self.board.cols + self.board.rows)

    @property
    def may_be_meant(self) -> bool:
        """Whether it is an Aquarium board by all but its numbers, be they legible or not."""
        by_looks = self.board.strength >= SURE and min(self.inked) >= FAMILIAR and not self.is_uniform
        return self.is_familiar or by_looks

    @property
    def rank(self) -> tuple[float, ...]:
        """How likely it is the right one of several lattices in a place: by what fits, then by looks."""
        found = sum(self.clues_found())
        amiss = self.board.rows + self.board.cols - found + self.loose
        fits = -amiss if self.is_familiar else found / (self.board.rows + self.board.cols)
        return float(self.is_familiar), float(self.is_whole), fits, self.board.prominence

    @property
    def is_whole(self) -> bool:
        """Whether every clue was read and nothing contradicts itself: no other lattice is needed."""
        return None not in self._clues() and not self.loose and not self.puzzle.problems()

    def complaints(self) -> list[str]:
        """Return what keeps the reading from being a whole puzzle, in words."""
        return [*self._missing(), *self._too_large(), *self._loose(), *self._alike()]

    def unread(self) -> tuple[ClueAt, ...]:
        """Return the lines whose clue should be there and cannot be read."""
        if omits_clues(self.evidence):
            return ()
        return tuple(
            place
            for place, values in self.evidence.clues()
            if likeliest(values) is None and not is_said(values)
        )

    @property
    def places(self) -> Places:
        """Where the clues and walls stand in the picture."""
        return Places(self.board, self.clue_boxes)

    def doubts(self, most: int = 5) -> tuple[Doubt, ...]:
        """Return the least certain clues and walls, least certain first."""
        return find_doubts(self.evidence, self.places, most, self.unread())

    def loose_walls(self) -> tuple[Doubt, ...]:
        """Return the walls that end inside an aquarium: imagined, or left over where another was missed."""
        return find_loose(self.evidence, self.puzzle.regions, self.places)

    def _missing(self) -> Iterator[str]:
        explained = {place for place, _ in self.too_large}
        unread = [place for place in self.unread() if place not in explained]
        sizes = {"column": len(self.puzzle.col_clues), "row": len(self.puzzle.row_clues)}
        for axis, count in sizes.items():
            absent = [str(place.line + 1) for place in unread if place.axis == axis]
            if absent:
                found = f"{count - len(absent)} of {count} {axis} clues found"
                lines = f"{axis} {absent[0]} has" if len(absent) == 1 else f"{axis}s {', '.join(absent)} have"
                yield f"{found}; {lines} none that can be read"

    def _too_large(self) -> Iterator[str]:
        for axis, cells in (("column", self.board.rows), ("row", self.board.cols)):
            large = [(place.line + 1, clue) for place, clue in self.too_large if place.axis == axis]
            if len(large) == 1:
                line, clue = large[0]
                found = f"but {cells} cells were found there: is the board cut off?"
                yield f"the clue of {axis} {line} is {clue}, {found}"
            elif large:
                lines = ", ".join(str(line) for line, _ in large)
                found = f"larger than their {cells} cells: is the board cut off, or another puzzle?"
                yield f"{axis}s {lines} have clues {found}"

    @property
    def is_uniform(self) -> bool:
        """Whether all the lines inside the board look alike, or each along all its length.

        It may be a puzzle of another kind: in this one every board has lines that are walls in parts.
        """
        lines = [*zip(*self.evidence.right, strict=True), *self.evidence.below]
        walls = [[odds > 0 for odds in line] for line in lines]
        count, sides = sum(map(sum, walls)), sum(map(len, walls))
        in_parts = len(lines) < FEWEST_LINES or any(any(line) and not all(line) for line in walls)
        return not in_parts or not WALL_SHARES[0] * sides < count < WALL_SHARES[1] * sides

    def _alike(self) -> Iterator[str]:
        if self.is_uniform:
            yield "the lines inside the board are all alike, so no walls can be told"

    def _loose(self) -> Iterator[str]:
        if self.loose:
            yield f"{self.loose} wall{'s end' if self.loose > 1 else ' ends'} inside an aquarium"


def certain_reading(
    puzzle: Puzzle,
    board: Board,
    clue_boxes: tuple[tuple[PixelBox, ...], tuple[PixelBox, ...]],
    marks: Rows | None = None,
) -> Reading:
    """Return the reading of a picture whose puzzle is known; without marks[row][col] nothing is put."""
    put = marks if marks is not None else ((0,) * puzzle.width,) * puzzle.height
    return Reading(board, certain(puzzle), puzzle, 0, put, clue_boxes)


def omits_clues(evidence: Evidence) -> bool:
    """Whether a board gives no clue for some lines, as some do on purpose.

    It says so by several gaps; neighbouring ones may be hidden under something, so they count as one.
    """
    absent = {
        place for place, values in evidence.clues() if exp(values[-1]) >= ABSENT and not is_said(values)
    }
    lines = len(evidence.col_clues) + len(evidence.row_clues)
    gaps = sum(replace(place, line=place.line - 1) not in absent for place in absent)
    return len(absent) >= OMITTED * lines and gaps >= FEWEST_GAPS


def most_probable(evidence: Evidence) -> tuple[Puzzle, int]:
    """Return the likeliest clue of every line with the likeliest walls, and how many of these are loose."""
    walls = Walls(np.array(evidence.right), np.array(evidence.below))
    cols, rows = (map(likeliest, axis) for axis in (evidence.col_clues, evidence.row_clues))
    return Puzzle(cols, rows, label_regions(walls).tolist()), count_loose(walls)


def count_loose(walls: Walls) -> int:
    """Return how many walls end inside an aquarium."""
    return sum(int(part.sum()) for part in loose_walls(walls, label_regions(walls)))
