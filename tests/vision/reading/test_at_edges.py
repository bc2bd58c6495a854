"""Lines that run out of a picture are a board's where others cross them as far apart; else they are none."""

import numpy as np
import pytest

from fixtures.drawing.faults.degrade import perspective
from tests.conftest import Draw
from tests.vision.reading.test_cut import board, cut_at
from vision.files.pixels import Image
from vision.reading.at_edges import RunOut, find_at_edges, find_run_outs, find_seed
from vision.reading.cut import EDGES
from vision.reading.read import read, read_board


def run_at(image: Image, edge: str) -> RunOut:
    return next(run for run in find_run_outs(image) if run.edge == edge)


@pytest.mark.parametrize("edge", EDGES)
def test_the_lattice_is_found_at_whichever_edge_it_ends(draw: Draw, edge: str):
    case = board(draw)
    part, whole = cut_at(case.drawing, **{edge: 1.6}), read(case.pixels).board
    (lattice, *_) = find_at_edges(part).lattices
    assert lattice.pitch == pytest.approx(whole.pitch, rel=0.02)
    shown = read_board(part, lattice).board
    assert sorted((shown.rows, shown.cols)) == ([7, 7] if edge in ("left", "right") else [5, 9])


def test_a_photographed_lattice_is_found(draw: Draw):
    tilted = perspective(board(draw).drawing, tilt=6, pan=-5, roll=2, space=0)
    part = cut_at(tilted, right=1.6)
    assert find_seed(part, run_at(part, "right")) is not None


def test_lines_that_no_others_cross_are_of_no_lattice():
    page = np.full((200, 300, 3), 255, np.uint8)
    page[60:, 40:241:25] = 0
    (stripes,) = find_run_outs(page)
    assert find_seed(page, stripes) is None
    page[60::25, 40:241] = 0
    assert find_seed(page, stripes) is not None
    page[60:, 40:241] = 255
    page[60:, 40:241:25] = page[[62, 70, 99, 140, 193], 40:241] = 0
    assert find_seed(page, stripes) is None  # they are not evenly spaced


def test_pictures_in_a_row_that_run_out_beside_a_board_are_no_larger_board(draw: Draw):
    case = draw(5, 5, seed=2, unique=True)
    page = np.full((len(case.pixels) + 150, 900, 3), 255, np.uint8)
    page[: len(case.pixels), : case.pixels.shape[1]] = case.pixels
    top = len(case.pixels) + 60
    for left in range(20, 830, 70):
        page[top:, left : left + 69] = 0
        page[top + 1 :, left + 1 : left + 68] = 255
    assert [run.edge for run in find_run_outs(page)] == ["bottom"]
    assert read(page).cut == ()
