"""The puzzles beside one, listed from the likeliest until the rest is known to be small enough.

What is looked at is chosen so by the bounds of `Unseen`. The value of such a polynomial with the weights of
all places, less that with the weights of those looked at, bounds what needs any of the others. And that with
the powers w ** share bounds what is less probable than exp(-depth): each term w there is below
w ** share * exp(-depth * (1 - share)).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import exp, inf, log

from ..puzzle import Puzzle
from .cuts import Weigh
from .evidence import Evidence, LogP
from .unseen import Unseen, as_is

SHARES = (0.3, 0.45, 0.6, 0.75, 0.85, 0.92)
"""Powers of which the best is taken for the bound on what is less probable."""
ROUGH, FINE = (0.6, 0.2), (0.1, 0.1)
"""Shares of the mass that may be left: of what needs a place that is not looked at, and of what is less
probable than all that is. The rest is for puzzles that are found. Roughly, most is decided much sooner."""
LEAST_LOOKED_AT = range(3, 15)
"""Minus logarithms of the least weight of a place that may be looked at, tried in order."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to look at."""

    least: float
    """The least weight of a place."""
    depth: float
    """How much less probable than the puzzle told, in natural log, what is looked at may be."""
    unseen: float
    """The mass of the rest, at most."""


@dataclass(slots=True)
class Beside:
    """What there is beside a puzzle."""

    mass: float
    """With all that was not looked at, at most."""
    unseen: float
    """Of that, what was not looked at."""
    puzzles: list[Puzzle] = field(default_factory=list)
    """What was found, until it was too much."""


def find_beside(
    unseen: Unseen,
    mass: Callable[[Weigh], float],
    most: float,
    search: Callable[[Plan], Iterator[tuple[Puzzle, float]]],
    least_depth: float = 0,
) -> Beside:
    """List puzzles beside the one told until they are more than `most`, or surely are not.

    `mass`: a bound on their mass, by the weights of places.
    `search`: yields them by a plan, each with its mass. What is less probable by at most `least_depth`, in
    natural log, is looked at anyway.
    Raises TimedOut: when the limit was reached before that was known.
    """
    beside = Beside(inf, inf)
    for shares in (ROUGH, FINE):
        plan = _plan(unseen, mass, most, shares, least_depth)
        beside = Beside(plan.unseen, plan.unseen)
        for puzzle, more in search(plan):
            beside.mass += more
            beside.puzzles.append(puzzle)
            if beside.mass > most:
                break
        if beside.mass <= most or beside.mass - beside.unseen > most:
            break
    return beside


def _plan(
    unseen: Unseen,
    mass: Callable[[Weigh], float],
    most: float,
    shares: tuple[float, float],
    least_depth: float,
) -> Plan:
    """Return what to look at so that of this mass at most these shares of `most` are left."""
    nearby, farther = (share * most for share in shares)
    whole = mass(as_is)
    least = skipped = 0.0
    for minus_log in LEAST_LOOKED_AT:
        least = exp(-max(minus_log, least_depth))
        unseen.deadline.check("looking for other readings")
        skipped = max(0.0, whole - mass(_from(least)))
        if skipped <= nearby:
            break
    else:
        least = skipped = 0.0
    depths = [
        max(0.0, log(max(mass(_from(least, share)), 1e-300) / farther) / (1 - share)) for share in SHARES
    ]
    return Plan(least, max(min(depths), least_depth), skipped + farther)


def _from(least: float, share: float = 1.0) -> Weigh:
    """Return what gives a place its weight, to the power of a share, if it is looked at."""
    return lambda weight: weight**share if weight >= least and weight else 0.0


def looked_at(evidence: Evidence, puzzle: Puzzle, least: float) -> Evidence:
    """Return the evidence without what is less probable than so much, against what a puzzle has there."""

    def of_clue(values: LogP, clue: int | None) -> LogP:
        told = values[-1 if clue is None else clue]
        return tuple(log_p if log_p == told or log_p - told >= log(least) else -inf for log_p in values)

    def of_side(odds: float, *, wall: bool) -> float:
        if exp(-odds if wall else odds) >= least:
            return odds
        return inf if wall else -inf

    if not least:
        return evidence
    regions = puzzle.regions
    right = [
        tuple(of_side(odds, wall=one != other) for odds, one, other in zip(line, ids, ids[1:], strict=False))
        for line, ids in zip(evidence.right, regions, strict=True)
    ]
    below = [
        tuple(of_side(odds, wall=one != other) for odds, one, other in zip(line, *rows, strict=True))
        for line, *rows in zip(evidence.below, regions, regions[1:], strict=False)
    ]
    cols, rows = (
        tuple(map(of_clue, lines, clues))
        for lines, clues in ((evidence.col_clues, puzzle.col_clues), (evidence.row_clues, puzzle.row_clues))
    )
    return Evidence(cols, rows, tuple(right), tuple(below))
