"""One picture in, one answer out; what is not proved is never answered as solved."""

import io
import itertools
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image as Pillow

from fixtures.drawing.board.canvas import canvas_over
from fixtures.drawing.board.puzzles import unique_puzzle
from fixtures.drawing.board.render import STYLES, Style, draw_puzzle
from fixtures.drawing.others import OTHER_PUZZLES, draw_other_puzzle
from fixtures.drawing.others.grid import draw_grid
from pipeline import (
    AquariumError,
    Puzzle,
    Result,
    Solution,
    prove_reading,
    read,
    read_written,
    solve_image,
    solve_puzzle,
)
from solver import InvalidPuzzle
from solver.belief.evidence import certain
from solver.belief.overrides import parse_override
from solver.message import Message
from tests.conftest import Case, Draw, codes
from tests.strategies import seeded
from vision.drawing.overlay import find_mistakes
from vision.files.errors import ImageUnreadable, ImageUnwritable
from vision.files.mark import MARK, mark_of
from vision.files.pixels import Image, NotPixels
from vision.reading.marks import WATER
from vision.reading.reading import Reading
from vision.reading.refuse import is_misprint_of_one

STAGES = [
    "board", "sheet", "planes", "surroundings", "clues", "walls", "regions", "marks", "reading", "solution",
    "picture",
]  # fmt: skip
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


# How pictures end


@pytest.mark.parametrize(
    ("name", "played"), [("site", "empty"), ("dark-reader", "solved"), ("other-program", "partly")]
)
def test_a_clear_picture_is_solved(draw: Draw, name: str, played: str):
    case = draw(7, 6, STYLES[name], seed=1, unique=True, played=played)
    result = solve_image(case.pixels)
    assert (result.status, result.message, result.repairs, result.doubts) == ("solved", None, (), ())
    assert result.puzzle == case.puzzle
    assert isinstance(result.solution, Solution)
    assert result.solution.water == case.water
    assert result.solution.unique
    new_or_wrong = (np.array(case.water) & (case.marks != WATER)) | find_mistakes(case.marks, case.water)
    x0, y0 = (int(edge) - 1 for edge in result.reading.board.corners[0])
    assert np.array_equal(result.picture[:y0], case.pixels[:y0])
    assert np.array_equal(result.picture[:, :x0], case.pixels[:, :x0])
    for row, col in np.ndindex(new_or_wrong.shape):
        inside = (col + 0.1, row + 0.1, col + 0.9, row + 0.9)
        left, top, right, bottom = result.reading.board.boxes([inside])[0]
        drawn, before = (picture[top:bottom, left:right] for picture in (result.picture, case.pixels))
        assert bool((drawn != before).any()) == new_or_wrong[row, col]


def test_a_puzzle_with_two_answers_is_ambiguous_and_shows_what_is_common():
    result = solve_image(draw_puzzle(TWO_ANSWERS, STYLES["site-dpr2"]).pixels)
    assert result.status == "ambiguous"
    assert codes(result) == ["several_solutions_as_read", "nothing_in_doubt"]
    assert not result.solution.unique
    assert result.solution.forced[2] == (False,) * 4
    assert result.picture is None


@pytest.mark.parametrize("style", ["site-dpr2", "site"])
def test_a_puzzle_that_no_water_fits_though_its_sums_agree_may_be_another(style: str):
    result = solve_image(draw_puzzle(LEVEL_BROKEN, STYLES[style]).pixels)
    assert (result.status, result.solution, result.picture) == ("unsure", None, None)
    assert result.messages == (Message("perhaps_another_puzzle", seen=(Message("no_solution"),)),)


def test_a_board_of_zeros_is_answered_once_a_person_says_that_they_are():
    """Numbers in discs that are blurred look like zeros, all of them."""
    image = draw_puzzle(
        Puzzle([0] * 5, [0] * 4, ["aabbb", "acbbd", "ccbdd", "ccddd"]), STYLES["site-dpr2"]
    ).pixels
    result = solve_image(image)
    assert (result.status, codes(result), result.picture) == ("unsure", ["only_zeros"], None)
    assert solve_image(image, as_read=True).status == "solved"


