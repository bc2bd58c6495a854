"""Every technique says why in a sentence that names rows, columns, aquariums and numbers."""

from dataclasses import replace

import pytest

from solver import Puzzle
from solver.logic import suppose
from solver.logic.explanation import TECHNIQUES, explain, steps
from solver.logic.position import position_of
from solver.logic.step import Technique
from solver.message import Message
from solver.places import ClueAt
from solver.puzzle import Known
from tests.oracle import next_step

WET_AND_DRY = {"~": True, "x": False, ".": None}


def marked(drawn: list[str]) -> Known:
    return tuple(tuple(WET_AND_DRY[sign] for sign in row) for row in drawn)


EXAMPLES = [
    (Technique.COMPLETE, Puzzle([1], [0], ["a"]), ["."], "Row 1 needs no water, so it is all air."),
    (
        Technique.COMPLETE,
        Puzzle([1, None, 1], [2], ["aab"]),
        ["~~."],
        "Row 1 has all its water (2), so the rest is air.",
    ),
    (
        Technique.COMPLETE,
        Puzzle([None] * 3, [2], ["aab"]),
        ["..x"],
        "Row 1 needs 2 and has only 2 cells for it: all are water.",
    ),
    (
        Technique.LEVEL,
        Puzzle([None] * 3, [None] * 3, ["aba", "aba", "aaa"]),
        ["x..", "~..", "..."],
        "The aquarium at row 1 column 1 has water in row 2 column 1: water runs down and sideways; "
        "it has air in row 1 column 1: air rises and spreads sideways.",
    ),
    (
        Technique.ROW,
        Puzzle([None] * 5, [1], ["abbbc"]),
        ["x...."],
        "Row 1 needs 1 and its open segments have 3 and 1 cells: "
        "the segment of 3 (columns 2–4) is too big, so it is air.",
    ),
    (
        Technique.ROW,
        Puzzle([None] * 6, [4], ["aabccc"]),
        ["......"],
        "Row 1 needs 4 and its open segments have 2, 1 and 3 cells: "
        "without the segment of 3 (columns 4–6) there is room for 3 only, so it is water.",
    ),
    (
        Technique.COLUMN,
        Puzzle([1], [None] * 3, list("aab")),
        ["."] * 3,
        "Column 1 needs 1: the aquarium at row 1 column 1 has 2 open cells there, so its top one is air.",
    ),
    (
        Technique.COLUMN,
        Puzzle([3], [None] * 4, list("aabb")),
        ["."] * 4,
        "Column 1 needs 3 of its 4 open cells, so only 1 can stay dry: the aquariums at row 1 column 1 "
        "and row 3 column 1 have 2 open cells each there, so their lowest one is water.",
    ),
    (
        Technique.SUMS,
        Puzzle([None] * 8, [5], ["aabbbccc"]),
        ["........"],
        "Row 1 needs 5 and its open segments have 2, 3 and 3 cells: "
        "5 can only be 3 + 2, so the segment of 2 (columns 1–2) is water.",
    ),
    (
        Technique.BOUNDS,
        Puzzle([2, 3], [1, 2, None], ["ab", "aa", "cc"]),
        [".."] * 3,
        "The aquarium at row 1 column 1 stays below row 1: with water there, row 1 would have all its "
        "water, and column 2 would have at most 2, but its clue is 3; it reaches at least up to row 2: "
        "with air there, row 2 would have at most 0, but its clue is 2; so its level is known.",
    ),
    (
        Technique.BOUNDS,
        Puzzle([None] * 3, [None, None, 1], ["aaa", "aba", "aba"], rule="connected"),
        ["..."] * 3,
        "The aquarium at row 1 column 1 stays below row 1 columns 1–3: "
        "with water there, row 3 would have 2, but its clue is 1.",
    ),
    (
        Technique.PAIR,
        Puzzle([2, None], [0, 2, 2], ["aa", "bb", "cc"]),
        [".."] * 3,
        "Row 1 and column 1 together: with the aquarium at row 2 column 1 dry in row 2, column 1 would "
        "need all its open cells, and row 1 would have 2, but its clue is 0; so it is wet there.",
    ),
    (
        Technique.SUPPOSE,
        Puzzle(
            [3, 4, 5, 5, 4, 4],
            [4, 4, 4, 3, 5, 5],
            ["abbccd", "abbcdd", "aefggh", "iijklm", "njjkll", "nojppl"],
        ),
        ["x~~~~x", "~~~~xx", "~....~", ".....~", "x~~~~~", "..~~~~"],
        "The aquarium at row 4 column 1 is dry in row 4: if it were wet, "
        "in the end row 6 would have at most 4, but its clue is 5.",
    ),
]


