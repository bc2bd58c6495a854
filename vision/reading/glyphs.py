"""Crops with one number each → its ink in the two forms that the networks read; training makes them too."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from ..files.pixels import Image

Ink = NDArray[np.uint8]
"""What is drawn: uint8 (H, W), 0 paper, 255 the strongest ink."""

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

PAPER_SPREAD = np.round(1000 * np.exp(-0.5 * (np.arange(-12, 13) / 3) ** 2))
"""How likely paper of one colour varies by -12 to 12 grey levels; whole numbers, so that sums are exact."""
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
    for crop, number_patch, crop_patch in zip(crops, number_patches, crop_patches, strict=True):
        ink = _ink(crop)
        box = _number_box(ink)
        number_patch[:], crop_patch[:] = _number_patch(ink, box), _crop_patch(ink, box)
    return number_patches, crop_patches


class InkBox(NamedTuple):
    """A part of a crop, in its pixels, right and bottom excluded."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        return self.right - self.left

    @property
    def height(self) -> int:
        return self.bottom - self.top


class Part(NamedTuple):
    """Ink that hangs together."""

    box: InkBox
    cut: bool
    """Whether it touches the crop's left or right side."""


def _ink(crop: Image) -> MatLike:
    """Bring out what differs from the paper, whatever the colours, at full strength; frames taken away."""
    sample = np.ascontiguousarray(crop[::2, ::2])
    paper = [_commonest(sample, channel) for channel in range(3)]
    contrast = _contrast(crop, np.array([*paper, 0.0]))
    deviation, peak = _levels(contrast, 0.5, PEAK_SHARE)
    if deviation > SMOOTH_PAPER:
        contrast = _contrast(crop, _lit_paper(crop, paper))
        deviation, peak = _levels(contrast, 0.5, PEAK_SHARE)
    noise = NOISE_MARGIN * deviation
    if _clear_edge_lines(contrast, max(noise, LINE_LEVEL * peak)):
        (peak,) = _levels(contrast, PEAK_SHARE)
    strength = max(peak - noise, PEAK_FLOOR, NOISE_CLEARANCE * deviation)
    table = (GREY_LEVELS - noise) * (255 / strength)
    return cv2.LUT(contrast, table.clip(0, 255).astype(np.uint8))


def _contrast(crop: Image, paper: NDArray[np.float64] | Image) -> MatLike:
    """Difference of each pixel from the paper, averaged over the channels."""
    return cv2.transform(cv2.absdiff(crop, paper), CHANNEL_MEAN)


def _commonest(crop: Image, channel: int) -> int:
    """Level of one channel that most pixels are near: a number may cover more than half of a narrow crop."""
    counts = cv2.calcHist([crop], [channel], None, [256], [0, 256]).ravel()
    return int(np.convolve(counts, PAPER_SPREAD, mode="same").argmax())


def _levels(contrast: MatLike, *shares: float) -> list[int]:
    """Levels below or at which these shares of the pixels lie; a histogram is faster than sorting."""
    counts = cv2.calcHist([contrast], [0], None, [256], [0, 256]).cumsum()
    return [int(counts.searchsorted(share * contrast.size)) for share in shares]


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


def _number_box(ink: MatLike) -> InkBox:
    """Find the digits by their strong ink, then take in the hairlines that hang on them."""
    otsu, _ = cv2.threshold(ink, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    strong = _digits_box(ink, min(max(otsu, 255 * PART_LEVEL[0]), 255 * PART_LEVEL[1]))
    weak = _digits_box(ink, 255 * HAIRLINE_LEVEL)
    if strong is None:
        return weak or InkBox(0, 0, ink.shape[1], ink.shape[0])
    grows = weak is not None and weak.height <= HAIRLINE_GROWTH * strong.height
    return weak if weak is not None and grows else strong


def _digits_box(ink: MatLike, level: float) -> InkBox | None:
    """Find tall parts side by side, rather free than cut off."""
    parts = _parts(ink, level)
    if not parts:
        return None
    tallest = max(part.box.height for part in parts)
    digits = sorted(part for part in parts if part.box.height > DIGIT_HEIGHT * tallest)
    number = max(_groups(digits, tallest), key=_weight)
    lefts, tops, rights, bottoms = zip(*(part.box for part in number), strict=True)
    return InkBox(min(lefts), min(tops), max(rights), max(bottoms))


def _parts(ink: MatLike, level: float) -> list[Part]:
    height, width = ink.shape
    _, mask = cv2.threshold(ink, level, 255, cv2.THRESH_BINARY)
    # Outlines are found several times faster than components are labelled.
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    parts = []
    for x, y, w, h in map(cv2.boundingRect, outlines):
        cut = x == 0 or x + w == width
        spans = (cut or y == 0 or y + h == height) and (h > SPANNING * height or w > SPANNING * width)
        if h > PART_HEIGHT * height and not spans:
            parts.append(Part(InkBox(x, y, x + w, y + h), cut))
    return parts


def _groups(digits: list[Part], tallest: int) -> list[list[Part]]:
    """Split parts, sorted from left to right, where the space is too wide for one number."""
    groups = [[digits[0]]]
    for left, right in pairwise(digits):
        widest = (EDGE_GAP if left.cut or right.cut else DIGIT_GAP) * tallest
        if right.box.left - left.box.right > widest:
            groups.append([])
        groups[-1].append(right)
    return groups


def _weight(group: list[Part]) -> float:
    return sum(part.box.width * part.box.height * (EDGE_WEIGHT if part.cut else 1) for part in group)


def _number_patch(ink: MatLike, box: InkBox) -> MatLike:
    """Show the number at the height for digits, or smaller if it is too wide for that."""
    return _patch(ink, box, NUMBER_PATCH, min(NUMBER_SIZE[0] / box.height, NUMBER_SIZE[1] / box.width))


def _crop_patch(ink: MatLike, box: InkBox) -> MatLike:
    """Show as much of the crop around the number as is high as the crop, whatever the number's size."""
    return _patch(ink, box, CROP_PATCH, CROP_PATCH[0] / len(ink))


def _patch(ink: MatLike, box: InkBox, shape: tuple[int, int], scale: float) -> MatLike:
    """Draw the ink with the box in the middle of a patch of this shape."""
    if scale < STRONG_REDUCTION:
        ink = cv2.blur(ink, (round(1 / scale), round(1 / scale)))
    shift_x = (shape[1] - scale * (box.left + box.right)) / 2
    shift_y = (shape[0] - scale * (box.top + box.bottom)) / 2
    placing = np.array([[scale, 0, shift_x], [0, scale, shift_y]])
    return cv2.warpAffine(ink, placing, shape[::-1], flags=cv2.INTER_LINEAR)
