"""What is seen is answered only if it is proved: rivals, repairs, missing clues, what a person says."""

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

import pipeline
from fixtures.drawing.board.puzzles import unique_puzzle
from pipeline import Puzzle, Result, prove_image, read_written
from solver import solve, violations
from solver.belief.overrides import parse_override
from solver.message import Message
from solver.places import ClueAt
from solver.puzzle import Water
from tests.conftest import codes
from vision.reading.cut import AT_EDGE, MAY_GO_ON, NO_CLUES, RUN_OUT, Cut
from vision.reading.reading import Reading

ONE = Puzzle([2, 3, 1, 2], [2, 1, 3, 2], ["abbc", "defc", "ddfc", "ddff"])
OTHER = Puzzle([3, 3, 1, 2], [3, 1, 3, 2], ["abbc", "defc", "ddfc", "ddff"])
"""Both have one solution, and not the same."""
BLOCKS = Puzzle([3, 3, 1, 1], [0, 2, 2, 4], ["aabb", "aabb", "ccdd", "ccdd"])


def read_as_if_seen(puzzle: Puzzle) -> Reading:
    """Return a certain reading of a puzzle, of which nobody says that it is right."""
    return replace(read_written(puzzle)[1], is_known=False)


def changed(puzzle: Puzzle, place: str, **values: float) -> Reading:
    """Return a certain reading of a puzzle but for the probabilities of one clue."""
    return with_clue(read_as_if_seen(puzzle), place, **values)


def with_clue(reading: Reading, place: str, **values: float) -> Reading:
    """Give a line's clue probabilities: p3=0.9 of a three, none=0.1 of no clue."""
    axis, line = place.split(":")
    kind = "col_clues" if axis == "top" else "row_clues"
    clues = list(getattr(reading.evidence, kind))
    told = {len(clues[0]) - 1 if name == "none" else int(name[1:]): p for name, p in values.items()}
    clues[int(line) - 1] = tuple(math.log(told.get(value, 1e-9)) for value in range(len(clues[0])))
    evidence = replace(reading.evidence, **{kind: tuple(clues)})
    cols, rows = (
        tuple(belief.likeliest for belief in every) for every in (evidence.col_clues, evidence.row_clues)
    )
    return replace(reading, evidence=evidence, puzzle=Puzzle(cols, rows, reading.puzzle.regions))


@pytest.fixture
def proved(monkeypatch: pytest.MonkeyPatch):
    """Give the function that proves a reading as if a picture showed it."""

    def prove(reading: Reading, **options: object) -> Result:
        monkeypatch.setattr(pipeline, "read", lambda *_: reading)
        return prove_image(np.zeros((1, 1, 3), np.uint8), **options)

    return prove


def test_a_proved_puzzle_with_a_rival_nearly_as_probable_is_unsure(proved):
    both = with_clue(changed(ONE, "top:1", p2=0.55, p3=0.45), "left:1", p2=0.55, p3=0.45)
    result = proved(both)
    assert (result.status, result.solution) == ("unsure", None)
    differing = tuple(Message("clue_may_be", axis=axis, line=1, one=2, other=3) for axis in ("column", "row"))
    assert result.messages == (Message("rival", differing=differing),)
    clear = with_clue(changed(ONE, "top:1", p2=0.97, p3=0.03), "left:1", p2=0.97, p3=0.03)
    assert proved(clear).status == "solved"
    assert proved(both, repair_limit=0).status == "unsure"  # nothing is repaired, and as much is checked


def test_an_unfinished_search_for_rivals_is_no_proof(proved):
    doubtful = with_clue(changed(ONE, "top:1", p2=0.55, p3=0.45), "left:1", p2=0.55, p3=0.45)
    result = proved(doubtful, repair_limit=1e-4)
    assert (result.status, result.solution) == ("unsure", None)
    assert codes(result) == ["one_solution_as_read", "rivals_not_in_time"]


def test_walls_that_may_be_otherwise_with_the_same_water_are_named_beside_the_answer(proved):
    """Below the water of the upper aquarium is nothing but water: whether a wall is between changes none."""
    written = read_as_if_seen(BLOCKS)
    for odds, is_certain in ((1.5, False), (6.0, True)):
        upper, (_, _, *others), lower = written.evidence.below
        seen = replace(written.evidence, below=(upper, (odds, odds, *others), lower))
        result = proved(replace(written, evidence=seen))
        assert (result.status, result.puzzle, result.puzzle_certain) == ("solved", BLOCKS, is_certain)
        named = [f"{doubt.place}={doubt.otherwise}" for doubt in result.doubts]
        assert named == ([] if is_certain else ["wall:2,1-3,1=no", "wall:2,2-3,2=no"])


