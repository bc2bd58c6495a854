"""The picture's edge → at which sides a board was cut off: its lines, its frame or its clues end there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from solver.message import Message

from ..pixels.quantiles import median

if TYPE_CHECKING:
    from ..board import Board
    from ..files.pixels import Image
    from .clues import Clues, Edge
    from .extent import Extent

EDGES: tuple[Edge, Edge, Edge, Edge] = ("left", "top", "right", "bottom")
FARTHEST = 3.0
"""Cells beyond the frame up to which the picture's end is looked for."""
STEP = 0.02
"""Cells between the places where it is looked for."""
NEXT_LINE = 1.12
"""Cells beyond the frame where the ink of a further line would end."""
AT_THE_FRAME = 0.25
"""Cells beyond the frame's centre line up to which the picture's edge lies at the frame."""
PERHAPS, SURELY = -2.0, 1.0
"""Nats a side by which a cut is likelier than a frame where a side may be cut off, if the clues say so or
another side is, and where it is, whatever they say."""
TOUCHING, FEWEST_TOUCHING = 1.5, 0.2
"""Pixels from the picture's edge within which a number touches it, and the share of those that do so."""
A_DIGIT = 0.45
"""Cells that a further digit takes."""
RUN_OUT, GO_ON = Message("lines_run_off"), Message("lines_go_on")
NO_FRAME, MAY_GO_ON = Message("no_frame"), Message("may_go_on")
AT_EDGE, NEAR_EDGE = Message("clues_at_edge"), Message("clues_near_edge")


@dataclass(frozen=True, slots=True)
class Cut:
    """A side of the board at which the picture ends, and how that shows."""

    edge: Edge
    seen: Message
    """By what: "its lines run off the picture"."""
    is_sure: bool = True
    """Whether it shows, whatever the clues say; if not, it explains why they do not fit."""


def room_beyond(image: Image, board: Board) -> dict[Edge, float]:
    """Return how many cells of a picture, uint8 (H, W, 3), there are beyond each side, FARTHEST at most."""
    away = np.arange(0, FARTHEST, STEP)
    height, width = image.shape[:2]
    found: dict[Edge, float] = {}
    for edge in EDGES:
        along = np.arange(board.rows if edge in ("left", "right") else board.cols)[:, None] + 0.5
        u, v = {
            "left": (-away, along),
            "right": (board.cols + away, along),
            "top": (along, -away),
            "bottom": (along, board.rows + away),
        }[edge]
        x, y = board.points(*np.broadcast_arrays(u, v))
        outside = (x < 0) | (y < 0) | (x > width) | (y > height)
        first = np.where(outside.any(axis=1), outside.argmax(axis=1), len(away))
        found[edge] = median(first) * STEP
    return found


def find_cuts(image: Image, extent: Extent, clues: tuple[Clues, Clues], board: Board) -> tuple[Cut, ...]:
    """Return at which sides of a board a picture, uint8 (H, W, 3), ends too early, and how that shows best.

    That a side lacks a frame shows nothing on a board without any.
    """
    room = room_beyond(image, board)
    every = [*_sliced(board, room, clues)]
    is_sure, is_framed = max(extent.cut) > SURELY, min(extent.cut) < PERHAPS
    for edge, odds in zip(EDGES, extent.cut, strict=True):
        shown = NO_FRAME if room[edge] < AT_THE_FRAME else RUN_OUT if room[edge] < NEXT_LINE else GO_ON
        if odds > PERHAPS and (is_framed or shown != NO_FRAME):
            every.append(Cut(edge, shown if is_sure else MAY_GO_ON, is_sure=is_sure))
    return strongest(every)


def strongest(cuts: Iterable[Cut]) -> tuple[Cut, ...]:
    """Return one cut for each side, a sure one if there is any."""
    ordered = sorted(cuts, key=lambda cut: (EDGES.index(cut.edge), not cut.is_sure))
    return tuple(next(same) for _, same in groupby(ordered, key=lambda cut: cut.edge))


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


def _farthest(board: Board, clues: Clues) -> NDArray[np.float64]:
    """Return (lines,) how far each number reaches from the board, in cells."""
    left, top, right, bottom = np.array(clues.boxes, np.float64).T
    ends = {"left": -left, "top": -top, "right": right - board.cols, "bottom": bottom - board.rows}
    return np.asarray(ends[clues.edge], np.float64)
