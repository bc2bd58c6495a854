"""One picture in, one answer out; what is not proved is never answered as solved."""

import io
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image as Pillow

from fixtures.drawing.board.puzzles import unique_puzzle
from fixtures.drawing.board.style import STYLES
from fixtures.drawing.render import draw_puzzle
from pipeline import Puzzle, Result, prove_image, prove_reading, read, read_written, solve_image, solve_puzzle
from solver.belief.evidence import certain
from solver.belief.overrides import parse_override
from solver.message import Message
from tests.conftest import PLAIN, Draw, codes, raised
from tests.strategies import without_clues
from vision.drawing.overlay import find_mistakes
from vision.files.errors import ImageUnwritable
from vision.files.mark import MARK, mark_of
from vision.files.pixels import NotPixels
from vision.reading.marks import WATER
from vision.reading.reasons import is_misprint_of_one

STAGES = [
    "board", "sheet", "planes", "surroundings", "clues", "walls", "regions", "marks", "reading", "solution",
    "picture",
]  # fmt: skip
TWO_ANSWERS = Puzzle([1, 1, 1, 1], [2, 2, 0, 0], ["abcd", "efgh", "iijj", "kkll"])
"""The two upper rows hold their water in any columns that pair up."""
LEVEL_BROKEN = Puzzle([1, 0, 0, 0], [1, 0, 0, 0], ["aabb", "aabb", "ccdd", "ccdd"])
"""One wet cell of a row of two: no water stands so."""


@pytest.mark.parametrize("shape", [(0, 10, 3), (10, 0, 3), (10, 10), (10, 10, 4)])
def test_what_is_no_picture_is_refused_before_it_is_read(shape: tuple[int, ...]):
    what = Message("pixels_of_other_kind", type="uint8", shape=str(shape))
    assert raised(NotPixels, prove_image, np.zeros(shape, np.uint8)).what == what
    assert raised(NotPixels, prove_image, None).what == Message("not_pixels", type="NoneType")


@pytest.mark.parametrize(
    ("name", "played"), [("site", "empty"), ("dark-reader", "solved"), ("other-program", "partly")]
)
def test_a_clear_picture_is_solved(draw: Draw, name: str, played: str):
    case = draw(7, 6, STYLES[name], seed=1, unique=True, played=played)
    result = solve_image(case.pixels)
    assert (result.status, result.message, result.repairs, result.doubts) == ("solved", None, (), ())
    assert result.puzzle == case.puzzle
    assert (result.solution.water, result.solution.unique) == (case.water, True)
    new_or_wrong = (np.array(case.water) & (case.marks != WATER)) | find_mistakes(case.marks, case.water)
    x0, y0 = (int(edge) - 1 for edge in result.reading.board.corners[0])
    assert np.array_equal(result.picture[:y0], case.pixels[:y0])
    assert np.array_equal(result.picture[:, :x0], case.pixels[:, :x0])
    for row, col in np.ndindex(new_or_wrong.shape):
        inside = (col + 0.1, row + 0.1, col + 0.9, row + 0.9)
        left, top, right, bottom = result.reading.board.boxes([inside])[0]
        drawn, before = (picture[top:bottom, left:right] for picture in (result.picture, case.pixels))
        assert bool((drawn != before).any()) == new_or_wrong[row, col]


def test_a_board_of_zeros_is_answered_once_a_person_says_that_they_are():
    """Numbers in discs that are blurred look like zeros, all of them."""
    puzzle = Puzzle([0] * 5, [0] * 4, ["aabbb", "acbbd", "ccbdd", "ccddd"])
    image = draw_puzzle(puzzle, STYLES["site-dpr2"]).pixels
    result = solve_image(image)
    assert (result.status, codes(result), result.picture) == ("unsure", ["only_zeros"], None)
    assert solve_image(image, as_read=True).status == "solved"


def test_what_no_water_fits_though_its_sums_agree_may_be_another_puzzle_but_for_what_a_person_says():
    image = draw_puzzle(LEVEL_BROKEN, STYLES["site-dpr2"]).pixels
    result = solve_image(image)
    assert (result.status, result.solution, result.picture) == ("unsure", None, None)
    assert result.messages == (Message("perhaps_another_puzzle", seen=(Message("no_solution"),)),)
    for said in ({"size": (4, 4)}, {"overrides": [parse_override("top:1=1")]}):
        result = solve_image(image, **said)
        assert (result.status, codes(result)) == ("no_solution", ["no_solution", "nothing_in_doubt"])


def test_a_size_that_is_said_rules_out_other_extents_but_no_other_numbers(draw: Draw):
    reading = read(draw(6, 6, PLAIN, seed=1, unique=True).pixels)
    for rows, known, status in ((6, 0, "unsure"), (7, 0, "unsure"), (6, 1, "unsure"), (7, 1, "solved")):
        other = certain(draw(rows, 6, seed=2, unique=True).puzzle)
        result = prove_reading(replace(reading, alternatives=(other,)), is_meant=bool(known))
        assert result.status == status, (rows, known)


