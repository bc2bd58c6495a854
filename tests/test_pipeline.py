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
from tests.shell import asked
from vision.drawing.overlay import find_mistakes
from vision.files.mark import MARK, mark_of
from vision.files.pixels import NotPixels
from vision.reading.reasons import is_misprint_of_one

STAGES = [
    "board", "sheet", "planes", "surroundings", "clues", "walls", "regions", "marks", "reading", "solution",
    "picture",
]  # fmt: skip
LEVEL_BROKEN = Puzzle([1, 0, 0, 0], [1, 0, 0, 0], ["aabb", "aabb", "ccdd", "ccdd"])
"""One wet cell of a row of two: no water stands so."""


def test_what_is_no_picture_is_refused_before_it_is_read():
    what = Message("pixels_of_other_kind", type="uint8", shape="(10, 10, 4)")
    assert raised(NotPixels, prove_image, np.zeros((10, 10, 4), np.uint8)).what == what


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


@pytest.mark.parametrize(("size", "seed"), [((2, 3), 7), ((3, 2), 5)])
def test_a_board_too_small_to_be_looked_for_is_read_if_its_size_is_stated(size: tuple[int, int], seed: int):
    puzzle, _ = unique_puzzle(np.random.default_rng(seed), *size)
    image = draw_puzzle(puzzle, STYLES["site-dpr2"]).pixels
    assert solve_image(image).status == "no_puzzle"
    result = solve_image(image, size=size)
    assert (result.status, result.puzzle) == ("solved", puzzle)


def test_where_no_board_has_the_size_it_is_told_how_large_it_looks_if_there_is_any(draw, tmp_path):
    Pillow.fromarray(draw(6, 7, seed=1, unique=True).pixels).save(tmp_path / "shot.png")
    told = Message("other_size", rows=9, columns=5, seen_rows=6, seen_columns=7)
    assert asked(tmp_path / "shot.png", size=(9, 5)).messages == (told,)
    assert codes(solve_image(np.full((100, 100, 3), 255, np.uint8), size=(9, 9))) == ["no_grid_of_size"]


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


def test_an_answer_is_saved_in_the_format_of_its_ending_and_shown_by_notebooks(draw: Draw, tmp_path: Path):
    result = solve_image(draw(5, 7, seed=1, unique=True).pixels)
    for name, start in (("a.png", b"\x89PNG"), ("a.jpg", b"\xff\xd8"), ("a.pdf", b"%PDF"), ("a.svg", b"<")):
        result.save(tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(start)
        assert mark_of(tmp_path / name) == MARK
    for png in (tmp_path / "a.png", io.BytesIO(result._repr_png_())):
        assert np.array_equal(np.asarray(Pillow.open(png)), result.picture)
    assert repr(result).startswith("Result(solved; Reading(Board(5 x 7 cells of 31.")
    refused = Result("no_puzzle", (Message("blurred"),))
    assert refused._repr_png_() is None
    with pytest.raises(ValueError, match="no picture to save: Result\\(no_puzzle: the picture is blur"):
        refused.save(tmp_path / "b.png")
    assert not (tmp_path / "b.png").exists()


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
