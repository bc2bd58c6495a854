"""What lies beyond a board's sides: how far the picture goes on there, and whether the board's lines do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from ..pixels.quantiles import median, quantile

if TYPE_CHECKING:
    from ..board import Board, Points
    from ..files.pixels import Image
    from .margins import Edge

EDGES: tuple[Edge, Edge, Edge, Edge] = ("left", "top", "right", "bottom")
FARTHEST = 3.0
"""Cells beyond the frame up to which the picture's end is looked for."""
STEP = 0.02
"""Cells between the places where it is looked for."""
FRAME_REACH = 0.12
"""Cells beyond the frame's centre line that are left to the frame's ink."""
NEXT_LINE = 1.0
"""Cells beyond the frame where the next line would be: one that ends before is no line of the board."""
ASIDE = 0.12
"""Cells beside its place in which a line that runs on is looked for."""
SIDE = (0.2, 0.8)
"""Where along the side of a cell a line beyond is looked at, in cells."""
MIDWAY = (0.3, 0.5)
"""Cells beside a line where the ground is looked at."""
AS_STRONG = 0.2
"""A line that runs on is at least this share as strong as those inside the board: in a dark theme thin
lines are weaker than walls."""
LIKE_FRAME = 0.5
"""A frame that goes on is at least this share as strong as inside the board: moiré is not."""
FAINT = 0.3
"""Share of those that are fainter than the one they are compared with."""
RUN_ON = 0.7
"""Share of the lines that run on, where a board is cut off; beside a whole one there are none."""
ACROSS = np.concatenate([[-MIDWAY[1], -MIDWAY[0], MIDWAY[0], MIDWAY[1]], np.linspace(-ASIDE, ASIDE, 7)])
"""Places across a line that are looked at, in cells: those of the ground, then those of the line,"""
BESIDE = 2 * len(MIDWAY)
"""so many of the former."""
INSIDE = np.linspace(-0.65, -0.35, 8)
"""Cells beyond a side where the lines inside the board are looked at."""
SOME = 0.1
"""Share of the lines inside that one beyond goes the way of: in dark themes some are lighter than cells."""
UNBROKEN = 0.2
"""A line is seen but for this share of its length: a digit of a clue is not as long."""
FAINTEST = 8.0
"""Levels of contrast below which nothing is a line."""


def room_beyond(image: Image, board: Board) -> dict[Edge, float]:
    """Return how many cells of a picture, uint8 (H, W, 3), there are beyond each side, FARTHEST at most."""
    away = np.arange(0, FARTHEST, STEP)
    height, width = image.shape[:2]
    found: dict[Edge, float] = {}
    for edge in EDGES:
        lines = np.arange(_lines(board, edge)) + 0.5
        x, y = _beyond(board, edge, away, lines)
        outside = (x < 0) | (y < 0) | (x > width) | (y > height)
        first = np.where(outside.any(axis=1), outside.argmax(axis=1), len(away))
        found[edge] = median(first) * STEP
    return found


def runs_on(image: Image, board: Board, edge: Edge, room: float) -> bool:
    """Whether the lines that end at a side of the board go on beyond it, to the picture's edge."""
    return running_on(image, board, edge, room) >= RUN_ON


def running_on(image: Image, board: Board, edge: Edge, room: float, *, alike: bool = False) -> float:
    """Return the share of the lines ending at a side of the board that go on beyond it.

    As far as the picture's edge, so many cells away, or as the next line would be; 0 where that is too near.
    Where it may be something else that stands there (clues, moiré), they must be alike: darker than what lies
    beside them, or lighter, as some inside the board are.
    """
    far = min(room, NEXT_LINE) - 1 / board.pitch
    if far < FRAME_REACH:
        return 0.0
    beyond = _colours_at_lines(image, board, edge, np.linspace(FRAME_REACH, far, 8))
    outside = _strength(beyond)
    share = float((outside >= FAINTEST).mean())
    if share <= 1 - RUN_ON:
        return share
    inside = _colours_at_lines(image, board, edge, INSIDE)
    is_line = outside >= _least(inside)
    if alike:
        same_way = _way(beyond) @ _way(inside).T > 0
        is_line &= same_way.mean(axis=1) >= SOME
    return float(is_line.mean())


