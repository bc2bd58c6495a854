"""Suppose a segment were wet, or dry: what follows line by line, and how much of it a contradiction needs."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..deadline import COUNTED_PAIR
from .layout import Layout, Settled
from .line_pairs import pairs_of
from .position import Position
from .refutation import Deduction, Refutation
from .state import State
from .two_lines import Pair, together

EVERY_LINE = 1 << 30
"""Follow a supposition to its end."""
ALL_LINES = -1
"""The bits of all lines."""


class Followed(NamedTuple):
    """What follows from a supposition."""

    trace: list[Deduction]
    """What lines settled, in order."""
    is_broken: bool
    """Whether the last of them cannot reach its clue."""
    lines: int
    """The lines it depends on, as bits."""


def follow(
    state: State,
    settles: Settled,
    *,
    most: int = EVERY_LINE,
    among: int = ALL_LINES,
    deduce: Callable[[State, int], Settled | None] = State.settled_by,
) -> Followed:
    """Settle segments in place and go through the lines that they touch, and so on, at most so many times.

    Where nothing is given to settle, all lines are gone through. Only lines of `among`, as bits, are looked
    at; `deduce` says what a line settles, None where it cannot reach its clue.
    """
    trace, start = list[Deduction](), state.settle(settles)
    lines_of, queue = state.layout.lines_of, deque[int]()
    waiting, seen = 0, 0
    fresh: Sequence[int] = start if settles else range(len(lines_of))
    while True:
        for segment in fresh:
            for line in lines_of[segment]:
                bit = 1 << line & among
                if bit and not waiting & bit:
                    waiting |= bit
                    queue.append(line)
        seen |= waiting
        fresh = ()
        while not fresh:
            if not queue:
                return Followed(trace, False, seen)
            line = queue.popleft()
            waiting ^= 1 << line
            settled = deduce(state, line)
            if settled is None:
                return Followed([*trace, Deduction(line, {})], True, seen)
            if settled and len(trace) < most:
                trace.append(Deduction(line, settled))
                fresh = state.settle(settled)


def follow_pairs(position: Position, state: State, start: Followed) -> Followed:
    """Go on where no line settles any more: count pairs of touched lines together, and so on.

    A pair that breaks is taken before those that settle something.
    """
    trace, is_broken, touched = start
    useful: dict[Pair, Settled] = {}
    lines = touched
    while not is_broken:
        useful = {pair: settles for pair, settles in useful.items() if not pair.bits & touched}
        for pair in pairs_of(state.layout).in_doubt(state, lines, touched):
            position.spend(COUNTED_PAIR)
            settles = together(state, pair)
            if settles is None:
                return Followed([*trace, Deduction(pair, {})], True, lines)
            if settles:
                useful[pair] = settles
        if not useful:
            break
        first = min(useful, key=lambda pair: pair.lines)
        more = follow(state, useful[first])
        trace = [*trace, Deduction(first, useful[first]), *more.trace]
        is_broken, touched = more.is_broken, more.lines
        lines |= touched
    return Followed(trace, is_broken, lines)


def lines_looked_at(deduction: Deduction) -> tuple[int, ...]:
    """Return the lines that a deduction looks at."""
    return deduction.by.lines if isinstance(deduction.by, Pair) else (deduction.by,)


def needed(state: State, trace: Sequence[Deduction]) -> tuple[Deduction, ...]:
    """Keep the deductions whose cells stand in a line that a later kept one looks at."""
    layout, fates = state.layout, state.fates
    kept: list[Deduction] = []
    seen: set[int] = set()
    for each in reversed(trace):
        reached = {other for at, value in each.settles.items() for other in layout.closed(at, value)}
        if not kept or any(fates[other] is None for other in reached & seen):
            kept.append(each)
            for line in lines_looked_at(each):
                seen.update(layout.lines[line].segments)
    return tuple(reversed(kept))


def shortened(state: State, refutation: Refutation) -> Refutation:
    """Leave out deductions without which some line still breaks, as many as can be, one after another."""
    chain, now = refutation.chain, state.copy()
    now.settle({refutation.segment: refutation.wet})
    before = [now]
    for each in chain[:-2]:
        now = now.copy()
        now.settle(each.settles)
        before.append(now)
    for index in reversed(range(len(chain) - 1)):
        if index < len(chain) - 1 and (rest := _replayed(before[index].copy(), chain[index + 1 :])):
            chain = chain[:index] + rest
    return Refutation(refutation.segment, refutation.wet, chain)


def _replayed(now: State, trace: Sequence[Deduction]) -> tuple[Deduction, ...] | None:
    """Look at the same lines again, without those that settle nothing, until one breaks."""
    chain: list[Deduction] = []
    for each in trace:
        settled = together(now, each.by) if isinstance(each.by, Pair) else now.settled_by(each.by)
        if settled is None:
            return (*chain, Deduction(each.by, {}))
        if settled:
            chain.append(Deduction(each.by, settled))
            now.settle(settled)
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
        for line in lines_looked_at(each):
            later.update(layout.lines[line].segments)
    return tuple(reversed(narrow))
