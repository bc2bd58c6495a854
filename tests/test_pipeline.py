"""One picture in, one answer out; what is not proved is never answered as solved."""

import io
import itertools
import math
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image as Pillow

import pipeline
from fixtures.drawing.degrade import jpeg
from fixtures.drawing.render import STYLES, draw_puzzle
from pipeline import (
    AquariumError,
    Puzzle,
    Result,
    Solution,
    prove_image,
    read,
    read_written,
    solve_image,
    solve_puzzle,
)
from solver import InvalidPuzzle, solve
from solver.belief.evidence import likeliest
from solver.belief.overrides import parse_override
from solver.places import ClueAt
from tests.conftest import Case, Draw
from vision import Reading, find_mistakes
from vision.files.pixels import Image, NotPixels

STAGES = ["board", "sheet", "sides", "walls", "regions", "clues", "marks", "reading", "solution", "picture"]
PLAIN = replace(STYLES["site"], zoom=1.5, lettering="smooth")
TWO_ANSWERS = Puzzle([1, 1, 1, 1], [2, 2, 0, 0], ["abcd", "efgh", "iijj", "kkll"])
"""The two upper rows hold their water in any columns that pair up."""
LEVEL_BROKEN = Puzzle([1, 0, 0, 0], [1, 0, 0, 0], ["aabb", "aabb", "ccdd", "ccdd"])
"""One wet cell of a row of two: no water stands so."""


def ruled(rows: int, cols: int, pitch: int = 40, margin: int = 60) -> Image:
    """Draw a grid without numbers."""
    pixels = np.full((rows * pitch + 2 * margin, cols * pitch + 2 * margin, 3), 255, np.uint8)
    for row in range(rows + 1):
        width = 3 if row % 3 == 0 else 1
        pixels[margin + row * pitch :, margin:-margin][:width] = 0
    for col in range(cols + 1):
        width = 3 if col % 3 == 0 else 1
        pixels[margin:-margin, margin + col * pitch :][:, :width] = 0
    return pixels


def assert_not_wrong(result: Result, case: Case) -> None:
    """Whatever was done to a picture, water that is not its own is never called solved."""
    assert result.status != "solved" or result.solution.water == case.water
    assert (result.picture is None) == (result.status != "solved")


# How pictures end


@pytest.mark.parametrize(
    ("name", "played"), [("site", "empty"), ("night", "solved"), ("other-program", "partly")]
)
def test_a_clear_picture_is_solved(draw: Draw, name: str, played: str):
    case = draw(7, 6, STYLES[name], seed=1, unique=True, played=played)
    result = solve_image(case.pixels)
    assert (result.status, result.message, result.repairs, result.doubts) == ("solved", None, (), ())
    assert result.puzzle == case.puzzle
    assert isinstance(result.solution, Solution)
    assert result.solution.water == case.water
    assert result.solution.unique
    wet_or_wrong = np.array(case.water) | find_mistakes(case.marks, case.water)
    x0, y0 = (int(edge) - 1 for edge in result.reading.board.corners[0])
    assert np.array_equal(result.picture[:y0], case.pixels[:y0])
    assert np.array_equal(result.picture[:, :x0], case.pixels[:, :x0])
    for row, col in np.ndindex(wet_or_wrong.shape):
        x, y = result.reading.board.points(np.array([col + 0.5]), np.array([row + 0.5]))
        place = int(y[0]), int(x[0])
        assert bool((result.picture[place] != case.pixels[place]).any()) == wet_or_wrong[row, col]


def test_a_puzzle_with_two_answers_is_ambiguous_and_shows_what_is_common():
    result = solve_image(draw_puzzle(TWO_ANSWERS, STYLES["site-dpr2"]).pixels)
    assert result.status == "ambiguous"
    assert result.message == (
        "the puzzle as read has more than one solution; "
        "every clue and wall was read with certainty, look for a misprint"
    )
    assert not result.solution.unique
    assert result.solution.forced[2] == (False,) * 4
    assert result.picture is None


