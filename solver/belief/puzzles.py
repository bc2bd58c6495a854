"""The likeliest puzzle that the evidence allows: among the first readings, or by a weighted CP-SAT model.

Cells that no likely wall parts are a block, and two blocks side by side have a border. A variable says
whether it is a wall, one which clue each line has, and one whether each block is wet in each row. Without a
wall, both blocks are wet in the same rows: so no numbers of aquariums are needed. What is minimized is how
much less probable a puzzle is, in natural log, than every clue and side as it looks.

What cannot be said in the model is added where it is broken. A wall inside an aquarium: it is missing, or one
of the walls is there that are missing on a way around it. Several solutions: a clue is one that some of them
lacks, or a border is open that keeps one of them level. (Counterexample-guided refinement: Clarke et al.,
"Counterexample-guided abstraction refinement", 2000.)
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import pairwise
from math import floor, inf, log
from operator import itemgetter
from typing import TYPE_CHECKING

from ..deadline import LOADING, Deadline
from ..errors import TimedOut
from ..grid import DisjointSets, joined_cells
from ..message import Message
from ..places import SideAt, regions_beside, walls
from ..puzzle import Clue, Puzzle, Rows, Water
from ..solving import find_quickly, find_solutions
from .causes import borders
from .evidence import Evidence, Hypothesis
from .waters import Pair, counts_of, heights_of

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

    from ..model import CpSat

CHANGED_CELL = 2e-6
"""Work of setting up a reading, in seconds for each cell."""
READINGS = 300
"""Readings that are looked at, the likeliest first, before CP-SAT is asked."""
FINENESS = 1000
"""CP-SAT counts log-probabilities in whole numbers, so many to one. They are rounded down, so that no puzzle
within the depth is lost."""
SURELY = 9.5
"""Log-odds above which a side is taken as it looks: with all of them, models of large boards are slow."""


@dataclass(eq=False, slots=True)
class Border:
    """Where two blocks lie side by side. Numbers say how much less probable it is than as its sides look.

    One cause may have feigned its walls (`causes`): they count as much as the surest of them.
    """

    parted: float = 0.0
    """With a wall on every side."""
    joined: float = 0.0
    """With no wall; infinite where a side of it surely is one."""


def find_borders(evidence: Evidence, blocks: Rows, surely: float) -> dict[Pair, Border]:
    """Return where blocks[row][col] lie side by side; two cells of one block are no border.

    A side of more than `surely` log-odds is a wall.
    """
    found: defaultdict[Pair, Border] = defaultdict(Border)
    for side, odds in evidence.sides():
        ends = regions_beside(blocks, side)
        if ends[0] != ends[1]:
            border = found[ends]
            border.parted += max(0.0, -odds)
            border.joined = max(border.joined, odds if odds <= surely else inf)
    return dict(found)


def find_blocks(evidence: Evidence, depth: float) -> Rows:
    """Give cells one number between which walls are less probable than exp(-depth)."""
    opened = (side.cells for side, odds in evidence.sides() if odds < -depth)
    return joined_cells(len(evidence.row_clues), len(evidence.col_clues), opened)


def _walls_inside(evidence: Evidence, blocks: Rows) -> float:
    """Return how much less probable it is that no wall stands inside blocks[row][col] than as it looks."""
    pairs = ((regions_beside(blocks, side), odds) for side, odds in evidence.sides())
    return sum(max(odds, 0.0) for (one, other), odds in pairs if one == other)


class PuzzleModel:
    """The puzzles that are at most `depth` less probable, in natural log, than all as it looks."""

    def __init__(self, cp_sat: CpSat, evidence: Evidence, depth: float) -> None:
        """Say what follows from the evidence and the rules, but for what is added later."""
        self._cp_sat, self._depth = cp_sat, depth
        self._model = cp_sat.new_model()
        self._blocks = find_blocks(evidence, min(depth, SURELY))
        self._borders = find_borders(evidence, self._blocks, min(depth, SURELY))
        height = len(self._blocks)
        self._wet = {
            block: [self._model.new_bool_var("") for _ in range(height)]
            for block in sorted({block for line in self._blocks for block in line})
        }
        self._wall = {pair: self._model.new_bool_var("") for pair in self._borders}
        at_borders = sum(min(border.parted, border.joined) for border in self._borders.values())
        self._least = _walls_inside(evidence, self._blocks) + at_borders
        """How much less probable than all as it looks every puzzle of the model is."""
        self._say_levels()
        self._say_borders()
        self._clues = list(self._say_clues(evidence))
        """For each line the clues it may have, with what says so, and how much less probable they are."""
        self._say_costs()

    def _say_levels(self) -> None:
        for rows in self._wet.values():
            for upper, lower in pairwise(rows):
                self._model.add_implication(upper, lower)
        for pair, border in self._borders.items():
            wall = self._wall[pair]
            if border.joined > self._depth:
                self._model.add_bool_or([wall])
                continue
            for one, other in zip(*(self._wet[end] for end in pair), strict=True):
                self._model.add_bool_or([wall, ~one, other])
                self._model.add_bool_or([wall, one, ~other])

    def _say_borders(self) -> None:
        """Let no border be a wall alone where it meets others in a corner inside the board."""
        for upper, lower in pairwise(self._blocks):
            for (a, b), (c, d) in zip(pairwise(upper), pairwise(lower), strict=True):
                met = [
                    (min(pair), max(pair)) for pair in ((a, b), (c, d), (a, c), (b, d)) if pair[0] != pair[1]
                ]
                if len(set(met)) == len(met):
                    for pair in met:
                        others = (self._wall[other] for other in met if other != pair)
                        self._model.add_bool_or([~self._wall[pair], *others])

    def _say_clues(self, evidence: Evidence) -> Iterator[list[tuple[Clue, cp_model.IntVar, float]]]:
        rows = [[self._wet[block][row] for block in line] for row, line in enumerate(self._blocks)]
        for (_, belief), cells in zip(evidence.clues(), [*zip(*rows, strict=True), *rows], strict=True):
            best, options = max(belief), []
            for clue, log_p in belief.options():
                if best - log_p > self._depth:
                    continue
                is_it = self._model.new_bool_var("")
                options.append((clue, is_it, best - log_p))
                if clue is not None:
                    count = self._cp_sat.weighted_sum(cells, [1] * len(cells))
                    self._model.add(count == clue).only_enforce_if(is_it)
            self._model.add_exactly_one([is_it for _, is_it, _ in options])
            yield options

    def _say_costs(self) -> None:
        costs: list[tuple[cp_model.LiteralT, float]] = [
            (is_it, cost) for options in self._clues for _, is_it, cost in options
        ]
        for pair, border in self._borders.items():
            more = border.parted - border.joined
            costs.append((self._wall[pair] if more > 0 else ~self._wall[pair], abs(more)))
        used = [(variable, floor(FINENESS * min(cost, self._depth + 1))) for variable, cost in costs if cost]
        self._total = self._cp_sat.weighted_sum([one for one, _ in used], [cost for _, cost in used])
        self._model.add(self._total <= max(0, floor(FINENESS * (self._depth - self._least))))

    def likeliest(self, doing: Message) -> Hypothesis | None:
        """Return the likeliest puzzle with exactly one solution; None if there is none.

        Raises TimedOut: saying what was being done.
        """
        self._model.minimize(self._total)
        for is_wall in self._boards(doing):
            puzzle = self._puzzle(is_wall)
            waters = find_solutions(puzzle, 2, time_limit=self._cp_sat.deadline)
            if len(waters) == 1:
                cost = self._cp_sat.solver.value(self._total)
                return Hypothesis(puzzle, waters[0], self._least + cost / FINENESS)
            self._leave_out(waters, is_wall)
        return None

    def _boards(self, doing: Message) -> Iterator[dict[Pair, bool]]:
        """Yield which borders are walls, again and again until nothing is left within the depth."""
        while self._depth >= self._least and self._cp_sat.solves(self._model, doing):
            is_true = self._cp_sat.solver.boolean_value
            is_wall = {pair: is_true(wall) for pair, wall in self._wall.items()}
            if not self._mends(is_wall):
                yield is_wall

    def _puzzle(self, is_wall: Mapping[Pair, bool]) -> Puzzle:
        width, is_true = len(self._blocks[0]), self._cp_sat.solver.boolean_value
        sets = DisjointSets(len(self._blocks) * width)
        for pair, wall in is_wall.items():
            if not wall:
                sets.join(*pair)
        clues = [next(clue for clue, is_it, _ in options if is_true(is_it)) for options in self._clues]
        return Puzzle(clues[:width], clues[width:], [list(map(sets.find, line)) for line in self._blocks])

    def _mends(self, is_wall: Mapping[Pair, bool]) -> bool:
        """Let no wall stand inside an aquarium as it does here; return whether one did."""
        near: defaultdict[int, list[int]] = defaultdict(list)
        for (one, other), wall in is_wall.items():
            if not wall:
                near[one].append(other)
                near[other].append(one)
        has_mended = False
        for pair, wall in is_wall.items():
            if wall and (way := _way(near, *pair)):
                around = [self._wall[min(step), max(step)] for step in pairwise(way)]
                self._model.add_bool_or([*around, ~self._wall[pair]])
                has_mended = True
        return has_mended

    def _leave_out(self, waters: Sequence[Water], is_wall: Mapping[Pair, bool]) -> None:
        """Leave out all puzzles that all of these waters solve.

        Either a clue is another than one of them has, or a border is open outside of a largest set of borders
        without which all of them stay level. In the set are those that are open here, then the likeliest.
        """
        clause: list[cp_model.BoolVarT] = [
            is_it
            for water in waters
            for options, count in zip(self._clues, counts_of(water), strict=True)
            for clue, is_it, _ in options
            if clue not in (None, count)
        ]
        sets, every = DisjointSets(len(self._blocks) * len(self._blocks[0])), self._borders
        heights = [heights_of(self._blocks, water) for water in waters]
        order = sorted(
            every, key=lambda pair: (is_wall.get(pair, True), every[pair].joined - every[pair].parted)
        )
        for pair in order:
            one, other = map(sets.find, pair)
            joined = [tuple(zip(here[one], here[other], strict=True)) for here in heights]
            if one == other or every[pair].joined > self._depth:
                continue
            if all(max(dry) < min(wet) for dry, wet in joined):
                sets.join(one, other)
                for here, (dry, wet) in zip(heights, joined, strict=True):
                    here[min(one, other)] = max(dry), min(wet)
        clause += [~wall for pair, wall in self._wall.items() if sets.find(pair[0]) != sets.find(pair[1])]
        self._model.add_bool_or(clause)


Otherwise = tuple[float, dict[int, Clue], tuple[int, ...]]
"""Something otherwise than it looks: how much less probable; a line's clue, or the sides that change."""


