"""The rules as a constraint model: one yes-or-no per pool and row, and a clock to solve it against."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from .deadline import Deadline
from .puzzle import Known, Rows, Rule, Water
from .segments import Place, Places, places_below, places_of

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

Wet = TypeVar("Wet", bool, bool | None)


@dataclass(frozen=True, eq=False)
class Level:
    """The constraint model of a grid's aquariums; clues are added by who uses it."""

    model: cp_model.CpModel
    wet: dict[Place, cp_model.IntVar]
    """Whether each place is wet of which that was not known before."""
    known: dict[Place, bool]
    """The other places."""
    places: Places
    solver: cp_model.CpSolver
    beside: Executor
    deadline: Deadline

    def rows(self) -> list[cp_model.LinearExpr]:
        """Return the number of wet cells of every row."""
        return [self._wet_cells(places) for places in self.places]

    def cols(self) -> list[cp_model.LinearExpr]:
        """Return the number of wet cells of every column."""
        return [self._wet_cells(places) for places in zip(*self.places, strict=True)]

    def _wet_cells(self, places: tuple[Place, ...]) -> cp_model.LinearExpr:
        counts = Counter(place for place in places if place in self.wet)
        open_cells = weighted_sum([self.wet[place] for place in counts], list(counts.values()))
        return open_cells + sum([self.known.get(place, False) for place in places])

    def ask_otherwise(self, answer: dict[Place, bool]) -> None:
        """Ask later answers to differ from this one (maybe partial) in at least one place, better in all."""
        chosen = {place: wet for place, wet in answer.items() if place in self.wet}
        self._forbid(chosen)
        self.model.clear_hints()  # type: ignore[no-untyped-call]  # OR-tools left it without annotation
        for place, wet in chosen.items():
            self.model.add_hint(self.wet[place], not wet)

    def ask_for_other(self, water: Water) -> None:
        """Ask answers to differ from water[row][col] somewhere; they do anyway if it is not level here."""
        seen: defaultdict[Place, set[bool]] = defaultdict(set)
        for wet, place in _cells(water, self.places):
            seen[place].add(wet)
        if all(len(kinds) == 1 for kinds in seen.values()):
            self._forbid({place: kinds == {True} for place, kinds in seen.items()})

    def _forbid(self, answer: dict[Place, bool]) -> None:
        """Let no later answer agree with this one (maybe partial) in all its places."""
        self.model.add_bool_or(
            [~self.wet[place] if wet else self.wet[place] for place, wet in answer.items()]
        )

    def next_answer(self, doing: str) -> dict[Place, bool] | None:
        """Return the best answer of the model, or None after proof that there is none.

        Raises
        ------
        TimedOut
            saying what was being done
        """
        self.solver.parameters.max_time_in_seconds = self.deadline.left()
        status = self.solver.status_name(self._run())
        if status == "INFEASIBLE":
            return None
        if status != "OPTIMAL":
            raise self.deadline.timed_out(doing)
        return self.known | {place: self.solver.boolean_value(wet) for place, wet in self.wet.items()}

    def answer(self, water: Water) -> dict[Place, bool]:
        """Return water[row][col], level here, as an answer."""
        return {place: wet for wet, place in _cells(water, self.places)}

    def water(self, answer: dict[Place, bool]) -> Water:
        """Return an answer as water[row][col]."""
        return tuple(tuple(answer[place] for place in places) for places in self.places)

    def _run(self) -> cp_model.CpSolverStatus:
        """Solve the model, stopping when this thread is interrupted."""
        running = self.beside.submit(self.solver.solve, self.model)
        try:
            while not wait([running], timeout=0.2).done:
                pass  # Windows delivers Ctrl-C only between two waits
        finally:
            self.solver.stop_search()
        return running.result()


def weighted_sum(variables: Sequence[cp_model.IntVar], weights: Sequence[int]) -> cp_model.LinearExpr:
    """Return a sum of the model's variables; adding them one by one would take several times as long."""
    from ortools.sat.python import cp_model  # noqa: PLC0415 — see `level_model`

    return cp_model.LinearExpr.weighted_sum(variables, weights)


@contextmanager
def level_model(
    regions: Rows, deadline: Deadline, rule: Rule = "level", *, known: Known | None = None
) -> Iterator[Level]:
    """Make the model of a grid's aquariums, to be solved before the time is up.

    Whether water is level in the whole aquarium or as far as it is connected is said by `Puzzle.rule`.
    Answers agree with what is known[row][col]; all that follows from it by level is known too.
    The solver runs beside this thread, because inside it Ctrl-C would go unnoticed until it ends.
    """
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
    places = places_of(regions, rule)
    below = places_below(regions, places)
    given = {place: wet for wet, place in _cells(known, places) if wet is not None} if known else {}
    wet = {place: model.new_bool_var("") for place in below if place not in given}
    for place, lower in below.items():
        for other in lower:
            if place in wet and other in wet:
                model.add_implication(wet[place], wet[other])
    with ThreadPoolExecutor(max_workers=1) as beside:
        yield Level(model, wet, given, places, solver, beside, deadline)


def _cells(known: tuple[tuple[Wet, ...], ...], places: Places) -> Iterator[tuple[Wet, Place]]:
    for row, at in zip(known, places, strict=True):
        yield from zip(row, at, strict=True)
