"""Several waters on a board with too many walls → the one that the puzzle in the picture surely has.

On a board with a wall wherever one may be, aquariums are cut into blocks. Which of them belong together is
not known, but they do so only where water is level in both: every border between blocks over which a water
is not level must be a wall. And the puzzle has one solution: whatever other water there is, some border over
which it is not level must be open. So waters are weighed by how probable it is that borders are so.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from math import prod

from ..puzzle import Puzzle, Rows, Water
from ..solving import find_solutions
from .evidence import Evidence, certainty

MOST_WATERS = 60
"""Waters that are weighed at most: of more, the likeliest is hardly ever sure."""
SURE = 0.99
"""Probability among all waters from which the most probable one is taken."""
SHARPNESS = 2.0
"""Power to which the odds of waters are raised: too little follows where sides are weighed as if each were by
itself. On 331 boards with some lines made unreadable this power makes what is right likeliest; with it 74
waters are sure, all right, and without 32."""
SURE_SIDE = 0.99
"""Probability from which a side is surely open, or a wall."""
AS_OPEN = 0.9
"""Borders are a little more often walls than the sides of which one is sure: several sides make a border."""


def likeliest_water(evidence: Evidence, board: Puzzle, time_limit: float) -> Water | None:
    """Return the water that the puzzle surely has; None if that cannot be told.

    `board`: the puzzle with a wall wherever one may be.
    Raises TimedOut: the time was up before all of its waters were known.
    """
    waters = find_solutions(board, MOST_WATERS + 1, time_limit=time_limit)
    if len(waters) < 2:
        return waters[0] if waters else None
    if len(waters) > MOST_WATERS:
        return None
    shares = _shares(list(_breaking(evidence, board.regions, waters)), len(waters), _openness(evidence))
    best = max(range(len(waters)), key=shares.__getitem__)
    share, rest = shares[best] ** SHARPNESS, (1 - shares[best]) ** SHARPNESS
    return waters[best] if share >= SURE * (share + rest) else None


def _openness(evidence: Evidence) -> float:
    """Return the probability that a border between two blocks is open, by the sides of which one is sure."""
    sure = [odds < 0 for _, odds in evidence.sides() if certainty(odds) >= SURE_SIDE]
    return AS_OPEN * sum(sure) / max(1, len(sure))


def _shares(borders: Sequence[int], count: int, openness: float) -> list[float]:
    """Return how probable each water is at least, among so many.

    `borders`: for each the waters that are not level over it, as bits.
    """
    closed = 1 - openness
    least, most = [], []
    for one in range(count):
        may_open = [border for border in borders if not border >> one & 1]
        excluding = [
            sum([border >> other & 1 for border in may_open]) for other in range(count) if other != one
        ]
        excluded = [1 - closed**number for number in excluding]
        weight = closed ** (len(borders) - len(may_open))
        # That one is excluded makes it only likelier that another is: so it is at least the product.
        least.append(weight * prod(excluded))
        most.append(weight * min(excluded))
    total = sum(most)
    return [low / (low + total - high) if low else 0.0 for low, high in zip(least, most, strict=True)]


def _breaking(evidence: Evidence, blocks: Rows, waters: Sequence[Water]) -> Iterator[int]:
    """Yield for each border that may be open the waters that are not level over it, as bits."""
    wet = _wet_waters(blocks, waters)
    borders: defaultdict[tuple[int, int], bool] = defaultdict(bool)
    for side, odds in evidence.sides():
        (row, col), (other_row, other_col) = side.cells
        one, other = blocks[row][col], blocks[other_row][other_col]
        if one != other:
            borders[min(one, other), max(one, other)] |= odds > 0 and certainty(odds) >= SURE_SIDE
    for (one, other), is_wall in borders.items():
        if not is_wall:
            yield _not_level((*wet[one].items(), *wet[other].items()), (1 << len(waters)) - 1)


def _wet_waters(blocks: Rows, waters: Sequence[Water]) -> dict[int, dict[int, int]]:
    """Return for each block and row in which waters it is wet there, as bits."""
    wet: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for row, line in enumerate(blocks):
        for col, block in enumerate(line):
            if row not in wet[block]:
                wet[block][row] = sum(1 << at for at, water in enumerate(waters) if water[row][col])
    return wet


def _not_level(segments: Iterable[tuple[int, int]], every: int) -> int:
    """Return the waters, as bits, that are not level in an aquarium of these rows: (row, where it is wet)."""
    broken = above = 0
    rows: defaultdict[int, list[int]] = defaultdict(list)
    for row, wet in segments:
        rows[row].append(wet)
    for row in sorted(rows):
        all_wet, some_wet = every, 0
        for wet in rows[row]:
            all_wet, some_wet = all_wet & wet, some_wet | wet
        broken |= (some_wet | above) & ~all_wet
        above |= some_wet
    return broken
