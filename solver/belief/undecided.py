"""Sides that may be walls or not → the water that follows whatever they are.

A reading is a value for every clue, and a wall or none at every side. What is told here is the water of every
reading that is not excluded, and nothing is weighed against anything else. Excluded are

- readings with a wall at one of the surest open sides, and with clues misread so that their sums agree all
  the same: together they have a probability of `MOST_EXCLUDED` at most;
- readings with a clue misread otherwise: the clues as they look would then have no solution;
- readings without a solution.

Any other side may be a wall or none. Water that is level in an aquarium is level in each of its parts, so a
solution of any of these readings also solves the board that has a wall wherever one is not excluded. If that
board has one solution, it is the water of them all; if it has several, the picture is refused.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from math import exp

from ..errors import AquariumError, TimedOut
from ..grid import Cell, bridges, joined_cells
from ..places import SideAt, is_wall, regions_beside
from ..puzzle import Clue, Puzzle, Rows, Water
from ..solving import find_only_water
from .cuts import ends, heights_of, stays_level
from .evidence import Evidence, LogP, certainty, likeliest
from .repair import Proved, doubtful_places, find_proved

MOST_REPAIRED = 12
"""Doubtful clues and walls up to which the most probable puzzle is looked for before the water that all have:
of more there are too many ways to take them."""
MOST_EXCLUDED = 0.01
"""Probability, at most, of all readings that are excluded."""
MISREAD = 0.003
"""Probability, at most, that clues are misread in a way that goes unnoticed: a part of it."""
MOST_DOUBTED = 0.002
"""Probability, at most, that a side that is taken as open is a wall after all."""
LEAST_DOUBTED = 1e-6
"""No side need be surer than this."""
SURE_WALL = 0.99
"""Probability from which a wall inside an aquarium contradicts what is open around it."""
MOST_UNDECIDED = 0.6
"""Share of the sides that may be undecided: beyond, too little of the board was seen."""


@dataclass(frozen=True, slots=True)
class Forced:
    """Water that is proved, on the most probable of the boards that it may be on."""

    puzzle: Puzzle
    water: Water
    """water[row][col]."""
    undecided: tuple[SideAt, ...] = ()
    """The sides in which the puzzle in the picture may differ from that board."""


def find_answer(evidence: Evidence, time_limit: float) -> Proved | Forced:
    """Return the most probable puzzle that is proved, or else the water that all probable ones have.

    Raises NotProved, TimedOut: as `find_proved`, if there is neither.
    """
    is_hopeless = len(doubtful_places(evidence)) > MOST_REPAIRED
    if is_hopeless and (forced := find_forced(evidence, time_limit)):
        return forced
    try:
        return find_proved(evidence, time_limit)
    except AquariumError:
        if forced := None if is_hopeless else find_forced(evidence, time_limit):
            return forced
        raise


def find_forced(evidence: Evidence, time_limit: float) -> Forced | None:
    """Return the water that every reading has that is not excluded.

    None if it differs, too much would have to be excluded, or the time was up before that was known.
    """
    excluded, clues = _sure_clues(evidence)
    blocks = _sure_blocks(evidence, MOST_EXCLUDED - excluded)
    if excluded > MISREAD or blocks is None:
        return None
    puzzle = Puzzle(clues[: len(blocks[0])], clues[len(blocks[0]) :], blocks)
    if puzzle.problems():
        return None
    with suppress(TimedOut):
        water = find_only_water(puzzle, time_limit=time_limit)
        if water is not None:
            told = replace(puzzle, regions=_likely_regions(evidence, blocks, water))
            return Forced(told, water, _undecided(evidence, blocks, water))
    return None


# Clues


def _sure_clues(evidence: Evidence) -> tuple[float, tuple[Clue, ...]]:
    """Return the clues as they look, column clues first, after the probability of a misreading unnoticed.

    Where every line has a clue, both ways add to the same sum, so one misread clue shows.
    """
    values = [values for _, values in evidence.clues()]
    clues = tuple(map(likeliest, values))
    misread = sum(1 - exp(max(one)) for one in values) if None in clues else _compensated(evidence)
    return misread, clues


def _compensated(evidence: Evidence) -> float:
    """Return the probability that two clues are misread so that the sums agree all the same."""
    cols, rows = _misreadings(evidence.col_clues), _misreadings(evidence.row_clues)
    both = sum(p * rows[by] for by, p in cols.items())
    return both + sum(p * axis[-by] / 2 for axis in (cols, rows) for by, p in list(axis.items()))


def _misreadings(clues: Sequence[LogP]) -> defaultdict[int, float]:
    """Return by how much clues of one way may be too large, and how probable that is."""
    by: defaultdict[int, float] = defaultdict(float)
    for values in clues:
        seen = likeliest(values)
        assert seen is not None
        for value, log_p in enumerate(values[:-1]):
            if value != seen:
                by[seen - value] += exp(log_p)
    return by


# Sides


def _sure_blocks(evidence: Evidence, most_excluded: float = MOST_EXCLUDED) -> Rows | None:
    """Give cells that are surely in one aquarium one number; None if a sure wall contradicts it.

    As many sides are taken as open as can be while readings with a wall at one of them stay that unlikely.
    """
    doubts = [(1 - certainty(odds), side) for side, odds in evidence.sides() if odds < 0]
    most = MOST_DOUBTED
    while most >= LEAST_DOUBTED:
        opened = [(doubt, side) for doubt, side in doubts if doubt <= most]
        if _mistaken(opened, evidence) <= most_excluded:
            return _consistent(evidence, _blocks([side for _, side in opened], evidence), len(opened))
        most /= 2
    return None


def _mistaken(opened: Sequence[tuple[float, SideAt]], evidence: Evidence) -> float:
    """Return the probability that sides taken as open join two aquariums, each given with its doubt.

    Where other open sides lead around a side, it takes two mistakes. But the sides of one line are judged
    together, so for each line one is counted all the same.
    """
    by_line: defaultdict[tuple[bool, int], float] = defaultdict(float)
    for doubt, side in opened:
        line = (side.below, side.row if side.below else side.col)
        by_line[line] = max(by_line[line], doubt)
    links = [ends(side, len(evidence.col_clues)) for _, side in opened]
    return sum(by_line.values()) + sum(opened[at][0] for at in bridges(links))


def _consistent(evidence: Evidence, blocks: Rows, opened: int) -> Rows | None:
    """Return the blocks unless a sure wall stands inside one, or too few sides are decided."""
    sides = list(evidence.sides())
    walls = [side for side, odds in sides if odds > 0 and certainty(odds) >= SURE_WALL]
    is_known = opened + len(walls) >= (1 - MOST_UNDECIDED) * len(sides)
    return blocks if is_known and all(is_wall(blocks, side) for side in walls) else None


def _blocks(opened: Iterable[SideAt], evidence: Evidence) -> Rows:
    """Give cells that open sides join one number."""
    rows, cols = len(evidence.row_clues), len(evidence.col_clues)
    return joined_cells(rows, cols, (side.cells for side in opened))


# What is told of the board


def _likely_regions(evidence: Evidence, blocks: Rows, water: Water) -> Rows:
    """Join blocks where there is likelier no wall than one, as the water allows, surest first."""
    cells, heights = _cells(blocks), heights_of(blocks, water)
    sides = sorted(((odds, str(side), side) for side, odds in evidence.sides()))
    walls = [side for odds, _, side in sides if odds > 0 and certainty(odds) >= SURE_WALL]
    of = {cell: block for block, inside in cells.items() for cell in inside}
    for odds, _, side in sides:
        one, other = (of[cell] for cell in side.cells)
        if odds >= 0 or one == other or not stays_level(heights, (one, other)):
            continue
        if any({of[cell] for cell in wall.cells} == {one, other} for wall in walls):
            continue
        of.update(dict.fromkeys(cells[other], one))
        cells[one] += cells.pop(other)
        (dry, wet), (other_dry, other_wet) = heights[one], heights[other]
        heights[one] = max(dry, other_dry), min(wet, other_wet)
    return tuple(tuple(of[row, col] for col in range(len(line))) for row, line in enumerate(blocks))


def find_undecided(evidence: Evidence, water: Water) -> tuple[SideAt, ...]:
    """Return the sides that may be walls or not, where nothing but water[row][col] is proved."""
    rows, cols = len(evidence.row_clues), len(evidence.col_clues)
    return _undecided(evidence, _sure_blocks(evidence) or joined_cells(rows, cols, ()), water)


def _undecided(evidence: Evidence, blocks: Rows, water: Water) -> tuple[SideAt, ...]:
    """Return the sides that may be walls or not, where blocks[row][col] are surely of one aquarium each.

    Between blocks that cannot be one aquarium with this water, or with a side that is surely a wall, all are
    walls. Borders that are taken to have such a side are hardly ever without one.
    """
    heights = heights_of(blocks, water)
    borders: defaultdict[tuple[int, int], list[SideAt]] = defaultdict(list)
    open_p: defaultdict[tuple[int, int], float] = defaultdict(lambda: 1.0)
    for side, odds in evidence.sides():
        border = regions_beside(blocks, side)
        if border[0] != border[1] and stays_level(heights, border):
            borders[border].append(side)
            open_p[border] = min(open_p[border], 1 - certainty(odds) if odds > 0 else 1.0)
    mistaken, undecided = 0.0, list[SideAt]()
    for border in sorted(borders, key=lambda border: (open_p[border], border)):
        mistaken += open_p[border]
        if mistaken > MOST_EXCLUDED:
            undecided += borders[border]
    return tuple(undecided)


def _cells(blocks: Rows) -> defaultdict[int, list[Cell]]:
    """Return the cells of each block."""
    cells: defaultdict[int, list[Cell]] = defaultdict(list)
    for row, line in enumerate(blocks):
        for col, block in enumerate(line):
            cells[block].append((row, col))
    return cells
