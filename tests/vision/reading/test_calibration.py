"""What is believed of a clue after the networks: nothing is excluded, ink counts, gaps are no misses."""

from dataclasses import replace
from math import exp, log

import numpy as np
import pytest

from solver.belief.evidence import Change, Evidence
from solver.belief.overrides import parse_override
from solver.message import Message
from solver.places import ClueAt, SideAt
from solver.puzzle import Puzzle
from tests.conftest import Draw
from vision.reading.calibration import (
    NO_NUMBER,
    less_sure,
    omits_clues,
    to_repair,
    trusted,
    weighed,
    within_line,
    without_gaps,
)
from vision.reading.clues import is_count, is_opposed
from vision.reading.doubts import (
    Doubt,
    doubts_about,
    explain_repairs,
    find_doubts,
    find_loose,
    percent,
    worth_saying,
)
from vision.reading.read import read
from vision.reading.reading import Reading


def surely(value: int) -> np.ndarray:
    return np.eye(NO_NUMBER + 1)[[value]]


def board(*none: float) -> Evidence:
    """Return evidence of as many rows, and one column, with these probabilities of no clue in the rows."""
    rows = tuple((*(log((1 - p) * share) for share in (0.9, 0.1)), log(p)) for p in none)
    return Evidence(
        (tuple(map(log, (0.97, *[0.01] * 3))),), rows, ((),) * len(none), ((0.0,),) * (len(none) - 1)
    )


def none_after(evidence: Evidence) -> list[float]:
    return [exp(values[-1]) for values in evidence.row_clues]


def test_no_value_is_excluded_by_a_picture():
    believed = trusted(surely(7))
    assert believed.sum() == pytest.approx(1)
    assert believed.argmax() == 7
    assert believed.min() == pytest.approx(1e-3 / 101)


def test_ink_speaks_for_a_number_and_bare_paper_against_it():
    even = np.zeros((3, NO_NUMBER + 1))
    even[:, [5, NO_NUMBER]] = 0.5
    ink, neither, bare = weighed(even, np.array([1, 0, 0], bool), np.array([0, 0, 1], bool))
    assert [ink[NO_NUMBER], neither[NO_NUMBER], bare[NO_NUMBER]] == pytest.approx([1 / 3.5, 0.5, 1000 / 1001])
    assert even[:, 5].tolist() == [0.5] * 3


def test_a_clue_fits_its_line_or_little_is_known_of_it_and_what_would_fit_is_no_likelier_than_it_looks():
    seen = np.full((1, NO_NUMBER + 1), 1e-6)
    seen[0, 12], seen[0, 1] = 0.9, 0.1
    fits, too_large, perhaps = within_line(np.concatenate([surely(4), surely(9), seen]), 6)
    assert fits.shape == (8,)
    assert fits.argmax() == 4
    assert fits.min() == pytest.approx(1e-5, rel=0.01)
    assert too_large[:7] == pytest.approx(1 / 7, rel=0.01)
    assert perhaps[1] == pytest.approx(0.1 + 0.9 / 7, rel=0.01)
    assert perhaps[2:7] == pytest.approx(0.9 / 7, rel=0.01)


def test_a_board_omits_clues_if_enough_lines_apart_have_none():
    assert omits_clues(board(0.9, 0.01, 0.9, 0.01, 0.01))
    assert not omits_clues(board(0.9, 0.9, 0.01, 0.01, 0.01))  # these are neighbours
    assert not omits_clues(board(0.9, 0.01, 0.7, 0.01, 0.01))  # one is hard to read
    assert omits_clues(board(0.9, 0.01, 0.9, *[0.01] * 10))
    assert not omits_clues(board(0.9, 0.01, 0.9, *[0.01] * 20))  # few of many lines


def test_where_no_clue_is_omitted_on_purpose_every_line_has_one_unless_it_is_surely_empty():
    assert none_after(without_gaps(board(0.9, 0.5, 0.01))) == pytest.approx([0.9, 0, 0], abs=1e-4)
    assert without_gaps(board(0.9, 0.5, 0.9)) == board(0.9, 0.5, 0.9)


def test_a_repair_takes_no_number_that_is_seen_away():
    assert none_after(to_repair(board(0.9, 0.6, 0.4))) == pytest.approx([0.9, 0.6, 0], abs=1e-4)
    assert none_after(to_repair(board(0.9, 0.6, 0.4), is_unread=True)) == pytest.approx([0, 0, 0], abs=1e-4)


