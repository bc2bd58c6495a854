"""A picture → what is read on the board that is meant: lattices found, each read, the best of them taken."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from solver.belief.evidence import Evidence, LogP
from solver.places import Axis, ClueAt

from ..board import Board
from ..files.pixels import Image
from .clues import Clues, read_clues
from .detect import BoardNotFound, find_boards, find_larger_boards
from .digitnet import NO_NUMBER
from .marks import read_marks
from .reading import ABSENT, SURE, Reading, count_loose, most_probable, omits_clues
from .rectify import Sheet, lay_flat, lay_upright
from .regions import label_regions
from .walls import SideInk, Walls, find_walls, measure_sides

Trace = Callable[[str, object], None]
AXES: tuple[Axis, Axis] = ("column", "row")
Size = tuple[int, int]
"""rows, cols."""

MOST_BOARDS = 6
"""Lattices of one picture that are read before the best of them is taken."""
UNEVEN = 0.06
"""Lines that stand farther than this from their even places, in cells, have the board laid flat once more."""
TILTS = 2
"""Times a turned or tilted board is fitted to its lines: the first guess is only as good as its frame."""
PATIENCE = 4
"""Views looked at after one that shows a clear board which is not whole: the other greys may show it better,
a fainter ink does not."""
BEYOND_DOUBT = 0.9
"""Strength from which a lattice is a clear board even if walls end loose in it: they may be drawn so."""
PROMINENT = 0.45
"""A board whose shorter side is this share of the picture's sides (of their geometric mean) is certainly the
one meant; beside a smaller one, a larger is looked for. Shorter sides are compared because ornaments are
long and flat."""
MORE_LEGIBLE = 0.2
"""Gain in the mean probability of the clues for which a board is taken to lie on its side or upside down."""
FLOOR = 1e-5
"""Probability of every value of a clue before anything is seen of it: no reader is surer than this."""
HALF = 0.5
"""Probability from which a clue is taken to be larger than its line."""
SAME_PLACE = 0.5
"""Two lattices whose corners are all within this many cells of each other are one."""


def ignore(name: str, product: object) -> None:
    """Take a stage's product and do nothing with it."""


def read(image: Image, trace: Trace = ignore, size: Size | None = None) -> Reading:
    """Return what is read from the best board in a picture, uint8 (H, W, 3) RGB.

    The lattices found are read, clearest view first, until one is a whole puzzle; the largest board counts.
    `trace` is called with the name and the product of every stage. With a size (rows, cols) only lattices of
    so many cells are looked for.

    Raises
    ------
    BoardNotFound
        when no lattice of cells stands in the picture
    """
    tried: list[Reading] = []
    views_since = 0
    for boards in find_boards(image, size):
        for board in boards:
            if len(tried) < MOST_BOARDS and _is_new(board, tried):
                tried.append(_read_board(image, board, trace))
        views_since += any(_is_clear(reading, image) for reading in tried)
        whole = any(reading.is_whole for reading in tried)
        if whole or len(tried) >= MOST_BOARDS or views_since > PATIENCE:
            break
    if not tried:
        raise _no_board(image, size)
    tried += [_read_board(image, board, trace) for board in _larger_boards(image, tried, size)]
    if not any(reading.is_whole for reading in tried):
        tried = [_turned(image, reading, trace) for reading in tried]
    meant, *others = _by_place(tried)
    return replace(meant, others=tuple(other.board for other in others if other.is_familiar))


def _is_clear(reading: Reading, image: Image) -> bool:
    """Whether a lattice is surely one, and the one meant: it has clues, or is prominent."""
    prominent = reading.board.shorter_side >= PROMINENT * min(image.shape[:2])
    least = BEYOND_DOUBT if reading.loose else SURE
    return reading.board.strength >= least and (reading.is_familiar or prominent)


def _by_place(tried: list[Reading]) -> list[Reading]:
    """Return the best of the lattices in each place, the largest first: it is the one meant."""
    best_first = sorted(tried, key=lambda reading: reading.rank, reverse=True)
    apart: list[Reading] = []
    for reading in best_first:
        if not any(reading.board.overlaps(other.board) for other in apart):
            apart.append(reading)
    return sorted(apart, key=lambda reading: (-reading.may_be_meant, -reading.board.shorter_side))


