"""What is known of a board while suppositions are followed, and what each line still wants."""

from __future__ import annotations

from collections.abc import Iterable

from .counting import exactly
from .layout import Fates, Layout, Settled

MEMOS = 1 << 12
"""States of a line, or of two, for which is remembered what they settle."""


class State:
    """What is known of every segment, and what is open of every line, kept up as segments are settled."""

    __slots__ = ("fates", "layout", "need", "open")

    def __init__(self, layout: Layout, fates: Fates) -> None:
        """Take up a board of which so much is known."""
        self.layout = layout
        self.fates: Fates = [None] * len(fates)
        """Of every segment whether it is wet, None where that is open."""
        self.open = [(1 << sum(line.sizes)) - 1 for line in layout.lines]
        """The open cells of every line, as bits along it."""
        self.need = [line.clue or 0 for line in layout.lines]
        """How many of these must be wet."""
        for wet in (True, False):
            self._settle([segment for segment, fate in enumerate(fates) if fate is wet], wet)

    def copy(self) -> State:
        """Return the same knowledge, free to be added to."""
        other = State.__new__(State)
        other.layout = self.layout
        other.fates = self.fates[:]
        other.open = self.open[:]
        other.need = self.need[:]
        return other

    def settle(self, settles: Settled) -> list[int]:
        """Settle segments, and by level all that goes with them; return those that were open."""
        fresh = []
        for segment, wet in settles.items():
            fresh += self._settle(self.layout.closed(segment, wet), wet)
        return fresh

    def _settle(self, segments: Iterable[int], wet: bool) -> list[int]:
        fresh, fates, open_cells, need = [], self.fates, self.open, self.need
        for segment in segments:
            if fates[segment] is None:
                fates[segment] = wet
                fresh.append(segment)
                for line, cells, number in self.layout.parts[segment]:
                    open_cells[line] ^= cells
                    if wet:
                        need[line] -= number
        return fresh

    def settled_by(self, line: int) -> Settled | None:
        """Return all segments that a line alone settles; None if it cannot reach its clue."""
        memo, want = self.layout.memos[line], (self.open[line], self.need[line])
        try:
            return memo[want]
        except KeyError:
            if len(memo) == MEMOS:
                memo.clear()
            settles = memo[want] = exactly(self.layout.lines[line], *want)
            return settles

    def is_undecided(self, line: int) -> bool:
        """Return whether a line can do with some of its open cells wet and others dry."""
        return 0 < self.need[line] < self.open[line].bit_count()

    def changed_since(self, other: State) -> int:
        """Return the lines, as bits, in which not the same segments are settled, or not the same way."""
        every = zip(self.open, other.open, self.need, other.need, strict=True)
        return sum(
            [
                1 << line
                for line, (open_cells, before, need, needed) in enumerate(every)
                if open_cells != before or need != needed
            ]
        )
