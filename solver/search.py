"""What counting leaves open, settled by supposing: levels at their highest and lowest, then a search."""

from __future__ import annotations

from collections.abc import Iterator

from .deadline import Deadline
from .propagation import Levels, row_of
from .puzzle import Known, Puzzle
from .segments import stacks_of

PATIENCE = 60
"""Suppositions in a row that may not fail. On 70 boards that supposing settles there were 52 at most; on 26
of 39 boards from 20 x 20 up that it leaves open there were more."""
SUPPOSING = 4
"""Effort of a supposition from which nothing follows: it takes as long as settling four lines."""

End = tuple[int, bool]
"""A stack, and what is supposed of it: True, its topmost open row is wet; False, its lowest is dry."""
Lines = tuple[int, int]
"""Rows and columns, each as bits of a whole number."""


class OutOfEffort(Exception):
    """The search would take more effort than it may."""


class Point:
    """What is known at one point of a search, and what was supposed there to no avail."""

    __slots__ = ("levels", "possible", "tried")

    def __init__(self, levels: Levels, tried: dict[End, Lines]) -> None:
        self.levels = levels
        self.tried = tried
        """Ends that are not at odds with any clue, and the lines that were touched to find that out: while
        nothing changes in these, it remains so."""
        self.possible = True
        """False once it is proved that no solution is like this."""

    def after(self, levels: Levels) -> Point:
        """Return the point with what follows from a supposition."""
        rows, cols = levels.rows_touched, levels.cols_touched
        return Point(
            levels, {end: at for end, at in self.tried.items() if not (at[0] & rows or at[1] & cols)}
        )

    def learn(self, levels: Levels | None) -> None:
        """Take for true what follows from a supposition whose opposite has failed; None if nothing can."""
        if levels is None:
            self.possible = False
        else:
            after = self.after(levels)
            self.levels, self.tried = after.levels, after.tried

    def end_row(self, end: End) -> int | None:
        """Return the row that an end supposes wet, or dry; None if no row of the stack is open."""
        rows = self.levels.open[end[0]]
        return (rows & -rows if end[1] else rows).bit_length() - 1 if rows else None


