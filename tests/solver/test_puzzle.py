"""A puzzle as a value: numbering, its defects in words, and the random puzzles that the other tests draw."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixtures.drawing.board.puzzles import random_puzzle, unique_puzzle
from solver import InvalidPuzzle, Puzzle, solve, violations
from solver.message import Message
from solver.puzzle import RULES
from tests.conftest import raised
from tests.strategies import repeatable, seeds

sides = st.integers(1, 30)


@repeatable
@given(seeds, sides, sides)
def test_a_random_puzzle_is_well_formed_and_its_water_keeps_the_rules(
    seed: int, rows: int, cols: int
) -> None:
    puzzle, water = random_puzzle(np.random.default_rng(seed), rows, cols)
    assert (puzzle.height, puzzle.width) == (rows, cols)
    assert puzzle.problems() == []
    assert violations(puzzle, water) == []


def test_equal_partitions_are_equal_puzzles_whatever_their_labels() -> None:
    one, other = (Puzzle([1, 0, None], [1, None], rows) for rows in (["abb", "acd"], [[7, 1, 1], [7, 3, 0]]))
    assert one == other
    assert hash(one) == hash(other)


def test_the_rule_is_the_site_s_unless_said_and_tells_puzzles_apart() -> None:
    site, connected = Puzzle([1], [1], ["a"]), Puzzle([1], [1], ["a"], rule="connected")
    assert site.rule == "level"
    assert site == Puzzle([1], [1], ["a"], rule="level")
    assert site != connected
    assert len({site, connected}) == 2
    assert replace(connected, row_clues=(None,)) == Puzzle([1], [None], ["a"], rule="connected")


def test_aquariums_are_numbered_in_reading_order_and_give_their_cells_as_row_and_column() -> None:
    assert Puzzle([0, 0], [0, 0], ["ab", "aa"]).aquariums() == {1: ((0, 0), (1, 0), (1, 1)), 2: ((0, 1),)}


@pytest.mark.parametrize(
    ("puzzle", "problem"),
    [
        (Puzzle([], [], []), Message("no_cells")),
        (Puzzle([0, 0], [0, 0], ["aa", "a"]), Message("row_of_other_length", row=2, length=1, longest=2)),
        (Puzzle([0], [0], ["aa"]), Message("number_of_clues", clues=1, axis="column", lines=2)),
        (Puzzle([0, 0], [0, 0], ["aa"]), Message("number_of_clues", clues=2, axis="row", lines=1)),
        (Puzzle([2, 0], [2], ["aa"]), Message("clue_out_of_range", clue=2, axis="column", line=1, longest=1)),
        (Puzzle([None], [-1], ["a"]), Message("clue_out_of_range", clue=-1, axis="row", line=1, longest=1)),
        (Puzzle([1, 0], [2], ["aa"]), Message("sums_differ", columns=1, rows=2)),
        *(
            (Puzzle([clue], [None], ["a"]), Message("clue_not_whole", axis="column", line=1, clue=repr(clue)))
            for clue in ("1", 1.0, 0.5, np.float64(1), (1,))
        ),
        (Puzzle([1], [1], ["a"], rule="flat"), Message("unknown_rule", rule="flat", rules=RULES)),
        (
            Puzzle([0] * 5, [0], ["abaca"]),
            Message("aquarium_in_pieces", aquarium=1, pieces=3, cells=((1, 1), (1, 3), (1, 5))),
        ),
        (
            Puzzle([0] * 4, [0] * 3, ["aaac", "abad", "aaac"]),
            Message("aquarium_in_pieces", aquarium=2, pieces=2, cells=((1, 4), (3, 4))),
        ),
        (
            Puzzle([4, 2, 4], [2, 3, 2, 3], ["aba", "aaa", "aba", "aaa"]),
            Message("aquarium_in_pieces", aquarium=2, pieces=2, cells=((1, 2), (3, 2))),
        ),
    ],
)
def test_each_defect_is_told_and_no_other(puzzle: Puzzle, problem: Message) -> None:
    assert puzzle.problems() == [problem]


@pytest.mark.parametrize("kind", [np.uint8, np.int8, np.int64])
def test_clues_of_numpy_are_taken_as_plain_numbers(kind: type) -> None:
    drawn, water = unique_puzzle(np.random.default_rng(4), 14, 14)
    puzzle = Puzzle(np.array(drawn.col_clues, kind), np.array(drawn.row_clues, kind), np.array(drawn.regions))
    assert puzzle == drawn
    assert {type(clue) for clue in puzzle.col_clues + puzzle.row_clues} == {int}
    assert solve(puzzle).water == water


@pytest.mark.parametrize("parts", [(1, [1], ["a"]), ([1], None, ["a"]), ([1], [1], 5), ([1], [1], [[[]]])])
def test_what_cannot_be_clues_and_aquariums_is_refused_in_words(parts: tuple) -> None:
    assert raised(InvalidPuzzle, Puzzle, *parts).what.code == "not_clues_and_aquariums"
