"""What is drawn over a board makes no walls: sides are measured where they are bare, or doubted and named."""

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from fixtures.drawing.degrade import jpeg
from fixtures.drawing.drawn_over import Sheet
from fixtures.drawing.puzzles import unique_puzzle
from fixtures.drawing.render import STYLES, draw_puzzle
from solver.places import SideAt
from tests.conftest import Case, Draw
from tests.vision.reading.laid_flat import flat, true_walls
from tests.vision.reading.over import BLACK, GREEN, PURPLE, YELLOW, at, sheet
from vision.files.pixels import Image
from vision.reading.bare_sides import _vanishing, bare_sides
from vision.reading.covered import covered_sides, in_doubt
from vision.reading.flat.sides import measure_sides
from vision.reading.foreign import find_rails
from vision.reading.look.walls import Walls, find_walls
from vision.reading.read import read


def seen(pixels: Image) -> tuple[Walls, set[SideAt]]:
    board = flat(pixels)
    sides, bare = bare_sides(board, measure_sides(board))
    return in_doubt(find_walls(sides), bare), set(covered_sides(bare))


def misread(walls: Walls, case: Case, *, sure: float = 1.0) -> int:
    """Return how many sides are taken for what they are not, with log-odds of at least so much."""
    return sum(
        int((((odds > 0) != is_wall) & (np.abs(odds) >= sure)).sum())
        for odds, is_wall in zip((walls.right, walls.below), true_walls(case.puzzle), strict=True)
    )


@pytest.fixture(scope="module")
def board(draw: Draw) -> Case:
    return draw(7, 8, STYLES["site"], seed=2, played="partly", mean_size=4)


def test_of_a_board_that_nothing_is_drawn_over_every_side_is_bare(board: Case):
    walls, covered = seen(board.pixels)
    assert (misread(walls, board), covered) == (0, set())


def test_a_thin_side_on_a_line_of_walls_lacks_nothing(draw: Draw):
    board = flat(draw(5, 7, STYLES["site"], seed=6, mean_size=2.4).pixels)
    measured = measure_sides(board)
    assert bare_sides(board, measured)[0] is measured


STROKES: dict[str, Callable[[Sheet], None]] = {
    "a black stroke": lambda over: over.lay(over.lines([at(over, (1.3, 1.2), (6.5, 5.9))], 0.14), BLACK),
    "a word": lambda over: over.lay(over.text("HOW?", at(over, (4, 3))[0], 1.2, "sans-bold"), PURPLE),
    "a black word": lambda over: over.lay(over.text("Elf", at(over, (4, 4))[0], 1.6, "serif"), BLACK),
}


@pytest.mark.parametrize("stroke", STROKES.values(), ids=STROKES)
def test_strokes_are_no_walls(board: Case, stroke: Callable[[Sheet], None]):
    over = sheet(board)
    stroke(over)
    walls, covered = seen(over.pixels)
    assert misread(walls, board) == 0
    doubtful = sum(int((np.abs(odds) < 1).sum()) for odds in (walls.right, walls.below))
    assert 0 < len(covered) < 20
    assert doubtful <= len(covered)


def test_of_a_side_under_a_sticker_nothing_is_known_and_it_is_named(board: Case):
    over = sheet(board)
    turns = np.linspace(0, 2 * np.pi, 60)
    over.lay(over.shape(at(over, *zip(4 + np.cos(turns), 3 + np.sin(turns), strict=True))), YELLOW)
    walls, covered = seen(over.pixels)
    assert misread(walls, board) == 0
    assert {SideAt(2, 3, below=False), SideAt(3, 3, below=False), SideAt(2, 3, below=True)} < covered
    assert walls.right[2, 3] == walls.below[2, 4] == 0
    assert all(
        abs(row - 2.5) < 2.5 and abs(col - 3.5) < 2.5 for row, col in (side.cells[0] for side in covered)
    )


def test_a_wall_whose_middle_is_under_something_of_the_papers_colour_is_read_at_its_ends(board: Case):
    right, _ = true_walls(board.puzzle)
    walls_at = [
        (row, col) for row, col in np.argwhere(right).tolist() if not board.marks[row, col : col + 2].any()
    ]
    row, col = walls_at[0]
    over = sheet(board)
    patch = at(
        over, *((col + 1 + u, row + v) for u, v in ((-0.1, 0.07), (0.1, 0.07), (0.1, 0.68), (-0.1, 0.68)))
    )
    over.lay(over.shape(patch), (255, 255, 255))
    walls, covered = seen(over.pixels)
    assert walls.right[row, col] > 0
    assert SideAt(row, col, below=False) in covered


def sides_apart_from_marks(case: Case, *, walls: bool) -> list[tuple[int, int]]:
    """Return the upright sides [row, col] that are walls, or that are none, between cells without marks."""
    right, _ = true_walls(case.puzzle)
    chosen = np.argwhere(right if walls else ~right).tolist()
    return [(row, col) for row, col in chosen if not case.marks[row, col : col + 2].any()]


def test_a_stroke_of_another_colour_along_a_thin_side_makes_no_wall_of_it(board: Case):
    for row, col in sides_apart_from_marks(board, walls=False)[:4]:
        over = sheet(board)
        over.lay(over.lines([at(over, (col + 1, row + 0.05), (col + 1, row + 0.95))], 0.14), GREEN)
        over.lay(over.lines([at(over, (col + 1, row + 0.9), (col + 1.4, row + 0.6))], 0.14), GREEN)
        walls, covered = seen(over.pixels)
        assert walls.right[row, col] < 1
        assert SideAt(row, col, below=False) in covered


