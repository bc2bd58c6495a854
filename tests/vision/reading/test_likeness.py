"""Sides are compared with each other: one unlike its kind is doubtful, whatever the network makes of it."""

import numpy as np
import pytest

from fixtures.drawing.board.style import STYLES
from pipeline import solve_image
from solver.places import SideAt
from tests.conftest import PLAIN, Case, Draw
from tests.vision.reading.laid_flat import true_walls
from vision.files.pixels import Image
from vision.reading.likeness import IN_DOUBT, by_likeness
from vision.reading.read import read
from vision.reading.sides import SideInk, align
from vision.reading.walls import Walls


def measured(pixels: Image) -> SideInk:
    return align(pixels, read(pixels).board)[2]


def sure_walls(case: Case, strength: float = 11.0) -> Walls:
    """Return the true walls, as sure as that."""
    return Walls(*(np.where(part, strength, -strength) for part in true_walls(case.puzzle)))


def framed(
    case: Case, row: int, col: int, inset: float, colour: tuple[int, int, int], *, cells: int = 1
) -> Image:
    """Draw a frame within a cell, or as many each way, as programs do around what is selected."""
    (left, top), (right, _) = case.drawing.corners[:2]
    pitch, pixels = (right - left) / case.puzzle.width, case.pixels.copy()
    y, x = (round(start + (at + inset) * pitch) for start, at in ((top, row), (left, col)))
    far, wide = round((cells - 2 * inset) * pitch), max(2, round(0.08 * pitch))
    for part in (np.s_[y : y + wide, x : x + far], np.s_[y + far - wide : y + far, x : x + far],
                 np.s_[y : y + far, x : x + wide], np.s_[y : y + far, x + far - wide : x + far]):  # fmt: skip
        pixels[part] = colour
    return pixels


@pytest.mark.parametrize("name", ["site", "dark-reader", "other-program"])
def test_on_a_clear_board_every_side_is_like_its_kind(draw: Draw, name: str):
    case = draw(8, 9, STYLES[name], seed=3, played="partly")
    walls = sure_walls(case, 6.0)
    surer = by_likeness(walls, measured(case.pixels))
    for before, after in ((walls.right, surer.right), (walls.below, surer.below)):
        assert (np.sign(before) == np.sign(after)).all()
        assert (np.abs(after) >= np.abs(before)).all()
    assert np.mean(np.abs(surer.right) > 6.0) > 0.9


@pytest.mark.parametrize("inset", [0.04, 0.08])
@pytest.mark.parametrize("colour", [(30, 60, 220), (0, 0, 0)])
def test_a_side_of_a_frame_within_a_cell_is_like_no_wall(
    draw: Draw, inset: float, colour: tuple[int, int, int]
):
    case = draw(8, 9, PLAIN, seed=3)
    row, col = next(
        (row, col)
        for row, col in np.ndindex(6, 7)
        if len({case.puzzle.regions[row + 1][col + step] for step in range(3)}) == 1
    )
    told = sure_walls(case)
    told.right[row + 1, col : col + 2] = 11.0  # as a reader might that takes the frame for walls
    after = by_likeness(told, measured(framed(case, row + 1, col + 1, inset, colour)))
    assert (np.abs(after.right[row + 1, col : col + 2]) <= IN_DOUBT).all()
    others = np.ones(after.right.shape, np.bool_)
    others[row + 1, col : col + 2] = False
    assert (np.abs(after.right[others]) > IN_DOUBT).mean() > 0.97


@pytest.mark.parametrize("cells", [1, 2, 3])
def test_the_sides_of_a_frame_are_in_doubt_though_those_opposite_each_other_are_alike(draw: Draw, cells: int):
    case = draw(12, 13, PLAIN, seed=3)
    told, row, col = sure_walls(case), 4, 5
    around = np.zeros(told.right.shape, np.bool_)
    around[row : row + cells, [col - 1, col + cells - 1]] = True
    told.right[around] = 11.0  # as a reader might that takes the frame for walls
    told.below[[row - 1, row + cells - 1], col : col + cells] = 11.0
    after = by_likeness(told, measured(framed(case, row, col, -0.06, (30, 60, 220), cells=cells)))
    assert (np.abs(after.right[around]) <= IN_DOUBT).all()
    assert (np.abs(after.right[~around]) > IN_DOUBT).all()


def test_a_wall_that_is_taken_for_a_thin_line_is_in_doubt_and_so_is_a_line_taken_for_a_wall(draw: Draw):
    case = draw(8, 9, PLAIN, seed=3)
    told, sides = sure_walls(case), measured(case.pixels)
    for at in (tuple(np.argwhere(told.right > 0)[4]), tuple(np.argwhere(told.right < 0)[4])):
        wrong = Walls(told.right.copy(), told.below)
        wrong.right[at] *= -1
        after = by_likeness(wrong, sides)
        assert abs(after.right[at]) <= IN_DOUBT
        assert (np.abs(np.delete(after.right.ravel(), np.ravel_multi_index(at, after.right.shape))) > 8).all()


def test_a_board_with_walls_of_two_kinds_stays_certain(draw: Draw):
    """As thick as others again: of the walls right of their cells, every second column."""
    case = draw(8, 9, PLAIN, seed=3)
    (left, top), (right, _) = case.drawing.corners[:2]
    pitch, pixels = (right - left) / 9, case.pixels.copy()
    for row, col in np.argwhere(sure_walls(case).right > 0):
        if col % 2:
            y, x = round(top + row * pitch), round(left + (col + 1) * pitch)
            pixels[y : y + round(pitch), x - round(0.1 * pitch) : x + round(0.1 * pitch)] = 0
    after = by_likeness(sure_walls(case), measured(pixels))
    assert (np.abs(after.right) > IN_DOUBT).all()


def test_the_ground_that_a_line_lies_on_does_not_make_it_unlike(draw: Draw):
    case = draw(8, 9, PLAIN, seed=3, played="partly")
    after = by_likeness(sure_walls(case), measured(case.pixels))
    assert (np.abs(after.right) > IN_DOUBT).all()
    assert (np.abs(after.below) > IN_DOUBT).all()


def test_a_frame_takes_the_certainty_of_a_puzzle_that_was_misread_and_is_named(draw: Draw):
    case = draw(8, 9, PLAIN, seed=3, unique=True)
    solved = 0
    for row, col in ((2, 3), (5, 6), (6, 1)):
        result = solve_image(framed(case, row, col, 0.06, (0, 0, 0)))
        if result.status != "solved":
            continue
        solved += 1
        assert result.solution is not None
        assert result.solution.water == case.water
        beside = {
            SideAt(row, col, below=False), SideAt(row, col - 1, below=False),
            SideAt(row, col, below=True), SideAt(row - 1, col, below=True),
        }  # fmt: skip
        named = beside & {doubt.place for doubt in result.doubts}
        assert result.puzzle == case.puzzle or (named and not result.puzzle_certain)
    assert solved >= 2
