"""Other ways of solving the same puzzles, and processes to measure them in.

Peers are multi-puzzle-solver from PyPI and models written here after published descriptions: one yes-or-no
for each cell, cells beside each other tied within an aquarium, water below water, sums of rows and columns.
That rule, called `neighbours`, is weaker than the site's, where water stands equally high in the whole
aquarium: it leaves the arms of a U apart. So every model is there a second time with whole rows of an
aquarium tied, the rule `whole`.

They need the extra `peers`; the product needs none of it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass
from functools import cache, partial
from itertools import islice, pairwise
from typing import Any, NamedTuple

from benchmarks.launching import forget_peak, megabytes
from solver import Puzzle, solve
from solver.grid import Cell
from solver.puzzle import Water
from solver.solving import find_solutions
from vision.processes import WorkerPool

SLOWED = 2
"""Times its limit of CPU that a run may take on the clock, on a machine that others use too."""
PATIENCE = 3600.0
"""Seconds the product may take: only the measure's own limit, in CPU, shall end it."""


@dataclass(frozen=True)
class Peer:
    """One way of solving puzzles."""

    rule: str
    """`whole`: one level in the whole aquarium, the site's rule; `neighbours`: only cells side by side."""
    library: str
    """The module whose import is no part of what is measured."""
    solve: Callable[[Puzzle, int], list[Water]]
    """Returns at most so many solutions, fewer only after proof that there are no more."""


class Run(NamedTuple):
    """What one peer did with one puzzle."""

    ms: float
    """Milliseconds of CPU of all threads, the making of the model included."""
    megabytes: float
    """Peak of the process' memory so far, less what it held once its libraries were loaded."""
    waters: list[Water]


def of_product(puzzle: Puzzle, most: int) -> list[Water]:
    """Solve as the program does; one solution alone without proof that it is the only one."""
    if most == 1:
        return list(find_solutions(puzzle, 1, time_limit=PATIENCE))
    solution = solve(puzzle, time_limit=PATIENCE)
    return [solution.water] if solution.unique else [solution.water, solution.water]


def of_multi_puzzle_solver(puzzle: Puzzle, most: int) -> list[Water]:
    """Solve with the package's own model and its own search for all solutions."""
    import numpy as np  # noqa: PLC0415 — as below
    from puzzle_solver import aquarium_solver  # noqa: PLC0415 — of the extra `peers`, counted in its memory alone
    from puzzle_solver.core.utils_ortools import SingleSolution, generic_solve_all  # noqa: PLC0415 — of the extra `peers`, counted in its memory alone

    board = aquarium_solver.Board(
        np.array(puzzle.regions), top=np.array(puzzle.col_clues), side=np.array(puzzle.row_clues)
    )

    def solution(board: Any, solver: Any) -> SingleSolution:
        return SingleSolution({at: solver.value(wet) for at, wet in board.model_vars.items()})

    found = generic_solve_all(board, solution, max_solutions=most, verbose=False)
    return [water_of(puzzle, {(at.y, at.x): wet for at, wet in one.assignment.items()}) for one in found]


def of_ortools(puzzle: Puzzle, most: int, *, whole: bool = False) -> list[Water]:
    """Solve the model of cells with CP-SAT as it comes; forbid an answer to look for the next."""
    from ortools.sat.python import cp_model  # noqa: PLC0415 — counted in the memory of those who need it alone

    model, solver = cp_model.CpModel(), cp_model.CpSolver()
    wet = {cell: model.new_bool_var("") for cell in cells_of(puzzle)}
    for one, other in beside(puzzle, whole=whole):
        model.add(wet[one] == wet[other])
    for upper, lower in above(puzzle, whole=whole):
        model.add_implication(wet[upper], wet[lower])
    for cells, clue in sums(puzzle):
        model.add(sum(wet[cell] for cell in cells) == clue)
    found: list[Water] = []
    while len(found) < most and solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        values = {cell: solver.boolean_value(is_wet) for cell, is_wet in wet.items()}
        found.append(water_of(puzzle, values))
        model.add_bool_or([~wet[cell] if value else wet[cell] for cell, value in values.items()])
    return found


def of_constraint(puzzle: Puzzle, most: int, *, whole: bool = False) -> list[Water]:
    """Solve the model of cells with python-constraint as it comes."""
    import constraint  # noqa: PLC0415 — of the extra `peers`, counted in its memory alone

    problem = constraint.Problem()
    problem.addVariables(cells_of(puzzle), [0, 1])
    for pair in beside(puzzle, whole=whole):
        problem.addConstraint(constraint.AllEqualConstraint(), pair)
    for pair in above(puzzle, whole=whole):
        problem.addConstraint(lambda upper, lower: upper <= lower, pair)
    for cells, clue in sums(puzzle):
        problem.addConstraint(constraint.ExactSumConstraint(clue), cells)
    return [water_of(puzzle, values) for values in islice(problem.getSolutionIter(), most)]


