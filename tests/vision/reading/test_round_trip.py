"""The round trip: whatever is drawn, in whatever style, is read again clue for clue and wall for wall."""

from collections.abc import Callable, Container
from dataclasses import replace

import numpy as np
import pytest

from fixtures.drawing.board.around import Around
from fixtures.drawing.board.palettes import LIGHT, NIGHT
from fixtures.drawing.board.puzzles import random_puzzle
from fixtures.drawing.board.style import STYLES
from fixtures.drawing.board.terminal import Terminal, draw_terminal
from fixtures.drawing.kinds import drawn
from fixtures.drawing.mishaps.degrade import blur, jpeg, light, noise, perspective, resize, rotate
from fixtures.drawing.render import draw_page, draw_puzzle
from fixtures.drawing.scene import Picture
from pipeline import solve_image
from solver.belief.overrides import parse_override
from solver.message import Message
from solver.places import SideAt
from solver.puzzle import Puzzle
from tests.conftest import PLAIN, Case, Draw
from vision.files.pixels import Image
from vision.reading import one_board as reader
from vision.reading.doubts import unread
from vision.reading.extent import _as_far_as_clues
from vision.reading.flat import BEYOND
from vision.reading.ink import without_breaks
from vision.reading.page import is_whole
from vision.reading.read import read
from vision.reading.reading import Reading
from vision.reading.reasons import complaints

SIZES = ((8, 5), (7, 12), (6, 6), (10, 10), (4, 4))
STATES = ("empty", "partly", "solved")
UNCLEAR, MOST_UNCLEAR = -1, 0.15
"""A mark that cannot be told though the solution is known, and at most so many of all cells."""


def assert_read(case: Case, pixels: Image | None = None) -> Reading:
    reading = read(case.pixels if pixels is None else pixels)
    assert (reading.board.rows, reading.board.cols) == (case.puzzle.height, case.puzzle.width)
    assert reading.puzzle == case.puzzle
    assert_marks_told(case, reading)
    assert complaints(reading) == []
    return reading


def assert_marks_told(case: Case, reading: Reading) -> None:
    marks = reading.with_likely_marks(case.water).marks
    told = np.array([[UNCLEAR if mark is None else mark for mark in line] for line in marks])
    assert ((told == case.marks) | (told == UNCLEAR)).all()
    assert (told == UNCLEAR).mean() <= MOST_UNCLEAR


# Styles, sizes, states


@pytest.mark.parametrize("name", [name for name in STYLES if name != "region-ids"])
def test_every_style_is_read_and_its_board_measured_to_a_fraction_of_a_pixel(draw: Draw, name: str):
    number = list(STYLES).index(name)
    style, state = STYLES[name], STATES[number % len(STATES)]
    case = draw(*SIZES[number % len(SIZES)], style, seed=number, played=state)
    board = assert_read(case).board
    if not style.even:
        off = np.abs(np.array(board.corners) - (case.drawing.corners + 0.5)).max()
        assert off < max(0.1, 0.022 * board.pitch)


def test_ids_typed_into_the_cells_change_nothing(draw: Draw):
    assert_read(draw(6, 9, STYLES["region-ids"], seed=1, mean_size=3))


@pytest.mark.parametrize(("size", "name"), [((15, 15), "site-155-snapped"), ((30, 30), "site-070-grey")])
def test_large_boards_are_read(draw: Draw, size: tuple[int, int], name: str):
    assert_read(draw(*size, STYLES[name], seed=size[0], played="partly"))


# What happens to pictures


def photographed(drawing: Picture, rng: np.random.Generator) -> Picture:
    seen = blur(perspective(drawing, tilt=15, pan=8), 0.8)
    return jpeg(noise(light(seen, rng, shadow=0.25), 4, rng), 70)


