"""The ways of settling cells that look at one line or one aquarium: what each settles, and why.

Each takes a position and yields a step for every line or aquarium where it finds something. Each is sound on
any board whose marks are right. A step that settles nothing says which rule the marks break.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator

from ..sums import choices
from .counting import Tally, by_depth, by_size, by_sums, complete, reaches, tally
from .layout import Layout, Line, Settled
from .position import Position
from .step import Step, Technique
from .wording import aquarium_name, aquarium_names, cell_name, cells_of, joined, line_name, segment_names

MOST_CHOICES = 3
"""Ways to add segments up that are listed; more are not read."""
Counting = Callable[[Position, Line, Tally], Step | None]


def level(position: Position) -> Iterator[Step]:
    """Let water run down and across, and air up and across, in every aquarium."""
    if position.memory.is_level:
        return
    layout, known = position.layout, position.known
    settles: defaultdict[int, dict[bool, list[int]]] = defaultdict(lambda: {True: [], False: []})
    fates: dict[int, set[bool]] = defaultdict(set)
    for segment, cells in enumerate(layout.cells):
        for wet in {known[row][col] for row, col in cells} - {None}:
            for other in layout.closed(segment, bool(wet)):
                fates[other].add(bool(wet))
            if any(
                known[row][col] is None
                for other in layout.closed(segment, bool(wet))
                for row, col in layout.cells[other]
            ):
                settles[layout.aquariums[segment]][bool(wet)].append(segment)
    for segment, both in fates.items():
        if len(both) == 2:
            yield _not_level(position, segment)
            return
    for aquarium, causes in settles.items():
        yield _level(position, aquarium, causes)
    position.memory.is_level = not settles


def _not_level(position: Position, segment: int) -> Step:
    """Name a wet cell and a dry one of an aquarium that cannot be both."""
    layout = position.layout

    def marked(segments: tuple[int, ...], wet: bool) -> str:
        found = (cell for other in segments for cell in layout.cells[other])
        return cell_name(next((row, col) for row, col in found if position.known[row][col] is wet))

    wet, dry = marked(layout.upper[segment], True), marked(layout.lower[segment], False)
    name = aquarium_name(layout, layout.aquariums[segment])
    words = f"{name} is wet in {wet} and dry in {dry}, so its water is not level"
    return position.step(Technique.LEVEL, {}, words, aquariums=[layout.aquariums[segment]])


def _level(position: Position, aquarium: int, causes: dict[bool, list[int]]) -> Step:
    layout = position.layout
    wet = [_marked_cell(position, segment, True) for segment in causes[True]]
    dry = [_marked_cell(position, segment, False) for segment in causes[False]]
    reasons = []
    if wet:
        reasons.append(f"has water in {joined(wet)}: water runs down and sideways")
    if dry:
        reasons.append(f"has air in {joined(dry)}: air rises and spreads sideways")
    settles = {segment: wet for wet in (True, False) for segment in causes[wet]}
    words = f"{aquarium_name(layout, aquarium)} {'; it '.join(reasons)}"
    return position.step(Technique.LEVEL, settles, words, aquariums=[aquarium])


def _marked_cell(position: Position, segment: int, wet: bool) -> str:
    cells = position.layout.cells[segment]
    return cell_name(next((row, col) for row, col in cells if position.known[row][col] is wet))


def lines_complete(position: Position) -> Iterator[Step]:
    """Find the lines whose open cells are all air or all water; half-known segments are passed by."""
    half_known = _half_known(position)
    for index, line in enumerate(position.layout.lines):
        if (
            line.clue is None
            or position.state.is_undecided(index)
            or not half_known.isdisjoint(line.segments)
        ):
            continue
        count = tally(line, position.marks)
        if not count.fits:
            yield breach(position, line, count)
        elif complete(count):
            yield when_complete(position, line, count)


def when_complete(position: Position, line: Line, count: Tally) -> Step:
    """Settle the open cells of a line that has all its water, or all its air."""
    name = line_name(line.at)
    whole = "it is water" if count.room == 1 else "all are water"
    if count.need == 0:
        because = f"{name} has all its water ({line.clue}), so the rest is air"
        if line.clue == 0:
            because = f"{name} needs no water, so it is all air"
    elif count.need == line.clue:
        because = f"{name} needs {line.clue} and has only {cells_of(count.room)} for it: {whole}"
    else:
        because = f"{name} still needs {count.need} and has only {cells_of(count.room)} open: {whole}"
    return _line_step(position, Technique.COMPLETE, line, complete(count), because)


def _half_known(position: Position) -> set[int]:
    """Return the segments that have known cells and open ones."""
    if position.memory.is_level:
        return set()
    known = position.known
    return {
        segment
        for segment, cells in enumerate(position.layout.cells)
        if len({known[row][col] is None for row, col in cells}) == 2
    }


def breach(position: Position, line: Line, count: Tally) -> Step:
    """Say that a line holds too much water, or too much air."""
    assert line.clue is not None
    name, wet = line_name(line.at), line.clue - count.need
    if count.need < 0:
        words = f"{name} has {cells_of(wet)} of water, but its clue is {line.clue}: too much water"
    else:
        room = cells_of(wet + count.room)
        words = f"{name} has room for at most {room} of water, but its clue is {line.clue}: too much air"
    return _line_step(position, Technique.COMPLETE, line, {}, words)


def _line_step(position: Position, technique: Technique, line: Line, settled: Settled, because: str) -> Step:
    segments = {line.segments[at]: wet for at, wet in settled.items()}
    aquariums = {position.layout.aquariums[segment] for segment in segments}
    return position.step(technique, segments, because, lines=[line.at], aquariums=aquariums)


def rows_by_counting(position: Position) -> Iterator[Step]:
    """Find segments of rows that are too big for what the row needs, or that it cannot do without."""
    yield from _counted(position, "row", row_by_counting)


def row_by_counting(position: Position, line: Line, count: Tally) -> Step | None:
    """Do so in one row."""
    if not (settled := by_size(line, count)):
        return None
    layout, segments = position.layout, _segments(line, settled)
    parts = []
    if big := [segment for segment, wet in segments if not wet]:
        parts.append(f"{segment_names(layout, big)} {_are(big)} too big, so {_they(big)} air")
    if needed := [segment for segment, wet in segments if wet]:
        room = count.room - min(len(layout.cells[segment]) for segment in needed)
        which = (
            segment_names(layout, needed) if len(needed) == 1 else f"any of {segment_names(layout, needed)}"
        )
        only = "only" if len(needed) == 1 else "at most"
        parts.append(f"without {which} there is room for {room} {only}, so {_they(needed)} water")
    because = f"{_needs(line, count)}: {'; '.join(parts)}"
    return _line_step(position, Technique.ROW, line, settled, because)


def rows_by_sums(position: Position) -> Iterator[Step]:
    """Find segments of rows that are in all, or in none, of the choices that add to what the row needs."""
    yield from _counted(position, "row", row_by_sums)


def row_by_sums(position: Position, line: Line, count: Tally) -> Step | None:
    """Do so in one row."""
    needs, layout = _needs(line, count), position.layout
    if not reaches(line, count):
        return _line_step(
            position, Technique.SUMS, line, {}, f"{needs}: no choice of them adds up to {count.need}"
        )
    if not (settled := by_sums(line, count)):
        return None
    ways = choices(tuple(line.sizes[at] for at in count.open), count.need, MOST_CHOICES)
    parts = []
    for fate, word in ((True, "water"), (False, "air")):
        if segments := [segment for segment, wet in _segments(line, settled) if wet is fate]:
            parts.append(f"{segment_names(layout, segments)} {_are(segments)} {word}")
    sums = " or ".join(_sum(way) for way in ways or [])
    why = f"{count.need} can only be {sums}, so" if ways else f"in all choices that add up to {count.need},"
    return _line_step(position, Technique.SUMS, line, settled, f"{needs}: {why} {' and '.join(parts)}")


def _sum(sizes: tuple[int, ...]) -> str:
    return f"{sizes[0]} alone" if len(sizes) == 1 else " + ".join(map(str, sizes)) or "nothing"


def columns_by_counting(position: Position) -> Iterator[Step]:
    """Find cells of columns that fill only after too many others, or that the column cannot do without."""
    yield from _counted(position, "column", column_by_counting)


def column_by_counting(position: Position, line: Line, count: Tally) -> Step | None:
    """Do so in one column."""
    if not (settled := by_depth(line, count)):
        return None
    bodies: defaultdict[int, list[int]] = defaultdict(list)
    left = sum(1 << at for at in count.open)
    for at in count.open:
        bodies[line.over[at] & left & -(line.over[at] & left)].append(at)
    groups: defaultdict[tuple[bool, int, int], list[int]] = defaultdict(list)
    for body in bodies.values():
        for wet in (False, True):
            if number := sum(settled.get(at) is wet for at in body):
                groups[wet, len(body), number].append(position.layout.aquariums[line.segments[body[0]]])
    parts: dict[bool, list[str]] = {False: [], True: []}
    for (wet, size, number), aquariums in sorted(groups.items()):
        parts[wet].append(_body(position.layout, aquariums, wet, size, number))
    dry, name = count.room - count.need, line_name(line.at)
    reasons = []
    if parts[False]:
        reasons.append(f"{name} {_still(line, count)}needs {count.need}: {'; '.join(parts[False])}")
    if parts[True]:
        needs = f"needs {count.need} of its {count.room} open cells, so only {dry} can stay dry"
        needs = needs if dry else f"needs all its open cells ({count.need})"
        reasons.append(f"{name} {_still(line, count)}{needs}: {'; '.join(parts[True])}")
    return _line_step(position, Technique.COLUMN, line, settled, "; ".join(reasons))


def _body(layout: Layout, aquariums: list[int], wet: bool, size: int, number: int) -> str:
    """Say how many of an aquarium's open cells in a column are settled."""
    several = len(aquariums) > 1
    has = (
        f"have {size} open {'cell' if size == 1 else 'cells'} each"
        if several
        else f"has {cells_of(size)} open"
    )
    ends = f"{'lowest' if wet else 'top'} {number if number > 1 else 'one'} {'is' if number == 1 else 'are'}"
    whose = "their" if several else "its"
    names = aquarium_names(layout, aquariums)
    return f"{names} {has} there, so {whose} {ends} {'water' if wet else 'air'}"


def _counted(position: Position, axis: str, settle: Counting) -> Iterator[Step]:
    for line in position.counted():
        if line.at.axis == axis and (count := tally(line, position.marks)).fits:
            found = settle(position, line, count)
            if found is not None:
                yield found


def _needs(line: Line, count: Tally) -> str:
    sizes = [line.sizes[at] for at in count.open]
    segments = f"its open segments are {joined(list(map(str, sizes)))} cells"
    if len(sizes) == 1:
        segments = f"its one open segment is {cells_of(sizes[0])}"
    return f"{line_name(line.at)} {_still(line, count)}needs {count.need} and {segments}"


def _still(line: Line, count: Tally) -> str:
    return "" if count.need == line.clue else "still "


def _segments(line: Line, settled: Settled) -> list[tuple[int, bool]]:
    return [(line.segments[at], wet) for at, wet in sorted(settled.items())]


def _are(segments: list[int]) -> str:
    return "is" if len(segments) == 1 else "are"


def _they(segments: list[int]) -> str:
    return "it is" if len(segments) == 1 else "they are"
