"""The next step for who puts in no air: what it counts on, and is not on the board, is said before it.

Who leaves out crosses knows that the other cells of a full row are air, and is not told so step by step. But
a reason counts open cells, and who reads it counts them on the board: so it names the lines that are full.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from math import inf

from ..deadline import Deadline
from ..grid import Cell
from ..message import Message
from ..places import ClueAt
from ..puzzle import Known, Puzzle
from .counting import complete
from .explanation import easiest, steps
from .layout import Line, Settled
from .pairs import pairs_of
from .position import Position, position_of
from .step import Step, Technique, defined, settled
from .suppose import refute, shortened, supposition
from .techniques import (
    breach,
    column_by_counting,
    level,
    row_by_counting,
    row_by_sums,
    when_complete,
)
from .within import aquariums_between_bounds, step_of_pair

MOST_PREMISES = 3
"""Full lines that are named before a step; where it needs more, these are a step of their own."""


def next_step(
    puzzle: Puzzle, known: Known, *, puts_in_air: bool, deadline: Deadline | None = None
) -> Step | None:
    """Return the easiest next step on a board; for who puts in no air, one that is more than obvious air.

    `known`: known[row][col]: True wet, False dry, None not known. The numbers in the reason are those of this
    board and of the step's premises. None if nothing is left to settle.
    Raises TimedOut as `steps` does.
    """
    deadline = deadline or Deadline(inf)
    position = position_of(puzzle, known, deadline)
    full = [] if puts_in_air else list(_full_lines(position))
    if not full:
        step = next(steps(puzzle, known, deadline=deadline), None)
        return step and defined(step)
    further = easiest(_with(position, full))
    return defined(_told(position, further, full) if further else _filled(position, full))


def _full_lines(position: Position) -> Iterator[Line]:
    """Yield the lines whose open cells are all air, for their water is there; no half-known ones."""
    state, half_known = position.state, position.half_known
    for line in position.layout.lines:
        count = state.tally(line)
        if line.clue is not None and count.need == 0 and count.open and half_known.isdisjoint(line.segments):
            yield line


def _air_of(position: Position, lines: Collection[Line]) -> Settled:
    """Return the segments that are air because some lines are full."""
    found: Settled = {}
    for line in lines:
        found |= {line.segments[at]: wet for at, wet in complete(position.state.tally(line)).items()}
    return {
        other: False
        for segment in found
        for other in position.layout.closed(segment, False)
        if position.fates[other] is None
    }


def _air_cells(position: Position, lines: Collection[Line]) -> list[Cell]:
    """Return the cells of these segments."""
    return [cell for segment in _air_of(position, lines) for cell in position.layout.cells[segment]]


def _with(position: Position, lines: Collection[Line]) -> Position:
    """Return the position in which the other cells of some full lines are known to be air."""
    board = settled(position.known, air=_air_cells(position, lines))
    return position_of(position.layout.puzzle, board, position.deadline)


def _told(position: Position, step: Step, full: Sequence[Line]) -> Step:
    """Return a step with as few full lines for premises as it needs, or these if they are too many."""
    needed = [line for line in full if _bears_on(position, line, step)]
    told = _again(_with(position, needed), step)
    for line in list(needed):
        fewer = [other for other in needed if other is not line]
        if (shorter := _again(_with(position, fewer), step)) is not None:
            needed, told = fewer, shorter
    if told is None or len(needed) > MOST_PREMISES:
        return _filled(position, needed or full)
    return replace(told, premises=tuple(_premises(position, needed, told)))


def _premises(position: Position, lines: Sequence[Line], step: Step) -> Iterator[Step]:
    """Yield which lines are full, and which need no water, with the air of them that a step may count on."""
    above = _rises(position, lines, step)
    for code, some in _kinds(lines).items():
        named = tuple(line.at for line in some)
        air = [
            cell
            for cell in _air_cells(position, some)
            if above or not set(named).isdisjoint(_lines_through(cell))
        ]
        yield Step(Technique.COMPLETE, (), tuple(sorted(air)), _are_air(code, some, above=above), named)


def _bears_on(position: Position, line: Line, step: Step) -> bool:
    """Whether the air of a full line stands in the lines that a step looks at."""
    named = _looked_at(step)
    return any(named.intersection(_lines_through(cell)) for cell in _air_cells(position, [line]))


def _looked_at(step: Step) -> set[ClueAt]:
    return set(step.lines).union(*(link.lines for link in step.chain))


def _lines_through(cell: Cell) -> tuple[ClueAt, ClueAt]:
    return ClueAt("row", cell[0]), ClueAt("column", cell[1])


def _again(position: Position, step: Step) -> Step | None:
    """Return the same deduction on a board of which less is known; None if it does not lead as far there."""
    found = _found_again(position, step)
    if found is None or found.contradicts != step.contradicts:
        return None
    return found if set(step.cells) <= set(found.cells) else None


def _found_again(position: Position, step: Step) -> Step | None:
    match step.technique:
        case _ if step.chain:
            found = _refuted_again(position, step)
        case Technique.LEVEL:
            found = next((each for each in level(position) if each.aquariums == step.aquariums), None)
        case Technique.SEARCH:  # it counts nothing
            found = step
        case Technique.BOUNDS:
            found = next(aquariums_between_bounds(position, step.aquariums), None)
        case Technique.PAIR:
            first, second = sorted(line.index for line in _lines_of(position, step))
            found = step_of_pair(position, pairs_of(position.layout).pair(first, second))
        case _:
            found = _counted_again(position, step)
    return found


def _lines_of(position: Position, step: Step) -> list[Line]:
    return [line for line in position.layout.lines if line.at in step.lines]


def _counted_again(position: Position, step: Step) -> Step | None:
    """Count the only line of a step in the same way."""
    ((line,), cells, layout) = _lines_of(position, step), set(step.cells), position.layout
    count = position.state.tally(line)
    if not count.fits:
        return breach(position, line, count)
    match step.technique:
        case Technique.COMPLETE:
            return when_complete(position, line, count) if complete(count) else None
        case Technique.ROW:
            return row_by_counting(position, line, count)
        case Technique.SUMS:
            return row_by_sums(position, line, count)
    wanted = [segment for segment in line.segments if cells.intersection(layout.cells[segment])]
    return column_by_counting(position, line, count, wanted)


def _refuted_again(position: Position, step: Step) -> Step | None:
    """Refute what a step supposes: the segment that both it and its opposite settle."""
    (cell, *_) = set(step.cells).intersection(step.chain[0].cells)
    segment = next(at for at, cells in enumerate(position.layout.cells) if cell in cells)
    by_pairs = any(len(link.lines) > 1 for link in step.chain)
    found = refute(position, segment, cell in step.chain[0].water, by_pairs=by_pairs)
    return supposition(position, shortened(position, found), step.technique) if found else None


def _filled(position: Position, lines: Sequence[Line]) -> Step:
    """Return the step that some lines are full; of those that need no water, if there are fewer others."""
    if len(lines) == 1:
        return when_complete(position, lines[0], position.state.tally(lines[0]))
    code, most = max(_kinds(lines).items(), key=lambda kind: len(kind[1]))
    return position.step(Technique.COMPLETE, _air_of(position, most), _are_air(code, most), lines=most)


def _kinds(lines: Sequence[Line]) -> dict[str, list[Line]]:
    """Return the lines by the code of what is said of them."""
    kinds: dict[str, list[Line]] = {}
    for line in lines:
        kinds.setdefault("lines_dry" if line.clue == 0 else "lines_full", []).append(line)
    return kinds


def _are_air(code: str, lines: Sequence[Line], *, above: bool = False) -> Message:
    named = tuple(line.at.named for line in lines)
    if code == "lines_dry":
        return Message("lines_dry", lines=named, above=above)
    return Message("lines_full", lines=named, above=above)


def _rises(position: Position, lines: Sequence[Line], step: Step) -> bool:
    """Whether a step counts on air that rises from full lines to cells above them."""
    named, full, layout = _looked_at(step), {line.at for line in lines}, position.layout
    settled_air = set(step.air)
    beside = {
        cell
        for segment, cells in enumerate(layout.cells)
        if settled_air.intersection(cells)
        for other in layout.closed(segment, False)
        for cell in layout.cells[other]
    }
    risen = [cell for cell in _air_cells(position, lines) if full.isdisjoint(_lines_through(cell))]
    return any(cell in beside or named.intersection(_lines_through(cell)) for cell in risen)
