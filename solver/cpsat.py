"""From a puzzle to its solution, with proof: a constraint model with one yes-or-no per aquarium and row."""

from __future__ import annotations

import time
from collections import Counter
from concurrent.futures import Executor, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .errors import InvalidPuzzle, NoSolution, TimedOut
from .puzzle import Puzzle, Solution

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

Place = tuple[int, int]
"""An aquarium's number and a row it reaches: its cells there are wet or dry together."""


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
    if problems := puzzle.problems():
        raise InvalidPuzzle("; ".join(problems), "correct the clues or the walls")
    # The solver runs beside this thread, because inside it Ctrl-C would go unnoticed until it ends.
    with ThreadPoolExecutor(max_workers=1) as beside:
        search = _prepare(puzzle, time_limit, beside)
        first = search.next_answer("looking for a solution")
        if first is None:
            raise NoSolution("no water fits these clues and aquariums", "a clue or a wall may be misread")
        common = _common_to_all(search, first)
    return Solution(
        water=tuple(tuple(first[place] for place in places) for places in _places(puzzle)),
        unique=len(common) == len(first),
        forced=tuple(tuple(common.get(place) for place in places) for places in _places(puzzle)),
    )


def _places(puzzle: Puzzle) -> tuple[tuple[Place, ...], ...]:
    """Give every cell [row][col] the place whose water it shares."""
    return tuple(tuple((aquarium, row) for aquarium in ids) for row, ids in enumerate(puzzle.regions))


def _common_to_all(search: _Search, first: dict[Place, bool]) -> dict[Place, bool]:
    """Keep of the first answer what holds in every answer: ask for others until none differs from it."""
    common = first
    while common:
        search.ask_otherwise(common)
        other = search.next_answer("looking for another solution")
        if other is None:
            break
        common = {place: wet for place, wet in common.items() if other[place] == wet}
    return common


@dataclass(frozen=True)
class _Search:
    """A constraint model and the clock it is solved against."""

    model: cp_model.CpModel
    solver: cp_model.CpSolver
    wet: dict[Place, cp_model.IntVar]
    time_limit: float
    deadline: float
    beside: Executor

    def ask_otherwise(self, answer: dict[Place, bool]) -> None:
        """Ask later answers to differ from this one (maybe partial) in at least one place, better in all."""
        self.model.add_bool_or(
            [~self.wet[place] if wet else self.wet[place] for place, wet in answer.items()]
        )
        self.model.clear_hints()  # type: ignore[no-untyped-call]  # OR-tools left it without annotation
        for place, wet in answer.items():
            self.model.add_hint(self.wet[place], not wet)

    def next_answer(self, doing: str) -> dict[Place, bool] | None:
        """Return one answer of the model, or None after proof that there is none."""
        self.solver.parameters.max_time_in_seconds = max(0.0, self.deadline - time.monotonic())
        status = self.solver.status_name(self._run())
        if status == "INFEASIBLE":
            return None
        if status != "OPTIMAL":
            seen = f"out of time while {doing}: the limit is {self.time_limit:g} s"
            raise TimedOut(seen, "allow more with --time-limit")
        return {place: self.solver.boolean_value(wet) for place, wet in self.wet.items()}

    def _run(self) -> cp_model.CpSolverStatus:
        """Solve the model, stopping when this thread is interrupted."""
        running = self.beside.submit(self.solver.solve, self.model)
        try:
            while not wait([running], timeout=0.2).done:
                pass  # Windows delivers Ctrl-C only between two waits
        finally:
            self.solver.stop_search()
        return running.result()


def _prepare(puzzle: Puzzle, time_limit: float, beside: Executor) -> _Search:
    deadline = time.monotonic() + time_limit
    # Importing this costs a quarter of a second, mostly pandas: only who solves shall pay it.
    from ortools.sat.python import cp_model  # noqa: PLC0415

    model, solver = cp_model.CpModel(), cp_model.CpSolver()
    # One worker and a fixed seed make answers repeatable. Presolve and linear relaxation cost more than
    # they save: with them most hard boards from 15 x 15 took 4 to 17 times longer, several over 10 s.
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 0
    solver.parameters.catch_sigint_signal = False
    solver.parameters.cp_model_presolve = False
    solver.parameters.linearization_level = 0
    wet = {place: model.new_bool_var("") for places in _places(puzzle) for place in dict.fromkeys(places)}
    for (aquarium, row), var in wet.items():
        if (below := wet.get((aquarium, row + 1))) is not None:
            model.add_implication(var, below)
    for places, clue in _lines(puzzle):
        if clue is not None:
            counts = Counter(places)
            variables, sizes = [wet[place] for place in counts], list(counts.values())
            model.add(cp_model.LinearExpr.weighted_sum(variables, sizes) == clue)
    return _Search(model, solver, wet, time_limit, deadline, beside)


def _lines(puzzle: Puzzle) -> list[tuple[tuple[Place, ...], int | None]]:
    """Pair the places along every row and every column with the line's clue."""
    rows = _places(puzzle)
    return [
        *zip(rows, puzzle.row_clues, strict=True),
        *zip(zip(*rows, strict=True), puzzle.col_clues, strict=True),
    ]
