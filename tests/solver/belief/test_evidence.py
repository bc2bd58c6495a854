"""What a reader believes adds up, and what a person says of a clue or wall outweighs it."""

from math import exp, inf, log

import pytest

from solver.belief.evidence import GIVEN, SURE, ClueBelief, Evidence, certain
from solver.belief.overrides import BadOverride, Override, parse_override
from solver.message import Message
from solver.places import ClueAt, SideAt
from solver.puzzle import Puzzle
from tests.conftest import raised


def log_p(*shares: float) -> ClueBelief:
    return ClueBelief(map(log, shares))


BOARD = Evidence(
    col_clues=(log_p(0.9, 0.05, 0.03, 0.02), log_p(0.2, 0.6, 0.1, 0.1), log_p(0.1, 0.1, 0.1, 0.7)),
    row_clues=(log_p(0.1, 0.1, 0.1, 0.6, 0.1), log_p(0.2, 0.2, 0.2, 0.2, 0.2)),
    right=((2.0, -2.0), (0.5, -0.5)),
    below=((3.0, -3.0, 1.0),),
)
"""Two rows and three columns."""


@pytest.mark.parametrize(
    ("text", "fix"),
    [
        (" Top : 7 = 8 ", Override(ClueAt("column", 6), 8)),
        ("bottom:7=8", Override(ClueAt("column", 6), 8)),
        ("left:2=10", Override(ClueAt("row", 1), 10)),
        ("right:2=0", Override(ClueAt("row", 1), 0)),
        ("left:2=?", Override(ClueAt("row", 1), None)),
        ("left:2=none", Override(ClueAt("row", 1), None)),
        ("wall:3,5-3,4=yes", Override(SideAt(2, 3, below=False), True)),
        ("WALL: 4,4 - 3,4 = No", Override(SideAt(2, 3, below=True), False)),
    ],
)
def test_a_fix_is_read_from_what_a_person_writes(text: str, fix: Override):
    assert parse_override(text) == parse_override(str(fix)) == fix


@pytest.mark.parametrize(
    ("code", "texts"),
    [
        ("not_a_fix", ["", "top", "top:7", "top=7", "7=8", "row:7=8", "top7=8", ":7=8"]),
        ("not_a_clue_fix", ["top:x=8", "top:=8", "top:7=", "top:7=eight", "top:-7=8", "left:7=-8"]),
        ("not_a_wall_fix", ["wall:3,4=yes", "wall:3,4,3,5=yes", "wall:3-4=yes", "wall:a,4-3,5=yes"]),
        ("not_yes_or_no", ["wall:3,4-3,5=", "wall:3,4-3,5=1"]),
        ("not_neighbours", ["wall:3,4-3,6=yes", "wall:3,4-3,4=no", "wall:3,4-4,5=yes", "wall:3,4-5,4=no"]),
    ],
)
def test_what_is_no_fix_is_answered_with_what_was_expected(code: str, texts: list[str]):
    said = [raised(BadOverride, parse_override, text).what for text in texts]
    assert [(what.code, dict(what.values)) for what in said] == [(code, {"text": text}) for text in texts]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("top:4=1", Message("no_such_line", place="top:4", axis="column", lines=3)),
        ("top:0=1", Message("no_such_line", place="top:0", axis="column", lines=3)),
        ("left:3=1", Message("no_such_line", place="left:3", axis="row", lines=2)),
        ("top:1=3", Message("fix_too_large", fix="top:1=3", axis="column", cells=2)),
        ("left:1=4", Message("fix_too_large", fix="left:1=4", axis="row", cells=3)),
        *(
            (f"{place}=yes", Message("no_such_side", place=place, rows=2, columns=3))
            for place in ("wall:2,1-3,1", "wall:0,1-1,1", "wall:1,3-1,4", "wall:1,0-1,1", "wall:3,1-3,2")
        ),
    ],
)
def test_a_fix_that_the_board_has_no_place_for_is_refused(text: str, said: Message):
    assert raised(BadOverride, BOARD.with_overrides, [parse_override(text)]).what == said


@pytest.mark.parametrize(("text", "value"), [("top:1=2", 2), ("bottom:1=0", 0), ("top:1=none", None)])
def test_clues_and_walls_that_a_person_says_are_certain(text: str, value: int | None):
    said = ["top:1=1", text, "wall:1,2-1,3=yes", "wall:2,1-1,1=no"]
    known = BOARD.with_overrides(map(parse_override, said))
    assert known.col_clues[0].likeliest == value
    assert sorted(map(exp, known.col_clues[0])) == pytest.approx([0, 0, 0, 1])
    assert known.col_clues[0].is_overridden
    assert (known.col_clues[1:], known.row_clues) == (BOARD.col_clues[1:], BOARD.row_clues)
    assert known.right == ((2.0, SURE), (0.5, -0.5))
    assert known.below == ((-SURE, -3.0, 1.0),)
    assert not any(values.is_overridden for _, values in BOARD.clues())


def test_a_puzzle_that_was_told_is_certain_all_over():
    puzzle = Puzzle([1, None, 0], [2, 0], [[1, 1, 2], [3, 3, 2]])
    evidence = certain(puzzle)
    assert evidence.deficit(puzzle) == 0
    assert (evidence.right, evidence.below) == (((-SURE, SURE), (-SURE, SURE)), ((SURE, SURE, -SURE),))
    assert [values.likeliest for _, values in evidence.clues()] == [1, None, 0, 2, 0]
    assert all(values.is_overridden for _, values in evidence.clues())


def test_where_every_line_has_a_clue_none_is_missing_unless_a_person_says_so():
    given = BOARD.with_overrides([parse_override("top:2=none")]).given(unless_none=inf)
    assert exp(given.col_clues[2][0]) == pytest.approx(1 / 3)
    assert given.col_clues[1].likeliest is None
    assert [values[-1] for _, values in given.clues()] == [-GIVEN, 0.0, -GIVEN, -GIVEN, -GIVEN]


def test_a_line_has_no_clue_only_where_none_is_probable_enough():
    seen = Evidence((log_p(0.1, 0.1, 0.8),), (log_p(0.5, 0.2, 0.3),), (), ())
    given = seen.given(unless_none=0.5)
    assert given.col_clues == seen.col_clues
    assert [exp(value) for value in given.row_clues[0]] == pytest.approx([5 / 7, 2 / 7, 0], abs=1e-4)
