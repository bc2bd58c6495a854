"""The ways of settling cells that look at one line or one aquarium: what each settles, and why.

Each takes a position and yields a step for every line or aquarium where it finds something. Each is sound on
any board whose marks are right. A step that settles nothing says which rule the marks break.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator

from .counting import Settled, Tally, by_depth, by_size, by_sums, choices, complete, reaches, tally
from .layout import Line
from .position import Position
from .steps import Step, Technique
from .wording import (
    aquarium_name,
    cell_name,
    cells_of,
    joined,
    line_name,
    segment_name,
)

MOST_CHOICES = 3
"""Ways to add segments up that are listed; more are not read."""
Counting = Callable[[Position, Line, Tally], Step | None]


def level(position: Position) -> Iterator[Step]:
    """Let water run down and across, and air up and across, in every aquarium."""
    layout, known = position.layout, position.known
    settles: defaultdict[int, dict[bool, list[int]]] = defaultdict(lambda: {True: [], False: []})
    fates: dict[int, set[bool]] = defaultdict(set)
    for place, cells in enumerate(layout.cells):
        for wet in {known[row][col] for row, col in cells} - {None}:
            for other in layout.closed(place, bool(wet)):
                fates[other].add(bool(wet))
            if any(
                known[row][col] is None
                for other in layout.closed(place, bool(wet))
                for row, col in layout.cells[other]
            ):
                settles[layout.aquariums[place]][bool(wet)].append(place)
    for place, both in fates.items():
        if len(both) == 2:
            yield _not_level(position, place)
            return
    for aquarium, causes in settles.items():
        yield _level(position, aquarium, causes)


def _not_level(position: Position, place: int) -> Step:
    """Name a wet cell and a dry one of an aquarium that cannot be both."""
    layout = position.layout

    def marked(places: tuple[int, ...], wet: bool) -> str:
        found = (cell for other in places for cell in layout.cells[other])
        return cell_name(next((row, col) for row, col in found if position.known[row][col] is wet))

    wet, dry = marked(layout.upper[place], True), marked(layout.lower[place], False)
    name = aquarium_name(layout, layout.aquariums[place])
    words = f"{name} is wet in {wet} and dry in {dry}, so its water is not level"
    return position.step(Technique.LEVEL, {}, words, aquariums=[layout.aquariums[place]])


def _level(position: Position, aquarium: int, causes: dict[bool, list[int]]) -> Step:
    layout = position.layout
    wet = [_marked_cell(position, place, True) for place in causes[True]]
    dry = [_marked_cell(position, place, False) for place in causes[False]]
    reasons = []
    if wet:
        reasons.append(f"is wet in {joined(wet)}, and water runs down and across")
    if dry:
        reasons.append(f"is dry in {joined(dry)}, and air goes up and across")
    settles = {place: wet for wet in (True, False) for place in causes[wet]}
    words = f"{aquarium_name(layout, aquarium)} {' and '.join(reasons)}"
    return position.step(Technique.LEVEL, settles, words, aquariums=[aquarium])


def _marked_cell(position: Position, place: int, wet: bool) -> str:
    cells = position.layout.cells[place]
    return cell_name(next((row, col) for row, col in cells if position.known[row][col] is wet))


def lines_complete(position: Position) -> Iterator[Step]:
    """Find the lines whose open cells are all air or all water; half-known places are passed by."""
    for line in position.layout.lines:
        if line.clue is None or _half_known(position, line):
            continue
        count = tally(line, position.marks)
        if not count.fits:
            yield breach(position, line, count)
        elif complete(count):
            yield when_complete(position, line, count)


def when_complete(position: Position, line: Line, count: Tally) -> Step:
    """Settle the open cells of a line that has all its water, or all its air."""
    name = line_name(line.at)
    if count.need == 0:
        because = f"{name} has all its water ({line.clue}), so the rest is air"
        if line.clue == 0:
            because = f"{name} wants no water, so it is all air"
    elif count.need == line.clue:
        because = (
            f"{name} wants {line.clue} and has no more than {cells_of(count.room)} for it: all are water"
        )
    else:
        because = f"{name} still needs {count.need} and has just {cells_of(count.room)} open: all are water"
    return _line_step(position, Technique.COMPLETE, line, complete(count), because)


def _half_known(position: Position, line: Line) -> bool:
    known, cells = position.known, position.layout.cells
    return any(len({known[row][col] is None for row, col in cells[place]}) == 2 for place in line.places)


def breach(position: Position, line: Line, count: Tally) -> Step:
    """Say that a line holds too much water, or too much air."""
    assert line.clue is not None
    name, wet = line_name(line.at), line.clue - count.need
    if count.need < 0:
        words = f"{name} holds {cells_of(wet)} of water, its clue says {line.clue}: too much water"
    else:
        words = f"{name} can hold {cells_of(wet + count.room)} of water at most, its clue says {line.clue}: "
        words += "too much air"
    return _line_step(position, Technique.COMPLETE, line, {}, words)


def _line_step(position: Position, technique: Technique, line: Line, settled: Settled, because: str) -> Step:
    places = {line.places[at]: wet for at, wet in settled.items()}
    aquariums = {position.layout.aquariums[place] for place in places}
    return position.step(technique, places, because, lines=[line.at], aquariums=aquariums)


def rows_by_counting(position: Position) -> Iterator[Step]:
    """Find segments of rows that are too big for what the row needs, or that it cannot do without."""
    yield from _counted(position, "row", row_by_counting)


def row_by_counting(position: Position, line: Line, count: Tally) -> Step | None:
    """Do so in one row."""
    if not (settled := by_size(line, count)):
        return None
    big = [place for place, wet in _places(line, settled) if not wet]
    needed = [place for place, wet in _places(line, settled) if wet]
    parts = []
    if big:
        names = joined([segment_name(position.layout, place) for place in big])
        parts.append(f"{names} {'is' if len(big) == 1 else 'are'} too big, so {_it(big)} air")
    if needed:
        names = joined([segment_name(position.layout, place) for place in needed])
        sizes = [len(position.layout.cells[place]) for place in needed]
        most = count.room - min(sizes)
        parts.append(
            f"without {names} there is room for {most} only, so it is water"
            if len(needed) == 1
            else f"{names} are each needed, without one there is room for {most} at most, so they are water"
        )
    because = f"{_needs(position, line, count)}: {'; '.join(parts)}"
    return _line_step(position, Technique.ROW, line, settled, because)


def rows_by_sums(position: Position) -> Iterator[Step]:
    """Find segments of rows that are in all, or in none, of the choices that add to what the row needs."""
    yield from _counted(position, "row", row_by_sums)


def row_by_sums(position: Position, line: Line, count: Tally) -> Step | None:
    """Do so in one row."""
    needs = _needs(position, line, count)
    if not reaches(line, count):
        words = f"{needs}: no choice of them adds to {count.need}"
        return _line_step(position, Technique.SUMS, line, {}, words)
    if not (settled := by_sums(line, count)):
        return None
    sizes = tuple(line.sizes[at] for at in count.open)
    ways = choices(sizes, count.need, MOST_CHOICES)
    wet = [segment_name(position.layout, place) for place, value in _places(line, settled) if value]
    dry = [segment_name(position.layout, place) for place, value in _places(line, settled) if not value]
    parts = []
    if wet:
        parts.append(f"{joined(wet)} {'is' if len(wet) == 1 else 'are'} water")
    if dry:
        parts.append(f"{joined(dry)} {'is' if len(dry) == 1 else 'are'} air")
    if ways:
        sums = " or ".join(" + ".join(map(str, way)) for way in ways)
        because = f"{needs}: {count.need} can only be {sums}, so {' and '.join(parts)}"
    else:
        because = f"{needs}: in all choices that add to {count.need}, {' and '.join(parts)}"
    return _line_step(position, Technique.SUMS, line, settled, because)


def columns_by_counting(position: Position) -> Iterator[Step]:
    """Find cells of columns that fill only after too many others, or that the column cannot do without."""
    yield from _counted(position, "column", column_by_counting)


def column_by_counting(position: Position, line: Line, count: Tally) -> Step | None:
    """Do so in one column."""
    if not (settled := by_depth(line, count)):
        return None
    layout = position.layout
    parts = []
    for aquarium in dict.fromkeys(layout.aquariums[place] for place, _ in _places(line, settled)):
        inside = [at for at in count.open if layout.aquariums[line.places[at]] == aquarium]
        fates = [settled[at] for at in inside if at in settled]
        wet, dry = sum(fates), len(fates) - sum(fates)
        name = aquarium_name(layout, aquarium)
        if dry:
            parts.append(f"{name} has {len(inside)} of them and fills from below, so {_ends('top', dry)} air")
        if wet:
            others = count.room - len(inside)
            parts.append(f"the others are {others}, so {name} gives at least {count.need - others}: ")
            parts[-1] += f"{_ends('lowest', wet)} water"
    name = f"{line_name(line.at)} still needs {count.need} of its {cells_of(count.room)} left"
    return _line_step(position, Technique.COLUMN, line, settled, f"{name}: {'; '.join(parts)}")


def _ends(which: str, count: int) -> str:
    return f"its {which} one is" if count == 1 else f"its {which} {count} are"


def _counted(position: Position, axis: str, settle: Counting) -> Iterator[Step]:
    for line in position.counted():
        if line.at.axis == axis and (count := tally(line, position.marks)).fits:
            found = settle(position, line, count)
            if found is not None:
                yield found


def _needs(position: Position, line: Line, count: Tally) -> str:
    sizes = [str(line.sizes[at]) for at in count.open]
    segments = f"segments are {joined(sizes)}" if len(sizes) > 1 else f"one open segment is {sizes[0]}"
    adverb = "" if count.need == line.clue else "still "
    opening = "open " if len(sizes) > 1 else ""
    return f"{line_name(line.at)} {adverb}needs {count.need} and its {opening}{segments}"


def _places(line: Line, settled: Settled) -> list[tuple[int, bool]]:
    return [(line.places[at], wet) for at, wet in sorted(settled.items())]


def _it(places: list[int]) -> str:
    return "it is" if len(places) == 1 else "they are"
