"""A page of several boards: each is answered or refused by itself, and none takes what is another's."""

from dataclasses import replace

import numpy as np
import pytest

import pipeline
from fixtures.drawing.board.puzzles import unique_puzzle
from fixtures.drawing.board.style import STYLES, Style, any_style
from fixtures.drawing.entries import played
from fixtures.drawing.kinds import KNOWN
from fixtures.drawing.others import OTHER_PUZZLES
from fixtures.drawing.others.grid import draw_grid
from fixtures.drawing.render import draw_page, draw_puzzle, put_together
from fixtures.drawing.scene import Filled
from pipeline import Budgets, Puzzle, Result, Status, draw_answer, prove_image, solve_image
from solver.message import Message
from solver.puzzle import Water
from tests.conftest import Case, Draw, codes
from tests.vision.reading.test_cut import named
from vision.reading.read import read
from vision.reading.reading import Reading
from vision.reading.reasons import left_out

BARE = replace(STYLES["site"], rim=0, trail=0)
"""Clues reach to one side of the picture, and the board to the other."""
CROPPED = replace(STYLES["site"], rim=0, crop=1)


def boards(draw: Draw, *sizes: int, style=STYLES["site"], played: str = "empty") -> list[Case]:
    """Draw square boards of these sizes, each with one solution."""
    return [draw(size, size, style, seed=seed, unique=True, played=played) for seed, size in enumerate(sizes)]


def together(cases: list[Case], **arrangement) -> np.ndarray:
    return put_together([case.pixels for case in cases], **arrangement)


def _each(result: Result) -> tuple[Result, ...]:
    return (result, *result.others)


def each(result: Result) -> list[tuple[Status, Puzzle | None]]:
    """Return how every board of a page ended."""
    return [(one.status, one.puzzle) for one in _each(result)]


def without_left(case: Case) -> np.ndarray:
    """Return a picture from its board's frame on."""
    return np.ascontiguousarray(case.pixels[:, round(case.drawing.corners[0][0]) - 3 :])


@pytest.mark.parametrize("style", ["forced-dark", "other-program"])
def test_every_board_of_a_page_is_answered_the_largest_first(draw: Draw, style: str):
    cases = boards(draw, 5, 8, 6, style=STYLES[style])
    page = together(cases, page=STYLES[style].palette.page)
    result = solve_image(page)
    for one, at in zip(_each(result), (1, 2, 0), strict=True):
        case = cases[at]
        assert (one.status, one.puzzle, one.solution.water) == ("solved", case.puzzle, case.water)
        for (row, col), wet in np.ndenumerate(case.water):
            x, y = map(int, one.reading.board.point(col + 0.4, row + 0.6))
            assert (result.picture[y, x] != page[y, x]).any() == wet


def test_walls_that_are_not_certain_do_not_show_in_the_water_of_their_board_alone(draw: Draw):
    cases = [draw(6, 8, seed=0, unique=True), draw(5, 7, seed=1, unique=True)]
    page = together(cases)
    sure = _each(prove_image(page))
    unsure = [replace(one, puzzle_certain=False) for one in sure]

    def drawn(first: Result, second: Result) -> np.ndarray:
        return draw_answer(page, replace(first, others=(second,))).picture

    for one_of_each in (drawn(sure[0], unsure[1]), drawn(unsure[0], sure[1])):
        assert (one_of_each != drawn(*sure)).any()
        assert (one_of_each != drawn(*unsure)).any()


def test_a_misprint_is_refused_beside_an_answer_and_another_puzzle_is_passed_over(draw: Draw):
    whole, wrong = boards(draw, 11, 6)
    clues = (wrong.puzzle.col_clues[0] - 1, *wrong.puzzle.col_clues[1:])
    misprint = draw_puzzle(Puzzle(clues, wrong.puzzle.row_clues, wrong.puzzle.regions), STYLES["site"]).pixels
    sudoku = draw_grid(OTHER_PUZZLES["sudoku"](np.random.default_rng(1)), STYLES["site"]).pixels
    result = solve_image(put_together([whole.pixels, misprint, sudoku]))  # the Sudoku is none of the boards
    told = [(one.reading.board.rows, one.status, one.messages[:1]) for one in _each(result)]
    differ = Message("sums_differ", columns=13, rows=14)
    assert told == [(11, "solved", ()), (6, "no_solution", (differ,))]


