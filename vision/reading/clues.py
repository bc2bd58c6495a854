"""The flat board's margins → where the numbers stand beside every row and column, and what they say."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from ..board import CellBox
from ..files.pixels import Image
from ..pixels.brightness import strongest_channel
from ..pixels.quantiles import median, quantile
from .calibration import NO_NUMBER, in_doubt, weighed
from .contents import is_count, is_opposed
from .digits import read_numbers
from .flat import BEYOND, FlatBoard
from .margins import (
    GLYPH_HEIGHT,
    GLYPH_WIDTH,
    LIKELY,
    Edge,
    Margin,
    Number,
    Spans,
    extents,
    from_board,
    in_one_line,
    look_at_margin,
    margin_bounds,
)

Likely = NDArray[np.floating]

AROUND = 0.3
"""Cells of surroundings shown to the reader on both sides of a number."""
OVERLAP = 0.05
"""Cells by which the window of a number reaches into the neighbouring lines."""
USUAL_PLACE = (0.25, 1.0)
"""Nearest and farthest distance from the board, in cells, of a number where none was found at all."""
RIVAL = 0.8
"""If the opposite edge has numbers for this share of the lines too, both are read and the surer one
counts."""
ALIKE, HARDLY = 0.8, 0.02
"""How much of what the likelier of two opposite edges has of clues makes the other one as likely; and the
share of the lines that seem to have one below which an edge has none."""
BARE = 0.1
"""Share of the other numbers' contrast below which there is no ink in a place: a clue that has been ticked
off keeps a quarter."""
STROKE, GLYPH = 0.06, 0.5
"""Spreads, in cells, between which a stroke shows: finer is grain of the paper, coarser uneven light."""
STROKES_SHARE = 0.985
"""Strokes are as strong as this quantile of a number's window."""
DIGITS = 0.8
"""Quantile of the heights of numbers at which digits stand: question marks without their dots are lower."""
TALL = 1.35
"""Ink so many times as high as the numbers is no digit."""
NOTICED = 0.03
"""Share of a number's box from which ink over it that belongs to no number matters."""
MOSTLY_SEEN = 0.5
"""Share of a margin's lines with numbers, at least, or something else fills the margin."""
OPPOSITE: tuple[tuple[Edge, Edge], tuple[Edge, Edge]] = (("top", "bottom"), ("left", "right"))
STRONG, SURELY = 0.6, 0.9
"""How strong strokes are, against those of the other numbers, and how surely a number, for a further one."""
OFF_PAPER, MOST_COVERED = 24.0, 0.7
"""Levels from the paper from which a pixel is something else, and the share of those in a line of cells that
something is drawn over."""
FRAME_SHADE = 0.22
"""Share of a number's window, at both ends, that is left to the frame's blur."""


@dataclass(frozen=True, eq=False, slots=True)
class Clues:
    """The numbers read along one axis of the board."""

    log_p: NDArray[np.float64]
    """(lines, 101) natural-log probabilities of the values 0 to 99 and, last, of no number."""
    boxes: tuple[CellBox, ...]
    """Where each number stands, or would stand, in board positions (u, v): left, top, right, bottom in
    cells."""
    edge: Edge
    """On which edge of the board."""
    seen: tuple[bool, ...]
    """Whether there is any ink in a number's place."""
    covered: tuple[int, ...] = ()
    """The lines over whose number something else is drawn."""
    opposed: bool = False
    """Whether other numbers stand on the opposite edge: an Aquarium board repeats its own there, if any."""
    rival: "Clues | None" = None
    """Those numbers, where they are less likely to be clues, but may be;"""
    behind: float = 0.0
    """and the natural logarithm of how much less."""


