"""The boards of a page that were read → the best that do not overlap, by their scores, and which is meant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING

import numpy as np

from ..board import Board, PixelBox, grown, overlap
from ..pixels.quantiles import median
from .clues import OPPOSITE, Beside, Printed
from .comb import SURE
from .facts import LIKELY, clues_found, has_clues, is_uniform, may_be_another, may_have_clues, numbers_beside
from .reading import Reading

if TYPE_CHECKING:
    from .clues import Edge

HALF_AS_LARGE = 0.5
"""A grid that may be a board with illegible clues, or the part of one, is told beside another if its shorter
side is at least this share of that one's: smaller ones are rather the page's."""
SAME_PLACE = 0.5
"""Two grids whose corners are all within this many cells of each other are one."""


def is_complete(reading: Reading) -> bool:
    """Whether a number stands beside every line, and they add up: then these are the lines of the board."""
    return None not in (*reading.puzzle.col_clues, *reading.puzzle.row_clues) and not reading.problems


def is_whole(reading: Reading) -> bool:
    """Whether every clue was read and nothing contradicts itself: no other grid is needed."""
    return is_complete(reading) and not reading.loose


def is_same(one: Board, other: Board) -> bool:
    """Whether two grids are one: as many cells each way, in the same place."""
    if (one.rows, one.cols) != (other.rows, other.cols):
        return False
    corners = zip(one.corners, other.corners, strict=True)
    apart = max(max(abs(x - a), abs(y - b)) for (x, y), (a, b) in corners)
    return apart <= SAME_PLACE * min(one.pitch, other.pitch)


def choose(tried: Sequence[Reading]) -> Reading:
    """Return the board meant, the best in its place and the largest, with the other boards of the page."""
    if len(tried) == 1:
        return tried[0]
    apart: list[Reading] = []
    for reading in sorted(tried, key=_rank, reverse=True):
        if not any(reading.board.overlaps(other.board) for other in apart):
            apart.append(reading)
    likely = [one for one in apart if _may_be_meant(one)]
    largest = max((one.board.shorter_side for one in likely), default=0.0)
    likely += [  # the page's ornaments are tiny beside the board that is meant
        one
        for one in apart
        if one not in likely and _is_all_but_clues(one) and HALF_AS_LARGE * one.board.shorter_side > largest
    ]
    groups = likely, [one for one in apart if one not in likely]
    meant, *others = (one for group in groups for one in in_order([(_size(one), one) for one in group]))
    return replace(meant, others=tuple(other for other in others if _is_board_beside(other, meant)))


def _is_all_but_clues(reading: Reading) -> bool:
    """Whether it is clearly an Aquarium board but for its clues."""
    return _is_clear_board(reading) and reading.puzzles["aquarium"] >= LIKELY


def _is_board_beside(reading: Reading, meant: Reading) -> bool:
    """Whether a grid on the page of a board is told as one, too."""
    is_likely = _may_be_meant(reading) or (any(clues_found(reading)) and _is_all_but_clues(reading))
    return has_clues(reading) or (is_as_large(reading.board, meant.board) and is_likely)


def boxes_untold(tried: Sequence[Reading], told: Sequence[Reading]) -> tuple[PixelBox, ...]:
    """Return where what looks like a further board stands and is not told; other puzzles are left out."""
    meant, taken = told[0].board, [one.board for one in told]
    boards = list[Board]()
    for one in tried:
        is_free = not any(one.board.overlaps(other) for other in taken + boards)
        is_clear = one.board.contrast >= SURE and is_as_large(one.board, meant)
        if is_free and is_clear and not may_be_another(one):
            boards.append(one.board)
    return tuple(board.box for board in boards)


def is_as_large(board: Board, meant: Board) -> bool:
    """Whether a board is large enough beside the one meant to be another puzzle, not a part of the page."""
    return board.shorter_side >= HALF_AS_LARGE * meant.shorter_side


def _size(reading: Reading) -> float:
    """Return the shorter side of a board in pixels, but for one with clues of which a part may be cut off."""
    board, ends = reading.board, {cut.edge for cut in reading.cut if may_have_clues(reading)}
    whole = (
        board.pitch * board.cols if ends.isdisjoint({"left", "right"}) else inf,
        board.pitch * board.rows if ends.isdisjoint({"top", "bottom"}) else inf,
    )
    return min(whole) if min(whole) < inf else board.pitch * max(board.cols, board.rows)


def _rank(reading: Reading) -> tuple[float, ...]:
    """Return how likely it is the right one of several grids in a place: by what fits, then by looks.

    Numbers beside every line that add up fit best, the more lines the better: a part of a board may be a
    whole puzzle by itself, and have fewer walls that end anywhere.
    """
    board, is_right = reading.board, is_complete(reading)
    fits = (board.rows + board.cols) * numbers_beside(reading) - (not is_right) * reading.loose
    return is_right, _may_be_meant(reading), fits, -reading.loose, board.shorter_side * board.contrast


def _may_be_meant(reading: Reading) -> bool:
    """Whether it is an Aquarium board by all but its numbers, be they legible or not."""
    return has_clues(reading) or (_is_clear_board(reading) and may_have_clues(reading))


def _is_clear_board(reading: Reading) -> bool:
    """Whether it is clearly a grid that walls part."""
    return reading.board.contrast >= SURE and not is_uniform(reading)


AS_LARGE = 0.95
"""Boards at least this share as large as the largest are as large: printed alike, they are measured so."""
MOSTLY, NEARER = 0.5, 1.5
"""Share of the lines that have a number on an edge of the outer boards of a page, where all have clues; and
how many times nearer than others' they are."""
BLURRED_EDGE = 0.06
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


