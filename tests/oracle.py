"""What the tests hold the solver against: every way to fill a small board, and the published puzzles."""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain, compress, product
from math import exp, log
from operator import not_
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from solver import Puzzle, violations
from solver.belief.causes import LIKE, LOOKS
from solver.belief.evidence import Evidence
from solver.belief.sources import misprint, several_solutions
from solver.grid import Cell, joined_cells
from solver.logic.explanation import steps
from solver.logic.step import Step
from solver.places import walls
from solver.puzzle import Clue, Known, Rows, Water
from solver.solving import find_solutions

SITE = Path(__file__).resolve().parents[2] / "shared" / "puzzles.jsonl"
RECORDS: list[Any] = [pytest.param({}, marks=pytest.mark.skip(reason=f"{SITE} is not there"))]
if SITE.exists():
    RECORDS = [json.loads(line) for line in SITE.read_text(encoding="utf-8").splitlines()]
"""Published puzzles with what is known of their solutions."""
UNIQUE = [record for record in RECORDS if not isinstance(record, dict) or record["solutions"] == 1]


def name_of(record: dict[str, Any]) -> str:
    """Name a published puzzle among the tests."""
    return f"{record.get('size')} {record.get('id')}"


def puzzle_of(record: dict[str, Any], **rule: Any) -> Puzzle:
    return Puzzle(record["col_clues"], record["row_clues"], record["regions"], **rule)


def water_of(record: dict[str, Any]) -> Water:
    """Return the recorded solution of a published puzzle."""
    return tuple(tuple(map(bool, row)) for row in record["water"])


def agrees(water: Known, cells: Known) -> bool:
    """Tell whether water has nothing otherwise than cells[row][col], None where nothing is said."""
    both = zip(chain(*water), chain(*cells), strict=True)
    return all(said is None or wet is said for wet, said in both)


def find_only_water(puzzle: Puzzle) -> Water | None:
    """Return the water of a puzzle with exactly one solution; None if it has none or several."""
    waters = find_solutions(puzzle, 2)
    return waters[0] if len(waters) == 1 else None


def next_step(puzzle: Puzzle, known: Known) -> Step | None:
    """Return the first of the steps from a position; None if there is none."""
    return next(steps(puzzle, known), None)


def every_water(puzzle: Puzzle) -> list[Water]:
    """Return all solutions by brute force, row by row; the rules in words have the last say."""
    waters: list[Water] = [()]
    for ids, clue in zip(puzzle.regions, puzzle.row_clues, strict=True):
        ways = [way for way in product((True, False), repeat=len(ids)) if clue in (None, sum(way))]
        if puzzle.rule == "level":
            ways = [way for way in ways if len(set(zip(ids, way, strict=True))) == len(set(ids))]
        waters = [(*water, way) for water in waters for way in ways if _may_follow(puzzle, water, way)]
    return [water for water in waters if not violations(puzzle, water)]


def _may_follow(puzzle: Puzzle, water: Water, way: tuple[bool, ...]) -> bool:
    """Tell whether a row keeps what is wet above it wet, and no column has too much."""
    row = len(water)
    for col, wet in enumerate(way):
        is_inside = row and puzzle.regions[row - 1][col] == puzzle.regions[row][col]
        if is_inside and water[-1][col] and not wet:
            return False
        clue = puzzle.col_clues[col]
        if clue is not None and wet + sum(cells[col] for cells in water) > clue:
            return False
    return True


def common(waters: Sequence[Water]) -> Known:
    """Return what all waters have in common, as cells[row][col]."""
    return tuple(
        tuple(cells[0] if len(set(cells)) == 1 else None for cells in zip(*rows, strict=True))
        for rows in zip(*waters, strict=True)
    )


def reachable(puzzle: Puzzle, start: Cell) -> set[Cell]:
    """Walk through an aquarium from a cell, never above its row."""
    number = puzzle.regions[start[0]][start[1]]
    inside = {cell for cell in puzzle.aquariums()[number] if cell[0] >= start[0]}
    found = {start}
    while more := {
        (row, col)
        for row, col in inside - found
        if found & {(row, col - 1), (row, col + 1), (row - 1, col), (row + 1, col)}
    }:
        found |= more
    return found


NOTHING = 1e-8
"""Probability of walls that look so different that all such puzzles together count for nothing."""
LOST = 1e-10
"""Mass of ways to part the grid, against all of them, that is left out: far below all that is compared."""


@cache
def partitions(rows: int, cols: int) -> list[Rows]:
    """List all ways to part a small grid into aquariums, numbered in reading order."""
    cells = list(product(range(rows), range(cols)))
    every = [(one, other) for one in cells for other in ((one[0], one[1] + 1), (one[0] + 1, one[1]))]
    sides = [side for side in every if side[1] in cells]
    grids = []
    for is_wall_at in product((False, True), repeat=len(sides)):
        regions = joined_cells(rows, cols, compress(sides, map(not_, is_wall_at)))
        parted = compress(sides, is_wall_at)
        if all(regions[row][col] != regions[below][right] for (row, col), (below, right) in parted):
            grids.append(Puzzle((), (), regions).regions)
    return grids


