"""The likeliest puzzle with one solution is answered if no rival comes near it; else all is refused."""

from contextlib import suppress
from dataclasses import replace
from math import exp, inf, log

import numpy as np
import pytest

from solver import solve
from solver.belief.answer import (
    MARGIN,
    SAME_WATER,
    NotInTime,
    NotProved,
    Proved,
    _open_places,
    _same_water,
    find_hypothesis,
    find_margin,
    prove,
)
from solver.belief.bound import Bound
from solver.belief.evidence import Evidence
from solver.belief.hypothesis import Hypothesis
from solver.belief.sources import misprint, several_solutions, share_with_one_solution
from solver.deadline import Deadline
from solver.grid import joined_cells
from solver.message import Message
from solver.places import ClueAt, SideAt, is_wall
from solver.puzzle import Puzzle, Water
from tests.oracle import every_water, meant
from tests.solver.belief.looks import (
    LOOK_SIZES,
    evidence_of,
    looked_at,
    seen,
    some_sides,
    unique,
    with_clue,
    with_sides,
)


def answer(evidence: Evidence, limit: float = 10.0) -> Proved:
    deadline = Deadline(limit)
    return prove(evidence, find_hypothesis(evidence, deadline), deadline)


def told(puzzle: Puzzle, water: Water, evidence: Evidence) -> Hypothesis:
    return Hypothesis(puzzle, water, evidence.deficit(puzzle))


# Against brute force: every board, every reading of the clues, and nothing left out


def test_a_margin_is_never_more_than_the_true_log_odds() -> None:
    answered = refused = bounded = 0
    for seed in range(90):
        look = looked_at(seed, [*LOOK_SIZES[:2] * 2, (3, 3)])  # few of the largest, which take longest
        deadline = Deadline(20)
        try:
            hypothesis = find_hypothesis(look.evidence, deadline)
        except NotProved:
            continue
        margin = find_margin(look.evidence, hypothesis, deadline)
        true = meant(look.evidence).log_odds(hypothesis.water, hypothesis.puzzle)
        if margin.log_odds < MARGIN:
            refused += true < MARGIN
            continue
        assert margin.log_odds <= true + 1e-6
        answered += 1
        bounded += margin.is_bound
    assert answered > 40
    assert bounded > 0.98 * answered
    assert refused > 2


def test_puzzles_with_several_solutions_and_misprints_are_as_improbable_as_where_they_come_from():
    small, large = (unique(3, size, size)[0] for size in (5, 12))
    fine = replace(large, regions=np.arange(144).reshape(12, 12).tolist())
    assert 3 < several_solutions(small) < several_solutions(fine) < 8
    assert share_with_one_solution(small) > share_with_one_solution(fine)
    assert misprint(10, 10) == pytest.approx(log(200) + 5.9, abs=0.1)


# Several evidences of which one is right


def test_what_another_evidence_may_mean_is_against_the_answer_as_far_as_it_is_probable():
    """A board that may have a row more: whether it is a puzzle, too, decides."""
    puzzle, water = unique(5, 5, 6)
    other, _ = unique(11, 6, 6)
    evidence = evidence_of(puzzle)
    hypothesis = told(puzzle, water, evidence)
    alone = prove(evidence, hypothesis, Deadline(10)).margin
    for prior, is_proved in ((-8.0, True), (-2.0, False)):
        rival = replace(evidence_of(other), log_prior=prior)
        margin = find_margin(evidence, hypothesis, Deadline(10), [rival])
        assert (margin.log_odds >= MARGIN) == is_proved
        assert margin.log_odds == pytest.approx(min(alone, -prior), abs=0.2)
    with pytest.raises(NotProved) as refused:
        prove(evidence, hypothesis, Deadline(10), [replace(evidence_of(other), log_prior=-2.0)])
    size = Message("size_may_be", rows=6, columns=6)
    assert refused.value.what == Message("rival", differing=(size,))
    unsolvable = replace(other, row_clues=(other.row_clues[0] + 1, *other.row_clues[1:]))
    no_rival = replace(evidence_of(unsolvable), log_prior=-2.0)
    same_water = replace(evidence, log_prior=-1.0)
    for harmless in (no_rival, same_water):
        assert find_margin(evidence, hypothesis, Deadline(10), [harmless]).log_odds >= MARGIN


