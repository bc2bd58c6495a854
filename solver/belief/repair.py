"""From evidence to the most probable puzzle with exactly one solution, if it stands clear of all others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from math import exp, log
from typing import TYPE_CHECKING

from ..deadline import Deadline
from ..errors import AquariumError, TimedOut
from ..places import ClueAt, Place, is_wall
from ..puzzle import Puzzle, Rows, Water
from ..solving import find_only_water
from .beside import find_beside, looked_at
from .candidates import likeliest_puzzles
from .evidence import Change, Evidence, certainty, clue_word, likeliest
from .likely_boards import LikelyBoards
from .unlikely import unlikely_rivals
from .unseen import Unseen

if TYPE_CHECKING:
    from .beside import Plan

UNKNOWN = -9.0
"""Log-probability, against all being as it looks, that the picture shows none of the puzzles looked at: a
misprint, a mark taken for a digit. No puzzle less probable than this is looked at."""
SURE = 0.99
"""Probability, among all that is possible, from which the most probable proved puzzle is taken."""
RIVAL = log(SURE / (1 - SURE))
"""Puzzles farther than this below the most probable proved one leave it that sure."""
MOST_DOUBTFUL = 0.2
"""Share of the sides that may be doubtful, at most: beyond, thin lines and walls were not told apart."""

LIKELY = (7e-3, 1e-3, 2e-4)
"""Weights, against as it is told, from which a side is taken either way: of few sides all ways are counted in
milliseconds; with more, less is left over."""
MOST_FOR_LIKELY = 0.3
"""Seconds of work for counting them: what takes longer is searched otherwise."""

MOST_CHANGED = 0.1
"""Share of the clues that a repair may take otherwise than they look, or one: where more look wrong, the
board itself is damaged or covered, and what looks like a clue may be none."""


@contextmanager
def limited(wanted: str, deadline: Deadline) -> Iterator[None]:
    """Say what was looked for, and how to look longer, where the limit is reached."""
    try:
        yield
    except TimedOut:
        seen = f"{wanted} took more than {deadline.limit:g} s"
        raise TimedOut(seen, "raise --repair-limit") from None


class NotProved(AquariumError):
    """No puzzle with exactly one solution is surely the one that was seen."""


@dataclass(frozen=True, slots=True)
class Proved:
    """The most probable puzzle with exactly one solution."""

    puzzle: Puzzle
    water: Water
    """water[row][col]."""
    confidence: float
    """Probability, 0 to 1, that it is the one that was seen."""


def find_proved(evidence: Evidence, time_limit: float | Deadline) -> Proved:
    """Return the most probable puzzle that has exactly one solution, if it is surely the right one.

    Raises NotProved: when none is probable enough, or another is nearly as probable.
    Raises TimedOut: when the limit was reached before that was known.
    """
    deadline = Deadline.of(time_limit)
    odds = [abs(odds) for _, odds in evidence.sides()]
    if sum(one < RIVAL for one in odds) > MOST_DOUBTFUL * len(odds):
        raise NotProved("too many walls are unclear; give a sharper picture, with nothing over the board")
    with limited("looking for a correction", deadline):
        for candidate in likeliest_puzzles(evidence, -UNKNOWN - RIVAL, deadline):
            water = find_only_water(candidate.puzzle, time_limit=deadline)
            if water is not None:
                return Proved(candidate.puzzle, water, _sureness(evidence, candidate.puzzle, water, deadline))
    raise NotProved("no likely correction leaves exactly one solution")


def check_rivals(evidence: Evidence, puzzle: Puzzle, water: Water, time_limit: float | Deadline) -> None:
    """Check that the puzzles with other water, and exactly one, are not nearly as probable as the one read.

    Raises NotProved: when they are.
    Raises TimedOut: when the limit was reached before that was known.
    """
    deadline = Deadline.of(time_limit)
    with limited("ruling out other readings", deadline):
        _sureness(evidence, puzzle, water, deadline)


def doubtful_places(evidence: Evidence) -> list[Place]:
    """Return the clues and sides that may, each by itself, well be otherwise."""
    clues = [place for place, values in evidence.clues() if max(values) - sorted(values)[-2] < RIVAL]
    return [*clues, *(side for side, odds in evidence.sides() if abs(odds) < RIVAL)]


def _sureness(evidence: Evidence, puzzle: Puzzle, water: Water, deadline: Deadline) -> float:
    """Return how probable a proved puzzle's water is, at least, among all that is possible.

    Puzzles with one solution that have other water are its rivals, as is a misprint. What is not looked at
    counts as if it were one.
    """
    misprint = exp(UNKNOWN + evidence.deficit(puzzle))
    unseen = Unseen(evidence, puzzle, water, deadline)
    most = 1 / SURE - 1 - misprint
    if most <= 0:
        raise NotProved("a misprint is as likely as a misreading")
    others = unseen.roughly_other_water(most)
    if others <= most:
        return 1 / (1 + misprint + others)
    for likely in LIKELY:
        sureness = _by_likely_boards(unseen, likely, misprint)
        if sureness is None:
            break  # with more places that are likely, there are more waters and more boards
        if sureness >= SURE:
            return sureness
    beside = find_beside(unseen, unseen.faint_other_water, most, partial(_other_puzzles, unseen), RIVAL)
    if beside.mass <= most:
        return 1 / (1 + misprint + beside.mass)
    raise NotProved(_undecided(evidence, puzzle, next(iter(beside.puzzles), puzzle)))


def _other_puzzles(unseen: Unseen, plan: Plan) -> Iterator[tuple[Puzzle, float]]:
    """Yield puzzles with one solution that is other water, and how probable they are against the one told."""
    reduced, deadline = looked_at(unseen.evidence, unseen.puzzle, plan.least), unseen.deadline
    here = reduced.log_p(unseen.puzzle)
    depth = reduced.log_probability - here + plan.depth
    for other in likeliest_puzzles(reduced, depth, deadline, unseen.water):
        if find_only_water(other.puzzle, time_limit=deadline) is not None:
            yield other.puzzle, exp(other.log_p - here)


def _by_likely_boards(unseen: Unseen, likely: float, misprint: float) -> float | None:
    """Return how probable a puzzle's water is, at least, by all boards that are likely.

    None where there are too many of them, or of their waters. Raises NotProved: if some are rivals.
    """
    with suppress(TimedOut), unseen.deadline.part(MOST_FOR_LIKELY) as deadline:
        boards = LikelyBoards(unseen.evidence, unseen.puzzle, unseen.water, likely, deadline)
        if boards.waters is None:
            return None
        sums = boards.sums
        most = sums.told * (1 / SURE - 1) - misprint
        if sums.rivals > most:
            raise NotProved(_undecided(unseen.evidence, unseen.puzzle, boards.nearest_rival()))
        others = sums.rivals + unlikely_rivals(unseen, boards, most - sums.rivals)
        return sums.told / (sums.told + misprint + others)
    return None


def check_changes(changed: Sequence[Change], puzzle: Puzzle) -> None:
    """Check that not too many clues were taken otherwise than they look.

    Raises NotProved: when more were than a picture that shows the puzzle well enough would ask for.
    """
    clues = sum(isinstance(change.place, ClueAt) for change in changed)
    if clues > max(1, MOST_CHANGED * (puzzle.height + puzzle.width)):
        raise NotProved(f"there is one solution only if {clues} clues were misread")


def changes(evidence: Evidence, puzzle: Puzzle) -> tuple[Change, ...]:
    """Return the clues and walls of a puzzle that are not what they look most like."""
    return (*_clue_changes(evidence, puzzle), *_wall_changes(evidence, puzzle.regions))


def _clue_changes(evidence: Evidence, puzzle: Puzzle) -> Iterator[Change]:
    clues = (*puzzle.col_clues, *puzzle.row_clues)
    for (place, values), clue in zip(evidence.clues(), clues, strict=True):
        if (seen := likeliest(values)) != clue:
            yield Change(place, seen, clue, exp(max(values)), exp(values[-1 if clue is None else clue]))


def _wall_changes(evidence: Evidence, regions: Rows) -> Iterator[Change]:
    for side, odds in evidence.sides():
        wall, sure = is_wall(regions, side), certainty(odds)
        if wall != (odds > 0):
            yield Change(side, not wall, wall, sure, 1 - sure)


def _undecided(evidence: Evidence, one: Puzzle, other: Puzzle) -> str:
    """Say in what two puzzles differ of which neither can be ruled out."""
    clues = zip(
        evidence.clues(), (*one.col_clues, *one.row_clues), (*other.col_clues, *other.row_clues), strict=True
    )
    differ = [
        f"{place.axis} clue {place.line + 1} may be {clue_word(first)} or {clue_word(second)}"
        for (place, _), first, second in clues
        if first != second
    ]
    walls = [] if one.regions == other.regions else ["a wall may or may not be there"]
    return f"at least two readings are possible: {', '.join(differ + walls)}"
