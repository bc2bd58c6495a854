"""What is known of a water by its aquariums or lines: how high it stands in each, how many cells it wets."""

from __future__ import annotations

from collections.abc import Sequence

from ..puzzle import Rows, Water

Pair = tuple[int, int]
Heights = dict[int, Pair]
"""For each aquarium, or block, its lowest dry row and its highest wet row; -1 without the one, the number of
rows without the other."""


def heights_of(regions: Rows, water: Water) -> Heights:
    """Return the heights of water[row][col] in regions[row][col]."""
    heights: Heights = {}
    for row, (ids, wets) in enumerate(zip(regions, water, strict=True)):
        for number, wet in zip(ids, wets, strict=True):
            dry, high = heights.get(number, (-1, len(regions)))
            heights[number] = (dry, min(high, row)) if wet else (max(dry, row), high)
    return heights


def stays_level(heights: Heights, numbers: Sequence[int]) -> bool:
    """Tell whether the water would be level if these aquariums were one."""
    return max(heights[number][0] for number in numbers) < min(heights[number][1] for number in numbers)


def counts_of(water: Water) -> tuple[int, ...]:
    """Return the wet cells of every column, then of every row."""
    return (*map(sum, zip(*water, strict=True)), *map(sum, water))