def test_a_puzzle_that_no_water_fits_has_no_solution():
    result = solve_image(draw_puzzle(LEVEL_BROKEN, STYLES["site-dpr2"]).pixels)
    assert (result.status, result.solution, result.picture) == ("no_solution", None, None)
    assert result.message.endswith("every clue and wall was read with certainty, look for a misprint")


def test_sums_that_differ_are_said_with_both_numbers(draw: Draw):
    puzzle = draw(6, 6, seed=2).puzzle
    more = Puzzle((puzzle.col_clues[0] + 1, *puzzle.col_clues[1:]), puzzle.row_clues, puzzle.regions)
    result = solve_image(draw_puzzle(more, PLAIN).pixels)
    across, down = sum(more.col_clues), sum(more.row_clues)
    assert result.status == "no_solution"
    assert result.message.startswith(f"the column clues add to {across} and the row clues to {down}; ")


def without(puzzle: Puzzle, *cols: int) -> Image:
    """Draw a puzzle without the clues of some columns."""
    clues = (None if col in cols else clue for col, clue in enumerate(puzzle.col_clues))
    return draw_puzzle(Puzzle(clues, puzzle.row_clues, puzzle.regions), PLAIN).pixels


def test_one_missing_number_is_found_by_the_rules_and_told(draw: Draw):
    case = draw(6, 6, seed=2, unique=True)
    result = solve_image(without(case.puzzle, 4))
    assert (result.status, result.solution.water, result.puzzle) == ("solved", case.water, case.puzzle)
    assert [str(repair.place) for repair in result.repairs] == ["top:5"]
    assert result.repairs[0].confidence > 0.99


def test_neighbouring_missing_numbers_are_unsure_and_named(draw: Draw):
    result = solve_image(without(draw(6, 6, seed=2, unique=True).puzzle, 3, 4))
    assert result.status == "unsure"
    assert result.message.startswith("4 of 6 column clues found; columns 4, 5 have none that can be read; ")
    assert 0 < len(result.doubts) <= 5
    assert all(0 < doubt.confidence <= 1 for doubt in result.doubts)


def test_a_number_that_cannot_be_told_is_unsure_and_named(draw: Draw):
    case = draw(6, 6, PLAIN, seed=2, unique=True)
    left, top, right, bottom = read(case.pixels).clue_boxes[1][3]
    smudged = case.pixels.copy()
    part = smudged[top - 2 : bottom + 2, left - 2 : right + 2]
    part[:] = np.random.default_rng(0).integers(0, 256, part.shape, np.uint8)
    result = solve_image(smudged, repair_limit=0)
    assert result.status == "unsure"
    assert "row 4 has none that can be read" in result.message or "row clue 4 read as" in result.message
    assert_not_wrong(solve_image(smudged), case)


@pytest.mark.parametrize("size", [(9, 9), (5, 8)])
def test_a_grid_without_numbers_is_no_puzzle(size: tuple[int, int]):
    rows, cols = size
    result = solve_image(ruled(rows, cols))
    assert (result.status, result.solution, result.picture) == ("no_puzzle", None, None)
    assert result.message == (
        f"a grid of {rows} x {cols} cells was found, but numbers beside only 0 of its rows and 0 of its "
        "columns; the clues beside an Aquarium board must be in the picture"
    )


def test_a_sudoku_is_no_puzzle():
    pixels = ruled(9, 9)
    digits = draw_puzzle(Puzzle(range(1, 10), range(1, 10), [[0] * 9] * 9), PLAIN).pixels
    glyph = digits[45:72, 90:120]
    for row, col in np.random.default_rng(1).integers(0, 9, (28, 2)):
        pixels[60 + 40 * row + 6 : 60 + 40 * row + 33, 60 + 40 * col + 5 : 60 + 40 * col + 35] = glyph
    assert solve_image(pixels).status == "no_puzzle"


