"""The flat board's surroundings → where a number stands beside every row and column, and what it says.

The network that looks at boards tells beside which edge clues stand, and how far from it. How high their
digits are is measured there, the margin is brought to one scale by it, and a window of it cut out for every
line.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Literal, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from ..board import CellBox
from ..files.pixels import Image
from ..pixels.brightness import strongest_channel
from ..pixels.quantiles import median, quantile, quantiles_of_bytes
from .calibration import NO_NUMBER, in_doubt, trusted, weighed
from .digits import PATCH, Ink, Numbers, ink_of, paper_around, read_patches
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
LEAST_LIKELY = np.array([1e-5, 1e-6])
"""Least probabilities of clues so many whole cells away, where they are looked for."""
WINDOW = 2.5
"""Height of a number's window, in heights of digits."""
WIDEST, ROOM = 0.8, 1.1
"""Quantile of the widths and ends of a margin's numbers, and how much wider windows are: hardly one does not
fit."""
LEAST_WINDOW, MOST_WINDOW = 0.35, 1.1
"""And in cells: a window hardly reaches into the neighbouring lines."""
OFF_CENTRE = 0.25
"""Cells by which the numbers of a margin stand beside the middles of their lines, at most."""
WRITTEN_SO = 0.5
"""Share of the numbers that are written as progress, n/m, from which all may be."""
BESIDE, ABOVE = 0.65, 0.55
"""Cells from the middle of a margin's numbers, beside the board and above or below, in which their ink is
measured."""
GLYPH_HEIGHT, FRAME_EDGE = (0.13, 1.0), 0.07
"""Heights of glyphs, in cells, and the width of what shows of a thick or blurred frame, at most."""
DIGITS = 0.8
"""Quantile of the heights of numbers at which digits stand: question marks without their dots are lower."""
TALL, WIDE = 1.35, 1.05
"""Ink so many times as high as the numbers, or so many cells wide, is no number."""
INK_SHARE, NOISE_TIMES, FAINTEST_DIGIT = 0.2, 4.0, 12
"""Share of a margin's strongest contrast, times its usual one, and levels, from which something is drawn."""
NOTICED = 0.03
"""Share of a number's box from which ink over it that belongs to no number matters."""
MOSTLY_SEEN = 0.5
"""Share of a margin's lines with numbers, at least, or something else fills the margin."""
COUNTED = 0.6
"""Mean probability of the lines' own numbers from which a margin counts the lines."""
SURELY, OPPOSED, FEWEST_OPPOSED = 0.95, 0.3, 3
"""Probability from which a number is sure, and the share and number of lines with different sure numbers on
opposite edges from which a puzzle is another: one or two may be misread."""
OPPOSITE: tuple[tuple[Edge, Edge], tuple[Edge, Edge]] = (("top", "bottom"), ("left", "right"))


class Window(NamedTuple):
    """Where the number of a line is looked for, in cells."""

    edge: Edge
    away: float
    """From the board to its middle,"""
    aside: float
    """and from the middle of the line, rightwards or downwards."""
    height: float


class Printed(NamedTuple):
    """Where clues stand on every board of a page, for they are printed alike."""

    without: frozenset[Edge] = frozenset()
    """On these edges stand other boards' clues alone."""
    away: Mapping[Edge, float] = {}
    """Cells from an edge to the middle of its clues, where that is known: others' may follow."""


ANYHOW = Printed()
"""As a board is printed of which nothing is known."""


class Beside(NamedTuple):
    """The numbers that stand beside an edge of a board."""

    lines: float
    """Share of the lines that have one, as far as is known."""
    away: float
    """Cells from the edge to their middle."""


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


def read_clues(flat: FlatBoard, places: Likely, printed: Printed = ANYHOW) -> tuple[Clues, Clues]:
    """Return column and row clues of a flat board, read on the edges where most lines have some.

    `places` (rows + 2 BEYOND, cols + 2 BEYOND) are how probably a clue stands at each place.
    """
    ways = ([edge for edge in edges if edge not in printed.without] or edges for edges in OPPOSITE)
    strips = [_strip(flat, *margin, printed.away) for edges in ways for margin in _margins(places, edges)]
    read = read_patches(np.concatenate([strip.ink.patches for strip in strips]))
    ends = np.cumsum([len(strip.ink.patches) for strip in strips])[:-1]
    found = list(zip(strips, np.split(trusted(_written_alike(read)), ends), strict=True))
    cols, rows = (_of_axis(flat, [one for one in found if one[0].edge in edges]) for edges in OPPOSITE)
    return cols, rows


