"""What a step looks at is seen at once, its cells are marked, and what breaks a rule is red."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from solver.grid import Cell
from solver.logic.step import Step, Technique
from solver.places import ClueAt
from tests.conftest import Case
from tests.vision.drawing.scenes import Scene, box_of, over
from vision.board import Board
from vision.drawing.palette import SUPPOSED
from vision.drawing.steps import air_layer, step_layer, violations_layer
from vision.files.load import load_picture
from vision.files.pixels import Image, Picture
from vision.files.save import save_picture

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