def test_a_picture_without_a_grid_is_no_puzzle():
    result = solve_image(np.full((200, 300, 3), 255, np.uint8))
    assert (result.status, result.reading, result.puzzle) == ("no_puzzle", None, None)
    assert result.message.startswith("no grid of cells was found in the picture of 300 x 200 pixels; ")
    assert list(result.seconds) == ["read"]


def test_a_solver_out_of_time_says_so(draw: Draw):
    case = draw(20, 20, seed=1, mean_size=4)
    result = solve_image(case.pixels, time_limit=1e-4)
    assert (result.status, result.picture, result.puzzle) == ("timeout", None, case.puzzle)
    assert result.message


def one_above_the_other(one: Image, other: Image) -> Image:
    """Put two pictures on one page."""
    page = np.full((len(one) + len(other) + 40, max(one.shape[1], other.shape[1]) + 20, 3), 255, np.uint8)
    page[10 : 10 + len(one), 10 : 10 + one.shape[1]] = one
    page[-10 - len(other) : -10, 10 : 10 + other.shape[1]] = other
    return page


def test_a_smaller_board_is_not_answered_in_place_of_a_misprinted_larger_one(draw: Draw):
    large, small = draw(12, 12, PLAIN, seed=1, unique=True), draw(5, 5, PLAIN, seed=2, unique=True)
    clues = (large.puzzle.col_clues[0] + 1, *large.puzzle.col_clues[1:])
    wrong = draw_puzzle(Puzzle(clues, large.puzzle.row_clues, large.puzzle.regions), PLAIN).pixels
    result = solve_image(one_above_the_other(wrong, small.pixels))
    assert (result.status, result.puzzle.height, result.picture) == ("no_solution", 12, None)


def test_a_smaller_board_is_not_answered_in_place_of_a_larger_one_that_is_illegible(draw: Draw):
    large, small = draw(12, 12, PLAIN, seed=1, unique=True), draw(5, 5, PLAIN, seed=2, unique=True)
    blotted = large.pixels.copy()
    for left, top, right, bottom in itertools.chain(*read(large.pixels).clue_boxes):
        blotted[top:bottom, left:right] = 0
    result = solve_image(one_above_the_other(blotted, small.pixels))
    assert (result.status, result.picture) == ("no_puzzle", None)
    assert result.message.startswith("a grid of 12 x 12 cells was found, but numbers beside only ")


def test_clues_cut_off_are_named_by_their_side(draw: Draw):
    case = draw(7, 7, PLAIN, seed=1, unique=True)
    left, top = (round(place) for place in case.drawing.corners[0])
    without_rows = solve_image(np.ascontiguousarray(case.pixels[:, left - 4 :]))
    without_cols = solve_image(np.ascontiguousarray(case.pixels[top - 4 :]))
    assert (without_rows.status, without_cols.status) == ("no_puzzle", "no_puzzle")
    assert without_rows.message == (
        "a grid of 7 x 7 cells was found, and numbers for 7 of its columns, but none left or right; "
        "is a side cut off?"
    )
    assert "but none above or below it; is a side cut off?" in without_cols.message


def test_nothing_is_repaired_if_it_is_not_wanted(draw: Draw):
    result = solve_image(without(draw(6, 6, seed=2, unique=True).puzzle, 4), repair_limit=0)
    assert result.status == "unsure"
    assert result.message == (
        "5 of 6 column clues found; column 5 has none that can be read; nothing was repaired, as asked"
    )


# What is seen is doubtful


ONE = Puzzle([2, 3, 1, 2], [2, 1, 3, 2], ["abbc", "defc", "ddfc", "ddff"])
OTHER = Puzzle([3, 3, 1, 2], [3, 1, 3, 2], ["abbc", "defc", "ddfc", "ddff"])
"""Both have one solution, and not the same."""
BLOCKS = Puzzle([3, 3, 1, 1], [0, 2, 2, 4], ["aabb", "aabb", "ccdd", "ccdd"])


