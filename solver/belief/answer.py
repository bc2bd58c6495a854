"""The likeliest puzzle with exactly one solution, and whether all that would make it wrong is far behind.

That are its *rivals*, puzzles whose only solution is other water; puzzles with several solutions; and
misprints. `proof` weighs them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from math import exp, log

from ..deadline import Deadline
from ..errors import AquariumError, TimedOut
from ..message import Message
from ..model import cp_sat
from ..places import ClueAt, Place, is_wall, regions_beside
from ..puzzle import Puzzle
from .causes import hypothesis_of
from .evidence import SURE, Change, Evidence, Hypothesis
from .proof import MARGIN, SAME_WATER, find_margin, mass_of_same_water
from .puzzles import PuzzleModel, find_blocks, likeliest_of_few
from .sources import misprint
from .spaces import mass_of_all
from .waters import counts_of, heights_of, stays_level

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


@dataclass(frozen=True, eq=False, slots=True)
class Proved:
    """A hypothesis that no rival comes near."""

    hypothesis: Hypothesis
    margin: float
    """Log-odds of its water against all else, at least."""
    is_bound: bool = True
    """Whether all that is against it was bounded; else a part was estimated."""
    is_puzzle_certain: bool = True
    """Whether no other puzzle with the same water is nearly as probable."""
    open_places: frozenset[Place] = frozenset()
    """If one is: the clues and sides that may well be otherwise."""
    otherwise: Mapping[Place, float] = field(default_factory=dict)
    """For those of them that are not as they look: how probable puzzles with the same water are in which they
    are otherwise, at most, against this one."""
    elsewhere: float = 0.0
    """The same for any other place."""

    def confidence_of(self, place: Place) -> float:
        """Return the probability, 0 to 1, that a clue or side is as in the hypothesis."""
        return 1 / (1 + exp(-self.margin) + self.otherwise.get(place, self.elsewhere))

    def repaired(self, evidence: Evidence) -> tuple[Change, ...]:
        """Return what is not as it looks most like."""
        return tuple(_changes(evidence, self.hypothesis.puzzle))


def find_hypothesis(evidence: Evidence, deadline: Deadline) -> Hypothesis:
    """Return the likeliest puzzle that has exactly one solution.

    Raises NotProved: when none is likelier than a misprint by the margin, or found in time, or many clues
    would be misread.
    """
    depth = misprint(*_size(evidence)) - MARGIN
    with _in_time(Message("correction_not_in_time")):
        hypothesis = likeliest_of_few(evidence, depth, deadline)
        if hypothesis is None:
            with cp_sat(_cells(evidence), deadline) as session:
                model = PuzzleModel(session, evidence, depth)
                hypothesis = model.likeliest(Message("looking_for_a_correction"))
    if hypothesis is None:
        raise NotProved(Message("no_correction"))
    clues = sum(isinstance(change.place, ClueAt) for change in _changes(evidence, hypothesis.puzzle))
    if clues > max(1, MOST_CHANGED * len([*evidence.clues()])):
        raise NotProved(Message("many_misread", clues=clues))
    return hypothesis_of(evidence, hypothesis.puzzle, hypothesis.water)


def prove(
    evidence: Evidence, hypothesis: Hypothesis, deadline: Deadline, alternatives: Sequence[Evidence] = ()
) -> Proved:
    """Return how far all else is behind a hypothesis, and what may be otherwise with the same water.

    `alternatives` are other evidences, perhaps of boards of other sizes, that are right where the one of the
    hypothesis is not, each as probable as its `log_prior` says.

    Raises NotProved: when they are not behind by the margin, or it was not known in time.
    """
    margin = find_margin(evidence, hypothesis, deadline, alternatives)
    is_far = margin.log_odds >= MARGIN
    if not is_far and not margin.is_bound:
        raise NotInTime(Message("rivals_not_in_time"))
    if not is_far and margin.rival:
        raise NotProved(_between(evidence, hypothesis.puzzle, margin.rival))
    if not is_far:
        raise NotProved(Message("misprint_as_likely"))
    same_water = mass_of_same_water(evidence, hypothesis, deadline)
    proved = Proved(hypothesis, margin.log_odds, margin.is_bound, elsewhere=same_water)
    if same_water <= SAME_WATER:
        return proved
    places = frozenset(_open_places(evidence, hypothesis))
    changes = [change for change in _changes(evidence, hypothesis.puzzle) if change.place in places]
    otherwise = {
        change.place: mass_of_same_water(evidence, hypothesis, deadline, change.place) for change in changes
    }
    return replace(
        proved, is_puzzle_certain=False, open_places=places, otherwise=otherwise, elsewhere=exp(-NAMED)
    )


def prove_as_read(
    evidence: Evidence, hypothesis: Hypothesis, alternatives: Sequence[Evidence] = ()
) -> Proved:
    """Return a hypothesis, of either rule, that is proved because no clue or wall is in doubt.

    All other puzzles are behind it by the margin together, whatever solutions they have. `alternatives` are
    those of `prove`.

    Raises NotProved: when they are not behind by the margin.
    """
    mass = mass_of_all(evidence, hypothesis, alternatives)
    if mass > exp(-MARGIN):
        raise NotProved(Message("only_as_read"))
    return Proved(hypothesis, -log(max(mass, exp(-SURE))), elsewhere=mass)


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