@pytest.mark.parametrize(("technique", "puzzle", "drawn", "words"), EXAMPLES)
def test_each_technique_says_why(technique: Technique, puzzle: Puzzle, drawn: list[str], words: str) -> None:
    taken = dict(TECHNIQUES)[technique](position_of(puzzle, marked(drawn)))
    assert words in [replace(step, follows=()).because for step in taken]
    assert {technique for technique, *_ in EXAMPLES} == set(Technique) - {Technique.SEARCH}


def test_what_follows_by_level_beside_the_line_is_told_apart() -> None:
    narrow, wide, deep = (
        explain(puzzle).steps[0]
        for puzzle in (
            Puzzle([0, 2], [1, 1], ["ab", "ab"]),
            Puzzle([0, None, None], [None, None], ["aab", "aab"]),
            Puzzle([None, None], [2, None], ["aa", "aa"]),
        )
    )
    assert (narrow.follows, narrow.air) == ((), ((0, 0), (1, 0)))
    assert (wide.follows, len(wide.air)) == ((Message("level_air", cells=2),), 4)
    assert deep.follows == (Message("level_water", cells=2),)
    assert deep.because.endswith("; as water is level, 2 cells beside or below are water too.")


def test_a_supposition_is_shown_as_a_chain_that_ends_in_the_contradiction() -> None:
    technique, puzzle, drawn, _ = EXAMPLES[-1]
    (step,) = dict(TECHNIQUES)[technique](position_of(puzzle, marked(drawn)))
    assert [each.because for each in step.chain] == [
        "Suppose the aquarium at row 4 column 1 were wet in row 4.",
        "Column 1 has all its water (3), so the rest is air.",
        "Column 2 has all its water (4), so the rest is air.",
        "Row 6 has room for at most 4 cells of water, but its clue is 5: too much air.",
    ]
    assert step.air == step.chain[0].water == ((3, 0), (3, 1))
    assert step.lines == (ClueAt("column", 0), ClueAt("column", 1), ClueAt("row", 5))
    assert step.aquariums == (9,)


def test_a_step_by_trying_every_way_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(suppose, "refutations", lambda *_: [])
    monkeypatch.setattr(suppose, "refutations_by_pairs", lambda *_: [])
    _, puzzle, drawn, _ = EXAMPLES[-1]
    step = next_step(puzzle, marked(drawn))
    assert step is not None
    assert step.technique is Technique.SEARCH
    assert step.because == (
        "The aquarium at row 3 column 2 is wet in row 3: "
        "so it is in every way to fill the rest that matches the clues."
    )


NOT_LEVEL = "The aquarium at row 1 column 2 is wet in row 1 column 2 and dry in row 2 column 2, "
BROKEN = [
    (([None] * 3, [1], ["abc"]), ["~~."], "Row 1 has 2 cells of water, but its clue is 1: too much water."),
    (
        ([None] * 3, [2], ["abc"]),
        ["xx."],
        "Row 1 has room for at most 1 cell of water, but its clue is 2: too much air.",
    ),
    (
        ([None] * 6, [3], ["aabbcc"]),
        ["......"],
        "Row 1 needs 3 and its open segments have 2, 2 and 2 cells: no choice of them adds up to 3.",
    ),
    (([None] * 2, [None] * 2, ["ab", "bb"]), [".~", ".x"], f"{NOT_LEVEL}so its water is not level."),
]


@pytest.mark.parametrize(("board", "drawn", "words"), BROKEN)
def test_marks_that_cannot_be_are_said_to_break_a_rule(board: tuple, drawn: list[str], words: str) -> None:
    puzzle = Puzzle(*board)
    *_, step = steps(puzzle, marked(drawn))
    assert step.contradicts
    assert step.because == words
    assert step.lines or step.aquariums
