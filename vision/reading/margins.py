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

Spans = NDArray[np.float64]
"""(n, 4) nearest, start, farthest, end: distances from the board's edge, and places along it, in cells."""
Number = tuple[float, float, float, float]
"""The same of one number."""
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


GLYPH_HEIGHT = (0.16, 1.0)
"""Heights of glyphs, in cells."""
GLYPH_WIDTH = 1.6
"""Widest piece of ink, in cells, that can be a number with its digits touching."""
BESIDE_FRAME, FRAME_EDGE = 0.14, 0.07
"""Cells from the board within which ink begins that is the edge of a thick frame, if it is no wider than the
second: digits are."""
SAME_HEIGHT = (0.6, 1.7)
"""Digits of one board are this near to their median height."""
DIGIT_GAP = 0.6
"""Gap between the digits of one number, at most, in digit heights."""
ASIDE = 0.5
"""Cells that a number's middle may lie beside the median of all: numbers of one board stand in one line."""
LIKELY = 0.5
"""Probability from which a clue stands at a place."""


def in_one_line(
    pieces: Spans, lines: int, likely: NDArray[np.floating] | None = None, *, sideways: bool
) -> list[Number | None]:
    """Return each line's number nearest to the board, without those out of line with the others.

    It is nearest of those where clues are `likely`: (lines, cells away from the board), 0 to 1.
    """
    high, wide = extents(pieces, sideways)
    is_frame = (pieces[:, 0] < BESIDE_FRAME) & (pieces[:, 2] - pieces[:, 0] <= FRAME_EDGE)
    is_glyph = (high >= GLYPH_HEIGHT[0]) & (high <= GLYPH_HEIGHT[1]) & (wide <= GLYPH_WIDTH)
    pieces = pieces[is_glyph & ~is_frame]
    if not len(pieces):
        return [None] * lines
    line_of = np.floor((pieces[:, 1] + pieces[:, 3]) / 2).astype(int)
    by_line: dict[int, list[Number]] = {}
    for line, (near, start, far, end) in zip(line_of.tolist(), pieces.tolist(), strict=True):
        by_line.setdefault(line, []).append((near, start, far, end))
    nearest = [min(by_line[line], key=_distance) for line in sorted(by_line)]
    digit = _digit_height(extents(np.array(nearest), sideways)[0])
    least, most = (times * digit for times in SAME_HEIGHT)
    first = 1 if sideways else 0
    usual = (
        [n for n in by_line.get(line, ()) if least <= n[first + 2] - n[first] <= most]
        for line in range(lines)
    )
    numbers = [
        _likeliest(
            _joined(some, DIGIT_GAP * digit, sideways), [] if likely is None else likely[line].tolist()
        )
        for line, some in enumerate(usual)
    ]
    found = [number for number in numbers if number is not None]
    middle = median(np.array([(near + far) / 2 for near, _, far, _ in found])) if found else 0.0
    return [n if n is not None and abs((n[0] + n[2]) / 2 - middle) <= ASIDE else None for n in numbers]


def extents(pieces: Spans, sideways: bool) -> tuple[Spans, Spans]:
    """Return heights and widths, as a reader sees them, of pieces beside or above the board."""
    away, along = pieces[:, 2] - pieces[:, 0], pieces[:, 3] - pieces[:, 1]
    return (along, away) if sideways else (away, along)


def _digit_height(heights: Spans) -> float:
    """Return the median height of pieces, larger ones counting for more: digits outweigh dots."""
    ordered = np.sort(heights)
    return float(ordered[np.searchsorted(np.cumsum(ordered), ordered.sum() / 2)])


def _joined(pieces: list[Number], gap: float, sideways: bool) -> list[Number]:
    """Join pieces near enough to be digits of one number; return the nearest numbers first."""
    away_gap, along_gap = (gap, 0.0) if sideways else (0.0, gap)
    left, numbers = sorted(pieces, key=_distance), list[Number]()
    while left:
        (near, start, far, end), *others = left
        left = []
        for other in others:
            a, b, c, d = other
            if a <= far + away_gap and b <= end + along_gap and d >= start - along_gap:
                start, far, end = min(start, b), max(far, c), max(end, d)
            else:
                left.append(other)
        numbers.append((near, start, far, end))
    return numbers


def _likeliest(numbers: list[Number], likely: list[float]) -> Number | None:
    """Return the nearest number where a clue is likely, or else the nearest of all."""
    there = [n for n in numbers if (away := int((n[0] + n[2]) / 2)) < len(likely) and likely[away] >= LIKELY]
    return next(iter(there or numbers), None)


def _distance(piece: Number) -> float:
    return piece[0]
