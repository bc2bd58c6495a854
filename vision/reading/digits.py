"""Crops with one number each → how probable every value 0 to 99 is, and that there is no number.

Two small networks look at the same ink in two ways and their probabilities are averaged: one sees the number
alone, brought to one size; the other the crop around it, as large as it is. A wrong guess at how far the
number extends misleads the first only, so the two then differ and the reading is rightly unsure.
"""

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from ..files.pixels import Image
from .calibration import NO_NUMBER, trusted
from .network import Floats, convolved, load_weights, pooled, probabilities, rectified

Ink = NDArray[np.uint8]
"""What is drawn: uint8 (H, W), 0 paper, 255 the strongest ink."""
Boxes = NDArray[np.int64]
"""(..., 4) left, top, right, bottom in a crop's pixels, right and bottom excluded."""

NUMBER_PATCH = (28, 40)
"""Rows and columns of the patch that shows the number alone: two bold digits and a margin fit."""
NUMBER_SIZE = (20, 36)
"""Height the digits are brought to in it, and the width they may not exceed."""
CROP_PATCH = (32, 48)
"""Rows and columns of the patch that shows the crop around it: digits of a third of the crop keep 10 rows."""

PEAK_SHARE = 0.995
"""Ink is as dark as the darkest half hundredth of the crop: a thin 1 covers little more than that."""
PEAK_FLOOR = 10.0
"""Grey levels: fainter drawings are not stretched to full contrast, or blank paper would become texture."""
NOISE_MARGIN = 2.0
"""Paper deviates from its median colour by up to about this many times its median deviation."""
NOISE_CLEARANCE = 3.0
"""Ink that stands out by fewer median deviations of the paper is not stretched to full contrast either."""

PAPER_SPREAD = np.round(1000 * np.exp(-0.5 * (np.arange(-12, 13)[None] / 3) ** 2)).astype(np.float32)
"""How likely paper of one colour varies by -12 to 12 grey levels; whole numbers, so that sums are exact
as float32 for crops of up to 65,000 pixels."""
SMOOTH_PAPER = 2
"""Median deviation, in grey levels, up to which paper is drawn and evenly lit."""
LIGHT_GRID = (16, 12)
"""Columns and rows of the reduced crop in which an uneven light is looked for."""
LIGHT_PLACES = np.array([[1, x, y] for y in np.linspace(-1, 1, 12) for x in np.linspace(-1, 1, 16)])
"""(192, 3): for each of its pixels a constant, and its place from -1 to 1 across and down."""
LIGHT_BOUNDS = (40.0, 12.0)
"""Grey levels from the paper within which a pixel may be paper, before and after a first estimate."""
LIGHT_INERTIA = np.eye(3)
"""Draws the slope to none, hardly, but enough to have one where no pixel may be paper."""

EDGE_ZONE = 0.3
"""Share of the crop's height, from each edge, in which frames and rules are looked for."""
EDGE_COVER = 0.85
"""A row or column of pixels inked over this share of its length is a line: no digit is that wide or tall."""
LINE_LEVEL = 0.15
"""Share of the peak from which on a pixel counts as part of a line, so that its soft flank goes with it."""

PART_LEVEL = (0.24, 0.45)
"""Bounds, as shares of the peak, of the level between paper and ink: a bold digit's thin strokes are weak."""
HAIRLINE_LEVEL = 0.16
"""Share of the peak from which on ink may be a hairline: without it, a 5's flag is torn from its bowl."""
HAIRLINE_GROWTH = 1.9
"""Hairlines that make the number more than this much higher are none: it hangs on a rule or in a shadow."""
PART_HEIGHT = 0.12
"""Share of the crop's height below which a connected part is a speck, a point or a dash."""
SPANNING = 0.92
"""Share of the crop from which on a part that touches an edge is a frame or picture, not a digit."""
DIGIT_HEIGHT = 0.5
"""Share of the tallest part's height that a part needs to be a digit beside it."""
DIGIT_GAP = 0.8
"""Widest space between the digits of a number, in digit heights: between the 1s of a light, spaced 11."""
EDGE_GAP = 0.3
"""The same where one of the two touches the crop's side: more likely, a neighbouring number looks in."""
EDGE_WEIGHT = 0.3
"""What a part that touches the crop's side counts, against one that stands free, in choosing the number."""
STRONG_REDUCTION = 0.8
"""Below this scale, bilinear sampling would skip pixels, so neighbours are averaged first."""

