"""Every side of a board is told as open, a wall, or not to be seen; what is drawn over it is neither."""

from collections.abc import Callable
from dataclasses import replace
from math import log

import numpy as np
import pytest

from fixtures.drawing import looks
from fixtures.drawing.board.canvas import Canvas
from fixtures.drawing.board.palettes import DARK_READER, FORCED_DARK, LIGHT
from fixtures.drawing.board.puzzles import random_puzzle
from fixtures.drawing.board.style import STYLES, Style
from fixtures.drawing.mishaps.degrade import jpeg
from fixtures.drawing.render import draw_puzzle, render
from solver.places import SideAt
from tests.conftest import PLAIN, Case, Draw
from tests.vision.reading.laid_flat import UNCLEAR, marks_of, sight_of, true_walls
from vision.reading import marks
from vision.reading.marks import CROSS, NOTHING, WATER, SeenMarks, fills_aquariums
from vision.reading.seen import BY_COLOUR, MOST, doubt, tempered
from vision.reading.walls import Walls

SURE = log(99)
PURPLE, YELLOW, BLACK, PALE = (175, 82, 222), (255, 204, 0), (0, 0, 0), (153, 204, 255)


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
    over = case.drawing.canvas()
    for row, col in np.argwhere(case.water):
        over.box(col + 0.2, row + 0.2, 0.6, 0.6, (shade,) * 3)
    sight = sight_of(over.pixels)
    assert misread(sight.walls, case) <= doubtful(sight.walls) <= 6
    assert misread(sight.walls, case, sure=SURE) == 0
    told = np.array(sight.marks.told, float)  # not a number where none is told
    sure = ~np.isnan(told)
    assert ((told == WATER) == case.water)[sure].all()
    assert sure.sum() > 50


STROKES: dict[str, Callable[[Canvas], None]] = {
    "a black stroke": lambda over: over.lay(over.lines([[(0.4, 5.3), (7.6, 0.9)]], 0.12), BLACK),
    "a word": lambda over: over.lay(over.words("HOW?", (4, 3), 1.2, "sans-bold"), PURPLE),
    "a marker": lambda over: over.lay(over.lines([[(1, 2.5), (7, 2.6)]], 0.8), YELLOW, 0.5, multiply=True),
    "a sticker of water's colour": lambda over: over.disc((4, 3), 1.6, PALE),
}


@pytest.mark.parametrize("name", STROKES)
def test_what_is_drawn_over_a_board_is_no_wall_and_no_mark_and_hides_no_other(board: Case, name: str):
    over = board.drawing.canvas()
    STROKES[name](over)
    sight = sight_of(over.pixels)
    assert misread(sight.walls, board, sure=SURE) == 0
    assert doubtful(sight.walls) <= 24
    told = marks_of(sight.marks.told)
    wrong = (told != board.marks) & (told != UNCLEAR) & (sight.marks.probabilities.max(axis=2) >= marks.TOLD)
    assert not wrong.any()
    assert (told == UNCLEAR).sum() <= 25


def test_walls_that_colours_alone_show_are_less_sure():
    rng = np.random.default_rng(1)
    puzzle, _ = random_puzzle(rng, 7, 9)
    sight = sight_of(
        render(looks.site(lambda _: LIGHT, least=14.0, more=looks.pale_aquariums)(rng, puzzle, None)).pixels
    )
    odds = np.concatenate([sight.walls.right.ravel(), sight.walls.below.ravel()])
    assert MOST / 2 < np.abs(odds).max() <= BY_COLOUR * MOST


def test_what_lies_under_a_sticker_is_not_seen_and_all_else_is(board: Case):
    over = board.drawing.canvas()
    over.disc((4, 3), 1, YELLOW)
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
    surer = tempered(told, 0.5, (0.5, 0.0))
    np.testing.assert_allclose(np.log(surer[0, 1] / surer[0, 0]), 8, rtol=1e-6)
    np.testing.assert_array_equal(tempered(told, 5.0, (0.5, 2.0)), certain)  # never less sure than that


def test_what_is_doubtful_elsewhere_on_the_board_makes_every_place_more_doubtful():
    clear, unclear = np.array([[9.0, 0, 0]], np.float32), np.array([[0.1, 0, 0]], np.float32)
    assert doubt((clear,)) < doubt((clear, unclear)) < doubt((unclear,))
    alone, beside = (tempered(clear, doubt(seen), (0.5, 0.5)) for seen in ((clear,), (clear, unclear)))
    assert beside.max() < alone.max()
    np.testing.assert_allclose(doubt((0 * clear,)) ** 2, log(3))


def assert_told(draw: Draw, put: np.ndarray, style: Style, *, unclear: float, quality: int = 0) -> None:
    """Nothing is told wrongly, and no more than a share of the cells cannot be told before it is solved."""
    drawing = draw_puzzle(draw(*put.shape, seed=1).puzzle, style, marks=put)
    seen = marks_of(sight_of((jpeg(drawing, quality) if quality else drawing).pixels).marks.told)
    assert ((seen == put) | (seen == UNCLEAR)).all()
    assert (seen == UNCLEAR).mean() <= unclear


def scattered(rows: int, cols: int, seed: int) -> np.ndarray:
    return np.random.default_rng(seed).choice([NOTHING, WATER, CROSS], (rows, cols), p=[0.4, 0.3, 0.3])


def test_the_paler_of_two_coloured_grounds_is_not_surely_dry(draw: Draw):
    put = np.full((8, 7), WATER)
    put[1, 2], put[4, 3] = NOTHING, CROSS
    style = replace(PLAIN, palette=replace(LIGHT, water=(200, 160, 40)), water_pattern="waves")
    assert_told(draw, put, style, unclear=1)


