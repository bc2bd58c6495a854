"""The likeliest puzzle with one solution is answered if no rival comes near it; else all is refused."""

from contextlib import suppress
from dataclasses import replace
from math import exp, log

import numpy as np
import pytest

from solver.belief import proof
from solver.belief.answer import NotInTime, NotProved, Proved, _open_places, find_hypothesis, prove
from solver.belief.causes import confused, hypothesis_of, log_odds, lookalikes
from solver.belief.evidence import Evidence, Hypothesis
from solver.belief.proof import MARGIN, SAME_WATER, Proof, find_margin, least_probability, mass_of_same_water
from solver.belief.puzzles import FINENESS, PuzzleModel, likeliest_of_few
from solver.belief.sources import misprint, several_solutions, share_with_one_solution
from solver.deadline import Deadline
from solver.errors import TimedOut
from solver.grid import joined_cells
from solver.message import Message
from solver.model import cp_sat
from solver.places import ClueAt, SideAt, is_wall
from solver.puzzle import Puzzle
from tests.conftest import raised
from tests.oracle import every_water, find_only_water, masses, meant, true_log_odds
from tests.solver.belief.looks import (
    Looks,
    any_look,
    evidence_of,
    log_p,
    small_look,
    some_sides,
    unique,
    with_clue,
    with_sides,
)


def prove_in(evidence: Evidence, hypothesis: Hypothesis, limit: float = 10.0) -> Proved:
    return prove(evidence, hypothesis, Deadline(limit))


def answer(evidence: Evidence) -> Proved:
    return prove_in(evidence, find_hypothesis(evidence, Deadline(10)))


def test_a_margin_is_never_more_than_the_true_log_odds_or_no_bound_where_time_ran_out() -> None:
    """Clues and sides in doubt, clues missing, borders and digits misread by one cause, alternatives.

    Time may be up in the middle of a cube.
    """
    answered = refused = alternatives = in_time = 0
    for seed in range(80):
        look, others = any_look(seed)
        true = true_log_odds(look.water, look.puzzle, look.evidence, others)
        margin, *hurried = (
            find_margin(look.evidence, look.hypothesis, Deadline(limit), others)
            for limit in (20, 1e-4, 3e-4, 1e-3)
        )
        assert margin.is_bound
        assert all(not each.is_bound or each.log_odds <= true + 1e-6 for each in (margin, *hurried))
        in_time += sum(each.is_bound for each in hurried)
        answered += margin.log_odds >= MARGIN
        refused += margin.log_odds < MARGIN <= true
        alternatives += bool(others)
    assert answered > 50
    assert refused < 4
    assert alternatives > 15
    assert 40 < in_time < 200


