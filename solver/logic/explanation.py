"""From a partial board to the next step a person would take, and so to the whole solution with its grade."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from math import inf

from ..deadline import LOOKED_AT_CELL, Deadline
from ..errors import TimedOut
from ..puzzle import Known, Puzzle, plain_cells
from .position import Memory, Position, position_of
from .step import Grade, Step, Technique, defined, empty, settled
from .suppose import suppositions
from .techniques import column_by_counting, counted, level, lines_complete, row_by_counting, row_by_sums
from .within import aquariums_between_bounds, pairs_of_lines

TECHNIQUES: tuple[tuple[Technique, Callable[[Position], Iterator[Step]]], ...] = (
    (Technique.COMPLETE, lines_complete),
    (Technique.LEVEL, level),
    (Technique.ROW, partial(counted, "row", row_by_counting)),
    (Technique.COLUMN, partial(counted, "column", column_by_counting)),
    (Technique.SUMS, partial(counted, "row", row_by_sums)),
    (Technique.BOUNDS, aquariums_between_bounds),
    (Technique.PAIR, pairs_of_lines),
    (Technique.SUPPOSE, suppositions),
)
"""How people look for a step: easiest first."""
ORDER = tuple(Technique)
HARDEST = {
    Grade.EASY: Technique.COLUMN,
    Grade.NORMAL: Technique.BOUNDS,
    Grade.HARD: Technique.PAIR,
    Grade.VERY_HARD: Technique.SEARCH,
}
"""The hardest technique that a puzzle of each grade needs: one line counted; its sums, or one aquarium by all
its lines; two lines at once; suppositions."""
MOST_STEPS = {Grade.EASY: 1.0, Grade.NORMAL: 1.85}
"""Steps for each row and column that a puzzle of these grades takes at most, for many easy steps are hard
too. The site's easy boards have up to 1.05, its normal ones 0.5 to 1.83, its hard ones 0.75 to 2.83."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """A way from a partial board to its end."""

    steps: tuple[Step, ...]
    grade: Grade
    known: Known
    """The board after the last step."""
    late: TimedOut | None = None
    """Says that the time was up before the next step was found."""

    @property
    def complete(self) -> bool:
        """Whether every cell is settled."""
        return all(wet is not None for row in self.known for wet in row)


def steps(
    puzzle: Puzzle,
    known: Known | None = None,
    hardest: Technique = Technique.SEARCH,
    *,
    deadline: Deadline | None = None,
) -> Iterator[Step]:
    """Yield step after step, each the easiest, by no harder technique than `hardest`.

    `puzzle`: a well-formed puzzle.
    `known`: known[row][col]: True wet, False dry, None not known. Steps are right where these marks are.
    Ends where nothing is left to settle: every solution with these marks may have the open cells either way;
    or where only harder techniques help. If marks were found to break a rule, the last step settles nothing
    and says which (`Step.contradicts`).
    Raises TimedOut: the deadline was over, or not all ways to fill the rest were tried in time.
    """
    board = empty(puzzle) if known is None else plain_cells(puzzle, known, "marks")
    memory = Memory()
    while step := easiest(position_of(puzzle, board, deadline, memory), hardest):
        yield step
        if step.contradicts:
            return
        board = settled(board, step.water, step.air)


def easiest(position: Position, hardest: Technique = Technique.SEARCH) -> Step | None:
    """Return the step that people find first: by the easiest technique, the one that settles most.

    None if nothing is left to settle, or only harder techniques help. Raises TimedOut as `steps` does.
    """
    puzzle = position.layout.puzzle
    for technique, find in TECHNIQUES:
        if ORDER.index(technique) > ORDER.index(hardest):
            break
        position.spend(LOOKED_AT_CELL * puzzle.height * puzzle.width)
        best: Step | None = None
        for step in find(position):
            if step.contradicts:
                return step
            if best is None or len(step.cells) > len(best.cells):
                best = step
        if best is not None:
            return best
    return None


def explain(
    puzzle: Puzzle,
    known: Known | None = None,
    hardest: Technique = Technique.SEARCH,
    *,
    deadline: Deadline | None = None,
) -> Explanation:
    """Go from a partial board, or an empty one, as far as techniques no harder than `hardest` lead.

    When the deadline is over, the explanation has the steps found so far, and says so. What a segment is
    stands where the first one is named.
    """
    board, taken, late = empty(puzzle) if known is None else known, list[Step](), None
    is_defined = False
    try:
        for step in steps(puzzle, board, hardest, deadline=deadline):
            taken.append(step if is_defined else defined(step))
            is_defined = is_defined or taken[-1] != step
            board = settled(board, step.water, step.air)
    except TimedOut as error:
        late = error
    return Explanation(tuple(taken), grade_of(taken, puzzle.height + puzzle.width), board, late)


def grade_of(taken: Iterable[Step], lines: int) -> Grade:
    """Grade a board of so many rows and columns by its hardest step (`HARDEST`) and how many there are."""
    found = list(taken)
    hardest = max((ORDER.index(step.technique) for step in found), default=0)
    return next(
        grade
        for grade, technique in HARDEST.items()
        if hardest <= ORDER.index(technique) and len(found) <= MOST_STEPS.get(grade, inf) * lines
    )
