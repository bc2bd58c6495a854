"""Water is drawn where it belongs and nowhere else; what was in the picture stays legible."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from fixtures.drawing.board.style import STYLES
from tests.conftest import Draw
from tests.vision.drawing.scenes import PAIRS, Scene, board_of, over, paper_share, parts_of, some_known
from vision.drawing import layer
from vision.drawing.overlay import ARM, INSET, find_mistakes, known_parts, mistakes_layer, unclear_layer
from vision.drawing.puzzle import clue_boxes
from vision.drawing.style import Style
from vision.drawing.water import Water
from vision.files.pixels import Image
from vision.reading.marks import CROSS, NOTHING, WATER
from vision.reading.read import read
from vision.reading.reading import certain_reading

SLACK = 1.5
"""Pixels beside a cell's true border within which its water may begin."""


def changed(one: Image, other: Image) -> NDArray[np.bool_]:
    return np.asarray((one != other).any(axis=2))


def test_the_paper_of_wet_cells_is_changed_and_nothing_else(shown: Scene):
    drawn = over(shown.pixels, Water(shown.board, shown.case.water, shown.regions))
    wet = np.array(shown.case.water)
    assert np.array_equal(drawn[~shown.cells(wet, SLACK)], shown.pixels[~shown.cells(wet, SLACK)])
    paper = paper_share(shown.pixels, shown.board) == 255
    cores = shown.cells(wet, 0) & ~shown.cells(~wet, SLACK) & shown.within([(0.1, 0.1, 6.9, 5.9)], 0)
    assert changed(drawn, shown.pixels)[cores & paper].all()


@pytest.mark.parametrize("name", [name for name, _ in PAIRS])
def test_ink_under_water_keeps_its_colour(draw: Draw, name: str):
    style = replace(STYLES[name], zoom=2 * STYLES[name].zoom, raster="snapped")
    case = draw(6, 6, style, seed=3, played="half")
    board = read(case.pixels).board
    everywhere = [[True] * 6] * 6
    drawn = over(case.pixels, Water(board, everywhere, [[1] * 6] * 6))
    v, u = np.mgrid[: drawn.shape[0], : drawn.shape[1]] + 0.5
    u, v = board.positions(u, v)
    on_board = (u > 0) & (v > 0) & (u < 6) & (v < 6)
    for ink in {style.palette.wall, style.palette.dry}:
        found = (case.pixels == np.array(ink)).all(axis=2) & on_board
        assert found.sum() > 100
        assert (drawn[found] == np.array(ink)).all(axis=1).mean() > 0.99


def test_the_surface_line_follows_shade_and_opacity():
    white = np.full((40, 40, 3), 255, np.uint8)
    drawn = over(
        white, Water(board_of(2, 2, 20.0), [[True] * 2] * 2, [[1] * 2] * 2, style=Style((100, 200, 0), 50))
    )
    assert np.abs(drawn[30, 10].astype(int) - [178, 228, 128]).max() <= 1
    surface = 255 - drawn[1, 10].astype(int)
    assert np.abs(surface - 1.4 * (255 - drawn[30, 10].astype(int))).max() <= 2


def test_the_surface_shows_where_no_water_of_the_same_aquarium_is_above(draw: Draw):
    case = draw(4, 4, replace(STYLES["site"], zoom=2))
    regions = [[1, 1, 2, 2], [1, 1, 2, 2], [3, 3, 2, 2], [3, 3, 2, 2]]
    water = [[False, False, True, True], *[[True] * 4] * 3]
    board = read(case.pixels).board
    blank = np.full_like(case.pixels, 255)
    drawn = over(blank, Water(board, water, regions))

    def at(row: int, col: int, depth: float) -> tuple[int, ...]:
        x, y = board.point(col + 0.5, row + depth)
        return tuple(drawn[int(y), int(x)].tolist())

    deep = at(3, 3, 0.5)
    surface = at(0, 2, 0.05)
    assert surface != deep
    assert [at(row, col, 0.05) for row, col in ((0, 3), (1, 0), (1, 1), (2, 0), (2, 1))] == [surface] * 5
    assert [at(row, col, 0.05) for row, col in ((1, 2), (1, 3), (2, 2), (3, 3), (3, 0))] == [deep] * 5
    assert at(0, 2, 0.5) == at(1, 0, 0.5) == deep
    assert at(0, 0, 0.5) == (255, 255, 255)


# Mistakes


def test_mistakes_are_bracketed_and_all_else_is_as_it_was(shown: Scene):
    wrong = np.random.default_rng(1).random((6, 7)) < 0.2
    drawn = over(shown.pixels, mistakes_layer(shown.pixels, shown.board, wrong))
    near = shown.cells(wrong, SLACK)
    assert np.array_equal(drawn[~near], shown.pixels[~near])
    middles = [(c + 0.3, r + 0.3, c + 0.7, r + 0.7) for r, c in np.argwhere(wrong)]
    assert not changed(drawn, shown.pixels)[shown.within(middles, 0)].any()
    for row, col in np.argwhere(wrong):
        for down in (INSET, 1 - INSET):
            x, y = map(int, shown.board.point(col + (down + 0.5) / 2, row + down))
            red, green, blue = map(int, drawn[y, x])
            assert red > 150 and min(red, blue) > green + 60  # magenta, unlike any cross


# What several solutions share


