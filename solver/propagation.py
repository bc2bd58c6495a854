"""What clues say of the water by counting alone: every line looked at until none says anything new."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from .puzzle import Clue, Known, Water
from .segments import Stacks

SUMS_KEPT = 1 << 14
"""Rows whose sums are remembered: the same few lengths and clues come up again and again in a search, and a
row of thirty cells looked up costs a tenth of a row worked out. Full, it holds some ten megabytes."""


class Levels:
    """What is known of the water level of every stack: which of its rows are wet and which are open.

    The water of a stack stands from some row down, so wet rows are at its bottom, dry ones at its top and
    open ones between them. Sets of rows and columns are bits of whole numbers, row 0 and column 0 lowest.
    Made of a puzzle's clues, it knows nothing yet and has every line to count.
    """

    __slots__ = (
        "cols",
        "cols_to_count",
        "cols_touched",
        "counted_rows",
        "dry_in_col",
        "longest",
        "open",
        "rows",
        "rows_to_count",
        "rows_touched",
        "stacks",
        "wet",
        "wet_in_col",
        "wet_in_row",
    )

    def __init__(self, stacks: Stacks, row_clues: Sequence[Clue], col_clues: Sequence[Clue]) -> None:
        height = len(row_clues)
        self.stacks = stacks
        self.open = list(stacks.rows_of)
        """open[stack]: the rows of which is not known whether they are wet."""
        self.wet = [0] * len(self.open)
        """wet[stack]: the rows known to be wet."""
        self.rows: list[Sequence[tuple[int, int]]] = list(stacks.in_row)
        """rows[row]: length and stack of each segment that was open when last counted, short ones first."""
        self.cols: list[Sequence[tuple[int, int]]] = list(stacks.in_col)
        """cols[col]: stack and rows of each stretch that was open when last counted."""
        self.wet_in_row = [clue or 0 for clue in row_clues]
        """Open cells of the row that must be wet."""
        self.wet_in_col = [2 * height if clue is None else clue for clue in col_clues]
        """Open cells of the column that must be wet; without a clue more than it can ever run out of."""
        self.dry_in_col = [2 * height if clue is None else height - clue for clue in col_clues]
        """Open cells of the column that must be dry."""
        self.longest = [height] * len(col_clues)
        """No open stretch of the column has more cells than this."""
        self.counted_rows = sum([1 << row for row, clue in enumerate(row_clues) if clue is not None])
        """The rows with a clue."""
        self.rows_to_count = self.counted_rows
        self.cols_to_count = (1 << len(col_clues)) - 1
        self.rows_touched = 0
        """The rows in which something was settled since this was last set to nothing."""
        self.cols_touched = 0

    def copy(self) -> Levels:
        """Return the same knowledge, free to be added to, with no line touched yet."""
        other = Levels.__new__(Levels)
        other.stacks = self.stacks
        other.open = self.open[:]
        other.wet = self.wet[:]
        other.rows = self.rows[:]
        other.cols = self.cols[:]
        other.wet_in_row = self.wet_in_row[:]
        other.wet_in_col = self.wet_in_col[:]
        other.dry_in_col = self.dry_in_col[:]
        other.longest = self.longest[:]
        other.counted_rows = self.counted_rows
        other.rows_to_count = self.rows_to_count
        other.cols_to_count = self.cols_to_count
        other.rows_touched = other.cols_touched = 0
        return other

    def known(self) -> Known:
        """Return what is known, as known[row][col]."""
        told = []
        for row, stacks in enumerate(self.stacks.at):
            bit = 1 << row
            is_wet = {
                stack: True if self.wet[stack] & bit else None if self.open[stack] & bit else False
                for _, stack in self.stacks.in_row[row]
            }
            told.append(tuple([is_wet[stack] for stack in stacks]))
        return tuple(told)

    def water(self) -> Water:
        """Return water[row][col]: what is known to be wet."""
        return tuple(
            tuple([bool(self.wet[stack] >> row & 1) for stack in stacks])
            for row, stacks in enumerate(self.stacks.at)
        )

    def lines_of(self, stack: int) -> int:
        """Return how many rows and columns the open cells of a stack are in."""
        rows, cols = self.open[stack], 0
        for row, (bits, _) in self.stacks.cols_of[stack].items():
            if rows & row:
                cols |= bits
        return rows.bit_count() + cols.bit_count()

    def lines_touched(self) -> int:
        """Return in how many rows and columns something was settled."""
        return self.rows_touched.bit_count() + self.cols_touched.bit_count()

    def take(self, known: Known) -> bool:
        """Settle what is known[row][col], and what is with it; return whether it can be level."""
        cells = [
            (wet, stack, row)
            for row, (marks, stacks) in enumerate(zip(known, self.stacks.at, strict=True))
            for wet, stack in zip(marks, stacks, strict=True)
        ]
        for wet, stack, row in cells:
            if wet:
                self.pour(stack, row)
        for wet, stack, row in cells:
            if wet is False:
                self.drain(stack, row)
        return not any(wet is False and self.wet[stack] >> row & 1 for wet, stack, row in cells)

    def pour(self, stack: int, row: int) -> None:
        """Make a stack wet from this row down."""
        rows = self.open[stack] >> row << row
        if rows:
            self.wet[stack] |= rows
            self._settle(stack, rows, self.wet_in_col)
            for above, other in self.stacks.branches[stack]:
                if rows >> above & 1:
                    self.pour(other, 0)

    def drain(self, stack: int, row: int) -> None:
        """Make a stack dry from this row up."""
        rows = self.open[stack] & ((2 << row) - 1)
        if rows:
            self._settle(stack, rows, self.dry_in_col)
            stem = self.stacks.stems[stack]
            if stem is not None:
                self.drain(*stem)

    def _settle(self, stack: int, rows: int, wanted: list[int]) -> None:
        """Take open rows of a stack off what their columns still want, and note which lines to count."""
        self.open[stack] ^= rows
        self.rows_touched |= rows
        self.rows_to_count |= rows & self.counted_rows
        longest, cols_of = self.longest, self.stacks.cols_of[stack]
        to_count = touched = 0
        while rows:
            row = rows & -rows
            rows ^= row
            bits, cols = cols_of[row]
            touched |= bits
            for col in cols:
                wanted[col] = left = wanted[col] - 1
                if left < longest[col]:
                    to_count |= 1 << col
        self.cols_touched |= touched
        self.cols_to_count |= to_count

    def propagate(self) -> bool:
        """Settle all that counting can settle; return whether no line is at odds with its clue."""
        while self.rows_to_count or self.cols_to_count:
            while bits := self.rows_to_count:
                bit = bits & -bits
                if not self._count_row(bit.bit_length() - 1):
                    return False
                self.rows_to_count &= ~bit
            while bits := self.cols_to_count:
                self.cols_to_count = bits & (bits - 1)
                if not self._count_col((bits & -bits).bit_length() - 1):
                    return False
        return True

    def _count_row(self, row: int) -> bool:
        """Settle the segments of a row that are wet, or dry, in all sums that come to its clue."""
        bit, open_rows, wet_rows = 1 << row, self.open, self.wet
        wanted, segments, lengths = self.wet_in_row[row], [], []
        for segment in self.rows[row]:
            length, stack = segment
            if open_rows[stack] & bit:
                segments.append(segment)
                lengths.append(length)
            elif wet_rows[stack] & bit:
                wanted -= length
        self.rows[row] = segments
        self.wet_in_row[row] = wanted
        found = settled_by_sum(tuple(lengths), wanted)
        if found is None:
            return False
        wet, dry = found
        for at in wet:
            self.pour(segments[at][1], row)
        for at in dry:
            self.drain(segments[at][1], row)
        return True

    def _count_col(self, col: int) -> bool:
        """Settle what is wet, or dry, in a column however its clue is reached.

        Of a stretch, the open cells of one stack, the lowest ones are wet and the others dry. So at its top
        it is dry as far as it is longer than what is wanted, and at its bottom wet as far as it is longer
        than what may stay dry; any level between fits, whatever the other stretches of the column.
        """
        wet, dry, open_rows = self.wet_in_col[col], self.dry_in_col[col], self.open
        if wet < 0 or dry < 0:
            return False
        stretches, longest = [], 0
        for stack, rows in self.cols[col]:
            left = rows & open_rows[stack]
            if left:
                stretches.append((stack, left))
                cells = left.bit_count()
                if cells > longest:  # noqa: PLR1730 — a call of max takes a twentieth of all the time
                    longest = cells
                if cells > wet:
                    self.drain(stack, row_of(left, cells - wet - 1))
                if cells > dry:
                    self.pour(stack, row_of(left, dry))
        self.cols[col] = stretches
        if not self.stacks.branched:
            longest = min(longest, self.wet_in_col[col], self.dry_in_col[col])
            self.cols_to_count &= ~(1 << col)
        self.longest[col] = longest
        return True


def row_of(rows: int, place: int) -> int:
    """Return which row of a set has this place in it, from 0 at the top.

    >>> row_of(0b110100, 1)
    4
    """
    for _ in range(place):
        rows &= rows - 1
    return (rows & -rows).bit_length() - 1


@lru_cache(SUMS_KEPT)
def settled_by_sum(lengths: tuple[int, ...], wanted: int) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """Tell which segments are wet, and which dry, in all choices of segments that come to a sum.

    Parameters
    ----------
    lengths : tuple of int
        Cells of each segment.
    wanted : int
        The sum.

    Returns
    -------
    tuple of two tuples of int, or None
        Numbers of the segments that are always wet and of those that are always dry; None if no choice
        comes to the sum.

    Notes
    -----
    Sums are bits of whole numbers, as in M. A. Trick, "A dynamic programming approach for consistency and
    propagation for knapsack constraints" (2003): those that the segments before one can make, from the
    left, meet those from which the segments after it lead to the wanted sum.
    """
    if wanted < 0:
        return None
    leading = [1 << wanted]
    for length in reversed(lengths):
        leading.append(leading[-1] | leading[-1] >> length)
    if not leading.pop() & 1:
        return None
    made, wet, dry = 1, [], []
    for at, length in enumerate(lengths):
        after = leading.pop()
        if not made & after:
            wet.append(at)
        elif not made << length & after:
            dry.append(at)
        made |= made << length
    return tuple(wet), tuple(dry)