def numbers_at_edges(flat: FlatBoard) -> dict[Edge, Beside]:
    """Return what numbers stand beside each edge of a flat board, but for those that cannot be its clues."""
    found = dict[Edge, Beside]()
    anywhere = np.zeros((flat.rows + 2 * BEYOND, flat.cols + 2 * BEYOND))
    for without in zip(*OPPOSITE, strict=True):
        both = read_clues(flat, anywhere, Printed(frozenset(without)))
        for clues, longest in zip(both, (flat.rows, flat.cols), strict=True):
            probable, boxes = np.exp(clues.log_p), np.array(clues.boxes)
            lines = 0.0 if is_count(probable) else share_that_fits(probable, longest)
            u, v = (median(boxes[:, [axis, axis + 2]].mean(axis=1)) for axis in (0, 1))
            away = {"left": -u, "right": u - flat.cols, "top": -v, "bottom": v - flat.rows}
            found[clues.edge] = Beside(lines, away[clues.edge])
    return found


class _Strip(NamedTuple):
    """What stands in one margin."""

    edge: Edge
    share: float
    """Share of the lines that have a clue there, as far as that is known."""
    spans: Spans
    """(lines, 4): where the number of each line stands, or would stand;"""
    seen: Mask
    """(lines,) whether one does,"""
    over: Shares
    """and how far larger ink covers it."""
    window: Window
    ink: Ink
    """What stands in the window of each line."""


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


def _written_alike(read: Numbers) -> Shares:
    """Return how probable numbers are, (n, 101): of a board that writes most clues so, n/m counts as m."""
    alone, progress = (1 - part[:, NO_NUMBER] for part in read)
    if progress.sum() < WRITTEN_SO * np.maximum(alone, progress).sum():
        return read.alone
    joined = read.progress + read.progress[:, NO_NUMBER:] * read.alone
    joined[:, NO_NUMBER] = read.progress[:, NO_NUMBER] * read.alone[:, NO_NUMBER]
    return joined


def _strip(flat: FlatBoard, edge: Edge, likely: Likely, share: float, away: Mapping[Edge, float]) -> _Strip:
    """Cut out what stands beside each line of a margin, so far away as is known or seen."""
    seen, known = _middle(flat, edge, likely.mean(axis=0)), away.get(edge, inf)
    return strip_beside(flat, edge, min(seen, known), share, end=2 * known)


def strip_beside(flat: FlatBoard, edge: Edge, middle: float, share: float = 1.0, end: float = inf) -> _Strip:
    """Cut out what stands beside each line of a margin, about so many cells away, and nearer than its end."""
    is_sideways = _is_sideways(edge)
    reach = BESIDE if is_sideways else ABOVE
    near, far = max(FRAME_REACH, middle - reach), min(middle + reach, end)
    own, larger, digit = _inked(flat, edge, near, far)
    seen: Mask = own.max(axis=(1, 2))
    away, along = _ends(own.max(axis=1)), _ends(own.max(axis=2))
    spans = np.stack([away[:, 0], along[:, 0], away[:, 1], along[:, 1]], axis=1)
    usual = np.tile(own.shape[:0:-1], 2) * (0.25, 0.25, 0.75, 0.75)
    aside = 0.0
    if seen.any():
        usual = median(spans[seen], axis=0)
        first, last = quantile(spans[seen, :2], 1 - WIDEST, axis=0), quantile(spans[seen, 2:], WIDEST, axis=0)
        of_all = (first + last) / 2 / flat.pitch  # numbers of one and two digits may begin or end together
        middle = near + float(of_all[0])
        aside = float(np.clip(of_all[1] - 0.5, -OFF_CENTRE, OFF_CENTRE))
    near_end, start, far_end, end = usual.astype(int).tolist()
    over: Shares = larger[:, start:end, near_end:far_end].mean(axis=(1, 2))
    places = np.where(seen[:, None], spans, usual) / flat.pitch
    places[:, ::2] += near
    places[:, 1::2] += np.arange(len(own))[:, None]
    wide = quantile((spans[:, 2:] - spans[:, :2])[seen, 1 - is_sideways], WIDEST) if seen.any() else 0.0
    height = max(WINDOW * digit, ROOM * wide / flat.pitch * PATCH[0] / PATCH[1], LEAST_WINDOW)
    window = Window(edge, middle, aside, min(height, MOST_WINDOW))
    return _Strip(edge, share, places, seen, over, window, cut_out(flat, window, range(len(own))))


