"""Pieces of ink in a margin → which of them are the numbers of its lines: as high as others, in one line."""

import numpy as np
from numpy.typing import NDArray

from .quantiles import median

Spans = NDArray[np.float64]
"""(n, 4) nearest, start, farthest, end: distances from the board's edge, and places along it, in cells."""

GLYPH_HEIGHT = (0.16, 1.0)
"""Heights of glyphs, in cells."""
GLYPH_WIDTH = 1.6
"""Widest piece of ink, in cells, that can be a number with its digits touching."""
SAME_HEIGHT = (0.6, 1.7)
"""Digits of one board are this near to their median height."""
DIGIT_GAP = 0.6
"""Gap between the digits of one number, at most, in digit heights."""
ASIDE = 0.5
"""Cells that a number's middle may lie beside the median of all: numbers of one board stand in one line."""


def in_one_line(pieces: Spans, lines: int, *, sideways: bool) -> list[Spans | None]:
    """Return each line's number nearest to the board, without those out of line with the others."""
    high, wide = extents(pieces, sideways)
    pieces = pieces[(high >= GLYPH_HEIGHT[0]) & (high <= GLYPH_HEIGHT[1]) & (wide <= GLYPH_WIDTH)]
    if not len(pieces):
        return [None] * lines
    line_of = np.floor((pieces[:, 1] + pieces[:, 3]) / 2)
    nearest = [pieces[line_of == line][np.argmin(pieces[line_of == line, 0])] for line in np.unique(line_of)]
    digit = _digit_height(extents(np.array(nearest), sideways)[0])
    high, _ = extents(pieces, sideways)
    usual = (high >= SAME_HEIGHT[0] * digit) & (high <= SAME_HEIGHT[1] * digit)
    pieces, line_of = pieces[usual], line_of[usual]
    numbers = [_nearest_number(pieces[line_of == line], DIGIT_GAP * digit, sideways) for line in range(lines)]
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


def _nearest_number(pieces: Spans, gap: float, sideways: bool) -> Spans | None:
    """Join the piece nearest to the board with those near enough to be digits of the same number."""
    if not len(pieces):
        return None
    away_gap, along_gap = (gap, 0.0) if sideways else (0.0, gap)
    ordered = pieces[np.argsort(pieces[:, 0], kind="stable")]
    near, start, far, end = ordered[0]
    for a, b, c, d in ordered[1:]:
        if a <= far + away_gap and b <= end + along_gap and d >= start - along_gap:
            start, far, end = min(start, b), max(far, c), max(end, d)
    return np.array([near, start, far, end])
