"""What a reader believes adds up, and what a person says of a clue or wall outweighs it."""

from math import exp, inf, log

import pytest

from solver.belief.evidence import GIVEN, SURE, ClueBelief, Evidence, certain
from solver.belief.overrides import BadOverride, Override, parse_override
from solver.places import ClueAt, Place, SideAt
from solver.puzzle import Puzzle


def log_p(*shares: float) -> ClueBelief:
    """Return the natural logarithms of probabilities."""
    return ClueBelief(map(log, shares))


@pytest.mark.parametrize(
    ("shares", "value"),
    [((0.1, 0.7, 0.1, 0.1), 1), ((0.9, 0.05, 0.05), 0), ((0.1, 0.2, 0.3, 0.4), None), ((0.4, 0.4, 0.2), 0)],
)
def test_the_likeliest_value_is_none_where_no_clue_is_likeliest(shares: tuple[float, ...], value: int | None):
    assert log_p(*shares).likeliest == value


def test_all_is_as_probable_as_its_clues_and_walls_together():
    evidence = Evidence(
        col_clues=(log_p(0.9, 0.05, 0.05), log_p(0.2, 0.7, 0.1)),
        row_clues=(log_p(0.01, 0.01, 0.98),),
        right=((log(3),), (-log(4),)),
        below=((0.0, log(9)),),
    )
    assert exp(evidence.log_probability) == pytest.approx(0.9 * 0.7 * 0.98 * 0.75 * 0.8 * 0.5 * 0.9)


@pytest.mark.parametrize("odds", [-800.0, -30.0, 30.0, 800.0])
def test_any_certainty_can_be_added(odds: float):
    evidence = Evidence((), (), ((odds,),), ())
    assert evidence.log_probability == pytest.approx(0, abs=1e-12)


def test_a_wall_and_no_wall_are_equally_sure_at_opposite_odds():
    one, other = (Evidence((), (), ((odds,),), ()).log_probability for odds in (1.5, -1.5))
    assert one == other < 0


def test_equal_evidence_is_equal_and_can_be_kept_in_a_set():
    assert len({Evidence((), (), (), ((1.0,),)), Evidence((), (), (), ((1.0,),))}) == 1


# What a person says

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
        ("top:7=8", Override(ClueAt("column", 6), 8)),
        ("bottom:7=8", Override(ClueAt("column", 6), 8)),
        ("left:2=10", Override(ClueAt("row", 1), 10)),
        ("right:2=0", Override(ClueAt("row", 1), 0)),
        ("left:2=?", Override(ClueAt("row", 1), None)),
        ("left:2=none", Override(ClueAt("row", 1), None)),
        (" Top : 7 = 8 ", Override(ClueAt("column", 6), 8)),
        ("wall:3,4-3,5=yes", Override(SideAt(2, 3, below=False), True)),
        ("wall:3,5-3,4=yes", Override(SideAt(2, 3, below=False), True)),
        ("wall:3,4-4,4=no", Override(SideAt(2, 3, below=True), False)),
        ("WALL: 4,4 - 3,4 = No", Override(SideAt(2, 3, below=True), False)),
    ],
)
def test_a_fix_is_read_from_what_a_person_writes(text: str, fix: Override):
    assert parse_override(text) == fix


