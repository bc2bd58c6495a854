"""From a seed to a new puzzle of any size, with exactly one solution and as hard for people as asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache, partial
from math import inf, sqrt
from random import Random

from ..deadline import Deadline
from ..errors import AquariumError
from ..grid import Cell
from ..logic.counting import by_size, exactly
from ..logic.explanation import HARDEST, explain
from ..logic.layout import layout_of
from ..logic.position import State
from ..logic.step import Grade
from ..logic.suppose import follow
from ..message import Message
from ..propagation import Levels
from ..puzzle import Known, Puzzle, Rows, Water
from ..search import OutOfBudget, Search
from ..segments import SegmentForest, segment_forest
from .random_board import RandomBoard, shuffled

FINENESS = {Grade.EASY: 1.25, Grade.NORMAL: 2.1, Grade.HARD: 3.0, Grade.VERY_HARD: 3.2}
"""Aquariums for each cell of a board's side, on average: as on the site's boards of these names, or more."""
SITES_LARGEST = 30
"""Side beyond which that grows with the root of the side only: longer lines are harder to settle."""
COARSEST, FINEST, EVER_FINER, FINEST_OF_ALL = 0.85, 1.15, 1.02, 1.8
"""Aquariums of a board as a share of that average, the most being more with every board that did not serve:
small boards are seldom hard unless they are divided finely."""
CELLS_LOOKED_AT = 400_000
"""How much work one board is worth before its aquariums are merged, in cells: a second for any size."""
FEWEST_CHANGES, MOST_CHANGES = 8, 200
"""Changes of levels that are tried on a board, whatever its size."""
OPEN_SHARE = {Grade.HARD: 0.4, Grade.VERY_HARD: 0.55}
"""Share of the cells that counting may leave open before it is asked whether there is only one solution: with
more, proofs and explanations take long, and some step is almost always beyond the grade."""
MOST_WORK = 20_000
"""Lines that a search for another solution may look at: some tenths of a second, enough for nine in ten."""
PART = 8
"""Of the aquariums that are not settled, one in so many is changed at a time."""
BOARDS_CELLS = 20_000
FEWEST_BOARDS, MOST_BOARDS = 8, 800
"""Boards that are drawn before giving up: so many that they hold BOARDS_CELLS, within these bounds."""
PLAIN = 4
"""Side of a board from which on lines are filled in part only, as on the site's: a line that is all water or
all air gives much away."""
LARGEST = 1000
"""Side of the largest board."""

Open = Callable[[Puzzle], dict[int, int]]
"""Finds the aquariums that have cells that stay open, and how many."""


@dataclass(frozen=True, slots=True)
class Made:
    """A new puzzle."""

    puzzle: Puzzle
    water: Water
    """Its only solution."""


class NotMade(AquariumError):
    """No puzzle of the size and grade was found."""


def generate(rows: int, cols: int, grade: Grade = Grade.NORMAL, seed: int = 0) -> Made:
    """Make a puzzle with exactly one solution.

    `rows`, `cols`: the board's size in cells.
    `grade`: as `solver.logic.explanation.explain` grades it.
    `seed`: the same size, grade and seed give the same puzzle, on any machine.
    Raises NotMade: the size is none, or no such puzzle was found. Boards of few cells are all easy: there is
    nothing to weigh up in them.
    """
    if not (1 <= rows <= LARGEST and 1 <= cols <= LARGEST):
        raise NotMade(Message("no_such_size", rows=rows, columns=cols, most=LARGEST))
    rng = Random(seed)
    boards = min(MOST_BOARDS, max(FEWEST_BOARDS, BOARDS_CELLS // (rows * cols)))
    for number in range(boards):
        finest = min(FINEST_OF_ALL, FINEST * EVER_FINER**number)
        fineness = FINENESS[grade] * (COARSEST + rng.random() * (finest - COARSEST))
        board = RandomBoard(rng, rows, cols, _aquariums(rows * cols, fineness))
        _settle(board, OPEN[grade])
        if _is_graded(board.puzzle(), grade):
            return Made(board.puzzle(), board.water())
    raise NotMade(Message("not_made", grade=str(grade), rows=rows, columns=cols, tries=boards))


def _aquariums(cells: int, fineness: float) -> int:
    """Return into how many aquariums a board is divided."""
    side = sqrt(cells)
    return min(cells, max(1, round(fineness * min(side, sqrt(side * SITES_LARGEST)))))


def _settle(board: RandomBoard, find_open: Open) -> None:
    """Change levels, and then merge aquariums, until nothing stays open: one aquarium alone never does."""
    rows, cols = len(board.labels), len(board.labels[0])
    changes = min(MOST_CHANGES, max(FEWEST_CHANGES, CELLS_LOOKED_AT // (rows * cols)))
    puzzle = board.puzzle()
    cells, plain = find_open(puzzle), _plain(puzzle)
    while cells or (plain and changes > 0):
        labels = shuffled(board.rng, board.labels_of(cells.keys() | plain.keys()))
        some = labels[: max(1, len(labels) // PART)]
        before = {label: board.surface[label] for label in some}
        changes -= 1
        if changes < 0:
            board.merge(some)
        else:
            board.fill(some)
        puzzle = board.puzzle()
        found, found_plain = find_open(puzzle), _plain(puzzle)
        if changes >= 0 and _total(found, found_plain) > _total(cells, plain):
            board.surface |= before
        else:
            cells, plain = found, found_plain


def _total(*cells: dict[int, int]) -> int:
    return sum([number for each in cells for number in each.values()])


def _plain(puzzle: Puzzle) -> dict[int, int]:
    """Return of every aquarium how many cells it has in lines that are all water or all air."""
    if min(puzzle.height, puzzle.width) < PLAIN:
        return {}
    rows = [row for row, clue in enumerate(puzzle.row_clues) if clue in (0, puzzle.width)]
    cols = [col for col, clue in enumerate(puzzle.col_clues) if clue in (0, puzzle.height)]
    cells = {(row, col) for row in rows for col in range(puzzle.width)}
    return _by_aquarium(puzzle, cells.union((row, col) for col in cols for row in range(puzzle.height)))


def _by_aquarium(puzzle: Puzzle, cells: Iterable[Cell]) -> dict[int, int]:
    return Counter([puzzle.regions[row][col] for row, col in cells])


def _open_cells(puzzle: Puzzle, known: Known) -> dict[int, int]:
    lines = enumerate(known)
    return _by_aquarium(
        puzzle, [(row, col) for row, line in lines for col, wet in enumerate(line) if wet is None]
    )


def _is_graded(puzzle: Puzzle, grade: Grade) -> bool:
    """Tell whether a puzzle with one solution has a grade, explaining it only as far as needed to tell."""
    if grade is Grade.VERY_HARD:
        return bool(_open_to_sums(puzzle)) and not explain(puzzle, hardest=HARDEST[Grade.HARD]).complete
    explanation = explain(puzzle, hardest=HARDEST[grade])
    return explanation.complete and explanation.grade is grade


def _open_to_counting(puzzle: Puzzle) -> dict[int, int]:
    """Find the cells that stay open if lines are counted one at a time, segments of rows by their size."""
    layout = layout_of(puzzle)
    state = State(layout, [None] * len(layout.cells))
    follow(state, {}, deduce=partial(exactly, in_row=by_size))
    left = [segment for segment, wet in enumerate(state.fates) if wet is None]
    return _by_aquarium(puzzle, [cell for segment in left for cell in layout.cells[segment]])


def _open_to_sums(puzzle: Puzzle) -> dict[int, int]:
    """Find the cells that counting leaves open, sums of segments included."""
    levels = Levels(_forest(puzzle.regions), puzzle.row_clues, puzzle.col_clues)
    levels.propagate()
    return _open_cells(puzzle, levels.cells())


@lru_cache(maxsize=1)
def _forest(regions: Rows) -> SegmentForest:
    """Keep the chains of the last board: its levels are changed more often than its aquariums."""
    return segment_forest(regions)


def _open_to_search(puzzle: Puzzle, grade: Grade) -> dict[int, int]:
    """Find the cells that differ between two solutions, or all that counting leaves open.

    The latter where they are too many, or where a search of some length proves nothing.
    """
    cells = _open_to_sums(puzzle)
    if _total(cells) > OPEN_SHARE[grade] * puzzle.height * puzzle.width:
        return cells
    search = Search(puzzle, Deadline(inf), MOST_WORK, MOST_WORK)
    try:
        search.find_backbone(most=2)
    except OutOfBudget:
        return cells
    return _open_cells(puzzle, search.backbone())


OPEN: dict[Grade, Open] = {
    Grade.EASY: _open_to_counting,
    Grade.NORMAL: _open_to_sums,
    Grade.HARD: lambda puzzle: _open_to_search(puzzle, Grade.HARD),
    Grade.VERY_HARD: lambda puzzle: _open_to_search(puzzle, Grade.VERY_HARD),
}
"""What must settle all cells of a board of each grade."""
