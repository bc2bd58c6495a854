"""From a puzzle to its solution, with proof."""

from .errors import InvalidPuzzle, NoSolution
from .level import Level, level_model
from .pools import Place
from .puzzle import Puzzle, Solution, Water


def solve(puzzle: Puzzle, *, time_limit: float = 30.0) -> Solution:
    """Find the water that satisfies a puzzle, and prove in which cells every solution agrees.

    Parameters
    ----------
    puzzle : Puzzle
        Any board, square or not; clues may be missing (None).
    time_limit : float
        Seconds for the whole call, proof included.

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
    _check(puzzle)
    with level_model(puzzle.regions, time_limit, level=puzzle.level) as level:
        first = _first_answer(level, puzzle)
        if first is None:
            raise NoSolution("no water fits these clues and aquariums", "a clue or a wall may be misread")
        common = _common_to_all(level, first)
        return Solution(
            water=level.water(first),
            unique=len(common) == len(first),
            forced=tuple(tuple(map(common.get, places)) for places in level.places),
        )


def find_only_water(puzzle: Puzzle, *, time_limit: float = 30.0) -> Water | None:
    """Return the water of a puzzle with exactly one solution, None if it has none or several.

    Raises
    ------
    InvalidPuzzle
        The puzzle is not well-formed.
    TimedOut
        The time was up before there was proof.
    """
    _check(puzzle)
    with level_model(puzzle.regions, time_limit, level=puzzle.level) as level:
        first = _first_answer(level, puzzle)
        if first is None:
            return None
        level.ask_otherwise(first)
        return level.water(first) if level.next_answer("looking for another solution") is None else None


def _check(puzzle: Puzzle) -> None:
    if problems := puzzle.problems():
        raise InvalidPuzzle("; ".join(problems), "correct the clues or the walls")


def _first_answer(level: Level, puzzle: Puzzle) -> dict[Place, bool] | None:
    lines = [
        *zip(level.rows(), puzzle.row_clues, strict=True),
        *zip(level.cols(), puzzle.col_clues, strict=True),
    ]
    for wet_cells, clue in lines:
        if clue is not None:
            level.model.add(wet_cells == clue)
    return level.next_answer("looking for a solution")


def _common_to_all(level: Level, first: dict[Place, bool]) -> dict[Place, bool]:
    """Keep of the first answer what holds in every answer: ask for others until none differs from it."""
    common = first
    while common:
        level.ask_otherwise(common)
        other = level.next_answer("looking for another solution")
        if other is None:
            break
        common = {place: wet for place, wet in common.items() if other[place] == wet}
    return common
