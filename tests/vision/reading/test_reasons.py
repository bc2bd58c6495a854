"""A refusal tells first what a person can do something about, and nothing that the picture does not show."""

from dataclasses import replace

import pytest

from benchmarks.reasons import TRUTHS, untrue_of
from fixtures.drawing.faults import FAULTS, draw_faults
from pipeline import solve_image
from solver.message import Message
from tests.conftest import codes
from tests.vision.reading.test_page import reading
from vision.reading.cut import AT_EDGE, NEAR_EDGE, RUN_OUT, Cut
from vision.reading.facts import is_another
from vision.reading.reading import Reading
from vision.reading.reasons import Case, refusal, why

WHOLE = replace(reading(), is_known=False)
ALIKE = replace(WHOLE, evidence=replace(WHOLE.evidence, right=((-9.0,) * 5,) * 6, below=((-9.0,) * 6,) * 5))
SUDOKU = {"sudoku": 0.99, "aquarium": 0.001, "nonogram": 0.0, "another": 0.009}
OTHER = {"another": 0.995, "aquarium": 0.001}
FEW = replace(reading(clues=4), is_known=False)
NONE = replace(reading(clues=0), is_known=False)


def told(board: Reading, *found: Message, is_meant: bool = False) -> list[str]:
    """Return the codes that are told of a board, of which nothing is known but what was read."""
    return [message.code for message in why(Case(board, None, is_meant), found)]


def one_axis(axis: str) -> Reading:
    """Return a board without clues for an axis."""
    puzzle = WHOLE.puzzle
    cols, rows = ((None,) * 6 if axis == name else clues for name, clues in
                  (("column", puzzle.col_clues), ("row", puzzle.row_clues)))  # fmt: skip
    return replace(WHOLE, puzzle=replace(puzzle, col_clues=cols, row_clues=rows))


@pytest.mark.parametrize(
    ("board", "status", "first"),
    [
        (replace(NONE, puzzles=SUDOKU), "no_puzzle", "puzzle_named"),
        (replace(NONE, puzzles=OTHER), "no_puzzle", "another_puzzle"),
        (replace(WHOLE, puzzles=OTHER), "no_puzzle", "another_puzzle"),
        (replace(WHOLE, opposed=(True, False)), "no_puzzle", "another_puzzle"),
        (replace(WHOLE, cut=(Cut("left", RUN_OUT),)), "unsure", "cut_off"),
        (replace(NONE, cut=(Cut("left", RUN_OUT),)), "no_puzzle", "cut_off"),
        (replace(WHOLE, contested=2), "unsure", "clues_contested"),
        (one_axis("column"), "no_puzzle", "no_column_clues"),
        (one_axis("row"), "no_puzzle", "no_row_clues"),
        (NONE, "no_puzzle", "no_clues"),
        (FEW, "unsure", "clues_missing"),
        (replace(FEW, puzzles={"aquarium": 0.3}), "no_puzzle", "few_clues"),
    ],
)
def test_a_board_that_is_none_or_not_whole_is_refused_for_that(board: Reading, status: str, first: str):
    assert refusal(board, is_meant=False) == status
    assert told(board)[0] == first


def test_a_person_who_gives_its_size_says_that_it_is_a_whole_aquarium():
    for board in (replace(WHOLE, puzzles=OTHER), replace(WHOLE, cut=(Cut("left", RUN_OUT),)), FEW):
        assert refusal(board, is_meant=True) is None
        assert told(board, Message("no_solution"), is_meant=True) == ["no_solution"]


@pytest.mark.parametrize(
    "puzzles", [{"nonogram": 0.9, "aquarium": 0.1}, {"kakurasu": 0.99, "aquarium": 0.01}]
)
def test_a_board_whose_walls_do_not_show_is_not_called_another_puzzle(puzzles: dict[str, float]):
    board = replace(ALIKE, puzzles=puzzles)
    assert not is_another(board)
    assert told(board, Message("not_worked_out")) == ["uniform_lines", "not_worked_out"]


def test_another_puzzle_is_neither_cut_off_nor_covered():
    board = replace(NONE, puzzles=OTHER, cut=(Cut("left", RUN_OUT),), drawn_over=9)
    assert told(board) == ["another_puzzle", "no_clues"]


def test_what_kept_a_puzzle_from_being_solved_comes_after_what_is_seen():
    sums, rival = Message("sums_differ", columns=1, rows=2), Message("rival", differing=())
    assert told(WHOLE, rival, sums) == ["sums_differ", "rival"]
    doubtful = tuple(tuple(0.1 for _ in line) for line in WHOLE.evidence.right)
    unclear = replace(WHOLE, evidence=replace(WHOLE.evidence, right=doubtful))
    assert told(unclear, rival, sums) == ["sums_differ_as_read", "rival"]
    assert told(unclear, rival) == ["lines_unclear", "rival"]
    assert told(replace(unclear, drawn_over=3), rival) == ["lines_covered", "rival"]


def test_clues_near_the_edge_of_a_picture_show_no_cut():
    row_sum = replace(WHOLE.puzzle, row_clues=(0, *WHOLE.puzzle.row_clues[1:]))
    for seen, code in ((NEAR_EDGE, "clues_near_edge"), (AT_EDGE, "perhaps_cut")):
        board = replace(WHOLE, puzzle=row_sum, cut=(Cut("left", seen, is_sure=False),))
        assert told(board) == [code]


SOME: dict[str, tuple[str, int]] = {
    "blurred": ("site", 13), "small": ("other", 6), "pale": ("site", 6), "compressed": ("dark", 11),
    "grainy": ("other", 6), "left cut off": ("dark", 4), "no column clues": ("site", 6),
    "no clues": ("dark", 4), "few clues": ("site", 6), "window": ("site", 6), "no walls": ("dark", 4),
    "walls broken": ("site", 6), "misprint": ("other", 6), "clue too large": ("dark", 4),
}  # fmt: skip
"""Look and number."""


@pytest.mark.parametrize("fault", SOME)
def test_a_fault_is_named_first_and_nothing_untrue_after_it(fault: str):
    """A few of those that `benchmarks.reasons` draws."""
    whole, faulty = draw_faults((fault,), *SOME[fault])
    assert solve_image(whole.pixels).status == "solved"
    result = solve_image(faulty.pixels)
    assert result.status != "solved"
    assert codes(result)[0] in TRUTHS[fault].true
    assert [*untrue_of(result.messages, TRUTHS[fault], ())] == []


def test_of_every_fault_it_is_written_down_what_is_true_of_it():
    assert set(TRUTHS) == set(FAULTS)
    assert all(1 <= len(truth.true) <= 3 for truth in TRUTHS.values())
