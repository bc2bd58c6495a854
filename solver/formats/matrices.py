"""The wall matrix and the number matrix, in and out: a lattice of cells, sides and corners."""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from ..errors import BadText
from ..message import Message
from ..places import Place, SideAt, is_wall
from ..puzzle import Puzzle, Rows
from .tokens import UNKNOWN, Token, aligned, clue_of, counted, end_of, lines_in, text_of, unexpected
from .walls import check_rule, check_walls, regions_between


class Signs(NamedTuple):
    """How a matrix writes a side or corner with a wall and one without."""

    wall: str
    no_wall: str


CELL = "0"
MOST_NAMED = 5
"""Sides that are named of those that are undecided."""
WALLS = Signs("x", ".")
NUMBERS = Signs("9", "8")
WALL_FORM = (
    "write a line of column clues, then lines of x and . for walls and lines like 3 x 0 . 0 x for rows"
)
NUMBER_FORM = "write a line like 8 1 8 2, then lines like 3 0 9 0 for rows and lines of 8 and 9 between them"


def parse_wall_matrix(text: str) -> Puzzle:
    """Read a wall matrix: cells `0` in a lattice of `x` (wall) and `.` (no wall), frame included.

    `text`: a line of column clues; for each row a line of the sides above it and one of its clue and its
    cells; a closing line. Signs have blanks between them. `?` stands for a missing clue, and for a side that
    is still undecided; what stands in the lattice's inner corners tells nothing.
    Whether the puzzle is well-formed is asked of `Puzzle.problems`.
    Raises BadText: something else was found than expected, an undecided side, or a wall with
    one aquarium on both sides; the place names line and column.
    """
    header, *body = lines_in(text) or [end_of([])]
    col_clues = [clue_of(token, WALL_FORM) for token in header.words()]
    across = 2 * len(col_clues) + 1
    if len(body) < 3 or len(body) % 2 == 0:
        wanted = "a line of cells" if len(body) % 2 else "a line of walls"
        raise unexpected(end_of(body or [header]), wanted, WALL_FORM)
    row_clues, lattice = [], []
    for at, line in enumerate(body):
        is_row = at % 2 == 1
        tokens = counted(line, across + is_row, WALL_FORM)
        if is_row:
            row_clues.append(clue_of(tokens.pop(0), WALL_FORM))
        framed = [tokens[0], tokens[-1]] if 0 < at < len(body) - 1 else tokens
        for token in framed:
            _check(token, [WALLS.wall], WALL_FORM)
        lattice.append(tokens[1:-1])
    _check_decided(lattice[1:-1])
    return Puzzle(col_clues, row_clues, _regions(lattice[1:-1], WALLS, WALL_FORM))