def changed(puzzle: Puzzle, place: str, **values: float) -> Reading:
    """Return a certain reading of a puzzle but for the probabilities of one clue."""
    return with_clue(read_written(puzzle)[1], place, **values)


def with_clue(reading: Reading, place: str, **values: float) -> Reading:
    """Give a line's clue probabilities: p3=0.9 of a three, none=0.1 of no clue."""
    axis, line = place.split(":")
    kind = "col_clues" if axis == "top" else "row_clues"
    clues = list(getattr(reading.evidence, kind))
    told = {len(clues[0]) - 1 if name == "none" else int(name[1:]): p for name, p in values.items()}
    clues[int(line) - 1] = tuple(math.log(told.get(value, 1e-9)) for value in range(len(clues[0])))
    evidence = replace(reading.evidence, **{kind: tuple(clues)})
    cols, rows = (tuple(map(likeliest, every)) for every in (evidence.col_clues, evidence.row_clues))
    return replace(reading, evidence=evidence, puzzle=Puzzle(cols, rows, reading.puzzle.regions))


@pytest.fixture
def proved(monkeypatch: pytest.MonkeyPatch):
    """Give the function that proves a reading as if a picture showed it."""

    def prove(reading: Reading, **options: object) -> Result:
        monkeypatch.setattr(pipeline, "read", lambda *_: reading)
        return prove_image(np.zeros((1, 1, 3), np.uint8), **options)

    return prove


def test_a_proved_puzzle_with_a_rival_nearly_as_probable_is_unsure(proved):
    both = with_clue(changed(ONE, "top:1", p2=0.55, p3=0.45), "left:1", p2=0.55, p3=0.45)
    result = proved(both)
    assert (result.status, result.solution) == ("unsure", None)
    assert result.message == (
        "at least two puzzles fit what was seen: column clue 1 may be 2 or 3, row clue 1 may be 2 or 3"
    )
    clear = with_clue(changed(ONE, "top:1", p2=0.97, p3=0.03), "left:1", p2=0.97, p3=0.03)
    assert proved(clear).status == "solved"
    assert proved(both, repair_limit=0).status == "solved"


def test_a_clue_that_looks_wrong_is_repaired_if_it_is_not_certain(proved):
    result = proved(changed(ONE, "left:1", p2=0.1, p3=0.9))
    assert (result.status, result.puzzle) == ("solved", ONE)
    assert [repair.what for repair in result.repairs] == ["row clue 1 taken as 2, though it looks like 3"]
    sure = proved(changed(ONE, "left:1", p2=0.001, p3=0.999))
    assert sure.status == "no_solution"
    assert sure.message.endswith("every clue and wall was read with certainty, look for a misprint")


def test_a_small_board_on_which_two_clues_look_wrong_is_not_repaired(proved):
    result = proved(with_clue(changed(ONE, "left:1", p2=0.1, p3=0.9), "top:2", p3=0.1, p2=0.9))
    assert result.status == "unsure"
    assert "only with 2 clues taken otherwise than they look there is one solution" in result.message


def test_a_number_that_is_seen_is_not_repaired_to_none(proved):
    without = replace(ONE, row_clues=(None, *ONE.row_clues[1:]))
    assert solve(without).unique
    result = proved(changed(ONE, "left:1", p3=0.7, none=0.29))
    assert (result.status, result.repairs) == ("unsure", ())


def test_a_missing_clue_is_not_found_by_the_rules_where_another_is_doubtful(proved):
    missing = changed(ONE, "top:1", none=1)
    assert proved(missing).puzzle == ONE
    result = proved(with_clue(missing, "left:3", p3=0.9, p2=0.1))
    assert result.status == "unsure"
    assert result.message.endswith("others are not read surely enough to find it by the rules")


def test_too_many_missing_clues_are_not_found_by_the_rules(proved):
    result = proved(with_clue(changed(ONE, "top:1", none=1), "top:2", none=1))
    assert result.status == "unsure"
    assert result.message.endswith("too many clues are missing to find them by the rules alone")


