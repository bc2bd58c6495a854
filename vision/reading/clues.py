"""The flat board's surroundings → where a number stands beside every row and column, and what it says.

The network that looks at boards tells beside which edge clues stand, and how far from it: a window of that
place is cut out for every line.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from ..board import CellBox
from ..files.pixels import Image
from ..pixels.brightness import strongest_channel
from ..pixels.quantiles import median, quantile, quantiles_of_bytes
from .calibration import NO_NUMBER, in_doubt, weighed
from .contents import is_count, is_opposed
from .digits import Ink, ink_of, read_patches
from .flat import BEYOND, FlatBoard

Likely = NDArray[np.floating]
Edge = Literal["left", "right", "top", "bottom"]
Spans = NDArray[np.float64]
"""(n, 4) nearest, start, farthest, end: cells from the board's edge, and along it."""
Shares = NDArray[np.float64]
Mask = NDArray[np.bool_]

LIKELY = 0.5
"""Probability from which a clue stands at a place."""
ALIKE, HARDLY = 0.8, 0.02
"""How much of what the likelier of two opposite edges has of clues makes the other one as likely; and the
share of the lines that seem to have one below which an edge has none."""
BARE = 0.1
"""Share of the other numbers' strength below which there is no ink in a place: a clue that has been ticked
off keeps a quarter."""
FRAME_REACH = 0.1
"""Cells beside the frame's centre line that are left to the frame."""
REACH, ROUNDS = 0.6, 3
"""Cells around the middle of a margin's numbers in which their ink is looked for, and times that it is found
anew."""
LEAST = np.array([1e-5, 1e-6])
"""Least probabilities of clues so many whole cells away, where they are looked for."""
OVERLAP = 0.05
"""Cells by which the window of a number reaches into the neighbouring lines."""
BESIDE, ABOVE = 0.65, 0.55
"""Cells by which it reaches from the middle of a margin's numbers towards the board and away from it: beside
the board, and above or below."""
GLYPH_HEIGHT, FRAME_EDGE = (0.16, 1.0), 0.07
"""Heights of glyphs, in cells, and the width of what shows of a thick or blurred frame, at most."""
DIGITS = 0.8
"""Quantile of the heights of numbers at which digits stand: question marks without their dots are lower."""
TALL, WIDE = 1.35, 1.05
"""Ink so many times as high as the numbers, or so many cells wide, is no number."""
INK_SHARE, NOISE_TIMES, FAINTEST = 0.2, 4.0, 12
"""Share of a margin's strongest contrast, times its usual one, and levels, from which something is drawn."""
NOTICED = 0.03
"""Share of a number's box from which ink over it that belongs to no number matters."""
MOSTLY_SEEN = 0.5
"""Share of a margin's lines with numbers, at least, or something else fills the margin."""
STRONG, SURELY = 0.6, 0.9
"""How strong ink is, against that of the other numbers, and how surely a number, for a further one."""
OFF_PAPER, MOST_COVERED = 24.0, 0.7
"""Levels from the paper from which a pixel is something else, and the share of those in a line of cells that
something is drawn over."""
OPPOSITE: tuple[tuple[Edge, Edge], tuple[Edge, Edge]] = (("top", "bottom"), ("left", "right"))


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
    """Whether something stands in a number's place."""
    covered: tuple[int, ...] = ()
    """The lines over whose number something else is drawn."""
    opposed: bool = False
    """Whether other numbers stand on the opposite edge: an Aquarium board repeats its own there, if any."""
    rival: "Clues | None" = None
    """Those numbers, where they are less likely to be clues, but may be;"""
    behind: float = 0.0
    """and the natural logarithm of how much less."""
    reach: tuple[float, float] = (0.0, 0.0)
    """Nearest and farthest that the windows of the numbers reach, in cells from the board,"""
    strength: float = 0.0
    """and the levels by which the numbers stand out, at the median."""


def read_clues(flat: FlatBoard, places: Likely, without: Collection[Edge] = ()) -> tuple[Clues, Clues]:
    """Return column and row clues of a flat board, read on the edges where most lines have some.

    `places` (rows + 2 BEYOND, cols + 2 BEYOND) are how probably a clue stands at each place. None stand on
    the edges that are left out.
    """
    ways = ([edge for edge in edges if edge not in without] or edges for edges in OPPOSITE)
    strips = [_strip(flat, *margin) for edges in ways for margin in _margins(places, edges)]
    probable = np.exp(read_patches(np.concatenate([strip.ink.patches for strip in strips])))
    ends = np.cumsum([len(strip.ink.patches) for strip in strips])[:-1]
    found = list(zip(strips, np.split(probable, ends), strict=True))
    cols, rows = (_of_axis(flat, [one for one in found if one[0].edge in edges]) for edges in OPPOSITE)
    return cols, rows


