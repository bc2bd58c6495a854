"""Water is drawn where it belongs and nowhere else; what was in the picture stays legible."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from fixtures.drawing import render
from fixtures.drawing.degrade import perspective, rotate
from tests.conftest import Case, Draw
from vision import Board, Image, draw_mistakes, draw_water, find_mistakes, read
from vision.drawing import layer
from vision.drawing.water import draw_known
from vision.reading.marks import CROSS, NOTHING, WATER

PALETTES = ["site", "site-155-snapped", "dark-reader", "forced-dark", "night", "sepia", "other-program"]
STYLES = {**render.STYLES, "other-program": replace(render.STYLES["other-program"], dpr=1)}
TURNS = {
    "upright": lambda drawing: drawing,
    "turned": lambda drawing: rotate(drawing, 6),
    "leaning": lambda drawing: perspective(drawing, tilt=20, pan=-15, roll=5),
}
SLACK = 1.0
"""Pixels beside a cell's true border within which its water may begin."""


def watered(case: Case, pixels: Image | None = None) -> tuple[Board, Image]:
    pixels = case.pixels if pixels is None else pixels
    board = read(pixels).board
    return board, draw_water(pixels, board, case.water, case.puzzle.regions)


def changed(one: Image, other: Image) -> NDArray[np.bool_]:
    return np.asarray((one != other).any(axis=2))


def inside(
    board: Board, cells: Sequence[Sequence[bool]], shape: tuple[int, ...], reach: float
) -> NDArray[np.bool_]:
    """Return (H, W): the pixels whose middle is in one of the cells or nearer to it than so many pixels."""
    y, x = np.mgrid[: shape[0], : shape[1]] + 0.5
    found = np.zeros(shape[:2], bool)
    for across in (-reach, reach):
        for down in (-reach, reach):
            u, v = board.positions(x + across, y + down)
            on = (u >= 0) & (v >= 0) & (u < board.cols) & (v < board.rows)
            col, row = (
                np.clip(np.floor(place), 0, most - 1).astype(int)
                for place, most in ((u, board.cols), (v, board.rows))
            )
            found |= on & np.array(cells, bool)[row, col]
    return found


@pytest.mark.parametrize("turn", TURNS.values(), ids=TURNS)
@pytest.mark.parametrize("name", PALETTES)
def test_pixels_outside_wet_cells_are_the_inputs(draw: Draw, name: str, turn):
    case = draw(6, 7, replace(STYLES[name], margin=12), seed=2, played="partly")
    pixels = turn(case.drawing).pixels
    board, drawn = watered(case, pixels)
    near = inside(board, case.water, pixels.shape, SLACK)
    assert np.array_equal(drawn[~near], pixels[~near])


@pytest.mark.parametrize("turn", TURNS.values(), ids=TURNS)
@pytest.mark.parametrize("name", PALETTES)
def test_every_wet_cell_is_changed_all_over(draw: Draw, name: str, turn):
    case = draw(6, 7, replace(STYLES[name], margin=12), seed=2)
    pixels = turn(case.drawing).pixels
    board, drawn = watered(case, pixels)
    dry = ~np.array(case.water)
    cores = inside(board, case.water, pixels.shape, 0) & ~inside(board, dry, pixels.shape, SLACK)
    cores &= ~inside(board, np.zeros_like(dry), pixels.shape, SLACK)
    u, v = board.positions(*(axis + 0.5 for axis in np.mgrid[: pixels.shape[0], : pixels.shape[1]][::-1]))
    cores &= (u > 0.1) & (v > 0.1) & (u < board.cols - 0.1) & (v < board.rows - 0.1)
    assert changed(drawn, pixels)[cores].mean() > 0.995  # but a pixel that had just the water's colour


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
    style = replace(STYLES[name], region_ids=True, zoom=2 * STYLES[name].zoom)
    case = draw(5, 6, style, seed=1)
    board = read(case.pixels).board
    drawn = draw_water(case.pixels, board, [[True] * 6] * 5, [[1] * 6] * 5)
    shown = inside(board, [[True] * 6] * 5, drawn.shape, 0)
    before, after = (picture[shown].astype(float).mean(axis=1) for picture in (case.pixels, drawn))
    assert np.quantile(after, 0.99) - after.min() > 0.5 * (np.quantile(before, 0.99) - before.min())
    order = np.corrcoef(before, after)[0, 1]
    assert order > 0.85


