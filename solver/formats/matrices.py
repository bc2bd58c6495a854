"""The wall matrix and the number matrix, in and out: a lattice of cells, sides and corners."""

from collections.abc import Collection
from itertools import chain, product
from typing import NamedTuple

from ..errors import BadText
from ..message import Message
from ..places import Place, SideAt
from ..puzzle import Clue, Puzzle, Rows
from .tokens import UNKNOWN, Token, aligned, behind, clue_of, counted, lines_in, one_of, text_of, unexpected
from .walls import check_rule, check_walls, regions_in, sides_in

CELL = "0"
MOST_NAMED = 5
"""Sides that are named of those that are undecided."""


class Matrix(NamedTuple):
    """How a matrix is written."""

    wall: str
    """A side or corner with a wall."""
    no_wall: str
    no_clue: str
    """Begins lines of sides, as a clue those of cells, and stands before the clue of each column. If there is
    no such sign, the matrix has a frame of walls."""
    form: str
    """What to do if it is written otherwise."""

    def parse(self, text: str) -> Puzzle:
        """Read a matrix, whose signs have blanks between them.

        `text`: a line of column clues; for each row a line of its clue, its cells `0` and the sides between
        them; between rows, and in a frame around them, lines of sides and corners, which tell nothing. `?`
        stands for a missing clue, and where there is a frame for a side that is still undecided.
        """
        header, *body = lines_in(text) or [Token("", 1, 1)]
        heads, is_framed = header.words(), not self.no_clue
        if not is_framed:
            for token in heads[::2]:
                one_of(token, [self.no_clue], self.form)
            heads = [behind(heads, at) for at in range(1, len(heads) + 1, 2)]
        columns = [clue_of(token, self.form) for token in heads]
        if len(body) < 1 + 2 * is_framed or len(body) % 2 == 0:
            missing = "a line of walls" if (len(body) + is_framed) % 2 else "a line of cells"
            raise unexpected(behind([header, *body], len(body) + 1), missing, self.form)
        rows: list[Clue] = []
        lattice: list[list[Token]] = []
        for at, line in enumerate(body):
            has_clue = at % 2 == is_framed
            tokens = counted(line, 2 * len(columns) + is_framed * (1 + has_clue), self.form)
            if has_clue:
                rows.append(clue_of(tokens.pop(0), self.form))
            elif not is_framed:
                one_of(tokens.pop(0), [self.no_clue], self.form)
            lattice.append(tokens)
        if is_framed:
            lattice = self._inside(lattice)
        for down, signs in enumerate(lattice):
            for right, sign in enumerate(signs):
                one_of(sign, [CELL] if down % 2 == right % 2 == 0 else self[:2], self.form)
        return Puzzle(columns, rows, regions_in(lattice, [self.wall]))

    def format(self, puzzle: Puzzle, doubtful: Collection[Place] = ()) -> str:
        """Write a matrix, a missing clue and what is doubtful as `?`; it ends with an end of line.

        Raises NotWritable: the walls do not tell the aquariums, or the puzzle's water is level only where it
        is connected.
        """
        check_rule(puzzle)
        check_walls(puzzle)
        columns, rows = map(list, (puzzle.col_clues, puzzle.row_clues))
        lattice = self._lattice(puzzle.regions)
        for place in doubtful:
            if isinstance(place, SideAt):
                lattice[2 * place.row + place.below][2 * place.col + (not place.below)] = UNKNOWN
            else:
                (columns if place.axis == "column" else rows)[place.line] = None
        edge = [] if self.no_clue else [self.wall]
        frame = [["", *edge * (2 * puzzle.width + 1)]] * len(edge)
        header = [token for clue in columns for token in (self.no_clue, text_of(clue))]
        lines = [[*[""] * len(edge), *header], *frame]
        for at, line in enumerate(lattice):
            lines.append([self.no_clue if at % 2 else text_of(rows[at // 2]), *edge, *line, *edge])
        lines += frame
        wide = max(len(token) for line in lines for token in line)
        return "".join(aligned(line, wide) + "\n" for line in lines)

    def _inside(self, lattice: list[list[Token]]) -> list[list[Token]]:
        """Return what is inside the frame of walls, where no side may be undecided."""
        for token in chain(lattice[0], *((line[0], line[-1]) for line in lattice), lattice[-1]):
            one_of(token, [self.wall], self.form)
        inside = [line[1:-1] for line in lattice[1:-1]]
        undecided = [(side, token) for side, token in sides_in(inside) if token.text == UNKNOWN]
        if undecided:
            places = tuple(Message("between", cells=side.named_cells) for side, _ in undecided[:MOST_NAMED])
            what = Message("sides_undecided", sides=len(undecided), places=places)
            raise BadText(what, undecided[0][1].place)
        return inside

    def _lattice(self, regions: Rows) -> list[list[str]]:
        """Write the lattice inside the frame: a side or corner with several aquariums around it is a wall."""

        def sign(down: int, right: int) -> str:
            if down % 2 == right % 2 == 0:
                return CELL
            near = product((down // 2, (down + 1) // 2), (right // 2, (right + 1) // 2))
            return self.wall if len({regions[row][col] for row, col in near}) > 1 else self.no_wall

        height, width = 2 * len(regions) - 1, 2 * len(regions[0]) - 1
        return [[sign(down, right) for right in range(width)] for down in range(height)]


WALL_FORM = (
    "write a line of column clues, then lines of x and . for walls and lines like 3 x 0 . 0 x for rows"
)
NUMBER_FORM = "write a line like 8 1 8 2, then lines like 3 0 9 0 for rows and lines of 8 and 9 between them"
WALLS = Matrix("x", ".", "", WALL_FORM)
NUMBERS = Matrix("9", "8", "8", NUMBER_FORM)