def test_a_board_whose_size_is_given_or_a_clue_of_which_is_corrected_is_meant_to_be_an_aquarium():
    image = draw_puzzle(LEVEL_BROKEN, STYLES["site-dpr2"]).pixels
    rows, cols = LEVEL_BROKEN.height, LEVEL_BROKEN.width
    said = parse_override(f"top:1={LEVEL_BROKEN.col_clues[0]}")
    for result in (solve_image(image, size=(rows, cols)), solve_image(image, overrides=[said])):
        assert result.status == "no_solution"
        assert codes(result) == ["no_solution", "nothing_in_doubt"]


@pytest.mark.parametrize("known", [False, True])
def test_a_size_that_is_said_rules_out_other_extents_but_no_other_numbers(draw: Draw, known: bool):
    case = draw(6, 6, PLAIN, seed=1, unique=True)
    reading = read(case.pixels)
    as_large, larger = (certain(draw(rows, 6, seed=2, unique=True).puzzle) for rows in (6, 7))
    statuses = [
        prove_reading(replace(reading, alternatives=(other,)), is_meant=known).status
        for other in (as_large, larger)
    ]
    assert statuses == ["unsure", "solved" if known else "unsure"]


@pytest.mark.parametrize("seed", range(4))
def test_a_stitches_puzzle_is_told_that_it_may_not_be_an_aquarium(seed: int):
    """It has walls, and numbers beside its lines whose sums agree, as an Aquarium has."""
    grid = OTHER_PUZZLES["stitches"](np.random.default_rng(seed))
    assert sum(grid.numbers("left")) == sum(grid.numbers("top"))
    result = solve_image(draw_grid(grid, Style(pitch=40, digit_height=17)))
    assert (result.status, result.solution) == ("unsure", None)
    assert codes(result) == ["perhaps_another_puzzle"]


@pytest.mark.parametrize(
    ("col_clues", "is_misprint"),
    [
        ([2, 2, 2, 3], True),
        ([0, 2, 2, 2], True),
        ([5, 4, 4, 2], False),  # 7 more than the rows, and no line has as many cells
        ([2, 2, 2, 2], False),
        ([2, 2, 2, None], False),
    ],
)
def test_sums_that_one_other_clue_would_make_agree_are_those_of_a_misprint(
    col_clues: list[int | None], is_misprint: bool
):
    assert is_misprint_of_one(Puzzle(col_clues, [2, 2, 2, 1, 1], [[1] * 4] * 5)) == is_misprint


def test_sums_that_differ_are_said_with_both_numbers(draw: Draw):
    puzzle = draw(5, 7, seed=2).puzzle
    more = Puzzle((puzzle.col_clues[0] + 1, *puzzle.col_clues[1:]), puzzle.row_clues, puzzle.regions)
    result = solve_image(draw_puzzle(more, PLAIN).pixels)
    across, down = sum(more.col_clues), sum(more.row_clues)
    assert result.status == "no_solution"
    assert result.messages[0] == Message("sums_differ", columns=across, rows=down)


def without(puzzle: Puzzle, *cols: int) -> Image:
    """Draw a puzzle without the clues of some columns."""
    clues = (None if col in cols else clue for col, clue in enumerate(puzzle.col_clues))
    return draw_puzzle(Puzzle(clues, puzzle.row_clues, puzzle.regions), PLAIN).pixels


def test_one_missing_number_is_found_by_the_rules_and_told(draw: Draw):
    case = draw(5, 7, seed=2, unique=True)
    result = solve_image(without(case.puzzle, 4))
    assert (result.status, result.solution.water, result.puzzle) == ("solved", case.water, case.puzzle)
    assert [str(repair.place) for repair in result.repairs] == ["top:5"]
    assert result.repairs[0].confidence > 0.99


def test_neighbouring_missing_numbers_are_unsure_and_named(draw: Draw):
    result = solve_image(without(draw(5, 7, seed=2, unique=True).puzzle, 3, 4))
    assert result.status == "unsure"
    assert result.messages[0] == Message("clues_missing", axis="column", lines=(4, 5), found=5, clues=7)
    assert 0 < len(result.doubts) <= 5
    assert all(0 < doubt.confidence <= 1 for doubt in result.doubts)


def test_a_number_that_cannot_be_told_is_unsure_and_named(draw: Draw):
    case = draw(5, 7, PLAIN, seed=2, unique=True)
    left, top, right, bottom = read(case.pixels).clue_boxes[1][3]
    smudged = case.pixels.copy()
    part = smudged[top - 2 : bottom + 2, left - 2 : right + 2]
    part[:] = np.random.default_rng(0).integers(0, 256, part.shape, np.uint8)
    result = solve_image(smudged, repair_limit=0)
    named = result.message or ""
    assert "row 4 has none that can be read" in named or "row clue 4 read as" in result.doubts[0].what
    assert result.status == "unsure" or result.solution.water == case.water
    repaired = solve_image(smudged)
    assert repaired.status != "solved" or repaired.solution.water == case.water