def test_margins_of_joint_evidences_are_never_more_than_the_true_log_odds():
    """Two looks at boards of two sizes, as probable as each other or less."""
    answered = 0
    for seed in range(40):
        mine, other = looked_at(seed, [(2, 3)]), looked_at(seed + 500, [(3, 2), (2, 3)])
        prior = float(np.random.default_rng(seed).uniform(-7, 0))
        evidence, rival = mine.evidence, replace(other.evidence, log_prior=prior)
        try:
            hypothesis = find_hypothesis(evidence, Deadline(10))
        except NotProved:
            continue
        margin = find_margin(evidence, hypothesis, Deadline(10), [rival])
        if margin.log_odds >= MARGIN:
            assert margin.log_odds <= joint_log_odds(hypothesis, [evidence, rival]) + 1e-6
            answered += 1
    assert answered > 5


def joint_log_odds(hypothesis: Hypothesis, evidences: list[Evidence]) -> float:
    right = against = 0.0
    less = exp(-several_solutions(hypothesis.puzzle)), exp(-misprint(2, 3))
    for evidence in evidences:
        scale, every = exp(evidence.log_prior + evidence.log_probability), meant(evidence)
        mine = every.waters.get(hypothesis.water, 0.0)
        right += scale * mine
        against += scale * (
            sum(every.waters.values()) - mine + less[0] * every.several + less[1] * every.unsolvable
        )
    return log(right) - log(against)


# The puzzle, too


def test_a_puzzle_is_certain_only_if_no_other_with_the_same_water_may_be_meant() -> None:
    certain = doubtful = late = 0
    for one in map(seen, range(80)):
        hypothesis = Hypothesis(one.puzzle, one.water, one.log_odds)
        others = one.of_others()
        bound = Bound(one.evidence, hypothesis)
        mass = _same_water(bound, Deadline(10))
        if bound.same_water() > SAME_WATER:  # the others must be ruled out one by one
            assert _same_water(bound, Deadline(1e-9)) == inf
            late += mass <= SAME_WATER
        with suppress(NotProved):
            proved = prove(one.evidence, hypothesis, Deadline(10))
            assert proved.is_puzzle_certain == (mass <= SAME_WATER)
        if mass <= SAME_WATER:
            assert others <= mass + 1e-6
            certain += 1
            continue
        named = set(_open_places(one.evidence, hypothesis))
        clues = (*one.puzzle.col_clues, *one.puzzle.row_clues)
        for (regions, other, water), each in one.masses.items():
            if water == one.water and each * exp(one.log_odds) > SAME_WATER:
                assert named >= {
                    side
                    for side, _ in one.evidence.sides()
                    if is_wall(regions, side) != is_wall(one.puzzle.regions, side)
                }
                places = zip(one.evidence.clues(), clues, other, strict=True)
                assert named >= {place for (place, _), here, there in places if here != there}
        doubtful += 1
    assert min(certain, doubtful) > 10
    assert late > 0


# What is repaired


@pytest.mark.parametrize("seed", range(4))
def test_a_clue_that_looks_more_like_another_is_repaired_and_told(seed: int):
    puzzle, water = unique(seed)
    line, true = seed % 7, puzzle.col_clues[seed % 7]
    wrong = (true + 1 + seed % 6) % 8
    evidence = with_clue(evidence_of(puzzle), ClueAt("column", line), {wrong: 0.7, true: 0.2})
    proved = answer(evidence.given(unless_none=0.5))
    assert proved.hypothesis.water == water
    assert proved.confidence == pytest.approx(1 / (1 + exp(-proved.margin)))
    (change,) = proved.repaired(evidence)
    assert (change.place, change.seen, change.became) == (ClueAt("column", line), wrong, true)


@pytest.mark.parametrize(("side", "most"), [(4, 1), (10, 2)])
def test_more_than_a_tenth_of_the_clues_is_never_repaired(side: int, most: int):
    """Each of some rows looks as if it had one wet cell more; nothing else is in doubt."""
    for seed in range(40):
        puzzle, _ = unique(seed, side, side)
        evidence = evidence_of(puzzle)
        for line, clue in enumerate(puzzle.row_clues[: most + 1]):
            evidence = with_clue(evidence, ClueAt("row", line), {(clue + 1) % side: 0.54, clue: 0.45})
        try:
            find_hypothesis(evidence, Deadline(10))
        except NotProved as refused:
            assert refused.what == Message("many_misread", clues=most + 1)
            return
    raise AssertionError("none was refused")


