"""Water is drawn where it belongs and nowhere else; what was in the picture stays legible."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray
from skimage.color import deltaE_ciede2000, rgb2lab

from fixtures.drawing.board.measures import AIR, WATER
from fixtures.drawing.board.style import STYLES
from fixtures.drawing.mishaps.degrade import light
from fixtures.drawing.render import draw_puzzle
from tests.conftest import Draw
from tests.vision.drawing.scenes import PAIRS, Scene, board_of, box_of, over, paper_share
from vision.drawing import layer
from vision.drawing.overlay import (
    ARM,
    HALO,
    INSET,
    STROKE,
    answer_drawing,
    known_parts,
    mistakes_layer,
    unclear_layer,
)
from vision.drawing.puzzle import clue_boxes
from vision.drawing.style import Style
from vision.drawing.water import Water
from vision.reading.reading import certain_reading

SLACK = 1.5
"""Pixels beside a cell's true border within which its water may begin."""


def test_the_paper_of_wet_cells_is_changed_and_nothing_else(shown: Scene):
    wet = np.array(shown.case.water)
    altered = shown.changed(over(shown.pixels, Water(shown.board, wet, shown.regions)))
    assert not altered[~shown.cells(wet, SLACK)].any()
    paper = paper_share(shown.pixels, shown.board) == 255
    cores = shown.cells(wet, 0) & ~shown.cells(~wet, SLACK) & shown.within([(0.1, 0.1, 6.9, 5.9)], 0)
    assert altered[cores & paper].all()


@pytest.mark.parametrize("name", [name for name, _ in PAIRS])
def test_ink_under_water_keeps_its_colour(draw: Draw, name: str):
    palette, zoom = STYLES[name].palette, 2 * STYLES[name].zoom
    scene = Scene.of(draw, name, "upright", played="partly", zoom=zoom, raster="snapped")
    drawn = over(scene.pixels, Water(scene.board, [[True] * 7] * 6, [[1] * 7] * 6))
    for ink in {palette.wall, palette.dry}:
        found = (scene.pixels == np.array(ink)).all(axis=2) & scene.within([(0, 0, 7, 6)], 0)
        assert found.sum() > 100
        assert (drawn[found] == np.array(ink)).all(axis=1).mean() > 0.99


def test_the_surface_line_follows_shade_and_opacity():
    white = np.full((40, 40, 3), 255, np.uint8)
    style = Style((100, 200, 0), 50)
    drawn = over(white, Water(board_of(2, 2, 20.0), [[True] * 2] * 2, [[1] * 2] * 2, style=style))
    assert np.abs(drawn[30, 10].astype(int) - [178, 228, 128]).max() <= 1
    surface = 255 - drawn[1, 10].astype(int)
    assert np.abs(surface - 1.4 * (255 - drawn[30, 10].astype(int))).max() <= 2


def test_the_surface_shows_where_no_water_of_the_same_aquarium_is_above():
    regions = [[1, 1, 2, 2], [1, 1, 2, 2], [3, 3, 2, 2], [3, 3, 2, 2]]
    water = [[False, False, True, True], *[[True] * 4] * 3]
    blank = np.full((160, 160, 3), 255, np.uint8)
    drawn = over(blank, Water(board_of(4, 4, 40.0), water, regions))
    tops, middles = drawn[2::40, 20::40].tolist(), drawn[20::40, 20::40].tolist()
    deep, surface = middles[3][3], tops[0][2]
    assert surface != deep
    for row, col in ((0, 3), (1, 0), (1, 1), (2, 0), (2, 1)):
        assert (tops[row][col], middles[row][col]) == (surface, deep)
    for row, col in ((1, 2), (1, 3), (2, 2), (3, 3), (3, 0)):
        assert (tops[row][col], middles[row][col]) == (deep, deep)
    assert middles[0][0] == [255, 255, 255]


def test_mistakes_are_bracketed_and_all_else_is_as_it_was(shown: Scene):
    wrong = np.random.default_rng(1).random((6, 7)) < 0.2
    drawn = over(shown.pixels, mistakes_layer(shown.pixels, shown.board, wrong))
    middles = [box_of(*cell, 0.3) for cell in np.argwhere(wrong)]
    assert not shown.changed(drawn)[~shown.cells(wrong, SLACK) | shown.within(middles, 0)].any()
    for row, col in np.argwhere(wrong):
        for down in (INSET, 1 - INSET):
            red, green, blue = shown.at(drawn, col + (down + 0.5) / 2, row + down)
            assert red > 150 and min(red, blue) > green + 60  # magenta, unlike any cross


