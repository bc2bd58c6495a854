"""A board that runs out of its picture is refused with the sides that are cut off; margins may be missing."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from fixtures.drawing.board.style import STYLES, Style
from fixtures.drawing.mishaps.degrade import jpeg, perspective
from fixtures.drawing.render import draw_puzzle
from fixtures.drawing.scene import Picture
from pipeline import Result, solve_image
from solver.places import ClueAt
from solver.puzzle import Puzzle
from tests.conftest import Case, Draw, codes
from tests.vision.drawing.scenes import board_of
from vision.files.pixels import Image
from vision.reading.clues import Clues
from vision.reading.cut import EDGES, MAY_GO_ON, RUN_OUT, Cut, strongest
from vision.reading.one_board import _too_large, read_board
from vision.reading.read import read

PLAIN = replace(STYLES["site"], lettering="smooth")
NO_FRAME = replace(STYLES["no-frame"], zoom=1.5)
DARK = STYLES["dark-reader"]


def cut_at(drawing: Picture, **cells: float) -> Image:
    """Cut a drawing so many cells inside the frame; less than none leaves room beyond."""
    (left, top), (right, bottom) = drawing.corners[0], drawing.corners[2]
    frame = {"left": left, "top": top, "right": right, "bottom": bottom}
    height, width = drawing.pixels.shape[:2]
    ends = {"left": 0.0, "top": 0.0, "right": width, "bottom": height}
    for edge, inside in cells.items():
        ends[edge] = frame[edge] + drawing.pitch * (inside if edge in ("left", "top") else -inside)
    x, y, beyond, below = (round(max(0.0, ends[edge])) for edge in EDGES)
    return np.ascontiguousarray(drawing.pixels[y:below, x:beyond])


def board(draw: Draw, style: Style = PLAIN) -> Case:
    return draw(7, 9, style, seed=1, unique=True, played="partly")


def with_a_dry_row(case: Case, style: Style) -> Picture:
    """Draw a board with a further row, dry and of other aquariums: without it all else fits."""
    last = [99 + col // 2 for col in range(9)]
    taller = Puzzle(case.puzzle.col_clues, (*case.puzzle.row_clues, 0), [*case.puzzle.regions, last])
    return draw_puzzle(taller, replace(style, trail=60))


def named(result: Result) -> list[str]:
    """Return the sides that a refusal names."""
    assert result.status in ("unsure", "no_puzzle", "no_solution")
    told = [side for message in result.messages for side in message.to_dict()["values"].get("sides", ())]
    cut = [side["values"] for side in told if isinstance(side, dict)]  # others are only asked about
    return [edge for side in cut for edge in side.get("sides") or [side["side"]]]


@pytest.mark.parametrize(
    ("edge", "style", "suffer"),
    [
        ("left", PLAIN, lambda drawing: jpeg(drawing, 50)),
        ("top", DARK, lambda drawing: drawing),
        ("right", PLAIN, lambda drawing: perspective(drawing, pan=-5, roll=2, space=0)),
        ("bottom", DARK, lambda drawing: drawing),
    ],
    ids=["compressed", "dark above", "photographed", "dark below"],
)
def test_a_board_cut_anywhere_is_refused_with_its_side(
    draw: Draw, edge: str, style: Style, suffer: Callable[[Picture], Picture]
):
    result = solve_image(cut_at(suffer(board(draw, style).drawing), **{edge: 1.6}))
    assert named(result) == [edge]
    assert "misprint" not in result.message or "probably" in result.message


def test_a_second_side_is_named_where_the_picture_ends_in_a_line(draw: Draw):
    nothing_ends_it, framed = board(draw, NO_FRAME).drawing, board(draw).drawing
    assert named(solve_image(cut_at(nothing_ends_it, left=2.0, bottom=2.0))) == ["left", "bottom"]
    assert named(solve_image(cut_at(framed, right=1.5, bottom=-0.12))) == ["right"]


@pytest.mark.parametrize(
    ("edge", "beyond", "style"),
    [("left", 0.95, DARK), ("top", 0.9, NO_FRAME), ("right", 0.12, NO_FRAME), ("bottom", 0.12, DARK)],
)
def test_a_margin_may_be_cut_off(draw: Draw, edge: str, beyond: float, style: Style):
    case = board(draw, style)
    result = solve_image(cut_at(case.drawing, **{edge: -beyond}))
    assert (result.status, result.solution and result.solution.water) == ("solved", case.water)


def test_a_clue_is_larger_than_its_line_only_if_it_can_hardly_be_read_otherwise():
    for sure, named in ((0.97, [(ClueAt("row", 2), 17)]), (0.8, [])):
        cols, rows = (
            Clues(np.full((lines, 101), -20.0), ((0.0, 0.0, 1.0, 1.0),) * lines, edge, (True,) * lines)
            for lines, edge in ((9, "top"), (4, "left"))
        )
        cols.log_p[:, 3] = rows.log_p[:, 3] = 0
        rows.log_p[2, [3, 7, 17]] = -20, np.log(1 - sure), np.log(sure)
        assert list(_too_large((cols, rows), board_of(4, 9, 30.0))) == named


@pytest.mark.parametrize("edge", EDGES)
def test_clues_cut_through_are_named_by_their_side(draw: Draw, edge: str):
    style = PLAIN if edge in ("left", "top") else replace(PLAIN, clue_edges=("bottom", "right"))
    result = solve_image(cut_at(board(draw, style).drawing, **{edge: -0.45}))
    nothing_legible = "no_row_clues" if edge in ("left", "right") else "no_column_clues"
    assert edge in named(result) or codes(result) == [nothing_legible]


def test_a_part_that_is_a_puzzle_by_itself_is_not_answered(draw: Draw):
    """The last column is dry and an aquarium of its own: without it all that is read still fits."""
    case = board(draw)
    regions = [[*ids, 99 if row % 2 else ids[-1]] for row, ids in enumerate(case.puzzle.regions)]
    wider = Puzzle((*case.puzzle.col_clues, 0), case.puzzle.row_clues, regions)
    assert named(solve_image(cut_at(draw_puzzle(wider, PLAIN), right=0.93))) == ["right"]


@pytest.mark.parametrize("style", [PLAIN, NO_FRAME], ids=["framed", "without a frame"])
def test_a_part_above_a_covered_row_is_not_answered_though_it_is_a_puzzle_by_itself(draw: Draw, style: Style):
    """The last row is dry and its clue covered: that it is there shows by the ends of its lines alone."""
    over = with_a_dry_row(board(draw, style), style).canvas()
    over.box(-9, 7.4, 99, 0.9, (120, 160, 120))
    assert "bottom" in named(solve_image(over.pixels))


@pytest.mark.parametrize("colour", [(30, 90, 200), PLAIN.palette.page], ids=["covered", "erased"])
def test_a_clue_beside_a_row_that_is_not_seen_shows_that_a_board_goes_on(
    draw: Draw, colour: tuple[int, int, int]
):
    """All lines of the row are hidden: what is left is a puzzle by itself."""
    over = with_a_dry_row(board(draw), PLAIN).canvas()
    over.box(-0.1, 7.1, 99, 99, colour)
    result = solve_image(over.pixels)
    assert result.status == "unsure"
    assert "8×9" in (result.message or "")


def test_a_row_with_a_clue_belongs_to_a_board_that_is_a_whole_puzzle_without_it(draw: Draw):
    """A part of the wall below that row is missing: without the row, nothing would be amiss."""
    case = board(draw)
    taller = Puzzle(case.puzzle.col_clues, (0, *case.puzzle.row_clues), [[99] * 9, *case.puzzle.regions])
    over = draw_puzzle(taller, PLAIN).canvas()
    whole = read(over.pixels).board
    col = next(col for col, ids in enumerate(pairwise(case.puzzle.regions[0])) if ids[0] == ids[1])
    over.box(col + 0.15, 0.87, 0.7, 0.29, PLAIN.palette.page)
    over.box(col + 0.15, 1, 0.7, 0.03, PLAIN.palette.line)
    reading = read_board(over.pixels, whole.resized(1, 8, 0, 9))
    assert reading.puzzle.row_clues == taller.row_clues
    assert reading.loose > 0


def test_a_wide_gap_before_clues_is_no_row_of_cells(draw: Draw):
    case = board(draw, replace(PLAIN, lead=120, clue_above=45, clue_left=45))
    assert read(case.pixels).puzzle == case.puzzle


def test_numbers_of_two_digits_above_a_board_are_no_lines_that_run_on(draw: Draw):
    regions = draw(12, 13, seed=1).puzzle.regions
    drawing = draw_puzzle(Puzzle([12] * 13, [12] * 12, regions), replace(PLAIN, tracking=0.25))
    reading = read(cut_at(drawing, top=-0.75))
    assert (reading.board.rows, reading.board.cols) == (12, 13)
    assert not any(cut.is_sure for cut in reading.cut)


def test_a_small_board_is_not_answered_beside_a_larger_one_that_is_cut(draw: Draw):
    small, large = draw(5, 6, seed=2, unique=True).pixels, draw(8, 9, PLAIN, seed=1).drawing
    part = cut_at(large, bottom=1.6)
    beside = np.full((len(small), part.shape[1] - small.shape[1], 3), 255, np.uint8)
    assert named(solve_image(np.vstack([np.hstack([small, beside]), part]))) == ["bottom"]


def test_a_cut_that_is_sure_is_said_before_one_that_is_not():
    sure, perhaps = Cut("right", RUN_OUT), Cut("right", MAY_GO_ON, is_sure=False)
    assert strongest([perhaps, Cut("left", RUN_OUT), sure]) == (Cut("left", RUN_OUT), sure)


def test_lines_that_run_on_cut_a_board_off_by_themselves(draw: Draw):
    case = board(draw)
    part, whole = cut_at(case.drawing, right=1.55), read(case.pixels).board
    shown = replace(whole, cols=7, xs=whole.xs[:8])
    assert read_board(part, shown).cut == (Cut("right", RUN_OUT),)
    assert read_board(case.pixels, whole).cut == ()