def printed_alike(boards: Sequence[Board], beside: Sequence[Mapping[Edge, Beside]]) -> Printed:
    """Return on which edges all boards of a page have their clues, how far away, by what is beside each.

    Beyond the outer boards there are no others', so what is there is their own; where nothing is, as of one
    that is cut off, those that are much nearer are. On an edge the nearest numbers are a board's own.
    """
    outer = {
        edge: [one[edge] for board, one in zip(boards, beside, strict=True) if _is_outer(board, boards, edge)]
        for edges in OPPOSITE
        for edge in edges
    }
    given = {edge: [one[edge].away for one in beside if one[edge].lines >= MOSTLY] for edge in outer}
    own: set[Edge] = set()
    for edges in OPPOSITE:
        here = {edge for edge in edges if median(np.array([one.lines for one in outer[edge]])) >= MOSTLY}
        near, far = sorted(edges, key=lambda edge: min(given[edge], default=inf))
        if not here and given[near] and min(given[far], default=inf) >= NEARER * min(given[near]):
            here = {near}
        own |= here or set(edges)
    away = {edge: min(given[edge]) for edge in own if given[edge]}
    return Printed(frozenset(outer) - own, away)


def _is_outer(board: Board, boards: Sequence[Board], edge: Edge) -> bool:
    """Whether no other board of a page stands beyond an edge of one."""
    left, top, right, bottom = board.box
    beyond = {
        "left": (-inf, top, left, bottom),
        "right": (right, top, inf, bottom),
        "top": (left, -inf, right, top),
        "bottom": (left, bottom, right, inf),
    }[edge]
    others = (other for other in boards if other is not board)
    return not any(overlap(beyond, other.box) for other in others)


def with_contested(readings: Sequence[Reading]) -> list[Reading]:
    """Return readings with the numbers of their clues that were taken for those of another board, too."""
    numbers = [_numbers(reading) for reading in readings]
    told = []
    for reading, own in zip(readings, numbers, strict=True):
        theirs = [box for others in numbers if others is not own for box in others]
        contested = sum(any(_is_same_number(box, other) for other in theirs) for box in own)
        told.append(replace(reading, contested=contested) if contested else reading)
    return told


def _numbers(reading: Reading) -> list[PixelBox]:
    """Return where the numbers that were read beside a board stand."""
    puzzle, (cols, rows) = reading.puzzle, reading.clue_boxes
    beside = zip((*puzzle.col_clues, *puzzle.row_clues), (*cols, *rows), strict=True)
    return [grown(box, BLURRED_EDGE * reading.board.pitch) for clue, box in beside if clue is not None]


def _is_same_number(one: PixelBox, other: PixelBox) -> bool:
    """Whether the middle of either of two boxes lies in the other."""
    return _holds_middle(one, other) or _holds_middle(other, one)


def _holds_middle(box: PixelBox, other: PixelBox) -> bool:
    x, y = (other[0] + other[2]) / 2, (other[1] + other[3]) / 2
    return box[0] < x < box[2] and box[1] < y < box[3]
