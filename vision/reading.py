"""A picture → what is read on it: board, evidence, the most probable puzzle, the player's marks."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from solver.evidence import Doubt, Evidence, LogP, likeliest
from solver.puzzle import Puzzle

from .board import Board, BoardNotFound, find_boards_by_view, find_larger_boards
from .clues import Clues, read_clues
from .digits import NO_NUMBER
from .image import Image
from .marks import read_marks
from .regions import label_regions, loose_walls
from .sheet import Sheet, lay_flat, lay_upright
from .walls import SideInk, Walls, find_walls, measure_sides

Trace = Callable[[str, object], None]

MOST_BOARDS = 6
"""Lattices of one picture that are read before the best of them is taken."""
UNEVEN = 0.06
"""Lines that stand farther than this from their even places, in cells, have the board laid flat once more."""
TILTS = 2
"""Times a turned or tilted board is fitted to its lines: the first guess is only as good as its frame."""
FAMILIAR = 0.5
"""Share of the lines that must have a number beside them, or the lattice is no Aquarium board."""
SURE = 0.6
"""Strength of a lattice beside a whole board from which it is read too, to be named."""
PROMINENT = 0.45
"""A board whose shorter side is this share of the picture's is certainly the one meant; beside a smaller one,
a larger is looked for. Shorter sides are compared because ornaments are long and flat."""
SAME_PLACE = 0.5
"""Two lattices whose corners are all within this many cells of each other are one."""


@dataclass(frozen=True, eq=False)
class Reading:
    """All that was read from one board of a picture."""

    board: Board
    evidence: Evidence
    puzzle: Puzzle
    """The most probable clue of every line, and the cells joined by every side that is likelier open."""
    marks: tuple[tuple[int, ...], ...]
    """marks[row][col]: 0 nothing, 1 water, 2 cross."""
    clue_boxes: tuple[tuple[tuple[int, int, int, int], ...], tuple[tuple[int, int, int, int], ...]]
    """Where the column clues and the row clues stand: left, top, right, bottom in pixels."""
    loose: int
    """Number of walls that end inside an aquarium: a wall was imagined there, or one was missed."""
    others: tuple[Board, ...] = ()
    """Further boards in the picture, with numbers beside them, that were not answered."""

    def clues_found(self) -> tuple[int, int]:
        """Return how many columns and how many rows have a number beside them."""
        cols, rows = self.puzzle.col_clues, self.puzzle.row_clues
        return len(cols) - cols.count(None), len(rows) - rows.count(None)

    @property
    def is_familiar(self) -> bool:
        """Whether enough lines have numbers beside them for an Aquarium board."""
        cols, rows = self.clues_found()
        return cols >= FAMILIAR * self.board.cols and rows >= FAMILIAR * self.board.rows

    @property
    def is_whole(self) -> bool:
        """Whether the reading holds all that a puzzle needs and does not contradict itself."""
        return not self.complaints() and not self.puzzle.problems()

    def complaints(self) -> list[str]:
        """Return what keeps the reading from being a whole puzzle, in words."""
        return [
            *self._missing("column", self.puzzle.col_clues),
            *self._missing("row", self.puzzle.row_clues),
            *self._loose(),
        ]

    def doubts(self, most: int = 5) -> tuple[Doubt, ...]:
        """Return the least certain clues and walls, least certain first."""
        every = [*self._clue_doubts(), *self._wall_doubts()]
        return tuple(sorted(every, key=lambda doubt: doubt.confidence)[:most])

    def _missing(self, name: str, clues: tuple[int | None, ...]) -> Iterator[str]:
        absent = [str(number) for number, clue in enumerate(clues, start=1) if clue is None]
        if absent:
            found = f"{len(clues) - len(absent)} of {len(clues)} {name} clues found"
            lines = f"{name} {absent[0]} has" if len(absent) == 1 else f"{name}s {', '.join(absent)} have"
            yield f"{found}; {lines} none that can be read"

    def _loose(self) -> Iterator[str]:
        if self.loose:
            yield f"{self.loose} wall{'s end' if self.loose > 1 else ' ends'} inside an aquarium"

    def _clue_doubts(self) -> Iterator[Doubt]:
        axes = (("column", self.evidence.col_clues), ("row", self.evidence.row_clues))
        for (name, clues), boxes in zip(axes, self.clue_boxes, strict=True):
            for number, (values, box) in enumerate(zip(clues, boxes, strict=True), start=1):
                yield Doubt(_clue_words(name, number, values), float(np.exp(max(values))), box)

    def _wall_doubts(self) -> Iterator[Doubt]:
        sides = ((self.evidence.right, 0, 1), (self.evidence.below, 1, 0))
        for lines, down, right in sides:
            for row, line in enumerate(lines):
                for col, odds in enumerate(line):
                    yield self._wall_doubt(row, col, down, right, odds)

    def _wall_doubt(self, row: int, col: int, down: int, right: int, odds: float) -> Doubt:
        here, there = f"row {row + 1} column {col + 1}", f"row {row + down + 1} column {col + right + 1}"
        what = f"{'wall' if odds > 0 else 'no wall'} between {here} and {there}"
        place = (col + right / 2, row + down / 2, col + 1 + right / 2, row + 1 + down / 2)
        return Doubt(what, float(1 / (1 + np.exp(-abs(odds)))), self.board.boxes([place])[0])


def ignore(name: str, product: object) -> None:
    """Take a stage's product and do nothing with it."""


