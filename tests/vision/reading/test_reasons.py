"""The board that is meant is chosen; a refusal tells first what a person can do, and nothing untrue."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from benchmarks.reasons import TRUTHS, untrue_of
from fixtures.drawing.board.puzzles import unique_puzzle
from fixtures.drawing.board.style import STYLES
from fixtures.drawing.faults import FAULTS, draw_faults, shine
from fixtures.drawing.mishaps.degrade import blur, jpeg, motion_blur, noise, resize
from fixtures.drawing.scene import Picture
from pipeline import read_written, solve_image
from solver.message import Message
from solver.places import ClueAt
from solver.puzzle import Puzzle
from tests.conftest import PLAIN, Draw, codes
from tests.strategies import seeded
from tests.vision.reading.laid_flat import first_board
from vision.reading.clues import Beside, Edge
from vision.reading.cut import AT_EDGE, NEAR_EDGE, RUN_OUT, Cut
from vision.reading.facts import Facts, has_clues, is_another, is_uniform, may_have_clues
from vision.reading.one_board import align
from vision.reading.page import choose, is_same, is_whole, printed_alike
from vision.reading.read import is_clear, is_new, lying
from vision.reading.reading import Reading
from vision.reading.reasons import Case, complaints, find_flaw, refusal, why


def reading(
    size: int = 6,
    left: float = 0,
    pitch: float = 20,
    *,
    clues: int = 12,
    contrast: float = 0.9,
    loose: int = 0,
) -> Reading:
    """Return the reading of a square board at (left, 0) on which so many clues were read."""
    puzzle, _ = unique_puzzle(np.random.default_rng(size), size, size)
    _, whole = read_written(puzzle)
    every = [*puzzle.col_clues, *puzzle.row_clues]
    order = [line for pair in zip(range(size), range(size, 2 * size), strict=True) for line in pair]
    for line in order[clues:]:
        every[line] = None
    board = replace(whole.board.placed(left, 0, pitch, pitch), contrast=contrast)
    inked = (clues / (2 * size),) * 2
    read = Puzzle(every[:size], every[size:], puzzle.regions)
    return replace(whole, board=board, puzzle=read, loose=loose, inked=inked)


def test_a_reading_is_whole_without_gaps_loose_walls_and_contradictions():
    assert is_whole(reading())
    assert not is_whole(reading(clues=11))
    assert not is_whole(reading(loose=1))
    wrong = reading()
    more = (wrong.puzzle.col_clues[0] + 1, *wrong.puzzle.col_clues[1:])
    assert not is_whole(replace(wrong, puzzle=replace(wrong.puzzle, col_clues=more)))


def test_a_board_is_read_once_and_neither_inside_a_whole_one_nor_weak_beside_it():
    known, beside = reading(), reading(left=300)
    assert is_new(beside.board, [known])
    assert not is_new(known.board, [known])
    assert not is_new(replace(beside.board, contrast=0.5), [known])
    assert is_new(replace(beside.board, contrast=0.5), [reading(clues=11)])
    inner = reading(5, left=20).board
    assert not is_new(inner, [known])
    assert is_new(inner, [reading(clues=11)])
    many = range(-3000, 0, 500)
    assert not is_new(beside.board, [reading(clues=0, left=left) for left in many])
    assert is_new(beside.board, [reading(clues=11, left=left) for left in many])
    assert not is_new(beside.board, [known], [beside.board])
    assert is_new(beside.board, [known], [replace(beside.board, contrast=0.5)])


def test_two_grids_are_one_if_their_corners_are_within_half_a_cell():
    board = reading().board
    assert is_same(board, board.placed(9, 0, 20, 20))
    assert not is_same(board, board.placed(11, 0, 20, 20))
    assert not is_same(board, reading(5, pitch=24).board)


def test_a_board_is_clear_by_its_contrast_with_clues_or_size():
    clear = reading(contrast=0.7), reading(contrast=0.95, loose=1), reading(clues=0, pitch=80)
    unclear = reading(contrast=0.5), reading(contrast=0.7, loose=1), reading(clues=0)
    assert [is_clear(one, 800, 1000) for one in (*clear, *unclear)] == [True] * 3 + [False] * 3


def test_boards_of_other_puzzles_and_parts_of_boards_are_not_turned():
    illegible = replace(reading(clues=0), inked=(1.0, 1.0), quarters=1)
    assert lying([illegible]) == [illegible]
    assert not lying([replace(illegible, inked=(1.0, 0.1))])
    assert not lying([replace(illegible, quarters=0)])
    assert not lying([replace(illegible, puzzles={"aquarium": 0.01, "another": 0.99})])
    assert not lying([replace(illegible, cut=(Cut("left", RUN_OUT),))])


def test_of_boards_apart_the_largest_is_meant_and_the_others_with_clues_are_named():
    small, large = reading(5), reading(6, left=500)
    bare = replace(reading(6, left=1500, clues=0, pitch=10), puzzles={"aquarium": 0.4})
    meant = choose([small, bare, large])
    assert meant.board is large.board
    assert [other.board for other in meant.others] == [small.board]


def test_a_part_is_not_meant_where_every_line_of_a_larger_board_has_a_clue():
    """The part is a whole puzzle by itself; of the larger board some walls end anywhere."""
    part, larger = reading(5), reading(6, loose=4)
    assert is_whole(part)
    for tried in ([part, larger], [larger, part]):
        assert choose(tried).board is larger.board
    assert choose([part, reading(6, clues=11, loose=4)]).board is part.board
    apart = reading(5, left=500)
    assert choose([apart, larger]).others[0].board is apart.board
    first, *others = larger.puzzle.row_clues
    misread = replace(larger, puzzle=replace(larger.puzzle, row_clues=(first + 1, *others)))
    assert choose([part, misread]).board is part.board  # moiré looks like a line, and a stroke like its clue


def test_a_large_board_with_illegible_clues_is_meant_before_a_small_legible_one():
    illegible = replace(reading(clues=0, left=500, pitch=60), inked=(1.0, 1.0))
    assert choose([reading(), illegible]).board is illegible.board
    of_another = replace(illegible, inked=(1.0, 0.2), puzzles={"aquarium": 0.4})
    assert choose([reading(), of_another]).board is not illegible.board
    weak = replace(illegible, board=replace(illegible.board, contrast=0.5))
    assert choose([reading(), weak]).board is not weak.board


UPPER, LOWER = (reading().board.placed(100, top, 20, 20) for top in (100, 300))


def beside(*, top: float = 0, bottom: float = 0, away: float = 0.5) -> dict[Edge, Beside]:
    """Return what stands beside a board: numbers of such shares of its columns, and of all its rows."""
    sides: dict[Edge, Beside] = {"top": Beside(top, away), "bottom": Beside(bottom, 0.4)}
    return {**sides, "left": Beside(1, 0.5), "right": Beside(0, 0.5)}


@pytest.mark.parametrize(
    ("upper", "lower", "of_others"),
    [
        (beside(top=1, bottom=1), beside(top=0.4), {"bottom"}),
        (beside(bottom=1), beside(top=1, bottom=0.8), {"top"}),
        (beside(top=1, bottom=1), beside(top=1, bottom=1), set()),
        (beside(bottom=1), beside(top=1), set()),
        (beside(bottom=1), beside(top=1, away=0.8), {"top"}),
    ],
    ids=["above all", "below all", "on both sides", "between them alone", "nearer to the upper one"],
)
def test_numbers_beyond_the_outer_boards_are_their_own_and_those_opposite_others(
    upper: dict[Edge, Beside], lower: dict[Edge, Beside], of_others: set[str]
):
    assert printed_alike([UPPER, LOWER], [upper, lower]).without == {*of_others, "right"}


def test_of_the_numbers_on_an_edge_the_nearest_are_a_board_s_own():
    upper, lower = beside(top=1, away=0.4), beside(top=1, away=0.9)
    assert printed_alike([UPPER, LOWER], [upper, lower]).away == {"top": 0.4, "left": 0.5}


WHOLE = replace(reading(), is_known=False)
ALIKE = replace(WHOLE, evidence=replace(WHOLE.evidence, right=((-9.0,) * 5,) * 6, below=((-9.0,) * 6,) * 5))
SUDOKU = {"sudoku": 0.99, "aquarium": 0.001, "nonogram": 0.0, "another": 0.009}
OTHER = {"another": 0.995, "aquarium": 0.001}
FEW = replace(reading(clues=4), is_known=False)
NONE = replace(reading(clues=0), is_known=False)
NO_COLUMNS = replace(WHOLE, puzzle=replace(WHOLE.puzzle, col_clues=(None,) * 6))
NO_ROWS = replace(WHOLE, puzzle=replace(WHOLE.puzzle, row_clues=(None,) * 6))


def told(board: Reading, *found: Message, is_meant: bool = False) -> list[str]:
    """Return the codes that are told of a board, of which nothing is known but what was read."""
    return [message.code for message in why(Case(board, None, is_meant), found)]


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
        (NO_COLUMNS, "no_puzzle", "no_column_clues"),
        (NO_ROWS, "no_puzzle", "no_row_clues"),
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


def test_a_board_whose_walls_do_not_show_is_not_called_another_puzzle():
    for puzzles in ({"nonogram": 0.9, "aquarium": 0.1}, {"kakurasu": 0.99, "aquarium": 0.01}):
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


def test_clues_larger_than_their_lines_are_complained_about():
    first, fourth = (ClueAt("row", 0), 9), (ClueAt("row", 3), 7)
    one = Message("clue_too_large", axis="row", line=1, clue=9, cells=6)
    assert complaints(replace(WHOLE, too_large=(first,))) == [one]
    both = Message("clues_too_large", axis="row", lines=(1, 4), cells=6)
    assert complaints(replace(WHOLE, too_large=(first, fourth))) == [both]


SOME = ("small", "no column clues", "few clues", "window", "no walls", "walls broken", "misprint")
"""A few of those that `benchmarks.reasons` draws."""


@pytest.mark.parametrize("fault", SOME)
def test_a_fault_is_named_first_and_nothing_untrue_after_it(fault: str):
    _, faulty = draw_faults((fault,), "dark", 0)
    result = solve_image(faulty.pixels)
    assert result.status != "solved"
    assert codes(result)[0] in TRUTHS[fault].true
    assert [*untrue_of(result.messages, TRUTHS[fault], ())] == []


def test_the_same_board_without_a_fault_is_answered():
    whole, _ = draw_faults((), "dark", 0)
    assert solve_image(whole.pixels).status == "solved"


def test_of_every_fault_it_is_written_down_what_is_true_of_it():
    assert set(TRUTHS) == set(FAULTS)
    assert all(1 <= len(truth.true) <= 3 for truth in TRUTHS.values())
    assert all(fault.printed or fault.drawn or fault.seen for fault in FAULTS.values())


def test_numbers_that_cannot_be_read_or_are_cut_off_may_be_there():
    bare = reading(clues=0)
    assert not may_have_clues(bare)
    assert may_have_clues(replace(bare, inked=(1.0, 1.0)))
    at_one_side = replace(bare, inked=(1.0, 0.0))
    assert not may_have_clues(at_one_side)
    assert may_have_clues(replace(at_one_side, cut=(Cut("left", RUN_OUT),)))


def test_a_board_has_clues_with_enough_clues_in_all_and_each_way():
    assert [has_clues(reading(clues=clues)) for clues in (12, 6, 5, 4)] == [True, True, True, False]
    one_way = reading()
    assert not has_clues(replace(one_way, puzzle=replace(one_way.puzzle, row_clues=(1, *[None] * 5))))


@pytest.mark.parametrize(
    ("regions", "uniform"),
    [
        (np.zeros((6, 6)), True),
        (np.arange(36).reshape(6, 6), True),
        (np.arange(36).reshape(6, 6) // 6, True),
        (np.pad(np.ones((4, 4)), 1), False),
        (np.pad(np.ones((3, 3)), ((0, 3), (0, 3))), False),
        (np.zeros((1, 1)), True),
    ],
    ids=["no walls", "all walls", "stripes", "a ring", "a corner", "one cell"],
)
def test_a_board_whose_lines_are_all_alike_is_uniform(regions: np.ndarray, uniform: bool):
    _, written = read_written(Puzzle([1] * len(regions), [1] * len(regions), regions.astype(int).tolist()))
    assert is_uniform(written) == uniform


Suffer = Callable[[Picture], Picture]


def facts_of(drawing: Picture, suffer: Suffer) -> Facts:
    """Return the facts of a picture that suffered something, with its board as it stood before."""
    board, _, _ = align(drawing.pixels, first_board(drawing.pixels))
    suffered = suffer(drawing)
    return Facts(suffered.pixels, board.scaled(suffered.pixels.shape[1] / drawing.pixels.shape[1]))


def paler(share: float) -> Suffer:
    return lambda one: one.but((200 - share * (200.0 - one.pixels)).astype(np.uint8))


def boxed(drawing: Picture) -> Picture:
    pixels = np.minimum(drawing.pixels, 200)
    height, width = pixels.shape[:2]
    pixels[height // 3 : -height // 3, width // 3 : -width // 3] = 255
    return drawing.but(pixels)


FLAWED: dict[str, tuple[Suffer, str | None]] = {
    "as it is": (lambda one: one, None),
    "cells of 12 pixels": (lambda one: resize(one, 12 / one.pitch), "small_cells"),
    "cells of 16 pixels": (lambda one: resize(one, 16 / one.pitch), None),
    "a fortieth of the contrast": (paler(0.025), "low_contrast"),
    "a quarter of the contrast": (paler(0.25), None),
    "blur of a tenth of a cell": (lambda one: blur(one, 0.1 * one.pitch), "blurred"),
    "blur of a fiftieth of a cell": (lambda one: blur(one, 0.02 * one.pitch), None),
    "moved by half a cell": (lambda one: motion_blur(one, 0.5 * one.pitch, 20), "blurred"),
    "much noise": (lambda one: noise(one, 60, seeded("grain")), "grainy"),
    "little noise": (lambda one: noise(one, 3, seeded("grain")), None),
    "a very small JPEG": (lambda one: jpeg(resize(one, 20 / one.pitch), 8), "compressed"),
    "a usual JPEG": (lambda one: jpeg(resize(one, 20 / one.pitch), 80), None),
    "a lamp on grey paper": (lambda one: shine(seeded("lamp"), one), "glare"),
    "a white window over grey paper": (boxed, None),
}
SEEN = [(what, look) for what in FLAWED for look in ("site", "dark-reader")]
SEEN.remove(("a lamp on grey paper", "dark-reader"))  # light on dark paper fades into it
SEEN += [("as it is", "other-program"), ("moved by half a cell", "other-program")]


@pytest.mark.parametrize(("what", "look"), SEEN)
def test_what_keeps_a_picture_from_being_read_is_noticed_from_some_degree_on(
    draw: Draw, what: str, look: str
):
    suffer, flaw = FLAWED[what]
    found = find_flaw(facts_of(draw(6, 7, STYLES[look], seed=3).drawing, suffer))
    assert (found and found.code) == flaw


def test_what_makes_others_appear_is_told_before_them(draw: Draw):
    """Tiny cells are blurred when they are enlarged, and grain is strong where there is no contrast."""
    drawing = draw(7, 9, PLAIN, seed=3).drawing
    tiny = find_flaw(facts_of(drawing, lambda one: blur(resize(one, 8 / one.pitch), 1.5)))
    assert tiny == Message("small_cells", pixels=8)
    pale = find_flaw(facts_of(drawing, lambda one: noise(paler(0.02)(one), 2, seeded("pale"))))
    assert pale == Message("low_contrast")


def test_a_picture_without_a_board_is_judged_as_a_whole(draw: Draw):
    drawing = draw(7, 9, PLAIN, seed=3).drawing
    assert find_flaw(Facts(drawing.pixels, None)) is None
    assert find_flaw(Facts(blur(drawing, 0.3 * drawing.pitch).pixels, None)) == Message("blurred")
    assert find_flaw(Facts(paler(0.02)(drawing).pixels, None)) == Message("low_contrast")
    assert find_flaw(Facts(noise(drawing, 80, seeded("grain")).pixels, None)) == Message("grainy")
