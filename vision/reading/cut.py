"""The picture's edge → at which sides a board was cut off: its lines, its frame or its clues end there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from solver.message import Message

from ..pixels.quantiles import median, quantile
from .beyond import (
    EDGES,
    FARTHEST,
    FRAME_REACH,
    NEXT_LINE,
    RUN_ON,
    STEP,
    frame_goes_on,
    room_beyond,
    running_on,
    runs_on,
)

if TYPE_CHECKING:
    from ..board import Board
    from ..files.pixels import Image
    from .clues import Clues
    from .margins import Edge
    from .run_out import RunOut
    from .sides import SideInk

OPPOSITE: dict[Edge, Edge] = {"left": "right", "right": "left", "top": "bottom", "bottom": "top"}
BESIDE_CLUES = 0.98
"""Share of the lines that run on where clues seem to stand: digits may imitate some, and what stands in cells
that are cut may look like clues."""
AT_THE_FRAME = 0.25
"""Cells beyond the frame's centre line up to which the picture's edge lies at the frame."""
HALF_A_LINE = 1.0
"""Pixels beyond the frame's centre line with which it is cut through, however thin it is."""
AT_ITS_INK = 0.15
"""Cells beyond the frame's centre line up to which the picture's edge lies at the frame's ink."""
THIN_WALL = (0.1, 0.9)
"""Shares of the sides inside the board that are thinner than a thin line and than a wall, at most."""
MIXED, THINNER = 0.4, 0.5
"""Shares of the difference between walls and thin lines: by more do the sides of a line inside the board
differ from each other, and by more is a frame that was cut thinner than a whole one."""
FEWEST_READ, MOST_READ = 0.2, 0.7
"""Shares of the lines with a number: below the first the clues are not in the picture, from the second on
they are, and nothing of the board lies beyond them."""
ONWARD = 0.3
"""Cells beyond the frame within which the board's lines show that they go on: what follows may be covered."""
CLUE_ROOM = 1.5
"""Cells beyond the board in which clues would have begun to show."""
TOUCHING, FEWEST_TOUCHING = 1.5, 0.2
"""Pixels from the picture's edge within which a number touches it, and the share of those that do so."""
A_DIGIT = 0.45
"""Cells that a further digit takes."""
FARTHER = 0.6
"""Cells by which the numbers of one axis stand farther from the board than those of the other where a line of
cells lies between that was not found."""
SAME_PITCH = 1.3
"""Lines that run out at two sides of one board are about as far apart, in perspective too."""
HALVED = (0.5, 1, 2)
"""Or half as far, where marks in the middle of the cells are taken for lines."""
FEWEST = 5
"""Gaps between lines that run out, at least: fewer are evenly spaced by chance, unless others are at another
side."""
LARGER = 1.8
"""A row of lines so many times as long as a board's shorter side is that of a larger board; a calendar's
beside a small board is shorter."""
RUN_OUT, GO_ON = Message("lines_run_off"), Message("lines_go_on")
NO_FRAME, THINNER_FRAME = Message("no_frame"), Message("thinner_frame")
MAY_GO_ON, ENDS_THERE = Message("may_go_on"), Message("ends_at_frame")
NO_CLUES, LARGER_BOARD = Message("no_clues_there"), Message("larger_board_runs_off")
CLUES_APART, FURTHER_CLUE = Message("clues_apart"), Message("further_clue")
AT_EDGE, NEAR_EDGE = Message("clues_at_edge"), Message("clues_near_edge")


@dataclass(frozen=True, slots=True)
class Cut:
    """A side of the board at which the picture ends, and how that shows."""

    edge: Edge
    seen: Message
    """By what: "its lines run off the picture"."""
    is_sure: bool = True
    """Whether it shows, whatever the clues say; if not, it explains why they do not fit."""


