"""Small cells, blur and glare are noticed, and nothing else is taken for them."""

from dataclasses import replace

import numpy as np
import pytest

from fixtures.drawing.board.render import STYLES, Drawing
from fixtures.drawing.faults.degrade import blur, jpeg, light, noise, resize
from tests.conftest import Draw
from tests.vision.reading.laid_flat import first_board
from vision.reading.flaws import Flaw, find_flaw
from vision.reading.sides import align

PAPER = replace(STYLES["no-rim"], zoom=1.6, lettering="smooth", margin=20)


def flaw(drawing: Drawing) -> Flaw | None:
    _, flat, sides = align(drawing.pixels, first_board(drawing.pixels))
    return find_flaw(flat, sides.look)


@pytest.mark.parametrize("name", ["site", "night", "dark-reader", "sepia", "other-program"])
def test_clean_pictures_have_no_flaw(draw: Draw, name: str):
    assert flaw(draw(7, 9, STYLES[name]).drawing) is None


def test_noise_compression_and_uneven_light_are_none(draw: Draw):
    rng = np.random.default_rng(0)
    drawing = draw(7, 9, PAPER).drawing
    assert flaw(light(jpeg(noise(drawing, 6, rng), 50), rng, fall=0.5, shadow=0.3)) is None


def test_cells_of_a_few_pixels_are_small(draw: Draw):
    assert flaw(resize(draw(7, 9, PAPER).drawing, 12 / 31 / 1.6)) == "small"
    assert flaw(resize(draw(7, 9, PAPER).drawing, 16 / 31 / 1.6)) is None


def test_lines_that_fade_over_a_tenth_of_a_cell_are_blurred(draw: Draw):
    drawing = draw(7, 9, PAPER).drawing
    pitch = drawing.pitch(9)
    assert flaw(blur(drawing, 0.07 * pitch)) == "blurred"
    assert flaw(blur(drawing, 0.02 * pitch)) is None


def glaring(drawing: Drawing, paper: int) -> Drawing:
    """Print on grey paper and let a lamp burn out a part of it."""
    pixels = np.minimum(drawing.pixels, paper)
    height, width = pixels.shape[:2]
    down, across = np.ogrid[:height, :width]
    spot = np.hypot(down - height / 2, across - width / 2) < 0.25 * min(height, width)
    pixels[spot] = 255
    return replace(drawing, pixels=pixels)


def test_a_part_that_is_burnt_out_on_paper_that_is_not_white_is_glare(draw: Draw):
    drawing = draw(9, 9, PAPER).drawing
    assert flaw(glaring(drawing, 200)) == "glare"
    assert flaw(glaring(drawing, 255)) is None