GREY_LEVELS = np.arange(256)
CHANNEL_MEAN = np.full((1, 3), 1 / 3, np.float32)
"""Red ink on black differs in one channel only; the mean keeps coloured smoothing sharp."""


def glyph_patches(crops: Sequence[Image]) -> tuple[Ink, Ink]:
    """Bring out the ink of each crop in the two forms that the networks read.

    Parameters
    ----------
    crops
        uint8 (H, W, 3) RGB each

    Returns
    -------
    tuple[Ink, Ink]
        uint8 (n, 28, 40), the number alone, 20 px high; and uint8 (n, 32, 48), the number in its
        surroundings, 32 px to the height of the crop.
    """
    number_patches = np.zeros((len(crops), *NUMBER_PATCH), np.uint8)
    crop_patches = np.zeros((len(crops), *CROP_PATCH), np.uint8)
    if not crops:
        return number_patches, crop_patches
    inks = _inks(crops)
    boxes = _number_boxes(inks)
    sizes = boxes[:, 2:] - boxes[:, :2]
    _draw(inks, boxes, (NUMBER_SIZE[::-1] / sizes).min(axis=1), number_patches)
    _draw(inks, boxes, CROP_PATCH[0] / np.array([len(ink) for ink in inks]), crop_patches)
    return number_patches, crop_patches


def _inks(crops: Sequence[Image]) -> list[MatLike]:
    """Bring out what differs from the paper, whatever the colours, at full strength; frames taken away."""
    papers = _papers(crops)
    contrasts = _contrasts(crops, [np.array([*paper, 0.0]) for paper in papers])
    levels = _levels(contrasts, 0.5, PEAK_SHARE)
    if uneven := np.flatnonzero(levels[0] > SMOOTH_PAPER).tolist():
        some = [crops[at] for at in uneven]
        lit = _contrasts(some, [_lit_paper(crops[at], papers[at]) for at in uneven])
        levels[:, uneven] = _levels(lit, 0.5, PEAK_SHARE)
        for at, contrast in zip(uneven, lit, strict=True):
            contrasts[at] = contrast
    noise = NOISE_MARGIN * levels[0]
    above = np.maximum(noise, LINE_LEVEL * levels[1]).tolist()
    pairs = enumerate(zip(contrasts, above, strict=True))
    cleared = [at for at, (contrast, least) in pairs if _clear_edge_lines(contrast, least)]
    if cleared:
        levels[1, cleared] = _levels([contrasts[at] for at in cleared], PEAK_SHARE)
    strength = np.maximum(np.maximum(levels[1] - noise, PEAK_FLOOR), NOISE_CLEARANCE * levels[0])
    tables = ((GREY_LEVELS - noise[:, None]) * (255 / strength[:, None])).clip(0, 255).astype(np.uint8)
    return [cv2.LUT(contrast, table) for contrast, table in zip(contrasts, tables, strict=True)]


def _papers(crops: Sequence[Image]) -> list[list[int]]:
    """Level of each channel that most pixels are near: a number may cover more than half of a narrow crop."""
    samples = [crop[::2, ::2].reshape(-1, 3) for crop in crops]
    counts = np.zeros((len(crops), 3, 256), np.float32)
    start_of = np.repeat(256 * np.arange(len(crops)), [len(sample) for sample in samples])
    for channel, plane in enumerate(cv2.split(np.concatenate(samples)[None])):
        counts[:, channel] = np.bincount(plane.ravel() + start_of, minlength=256 * len(crops)).reshape(
            -1, 256
        )
    near = cv2.filter2D(counts.reshape(-1, 256), -1, PAPER_SPREAD, borderType=cv2.BORDER_CONSTANT)
    papers: list[list[int]] = near.argmax(axis=1).reshape(-1, 3).tolist()
    return papers


