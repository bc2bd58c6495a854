"""Counting in one line and in two: which places must be wet or dry for the clues to be reached exactly.

Places are given by position, sets of them and of sums as the bits of whole numbers. A line that cannot reach
its clue at all settles nothing here: that is for who asks to see.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from .layout import Line, Marks

SUMS_KEPT = 1 << 14
"""Rows whose sums are kept: trying out suppositions counts the same rows again and again."""
PAIRS_KEPT = 1 << 15
"""Pairs of lines whose ways are kept, for the same reason."""

Settled = dict[int, bool]
"""Positions or places that must be wet (True) or dry (False)."""
Ways = tuple[tuple[int, int], ...]
"""What one aquarium may add to two lines, one pair for each of its levels."""


@dataclass(frozen=True)
class Tally:
    """What a line with a clue still wants."""

    need: int
    """Wet cells that are missing; negative if there are too many."""
    open: tuple[int, ...]
    """Positions of places of which nothing is known."""
    room: int
    """Cells of those places."""

    @property
    def fits(self) -> bool:
        """Whether neither water nor air is too much."""
        return 0 <= self.need <= self.room


def tally(line: Line, marks: Marks) -> Tally:
    """Count what a line with a clue still wants."""
    assert line.clue is not None
    need, room, positions = line.clue, 0, []
    for position, place in enumerate(line.places):
        wet = marks[place]
        if wet is None:
            positions.append(position)
            room += line.sizes[position]
        elif wet:
            need -= line.sizes[position]
    return Tally(need, tuple(positions), room)


def complete(count: Tally) -> Settled:
    """Settle all open places of a line that has all its water, or all its air."""
    if count.need == 0:
        return dict.fromkeys(count.open, False)
    return dict.fromkeys(count.open, True) if count.need == count.room else {}


def by_size(line: Line, count: Tally) -> Settled:
    """Settle the segments of a row that are too big for what it needs, and those it cannot do without."""
    settled = {}
    for position in count.open:
        size = line.sizes[position]
        if size > count.need:
            settled[position] = False
        elif count.room - size < count.need:
            settled[position] = True
    return settled


def by_sums(line: Line, count: Tally) -> Settled:
    """Settle the segments of a row that are in all or in none of the choices that add to what it needs."""
    fates = _fates(tuple(sorted(line.sizes[position] for position in count.open)), count.need)
    wet = ((position, fates.get(line.sizes[position])) for position in count.open)
    return {position: value for position, value in wet if value is not None}


def by_depth(line: Line, count: Tally) -> Settled:
    """Settle cells of a column that fill only after too many others, or leave too few if they stay dry."""
    left = sum(1 << position for position in count.open)
    settled = {}
    for position in count.open:
        if (line.under[position] & left).bit_count() > count.need:
            settled[position] = False
        elif count.room - (line.over[position] & left).bit_count() < count.need:
            settled[position] = True
    return settled


def exactly(line: Line, marks: Marks) -> Settled | None:
    """Settle all places that the line alone settles; None if it cannot reach its clue."""
    count = tally(line, marks)
    if not count.fits:
        return None
    settled = complete(count)
    if not settled and count.open:
        if line.at.axis == "column":
            settled = by_depth(line, count)
        elif not reaches(line, count):
            return None
        else:
            settled = by_sums(line, count)
    return {line.places[position]: wet for position, wet in settled.items()}


def reaches(line: Line, count: Tally) -> bool:
    """Return whether some choice of a row's open segments adds to what it needs."""
    return bool(_sums(tuple(sorted(line.sizes[position] for position in count.open))) >> count.need & 1)


@lru_cache(maxsize=SUMS_KEPT)
def leaves_open(sizes: tuple[int, ...], least: int, most: int) -> bool:
    """Return whether sizes add to every number from least to most, with and without each of them."""
    if least < 0:
        return False
    for index, size in enumerate(sizes):
        if index and size == sizes[index - 1]:
            continue
        others = sizes[:index] + sizes[index + 1 :]
        if least < size or not (
            adds_to_all(others, least, most) and adds_to_all(others, least - size, most - size)
        ):
            return False
    return bool(sizes) or most == 0


def adds_to_all(sizes: tuple[int, ...], least: int, most: int) -> bool:
    """Return whether choices of sizes add to every number from the least, 0 or more, to the most."""
    wanted = (2 << (most - least)) - 1
    return _sums(sizes) >> least & wanted == wanted


@lru_cache(maxsize=SUMS_KEPT)
def _sums(sizes: tuple[int, ...]) -> int:
    """Return the sums of all choices of sizes, as bits."""
    sums = 1
    for size in sizes:
        sums |= sums << size
    return sums


@lru_cache(maxsize=SUMS_KEPT)
def _fates(sizes: tuple[int, ...], need: int) -> dict[int, bool | None]:
    """Return for every size whether segments of it are in all choices that add to the need, or in none."""
    fates = {}
    for index, size in enumerate(sizes):
        if size not in fates:
            others = _sums(sizes[:index] + sizes[index + 1 :])
            without = bool(others >> need & 1)
            taken = need >= size and bool(others >> (need - size) & 1)
            fates[size] = taken if taken != without else None
    return fates


def choices(sizes: tuple[int, ...], need: int, most: int) -> list[tuple[int, ...]] | None:
    """List the ways to write the need as a sum of sizes; None if there are more than `most`."""
    found: dict[tuple[int, ...], None] = {}
    for choice in _choices(tuple(sorted(sizes, reverse=True)), need):
        found[choice] = None
        if len(found) > most:
            return None
    return list(found)


def _choices(sizes: tuple[int, ...], need: int) -> Iterator[tuple[int, ...]]:
    if need == 0:
        yield ()
        return
    seen = set()
    for index, size in enumerate(sizes):
        if size <= need and size not in seen:
            seen.add(size)
            rest = sizes[index + 1 :]
            if _sums(tuple(sorted(rest))) >> (need - size) & 1:
                for choice in _choices(rest, need - size):
                    yield (size, *choice)


@lru_cache(maxsize=PAIRS_KEPT)
def possible_ways(ways: tuple[Ways, ...], need: tuple[int, int]) -> tuple[int, ...]:
    """Return for every aquarium which of its ways occur where two lines reach what they need.

    Parameters
    ----------
    ways : tuple of Ways
        For each aquarium what it may add to the two lines; the aquariums are independent of each other.
    need : tuple of int
        Wet cells that the two lines still want.

    Returns
    -------
    tuple of int
        For each aquarium the indices of its possible ways, as bits; all 0 if the two cannot be reached.
    """
    width = sum(max(second for _, second in each) for each in ways) + 1
    if need[1] >= width:
        return (0,) * len(ways)
    shifts = [[first * width + second for first, second in each] for each in ways]
    before = [1]
    for each in shifts:
        reached = 0
        for shift in each:
            reached |= before[-1] << shift
        before.append(reached)
    # The sums from which the rest reaches the need. A shift may borrow from the other line's sum, but such
    # sums are never among those reached.
    after, possible = 1 << (need[0] * width + need[1]), []
    for each, reached in zip(reversed(shifts), reversed(before[:-1]), strict=True):
        possible.append(sum(1 << index for index, shift in enumerate(each) if (reached << shift) & after))
        earlier = 0
        for shift in each:
            earlier |= after >> shift
        after = earlier
    return tuple(reversed(possible))
