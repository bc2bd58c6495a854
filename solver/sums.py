"""Sums of choices of numbers, as bits of a whole number: bit n is set where some choice adds up to n."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

SUMS_KEPT = 1 << 14
"""Rows whose sums are remembered: the same few lengths and clues come up again and again in a search, and a
row of thirty cells looked up costs a tenth of a row worked out. Full, it holds some ten megabytes."""


@lru_cache(SUMS_KEPT)
def sums_of(sizes: tuple[int, ...]) -> int:
    """Return the sums of all choices of sizes, as bits.

    >>> bin(sums_of((1, 3)))
    '0b11011'
    """
    sums = 1
    for size in sizes:
        sums |= sums << size
    return sums


@lru_cache(SUMS_KEPT)
def settled_by_sum(sizes: tuple[int, ...], wanted: int) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """Tell which sizes are in all choices that add up to a sum, and which are in none.

    `sizes`: cells of each segment of a row.
    `wanted`: the sum.
    Returns tuple of two tuples of int, or None: indices of the sizes that are always taken and of those that
    never are; None if no choice adds up.
    As in M. A. Trick, "A dynamic programming approach for consistency and propagation for knapsack
    constraints" (2003): the sums that the sizes before one can make, from the left, meet those from which the
    sizes after it lead to the wanted sum.
    """
    if wanted < 0:
        return None
    leading = [1 << wanted]
    for size in reversed(sizes):
        leading.append(leading[-1] | leading[-1] >> size)
    if not leading.pop() & 1:
        return None
    made, always, never = 1, [], []
    for at, size in enumerate(sizes):
        after = leading.pop()
        if not made & after:
            always.append(at)
        elif not made << size & after:
            never.append(at)
        made |= made << size
    return tuple(always), tuple(never)


def adds_to_all(sizes: tuple[int, ...], least: int, most: int) -> bool:
    """Return whether choices of sizes add to every number from the least, 0 or more, to the most."""
    wanted = (2 << (most - least)) - 1
    return sums_of(sizes) >> least & wanted == wanted


def choices(sizes: tuple[int, ...], wanted: int, most: int) -> list[tuple[int, ...]] | None:
    """List the ways to write a number as a sum of sizes; None if there are more than `most`."""
    found = list(islice(_choices(tuple(sorted(sizes, reverse=True)), wanted), most + 1))
    return found if len(found) <= most else None


def _choices(sizes: tuple[int, ...], wanted: int) -> Iterator[tuple[int, ...]]:
    """Yield each way once, large sizes first."""
    if wanted == 0:
        yield ()
        return
    seen = set()
    for index, size in enumerate(sizes):
        if size <= wanted and size not in seen:
            seen.add(size)
            rest = sizes[index + 1 :]
            if sums_of(tuple(sorted(rest))) >> (wanted - size) & 1:
                for choice in _choices(rest, wanted - size):
                    yield (size, *choice)