def edges_before_more(flat: FlatBoard, clues: tuple[Clues, Clues]) -> Iterator[Edge]:
    """Yield the sides of a flat board beyond which a further clue stands in the line of its others.

    Something lies there in place of cells: where a row is covered, its clue may show alone, and the rest be a
    whole puzzle.
    """
    for axis in clues:
        if np.mean(axis.seen) < MOSTLY_SEEN:
            continue
        sideways = _is_sideways(axis.edge)
        ends: tuple[Edge, Edge] = ("top", "bottom") if sideways else ("left", "right")
        for edge, line in zip(ends, (-1, len(axis.seen)), strict=True):
            if _is_covered(flat, line, sideways=sideways) and _has_further_clue(flat, axis, line):
                yield edge


def _has_further_clue(flat: FlatBoard, clues: Clues, line: int) -> bool:
    """Return whether a number as strong as the others surely stands beside a line beyond the board."""
    ink = _ink_beside(flat, clues.edge, clues.reach, [line])
    (values,) = np.exp(read_patches(ink.patches))
    return bool(ink.strengths[0] >= STRONG * clues.strength and values[:NO_NUMBER].max() >= SURELY)


def _is_covered(flat: FlatBoard, line: int, *, sideways: bool) -> bool:
    """Return whether something else than paper lies where the cells of a line beyond the board would be."""
    start, quarter = flat.margin + line * flat.pitch, flat.pitch // 4
    across = slice(start + quarter, start + flat.pitch - quarter)
    along = slice(flat.margin, flat.margin + flat.pitch * (flat.cols if sideways else flat.rows))
    cells = flat.pixels[across, along] if sideways else flat.pixels[along, across]
    off = strongest_channel(cv2.absdiff(cells.astype(np.float32), np.broadcast_to(flat.paper, cells.shape)))
    return bool((off > OFF_PAPER).mean() >= MOST_COVERED)


class _Strip(NamedTuple):
    """What stands in one margin."""

    edge: Edge
    share: float
    """Share of the lines that have a clue there, as far as that is known."""
    reach: tuple[float, float]
    """Nearest and farthest that windows reach, in cells from the board,"""
    ink: Ink
    """and what stands in the window of each line."""


def _margins(places: Likely, edges: Sequence[Edge]) -> Iterator[tuple[Edge, Likely, float]]:
    """Yield edges with clues, how likely they are at (lines, BEYOND), and the share of lines that have one.

    Where none are likely on either of the two, or hardly one line has some, both may have them.
    """
    likely = {edge: _seen_from(places, edge) for edge in edges}
    shares = {edge: float(seen.max(axis=1).mean()) for edge, seen in likely.items()}
    most = max(seen.max() for seen in likely.values())
    is_known = most >= LIKELY and max(shares.values()) >= HARDLY
    for edge, seen in likely.items():
        if not is_known:
            yield edge, np.zeros_like(seen), 1.0
        elif shares[edge] >= HARDLY:
            yield edge, seen, shares[edge]


def _seen_from(places: Likely, edge: Edge) -> Likely:
    """Return (lines, BEYOND): the places beyond an edge, nearest first."""
    within = slice(BEYOND, -BEYOND)
    return {
        "left": places[within, BEYOND - 1 :: -1],
        "right": places[within, -BEYOND:],
        "top": places[BEYOND - 1 :: -1, within].T,
        "bottom": places[-BEYOND:, within].T,
    }[edge]


def _strip(flat: FlatBoard, edge: Edge, likely: Likely, share: float) -> _Strip:
    """Cut out what stands beside each line of a margin."""
    middle = _middle(flat, edge, likely.mean(axis=0))
    within = reach_around(edge, middle)
    return _Strip(edge, share, within, _ink_beside(flat, edge, within, range(len(likely))))


def _ink_beside(flat: FlatBoard, edge: Edge, reach: tuple[float, float], lines: Iterable[int]) -> Ink:
    """Return what stands in the windows of some lines, which reach so far."""
    return ink_of(windows(flat, edge, reach, lines))