@pytest.mark.parametrize(("size", "seed"), [((2, 3), 7), ((3, 2), 5), ((3, 3), 5)])
def test_a_board_too_small_to_be_looked_for_is_read_if_its_size_is_stated(size: tuple[int, int], seed: int):
    puzzle, _ = unique_puzzle(np.random.default_rng(seed), *size)
    image = draw_puzzle(puzzle, STYLES["site-dpr2"]).pixels
    assert solve_image(image).status == "no_puzzle"
    result = solve_image(image, size=size)
    assert (result.status, result.puzzle) == ("solved", puzzle)


def test_a_size_far_below_that_of_the_board_is_not_answered(draw: Draw):
    image = draw(6, 6, seed=3).pixels
    assert {solve_image(image, size=size).status for size in ((2, 2), (2, 3), (3, 3))} == {"no_puzzle"}


@pytest.mark.parametrize("size", [(9, 9), (5, 8)])
def test_a_grid_without_numbers_is_no_puzzle(size: tuple[int, int]):
    rows, cols = size
    result = solve_image(ruled(rows, cols))
    assert (result.status, result.solution, result.picture) == ("no_puzzle", None, None)
    assert result.messages == (Message("no_clues", rows=rows, columns=cols),)


def test_a_picture_without_a_grid_is_no_puzzle():
    result = solve_image(np.full((200, 300, 3), 255, np.uint8))
    assert (result.status, result.reading, result.puzzle) == ("no_puzzle", None, None)
    assert result.messages == (Message("no_grid", width=300, height=200),)
    assert list(result.seconds) == ["read"]


def test_a_solver_out_of_time_says_so(draw: Draw):
    case = draw(19, 20, seed=1, mean_size=4)
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
    large, small = draw(12, 13, PLAIN, seed=1, unique=True), draw(5, 6, PLAIN, seed=2, unique=True)
    clues = (large.puzzle.col_clues[0] + 1, *large.puzzle.col_clues[1:])
    wrong = draw_puzzle(Puzzle(clues, large.puzzle.row_clues, large.puzzle.regions), PLAIN).pixels
    result = solve_image(one_above_the_other(wrong, small.pixels))
    assert (result.status, result.puzzle.height, result.solution) == ("no_solution", 12, None)
    assert [other.puzzle for other in result.others] == [small.puzzle]


def test_a_smaller_board_is_not_answered_in_place_of_a_larger_one_that_is_illegible(draw: Draw):
    large, small = draw(12, 13, PLAIN, seed=1, unique=True), draw(5, 6, PLAIN, seed=2, unique=True)
    blotted = large.pixels.copy()
    for left, top, right, bottom in itertools.chain(*read(large.pixels).clue_boxes):
        blotted[top:bottom, left:right] = 0
    result = solve_image(one_above_the_other(blotted, small.pixels))
    assert (result.status, result.solution) == ("no_puzzle", None)
    assert dict(result.messages[0].values).items() >= {"rows": 12, "columns": 13}.items()
    assert [other.puzzle for other in result.others] == [small.puzzle]


def test_clues_cut_off_are_named_by_their_side(draw: Draw):
    case = draw(6, 8, PLAIN, seed=1, unique=True)
    left, top = (round(place) for place in case.drawing.corners[0])
    without_rows = solve_image(np.ascontiguousarray(case.pixels[:, left - 4 :]))
    without_cols = solve_image(np.ascontiguousarray(case.pixels[top - 4 :]))
    assert (without_rows.status, without_cols.status) == ("no_puzzle", "no_puzzle")
    for side, refused in (("left", without_rows), ("top", without_cols)):
        cut = Message("sides_cut", sides=(side,), seen=Message("no_clues_there"))
        assert refused.messages == (Message("cut_off", sides=(cut,)),)


def written_into(case: Case, numbers: np.ndarray) -> Image:
    """Write numbers, 0 for none, into the cells of a board."""
    canvas = canvas_over(case.drawing, case.puzzle.width, Style(font="sans"))
    for row, col in np.argwhere(numbers):
        canvas.text(str(numbers[row, col]), col + 0.5, row + 0.5)
    return canvas.pixels


