"""Sides and entries are compared with each other: those unlike the others of their kind are doubtful."""

import numpy as np
import pytest
from numpy.typing import NDArray

from fixtures.drawing.board.style import STYLES
from fixtures.drawing.kinds import drawn
from pipeline import solve_image
from solver.places import SideAt
from solver.puzzle import Puzzle
from tests.conftest import PLAIN, Case, Draw
from tests.vision.reading.laid_flat import UNCLEAR, first_board, true_walls
from training.boards import board_of
from vision.board import Board
from vision.files.pixels import Image
from vision.reading.colours import colours_of
from vision.reading.flat import rectify
from vision.reading.likeness import IN_DOUBT, by_likeness, by_other_entries, without_tints
from vision.reading.marks import CROSS, NOTHING, WATER, certain_marks
from vision.reading.read import read
from vision.reading.sides import SideInk, align
from vision.reading.walls import Walls

Kinds = NDArray[np.integer]
BLUE = (30, 60, 220)


@pytest.fixture(scope="module")
def clear(draw: Draw) -> Case:
    return draw(8, 9, PLAIN, seed=3)


def measured(pixels: Image) -> SideInk:
    return align(pixels, read(pixels).board)[2]


def sure_walls(case: Case, strength: float = 11.0) -> Walls:
    return Walls(*(np.where(part, strength, -strength) for part in true_walls(case.puzzle)))


def framed(
    case: Case, row: int, col: int, inset: float, colour: tuple[int, int, int], *, cells: int = 1
) -> Image:
    """Draw a frame within a cell, or as many each way, as programs do around what is selected."""
    over, far, wide = case.drawing.canvas(), cells - 2 * inset, 0.08
    for at in (0, far - wide):
        over.box(col + inset, row + inset + at, far, wide, colour)
        over.box(col + inset + at, row + inset, wide, far, colour)
    return over.pixels


@pytest.mark.parametrize("name", ["site", "dark-reader", "other-program"])
def test_on_a_clear_board_every_side_is_like_its_kind(draw: Draw, name: str):
    case = draw(8, 9, STYLES[name], seed=3, played="partly")
    walls = sure_walls(case, 6.0)
    surer = by_likeness(walls, measured(case.pixels))
    for before, after in ((walls.right, surer.right), (walls.below, surer.below)):
        assert (np.sign(before) == np.sign(after)).all()
        assert (np.abs(after) >= np.abs(before)).all()
    assert np.mean(np.abs(surer.right) > 6.0) > 0.9


@pytest.mark.parametrize(("inset", "colour"), [(0.04, (0, 0, 0)), (0.08, BLUE)])
def test_a_side_of_a_frame_within_a_cell_is_like_no_wall(
    clear: Case, inset: float, colour: tuple[int, int, int]
):
    assert len(set(clear.puzzle.regions[1][:3])) == 1
    told = sure_walls(clear)
    beside = np.zeros(told.right.shape, np.bool_)
    beside[1, :2] = True
    told.right[beside] = 11.0  # as a reader might that takes the frame for walls
    after = by_likeness(told, measured(framed(clear, 1, 1, inset, colour)))
    assert (np.abs(after.right[beside]) <= IN_DOUBT).all()
    assert (np.abs(after.right[~beside]) > IN_DOUBT).mean() > 0.97


@pytest.mark.parametrize("cells", [1, 3])
def test_the_sides_of_a_frame_are_in_doubt_though_those_opposite_each_other_are_alike(draw: Draw, cells: int):
    case = draw(12, 13, PLAIN, seed=3)
    told, row, col = sure_walls(case), 4, 5
    around = np.zeros(told.right.shape, np.bool_)
    around[row : row + cells, [col - 1, col + cells - 1]] = True
    told.right[around] = 11.0  # as a reader might that takes the frame for walls
    told.below[[row - 1, row + cells - 1], col : col + cells] = 11.0
    after = by_likeness(told, measured(framed(case, row, col, -0.06, BLUE, cells=cells)))
    assert (np.abs(after.right[around]) <= IN_DOUBT).all()
    assert (np.abs(after.right[~around]) > IN_DOUBT).all()


def test_a_wall_that_is_taken_for_a_thin_line_is_in_doubt_and_so_is_a_line_taken_for_a_wall(clear: Case):
    told, sides = sure_walls(clear), measured(clear.pixels)
    for at in (tuple(np.argwhere(told.right > 0)[4]), tuple(np.argwhere(told.right < 0)[4])):
        wrong = Walls(told.right.copy(), told.below)
        wrong.right[at] *= -1
        after = by_likeness(wrong, sides)
        assert abs(after.right[at]) <= IN_DOUBT
        assert (np.abs(np.delete(after.right.ravel(), np.ravel_multi_index(at, after.right.shape))) > 8).all()


def test_a_board_with_walls_of_two_kinds_stays_certain(clear: Case):
    """As thick as others again: of the walls right of their cells, every second column."""
    over = clear.drawing.canvas()
    for row, col in np.argwhere(sure_walls(clear).right > 0):
        if col % 2:
            over.box(col + 0.9, row, 0.2, 1, (0, 0, 0))
    after = by_likeness(sure_walls(clear), measured(over.pixels))
    assert (np.abs(after.right) > IN_DOUBT).all()


