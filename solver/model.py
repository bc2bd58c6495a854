"""The CP-SAT model of a board: one Bool per row segment, solved against a deadline."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from .deadline import DETERMINISTIC, LOADING, MODEL_RUN, MODELLED_CELL, Deadline
from .message import Message
from .puzzle import Known, Puzzle, Rows, Water
from .segments import segment_graph

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from ortools.sat.python import cp_model

Wet = TypeVar("Wet", bool, bool | None)
Answer = dict[int, bool]
"""Whether each segment is wet, by its number."""


@dataclass(frozen=True, eq=False, slots=True)
class CpSat:
    """OR-Tools' CP-SAT, set up so that the same model always gives the same answer."""

    new_model: Callable[[], cp_model.CpModel]
    weighted_sum: Callable[[Sequence[cp_model.LiteralT], Sequence[int]], cp_model.LinearExpr]
    """Adds variables up; doing so one by one would take several times as long."""
    solver: cp_model.CpSolver
    thread: Executor
    deadline: Deadline

    def solves(self, model: cp_model.CpModel, doing: Message) -> bool:
        """Find the best answer of a model; return False after proof that there is none.

        Raises TimedOut: saying what was being done.
        """
        self.deadline.check(doing)
        self.solver.parameters.max_deterministic_time = self.deadline.work_left / DETERMINISTIC
        self.solver.parameters.max_time_in_seconds = self.deadline.clock_left()
        status = self.solver.status_name(self._run(model))
        if status in ("UNKNOWN", "FEASIBLE"):
            raise self.deadline.timed_out(doing)
        if status not in ("OPTIMAL", "INFEASIBLE"):
            raise RuntimeError(f"CP-SAT calls the model {status}: {model.validate()}")
        return status == "OPTIMAL"

    def _run(self, model: cp_model.CpModel) -> cp_model.CpSolverStatus:
        """Solve a model and count the work, stopping when this thread is interrupted."""
        running = self.thread.submit(self.solver.solve, model)
        try:
            while not running.done():
                with suppress(TimeoutError):  # Windows delivers Ctrl-C only between two waits
                    running.result(0.2)
        finally:
            self.solver.stop_search()
        status = running.result()
        self.deadline.spend(MODEL_RUN + DETERMINISTIC * self.solver.response_proto.deterministic_time)
        return status


@contextmanager
def cp_sat(cells: int, deadline: Deadline) -> Iterator[CpSat]:
    """Set CP-SAT up for a model of a board with so many cells, to be solved before the deadline.

    Making the model counts as work, and loading CP-SAT as much as if it were not loaded yet. It runs in a
    thread of its own, because inside it Ctrl-C would go unnoticed until it ends.
    """
    deadline.check(Message("building_the_model"))
    deadline.spend(MODELLED_CELL * cells + (not deadline.has_model) * LOADING)
    deadline.check(Message("loading_cp_sat"))
    deadline.has_model = True
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 — loads logging, 4 ms, with what follows

    from ortools.sat.python import cp_model  # noqa: PLC0415 — 0.25 s, which propagation alone often saves

    solver = cp_model.CpSolver()
    # One worker and a fixed seed make answers repeatable. Presolve and linear relaxation cost more than
    # they save: with them most hard boards from 15 x 15 took 4 to 17 times longer, several over 10 s. So does
    # simplifying the clauses between two restarts: without it the slowest of 400 take half the time.
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 0
    solver.parameters.catch_sigint_signal = False
    solver.parameters.cp_model_presolve = False
    solver.parameters.linearization_level = 0
    solver.parameters.inprocessing_dtime_ratio = 0.0
    with ThreadPoolExecutor(max_workers=1) as thread:
        yield CpSat(cp_model.CpModel, cp_model.LinearExpr.weighted_sum, solver, thread, deadline)


@dataclass(frozen=True, eq=False, slots=True)
class LevelModel:
    """The constraint model of a puzzle's water levels."""

    model: cp_model.CpModel
    wet: dict[int, cp_model.IntVar]
    """Whether each segment is wet for which that is not given."""
    given: Answer
    """The other segments."""
    at: Rows
    """at[row][col]: the cell's segment."""
    cp_sat: CpSat

    def backbone(self, answers: Sequence[Answer]) -> Answer:
        """Return what holds in every answer there is: ask for others than those until none differs in it.

        Raises TimedOut.
        """
        first, *others = answers
        common = {at: wet for at, wet in first.items() if all(other[at] == wet for other in others)}
        while common:
            self.block(common)
            other = self.next_answer(Message("looking_for_another"))
            if other is None:
                break
            common = {at: wet for at, wet in common.items() if other[at] == wet}
        return common

    def block(self, answer: Answer) -> None:
        """Let later answers differ from this one (maybe partial) in at least one segment, better in all."""
        chosen = {segment: wet for segment, wet in answer.items() if segment in self.wet}
        self.model.add_bool_or(
            [~self.wet[segment] if wet else self.wet[segment] for segment, wet in chosen.items()]
        )
        self.model.clear_hints()  # type: ignore[no-untyped-call]  # OR-tools left it without annotation
        for segment, wet in chosen.items():
            self.model.add_hint(self.wet[segment], not wet)

    def next_answer(self, doing: Message) -> Answer | None:
        """Return the best answer of the model, or None after proof that there is none.

        Raises TimedOut: saying what was being done.
        """
        if not self.cp_sat.solves(self.model, doing):
            return None
        is_wet = self.cp_sat.solver.boolean_value
        return self.given | {segment: is_wet(wet) for segment, wet in self.wet.items()}

    def answer(self, water: Water) -> Answer:
        """Return water[row][col], level here, as an answer."""
        return dict(_cells(self.at, water))

    def water(self, answer: Answer) -> Water:
        """Return an answer as water[row][col]."""
        return tuple(tuple(answer[segment] for segment in segments) for segments in self.at)


@contextmanager
def level_model(puzzle: Puzzle, deadline: Deadline, *, known: Known | None = None) -> Iterator[LevelModel]:
    """Make the model of the water levels of a puzzle, to be solved before the deadline.

    Answers agree with known[row][col], which holds all that follows from any of its cells by level.
    """
    with cp_sat(puzzle.height * puzzle.width, deadline) as session:
        model, graph = session.new_model(), segment_graph(puzzle.regions, puzzle.rule)
        given = {segment: wet for segment, wet in _cells(graph.at, known or ()) if wet is not None}
        free = (segment for segment in range(len(graph.below)) if segment not in given)
        wet = {segment: model.new_bool_var("") for segment in free}
        for segment, lower in enumerate(graph.below):
            for other in lower:
                if segment in wet and other in wet:
                    model.add_implication(wet[segment], wet[other])
        lines = (*graph.at, *zip(*graph.at, strict=True))
        for segments, clue in zip(lines, puzzle.row_clues + puzzle.col_clues, strict=True):
            if clue is not None:
                cells = Counter(segment for segment in segments if segment in wet)
                open_cells = session.weighted_sum([wet[segment] for segment in cells], list(cells.values()))
                model.add(open_cells + sum([given.get(segment, False) for segment in segments]) == clue)
        yield LevelModel(model, wet, given, graph.at, session)


def _cells(at: Rows, cells: tuple[tuple[Wet, ...], ...]) -> Iterator[tuple[int, Wet]]:
    for segments, row in zip(at, cells, strict=False):
        yield from zip(segments, row, strict=True)
