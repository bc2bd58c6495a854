"""Water, crosses, rings and empty cells are told apart in any palette; typed numbers are no marks."""

from dataclasses import replace

import numpy as np
import pytest

from fixtures.drawing.degrade import jpeg, light, noise, resize
from fixtures.drawing.puzzles import random_puzzle
from fixtures.drawing.render import STYLES, draw_puzzle
from fixtures.drawing.style import LIGHT
from tests.conftest import Draw
from tests.vision.reading.flat import flat
from vision.files.pixels import Image
from vision.reading.marks import CROSS, NOTHING, WATER, read_marks

PLAIN = replace(STYLES["site"], zoom=1.5, lettering="smooth")


UNTOLD = -1


def marks(pixels: Image) -> np.ndarray:
    """Return the marks of a picture, UNTOLD where they cannot be told."""
    told = read_marks(flat(pixels)).told
    return np.array([[UNTOLD if mark is None else mark for mark in row] for row in told])


def scattered(rows: int, cols: int, seed: int) -> np.ndarray:
    return np.random.default_rng(seed).choice([NOTHING, WATER, CROSS], (rows, cols), p=[0.4, 0.3, 0.3])


@pytest.mark.parametrize(
    "name", [name for name, style in STYLES.items() if not style.region_ids and not style.page]
)
def test_marks_are_read_in_every_style(draw: Draw, name: str):
    put = scattered(6, 8, len(name))
    pixels = draw_puzzle(draw(6, 8).puzzle, STYLES[name], marks=put).pixels
    assert np.array_equal(marks(pixels), put)


@pytest.mark.parametrize(
    ("name", "only"),
    [("site", CROSS), ("dark-reader", WATER), ("dark-reader", NOTHING), ("other-program", WATER)],
)
def test_boards_with_one_mark_of_a_kind_or_none(draw: Draw, name: str, only: int):
    put = np.zeros((6, 6), int)
    put[2, 4] = only
    assert np.array_equal(marks(draw_puzzle(draw(6, 6).puzzle, STYLES[name], marks=put).pixels), put)


@pytest.mark.parametrize("name", ["site", "night"])
def test_boards_that_are_nearly_all_wet_or_all_crossed(draw: Draw, name: str):
    for most in (WATER, CROSS):
        put = np.full((6, 6), most)
        put[1, 1] = NOTHING
        assert np.array_equal(marks(draw_puzzle(draw(6, 6).puzzle, STYLES[name], marks=put).pixels), put)


@pytest.mark.parametrize("seed", range(4))
def test_water_may_have_any_colour(seed: int):
    rng = np.random.default_rng(seed)
    puzzle, _ = random_puzzle(rng, 6, 7)
    water = tuple(int(level) for level in rng.integers(90, 225, 3))
    put = scattered(6, 7, seed)
    style = replace(PLAIN, palette=replace(LIGHT, water=water))
    assert np.array_equal(marks(draw_puzzle(puzzle, style, marks=put).pixels), put)


def test_water_may_be_grey(draw: Draw):
    put = scattered(6, 7, 1)
    style = replace(PLAIN, palette=replace(LIGHT, water=(210, 210, 210)))
    assert np.array_equal(marks(draw_puzzle(draw(6, 7).puzzle, style, marks=put).pixels), put)


@pytest.mark.parametrize("seed", range(2))
def test_numbers_typed_into_cells_are_no_marks(draw: Draw, seed: int):
    style = STYLES["region-ids"]
    assert not marks(draw(6, 6, style, seed=seed, mean_size=2).pixels).any()
    wet = scattered(6, 6, seed) == WATER
    pixels = draw_puzzle(draw(6, 6, seed=seed).puzzle, style, marks=wet.astype(int)).pixels
    assert np.array_equal(marks(pixels), wet)


SUFFERED = {
    "compressed": lambda drawing, rng: jpeg(drawing, 30),
    "reduced": lambda drawing, rng: resize(drawing, 0.4),
    "noisy": lambda drawing, rng: noise(drawing, 12, rng),
    "in uneven light": lambda drawing, rng: light(drawing, rng, fall=0.5, tint=0.05),
}


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("suffer", SUFFERED.values(), ids=SUFFERED)
def test_marks_survive_what_pictures_suffer(draw: Draw, suffer, seed: int):
    put = scattered(7, 6, seed)
    drawing = draw_puzzle(draw(7, 6).puzzle, PLAIN, marks=put)
    assert np.array_equal(marks(suffer(drawing, np.random.default_rng(seed)).pixels), put)


@pytest.mark.parametrize("seed", range(4))
def test_shadows_are_not_water(draw: Draw, seed: int):
    drawing = draw(7, 6, PLAIN).drawing
    assert not marks(light(drawing, np.random.default_rng(seed), fall=0.5, shadow=0.5).pixels).any()