def likeliest_of_few(evidence: Evidence, depth: float, deadline: Deadline) -> Hypothesis | None:
    """Return the likeliest puzzle with exactly one solution, if it is among the first readings.

    None if none of them is within the depth, or it was not known in the time that it takes to load CP-SAT.
    """
    changes = sorted((one for one in _otherwise(evidence) if one[0] <= depth), key=itemgetter(0))
    heap: list[tuple[float, tuple[int, ...]]] = [(0.0, ())]
    sides, boards = list(evidence.sides()), dict[frozenset[int], Rows | None]()
    with deadline.part(LOADING) as part, suppress(TimedOut):
        for _ in range(READINGS):
            if not heap:
                break
            cost, chosen = heappop(heap)
            last = chosen[-1] if chosen else -1
            if last + 1 < len(changes):
                more = changes[last + 1][0]
                heappush(heap, (cost + more, (*chosen, last + 1)))
                if chosen:
                    heappush(heap, (cost + more - changes[last][0], (*chosen[:-1], last + 1)))
            if cost > depth:
                break
            part.spend(CHANGED_CELL * len(evidence.row_clues) * len(evidence.col_clues))
            made = [changes[number] for number in chosen]
            flipped = frozenset(side for _, _, row in made for side in row)
            if flipped not in boards:
                boards[flipped] = _board(evidence, sides, flipped)
            puzzle = _changed(evidence, made, boards[flipped])
            if puzzle is None:
                continue
            if (found := find_quickly(puzzle, 2, part)) is None:
                break
            if len(found[0]) == 1:
                return Hypothesis(puzzle, found[0][0], cost)
    return None