def format_wall_matrix(puzzle: Puzzle, doubtful: Collection[Place] = ()) -> str:
    """Write a wall matrix, a missing clue and what is doubtful as `?`; it ends with an end of line.

    Raises NotWritable: the walls do not tell the aquariums, or the puzzle's water is level only where it is
    connected.
    """
    check_rule(puzzle)
    check_walls(puzzle)
    frame = ["", *WALLS.wall * (2 * puzzle.width + 1)]
    columns, rows = map(list, (puzzle.col_clues, puzzle.row_clues))
    lattice = _lattice(puzzle.regions, WALLS)
    for place in doubtful:
        if isinstance(place, SideAt):
            lattice[2 * place.row + place.below][2 * place.col + (not place.below)] = UNKNOWN
        else:
            (columns if place.axis == "column" else rows)[place.line] = None
    lines = [["", *(token for clue in columns for token in ("", text_of(clue)))], frame]
    for at, signs in enumerate(lattice):
        lines.append(["" if at % 2 else text_of(rows[at // 2]), WALLS.wall, *signs, WALLS.wall])
    return _written([*lines, frame])


def parse_number_matrix(text: str) -> Puzzle:
    """Read a number matrix: cells `0` in a lattice of `9` (wall) and `8` (no wall), without a frame.

    `text`: a line of column clues with `8` before each; for each row a line of its clue and its cells with a
    side between each two; between rows a line of `8` and the sides and corners between them. `?` stands for a
    missing clue; what stands in the lattice's corners tells nothing.
    Whether the puzzle is well-formed is asked of `Puzzle.problems`.
    Raises BadText: something else was found than expected, or a wall with one aquarium on both sides; the
    place names line and column.
    """
    header, *body = lines_in(text) or [end_of([])]
    heads = header.words()
    for token in heads[::2]:
        _check(token, [NUMBERS.no_wall], NUMBER_FORM)
    if len(heads) % 2:
        raise unexpected(header.end(), f"a number or {UNKNOWN}", NUMBER_FORM)
    if len(body) % 2 == 0:
        raise unexpected(end_of(body or [header]), "a line of cells", NUMBER_FORM)
    row_clues, lattice = [], []
    for at, line in enumerate(body):
        first, *signs = counted(line, len(heads), NUMBER_FORM)
        if at % 2:
            _check(first, [NUMBERS.no_wall], NUMBER_FORM)
        else:
            row_clues.append(clue_of(first, NUMBER_FORM))
        lattice.append(signs)
    col_clues = [clue_of(token, NUMBER_FORM) for token in heads[1::2]]
    return Puzzle(col_clues, row_clues, _regions(lattice, NUMBERS, NUMBER_FORM))


def format_number_matrix(puzzle: Puzzle) -> str:
    """Write a number matrix, a missing clue as `?`; it ends with an end of line.

    Raises NotWritable: the walls do not tell the aquariums, or the puzzle's water is level only where it is
    connected.
    """
    check_rule(puzzle)
    check_walls(puzzle)
    lines = [[token for clue in puzzle.col_clues for token in (NUMBERS.no_wall, text_of(clue))]]
    for at, signs in enumerate(_lattice(puzzle.regions, NUMBERS)):
        lines.append([NUMBERS.no_wall if at % 2 else text_of(puzzle.row_clues[at // 2]), *signs])
    return _written(lines)


def _check(token: Token, signs: Sequence[str], form: str) -> None:
    if token.text not in signs:
        raise unexpected(token, " or ".join(signs), form)


def _sides(lattice: list[list[Token]]) -> Iterator[tuple[SideAt, Token]]:
    """Yield every side of the lattice inside the frame, and what stands there."""
    for down, tokens in enumerate(lattice):
        for right, token in enumerate(tokens):
            if down % 2 != right % 2:
                yield SideAt(down // 2, right // 2, below=down % 2 == 1), token


def _check_decided(lattice: list[list[Token]]) -> None:
    """Check that no side is undecided."""
    undecided = [(side, token) for side, token in _sides(lattice) if token.text == UNKNOWN]
    if undecided:
        places = tuple(Message("between", cells=side.named_cells) for side, _ in undecided[:MOST_NAMED])
        what = Message("sides_undecided", sides=len(undecided), places=places)
        raise BadText(what, undecided[0][1].place)


def _regions(lattice: list[list[Token]], signs: Signs, form: str) -> Rows:
    """Read the lattice inside the frame: cells at even rows and columns, sides and corners between them."""
    for down, tokens in enumerate(lattice):
        for right, token in enumerate(tokens):
            is_cell = down % 2 == right % 2 == 0
            _check(token, [CELL] if is_cell else signs, form)
    walls = {side: token for side, token in _sides(lattice) if token.text == signs.wall}
    return regions_between(len(lattice) // 2 + 1, len(lattice[0]) // 2 + 1, walls)


def _lattice(regions: Rows, signs: Signs) -> list[list[str]]:
    """Write the lattice inside the frame; a corner has a wall if any side that meets there has one."""
    height, width = 2 * len(regions) - 1, 2 * len(regions[0]) - 1

    def has_wall(down: int, right: int) -> bool:
        if down % 2 == right % 2 == 1:
            return any(has_wall(down + by, right) or has_wall(down, right + by) for by in (-1, 1))
        return is_wall(regions, SideAt(down // 2, right // 2, below=down % 2 == 1))

    return [
        [
            CELL if down % 2 == right % 2 == 0 else signs[0 if has_wall(down, right) else 1]
            for right in range(width)
        ]
        for down in range(height)
    ]


def _written(lines: list[list[str]]) -> str:
    wide = max(len(token) for line in lines for token in line)
    return "".join(aligned(line, wide) + "\n" for line in lines)