class Meant(NamedTuple):
    """All that an evidence may mean: probabilities, each divided by that of all being as it looks."""

    waters: dict[Water, float]
    """The mass of all puzzles that have this water as their only solution."""
    several: float
    misread: tuple[tuple["Meant", ...], ...] = ()
    """For every two numbers that one cause may take for each other, each choice of clues that it misreads."""

    def against(self, water: Water, puzzle: Puzzle) -> float:
        """Return the mass against a water, misprints apart, each as probable as where it comes from."""
        others = sum(mass for other, mass in self.waters.items() if other != water)
        of_causes = sum(max(one.against(water, puzzle) for one in ways) for ways in self.misread)
        return others + exp(-several_solutions(puzzle)) * self.several + of_causes


def misprints(evidence: Evidence, water: Water) -> float:
    """Return how many misprints of a puzzle with a water there are, against it, each as probable as it looks.

    One clue that the water does not fit, or a wall that it needs and that is missing.
    """
    counts = [*map(sum, zip(*water, strict=True)), *map(sum, water)]
    odds = 0.0
    for (_, belief), wet in zip(evidence.clues(), counts, strict=True):
        fits = exp(belief[wet]) + exp(belief[-1])
        odds += sum(map(exp, belief)) / fits - 1
    for side, log_odds in evidence.sides():
        (row, col), (other_row, other_col) = side.cells
        one, other = water[row][col], water[other_row][other_col]
        odds += exp(-log_odds) * (one > other if side.below else one != other)
    return odds


def true_log_odds(
    water: Water, puzzle: Puzzle, evidence: Evidence, alternatives: Sequence[Evidence] = ()
) -> float:
    """Return the log-odds of a hypothesis' water against all that one of several evidences may mean."""
    right = against = 0.0
    is_misprint = exp(-misprint(len(evidence.row_clues), len(evidence.col_clues)))
    for one in (evidence, *alternatives):
        every, ahead = meant(one), one.log_prior + one.log_probability
        scale = exp(ahead - evidence.log_prior - evidence.log_probability)
        right += scale * every.waters.get(water, 0.0)
        against += scale * every.against(water, puzzle)
        if one is not evidence or evidence.deficit(puzzle) > 0:
            against += is_misprint * scale  # all as it looks
    against += is_misprint * right * misprints(evidence, water)
    return log(right or 1e-300) - log(against)


@cache
def walls_of(rows: int, cols: int) -> NDArray[np.bool_]:
    """Return the walls of all partitions, (partitions, sides) in the order of `Evidence.sides`."""
    return np.array([list(walls(regions)) for regions in partitions(rows, cols)])


class Readings(NamedTuple):
    """All ways to read the clues of a board that have a solution."""

    clues: NDArray[np.intp]
    """(ways, lines): values, the largest and one more standing for none."""
    is_only: NDArray[np.bool_]
    water: NDArray[np.intp]
    """(ways,): the number of a solution."""
    waters: list[Water]


def no_clues(rows: int, cols: int) -> NDArray[np.intp]:
    """Return the numbers that stand for no clue in the columns and rows of a board."""
    return np.array([rows + 1] * cols + [cols + 1] * rows)


def clues_of(numbers: NDArray[np.intp], rows: int, cols: int) -> tuple[Clue, ...]:
    """Return the clues of columns and rows that such numbers stand for."""
    both = zip(numbers.tolist(), no_clues(rows, cols).tolist(), strict=True)
    return tuple(None if clue == none else clue for clue, none in both)


@lru_cache(4000)
def readings(regions: Rows) -> Readings:
    """List all ways to read the clues of a board for which there is a solution."""
    rows, cols = len(regions), len(regions[0])
    waters = every_water(Puzzle([None] * cols, [None] * rows, regions))
    cells = np.array(waters)
    counts = np.concatenate([cells.sum(axis=1), cells.sum(axis=2)], axis=1)
    none = no_clues(rows, cols)
    given = np.array(list(product((True, False), repeat=cols + rows)))
    every = np.where(given[:, None], counts[None], none).reshape(-1, cols + rows)
    keys = every @ (max(rows, cols) + 2) ** np.arange(cols + rows)
    _, first, number = np.unique(keys, return_index=True, return_counts=True)
    return Readings(every[first], number == 1, first % len(waters), waters)