@pytest.mark.parametrize("fault", ["too large", "uniform"])
def test_a_board_that_may_be_cut_off_or_of_another_kind_is_not_repaired(proved, fault: str):
    reading = changed(ONE, "left:1", p2=0.1, p3=0.9)
    if fault == "too large":
        reading = replace(reading, too_large=((ClueAt("column", 2), 9),))
    else:
        reading = changed(replace(ONE, regions=((1,) * 4,) * 4), "left:1", p2=0.9, p3=0.1)
    result = proved(reading)
    assert result.status == "unsure"
    assert result.message.endswith("the rules alone cannot tell what is missing")


def test_a_wall_that_ends_inside_an_aquarium_is_not_answered_as_read(proved):
    written = read_written(BLOCKS)[1]
    (_, *others), *rows = written.evidence.right
    seen = replace(written.evidence, right=((0.8, *others), *rows))
    result = proved(replace(written, evidence=seen, loose=1))
    assert (result.status, result.puzzle) == ("solved", BLOCKS)
    assert [repair.what for repair in result.repairs] == [
        "between row 1 column 1 and row 1 column 2 no wall was taken, though it looks like a wall"
    ]
    sure = replace(written.evidence, right=((8.0, *others), *rows))
    assert proved(replace(written, evidence=sure, loose=1)).status == "unsure"


def test_what_a_person_says_outweighs_what_is_seen_and_walls_are_labelled_anew(proved):
    reading = changed(ONE, "left:1", p2=0.001, p3=0.999)
    assert proved(reading, overrides=[parse_override("left:1=2")]).status == "solved"
    written = read_written(BLOCKS)[1]
    assert written.with_overrides([parse_override("wall:1,1-1,2=yes")]).loose == 1
    joined = written.with_overrides([parse_override("wall:2,1-3,1=no")])
    assert joined.loose == 1
    assert joined.puzzle.regions == Puzzle([1], [1], ["aabb", "aabb", "aacc", "aacc"]).regions


def test_few_clues_are_enough_where_the_size_is_said(proved):
    reading = read_written(ONE)[1]
    bare = replace(reading, puzzle=Puzzle([None] * 4, [None] * 4, ONE.regions))
    assert proved(bare).status == "no_puzzle"
    assert proved(bare, size=(4, 4), repair_limit=0).status == "ambiguous"


# What goes in and comes out


def test_grey_colour_transparent_and_pillow_pictures_are_all_taken(draw: Draw):
    case = draw(6, 6, seed=1, unique=True)
    grey = np.asarray(Pillow.fromarray(case.pixels).convert("L"))
    opaque = np.dstack([case.pixels, np.full(case.pixels.shape[:2], 255, np.uint8)])
    for picture in (case.pixels, grey, opaque, Pillow.fromarray(grey), Pillow.fromarray(opaque)):
        result = solve_image(picture)
        assert (result.status, result.solution.water) == ("solved", case.water)
        assert result.picture.shape == case.pixels.shape


@pytest.mark.parametrize("value", [None, "shot.png", np.zeros((4, 4, 3)), np.zeros((3, 4, 4, 3), np.uint8)])
def test_what_is_no_picture_is_refused(value: object):
    with pytest.raises(NotPixels) as refused:
        solve_image(value)
    assert isinstance(refused.value, AquariumError)


def test_a_notebook_shows_the_picture(draw: Draw):
    result = solve_image(draw(6, 6, seed=1, unique=True).pixels)
    png = result._repr_png_()
    assert np.array_equal(np.asarray(Pillow.open(io.BytesIO(png))), result.picture)
    assert Result("no_puzzle")._repr_png_() is None
    assert repr(result).startswith("Result(solved; Reading(Board(6 x 6 cells of 31.")
    assert repr(Result("no_puzzle", "no grid")) == "Result(no_puzzle: no grid)"