def test_a_board_with_numbers_in_its_cells_is_no_aquarium(draw: Draw):
    case = draw(6, 8, PLAIN, seed=1, unique=True)
    rng = np.random.default_rng(0)
    given = rng.integers(1, 8, (7, 7)) * (rng.random((7, 7)) < 0.5)
    result = solve_image(written_into(case, given))
    assert (result.status, result.picture) == ("no_puzzle", None)
    assert result.messages == (Message("another_puzzle", seen=(Message("numbers_in_cells"),)),)
    its_own = solve_image(written_into(case, np.array(case.puzzle.regions)))
    assert (its_own.status, its_own.solution and its_own.solution.water) == ("solved", case.water)
    regions = np.array(case.puzzle.regions)
    few, cells = np.zeros((7, 7), int), np.argwhere(regions == np.bincount(regions.ravel()).argmax())
    few[tuple(cells[:3].T)] = 2, 5, 7
    assert solve_image(written_into(case, few)).status == "solved"  # words have letters like these


@pytest.mark.parametrize(
    ("kind", "number", "seen"),
    [
        ("skyscrapers", 2, "the numbers above and below it differ"),
        ("tents", 2, "all its lines look the same and its cells contain symbols"),
        ("thermometers", 16, "its cells contain symbols"),
        ("hitori", 2, "its cells contain numbers"),
    ],
)
def test_another_puzzle_is_refused_with_what_it_shows(kind: str, number: int, seen: str):
    result = solve_image(draw_other_puzzle(kind, seeded(kind, number)))
    assert (result.status in ("no_puzzle", "unsure"), result.picture) == (True, None)
    assert "this does not look like an Aquarium: " in result.message
    assert seen in result.message


def test_nothing_is_repaired_if_it_is_not_wanted(draw: Draw):
    result = solve_image(without(draw(5, 7, seed=2, unique=True).puzzle, 4), repair_limit=0)
    assert result.status == "unsure"
    assert codes(result) == ["clues_missing", "repairs_off"]


# What goes in and comes out


def test_grey_colour_transparent_and_pillow_pictures_are_all_taken(draw: Draw):
    case = draw(5, 7, seed=1, unique=True)
    grey = np.asarray(Pillow.fromarray(case.pixels).convert("L"))
    opaque = np.dstack([case.pixels, np.full(case.pixels.shape[:2], 255, np.uint8)])
    for picture in (case.pixels, grey, opaque, Pillow.fromarray(grey), Pillow.fromarray(opaque)):
        result = solve_image(picture)
        assert (result.status, result.solution.water) == ("solved", case.water)
        assert result.picture.shape == case.pixels.shape


def test_a_path_and_a_file_are_solved_as_their_picture(draw: Draw, tmp_path: Path):
    case, path = draw(5, 7, seed=1, unique=True), tmp_path / "shot.png"
    Pillow.fromarray(case.pixels).save(path)
    with path.open("rb") as file:
        for handed in (path, str(path), path.read_bytes(), file):
            result = solve_image(handed)
            assert (result.status, result.solution.water) == ("solved", case.water)


def test_a_path_of_no_picture_is_refused_with_its_name(tmp_path: Path):
    with pytest.raises(ImageUnreadable, match="there is no such file") as refused:
        solve_image(str(tmp_path / "shot.png"))
    assert refused.value.place == str(tmp_path / "shot.png")


@pytest.mark.parametrize("value", [None, 7, np.zeros((4, 4, 3)), np.zeros((3, 4, 4, 3), np.uint8)])
def test_what_is_no_picture_is_refused(value: object):
    with pytest.raises(NotPixels) as refused:
        solve_image(value)
    assert isinstance(refused.value, AquariumError)


def test_bytes_of_no_picture_are_refused():
    with pytest.raises(ImageUnreadable):
        solve_image(b"shot.png")


