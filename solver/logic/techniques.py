"""The ways of settling cells that look at one line or one aquarium: what each settles, and why.

Each takes a position and yields a step for every line or aquarium where it finds something. Each is sound on
any board whose marks are right. A step that settles nothing says which rule the marks break.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import NamedTuple

from ..deadline import COUNTED_LINE
from ..grid import Cell, from_1
from ..message import Message
from ..places import Axis
from ..sums import choices
from .counting import Tally, by_depth, by_size, by_sums, complete
from .layout import Line, Settled
from .position import MOST_NAMED, Position, State
from .step import Step, Technique

MOST_CHOICES = 3
"""Ways to add segments up that are listed; more are not read."""
Counting = Callable[[Position, Line, Tally], Step | None]


def level(position: Position) -> Iterator[Step]:
    """Let water run down and across, and air up and across, in every aquarium."""
    if position.memory.is_level:
        return
    layout, known = position.layout, position.known
    settles: defaultdict[int, Settled] = defaultdict(dict)
    follows: defaultdict[int, set[bool]] = defaultdict(set)
    for segment in range(len(layout.cells)):
        for wet in position.marks_in(segment) - {None}:
            closed = layout.closed(segment, bool(wet))
            for other in closed:
                follows[other].add(bool(wet))
            if any(known[row][col] is None for other in closed for row, col in layout.cells[other]):
                settles[layout.aquariums[segment]][segment] = bool(wet)
    for segment, ways in follows.items():
        if len(ways) == 2:
            yield _not_level(position, segment)
            return
    for aquarium, causes in settles.items():
        yield _level(position, aquarium, causes)
    position.memory.is_level = not settles


def _not_level(position: Position, segment: int) -> Step:
    """Name a wet cell and a dry one of an aquarium that cannot be both."""
    layout, number = position.layout, position.layout.aquariums[segment]
    wet = _marked_cell(position, layout.upper[segment], True)
    dry = _marked_cell(position, layout.lower[segment], False)
    reason = Message("water_not_level", aquarium=layout.named_aquarium(number), wet=wet, dry=dry)
    return position.step(Technique.LEVEL, {}, reason, aquariums=[number])


def _level(position: Position, aquarium: int, causes: Settled) -> Step:
    wet, dry = (
        tuple(_marked_cell(position, [segment], fate) for segment, value in causes.items() if value is fate)
        for fate in (True, False)
    )
    parts = []
    if wet:
        parts.append(Message("water_runs", cells=wet))
    if dry:
        parts.append(Message("air_rises", cells=dry))
    name = position.layout.named_aquarium(aquarium)
    return position.step(Technique.LEVEL, causes, Message("levels_out", aquarium=name, parts=tuple(parts)))


def _marked_cell(position: Position, segments: Iterable[int], wet: bool) -> Cell:
    cells = (cell for segment in segments for cell in position.layout.cells[segment])
    return from_1(next((row, col) for row, col in cells if position.known[row][col] is wet))


def lines_complete(position: Position) -> Iterator[Step]:
    """Find the lines whose open cells are all air or all water; half-known segments are passed by."""
    half_known = position.half_known
    for index, line in enumerate(position.layout.lines):
        if (
            line.clue is None
            or position.state.is_undecided(index)
            or not half_known.isdisjoint(line.segments)
        ):
            continue
        count = position.state.tally(line)
        if not count.fits:
            yield breach(position, line, count)
        elif complete(count):
            yield when_complete(position, line, count)


def when_complete(position: Position, line: Line, count: Tally) -> Step:
    """Settle the open cells of a line that has all its water, or all its air."""
    axis, number = line.at.axis, line.at.line + 1
    if line.clue == 0:
        reason = Message("all_air", axis=axis, line=number)
    elif count.need == 0:
        reason = Message("all_water_there", axis=axis, line=number, clue=line.clue)
    elif count.need == line.clue:
        reason = Message("all_water", axis=axis, line=number, clue=line.clue, room=count.room)
    else:
        reason = Message("rest_is_water", axis=axis, line=number, need=count.need, room=count.room)
    return _line_step(position, Technique.COMPLETE, line, complete(count), reason)


def breach(position: Position, line: Line, count: Tally) -> Step:
    """Say that a line holds too much water, or too much air."""
    assert line.clue is not None
    axis, number, wet = line.at.axis, line.at.line + 1, line.clue - count.need
    if count.need < 0:
        reason = Message("too_much_water", axis=axis, line=number, wet=wet, clue=line.clue)
    else:
        reason = Message("too_much_air", axis=axis, line=number, most=wet + count.room, clue=line.clue)
    return _line_step(position, Technique.COMPLETE, line, {}, reason)


def _line_step(
    position: Position, technique: Technique, line: Line, settled: Settled, reason: Message
) -> Step:
    segments = {line.segments[at]: wet for at, wet in settled.items()}
    return position.step(technique, segments, reason, lines=[line])


def counted(axis: Axis, settle: Counting, position: Position) -> Iterator[Step]:
    """Count one by one the rows, or the columns, that settle something or cannot reach their clue."""
    state = position.state
    for line in position.layout.lines:
        position.spend(COUNTED_LINE)
        if line.clue is None or not state.open[line.index] or state.settled_by(line.index) == {}:
            continue
        if line.at.axis == axis and (count := state.tally(line)).fits:
            found = settle(position, line, count)
            if found is not None:
                yield found


def row_by_counting(position: Position, line: Line, count: Tally) -> Step | None:
    """Find segments of a row that are too big for what it needs, or that it cannot do without."""
    if not (settled := by_size(line, count)):
        return None
    layout, segments = position.layout, _segments(line, settled)
    parts = []
    if big := [segment for segment, wet in segments if not wet]:
        parts.append(Message("too_big", segments=layout.named_segments(big)))
    if needed := [segment for segment, wet in segments if wet]:
        room = count.room - min(len(layout.cells[segment]) for segment in needed)
        names = layout.named_segments(needed)
        if len(needed) == 1:
            parts.append(Message("not_without_it", segments=names, room=room))
        else:
            parts.append(Message("not_without_them", segments=names, room=room))
    reason = Message("row_counted", needs=_needs(line, count), parts=tuple(parts))
    return _line_step(position, Technique.ROW, line, settled, reason)


def row_by_sums(position: Position, line: Line, count: Tally) -> Step | None:
    """Find segments of a row that are in all, or in none, of the choices that add to what it needs."""
    needs, layout = _needs(line, count), position.layout
    settled = by_sums(line, count)
    if settled is None:
        return _line_step(position, Technique.SUMS, line, {}, Message("no_sum", needs=needs, need=count.need))
    if not settled:
        return None
    ways = choices(tuple(line.sizes[at] for at in count.open), count.need, MOST_CHOICES)
    groups = ((fate, [at for at, wet in _segments(line, settled) if wet is fate]) for fate in (True, False))
    parts = tuple(
        Message("segments_are", segments=layout.named_segments(segments), wet=fate)
        for fate, segments in groups
        if segments
    )
    reason = Message("in_all_sums", needs=needs, need=count.need, parts=parts)
    if ways:
        reason = Message("sums_listed", needs=needs, need=count.need, ways=tuple(ways), parts=parts)
    return _line_step(position, Technique.SUMS, line, settled, reason)


def column_by_counting(
    position: Position, line: Line, count: Tally, wanted: Collection[int] | None = None
) -> Step | None:
    """Find cells of a column that fill only after too many others, or that it cannot do without.

    It is told of the aquariums of the `wanted` segments; without them, of as many as a sentence can name.
    """
    if not (settled := by_depth(line, count)):
        return None
    own = position.layout.aquariums
    told = list(dict.fromkeys(own[line.segments[at]] for at in settled))[:MOST_NAMED]
    if wanted is not None:
        told = [own[segment] for segment in wanted]
    settled = {at: fate for at, fate in settled.items() if own[line.segments[at]] in told}
    bodies: defaultdict[int, list[int]] = defaultdict(list)
    left = sum(1 << at for at in count.open)
    for at in count.open:
        bodies[line.over[at] & left & -(line.over[at] & left)].append(at)
    groups: defaultdict[tuple[bool, int, int], list[int]] = defaultdict(list)
    for body in bodies.values():
        for wet in (False, True):
            if number := sum(settled.get(at) is wet for at in body):
                groups[wet, len(body), number].append(position.layout.aquariums[line.segments[body[0]]])
    air, water = list[Message](), list[Message]()
    for (wet, size, number), aquariums in sorted(groups.items()):
        names = position.layout.named_aquariums(aquariums)
        if wet:
            water.append(Message("lowest_is_water", aquariums=names, cells=size, number=number))
        else:
            air.append(Message("top_is_air", aquariums=names, cells=size, number=number))
    reason = Message("column_counted", parts=tuple(_column_needs(line, count, tuple(air), tuple(water))))
    return _line_step(position, Technique.COLUMN, line, settled, reason)


def _column_needs(
    line: Line, count: Tally, air: tuple[Message, ...], water: tuple[Message, ...]
) -> Iterator[Message]:
    """Tell what a column needs, with what of it is air and what water for that."""
    number, still, need = line.at.line + 1, count.need != line.clue, count.need
    if air:
        yield Message("column_needs", line=number, still=still, need=need, parts=air)
    if water and (dry := count.room - need):
        yield Message(
            "column_can_stay_dry", line=number, still=still, need=need, room=count.room, dry=dry, parts=water
        )
    elif water:
        yield Message("column_needs_all", line=number, still=still, need=need, parts=water)


def _needs(line: Line, count: Tally) -> Message:
    sizes = tuple(line.sizes[at] for at in count.open)
    axis, number, still, need = line.at.axis, line.at.line + 1, count.need != line.clue, count.need
    if len(sizes) == 1:
        return Message("one_open_segment", axis=axis, line=number, still=still, need=need, cells=sizes[0])
    return Message("open_segments", axis=axis, line=number, still=still, need=need, sizes=sizes)


def _segments(line: Line, settled: Settled) -> list[tuple[int, bool]]:
    return [(line.segments[at], wet) for at, wet in sorted(settled.items())]


class OneLine(NamedTuple):
    """A line by itself, as what a supposition is followed by."""

    line: Line

    @property
    def lines(self) -> tuple[Line, ...]:
        """Itself."""
        return (self.line,)

    def settles(self, state: State) -> Settled | None:
        """Return all segments that the line settles; None if it cannot reach its clue."""
        return state.settled_by(self.line.index)

    def clause(self, state: State, settles: Settled) -> Message:
        """Say what it would settle, or how it would break."""
        (axis, number), count = self.line.at.named, state.tally(self.line)
        if not settles:
            return _would_break(self.line, count)
        if complete(count):
            if count.need:
                return Message("would_need_all_cells", axis=axis, line=number)
            return Message("would_have_all_water", axis=axis, line=number)
        parts = []
        for wet in (True, False):
            segments = [segment for segment, value in settles.items() if value is wet]
            if aquariums := dict.fromkeys(state.layout.aquariums[segment] for segment in segments):
                names = state.layout.named_aquariums(aquariums)
                parts.append(Message("aquariums_are", aquariums=names, wet=wet))
        return Message("would_have", axis=axis, line=number, parts=tuple(parts))

    def says(self, position: Position, settles: Settled) -> Step:
        """Say what it settles, or how it breaks, by the easiest technique that settles all of it.

        Of a column it is only what concerns the aquariums that are given.
        """
        line, count = self.line, position.state.tally(self.line)
        if not count.fits:
            return breach(position, line, count)
        step: Step | None
        if complete(count):
            step = when_complete(position, line, count)
        elif line.at.axis == "column":
            step = column_by_counting(position, line, count, settles)
        elif by_size(line, count) == by_sums(line, count):
            step = row_by_counting(position, line, count)
        else:
            step = row_by_sums(position, line, count)
        assert step is not None
        return step


def _would_break(line: Line, count: Tally) -> Message:
    """Say how a line would miss its clue."""
    assert line.clue is not None
    (axis, number), wet = line.at.named, line.clue - count.need
    if count.need < 0:
        return Message("would_have_too_many", axis=axis, line=number, wet=wet, clue=line.clue)
    if count.need > count.room:
        return Message("would_have_at_most", axis=axis, line=number, most=wet + count.room, clue=line.clue)
    return Message("would_not_add_up", axis=axis, line=number, clue=line.clue)