def test_a_grey_stroke_as_wide_as_a_wall_that_runs_along_a_thin_side_is_named(board: Case):
    grey, named = (115, 115, 120), 0
    for row, col in sides_apart_from_marks(board, walls=False)[:4]:
        over = sheet(board)
        course = ((col + 1, row + 0.02), (col + 1, row + 0.76), (col + 1.2, row + 0.98))
        over.lay(over.lines([at(over, *course)], 0.1), grey)
        named += SideAt(row, col, below=False) in seen(over.pixels)[1]
    assert named == 4


def test_a_circle_that_touches_a_thin_side_and_is_wider_than_walls_makes_no_wall_of_it(board: Case):
    turns = np.linspace(0, 2 * np.pi, 60)
    for row, col in sides_apart_from_marks(board, walls=False)[:4]:
        over = sheet(board)
        ring = zip(col + 1.8 + 0.8 * np.cos(turns), row + 0.5 + 0.8 * np.sin(turns), strict=True)
        over.lay(over.lines([at(over, *ring)], 0.16), BLACK)
        walls, covered = seen(over.pixels)
        assert walls.right[row, col] < 1
        assert SideAt(row, col, below=False) in covered


def test_a_wall_that_is_half_under_something_of_the_papers_colour_is_read(board: Case):
    for row, col in sides_apart_from_marks(board, walls=True)[:4]:
        over = sheet(board)
        corners = ((-0.3, 0.1), (0.3, 0.1), (0.3, 0.49), (-0.3, 0.49))
        over.lay(over.shape(at(over, *((col + 1 + u, row + v) for u, v in corners))), (255, 255, 255))
        walls, covered = seen(over.pixels)
        assert walls.right[row, col] > 0
        assert SideAt(row, col, below=False) in covered


def test_walls_that_show_through_a_highlighter_are_read(board: Case):
    over = sheet(board)
    over.lay(over.lines([at(over, (0.5, 3), (7.5, 3))], 0.7), (255, 240, 60), multiply=True)
    walls, _ = seen(over.pixels)
    assert misread(walls, board) == 0
    right, below = true_walls(board.puzzle)
    assert (((walls.below[2] > 0) == below[2])[1:7]).all()
    assert ((walls.right[2:4] > 0) == right[2:4]).all()


def test_a_single_wet_cell_of_a_dark_board_is_filled_and_not_covered():
    puzzle, _ = unique_puzzle(np.random.default_rng(4), 8, 8)
    marks = np.zeros((8, 8), int)
    marks[2, 3] = 1
    style = replace(STYLES["dark-reader"], zoom=1.94, raster="floored")
    reading = read(jpeg(draw_puzzle(puzzle, style, marks=marks), 75).pixels)
    assert (reading.puzzle, reading.covered) == (puzzle, frozenset())


def test_stripes_of_a_photographed_screen_are_not_drawn_over_the_board():
    puzzle, _ = unique_puzzle(np.random.default_rng(1), 12, 12)
    pixels = draw_puzzle(puzzle, replace(STYLES["site"], zoom=1.5)).pixels.astype(np.int16)
    rows, cols = np.indices(pixels.shape[:2])
    corner = (rows > 0.6 * len(rows)) & (cols > 0.6 * pixels.shape[1])
    stripes = 60 * corner * (np.sin((rows + 2 * cols) / 2) > 0)
    assert not seen(np.clip(pixels - stripes[..., None], 0, 255).astype(np.uint8))[1]


def test_the_rails_of_a_coarse_picture_keep_clear_of_walls_that_are_a_pixel_off(board: Case):
    fine = flat(board.pixels)
    coarse = replace(fine, enlarged=fine.pitch / 14)
    thickness = 2 / 14
    assert find_rails(coarse, thickness, 255).zone > find_rails(fine, thickness, 255).zone
    assert find_rails(coarse, thickness, 255).zone >= int(2.5 * coarse.enlarged)


REDUCED = np.array(
    [[0, 0, 0.11, 0, 0, 0.11], [0.11, 0.11, 0, 0.11, 0.11, 0.11], [0.05, 0.05, 0.1, 0.05, 0, 0.05]]
).T
"""Sides on three lines: of the first only walls were kept, and of the second; the third shows both kinds."""


def test_a_line_of_which_only_the_walls_are_left_was_reduced_and_not_covered():
    vanishing, only_walls = _vanishing(REDUCED, 0.05)
    assert vanishing.tolist() == [True, False, False]
    assert only_walls.tolist() == [True, True, False]


def test_a_line_that_is_blank_at_one_end_only_may_be_covered_there():
    vanishing, _ = _vanishing(np.array([[0, 0, 0, 0, 0.11, 0.11]]).T, 0.05)
    assert not vanishing.any()


def test_water_with_a_pattern_covers_no_side_but_a_stroke_across_it_does(draw: Draw):
    case = draw(7, 9, replace(STYLES["hatched-water"], zoom=1.0), seed=0, played="solved")
    assert not read(case.pixels).covered
    over = sheet(case)
    start, end = at(over, (0.6, 3.5), (7.4, 4.4)).round().astype(int).tolist()
    cv2.line(over.pixels, start, end, PURPLE, 9)
    assert read(over.pixels).covered
