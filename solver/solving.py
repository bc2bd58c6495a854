"""From a puzzle to its solution, with proof: propagation, then a search, then CP-SAT."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from .deadline import LOADING, SEARCHED_LINE, Deadline
from .errors import InvalidPuzzle, NoSolution
from .message import Message
from .model import level_model
from .puzzle import Known, Puzzle, Solution, Water, plain_cells
from .search import LOOKING, LOOKING_FOR_ANOTHER, OutOfBudget, Search

LEAST_WORK = 3000
MOST_WORK_PER_CELL = 8
"""Lines settled by probing before CP-SAT is asked: so many where probes seem to be fruitless, so many more
for each cell where they help. A line costs some two microseconds at every size of board, so the search ends
before CP-SAT would: that takes 20 ms on hard boards of 30 x 30, and its library a quarter of a second to
load. Of real boards, the hardest of 15 x 15 and that of 30 x 30 take 2900."""
AS_LONG_AS_LOADING = round(LOADING / SEARCHED_LINE)
"""Lines settled by probing before CP-SAT is asked for one board alone: in the time that it takes to load. The
real board of 25 x 25 takes 86 000."""


def solve(
    puzzle: Puzzle,
    *,
    time_limit: float | Deadline = 30.0,
    assumptions: Known | None = None,
    alone: bool = False,
) -> Solution:
    """Find the water that satisfies a puzzle, and prove in which cells every solution agrees.

    `puzzle`: any board, square or not; clues may be missing (None).
    `time_limit`: seconds for the whole call, proof included; work is counted, as what it takes on a usual
    computer, so the answer does not depend on how busy this one is. Or a deadline shared with other calls.
    `assumptions`: assumptions[row][col]: cells taken as given, wet or dry; None elsewhere.
    `alone`: whether it is the only board to be solved, so that loading CP-SAT would serve it alone: then the
    search goes on for as long as that takes.
    Returns water and forced as [row][col]. The same puzzle always gets the same answer.
    Raises InvalidPuzzle: the puzzle is not well-formed, the message names every defect; or the assumptions
    are not its cells.
    Raises NoSolution: it was proved that no water fits.
    Raises TimedOut: the time was up before there was proof.
    """
    search = _search(puzzle, time_limit, assumptions)
    if alone and not search.deadline.has_model:
        search.least_work = search.most_work = AS_LONG_AS_LOADING
    try:
        search.find_backbone()
    except OutOfBudget:
        return _solved_by_model(puzzle, search)
    if not search.found:
        raise NoSolution(Message("no_solution"))
    water = search.found[0].water()
    unique = len(search.found) == 1
    return Solution(water, unique, forced=water if unique else search.backbone())


def find_solutions(puzzle: Puzzle, most: int, *, time_limit: float | Deadline = 30.0) -> tuple[Water, ...]:
    """Return the solutions of a puzzle, different ones, as water[row][col]; at most so many.

    The same puzzle always gets the same solutions in the same order; none if it has none.

    Raises InvalidPuzzle: the puzzle is not well-formed.
    Raises TimedOut: the time was up before there were so many, or proof that there are no more.
    """
    search = _search(puzzle, time_limit)
    try:
        return tuple(levels.water() for levels in islice(search.solutions(search.root), most))
    except OutOfBudget:
        return tuple(islice(_waters_of_model(puzzle, search), most))


def find_quickly(
    puzzle: Puzzle, most: int, deadline: Deadline, known: Known | None = None
) -> tuple[tuple[Water, ...], Known] | None:
    """Return solutions as `find_solutions` does, and cells[row][col] that were found to be alike in all.

    Of those with known[row][col] alone, if that is given. None where a search without CP-SAT does not find
    them; whatever is not well-formed has none.

    Raises TimedOut.
    """
    try:
        search = _search(puzzle, deadline, known)
        waters = tuple(levels.water() for levels in islice(search.solutions(search.root), most))
        return waters, search.root.levels.cells()
    except InvalidPuzzle:
        return (), ()
    except OutOfBudget:
        return None


def _search(puzzle: Puzzle, time_limit: float | Deadline, assumptions: Known | None = None) -> Search:
    deadline = Deadline.of(time_limit)
    if problems := puzzle.problems():
        raise InvalidPuzzle(Message("not_a_puzzle", defects=tuple(problems)))
    if assumptions is not None:
        assumptions = plain_cells(puzzle, assumptions, "assumptions")
    most = LEAST_WORK + MOST_WORK_PER_CELL * puzzle.height * puzzle.width
    return Search(puzzle, deadline, LEAST_WORK, most, assumptions)


def _solved_by_model(puzzle: Puzzle, search: Search) -> Solution:
    """Go on where the search stopped, with what it knows and found."""
    with level_model(puzzle, search.deadline, known=search.root.levels.cells()) as model:
        answers = [model.answer(levels.water()) for levels in search.found]
        if not answers:
            first = model.next_answer(LOOKING)
            if first is None:
                raise NoSolution(Message("no_solution"))
            answers.append(first)
        backbone = model.backbone(answers)
        return Solution(
            water=model.water(answers[0]),
            unique=len(backbone) == len(answers[0]),
            forced=tuple(tuple(map(backbone.get, segments)) for segments in model.at),
        )


def _waters_of_model(puzzle: Puzzle, search: Search) -> Iterator[Water]:
    """Yield all solutions."""
    with level_model(puzzle, search.deadline, known=search.root.levels.cells()) as model:
        doing = LOOKING
        while (answer := model.next_answer(doing)) is not None:
            yield model.water(answer)
            model.block(answer)
            doing = LOOKING_FOR_ANOTHER
