"""From a puzzle to its solution, with proof."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice

from .deadline import Deadline
from .errors import InvalidPuzzle, NoSolution
from .model import Level, level_model
from .puzzle import Known, Puzzle, Solution, Water
from .search import OutOfEffort, Search
from .segments import Place

LEAST_EFFORT = 3000
MOST_EFFORT_PER_CELL = 8
"""Lines settled by supposing before the constraint model is asked: so many where supposing seems to be in
vain, so many more per cell where it helps. A line costs some two microseconds at every size of board, so the
search ends before the model would: that takes 20 ms on hard boards of 30 x 30, and its library a quarter of a
second to load. Of real boards, the hardest of 15 x 15 and that of 30 x 30 take 2900."""


def solve(puzzle: Puzzle, *, time_limit: float = 30.0, known: Known | None = None) -> Solution:
    """Find the water that satisfies a puzzle, and prove in which cells every solution agrees.

    Parameters
    ----------
    puzzle : Puzzle
        Any board, square or not; clues may be missing (None).
    time_limit : float
        Seconds for the whole call, proof included.
    known : Known, optional
        known[row][col]: only solutions that agree with this are wanted.

    Returns
    -------
    Solution
        water and forced as [row][col]. The same puzzle always gets the same answer.

    Raises
    ------
    InvalidPuzzle
        The puzzle is not well-formed; the message names every defect.
    NoSolution
        It was proved that no water fits.
    TimedOut
        The time was up before there was proof.
    """
    search = _search(puzzle, time_limit, known)
    try:
        search.find_common()
    except OutOfEffort:
        return _solved_by_model(puzzle, search)
    if not search.found:
        raise _no_solution()
    water = search.found[0].water()
    unique = len(search.found) == 1
    return Solution(water, unique, forced=water if unique else search.common())


def find_only_water(puzzle: Puzzle, *, time_limit: float = 30.0) -> Water | None:
    """Return the water of a puzzle with exactly one solution, None if it has none or several.

    Raises
    ------
    InvalidPuzzle
        The puzzle is not well-formed.
    TimedOut
        The time was up before there was proof.
    """
    search = _search(puzzle, time_limit)
    try:
        search.find_common(most=2)
        return search.found[0].water() if len(search.found) == 1 else None
    except OutOfEffort:
        waters = list(islice(_waters_of_model(puzzle, search), 2))
        return waters[0] if len(waters) == 1 else None


def find_solutions(puzzle: Puzzle, most: int, *, time_limit: float = 30.0) -> tuple[Water, ...]:
    """Return the solutions of a puzzle, different ones, as water[row][col]; at most so many.

    The same puzzle always gets the same solutions in the same order; none if it has none.

    Raises
    ------
    InvalidPuzzle
        The puzzle is not well-formed.
    TimedOut
        The time was up before there were so many, or proof that there are no more.
    """
    search = _search(puzzle, time_limit)
    try:
        return tuple(levels.water() for levels in islice(search.solutions(search.root), most))
    except OutOfEffort:
        return tuple(islice(_waters_of_model(puzzle, search), most))


def _search(puzzle: Puzzle, time_limit: float, known: Known | None = None) -> Search:
    deadline = Deadline(time_limit)
    if problems := puzzle.problems():
        raise InvalidPuzzle("; ".join(problems), "correct the clues or the walls")
    most = LEAST_EFFORT + MOST_EFFORT_PER_CELL * puzzle.height * puzzle.width
    return Search(puzzle, deadline, LEAST_EFFORT, most, known)


def _no_solution() -> NoSolution:
    return NoSolution("no water fits these clues and aquariums", "a clue or a wall may be misread")


def _solved_by_model(puzzle: Puzzle, search: Search) -> Solution:
    """Go on where the search stopped, with what it knows and found."""
    with _clued_model(puzzle, search) as level:
        answers = [level.answer(levels.water()) for levels in search.found]
        if not answers:
            first = level.next_answer("looking for a solution")
            if first is None:
                raise _no_solution()
            answers.append(first)
        common = _common_to_all(level, answers)
        return Solution(
            water=level.water(answers[0]),
            unique=len(common) == len(answers[0]),
            forced=tuple(tuple(map(common.get, places)) for places in level.places),
        )


def _waters_of_model(puzzle: Puzzle, search: Search) -> Iterator[Water]:
    """Yield all solutions, those first that the search found."""
    with _clued_model(puzzle, search) as level:
        doing = "looking for a solution"
        for levels in search.found:
            yield levels.water()
            level.ask_otherwise(level.answer(levels.water()))
            doing = "looking for another solution"
        while (answer := level.next_answer(doing)) is not None:
            yield level.water(answer)
            level.ask_otherwise(answer)
            doing = "looking for another solution"


@contextmanager
def _clued_model(puzzle: Puzzle, search: Search) -> Iterator[Level]:
    """Make the model of a puzzle in which all is settled that is settled for the search."""
    settled = search.root.levels.known()
    with level_model(puzzle.regions, search.deadline, puzzle.rule, known=settled) as level:
        lines = [
            *zip(level.rows(), puzzle.row_clues, strict=True),
            *zip(level.cols(), puzzle.col_clues, strict=True),
        ]
        for wet_cells, clue in lines:
            if clue is not None:
                level.model.add(wet_cells == clue)
        yield level


def _common_to_all(level: Level, answers: list[dict[Place, bool]]) -> dict[Place, bool]:
    """Keep of the first answer what holds in every answer: ask for others until none differs from it."""
    first, *others = answers
    common = {place: wet for place, wet in first.items() if all(other[place] == wet for other in others)}
    while common:
        level.ask_otherwise(common)
        other = level.next_answer("looking for another solution")
        if other is None:
            break
        common = {place: wet for place, wet in common.items() if other[place] == wet}
    return common
