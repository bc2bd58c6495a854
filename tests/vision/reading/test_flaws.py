"""Small cells, blur and glare are noticed, and nothing else is taken for them."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from fixtures.drawing.board.render import STYLES, Drawing
from fixtures.drawing.faults.degrade import blur, resize
from tests.conftest import Draw
from tests.vision.reading.laid_flat import first_board
from vision.reading.flaws import Flaw, find_flaw
from vision.reading.sides import align

PAPER = replace(STYLES["no-rim"], zoom=1.6, lettering="smooth", margin=20)


def flaw(drawing: Drawing) -> Flaw | None:
    _, flat, sides = align(drawing.pixels, first_board(drawing.pixels))
    return find_flaw(flat, sides.look)


def glaring(drawing: Drawing, paper: int) -> Drawing:
    """Print on grey paper and let a lamp burn out a part of it."""
    pixels = np.minimum(drawing.pixels, paper)
    height, width = pixels.shape[:2]
    down, across = np.ogrid[:height, :width]
    spot = np.hypot(down - height / 2, across - width / 2) < 0.25 * min(height, width)
    pixels[spot] = 255
    return replace(drawing, pixels=pixels)


SUFFERED: dict[str, tuple[Callable[[Drawing], Drawing], Flaw | None]] = {
    "cells of 12 pixels": (lambda one: resize(one, 12 / 31 / 1.6), "small"),
    "cells of 16 pixels": (lambda one: resize(one, 16 / 31 / 1.6), None),
    "lines that fade over a tenth of a cell": (lambda one: blur(one, 0.07 * one.pitch(9)), "blurred"),
    "slight blur": (lambda one: blur(one, 0.02 * one.pitch(9)), None),
    "a part burnt out on grey paper": (lambda one: glaring(one, 200), "glare"),
    "a part burnt out on white paper": (lambda one: glaring(one, 255), None),
}


@pytest.mark.parametrize("what", SUFFERED)
def test_small_cells_blur_and_glare_are_noticed_from_some_degree_on(draw: Draw, what: str):
    suffer, expected = SUFFERED[what]
    assert flaw(suffer(draw(7, 9, PAPER).drawing)) == expected