def windows(flat: FlatBoard, edge: Edge, reach: tuple[float, float], lines: Iterable[int]) -> list[Image]:
    """Cut out what stands beside some lines at an edge, nearest and farthest so many cells from the board."""
    near, far = reach
    spans = [(near, line - OVERLAP, far, line + 1 + OVERLAP) for line in lines]
    return [_part(flat, _box(flat, edge, span)) for span in spans]


def reach_around(edge: Edge, middle: float) -> tuple[float, float]:
    """Return how near to the board and how far windows reach around the middle of a margin's numbers."""
    reach = BESIDE if _is_sideways(edge) else ABOVE
    return max(FRAME_REACH, middle - reach), middle + reach


def _middle(flat: FlatBoard, edge: Edge, likely: Likely) -> float:
    """Return how many cells from the board the middle of the numbers in a margin is.

    `likely` (BEYOND,) is how likely clues are so many whole cells away. There, colours differ along a line.
    """
    band = _band(flat, edge, FRAME_REACH, BEYOND + FRAME_REACH)
    varied = np.ptp(band[:, ::2], axis=1).max(axis=2).mean(axis=0)
    away = FRAME_REACH + (np.arange(len(varied)) + 0.5) / flat.pitch
    weights = varied * (likely + LEAST)[away.astype(int).clip(max=BEYOND - 1)]
    for _ in range(ROUNDS):
        middle = float(np.average(away, weights=weights + LEAST[0] ** 2))
        here = np.abs(away - middle) < REACH
        weights = np.where(here, varied - varied[here].min(), 0)
    return middle


def _is_sideways(edge: Edge) -> bool:
    """Whether it is beside the board, not above or below."""
    return edge in ("left", "right")


def _longest(flat: FlatBoard, edge: Edge) -> int:
    """Return how many cells the lines have whose clues stand beside an edge."""
    return flat.cols if _is_sideways(edge) else flat.rows


def _box(flat: FlatBoard, edge: Edge, span: tuple[float, float, float, float]) -> CellBox:
    """Return the box of nearest, start, farthest, end: cells from an edge, and along it."""
    near, start, far, end = span
    side = {"left": 0, "top": 0, "right": flat.cols, "bottom": flat.rows}[edge]
    low, high = (-far, -near) if edge in ("left", "top") else (side + near, side + far)
    return (low, start, high, end) if _is_sideways(edge) else (start, low, end, high)


def _part(flat: FlatBoard, box: CellBox) -> Image:
    """Return what the flat shows in a box of cells."""
    left, top, right, bottom = (max(0, round(flat.margin + place * flat.pitch)) for place in box)
    return flat.pixels[top:bottom, left:right]


def _band(flat: FlatBoard, edge: Edge, near: float, far: float) -> Image:
    """Return a part of a margin as its edge sees it: (lines, pitch, pixels away from the board, 3)."""
    lines = flat.rows if _is_sideways(edge) else flat.cols
    part = _part(flat, _box(flat, edge, (near, 0, far, lines)))
    seen = part if _is_sideways(edge) else cv2.transpose(part)
    seen = cv2.flip(seen, 1) if edge in ("left", "top") else np.ascontiguousarray(seen)
    return seen.astype(np.uint8, copy=False).reshape(lines, flat.pitch, -1, 3)


def _of_axis(flat: FlatBoard, found: list[tuple[_Strip, Shares]]) -> Clues:
    """Return the clues that stand on one or both of two opposite edges, and what else they may be.

    Where one edge has the numbers of the lines, 1 to n, clues stand on the other. Between two boards, those
    of both look like one number, which is too large.
    """
    found = [one for one in found if not is_count(one[1])] or found
    longest = _longest(flat, found[0][0].edge)
    shares = [strip.share * share_that_fits(numbers, longest) for strip, numbers in found]
    most = max(shares)
    alike = [one for one, share in zip(found, shares, strict=True) if share >= ALIKE * most]
    best = min(alike, key=lambda one: one[1][:, NO_NUMBER].mean())
    clues = replace(_clues(*best, flat), opposed=is_opposed([numbers for _, numbers in alike]))
    for (strip, numbers), share in zip(found, shares, strict=True):
        if share < ALIKE * most and is_opposed([best[1], numbers]):
            return replace(clues, rival=_clues(strip, numbers, flat), behind=float(np.log(share / most)))
    return clues


