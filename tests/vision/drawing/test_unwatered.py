"""Water that was drawn in is taken away again, whatever its colour, so that a note's picture can be read."""

from dataclasses import replace

import numpy as np
import pytest

from fixtures.drawing.degrade import light
from tests.conftest import Draw
from tests.vision.drawing.scenes import STYLES, Scene
from vision.drawing.look import Look
from vision.drawing.unwatered import without_water
from vision.drawing.water import Water
from vision.reading.agreement import contradicts
from vision.reading.read import read
from vision.reading.reading import Reading, certain_reading

LOOKS = (Look(), Look((255, 165, 0)), Look((0, 128, 128), 40))


@pytest.mark.parametrize("look", LOOKS, ids=["default", "orange", "faint teal"])
def test_the_picture_is_as_it_was_but_for_some_levels(shown: Scene, look: Look):
    water = Water(shown.board, shown.case.water, shown.regions, look=look)
    bare = without_water(water.lay_on(shown.pixels.copy()), water)
    insides = [(c + 0.15, r + 0.05, c + 0.85, r + 0.85) for r, c in np.argwhere(shown.case.water)]
    off = np.abs(bare.astype(int) - shown.pixels).max(axis=2)[shown.within(insides, 0)]
    assert np.quantile(off, 0.9) <= 6


def test_without_dry_cells_nothing_is_taken_away(plain: Scene):
    water = Water(plain.board, [[True] * 7] * 6, plain.regions)
    drawn = water.lay_on(plain.pixels.copy())
    assert np.array_equal(without_water(drawn, water), drawn)


@pytest.mark.parametrize("look", LOOKS, ids=["default", "orange", "faint teal"])
@pytest.mark.parametrize("name", ["site", "dark-reader", "night", "photograph"])
def test_answers_bear_out_their_notes_and_no_others(draw: Draw, name: str, look: Look):
    case = draw(6, 6, replace(STYLES.get(name, STYLES["site"]), zoom=1.5), seed=1)
    drawing = (
        light(case.drawing, np.random.default_rng(1), fall=0.3) if name == "photograph" else case.drawing
    )
    seen = read(drawing.pixels)
    drawn = Water(seen.board, case.water, case.puzzle.regions, look=look).lay_on(drawing.pixels.copy())
    assert not contradicts(drawn, noted(seen, case.puzzle), case.water)
    other = draw(6, 6, STYLES["site"], seed=2)
    walls = replace(case.puzzle, regions=other.puzzle.regions)
    assert contradicts(drawn, noted(seen, walls), case.water)
    clues = case.puzzle.col_clues
    numbers = replace(case.puzzle, col_clues=(clues[0] + 1, *clues[1:]))
    assert contradicts(drawn, noted(seen, numbers), case.water)


def noted(seen: Reading, puzzle) -> Reading:
    return certain_reading(puzzle, seen.board, seen.clue_boxes, None)
