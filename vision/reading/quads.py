"""Ink → quads: where something with a closed or nearly closed border stands in the picture."""

from collections.abc import Iterator

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from ..pixels.brightness import Grey
from .ink import Darkness

Quad = NDArray[np.float64]
"""(4, 2): x, y of the corners, clockwise from the top left one, in pixels whose edges are whole numbers."""

BLOCK, BLOCK_OF_ROW = 4, np.uint32
"""Pixels a side of the blocks in which large pieces are looked for first, and what holds so many of a row."""
MOST_PIECES = 14
"""How many of the largest pieces of ink are looked at: a page has few that are as large as its board."""
FULL = 0.8
"""A piece of ink that fills more than this of its box is a filled shape, not a grid."""
STROKE = 1.2
"""A grid holds at least this many times the ink of half its box's circumference; an open stroke holds
less."""
LEAST_OF_HULL = 0.85
"""The four-sided figure that replaces a piece's hull and the hull differ in area by no more than this
factor."""
SAME_AS_HULL = 0.015
"""Where they differ by less than this share, the figure is the hull."""
SLACKS = np.geomspace(0.004, 0.12, 22).tolist()
"""How far the figure may lie off the hull, as a share of its length, in the order tried."""
HULL_TO_BOX = 0.85
"""The hull of a grid without a frame fills at least this share of the box around it: four cells a side
give 7/8."""
CROSSES = 0.45
"""Share of a piece's width and height that a line of the board crosses at least; no stroke, word or sticker
that hangs on it does."""
HANGS_ON = 0.03
"""Share of a piece's side that must lie beyond the board's lines, or the piece is all board."""
ALONG = 96
"""Samples along a side: enough to outvote digits and water that touch it."""
OUTWARD, INWARD = 0.0035, 0.021
"""How far outside and inside its first guess a side is searched, as a share of its length."""
ENDS = 0.04
"""Share of a side left out at each end, where the neighbouring side's own ink is."""
FAINT = 0.05
"""Relative darkness below which a sample holds no border."""
ENOUGH = 0.3
"""Share of a side's samples that must show a border for it to be moved there."""
RUNAWAY = 0.06
"""A refined corner further than this share of the diagonal from its guess has followed something else."""


def find_quads(mask: NDArray[np.uint8], least_side: float, *, boxes_too: bool = False) -> Iterator[Quad]:
    """Yield the quads around the largest connected pieces of a mask, uint8 (H, W) of 0 and 1.

    `least_side` is the width and height in pixels that a piece has at least. On request the upright boxes
    too: walls that hang together may be of any shape.
    """
    if cv2.countNonZero(mask) < 2 * STROKE * least_side:
        return  # too little ink for a single one
    within = _around_large(mask, least_side)
    if within is None:
        return
    top, left = (part.start for part in within)
    labels, boxes = _pieces(mask[within])
    sizes = boxes[1:]
    areas = sizes[:, 2].astype(np.int64) * sizes[:, 3]
    wide = (sizes[:, 2] >= least_side) & (sizes[:, 3] >= least_side)
    hollow = sizes[:, 4] <= FULL * areas
    closed = sizes[:, 4] >= STROKE * (sizes[:, 2] + sizes[:, 3])
    pieces = np.flatnonzero(wide & hollow & closed) + 1
    for piece in pieces[np.argsort(-areas[pieces - 1], kind="stable")][:MOST_PIECES]:
        x, y, width, height, _ = boxes[piece]
        part = (labels[y : y + height, x : x + width] == piece).astype(np.uint8)
        for quad in _quads_of(part):
            yield quad + np.array([left + x, top + y])
        if boxes_too:
            corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
            yield corners + np.array([left + x, top + y])


