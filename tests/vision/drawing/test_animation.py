"""An animation shows the picture, every step and the end, in few bytes, and plays without end."""

import io
from dataclasses import replace
from itertools import groupby

import numpy as np
import pytest
from PIL import Image as Pillow
from PIL import ImageSequence

from solver.logic.step import Step, Technique
from solver.places import ClueAt
from tests.conftest import Draw
from tests.vision.drawing.scenes import Scene, over
from vision.drawing.animation import LAST_TIMES, MOST_PIXELS, Animation, animate, encode_animation
from vision.drawing.caption import add_caption, lines_needed, strip_is_dark, wrapped
from vision.drawing.palette import CAPTION_DARK, CAPTION_LIGHT
from vision.drawing.water import Water
from vision.files.mark import MARK, mark_of
from vision.files.pixels import Image
from vision.reading.read import read

NEAR = 12
"""Levels by which a colour may differ from the one it stands for."""


def animated(scene: Scene) -> Animation:
    steps = []
    for row, line in enumerate(np.array(scene.case.water)):  # settled row by row, as nobody does
        wet, dry = ([(row, col) for col in np.flatnonzero(part).tolist()] for part in (line, ~line))
        steps.append(Step(Technique.ROW, tuple(wet), tuple(dry), "because", (ClueAt("row", row),)))
    captions = ["Begin.", *(f"{number}. {step.because}" for number, step in enumerate(steps, 1)), "Done."]
    return animate(scene.pixels, scene.reading, steps, captions)


def played(contents: bytes) -> list[Image]:
    with Pillow.open(io.BytesIO(contents)) as gif:
        return [np.asarray(frame.convert("RGB")) for frame in ImageSequence.Iterator(gif)]


@pytest.fixture(scope="module")
def frames(site: Scene) -> list[Image]:
    return list(animated(site))


def test_the_frames_are_the_picture_every_step_and_the_solution(site: Scene, frames: list[Image]):
    assert len(frames) == len(animated(site)) == 6 + 2
    assert {frame.shape for frame in frames} == {frames[0].shape}
    height, width = site.pixels.shape[:2]
    solved = over(site.pixels, Water(site.board, site.case.water, site.regions))
    assert np.array_equal(frames[-1][:height, :width], solved)
    assert np.array_equal(frames[0], add_caption(site.pixels, "Begin."))


def test_an_animation_is_played_as_it_was_drawn(draw: Draw):
    frames = list(animated(Scene.of(draw, "dark-reader", "upright")))
    seen = played(encode_animation(frames, 1.5))
    assert len(seen) == len(frames)
    for obtained, drawn in zip(seen, frames, strict=True):
        apart = np.abs(obtained.astype(int) - drawn).max(axis=2)
        assert np.quantile(apart, 0.98) <= NEAR
    same = (frames[2] == frames[3]).all(axis=2)
    assert same.mean() > 0.5
    assert np.array_equal(seen[2][same], seen[3][same])  # nothing flickers


def test_it_is_repeated_without_end_the_last_frame_longest(frames: list[Image]):
    contents = io.BytesIO(encode_animation(frames, 1.5))
    assert mark_of(contents) == MARK
    with Pillow.open(contents) as gif:
        assert gif.info["loop"] == 0
        shown = [frame.info["duration"] for frame in ImageSequence.Iterator(gif)]
    assert shown == [1500] * 7 + [1500 * LAST_TIMES]
    assert len(contents.getvalue()) < 150_000


@pytest.mark.parametrize("levels", [[120], [120, 255, 120], [120, 255, 255, 0]])
def test_animations_of_one_two_and_equal_frames_can_be_made(levels: list[int]):
    contents = encode_animation([picture(20, 30, level) for level in levels], 1)
    seen = [frame[5, 5].tolist() for frame in played(contents)]
    assert seen == [[level] * 3 for level, _ in groupby(levels)]


def test_a_huge_picture_is_reduced_and_the_board_with_it(plain: Scene):
    large = plain.pixels.repeat(5, axis=0).repeat(5, axis=1)
    frames = animated(replace(plain, pixels=large, reading=read(large)))
    height, width = frames.image.shape[:2]
    assert height * width < MOST_PIXELS * 1.05 < large.size / 3
    again = read(frames.image).board
    assert np.abs(np.array(again.corners) - frames.reading.board.corners).max() < 1
    assert frames.reading.clue_boxes[0][0][2] < width


def test_a_long_narrow_page_is_not_enlarged_beyond_what_a_frame_holds(plain: Scene):
    page = picture(2000, 300)
    assert animate(page, plain.reading, [], ["", ""]).image is page
    assert animate(page[:500], plain.reading, [], ["", ""]).image.shape == (1000, 600, 3)


LONG = "Row 10 still needs 2 and its open segments are 3, 1, 3, 1 and 3: the segment of 3 is too big."


def picture(height: int = 60, width: int = 400, level: int = 255) -> np.ndarray:
    return np.full((height, width, 3), level, np.uint8)


@pytest.mark.parametrize("width", [1, 400])
def test_the_picture_stands_where_it_stood_and_words_below(width: int):
    image = np.random.default_rng(1).integers(0, 256, (50, width, 3)).astype(np.uint8)
    drawn = add_caption(image, LONG)
    assert np.array_equal(drawn[:50, :width], image)
    assert len(np.unique(drawn[50:].reshape(-1, 3), axis=0)) > 8  # smooth letters on a ground


def test_every_word_is_written_once_and_in_order_in_signs_that_the_font_has():
    for width in (90, 266, 1800):
        assert " ".join(wrapped(LONG, width)) == LONG
    assert wrapped("one\n\ntwo", 400) == ["one", "", "two"]
    assert wrapped("", 400) == []
    assert wrapped("15×15 – ok", 400) == ["15x15 - ok"]


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