def read(image: Image, trace: Trace = ignore) -> Reading:
    """Return what is read from the best board in a picture, uint8 (H, W, 3) RGB.

    The lattices found are read, clearest view first, until one is a whole puzzle; the largest board counts.
    `trace` is called with the name and the product of every stage.

    Raises
    ------
    BoardNotFound
        when no lattice of cells stands in the picture
    """
    tried: list[Reading] = []
    for boards in find_boards_by_view(image):
        for board in boards:
            if len(tried) < MOST_BOARDS and _is_new(board, tried):
                tried.append(_read_board(image, board, trace))
        if len(tried) >= MOST_BOARDS or any(reading.is_whole for reading in tried):
            break
    if not tried:
        message = f"no grid of cells was found in the picture of {image.shape[1]} x {image.shape[0]} pixels"
        raise BoardNotFound(
            message, "the whole board must be in the picture, its lines at least some pixels apart"
        )
    tried += [_read_board(image, board, trace) for board in _larger_boards(image, tried)]
    best = max(tried, key=lambda reading: (reading.is_familiar, reading.board.prominence))
    others = [
        reading.board for reading in tried if reading.is_familiar and not reading.board.overlaps(best.board)
    ]
    return replace(best, others=tuple(others))


def _is_new(board: Board, tried: list[Reading]) -> bool:
    """Whether a lattice is worth reading: not read yet, no part of a whole board, not weak beside one."""
    whole = [reading.board for reading in tried if reading.is_whole]
    beside_whole = not whole or board.strength >= SURE
    return (
        beside_whole
        and not any(board.overlaps(other) for other in whole)
        and not any(_same_place(board, reading.board) for reading in tried)
    )


def _larger_boards(image: Image, tried: list[Reading]) -> Iterator[Board]:
    """Yield boards larger than the familiar ones so far: they would be the ones meant."""
    largest = max((reading.board.shorter_side for reading in tried if reading.is_familiar), default=0.0)
    if 0 < largest < PROMINENT * min(image.shape[:2]):
        for board in islice(find_larger_boards(image, largest), MOST_BOARDS):
            if not any(_same_place(board, reading.board) for reading in tried):
                yield board


def _read_board(image: Image, board: Board, trace: Trace) -> Reading:
    trace("board", board)
    board, sheet, sides = _flattened(image, board)
    trace("sheet", sheet)
    trace("sides", sides)
    walls = find_walls(sides)
    trace("walls", walls)
    regions = label_regions(walls)
    trace("regions", regions)
    clues = read_clues(sheet)
    trace("clues", clues)
    marks = read_marks(sheet)
    trace("marks", marks)
    evidence = _evidence(clues, walls, board)
    puzzle = Puzzle(map(likeliest, evidence.col_clues), map(likeliest, evidence.row_clues), regions.tolist())
    loose = sum(int(part.sum()) for part in loose_walls(walls, regions))
    boxes = [tuple(board.boxes(axis.boxes)) for axis in clues]
    return Reading(board, evidence, puzzle, tuple(map(tuple, marks.tolist())), (boxes[0], boxes[1]), loose)


def _flattened(image: Image, board: Board) -> tuple[Board, Sheet, SideInk]:
    """Lay the board flat and move its lines to where their ink is; anew if they were far from there."""
    if board.is_upright:
        board, sheet = lay_upright(image, board)
    else:
        sheet = lay_flat(image, board)
    sides = measure_sides(sheet)
    for _ in range(0 if board.is_upright else TILTS):
        board = board.tilted_by(sides.right, sides.down)
        sheet = lay_flat(image, board)
        sides = measure_sides(sheet)
    right, down = np.median(sides.right, axis=0), np.median(sides.down, axis=1)
    settled = board.moved_lines(right, down)
    if max(np.abs(right).max(), np.abs(down).max()) > UNEVEN:
        sheet = lay_flat(image, settled)
        sides = measure_sides(sheet)
    return settled, sheet, sides


def _same_place(one: Board, other: Board) -> bool:
    """Whether two lattices are one: as many cells each way, in the same place."""
    apart = np.abs(np.array(one.corners) - np.array(other.corners)).max()
    same_size = (one.rows, one.cols) == (other.rows, other.cols)
    return same_size and bool(apart <= SAME_PLACE * min(one.pitch, other.pitch))


def _evidence(clues: tuple[Clues, Clues], walls: Walls, board: Board) -> Evidence:
    cols, rows = clues
    return Evidence(
        _within(cols.log_p, board.rows),
        _within(rows.log_p, board.cols),
        tuple(map(tuple, walls.right.tolist())),
        tuple(map(tuple, walls.below.tolist())),
    )


def _within(log_p: NDArray[np.float64], longest: int) -> tuple[LogP, ...]:
    """Keep the values that fit the lines' length, and no number, and share the probability out anew."""
    kept = log_p[:, [*range(min(longest + 1, NO_NUMBER)), NO_NUMBER]]
    kept = kept - np.log(np.exp(kept).sum(axis=1, keepdims=True))
    return tuple(map(tuple, kept.tolist()))


def _clue_words(name: str, number: int, values: LogP) -> str:
    order = sorted(range(len(values)), key=values.__getitem__, reverse=True)
    words = ["nothing" if value == len(values) - 1 else str(value) for value in order[:2]]
    return f"{name} clue {number} read as {words[0]}, or {words[1]}"
