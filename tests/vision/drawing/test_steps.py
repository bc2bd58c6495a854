"""What a step looks at is seen at once, its cells are marked; an animation shows every step in few bytes."""

import io
from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image as Pillow
from PIL import ImageSequence

from solver.grid import Cell
from solver.logic.step import Step, Technique
from solver.places import ClueAt
from tests.conftest import Case, Draw
from tests.vision.drawing.scenes import Scene, box_of, over
from vision.board import Board
from vision.drawing.animation import LAST_TIMES, MOST_PIXELS, Animation, animate, encode_animation
from vision.drawing.caption import add_caption, strip_is_dark, wrapped
from vision.drawing.palette import CAPTION_DARK, CAPTION_LIGHT, SUPPOSED
from vision.drawing.steps import air_layer, step_layer, violations_layer
from vision.drawing.water import Water
from vision.files.load import load_picture
from vision.files.mark import MARK, mark_of
from vision.files.pixels import Image, Picture
from vision.files.save import save_picture
from vision.reading.read import read

GOLDEN = Path(__file__).parent / "golden"
SLACK = 1.5
"""Pixels beside what is marked that may be changed."""
ROW, COLUMN = ClueAt("row", 2), ClueAt("column", 4)
SAME = 6
"""Levels of 255 by which a pixel of a drawing may differ: versions of OpenCV find the board some hundredths
of a pixel apart, which shows in the edges of what is painted. A cell painted otherwise differs by over 30."""


def step_of(
    case: Case, water: Iterable[Cell] = (), air: Iterable[Cell] = (), chain: tuple[Step, ...] = ()
) -> Step:
    """Make a step that looks at a row, at a column, and at the aquarium of the last cell."""
    technique = Technique.SUPPOSE if chain else Technique.ROW
    number = case.puzzle.regions[-1][-1]
    return Step(technique, tuple(water), tuple(air), "because", (ROW, COLUMN), (number,), chain)


def levels(image: Image, board: Board, cell: Cell, right: float = 0.3, down: float = 0.7) -> NDArray[np.int_]:
    """Return the median colour (3,) within a fortieth of a cell around a place in one."""
    reach = np.linspace(-1 / 40, 1 / 40, 5)
    places = np.meshgrid(cell[1] + right + reach, cell[0] + down + reach)
    x, y = board.points(*(axis.ravel() for axis in places))
    return np.median(image[y.astype(int), x.astype(int)], axis=0).astype(int)


def lit(scene: Scene, step: Step, **how: Any) -> Image:
    return over(scene.pixels, step_layer(scene.pixels, scene.reading, step, **how))


def test_lines_to_look_at_are_lit_with_their_clues_and_all_else_is_dimmed(shown: Scene):
    pixels, board, step = shown.pixels, shown.board, step_of(shown.case)
    drawn = lit(shown, step, level="nudge")
    told = replace(step, water=((2, 1),), air=((2, 5),))
    assert np.array_equal(drawn, lit(shown, told, level="nudge"))  # which does not tell the cells
    dark = levels(pixels, board, (0, 0)).max() < 110
    for cell in np.ndindex(6, 7):
        before, after = levels(pixels, board, cell), levels(drawn, board, cell)
        if cell[0] == ROW.line or cell[1] == COLUMN.line:
            assert (after[:2] - after[2]).mean() > (before[:2] - before[2]).mean() + 15  # yellower
            assert after.max() > before.max() - 25
        elif shown.regions[cell[0]][cell[1]] == step.aquariums[0]:
            assert np.array_equal(after, before)
        else:
            assert after.max() < before.max() - 25 or (dark and after.max() < before.max() + 10)
    unlit = shown.within([(-9, -9, COLUMN.line - 0.1, ROW.line - 0.1)], 0)
    assert np.quantile(drawn[unlit], 0.99) < 0.88 * np.quantile(pixels[unlit], 0.99)


@pytest.mark.parametrize("level", ["cell", "reason"])
def test_cells_to_fill_are_blue_with_a_border_and_cells_to_leave_are_crossed(shown: Scene, level):
    board, step = shown.board, step_of(shown.case, water=[(2, 1), (5, 2)], air=[(2, 5), (0, 4)])
    drawn, nudge = lit(shown, step, level=level), lit(shown, step, level="nudge")
    for cell in step.water:
        red, _, blue = levels(drawn, board, cell)
        assert blue > red + 60
        middle, border = levels(drawn, board, cell, 0.5, 0.5), levels(drawn, board, cell, 0.5, 0.05)
        assert np.abs(middle - border).max() > 40
    for cell in step.air:
        paper, cross = levels(shown.pixels, board, cell, 0.5, 0.8), levels(drawn, board, cell, 0.5, 0.5)
        assert abs(int(cross.max()) - int(paper.max())) > 80
        assert np.array_equal(levels(drawn, board, cell, 0.5, 0.8), paper)
    near = shown.within([box_of(*cell) for cell in step.cells], SLACK)
    assert np.array_equal(drawn[~near], nudge[~near])