def read_clues(
    flat: FlatBoard, places: Likely | None = None, without: Collection[Edge] = ()
) -> tuple[Clues, Clues]:
    """Return column and row clues of a flat board, read on the edges where most lines have numbers.

    `places` (rows + 2 BEYOND, cols + 2 BEYOND) are how probably a clue stands at each place, if known. None
    stand on the edges that are left out.
    """
    ways = ([edge for edge in edges if edge not in without] or edges for edges in OPPOSITE)
    strips = [one for edges in ways for one in _rivals(flat, edges, places)]
    log_p = read_numbers([crop for strip in strips for crop in strip.crops])
    ends = np.cumsum([len(strip.crops) for strip in strips])[:-1]
    found = list(zip(strips, np.split(np.exp(log_p), ends), strict=True))
    cols, rows = (_of_axis(flat, [one for one in found if one[0].edge in edges]) for edges in OPPOSITE)
    return cols, rows


def _of_axis(flat: FlatBoard, found: list[tuple["_Strip", NDArray[np.float64]]]) -> Clues:
    """Return the clues that stand on one or both of two opposite edges, and what else they may be.

    Where one edge has the numbers of the lines, 1 to n, clues stand on the other.
    """
    found = [one for one in found if not is_count(one[1])] or found
    most = max(strip.likely for strip, _ in found)
    alike = [one for one in found if one[0].likely >= ALIKE * most]
    best = min(alike, key=lambda one: one[1][:, NO_NUMBER].mean())
    clues = replace(_clues(*best, flat), opposed=is_opposed([numbers for _, numbers in alike]))
    for strip, numbers in found:
        if strip.likely < ALIKE * most and is_opposed([best[1], numbers]):
            return replace(
                clues, rival=_clues(strip, numbers, flat), behind=float(np.log(strip.likely / most))
            )
    return clues


def edges_before_more(flat: FlatBoard, clues: tuple[Clues, Clues]) -> Iterator[Edge]:
    """Yield the sides of a flat board beyond which a further clue stands in the line of its others.

    Something lies there in place of cells: where a row is covered, its clue may show alone, and the rest be a
    whole puzzle.
    """
    for axis in clues:
        yield from _ends_before_more(flat, axis)


def _ends_before_more(flat: FlatBoard, clues: Clues) -> Iterator[Edge]:
    seen, sideways = np.array(clues.seen), clues.edge in ("left", "right")
    if seen.mean() < MOSTLY_SEEN:
        return
    ends: tuple[Edge, Edge] = ("top", "bottom") if sideways else ("left", "right")
    for edge, line in zip(ends, (-1, len(seen)), strict=True):
        if not _is_covered(flat, line, sideways=sideways):
            continue
        one_on = [0, 1, 0, 1] if sideways else [1, 0, 1, 0]
        boxes, numbers = np.array(clues.boxes), np.arange(len(seen))
        box = median(boxes[seen] - np.multiply.outer(numbers[seen], one_on), axis=0) + np.multiply(
            line, one_on
        )
        crops = [
            *_crops(flat, box[None], np.array([line]), clues.edge),
            *_crops(flat, boxes, numbers, clues.edge),
        ]
        strength, *usual = _stroke_strengths(crops, clues.edge, flat.pitch)
        if strength < STRONG * median(np.array(usual)[seen]):
            continue
        (values,) = np.exp(read_numbers(crops[:1]))
        if values[:NO_NUMBER].max() >= SURELY:
            yield edge


def _is_covered(flat: FlatBoard, line: int, *, sideways: bool) -> bool:
    """Return whether something else than paper lies where the cells of a line beyond the board would be."""
    start, quarter = flat.margin + line * flat.pitch, flat.pitch // 4
    across = slice(start + quarter, start + flat.pitch - quarter)
    along = slice(flat.margin, flat.margin + flat.pitch * (flat.cols if sideways else flat.rows))
    cells = flat.pixels[across, along] if sideways else flat.pixels[along, across]
    off = strongest_channel(cv2.absdiff(cells.astype(np.float32), np.broadcast_to(flat.paper, cells.shape)))
    return bool((off > OFF_PAPER).mean() >= MOST_COVERED)