def test_a_board_that_runs_off_the_page_is_refused_and_the_others_are_not(draw: Draw):
    whole, cut = boards(draw, 8, 7)
    page = put_together([whole.pixels, cut.pixels])
    page = np.ascontiguousarray(page[:, : 40 + whole.pixels.shape[1] + round(cut.drawing.corners[1][0]) - 45])
    answered, refused = _each(solve_image(page))
    assert (answered.status, answered.puzzle) == ("solved", whole.puzzle)
    assert (refused.status, refused.solution) == ("unsure", None)
    assert "right" in named(refused)


@pytest.mark.parametrize(("style", "size", "gap"), [(BARE, 6, 0), (BARE, 6, 8), (CROPPED, 7, 6)])
def test_numbers_between_two_boards_are_those_of_the_nearer_one_or_of_the_one_that_has_no_others(
    draw: Draw, style: Style, size: int, gap: int
):
    cases = boards(draw, size, size, style=style)
    assert each(solve_image(together(cases, gap=gap))) == [("solved", case.puzzle) for case in cases]


@pytest.mark.parametrize("zoom", [0.8, 2.2])
def test_a_board_of_other_cells_than_all_others_on_a_page_is_answered_too(draw: Draw, zoom: float):
    many = [draw(6, 6, replace(STYLES["site"], zoom=1.3), seed=seed, unique=True) for seed in range(5)]
    odd = draw(6, 6, replace(STYLES["site"], zoom=zoom), seed=5, unique=True)
    answered = each(solve_image(together([*many, odd], across=3)))
    assert len(answered) == 6
    assert all(("solved", case.puzzle) in answered for case in (*many, odd))


@pytest.mark.parametrize("lost", ["lines", "row"])
def test_a_board_whose_dry_top_row_lacks_its_lines_is_answered_on_a_page_or_refused_with_its_size(draw, lost):
    case, style = draw(7, 9, seed=1, unique=True), STYLES["site"]
    taller = Puzzle(case.puzzle.col_clues, (0, *case.puzzle.row_clues), [[99] * 9, *case.puzzle.regions])
    drawing = draw_puzzle(taller, style)
    (left, top), (right, _) = drawing.corners[:2]
    inset = 3 if lost == "lines" else -4
    rows = slice(round(top) + inset, round(top + drawing.pitch) - 3)
    drawing.pixels[rows, round(left) + inset : round(right) - inset] = style.palette.page
    page = put_together([drawing.pixels, draw(7, 9, seed=3, unique=True).pixels])
    endings = _each(solve_image(page))
    whole = [one for one in endings if (one.status, one.reading.board.rows) == ("solved", 8)]
    refused = [one for one in endings if codes(one) == ["rival"]]
    assert all(one.solution.water == ((False,) * 9, *case.water) for one in whole)
    assert (len(whole), len(refused)) in ([(1, 0)] if lost == "lines" else [(1, 0), (0, 1)])


def test_a_board_whose_clues_are_cut_off_does_not_take_those_of_the_next(draw: Draw):
    cut, whole = boards(draw, 6, 6, style=BARE)
    page = put_together([without_left(cut), whole.pixels], gap=0)
    refused, answered = _each(solve_image(page))
    assert (refused.status, codes(refused)) == ("no_puzzle", ["no_row_clues"])
    assert (answered.status, answered.messages) == ("solved", ())


def test_numbers_that_two_boards_read_are_not_told_for_either(draw: Draw):
    """They stand in the middle between a board whose own are cut off and the next."""
    cut, whole = boards(draw, 7, 7, style=CROPPED)
    page = put_together([without_left(cut), whole.pixels], gap=6)
    refused = _each(solve_image(page))
    assert [one.solution for one in refused] == [None, None]
    assert refused[1].messages[0] == Message("clues_contested", clues=7)