@pytest.mark.parametrize("name", PALETTES)
def test_water_is_blue_on_every_ground(draw: Draw, name: str):
    case = draw(6, 7, STYLES[name], seed=2)
    board, drawn = watered(case)
    for row, col in np.argwhere(case.water):
        x, y = board.points(np.array([col + 0.3]), np.array([row + 0.7]))
        red, green, blue = (int(level) for level in drawn[int(y[0]), int(x[0])])
        assert blue > green > red
        before = case.pixels[int(y[0]), int(x[0])].astype(int)
        assert (blue - red) - (before[2] - before[0]) > 40


def test_the_surface_shows_where_no_water_of_the_same_aquarium_is_above(draw: Draw):
    case = draw(4, 4, replace(STYLES["site"], zoom=2))
    regions = [[1, 1, 2, 2], [1, 1, 2, 2], [3, 3, 2, 2], [3, 3, 2, 2]]
    water = [
        [False, False, True, True],
        [True, True, True, True],
        [True, True, True, True],
        [True, True, True, True],
    ]
    board = read(case.pixels).board
    blank = np.full_like(case.pixels, 255)
    drawn = draw_water(blank, board, water, regions)

    def at(row: int, col: int, depth: float) -> tuple[int, ...]:
        x, y = board.points(np.array([col + 0.5]), np.array([row + depth]))
        return tuple(int(level) for level in drawn[int(y[0]), int(x[0])])

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


@pytest.mark.parametrize("turn", TURNS.values(), ids=TURNS)
@pytest.mark.parametrize("name", PALETTES)
def test_mistakes_are_red_and_all_else_is_as_it_was(draw: Draw, name: str, turn):
    case = draw(6, 7, replace(STYLES[name], margin=12), seed=3)
    pixels = turn(case.drawing).pixels
    wrong = np.random.default_rng(1).random((6, 7)) < 0.2
    board = read(pixels).board
    drawn = draw_mistakes(pixels, board, wrong)
    near = inside(board, wrong, pixels.shape, SLACK)
    assert np.array_equal(drawn[~near], pixels[~near])
    for row, col in np.argwhere(wrong):
        for down, right in ((0.5, 0.5), (0.25, 0.25), (0.75, 0.25)):
            x, y = board.points(np.array([col + right]), np.array([row + down]))
            red, green, blue = (int(level) for level in drawn[int(y[0]), int(x[0])])
            assert red > 180 - 40 * ("dark" in name or name == "night")
            assert red > green + 90
            assert red > blue + 90


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


@pytest.mark.parametrize("turn", TURNS.values(), ids=TURNS)
@pytest.mark.parametrize("name", PALETTES)
def test_cells_that_may_be_wet_are_striped_certain_water_is_drawn_and_dry_cells_are_left(
    draw: Draw, name: str, turn
):
    case = draw(6, 7, replace(STYLES[name], margin=12), seed=2)
    pixels, known = turn(case.drawing).pixels, some_known(case)
    board = read(pixels).board
    drawn = draw_known(pixels, board, known, case.puzzle.regions)
    dry, wet, maybe = ([[value is kind for value in row] for row in known] for kind in (False, True, None))
    near = inside(board, np.array(wet) | np.array(maybe), pixels.shape, SLACK)
    assert np.array_equal(drawn[~near], pixels[~near])
    assert any(map(any, dry))
    certain = inside(board, wet, pixels.shape, 0) & ~inside(board, maybe, pixels.shape, SLACK)
    watered = draw_water(pixels, board, wet, case.puzzle.regions)
    assert np.array_equal(drawn[certain], watered[certain])
    u, v = board.positions(*(axis + 0.5 for axis in np.mgrid[: pixels.shape[0], : pixels.shape[1]][::-1]))
    altered = changed(drawn, pixels)
    for row, col in np.argwhere(maybe):
        cell = (np.floor(u) == col) & (np.floor(v) == row)
        assert 0.3 < altered[cell].mean() < 0.8


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