def test_sides_are_less_sure_where_some_must_be_wrong():
    clear = Evidence((), (), ((12.0, -12.0, 3.0),), ())
    assert less_sure(clear) == clear
    doubtful = Evidence((), (), ((12.0, -12.0, 3.0, -1.0),), ((5.0, 4.0),))
    (right,), (below,) = less_sure(doubtful).right, less_sure(doubtful).below
    assert right == pytest.approx((9.6, -9.6, 3.0, -1.0))
    assert below == pytest.approx((4.7, 4.0))


def margin(*numbers: int, sure: float = 0.99) -> np.ndarray:
    told = np.full((len(numbers), NO_NUMBER + 1), (1 - sure) / NO_NUMBER)
    told[range(len(numbers)), numbers] = sure
    return told


def test_numbers_from_1_on_count_the_lines_unless_they_are_hardly_read():
    for numbers in ((1, 2, 3, 4, 5), (5, 4, 3, 2, 1), (1, 2, 3, 4, 9)):
        assert is_count(margin(*numbers))
        assert not is_count(margin(*numbers, sure=0.4))
    assert not is_count(margin(2, 2, 3, 1, 5))


def test_numbers_on_opposite_sides_may_be_the_same_and_not_others():
    own = margin(3, 1, 4, 1, 5)
    assert not is_opposed([own, own])
    assert is_opposed([own, margin(2, 7, 1, 8, 2)])


EVIDENCE = Evidence(
    col_clues=(tuple(map(log, (0.01, 0.6, 0.38, 0.01))), tuple(map(log, (0.01, 0.01, 0.01, 0.97)))),
    row_clues=(tuple(map(log, (0.02, 0.03, 0.15, 0.8))), tuple(map(log, (0.01, 0.09, 0.8, 0.1)))),
    right=((log(9),), (-log(4),)),
    below=((log(99), -log(19)),),
)
"""A board of two rows and two columns, of which two are without a clue."""


@pytest.fixture(scope="module")
def reading(draw: Draw) -> Reading:
    """Return the evidence as seen in a picture of 6 rows and 7 columns, its cells 31 pixels wide."""
    return replace(read(draw(6, 7).pixels), evidence=EVIDENCE)


def parted(reading: Reading, regions: tuple[tuple[int, ...], ...]) -> Reading:
    return replace(reading, puzzle=Puzzle([None] * 2, [None] * 2, regions))


def test_the_least_certain_come_first_and_so_many_as_are_wanted(reading: Reading):
    every = find_doubts(reading, 20)
    assert len(every) == 4 + 4
    sure = [doubt.confidence for doubt in every]
    assert sure == pytest.approx([0.6, 0.8, 0.8, 0.8, 0.9, 0.95, 0.97, 0.99])
    assert find_doubts(reading, 3) == every[:3]


def test_doubts_say_what_was_read_and_what_it_may_be_instead(reading: Reading):
    told = {str(doubt.place): (doubt.message, doubt.otherwise) for doubt in find_doubts(reading, 20)}
    assert told["top:1"] == (Message("clue_read_or", axis="column", line=1, read=1, other=2), "2")
    assert told["left:1"] == (Message("clue_read_or", axis="row", line=1, read=None, other=2), "2")
    assert told["left:2"] == (Message("clue_read_or", axis="row", line=2, read=2, other=None), "?")
    assert told["wall:1,1-1,2"] == (Message("wall_read_or", cells=((1, 1), (1, 2))), "no")
    assert told["wall:2,1-2,2"] == (Message("no_wall_read_or", cells=((2, 1), (2, 2))), "yes")
    assert told["wall:1,1-2,1"] == (Message("wall_read", cells=((1, 1), (2, 1))), "no")


def test_every_doubt_can_be_said_as_a_fix_that_makes_the_other_possibility_so(reading: Reading):
    for doubt in find_doubts(reading, 20):
        fix = parse_override(f"{doubt.place}={doubt.otherwise}")
        assert fix.place == doubt.place
        doubts = find_doubts(replace(reading, evidence=EVIDENCE.with_overrides([fix])), 8)
        (other,) = [one for one in doubts if one.place == fix.place]
        assert other.confidence == 1
        assert other.message != doubt.message


