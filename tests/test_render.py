"""The renderer draws what was measured on the site, to the pixel, and knows where it put the board."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from fixtures.degrade import blur, jpeg, light, noise, perspective, resize, rotate, round_corners
from fixtures.lettering import FONTS
from fixtures.puzzles import random_puzzle
from fixtures.render import STYLES, Drawing, Style, draw_puzzle
from fixtures.stored import HERE as STORED
from fixtures.stored import draw_stored
from fixtures.style import LIGHT
from solver.puzzle import Puzzle

STAIRS = Puzzle([None] * 3, [None] * 3, [[1, 1, 1], [1, 1, 2], [1, 1, 2]])
"""One corner of walls at the lower left of cell [0, 2]; no clues."""


def drawn(rows: int, cols: int, style: Style = STYLES["site"], *, seed: int = 0) -> tuple[Puzzle, Drawing]:
    puzzle, _ = random_puzzle(np.random.default_rng(seed), rows, cols)
    return puzzle, draw_puzzle(puzzle, style)


def bare(puzzle: Puzzle) -> Puzzle:
    return Puzzle([None] * puzzle.width, [None] * puzzle.height, puzzle.regions)


def dark(drawing: Drawing) -> NDArray[np.bool_]:
    return drawing.pixels.max(axis=2) < 64


def runs(line: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Return (start, length) of each run of true values."""
    steps = np.flatnonzero(np.diff(np.concatenate([[0], line.astype(int), [0]])))
    return [(int(start), int(stop - start)) for start, stop in zip(steps[::2], steps[1::2], strict=True)]


def frame_darkness(drawing: Drawing) -> float:
    """Return the mean brightness under the lines between the corners, 0..255."""
    points = [
        start + share * (stop - start)
        for start, stop in zip(drawing.corners, np.roll(drawing.corners, -1, axis=0), strict=True)
        for share in np.linspace(0, 1, 50)
    ]
    cols, rows = np.round(points).astype(int).T
    return float(drawing.pixels[rows, cols].mean())


def test_the_picture_is_51_and_22_pixels_larger_than_the_board_and_has_a_blue_rim():
    _, drawing = drawn(8, 5)
    assert drawing.pixels.shape == (31 * 8 + 80, 31 * 5 + 80, 3)
    for edge in (drawing.pixels[0], drawing.pixels[-1], drawing.pixels[:, 0], drawing.pixels[:, -1]):
        assert (edge == (0x33, 0x66, 0xCC)).all()


def test_lines_stand_31_pixels_apart_between_frames_of_3():
    one_aquarium = Puzzle([None] * 4, [None] * 3, [[1] * 4] * 3)
    ink = dark(draw_puzzle(one_aquarium))
    assert runs(ink[70]) == [(52, 3), (85, 1), (116, 1), (147, 1), (178, 3)]
    assert runs(ink[:, 70]) == [(52, 3), (85, 1), (116, 1), (147, 3)]


def test_a_corner_of_walls_misses_its_outer_pixel():
    ink = dark(draw_puzzle(STAIRS))
    corner = ink[84:87, 115:118]
    assert corner.tolist() == [[False, True, True], [True, True, True], [True, True, True]]
    assert dark(draw_puzzle(STAIRS, Style(square_ends=True)))[84:87, 115:118].all()


def test_walls_are_exactly_between_different_aquariums():
    puzzle, drawing = drawn(9, 12)
    ink = dark(drawing)
    for row in range(puzzle.height):
        y = 52 + 3 + 31 * row + 15
        for col in range(1, puzzle.width):
            start = 52 + 3 + 31 * col - 2
            wall = puzzle.regions[row][col] != puzzle.regions[row][col - 1]
            assert ink[y, start : start + 3].tolist() == [wall, True, wall]
    for row in range(1, puzzle.height):
        start = 52 + 3 + 31 * row - 2
        for col in range(puzzle.width):
            wall = puzzle.regions[row][col] != puzzle.regions[row - 1][col]
            assert ink[start : start + 3, 52 + 3 + 31 * col + 15].tolist() == [wall, True, wall]


