"""Suppose a segment were wet, or dry: what follows line by line, and the shortest way to a contradiction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .counting import Settled, exactly, tally
from .layout import Layout, Line, Marks
from .line_pairs import Pair, pairs_of, together
from .position import SECONDS_PER_COUNT, Position, close

SHORTLIST = 6
"""Contradictions that are made as short as can be before the shortest is chosen."""
EVERY_LINE = 1 << 30
"""Follow a supposition to its end."""
LENGTHS = (3, EVERY_LINE)
"""Lines that a supposition is followed through, at most: short contradictions are looked for first."""
ENOUGH = 8
"""Contradictions by pairs of lines, which take long to count, of which the shortest is taken."""
SENTENCE = 3
"""Lines of an argument in one sentence, at most: more are followed step by step."""


@dataclass(frozen=True)
class Deduction:
    """What one line settles, or two together; nothing if they break."""

    by: int | Pair
    settles: Settled


@dataclass(frozen=True)
class Refutation:
    """A supposition and what leads from it to a contradiction; the last lines break."""

    segment: int
    wet: bool
    chain: tuple[Deduction, ...]


def refutations(position: Position) -> list[Refutation]:
    """Return suppositions on a level board that line after line refutes, those with a short chain first.

    Raises TimedOut.
    """
    layout, marks = position.layout, position.marks
    wrong = [(segment, wet) for segment, mark in enumerate(marks) if mark is None for wet in (True, False)]
    for most in LENGTHS:
        found = []
        for segment, wet in wrong:
            position.spend_on_supposition()
            trace, broken = follow(layout, list(marks), {segment: wet}, most=most)
            if broken:
                found.append(Refutation(segment, wet, needed(layout, marks, segment, trace)))
        if found:
            return _shortest(position, found)
    return []


def refutations_by_pairs(position: Position, forced: Marks) -> list[Refutation]:
    """Return suppositions that lines and pairs of them refute, those with a short chain first.

    Counting pairs takes long, so only what is wrong is supposed, by what is forced of every segment.
    Raises TimedOut.
    """
    layout, marks = position.layout, position.marks
    wrong = [
        (segment, not wet) for segment, wet in enumerate(forced) if wet is not None and marks[segment] is None
    ]
    found: list[Refutation] = []
    for segment, wet in wrong:
        trace, broken = follow_pairs(position, list(marks), {segment: wet})
        if broken:
            found.append(Refutation(segment, wet, needed(layout, marks, segment, trace)))
        if len(found) == ENOUGH:
            break
    return _shortest(position, found)


def _shortest(position: Position, found: list[Refutation]) -> list[Refutation]:
    found.sort(key=lambda each: len(each.chain))
    short = []
    for each in found[:SHORTLIST]:
        for _ in each.chain:
            position.spend_on_supposition()
        short.append(shortened(position.layout, position.marks, each))
    return sorted(short, key=lambda each: len(each.chain))


def refuted_within(
    layout: Layout, marks: Marks, segment: int, wet: bool, lines: frozenset[int]
) -> Refutation | None:
    """Refute a supposition by these lines alone, if an argument of one sentence does."""
    trace, broken = follow(layout, list(marks), {segment: wet}, most=SENTENCE, among=lines)
    if not broken:
        return None
    return shortened(layout, marks, Refutation(segment, wet, needed(layout, marks, segment, trace)))


def follow(
    layout: Layout,
    marks: Marks,
    settles: Settled,
    *,
    most: int = EVERY_LINE,
    among: frozenset[int] | None = None,
    deduce: Callable[[Line, Marks], Settled | None] = exactly,
) -> tuple[list[Deduction], bool]:
    """Settle segments in place and go through the lines that they touch, and so on, at most so many times.

    Where nothing is given to settle, all lines are gone through. Only lines of `among` are looked at, where
    given; `deduce` says what a line settles, None where it cannot reach its clue.

    Returns what the lines settled, in order, and whether the last of
    them cannot reach its clue.
    """
    trace: list[Deduction] = []
    fresh = close(layout, marks, settles)
    touched = dict.fromkeys(line for segment in fresh for line in layout.lines_of[segment])
    if not settles:
        touched = dict.fromkeys(line for lines in layout.lines_of for line in lines)
    while touched:
        line = next(iter(touched))
        del touched[line]
        if among is not None and line not in among:
            continue
        settled = deduce(layout.lines[line], marks)
        if settled is None:
            return [*trace, Deduction(line, {})], True
        if settled and len(trace) < most:
            trace.append(Deduction(line, settled))
            for segment in close(layout, marks, settled):
                touched |= dict.fromkeys(layout.lines_of[segment])
    return trace, False


def follow_pairs(position: Position, marks: Marks, settles: Settled) -> tuple[list[Deduction], bool]:
    """Do as `follow`, and where no line settles any more, count pairs of touched lines together."""
    before, layout = list(marks), position.layout
    trace, broken = follow(layout, marks, settles)
    while not broken and (found := _next_pair(position, before, marks)) is not None:
        trace.append(found)
        if not found.settles:
            return trace, True
        more, broken = follow(layout, marks, found.settles)
        trace += more
    return trace, broken


def _next_pair(position: Position, before: Marks, marks: Marks) -> Deduction | None:
    """Count pairs together of which a line changed, those that break before those that settle something."""
    layout = position.layout
    tallies = {
        line: tally(each, marks)
        for line, each in enumerate(layout.lines)
        if each.clue is not None and any(marks[segment] is not before[segment] for segment in each.segments)
    }
    best = None
    for pair in pairs_of(layout):
        if pair.lines[0] in tallies and pair.lines[1] in tallies:
            position.spend(SECONDS_PER_COUNT)
            settled = together(layout, marks, pair, tallies)
            if settled is None:
                return Deduction(pair, {})
            if settled and best is None:
                best = Deduction(pair, settled)
    return best


def lines_of(deduction: Deduction) -> tuple[int, ...]:
    """Return the lines that a deduction looks at."""
    return deduction.by.lines if isinstance(deduction.by, Pair) else (deduction.by,)


def needed(layout: Layout, marks: Marks, segment: int, trace: Sequence[Deduction]) -> tuple[Deduction, ...]:
    """Keep the deductions whose cells stand in a line that a later kept one looks at."""
    kept: list[Deduction] = []
    seen: set[int] = set()
    for each in reversed(trace):
        reached = {other for at, value in each.settles.items() for other in layout.closed(at, value)}
        if not kept or any(marks[other] is None for other in reached & seen):
            kept.append(each)
            for line in lines_of(each):
                seen.update(layout.lines[line].segments)
    return tuple(reversed(kept))


def shortened(layout: Layout, marks: Marks, refutation: Refutation) -> Refutation:
    """Leave out deductions without which some line still breaks, as many as can be, one after another."""
    chain, index = refutation.chain, len(refutation.chain) - 1
    while (index := min(index, len(chain)) - 1) >= 0:
        fewer = [*chain[:index], *chain[index + 1 :]]
        chain = _replayed(layout, marks, {refutation.segment: refutation.wet}, fewer) or chain
    return Refutation(refutation.segment, refutation.wet, chain)


def _replayed(
    layout: Layout, marks: Marks, settles: Settled, trace: Sequence[Deduction]
) -> tuple[Deduction, ...] | None:
    """Look at the same lines again, without those that settle nothing, until one breaks."""
    now, chain = list(marks), list[Deduction]()
    close(layout, now, settles)
    for each in trace:
        settled = (
            together(layout, now, each.by)
            if isinstance(each.by, Pair)
            else exactly(layout.lines[each.by], now)
        )
        if settled is None:
            return (*chain, Deduction(each.by, {}))
        if settled:
            chain.append(Deduction(each.by, settled))
            close(layout, now, settled)
    return None


def narrowed(layout: Layout, chain: Sequence[Deduction]) -> tuple[Deduction, ...]:
    """Let pairs of lines settle no more than what stands in lines that are looked at later."""
    narrow: list[Deduction] = []
    later: set[int] = set()
    for each in reversed(chain):
        settles = each.settles
        if isinstance(each.by, Pair):
            settles = {at: wet for at, wet in settles.items() if later.intersection(layout.closed(at, wet))}
        narrow.append(Deduction(each.by, settles))
        for line in lines_of(each):
            later.update(layout.lines[line].segments)
    return tuple(reversed(narrow))
