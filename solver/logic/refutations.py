"""Which suppositions are refuted by lines, or by pairs of them, and how most shortly."""

from __future__ import annotations

from .contradictions import ALL_LINES, EVERY_LINE, Followed, follow, follow_pairs, needed, shortened
from .layout import Marks
from .memory import Trial
from .position import Position
from .refutation import Refutation

SHORTLIST = 6
"""Contradictions that are made as short as can be before the shortest is chosen."""
SHORT = 3
"""Lines that a short contradiction looks at before one breaks, at most."""
LENGTHS = (SHORT, EVERY_LINE)
"""Lines that a supposition is followed through, at most: short contradictions are looked for first."""
BY_PAIRS = -1
"""In place of that: through all lines, and pairs of them."""
ENOUGH = 8
"""Contradictions by pairs of lines, which take long to count, of which the shortest is taken."""
SENTENCE = 3
"""Lines of an argument in one sentence, at most: more are followed step by step."""


def refutations(position: Position) -> list[Refutation]:
    """Return suppositions on a level board that line after line refutes, those with a short chain first.

    Raises TimedOut.
    """
    marks = position.marks
    wrong = [(segment, wet) for segment, mark in enumerate(marks) if mark is None for wet in (True, False)]
    for most in LENGTHS:
        trials = [(segment, wet, most, ALL_LINES) for segment, wet in wrong]
        if found := [trial for trial in trials if _refuted(position, trial)]:
            return _shortest(position, found)
    return []


def refutations_by_pairs(position: Position, forced: Marks) -> list[Refutation]:
    """Return suppositions that lines and pairs of them refute, those with a short chain first.

    Counting pairs takes long, so only what is wrong is supposed, by what is forced of every segment.
    Raises TimedOut.
    """
    marks = position.marks
    found: list[Trial] = []
    for segment, wet in enumerate(forced):
        if wet is not None and marks[segment] is None and len(found) < ENOUGH:
            trial = (segment, not wet, BY_PAIRS, ALL_LINES)
            if _refuted(position, trial):
                found.append(trial)
    return _shortest(position, found)


def refuted_within(position: Position, segment: int, wet: bool, among: int) -> Refutation | None:
    """Refute a supposition by some lines alone, given as bits, if an argument of one sentence does."""
    trial = (segment, wet, SENTENCE, among)
    return _short(position, trial) if _refuted(position, trial) else None


def _refuted(position: Position, trial: Trial) -> Refutation | None:
    """Make a trial, or take what is known of it."""
    trials = position.memory.trials
    if trial not in trials:
        position.spend_on_supposition()
        followed = _followed(position, trial)
        refutation = None
        if followed.is_broken:
            refutation = Refutation(trial[0], trial[1], needed(position.state, followed.trace))
        trials[trial] = followed.lines, refutation
        if trial[2:] == (SHORT, ALL_LINES) and not followed.is_cut:
            trials[*trial[:2], EVERY_LINE, ALL_LINES] = trials[trial]
    return trials[trial][1]


def _followed(position: Position, trial: Trial) -> Followed:
    segment, wet, most, among = trial
    if most == BY_PAIRS:
        return follow_pairs(position, {segment: wet})
    return follow(position.state.copy(), {segment: wet}, most=most, among=among)


def _shortest(position: Position, found: list[Trial]) -> list[Refutation]:
    """Shorten some of the shortest refutations."""
    trials = position.memory.trials

    def length(trial: Trial) -> int:
        refutation = trials[trial][1]
        return len(refutation.chain) if refutation else 0

    short = [_short(position, trial) for trial in sorted(found, key=length)[:SHORTLIST]]
    return sorted(short, key=lambda each: len(each.chain))


def _short(position: Position, trial: Trial) -> Refutation:
    """Leave out of the refutation by a trial what is not needed, or take what is known of that."""
    lines, refutation = position.memory.trials[trial]
    assert refutation
    kept = position.memory.shortened
    if trial not in kept:
        for _ in refutation.chain:
            position.spend_on_supposition()
        kept[trial] = lines, shortened(position.state, refutation)
    return kept[trial][1]
