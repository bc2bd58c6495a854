"""Every side of a board is told as open, a wall, or not to be seen; what is drawn over it is neither."""

from collections.abc import Callable
from dataclasses import replace
from math import log

import numpy as np
import pytest

from fixtures.drawing.board.palettes import Colour
from fixtures.drawing.board.puzzles import random_puzzle
from fixtures.drawing.board.render import STYLES, draw_puzzle
from fixtures.drawing.faults.drawn_over import Sheet
from fixtures.drawing.kinds.to_answer import pale_aquariums
from solver.places import SideAt
from tests.conftest import Case, Draw
from tests.vision.reading.laid_flat import UNCLEAR, marks_of, sight_of, true_walls
from tests.vision.reading.over import BLACK, PURPLE, YELLOW, at, sheet
from vision.reading.marks import CROSS, NOTHING, WATER
from vision.reading.seen import BY_COLOUR, MOST, doubt, tempered
from vision.reading.walls import Walls

SURE = log(99)
PALE = (153, 204, 255)


def misread(walls: Walls, case: Case, *, sure: float = 0.0) -> int:
    """Return how many sides are taken for what they are not, with log-odds of at least so much."""
    return sum(
        int((((odds > 0) != is_wall) & (np.abs(odds) >= sure)).sum())
        for odds, is_wall in zip((walls.right, walls.below), true_walls(case.puzzle), strict=True)
    )


def doubtful(walls: Walls) -> int:
    return sum(int((np.abs(odds) < SURE).sum()) for odds in (walls.right, walls.below))


@pytest.fixture(scope="module")
def board(draw: Draw) -> Case:
    drawn = draw(6, 8, STYLES["site"], seed=4)
    crosses = np.where(np.random.default_rng(3).random((6, 8)) < 0.3, CROSS, NOTHING)
    return replace(drawn, marks=crosses, drawing=draw_puzzle(drawn.puzzle, STYLES["site"], marks=crosses))


@pytest.mark.parametrize("shade", [90, 190])
def test_water_that_stops_short_of_the_sides_is_no_wall(draw: Draw, shade: int):
    case = draw(7, 8, replace(STYLES["no-rim"], zoom=1.6, lettering="smooth"), seed=2, mean_size=4)
    (left, top), (right, _) = case.drawing.corners[:2]
    pixels, pitch = case.pixels.copy(), (right - left) / 8
    for row, col in np.argwhere(case.water):
        y, x = int(top + (row + 0.2) * pitch), int(left + (col + 0.2) * pitch)
        pixels[y : y + round(0.6 * pitch), x : x + round(0.6 * pitch)] = shade
    sight = sight_of(pixels)
    assert misread(sight.walls, case) <= doubtful(sight.walls) <= 2
    told = np.array(sight.marks.told, float)  # not a number where none is told
    sure = ~np.isnan(told)
    assert ((told == WATER) == case.water)[sure].all()
    assert sure.sum() > 50


def lines(over: Sheet, *points: tuple[float, float], width: float = 0.12, colour=PURPLE) -> None:
    over.lay(over.lines([at(over, *points)], width), colour)


def sticker(over: Sheet, wide: float, colour: Colour) -> None:
    middle = at(over, (4, 3))
    over.lay(over.lines([np.concatenate([middle, middle])], wide), colour)


def box(over: Sheet) -> None:
    over.lay(over.shape(at(over, (2.97, 1.97), (5.05, 1.97), (5.05, 4.05), (2.97, 4.05))), PALE)


STROKES: dict[str, Callable[[Sheet], None]] = {
    "a slant stroke": lambda over: lines(over, (0.5, 0.5), (7.3, 5.1)),
    "a black stroke": lambda over: lines(over, (0.4, 5.3), (7.6, 0.9), colour=BLACK),
    "a word": lambda over: over.lay(over.text("HOW?", at(over, (4, 3))[0], 1.2, "sans-bold"), PURPLE),
    "a marker": lambda over: over.lay(
        over.lines([at(over, (1, 2.5), (7, 2.6))], 0.8), YELLOW, 0.5, multiply=True
    ),
    "a sticker of water's colour": lambda over: sticker(over, 3.2, PALE),
    "a box over whole cells": box,
}


@pytest.mark.parametrize("name", STROKES)
def test_what_is_drawn_over_a_board_is_no_wall_and_no_mark_and_hides_no_other(board: Case, name: str):
    over = sheet(board)
    STROKES[name](over)
    sight = sight_of(over.pixels)
    assert misread(sight.walls, board, sure=SURE) == 0
    assert doubtful(sight.walls) <= 20
    told = marks_of(sight)
    wrong = (told != board.marks) & (told != UNCLEAR)
    if name == "a box over whole cells":
        assert np.isin(told[2:4, 3:5], [UNCLEAR, WATER]).all()
        wrong[2:4, 3:5] = False
    assert not wrong.any()
    assert (told == UNCLEAR).sum() <= 25


def test_walls_that_colours_alone_show_are_less_sure():
    rng = np.random.default_rng(1)
    puzzle, _ = random_puzzle(rng, 7, 9)
    sight = sight_of(pale_aquariums(rng, puzzle, np.zeros((7, 9), np.uint8)).pixels)
    odds = np.concatenate([sight.walls.right.ravel(), sight.walls.below.ravel()])
    assert MOST / 2 < np.abs(odds).max() <= BY_COLOUR * MOST


def test_what_lies_under_a_sticker_is_not_seen_and_all_else_is(board: Case):
    over = sheet(board)
    sticker(over, 2, YELLOW)
    sight = sight_of(over.pixels)
    under = set(sight.unseen_sides())
    assert {SideAt(2, 3, below=False), SideAt(3, 3, below=False), SideAt(2, 3, below=True)} < under
    assert all(abs(row - 2.5) < 2.5 and abs(col - 3.5) < 2.5 for row, col in (one.cells[0] for one in under))
    assert abs(sight.walls.right[2, 3]) < SURE
    assert misread(sight.walls, board, sure=SURE) == 0


def test_scores_become_probabilities_by_a_temperature():
    told = np.array([[0.0, 4.0, 0.0], [2.0, 2.0, -30.0]], np.float32)
    certain = tempered(told, 0.5, (1.0, 0.0))
    np.testing.assert_allclose(certain.sum(axis=1), 1)
    np.testing.assert_allclose(certain[0], np.exp([0, 4, 0]) / np.exp([0, 4, 0]).sum())
    warm = tempered(told, 0.5, (2.0, 0.0))
    np.testing.assert_allclose(np.log(warm[0, 1] / warm[0, 0]), 2)


def test_what_is_doubtful_elsewhere_on_the_board_makes_every_place_more_doubtful():
    clear, unclear = np.array([[9.0, 0, 0]], np.float32), np.array([[0.1, 0, 0]], np.float32)
    assert doubt((clear,)) < doubt((clear, unclear)) < doubt((unclear,))
    alone, beside = (tempered(clear, doubt(seen), (1.0, 2.0)) for seen in ((clear,), (clear, unclear)))
    assert beside.max() < alone.max()
    np.testing.assert_allclose(doubt((0 * clear,)) ** 2, log(3))