def of_pysat(puzzle: Puzzle, most: int, *, whole: bool = False) -> list[Water]:
    """Solve the model of cells with PySAT and its counters; forbid an answer to look for the next."""
    from pysat.card import CardEnc  # noqa: PLC0415 — of the extra `peers`, counted in its memory alone
    from pysat.solvers import Cadical153  # noqa: PLC0415 — of the extra `peers`, counted in its memory alone

    wet = {cell: number for number, cell in enumerate(cells_of(puzzle), start=1)}
    top = len(wet)
    found: list[Water] = []
    with Cadical153() as solver:
        for one, other in beside(puzzle, whole=whole):
            solver.add_clause([-wet[one], wet[other]])
            solver.add_clause([wet[one], -wet[other]])
        for upper, lower in above(puzzle, whole=whole):
            solver.add_clause([-wet[upper], wet[lower]])
        for cells, clue in sums(puzzle):
            counter = CardEnc.equals([wet[cell] for cell in cells], bound=clue, top_id=top)
            top = max(top, counter.nv)
            solver.append_formula(counter.clauses)
        while len(found) < most and solver.solve():
            values = solver.get_model()[: len(wet)]
            found.append(water_of(puzzle, {cell: values[number - 1] > 0 for cell, number in wet.items()}))
            solver.add_clause([-value for value in values])
    return found


PRODUCT = "the product"
PEERS = {
    PRODUCT: Peer("whole", "ortools.sat.python.cp_model", of_product),
    "multi-puzzle-solver": Peer("whole", "puzzle_solver", of_multi_puzzle_solver),
    "OR-tools, cells": Peer("neighbours", "ortools.sat.python.cp_model", of_ortools),
    "OR-tools, cells, whole": Peer("whole", "ortools.sat.python.cp_model", partial(of_ortools, whole=True)),
    "PySAT, cells": Peer("neighbours", "pysat.solvers", of_pysat),
    "PySAT, cells, whole": Peer("whole", "pysat.solvers", partial(of_pysat, whole=True)),
    "python-constraint, cells": Peer("neighbours", "constraint", of_constraint),
    "python-constraint, cells, whole": Peer("whole", "constraint", partial(of_constraint, whole=True)),
}


def cells_of(puzzle: Puzzle) -> list[Cell]:
    """Return all cells [row, col] in reading order."""
    return [(row, col) for row in range(puzzle.height) for col in range(puzzle.width)]


def beside(puzzle: Puzzle, *, whole: bool) -> Iterator[tuple[Cell, Cell]]:
    """Yield pairs of cells that are wet or dry together: side by side, or in a row of the whole aquarium."""
    for row, ids in enumerate(puzzle.regions):
        last: dict[int, int] = {}
        for col, aquarium in enumerate(ids):
            if aquarium in last and (whole or last[aquarium] == col - 1):
                yield (row, last[aquarium]), (row, col)
            last[aquarium] = col


def above(puzzle: Puzzle, *, whole: bool) -> Iterator[tuple[Cell, Cell]]:
    """Yield pairs of cells of which the second is wet if the first is."""
    if whole:
        for cells in puzzle.aquariums().values():
            first = {row: (row, col) for row, col in reversed(cells)}
            yield from pairwise(first[row] for row in sorted(first))
        return
    for (row, upper), lower in zip(enumerate(puzzle.regions), puzzle.regions[1:], strict=False):
        for col, (one, other) in enumerate(zip(upper, lower, strict=True)):
            if one == other:
                yield (row, col), (row + 1, col)


def sums(puzzle: Puzzle) -> Iterator[tuple[list[Cell], int]]:
    """Yield the cells of every row and column that has a clue, and the clue."""
    rows, cols = range(puzzle.height), range(puzzle.width)
    for row, clue in enumerate(puzzle.row_clues):
        if clue is not None:
            yield [(row, col) for col in cols], clue
    for col, clue in enumerate(puzzle.col_clues):
        if clue is not None:
            yield [(row, col) for row in rows], clue


def water_of(puzzle: Puzzle, values: dict[Cell, Any]) -> Water:
    """Return water[row][col] of values of any kind for every cell."""
    return tuple(tuple(bool(values[row, col]) for col in range(puzzle.width)) for row in range(puzzle.height))


class Bench(WorkerPool):
    """A process in which one peer solves puzzles; after one that takes too long another is started."""

    def __init__(self, name: str, limit: float) -> None:
        """Name the peer, and the seconds of CPU that one run may take."""
        super().__init__(1, partial(loaded, name), time_limit=SLOWED * limit)
        self.name, self.limit = name, limit

    def run(self, puzzle: Puzzle, most: int) -> Run | None:
        """Look for so many solutions; None if the limit was reached or the peer failed."""
        try:
            run = self.submit(measured, self.name, puzzle, most).result()
        except BrokenExecutor:
            raise
        except Exception:
            return None
        return run if run.ms <= 1000 * self.limit else None


@cache
def loaded(name: str) -> float:
    """Load a peer's libraries in this process; return its megabytes with them."""
    __import__(PEERS[name].library)
    PEERS[name].solve(Puzzle([1, 2], [1, 2], [[1, 2], [2, 2]]), 2)
    forget_peak()
    return megabytes()


def measured(name: str, puzzle: Puzzle, most: int) -> Run:
    """Solve a puzzle with a peer in this process."""
    start = time.process_time()
    waters = PEERS[name].solve(puzzle, most)
    return Run(1000 * (time.process_time() - start), megabytes() - loaded(name), waters)