def test_sides_that_cannot_be_otherwise_alone_leave_it_certain_that_a_puzzle_is_misprinted(proved):
    """All sides of a kind are judged together; taken each by itself, one of so many would be misread."""
    puzzle, _ = unique_puzzle(np.random.default_rng(4), 8, 8)
    misprint = replace(puzzle, row_clues=(puzzle.row_clues[0] + 1, *puzzle.row_clues[1:]))
    written = read_as_if_seen(misprint)

    def seen(most: float) -> Reading:
        sides = (
            tuple(tuple(max(-most, min(most, odds)) for odds in line) for line in lines)
            for lines in (written.evidence.right, written.evidence.below)
        )
        right, below = sides
        return replace(written, evidence=replace(written.evidence, right=right, below=below))

    assert math.exp(seen(8.0).evidence.most_side_log_p) < 0.97
    assert proved(seen(8.0)).status == "no_solution"
    assert proved(seen(4.0)).status == "unsure"


def test_a_clue_that_looks_wrong_is_repaired_if_it_is_not_certain(proved):
    result = proved(changed(ONE, "left:1", p2=0.1, p3=0.9))
    assert (result.status, result.puzzle) == ("solved", ONE)
    assert [repair.what for repair in result.repairs] == ["row clue 1 taken as 2, though it looks like 3"]
    sure = proved(changed(ONE, "left:1", p2=0.001, p3=0.999))
    assert sure.status == "no_solution"
    assert codes(sure)[-1] == "nothing_in_doubt"


def test_a_small_board_on_which_two_clues_look_wrong_is_not_repaired(proved):
    result = proved(with_clue(changed(ONE, "left:1", p2=0.1, p3=0.9), "top:2", p3=0.1, p2=0.9))
    assert result.status == "unsure"
    assert Message("many_misread", clues=2) in result.messages


def test_a_number_that_is_seen_is_not_repaired_to_none(proved):
    without = replace(ONE, row_clues=(None, *ONE.row_clues[1:]))
    assert solve(without).unique
    result = proved(changed(ONE, "left:1", p3=0.7, none=0.29))
    assert (result.status, result.repairs) == ("unsure", ())


def test_a_missing_clue_is_found_by_the_rules_only_if_no_other_clue_would_do(proved):
    missing = changed(ONE, "top:1", none=1)
    assert proved(missing).puzzle == ONE
    assert proved(with_clue(missing, "left:3", p3=0.9, p2=0.1)).puzzle == ONE  # with a 2, there is none
    result = proved(with_clue(missing, "left:1", p2=0.9, p3=0.1))
    assert (result.status, result.solution) == ("unsure", None)


def test_too_many_missing_clues_are_not_found_by_the_rules(proved):
    result = proved(with_clue(changed(ONE, "top:1", none=1), "top:2", none=1))
    assert result.status == "unsure"
    assert codes(result)[-1] == "many_clues_missing"


@pytest.mark.parametrize("fault", ["too large", "uniform", MAY_GO_ON, AT_EDGE])
def test_a_board_that_may_be_cut_off_or_of_another_kind_is_not_repaired(proved, fault: str):
    reading = changed(ONE, "left:1", p2=0.1, p3=0.9)
    if fault == "too large":
        reading = replace(reading, too_large=((ClueAt("column", 2), 9),))
    elif fault == "uniform":
        reading = changed(replace(ONE, regions=((1,) * 4,) * 4), "left:1", p2=0.9, p3=0.1)
    else:
        reading = replace(reading, cut=(Cut("right", fault, is_sure=False),))
    result = proved(reading)
    assert result.status == "unsure"
    assert ("perhaps_cut" if reading.cut else "not_worked_out") in codes(result)


def test_a_wall_that_ends_inside_an_aquarium_is_not_answered_as_read(proved):
    written = read_as_if_seen(BLOCKS)
    (_, *others), *rows = written.evidence.right
    seen = replace(written.evidence, right=((0.8, *others), *rows))
    result = proved(replace(written, evidence=seen, loose=1))
    assert (result.status, result.puzzle) == ("solved", BLOCKS)
    assert [repair.what for repair in result.repairs] == [
        "no wall taken between row 1 column 1 and row 1 column 2, though it looks like one"
    ]
    sure = replace(written.evidence, right=((10.0, *others), *rows))
    assert proved(replace(written, evidence=sure, loose=1)).status == "unsure"


