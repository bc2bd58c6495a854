"""A board laid flat has square cells of one size and its lines on known pixels."""

from dataclasses import replace

import numpy as np
import pytest

from fixtures.drawing.degrade import perspective, rotate
from fixtures.drawing.render import STYLES
from tests.conftest import Draw
from tests.vision.reading.flat import flat
from vision.reading.rectify import LEAST_PITCH, MARGIN, MOST_PITCH, REDUCED_PITCH, Sheet


def line_darkness(sheet: Sheet) -> float:
    """Return the mean brightness where the lattice's lines should be, 0..255."""
    grey, m, p = sheet.pixels.max(axis=2), sheet.margin, sheet.pitch
    inside = slice(m + p // 2, m + sheet.rows * p - p // 2)
    across = [grey[inside, m + k * p - 1 : m + k * p + 1].min(axis=1).mean() for k in range(sheet.cols + 1)]
    return float(np.mean(across))


@pytest.mark.parametrize(
    ("zoom", "least", "most"),
    [
        (0.4, LEAST_PITCH, 2 * LEAST_PITCH),
        (1, 31, 32),
        (1.9, 58, MOST_PITCH),
        (4, REDUCED_PITCH, REDUCED_PITCH),
    ],
)
def test_cells_have_a_whole_number_of_pixels_near_the_pictures_own(
    draw: Draw, zoom: float, least: int, most: int
):
    sheet = flat(draw(5, 7, replace(STYLES["site"], zoom=zoom, raster="grey")).pixels)
    assert least <= sheet.pitch <= most
    assert sheet.margin == round(MARGIN * sheet.pitch)
    height, width = sheet.pixels.shape[:2]
    assert (height, width) == (5 * sheet.pitch + 2 * sheet.margin, 7 * sheet.pitch + 2 * sheet.margin)


FLAT = {
    "upright": lambda drawing: drawing,
    "turned": lambda drawing: rotate(drawing, -8),
    "leaning": lambda drawing: perspective(drawing, tilt=20, pan=15),
}


@pytest.mark.parametrize("turn", FLAT.values(), ids=FLAT)
def test_lines_lie_on_the_pixels_they_belong_to(draw: Draw, turn):
    drawing = draw(6, 8, replace(STYLES["site"], zoom=1.5, margin=20), mean_size=2).drawing
    assert line_darkness(flat(turn(drawing).pixels)) < 90


def test_cells_are_views_of_the_sheet_and_turning_exchanges_rows_and_columns(draw: Draw):
    sheet = flat(draw(5, 7, played="solved").pixels)
    p, m = sheet.pitch, sheet.margin
    assert sheet.cells.shape == (5, p, 7, p, 3)
    assert np.array_equal(sheet.cells[2, :, 3], sheet.pixels[m + 2 * p : m + 3 * p, m + 3 * p : m + 4 * p])
    assert (sheet.turned.rows, sheet.turned.cols) == (7, 5)
    assert np.array_equal(sheet.turned.cells[3, :, 2].transpose(1, 0, 2), sheet.cells[2, :, 3])
    assert np.array_equal(sheet.turned.turned.pixels, sheet.pixels)


@pytest.mark.parametrize("name", ["site", "dark-reader", "sepia", "night"])
def test_the_paper_is_the_pages_colour_and_fills_what_lies_outside(draw: Draw, name: str):
    style = replace(STYLES[name], rim=0, crop=0)
    sheet = flat(draw(6, 6, style).pixels)
    assert np.abs(sheet.paper - style.palette.page).max() <= 1
    assert np.abs(sheet.pixels[-1, -1].astype(int) - style.palette.page).max() <= 1
