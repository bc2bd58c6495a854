"""Counting in one line and in two: which segments must be wet or dry for the clues to be reached exactly.

Places are given by position, sets of them and of sums as the bits of whole numbers. A line that cannot reach
its clue at all settles nothing here: that is for who asks to see.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from ..sums import settled_by_sum
from .layout import Line, Settled

LINES_KEPT = 1 << 15
"""States of a line for which is remembered what they settle, as the same come up again and again while
suppositions are followed: some fifteen megabytes."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What a line with a clue still wants."""

    need: int
    """Wet cells that are missing; negative if there are too many."""
    open: tuple[int, ...]
    """Positions of segments of which nothing is known."""
    room: int
    """Cells of those segments."""

    @property
    def fits(self) -> bool:
        """Whether neither water nor air is too much."""
        return 0 <= self.need <= self.room


def tally(line: Line, open_cells: int, need: int) -> Tally:
    """Count what a line still wants: its open cells are given as bits, and how many of them must be wet."""
    positions = tuple([at for at, cells in enumerate(line.cells) if cells & open_cells])
    return Tally(need, positions, open_cells.bit_count())


def complete(count: Tally) -> Settled:
    """Settle all open segments of a line that has all its water, or all its air."""
    if count.need == 0:
        return dict.fromkeys(count.open, False)
    return dict.fromkeys(count.open, True) if count.need == count.room else {}


def by_size(line: Line, count: Tally) -> Settled:
    """Settle the segments of a row that are too big for what it needs, and those it cannot do without."""
    settled = {}
    for position in count.open:
        size = line.sizes[position]
        if size > count.need:
            settled[position] = False
        elif count.room - size < count.need:
            settled[position] = True
    return settled


def by_sums(line: Line, count: Tally) -> Settled | None:
    """Settle the segments of a row that are in all or in none of the choices that add to what it needs.

    None if no choice adds to it.
    """
    sizes = tuple(sorted(line.sizes[position] for position in count.open))
    if (found := settled_by_sum(sizes, count.need)) is None:
        return None
    always, never = found
    fates = {sizes[at]: True for at in always} | {sizes[at]: False for at in never}
    return {at: fates[line.sizes[at]] for at in count.open if line.sizes[at] in fates}


def by_depth(line: Line, count: Tally) -> Settled:
    """Settle cells of a column that fill only after too many others, or leave too few if they stay dry."""
    left = sum(1 << position for position in count.open)
    settled = {}
    for position in count.open:
        if (line.under[position] & left).bit_count() > count.need:
            settled[position] = False
        elif count.room - (line.over[position] & left).bit_count() < count.need:
            settled[position] = True
    return settled


InRow = Callable[[Line, Tally], Settled | None]
"""Settles segments of a row; None where it cannot reach its clue."""


@lru_cache(LINES_KEPT)
def exactly(line: Line, open_cells: int, need: int, in_row: InRow = by_sums) -> Settled | None:
    """Settle all segments that a line alone settles, which are open as far as the bits of their cells say.

    `need`: how many of these cells must be wet. `in_row`: how segments of rows are looked at. None if there
    is no way.
    """
    count = tally(line, open_cells, need)
    if not count.fits:
        return None
    settled = complete(count) or (by_depth if line.at.axis == "column" else in_row)(line, count)
    return settled and {line.segments[position]: wet for position, wet in settled.items()}
