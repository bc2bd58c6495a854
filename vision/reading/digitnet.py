"""Crops with one number each → how probable every value 0 to 99 is, and that there is no number.

Two small networks look at the same ink in two ways and their probabilities are averaged: one sees the number
alone, brought to one size; the other the crop around it, as large as it is. A wrong guess at how far the
number extends misleads the first only, so the two then differ and the reading is rightly unsure.
"""

from collections.abc import Sequence
from functools import cache
from importlib import resources
from itertools import pairwise
from typing import NamedTuple

import cv2
import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

Image = NDArray[np.uint8]
"""A picture: uint8 (H, W, 3), RGB."""
Ink = NDArray[np.uint8]
"""What is drawn: uint8 (H, W), 0 paper, 255 the strongest ink."""
Floats = NDArray[np.float32]

NO_NUMBER = 100
"""The index after the values 0 to 99: nothing to read here, or something that is no number."""

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
POOLED = (1, 2)
"""Convolutions, from 0, after which the greatest of each four neighbours is kept."""
BATCH = 10
"""Numbers taken through a network at once: their products still fit the processor's cache."""
TRUST = 0.999
"""Weight of the networks' probabilities; the rest is spread evenly: no picture excludes a value."""


def read_numbers(crops: Sequence[Image]) -> NDArray[np.float64]:
    """Read the number in each crop.

    Parameters
    ----------
    crops
        uint8 (H, W, 3) RGB each: upright windows of 0.9 to 1.3 cells by 0.8 to 2, at 24 to 64 px a cell, with
        at most one number, anywhere in them, whose digits are 0.25 to 0.75 of a cell high.

    Returns
    -------
    NDArray[np.float64]
        (n, 101) natural logarithms of probabilities; columns 0 to 99 are values, NO_NUMBER is none.
        Each row's probabilities sum to 1 and none is below 9e-6.
    """
    number_patches, crop_patches = glyph_patches(crops)
    number_net, crop_net = load_networks()
    seen = (_probabilities(number_patches, number_net) + _probabilities(crop_patches, crop_net)) / 2
    readings: NDArray[np.float64] = np.log(TRUST * seen + (1 - TRUST) / (NO_NUMBER + 1))
    return readings


def glyph_patches(crops: Sequence[Image]) -> tuple[Ink, Ink]:
    """Bring out the ink of each crop in the two forms that the networks read; training sees these too.

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


def value_probabilities(scores: Floats) -> NDArray[np.float64]:
    """Join what a network says of the digits to what it says of the number: float64 (n, 101).

    Parameters
    ----------
    scores
        (n, 21): ten for the tens (none, 1 to 9), eleven for the ones (0 to 9, no number).
    """
    tens, ones = _softmax(scores[:, :10]), _softmax(scores[:, 10:])
    values = (tens[:, :, None] * ones[:, None, :10]).reshape(-1, NO_NUMBER)
    return np.hstack([values, ones[:, 10:]])


class Box(NamedTuple):
    """A part of a crop, in pixels, the ends not included."""

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

    box: Box
    cut: bool
    """Whether it touches the crop's left or right side."""


def _ink(crop: Image) -> Ink:
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
    return np.asarray(cv2.LUT(contrast, table.clip(0, 255).astype(np.uint8)), np.uint8)


def _contrast(crop: Image, paper: NDArray[np.float64] | Image) -> Ink:
    """Difference of each pixel from the paper, averaged over the channels."""
    return np.asarray(cv2.transform(cv2.absdiff(crop, paper), CHANNEL_MEAN), np.uint8)


def _commonest(crop: Image, channel: int) -> int:
    """Level of one channel that most pixels are near: a number may cover more than half of a narrow crop."""
    counts = cv2.calcHist([crop], [channel], None, [256], [0, 256]).ravel()
    return int(np.convolve(counts, PAPER_SPREAD, mode="same").argmax())


def _levels(contrast: Ink, *shares: float) -> list[int]:
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


def _clear_edge_lines(contrast: Ink, above: float) -> bool:
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