def _otherwise(evidence: Evidence) -> Iterator[Otherwise]:
    """Yield what may be otherwise than it looks: a clue, a side, all walls of a border."""
    for line, (_, belief) in enumerate(evidence.clues()):
        for clue, log_p in belief.options():
            if clue != belief.likeliest:
                yield max(belief) - log_p, {line: clue}, ()
    every = borders(evidence)
    of_borders = {side for border in every for side in border.sides}
    for number, odds in enumerate(evidence.odds()):
        if number not in of_borders:
            yield abs(odds), {}, (number,)
    for border in every:
        yield -log(border.ratio), {}, border.sides


def _board(
    evidence: Evidence, sides: Sequence[tuple[SideAt, float]], flipped: Collection[int]
) -> Rows | None:
    """Return the aquariums as the sides look, but for those of some numbers; None if walls end inside one."""
    seen = [(odds > 0) != (number in flipped) for number, (_, odds) in enumerate(sides)]
    opened = (side.cells for (side, _), wall in zip(sides, seen, strict=True) if not wall)
    regions = joined_cells(len(evidence.row_clues), len(evidence.col_clues), opened)
    return regions if list(walls(regions)) == seen else None


def _changed(evidence: Evidence, changes: Sequence[Otherwise], regions: Rows | None) -> Puzzle | None:
    """Return what the clues look like with some changes, on a board; None if that is no puzzle."""
    clues = [belief.likeliest for _, belief in evidence.clues()]
    changed = [line for _, lines, _ in changes for line in lines]
    for _, lines, _ in changes:
        for line, clue in lines.items():
            clues[line] = clue
    cols = len(evidence.col_clues)
    upper, left = clues[:cols], clues[cols:]
    differ = sum(filter(None, upper)) != sum(filter(None, left))
    if regions is None or len(set(changed)) < len(changed) or (differ and None not in clues):
        return None
    return Puzzle(upper, left, regions)


def _way(near: Mapping[int, Sequence[int]], start: int, end: int) -> list[int]:
    """Return a shortest way from one block to another; none if there is none."""
    came, edge = {start: start}, deque([start])
    while edge and end not in came:
        here = edge.popleft()
        for there in near.get(here, ()):
            if there not in came:
                came[there] = here
                edge.append(there)
    way = [end] if end in came else []
    while way and way[-1] != start:
        way.append(came[way[-1]])
    return way
