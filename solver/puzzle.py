"""The puzzle on the paper and its solution, as plain values: clues and aquariums in, water out."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from operator import index
from typing import Any, Literal, get_args

from .errors import InvalidPuzzle
from .grid import Cell, DisjointSets, components, from_1, run_ends
from .message import Message

Rows = tuple[tuple[int, ...], ...]
Clue = int | None
Rule = Literal["level", "connected"]
RULES: tuple[Rule, ...] = get_args(Rule)
Water = tuple[tuple[bool, ...], ...]
Known = tuple[tuple[bool | None, ...], ...]
"""known[row][col]: whether the cell is wet, None where that is not known."""
Marks = tuple[tuple[int | None, ...], ...]
"""marks[row][col] of a player: 0 nothing, 1 water, 2 cross, None where it is unclear."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One Aquarium puzzle: any sequences are taken, and become tuples, aquariums numbered in reading order.

    >>> Puzzle([1, 2], [1, 2], [["a", "b"], ["b", "b"]]).regions
    ((1, 2), (2, 2))
    """

    col_clues: tuple[Clue, ...]
    """Wet cells wanted in each column, left to right; None where nothing is printed."""
    row_clues: tuple[Clue, ...]
    """Wet cells wanted in each row, top to bottom; None where nothing is printed."""
    regions: Rows
    """regions[row][col]: the number of the cell's aquarium. Two equal partitions are equal values."""
    rule: Rule = "level"
    """Where water stands equally high: "level", in the whole aquarium (the site's rule).

    "connected": only where it is connected, the rule of puzz.link without its flag `r`. Beside and below a
    wet cell every cell of its aquarium is wet, and in one body of water, wet cells of an aquarium that are
    joined edge to edge, every cell above a cell below the body's highest row is wet too. So a wet cell makes
    all wet that water can reach from it within the aquarium without rising above its row. That is
    `checkSupports` and `checkPoolLevel` in src/variety/aquarium.js of github.com/robx/pzprjs; that program
    also takes no board for solved that is dry all over, which is not taken for a rule here.
    """

    def __init__(
        self,
        col_clues: Iterable[Clue],
        row_clues: Iterable[Clue],
        regions: Iterable[Iterable[Hashable]],
        *,
        rule: Rule = "level",
    ) -> None:
        """Take whole numbers of any library as Python's own: those of NumPy overflow where sums are bits.

        Raises InvalidPuzzle where clues are no sequence, or regions are not rows of labels.
        """
        try:
            object.__setattr__(self, "col_clues", tuple(map(_plain, col_clues)))
            object.__setattr__(self, "row_clues", tuple(map(_plain, row_clues)))
            object.__setattr__(self, "regions", _numbered(regions))
        except TypeError as error:
            raise InvalidPuzzle(Message("not_clues_and_aquariums", said=str(error))) from None
        object.__setattr__(self, "rule", rule)

    @property
    def height(self) -> int:
        """Number of rows."""
        return len(self.regions)

    @property
    def width(self) -> int:
        """Number of columns (of the longest row)."""
        return max(map(len, self.regions), default=0)

    def aquariums(self) -> dict[int, tuple[Cell, ...]]:
        """Return the cells [row, col] of each aquarium, in reading order."""
        cells: defaultdict[int, list[Cell]] = defaultdict(list)
        for row, ids in enumerate(self.regions):
            for col, aquarium in enumerate(ids):
                cells[aquarium].append((row, col))
        return {aquarium: tuple(members) for aquarium, members in cells.items()}

    def problems(self) -> list[Message]:
        """Return every reason why this is not a well-formed puzzle; empty if it is one."""
        rule = [] if self.rule in RULES else [Message("unknown_rule", rule=str(self.rule), rules=RULES)]
        return [
            *rule,
            *self.shape_problems(),
            *self._clue_problems(),
            *self._sum_problems(),
            *self.piece_problems(),
        ]

    def check_board(self) -> None:
        """Check that rows, clues and aquariums make a board; it need not be a puzzle with a solution.

        Raises InvalidPuzzle with every defect.
        """
        if defects := [*self.shape_problems(), *self.piece_problems()]:
            raise InvalidPuzzle(Message("not_a_board", defects=tuple(defects)))

    def shape_problems(self) -> Iterator[Message]:
        """Yield why rows and clues do not make a board."""
        width = self.width
        if not self.height or not width:
            yield Message("no_cells")
        for row, ids in enumerate(self.regions, start=1):
            if len(ids) != width:
                yield Message("row_of_other_length", row=row, length=len(ids), longest=width)
        for axis, clues, lines in (("column", self.col_clues, width), ("row", self.row_clues, self.height)):
            if len(clues) != lines:
                yield Message("number_of_clues", axis=axis, clues=len(clues), lines=lines)

    def _clue_problems(self) -> Iterator[Message]:
        lines = (("column", self.col_clues, self.height), ("row", self.row_clues, self.width))
        for axis, clues, longest in lines:
            for line, clue in enumerate(clues, start=1):
                if clue is not None and type(clue) is not int:
                    yield Message("clue_not_whole", axis=axis, line=line, clue=repr(clue))
                elif clue is not None and not 0 <= clue <= longest:
                    yield Message("clue_out_of_range", axis=axis, line=line, clue=clue, longest=longest)

    def _sum_problems(self) -> Iterator[Message]:
        if all(type(clue) is int for clue in self.col_clues + self.row_clues):
            across, down = sum(filter(None, self.col_clues)), sum(filter(None, self.row_clues))
            if across != down:
                yield Message("sums_differ", columns=across, rows=down)

    def piece_problems(self) -> Iterator[Message]:
        """Yield which aquariums are not in one piece."""
        if _piece_count(self.regions) == max(map(max, filter(None, self.regions)), default=0):
            return
        for aquarium, cells in self.aquariums().items():
            pieces = components(cells)
            if len(pieces) > 1:
                starts = tuple(from_1(min(piece)) for piece in pieces)
                yield Message("aquarium_in_pieces", aquarium=aquarium, pieces=len(pieces), cells=starts)