def find_cuts(
    image: Image,
    board: Board,
    sides: SideInk,
    clues: tuple[Clues, Clues],
    found: tuple[float, float],
    *,
    before_more: Iterable[Edge] = (),
) -> tuple[Cut, ...]:
    """Return at which sides of a board a picture, uint8 (H, W, 3), ends too early, and how that shows best.

    `found` are the shares of the columns and of the rows for which a number was read. Beyond the sides
    `before_more` a further one stands.
    """
    room = room_beyond(image, board)
    every = [*_sliced(board, room, clues), *(Cut(edge, FURTHER_CLUE) for edge in before_more)]
    is_board = max(found) >= FEWEST_READ
    for edge in EDGES:
        has_clues = _has_clues(edge, clues, found)
        least = BESIDE_CLUES if has_clues else RUN_ON
        is_near = room[edge] < NEXT_LINE + FRAME_REACH
        if is_near and running_on(image, board, edge, room[edge], alike=has_clues) >= least:
            every.append(Cut(edge, RUN_OUT))
        elif is_board and (
            running_on(image, board, edge, min(room[edge], ONWARD), alike=True) >= least
            or (not has_clues and frame_goes_on(image, board, edge, room[edge]))
        ):
            every.append(Cut(edge, GO_ON))
        elif not has_clues and room[edge] < AT_THE_FRAME and (frame := _without_frame(sides, room, edge)):
            every.append(frame)
    ends = {cut.edge for cut in every if cut.seen in (RUN_OUT, GO_ON)}  # clues may be cut off there
    every += [cut for cut in _without_clues(room, found) if OPPOSITE[cut.edge] not in ends]
    cuts = strongest(every)
    if not any(cut.is_sure for cut in cuts):
        return cuts
    return tuple(_beside_others(cut, room[cut.edge] * board.pitch) for cut in cuts)


def _beside_others(cut: Cut, pixels: float) -> Cut:
    """Take a side for cut off where another surely is, and the picture ends in the line that should frame it.

    `pixels` are left of the picture beyond that line's middle. Alone it would be a board cropped closely.
    """
    is_sure = cut.is_sure or (cut.seen in (MAY_GO_ON, ENDS_THERE) and pixels < HALF_A_LINE)
    return replace(cut, is_sure=is_sure)


def with_run_outs(
    cuts: tuple[Cut, ...], board: Board, runs: Sequence[RunOut], *, has_clues: bool
) -> tuple[Cut, ...]:
    """Return the cuts of a board in the light of the lines that run out of the picture anywhere.

    Beside a grid that has no clues those lines are rather the board's. They tell a line inside the board from
    a frame that was cut thinner. Where they are those of a larger board, that is the one meant.
    """
    out = [Cut(run.edge, RUN_OUT) for run in _of_one_board(runs)]
    if not has_clues:
        pitches = [run.pitch for run in runs] or [board.pitch]
        alike = max(pitches) < SAME_PITCH * board.pitch < SAME_PITCH**2 * max(pitches)
        return strongest([*out, *(cuts if alike else ())])
    larger = [
        run
        for run in _of_one_board(runs)
        if run.end - run.start > LARGER * board.shorter_side and run.pitch > board.pitch / SAME_PITCH
    ]
    ends = {run.edge for run in runs}
    surer = [
        replace(cut, seen=RUN_OUT, is_sure=True) if cut.seen == THINNER_FRAME and cut.edge in ends else cut
        for cut in cuts
    ]
    return strongest([*surer, *(Cut(run.edge, LARGER_BOARD) for run in larger)])


def cuts_alone(image: Image, lattices: Sequence[Board], runs: Sequence[RunOut]) -> tuple[Cut, ...]:
    """Return the cuts of a board of which nothing is known but that lines run out of the picture.

    `runs` are of the `lattices` that such lines make with others, that of most cells first, if there are any.
    """
    cuts = [Cut(run.edge, RUN_OUT) for run in (runs if lattices else _of_one_board(runs))]
    for board in lattices[:1]:
        room = room_beyond(image, board)
        near = [edge for edge in EDGES if room[edge] < NEXT_LINE + FRAME_REACH]
        cuts += [Cut(edge, RUN_OUT) for edge in near if runs_on(image, board, edge, room[edge])]
    return strongest(cuts)


def cut_off(cuts: Iterable[Cut]) -> Message:
    """Tell at which sides a board is cut off and how that shows."""
    edges: dict[Message, list[str]] = {}
    for cut in cuts:
        edges.setdefault(cut.seen, []).append(cut.edge)
    sides = (Message("sides_cut", sides=tuple(named), seen=seen) for seen, named in edges.items())
    return Message("cut_off", sides=tuple(sides))


def _of_one_board(runs: Sequence[RunOut]) -> list[RunOut]:
    """Return those of the lines that run out which may be of one board: the longest row, and its like."""
    if not runs:
        return []
    longest = max(runs, key=lambda run: run.end - run.start)
    if longest.gaps < FEWEST:
        return []
    ratios = {run: run.pitch / longest.pitch for run in runs}
    return [
        run for run, ratio in ratios.items() if any(1 / SAME_PITCH < ratio * n < SAME_PITCH for n in HALVED)
    ]