def test_cells_that_may_be_wet_are_striped_certain_water_is_drawn_and_dry_cells_are_left(shown: Scene):
    known = shown.known
    drawn = over(shown.pixels, *known_parts(shown.board, known, shown.regions))
    dry, wet, maybe = (np.array(known) == kind for kind in (False, True, None))
    altered = shown.changed(drawn)
    assert not altered[~shown.cells(wet | maybe, SLACK)].any()
    assert dry.any()
    certain = shown.cells(wet, 0) & ~shown.cells(maybe, SLACK)
    only_water = over(shown.pixels, Water(shown.board, wet, shown.regions))
    assert np.array_equal(drawn[certain], only_water[certain])
    for row, col in np.argwhere(maybe):
        assert 0.3 < altered[shown.within([box_of(row, col)], 0)].mean() < 0.8


def test_stripes_go_on_from_cell_to_cell():
    white = np.full((120, 200, 3), 255, np.uint8)
    drawn = over(white, *known_parts(board_of(3, 5, 40), [[None] * 5] * 3, [[1] * 5] * 3))
    assert np.array_equal(drawn[:80, 20:], drawn[20:100, :-20])  # half a cell down and left
    painted = (drawn != white).any(axis=2)
    assert painted.any(axis=0).all() and painted.any(axis=1).all()


def test_paper_is_all_paper_and_ink_is_none(shown: Scene):
    share = paper_share(shown.pixels, shown.board)
    insides = shown.within([box_of(*cell, 0.2) for cell in np.ndindex(6, 7)], 0)
    assert (share[insides] == 255).all()
    assert not share[~shown.within([(0, 0, 7, 6)], 1)].any()


def test_a_cell_of_one_colour_is_not_shaded_between_two_others():
    colours = np.array([187, 211, 245], np.uint8)
    pixels = np.tile(colours.repeat(20)[None, :, None], (60, 1, 3))
    assert (paper_share(pixels, board_of(3, 3, 20.0)) == 255)[5:55, 25:35].all()
    shaded = np.tile(np.linspace(187, 245, 60).astype(np.uint8)[None, :, None], (60, 1, 3))
    assert (paper_share(shaded, board_of(3, 3, 20.0)) > 200)[5:55, 25:35].all()


def test_the_border_of_a_question_is_amber_unlike_a_mistake(shown: Scene):
    drawn = over(shown.pixels, unclear_layer(shown.pixels, shown.board, [(0, 0), (2, 3), (2, 4), (5, 6)]))
    red, green, blue = shown.at(drawn, 3.5, 2.035)
    assert red > green > blue + 40


def test_a_part_changes_a_copy_band_by_band_to_the_same_pixels(draw: Draw, monkeypatch: pytest.MonkeyPatch):
    turned = Scene.of(draw, "site", "turned")
    before = turned.pixels
    before.setflags(write=False)
    wholes = {what: over(before, *parts) for what, parts in turned.parts.items()}
    monkeypatch.setattr(layer, "BAND", 7 * before.shape[1])
    for what, whole in wholes.items():
        assert (whole.shape, whole.dtype) == (before.shape, np.uint8), what
        assert not np.array_equal(whole, before), what
        assert np.array_equal(over(before, *turned.parts[what]), whole), what


@pytest.mark.parametrize(("left", "top", "is_seen"), [(-30, -10, True), (500, 500, False)])
def test_a_board_that_reaches_beyond_its_picture_is_drawn_as_far_as_it_is_in_it(
    draw: Draw, left: int, top: int, is_seen: bool
):
    case, white = draw(5, 5, seed=1), np.full((60, 50, 3), 255, np.uint8)
    board = board_of(5, 5, 20, left, top)
    reading = certain_reading(case.puzzle, board, clue_boxes(case.puzzle, board))
    for what, parts in Scene(case, white, reading).parts.items():
        dims_all_else = what in ("nudge", "hint")
        assert (over(white, *parts) != white).any() == (is_seen or dims_all_else), what