def share_that_fits(probable: Shares, longest: int) -> float:
    """Return the share of the lines, of so many cells, that have a number not too large for them.

    `probable` is (lines, 101), of the values 0 to 99 and no number.
    """
    return float(probable[:, : min(longest + 1, NO_NUMBER)].sum(axis=1).mean())


def _clues(strip: _Strip, probable: Shares, flat: FlatBoard) -> Clues:
    """Return the clues of a margin in the light of what else is seen in their places."""
    spans, seen, over = _look_at(flat, strip)
    usual = median(strip.ink.strengths[seen]) if seen.any() else 0.0
    probable = weighed(probable, seen, ~seen & (strip.ink.strengths < BARE * usual))
    covered = (over > NOTICED) & (seen.mean() >= MOSTLY_SEEN)
    probable[covered] = in_doubt(probable[covered], over[covered], _longest(flat, strip.edge))
    lines = tuple(np.flatnonzero(covered).tolist())
    boxes = tuple(_box(flat, strip.edge, (near, start, far, end)) for near, start, far, end in spans.tolist())
    shown = tuple((seen | covered).tolist())
    return Clues(np.log(probable), boxes, strip.edge, shown, lines, reach=strip.reach, strength=float(usual))


def _look_at(flat: FlatBoard, strip: _Strip) -> tuple[Spans, Mask, Shares]:
    """Return bounds of each line's number, (lines, 4), whether it has one, and how far larger ink covers it.

    A line that shows none has it where others have theirs.
    """
    own, larger = _inked(flat, strip)
    shown: Mask = own.max(axis=(1, 2))
    away, along = _ends(own.max(axis=1)), _ends(own.max(axis=2))
    spans = np.stack([away[:, 0], along[:, 0], away[:, 1], along[:, 1]], axis=1)
    usual = np.tile(own.shape[:0:-1], 2) * (0.25, 0.25, 0.75, 0.75)
    if shown.any():
        usual = median(spans[shown], axis=0)
    near, start, far, end = usual.astype(int).tolist()
    over: Shares = larger[:, start:end, near:far].mean(axis=(1, 2))
    places = np.where(shown[:, None], spans, usual) / flat.pitch
    places[:, ::2] += strip.reach[0]
    places[:, 1::2] += np.arange(len(own))[:, None]
    return places, shown, over


def _inked(flat: FlatBoard, strip: _Strip) -> tuple[Mask, Mask]:
    """Return which pixels of the lines' windows are ink as large as digits, and which are of larger ink.

    Both are (lines, pitch, pixels away from the board).
    """
    band = _band(flat, strip.edge, *strip.reach)
    lines, pitch, depth, _ = band.shape
    paper = median(band[:, ::3, ::3].reshape(lines, -1, 3), axis=1).astype(np.uint8)
    ground = np.repeat(np.repeat(paper, pitch, axis=0)[:, None], depth, axis=1)
    off = strongest_channel(cv2.absdiff(band.reshape(-1, depth, 3), ground))
    usual, most = quantiles_of_bytes(off[::2, ::2], 0.5, 0.995)
    least = max(INK_SHARE * most, NOISE_TIMES * usual, FAINTEST)
    _, drawn = cv2.threshold(off, int(least), 1, cv2.THRESH_BINARY)
    _, pieces, sizes, _ = cv2.connectedComponentsWithStats(drawn)
    away, along = sizes[:, cv2.CC_STAT_WIDTH] / pitch, sizes[:, cv2.CC_STAT_HEIGHT] / pitch
    high, wide = (along, away) if _is_sideways(strip.edge) else (away, along)
    is_ink = (sizes[:, cv2.CC_STAT_LEFT] > 0) | (away > FRAME_EDGE)
    is_ink[0] = False  # the paper
    is_glyph = is_ink & (high >= GLYPH_HEIGHT[0]) & (high <= GLYPH_HEIGHT[1])
    digit = quantile(high[is_glyph], DIGITS) if is_glyph.any() else GLYPH_HEIGHT[1]
    is_larger = is_ink & ((high > TALL * digit) | (wide > WIDE))
    shape = lines, pitch, depth
    return (is_glyph & ~is_larger)[pieces].reshape(shape), is_larger[pieces].reshape(shape)


def _ends(inked: Mask) -> NDArray[np.intp]:
    """Return (n, 2): the first of so many places that are inked, and the one after the last."""
    return np.stack([inked.argmax(axis=1), inked.shape[1] - inked[:, ::-1].argmax(axis=1)], axis=1)
