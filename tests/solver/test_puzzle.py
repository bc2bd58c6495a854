"""A puzzle as a value: numbering, its defects in words, and the random puzzles that the other tests draw."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixtures.drawing.board.puzzles import random_puzzle, unique_puzzle
from solver import InvalidPuzzle, Puzzle, solve, violations
from solver.message import Message
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


@repeatable
@given(seeds, st.integers(1, 15), st.integers(1, 15), st.floats(1, 12))
def test_a_unique_puzzle_has_its_water_as_the_only_solution(
    seed: int, rows: int, cols: int, mean_size: float
) -> None:
    puzzle, water = unique_puzzle(np.random.default_rng(seed), rows, cols, mean_size=mean_size)
    solution = solve(puzzle)
    assert solution.unique
    assert solution.water == solution.forced == water


def test_equal_generators_draw_equal_puzzles() -> None:
    one, other = (unique_puzzle(np.random.default_rng(5), 9, 7) for _ in range(2))
    assert one == other


def test_the_mean_size_asked_for_is_kept() -> None:
    puzzle, _ = random_puzzle(np.random.default_rng(0), 12, 10, mean_size=8)
    assert len(puzzle.aquariums()) == 15


def test_random_puzzles_have_arms_that_meet_above_and_arms_that_meet_below() -> None:
    regions = np.pad(random_puzzle(np.random.default_rng(0), 20, 20)[0].regions, ((0, 0), (1, 0)))
    every = np.arange(1, regions.max() + 1)[:, None, None] == regions
    parts = (every[:, :, 1:] & ~every[:, :, :-1]).sum(axis=2)  # of every aquarium in every row
    assert ((parts[:, :-1] > 1) & (parts[:, 1:] == 1)).any()
    assert ((parts[:, :-1] == 1) & (parts[:, 1:] > 1)).any()


def test_random_puzzles_have_an_aquarium_inside_another() -> None:
    def around(puzzle: Puzzle, number: int) -> set[int]:
        """List what touches an aquarium: other aquariums, and 0 for the outer frame."""
        regions = np.pad(puzzle.regions, 1)
        beside = [np.roll(regions == number, step, axis) for step in (-1, 1) for axis in (0, 1)]
        return set(regions[np.any(beside, axis=0)].tolist()) - {number}

    rng = np.random.default_rng(0)
    puzzles = [random_puzzle(rng, 15, 15, mean_size=4)[0] for _ in range(10)]
    assert any(len(around(puzzle, number)) == 1 for puzzle in puzzles for number in puzzle.aquariums())


@given(st.permutations("abcdef"))
@repeatable
def test_equal_partitions_are_equal_puzzles_whatever_their_labels(labels: list[str]) -> None:
    def lettered(names: str) -> Puzzle:
        return Puzzle(
            [1, 0, None], [1, None], [[names[0], names[1], names[1]], [names[0], names[2], names[3]]]
        )

    assert lettered("".join(labels)) == lettered("abcdef")
    assert hash(lettered("".join(labels))) == hash(lettered("abcdef"))


def test_the_rule_is_the_site_s_unless_said_and_tells_puzzles_apart() -> None:
    site, connected = Puzzle([1], [1], ["a"]), Puzzle([1], [1], ["a"], rule="connected")
    assert site.rule == "level"
    assert site == Puzzle([1], [1], ["a"], rule="level")
    assert site != connected
    assert len({site, connected}) == 2
    assert replace(connected, row_clues=(None,)) == Puzzle([1], [None], ["a"], rule="connected")


def test_aquariums_are_numbered_in_reading_order() -> None:
    assert Puzzle([0, 0], [0, 0], [[7, 3], [7, 7]]).regions == ((1, 2), (1, 1))


def test_aquariums_give_their_cells_as_row_and_column() -> None:
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


@pytest.mark.parametrize("clue", ["1", 1.0, 0.5, np.float64(1), (1,)])
def test_a_clue_that_is_no_whole_number_is_a_defect(clue: object) -> None:
    puzzle = Puzzle([clue, 0], [5, 0], ["aa", "aa"])
    assert puzzle.problems() == [
        Message("clue_not_whole", axis="column", line=1, clue=repr(clue)),
        Message("clue_out_of_range", clue=5, axis="row", line=1, longest=2),
    ]
    with pytest.raises(InvalidPuzzle):
        solve(puzzle)


@pytest.mark.parametrize("parts", [(1, [1], ["a"]), ([1], None, ["a"]), ([1], [1], 5), ([1], [1], [[[]]])])
def test_what_cannot_be_clues_and_aquariums_is_refused_in_words(parts: tuple) -> None:
    assert raised(InvalidPuzzle, Puzzle, *parts).what.code == "not_clues_and_aquariums"


def test_a_rule_that_is_neither_is_a_defect() -> None:
    assert Puzzle([1], [1], ["a"], rule="flat").problems() == [
        Message("unknown_rule", rule="flat", rules=("level", "connected"))
    ]


def test_sums_are_not_compared_where_a_clue_is_missing() -> None:
    assert Puzzle([2, None], [1, 0], ["aa", "aa"]).problems() == []
