"""Which suppositions are refuted by lines, or by pairs of them, and how most shortly."""

from __future__ import annotations

from .contradictions import ALL_LINES, EVERY_LINE, follow, follow_pairs, needed, shortened
from .layout import Fates
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
    segments = [segment for segment, fate in enumerate(position.fates) if fate is None]
    either = [(segment, wet) for segment in segments for wet in (True, False)]
    wrong = [(segment, wet) for segment, wet in either if not _stands(position, segment, wet=wet)]
    for most in LENGTHS:
        trials = [(segment, wet, most, ALL_LINES) for segment, wet in wrong]
        if found := [trial for trial in trials if _refuted(position, trial)]:
            return _shortest(position, found)
    return []


def refutations_by_pairs(position: Position, forced: Fates) -> list[Refutation]:
    """Return suppositions that lines and pairs of them refute, those with a short chain first.

    Counting pairs takes long, so only what is wrong is supposed, by what is forced of every segment.
    Raises TimedOut.
    """
    fates = position.fates
    found: list[Trial] = []
    for segment, wet in enumerate(forced):
        is_in_doubt = wet is not None and fates[segment] is None and len(found) < ENOUGH
        if is_in_doubt and not _stands(position, segment, wet=not wet, most=BY_PAIRS):
            found.append((segment, not wet, BY_PAIRS, ALL_LINES))
    return _shortest(position, [trial for trial in found if _refuted(position, trial)])


def refuted_within(position: Position, segment: int, wet: bool, among: int) -> Refutation | None:
    """Refute a supposition by some lines alone, given as bits, if an argument of one sentence does."""
    trial = (segment, wet, SENTENCE, among)
    if _stands(position, segment, wet=wet, among=among) or not _refuted(position, trial):
        return None
    return _short(position, trial)


def _stands(
    position: Position, segment: int, *, wet: bool, most: int = EVERY_LINE, among: int = ALL_LINES
) -> bool:
    """Return whether nothing refutes a supposition that is followed to the end."""
    trial, fallen = (segment, wet, most, among), position.memory.fallen
    if trial not in fallen and _refuted(position, trial):
        fallen.add(trial)
    return trial not in fallen


def _refuted(position: Position, trial: Trial) -> Refutation | None:
    """Make a trial, or take what is known of it."""
    memory = position.memory
    if trial not in memory.trials:
        position.spend_on_supposition()
        segment, wet, most, among = trial
        state, refutation = position.state.copy(), None
        if most == BY_PAIRS:
            followed = follow_pairs(position, state, follow(state, {segment: wet}))
        else:
            followed = follow(state, {segment: wet}, most=most, among=among)
        if followed.is_broken:
            refutation = Refutation(segment, wet, needed(position.state, followed.trace))
        memory.trials[trial] = followed.lines, refutation
    return memory.trials[trial][1]


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