def test_clues_end_9_pixels_above_the_board_and_left_of_it():
    puzzle = Puzzle([4, None], [None, 14], [[1, 1], [1, 1]])
    ink = dark(draw_puzzle(puzzle))
    ((top, height),), ((left, width),) = runs(ink[10:52].any(axis=1)), runs(ink[10:52, :].any(axis=0))
    assert (10 + top + height, height) == (52 - 9, 13)
    assert left + width / 2 == pytest.approx(52 + 3 + 15 + 1, abs=1)
    rows, cols = runs(ink[:, 10:50].any(axis=1)), runs(ink[60:110, 10:50].any(axis=0))
    assert rows == [(52 + 3 + 31 + 8, 13)]
    assert 10 + sum(cols[-1]) == pytest.approx(52 - 9.5, abs=1)
    assert 10 + cols[0][0] == pytest.approx(52 - 9.5 - 23, abs=2)


@pytest.mark.parametrize("raster", ["snapped", "floored", "grey", "exact"])
@pytest.mark.parametrize("scale", [2, 3])
def test_all_rasters_are_the_same_at_whole_scales(raster, scale):
    puzzle = bare(drawn(7, 4)[0])
    whole = draw_puzzle(puzzle).pixels.repeat(scale, axis=0).repeat(scale, axis=1)
    assert np.array_equal(draw_puzzle(puzzle, Style(dpr=scale, raster=raster)).pixels, whole)