def strongest(cuts: Iterable[Cut]) -> tuple[Cut, ...]:
    """Return one cut for each side, a sure one if there is any."""
    ordered = sorted(cuts, key=lambda cut: (EDGES.index(cut.edge), not cut.is_sure))
    return tuple(next(same) for _, same in groupby(ordered, key=lambda cut: cut.edge))


def _has_clues(edge: Edge, clues: tuple[Clues, Clues], found: tuple[float, float]) -> bool:
    """Whether clues stand at a side, so that the board ends there."""
    return any(axis.edge == edge and share >= MOST_READ for axis, share in zip(clues, found, strict=True))


def _without_clues(room: dict[Edge, float], found: tuple[float, float]) -> Iterator[Cut]:
    """Yield the sides where there is no room for clues that stand on neither side.

    Of a grid without any it is not sure that there were some.
    """
    for share, edges in zip(found, (EDGES[1::2], EDGES[::2]), strict=True):
        edge = min(edges, key=lambda edge: round(room[edge], 1))
        if share < FEWEST_READ and room[edge] < CLUE_ROOM:
            yield Cut(edge, NO_CLUES, is_sure=max(found) >= FEWEST_READ)


def _sliced(board: Board, room: dict[Edge, float], clues: tuple[Clues, Clues]) -> Iterator[Cut]:
    """Yield the sides where clues reach to the picture's edge, or so near that a digit may be missing."""
    for axis in clues:
        seen = np.array(axis.seen)
        if not seen.any() or room[axis.edge] >= FARTHEST - STEP:
            continue
        left_over = room[axis.edge] - _farthest(board, axis)[seen]
        if (left_over < TOUCHING / board.pitch + STEP).mean() >= FEWEST_TOUCHING:
            yield Cut(axis.edge, AT_EDGE, is_sure=False)
        elif axis.edge in ("left", "right") and left_over.min() < A_DIGIT:
            yield Cut(axis.edge, NEAR_EDGE, is_sure=False)


def edge_of_missing(board: Board, clues: tuple[Clues, Clues]) -> Edge | None:
    """Return the side of a board where a line of cells lies between it and its clues.

    None if its clues stand about as far away on both axes. A line whose clue is 0 may be bare of walls.
    """
    if not all(any(axis.seen) for axis in clues):
        return None
    away = [median(_distances(board, axis)[0][list(axis.seen)]) for axis in clues]
    farther = clues[int(away[0] < away[1])]
    return farther.edge if abs(away[0] - away[1]) > FARTHER else None


def _farthest(board: Board, clues: Clues) -> NDArray[np.float64]:
    """Return (lines,) how far each number reaches from the board, in cells."""
    return _distances(board, clues)[1]


def _distances(board: Board, clues: Clues) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return (lines,) how far from the board each number begins, and how far it reaches, in cells."""
    left, top, right, bottom = np.array(clues.boxes, np.float64).T
    return {
        "left": (-right, -left),
        "top": (-bottom, -top),
        "right": (left - board.cols, right - board.cols),
        "bottom": (top - board.rows, bottom - board.rows),
    }[clues.edge]


def _without_frame(sides: SideInk, room: dict[Edge, float], edge: Edge) -> Cut | None:
    """Return a cut if what stands at the picture's edge is no frame.

    It is a line inside the board if walls alternate with thin parts on it. Where it is thinner than the other
    sides all along, the frame itself may have been cut.
    """
    frames = {
        "left": sides.upright[:, 0],
        "top": sides.level[0],
        "right": sides.upright[:, -1],
        "bottom": sides.level[-1],
    }
    inside = np.concatenate([sides.upright[:, 1:-1].ravel(), sides.level[1:-1].ravel()])
    thin, wall = (quantile(inside, share) for share in THIN_WALL)
    low, high = (quantile(frames[edge], share) for share in THIN_WALL)
    if high - low > MIXED * (wall - thin):
        return Cut(edge, NO_FRAME)
    whole = [median(frames[other]) for other in EDGES if room[other] >= AT_THE_FRAME]
    if whole and median(frames[edge]) < max(whole) - THINNER * (wall - thin):
        return Cut(edge, THINNER_FRAME, is_sure=False)
    if not whole or max(whole) < thin + THINNER * (wall - thin):
        return Cut(edge, MAY_GO_ON, is_sure=False)
    return Cut(edge, ENDS_THERE, is_sure=False) if room[edge] < AT_ITS_INK else None