def test_an_answer_is_saved_in_the_format_of_its_ending(draw: Draw, tmp_path: Path):
    result = solve_image(draw(5, 7, seed=1, unique=True).pixels)
    for name, start in (("a.png", b"\x89PNG"), ("a.jpg", b"\xff\xd8"), ("a.pdf", b"%PDF"), ("a.svg", b"<")):
        result.save(tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(start)
        assert mark_of(tmp_path / name) == MARK
    assert np.array_equal(np.asarray(Pillow.open(tmp_path / "a.png")), result.picture)
    with pytest.raises(ImageUnwritable):
        result.save(str(tmp_path / "a.docx"))
    with pytest.raises(ValueError, match="no picture to save: Result\\(no_puzzle"):
        Result("no_puzzle").save(tmp_path / "b.png")
    assert not (tmp_path / "b.png").exists()


def test_a_notebook_shows_the_picture(draw: Draw):
    result = solve_image(draw(5, 7, seed=1, unique=True).pixels)
    png = result._repr_png_()
    assert np.array_equal(np.asarray(Pillow.open(io.BytesIO(png))), result.picture)
    assert Result("no_puzzle")._repr_png_() is None
    assert repr(result).startswith("Result(solved; Reading(Board(5 x 7 cells of 31.")
    assert repr(Result("no_puzzle", (Message("blurred"),))) == (
        "Result(no_puzzle: the picture is blurred; give a sharper one)"
    )


def test_seconds_and_stages_are_told_in_order(draw: Draw):
    case, told = draw(5, 7, seed=1, unique=True), []
    result = solve_image(case.pixels, trace=lambda name, product: told.append((name, product)))
    assert [name for name, _ in told] == STAGES
    assert dict(told)["solution"] is result.solution
    assert dict(told)["picture"] is result.picture
    assert list(result.seconds) == ["read", "solve", "draw"]
    assert all(seconds >= 0 for seconds in result.seconds.values())


def test_equal_pictures_give_equal_answers_and_are_left_as_they_are(draw: Draw):
    case = draw(7, 9, seed=3, unique=True, played="partly")
    pixels = case.pixels.copy()
    pixels.setflags(write=False)
    one, other = solve_image(pixels), solve_image(pixels)
    assert np.array_equal(one.picture, other.picture)
    assert (one.puzzle, one.reading.evidence) == (other.puzzle, other.reading.evidence)
    assert isinstance(one.reading, Reading)


# Puzzles that are known for certain


def test_a_puzzle_is_solved_on_a_clean_picture(draw: Draw):
    case = draw(7, 6, seed=1, unique=True)
    result = solve_puzzle(case.puzzle)
    assert (result.status, result.message, result.doubts) == ("solved", None, ())
    assert (result.puzzle, result.solution.water) == (case.puzzle, case.water)
    page, reading = read_written(case.puzzle)
    assert reading.evidence.log_probability == pytest.approx(0)
    assert page.shape == result.picture.shape
    again = solve_image(page)
    assert (again.puzzle, again.solution) == (case.puzzle, result.solution)
    assert set(result.seconds) == {"solve", "draw"}


def test_marks_of_a_puzzle_are_judged(draw: Draw):
    case = draw(5, 7, seed=2, unique=True)
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
        (TWO_ANSWERS, "ambiguous", "the puzzle has several solutions; look for a misprint"),
        (LEVEL_BROKEN, "no_solution", "the puzzle has no solution; look for a misprint"),
        (Puzzle([1], [0], ["a"]), "no_solution", "the column clues add up to 1, the row clues to 0"),
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


@pytest.mark.parametrize(("wrong", "is_told"), [(0.0, True), (0.4, True), (0.6, False), (1.0, False)])
def test_marks_that_were_mistakes_for_the_most_part_cannot_be_told(draw: Draw, wrong: float, is_told: bool):
    case = draw(6, 8, STYLES["site"], seed=3, unique=True)
    right = np.where(case.water, 1, 2)
    cells = np.random.default_rng(1).permutation(right.size).reshape(right.shape)
    put = np.where(cells < round(wrong * right.size), 3 - right, right)
    result = solve_image(draw_puzzle(case.puzzle, STYLES["site"], marks=put).pixels)
    assert result.status == "solved"
    assert result.reading is not None
    told = np.array([[mark is not None for mark in line] for line in result.reading.marks])
    assert (told.mean() > 0.9) == is_told
    assert told.any() == is_told
    assert (np.array(result.reading.marks) == put)[told].all()


def test_of_a_few_marks_all_may_be_mistakes(draw: Draw):
    case = draw(6, 8, STYLES["site"], seed=3, unique=True)
    put = np.zeros((6, 8), int)
    put[:1, :5] = np.where(case.water, 2, 1)[:1, :5]
    result = solve_image(draw_puzzle(case.puzzle, STYLES["site"], marks=put).pixels)
    assert result.reading is not None
    assert (np.array(result.reading.marks) == put).all()
