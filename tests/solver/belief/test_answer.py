"""The likeliest puzzle with one solution is answered if no rival comes near it; else all is refused."""

from contextlib import suppress
from dataclasses import replace
from itertools import permutations
from math import exp, log

import numpy as np
import pytest

from solver import solve
from solver.belief import proof
from solver.belief.answer import (
    NotInTime,
    NotProved,
    Proved,
    _open_places,
    find_hypothesis,
    prove,
)
from solver.belief.causes import confused, hypothesis_of, lookalikes
from solver.belief.evidence import Evidence, Hypothesis
from solver.belief.proof import MARGIN, SAME_WATER, Proof, find_margin, least_probability, mass_of_same_water
from solver.belief.sources import misprint, several_solutions, share_with_one_solution
from solver.deadline import Deadline
from solver.grid import joined_cells
from solver.message import Message
from solver.places import ClueAt, SideAt, is_wall
from solver.puzzle import Puzzle, Water
from solver.solving import find_solutions
from tests.oracle import every_water, meant, true_log_odds
from tests.solver.belief.looks import (
    Looks,
    any_look,
    evidence_of,
    log_p,
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
    return hypothesis_of(evidence, puzzle, water)


# Against brute force: every board, every reading of the clues, and nothing left out


def test_a_margin_is_never_more_than_the_true_log_odds() -> None:
    """Clues and sides in doubt, clues missing, borders and digits misread by one cause, alternatives."""
    answered = refused = alternatives = 0
    for seed in range(300):
        look, others = any_look(seed)
        hypothesis = told(look.puzzle, look.water, look.evidence)
        margin = find_margin(look.evidence, hypothesis, Deadline(20), others)
        true = true_log_odds(look.water, look.puzzle, look.evidence, others)
        assert margin.is_bound
        assert margin.log_odds <= true + 1e-6
        answered += margin.log_odds >= MARGIN
        refused += margin.log_odds < MARGIN <= true
        alternatives += bool(others)
    assert answered > 200
    assert refused < 10
    assert alternatives > 50


def test_a_margin_is_no_bound_where_time_ran_out_in_the_middle_of_a_cube() -> None:
    bounds = 0
    for seed in range(400, 500):
        look, others = any_look(seed)
        hypothesis = told(look.puzzle, look.water, look.evidence)
        true = true_log_odds(look.water, look.puzzle, look.evidence, others)
        for limit in (1e-4, 3e-4, 1e-3):
            margin = find_margin(look.evidence, hypothesis, Deadline(limit), others)
            assert not margin.is_bound or margin.log_odds <= true + 1e-6
            bounds += margin.is_bound
    assert 50 < bounds < 250


def test_of_the_hypothesis_water_no_more_is_counted_than_puzzles_have_that_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Even where the heap goes on to its end."""
    monkeypatch.setattr(Proof, "_is_settled", lambda _: False)
    monkeypatch.setattr(proof, "LITTLE", 0.0)
    counted = 0
    for seed in range(300, 340):
        look, _ = any_look(seed)
        weighed = Proof(look.evidence, told(look.puzzle, look.water, look.evidence), Deadline(20))
        weighed.run()
        true = meant(look.evidence).waters[look.water]
        assert weighed._counted <= true * (1 + 1e-9)
        counted += weighed._counted > 0.9 * true
    assert counted > 20


def test_margins_of_what_is_repaired_are_never_more_than_the_true_log_odds() -> None:
    answered = repaired = 0
    for one in map(seen, range(120)):
        with suppress(NotProved):
            hypothesis = find_hypothesis(one.evidence, Deadline(20))
            margin = find_margin(one.evidence, hypothesis, Deadline(20)).log_odds
            if margin >= MARGIN:
                assert margin <= true_log_odds(hypothesis.water, hypothesis.puzzle, one.evidence) + 1e-6
                answered += 1
                repaired += one.evidence.deficit(hypothesis.puzzle) > 0
    assert answered > 60
    assert repaired > 5


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
        assert min(alone, -prior) - 0.5 < margin.log_odds < min(alone, -prior) + 0.1
    with pytest.raises(NotProved) as refused:
        prove(evidence, hypothesis, Deadline(10), [replace(evidence_of(other), log_prior=-2.0)])
    size = Message("size_may_be", rows=6, columns=6)
    assert refused.value.what == Message("rival", differing=(size,))
    unsolvable = replace(other, row_clues=(other.row_clues[0] + 1, *other.row_clues[1:]))
    no_rival = replace(evidence_of(unsolvable), log_prior=-2.0)
    same_water = replace(evidence, log_prior=-1.0)
    for harmless in (no_rival, same_water):
        assert find_margin(evidence, hypothesis, Deadline(10), [harmless]).log_odds >= MARGIN


def test_a_rival_in_an_alternative_of_the_same_size_is_found_though_the_water_is_not_level_there():
    """Both have the same clues; only the walls tell them apart."""
    one = Puzzle([2, 1, 1], [0, 1, 3], ["aab", "acb", "ddd"])
    other = Puzzle([1, 1, 2], [0, 1, 3], ["abb", "acb", "ddd"])
    waters = [find_solutions(puzzle, 2) for puzzle in (one, other)]
    assert [len(found) for found in waters] == [1, 1]
    assert waters[0] != waters[1]
    clues = evidence_of(one, lambda clue: {clue: 0.5, 3 - clue: 0.49} if clue in (1, 2) else {clue: 0.9999})
    rival = replace(evidence_of(other), log_prior=-2.0)
    margin = find_margin(clues, told(one, waters[0][0], clues), Deadline(10), [rival])
    assert margin.log_odds < MARGIN


# One cause misreads several clues


def alike(seed: int, share: float) -> tuple[Evidence, Hypothesis] | None:
    """Return a puzzle all of whose numbers of one value look like another one, with other water alone."""
    puzzle, water = unique(seed, 6, 6)
    clues = (*puzzle.col_clues, *puzzle.row_clues)
    for true, looks in permutations(range(7), 2):
        read = [looks if clue == true else clue for clue in clues]
        wrong = Puzzle(read[:6], read[6:], puzzle.regions)
        if clues.count(true) < 2 or sum(read[:6]) != sum(read[6:]):
            continue
        found = find_solutions(wrong, 2)
        if len(found) == 1 and found[0] != water:
            evidence = evidence_of(wrong, with_doubt(looks, true, share))
            return evidence, told(wrong, found[0], evidence)
    return None


def with_doubt(value: int, other: int, share: float) -> Looks:
    """Let numbers of one value look a little like another."""
    return lambda clue: {clue: 1 - share, other: share - 1e-6} if clue == value else {clue: 0.9999}


def test_a_font_in_which_a_number_looks_like_another_never_gives_wrong_water():
    """All of them are one error, as probable as one; so is that two are always taken for each other."""
    fooled = 0
    for evidence, hypothesis in filter(None, (alike(seed, 0.03) for seed in range(150))):
        margin = find_margin(evidence, hypothesis, Deadline(10))
        assert margin.log_odds < 3.6
        assert margin.rival is not None
        fooled += 1
    assert fooled > 3


def test_numbers_of_which_none_other_is_a_puzzle_are_answered_however_alike_they_look():
    answered = 0
    for seed in range(20):
        puzzle, water = unique(seed, 7, 7)
        value = max(puzzle.row_clues, key=(*puzzle.col_clues, *puzzle.row_clues).count)
        evidence = evidence_of(puzzle, with_doubt(value, (value + 1) % 8, 0.03))
        with suppress(NotProved):
            prove(evidence, told(puzzle, water, evidence), Deadline(10))
            answered += 1
    assert answered > 14


def test_digits_that_look_alike_do_so_in_every_number():
    assert confused(3, 8) == confused(13, 18) == confused(8, 3) == confused(38, 83)
    assert confused(1, 11) != confused(1, 7)
    short, long = log_p({8: 0.97, 3: 0.029}, 20), log_p({18: 0.9, 13: 0.099}, 20)
    evidence = Evidence((short, short), (long, long), ((-9.0,),) * 2, ((-9.0, -9.0),))
    (cause, *_) = [one for one in lookalikes(evidence) if len(one.others) == 4]
    assert {line: others for line, others in cause.others.items() if others} == {2: (13,), 3: (13,)}
    assert cause.ratio == pytest.approx(0.11, abs=1e-3)


# The puzzle, too


def test_a_puzzle_is_certain_only_if_no_other_with_the_same_water_may_be_meant() -> None:
    certain = doubtful = late = 0
    for one in map(seen, range(80)):
        hypothesis = Hypothesis(one.puzzle, one.water, one.log_odds)
        others = one.of_others()
        mass = mass_of_same_water(one.evidence, hypothesis, Deadline(10))
        assert others <= mass + 1e-6
        if mass_of_same_water(one.evidence, hypothesis, Deadline(0)) > SAME_WATER:
            late += mass <= SAME_WATER  # others had to be ruled out one by one
        with suppress(NotProved):
            proved = prove(one.evidence, hypothesis, Deadline(10))
            assert proved.is_puzzle_certain == (mass <= SAME_WATER)
        if mass <= SAME_WATER:
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


@pytest.mark.parametrize("sides", [2, 3, 4])
def test_a_border_that_one_cause_may_have_feigned_leaves_the_puzzle_uncertain(sides: int):
    """Each of its sides alone is no border: what they say together is no more than the surest of them."""
    puzzle = Puzzle([1] * sides, [0, 0, sides], ["a" * sides, "b" * sides, "c" * sides])
    water = ((False,) * sides,) * 2 + ((True,) * sides,)
    border = [side for side, _ in evidence_of(puzzle).sides() if side.below and side.row == 0]
    for odds, is_certain in ((2.4, False), (4.0, False), (6.0, True)):
        evidence = with_sides(evidence_of(puzzle), border, odds)
        proved = prove(evidence, told(puzzle, water, evidence), Deadline(10))
        assert proved.is_puzzle_certain == is_certain
        assert mass_of_same_water(evidence, proved.hypothesis, Deadline(1)) >= exp(-odds)


def test_how_probable_a_repair_is_counts_every_puzzle_in_which_it_is_otherwise():
    counted = 0
    for one in map(seen, range(60)):
        hypothesis = Hypothesis(one.puzzle, one.water, one.log_odds)
        for place, _ in one.evidence.sides():
            true = sum(
                mass
                for (regions, _, water), mass in one.masses.items()
                if water == one.water and is_wall(regions, place) != is_wall(one.puzzle.regions, place)
            ) * exp(one.log_odds)
            told_mass = mass_of_same_water(one.evidence, hypothesis, Deadline(10), place)
            assert true <= told_mass + 1e-6
            counted += SAME_WATER < told_mass <= 2 * true
    assert counted > 20


# What is repaired


@pytest.mark.parametrize("seed", range(4))
def test_a_clue_that_looks_more_like_another_is_repaired_and_told(seed: int):
    puzzle, water = unique(seed)
    line, true = seed % 7, puzzle.col_clues[seed % 7]
    wrong = (true + 1 + seed % 6) % 8
    evidence = with_clue(evidence_of(puzzle), ClueAt("column", line), {wrong: 0.7, true: 0.2})
    proved = answer(evidence.given(unless_none=0.5))
    assert proved.hypothesis.water == water
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
    puzzle, water = unique(5, 8, 8)
    evidence = evidence_of(puzzle)
    wrong = with_sides(evidence, some_sides(evidence, 1, 0.9), -0.1)
    with pytest.raises(NotInTime, match="correction"):
        find_hypothesis(wrong, Deadline(limit))
    doubtful = with_sides(evidence, [side for side, _ in evidence.sides()], 0.1)
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


@pytest.mark.parametrize("odds", [0.0, 0.01, -0.01, 60.0])
def test_a_large_board_of_which_nothing_can_be_told_is_refused(odds: float):
    """Masses of so many ways are beyond what a number holds."""
    puzzle, water = unique(3, 30, 30)
    every = [side for side, _ in evidence_of(puzzle).sides()]
    evidence = with_sides(evidence_of(puzzle), every, odds)
    assert 0 <= least_probability(evidence, puzzle.regions) < 1e-6
    with pytest.raises(NotProved):
        prove(evidence, told(puzzle, water, evidence), Deadline(0.3))


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
            hypothesis = told(puzzle, water, doubted)
            certain = mass_of_same_water(doubted, hypothesis, Deadline(10)) <= SAME_WATER
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