def frame_goes_on(image: Image, board: Board, edge: Edge, room: float) -> bool:
    """Whether both lines of the frame that end at a side go on beyond it for the length of a cell.

    Something may lie over all other lines that do, and partly over one of these two.
    """
    far = min(room, NEXT_LINE) - 1 / board.pitch
    if far < NEXT_LINE / 2:
        return False
    corners = np.array([[0.0], [_lines(board, edge)]]) + ACROSS
    frame = _strength(_colours(image, board, edge, INSIDE, corners)).max()
    beyond = _strength(_colours(image, board, edge, np.linspace(FRAME_REACH, far, 12), corners))
    return bool(beyond.min() >= max(AS_STRONG * frame, FAINTEST) and beyond.max() >= LIKE_FRAME * frame)


def next_line(image: Image, board: Board, edge: Edge) -> float | None:
    """Return how many cells beyond a side the next line as long as it stands; None without any."""
    along = np.arange(_lines(board, edge))[:, None] + np.linspace(*SIDE, 8)
    pixels = np.linspace(-ASIDE, ASIDE, max(len(ACROSS) - BESIDE, 2 * round(ASIDE * board.pitch) + 1))
    across = np.concatenate([ACROSS[:BESIDE], pixels])  # a line a pixel wide is between no two of them
    colours = _colours(image, board, edge, NEXT_LINE + across, along).swapaxes(1, 2)
    off = _off_ground(colours)
    inside = _colours_at_lines(image, board, edge, INSIDE)
    if (off.max(axis=1) >= _least(inside)).mean() < RUN_ON:
        return None
    return NEXT_LINE + float(pixels[off.mean(axis=0).argmax()])


def _colours_at_lines(image: Image, board: Board, edge: Edge, away: Points) -> NDArray[np.float32]:
    """Return (lines, ACROSS, away, 3): the colours across lines that end at a side, so far away from it."""
    lines = np.arange(1.0, _lines(board, edge))
    return _colours(image, board, edge, away, lines[:, None] + ACROSS)


def _least(inside: NDArray[np.float32]) -> float:
    """Return by how many levels a line near a side stands off the ground, at least, as those inside do."""
    return max(AS_STRONG * quantile(_strength(inside), FAINT), FAINTEST)


def _strength(colours: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return (lines,) by how many levels lines stand off the ground, where they do so most."""
    return np.asarray(_off_ground(colours).max(axis=1))


def _way(colours: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return (lines, 3) the way from the ground beside lines to the lines themselves.

    Between blurred numbers the paper is lighter than what stands beside it, as no dark line is.
    """
    middle = BESIDE + (len(ACROSS) - BESIDE) // 2
    return np.asarray((colours[:, middle] - colours[:, :BESIDE].mean(axis=1)).mean(axis=1), np.float32)


def _off_ground(colours: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return (lines, places) by how many levels what is seen there is off the ground, but for UNBROKEN of it.

    `colours` is (lines, ACROSS, places along a line, 3). The weaker of the two differences counts, from the
    ground beside a line and from the commonest one: of what is written in the cells there is none on the
    lines.
    """
    ground, seen = colours[:, :BESIDE], colours[:, BESIDE:]
    local = median(ground, axis=1)[:, None]
    usual = median(ground.reshape(-1, 3), axis=0)
    off = np.minimum(_strongest(np.abs(seen - local)), _strongest(np.abs(seen - usual)))
    return np.asarray(quantile(off, UNBROKEN, axis=2), np.float32)


def _strongest(off: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return (…): the largest of the three channels (…, 3), several times faster than along a short axis."""
    return np.maximum(np.maximum(off[..., 0], off[..., 1]), off[..., 2])


def _colours(image: Image, board: Board, edge: Edge, away: Points, places: Points) -> NDArray[np.float32]:
    """Return (lines, places, away, 3): the colours at places (lines, n) along a side, so far away from it."""
    x, y = _beyond(board, edge, away, places.ravel())
    seen = cv2.remap(
        image,
        (x - 0.5).astype(np.float32),
        (y - 0.5).astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(seen.reshape(*places.shape, len(away), 3), np.float32)


def _lines(board: Board, edge: Edge) -> int:
    """Return how many cells lie along a side."""
    return board.rows if edge in ("left", "right") else board.cols


def _beyond(board: Board, edge: Edge, away: Points, along: Points) -> tuple[Points, Points]:
    """Return x and y, (along, away), of places along a side and so many cells away from it."""
    shape, along, away = (len(along), len(away)), along[:, None], away[None, :]
    u, v = {
        "left": (-away, along),
        "right": (board.cols + away, along),
        "top": (along, -away),
        "bottom": (along, board.rows + away),
    }[edge]
    x, y = board.points(u, v)
    return np.broadcast_to(x, shape), np.broadcast_to(y, shape)