def _around_large(mask: NDArray[np.uint8], least_side: float) -> tuple[slice, slice] | None:
    """Return the rows and columns of a mask in which all pieces so large lie; None where there are none.

    Pieces touch in blocks of pixels where they touch at all, and there are far fewer blocks.
    """
    high, wide = (-(-length // BLOCK) * BLOCK for length in mask.shape)
    padded = np.zeros((high, wide), np.uint8)
    padded[: mask.shape[0], : mask.shape[1]] = mask
    rows = np.bitwise_or.reduce([padded[row::BLOCK] for row in range(BLOCK)])
    _, boxes = _pieces((rows.view(BLOCK_OF_ROW) > 0).view(np.uint8))
    sizes = boxes[1:, 2:4].astype(np.int64) * BLOCK
    large = boxes[1:][(sizes >= least_side).all(axis=1)]
    if not len(large):
        return None
    (left, top), (right, bottom) = large[:, :2].min(axis=0), (large[:, :2] + large[:, 2:4]).max(axis=0)
    return slice(top * BLOCK, bottom * BLOCK), slice(left * BLOCK, right * BLOCK)


def _pieces(mask: MatLike) -> tuple[MatLike, MatLike]:
    """Return the labels of pixels, int32 (H, W), and x, y, width, height and area of each, (labels, 5).

    This way is three times as fast as OpenCV's usual one where there are many small pieces.
    """
    _, labels, boxes, _ = cv2.connectedComponentsWithStatsWithAlgorithm(mask, 8, cv2.CV_32S, cv2.CCL_GRANA)
    return labels, boxes


def refine_quad(ink: Darkness, quad: Quad) -> Quad:
    """Return the quad with each side on the centre of the outermost line near it."""
    sides = [_refined_side(ink, quad[i], quad[(i + 1) % 4]) for i in range(4)]
    corners = [_meeting(sides[i - 1], sides[i]) for i in range(4)]
    if any(corner is None for corner in corners):
        return quad
    refined = np.array(corners)
    diagonal = np.hypot(*(quad[2] - quad[0]))
    return refined if np.abs(refined - quad).max() < RUNAWAY * diagonal else quad


def _quads_of(part: Grey) -> Iterator[Quad]:
    """Yield the four-cornered figure nearest to a piece's hull and, if they differ, the box around it.

    A grid without a frame lacks the corners of its corner cells; the box restores them.
    """
    contours, _ = cv2.findContours(part, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    hull = cv2.convexHull(max(contours, key=cv2.contourArea))
    area, length = cv2.contourArea(hull), cv2.arcLength(hull, True)
    # approxPolyN circumscribes the hull: a cursor or pen stroke on the frame then pulls two corners away.
    for slack in SLACKS:
        corners = cv2.approxPolyDP(hull, slack * length, True)
        if len(corners) <= 4:
            break
    share = cv2.contourArea(corners) / max(area, 1.0)
    if len(corners) == 4 and LEAST_OF_HULL < share < 1 / LEAST_OF_HULL:
        yield _clockwise(corners.reshape(4, 2).astype(np.float64)) + 0.5
    box = cv2.boxPoints(cv2.minAreaRect(hull))
    if abs(share - 1) > SAME_AS_HULL and area > HULL_TO_BOX * cv2.contourArea(box):
        yield _clockwise(box.astype(np.float64)) + 0.5
    if (lined := _lined_part(part)) is not None:
        yield lined


def _lined_part(part: Grey) -> Quad | None:
    """Return the upright box around the lines that cross a piece; None where the whole piece is lined.

    What is drawn over a board and reaches beyond it hangs on its lines, and is none itself.
    """
    height, width = part.shape
    across = np.flatnonzero(cv2.reduce(part, 1, cv2.REDUCE_SUM, dtype=cv2.CV_32S).ravel() >= CROSSES * width)
    down = np.flatnonzero(cv2.reduce(part, 0, cv2.REDUCE_SUM, dtype=cv2.CV_32S).ravel() >= CROSSES * height)
    if min(len(across), len(down)) < 2:
        return None
    (top, bottom), (left, right) = across[[0, -1]], down[[0, -1]]
    beyond = max(max(left, width - 1 - right) / width, max(top, height - 1 - bottom) / height)
    if beyond < HANGS_ON or min(right - left, bottom - top) < CROSSES * min(width, height):
        return None
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float64) + 0.5


def _clockwise(corners: Quad) -> Quad:
    offsets = corners - corners.mean(axis=0)
    around = corners[np.argsort(np.arctan2(offsets[:, 1], offsets[:, 0]))]
    return np.roll(around, -int(np.argmin(around.sum(axis=1))), axis=0)


Side = tuple[NDArray[np.float64], NDArray[np.float64]]
"""A point on a line and the line's direction."""


def _refined_side(ink: Darkness, start: NDArray[np.float64], end: NDArray[np.float64]) -> Side:
    length = float(np.hypot(*(end - start)))
    along = (end - start) / length
    inward = np.array([-along[1], along[0]])
    outward, reach = max(2.5, OUTWARD * length), max(4.0, INWARD * length)
    across = np.linspace(-outward, reach, int((outward + reach) * 2) | 1)
    steps = np.linspace(ENDS, 1 - ENDS, ALONG) * length
    x, y = (
        (origin + steps[:, None] * way + across * inwards - 0.5).astype(np.float32)
        for origin, way, inwards in zip(start, along, inward, strict=True)
    )
    seen = cv2.remap(ink, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    weights = _outermost_run(seen)
    sums = weights.sum(axis=1)
    found = sums > 1e-6
    if found.sum() < ENOUGH * ALONG:
        return start, along
    centres = (weights @ across)[found] / sums[found]
    border = start + steps[found, None] * along + centres[:, None] * inward
    vx, vy, x, y = cv2.fitLine(border.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
    return np.array([x, y], np.float64), np.array([vx, vy], np.float64)


def _outermost_run(seen: MatLike) -> NDArray[np.float32]:
    """Keep in each row the first run of ink above half the row's peak: the border itself."""
    peaks = seen.max(axis=1, keepdims=True)
    over = np.maximum(seen - 0.5 * peaks, 0) * (peaks > FAINT)
    on = over > 0
    first = on.argmax(axis=1)[:, None]
    after_first = np.arange(seen.shape[1])[None, :] >= first
    ended = np.logical_or.accumulate(~on & after_first, axis=1)
    over[ended] = 0
    return np.asarray(over, np.float32)


def _meeting(one: Side, other: Side) -> NDArray[np.float64] | None:
    (p, d), (r, e) = one, other
    turn = d[0] * e[1] - d[1] * e[0]
    if abs(turn) < 1e-6:
        return None
    apart = r - p
    meeting: NDArray[np.float64] = p + (apart[0] * e[1] - apart[1] * e[0]) / turn * d
    return meeting
