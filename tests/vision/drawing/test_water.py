"""Water is drawn where it belongs and nowhere else; what was in the picture stays legible."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from fixtures.drawing.degrade import rotate
from tests.conftest import Case, Draw
from tests.vision.drawing.scenes import PAIRS, STYLES, Scene
from vision import Board, Image, draw_mistakes, draw_water, find_mistakes, read
from vision.drawing import layer
from vision.drawing.water import draw_known
from vision.reading.marks import CROSS, NOTHING, WATER

PALETTES = [name for name, _ in PAIRS]
SLACK = 1.5
"""Pixels beside a cell's true border within which its water may begin."""


def watered(case: Case, pixels: Image | None = None) -> tuple[Board, Image]:
    pixels = case.pixels if pixels is None else pixels
    board = read(pixels).board
    return board, draw_water(pixels, board, case.water, case.puzzle.regions)


def changed(one: Image, other: Image) -> NDArray[np.bool_]:
    return np.asarray((one != other).any(axis=2))


def test_all_pixels_of_wet_cells_are_changed_and_no_others(shown: Scene):
    drawn = draw_water(shown.pixels, shown.board, shown.case.water, shown.regions)
    wet = np.array(shown.case.water)
    assert np.array_equal(drawn[~shown.cells(wet, SLACK)], shown.pixels[~shown.cells(wet, SLACK)])
    cores = shown.cells(wet, 0) & ~shown.cells(~wet, SLACK) & shown.within([(0.1, 0.1, 6.9, 5.9)], 0)
    assert changed(drawn, shown.pixels)[cores].mean() > 0.995  # but a pixel that had just the water's colour


def test_the_input_is_not_touched(draw: Draw):
    case = draw(6, 6, seed=2)
    pixels = case.pixels.copy()
    pixels.setflags(write=False)
    board, drawn = watered(case, pixels)
    wrong = draw_mistakes(pixels, board, [[True] * 6] * 6)
    assert np.array_equal(pixels, case.pixels)
    assert not np.shares_memory(drawn, pixels)
    assert not np.shares_memory(wrong, pixels)
    assert not np.shares_memory(draw_mistakes(pixels, board, [[False] * 6] * 6), pixels)


def test_no_water_changes_nothing(draw: Draw):
    case = draw(6, 6)
    dry = [[False] * 6] * 6
    board = read(case.pixels).board
    assert np.array_equal(draw_water(case.pixels, board, dry, case.puzzle.regions), case.pixels)
    assert np.array_equal(draw_mistakes(case.pixels, board, dry), case.pixels)


@pytest.mark.parametrize("name", PALETTES)
def test_lines_and_digits_below_the_water_keep_half_of_their_contrast(draw: Draw, name: str):
    case = draw(5, 6, replace(STYLES[name], region_ids=True, zoom=2 * STYLES[name].zoom), seed=1)
    board = read(case.pixels).board
    drawn = draw_water(case.pixels, board, [[True] * 6] * 5, [[1] * 6] * 5)
    left, top, right, bottom = board.box
    before, after = (picture[top:bottom, left:right].mean(axis=2).ravel() for picture in (case.pixels, drawn))
    assert np.quantile(after, 0.99) - after.min() > 0.5 * (np.quantile(before, 0.99) - before.min())
    assert np.corrcoef(before, after)[0, 1] > 0.85


def test_water_is_blue_on_every_ground(shown: Scene):
    drawn = draw_water(shown.pixels, shown.board, shown.case.water, shown.regions)
    for row, col in np.argwhere(shown.case.water):
        x, y = map(int, shown.board.point(col + 0.3, row + 0.7))
        red, green, blue = map(int, drawn[y, x])
        assert blue > green > red
        before = shown.pixels[y, x].astype(int)
        assert (blue - red) - (before[2] - before[0]) > 40


def test_the_surface_shows_where_no_water_of_the_same_aquarium_is_above(draw: Draw):
    case = draw(4, 4, replace(STYLES["site"], zoom=2))
    regions = [[1, 1, 2, 2], [1, 1, 2, 2], [3, 3, 2, 2], [3, 3, 2, 2]]
    water = [[False, False, True, True], *[[True] * 4] * 3]
    board = read(case.pixels).board
    blank = np.full_like(case.pixels, 255)
    drawn = draw_water(blank, board, water, regions)

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


def test_mistakes_are_water_in_dry_cells_and_crosses_in_wet_ones():
    marks = [[NOTHING, WATER, CROSS], [NOTHING, WATER, CROSS]]
    water = [[False, False, False], [True, True, True]]
    assert find_mistakes(marks, water).tolist() == [[False, True, False], [False, False, True]]