@pytest.mark.parametrize(("palette", "quality"), [(DARK_READER, 80), (FORCED_DARK, 50)])
def test_dark_screenshots_saved_as_jpeg_hold_no_water_that_is_none(draw: Draw, palette, quality: int):
    style = replace(PLAIN, palette=palette, dpr=2.0, zoom=0.9, rim=0)
    put = np.where(scattered(9, 8, quality) == WATER, NOTHING, CROSS)
    for some in (put, scattered(9, 8, quality)):
        assert_told(draw, some, style, unclear=0.3, quality=quality)


@pytest.mark.parametrize("name", ["site", "sepia", "night"])
def test_no_other_mark_is_alleged_where_all_cells_are_the_same(draw: Draw, name: str):
    for all_of_them, unclear in ((WATER, 1), (CROSS, 0.1)):
        put = np.full((6, 6), all_of_them)
        assert_told(draw, put, STYLES[name], unclear=unclear)


@pytest.mark.parametrize(
    ("probabilities", "if_wet", "if_dry", "if_unknown"),
    [
        ((0, 0.0015, 0.9985), None, CROSS, CROSS),
        ((0, 0.0001, 0.9999), CROSS, CROSS, CROSS),  # which is sure enough for a mistake
        ((0, 0.9985, 0.0015), WATER, None, WATER),
        ((0, 0.9999, 0.0001), WATER, WATER, WATER),
        ((0.01, 0.9, 0.08), WATER, None, None),  # read with some doubt: every solution must have it
        ((0.01, 0.08, 0.9), None, CROSS, None),
        ((0.5, 0.5, 0), None, None, None),  # there may be nothing
        ((0.97, 0.02, 0.01), None, None, None),
        ((0.97, 0, 0), None, None, None),
        ((0.985, 0.01, 0.005), NOTHING, NOTHING, NOTHING),
    ],
)
def test_an_entry_is_told_as_a_mistake_only_if_a_misreading_is_less_likely_and_nothing_only_if_it_was_clear(
    probabilities: tuple[float, ...], if_wet: int | None, if_dry: int | None, if_unknown: int | None
):
    """Of nothing, water and a cross, in the first of five cells; the others are empty."""
    seen = SeenMarks(np.array([[probabilities, *[(1, 0, 0)] * 4]], np.float32))
    told = [seen.given(((wet, *[None] * 4),), ((1,) * 5,)).told[0][0] for wet in (True, False, None)]
    assert told == [if_wet, if_dry, if_unknown]


def read_as(signs: str) -> SeenMarks:
    """Return a row of cells: "w" is surely water, "x" a cross, "." nothing, "~" and "," with some doubt."""
    sure = dict(zip(".wx", (np.eye(3) * 0.9997 + 0.0001).tolist(), strict=True))
    doubtful = {"~": [0.02, 0.97, 0.01], ",": [0.97, 0.03, 0]}
    return SeenMarks(np.array([[{**sure, **doubtful}[sign] for sign in signs]], np.float32))


TOLD = {
    "right and wrong ones may be colours": ("www+ ww- www+ ww- ..-", "??? ?? ??? ?? .."),
    "also beside a cross": ("www+ ww- www+ ww- x.-", "??? ?? ??? ?? x."),
    "also with some doubt": ("www+ ww- www+ ww- ~~+ ..-", "??? ?? ??? ?? ?? .."),
    "six are right and one is wrong": ("www+ www+ www+ www+ www+ www+ ww-", "www www www www www www ww"),
    "and one is empty": ("www+ www+ www+ www+ www+ www+ ww- ..-", "www www www www www www ww .."),
    "five are right and one is wrong": ("www+ www+ www+ www+ www+ ww- ..-", "??? ??? ??? ??? ??? ?? .."),
    "a part of one is a player's": ("w.+ www+ ww-", "w. www ww"),
    "so is a cross in one": ("wx+ www+ ww-", "wx www ww"),
    "and a part of a wrong one": ("w.- www+ ww-", "w. www ww"),
    "a single one is a player's": ("ww- ..- ..- ..-", "ww .. .. .."),
    "two of which one is wrong may be colours": ("ww- www+ ..- ..- ..-", "?? ??? .. .. .."),
    "what is hardly a colour among colours": ("www+ ww- ,.-", "??? ?? ?."),
    "what is hardly a colour beside a player's": ("w.+ www+ ,.-", "w. www ?."),
    "all are right": ("www+ ..-", "www .."),
}
"""A row of aquariums that are wet (+) or dry (-), what was read in each, and what is told of them."""


@pytest.mark.parametrize("name", TOLD)
def test_water_that_fills_right_and_wrong_aquariums_may_be_colours_and_is_not_told(name: str):
    filled, expected = ([*row.split()] for row in TOLD[name])
    regions = tuple(number for number, put in enumerate(filled) for _ in put[:-1])
    truth = tuple(put[-1] == "+" for put in filled for _ in put[:-1])
    (told,) = read_as("".join(put[:-1] for put in filled)).given((truth,), (regions,)).told
    signs = {None: "?", NOTHING: ".", WATER: "w", CROSS: "x"}
    assert "".join(signs[mark] for mark in told) == "".join(expected)


def test_what_cannot_be_told_may_be_water_or_not():
    regions = ((1, 1, 2, 2),)
    assert fills_aquariums(((WATER, None, NOTHING, CROSS),), regions)
    assert fills_aquariums(((WATER, WATER, None, NOTHING),), regions)
    assert not fills_aquariums(((WATER, WATER, None, NOTHING),), regions, unclear=True)
    assert fills_aquariums(((None, None, NOTHING, NOTHING),), regions, unclear=True)
    assert not fills_aquariums(((None, None, NOTHING, NOTHING),), regions)
    assert not fills_aquariums(((WATER, CROSS, NOTHING, NOTHING),), regions)