def _contrasts(crops: Sequence[Image], papers: Sequence[MatLike]) -> list[MatLike]:
    """Difference of each pixel from the paper, a colour or one of its size, averaged over the channels."""
    ends = np.cumsum([crop.shape[0] * crop.shape[1] for crop in crops]).tolist()
    off = np.empty((1, ends[-1], 3), np.uint8)
    for crop, paper, end in zip(crops, papers, ends, strict=True):
        here = off[0, end - crop.shape[0] * crop.shape[1] : end].reshape(crop.shape)
        cv2.absdiff(crop, paper, here)
    mean = cv2.transform(off, CHANNEL_MEAN)[0]
    parts = zip(crops, np.split(mean, ends[:-1]), strict=True)
    return [part.reshape(crop.shape[:2]) for crop, part in parts]


def _levels(contrasts: Sequence[MatLike], *shares: float) -> NDArray[np.int64]:
    """Levels (shares, n) below or at which these shares of the pixels lie."""
    counts = np.stack([np.bincount(contrast.ravel(), minlength=256) for contrast in contrasts])
    least = np.array(shares)[:, None] * [contrast.size for contrast in contrasts]
    levels: NDArray[np.int64] = np.count_nonzero(counts.cumsum(axis=1) < least[..., None], axis=2)
    return levels


def _lit_paper(crop: Image, paper: list[int]) -> Image:
    """Let the paper's colour change evenly over the crop, as in uneven light.

    Found by least squares, first over all that may be paper in some light, then over what fits that slope.
    """
    seen = cv2.resize(crop, LIGHT_GRID, interpolation=cv2.INTER_AREA).reshape(-1, 3) - np.array(paper)
    slope = np.zeros((3, 3))
    for bound in LIGHT_BOUNDS:
        near = np.abs((seen - LIGHT_PLACES @ slope).mean(axis=1)) < bound
        places = LIGHT_PLACES * near[:, None]
        slope = np.linalg.solve(places.T @ LIGHT_PLACES + LIGHT_INERTIA, places.T @ seen)
    down, across = (np.linspace(-1, 1, extent)[:, None] for extent in crop.shape[:2])
    lit = (paper + slope[0] + across * slope[1])[None] + (down * slope[2])[:, None]
    return np.asarray(lit.clip(0, 255), np.uint8)


def _clear_edge_lines(contrast: MatLike, above: float) -> bool:
    """Wipe, in place, frames and rules that run along an edge, and all that lies beyond them."""
    _, inked = cv2.threshold(contrast, above, 1, cv2.THRESH_BINARY)
    height, width = contrast.shape
    _, _, wide, high = cv2.boundingRect(inked)
    if wide <= EDGE_COVER * width and high <= EDGE_COVER * height:
        return False
    zone = max(2, round(EDGE_ZONE * height))
    across = cv2.reduce(inked, 1, cv2.REDUCE_SUM, dtype=cv2.CV_32S).ravel() > EDGE_COVER * width
    along = cv2.reduce(inked, 0, cv2.REDUCE_SUM, dtype=cv2.CV_32S).ravel() > EDGE_COVER * height
    if not across.any() and not along.any():
        return False
    for lines, pixels in ((across, contrast), (along, contrast.T)):
        near, far = lines[:zone].nonzero()[0], lines[: -zone - 1 : -1].nonzero()[0]
        pixels[: near[-1] + 1 if len(near) else 0] = 0
        pixels[len(pixels) - (far[-1] + 1 if len(far) else 0) :] = 0
    return True


