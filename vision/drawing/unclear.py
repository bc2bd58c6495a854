"""A picture and the cells of which cannot be told what is put there → the picture with these asked about."""

from collections.abc import Sequence

import cv2
import numpy as np

from solver.puzzle import Cell

from ..board import Board
from ..files.pixels import Image
from .layer import FINER, Layer, Mask
from .palette import theme_of

BORDER = 0.07
"""Width, in cells, of a border: thinner than that of a mistake."""
HALO = 0.06
"""Width of the halo around the question mark, in cells."""
BOW, STROKE = 0.13, 0.09
"""Radius of a question mark's bow, and its stroke's width, in cells."""
TOP, STEM, DOT = 0.36, 0.6, 0.74
"""Where the middle of the bow, the end of the stem and the dot are, in cells from the top."""


def draw_unclear(image: Image, board: Board, cells: Sequence[Cell]) -> Image:
    """Return a picture with a question mark and a border in cells of which cannot be told what is put there.

    The picture, uint8 (H, W, 3) RGB, is drawn into. Mistakes are red crosses; these are no mistakes, and look
    like none.
    """
    if not cells:
        return image
    theme = theme_of(image, board)
    layer = Layer.over(board)
    first, *others = cells
    layer.outline([first], BORDER, theme.unclear)
    layer.stamp(first, _question_mask(layer.pitch, STROKE + 2 * HALO), theme.halo)
    layer.stamp(first, _question_mask(layer.pitch, STROKE), theme.unclear)
    layer.copy(first, others)
    return layer.lay_on(image)


def _question_mask(pitch: int, stroke: float) -> Mask:
    """Return (pitch, pitch): a question mark, its stroke's width in cells."""
    side = pitch * FINER
    fine = np.zeros((side, side), np.uint8)
    middle, width = side // 2, max(1, round(stroke * side))
    radius = round(BOW * side)
    cv2.ellipse(fine, (middle, round(TOP * side)), (radius, radius), 0, -190, 90, 255, width)
    bow_end = round((TOP + BOW) * side)
    cv2.line(fine, (middle, bow_end), (middle, round(STEM * side)), 255, width)
    cv2.line(fine, (middle, round(DOT * side)), (middle, round(DOT * side)), 255, round(width * 1.2))
    return np.asarray(cv2.resize(fine, (pitch, pitch), interpolation=cv2.INTER_AREA), np.uint8)
