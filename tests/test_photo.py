"""Cameras, desks and screens do to a drawing what they do to paper, and the board's corners follow it."""

from collections.abc import Callable

import numpy as np
import pytest

from fixtures.degrade import blur
from fixtures.photo import (
    TURN_TAGS,
    focus_blur,
    motion_blur,
    on_desk,
    photographed_screen,
    turned,
    turned_file,
)
from fixtures.puzzles import random_puzzle
from fixtures.render import Drawing, Style, draw_puzzle
from vision.image import load_picture


def drawn() -> Drawing:
    puzzle, _ = random_puzzle(np.random.default_rng(2), 5, 8)
    return draw_puzzle(puzzle, Style(zoom=1.5, frame=5, margin=20))


def frame_darkness(drawing: Drawing) -> float:
    """Return the mean brightness under the lines between the corners, 0..255."""
    points = [
        start + share * (stop - start)
        for start, stop in zip(drawing.corners, np.roll(drawing.corners, -1, axis=0), strict=True)
        for share in np.linspace(0.02, 0.98, 50)
    ]
    cols, rows = np.round(points).astype(int).T
    return float(drawing.pixels[rows, cols].mean())


JOURNEYS: dict[str, Callable[[Drawing], Drawing]] = {
    "shaken": lambda drawing: motion_blur(drawing, 3, 30),
    "out of focus": lambda drawing: focus_blur(drawing, 2),
    "on a desk": lambda drawing: on_desk(drawing, np.random.default_rng(1), tilt=20, pan=-15, roll=10),
    "screen": lambda drawing: photographed_screen(drawing, sampling=1.6, roll=4, pan=8),
    "turned by 90": lambda drawing: turned(drawing, 90),
    "turned by 180": lambda drawing: turned(drawing, 180),
    "turned by 270": lambda drawing: turned(drawing, 270),
}


@pytest.mark.parametrize("journey", JOURNEYS.values(), ids=JOURNEYS)
def test_corners_follow_the_board(journey):
    assert frame_darkness(journey(drawn())) < 70


def test_motion_blurs_along_its_way_and_not_across_it():
    stripes = Drawing(np.zeros((40, 40, 3), np.uint8), np.zeros((4, 2)))
    stripes.pixels[:, ::8] = 255
    along, across = motion_blur(stripes, 8, 90), motion_blur(stripes, 8, 0)
    assert np.array_equal(along.pixels, stripes.pixels)
    assert np.ptp(across.pixels[20, 8:32, 0].astype(int)) < 20


def test_a_point_out_of_focus_is_an_even_disc():
    point = Drawing(np.zeros((31, 31, 3), np.uint8), np.zeros((4, 2)))
    point.pixels[15, 15] = 255
    disc = focus_blur(point, 4).pixels[..., 0]
    assert (disc[12:19, 13:18] == disc[15, 15]).all()
    assert disc[15, 9] == disc[15, 21] == 0
    assert disc[15, 11] > 0


def test_a_photographed_screen_shows_coloured_bands_where_its_grid_nearly_agrees_with_the_cameras():
    white = Drawing(np.full((150, 150, 3), 255, np.uint8), np.zeros((4, 2)))

    def bands(sampling: float) -> float:
        seen = photographed_screen(white, sampling=sampling, roll=2)
        edge = len(seen.pixels) // 5
        middle = Drawing(seen.pixels[edge:-edge, edge:-edge], seen.corners)
        return float(np.ptp(blur(middle, 5).pixels.astype(int), axis=(0, 1)).max())

    assert bands(2.0) > 60
    assert bands(2.0) > 5 * bands(1.5)


def test_a_sheet_on_a_desk_keeps_its_light_and_casts_a_shadow():
    sheet = Drawing(np.full((200, 160, 3), 255, np.uint8), np.zeros((4, 2)))
    seen = on_desk(sheet, np.random.default_rng(0), roll=5).pixels
    height, width = seen.shape[:2]
    assert (seen[height // 2, width // 2] == 255).all()
    assert seen[:8].mean() < 200


@pytest.mark.parametrize("degrees", [90, 180, 270])
def test_a_turned_file_loads_upright(degrees):
    drawing = drawn()
    loaded = load_picture(turned_file(drawing, degrees, 95)).pixels
    assert loaded.shape == drawing.pixels.shape
    assert np.abs(loaded.astype(int) - drawing.pixels).mean() < 3
    assert TURN_TAGS[degrees] != 1
