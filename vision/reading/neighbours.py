"""Several boards on one page: in which order they are told, and whose the numbers between two of them are."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np

from ..board import Board, PixelBox, clipped
from ..files.pixels import Image
from ..pixels.quantiles import median
from .flat import MARGIN
from .margins import Edge
from .reading import Reading

AS_LARGE = 0.95
"""Boards at least this share as large as the largest are as large: printed alike, they are measured so."""
NEARER = 0.75
"""A number is another board's if it is no farther from it than this share of its distance from this one."""
LEAST_DISTANCE = 0.1
"""Cells from a frame within which a number is simply beside it."""
FRAME_REACH = 0.25
"""Cells around a board's middle lines that its frame takes up."""
AROUND = 0.06
"""Cells around a number that its blurred edges take up."""


def in_order(sized: Sequence[tuple[float, Reading]]) -> list[Reading]:
    """Return boards, given with their sizes, largest first; those that are as large in reading order."""
    left, ordered = sorted(sized, key=lambda one: -one[0]), list[Reading]()
    while left:
        alike = [reading for size, reading in left if size >= AS_LARGE * left[0][0]]
        ordered += _as_read(alike)
        left = left[len(alike) :]
    return ordered


def _as_read(readings: Sequence[Reading]) -> list[Reading]:
    """Return boards line by line: those whose middles lie between the upper and lower end of the first."""
    left, ordered = sorted(readings, key=lambda reading: reading.board.box[1]), list[Reading]()
    while left:
        _, top, _, bottom = left[0].board.box
        line = [one for one in left if top < (one.board.box[1] + one.board.box[3]) / 2 < bottom]
        ordered += sorted(line, key=lambda reading: reading.board.box[0])
        left = [one for one in left if one not in line]
    return ordered


def without_neighbours(image: Image, readings: Sequence[Reading]) -> Iterator[Image]:
    """Yield for every board of a picture, uint8 (H, W, 3) RGB, the picture without the others in its margins.

    They and their numbers are painted over; where there is nothing of them, it is the picture itself.
    """
    for own in readings:
        yield _without(image, own, [other for other in readings if other is not own])


def _without(image: Image, own: Reading, others: Sequence[Reading]) -> Image:
    reach = _grown(own.board.box, MARGIN * own.board.pitch)
    near = [other for other in others if _overlap(_grown(other.board.box, _frame(other.board)), reach)]
    numbers = [
        box
        for other in others
        for box in _numbers(other)
        if _overlap(box, reach) and _is_nearer(box, other.board, own.board)
    ]
    if not (near or numbers):
        return image
    painted = image.copy()
    for box in (*(_grown(other.board.box, _frame(other.board)) for other in near), *numbers):
        _paint_over(painted, image, box)
    left, top, right, bottom = clipped(_grown(own.board.box, _frame(own.board)), *image.shape[:2])
    painted[top:bottom, left:right] = image[top:bottom, left:right]
    return painted


def with_contested(readings: Sequence[Reading]) -> list[Reading]:
    """Return readings with the numbers of their clues that were taken for those of another board, too."""
    numbers = [_numbers(reading) for reading in readings]
    told = []
    for reading, own in zip(readings, numbers, strict=True):
        theirs = [box for others in numbers if others is not own for box in others]
        contested = sum(any(_is_same_number(box, other) for other in theirs) for box in own)
        told.append(replace(reading, contested=contested) if contested else reading)
    return told


def ends_lines(board: Board, edge: Edge, start: float, end: float) -> bool:
    """Whether lines that end at a picture's edge, from start to end along it, in pixels, are a board's."""
    first = 1 if edge in ("left", "right") else 0
    return board.box[first] - board.pitch < (start + end) / 2 < board.box[first + 2] + board.pitch


def _numbers(reading: Reading) -> list[PixelBox]:
    """Return where the numbers that were read beside a board stand."""
    puzzle, (cols, rows) = reading.puzzle, reading.clue_boxes
    beside = zip((*puzzle.col_clues, *puzzle.row_clues), (*cols, *rows), strict=True)
    return [_grown(box, AROUND * reading.board.pitch) for clue, box in beside if clue is not None]


def _is_nearer(box: PixelBox, other: Board, own: Board) -> bool:
    """Whether a number stands clearly nearer to another board than to this one."""
    theirs, ours = (max(_distance(box, board.box), LEAST_DISTANCE * board.pitch) for board in (other, own))
    return theirs <= NEARER * ours


def _distance(one: PixelBox, other: PixelBox) -> float:
    """Return the pixels between two boxes, 0 if they touch."""
    across = max(other[0] - one[2], one[0] - other[2], 0)
    down = max(other[1] - one[3], one[1] - other[3], 0)
    return float(np.hypot(across, down))


def _is_same_number(one: PixelBox, other: PixelBox) -> bool:
    """Whether the middle of either of two boxes lies in the other."""
    return _holds_middle(one, other) or _holds_middle(other, one)


def _holds_middle(box: PixelBox, other: PixelBox) -> bool:
    x, y = (other[0] + other[2]) / 2, (other[1] + other[3]) / 2
    return box[0] < x < box[2] and box[1] < y < box[3]


def _overlap(one: PixelBox, other: PixelBox) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _frame(board: Board) -> float:
    return FRAME_REACH * board.pitch


def _grown(box: PixelBox, pixels: float) -> PixelBox:
    by = round(pixels)
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def _paint_over(painted: Image, image: Image, box: PixelBox) -> None:
    """Fill a box with the usual colour of the paper around it, in place."""
    left, top, right, bottom = clipped(box, *image.shape[:2])
    if left >= right or top >= bottom:
        return
    a, b, c, d = clipped(_grown(box, 1), *image.shape[:2])
    ring = np.concatenate([image[[b, d - 1], a:c].reshape(-1, 3), image[b:d, [a, c - 1]].reshape(-1, 3)])
    paper = median(ring, axis=0)
    cv2.rectangle(painted, (left, top), (right - 1, bottom - 1), paper.tolist(), cv2.FILLED)
