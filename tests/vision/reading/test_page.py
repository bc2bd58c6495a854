"""The board that is meant is chosen among those of a picture by clues, walls, size and looks."""

from dataclasses import replace

import numpy as np
import pytest

from fixtures.drawing.board.puzzles import unique_puzzle
from pipeline import read_written
from solver.puzzle import Puzzle
from vision.reading.clues import Beside, Edge
from vision.reading.cut import RUN_OUT, Cut
from vision.reading.page import choose, is_same, is_whole, printed_alike
from vision.reading.read import is_clear, is_new, lying
from vision.reading.reading import Reading


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