class Search:
    """A search for the solutions of a puzzle and for what all of them share.

    At every point the ends of all levels are supposed, and what fails is settled the other way: the bounds
    of R. Debruyne and C. Bessière, "Some practicable filtering techniques for the constraint satisfaction
    problem" (1997). Where that ends, one level is parted in two. What is shared is found as by M. Janota,
    I. Lynce and J. Marques-Silva, "Algorithms for computing backbones of propositional formulae" (2015): ask
    for a solution unlike all so far in one thing on which they agree; there is one, or the thing holds.
    """

    def __init__(
        self, puzzle: Puzzle, deadline: Deadline, least: int, most: int, known: Known | None = None
    ) -> None:
        stacks = stacks_of(puzzle.regions, puzzle.rule)
        levels = Levels(stacks, puzzle.row_clues, puzzle.col_clues)
        self.deadline = deadline
        self.least, self.most = least, most
        """The effort below which the search does not give up, and that at which it does."""
        self.effort = 0
        """Lines in which something was settled, by each supposition anew, and what supposing itself costs."""
        self.in_vain = 0
        """Suppositions in a row that did not fail."""
        self.root = Point(levels, {})
        """What is known in every solution."""
        self.root.possible = (known is None or levels.take(known)) and levels.propagate()
        self.found: list[Levels] = []
        """Solutions, each of which is unlike those before it somewhere where they agree."""
        self.ever_wet = [0] * len(levels.open)
        """ever_wet[stack]: the rows that are wet in some solution found."""
        self.always_wet = [-1] * len(levels.open)
        """always_wet[stack]: the rows that are wet in every solution found."""
        self.reach: dict[End, int] = {}
        """How many lines each end touched when last supposed."""

    def find_common(self, most: int | None = None) -> None:
        """Find solutions until no other is unlike them where they agree, or there are so many.

        Raises
        ------
        OutOfEffort
            before that; what is known and found until then is true all the same
        TimedOut
            when the time was up
        """
        if self.root.possible and not any(self.root.levels.open):
            self.found = [self.root.levels]
            return
        self._tighten_root()
        if self.root.possible and not self.found:
            self._add_first(self.root)
        while self.found and (most is None or len(self.found) < most):
            doubt = self._widest_doubt()
            if doubt is None:
                return
            stack, row, wet = doubt
            levels = self._suppose(self.root, stack, row, wet=wet)
            if levels is None or not self._add_first(self.root.after(levels)):
                self.root.learn(self._suppose(self.root, stack, row, wet=not wet))
                self._tighten_root()

    def solutions(self, point: Point) -> Iterator[Levels]:
        """Yield every solution there is from a point on, each once."""
        waiting, seen = [point], set()
        while waiting:
            point = waiting.pop()
            for levels in self._tightened(point):
                if tuple(levels.wet) not in seen:
                    seen.add(tuple(levels.wet))
                    yield levels
            if point.possible and any(point.levels.open):
                stack, row = self._farthest(point)
                for wet in (False, True):
                    if (after := self._suppose(point, stack, row, wet=wet)) is not None:
                        waiting.append(point.after(after))

    def common(self) -> Known:
        """Return what all solutions found share, as known[row][col]."""
        first = self.found[0].known()
        for levels in self.found[1:]:
            first = tuple(
                tuple([wet if wet == other else None for wet, other in zip(*cells, strict=True)])
                for cells in zip(first, levels.known(), strict=True)
            )
        return first

    def _suppose(self, point: Point, stack: int, row: int, *, wet: bool) -> Levels | None:
        """Return what follows if a stack is wet from a row down, or dry from it up; None if nothing can."""
        self.deadline.check("looking for another solution" if self.found else "looking for a solution")
        if self.effort >= (self.least if self.in_vain > PATIENCE else self.most):
            raise OutOfEffort
        levels = point.levels.copy()
        if wet:
            levels.pour(stack, row)
        else:
            levels.drain(stack, row)
        fits = levels.propagate()
        self.effort += SUPPOSING + levels.lines_touched()
        self.in_vain = self.in_vain + 1 if fits else 0
        return levels if fits else None

    def _tightened(self, point: Point) -> Iterator[Levels]:
        """Settle what follows from the failure of its opposite, and yield the solutions met on the way."""
        if point.possible and not any(point.levels.open):
            yield point.levels
        tried: dict[End, Lines] | None = None
        while point.possible and point.tried is not tried:
            tried = point.tried
            for end in self._untried(point):
                while end not in point.tried and (row := self._end_row(point, end)) is not None:
                    levels = self._suppose(point, end[0], row, wet=end[1])
                    if levels is None:
                        point.learn(self._suppose(point, end[0], row, wet=not end[1]))
                        if not point.possible:
                            return
                        if not any(point.levels.open):
                            yield point.levels
                            return
                        continue
                    point.tried[end] = (levels.rows_touched, levels.cols_touched)
                    self.reach[end] = levels.lines_touched()
                    if not any(levels.open):
                        yield levels

    def _untried(self, point: Point) -> list[End]:
        """List the ends yet to be supposed, those first that reach far and so are likely to fail."""
        levels, tried, reach = point.levels, point.tried, self.reach
        ends = [
            (-(reach.get(end) or levels.lines_of(stack)), end)
            for stack, rows in enumerate(levels.open)
            if rows
            for end in ((stack, True), (stack, False))
            if end not in tried
        ]
        return [end for _, end in sorted(ends)]

    def _end_row(self, point: Point, end: End) -> int | None:
        """Return the row of an end, None if all is known there or a solution is known to be like it."""
        row = point.end_row(end)
        if row is None or point is not self.root:
            return row
        stack, wet = end
        like_it = self.ever_wet[stack] >> row & 1 if wet else not self.always_wet[stack] >> row & 1
        return None if like_it else row

    def _tighten_root(self) -> None:
        for levels in self._tightened(self.root):
            self._add(levels)

    def _add_first(self, point: Point) -> bool:
        """Add the first solution from a point on; return whether there is one."""
        levels = next(self.solutions(point), None)
        if levels is not None:
            self._add(levels)
        return levels is not None

    def _add(self, levels: Levels) -> None:
        if levels.wet not in [found.wet for found in self.found]:
            self.found.append(levels)
            self.ever_wet = [wet | ever for wet, ever in zip(levels.wet, self.ever_wet, strict=True)]
            self.always_wet = [wet & always for wet, always in zip(levels.wet, self.always_wet, strict=True)]

    def _farthest(self, point: Point) -> tuple[int, int]:
        """Return the stack whose two ends reach farthest, and the middle one of its open rows."""
        reach = self.reach
        _, stack = max(
            (reach.get((stack, True), 1) * reach.get((stack, False), 1), -stack)
            for stack, rows in enumerate(point.levels.open)
            if rows
        )
        rows = point.levels.open[-stack]
        return -stack, row_of(rows, (rows.bit_count() - 1) // 2)

    def _widest_doubt(self) -> tuple[int, int, bool] | None:
        """Return the farthest-reaching thing that is so in no solution found and not proved impossible."""
        doubts = []
        for stack, rows in enumerate(self.root.levels.open):
            if dry := rows & ~self.ever_wet[stack]:
                doubts.append((-self.reach.get((stack, True), 0), stack, dry.bit_length() - 1, True))
            if wet := rows & self.always_wet[stack]:
                doubts.append((-self.reach.get((stack, False), 0), stack, row_of(wet, 0), False))
        return min(doubts)[1:] if doubts else None