def _turned(image: Image, reading: Reading, trace: Trace) -> Reading:
    """Read a board on its side or upside down as it should stand, if more of its numbers are legible so."""
    if not any(reading.inked):
        return reading
    sheet = lay_flat(image, reading.board)
    legible = [_legible(read_clues(sheet))]
    if legible[0] > 1 - MORE_LEGIBLE:
        return reading
    legible += [_legible(read_clues(sheet.turned_by(quarters))) for quarters in (1, 2, 3)]
    quarters = int(np.argmax(legible))
    if legible[quarters] < legible[0] + MORE_LEGIBLE:
        return reading
    return _read_board(image, reading.board.turned(quarters), trace)


def _legible(clues: tuple[Clues, Clues]) -> float:
    """Return how surely, 0 to 1, the clues of a sheet are numbers that can be told."""
    return float(np.exp(np.concatenate([axis.log_p[:, :NO_NUMBER] for axis in clues]).max(axis=1)).mean())


def _no_board(image: Image, size: Size | None) -> BoardNotFound:
    grid = f"grid of {size[0]} x {size[1]} cells" if size else "grid of cells"
    return BoardNotFound(
        f"no {grid} was found in the picture of {image.shape[1]} x {image.shape[0]} pixels",
        "the whole board must be in the picture, its lines at least some pixels apart",
    )


def _is_new(board: Board, tried: list[Reading]) -> bool:
    """Whether a lattice is worth reading: not read yet, no part of a whole board, not weak beside one."""
    whole = [reading.board for reading in tried if reading.is_whole]
    beside_whole = not whole or board.strength >= SURE
    return (
        beside_whole
        and not any(board.overlaps(other) for other in whole)
        and not any(_same_place(board, reading.board) for reading in tried)
    )


def _larger_boards(image: Image, tried: list[Reading], size: Size | None) -> list[Board]:
    """Return boards larger than the familiar ones so far: they would be the ones meant."""
    largest = max((reading.board.shorter_side for reading in tried if reading.is_familiar), default=0.0)
    if not 0 < largest < PROMINENT * np.sqrt(image.shape[0] * image.shape[1]):
        return []
    known = [reading.board for reading in tried]
    larger: list[Board] = []
    for board in find_larger_boards(image, largest, size):
        if board.shorter_side > largest and not any(_same_place(board, other) for other in known + larger):
            larger.append(board)
    return larger[:MOST_BOARDS]


def _read_board(image: Image, board: Board, trace: Trace) -> Reading:
    trace("board", board)
    board, sheet, sides = _flattened(image, board)
    trace("sheet", sheet)
    trace("sides", sides)
    walls = _fitting_walls(sides)
    trace("walls", walls)
    trace("regions", label_regions(walls))
    clues = read_clues(sheet)
    trace("clues", clues)
    marks = read_marks(sheet)
    trace("marks", marks)
    evidence = _evidence(clues, walls, board)
    if not omits_clues(evidence):
        evidence = evidence.given(unless_none=ABSENT)
    boxes = [tuple(board.boxes(axis.boxes)) for axis in clues]
    return Reading(
        board,
        evidence,
        *most_probable(evidence),
        tuple(map(tuple, marks.tolist())),
        (boxes[0], boxes[1]),
        tuple(_too_large(clues, board)),
        (float(np.mean(clues[0].seen)), float(np.mean(clues[1].seen))),
    )


def _fitting_walls(sides: SideInk) -> Walls:
    """Return the walls; where some end loose, those by small steps if fewer do."""
    walls = find_walls(sides)
    if count_loose(walls):
        walls = min((walls, find_walls(sides, small_steps=True)), key=count_loose)
    return walls


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


def _too_large(clues: tuple[Clues, Clues], board: Board) -> Iterator[tuple[ClueAt, int]]:
    """Yield the lines whose clue is probably a number larger than they have cells."""
    for axis, read_there, longest in zip(AXES, clues, (board.rows, board.cols), strict=True):
        beyond = read_there.log_p[:, longest + 1 : NO_NUMBER]
        for line in np.flatnonzero(np.exp(beyond).sum(axis=1) > HALF):
            yield ClueAt(axis, int(line)), longest + 1 + int(beyond[line].argmax())


def _within(log_p: NDArray[np.float64], longest: int) -> tuple[LogP, ...]:
    """Keep the values that fit the lines' length, and no number, and share the probability out anew.

    Where hardly any of it fits, as for a number too large for its line, little is known of the clue.
    """
    kept = np.exp(log_p[:, [*range(min(longest + 1, NO_NUMBER)), NO_NUMBER]]) + FLOOR
    return tuple(map(tuple, np.log(kept / kept.sum(axis=1, keepdims=True)).tolist()))