def _number_boxes(inks: Sequence[MatLike]) -> Boxes:
    """Find the digits by their strong ink, then take in the hairlines that hang on them."""
    otsu = [cv2.threshold(ink, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)[0] for ink in inks]
    strong = np.clip(otsu, 255 * PART_LEVEL[0], 255 * PART_LEVEL[1])
    found = _digits_above(inks, strong, np.full(len(inks), 255 * HAIRLINE_LEVEL))
    heights = found[..., 3] - found[..., 1]
    is_strong, is_weak = heights > 0
    grows = is_weak & (~is_strong | (heights[1] <= HAIRLINE_GROWTH * heights[0]))
    whole = np.array([(0, 0, ink.shape[1], ink.shape[0]) for ink in inks])
    boxes = np.where(grows[:, None], found[1], found[0])
    return np.where((is_strong | is_weak)[:, None], boxes, whole)


def _digits_above(inks: Sequence[MatLike], *levels: NDArray[np.float64]) -> Boxes:
    """Return (levels, n, 4): tall parts above each level, side by side, rather free than cut off.

    A crop in which no ink is above its level has zeros.
    """
    boxes = np.zeros((len(levels) * len(inks), 4), np.int64)
    crop, parts, cut = _parts_above(inks, levels)
    high = parts[:, 3] - parts[:, 1]
    tallest = np.zeros(len(boxes), np.int64)
    np.maximum.at(tallest, crop, high)
    digits = high > DIGIT_HEIGHT * tallest[crop]
    if digits.any():
        crop, parts, cut = crop[digits], parts[digits], cut[digits]
        space = parts[1:, 0] - parts[:-1, 2]
        widest = np.where(cut[1:] | cut[:-1], EDGE_GAP, DIGIT_GAP) * tallest[crop[1:]]
        starts = np.flatnonzero(np.concatenate([[True], (crop[1:] != crop[:-1]) | (space > widest)]))
        area = (parts[:, 2] - parts[:, 0]) * (parts[:, 3] - parts[:, 1])
        weights = np.add.reduceat(area * np.where(cut, EDGE_WEIGHT, 1), starts)
        corners = [np.minimum.reduceat(parts[:, :2], starts), np.maximum.reduceat(parts[:, 2:], starts)]
        best = np.lexsort((-starts, weights))  # of several numbers in a crop, the heaviest comes last
        boxes[crop[starts[best]]] = np.concatenate(corners, axis=1)[best]
    return boxes.reshape(len(levels), -1, 4)


def _parts_above(
    inks: Sequence[MatLike], levels: Sequence[NDArray[np.float64]]
) -> tuple[NDArray[np.int64], Boxes, NDArray[np.bool_]]:
    """Return ink that hangs together, ordered by level and crop, and in each from left to right.

    That is the number of each one's crop, (m,), counted on from level to level; its box in the crop, (m, 4);
    and whether it touches the crop's left or right side.
    """
    sizes = np.array([ink.shape for ink in inks] * len(levels))
    tops = np.concatenate([[0], np.cumsum(sizes[:, 0] + 1)])
    mask = _masks(inks, levels, tops)
    # Outlines are found several times faster than components are labelled.
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    rects = np.array([cv2.boundingRect(outline) for outline in outlines], np.int64).reshape(-1, 4)
    crop = np.searchsorted(tops, rects[:, 1], side="right") - 1
    left, top, width, height = rects.T
    top, right, bottom = top - tops[crop], left + width, top - tops[crop] + height
    high, wide = sizes[crop].T
    cut = (left == 0) | (right == wide)
    spans = (cut | (top == 0) | (bottom == high)) & ((height > SPANNING * high) | (width > SPANNING * wide))
    kept = np.flatnonzero((height > PART_HEIGHT * high) & ~spans)
    order = kept[np.lexsort([place[kept] for place in (bottom, right, top, left, crop)])]
    return crop[order], np.stack([left, top, right, bottom], axis=1)[order], cut[order]


def _masks(
    inks: Sequence[MatLike], levels: Sequence[NDArray[np.float64]], tops: NDArray[np.int64]
) -> MatLike:
    """Show below each other, from these rows on, the ink above each level; with paper between them."""
    sheet = np.zeros((tops[len(inks)], max(ink.shape[1] for ink in inks)), np.uint8)
    for ink, top in zip(inks, tops.tolist(), strict=False):
        sheet[top : top + ink.shape[0], : ink.shape[1]] = ink
    heights = np.diff(tops[: len(inks) + 1])
    above = [sheet > np.repeat(level.astype(np.uint8), heights)[:, None] for level in levels]
    return np.concatenate(above).view(np.uint8)