def cut_out(flat: FlatBoard, window: Window, lines: Iterable[int]) -> Ink:
    """Return what stands in the windows of some lines of a flat board; the frame is left out."""
    sideways, scale = _is_sideways(window.edge), PATCH[0] / window.height
    reach, end = PATCH[sideways] / scale / 2, flat.margin / flat.pitch
    near, far = max(FRAME_REACH, window.away - reach), window.away + reach
    count = flat.rows if sideways else flat.cols
    part = _part(flat, _box(flat, window.edge, (near, -end, far, count + end)))
    across, along = (
        max(1, min(PATCH[sideways], round(scale * (far - near)))),
        round(scale * (count + 2 * end)),
    )
    strip = _resized(part, *((along, across) if sideways else (across, along)))
    length = PATCH[0] if sideways else min(PATCH[1], round(scale * MOST_WINDOW))
    starts = [round(scale * (end + line + 0.5 + window.aside) - length / 2) for line in lines]
    windows, papers = (
        np.stack(
            [
                picture[start : start + length] if sideways else picture[:, start : start + length]
                for start in starts
            ]
        )
        for picture in (strip, paper_around(strip))
    )
    before = PATCH[sideways] - across if window.edge in ("right", "bottom") else 0
    top, left = (0, before) if sideways else (before, (PATCH[1] - length) // 2)
    return ink_of(windows, papers, top, left)


def _resized(part: Image, height: int, width: int) -> Image:
    way = cv2.INTER_AREA if height < len(part) else cv2.INTER_LINEAR
    return cv2.resize(part, (width, height), interpolation=way).astype(np.uint8, copy=False)


def _middle(flat: FlatBoard, edge: Edge, likely: Likely) -> float:
    """Return how many cells from the board the middle of the numbers in a margin is.

    `likely` (BEYOND,) is how likely clues are so many whole cells away. There, colours differ along a line.
    """
    band = _band(flat, edge, FRAME_REACH, BEYOND + FRAME_REACH)
    varied = np.ptp(band[:, ::2], axis=1).max(axis=2).mean(axis=0)
    away = FRAME_REACH + (np.arange(len(varied)) + 0.5) / flat.pitch
    weights = varied * (likely + LEAST_LIKELY)[away.astype(int).clip(max=BEYOND - 1)]
    for _ in range(ROUNDS):
        middle = float(np.average(away, weights=weights + LEAST_LIKELY[0] ** 2))
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
    """Return the clues that stand on one or both of two opposite edges.

    Where one edge has the numbers of the lines, 1 to n, clues stand on the other. Between two boards, those
    of both look like one number, which is too large.
    """
    found = [one for one in found if not is_count(one[1])] or found
    longest = _longest(flat, found[0][0].edge)
    shares = [strip.share * share_that_fits(numbers, longest) for strip, numbers in found]
    most = max(shares)
    alike = [one for one, share in zip(found, shares, strict=True) if share >= ALIKE * most]
    best = min(alike, key=lambda one: one[1][:, NO_NUMBER].mean())
    return replace(_clues(*best, flat), opposed=is_opposed([numbers for _, numbers in alike]))


def is_opposed(margins: Sequence[Shares]) -> bool:
    """Whether numbers of two margins, (lines, 101) probabilities, surely differ for many of the lines."""
    if len(margins) < 2:
        return False
    one, other = (margin[:, :NO_NUMBER] for margin in margins)
    sure = np.minimum(one.max(axis=1), other.max(axis=1)) >= SURELY
    differ = np.count_nonzero(sure & (one.argmax(axis=1) != other.argmax(axis=1)))
    return bool(differ >= max(FEWEST_OPPOSED, OPPOSED * len(one)))


def is_count(margin: Shares) -> bool:
    """Whether numbers of a margin, (lines, 101) probabilities, are those of the lines, from either end."""
    lines = np.arange(len(margin))
    counts = (lines + 1, lines[::-1] + 1)
    return any(bool(margin[lines, count].mean() >= COUNTED) for count in counts if len(lines) < NO_NUMBER)


def share_that_fits(probable: Shares, longest: int) -> float:
    """Return the share of the lines, of so many cells, that have a number not too large for them.

    `probable` is (lines, 101), of the values 0 to 99 and no number.
    """
    return float(probable[:, : min(longest + 1, NO_NUMBER)].sum(axis=1).mean())


def _clues(strip: _Strip, probable: Shares, flat: FlatBoard) -> Clues:
    """Return the clues of a margin in the light of what else is seen in their places."""
    seen, over = strip.seen, strip.over
    usual = median(strip.ink.strengths[seen]) if seen.any() else 0.0
    probable = weighed(probable, seen, ~seen & (strip.ink.strengths < BARE * usual))
    covered = (over > NOTICED) & (seen.mean() >= MOSTLY_SEEN)
    probable[covered] = in_doubt(probable[covered], over[covered], _longest(flat, strip.edge))
    lines = tuple(np.flatnonzero(covered).tolist())
    boxes = tuple(
        _box(flat, strip.edge, (near, start, far, end)) for near, start, far, end in strip.spans.tolist()
    )
    shown = tuple((seen | covered).tolist())
    return Clues(np.log(probable), boxes, strip.edge, shown, lines)


def _inked(flat: FlatBoard, edge: Edge, near: float, far: float) -> tuple[Mask, Mask, float]:
    """Return which pixels of a margin are ink as large as digits, and which are of larger ink.

    Both are (lines, pitch, pixels away from the board). And how high digits are, in cells.
    """
    band = _band(flat, edge, near, far)
    lines, pitch, depth, _ = band.shape
    paper = median(band[:, ::3, ::3].reshape(lines, -1, 3), axis=1).astype(np.uint8)
    ground = np.repeat(np.repeat(paper, pitch, axis=0)[:, None], depth, axis=1)
    off = strongest_channel(cv2.absdiff(band.reshape(-1, depth, 3), ground))
    usual, most = quantiles_of_bytes(off[::2, ::2], 0.5, 0.995)
    least = max(INK_SHARE * most, NOISE_TIMES * usual, FAINTEST_DIGIT)
    _, drawn = cv2.threshold(off, int(least), 1, cv2.THRESH_BINARY)
    _, pieces, sizes, _ = cv2.connectedComponentsWithStats(drawn)
    away, along = sizes[:, cv2.CC_STAT_WIDTH] / pitch, sizes[:, cv2.CC_STAT_HEIGHT] / pitch
    high, wide = (along, away) if _is_sideways(edge) else (away, along)
    is_ink = (sizes[:, cv2.CC_STAT_LEFT] > 0) | (away > FRAME_EDGE)
    is_ink[0] = False  # the paper
    is_glyph = is_ink & (high >= GLYPH_HEIGHT[0]) & (high <= GLYPH_HEIGHT[1])
    digit = quantile(high[is_glyph], DIGITS) if is_glyph.any() else GLYPH_HEIGHT[1]
    is_larger = is_ink & ((high > TALL * digit) | (wide > WIDE))
    shape = lines, pitch, depth
    own, larger = ((kind[pieces]).reshape(shape) for kind in (is_glyph & ~is_larger, is_larger))
    return own, larger, float(digit)


def _ends(inked: Mask) -> NDArray[np.intp]:
    """Return (n, 2): the first of so many places that are inked, and the one after the last."""
    return np.stack([inked.argmax(axis=1), inked.shape[1] - inked[:, ::-1].argmax(axis=1)], axis=1)