@dataclass(frozen=True, eq=False, slots=True)
class _Strip:
    """The numbers found in one margin."""

    edge: Edge
    boxes: tuple[CellBox, ...]
    seen: tuple[bool, ...]
    crops: list[Image]
    over: NDArray[np.float64]
    """(lines,): the share of each number's box under ink that belongs to no number."""
    likely: float
    """Share of the lines that have a clue there, as far as that is known."""


def _clues(strip: _Strip, probable: NDArray[np.float64], flat: FlatBoard) -> Clues:
    """Return the clues of a margin in the light of whether ink, and other ink, is in their places."""
    seen = np.array(strip.seen)
    probable = weighed(probable, seen, _is_bare(strip, flat.pitch))
    covered = (strip.over > NOTICED) & (seen.mean() >= MOSTLY_SEEN)
    longest = flat.cols if strip.edge in ("left", "right") else flat.rows
    probable[covered] = in_doubt(probable[covered], strip.over[covered], longest)
    lines = tuple(np.flatnonzero(covered).tolist())
    return Clues(np.log(probable), strip.boxes, strip.edge, tuple((seen | covered).tolist()), lines)


def _is_bare(strip: _Strip, pitch: int) -> NDArray[np.bool_]:
    """Return (lines,) where a place shows nothing beside what the other numbers show, down to the grain."""
    seen = np.array(strip.seen)
    if seen.all() or not seen.any():
        return np.zeros(len(seen), bool)
    strengths = _stroke_strengths(strip.crops, strip.edge, pitch)
    bare: NDArray[np.bool_] = ~seen & (strengths < BARE * median(strengths[seen]))
    return bare


def _off_frame(crop: Image, edge: Edge) -> Image:
    """Return the part of a window between its ends towards and away from the board."""
    sideways = edge in ("left", "right")
    shade = round(FRAME_SHADE * crop.shape[1 if sideways else 0])
    return np.ascontiguousarray(crop[:, shade:-shade] if sideways else crop[shade:-shade])


def _stroke_strengths(crops: Sequence[Image], edge: Edge, pitch: int) -> NDArray[np.float64]:
    """Return (n,) by how many levels strokes stand out in each window of one margin."""
    return np.array([_stroke_strength(_off_frame(crop, edge), pitch) for crop in crops])


def _stroke_strength(crop: Image, pitch: int) -> float:
    """Return by how many levels strokes stand out in a window, in their strongest channel."""
    levels = crop.astype(np.float32)  # several times as fast as bytes
    strokes, ground = (cv2.GaussianBlur(levels, (0, 0), spread * pitch) for spread in (STROKE, GLYPH))
    return quantile(strongest_channel(cv2.absdiff(strokes, ground)), STROKES_SHARE)


def _rivals(flat: FlatBoard, edges: Sequence[Edge], places: Likely | None) -> list[_Strip]:
    """Return the better of two opposite margins, or both if they rival.

    Where clues are likely in one, and hardly in the other, it is that one: coordinates stand there.
    """
    lines = flat.rows if edges[0] in ("left", "right") else flat.cols
    likely = {edge: None if places is None else _seen_from(places, edge) for edge in edges}
    shares = {edge: 0.0 if seen is None else float(seen.max(axis=1).mean()) for edge, seen in likely.items()}
    if max(shares.values()) < LIKELY:
        shares = dict.fromkeys(edges, 1.0)
    found = []
    for edge, share in shares.items():
        if share >= HARDLY:
            margin = look_at_margin(flat, edge)
            numbers = in_one_line(margin.spans, lines, likely[edge], sideways=margin.sideways)
            found.append((margin, numbers, share))
    found.sort(key=lambda one: one[1].count(None))
    rivals = found[:1] + [one for one in found[1:] if lines - one[1].count(None) >= RIVAL * lines]
    return [_strip(flat, *one) for one in rivals]