# What is refused


def test_what_is_less_likely_than_a_misprint_is_refused_as_one():
    puzzle, water = unique(5, 6, 7)
    true = puzzle.row_clues[2]
    evidence = with_clue(evidence_of(puzzle), ClueAt("row", 2), {(true + 1) % 8: 0.99999, true: 1e-6})
    with pytest.raises(NotProved, match="a misprint is as likely as a misreading"):
        prove(evidence, told(puzzle, water, evidence), Deadline(10))


@pytest.mark.parametrize("limit", [1e-9, 0.1])
def test_what_was_not_found_or_ruled_out_in_time_is_not_proved(limit: float):
    puzzle, water = unique(5, 5, 5)
    evidence = evidence_of(puzzle)
    with pytest.raises(NotInTime, match="correction"):
        find_hypothesis(evidence, Deadline(limit))
    doubtful = with_sides(evidence, some_sides(evidence, 1, 0.3), 0.1)
    with pytest.raises(NotInTime, match="readings"):
        prove(doubtful, told(puzzle, water, doubtful), Deadline(limit))


def test_a_likely_cut_that_lets_in_other_water_is_found_and_not_taken_as_harmless():
    puzzle = Puzzle((3, 1, 1, 1), (1, 2, 1, 2), ((1, 2, 3, 4), (1, 5, 6, 4), (1, 7, 7, 7), (1, 7, 8, 8)))
    water = solve(puzzle).water
    cut, opened = SideAt(3, 2, below=False), SideAt(1, 0, below=False)
    prove(evidence_of(puzzle), told(puzzle, water, evidence_of(puzzle)), Deadline(2))
    for odds in (1.0, 2.0):
        evidence = with_sides(with_sides(evidence_of(puzzle), [cut], -odds), [opened], odds)
        with pytest.raises(NotProved):
            prove(evidence, told(puzzle, water, evidence), Deadline(2))


# Sides of which nobody can tell whether they are walls


def test_the_sides_of_a_long_border_are_named_though_all_of_them_are_hardly_otherwise():
    puzzle = Puzzle([1] * 8, [0, 0, 8], ["a" * 8, "b" * 8, "c" * 8])
    water = ((False,) * 8, (False,) * 8, (True,) * 8)
    border = [side for side, _ in evidence_of(puzzle).sides() if side.below and side.row == 0]
    doubted = with_sides(evidence_of(puzzle), border, 2.0)
    assert set(_open_places(doubted, told(puzzle, water, doubted))) == set(border)


def test_a_wall_with_which_there_would_be_other_waters_too_is_surely_not_there():
    solutions = []
    for seed in range(30, 38):
        puzzle, water = unique(seed, 4, 4)
        every = [side for side, _ in evidence_of(puzzle).sides()]
        for side in every:
            is_open = [one.cells for one in every if one != side and not is_wall(puzzle.regions, one)]
            other = replace(puzzle, regions=joined_cells(4, 4, is_open))
            if is_wall(puzzle.regions, side) or not is_wall(other.regions, side):
                continue
            doubted = with_sides(evidence_of(puzzle), [side], -2.0)
            solutions.append(len(every_water(other)))
            certain = _same_water(Bound(doubted, told(puzzle, water, doubted)), Deadline(10)) <= SAME_WATER
            assert certain == (solutions[-1] > 1)
            assert certain or list(_open_places(doubted, told(puzzle, water, doubted))) == [side]
    assert min(solutions) == 1 < max(solutions)


@pytest.mark.parametrize(("one", "other"), [(6, 8), (1, 7), (3, 5)])
def test_two_numbers_that_are_always_taken_for_each_other_never_give_wrong_water(one: int, other: int):
    """The worst a font can do: both are misread with certainty, in every clue."""
    exchange, tried, held = {one: other, other: one}, 0, 0
    for seed in range(15):
        puzzle, water = unique(seed, 9, 9)
        read = [
            [exchange.get(clue, clue) for clue in clues] for clues in (puzzle.col_clues, puzzle.row_clues)
        ]
        misread_puzzle = Puzzle(*read, puzzle.regions)
        if misread_puzzle == puzzle:
            continue
        tried += 1
        try:
            held += answer(evidence_of(misread_puzzle)).hypothesis.water == water
        except NotProved:
            held += 1
    assert tried == held > 5
