"""What stands around a board besides its clues is none of it: sheets, boxes, coordinates, other boards."""

from dataclasses import replace

import numpy as np
import pytest

from fixtures.drawing.board.render import STYLES, draw_puzzle
from fixtures.drawing.board.style import Around
from fixtures.drawing.page.several import draw_page
from pipeline import solve_image
from solver.puzzle import Puzzle
from tests.conftest import Draw
from vision.reading.read import read

SHADE = (225, 232, 244)
IN_CELLS = replace(
    STYLES["site"], zoom=1.3, rim=0, lead=75, trail=75, clue_left=15.5, clue_above=10, clue_centred=True
)
"""Clues stand in the middle of where a further cell would be."""
APART = replace(STYLES["site"], zoom=1.3, rim=0, lead=75, trail=75)
AROUND = {
    "shaded boxes and a total": (IN_CELLS, Around(boxes=True, shade=SHADE, totals=True)),
    "a sheet": (IN_CELLS, Around(sheet=True)),
    "a sheet that ends": (IN_CELLS, Around(sheet=True, sheet_cells=2)),
    "a sheet with headings": (IN_CELLS, Around(sheet=True, headings=True, shade=SHADE)),
    "letters": (APART, Around(coordinates=("bottom", "right"), letters=True)),
    "coordinates beyond the clues": (APART, Around(coordinates=("top", "left"))),
    "a scale": (APART, Around(scale=("bottom", "right"))),
    "a heading": (APART, Around(heading="Aquarium no. 12")),
}


@pytest.mark.parametrize("name", AROUND)
def test_a_board_is_read_whatever_stands_around_it(draw: Draw, name: str):
    style, around = AROUND[name]
    case = draw(7, 9, replace(style, around=around), seed=1, unique=True, played="partly")
    result = solve_image(case.pixels)
    assert (result.puzzle, result.status) == (case.puzzle, "solved")
    assert result.solution.water == case.water


def test_every_board_of_a_page_has_its_own_clues(draw: Draw):
    cases = [draw(6, 6, seed=seed, unique=True, played="solved") for seed in range(6)]
    filled = [(case.puzzle, case.marks.astype(np.uint8)) for case in cases]
    page = draw_page(np.random.default_rng(1), STYLES["site"], filled, 2)
    result = solve_image(page[0].pixels)
    told = [one.solution.water if one.solution else None for one in (result, *result.others)]
    assert told == [case.water for case in cases]


def test_lines_without_clues_may_be_none_of_a_board_the_likelier_if_walls_close_the_rest(draw: Draw):
    """They are read with it; that they may be none of it is an alternative in the proof."""
    case = draw(6, 9, IN_CELLS, seed=3, unique=True)
    clues = case.puzzle.col_clues, (*case.puzzle.row_clues, None)
    regions = [list(row) for row in case.puzzle.regions]
    below = [99] * 9, [*regions[-1][:4], *[99] * 5]
    closed, open_below = (
        read(draw_puzzle(Puzzle(*clues, [*regions, row]), IN_CELLS).pixels) for row in below
    )
    assert read(case.pixels).alternatives == ()
    assert closed.puzzle.row_clues == clues[1]
    (surer,), (hardly,) = closed.alternatives, open_below.alternatives
    assert len(surer.row_clues) == len(hardly.row_clues) == 6
    assert hardly.log_prior < surer.log_prior - 2