def _seen_from(places: Likely, edge: Edge) -> Likely:
    """Return (lines, BEYOND): the places beyond an edge, nearest first."""
    within = slice(BEYOND, -BEYOND)
    return {
        "left": places[within, BEYOND - 1 :: -1],
        "right": places[within, -BEYOND:],
        "top": places[BEYOND - 1 :: -1, within].T,
        "bottom": places[-BEYOND:, within].T,
    }[edge]


def _strip(flat: FlatBoard, margin: Margin, numbers: list[Number | None], likely: float) -> _Strip:
    """Cut the numbers of a margin out."""
    boxes = from_board(_fill_gaps(numbers), flat, margin.edge)
    places = [(left, top, right, bottom) for left, top, right, bottom in boxes.tolist()]
    crops = _crops(flat, boxes, np.arange(len(boxes)), margin.edge)
    in_pixels = np.round(boxes * flat.pitch).astype(int) + flat.margin
    over = margin.share_under(_too_large(margin, numbers), in_pixels)
    seen = tuple(number is not None for number in numbers)
    return _Strip(margin.edge, tuple(places), seen, crops, over, likely)


def _too_large(margin: Margin, numbers: list[Number | None]) -> NDArray[np.bool_]:
    """Return (n,) which pieces of ink are larger than any digit."""
    high, wide = extents(margin.spans, margin.sideways)
    found = np.array([number for number in numbers if number is not None])
    digit = quantile(extents(found, margin.sideways)[0], DIGITS) if len(found) else GLYPH_HEIGHT[1]
    large: NDArray[np.bool_] = (high > TALL * digit) | (wide > GLYPH_WIDTH)
    return large


def _fill_gaps(numbers: list[Number | None]) -> Spans:
    """Put a line without a number where the others have theirs: a faint clue may yet be read."""
    found = [number for number in numbers if number is not None]
    near, far = (median(np.array([n[side] for n in found])) for side in (0, 2)) if found else USUAL_PLACE
    return np.array([n if n is not None else (near, i + 0.25, far, i + 0.75) for i, n in enumerate(numbers)])


def _crops(flat: FlatBoard, boxes: Spans, lines: NDArray[np.intp], edge: Edge) -> list[Image]:
    """Return what stands in numbers' windows."""
    return [np.ascontiguousarray(flat.pixels[window]) for window in _windows(flat, boxes, lines, edge)]


def _windows(flat: FlatBoard, boxes: Spans, lines: NDArray[np.intp], edge: Edge) -> list[tuple[slice, slice]]:
    """Return numbers' windows: as far along the edge as their lines, and with some surroundings across.

    `boxes` are (n, 4) left, top, right, bottom in cells, and `lines` (n,) theirs.
    """
    left, top, right, bottom = boxes.T
    (height, width), (x0, y0, x1, y1) = flat.pixels.shape[:2], margin_bounds(flat, edge)
    along = lines - OVERLAP, lines + 1 + OVERLAP
    if edge in ("left", "right"):
        spare = np.maximum(AROUND, (1 - (right - left)) / 2)
        down, across = along, (left - spare, right + spare)
        y0, y1 = 0, height
    else:
        spare = np.maximum(AROUND, (1 - (bottom - top)) / 2)
        down = top - spare, bottom + spare
        across = np.minimum(left - OVERLAP, along[0]), np.maximum(right + OVERLAP, along[1])
        x0, x1 = 0, width
    return list(zip(_slices(flat, *down, y0, y1), _slices(flat, *across, x0, x1), strict=True))


def _slices(
    flat: FlatBoard, starts: NDArray[np.floating], ends: NDArray[np.floating], least: int, most: int
) -> list[slice]:
    """Return pixels of stretches of cells within bounds; half a cell of each at least."""
    first, last = (np.rint(flat.margin + places * flat.pitch).astype(int) for places in (starts, ends))
    stops = np.maximum(least + flat.pitch // 2, np.minimum(most, last))
    return list(map(slice, np.maximum(least, first).tolist(), stops.tolist()))
