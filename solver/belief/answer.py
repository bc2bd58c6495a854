"""The likeliest puzzle with exactly one solution, and how far behind it all is that would make it wrong.

That are its *rivals*, puzzles whose only solution is other water; puzzles with several solutions; and
misprints.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from itertools import chain
from math import exp, inf, log
from typing import NamedTuple

from ..deadline import Deadline
from ..errors import AquariumError, TimedOut
from ..message import Message
from ..model import CpSat, cp_sat
from ..places import ClueAt, Place, is_wall, regions_beside
from ..puzzle import Puzzle
from .bound import Bound, beyond
from .evidence import SURE, Change, Evidence
from .hypothesis import Hypothesis
from .puzzles import SURELY, PuzzleModel, find_blocks
from .rivals import DEEPER, DEPTHS, Against, Space
from .sources import misprint
from .waters import counts_of, heights_of, stays_level

MARGIN = log(99)
"""How much less probable all else must be together than what is answered: see docs/accuracy.md. In natural
log, as all that follows."""
MOSTLY = 0.5
"""Share of what may be against an answer that misprints may be, as a bound."""
OWN_DEPTH, MOST_OWN = 4.0, 60
"""How much less probable than the hypothesis puzzles with its water may be to be counted, where a rival was
found, and how many of them are."""
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
    """Log-odds of its water against all else, at least."""
    is_puzzle_certain: bool
    """Whether no other puzzle with the same water is nearly as probable."""
    open_places: frozenset[Place] = frozenset()
    """If one is: the clues and sides that may well be otherwise."""
    otherwise: Mapping[Place, float] = field(default_factory=dict)
    """For those of them that are not as they look: how probable puzzles with the same water are in which they
    are otherwise, against this one."""
    elsewhere: float = 0.0
    """The same for any other place."""

    @property
    def confidence(self) -> float:
        """Probability, 0 to 1, that its water is the right one."""
        return 1 / (1 + exp(-self.margin))

    def confidence_of(self, place: Place) -> float:
        """Return the probability, 0 to 1, that a clue or side is as in the hypothesis."""
        return 1 / (1 + exp(-self.margin) + self.otherwise.get(place, self.elsewhere))

    def repaired(self, evidence: Evidence) -> tuple[Change, ...]:
        """Return what is not as it looks most like."""
        return tuple(_changes(evidence, self.hypothesis.puzzle))


class Margin(NamedTuple):
    """How far behind a hypothesis all is that would make it wrong."""

    log_odds: float
    """Of its water against all else, at least."""
    rival: Hypothesis | None = None
    """The last puzzle that was found against it."""
    is_bound: bool = True
    """Whether all was bounded; else a part of it was searched for down to some depth alone."""


def find_hypothesis(evidence: Evidence, deadline: Deadline) -> Hypothesis:
    """Return the likeliest puzzle that has exactly one solution.

    Raises NotProved: when none is likelier than a misprint by the margin, or found in time, or many clues
    would be misread.
    """
    in_time = _in_time(Message("correction_not_in_time"))
    with in_time, cp_sat(_cells(evidence), deadline) as session:
        depth = misprint(*_size(evidence)) - MARGIN
        hypothesis = PuzzleModel(session, evidence, depth).likeliest(Message("looking_for_a_correction"))
    if hypothesis is None:
        raise NotProved(Message("no_correction"))
    clues = sum(isinstance(change.place, ClueAt) for change in _changes(evidence, hypothesis.puzzle))
    if clues > max(1, MOST_CHANGED * len([*evidence.clues()])):
        raise NotProved(Message("many_misread", clues=clues))
    # That errors come together makes rivals likelier, but what is answered must be so without.
    return replace(hypothesis, log_odds=evidence.deficit(hypothesis.puzzle))


def prove(
    evidence: Evidence, hypothesis: Hypothesis, deadline: Deadline, alternatives: Sequence[Evidence] = ()
) -> Proved:
    """Return how far all else is behind a hypothesis, and what may be otherwise with the same water.

    `alternatives` are other evidences, perhaps of boards of other sizes, that are right where the one of the
    hypothesis is not, each as probable as its `log_prior` says.

    Raises NotProved: when they are not behind by the margin, or it was not known in time.
    """
    bound = Bound(evidence, hypothesis)
    margin = _margin(bound, deadline, alternatives)
    if margin.log_odds < MARGIN and margin.rival:
        raise NotProved(_between(evidence, hypothesis.puzzle, margin.rival.puzzle))
    if margin.log_odds < MARGIN:
        raise NotProved(Message("misprint_as_likely"))
    same_water = _same_water(bound, deadline)
    if same_water <= SAME_WATER:
        return Proved(hypothesis, margin.log_odds, is_puzzle_certain=True, elsewhere=same_water)
    places = frozenset(_open_places(evidence, hypothesis))
    changes = [change for change in _changes(evidence, hypothesis.puzzle) if change.place in places]
    otherwise = {change.place: _otherwise(bound, change, deadline) for change in changes}
    return Proved(hypothesis, margin.log_odds, False, places, otherwise, exp(-NAMED))


def prove_as_read(
    evidence: Evidence, hypothesis: Hypothesis, alternatives: Sequence[Evidence] = ()
) -> Proved:
    """Return a hypothesis, of either rule, that is proved because no clue or wall is in doubt.

    All other puzzles are behind it by the margin together, whatever solutions they have. `alternatives` are
    those of `prove`.

    Raises NotProved: when they are not behind by the margin.
    """
    bound = Bound(evidence, hypothesis)
    spaces = _spaces(bound, alternatives)
    misprints = exp(-misprint(*_size(evidence))) * sum(space.every for space in spaces)
    mass = bound.consistent + misprints + sum(space.every for space in spaces[1:])
    if mass > exp(-MARGIN):
        raise NotProved(Message("only_as_read"))
    return Proved(hypothesis, -log(max(mass, exp(-SURE))), is_puzzle_certain=True, elsewhere=mass)


def find_margin(
    evidence: Evidence, hypothesis: Hypothesis, deadline: Deadline, alternatives: Sequence[Evidence] = ()
) -> Margin:
    """Return the log-odds of a hypothesis' water against all that would make it wrong.

    Raises NotProved: when that was not known in time.
    """
    return _margin(Bound(evidence, hypothesis), deadline, alternatives)


def _margin(bound: Bound, deadline: Deadline, alternatives: Sequence[Evidence]) -> Margin:
    margin = _against(bound, bound.companions, deadline, alternatives)
    if margin.log_odds >= MARGIN or margin.rival is None:
        return margin
    own = _own_mass(bound, deadline)
    return _against(bound, own, deadline, alternatives) if own > bound.companions else margin


def _against(bound: Bound, own: float, deadline: Deadline, alternatives: Sequence[Evidence]) -> Margin:
    """Weigh all that would make a hypothesis wrong against the mass of the puzzles with its water."""
    spaces, ahead = _spaces(bound, alternatives), bound.hypothesis.log_odds
    enough, unlikely = exp(-MARGIN) * own, exp(-misprint(*_size(bound.evidence)))
    misprints = Against(unlikely * sum(space.every for space in spaces))
    if misprints.mass > MOSTLY * enough:
        # Too many ways to read what is doubtful: those as near as all as it looks stand for them.
        misprints = Against(unlikely * exp(ahead) * own, is_bound=False)
    against = [misprints]
    with _in_time(Message("rivals_not_in_time")):
        for search in chain.from_iterable((space.rivals, space.several) for space in spaces):
            left = enough - sum(one.mass for one in against)
            if left > 0:
                against.append(search(left, deadline))
    log_odds = -log(max(sum(one.mass for one in against) / own, exp(-SURE)))
    rivals = [one.rival for one in against if one.rival]
    return Margin(log_odds, rivals[-1] if rivals else None, all(one.is_bound for one in against))


def _spaces(bound: Bound, alternatives: Sequence[Evidence]) -> list[Space]:
    """Return all puzzles that the hypothesis' evidence allows, and those of each other."""
    evidence, ahead = bound.evidence, bound.hypothesis.log_odds
    return [Space(bound, one, _log_p(one) - _log_p(evidence) + ahead) for one in (evidence, *alternatives)]


