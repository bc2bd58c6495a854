"""What is seen is answered only if it is proved: rivals, repairs, missing clues, what a person says."""

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from fixtures.drawing.board.puzzles import unique_puzzle
from pipeline import Puzzle, prove_reading, read_written
from solver import solve, violations
from solver.belief.evidence import ClueBelief
from solver.belief.overrides import parse_override
from solver.message import Message
from solver.places import ClueAt
from solver.puzzle import Water
from tests.conftest import Draw, codes
from vision.reading.cut import AT_EDGE, MAY_GO_ON, RUN_OUT, Cut
from vision.reading.read import read
from vision.reading.reading import Reading

ONE = Puzzle([2, 3, 1, 2], [2, 1, 3, 2], ["abbc", "defc", "ddfc", "ddff"])
Shares = dict[str, dict[int | None, float]]
"""By place, how probable values of its clue are."""
SeenAs = Callable[[NDArray[np.float64]], NDArray[np.float64] | float]
ALL = slice(None)
BLOCKS = Puzzle([3, 3, 1, 1], [0, 2, 2, 4], ["aabb", "aabb", "ccdd", "ccdd"])


def read_as_if_seen(puzzle: Puzzle) -> Reading:
    """Return a certain reading of a puzzle, of which nobody says that it is right."""
    return replace(read_written(puzzle)[1], is_known=False)


def with_evidence(reading: Reading, **changed: Any) -> Reading:
    """Return a reading of which the evidence is otherwise."""
    return replace(reading, evidence=replace(reading.evidence, **changed))


def changed(puzzle: Puzzle, clues: Shares) -> Reading:
    """Return a certain reading of a puzzle but for the probabilities of some clues."""
    reading = read_as_if_seen(puzzle)
    beliefs = {str(place): belief for place, belief in reading.evidence.clues()}
    for place, shares in clues.items():
        values = (*range(len(beliefs[place]) - 1), None)
        beliefs[place] = ClueBelief(math.log(shares.get(value, 1e-9)) for value in values)
    cols, rows = tuple(beliefs.values())[: puzzle.width], tuple(beliefs.values())[puzzle.width :]
    likeliest = [tuple(belief.likeliest for belief in every) for every in (cols, rows)]
    seen = with_evidence(reading, col_clues=cols, row_clues=rows)
    return replace(seen, puzzle=Puzzle(*likeliest, puzzle.regions))


def with_odds(reading: Reading, seen_as: SeenAs, cols: slice = ALL, rows: slice = ALL) -> Reading:
    """Return a reading to which the sides right of some columns and below some rows look otherwise."""
    right, below = np.array(reading.evidence.right), np.array(reading.evidence.below)
    right[:, cols], below[rows] = seen_as(right[:, cols]), seen_as(below[rows])
    sides = {"right": right, "below": below}
    return with_evidence(reading, **{name: tuple(map(tuple, odds.tolist())) for name, odds in sides.items()})


FIX_LEFT, FIX_TOP = ([parse_override(f"{edge}:1=2")] for edge in ("left", "top"))
EITHER, WRONG, SURELY_WRONG, NONE = {2: 0.55, 3: 0.45}, {2: 0.1, 3: 0.9}, {2: 0.001, 3: 0.999}, {None: 1}
RIVAL = {"top:1": EITHER, "left:1": EITHER}


@pytest.mark.parametrize(
    ("clues", "options", "status", "said"),
    [
        (RIVAL, {}, "unsure", ["rival"]),
        (RIVAL, {"repair_limit": 0}, "unsure", ["rival"]),
        (RIVAL, {"repair_limit": 1e-4}, "unsure", ["rivals_not_in_time"]),
        (RIVAL, {"as_read": True}, "solved", ["as_said"]),
        ({"top:1": {2: 0.97, 3: 0.03}, "left:1": {2: 0.97, 3: 0.03}}, {}, "unsure", ["rival"]),
        ({"top:1": {2: 0.995, 3: 0.005}, "left:1": {2: 0.97, 3: 0.03}}, {}, "solved", []),
        ({"left:1": WRONG}, {}, "solved", []),
        ({"left:1": WRONG}, {"as_read": True}, "no_solution", ["sums_differ"]),
        ({"left:1": WRONG}, {"as_read": True, "overrides": FIX_LEFT}, "solved", []),
        ({"left:1": SURELY_WRONG}, {}, "no_solution", ["sums_differ", "nothing_in_doubt"]),
        ({"left:1": SURELY_WRONG}, {"overrides": FIX_LEFT}, "solved", []),
        ({"left:1": {3: 0.7, None: 0.29}}, {}, "unsure", ["sums_differ_as_read", "no_correction"]),
        ({"top:1": NONE}, {}, "solved", []),
        ({"top:1": NONE}, {"repair_limit": 0}, "unsure", ["clues_missing", "repairs_off"]),
        ({"top:1": NONE, "left:3": {3: 0.9, 2: 0.1}}, {}, "solved", []),
        ({"top:1": NONE, "left:1": {2: 0.9, 3: 0.1}}, {}, "unsure", ["clues_missing", "rival"]),
        ({"top:1": NONE, "top:2": NONE}, {}, "unsure", ["clues_missing", "many_clues_missing"]),
        ({"top:1": NONE}, {"as_read": True}, "unsure", ["clues_missing"]),
        ({"top:1": NONE}, {"as_read": True, "overrides": FIX_TOP}, "solved", []),
    ],
)
def test_a_puzzle_whose_clues_are_in_doubt_is_answered_if_it_is_the_only_one_that_may_be_meant(
    clues: Shares, options: dict[str, Any], status: str, said: list[str]
):
    result = prove_reading(changed(ONE, clues), **options)
    assert (result.status, codes(result)) == (status, said)
    assert (result.solution is not None) == (status == "solved")
    if status == "solved":
        assert (result.puzzle, result.puzzle_certain) == (ONE, True)
    if "rival" in said:
        axes = ("column", "row")
        differing = tuple(Message("clue_may_be", axis=axis, line=1, one=2, other=3) for axis in axes)
        assert result.messages[-1] == Message("rival", differing=differing)