SIGHTS = {
    "usual": np.eye(3),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
}
"""What becomes of linear RGB: G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A physiologically-based
model for simulation of color vision deficiency" (2009), severity 1.0."""
NEW_AND_PAPER, NEW_AND_OWN = 25.0, {False: 14.0, True: 8.0}
"""CIEDE2000, of which 2 is just seen side by side, and 5 at a glance; in screenshots, and in photographs
a part of which has half of the light."""
MISTAKE_AND_GROUND, MISTAKE_AND_CROSS = 12.0, 20.0
"""Of the bracket or of the halo around it, and of the bracket."""

THEMES = {style.palette: name for name, style in reversed(STYLES.items())}
"""The first style of every palette."""


def differences(one: NDArray[np.float64], other: NDArray[np.float64]) -> dict[str, float]:
    return {
        sight: float(deltaE_ciede2000(*(rgb2lab(seen(colour, matrix)) for colour in (one, other))))
        for sight, matrix in SIGHTS.items()
    }


def seen(colour: NDArray[np.float64], matrix: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return a colour, RGB 0 to 1, as it is seen: simulated in linear light."""
    level = np.asarray(colour, float) / 255
    linear = np.where(level <= 0.04045, level / 12.92, ((level + 0.055) / 1.055) ** 2.4)
    linear = np.clip(matrix @ linear, 0, 1)
    return np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)


def colours(draw: Draw, name: str, *, photograph: bool = False) -> dict[str, NDArray[np.float64]]:
    """Return the colours of paper, own and new water, crosses and brackets in a drawn answer."""
    zoom = 2.0 if STYLES[name].dpr > 1 else 3.0
    style = replace(STYLES[name], zoom=zoom, water_pattern="plain")
    case = draw(6, 6, seed=3)
    wet = np.array(case.water)
    marks = np.where(wet, 0, AIR)
    own, new, over_new = map(tuple, np.argwhere(wet)[:3].tolist())
    wrong, paper = map(tuple, np.argwhere(~wet)[:2].tolist())
    marks[paper], marks[own], marks[over_new], marks[wrong] = 0, WATER, AIR, WATER
    drawing = draw_puzzle(case.puzzle, style, marks=marks)
    if photograph:
        drawing = light(drawing, np.random.default_rng(1), fall=0.4, shadow=0.2)
    board = board_of(6, 6, drawing.pitch, *(drawing.corners[0] + 0.5))
    reading = certain_reading(case.puzzle, board, clue_boxes(case.puzzle, board), marks.tolist())
    drawn = answer_drawing(drawing.pixels, reading, case.water, walls_certain=True).pixels
    middle, bracket = (0.3, 0.7), (INSET + ARM / 2, INSET)
    halo = INSET + ARM / 2, INSET - (STROKE + HALO) / 2
    places = {"paper": (paper, middle), "own": (own, middle), "new": (new, middle)}
    places |= {"bracket": (wrong, bracket), "halo": (wrong, halo)}
    places |= {"bracket on new": (over_new, bracket), "halo on new": (over_new, halo)}
    found = {"cross": np.array(style.palette.dry, float)}
    for what, ((row, col), (right, down)) in places.items():
        x, y = board.point(col + right, row + down)
        found[what] = drawn[int(y), int(x)].astype(float)
    return found


@pytest.mark.parametrize("name", THEMES.values())
@pytest.mark.parametrize("photograph", [False, True], ids=["screenshot", "photograph"])
def test_everybody_tells_new_water_own_water_and_mistakes_apart(draw: Draw, name: str, photograph: bool):
    found = colours(draw, name, photograph=photograph)
    visible = differences(found["own"], found["paper"])
    for sight, off in differences(found["new"], found["paper"]).items():
        assert off > NEW_AND_PAPER, sight
        assert off > visible[sight], sight
    for sight, off in differences(found["new"], found["own"]).items():
        assert off > NEW_AND_OWN[photograph], sight
    for on, ground in (("", "own"), ("", "paper"), (" on new", "new")):
        stroke, halo = (differences(found[part + on], found[ground]) for part in ("bracket", "halo"))
        assert all(max(stroke[sight], halo[sight]) > MISTAKE_AND_GROUND for sight in SIGHTS), ground
    if not photograph:
        assert min(differences(found["bracket"], found["cross"]).values()) > MISTAKE_AND_CROSS