def test_what_a_person_says_outweighs_what_is_seen_and_walls_are_labelled_anew(proved):
    reading = changed(ONE, "left:1", p2=0.001, p3=0.999)
    assert proved(reading, overrides=[parse_override("left:1=2")]).status == "solved"
    written = read_as_if_seen(BLOCKS)
    assert written.with_overrides([parse_override("wall:1,1-1,2=yes")]).loose == 1
    joined = written.with_overrides([parse_override("wall:2,1-3,1=no")])
    assert joined.loose == 1
    assert joined.puzzle.regions == Puzzle([1], [1], ["aabb", "aabb", "aacc", "aacc"]).regions


def test_a_clue_that_a_person_says_is_not_too_large_any_more(proved):
    reading = replace(changed(ONE, "top:1", none=1), too_large=((ClueAt("column", 0), 23),))
    assert proved(reading).status == "unsure"
    assert proved(reading, overrides=[parse_override("top:1=2")]).status == "solved"


def test_few_clues_are_enough_where_the_size_is_said(proved):
    reading = read_as_if_seen(ONE)
    bare = replace(reading, puzzle=Puzzle([None] * 4, [None] * 4, ONE.regions))
    assert proved(bare).status == "no_puzzle"
    assert proved(bare, size=(4, 4), repair_limit=0).status == "ambiguous"


def test_a_whole_puzzle_with_several_solutions_is_never_answered_as_another(proved):
    """Without a wall that is hardly to be seen it would have one; but there are such puzzles."""
    rows = [[1, 2, 3, 4], [1, 5, 6, 4], [1, 7, 7, 7]]
    one, several = (
        Puzzle([3, 1, 1, 1], [1, 2, 1, 2], [*rows, last]) for last in ([1, 7, 8, 8], [1, 7, 8, 9])
    )
    assert (solve(one).unique, solve(several).unique) == (True, False)
    written = read_as_if_seen(several)
    for odds in (0.2, 2.0):
        right = (*written.evidence.right[:3], (*written.evidence.right[3][:2], odds))
        faint = replace(written.evidence, right=right)
        result = proved(replace(written, evidence=faint))
        assert (result.status, result.solution, result.puzzle_certain) == ("ambiguous", None, False)
        assert codes(result) == ["several_solutions_as_read", "compare_doubted"]
    result = proved(written)
    assert (result.status, result.solution.unique, result.puzzle_certain) == ("ambiguous", False, True)
    assert codes(result) == ["several_solutions_as_read", "nothing_in_doubt"]


# A person has looked and says that the reading is right


def test_what_is_said_to_be_read_rightly_is_neither_repaired_nor_doubted(proved):
    reading = changed(ONE, "left:1", p2=0.1, p3=0.9)
    assert proved(reading).repairs
    result = proved(reading, as_read=True)
    assert (result.status, result.repairs, result.doubts) == ("no_solution", (), ())
    assert result.messages == (Message("sums_differ", columns=8, rows=9),)
    assert result.puzzle.row_clues[0] == 3
    fixed = proved(reading, as_read=True, overrides=[parse_override("left:1=2")])
    assert (fixed.status, fixed.puzzle, fixed.repairs) == ("solved", ONE, ())


def test_what_is_said_to_be_read_rightly_has_no_rivals(proved):
    both = with_clue(changed(ONE, "top:1", p2=0.55, p3=0.45), "left:1", p2=0.55, p3=0.45)
    assert proved(both).status == "unsure"
    result = proved(both, as_read=True)
    assert (result.status, result.puzzle, result.puzzle_certain) == ("solved", ONE, True)


def test_a_puzzle_with_several_solutions_is_ambiguous_if_it_is_said_to_be_read_rightly(proved):
    bare = replace(ONE, col_clues=(None,) * 4, row_clues=(None, None, None, ONE.row_clues[3]))
    doubtful = changed(bare, "left:4", p2=0.6, p3=0.4)
    assert codes(proved(doubtful, size=(4, 4))) == ["several_solutions_as_read", "compare_doubted"]
    result = proved(doubtful, size=(4, 4), as_read=True)
    assert result.status == "ambiguous"
    assert codes(result) == ["several_solutions", "compare_doubted"]


def test_a_board_that_seems_to_be_cut_off_is_whole_if_it_is_said_to_be_read_rightly(proved):
    cut = replace(read_as_if_seen(ONE), cut=(Cut("right", RUN_OUT),))
    assert proved(cut).status == "unsure"
    for said in ({"as_read": True}, {"size": (4, 4)}):
        result = proved(cut, **said)
        assert (result.status, result.reading.cut) == ("solved", ())