def test_walls_that_may_be_otherwise_with_the_same_water_are_named_beside_the_answer():
    """Below the water of the upper aquarium is nothing but water: whether a wall is between changes none."""
    written = read_as_if_seen(BLOCKS)
    for odds, is_certain in ((1.5, False), (6.0, True)):
        upper, (_, _, *others), lower = written.evidence.below
        result = prove_reading(with_evidence(written, below=(upper, (odds, odds, *others), lower)))
        assert (result.status, result.puzzle, result.puzzle_certain) == ("solved", BLOCKS, is_certain)
        named = [f"{doubt.place}={doubt.otherwise}" for doubt in result.doubts]
        assert named == ([] if is_certain else ["wall:2,1-3,1=no", "wall:2,2-3,2=no"])


def test_sides_that_cannot_be_otherwise_alone_leave_it_certain_that_a_puzzle_is_misprinted():
    """All sides of a kind are judged together; taken each by itself, one of so many would be misread."""
    puzzle, _ = unique_puzzle(np.random.default_rng(4), 8, 8)
    misprint = replace(puzzle, row_clues=(puzzle.row_clues[0] + 1, *puzzle.row_clues[1:]))
    written = read_as_if_seen(misprint)
    clear, unclear = (with_odds(written, lambda odds, m=most: np.clip(odds, -m, m)) for most in (8.0, 4.0))
    assert math.exp(clear.evidence.most_side_log_p) < 0.97
    assert prove_reading(clear).status == "no_solution"
    assert prove_reading(unclear).status == "unsure"


@pytest.mark.parametrize("fault", ["too large", "uniform", MAY_GO_ON, AT_EDGE])
def test_a_board_that_may_be_cut_off_or_of_another_kind_is_not_repaired(fault: str):
    reading = changed(ONE, {"left:1": WRONG})
    if fault == "too large":
        reading = replace(reading, too_large=((ClueAt("column", 2), 9),))
    elif fault == "uniform":
        reading = changed(replace(ONE, regions=((1,) * 4,) * 4), {"left:1": {2: 0.9, 3: 0.1}})
    else:
        reading = replace(reading, cut=(Cut("right", fault, is_sure=False),))
    result = prove_reading(reading)
    assert result.status == "unsure"
    assert ("perhaps_cut" if reading.cut else "not_worked_out") in codes(result)


def test_a_wall_that_ends_inside_an_aquarium_is_not_answered_as_read():
    written = read_as_if_seen(BLOCKS)
    (_, *others), *rows = written.evidence.right
    result = prove_reading(replace(with_evidence(written, right=((0.8, *others), *rows)), loose=1))
    assert (result.status, result.puzzle) == ("solved", BLOCKS)
    (repair,) = result.repairs
    assert repair.what == "no wall taken between row 1 column 1 and row 1 column 2, though it looks like one"
    sure = with_evidence(written, right=((10.0, *others), *rows))
    assert prove_reading(replace(sure, loose=1)).status == "unsure"


def test_a_clue_that_a_person_says_is_not_too_large_any_more():
    reading = replace(changed(ONE, {"top:1": NONE}), too_large=((ClueAt("column", 0), 23),))
    assert prove_reading(reading).status == "unsure"
    assert prove_reading(reading, overrides=FIX_TOP).status == "solved"


def test_a_whole_puzzle_with_several_solutions_is_never_answered_as_another():
    """Without a wall that is hardly to be seen it would have one; but there are such puzzles."""
    one, several = (
        Puzzle([3, 1, 1, 1], [1, 2, 1, 2], ["abcd", "aefd", "aggg", last]) for last in ("aghh", "aghi")
    )
    assert (solve(one).unique, solve(several).unique) == (True, False)
    written = read_as_if_seen(several)
    for odds in (0.2, 2.0):
        right = (*written.evidence.right[:3], (*written.evidence.right[3][:2], odds))
        result = prove_reading(with_evidence(written, right=right))
        assert (result.status, result.solution, result.puzzle_certain) == ("ambiguous", None, False)
        assert codes(result) == ["several_solutions_as_read", "compare_doubted"]
    result = prove_reading(written)
    assert (result.status, result.solution.unique, result.puzzle_certain) == ("ambiguous", False, True)
    assert codes(result) == ["several_solutions_as_read", "nothing_in_doubt"]