def test_a_supposition_is_shown_with_the_reason_alone(site: Scene):
    case, board = site.case, site.board
    chain = (step_of(case, water=[(2, 1), (3, 1)]), step_of(case, air=[(2, 2)]), step_of(case))
    step = step_of(case, air=[(2, 1)], chain=chain)
    cell, reason = lit(site, step, level="cell"), lit(site, step, level="reason")
    assert np.array_equal(cell, lit(site, replace(step, chain=()), level="reason"))
    assert np.abs(levels(reason, board, (2, 1), 0.05, 0.5) - SUPPOSED.colour).max() < 60
    for supposed in ((3, 1), (2, 2)):
        inside = site.within([box_of(*supposed)], -2)
        assert 0.02 < (reason != cell).any(axis=2)[inside].mean() < 0.8
    assert np.array_equal(levels(reason, board, (2, 1), 0.5, 0.5), levels(cell, board, (2, 1), 0.5, 0.5))


def test_dots_are_small_and_in_dry_cells_alone(shown: Scene):
    drawn = over(shown.pixels, air_layer(shown.pixels, shown.board, [(1, 2), (3, 4)]))
    u, v = shown.places
    altered = shown.changed(drawn)
    away = np.minimum(np.hypot(u - 2.5, v - 1.5), np.hypot(u - 4.5, v - 3.5))
    assert away[altered].max() < 0.25
    assert altered[away < 0.07].all()


@pytest.mark.parametrize("name", ["hint", "broken"])
def test_a_drawing_is_as_stored(name: str, site: Scene, tmp_path: Path, request: pytest.FixtureRequest):
    case = site.case
    chain = (step_of(case, water=[(2, 1), (3, 1)]), step_of(case, air=[(2, 2)]))
    step = step_of(case, water=[(5, 2)], air=[(2, 1), (0, 4)], chain=chain)
    broken = violations_layer(site.reading, cells=[(4, 5)], lines=[ROW], aquariums=[1])
    drawn = lit(site, step) if name == "hint" else over(site.pixels, broken)
    golden = GOLDEN / f"{name}.png"
    if request.config.getoption("--update-golden"):
        save_picture(golden, drawn, Picture(drawn))
        pytest.fail(f"{golden} was written anew: look at it, then run without --update-golden")
    stored = load_picture(golden).pixels
    save_picture(tmp_path / golden.name, drawn, Picture(drawn))
    assert stored.shape == drawn.shape
    differ = np.abs(stored.astype(int) - drawn).max(axis=2) > SAME
    assert not differ.any(), f"{differ.sum()} pixels differ from {golden}; the drawing is in {tmp_path}"


NEAR = 12
"""Levels by which a colour may differ from the one it stands for."""


def animated(scene: Scene) -> Animation:
    steps = []
    for row, line in enumerate(np.array(scene.case.water)):  # settled row by row, as nobody does
        wet, dry = ([(row, col) for col in np.flatnonzero(part).tolist()] for part in (line, ~line))
        steps.append(Step(Technique.ROW, tuple(wet), tuple(dry), "because", (ClueAt("row", row),)))
    captions = ["Begin.", *(f"{number}. {step.because}" for number, step in enumerate(steps, 1)), LONG]
    return animate(scene.pixels, scene.reading, steps, captions)


def played(contents: bytes) -> list[Image]:
    with Pillow.open(io.BytesIO(contents)) as gif:
        return [np.asarray(frame.convert("RGB")) for frame in ImageSequence.Iterator(gif)]


@pytest.fixture(scope="module")
def frames(site: Scene) -> list[Image]:
    return list(animated(site))


def test_the_frames_are_the_picture_every_step_and_the_solution(site: Scene, frames: list[Image]):
    assert len(frames) == len(animated(site)) == 6 + 2
    height, width = site.pixels.shape[:2]
    assert len(wrapped(LONG, width)) > 1
    assert {frame.shape for frame in frames} == {add_caption(site.pixels, LONG).shape}
    solved = over(site.pixels, Water(site.board, site.case.water, site.regions))
    assert np.array_equal(frames[-1][:height, :width], solved)
    assert np.array_equal(frames[0][:height, :width], site.pixels)
    assert not np.array_equal(frames[0][height:], frames[1][height:])


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


def test_the_strip_is_dark_below_a_dark_picture():
    assert strip_is_dark(picture(level=30)) and not strip_is_dark(picture(level=200))
    assert add_caption(picture(level=30), "x")[-1, -1].tolist() == list(CAPTION_DARK)
    assert add_caption(picture(level=200), "x")[-1, -1].tolist() == list(CAPTION_LIGHT)
    assert add_caption(picture(level=30), "x", dark=False)[-1, -1].tolist() == list(CAPTION_LIGHT)
