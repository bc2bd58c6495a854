"""A search for solutions and their backbone: bounds of levels probed, then branching, within a budget."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .deadline import SEARCHED_CELL, SEARCHED_LINE, Deadline
from .message import Message
from .propagation import Levels, nth_row
from .puzzle import Known, Puzzle
from .segments import segment_forest

LOOKING, LOOKING_FOR_ANOTHER = Message("looking_for_a_solution"), Message("looking_for_another")
"""What takes too long, where it does."""
PATIENCE = 60
"""Probes in a row that may not fail. On 70 boards that probing settles there were 52 at most; on 26 of 39
boards from 20 x 20 up that it leaves open there were more."""
PROBE_COST = 4
"""Work of a probe from which nothing follows: it takes as long as settling four lines."""

Bound = tuple[int, bool]
"""A chain, and what is probed of it: True, its topmost open row is wet; False, its lowest is dry."""
Lines = tuple[int, int]
"""Rows and columns, each as bits of a whole number."""


class OutOfBudget(Exception):
    """The search would take more work than it may."""


@dataclass(slots=True)
class Node:
    """What is known at one node of the search tree, and which bounds were probed there without a conflict."""

    levels: Levels
    tested: dict[Bound, Lines]
    """Bounds that are not at odds with any clue, and the lines that were touched to find that out: while
    nothing changes in these, it remains so."""
    possible: bool = True
    """False once it is proved that no solution is like this."""

    def after(self, levels: Levels) -> Node:
        """Return the node with what follows from a probe."""
        rows, cols = levels.rows_touched, levels.cols_touched
        return Node(
            levels, {bound: at for bound, at in self.tested.items() if not (at[0] & rows or at[1] & cols)}
        )

    def learn(self, levels: Levels | None) -> None:
        """Take for true what follows from the opposite of a failed probe; None if that fails too."""
        if levels is None:
            self.possible = False
        else:
            after = self.after(levels)
            self.levels, self.tested = after.levels, after.tested


class Search:
    """A search for the solutions of a puzzle and for what all of them share.

    At every node the bounds of all levels are probed, and what fails is settled the other way: the bounds of
    R. Debruyne and C. Bessière, "Some practicable filtering techniques for the constraint satisfaction
    problem" (1997). Where that ends, one level is parted in two. The backbone is found as by M. Janota, I.
    Lynce and J. Marques-Silva, "Algorithms for computing backbones of propositional formulae" (2015): ask for
    a solution unlike all so far in one cell on which they agree; there is one, or the cell is settled.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        deadline: Deadline,
        least_work: int,
        most_work: int,
        assumptions: Known | None = None,
    ) -> None:
        forest = segment_forest(puzzle.regions, puzzle.rule)
        levels = Levels(forest, puzzle.row_clues, puzzle.col_clues)
        self.deadline = deadline
        self.least_work, self.most_work = least_work, most_work
        """The work below which the search does not give up, and that at which it does."""
        self.work = 0
        """Lines in which something was settled, by each probe anew, and what probing itself costs."""
        self.fruitless = 0
        """Probes in a row that did not fail."""
        self.root = Node(levels, {})
        """What is known in every solution."""
        deadline.spend(SEARCHED_CELL * puzzle.height * puzzle.width)
        self.root.possible = (assumptions is None or levels.assume(assumptions)) and levels.propagate()
        self.found: list[Levels] = []
        """Solutions, each of which is unlike those before it somewhere where they agree."""
        self.ever_wet = [0] * len(levels.open)
        """ever_wet[chain]: the rows that are wet in some solution found."""
        self.always_wet = [-1] * len(levels.open)
        """always_wet[chain]: the rows that are wet in every solution found."""
        self.impact: dict[Bound, int] = {}
        """How many lines each bound touched when last probed."""

    def find_backbone(self, most: int | None = None) -> None:
        """Find solutions until no other is unlike them where they agree, or there are so many.

        Raises OutOfBudget: before that; what is known and found until then is true all the same.
        Raises TimedOut: when the time was up.
        """
        if self.root.possible and not any(self.root.levels.open):
            self.found = [self.root.levels]
            return
        self._shave_root()
        if self.root.possible and not self.found:
            self._add_first(self.root)
        while self.found and (most is None or len(self.found) < most):
            doubt = self._next_doubt()
            if doubt is None:
                return
            chain, row, wet = doubt
            levels = self._probe(self.root, chain, row, wet=wet)
            if levels is None or not self._add_first(self.root.after(levels)):
                self.root.learn(self._probe(self.root, chain, row, wet=not wet))
                self._shave_root()

    def solutions(self, node: Node) -> Iterator[Levels]:
        """Yield every solution below a node, each once."""
        waiting, seen = [node], set()
        while waiting:
            node = waiting.pop()
            for levels in self._shave(node):
                if tuple(levels.wet) not in seen:
                    seen.add(tuple(levels.wet))
                    yield levels
            if node.possible and any(node.levels.open):
                chain, row = self._split(node)
                for wet in (False, True):
                    if (after := self._probe(node, chain, row, wet=wet)) is not None:
                        waiting.append(node.after(after))

    def backbone(self) -> Known:
        """Return what all solutions found share, as cells[row][col]."""
        first = self.found[0].cells()
        for levels in self.found[1:]:
            first = tuple(
                tuple([wet if wet == other else None for wet, other in zip(*cells, strict=True)])
                for cells in zip(first, levels.cells(), strict=True)
            )
        return first

    def _probe(self, node: Node, chain: int, row: int, *, wet: bool) -> Levels | None:
        """Return what follows if a chain is wet from a row down, or dry from it up; None if nothing can."""
        self.deadline.check(LOOKING_FOR_ANOTHER if self.found else LOOKING)
        if self.work >= (self.least_work if self.fruitless > PATIENCE else self.most_work):
            raise OutOfBudget
        levels = node.levels.copy()
        if wet:
            levels.assign_wet(chain, row)
        else:
            levels.assign_dry(chain, row)
        fits = levels.propagate()
        work = PROBE_COST + levels.lines_touched()
        self.work += work
        self.deadline.spend(SEARCHED_LINE * work)
        self.fruitless = self.fruitless + 1 if fits else 0
        return levels if fits else None

    def _shave(self, node: Node) -> Iterator[Levels]:
        """Settle what follows from the failure of its opposite, and yield the solutions met on the way."""
        if node.possible and not any(node.levels.open):
            yield node.levels
        tested: dict[Bound, Lines] | None = None
        while node.possible and node.tested is not tested:
            tested = node.tested
            for bound in self._untested(node):
                while bound not in node.tested and (row := self._bound_row(node, bound)) is not None:
                    levels = self._probe(node, bound[0], row, wet=bound[1])
                    if levels is None:
                        node.learn(self._probe(node, bound[0], row, wet=not bound[1]))
                        if not node.possible:
                            return
                        if not any(node.levels.open):
                            yield node.levels
                            return
                        continue
                    node.tested[bound] = (levels.rows_touched, levels.cols_touched)
                    self.impact[bound] = levels.lines_touched()
                    if not any(levels.open):
                        yield levels

    def _untested(self, node: Node) -> list[Bound]:
        """List the bounds yet to be probed, those first that touch many lines and so are likely to fail."""
        levels, tested, impact = node.levels, node.tested, self.impact
        bounds = [
            (-(impact.get(bound) or levels.lines_through(chain)), bound)
            for chain, rows in enumerate(levels.open)
            if rows
            for bound in ((chain, True), (chain, False))
            if bound not in tested
        ]
        return [bound for _, bound in sorted(bounds)]

    def _bound_row(self, node: Node, bound: Bound) -> int | None:
        """Return the row that a bound makes wet, or dry.

        None if no row of the chain is open or a solution is known to be like it.
        """
        chain, wet = bound
        rows = node.levels.open[chain]
        row = (rows & -rows if wet else rows).bit_length() - 1 if rows else None
        if row is None or node is not self.root:
            return row
        like_it = self.ever_wet[chain] >> row & 1 if wet else not self.always_wet[chain] >> row & 1
        return None if like_it else row

    def _shave_root(self) -> None:
        for levels in self._shave(self.root):
            self._add(levels)

    def _add_first(self, node: Node) -> bool:
        """Add the first solution below a node; return whether there is one."""
        levels = next(self.solutions(node), None)
        if levels is not None:
            self._add(levels)
        return levels is not None

    def _add(self, levels: Levels) -> None:
        if levels.wet not in [found.wet for found in self.found]:
            self.found.append(levels)
            self.ever_wet = [wet | ever for wet, ever in zip(levels.wet, self.ever_wet, strict=True)]
            self.always_wet = [wet & always for wet, always in zip(levels.wet, self.always_wet, strict=True)]

    def _split(self, node: Node) -> tuple[int, int]:
        """Return the chain whose two bounds touch most lines, and the middle one of its open rows."""
        impact = self.impact
        _, chain = max(
            (impact.get((chain, True), 1) * impact.get((chain, False), 1), -chain)
            for chain, rows in enumerate(node.levels.open)
            if rows
        )
        rows = node.levels.open[-chain]
        return -chain, nth_row(rows, (rows.bit_count() - 1) // 2)

    def _next_doubt(self) -> tuple[int, int, bool] | None:
        """Return the row of a chain that is wet, or dry, in no solution found and not proved impossible."""
        doubts = []
        for chain, rows in enumerate(self.root.levels.open):
            if dry := rows & ~self.ever_wet[chain]:
                doubts.append((-self.impact.get((chain, True), 0), chain, dry.bit_length() - 1, True))
            if wet := rows & self.always_wet[chain]:
                doubts.append((-self.impact.get((chain, False), 0), chain, nth_row(wet, 0), False))
        return min(doubts)[1:] if doubts else None