def test_a_puzzle_with_several_solutions_is_ambiguous_if_it_is_said_to_be_read_rightly():
    bare = replace(ONE, col_clues=(None,) * 4, row_clues=(None, None, None, ONE.row_clues[3]))
    doubtful = changed(bare, {"left:4": {2: 0.6, 3: 0.4}})
    seen = codes(prove_reading(doubtful, is_meant=True))
    assert seen == [*["clues_missing"] * 2, "several_solutions_as_read", "compare_doubted"]
    result = prove_reading(doubtful, is_meant=True, as_read=True)
    assert (result.status, codes(result)) == ("ambiguous", ["several_solutions", "compare_doubted"])


def test_a_person_who_says_that_a_doubtful_reading_is_right_is_answered_and_told_so(draw: Draw):
    case = draw(6, 7, seed=1, unique=True)
    seen = read(case.pixels)
    faint = tuple(tuple(0.01 * odds for odds in line) for line in seen.evidence.right)
    doubtful = replace(seen, evidence=replace(seen.evidence, right=faint))
    refused, told = prove_reading(doubtful), prove_reading(doubtful, as_read=True)
    assert (refused.status, refused.messages[0]) == ("unsure", Message("lines_unclear", lines=36))
    assert (told.status, told.messages) == ("solved", (Message("as_said", places=36),))
    assert prove_reading(seen, as_read=True).messages == ()


def test_a_board_that_seems_to_be_cut_off_is_whole_if_it_is_said_to_be_read_rightly():
    cut = replace(read_as_if_seen(ONE), cut=(Cut("right", RUN_OUT),))
    assert prove_reading(cut).status == "unsure"
    for said in ({"as_read": True}, {"is_meant": True}):
        result = prove_reading(cut, **said)
        assert (result.status, result.reading.cut) == ("solved", ())


def half_seen(seen_as: SeenAs, rows: int = 6, cols: int = 9) -> tuple[Reading, Water]:
    """Return a reading to which some lines look as they should not, given what they are; and the water."""
    puzzle, water = unique_puzzle(np.random.default_rng(4), rows, cols)
    reading = read_as_if_seen(puzzle)
    return with_odds(reading, seen_as, slice(2, 5, 2), slice(1, 4, 2)), water


def test_water_that_is_the_same_whatever_the_doubtful_walls_are_is_answered_without_the_puzzle():
    """Clues touch the edge but add up: digits that were cut off would be missing from one of the sums."""
    reading, water = half_seen(lambda _: -0.4, 4, 6)
    seen = replace(reading, loose=3, cut=(Cut("left", AT_EDGE, is_sure=False),))
    result = prove_reading(seen)
    assert (result.status, result.solution.water, result.puzzle_certain) == ("solved", water, False)
    assert all(doubt.confidence < 0.7 for doubt in result.doubts)
    assert not violations(result.puzzle, water)
    assert prove_reading(seen, repair_limit=0).status == "unsure"
    rows = reading.puzzle.row_clues
    fewer = replace(reading.puzzle, row_clues=(*rows[:-1], rows[-1] - 1))
    assert "perhaps_cut" in codes(prove_reading(replace(seen, puzzle=fewer)))


@pytest.mark.parametrize(("odds", "is_tried"), [(5.0, True), (4.8, False)])
def test_a_board_most_of_whose_walls_are_unclear_is_not_repaired(odds: float, is_tried: bool):
    reading, _ = half_seen(lambda _: -0.4)
    unclear = with_odds(reading, lambda seen: np.clip(seen, -odds, odds))
    result = prove_reading(replace(unclear, loose=3), repair_limit=0.5)
    assert result.status == "unsure"
    assert ("rivals_not_in_time" in codes(result)) == is_tried


def test_water_under_doubtful_walls_is_answered_as_read_if_no_rival_has_other():
    seen, water = half_seen(lambda odds: np.copysign(0.1, odds))
    for limit in (2, 0):  # nothing is repaired
        result = prove_reading(seen, repair_limit=limit)
        assert (result.status, result.solution.water, result.puzzle_certain) == ("solved", water, False)


def test_an_answer_of_which_not_all_was_ruled_out_in_time_is_called_an_estimate():
    seen, water = half_seen(lambda odds: np.copysign(3.0, odds))
    for limit, said in ((1e-3, ["rivals_not_in_time"]), (5e-3, ["estimated"]), (2, [])):
        result = prove_reading(seen, repair_limit=limit)
        assert codes(result)[-1:] == said
        assert (result.status == "solved") == (limit > 2e-3)
        assert limit < 2e-3 or result.solution.water == water
