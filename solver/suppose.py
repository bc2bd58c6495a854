"""Suppose a place were wet, or dry: what follows line by line, and the shortest way to a contradiction."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .counting import Settled, exactly
from .layout import Layout, Marks
from .position import close

SHORTLIST = 6
"""Contradictions that are made as short as can be before the shortest is chosen."""
LENGTHS = (1, 2, 4, 8, 16, 1 << 30)
"""Lines that a supposition is followed through, at most: short contradictions are looked for first."""
SENTENCE = 3
"""Lines of an argument in one sentence, at most: more are followed step by step."""


@dataclass(frozen=True)
class Deduction:
    """What one line settles; nothing if it breaks."""

    line: int
    settles: Settled


@dataclass(frozen=True)
class Refutation:
    """A supposition and the lines that lead from it to a contradiction; the last one breaks."""

    place: int
    wet: bool
    chain: tuple[Deduction, ...]


def refutations(layout: Layout, marks: Marks) -> Iterator[Refutation]:
    """Yield refuted suppositions on a level board, those with a short chain first."""
    for most in LENGTHS:
        found, cut = [], False
        for place, mark in enumerate(marks):
            for wet in (True, False) if mark is None else ():
                trace, broken = follow(layout, list(marks), {place: wet}, most)
                cut = cut or (not broken and len(trace) >= most)
                if broken:
                    found.append(Refutation(place, wet, _needed(layout, marks, place, wet, trace)))
        if found:
            found.sort(key=lambda each: len(each.chain))
            short = [_shortened(layout, marks, each) for each in found[:SHORTLIST]]
            yield from sorted(short, key=lambda each: len(each.chain))
            return
        if not cut:
            return


def refuted_within(
    layout: Layout, marks: Marks, place: int, wet: bool, lines: frozenset[int]
) -> Refutation | None:
    """Refute a supposition by these lines alone, if an argument of one sentence does."""
    trace, broken = follow(layout, list(marks), {place: wet}, SENTENCE, lines)
    if not broken:
        return None
    refutation = Refutation(place, wet, _needed(layout, marks, place, wet, trace))
    return _shortened(layout, marks, refutation)


def follow(
    layout: Layout, marks: Marks, settles: Settled, most: int, among: frozenset[int] | None = None
) -> tuple[list[Deduction], bool]:
    """Settle places in place and go through the lines that they touch, and so on, at most so many times.

    Only lines of `among` are looked at, where given.

    Returns
    -------
    tuple of list of Deduction and bool
        What the lines settled, in order, and whether the last of them cannot reach its clue.
    """
    trace: list[Deduction] = []
    touched = dict.fromkeys(
        line for place in close(layout, marks, settles) for line in layout.lines_of[place]
    )
    while touched and len(trace) < most:
        line = next(iter(touched))
        del touched[line]
        if among is not None and line not in among:
            continue
        settled = exactly(layout.lines[line], marks)
        if settled is None:
            trace.append(Deduction(line, {}))
            return trace, True
        if settled:
            trace.append(Deduction(line, settled))
            for place in close(layout, marks, settled):
                touched |= dict.fromkeys(layout.lines_of[place])
    if touched:
        for line in touched:
            if (among is None or line in among) and exactly(layout.lines[line], marks) is None:
                trace.append(Deduction(line, {}))
                return trace, True
    return trace, False


def _needed(
    layout: Layout, marks: Marks, place: int, wet: bool, trace: list[Deduction]
) -> tuple[Deduction, ...]:
    """Keep the deductions whose cells stand in a line that a later kept one looks at."""
    kept = [trace[-1]]
    seen = set(layout.lines[trace[-1].line].places)
    for each in reversed(trace[:-1]):
        reached = {other for at, value in each.settles.items() for other in layout.closed(at, value)}
        if any(marks[other] is None for other in reached & seen):
            kept.append(each)
            seen |= set(layout.lines[each.line].places)
    return tuple(reversed(kept))


def _shortened(layout: Layout, marks: Marks, refutation: Refutation) -> Refutation:
    """Leave out deductions without which a line still breaks, as many as can be, one after another."""
    chain = refutation.chain
    for index in reversed(range(len(refutation.chain) - 1)):
        lines = [each.line for each in (*chain[:index], *chain[index + 1 :])]
        chain = replayed(layout, marks, {refutation.place: refutation.wet}, lines) or chain
    return Refutation(refutation.place, refutation.wet, chain)


def replayed(
    layout: Layout, marks: Marks, settles: Settled, lines: list[int]
) -> tuple[Deduction, ...] | None:
    """Look at lines in this order, without those that settle nothing, until one breaks; None if none does."""
    now = list(marks)
    chain: list[Deduction] = []
    close(layout, now, settles)
    for line in lines:
        settled = exactly(layout.lines[line], now)
        if settled is None:
            return (*chain, Deduction(line, {}))
        if settled:
            chain.append(Deduction(line, settled))
            close(layout, now, settled)
    return None