def test_seconds_and_stages_are_told_in_order(draw: Draw):
    case, told = draw(6, 6, seed=1, unique=True), []
    result = solve_image(case.pixels, trace=lambda name, product: told.append((name, product)))
    assert [name for name, _ in told] == STAGES
    assert dict(told)["solution"] is result.solution
    assert dict(told)["picture"] is result.picture
    assert list(result.seconds) == ["read", "solve", "draw"]
    assert all(seconds >= 0 for seconds in result.seconds.values())


def test_equal_pictures_give_equal_answers_and_are_left_as_they_are(draw: Draw):
    case = draw(8, 8, seed=3, unique=True, played="partly")
    pixels = case.pixels.copy()
    pixels.setflags(write=False)
    one, other = solve_image(pixels), solve_image(pixels)
    assert np.array_equal(one.picture, other.picture)
    assert (one.puzzle, one.reading.evidence) == (other.puzzle, other.reading.evidence)
    assert isinstance(one.reading, Reading)


# Never silently wrong


@pytest.mark.parametrize("seed", range(8))
def test_a_clue_printed_wrong_is_never_answered(draw: Draw, seed: int):
    puzzle = draw(6, 7, seed=seed, unique=True).puzzle
    rng = np.random.default_rng(seed)
    clues, line = list(puzzle.col_clues), int(rng.integers(7))
    clues[line] = int(rng.choice([clue for clue in range(7) if clue != clues[line]]))
    wrong = Puzzle(clues, puzzle.row_clues, puzzle.regions)
    result = solve_image(jpeg(draw_puzzle(wrong, PLAIN), 80).pixels)
    assert result.status in ("no_solution", "unsure")
    assert result.picture is None


def redrawn(case: Case, row: int, col: int) -> Image:
    """Give the picture with one side's wall painted out, or a wall painted on a thin line."""
    pixels = case.pixels.copy()
    (left, top), scale = case.drawing.corners[0] + 2, 2
    x = round(left) + scale * (31 * (col + 1)) + scale
    y = round(top) + scale * 31 * row + scale
    is_wall = case.puzzle.regions[row][col] != case.puzzle.regions[row][col + 1]
    line = pixels[y + 6 : y + 58, x - 8 : x + 10]
    ink = line.max(axis=2).min(axis=0) < 128
    middle = int(np.flatnonzero(ink).mean())
    if is_wall:
        line[:] = 255
        line[:, middle : middle + 2] = 0
    else:
        line[:, middle - 2 : middle + 4] = 0
    return pixels


@pytest.mark.parametrize("seed", range(12))
def test_a_wall_erased_or_added_never_gives_wrong_water(draw: Draw, seed: int):
    case = draw(6, 7, STYLES["site-dpr2"], seed=seed, unique=True)
    row, col = np.random.default_rng(seed).integers(0, (6, 6))
    pixels = redrawn(case, row, col)
    changed = read(pixels)
    before = case.puzzle.regions[row][col] != case.puzzle.regions[row][col + 1]
    assert (changed.evidence.right[row][col] > 0) != before  # the picture does show the change
    assert_not_wrong(solve_image(pixels), case)


@pytest.mark.parametrize("seed", range(15))
def test_a_picture_with_a_blot_never_gives_wrong_water(draw: Draw, seed: int):
    """A blot of paper or of ink hides walls, clues, or nothing of importance."""
    case = draw(7, 7, STYLES["site"], seed=seed, unique=True, played="partly")
    rng = np.random.default_rng(seed)
    pixels = case.pixels.copy()
    y, x = rng.integers(20, 240, 2)
    high, wide = rng.integers(5, 45, 2)
    pixels[y : y + high, x : x + wide] = rng.choice([0, 128, 255])
    assert_not_wrong(solve_image(pixels), case)


