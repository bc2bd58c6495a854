"""Boards of all palettes, sizes and lights look alike in planes, which say how far the picture goes."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from fixtures.drawing.board.palettes import FORCED_DARK, LIGHT
from fixtures.drawing.board.render import STYLES, Drawing, draw_puzzle
from tests.conftest import Case, Draw
from tests.vision.reading.laid_flat import first_board
from vision.reading.flat import BEYOND
from vision.reading.planes import INK, NEUTRAL, PITCH, planes_of
from vision.reading.sides import align

ROWS, COLS = 6, 7
PLAIN = replace(STYLES["no-rim"], zoom=1.6, lettering="smooth", margin=20)
NEAR = 10
"""Levels of a plane that make no difference."""


def planes(drawing: Drawing) -> NDArray[np.intp]:
    """Return what the planes show of the board itself, and half a cell around it."""
    _, flat, sides = align(drawing.pixels, first_board(drawing.pixels))
    own = slice(BEYOND * PITCH, -BEYOND * PITCH)
    return planes_of(flat, sides.look)[own, own].astype(int)


def cells(shown: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return (rows, cols, 5): what most of the middle of each cell shows."""
    half = PITCH // 2
    inner = shown[half:-half, half:-half].reshape(ROWS, PITCH, COLS, PITCH, -1)
    return np.median(inner[:, 6:18, :, 6:18], axis=(1, 3)).astype(int)


@pytest.fixture(scope="module")
def board(draw: Draw) -> Case:
    return draw(ROWS, COLS, PLAIN, seed=3)


@pytest.mark.parametrize("palette", [LIGHT, FORCED_DARK], ids=["light", "dark"])
@pytest.mark.parametrize("zoom", [0.8, 2.5])
def test_paper_is_neutral_and_walls_are_ink_in_every_palette_at_every_size(board: Case, palette, zoom: float):
    shown = planes(draw_puzzle(board.puzzle, replace(PLAIN, palette=palette, zoom=zoom)))
    assert (np.abs(cells(shown) - NEUTRAL) <= NEAR).all()
    frame = shown[PITCH // 2 - 2 : PITCH // 2 + 2, PITCH : COLS * PITCH, 0].max(axis=0)
    assert np.median(frame) > NEUTRAL[0] + INK / 2


def test_a_board_cut_out_and_laid_on_its_inks_colour_is_shown_on_its_own_paper(board: Case):
    drawing = draw_puzzle(board.puzzle, PLAIN)
    (left, top), (right, bottom) = (np.rint(drawing.corners[at]).astype(int) for at in (0, 2))
    pixels = np.full_like(drawing.pixels, 40)
    inside = slice(top - 2, bottom + 4), slice(left - 2, right + 4)
    pixels[inside] = drawing.pixels[inside]
    shown = cells(planes(replace(drawing, pixels=pixels)))
    assert (np.abs(shown - NEUTRAL) <= NEAR).all()


def test_the_last_plane_says_how_far_the_picture_goes(board: Case):
    """A picture that ends half a cell beyond its board shows of that half of the cells around it."""
    drawing = draw_puzzle(board.puzzle, PLAIN)
    (left, top), (right, bottom) = drawing.corners[[0, 2]]
    half = drawing.pitch(COLS) / 2
    ends = (round(each) for each in (top - half, bottom + half, left - half, right + half))
    first, last, start, end = ends
    part = np.ascontiguousarray(drawing.pixels[first:last, start:end])
    _, flat, sides = align(part, first_board(part))
    there = planes_of(flat, sides.look)[..., -1] > 0
    rows, cols = (np.flatnonzero(there.any(axis=axis)) for axis in (1, 0))
    beyond = BEYOND * PITCH
    assert (rows[0], rows[-1] + 1) == (beyond, there.shape[0] - beyond)
    assert (cols[0], cols[-1] + 1) == (beyond, there.shape[1] - beyond)
    assert there[beyond:-beyond, beyond:-beyond].all()
