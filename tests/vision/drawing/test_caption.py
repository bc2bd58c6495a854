"""Words below a picture are wrapped, legible and leave the picture where it was."""

import numpy as np
import pytest

from vision.drawing.caption import add_caption, lines_needed, strip_is_dark, wrapped
from vision.drawing.palette import CAPTION_DARK, CAPTION_LIGHT

LONG = "Row 10 still needs 2 and its open segments are 3, 1, 3, 1 and 3: the segment of 3 is too big."


def picture(height: int = 60, width: int = 400, level: int = 255) -> np.ndarray:
    return np.full((height, width, 3), level, np.uint8)


@pytest.mark.parametrize("width", [1, 400])
def test_the_picture_stands_where_it_stood_and_words_below(width: int):
    image = np.random.default_rng(1).integers(0, 256, (50, width, 3)).astype(np.uint8)
    drawn = add_caption(image, LONG)
    assert np.array_equal(drawn[:50, :width], image)
    assert drawn.shape[0] > 50
    assert drawn.shape[1] == max(width, drawn.shape[1])
    assert len(np.unique(drawn[50:].reshape(-1, 3), axis=0)) > 8  # smooth letters on a ground


def test_every_word_is_written_once_and_in_order():
    for width in (90, 266, 1800):
        assert " ".join(wrapped(LONG, width)) == LONG
    assert wrapped("one\n\ntwo", 400) == ["one", "", "two"]
    assert wrapped("", 400) == []


def test_frames_of_a_film_have_one_size():
    texts = ["Solved.", LONG, ""]
    lines = lines_needed(300, texts)
    assert lines == len(wrapped(LONG, 300)) > 2
    shapes = {add_caption(picture(50, 300), text, lines=lines).shape for text in texts}
    assert len(shapes) == 1
    assert lines_needed(300, []) == 0


def test_the_strip_is_dark_below_a_dark_picture():
    assert strip_is_dark(picture(level=30)) and not strip_is_dark(picture(level=200))
    assert add_caption(picture(level=30), "x")[-1, -1].tolist() == list(CAPTION_DARK)
    assert add_caption(picture(level=200), "x")[-1, -1].tolist() == list(CAPTION_LIGHT)
    assert add_caption(picture(level=30), "x", dark=False)[-1, -1].tolist() == list(CAPTION_LIGHT)


def test_signs_that_the_font_lacks_are_spelt():
    assert wrapped("15×15 – ok", 400) == ["15x15 - ok"]