def weighed(evidence: Evidence) -> Iterator[tuple[Rows, float]]:
    """Yield the ways to part the grid, likeliest first, with their masses, causes of borders among them."""
    size = len(evidence.row_clues), len(evidence.col_clues)
    odds = np.array(list(evidence.odds()))
    otherwise = (walls_of(*size) != (odds > 0)) * np.abs(odds)
    weights = np.exp(-otherwise.sum(axis=1))
    for border in feigned_borders(evidence):
        is_open = ~walls_of(*size)[:, border].any(axis=1)
        each = np.exp(-otherwise[:, border].sum(axis=1))
        weights *= np.where(is_open, (each + np.exp(-odds[border].max())) / each, 1.0)
    order = np.argsort(-weights)
    few = int(np.searchsorted(np.cumsum(weights[order]), (1 - LOST) * weights.sum())) + 1
    for number in order[:few].tolist():
        yield partitions(*size)[number], float(weights[number])


def feigned_borders(evidence: Evidence) -> list[list[int]]:
    """Return the sides between every two aquariums as they look, if there are two or more."""
    size, sides = (len(evidence.row_clues), len(evidence.col_clues)), list(evidence.sides())
    regions = joined_cells(*size, (side.cells for side, odds in sides if odds <= 0))
    found: defaultdict[frozenset[int], list[int]] = defaultdict(list)
    for number, (side, _) in enumerate(sides):
        found[frozenset(regions[row][col] for row, col in side.cells)].append(number)
    return [numbers for ends, numbers in found.items() if len(ends) == 2 and len(numbers) > 1]


def log_ps(evidence: Evidence) -> list[NDArray[np.float64]]:
    """Return for every line the log-probabilities of its clues, none last, with 0 for the likeliest."""
    return [np.array(belief) - max(belief) for _, belief in evidence.clues()]


def misreadings(evidence: Evidence) -> Iterator[list[tuple[float, dict[int, int]]]]:
    """Yield for every two numbers that may look alike what a cause can make of clues, as line: value.

    Each with its probability, that of the surest that it misreads; what it does not misread is as it looks.
    """
    alike: defaultdict[frozenset[str], dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for line, belief in enumerate(log_ps(evidence)):
        seen, looks_so = int(belief.argmax()), np.exp(belief).sum() < 1 / LOOKS
        for other in range(len(belief) - 1) if looks_so else ():
            if other != seen < len(belief) - 1 and belief[other] > -LIKE:
                alike[frozenset((str(seen), str(other)))][line].append(other)
    for lines in alike.values():
        ways = []
        for chosen in product(*([None, *others] for others in lines.values())):
            made = dict(zip(lines, chosen, strict=True))
            changed = {line: value for line, value in made.items() if value is not None}
            if len(changed) > 1:
                log_p = min(log_ps(evidence)[line][value] for line, value in changed.items())
                as_seen = {line: int(log_ps(evidence)[line].argmax()) for line in lines}
                ways.append((exp(log_p), as_seen | changed))
        if ways:
            yield ways


def masses(evidence: Evidence) -> dict[tuple[Rows, tuple[Clue, ...], Water], float]:
    """Return how probable every puzzle with exactly one solution is, against all being as it looks."""
    masses = {}
    for regions, weight in weighed(evidence):
        found = readings(regions)
        every = weight * np.exp(sum(line[found.clues[:, at]] for at, line in enumerate(log_ps(evidence))))
        for at in np.flatnonzero(found.is_only & (every > NOTHING)):
            clues = clues_of(found.clues[at], len(regions), len(regions[0]))
            masses[regions, clues, found.waters[found.water[at]]] = float(every[at])
    return masses


def meant(evidence: Evidence) -> Meant:
    """Return how probable all is that an evidence may mean, over every board and every reading of clues."""
    boards, every = list(weighed(evidence)), _meant(evidence)
    misread = tuple(tuple(_meant(evidence, boards, *way) for way in ways) for ways in misreadings(evidence))
    return every._replace(misread=misread)


def _meant(
    evidence: Evidence,
    boards: Sequence[tuple[Rows, float]] | None = None,
    scale: float = 1.0,
    known: Mapping[int, int] = MappingProxyType({}),
) -> Meant:
    """Return what an evidence may mean where some clues are known, times `scale`."""
    lines, parted = [np.exp(line) for line in log_ps(evidence)], boards or list(weighed(evidence))
    for line, value in known.items():
        lines[line] = np.where(np.arange(len(lines[line])) == value, 1.0, 0.0)
    waters: defaultdict[Water, float] = defaultdict(float)
    several = 0.0
    for regions, mass in parted:
        found, weight = readings(regions), scale * mass
        every = weight * np.prod([line[found.clues[:, at]] for at, line in enumerate(lines)], axis=0)
        total = np.bincount(found.water[found.is_only], every[found.is_only], len(found.waters))
        for water, of_water in zip(found.waters, total.tolist(), strict=True):
            if of_water:
                waters[water] += of_water
        several += float(every[~found.is_only].sum())
    return Meant(dict(waters), several)
