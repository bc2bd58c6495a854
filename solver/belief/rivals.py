"""What is against a hypothesis in one evidence: bounded where that is enough, else searched for.

A search goes deeper and deeper, until what lies beyond is surely too little to matter.
"""

from __future__ import annotations

from functools import partial
from math import exp, inf
from typing import NamedTuple

from ..deadline import Deadline
from ..errors import TimedOut
from ..message import Message
from ..model import CpSat, cp_sat
from ..puzzle import Puzzle, Water
from .bound import Bound, Mass, beyond, readings
from .evidence import Evidence
from .hypothesis import Hypothesis
from .puzzles import SURELY, PuzzleModel
from .sources import several_solutions

DEPTHS = (7.0, 9.0, 11.0, 13.0, 15.0, 18.0, 22.0, 27.0, 34.0, 42.0)
"""How much less probable than the hypothesis, in natural log, a puzzle may be that is searched for: one after
the other. The first is the margin of an answer and a half as much."""
ALL_SIDES = 15.0
"""Depth from which sides surer than `SURELY` are in doubt, too. Small boards are searched so deep."""
DEEPER = 0.15
"""Seconds of work for all depths but the first. On large boards with many doubtful sides, what lies beyond is
never proved to be little."""
PART = 0.75
"""Share of the work that is left which each search may take."""
ENOUGH = 0.5
"""Share of what may be against a hypothesis down to which a search goes on, if there is much beyond."""
FEW = 0.05
"""Share of it that is little: all beyond a search, or all puzzles with one water, to be counted at once."""
LITTLE = 0.5
"""Share of what may be against a hypothesis that a bound may come to for nothing to be searched for."""


class Against(NamedTuple):
    """What is against a hypothesis."""

    mass: float
    """With 1 for that of the hypothesis."""
    rival: Hypothesis | None = None
    """The last puzzle that was found."""
    is_bound: bool = True
    """Whether there is surely no more. Else no more was found down to a depth, and the mass that a puzzle has
    there stands for all beyond."""


class Space:
    """All puzzles that one evidence allows, against a hypothesis."""

    def __init__(self, bound: Bound, evidence: Evidence, ahead: float) -> None:
        """Take how much more probable than the hypothesis, in natural log, all is as it looks in an evidence.

        That is the hypothesis' own, or another that is right where its own is not, perhaps of another size.
        """
        self._evidence, self._ahead = evidence, ahead
        self._bound = bound if evidence is bound.evidence else None
        puzzle, water = bound.hypothesis.puzzle, bound.hypothesis.water
        rows, cols = len(evidence.row_clues), len(evidence.col_clues)
        self._cells, is_its_size = rows * cols, (rows, cols) == (puzzle.height, puzzle.width)
        self._waters: list[Water] = [water] if is_its_size else []
        """The waters whose puzzles are counted, or are not against the hypothesis."""
        self._puzzles: list[Puzzle] = []
        """Other puzzles that are counted."""
        self._less = several_solutions(puzzle)
        self._are_searched = False
        """Whether rivals were searched for: then only those are counted that were found."""

    def _mass(self, *names: str) -> Mass:
        """Return how to bound the mass of some puzzles, by the names of their `Masses`; of all if need be."""
        if (bound := self._bound) is None:
            return partial(readings, self._evidence, self._ahead)
        return lambda scale, least: sum(getattr(bound.masses(scale, least), name) for name in names)

    @property
    def every(self) -> float:
        """The mass of all puzzles but the hypothesis, whatever solutions they have."""
        return self._mass("every")(1.0, -inf)

    def rivals(self, allowed: float, deadline: Deadline) -> Against:
        """Return the mass of puzzles whose only solution is other water; more than allowed is not summed up.

        Raises TimedOut: when no depth was searched.
        """
        mass = self._mass("rivals")
        if (known := mass(1.0, -inf)) <= LITTLE * allowed:
            return Against(known)
        self._are_searched = True
        return self._search(mass, 0.0, allowed, deadline)

    def several(self, allowed: float, deadline: Deadline) -> Against:
        """Return the mass of puzzles with several solutions, each as improbable as such puzzles are.

        Raises TimedOut: when no depth was searched.
        """
        mass = self._mass(*["rivals"] * self._are_searched, "several")
        if (known := exp(-self._less) * mass(1.0, -inf)) <= LITTLE * allowed:
            return Against(known)
        return self._search(mass, self._less, allowed, deadline)

    def _search(
        self,
        mass: Mass,
        less: float,
        allowed: float,
        deadline: Deadline,
    ) -> Against:
        """Go deeper until what was found and what lies beyond is allowed, or more than that was found.

        Every puzzle is less probable by `less` than its clues and sides say.
        """
        found, far, reached, rival = 0.0, inf, -inf, None
        left = PART * deadline.work_left
        for depth in DEPTHS:
            within, surely = depth - less, max(SURELY, depth if depth >= ALL_SIDES else 0.0)
            try:
                with deadline.part(left) as part, cp_sat(self._cells, part) as session:
                    model = self._model(session, within, surely, is_of_rivals=not less)
                    find = model.solvable if less else model.likely
                    while one := find(Message("ruling_out_rivals")):
                        rival = one
                        found += self._counted(model, one, less, FEW * allowed)
                        if found > allowed:
                            return Against(found, rival)
            except TimedOut:
                if reached == -inf:
                    raise
                break
            left = DEEPER if reached == -inf else part.work_left
            reached, far = min(depth, surely), exp(-less) * beyond(mass, within, surely)
            if found + far <= ENOUGH * allowed or far <= FEW * allowed:
                break
        if found + far <= allowed or far <= FEW * allowed:
            return Against(found + far, rival)
        return Against(found + exp(-reached), rival, is_bound=False)

    def _model(self, session: CpSat, depth: float, surely: float, *, is_of_rivals: bool) -> PuzzleModel:
        model = PuzzleModel(session, self._evidence, depth + self._ahead, surely)
        for water in self._waters:
            (model.forbid if is_of_rivals else model.differ)(water)
        for puzzle in self._puzzles:
            model.leave_out(puzzle)
        return model

    def _counted(self, model: PuzzleModel, one: Hypothesis, less: float, few: float) -> float:
        """Return the mass of all puzzles that a puzzle's water solves, if it is a little, else its own.

        What is counted is not found again.
        """
        mass = exp(self._ahead - one.log_odds - less)
        of_its_water = mass * (1 + Bound(self._evidence, one).same_water())
        if of_its_water > few:
            model.leave_out(one.puzzle)
            self._puzzles.append(one.puzzle)
            return mass
        (model.differ if less else model.forbid)(one.water)
        self._waters.append(one.water)
        return of_its_water