def test_sums_that_one_other_clue_would_make_agree_are_those_of_a_misprint():
    def is_misprint(*col_clues: int | None) -> bool:
        return is_misprint_of_one(Puzzle(col_clues, [2, 2, 2, 1, 1], [[1] * 4] * 5))

    assert is_misprint(2, 2, 2, 3)
    assert is_misprint(0, 2, 2, 2)
    assert not is_misprint(5, 4, 4, 2)  # 7 more than the rows, and no line has as many cells
    assert not is_misprint(2, 2, 2, 2)
    assert not is_misprint(2, 2, 2, None)


def test_one_missing_number_is_found_by_the_rules_and_told_unless_nothing_shall_be_repaired(draw: Draw):
    case = draw(5, 7, seed=2, unique=True)
    clues = (*case.puzzle.col_clues[:4], None, *case.puzzle.col_clues[5:])
    image = draw_puzzle(replace(case.puzzle, col_clues=clues), PLAIN).pixels
    result = solve_image(image)
    assert (result.status, result.solution.water, result.puzzle) == ("solved", case.water, case.puzzle)
    assert [str(repair.place) for repair in result.repairs] == ["top:5"]
    assert result.repairs[0].confidence > 0.99
    refused = solve_image(image, repair_limit=0)
    assert (refused.status, codes(refused)) == ("unsure", ["clues_missing", "repairs_off"])
    assert 0 < len(refused.doubts) <= 5
    assert all(0 < doubt.confidence <= 1 for doubt in refused.doubts)


@pytest.mark.parametrize(("size", "seed"), [((2, 3), 7), ((3, 2), 5)])
def test_a_board_too_small_to_be_looked_for_is_read_if_its_size_is_stated(size: tuple[int, int], seed: int):
    puzzle, _ = unique_puzzle(np.random.default_rng(seed), *size)
    image = draw_puzzle(puzzle, STYLES["site-dpr2"]).pixels
    assert solve_image(image).status == "no_puzzle"
    result = solve_image(image, size=size)
    assert (result.status, result.puzzle) == ("solved", puzzle)


def test_a_grid_without_numbers_is_no_puzzle(draw: Draw):
    result = solve_image(draw_puzzle(without_clues(draw(5, 8).puzzle)).pixels)
    assert (result.status, result.solution, result.picture) == ("no_puzzle", None, None)
    assert result.messages[0] == Message("no_clues", rows=5, columns=8)


def test_a_solver_out_of_time_says_so(draw: Draw):
    case = draw(19, 20, seed=1, mean_size=4)
    result = solve_image(case.pixels, time_limit=1e-4)
    assert (result.status, result.picture, result.puzzle) == ("timeout", None, case.puzzle)
    assert result.message


def test_pictures_of_every_kind_and_as_files_are_all_taken(draw: Draw, tmp_path: Path):
    case, path = draw(5, 7, seed=1, unique=True), tmp_path / "shot.png"
    Pillow.fromarray(case.pixels).save(path)
    grey = np.asarray(Pillow.fromarray(case.pixels).convert("L"))
    opaque = np.dstack([case.pixels, np.full(case.pixels.shape[:2], 255, np.uint8)])
    with path.open("rb") as file:
        for picture in (grey, opaque, Pillow.fromarray(opaque), path, str(path), path.read_bytes(), file):
            result = solve_image(picture)
            assert (result.status, result.solution.water) == ("solved", case.water)
            assert result.picture.shape == case.pixels.shape


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
    refused = Result("no_puzzle", (Message("blurred"),))
    assert repr(refused) == "Result(no_puzzle: the picture is blurred; use a sharper one)"


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


def test_marks_of_a_puzzle_are_drawn_and_judged(draw: Draw):
    case = draw(5, 7, seed=2, unique=True)
    wrong = tuple(tuple(not wet for wet in row) for row in case.water)
    result = solve_puzzle(case.puzzle, marks=wrong)
    assert result.reading.marks == tuple(tuple(2 if wet else 1 for wet in row) for row in case.water)
    assert find_mistakes(result.reading.marks, case.water).all()
    filled = tuple(tuple(wet or None for wet in row) for row in case.water)
    assert np.array_equal(solve_puzzle(case.puzzle, marks=filled).picture, solve_puzzle(case.puzzle).picture)


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
    assert (result.status, result.picture, result.doubts) == (status, None, ())
    assert result.message.startswith(message)


@pytest.mark.parametrize(
    ("cells", "wrong", "is_told"), [(48, 0.0, True), (48, 0.4, True), (48, 0.6, False), (5, 1.0, True)]
)
def test_marks_that_were_mistakes_for_the_most_part_cannot_be_told_unless_they_are_few(
    draw: Draw, cells: int, wrong: float, is_told: bool
):
    case = draw(6, 8, STYLES["site"], seed=3, unique=True)
    right, number = np.where(case.water, 1, 2), np.random.default_rng(1).permutation(48).reshape(6, 8)
    put = np.where(number < wrong * cells, 3 - right, right) * (number < cells)
    result = solve_image(draw_puzzle(case.puzzle, STYLES["site"], marks=put).pixels)
    told = np.array([[mark is not None for mark in line] for line in result.reading.marks])
    assert result.status == "solved"
    assert (told.mean() > 0.9) == told.any() == is_told
    assert (np.array(result.reading.marks) == put)[told].all()
