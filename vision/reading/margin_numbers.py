"""Pieces of ink in a margin → which of them are the numbers of its lines: as high as others, in one line."""

import numpy as np
from numpy.typing import NDArray

from ..pixels.quantiles import median

Spans = NDArray[np.float64]
"""(n, 4) nearest, start, farthest, end: distances from the board's edge, and places along it, in cells."""
Number = tuple[float, float, float, float]
"""The same of one number."""

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


def in_one_line(pieces: Spans, lines: int, *, sideways: bool) -> list[Number | None]:
    """Return each line's number nearest to the board, without those out of line with the others."""
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
    numbers = [_nearest_number(some, DIGIT_GAP * digit, sideways) for some in usual]
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


def _nearest_number(pieces: list[Number], gap: float, sideways: bool) -> Number | None:
    """Join the piece nearest to the board with those near enough to be digits of the same number."""
    if not pieces:
        return None
    away_gap, along_gap = (gap, 0.0) if sideways else (0.0, gap)
    (near, start, far, end), *others = sorted(pieces, key=_distance)
    for a, b, c, d in others:
        if a <= far + away_gap and b <= end + along_gap and d >= start - along_gap:
            start, far, end = min(start, b), max(far, c), max(end, d)
    return near, start, far, end


def _distance(piece: Number) -> float:
    return piece[0]