def test_what_something_is_drawn_over_is_always_named_and_after_missing_clues_first(reading: Reading):
    over = frozenset({ClueAt("row", 0), SideAt(1, 0, below=False)})
    seen = replace(reading, covered=over)
    clue, wall = find_doubts(seen, 1)
    assert (clue.place, wall.place) == (ClueAt("row", 0), SideAt(1, 0, below=False))
    assert clue.message == Message("drawn_over", read=Message("clue_read", axis="row", line=1, read=None))
    assert clue.confidence == pytest.approx(0.15)
    assert [doubt.place for doubt in find_doubts(seen, 3)] == [clue.place, wall.place, ClueAt("column", 1)]
    hidden = replace(EVIDENCE, col_clues=(EVIDENCE.col_clues[0], EVIDENCE.row_clues[1]))
    missing = replace(reading, evidence=hidden, covered=frozenset({wall.place}))
    assert [doubt.place for doubt in find_doubts(missing, 1)] == [clue.place, wall.place]
    assert len(find_doubts(seen, 20)) == 4 + 4
    assert doubts_about(seen, over) == (clue, wall)


def test_clues_and_sides_have_boxes_where_they_stand(reading: Reading):
    (x0, y0), pitch = reading.board.corners[0], reading.board.pitch
    assert reading.box(ClueAt("row", 2)) == reading.clue_boxes[1][2]
    assert reading.box(ClueAt("column", 6)) == reading.clue_boxes[0][6]
    for below, box in ((False, (4.5, 2, 5.5, 3)), (True, (4, 2.5, 5, 3.5))):
        found = (np.reshape(reading.box(SideAt(2, 4, below=below)), (2, 2)) - (x0, y0)) / pitch
        assert found.ravel() == pytest.approx(box, abs=1.5 / pitch)


def test_repairs_are_told_in_words_with_their_boxes(reading: Reading):
    clue, side = ClueAt("row", 2), SideAt(0, 1, below=True)
    changes = [Change(clue, 3, 8), Change(side, False, True)]
    first, second = explain_repairs(changes, {clue: 0.98, side: 0.9}.__getitem__, reading)
    assert first.message == Message("clue_taken", axis="row", line=3, taken=8, looks=3)
    assert second.message == (Message("wall_taken", cells=((1, 2), (2, 2))))
    assert (first.place, first.box) == (clue, reading.box(clue))
    assert (second.place, second.box) == (side, reading.box(side))
    assert (first.confidence, second.confidence) == (0.98, 0.9)


def test_walls_with_one_aquarium_on_both_sides_are_loose(reading: Reading):
    first, second = find_loose(parted(reading, ((1, 1), (1, 1))))
    assert first.message == Message("loose_wall", cells=((1, 1), (1, 2)))
    assert (str(first.place), first.otherwise, first.box) == ("wall:1,1-1,2", "no", reading.box(first.place))
    assert first.confidence == pytest.approx(0.9)
    assert str(second.place) == "wall:1,1-2,1"
    assert find_loose(parted(reading, ((1, 2), (2, 2)))) == ()


def sure(*confidences: float) -> list[Doubt]:
    first = ClueAt("row", 0), Message("blurred")
    return [Doubt(*first, confidence, (0, 0, 1, 1), "1") for confidence in confidences]


def test_doubts_that_are_nearly_certain_are_not_worth_saying_beside_others_and_loose_walls_are_once(
    reading: Reading,
):
    assert worth_saying(sure(0.5, 0.99, 0.996, 0.999)) == sure(0.5, 0.99)
    assert worth_saying(sure(0.996, 0.999)) == sure(0.996)
    assert list(worth_saying([])) == []
    loose = find_loose(parted(reading, ((1, 1), (1, 1))))
    assert worth_saying(sure(0.996), loose) == list(loose)
    assert worth_saying([*sure(0.5), loose[0]], loose) == [*sure(0.5), *loose]


def test_no_doubt_is_rounded_away():
    said = {0.618: "62 %", 0.994: "99 %", 0.9999: "99 %", 1.0: "100 %", 0.001: "0 %"}
    assert {confidence: percent(confidence) for confidence in said} == said


def test_a_clue_larger_than_its_line_is_asked_for_and_no_smaller_one_is_offered(reading: Reading):
    place = ClueAt("row", 1)
    (doubt,) = doubts_about(replace(reading, too_large=((place, 9),)), {place})
    said = Message("clue_read_too_large", axis="row", line=2, read=9)
    assert (doubt.message, doubt.otherwise) == (said, "?")
