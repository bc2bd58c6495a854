"""The likeliest puzzle with exactly one solution, and how far behind it all are whose water is another."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from math import exp, log

from ..deadline import Deadline
from ..errors import AquariumError, TimedOut
from ..message import Message
from ..model import cp_sat
from ..places import ClueAt, Place, is_wall, regions_beside
from ..puzzle import Puzzle
from .bound import bound_rivals, bound_same_water
from .evidence import Change, Evidence
from .hypothesis import Hypothesis
from .puzzles import PuzzleModel, find_blocks
from .waters import counts_of, heights_of, stays_level

MISPRINT = 13.0
"""How much less probable it is, than that all is as it looks, that no puzzle of the model is in the picture:
that it is misprinted, or a mark was taken for a digit. In natural log, as all that follows."""
MARGIN = log(99)
"""How much less probable all rivals must be together than what is answered: see docs/accuracy.md."""
BEYOND = 1.5
"""A rival that is less probable by the margin and this much more is not looked for."""
SAME_WATER = 0.01
"""Mass of other puzzles with the same water, against the one answered, from which it is not certain."""
NAMED = 9.0
"""How much less probable a clue or side may be otherwise to be named as one that is not certain, where some
are not. Errors of sides along one border come together, so each counts alone."""
MOST_CHANGED = 0.1
"""Share of the clues that may be taken otherwise than they look, or one: where more look wrong, the board
itself is damaged or covered, and what looks like a clue may be none."""


class NotProved(AquariumError):
    """No puzzle with exactly one solution is surely the one that was seen."""


class NotInTime(NotProved):
    """It was not known in time."""


@contextmanager
def _in_time(seen: Message) -> Iterator[None]:
    """Say what was not proved where the time is up."""
    try:
        yield
    except TimedOut:
        raise NotInTime(seen) from None


@dataclass(frozen=True, slots=True)
class Proved:
    """A hypothesis that no rival comes near."""

    hypothesis: Hypothesis
    margin: float
    """Log-odds of its water against all rivals."""
    is_puzzle_certain: bool
    """Whether no other puzzle with the same water is nearly as probable."""
    open_places: frozenset[Place] = frozenset()
    """If one is: the clues and sides that may well be otherwise."""

    @property
    def confidence(self) -> float:
        """Probability, 0 to 1, that its water is the right one."""
        return 1 / (1 + exp(-self.margin))

    def repaired(self, evidence: Evidence) -> tuple[Change, ...]:
        """Return what is not as it looks most like, but for what may well be otherwise."""
        every = _changes(evidence, self.hypothesis.puzzle)
        return tuple(change for change in every if change.place not in self.open_places)


def find_hypothesis(evidence: Evidence, deadline: Deadline) -> Hypothesis:
    """Return the likeliest puzzle that has exactly one solution.

    Raises NotProved: when none is likelier than a misprint by the margin, or found in time, or many clues
    would be misread.
    """
    in_time = _in_time(Message("correction_not_in_time"))
    with in_time, cp_sat(_cells(evidence), deadline) as session:
        model = PuzzleModel(session, evidence, MISPRINT - MARGIN)
        hypothesis = model.likeliest(Message("looking_for_a_correction"))
    if hypothesis is None:
        raise NotProved(Message("no_correction"))
    clues = sum(isinstance(change.place, ClueAt) for change in _changes(evidence, hypothesis.puzzle))
    if clues > max(1, MOST_CHANGED * len([*evidence.clues()])):
        raise NotProved(Message("many_misread", clues=clues))
    return hypothesis


def prove(evidence: Evidence, hypothesis: Hypothesis, deadline: Deadline) -> Proved:
    """Return how far all rivals are behind a hypothesis, and what may be otherwise with the same water.

    Raises NotProved: when they are not behind by the margin, or it was not known in time.
    """
    margin, rival = find_margin(evidence, hypothesis, deadline)
    if margin < MARGIN and rival:
        raise NotProved(_between(evidence, hypothesis.puzzle, rival.puzzle))
    if margin < MARGIN:
        raise NotProved(Message("misprint_as_likely"))
    if _is_puzzle_certain(evidence, hypothesis, deadline):
        return Proved(hypothesis, margin, is_puzzle_certain=True)
    places = frozenset(_open_places(evidence, hypothesis))
    return Proved(hypothesis, margin, is_puzzle_certain=False, open_places=places)


def find_margin(
    evidence: Evidence, hypothesis: Hypothesis, deadline: Deadline
) -> tuple[float, Hypothesis | None]:
    """Return the log-odds of a hypothesis' water against its rivals, and the one that was found last.

    Rivals are puzzles with exactly one solution that is other water, and a misprint. They are looked for
    until they are too probable, or no more are probable enough.

    Raises NotProved: when that was not known in time.
    """
    enough, misprint = exp(-MARGIN), exp(hypothesis.log_odds - MISPRINT)
    mass, rival = misprint + bound_rivals(evidence, hypothesis), None
    if misprint <= enough < mass:
        mass = misprint
        for rival in _rivals(evidence, hypothesis, deadline):
            mass += exp(hypothesis.log_odds - rival.log_odds)
            if mass > enough:
                break
    return -log(mass), rival


def _rivals(evidence: Evidence, hypothesis: Hypothesis, deadline: Deadline) -> Iterator[Hypothesis]:
    """Yield a puzzle of each other water, the likelier ones first."""
    in_time = _in_time(Message("rivals_not_in_time"))
    with in_time, cp_sat(_cells(evidence), deadline) as session:
        model = PuzzleModel(session, evidence, hypothesis.log_odds + MARGIN + BEYOND)
        model.forbid(hypothesis.water)
        doing = Message("ruling_out_rivals")
        while rival := model.likely(doing):
            # One that is farther behind does not decide alone: its water may be likelier in another way.
            if rival.log_odds > hypothesis.log_odds + MARGIN:
                rival = model.likeliest(doing) or rival
            yield rival
            model.forbid(rival.water)


def _is_puzzle_certain(evidence: Evidence, hypothesis: Hypothesis, deadline: Deadline) -> bool:
    """Return whether all other puzzles with the same water are hardly probable; not if time was up."""
    if bound_same_water(evidence, hypothesis) <= SAME_WATER:
        return True
    mass = 0.0
    with suppress(TimedOut), cp_sat(_cells(evidence), deadline) as session:
        model = PuzzleModel(session, evidence, hypothesis.log_odds + BEYOND - log(SAME_WATER))
        model.fix(hypothesis.water)
        model.leave_out(hypothesis.puzzle)
        while other := model.likely(Message("looking_for_same_water")):
            mass += exp(hypothesis.log_odds - other.log_odds)
            if mass > SAME_WATER:
                return False
            model.leave_out(other.puzzle)
        return True
    return False


def _open_places(evidence: Evidence, hypothesis: Hypothesis) -> Iterator[Place]:
    """Yield the clues and sides that may well be otherwise with the same water."""
    puzzle, water = hypothesis.puzzle, hypothesis.water
    clues = (*puzzle.col_clues, *puzzle.row_clues)
    for (place, values), clue, count in zip(evidence.clues(), clues, counts_of(water), strict=True):
        if values[-1 if clue is None else clue] - values[count if clue is None else -1] < NAMED:
            yield place
    blocks = find_blocks(evidence, NAMED)
    heights = heights_of(blocks, water)
    for side, odds in evidence.sides():
        one, other = regions_beside(blocks, side)
        if one != other and stays_level(heights, (one, other)) and abs(odds) < NAMED:
            yield side


def _changes(evidence: Evidence, puzzle: Puzzle) -> Iterator[Change]:
    clues = (*puzzle.col_clues, *puzzle.row_clues)
    for (place, belief), clue in zip(evidence.clues(), clues, strict=True):
        if (seen := belief.likeliest) != clue:
            yield Change(place, seen, clue)
    for side, odds in evidence.sides():
        if (wall := is_wall(puzzle.regions, side)) != (odds > 0):
            yield Change(side, not wall, wall)


def _cells(evidence: Evidence) -> int:
    return len(evidence.row_clues) * len(evidence.col_clues)


def _between(evidence: Evidence, one: Puzzle, other: Puzzle) -> Message:
    """Say in what two puzzles differ of which neither can be ruled out."""
    clues = zip(
        evidence.clues(), (*one.col_clues, *one.row_clues), (*other.col_clues, *other.row_clues), strict=True
    )
    differing = [
        Message("clue_may_be", axis=place.axis, line=place.line + 1, one=first, other=second)
        for (place, _), first, second in clues
        if first != second
    ]
    if one.regions != other.regions:
        differing.append(Message("wall_may_be"))
    return Message("rival", differing=tuple(differing))