def test_numbers_of_two_boards_that_look_like_one_number_are_too_large_to_be_clues():
    around = replace(STYLES["site"], rim=0, crop=1, trail=26, clue_edges=("left", "right", "top", "bottom"))
    puzzles = [unique_puzzle(np.random.default_rng(seed), 6, 6)[0] for seed in range(4)]
    page = put_together([draw_puzzle(puzzle, around).pixels for puzzle in puzzles], gap=3, across=2)
    told = {puzzle: status for status, puzzle in each(solve_image(page))}
    assert told == dict.fromkeys(puzzles, "solved")


@pytest.mark.parametrize("seed", [620003, 620004])
def test_boards_in_some_style_side_by_side_have_the_clues_where_the_others_have_theirs(seed: int):
    """Of the first, one stands where no lattice was found: it is printed as another that was."""
    rng = np.random.default_rng(seed)
    count = int(rng.integers(2, 13))
    rows, cols = rng.integers(5, 11, 2).tolist()
    rng.random()
    style = any_style(rng, 3 * rows, 3 * cols, KNOWN)
    style = replace(style, zoom=style.zoom * max(1, 18 / (style.zoom * style.pitch)))
    state, filled, waters = rng.integers(3), list[Filled](), list[Water]()
    for _ in range(count):
        puzzle, water = unique_puzzle(rng, rows, cols)
        wet = np.array(water, np.uint8)
        marks = np.zeros_like(wet) if state == 0 else played(rng, puzzle, water) if state == 1 else wet
        filled.append((puzzle, marks))
        waters.append(water)
    page = draw_page(rng, style, filled, int(rng.integers(1, min(4, count) + 1)))[0].pixels
    boards = [*_each(prove_image(page))]
    solved = [one.solution.water for one in boards if one.status == "solved"]
    assert len(boards) == count
    assert set(solved) <= set(waters)
    assert len(solved) >= count - 1  # one of 64 small numbers in rings may be doubtful


def test_a_grid_that_may_be_a_board_and_is_not_told_is_named_with_its_place(draw: Draw):
    whole = draw(7, 8, seed=1, unique=True)
    bare = Puzzle((None,) * 7, (None,) * 6, draw(6, 7, seed=2).puzzle.regions)
    result = solve_image(put_together([whole.pixels, draw_puzzle(bare).pixels]))
    assert (result.status, result.others) == ("solved", ())
    (told,) = result.messages
    values = told.to_dict()["values"]
    left, top = np.add(draw_puzzle(bare).corners[0], (whole.pixels.shape[1] + 40, 20))
    assert told.code == "board_not_read"
    assert (values["left"], values["top"]) == pytest.approx((left, top), abs=3)
    assert values["width"] / values["height"] == pytest.approx(7 / 6, abs=0.05)


def test_boards_beyond_the_twelfth_are_left_out_and_that_is_said(draw: Draw):
    few, many = boards(draw, 4), boards(draw, *[4] * 14)
    assert list(left_out(read(together(few)), ())) == []
    page = read(together(many, across=5))
    assert len(page.others) == 11
    assert list(left_out(page, ())) == [Message("boards_left_out", read=12)]


def test_a_board_is_asked_for_by_its_number(draw: Draw):
    cases = boards(draw, 5, 7)
    page = together(cases)
    assert each(solve_image(page, board=1)) == [("solved", cases[1].puzzle)]
    assert each(solve_image(page, board=2, size=(5, 5))) == [("solved", cases[0].puzzle)]
    absent, said = solve_image(page, board=3), Message("no_such_board", boards=2, number=3)
    assert (absent.status, absent.messages) == ("no_puzzle", (said,))
    nowhere = solve_image(page, board=2, size=(7, 7))
    assert (nowhere.status, nowhere.puzzle) == ("no_puzzle", None)


def test_the_other_boards_share_the_limit_of_solving_once_more_and_each_is_proved_as_one_alone(
    draw: Draw, monkeypatch: pytest.MonkeyPatch
):
    limits = []

    def prove(reading: Reading, given: Budgets, *, is_meant: bool) -> Result:
        limits.append(given)
        assert not is_meant
        return Result("unsure", (), reading)

    monkeypatch.setattr(pipeline, "_prove", prove)
    prove_image(together(boards(draw, 5, 7, 6)), time_limit=8, repair_limit=0)
    assert limits == [(8, 0, 2), (4, 0, 2), (4, 0, 2)]
