"""An animation shows the picture, every step and the end, in few bytes, and plays without end."""

from dataclasses import replace
from itertools import groupby
from pathlib import Path

import numpy as np
import pytest
from PIL import Image as Pillow
from PIL import ImageSequence

from fixtures.drawing.board.style import STYLES
from solver.logic.step import Step, Technique
from solver.places import ClueAt
from solver.puzzle import Water as Wet
from tests.conftest import Case, Draw
from tests.vision.drawing.scenes import over
from vision.board import Board
from vision.drawing.animation import LAST_TIMES, MOST_PIXELS, Animation, animate, encode_animation
from vision.drawing.caption import add_caption, lines_needed, strip_is_dark, wrapped
from vision.drawing.palette import CAPTION_DARK, CAPTION_LIGHT
from vision.drawing.water import Water
from vision.files.mark import MARK, mark_of
from vision.files.pixels import Image
from vision.files.save import replace_file
from vision.reading.read import read

NEAR = 12
"""Levels by which a colour may differ from the one it stands for."""


def row_by_row(water: Wet) -> list[Step]:
    """Settle a board row by row, as nobody does."""
    return [
        Step(
            Technique.ROW,
            tuple((row, col) for col, wet in enumerate(cells) if wet),
            tuple((row, col) for col, wet in enumerate(cells) if not wet),
            "because",
            (ClueAt("row", row),),
        )
        for row, cells in enumerate(water)
    ]


def animated(case: Case, pixels: Image | None = None) -> Animation:
    pixels = case.pixels if pixels is None else pixels
    reading = read(pixels)
    steps = row_by_row(case.water)
    captions = ["Begin.", *(f"{number}. {step.because}" for number, step in enumerate(steps, 1)), "Done."]
    return animate(pixels, reading, steps, captions)


def played(path: Path) -> list[Image]:
    with Pillow.open(path) as gif:
        return [np.asarray(frame.convert("RGB")) for frame in ImageSequence.Iterator(gif)]


@pytest.fixture(scope="module")
def case(draw: Draw) -> Case:
    return draw(6, 7, replace(STYLES["site"], zoom=2.0), seed=3)


@pytest.fixture(scope="module")
def board(case: Case) -> Board:
    return read(case.pixels).board


@pytest.fixture(scope="module")
def frames(case: Case) -> list[Image]:
    return list(animated(case))


def test_the_frames_are_the_picture_every_step_and_the_solution(
    case: Case, board: Board, frames: list[Image]
):
    assert len(frames) == len(animated(case)) == 6 + 2
    assert {frame.shape for frame in frames} == {frames[0].shape}
    height, width = case.pixels.shape[:2]
    assert np.array_equal(frames[0][:height, :width], case.pixels)
    solved = over(case.pixels, Water(board, case.water, case.puzzle.regions))
    assert np.array_equal(frames[-1][:height, :width], solved)
    assert np.array_equal(frames[0], add_caption(case.pixels, "Begin."))


def test_an_animation_is_played_as_it_was_drawn(draw: Draw, tmp_path: Path):
    frames = list(animated(draw(6, 7, STYLES["dark-reader"], seed=3)))
    replace_file(tmp_path / "animation.gif", encode_animation(frames, 1.5))
    seen = played(tmp_path / "animation.gif")
    assert len(seen) == len(frames)
    for obtained, drawn in zip(seen, frames, strict=True):
        apart = np.abs(obtained.astype(int) - drawn).max(axis=2)
        assert np.quantile(apart, 0.98) <= NEAR
    same = (frames[2] == frames[3]).all(axis=2)
    assert same.mean() > 0.5
    assert np.array_equal(seen[2][same], seen[3][same])  # nothing flickers


def test_it_is_repeated_without_end_the_last_frame_longest(frames: list[Image], tmp_path: Path):
    saved = tmp_path / "animation.gif"
    replace_file(saved, encode_animation(frames, 1.5))
    with Pillow.open(saved) as gif:
        assert gif.info["loop"] == 0
        shown = []
        for number in range(gif.n_frames):
            gif.seek(number)
            shown.append(gif.info["duration"])
    assert shown == [1500] * 7 + [1500 * LAST_TIMES]
    assert mark_of(saved) == MARK
    assert saved.stat().st_size < 150_000
    assert [other.name for other in saved.parent.iterdir()] == ["animation.gif"]


def test_animations_of_one_two_and_equal_frames_can_be_made(tmp_path: Path):
    grey = np.full((20, 30, 3), 120, np.uint8)
    white = np.full((20, 30, 3), 255, np.uint8)
    black = np.zeros((20, 30, 3), np.uint8)
    for frames in ([grey], [grey, white], [grey, white, grey], [grey, white, white, black]):
        replace_file(tmp_path / "animation.gif", encode_animation(frames, 1))
        seen = [frame[5, 5].tolist() for frame in played(tmp_path / "animation.gif")]
        assert seen == [[level] * 3 for level, _ in groupby(frame[5, 5, 0] for frame in frames)]


def test_a_huge_picture_is_reduced_and_the_board_with_it(case: Case):
    large = np.repeat(np.repeat(case.pixels, 4, axis=0), 4, axis=1)
    frames = animated(case, large)
    height, width = frames.image.shape[:2]
    assert height * width < MOST_PIXELS * 1.05 < large.size / 3
    again = read(frames.image).board
    assert np.abs(np.array(again.corners) - frames.reading.board.corners).max() < 1
    assert frames.reading.clue_boxes[0][0][2] < width


def test_a_long_narrow_page_is_not_enlarged_beyond_what_a_frame_holds(case: Case):
    page, reading = np.full((2000, 300, 3), 255, np.uint8), read(case.pixels)
    assert animate(page, reading, [], ["", ""]).image is page
    assert animate(page[:500], reading, [], ["", ""]).image.shape == (1000, 600, 3)


# Words below a picture are wrapped, legible and leave the picture where it was


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
