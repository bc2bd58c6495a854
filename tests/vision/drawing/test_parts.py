"""Whatever is drawn leaves its picture as it was; boards may have any size and stand anywhere."""

from dataclasses import replace

import numpy as np
import pytest

from tests.conftest import Draw
from tests.vision.drawing.scenes import Scene, board_of, over, parts_of
from vision.drawing import layer
from vision.drawing.caption import add_caption
from vision.drawing.puzzle import clue_boxes
from vision.drawing.review import draw_reading
from vision.reading.reading import certain_reading

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


@pytest.mark.parametrize("pitch", [8.0, 120.0])
@pytest.mark.parametrize("what", ["hint", "air", "mistakes", "unclear"])
def test_signs_in_cells_of_any_size_have_smooth_edges(draw: Draw, what: str, pitch: float):
    case, side = draw(5, 5, seed=1), int(7 * pitch)
    white, board = np.full((side, side, 3), 255, np.uint8), board_of(5, 5, pitch, 1.5 * pitch, 1.5 * pitch)
    reading = certain_reading(case.puzzle, board, clue_boxes(case.puzzle, board))
    drawn = over(white, *parts_of(white, reading, case.water)[what])
    assert len(np.unique(drawn.reshape(-1, 3), axis=0)) > 3


def test_captions_and_drawings_of_what_was_read_leave_the_picture_as_it_was(plain: Scene):
    held = replace(plain, pixels=plain.pixels.copy())
    held.pixels.setflags(write=False)
    once, again = (draw_reading(held.pixels, held.reading) for _ in range(2))
    assert np.array_equal(once, again)
    height, width = held.pixels.shape[:2]
    assert np.array_equal(add_caption(held.pixels, "words")[:height, :width], held.pixels)