def test_of_the_hypothesis_water_no_more_is_counted_than_puzzles_have_that_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Even where the heap goes on to its end."""
    monkeypatch.setattr(Proof, "_is_settled", lambda _: False)
    monkeypatch.setattr(proof, "LITTLE", 0.0)
    counted = 0
    for seed in range(300, 316):
        look, _ = any_look(seed)
        weighed = Proof(look.evidence, look.hypothesis, Deadline(20))
        weighed.run()
        true = meant(look.evidence).waters[look.water]
        assert weighed._counted <= true * (1 + 1e-9)
        counted += weighed._counted > 0.9 * true
    assert counted > 8


def test_margins_of_what_is_repaired_are_never_more_than_the_true_log_odds() -> None:
    answered = repaired = 0
    for one in map(small_look, range(30)):
        clue = one.puzzle.row_clues[0] or 0
        looks = {clue: 0.4 - 1e-5, (clue + 1) % (one.puzzle.width + 1): 0.6}
        evidence = with_clue(one.evidence, ClueAt("row", 0), looks)
        with suppress(NotProved):
            hypothesis = find_hypothesis(evidence, Deadline(20))
            margin = find_margin(evidence, hypothesis, Deadline(20)).log_odds
            if margin >= MARGIN:
                assert margin <= true_log_odds(hypothesis.water, hypothesis.puzzle, evidence) + 1e-6
                answered += 1
                repaired += evidence.deficit(hypothesis.puzzle) > 0
    assert answered > 10
    assert repaired > 5


def test_puzzles_with_several_solutions_and_misprints_are_as_improbable_as_where_they_come_from():
    small, large = (unique(3, size, size)[0] for size in (5, 12))
    fine = replace(large, regions=np.arange(144).reshape(12, 12).tolist())
    assert 3 < several_solutions(small) < several_solutions(fine) < 8
    assert share_with_one_solution(small) > share_with_one_solution(fine)
    assert misprint(10, 10) == pytest.approx(log(200) + 5.9, abs=0.1)


def test_what_another_evidence_may_mean_is_against_the_answer_as_far_as_it_is_probable():
    """A board that may have a row more: whether it is a puzzle, too, decides."""
    puzzle, water = unique(5, 5, 6)
    other, _ = unique(11, 6, 6)
    evidence = evidence_of(puzzle)
    hypothesis = hypothesis_of(evidence, puzzle, water)
    alone = prove_in(evidence, hypothesis).margin
    for prior, is_proved in ((-8.0, True), (-2.0, False)):
        rival = replace(evidence_of(other), log_prior=prior)
        margin = find_margin(evidence, hypothesis, Deadline(10), [rival])
        assert (margin.log_odds >= MARGIN) == is_proved
        assert min(alone, -prior) - 0.5 < margin.log_odds < min(alone, -prior) + 0.1
    size = Message("size_may_be", rows=6, columns=6)
    refused = raised(NotProved, prove, evidence, hypothesis, Deadline(10), [rival])
    assert refused.what == Message("rival", differing=(size,))
    unsolvable = replace(other, row_clues=(other.row_clues[0] + 1, *other.row_clues[1:]))
    no_rival = replace(evidence_of(unsolvable), log_prior=-2.0)
    same_water = replace(evidence, log_prior=-1.0)
    for harmless in (no_rival, same_water):
        assert find_margin(evidence, hypothesis, Deadline(10), [harmless]).log_odds >= MARGIN


def with_doubt(value: int, other: int) -> Looks:
    """Let numbers of one value look a little like another."""
    return lambda clue: {clue: 0.97, other: 0.03 - 1e-6} if clue == value else {clue: 0.9999}


@pytest.mark.parametrize(("seed", "true", "looks"), [(0, 1, 0), (11, 0, 1), (15, 4, 5), (20, 5, 2)])
def test_a_font_in_which_a_number_looks_like_another_never_gives_wrong_water(
    seed: int, true: int, looks: int
):
    """All of them are one error, as probable as one; so is that two are always taken for each other."""
    puzzle, water = unique(seed, 6, 6)
    read = [
        [looks if clue == true else clue for clue in clues] for clues in (puzzle.col_clues, puzzle.row_clues)
    ]
    wrong = Puzzle(*read, puzzle.regions)
    found = find_only_water(wrong)
    assert None is not found != water
    evidence = evidence_of(wrong, with_doubt(looks, true))
    margin = find_margin(evidence, hypothesis_of(evidence, wrong, found), Deadline(10))
    assert margin.log_odds < 3.6
    assert margin.rival is not None


def test_digits_that_look_alike_do_so_in_every_number():
    assert confused(3, 8) == confused(13, 18) == confused(8, 3) == confused(38, 83)
    assert confused(1, 11) != confused(1, 7)
    short, long = log_p({8: 0.97, 3: 0.029}, 20), log_p({18: 0.9, 13: 0.099}, 20)
    evidence = Evidence((short, short), (long, long), ((-9.0,),) * 2, ((-9.0, -9.0),))
    (cause, *_) = [one for one in lookalikes(evidence) if len(one.others) == 4]
    assert {line: others for line, others in cause.others.items() if others} == {2: (13,), 3: (13,)}
    assert cause.ratio == pytest.approx(0.11, abs=1e-3)


def test_a_puzzle_is_certain_only_if_no_other_with_the_same_water_may_be_meant() -> None:
    certain = doubtful = late = 0
    for one in map(small_look, range(60)):
        hypothesis, less = one.hypothesis, exp(one.hypothesis.log_odds)
        every = {parts: mass * less for parts, mass in masses(one.evidence).items() if parts[2] == one.water}
        mass = mass_of_same_water(one.evidence, hypothesis, Deadline(10))
        assert sum(every.values()) - 1 <= mass + 1e-6
        if mass_of_same_water(one.evidence, hypothesis, Deadline(0)) > SAME_WATER:
            late += mass <= SAME_WATER  # others had to be ruled out one by one
        with suppress(NotProved):
            assert prove_in(one.evidence, hypothesis).is_puzzle_certain == (mass <= SAME_WATER)
        if mass <= SAME_WATER:
            certain += 1
            continue
        named = set(_open_places(one.evidence, hypothesis))
        clues = (*one.puzzle.col_clues, *one.puzzle.row_clues)
        for regions, other, _ in [parts for parts, mass in every.items() if mass > SAME_WATER]:
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


def test_how_probable_a_repair_is_counts_every_puzzle_in_which_it_is_otherwise():
    counted = 0
    for one in map(small_look, range(35)):
        every = masses(one.evidence).items()
        for place, _ in one.evidence.sides():
            true = sum(
                mass
                for (regions, _, water), mass in every
                if water == one.water and is_wall(regions, place) != is_wall(one.puzzle.regions, place)
            ) * exp(one.hypothesis.log_odds)
            mass = mass_of_same_water(one.evidence, one.hypothesis, Deadline(10), place)
            assert true <= mass + 1e-6
            counted += SAME_WATER < mass <= 2 * true
    assert counted > 10


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
    puzzle, _ = unique(0, side, side)
    evidence = evidence_of(puzzle)
    for line, clue in enumerate(puzzle.row_clues[: most + 1]):
        evidence = with_clue(evidence, ClueAt("row", line), {(clue + 1) % side: 0.54, clue: 0.45})
    refused = raised(NotProved, find_hypothesis, evidence, Deadline(10))
    assert refused.what == Message("many_misread", clues=most + 1)


def test_what_is_less_likely_than_a_misprint_is_refused_as_one():
    puzzle, water = unique(5, 6, 7)
    true = puzzle.row_clues[2]
    evidence = with_clue(evidence_of(puzzle), ClueAt("row", 2), {(true + 1) % 8: 0.99999, true: 1e-6})
    refused = raised(NotProved, prove_in, evidence, hypothesis_of(evidence, puzzle, water))
    assert refused.what == Message("misprint_as_likely")


@pytest.mark.parametrize("limit", [1e-9, 0.1])
def test_what_was_not_found_or_ruled_out_in_time_is_not_proved(limit: float):
    puzzle, water = unique(5, 8, 8)
    evidence = evidence_of(puzzle)
    wrong = with_sides(evidence, some_sides(evidence, 1, 0.9), -0.1)
    refused = raised(NotInTime, find_hypothesis, wrong, Deadline(limit))
    assert refused.what == Message("correction_not_in_time")
    doubtful = with_sides(evidence, some_sides(evidence, 0, 1), 0.1)
    refused = raised(NotInTime, prove_in, doubtful, hypothesis_of(doubtful, puzzle, water), limit)
    assert refused.what == Message("rivals_not_in_time")


@pytest.mark.parametrize("odds", [0.0, 0.01, -0.01, 60.0])
def test_a_large_board_of_which_nothing_can_be_told_is_refused(odds: float, monkeypatch: pytest.MonkeyPatch):
    """Masses of so many ways are beyond what a number holds, of all of them most."""
    monkeypatch.setattr(proof, "AQUARIUMS", 0.0)
    puzzle, water = unique(3, 30, 30)
    evidence = with_sides(evidence_of(puzzle), some_sides(evidence_of(puzzle), 0, 1), odds)
    assert 0 <= least_probability(evidence, puzzle.regions) < 1e-6
    raised(NotProved, prove_in, evidence, hypothesis_of(evidence, puzzle, water), 0.01)


def test_a_wall_with_which_there_would_be_other_waters_too_is_surely_not_there():
    solutions = []
    for seed in (30, 31, 32):
        puzzle, water = unique(seed, 4, 4)
        every = some_sides(evidence_of(puzzle), 0, 1)
        for side in every:
            is_open = [one.cells for one in every if one != side and not is_wall(puzzle.regions, one)]
            other = replace(puzzle, regions=joined_cells(4, 4, is_open))
            if is_wall(puzzle.regions, side) or not is_wall(other.regions, side):
                continue
            doubted = with_sides(evidence_of(puzzle), [side], -2.0)
            solutions.append(len(every_water(other)))
            hypothesis = hypothesis_of(doubted, puzzle, water)
            certain = mass_of_same_water(doubted, hypothesis, Deadline(10)) <= SAME_WATER
            assert certain == (solutions[-1] > 1)
            assert certain or list(_open_places(doubted, hypothesis)) == [side]
    assert min(solutions) == 1 < max(solutions)


DEPTH = 8.0
NEAR = 20 / FINENESS
"""Log-probabilities are rounded, one for each place."""
FEIGNED = 0.7
"""A border that is open by a cause may be so by its sides, too: up to twice as probable."""


def modelled(evidence: Evidence) -> Hypothesis | None:
    with cp_sat(9, Deadline(60)) as session:
        return PuzzleModel(session, evidence, DEPTH).likeliest("testing")


def test_the_likeliest_puzzle_is_that_of_brute_force_with_a_model_and_without():
    found_without = otherwise = 0
    for one in map(small_look, range(100)):
        least = -log(max(masses(one.evidence).values(), default=exp(-DEPTH)))
        found = modelled(one.evidence)
        without = likeliest_of_few(one.evidence, DEPTH, Deadline(60))
        assert (found.log_odds if found else DEPTH) <= min(least, DEPTH) + NEAR + FEIGNED
        for one_way in filter(None, (found, without)):
            assert log_odds(one.evidence, one_way.puzzle) == pytest.approx(least, abs=NEAR + FEIGNED)
            assert one_way.log_odds == pytest.approx(least, abs=NEAR + FEIGNED)
            assert find_only_water(one_way.puzzle) == one_way.water
        found_without += without is not None
        otherwise += found is not None and found.puzzle != one.puzzle
    assert found_without > 80
    assert otherwise > 3


ONE = Puzzle([3, 3, 3], [3, 3, 3], [[1, 1, 1], [1, 1, 1], [1, 1, 1]])


@pytest.mark.parametrize(("wall", "is_open"), [(2.5, True), (3.5, False)])
def test_a_wall_inside_an_aquarium_is_open_or_closes_the_likeliest_way_around_it(wall: float, is_open: bool):
    found = modelled(with_sides(evidence_of(ONE, wall=3.0), [SideAt(0, 0, below=False)], wall))
    assert found is not None
    assert (found.puzzle.regions == ONE.regions) == is_open
    assert found.log_odds == pytest.approx(min(wall, 3.0), abs=NEAR)
    assert modelled(with_sides(evidence_of(ONE, wall=30.0), [SideAt(0, 0, below=False)], 30.0)) is None


def test_what_is_found_is_the_same_every_time_and_on_time():
    puzzle, _ = unique(5)
    evidence = with_sides(evidence_of(puzzle), some_sides(evidence_of(puzzle), 5, 0.2), -0.4)
    assert modelled(evidence) == modelled(evidence)
    every = with_sides(evidence, some_sides(evidence, 0, 1), 0.1)
    with cp_sat(49, Deadline(0.26)) as session:
        model = PuzzleModel(session, every, DEPTH)
        with pytest.raises(TimedOut, match="out of time while looking for"):
            model.likeliest("looking for one")


def test_an_open_border_is_as_probable_as_its_sides_are_each_or_by_one_cause_together():
    regions = [[1, 1, 1], [1, 1, 1], [2, 2, 2]]
    looks = evidence_of(Puzzle([3, 3, 3], [3, 3, 3], regions))
    odds = [3.0, 2.0, 2.5]
    for col, one in enumerate(odds):
        looks = with_sides(looks, [SideAt(1, col, below=True)], one)
    assert log_odds(looks, ONE) == pytest.approx(-log(exp(-sum(odds)) + exp(-max(odds))))


def test_a_reading_in_which_a_less_probable_change_stands_alone_is_among_the_first():
    puzzle, water = unique(11)
    clues, place = puzzle.row_clues, ClueAt("row", 2)
    wrong = with_clue(evidence_of(puzzle), place, {(clues[2] + 1) % 8: 0.9, clues[2]: 0.0999})
    both = with_clue(wrong, ClueAt("row", 4), {clues[4]: 0.6, (clues[4] + 1) % 8: 0.3999})
    found = likeliest_of_few(both, DEPTH, Deadline(60))
    assert found is not None
    assert (found.puzzle, found.water) == (puzzle, water)
