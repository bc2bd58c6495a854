"""Whatever is drawn leaves its picture as it was; boards may have any size and stand anywhere."""

import numpy as np
import pytest

from tests.conftest import Draw
from tests.vision.drawing.scenes import Scene, board_of, over, parts_of
from vision.drawing import layer
from vision.drawing.puzzle import clue_boxes
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