def _own_mass(bound: Bound, deadline: Deadline) -> float:
    """Return the mass of all puzzles with the hypothesis' water, at least: of those that are soon found.

    Where sides are in doubt that matter to no water, rivals have as many puzzles as it has.
    """
    mass, ahead = 0.0, bound.hypothesis.log_odds
    with suppress(TimedOut), cp_sat(_cells(bound.evidence), deadline) as session:
        model = _of_same_water(bound, session, OWN_DEPTH)
        for _ in range(MOST_OWN):
            if (one := model.likely(Message("looking_for_same_water"))) is None:
                break
            mass += exp(ahead - bound.evidence.deficit(one.puzzle))
            model.leave_out(one.puzzle)
    return mass


def _same_water(bound: Bound, deadline: Deadline) -> float:
    """Return the mass of all other puzzles with the same water; infinite where it is more than allowed.

    Or where nothing was known in time.
    """
    if (mass := bound.same_water()) <= SAME_WATER:
        return mass
    mass, beyond_search, spare = 0.0, inf, deadline.work_left - 2 * DEEPER
    with suppress(TimedOut), cp_sat(_cells(bound.evidence), deadline) as session:
        ahead, found = bound.hypothesis.log_odds, [bound.hypothesis.puzzle]
        for depth in DEPTHS:
            model = _of_same_water(bound, session, depth)
            for puzzle in found:
                model.leave_out(puzzle)
            while other := model.likely(Message("looking_for_same_water")):
                mass += exp(ahead - other.log_odds)
                if mass > SAME_WATER:
                    return inf
                model.leave_out(other.puzzle)
                found.append(other.puzzle)
            if (far := beyond(bound.same_water, depth, SURELY)) + mass <= SAME_WATER:
                return mass + far
            beyond_search = exp(-min(depth, SURELY))
            if deadline.work_left < spare:
                break
    return mass + beyond_search