def test_a_clue_that_was_not_read_cannot_have_been_read_rightly(proved):
    missing = changed(ONE, "top:1", none=1)
    result = proved(missing, as_read=True)
    assert result.status == "unsure"
    assert codes(result)[0] == "clues_missing"
    said = proved(missing, as_read=True, overrides=[parse_override("top:1=2")])
    assert (said.status, said.puzzle) == ("solved", ONE)


def half_seen(rows: int, cols: int, seen_as: Callable[[float], float]) -> tuple[Reading, Water]:
    """Return a reading to which some lines look as they should not, given what they are; and the water."""
    puzzle, water = unique_puzzle(np.random.default_rng(4), rows, cols)
    reading = read_as_if_seen(puzzle)
    right = tuple(
        tuple(seen_as(odds) if col in (2, 4) else odds for col, odds in enumerate(line))
        for line in reading.evidence.right
    )
    below = tuple(
        tuple(seen_as(odds) if row in (1, 3) else odds for odds in line)
        for row, line in enumerate(reading.evidence.below)
    )
    return replace(reading, evidence=replace(reading.evidence, right=right, below=below)), water


def hardly_open(_: float) -> float:
    """Give every side of such a line the odds of one that is open, as hardly as can be told."""
    return -0.4


def hardly_told(odds: float) -> float:
    """Give every side of such a line the odds of what it is, as hardly as can be told."""
    return math.copysign(0.1, odds)


def test_water_that_is_the_same_whatever_the_doubtful_walls_are_is_answered_without_the_puzzle(proved):
    reading, water = half_seen(6, 9, hardly_open)
    seen = replace(reading, loose=3)
    result = proved(seen)
    assert (result.status, result.solution.water, result.puzzle_certain) == ("solved", water, False)
    assert all(doubt.confidence < 0.7 for doubt in result.doubts)
    assert not violations(result.puzzle, water)
    assert proved(seen, repair_limit=0).status == "unsure"
    assert proved(replace(seen, cut=(Cut("right", NO_CLUES, is_sure=False),))).status == "unsure"


def test_a_puzzle_of_which_most_sides_are_unclear_is_not_answered_though_it_has_one_solution(proved):
    puzzle, water = unique_puzzle(np.random.default_rng(4), 6, 9)
    seen = read_as_if_seen(puzzle)
    right, below = (
        tuple(tuple(math.copysign(4.5, odds) for odds in line) for line in sides)
        for sides in (seen.evidence.right, seen.evidence.below)
    )
    assert proved(seen).solution.water == water
    unclear = proved(replace(seen, evidence=replace(seen.evidence, right=right, below=below)))
    assert (unclear.status, unclear.solution) == ("unsure", None)
    assert "walls_unclear" in codes(unclear)


def test_walls_are_repaired_beside_clues_that_touch_the_edge_but_add_up(proved):
    """Digits that were cut off would be missing from one of the sums."""
    reading, water = half_seen(6, 9, hardly_open)
    at_edge = replace(reading, loose=3, cut=(Cut("left", AT_EDGE, is_sure=False),))
    result = proved(at_edge)
    assert (result.status, result.solution.water) == ("solved", water)
    rows = reading.puzzle.row_clues
    fewer = replace(reading.puzzle, row_clues=(*rows[:-1], rows[-1] - 1))
    assert "perhaps_cut" in codes(proved(replace(at_edge, puzzle=fewer)))


@pytest.mark.parametrize(("odds", "status"), [(5.0, "solved"), (4.8, "unsure")])
def test_a_board_most_of_whose_walls_are_unclear_is_not_repaired(proved, odds: float, status: str):
    reading, _ = half_seen(6, 9, hardly_open)
    sides = [
        tuple(tuple(math.copysign(min(abs(side), odds), side) for side in line) for line in lines)
        for lines in (reading.evidence.right, reading.evidence.below)
    ]
    unclear = replace(reading.evidence, right=sides[0], below=sides[1])
    assert proved(replace(reading, loose=3, evidence=unclear)).status == status


def test_water_under_doubtful_walls_is_answered_as_read_if_no_rival_has_other(proved):
    seen, water = half_seen(6, 9, hardly_told)
    for limit in (2, 0):  # nothing is repaired
        result = proved(seen, repair_limit=limit)
        assert (result.status, result.solution.water, result.puzzle_certain) == ("solved", water, False)
    assert proved(seen, repair_limit=0.01).status == "unsure"