@pytest.mark.parametrize("seed", range(8))
def test_a_picture_cut_off_anywhere_never_gives_wrong_water(draw: Draw, seed: int):
    case = draw(7, 7, STYLES["no-rim"], seed=seed, unique=True)
    top, left, bottom, right = np.random.default_rng(seed).integers(0, 60, 4)
    pixels = case.pixels[top : len(case.pixels) - bottom, left : case.pixels.shape[1] - right]
    assert_not_wrong(solve_image(pixels), case)


@pytest.mark.parametrize(("quality", "seed"), [(3, 0), (6, 1), (10, 2)])
def test_pictures_beyond_reading_never_give_wrong_water(draw: Draw, seed: int, quality: int):
    case = draw(7, 7, replace(STYLES["site"], zoom=0.6, raster="grey"), seed=seed, unique=True)
    assert_not_wrong(solve_image(jpeg(case.drawing, quality).pixels), case)


def test_water_of_every_answer_is_the_solvers(draw: Draw):
    case = draw(8, 8, seed=5, unique=True)
    result = solve_image(case.pixels)
    assert result.solution == solve(result.puzzle)


# Puzzles that are known for certain


def test_a_puzzle_is_solved_on_a_clean_picture(draw: Draw):
    case = draw(7, 6, seed=1, unique=True)
    result = solve_puzzle(case.puzzle)
    assert (result.status, result.message, result.doubts) == ("solved", None, ())
    assert (result.puzzle, result.solution.water) == (case.puzzle, case.water)
    page, reading = read_written(case.puzzle)
    assert reading.evidence.log_probability == 0
    assert page.shape == result.picture.shape
    again = solve_image(page)
    assert (again.puzzle, again.solution) == (case.puzzle, result.solution)
    assert set(result.seconds) == {"solve", "draw"}


def test_marks_of_a_puzzle_are_judged(draw: Draw):
    case = draw(6, 6, seed=2, unique=True)
    wrong = tuple(tuple(not wet for wet in row) for row in case.water)
    result = solve_puzzle(case.puzzle, marks=wrong)
    assert result.reading.marks == tuple(tuple(2 if wet else 1 for wet in row) for row in case.water)
    assert find_mistakes(result.reading.marks, case.water).all()


def test_the_rule_of_connected_water_holds_all_the_way():
    regions = ["aaa", "aba"]
    level, connected = (Puzzle([1, 0, 0], [0, 1], regions, rule=rule) for rule in ("level", "connected"))
    assert solve_puzzle(level).status == "no_solution"
    result = solve_puzzle(connected)
    assert (result.status, result.solution.water) == ("solved", ((False,) * 3, (True, False, False)))


@pytest.mark.parametrize(
    ("puzzle", "status", "message"),
    [
        (TWO_ANSWERS, "ambiguous", "the puzzle has more than one solution; look for a misprint"),
        (LEVEL_BROKEN, "no_solution", "no water fits these clues and aquariums; look for a misprint"),
        (Puzzle([1], [0], ["a"]), "no_solution", "the column clues add to 1 and the row clues to 0"),
        (Puzzle([5], [5], ["a"]), "no_solution", "clue 5 of column 1 is not between 0 and 1, the column's"),
    ],
)
def test_what_a_puzzle_has_instead_of_one_solution_is_said(puzzle: Puzzle, status: str, message: str):
    result = solve_puzzle(puzzle)
    assert result.status == status
    assert result.message.startswith(message)
    assert result.picture is None
    assert result.doubts == ()


def test_a_puzzle_that_takes_too_long_is_given_up():
    assert solve_puzzle(TWO_ANSWERS, time_limit=1e-9).status == "timeout"


@pytest.mark.parametrize(
    "puzzle", [Puzzle([], [], []), Puzzle([1], [1, 1], ["a"]), Puzzle([0, 0], [0, 0], ["ab", "ba"])]
)
def test_what_is_no_board_is_refused(puzzle: Puzzle):
    with pytest.raises(InvalidPuzzle, match="correct the clues or the aquariums"):
        solve_puzzle(puzzle)
