"""All that was read from one board: evidence, the most probable puzzle, and the player's marks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from solver.belief.evidence import Evidence, certain
from solver.belief.overrides import Override
from solver.errors import AquariumError
from solver.grid import Cell
from solver.message import Message
from solver.places import ClueAt, Place
from solver.puzzle import Known, Marks, Puzzle, Rule

from ..board import Board, PixelBox
from .calibration import to_repair
from .cut import Cut
from .marks import SeenMarks, certain_marks
from .network import PuzzleKind
from .walls import Walls

ClueBoxes = tuple[tuple[PixelBox, ...], tuple[PixelBox, ...]]
"""Where the column clues and the row clues stand."""


class BoardNotFound(AquariumError):
    """No grid of cells stands in the picture."""


@dataclass(frozen=True, eq=False)
class Reading:
    """All that was read from one board of a picture."""

    board: Board
    evidence: Evidence
    puzzle: Puzzle
    """The most probable clue of every line, and the cells joined by every side that is likelier open."""
    loose: int
    """Number of walls that end inside an aquarium: a wall was imagined there, or one was missed."""
    seen_marks: SeenMarks
    clue_boxes: ClueBoxes
    too_large: tuple[tuple[ClueAt, int], ...] = ()
    """Lines whose clue, as read, is larger than they have cells: a part of the board may be cut off."""
    inked: tuple[float, float] = (0.0, 0.0)
    """Share of the columns, and of the rows, that have ink where a clue would be."""
    alternatives: tuple[Evidence, ...] = ()
    """What it would be if the board went farther, or less far, or stood upside down."""
    covered: frozenset[Place] = frozenset()
    """Clues and sides under ink that is not the board's: letters, strokes, stickers, a cursor."""
    others: tuple[Reading, ...] = ()
    """The other boards of the page: the larger first, those as large in reading order."""
    is_board: bool = True
    """Whether a board is likelier there than none, by the network."""
    quarters: int = 0
    """By how many quarters it has to be turned clockwise to stand upright, by the network."""
    on_page: int = 1
    """How many boards the page has of which this one was named alone."""
    left_out: bool = False
    """Whether the page has further grids that were not read, for there are too many."""
    unread: tuple[PixelBox, ...] = ()
    """Where on the page something like a further board stands of which nothing is told."""
    contested: int = 0
    """How many of the clues were read as those of another board, too."""
    puzzles: Mapping[PuzzleKind, float] = field(default_factory=lambda: {"aquarium": 1.0})
    """How probably it is which puzzle, by the network."""
    drawn_over: int = 0
    """How many inner sides seem to have something drawn over them."""
    opposed: tuple[bool, bool] = (False, False)
    """Whether opposite edges have different numbers: above and below the columns, left and right of the
    rows."""
    cut: tuple[Cut, ...] = ()
    """Sides at which the picture ends too early, or may do so."""
    is_known: bool = False
    """Whether a text, or a person who looked, says what it is: then nothing in it is in doubt."""
    doubted: int = 0
    """How many places were in doubt before a person said that they are right."""
    marks_said: bool = False
    """Whether a text or a person says what is put in the cells, in place of the picture."""

    @cached_property
    def marks(self) -> Marks:
        """marks[row][col]: 0 nothing, 1 water, 2 cross (dot, ring), None what cannot be told."""
        return self.seen_marks.told

    @cached_property
    def problems(self) -> tuple[Message, ...]:
        """What the most probable puzzle contradicts itself in."""
        return tuple(self.puzzle.problems())

    def __repr__(self) -> str:
        """Say what was read in one line."""
        clues = (*self.puzzle.col_clues, *self.puzzle.row_clues)
        found = f"{len(clues) - clues.count(None)} of {len(clues)} clues"
        return f"Reading({self.board!r}, {found}, log-probability {self.evidence.log_probability:.3g})"

    def named(self, number: int) -> Reading:
        """Return the board of the page with that number alone, from 1, the largest.

        Raises BoardNotFound when the page has no such board.
        """
        boards = (self, *self.others)
        if number <= len(boards):
            on_page = max(self.on_page, len(boards))
            return replace(boards[number - 1], others=(), on_page=on_page, left_out=False, unread=())
        raise BoardNotFound(Message("no_such_board", boards=len(boards), number=number))

    def repairable(self, *, is_unread: bool = False) -> Evidence:
        """Return what follows if every number that is seen is there, and all are if some is unread."""
        return to_repair(self.evidence, is_unread=is_unread)

    def with_overrides(self, overrides: Iterable[Override]) -> Reading:
        """Return the reading with what a person says of its clues and walls.

        Raises BadOverride for a clue or wall that the board does not have.
        """
        said = tuple(overrides)
        if not said:
            return self
        evidence, places = self.evidence.with_overrides(said), {override.place for override in said}
        rows, cols = len(evidence.row_clues), len(evidence.col_clues)
        right, below = np.array(evidence.right), np.array(evidence.below)
        walls = Walls(right.reshape(rows, cols - 1), below.reshape(rows - 1, cols))  # one row has none below
        return replace(
            self,
            evidence=evidence,
            puzzle=replace(most_probable(evidence, walls), rule=self.puzzle.rule),
            loose=walls.loose_count,
            too_large=tuple((line, clue) for line, clue in self.too_large if line not in places),
            covered=self.covered - places,
        )

    def with_rule(self, rule: Rule) -> Reading:
        """Return the reading, and those of the other boards, of puzzles of a rule: no picture shows it."""
        others = tuple(other.with_rule(rule) for other in self.others)
        return replace(self, puzzle=replace(self.puzzle, rule=rule), others=others)

    def with_marks(self, marks: Marks) -> Reading:
        """Return the reading with what a person says of its marks."""
        return replace(self, seen_marks=certain_marks(marks), marks_said=True)

    def without_marks(self) -> Reading:
        """Return the reading, and those of the other boards, as if nothing were put in."""
        nothing = ((0,) * self.puzzle.width,) * self.puzzle.height
        others = tuple(other.without_marks() for other in self.others)
        return replace(self.with_marks(nothing), others=others)

    @property
    def coloured(self) -> tuple[Cell, ...]:
        """The cells [row, col] of colours that may be water or the picture's own, in reading order."""
        return tuple((row, col) for row, col in np.argwhere(self.seen_marks.coloured).tolist())

    def with_likely_marks(self, forced: Known | None) -> Reading:
        """Return the reading with marks as probable as they are, seeing what every solution has there.

        None is given where no solution is known.
        """
        known = forced or ((None,) * self.puzzle.width,) * self.puzzle.height
        return replace(self, seen_marks=self.seen_marks.given(known, self.puzzle.regions))

    def as_certain(self) -> Reading:
        """Return the reading of which a person says that it is right: nothing in it is in doubt."""
        sure = replace(self, evidence=certain(self.puzzle), loose=0, is_known=True)
        return replace(sure, too_large=(), covered=frozenset(), cut=(), alternatives=())

    def of_known_size(self) -> Reading:
        """Return the reading of a board of which a person says that it is so large, and whole."""
        size = self.board.rows, self.board.cols
        alike = (one for one in self.alternatives if (len(one.row_clues), len(one.col_clues)) == size)
        return replace(self, cut=(), alternatives=tuple(alike))

    def box(self, place: Place) -> PixelBox:
        """Return the pixels around a clue, or around the two cells' halves beside a wall."""
        if isinstance(place, ClueAt):
            return self.clue_boxes[place.axis == "row"][place.line]
        down, right = (1, 0) if place.below else (0, 1)
        left, top = place.col + right / 2, place.row + down / 2
        return self.board.boxes([(left, top, left + 1, top + 1)])[0]


def most_probable(evidence: Evidence, walls: Walls) -> Puzzle:
    """Return the likeliest clue of every line with the aquariums that the likeliest walls part."""
    cols, rows = ([belief.likeliest for belief in axis] for axis in (evidence.col_clues, evidence.row_clues))
    return Puzzle(cols, rows, walls.regions.tolist())


def certain_reading(
    puzzle: Puzzle, board: Board, clue_boxes: ClueBoxes, marks: Marks | None = None
) -> Reading:
    """Return the reading of a picture whose puzzle is known; without marks[row][col] nothing is put."""
    put = marks if marks is not None else ((0,) * puzzle.width,) * puzzle.height
    known = Reading(board, certain(puzzle), puzzle, 0, certain_marks(put), clue_boxes, is_known=True)
    return replace(known, marks_said=True)
