"""The round trip: whatever is drawn, in whatever style, is read again clue for clue and wall for wall."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from fixtures.drawing.board.around import Around
from fixtures.drawing.board.palettes import LIGHT
from fixtures.drawing.board.puzzles import random_puzzle
from fixtures.drawing.board.style import STYLES, Style
from fixtures.drawing.board.terminal import Terminal, draw_terminal
from fixtures.drawing.mishaps.degrade import blur, light, noise, perspective, resize, rotate
from fixtures.drawing.render import draw_puzzle
from fixtures.drawing.scene import Picture
from pipeline import solve_image
from solver.belief.overrides import parse_override
from solver.message import Message
from solver.places import SideAt
from solver.puzzle import Puzzle
from tests.conftest import PLAIN, Case, Draw
from tests.vision.reading.laid_flat import UNCLEAR, marks_of
from vision.files.pixels import Image
from vision.reading import one_board as reader
from vision.reading.doubts import unread
from vision.reading.extent import Extent, _as_far_as_clues, other_ends
from vision.reading.flat import BEYOND
from vision.reading.ink import without_breaks
from vision.reading.page import is_whole
from vision.reading.read import read
from vision.reading.reading import Reading
from vision.reading.reasons import complaints
from vision.reading.walls import Walls

SIZES = ((8, 5), (5, 9), (6, 6), (7, 8), (4, 4))
STATES = ("empty", "partly", "solved")
MOST_UNCLEAR = 0.15
"""Share of the cells whose mark cannot be told though the solution is known, at most."""


def assert_read(case: Case, pixels: Image | None = None) -> Reading:
    reading = read(case.pixels if pixels is None else pixels)
    assert (reading.board.rows, reading.board.cols) == (case.puzzle.height, case.puzzle.width)
    assert reading.puzzle == case.puzzle
    assert complaints(reading) == []
    assert not any(isinstance(place, SideAt) for place in reading.covered)
    told = marks_of(reading.with_likely_marks(case.water).marks)
    assert ((told == case.marks) | (told == UNCLEAR)).all()
    assert (told == UNCLEAR).mean() <= MOST_UNCLEAR
    return reading


EVERY: dict[str, Style] = {
    **STYLES,
    "green water": replace(PLAIN, palette=replace(LIGHT, water=(110, 205, 150))),
    "large rings": replace(PLAIN, air_sign="ring", air_size=9, zoom=1.0),
    "grey water": replace(PLAIN, palette=replace(LIGHT, water=(210, 210, 210))),
    "waves": replace(PLAIN, water_pattern="waves", zoom=1.37),
}


@pytest.mark.parametrize("name", EVERY)
def test_every_style_is_read_and_its_board_measured_to_a_fraction_of_a_pixel(draw: Draw, name: str):
    number, style = list(EVERY).index(name), EVERY[name]
    state = "empty" if style.cell_text else STATES[number % len(STATES)]  # beside ids, marks are hardly told
    case = draw(*SIZES[number % len(SIZES)], style, seed=number, played=state)
    board = assert_read(case).board
    if not style.even:
        off = np.abs(np.array(board.corners) - (case.drawing.corners + 0.5)).max()
        assert off < max(0.1, 0.022 * board.pitch)


DEGRADATIONS: dict[str, Callable[[Picture], Picture]] = {
    "reduced to pitch 14": lambda drawing: resize(drawing, 14 / 46.5),
    "enlarged": lambda drawing: resize(drawing, 1.6, "cubic"),
    "blurred": lambda drawing: blur(drawing, 2.5),
    "turned by one degree": lambda drawing: rotate(drawing, 1),
    "turned by seven degrees": lambda drawing: rotate(drawing, -7),
    "leaning": lambda drawing: perspective(drawing, tilt=14, pan=-10, roll=3),
    "noisy": lambda drawing: noise(drawing, 10, np.random.default_rng(5)),
    "at the edge of a shadow": lambda drawing: light(drawing, np.random.default_rng(1), fall=0.3, shadow=0.4),
}


@pytest.mark.parametrize("name", DEGRADATIONS)
def test_pictures_that_suffered_are_read(draw: Draw, name: str):
    number = list(DEGRADATIONS).index(name)
    size, state = ((5, 7) if number % 2 else (8, 6)), STATES[number % len(STATES)]
    case = draw(*size, replace(PLAIN, margin=12), seed=size[0] + STATES.index(state), played=state)
    assert_read(case, DEGRADATIONS[name](case.drawing).pixels)


@cache
def read_without(cols: tuple[int, ...] = (), rows: tuple[int, ...] = ()) -> Reading:
    """Read a board of 6 x 6 cells without the clues of some lines."""
    full, _ = random_puzzle(np.random.default_rng(3), 6, 6)
    kept = Puzzle(
        [None if col in cols else clue for col, clue in enumerate(full.col_clues)],
        [None if row in rows else clue for row, clue in enumerate(full.row_clues)],
        full.regions,
    )
    reading = read(draw_puzzle(kept).pixels)
    assert reading.puzzle == kept
    return reading


def test_missing_numbers_are_complained_about_unless_a_person_says_that_they_are_not_given():
    two = Message("clues_missing", axis="row", lines=(2, 3), found=4, clues=6)
    one = Message("clues_missing", axis="column", lines=(3,), found=5, clues=6)
    assert complaints(read_without(rows=(1, 2))) == [two]
    assert complaints(read_without(cols=(2,))) == [one]
    said = read_without(cols=(2,)).with_overrides([parse_override("top:3=?")])
    assert (complaints(said), said.puzzle.col_clues[2]) == ([], None)


def test_a_board_that_omits_clues_here_and_there_is_as_it_should_be():
    reading = read_without(cols=(2,), rows=(0, 4))
    assert (complaints(reading), unread(reading), is_whole(reading)) == ([], (), False)


@pytest.mark.parametrize(
    ("seed", "size", "upside_down", "status"),
    [(62, (4, 6), 0.0, "solved"), (62, (4, 6), 0.4, "unsure"), (3, (6, 6), 0.4, "solved")],
    ids=["seen to be upright", "either way", "legible one way alone"],
)
def test_numbers_that_are_legible_both_ways_are_clues_if_it_is_seen_which_way_is_up(
    seed: int, size: tuple[int, int], upside_down: float, status: str, monkeypatch: pytest.MonkeyPatch
):
    """The first puzzle has no digits but 0 and 1, and other water the other way up."""
    puzzle, _ = random_puzzle(np.random.default_rng(seed), *size)
    look, up = reader.look_at, np.array([1 - upside_down, 0, upside_down, 0])
    monkeypatch.setattr(reader, "look_at", lambda *flat: look(*flat)._replace(up=up))
    result = solve_image(draw_puzzle(puzzle, PLAIN).pixels)
    assert (result.status, result.puzzle.row_clues) == (status, puzzle.row_clues)


@pytest.mark.parametrize(("quarters", "roll"), [(1, 0), (2, 8), (3, 0)])
def test_a_board_on_its_side_or_upside_down_is_read_as_it_should_stand(draw: Draw, quarters: int, roll: int):
    case = draw(4, 6, PLAIN, seed=quarters, played="partly")
    pixels = np.rot90(rotate(case.drawing, roll).pixels if roll else case.pixels, quarters)
    assert_read(case, np.ascontiguousarray(pixels))


SHADE = (225, 232, 244)
IN_CELLS = replace(
    STYLES["site"], zoom=1.3, rim=0, lead=75, trail=75, clue_left=15.5, clue_above=10, clue_centred=True
)
"""Clues stand in the middle of where a further cell would be."""
APART = replace(STYLES["site"], zoom=1.3, rim=0, lead=75, trail=75)
AROUND = {
    "shaded boxes and a total": (IN_CELLS, Around(boxes=True, shade=SHADE, totals=True)),
    "a sheet that ends": (IN_CELLS, Around(sheet=True, sheet_cells=2)),
    "a sheet with headings": (IN_CELLS, Around(sheet=True, headings=True, shade=SHADE)),
    "letters": (APART, Around(coordinates=("bottom", "right"), letters=True)),
    "coordinates beyond the clues": (APART, Around(coordinates=("top", "left"))),
    "a heading": (APART, Around(heading="Aquarium no. 12")),
}


@pytest.mark.parametrize("name", AROUND)
def test_a_board_is_read_whatever_stands_around_it(draw: Draw, name: str):
    style, around = AROUND[name]
    case = draw(5, 6, replace(style, around=around), seed=1, unique=True, played="partly")
    result = solve_image(case.pixels)
    assert (result.puzzle, result.status) == (case.puzzle, "solved")
    assert result.solution.water == case.water


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


@pytest.mark.parametrize(
    ("further", "ends"),
    [
        ([], None), ([(1, 9)], (-1, 5, 0, 6)), ([(0, 9)], None), ([(0, 9), (1, 9)], (-2, 5, 0, 6)),
        ([(7, 9)], None), ([(7, 1)], (0, 5, -1, 6)), ([(7, 8), (1, 9)], (-1, 5, 0, 7)), ([(1, 5)], None),
    ],
    ids=["none", "above", "not next to it", "two above", "corner", "left", "right and above", "elsewhere"],
)  # fmt: skip
def test_a_clue_in_line_with_the_others_beyond_the_board_may_have_it_go_on_there(
    further: list[tuple[int, int]], ends: tuple[int, ...] | None
):
    """Row clues stand in the second place right of the board, column clues in the first below it."""
    likely = np.zeros((5 + 2 * BEYOND, 6 + 2 * BEYOND))
    likely[BEYOND:-BEYOND, 9] = likely[7, BEYOND:-BEYOND] = 0.8
    for place in further:
        likely[place] = 0.9
    assert list(_as_far_as_clues(likely)) == ([ends] if ends else [])


def test_of_two_reasons_for_one_extent_the_likelier_counts():
    without_last = 0, 6, 0, 9
    puzzle = Puzzle([1] * 9, [*[1] * 6, None], [[1] * 9] * 7)
    walls, likely = Walls(-np.ones((7, 8)), -np.ones((6, 9))), np.zeros((7 + 2 * BEYOND, 9 + 2 * BEYOND))
    extent = Extent((0, 7, 0, 9), (0.0,) * 4, 0.5, without_last, True)
    assert other_ends(extent, puzzle, walls, likely) == {without_last: -0.5}


@pytest.mark.parametrize(
    ("look", "filled"),
    [
        (Terminal(), True),
        (Terminal(wide=9, high=18, paper=(12, 12, 12), ink=(204, 204, 204)), False),
        (Terminal(wide=16, high=32, leading=6, light=2), False),
    ],
    ids=["filled", "dark", "lines apart"],
)
def test_a_terminals_drawing_is_read_and_solved(draw: Draw, look: Terminal, filled: bool):
    case = draw(8, 7, seed=3, unique=True)
    result = solve_image(draw_terminal(case.puzzle, look, case.water if filled else None)[0])
    assert (result.status, result.puzzle) == ("solved", case.puzzle)
    assert result.solution.water == case.water


def test_breaks_of_lines_that_run_down_are_bridged_and_cells_are_not():
    page = np.full((200, 200, 3), 255, np.uint8)
    page[20:180, 40:161:20] = 0
    broken = page.copy()
    broken[30:180:20] = 255
    assert np.array_equal(without_breaks(broken), page)
    assert np.array_equal(without_breaks(255 - broken), 255 - page)