@dataclass(frozen=True, slots=True)
class Solution:
    """Water that satisfies a puzzle."""

    water: Water
    """water[row][col]: whether the cell is wet."""
    unique: bool
    """Whether this was proved to be the only water that fits."""
    forced: Known
    """forced[row][col]: wet or dry where every solution agrees, None where solutions differ."""


def _numbered(regions: Iterable[Iterable[Hashable]]) -> Rows:
    """Return the labels as numbers from 1 on, in reading order of their first cells."""
    rows = tuple(map(tuple, regions))
    number_of = {label: number for number, label in enumerate(dict.fromkeys(chain.from_iterable(rows)), 1)}
    return tuple([tuple(map(number_of.__getitem__, row)) for row in rows])


def _piece_count(regions: Rows) -> int:
    """Count the pieces in which the aquariums are: runs of cells in rows, less where two pieces meet."""
    width = max(map(len, regions), default=0)
    pieces, count = DisjointSets((width + 1) * len(regions)), 0
    above: tuple[int, ...] = ()
    ends_above: list[int] = []
    for row, ids in enumerate(regions):
        ends = run_ends(ids)
        count += len(ends)
        for end in {*ends, *ends_above}:
            if end <= min(len(above), len(ids)) and above[end - 1] == ids[end - 1]:
                upper = (row - 1) * (width + 1) + ends_above[bisect_left(ends_above, end)]
                count -= pieces.join(upper, row * (width + 1) + ends[bisect_left(ends, end)])
        above, ends_above = ids, ends
    return count


def _plain(value: Any) -> Any:
    """Return a whole number of any library as Python's own; all else as it is, for `problems` to name."""
    try:
        return None if value is None else int(index(value))
    except TypeError:
        return value


def plain_cells(puzzle: Puzzle, cells: Iterable[Iterable[Any]], name: str) -> Known:
    """Return cells[row][col] of a puzzle as Python's own True, False and None.

    `puzzle`: a puzzle whose rows and clues make a board.
    `cells`: booleans of any library, 1 or 0; None where nothing is known.
    `name`: what the cells are called in the message: "assumptions".
    Raises InvalidPuzzle: there are other cells than the puzzle's, or something else stands in one of them.
    """
    meaning = {True: True, False: False, None: None}  # 1 and 0 of any library are equal keys
    try:
        plain = tuple(tuple(meaning[cell] for cell in row) for row in cells)
    except (TypeError, KeyError):
        raise InvalidPuzzle(
            Message("not_rows_of_cells", name=name, rows=puzzle.height, columns=puzzle.width)
        ) from None
    if (lengths := tuple(map(len, plain))) != tuple(map(len, puzzle.regions)):
        raise InvalidPuzzle(
            Message(
                "rows_of_other_length", name=name, lengths=lengths, rows=puzzle.height, columns=puzzle.width
            )
        )
    return plain