@pytest.mark.parametrize(
    ("raster", "frames", "walls", "thins"),
    [("snapped", {4}, {4, 5}, {1, 2}), ("floored", {4, 5}, {3, 4}, {1, 2}), ("exact", {5}, {6}, {2})],
)
def test_lines_at_zoom_155_are_as_wide_as_seen(raster, frames, walls, thins):
    striped = Puzzle([None] * 16, [None], [[col // 2 for col in range(16)]])
    drawing = draw_puzzle(striped, Style(zoom=1.55, raster=raster))
    (_, left), *inner, (_, right) = runs(dark(drawing)[round(drawing.corners[:, 1].mean())])
    assert {left, right} <= frames
    assert {width for _, width in inner[1::2]} == walls
    assert {width for _, width in inner[::2]} == thins


def test_grey_lines_hold_as_much_ink_as_their_true_width():
    striped = Puzzle([None] * 8, [None], [[col // 2 for col in range(8)]])
    drawing = draw_puzzle(striped, Style(zoom=1.37, raster="grey", rim=0, shift=(0.3, 0.8)))
    ink = 1 - drawing.pixels[round(drawing.corners[:, 1].mean()), :, 0] / 255
    assert ink.sum() == pytest.approx(1.37 * (2 * 3 + 3 * 3 + 4 * 1), abs=0.05)


def test_water_leaves_thin_lines_visible_and_crosses_stand_in_their_cells():
    drawing = draw_puzzle(bare(STAIRS), marks=[[1, 1, 0], [0, 2, 0], [0, 0, 0]])
    row = drawing.pixels[70]
    assert (row[55:85] == LIGHT.water).all()
    assert (row[85] == LIGHT.line).all()
    rows, cols = np.nonzero((drawing.pixels == LIGHT.dry).all(axis=2))
    assert (rows.min(), rows.max(), cols.min(), cols.max()) == pytest.approx((99, 106, 97, 104), abs=1)


def test_the_clue_of_a_line_with_too_much_water_is_red():
    puzzle = Puzzle([1, 1, 0], [2, 1, 0], STAIRS.regions)
    red = (draw_puzzle(puzzle, marks=[[1, 1, 0], [1, 0, 0], [0, 0, 0]]).pixels == LIGHT.over).all(axis=2)
    assert [bool(red[:52, 55 + 31 * col :][:, :30].any()) for col in range(3)] == [True, False, False]
    assert not red[52:].any()


def test_a_clue_ticked_off_is_grey():
    puzzle = Puzzle([1, 1, 0], [2, 1, 0], STAIRS.regions)
    drawing = draw_puzzle(puzzle, Style(marked_cols=frozenset({1})))
    assert (drawing.pixels == LIGHT.marked).all(axis=2).any()


def test_a_struck_clue_has_a_line_through_its_middle_and_stays_where_it_was():
    puzzle = Puzzle([1, 1, 0], [2, 1, 0], STAIRS.regions)
    struck = dark(draw_puzzle(puzzle, Style(struck_cols=frozenset({1}))))
    changed = struck & ~dark(draw_puzzle(puzzle))
    rows, cols = np.nonzero(changed)
    assert (rows.min() + rows.max()) / 2 == pytest.approx(52 - 9 - 6.5, abs=1)
    assert np.ptp(cols) > np.ptp(rows)
    assert cols.min() >= 55 + 31
    assert cols.max() < 55 + 62


def test_a_slash_rises_from_left_to_right():
    puzzle = Puzzle([1, 1, 0], [2, 1, 0], STAIRS.regions)
    style = Style(struck_rows=frozenset({0}), slashed=True, zoom=3)
    changed = dark(draw_puzzle(puzzle, style)) & ~dark(draw_puzzle(puzzle, Style(zoom=3)))
    rows, cols = np.nonzero(changed)
    assert np.corrcoef(rows, cols)[0, 1] < -0.5


def test_a_clue_that_is_not_given_is_blank_or_a_sign_and_never_struck():
    puzzle = Puzzle([1, None, 0], [2, 1, 0], STAIRS.regions)
    place = slice(0, 50), slice(55 + 31, 55 + 62)
    assert not dark(draw_puzzle(puzzle))[place].any()
    sign = draw_puzzle(puzzle, Style(unknown="?"))
    assert dark(sign)[place].any()
    assert np.array_equal(
        draw_puzzle(puzzle, Style(unknown="?", struck_cols=frozenset({1}))).pixels, sign.pixels
    )


def test_clues_stand_on_every_edge_that_is_named_as_far_from_the_board():
    puzzle = Puzzle([4, 2], [3, 14], [[1, 1], [1, 1]])
    drawing = draw_puzzle(puzzle, Style(clue_edges=("top", "bottom", "left", "right"), trail=51))
    ink, (left, top), (right, bottom) = dark(drawing), drawing.corners[0] - 1, drawing.corners[2] + 2
    ((above, high),) = runs(ink[5 : int(top)].any(axis=1))
    ((below, same),) = runs(ink[int(bottom) : -5].any(axis=1))
    assert high == same == 13
    assert top - 5 - above - high == pytest.approx(below, abs=1)
    aside = runs(ink[:, 5 : int(left)].any(axis=0))
    beyond = runs(ink[:, int(right) : -5].any(axis=0))
    assert left - 5 - sum(aside[-1]) == pytest.approx(beyond[0][0], abs=2)


@pytest.mark.parametrize("page", ["long", "app"])
@pytest.mark.parametrize("seed", range(6))
def test_long_pages_show_the_whole_game_and_stay_within_their_size(page, seed):
    style = Style(page=page, dpr=2, seed=seed, zoom=0.7)
    puzzle, drawing = drawn(10, 10, style)
    height, width = drawing.pixels.shape[:2]
    assert height <= 8000
    assert width <= 4000
    alone = draw_puzzle(puzzle, replace(style, page=None))
    left, top = np.round(drawing.corners[0] - alone.corners[0]).astype(int)
    game = drawing.pixels[top : top + len(alone.pixels), left : left + alone.pixels.shape[1]]
    assert np.array_equal(game, alone.pixels)


def test_corners_are_on_the_frames_centre_lines():
    _, drawing = drawn(8, 5)
    assert drawing.corners.tolist() == [[53, 53], [210, 53], [210, 303], [53, 303]]


@pytest.mark.parametrize("name", [name for name, style in STYLES.items() if style.frame])
@pytest.mark.parametrize("size", [(4, 4), (8, 5)])
def test_every_style_has_its_frame_where_it_says(name, size):
    _, drawing = drawn(*size, STYLES[name])
    frame = np.array(STYLES[name].palette.frame)
    for x, y in np.round(drawing.corners).astype(int):
        assert abs(drawing.pixels[y, x] - frame).max() < 64


@pytest.mark.parametrize("name", STYLES)
def test_every_style_draws_the_largest_boards(name):
    puzzle, drawing = drawn(30, 30, STYLES[name])
    assert puzzle.height == puzzle.width == 30
    assert drawing.pixels.dtype == np.uint8
    assert drawing.corners.min() >= -1
    assert (drawing.corners.max(axis=0) <= drawing.pixels.shape[1::-1]).all()


TURNS: dict[str, Callable[[Drawing], Drawing]] = {
    "smaller": lambda drawing: resize(drawing, 0.6),
    "larger": lambda drawing: resize(drawing, 1.7, "cubic"),
    "turned": lambda drawing: rotate(drawing, 17),
    "upside down": lambda drawing: rotate(drawing, 180),
    "leaning": lambda drawing: perspective(drawing, tilt=30, pan=-20, roll=10),
    "blurred": lambda drawing: blur(drawing, 1),
    "compressed": lambda drawing: jpeg(drawing, 30),
}


@pytest.mark.parametrize("turn", TURNS.values(), ids=TURNS)
def test_corners_follow_the_board(turn):
    _, drawing = drawn(6, 9, Style(zoom=1.5, frame=5))
    assert frame_darkness(drawing) == 0
    assert frame_darkness(turn(drawing)) < 40


def test_tilt_leans_the_top_away_and_pan_the_right():
    _, drawing = drawn(6, 6)
    top, right, bottom, left = np.hypot(*(np.roll(c := perspective(drawing, tilt=20).corners, -1, 0) - c).T)
    assert top < bottom
    assert left == pytest.approx(right, rel=0.02)
    _, right, _, left = np.hypot(*(np.roll(c := perspective(drawing, pan=20).corners, -1, 0) - c).T)
    assert right < left


def test_light_and_noise_keep_the_geometry_and_darken():
    _, drawing = drawn(6, 6)
    lit = light(drawing, np.random.default_rng(1), fall=0.5, shadow=0.4)
    noisy = noise(lit, 5, np.random.default_rng(1))
    assert np.array_equal(noisy.corners, drawing.corners)
    assert lit.pixels.mean() < 0.85 * drawing.pixels.mean()
    assert np.std(noisy.pixels.astype(int) - lit.pixels) == pytest.approx(5, rel=0.2)


def test_round_corners_are_transparent_and_the_rest_is_as_it_was():
    _, drawing = drawn(4, 4)
    rounded = round_corners(drawing, 9)
    assert rounded.image().mode == "RGBA"
    assert rounded.alpha is not None
    assert [rounded.alpha[y, x] for y in (0, -1) for x in (0, -1)] == [0] * 4
    assert np.array_equal(rounded.pixels[9:-9], drawing.pixels[9:-9])
    assert (rounded.alpha[9:-9] == 255).all()


@pytest.mark.parametrize("name", ["site", "desktop", "other-program-window"])
def test_equal_arguments_give_equal_pictures(name):
    assert np.array_equal(drawn(6, 6, STYLES[name])[1].pixels, drawn(6, 6, STYLES[name])[1].pixels)


def test_the_seed_changes_the_page_and_not_the_board():
    one, other = (drawn(6, 6, replace(STYLES["desktop"], seed=seed))[1] for seed in (1, 2))
    assert not np.array_equal(one.pixels, other.pixels)
    assert np.array_equal(one.corners, other.corners)


def test_a_tight_crop_leaves_two_pixels_around_clues_and_board():
    _, drawing = drawn(6, 6, STYLES["tight-crop"])
    ink = (drawing.pixels < 200).any(axis=2)
    for ring in range(3):
        edges = ink[ring], ink[-1 - ring], ink[:, ring], ink[:, -1 - ring]
        assert [bool(edge.any()) for edge in edges] == [ring == 2] * 4


def test_a_font_may_be_any_file():
    path = str(FONTS / "serif.ttf")
    assert np.array_equal(drawn(4, 4, Style(font=path))[1].pixels, drawn(4, 4, Style(font="serif"))[1].pixels)


def test_the_stored_pictures_are_what_their_recipes_draw(tmp_path):
    names = list(draw_stored(tmp_path))
    pictures = {file.name for file in STORED.iterdir() if file.suffix in {".png", ".jpg"}}
    assert {name for name in pictures if not name.endswith(".solved.png")} == set(names)
    for text in (*(Path(name).with_suffix(".txt") for name in names), Path("README.md")):
        assert (tmp_path / text).read_text(encoding="utf-8") == (STORED / text).read_text(encoding="utf-8"), (
            text
        )
    for name in names:
        drawn_now, stored = (np.array(Image.open(folder / name), int) for folder in (tmp_path, STORED))
        # other versions of the libraries may place a letter's grey edge otherwise
        assert np.mean(abs(drawn_now - stored)) < 1, name