def test_a_frame_takes_the_certainty_of_a_puzzle_that_was_misread_and_is_named(draw: Draw):
    case = draw(8, 9, PLAIN, seed=3, unique=True)
    result = solve_image(framed(case, 2, 3, 0.06, (0, 0, 0)))
    assert (result.status, result.puzzle_certain) == ("solved", False)
    assert result.puzzle != case.puzzle
    assert result.solution.water == case.water
    framing = {SideAt(2, 3, below=False), SideAt(2, 3, below=True)}
    assert framing < {doubt.place for doubt in result.doubts}


def told(pixels: Image, board: Board, taken: Kinds) -> Kinds:
    """Return what is told of entries that a reader takes for these."""
    marks, flat = certain_marks([[*map(int, row)] for row in taken]), rectify(pixels, board)
    return by_other_entries(marks, flat, colours_of(flat)).kinds


def written(case: Case, words: dict[tuple[int, int], str]) -> Image:
    over = case.drawing.canvas()
    for (row, col), word in words.items():
        over.text(word, col + 0.5, row + 0.5, size=0.45, ink=(40, 40, 40))
    return over.pixels


def empty_cells(case: Case, count: int) -> list[tuple[int, int]]:
    return [(row, col) for row, col in np.argwhere(np.array(case.marks) == NOTHING).tolist()][:count]


def taken_for(case: Case, cells: list[tuple[int, int]], kind: int) -> Kinds:
    taken = np.array(case.marks, int)
    taken[tuple(zip(*cells, strict=True))] = kind
    return taken


@pytest.mark.parametrize(
    ("state", "words", "kept"),
    [("partly", "AKR", False), ("empty", "ABCDEFGHABCDEFGHABCDEFGHAB", False), ("partly", "ooooo", True)],
    ids=["letters among crosses", "letters that differ from cell to cell", "two signs for air"],
)
def test_letters_are_no_signs_for_air_and_other_signs_are(draw: Draw, state: str, words: str, kept: bool):
    case = draw(8, 9, PLAIN, seed=3, played=state)
    cells = empty_cells(case, len(words))
    pixels, taken = written(case, dict(zip(cells, words, strict=True))), taken_for(case, cells, CROSS)
    expected = taken if kept else taken_for(case, cells, UNCLEAR)
    assert (told(pixels, first_board(pixels), taken) == expected).all()


def test_signs_by_hand_are_all_told_though_no_two_are_alike():
    picture = drawn("by hand: cross", 4)
    taken = np.array(picture.truth.marks, int)
    assert (taken == CROSS).sum() >= 3
    assert (told(picture.pixels, board_of(picture), taken) == taken).all()


def test_a_cell_of_another_colour_than_the_water_or_of_that_of_the_page_holds_none(draw: Draw):
    played = draw(8, 9, PLAIN, seed=3, played="partly")
    cells, over = empty_cells(played, 2), played.drawing.canvas()
    (row, col), _ = cells
    over.box(col + 0.1, row + 0.1, 0.8, 0.8, (255, 220, 120))
    seen = told(over.pixels, first_board(over.pixels), taken_for(played, cells, WATER))
    assert (seen == taken_for(played, cells, UNCLEAR)).all()


ROOMS = ["aabb", "aabb", "ccdd", "ccdd"]
TWOS = Puzzle([2] * 4, [2] * 4, ROOMS)
PLAIN_CELLS = np.ones((4, 4), np.bool_)


def lines_of_water(*lines: object) -> list[list[int]]:
    marks = np.zeros((4, 4), int)
    for line in lines:
        marks[line] = WATER
    return [[*map(int, row)] for row in marks]


@pytest.mark.parametrize("lines", [(np.s_[1:3],), (np.s_[:, 1:3],), (np.s_[2], np.s_[:, 1])])
def test_whole_lines_of_one_colour_are_tints_unless_their_clues_fill_them(lines: tuple):
    water = certain_marks(lines_of_water(*lines))
    half, full = TWOS, Puzzle([4] * 4, [4] * 4, ROOMS)
    assert (without_tints(water, half, PLAIN_CELLS).kinds != WATER).all()
    assert (without_tints(water, full, PLAIN_CELLS).kinds == water.kinds).all()


@pytest.mark.parametrize("water", [lines_of_water(np.s_[2]), lines_of_water(np.s_[1:3], np.s_[3, 1])])
def test_a_whole_line_of_water_is_told_alone_and_where_other_water_stands(water: list[list[int]]):
    told_so = certain_marks(water)
    assert (without_tints(told_so, TWOS, PLAIN_CELLS).kinds == told_so.kinds).all()


def test_one_cell_of_one_colour_on_an_empty_board_may_be_selected_and_is_not_told():
    one = lines_of_water(np.s_[2, 1])
    assert (without_tints(certain_marks(one), TWOS, PLAIN_CELLS).kinds[2, 1]) not in (WATER, CROSS)
    for also, plain in ((lines_of_water(np.s_[2, 1:3]), PLAIN_CELLS), (one, ~PLAIN_CELLS)):
        assert without_tints(certain_marks(also), TWOS, plain).kinds[2, 1] == WATER
    one[0][0] = CROSS
    assert without_tints(certain_marks(one), TWOS, PLAIN_CELLS).kinds[2, 1] == WATER
