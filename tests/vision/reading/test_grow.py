"""A grid is read as far as its lines go: parts become whole, what is beside a board is left out."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from fixtures.drawing.board.render import STYLES
from fixtures.drawing.faults.degrade import perspective
from fixtures.drawing.kinds.to_answer import case
from tests.conftest import Draw
from tests.vision.drawing.scenes import board_of
from vision.board import Board
from vision.reading.beyond import EDGES, next_line
from vision.reading.find import BoardSearch
from vision.reading.grow import as_far_as_lines_go
from vision.reading.read import read

PLAIN = replace(STYLES["site"], zoom=1.2, lettering="smooth")


def part(board: Board, left: int, top: int, right: int, bottom: int) -> Board:
    """Return the grid of so many lines more, or less, at each side of a board."""
    corners = np.array([[-left, -top], [board.cols + right, board.rows + bottom]], float)
    cols, rows = board.cols + left + right, board.rows + top + bottom
    back = np.array([[1, 0, corners[0][0]], [0, 1, corners[0][1]], [0, 0, 1]])
    lines = np.arange(cols + 1.0), np.arange(rows + 1.0)
    even = replace(board, cols=cols, rows=rows, xs=lines[0], ys=lines[1])
    return replace(even, to_picture=board.to_picture @ back)


@pytest.mark.parametrize("inside", [(3, 0, 0, 0), (0, 0, 2, 3), (1, 2, 2, 1), (-1, 0, 0, 0), (-1,) * 4])
@pytest.mark.parametrize("tilt", [0, 12])
def test_a_part_of_a_board_becomes_all_of_it_and_cells_beside_it_are_left_out(
    draw: Draw, inside: tuple[int, int, int, int], tilt: float
):
    drawing = draw(10, 9, PLAIN, seed=3, unique=True, played="partly").drawing
    pixels = (perspective(drawing, tilt=tilt, pan=-9, roll=3) if tilt else drawing).pixels
    whole = read(pixels).board
    grown = as_far_as_lines_go(pixels, part(whole, *(-cells for cells in inside)))
    assert (grown.rows, grown.cols) == (whole.rows, whole.cols)
    assert np.abs(np.array(grown.corners) - whole.corners).max() < 0.1 * whole.pitch


def test_a_board_of_which_a_part_was_found_is_read_whole(draw: Draw, monkeypatch: pytest.MonkeyPatch):
    case = draw(8, 8, PLAIN, seed=3, unique=True)
    found = part(read(case.pixels).board, -2, 0, 0, -1)
    monkeypatch.setattr(BoardSearch, "boards", lambda self: iter([[found]]))
    reading = read(case.pixels)
    assert (reading.board.rows, reading.board.cols) == (8, 8)
    assert reading.puzzle == case.puzzle


def test_a_part_that_was_not_found_quite_straight_becomes_all_of_the_board(draw: Draw):
    pixels = draw(15, 15, PLAIN, seed=1).pixels
    whole = read(pixels).board
    askew = part(whole, 0, 0, -10, -10)
    turn = np.array([[1, 0.012, 0], [-0.012, 1, 0], [0, 0, 1]])
    grown = as_far_as_lines_go(pixels, replace(askew, to_picture=askew.to_picture @ turn))
    assert (grown.rows, grown.cols) == (15, 15)


def test_lines_beyond_a_board_are_not_its_own_unless_they_run_on_to_one_that_ends_them(draw: Draw):
    pixels = draw(7, 7, PLAIN, seed=1, unique=True).pixels
    pixels = np.pad(pixels, ((0, 100), (0, 0), (0, 0)), constant_values=255)
    whole = read(pixels).board
    left, _, right, bottom = whole.box
    ruled, toothed, both = (pixels.copy() for _ in range(3))
    below = round(bottom + whole.pitch) - 1
    teeth = np.s_[bottom : below + 20, [round(x) for x in np.linspace(left, right - 1, 8)]]
    ruled[below : below + 2, left:right] = both[below : below + 2, left:right] = 0
    toothed[teeth] = both[teeth] = 0
    assert [as_far_as_lines_go(each, whole).rows for each in (ruled, toothed, both)] == [7, 7, 8]


def test_a_whole_board_is_left_as_it_is(draw: Draw):
    pixels = draw(8, 8, PLAIN, seed=1, unique=True, played="partly").pixels
    whole = read(pixels).board
    assert as_far_as_lines_go(pixels, whole) is whole


@pytest.mark.parametrize("edge", EDGES)
@pytest.mark.parametrize("inside", [2.5, 1.95])
def test_cells_that_the_picture_cuts_are_left_out(draw: Draw, edge: str, inside: float):
    pixels = draw(8, 8, PLAIN, seed=1, unique=True, played="partly").pixels
    whole = read(pixels).board
    (left, top), (right, bottom) = whole.corners[0], whole.corners[2]
    lost = inside * whole.pitch
    ends = {"left": (left + lost, "x"), "right": (right - lost, "x"), "top": (top + lost, "y")}
    place, axis = ends.get(edge, (bottom - lost, "y"))
    x, y = (round(place) if edge == side else 0 for side in ("left", "top"))
    kept = slice(round(place)) if edge in ("right", "bottom") else slice(None)
    cut = np.ascontiguousarray(pixels[y:, x:][(kept, slice(None)) if axis == "y" else (slice(None), kept)])
    moved = np.array([[1, 0, -x], [0, 1, -y], [0, 0, 1]]) @ whole.to_picture
    found = part(replace(whole, to_picture=moved), *(-4 if edge == side else 0 for side in EDGES))
    grown = as_far_as_lines_go(cut, found)
    assert (grown.rows, grown.cols) == ((8, 5) if axis == "x" else (5, 8))


def test_thin_lines_are_seen_wherever_they_stand_beyond_wide_cells():
    page = np.full((900, 900, 3), 255, np.uint8)
    page[50:851:100, 50:851] = page[50:851, 50:851:100] = 0
    for off in range(5):
        found = board_of(8, 5, 100, 350.5 + off, 50.5)
        assert next_line(page, found, "left") == pytest.approx(1 + off / 100, abs=0.01)


def test_a_row_that_a_whole_puzzle_does_not_need_is_not_left_out():
    """In this photograph the frame is found around all but the last row, whose clue is 0."""
    drawn = case("photo", 1003015)
    assert drawn.puzzle.row_clues[-1] == 0
    assert read(drawn.image).puzzle == drawn.puzzle


def test_a_column_between_a_board_and_its_clues_is_not_left_out():
    """In this picture hardly any line ends the first column, and other lines have no clue."""
    drawn = case("missing clues", 1800019)
    assert None in drawn.puzzle.col_clues
    assert read(drawn.image).puzzle == drawn.puzzle


def test_rows_that_moire_draws_below_a_board_are_none_of_it(draw: Draw, monkeypatch: pytest.MonkeyPatch):
    """They have no clues, and what seem to be walls there end anywhere; one of the board's own is open."""
    case = draw(8, 8, PLAIN, seed=3, unique=True)
    pixels = np.pad(case.pixels, ((0, 150), (0, 0), (0, 0)), constant_values=255)
    whole = read(pixels).board
    left, _, right, bottom = whole.box
    for row in (1, 2):
        level = round(bottom + row * whole.pitch)
        pixels[level - 2 : level + 1, left : right - round(2.5 * whole.pitch)] = 0
    wall = next(
        (row, col)
        for row, (upper, lower) in enumerate(pairwise(case.puzzle.regions))
        for col, ids in enumerate(zip(upper, lower, strict=True))
        if 0 < col < 7 and ids[0] != ids[1]
    )
    x0, y0 = whole.point(wall[1] + 0.15, wall[0] + 1)
    x1, _ = whole.point(wall[1] + 0.85, wall[0] + 1)
    pixels[round(y0) - 3 : round(y0) + 4, round(x0) : round(x1)] = 255
    monkeypatch.setattr(
        "vision.reading.read.as_far_as_lines_go", lambda image, board: part(board, 0, 0, 0, 10 - board.rows)
    )
    meant = read(pixels)
    assert meant.loose > 0
    assert (meant.board.rows, meant.board.cols) == (8, 8)


def test_a_row_with_a_clue_is_the_boards_though_hardly_any_line_ends_it(
    draw: Draw, monkeypatch: pytest.MonkeyPatch
):
    """A wall of it is open, so it is no whole puzzle, and its first row seems to be no part of it."""
    case = draw(8, 7, PLAIN, seed=3, unique=True)
    pixels, regions = case.pixels.copy(), np.array(case.puzzle.regions)
    whole = read(pixels).board
    row, col = np.argwhere(regions[1:-1] != regions[2:])[0] + (1, 0)
    (x0, y), (x1, _) = whole.point(col + 0.15, row + 1), whole.point(col + 0.85, row + 1)
    pixels[round(y) - 3 : round(y) + 4, round(x0) : round(x1)] = 255
    pixels[round(y), round(x0) : round(x1)] = 0
    monkeypatch.setattr(
        "vision.reading.read.as_far_as_lines_go", lambda image, board: part(board, 0, 7 - board.rows, 0, 0)
    )
    meant = read(pixels)
    assert meant.loose > 0
    assert (meant.board.rows, meant.board.cols) == (8, 7)