def test_mistakes_are_red_and_all_else_is_as_it_was(shown: Scene):
    wrong = np.random.default_rng(1).random((6, 7)) < 0.2
    drawn = draw_mistakes(shown.pixels, shown.board, wrong)
    near = shown.cells(wrong, SLACK)
    assert np.array_equal(drawn[~near], shown.pixels[~near])
    for row, col in np.argwhere(wrong):
        for down, right in ((0.5, 0.5), (0.25, 0.25), (0.75, 0.25)):
            x, y = map(int, shown.board.point(col + right, row + down))
            red, green, blue = map(int, drawn[y, x])
            assert red > 180 - 40 * ("dark" in shown.name or shown.name == "night")
            assert red > max(green, blue) + 90


def test_a_mistake_leaves_most_of_its_cell_to_be_seen(draw: Draw):
    case = draw(6, 6, replace(STYLES["site"], zoom=2))
    wrong = np.zeros((6, 6), bool)
    wrong[2, 3] = True
    board = read(case.pixels).board
    drawn = draw_mistakes(case.pixels, board, wrong)
    assert 0.2 < changed(drawn, case.pixels).sum() / board.pitch**2 < 0.7


def test_boards_that_reach_beyond_the_picture_are_drawn_as_far_as_they_are_in_it():
    to_picture = np.array([[20, 0, -30], [0, 20, -10], [0, 0, 1.0]])
    board = Board(5, 5, to_picture, np.arange(6.0), np.arange(6.0), 1.0)
    white = np.full((60, 50, 3), 255, np.uint8)
    drawn = draw_water(white, board, [[True] * 5] * 5, [[1] * 5] * 5)
    assert changed(drawn, white).all()


@pytest.mark.parametrize("roll", [0, 11])
def test_large_boards_are_coloured_band_by_band_to_the_same_pixels(
    draw: Draw, monkeypatch: pytest.MonkeyPatch, roll: int
):
    case = draw(6, 6, seed=1)
    pixels = rotate(case.drawing, roll).pixels
    board, whole = watered(case, pixels)
    monkeypatch.setattr(layer, "BAND", 7 * pixels.shape[1])
    again = draw_water(pixels, board, case.water, case.puzzle.regions)
    assert np.array_equal(again, whole)


def test_mistakes_are_drawn_into_the_picture_itself_where_that_is_wanted(draw: Draw):
    case = draw(6, 6, seed=1)
    board = read(case.pixels).board
    wrong = np.eye(6, dtype=bool)
    copy = case.pixels.copy()
    drawn = draw_mistakes(copy, board, wrong, in_place=True)
    assert drawn is copy
    assert np.array_equal(drawn, draw_mistakes(case.pixels, board, wrong))


# What several solutions share


def some_known(case: Case) -> tuple[tuple[bool | None, ...], ...]:
    """Take the water for certain but in every third cell."""
    return tuple(
        tuple(None if (row + 2 * col) % 3 == 0 else wet for col, wet in enumerate(cells))
        for row, cells in enumerate(case.water)
    )


def test_cells_that_may_be_wet_are_striped_certain_water_is_drawn_and_dry_cells_are_left(shown: Scene):
    known = some_known(shown.case)
    drawn = draw_known(shown.pixels, shown.board, known, shown.regions)
    dry, wet, maybe = (
        np.array([[value is kind for value in row] for row in known]) for kind in (False, True, None)
    )
    near = shown.cells(wet | maybe, SLACK)
    assert np.array_equal(drawn[~near], shown.pixels[~near])
    assert dry.any()
    certain = shown.cells(wet, 0) & ~shown.cells(maybe, SLACK)
    only_water = draw_water(shown.pixels, shown.board, wet, shown.regions)
    assert np.array_equal(drawn[certain], only_water[certain])
    altered = changed(drawn, shown.pixels)
    for row, col in np.argwhere(maybe):
        assert 0.3 < altered[shown.within([(col, row, col + 1, row + 1)], 0)].mean() < 0.8


def test_water_that_is_certain_everywhere_is_drawn_as_any_water(draw: Draw):
    case = draw(6, 6, seed=2)
    board, drawn = watered(case)
    assert np.array_equal(draw_known(case.pixels, board, case.water, case.puzzle.regions), drawn)


def test_stripes_go_on_from_cell_to_cell():
    to_picture = np.array([[40, 0, 0], [0, 40, 0], [0, 0, 1.0]])
    board = Board(3, 5, to_picture, np.arange(6.0), np.arange(4.0), 1.0)
    white = np.full((120, 200, 3), 255, np.uint8)
    drawn = draw_known(white, board, [[None] * 5] * 3, [[1] * 5] * 3)
    assert np.array_equal(drawn[:80, 20:], drawn[20:100, :-20])  # half a cell down and left
    assert changed(drawn, white).any(axis=0).all() and changed(drawn, white).any(axis=1).all()