@pytest.mark.parametrize(
    "place", [ClueAt("column", 0), ClueAt("row", 29), SideAt(0, 3, below=True), SideAt(11, 0, below=False)]
)
def test_a_place_is_written_as_it_is_read(place: Place):
    value = "1" if isinstance(place, ClueAt) else "yes"
    assert parse_override(f"{place}={value}").place == place


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (text, "{} is not a fix; write it like top:7=8, left:2=1 or wall:3,4-3,5=yes")
        for text in ("", "top", "top:7", "top=7", "7=8", "row:7=8", "top7=8", ":7=8")
    ]
    + [
        (text, "{}: expected the number of a row or column and its clue; write it like top:7=8")
        for text in ("top:x=8", "top:=8", "top:7=", "top:7=eight", "top:-7=8", "left:7=-8", "left:1.5=2")
    ]
    + [
        (text, "{}: expected two cells as row,column-row,column; write it like wall:3,4-3,5=yes")
        for text in ("wall:3,4=yes", "wall:3,4,3,5=yes", "wall:3-4=yes", "wall:a,4-3,5=yes", "wall:=yes")
    ]
    + [
        (text, "{}: a wall is yes or no; write it like wall:3,4-3,5=yes")
        for text in ("wall:3,4-3,5=", "wall:3,4-3,5=1", "wall:3,4-3,5=maybe")
    ]
    + [
        (text, "{}: the two cells are not neighbours; name two cells with a common side")
        for text in ("wall:3,4-3,6=yes", "wall:3,4-3,4=no", "wall:3,4-4,5=yes", "wall:3,4-5,4=no")
    ],
)
def test_what_is_no_fix_is_answered_with_what_was_expected(text: str, said: str):
    with pytest.raises(BadOverride) as bad:
        parse_override(text)
    assert str(bad.value) == said.format(repr(text))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("top:4=1", "top:4: the board has 3 columns; check the number"),
        ("top:0=1", "top:0: the board has 3 columns; check the number"),
        ("left:3=1", "left:3: the board has 2 rows; check the number"),
        ("top:1=3", "top:1=3: a column of this board has 2 cells; check the clue"),
        ("left:1=4", "left:1=4: a row of this board has 3 cells; check the clue"),
        ("wall:2,1-3,1=yes", "wall:2,1-3,1: the board has 2 rows and 3 columns; check the cells"),
        ("wall:1,3-1,4=yes", "wall:1,3-1,4: the board has 2 rows and 3 columns; check the cells"),
        ("wall:3,1-3,2=no", "wall:3,1-3,2: the board has 2 rows and 3 columns; check the cells"),
        ("wall:0,1-1,1=no", "wall:0,1-1,1: the board has 2 rows and 3 columns; check the cells"),
    ],
)
def test_a_fix_that_the_board_has_no_place_for_is_refused(text: str, said: str):
    with pytest.raises(BadOverride) as bad:
        BOARD.with_overrides([parse_override(text)])
    assert str(bad.value) == said


@pytest.mark.parametrize(
    ("text", "value"), [("top:1=2", 2), ("bottom:1=0", 0), ("top:1=none", None), ("top:1=1", 1)]
)
def test_a_clue_that_a_person_says_is_certain(text: str, value: int | None):
    known = BOARD.with_overrides([parse_override(text)])
    assert known.col_clues[0].likeliest == value
    assert sorted(map(exp, known.col_clues[0])) == pytest.approx([0, 0, 0, 1])
    assert known.col_clues[0].is_overridden
    assert (known.col_clues[1:], known.row_clues) == (BOARD.col_clues[1:], BOARD.row_clues)
    assert (known.right, known.below) == (BOARD.right, BOARD.below)


def test_a_puzzle_that_was_told_is_certain_all_over():
    puzzle = Puzzle([1, None, 0], [2, 0], [[1, 1, 2], [3, 3, 2]])
    evidence = certain(puzzle)
    assert evidence.deficit(puzzle) == 0
    assert (evidence.right, evidence.below) == (
        ((-SURE, SURE), (-SURE, SURE)),
        ((SURE, SURE, -SURE),),
    )
    assert [values.likeliest for _, values in evidence.clues()] == [1, None, 0, 2, 0]
    assert all(values.is_overridden for _, values in evidence.clues())


@pytest.mark.parametrize("place", [SideAt(0, -1, below=False), SideAt(-1, 0, below=True)])
def test_a_wall_that_begins_outside_is_refused(place: SideAt):
    with pytest.raises(BadOverride, match="the board has"):
        BOARD.with_overrides([Override(place, True)])


def test_walls_that_a_person_says_are_certain():
    known = BOARD.with_overrides(map(parse_override, ["wall:1,2-1,3=yes", "wall:2,1-1,1=no", "left:1=3"]))
    assert known.right == ((2.0, SURE), (0.5, -0.5))
    assert known.below == ((-SURE, -3.0, 1.0),)
    assert known.col_clues == BOARD.col_clues
    assert known.row_clues[0].likeliest == 3


def test_what_is_certain_costs_no_probability():
    known = BOARD.with_overrides(map(parse_override, ["left:2=1", "wall:2,2-2,3=no"]))
    certain = 0.2 * 1 / (1 + exp(-0.5))
    assert exp(known.log_probability) == pytest.approx(exp(BOARD.log_probability) / certain)


def test_of_two_words_about_one_clue_the_last_counts():
    known = BOARD.with_overrides(map(parse_override, ["top:2=0", "top:2=2"]))
    assert known.col_clues[1].likeliest == 2


def test_the_evidence_itself_stays_what_was_seen():
    BOARD.with_overrides([parse_override("top:1=2")])
    assert BOARD.col_clues[0].likeliest == 0
    assert BOARD.with_overrides([]) == BOARD
    assert not any(values.is_overridden for _, values in BOARD.clues())


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