DEGRADATIONS: dict[str, Callable[[Picture], Picture]] = {
    "jpeg quality 20": lambda drawing: jpeg(drawing, 20),
    "jpeg quality 60": lambda drawing: jpeg(drawing, 60),
    "reduced to pitch 14": lambda drawing: resize(drawing, 14 / 46.5),
    "reduced to pitch 21": lambda drawing: resize(drawing, 21 / 46.5, "linear"),
    "enlarged": lambda drawing: resize(drawing, 1.6, "cubic"),
    "blurred": lambda drawing: blur(drawing, 2.5),
    "turned by one degree": lambda drawing: rotate(drawing, 1),
    "turned by seven degrees": lambda drawing: rotate(drawing, -7),
    "leaning": lambda drawing: perspective(drawing, tilt=14, pan=-10, roll=3),
    "noisy": lambda drawing: noise(drawing, 10, np.random.default_rng(5)),
    "in uneven light": lambda drawing: light(drawing, np.random.default_rng(5), fall=0.5, tint=0.05),
    "photographed": lambda drawing: photographed(drawing, np.random.default_rng(5)),
}


@pytest.mark.parametrize("name", DEGRADATIONS)
def test_pictures_that_suffered_are_read(draw: Draw, name: str):
    number = list(DEGRADATIONS).index(name)
    size, state = ((10, 10) if number % 2 else (8, 6)), STATES[number % len(STATES)]
    case = draw(*size, replace(PLAIN, margin=12), seed=size[0] + STATES.index(state), played=state)
    assert_read(case, DEGRADATIONS[name](case.drawing).pixels)


def test_the_edge_of_a_shadow_hides_no_wall_no_clue_and_no_water(draw: Draw):
    case = draw(8, 6, PLAIN, seed=1, played="partly")
    shaded = light(case.drawing, np.random.default_rng(1), fall=0.3, shadow=0.4)
    reading = read(shaded.pixels)
    assert reading.puzzle == case.puzzle
    assert not any(isinstance(place, SideAt) for place in reading.covered)
    assert_marks_told(case, reading)


@pytest.mark.parametrize("seed", range(4))
def test_anything_drawn_at_random_is_read(seed: int):
    rng = np.random.default_rng([77, seed])
    puzzle, water = random_puzzle(rng, *(int(side) for side in rng.integers(4, 13, 2)))
    marks = np.where(rng.random((puzzle.height, puzzle.width)) < rng.random(), np.where(water, 1, 2), 0)
    style = replace(
        STYLES["site"],
        zoom=float(rng.uniform(0.6, 2)),
        raster=rng.choice(["snapped", "floored", "grey", "exact"]),
        shift=(float(rng.random()), float(rng.random())),
        lettering="smooth",
        rim=float(rng.integers(2)),
        palette=replace(LIGHT, water=tuple(int(level) for level in rng.integers(110, 235, 3))),
    )
    assert_read(Case(puzzle, water, marks, draw_puzzle(puzzle, style, marks=marks)))


# The reading itself


def read_without(cols: Container[int] = (), rows: Container[int] = ()) -> Reading:
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


def test_missing_numbers_are_complained_about_in_words():
    two = Message("clues_missing", axis="row", lines=(2, 3), found=4, clues=6)
    one = Message("clues_missing", axis="column", lines=(3,), found=5, clues=6)
    assert complaints(read_without(rows={1, 2})) == [two]
    assert complaints(read_without(cols={2})) == [one]


def test_a_board_that_omits_clues_here_and_there_is_as_it_should_be():
    reading = read_without(cols={2}, rows={0, 4})
    assert (complaints(reading), unread(reading), is_whole(reading)) == ([], (), False)


def test_a_missing_number_of_which_a_person_says_that_it_is_not_given_is_no_complaint():
    reading = read_without(cols={2}).with_overrides([parse_override("top:3=?")])
    assert complaints(reading) == []
    assert reading.puzzle.col_clues[2] is None


# Boards that lie otherwise, or show their lines otherwise


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
    case = draw(5, 8, PLAIN, seed=quarters, played="partly")
    pixels = np.rot90(rotate(case.drawing, roll).pixels if roll else case.pixels, quarters)
    assert_read(case, np.ascontiguousarray(pixels))


def test_light_walls_beside_thin_lines_darker_than_the_cells_are_read(draw: Draw):
    night = replace(NIGHT, page=(60,) * 3, cell=(80,) * 3, line=(56,) * 3, wall=(180,) * 3, core=(180,) * 3)
    assert_read(draw(9, 11, replace(PLAIN, palette=night), seed=1, played="partly"))