def _draw(inks: Sequence[MatLike], boxes: Boxes, scales: NDArray[np.float64], patches: Ink) -> None:
    """Draw each ink into its patch, with its box in the middle."""
    size = patches.shape[2], patches.shape[1]
    placings = np.zeros((len(inks), 2, 3))
    placings[:, 0, 0] = placings[:, 1, 1] = scales
    placings[:, :, 2] = (size - scales[:, None] * (boxes[:, :2] + boxes[:, 2:])) / 2
    reaches = np.where(scales < STRONG_REDUCTION, np.rint(1 / scales), 1).astype(int).tolist()
    for ink, placing, reach, patch in zip(inks, placings, reaches, patches, strict=True):
        smooth = cv2.blur(ink, (reach, reach)) if reach > 1 else ink
        cv2.warpAffine(smooth, placing, size, patch, flags=cv2.INTER_LINEAR)


WEIGHTS = Path(__file__).with_name("digits.npz")
"""Kernel and bias of layers number0 to number4 and crop0 to crop4, batch norm and temperature folded in."""
NETWORKS = ("number", "crop")
CONVOLUTIONS = 4
"""Of each network; the first skips every other place."""
POOLED = (1, 2)
"""Convolutions, from 0, after which the greatest of each four neighbours is kept."""
BATCH = 20
"""Numbers taken through a network at once: what is worked on still fits the processor's cache."""


def read_numbers(crops: Sequence[Image]) -> NDArray[np.float64]:
    """Read the number in each crop.

    Parameters
    ----------
    crops
        uint8 (H, W, 3) RGB each: upright windows of 0.9 to 1.3 cells by 0.8 to 2, at 24 to 80 px a cell, with
        at most one number, anywhere in them, whose digits are 0.25 to 0.75 of a cell high.

    Returns
    -------
    NDArray[np.float64]
        (n, 101) natural logarithms of probabilities; columns 0 to 99 are values, NO_NUMBER is none.
        Each row's probabilities sum to 1 and none is below 9e-6.
    """
    patches = glyph_patches(crops)
    number, crop = map(_probabilities, patches, NETWORKS)
    readings: NDArray[np.float64] = np.log(trusted((number + crop) / 2))
    return readings


def value_probabilities(scores: Floats) -> NDArray[np.float64]:
    """Join what a network says of the digits to what it says of the number: float64 (n, 101).

    Parameters
    ----------
    scores
        (n, 21): ten for the tens (none, 1 to 9), eleven for the ones (0 to 9, no number).
    """
    tens, ones = probabilities(scores[:, :10]), probabilities(scores[:, 10:])
    values = (tens[:, :, None] * ones[:, None, :10]).reshape(-1, NO_NUMBER)
    return np.hstack([values, ones[:, 10:]])


def _probabilities(patches: Ink, network: str) -> NDArray[np.float64]:
    batches = np.array_split(patches, max(1, -(-len(patches) // BATCH)))
    return value_probabilities(np.concatenate([_scores(batch, network) for batch in batches]))


def _scores(patches: Ink, network: str) -> Floats:
    """Return (n, 21) scores of patches (n, h, w)."""
    weights = load_weights(WEIGHTS)
    signal: Floats = patches[..., None] * np.float32(1 / 255)
    for place in range(CONVOLUTIONS):
        stride, pad = (1, 1) if place else (2, 2)
        signal = convolved(signal, weights, f"{network}{place}", stride, pad)
        signal = rectified(pooled(signal) if place in POOLED else signal)
    kernel, bias = (weights[f"{network}{CONVOLUTIONS}.{part}"] for part in ("kernel", "bias"))
    scores: Floats = signal.reshape(len(patches), len(kernel)) @ kernel + bias
    return scores