def _number_box(ink: Ink) -> Box:
    """Find the digits by their strong ink, then take in the hairlines that hang on them."""
    otsu, _ = cv2.threshold(ink, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    strong = _digits_box(ink, min(max(otsu, 255 * PART_LEVEL[0]), 255 * PART_LEVEL[1]))
    weak = _digits_box(ink, 255 * HAIRLINE_LEVEL)
    if strong is None:
        return weak or Box(0, 0, ink.shape[1], ink.shape[0])
    grows = weak is not None and weak.height <= HAIRLINE_GROWTH * strong.height
    return weak if weak is not None and grows else strong


def _digits_box(ink: Ink, level: float) -> Box | None:
    """Find tall parts side by side, rather free than cut off."""
    parts = _parts(ink, level)
    if not parts:
        return None
    tallest = max(part.box.height for part in parts)
    digits = sorted(part for part in parts if part.box.height > DIGIT_HEIGHT * tallest)
    number = max(_groups(digits, tallest), key=_weight)
    lefts, tops, rights, bottoms = zip(*(part.box for part in number), strict=True)
    return Box(min(lefts), min(tops), max(rights), max(bottoms))


def _parts(ink: Ink, level: float) -> list[Part]:
    height, width = ink.shape
    _, mask = cv2.threshold(ink, level, 255, cv2.THRESH_BINARY)
    # Outlines are found several times faster than components are labelled.
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    parts = []
    for x, y, w, h in map(cv2.boundingRect, outlines):
        cut = x == 0 or x + w == width
        spans = (cut or y == 0 or y + h == height) and (h > SPANNING * height or w > SPANNING * width)
        if h > PART_HEIGHT * height and not spans:
            parts.append(Part(Box(x, y, x + w, y + h), cut))
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


def _number_patch(ink: Ink, box: Box) -> Ink:
    """Show the number at the height for digits, or smaller if it is too wide for that."""
    return _patch(ink, box, NUMBER_PATCH, min(NUMBER_SIZE[0] / box.height, NUMBER_SIZE[1] / box.width))


def _crop_patch(ink: Ink, box: Box) -> Ink:
    """Show as much of the crop around the number as is high as the crop, whatever the number's size."""
    return _patch(ink, box, CROP_PATCH, CROP_PATCH[0] / len(ink))


def _patch(ink: Ink, box: Box, shape: tuple[int, int], scale: float) -> Ink:
    """Draw the ink with the box in the middle of a patch of this shape."""
    if scale < STRONG_REDUCTION:
        ink = np.asarray(cv2.blur(ink, (round(1 / scale), round(1 / scale))), np.uint8)
    shift_x = (shape[1] - scale * (box.left + box.right)) / 2
    shift_y = (shape[0] - scale * (box.top + box.bottom)) / 2
    placing = np.array([[scale, 0, shift_x], [0, scale, shift_y]])
    return np.asarray(cv2.warpAffine(ink, placing, shape[::-1], flags=cv2.INTER_LINEAR), np.uint8)


class Layer(NamedTuple):
    """Weights of a convolution or of the linear layer at the end, batch norm and temperature folded in."""

    kernel: Floats
    """Convolution: (side, side, channels in, channels out). Linear: (inputs, outputs)."""
    bias: Floats


@cache
def load_networks() -> tuple[list[Layer], list[Layer]]:
    """Load the weights: the network for the number alone and the one for the whole crop."""
    with resources.files(__package__).joinpath("digits.npz").open("rb") as file, np.load(file) as stored:
        weights = {name: stored[name].astype(np.float32) for name in stored.files}
    return _layers(weights, "number"), _layers(weights, "crop")


def _layers(weights: dict[str, Floats], network: str) -> list[Layer]:
    count = sum(name.startswith(f"{network}_kernel") for name in weights)
    return [Layer(weights[f"{network}_kernel{k}"], weights[f"{network}_bias{k}"]) for k in range(count)]


def _probabilities(patches: Ink, network: list[Layer]) -> NDArray[np.float64]:
    batches = np.array_split(patches, range(BATCH, len(patches), BATCH))
    return value_probabilities(np.concatenate([_scores(batch, network) for batch in batches]))


def _scores(patches: Ink, network: list[Layer]) -> Floats:
    *convolutions, last = network
    signal: Floats = patches[..., None].astype(np.float32) / np.float32(255)
    for place, (kernel, bias) in enumerate(convolutions):
        signal = _convolved(signal, kernel, step=1 if place else 2)
        signal = _rectified(_pooled(signal) if place in POOLED else signal, bias)
    scores: Floats = signal.reshape(-1, len(last.kernel)) @ last.kernel + last.bias
    return scores


def _convolved(signal: Floats, kernel: Floats, *, step: int = 1) -> Floats:
    """Convolve (n, h, w, c) with zeros around it: every window laid out as a row, then one matrix product."""
    count, height, width, channels = signal.shape
    side, rows, columns = len(kernel), height // step, width // step
    padding = side // 2
    padded = np.zeros((count, height + 2 * padding, width + 2 * padding, channels), np.float32)
    padded[:, padding:-padding, padding:-padding] = signal
    n, y, x, c = padded.strides
    # A row of a window is contiguous, channels and all: copying it whole is what makes this fast.
    windows = as_strided(padded, (count, rows, columns, side, side * channels), (n, y * step, x * step, y, c))
    product: Floats = windows.reshape(-1, side * side * channels) @ kernel.reshape(-1, kernel.shape[3])
    return product.reshape(count, rows, columns, kernel.shape[3])


def _pooled(signal: Floats) -> Floats:
    """Halve (n, h, w, c), keeping the greatest of each four; before bias and rectifier, for less work."""
    _, height, width, _ = signal.shape
    even = signal[:, : height // 2 * 2, : width // 2 * 2]
    rows = np.maximum(even[:, ::2], even[:, 1::2])
    pooled: Floats = np.maximum(rows[:, :, ::2], rows[:, :, 1::2])
    return pooled


def _rectified(signal: Floats, bias: Floats) -> Floats:
    """Add the bias and cut off below zero, in place: a signal is used once."""
    signal += bias
    return np.maximum(signal, np.float32(0), out=signal)


def _softmax(scores: Floats) -> NDArray[np.float64]:
    powers = np.exp(scores.astype(np.float64) - scores.max(axis=1, keepdims=True))
    probabilities: NDArray[np.float64] = powers / powers.sum(axis=1, keepdims=True)
    return probabilities
