"""The flat board's margins → the pieces of ink in each, where they are, and how its edge sees them."""

from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from ..files.pixels import Image
from ..pixels.brightness import strongest_channel
from ..pixels.quantiles import median, quantiles_of_bytes
from .flat import FlatBoard
from .margin_numbers import Spans

Edge = Literal["left", "right", "top", "bottom"]

FRAME_REACH = 0.1
"""Cells beside the frame's centre line that are left to the frame."""
INK_SHARE = 0.2
"""Share of the strip's strongest contrast from which a pixel belongs to a number: grey clues beside black
ones count."""
NEAR_PAPER = 0.8
"""Cells beside the frame whose commonest colour is the paper of a line: farther out the page may end."""
NOISE_TIMES = 4.0
"""A pixel's contrast must be this many times the strip's typical one, or it is grain of the paper."""
FAINTEST = 12
"""Levels of contrast below which nothing is taken for ink."""
SMALL = 1 << 18
"""Pixels up to which no two pieces need the same label of 16 bits: with these, they are found much faster."""


@dataclass(frozen=True, eq=False, slots=True)
class Margin:
    """The connected pieces of ink in one margin."""

    edge: Edge
    boxes: NDArray[np.int32]
    """(n, 4) left, top, right, bottom, in the flat's pixels."""
    spans: Spans
    """The same as the edge sees them."""
    labels: MatLike
    """(h, w) of the numbers of pieces, from 1, in the part of the margin in which there is ink."""
    corner: tuple[int, int]
    """Of this part, left and top, in the flat's pixels."""
    bounds: tuple[int, int, int, int]
    """Of the margin: left, top, right, bottom, likewise."""

    @property
    def sideways(self) -> bool:
        """Whether it lies beside the board, not above or below."""
        return self.edge in ("left", "right")

    def share_under(self, some: NDArray[np.bool_], boxes: NDArray[np.intp]) -> NDArray[np.float64]:
        """Return (lines,): the share of each box, (lines, 4) in the flat's pixels, under some pieces."""
        shares = np.zeros(len(boxes))
        if not some.any():
            return shares
        within = np.clip(boxes, self.bounds[:2] * 2, self.bounds[2:] * 2)
        sizes = within[:, 2:] - within[:, :2]
        pieces = self.boxes[some]
        near = np.all((within[:, None, :2] < pieces[:, 2:]) & (pieces[:, :2] < within[:, None, 2:]), axis=2)
        counts = np.concatenate([[False], some])
        left, top, right, bottom = np.maximum(within - self.corner * 2, 0).T.tolist()
        for line in np.flatnonzero(near.any(axis=1) & sizes.all(axis=1)).tolist():
            here = counts[self.labels[top[line] : bottom[line], left[line] : right[line]]]
            shares[line] = np.count_nonzero(here) / sizes[line].prod()
        return shares


def look_at_margin(flat: FlatBoard, edge: Edge) -> Margin:
    """Find the ink beside one edge of a flat board."""
    x0, y0, x1, y1 = bounds = margin_bounds(flat, edge)
    inked = _inked(flat.pixels[y0:y1, x0:x1], edge, flat.pitch)
    left, top, width, height = cv2.boundingRect(inked)
    left, top = left & ~1, top & ~1  # pieces are numbered by blocks of four pixels
    part = inked[top : top + height + 1, left : left + width + 1]
    kind = cv2.CV_16U if part.size <= SMALL else cv2.CV_32S
    count, labels, stats, _ = cv2.connectedComponentsWithStats(part, connectivity=8, ltype=kind)
    corner = left + x0, top + y0
    start, size = stats[1:count, :2] + corner, stats[1:count, 2:4]
    boxes = np.concatenate([start, start + size], axis=1)
    spans = from_edge((boxes - flat.margin) / flat.pitch, flat, edge)
    return Margin(edge, boxes, spans, labels, corner, bounds)


def margin_bounds(flat: FlatBoard, edge: Edge) -> tuple[int, int, int, int]:
    """Return left, top, right, bottom in the flat's pixels of one margin, the frame left out."""
    m, clear = flat.margin, round(FRAME_REACH * flat.pitch)
    right, bottom = m + flat.cols * flat.pitch, m + flat.rows * flat.pitch
    return {
        "left": (0, m, m - clear, bottom),
        "right": (right + clear, m, right + m, bottom),
        "top": (m, 0, right, m - clear),
        "bottom": (m, bottom + clear, right, bottom + m),
    }[edge]


def from_edge(boxes: Spans, flat: FlatBoard, edge: Edge) -> Spans:
    """Turn (n, 4) left, top, right, bottom in cells into how an edge sees them.

    It sees nearest, start, farthest, end: distances from the edge, and places along it.
    """
    across, way, place = _normal(flat, edge)
    near, far = (across, across + 2)[::way]
    spans = boxes[:, [near, 1 - across, far, 3 - across]]
    spans[:, ::2] = way * (spans[:, ::2] - place)
    return spans


def from_board(spans: Spans, flat: FlatBoard, edge: Edge) -> Spans:
    """Turn (n, 4) nearest, start, farthest, end into left, top, right, bottom: the inverse."""
    across, way, place = _normal(flat, edge)
    boxes = np.empty_like(spans)
    boxes[:, [across, across + 2]] = np.sort(way * spans[:, [0, 2]], axis=1) + place
    boxes[:, [1 - across, 3 - across]] = spans[:, [1, 3]]
    return boxes


def _normal(flat: FlatBoard, edge: Edge) -> tuple[int, int, int]:
    """Return an edge's axis (0 across, 1 down), the way outward along it (-1 or 1), and its place there."""
    return {"left": (0, -1, 0), "right": (0, 1, flat.cols), "top": (1, -1, 0), "bottom": (1, 1, flat.rows)}[
        edge
    ]


def _inked(band: Image, edge: Edge, pitch: int) -> MatLike:
    """Return uint8 (h, w): 1 where a pixel of a margin stands off the paper of its line, 0 elsewhere."""
    beside = _beside(band, edge, pitch)
    lines = beside if edge in ("left", "right") else beside.transpose(1, 0, 2)
    blocks = lines[:, ::3].reshape(len(lines) // pitch, pitch, -1, 3)[:, ::3]
    paper = median(blocks.reshape(len(blocks), -1, 3), axis=1).astype(np.uint8)
    ground: MatLike = np.array([*paper[0], 0.0])
    if (paper != paper[0]).any():
        of_lines = paper[:, None] if edge in ("left", "right") else paper[None]
        ground = cv2.resize(of_lines, band.shape[1::-1], interpolation=cv2.INTER_NEAREST)
    ink = strongest_channel(cv2.absdiff(band, ground))
    sample = _beside(ink, edge, pitch)[::2, ::2]
    usual, most = quantiles_of_bytes(sample, 0.5, 0.995)
    least = max(INK_SHARE * most, NOISE_TIMES * usual, FAINTEST)
    return cv2.threshold(ink, int(least), 1, cv2.THRESH_BINARY)[1]


def _beside(band: MatLike, edge: Edge, pitch: int) -> MatLike:
    """Return the part of a margin that is near the board."""
    near = round(NEAR_PAPER * pitch)
    return {"left": band[:, -near:], "right": band[:, :near], "top": band[-near:], "bottom": band[:near]}[
        edge
    ]