def test_clues_larger_than_their_lines_are_complained_about(draw: Draw):
    drawing = draw(7, 12, PLAIN, seed=2, unique=True).drawing
    half = np.ascontiguousarray(drawing.pixels[:, : round(drawing.corners[0][0] + 6 * 31 * 1.5 + 2)])
    told = Message("clues_too_large", axis="row", lines=(4, 5, 6, 7), cells=6)
    assert told in complaints(read(half, size=(7, 6)))
    small = draw(5, 7, PLAIN, seed=2, unique=True).puzzle
    wrong = Puzzle((9, *small.col_clues[1:]), small.row_clues, small.regions)
    assert complaints(read(draw_puzzle(wrong, PLAIN).pixels)) == [
        Message("clue_too_large", axis="column", line=1, clue=9, cells=5)
    ]


@pytest.mark.parametrize("regions", [[[1] * 7] * 7, np.arange(49).reshape(7, 7).tolist()])
def test_lines_that_are_all_alike_are_complained_about(regions: list[list[int]]):
    reading = read(draw_puzzle(Puzzle([3] * 7, [3] * 7, regions), PLAIN).pixels)
    assert Message("uniform_lines") in complaints(reading)


# What stands around a board besides its clues is none of it: sheets, boxes, coordinates, other boards


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


def test_a_dry_row_whose_clue_is_seen_but_whose_lines_are_not_is_never_left_out_in_silence():
    picture = drawn("enlarged pixels", 9991007)
    result = solve_image(picture.pixels)
    assert result.status != "solved" or result.puzzle == picture.truth.puzzle


def test_of_two_reasons_for_one_extent_the_likelier_counts(draw: Draw, monkeypatch: pytest.MonkeyPatch):
    case, look = draw(6, 9, IN_CELLS, seed=3, unique=True), reader._look
    clues = case.puzzle.col_clues, (*case.puzzle.row_clues, None)
    regions = [list(row) for row in case.puzzle.regions]
    page = draw_puzzle(Puzzle(*clues, [*regions, [*regions[-1][:4], *[99] * 5]]), IN_CELLS).pixels

    def looked(*told: object) -> reader.Seen:
        seen = look(*told)
        return seen._replace(extent=seen.extent._replace(lead=0.5, second=(0, 6, 0, 9)))

    monkeypatch.setattr(reader, "_look", looked)
    assert [other.log_prior for other in read(page).alternatives] == [-0.5]


def test_a_board_of_a_page_chosen_by_its_number_and_size_is_one_of_several(draw: Draw):
    cases = [draw(8, 8, seed=1, unique=True), draw(6, 6, seed=2, unique=True)]
    filled = [(case.puzzle, case.marks.astype(np.uint8)) for case in cases]
    page = draw_page(np.random.default_rng(1), STYLES["site"], filled, 2)[0].pixels
    for size in (None, (6, 6)):
        chosen = read(page, size=size, number=2)
        assert (chosen.puzzle, chosen.on_page) == (cases[1].puzzle, 2)


# A board in a terminal's box characters is read like any other, even if leading breaks its lines


SPACED = Terminal(wide=16, high=32, leading=6, light=2)
DARK = Terminal(wide=9, high=18, paper=(12, 12, 12), ink=(204, 204, 204))


@pytest.mark.parametrize("look", [Terminal(), DARK, SPACED], ids=["light", "dark", "lines apart"])
def test_a_terminals_drawing_is_read_and_solved(draw: Draw, look: Terminal):
    case = draw(8, 7, seed=3, unique=True)
    result = solve_image(draw_terminal(case.puzzle, look)[0])
    assert (result.status, result.puzzle) == ("solved", case.puzzle)
    assert result.solution.water == case.water


def test_filled_cells_are_water_or_the_picture_is_refused(draw: Draw):
    case = draw(8, 7, seed=3, unique=True)
    result = solve_image(draw_terminal(case.puzzle, Terminal(), case.water)[0])
    assert result.status != "solved" or result.solution.water == case.water


def test_breaks_of_lines_that_run_down_are_bridged_and_cells_are_not():
    page = np.full((200, 200, 3), 255, np.uint8)
    page[20:180, 40:161:20] = 0
    broken = page.copy()
    broken[30:180:20] = 255
    assert np.array_equal(without_breaks(broken), page)
    assert np.array_equal(without_breaks(255 - broken), 255 - page)