def test_cells_that_may_be_wet_are_striped_certain_water_is_drawn_and_dry_cells_are_left(shown: Scene):
    known = some_known(shown.case.water)
    drawn = over(shown.pixels, *known_parts(shown.board, known, shown.regions))
    dry, wet, maybe = (
        np.array([[value is kind for value in row] for row in known]) for kind in (False, True, None)
    )
    near = shown.cells(wet | maybe, SLACK)
    assert np.array_equal(drawn[~near], shown.pixels[~near])
    assert dry.any()
    certain = shown.cells(wet, 0) & ~shown.cells(maybe, SLACK)
    only_water = over(shown.pixels, Water(shown.board, wet, shown.regions))
    assert np.array_equal(drawn[certain], only_water[certain])
    altered = changed(drawn, shown.pixels)
    for row, col in np.argwhere(maybe):
        assert 0.3 < altered[shown.within([(col, row, col + 1, row + 1)], 0)].mean() < 0.8


def test_stripes_go_on_from_cell_to_cell():
    white = np.full((120, 200, 3), 255, np.uint8)
    drawn = over(white, *known_parts(board_of(3, 5, 40), [[None] * 5] * 3, [[1] * 5] * 3))
    assert np.array_equal(drawn[:80, 20:], drawn[20:100, :-20])  # half a cell down and left
    assert changed(drawn, white).any(axis=0).all() and changed(drawn, white).any(axis=1).all()


# What is paper, and what is ink, whatever the theme


def test_paper_is_all_paper_and_ink_is_none(shown: Scene):
    share = paper_share(shown.pixels, shown.board)
    insides = shown.within([(c + 0.2, r + 0.2, c + 0.8, r + 0.8) for r in range(6) for c in range(7)], 0)
    assert (share[insides] == 255).all()
    assert not share[~shown.within([(0, 0, 7, 6)], 1)].any()


def test_a_cell_of_one_colour_is_not_shaded_between_two_others():
    colours = np.array([187, 211, 245], np.uint8)
    pixels = np.tile(colours.repeat(20)[None, :, None], (60, 1, 3))
    assert (paper_share(pixels, board_of(3, 3, 20.0)) == 255)[5:55, 25:35].all()
    shaded = np.tile(np.linspace(187, 245, 60).astype(np.uint8)[None, :, None], (60, 1, 3))
    assert (paper_share(shaded, board_of(3, 3, 20.0)) > 200)[5:55, 25:35].all()


# Cells of which cannot be told what is put there get a question mark that nobody takes for a mistake


CELLS = ((0, 0), (2, 3), (2, 4), (5, 6))


def test_the_border_is_amber_and_a_mistake_magenta(shown: Scene):
    drawn = over(shown.pixels, unclear_layer(shown.pixels, shown.board, CELLS))
    wrong = np.zeros((6, 7), bool)
    wrong[2, 3] = True
    mistake = over(shown.pixels, mistakes_layer(shown.pixels, shown.board, wrong))
    x, y = map(int, shown.board.point(3.5, 2.035))
    amber = drawn[y, x].astype(int)
    x, y = map(int, shown.board.point(3 + INSET + ARM / 2, 2 + INSET))
    magenta = mistake[y, x].astype(int)
    assert amber[0] > amber[1] > amber[2] + 40
    assert magenta[2] > magenta[1] + 60


# Whatever is drawn leaves its picture as it was; boards may have any size and stand anywhere


PARTS = ("water", "known", "nudge", "hint", "broken", "air", "mistakes", "unclear")


@pytest.fixture(scope="module")
def turned(draw: Draw) -> Scene:
    return Scene.of(draw, "site", "turned")


@pytest.mark.parametrize("what", PARTS)
def test_a_part_changes_a_copy_band_by_band_to_the_same_pixels(
    turned: Scene, monkeypatch: pytest.MonkeyPatch, what: str
):
    before = turned.pixels.copy()
    before.setflags(write=False)
    parts = parts_of(before, turned.reading, turned.case.water)[what]
    whole = over(before, *parts)
    assert (whole.shape, whole.dtype) == (before.shape, np.uint8)
    assert not np.shares_memory(whole, before)
    assert not np.array_equal(whole, before)
    monkeypatch.setattr(layer, "BAND", 7 * before.shape[1])
    assert np.array_equal(over(before, *parts), whole)


@pytest.mark.parametrize("what", PARTS)
def test_a_board_that_reaches_beyond_its_picture_is_drawn_as_far_as_it_is_in_it(draw: Draw, what: str):
    case, white = draw(5, 5, seed=1), np.full((60, 50, 3), 255, np.uint8)
    for left, top, is_seen in ((-30, -10, True), (500, 500, False)):
        board = board_of(5, 5, 20, left, top)
        reading = certain_reading(case.puzzle, board, clue_boxes(case.puzzle, board))
        drawn = over(white, *parts_of(white, reading, case.water)[what])
        dims_all_else = what in ("nudge", "hint")
        assert (drawn != white).any() == (is_seen or dims_all_else)


def test_mistakes_are_water_in_dry_cells_and_crosses_in_wet_ones():
    marks = [[NOTHING, WATER, CROSS], [NOTHING, WATER, CROSS]]
    water = [[False, False, False], [True, True, True]]
    assert find_mistakes(marks, water).tolist() == [[False, True, False], [False, False, True]]