def _otherwise(bound: Bound, change: Change, deadline: Deadline) -> float:
    """Return how probable the likeliest puzzle with the same water and a place otherwise is, if it matters.

    As probable as the hypothesis, where that was not known in time.
    """
    with suppress(TimedOut), cp_sat(_cells(bound.evidence), deadline) as session:
        model = _of_same_water(bound, session, -log(SAME_WATER))
        model.refuse(change.place, change.became)
        other = model.likeliest(Message("looking_for_same_water"))
        return exp(bound.hypothesis.log_odds - other.log_odds) if other else 0.0
    return 1.0


def _of_same_water(bound: Bound, session: CpSat, depth: float) -> PuzzleModel:
    model = PuzzleModel(session, bound.evidence, bound.hypothesis.log_odds + depth)
    model.fix(bound.hypothesis.water)
    return model


def _open_places(evidence: Evidence, hypothesis: Hypothesis) -> Iterator[Place]:
    """Yield the clues and sides that may well be otherwise with the same water."""
    puzzle, water = hypothesis.puzzle, hypothesis.water
    clues = (*puzzle.col_clues, *puzzle.row_clues)
    for (place, belief), clue, count in zip(evidence.clues(), clues, counts_of(water), strict=True):
        if belief.log_p(clue) - belief.log_p(count if clue is None else None) < NAMED:
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


def _log_p(evidence: Evidence) -> float:
    """Return the natural-log probability of an evidence, and of all being as it looks there."""
    return evidence.log_prior + evidence.log_probability


def _size(evidence: Evidence) -> tuple[int, int]:
    return len(evidence.row_clues), len(evidence.col_clues)


def _cells(evidence: Evidence) -> int:
    return len(evidence.row_clues) * len(evidence.col_clues)


def _between(evidence: Evidence, one: Puzzle, other: Puzzle) -> Message:
    """Say in what two puzzles differ of which neither can be ruled out."""
    if (one.height, one.width) != (other.height, other.width):
        size = Message("size_may_be", rows=other.height, columns=other.width)
        return Message("rival", differing=(size,))
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
