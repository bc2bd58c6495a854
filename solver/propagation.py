"""What clues say of the water by counting alone: every line looked at until none says anything new."""

from __future__ import annotations

from collections.abc import Sequence

from .puzzle import Clue, Known, Water
from .segments import SegmentForest
from .sums import settled_by_sum


class Levels:
    """What is known of the water level of every chain: which of its rows are wet and which are open.

    The water of a chain stands from some row down, so wet rows are at its bottom, dry ones at its top and
    open ones between them. Sets of rows and columns are bits of whole numbers, row 0 and column 0 lowest.
    Made of a puzzle's clues, it knows nothing yet and has every line to count.
    """

    def __init__(self, forest: SegmentForest, row_clues: Sequence[Clue], col_clues: Sequence[Clue]) -> None:
        height = len(row_clues)
        self.forest = forest
        self.open = list(forest.rows_of)
        """open[chain]: the rows of which is not known whether they are wet."""
        self.wet = [0] * len(self.open)
        """wet[chain]: the rows known to be wet."""
        self.wet_in_row = [clue or 0 for clue in row_clues]
        """Open cells of the row that must be wet."""
        self.wet_in_col = [2 * height if clue is None else clue for clue in col_clues]
        """Open cells of the column that must be wet; without a clue more than it can ever run out of."""
        self.dry_in_col = [2 * height if clue is None else height - clue for clue in col_clues]
        """Open cells of the column that must be dry."""
        self.longest = list(forest.longest)
        """No open stretch of the column has more cells than this."""
        self.counted_rows = sum([1 << row for row, clue in enumerate(row_clues) if clue is not None])
        """The rows with a clue."""
        self.rows_to_count = self.counted_rows
        self.cols_to_count = sum(
            [
                1 << col
                for col, stretch in enumerate(self.longest)
                if self.wet_in_col[col] < stretch or self.dry_in_col[col] < stretch
            ]
        )
        """The columns that may settle something: where a stretch is longer than what they want of either."""
        self.rows_touched = 0
        """The rows in which something was settled since this was last set to nothing."""
        self.cols_touched = 0

    def copy(self) -> Levels:
        """Return the same knowledge, free to be added to, with no line touched yet."""
        other = Levels.__new__(Levels)
        for name, value in vars(self).items():
            setattr(other, name, value[:] if type(value) is list else value)
        other.rows_touched = other.cols_touched = 0
        return other

    def cells(self) -> Known:
        """Return what is known, as cells[row][col], None where it is open."""
        known = []
        for row, chains in enumerate(self.forest.at):
            bit = 1 << row
            is_wet = {
                chain: True if self.wet[chain] & bit else None if self.open[chain] & bit else False
                for _, chain in self.forest.in_row[row]
            }
            known.append(tuple(map(is_wet.__getitem__, chains)))
        return tuple(known)

    def water(self) -> Water:
        """Return water[row][col]: what is known to be wet."""
        water = []
        for row, chains in enumerate(self.forest.at):
            is_wet = {chain: bool(self.wet[chain] >> row & 1) for _, chain in self.forest.in_row[row]}
            water.append(tuple(map(is_wet.__getitem__, chains)))
        return tuple(water)

    def lines_through(self, chain: int) -> int:
        """Return how many rows and columns the open cells of a chain are in."""
        rows, cols = self.open[chain], 0
        for row, (bits, _) in self.forest.cols_of[chain].items():
            if rows & row:
                cols |= bits
        return rows.bit_count() + cols.bit_count()

    def lines_touched(self) -> int:
        """Return in how many rows and columns something was settled."""
        return self.rows_touched.bit_count() + self.cols_touched.bit_count()

    def assume(self, assumptions: Known) -> bool:
        """Settle what is assumptions[row][col], and what is with it; return whether it can be level."""
        cells = [
            (wet, chain, row)
            for row, (marks, chains) in enumerate(zip(assumptions, self.forest.at, strict=True))
            for wet, chain in zip(marks, chains, strict=True)
        ]
        for wet, chain, row in cells:
            if wet:
                self.assign_wet(chain, row)
        for wet, chain, row in cells:
            if wet is False:
                self.assign_dry(chain, row)
        return not any(wet is False and self.wet[chain] >> row & 1 for wet, chain, row in cells)

    def assign_wet(self, chain: int, row: int) -> None:
        """Make a chain wet from this row down."""
        rows = self.open[chain] >> row << row
        if rows:
            self.wet[chain] |= rows
            self._settle(chain, rows, self.wet_in_col)
            for above, other in self.forest.children[chain]:
                if rows >> above & 1:
                    self.assign_wet(other, 0)

    def assign_dry(self, chain: int, row: int) -> None:
        """Make a chain dry from this row up."""
        rows = self.open[chain] & ((2 << row) - 1)
        if rows:
            self._settle(chain, rows, self.dry_in_col)
            parent = self.forest.parents[chain]
            if parent is not None:
                self.assign_dry(*parent)

    def _settle(self, chain: int, rows: int, wanted: list[int]) -> None:
        """Take open rows of a chain off what their columns still want, and note which lines to count."""
        self.open[chain] ^= rows
        self.rows_touched |= rows
        self.rows_to_count |= rows & self.counted_rows
        longest, cols_of = self.longest, self.forest.cols_of[chain]
        wet_in_row = self.wet_in_row if wanted is self.wet_in_col else None
        to_count = touched = 0
        while rows:
            row = rows & -rows
            rows ^= row
            bits, cols = cols_of[row]
            touched |= bits
            if wet_in_row:
                wet_in_row[row.bit_length() - 1] -= len(cols)
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
        open_rows = self.open
        segments = [segment for segment in self.forest.in_row[row] if open_rows[segment[1]] >> row & 1]
        found = settled_by_sum(tuple([length for length, _ in segments]), self.wet_in_row[row])
        if found is None:
            return False
        wet, dry = found
        for at in wet:
            self.assign_wet(segments[at][1], row)
        for at in dry:
            self.assign_dry(segments[at][1], row)
        return True

    def _count_col(self, col: int) -> bool:
        """Settle what is wet, or dry, in a column however its clue is reached.

        Of a stretch, the open cells of one chain, the lowest ones are wet and the others dry. So at its top
        it is dry as far as it is longer than what is wanted, and at its bottom wet as far as it is longer
        than what may stay dry; any level between fits, whatever the other stretches of the column.
        """
        wet, dry, open_rows = self.wet_in_col[col], self.dry_in_col[col], self.open
        if wet < 0 or dry < 0:
            return False
        longest = 0
        for chain, rows in self.forest.in_col[col]:
            left = rows & open_rows[chain]
            if left:
                cells = left.bit_count()
                if cells > longest:  # noqa: PLR1730 — a call of max takes a twentieth of all the time
                    longest = cells
                if cells > wet:
                    self.assign_dry(chain, nth_row(left, cells - wet - 1))
                if cells > dry:
                    self.assign_wet(chain, nth_row(left, dry))
        if not self.forest.has_children:
            longest = min(longest, self.wet_in_col[col], self.dry_in_col[col])
            self.cols_to_count &= ~(1 << col)
        self.longest[col] = longest
        return True


def nth_row(rows: int, position: int) -> int:
    """Return which row of a set has this position in it, from 0 at the top.

    >>> nth_row(0b110100, 1)
    4
    """
    for _ in range(position):
        rows &= rows - 1
    return (rows & -rows).bit_length() - 1
