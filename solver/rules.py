"""The rules in plain words: a puzzle and water in, full or so far, every broken rule out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .grid import Cell, components, flood, from_1, neighbours
from .message import Message
from .places import Axis, ClueAt
from .puzzle import Clue, Puzzle

Cells = Sequence[Sequence[bool | None]]
"""cells[row][col]: whether it is wet, None where that is not known."""


@dataclass(frozen=True, slots=True)
class Violation:
    """One place where a rule is broken."""

    what: Message
    """What is wrong."""
    cells: tuple[Cell, ...] = ()
    """The cells [row, col] that break it together, in reading order."""
    lines: tuple[ClueAt, ...] = ()
    """The row or column whose clue is missed."""
    aquariums: tuple[int, ...] = ()
    """The aquarium that is not level."""


def violations(puzzle: Puzzle, water: Cells) -> list[str]:
    """Return every rule that the water breaks, in words; empty if full water solves the puzzle.

    `puzzle`: a well-formed puzzle.
    `water`: as of `find_violations`.
    Returns sentences that name rows, columns and aquariums, all counted from 1.
    """
    return [str(broken.what) for broken in find_violations(puzzle, water)]


def find_violations(puzzle: Puzzle, cells: Cells) -> list[Violation]:
    """Return every rule that is broken so far, whatever the cells are of which nothing is known.

    It asks of each line by itself whether its clue can still be met, and of each aquarium whether its water
    can still be level; not whether a solution is left.

    `puzzle`: a well-formed puzzle.
    `cells`: cells[row][col]: whether the cell is wet, None where that is not known; as many rows and columns
    as the puzzle.
    Rows come first, then columns, then aquariums; empty if nothing is wrong so far.
    """
    lengths = tuple(map(len, cells))
    if lengths != tuple(map(len, puzzle.regions)):
        what = Message("water_of_other_size", lengths=lengths, rows=puzzle.height, columns=puzzle.width)
        return [Violation(what)]
    level = _unlevel if puzzle.rule == "level" else _unlevel_bodies
    return [
        *_miscounts("row", cells, puzzle.row_clues),
        *_miscounts("column", list(zip(*cells, strict=True)), puzzle.col_clues),
        *(broken for number, inside in puzzle.aquariums().items() for broken in level(number, inside, cells)),
    ]


def _miscounts(axis: Axis, lines: Cells, clues: Sequence[Clue]) -> Iterator[Violation]:
    for line, (cells, clue) in enumerate(zip(lines, clues, strict=True)):
        wet = sum(cell is not None and bool(cell) for cell in cells)
        most = wet + sum(cell is None for cell in cells)
        if clue is None or wet <= clue <= most:
            continue
        if wet > clue or wet == most:
            what = Message("line_miscounted", axis=axis, line=line + 1, wet=wet, clue=clue)
        else:
            what = Message("line_without_room", axis=axis, line=line + 1, most=most, clue=clue)
        wrong = [at for at, cell in enumerate(cells) if cell is not None and bool(cell) is (wet > clue)]
        places = tuple((line, at) if axis == "row" else (at, line) for at in wrong)
        yield Violation(what, places, lines=(ClueAt(axis, line),))


def _unlevel(number: int, inside: tuple[Cell, ...], cells: Cells) -> Iterator[Violation]:
    """Name each row where the aquarium is wet and dry, and each with a dry cell below a wet one."""
    above: list[Cell] = []
    for row in sorted({row for row, _ in inside}):
        line = [cell for cell in inside if cell[0] == row]
        wet, dry = _known_to_be(line, cells, True), _known_to_be(line, cells, False)
        if wet and dry:
            what = _half_wet(number, from_1(inside[0]), row + 1, (len(wet), len(dry), len(line)))
            yield Violation(what, tuple(sorted(wet + dry)), aquariums=(number,))
        if above and dry:
            what = Message(
                "dry_below", aquarium=number, at=from_1(inside[0]), row=above[0][0] + 1, below=row + 1
            )
            yield Violation(what, tuple(above + dry), aquariums=(number,))
        if wet or dry:
            above = wet


def _half_wet(aquarium: int, at: Cell, row: int, counts: tuple[int, int, int]) -> Message:
    """Say how many cells are wet and dry of those that an aquarium has in a row."""
    wet, dry, cells = counts
    if wet + dry == cells:
        return Message("row_half_wet", aquarium=aquarium, at=at, row=row, wet=wet, cells=cells)
    return Message("row_wet_and_dry", aquarium=aquarium, at=at, row=row, wet=wet, dry=dry, cells=cells)


def _unlevel_bodies(number: int, inside: tuple[Cell, ...], cells: Cells) -> Iterator[Violation]:
    """Name each dry cell that water would flow into, and each that lies lower than the water around it."""
    wet, dry = set(_known_to_be(inside, cells, True)), set(_known_to_be(inside, cells, False))
    named, at = set[Cell](), from_1(inside[0])
    for row, col in sorted(wet):
        for near in sorted({(row, col - 1), (row, col + 1), (row + 1, col)} & dry):
            named.add(near)
            what = Message("dry_beside", aquarium=number, at=at, wet=from_1((row, col)), dry=from_1(near))
            yield Violation(what, ((row, col), near), aquariums=(number,))
    for body in components(wet):
        surface = min(body)
        for row, col in sorted(body):
            if row > surface[0] and (row - 1, col) in dry:
                named.add((row - 1, col))
                dry_cell = from_1((row - 1, col))
                what = Message("dry_in_body", aquarium=number, at=at, row=surface[0] + 1, dry=dry_cell)
                yield Violation(what, (surface, (row - 1, col)), aquariums=(number,))
    for start in sorted(wet):
        for far in sorted(_banks(start, set(inside) - dry, dry) - named):
            named.add(far)
            what = Message("dry_where_it_flows", aquarium=number, at=at, wet=from_1(start), dry=from_1(far))
            yield Violation(what, (start, far), aquariums=(number,))


def _banks(start: Cell, open_: set[Cell], dry: set[Cell]) -> set[Cell]:
    """Return the dry cells that water from a cell comes to by cells that may be wet, never above its row."""
    wet = flood(start, lambda cell: cell in open_ and cell[0] >= start[0])
    return {near for cell in wet for near in neighbours(cell) if near in dry and near[0] >= start[0]}


def _known_to_be(inside: Sequence[Cell], cells: Cells, wet: bool) -> list[Cell]:
    """Return the cells that are known to be wet, or dry."""
    marks = ((row, col, cells[row][col]) for row, col in inside)
    return [(row, col) for row, col, mark in marks if mark is not None and bool(mark) is wet]
