"""All that is done to a clue's probabilities after the networks, from what a crop shows to what is believed.

In order: `trusted` excludes no value, `weighed` takes into account whether there is any ink, `in_doubt`
whether other ink lies over it, `within_line` what a line can hold, `without_gaps` whether the board gives
every clue, and, before a repair, `to_repair` that a number which is seen is there. Of sides, `less_sure`
takes into account that errors come together. Arrays are float64 (n, 101) probabilities: the values 0 to 99
and no number.
"""

from __future__ import annotations

from dataclasses import replace
from math import copysign, inf
from typing import TYPE_CHECKING

from solver.belief.evidence import Evidence, certainty
from solver.places import ClueAt

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Probabilities = NDArray[np.float64]
    Mask = NDArray[np.bool_]

NO_NUMBER = 100
"""The index after the values 0 to 99: nothing to read here, or something that is no number."""
TRUST = 0.999
"""Weight of the networks' probabilities; the rest is spread evenly: no picture excludes a value."""
NUMBER_ODDS = 2.5
"""Times that a number is likelier, where there is ink, than the networks have learned: they saw a blurred
question mark as often as a blurred 7."""
EMPTY_ODDS = 1e3
"""Times that an empty place is likelier than a number where there is no ink."""
FLOOR = 1e-5
"""Probability of every value of a clue before anything is seen of it: no reader is surer than this."""
ABSENT = 0.75
"""Probability of no number from which a line has none; below, it is one that is hard to read."""
LEAST_DOUBT, DOUBT, MOST_DOUBT = 0.1, 1.5, 0.97
"""Weight of not knowing a number that ink lies over: at least, by the share that is covered, and at most."""
FEW_WRONG = 0.1
"""Sides that are wrong, as far as their probabilities tell, in a picture that is clear all over."""
BELIEVED, LESS = 4.0, 0.7
"""Log-odds up to which the sides of other pictures are as often wrong as they should be; and how much of what
is more is earned."""
NOT_THERE = 0.02
"""Probability that there is no number below."""
OMITTED = 0.12
"""Share of the lines without a number from which a board is one that gives no clue for some; of a board that
gives them all, hardly more are hidden by chance."""
FEWEST_GAPS = 2
"""And so many of them are no neighbours."""
LIKELIER = 0.5
"""A number that is seen is never repaired to none, unless none is likelier, on a board that omits clues."""


def trusted(seen: Probabilities) -> Probabilities:
    """Return what the networks say, mixed with what can be said without looking."""
    return TRUST * seen + (1 - TRUST) / (NO_NUMBER + 1)


def weighed(seen: Probabilities, has_ink: Mask, is_bare: Mask) -> Probabilities:
    """Return the probabilities of no number lowered where there is ink, raised where there is none at all.

    `has_ink` and `is_bare` are (n,); a place may be neither, where grain or a shadow could hide a number.
    """
    weighed = seen.copy()
    weighed[has_ink, NO_NUMBER] /= NUMBER_ODDS
    weighed[is_bare, NO_NUMBER] *= EMPTY_ODDS
    return _normalised(weighed)


def in_doubt(seen: Probabilities, over: NDArray[np.float64], longest: int) -> Probabilities:
    """Return the probabilities of numbers that other ink lies over: `over` is (n,) how far, 0 to 1.

    Such a number is there, and what was read may be any other that fits a line of so many cells.
    """
    values = seen.copy()
    values[:, longest + 1 :] = 0
    doubt = (DOUBT * over).clip(LEAST_DOUBT, MOST_DOUBT)
    values *= (1 - doubt)[:, None]
    unknown = 1 - values.sum(axis=1)
    values[:, : longest + 1] += ((1 - NOT_THERE) * unknown / (longest + 1))[:, None]
    values[:, NO_NUMBER] = NOT_THERE * unknown
    values += FLOOR / values.shape[1]
    return _normalised(values)


def within_line(seen: Probabilities, longest: int) -> Probabilities:
    """Return (n, longest + 2): the values that fit a line of so many cells, and no number.

    A number too large for its line was misread, and may be any: that another fits makes it no likelier.
    """
    fits = seen[:, [*range(min(longest + 1, NO_NUMBER)), NO_NUMBER]] + FLOOR
    misread = (TRUST - seen[:, : longest + 1].sum(axis=1) - seen[:, NO_NUMBER]).clip(0)
    fits[:, :-1] += (misread / (fits.shape[1] - 1))[:, None]
    return _normalised(fits)


def _normalised(weights: Probabilities) -> Probabilities:
    normalised: Probabilities = weights / weights.sum(axis=1, keepdims=True)
    return normalised


def less_sure(evidence: Evidence) -> Evidence:
    """Return what is to be believed of the sides of a picture in which some must be wrong.

    What misleads the reader at one side does so at others, however sure it is of them: a fold, glare, ink.
    Measured on pictures of all kinds: see docs/accuracy.md.
    """
    if sum(1 - certainty(odds) for odds in evidence.odds()) < FEW_WRONG:
        return evidence
    right, below = (
        tuple(tuple(map(_less, line)) for line in lines) for lines in (evidence.right, evidence.below)
    )
    return replace(evidence, right=right, below=below)


def _less(odds: float) -> float:
    return odds if abs(odds) <= BELIEVED else copysign(BELIEVED + LESS * (abs(odds) - BELIEVED), odds)


def without_gaps(evidence: Evidence) -> Evidence:
    """Return what follows if every line has a clue, unless the board omits some or one is surely none."""
    return evidence if omits_clues(evidence) else evidence.given(unless_none=ABSENT)


def to_repair(evidence: Evidence, *, is_unread: bool = False) -> Evidence:
    """Return what follows if every number that is seen is there, and all are if some is unread."""
    return evidence.given(unless_none=inf if is_unread else LIKELIER)


def omits_clues(evidence: Evidence) -> bool:
    """Whether a board gives no clue for some lines, as some do on purpose.

    It says so by several gaps; neighbouring ones may be hidden under something, so they count as one.
    """
    absent: set[ClueAt] = {
        place for place, belief in evidence.clues() if belief.absence >= ABSENT and not belief.is_overridden
    }
    lines = len(evidence.col_clues) + len(evidence.row_clues)
    gaps = sum(replace(place, line=place.line - 1) not in absent for place in absent)
    return len(absent) >= OMITTED * lines and gaps >= FEWEST_GAPS


def missing_clues(evidence: Evidence, *, is_covered: bool) -> tuple[ClueAt, ...]:
    """Return the lines whose clue should be there and cannot be read.

    Where something is drawn over the board, a clue that is not seen may be hidden, though others are missing
    too: that the puzzle without them has one solution must not tell it from others, then.
    """
    if omits_clues(evidence) and not is_covered:
        return ()
    clues = evidence.clues()
    return tuple(place for place, belief in clues if belief.likeliest is None and not belief.is_overridden)
