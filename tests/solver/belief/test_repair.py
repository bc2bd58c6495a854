"""The most probable puzzle with one solution is taken if it stands clear; what cannot be told is refused."""

from collections.abc import Callable
from functools import cache
from itertools import islice, pairwise
from math import exp, inf, log

import numpy as np
import pytest

from fixtures.drawing.puzzles import unique_puzzle
from solver import solve
from solver.belief.candidates import FINENESS, likeliest_puzzles
from solver.belief.evidence import Change, Evidence, LogP
from solver.belief.repair import (
    LIKELY,
    SURE,
    UNKNOWN,
    NotProved,
    changes,
    check_changes,
    check_rivals,
    find_proved,
)
from solver.deadline import Deadline
from solver.errors import TimedOut
from solver.places import ClueAt, SideAt, is_wall
from solver.puzzle import Clue, Puzzle, Water
from solver.solving import find_solutions

Looks = Callable[[int], dict[int, float]]
"""What a printed clue looks like: probabilities of values; the rest is shared by all others."""
SURELY: Looks = lambda clue: {clue: 0.9999}  # noqa: E731 — a table of looks, not a function of its own
CONFUSIONS = [(6, 8), (1, 7), (3, 5), (0, 6), (2, 3)]


def unique(seed: int, rows: int = 7, cols: int = 7) -> tuple[Puzzle, Water]:
    return unique_puzzle(np.random.default_rng(seed), rows, cols)


def log_p(shares: dict[int, float], longest: int) -> LogP:
    """Give the values 0 to `longest`, and no clue, their shares and the rest in equal parts."""
    others = (1 - sum(shares.values())) / (longest + 2 - len(shares))
    return tuple(log(shares.get(value, others)) for value in range(longest + 2))


def evidence_of(puzzle: Puzzle, looks: Looks = SURELY, wall: float = 12.0) -> Evidence:
    """Return what is seen of a puzzle: clues as they look, walls all sure."""
    ids = np.array(puzzle.regions)
    odds = [wall * (2.0 * (ids[:, 1:] != ids[:, :-1]) - 1), wall * (2.0 * (ids[1:] != ids[:-1]) - 1)]
    cols = tuple(log_p(looks(clue), puzzle.height) for clue in puzzle.col_clues)
    rows = tuple(log_p(looks(clue), puzzle.width) for clue in puzzle.row_clues)
    return Evidence(cols, rows, *(tuple(map(tuple, lines.tolist())) for lines in odds))


def misread(evidence: Evidence, place: ClueAt, shares: dict[int, float]) -> Evidence:
    """Let one clue look otherwise."""
    clues = {"column": list(evidence.col_clues), "row": list(evidence.row_clues)}
    clues[place.axis][place.line] = log_p(shares, len(clues[place.axis][place.line]) - 2)
    return Evidence(tuple(clues["column"]), tuple(clues["row"]), evidence.right, evidence.below)


def with_side(evidence: Evidence, place: SideAt, odds: float) -> Evidence:
    """Let one side look otherwise."""
    right, below = [list(line) for line in evidence.right], [list(line) for line in evidence.below]
    (below if place.below else right)[place.row][place.col] = odds
    return Evidence(
        evidence.col_clues, evidence.row_clues, tuple(map(tuple, right)), tuple(map(tuple, below))
    )


# What is repaired


@pytest.mark.parametrize("seed", range(6))
def test_what_is_seen_right_is_found_as_it_is_but_for_a_misprint(seed: int):
    puzzle, water = unique(seed)
    proved = find_proved(evidence_of(puzzle), 10)
    assert (proved.puzzle, proved.water, changes(evidence_of(puzzle), proved.puzzle)) == (puzzle, water, ())
    assert proved.confidence < 1 / (1 + exp(UNKNOWN))
    assert proved.confidence == pytest.approx(1 / (1 + exp(UNKNOWN)), abs=3e-3)


@pytest.mark.parametrize("looks", [(0.7, 0.2), (0.9, 0.05)])
@pytest.mark.parametrize("seed", range(6))
def test_a_clue_that_looks_more_like_another_is_repaired_and_told(seed: int, looks: tuple[float, float]):
    puzzle, water = unique(seed)
    line, true = seed % 7, puzzle.col_clues[seed % 7]
    wrong = (true + 1 + seed % 6) % 8
    evidence = misread(evidence_of(puzzle), ClueAt("column", line), {wrong: looks[0], true: looks[1]})
    proved = find_proved(evidence, 10)
    assert (proved.puzzle, proved.water) == (puzzle, water)
    (change,) = changes(evidence, proved.puzzle)
    assert (change.place, change.seen, change.became) == (ClueAt("column", line), wrong, true)
    assert (change.seen_p, change.became_p) == pytest.approx(looks)


def test_a_wall_that_looks_a_little_like_none_is_repaired_or_refused():
    answered = 0
    for seed in range(12):
        puzzle, water = unique(seed)
        rng = np.random.default_rng(seed)
        side = SideAt(int(rng.integers(6)), int(rng.integers(6)), bool(rng.integers(2)))
        evidence = with_side(evidence_of(puzzle), side, -1.5 if is_wall(puzzle.regions, side) else 1.5)
        try:
            proved = find_proved(evidence, 10)
        except NotProved:
            continue
        answered += 1
        assert proved.water == water
        assert all(change.place == side for change in changes(evidence, proved.puzzle))
    assert answered >= 6


def test_a_wall_between_two_aquariums_is_put_in_where_others_end_loose():
    puzzle, water = unique(3)
    sides = [SideAt(row, col, below=False) for row in range(7) for col in range(6)]
    for side in filter(lambda side: is_wall(puzzle.regions, side), sides):
        evidence = with_side(evidence_of(puzzle), side, -1.5)
        proved = find_proved(evidence, 10)
        assert proved.water == water
        if proved.puzzle == puzzle:
            assert changes(evidence, proved.puzzle)[0].place == side


def test_a_clue_that_is_not_there_is_found_by_the_rules():
    puzzle, water = unique(5)
    hidden = misread(evidence_of(puzzle), ClueAt("row", 2), {8: 0.999})  # 8 stands for no clue
    proved = find_proved(hidden.given(unless_none=inf), 10)
    assert (proved.puzzle, proved.water) == (puzzle, water)
    (change,) = changes(hidden, proved.puzzle)
    assert str(change) == f"row clue 3 taken as {puzzle.row_clues[2]}, though it looks like nothing"


# What is refused


def test_a_clue_read_with_certainty_is_never_replaced():
    puzzle, _ = unique(0)
    wrong = puzzle.col_clues[0] + 1
    with pytest.raises(NotProved, match="no likely correction leaves exactly one solution"):
        find_proved(misread(evidence_of(puzzle), ClueAt("column", 0), {wrong: 0.9999}), 10)


def test_what_is_less_likely_than_a_misprint_is_refused_as_one():
    puzzle, water = unique(5, 6, 7)
    true = puzzle.row_clues[2]
    evidence = misread(evidence_of(puzzle), ClueAt("row", 2), {(true + 1) % 8: 0.99, true: 1e-3})
    with pytest.raises(NotProved, match="a misprint is as likely as a misreading"):
        check_rivals(evidence, puzzle, water, 10)


def test_nothing_is_looked_for_where_walls_and_lines_are_not_told_apart():
    with pytest.raises(NotProved, match="too many walls are unclear"):
        find_proved(evidence_of(unique(0)[0], wall=1.0), 10)


@pytest.mark.parametrize(("share", "is_refused"), [(0.15, False), (0.3, True)])
def test_at_most_a_fifth_of_the_sides_may_be_in_doubt(share: float, is_refused: bool):
    puzzle, _ = unique(2)
    evidence = evidence_of(puzzle)
    sides = [side for side, _ in evidence.sides()]
    for side in sides[: round(share * len(sides))]:
        evidence = with_side(evidence, side, 4.5 if is_wall(puzzle.regions, side) else -4.5)
    words = "too many walls are unclear; give a sharper picture, with nothing over the board"
    try:
        assert (find_proved(evidence, 10).puzzle, is_refused) == (puzzle, False)
    except NotProved as refused:
        assert (refused.message == words) == is_refused


@cache
def twins(solutions: int) -> tuple[Puzzle, Puzzle, list[ClueAt]]:
    """Return a puzzle with one solution and one that differs in two clues alone and has 1, or 2 and more."""
    for seed in range(500):
        puzzle, _ = unique(seed, 5, 5)
        for one, other in ((0, 1), (1, 2), (2, 3), (3, 4)):
            cols = list(puzzle.col_clues)
            cols[one], cols[other] = cols[other], cols[one]
            swapped = Puzzle(cols, puzzle.row_clues, puzzle.regions)
            if swapped != puzzle and len(find_solutions(swapped, 2)) == solutions:
                return puzzle, swapped, [ClueAt("column", one), ClueAt("column", other)]
    raise AssertionError("there is none")


def either_of(puzzle: Puzzle, other: Puzzle, places: list[ClueAt], shares: tuple[float, float]) -> Evidence:
    """Let two clues look like those of one puzzle or of the other."""
    evidence = evidence_of(puzzle)
    for place in places:
        looks = (puzzle.col_clues[place.line], other.col_clues[place.line])
        evidence = misread(evidence, place, dict(zip(looks, shares, strict=True)))
    return evidence


@pytest.mark.parametrize("shares", [(0.6, 0.39), (0.88, 0.119)])
def test_two_proved_puzzles_of_which_neither_can_be_ruled_out_are_refused_and_named(
    shares: tuple[float, float],
):
    puzzle, swapped, places = twins(1)
    evidence = either_of(puzzle, swapped, places, shares)
    with pytest.raises(NotProved) as refused:
        find_proved(evidence, 10)
    assert refused.value.message.startswith("at least two readings are possible: column clue ")
    assert f"may be {puzzle.col_clues[places[0].line]} or " in refused.value.message
    with pytest.raises(NotProved, match="at least two readings are possible"):
        check_rivals(evidence, puzzle, solve(puzzle).water, 10)


@pytest.mark.parametrize("likely", [LIKELY, ()], ids=["counted", "listed"])
@pytest.mark.parametrize(("solutions", "shares"), [(1, (0.98, 0.015)), (2, (0.6, 0.39))])
def test_a_proved_puzzle_stands_against_one_far_less_probable_or_with_several_solutions(
    solutions: int, shares: tuple[float, float], likely: tuple[float, ...], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("solver.belief.repair.LIKELY", likely)
    puzzle, swapped, places = twins(solutions)
    evidence = either_of(puzzle, swapped, places, shares)
    check_rivals(evidence, puzzle, solve(puzzle).water, 10)
    proved = find_proved(evidence, 10)
    assert proved.puzzle == puzzle
    rival = (shares[1] / shares[0]) ** 2 if solutions == 1 else 0.0
    assert SURE <= proved.confidence <= 1 / (1 + exp(UNKNOWN) + rival)


def test_a_search_out_of_time_says_so():
    with pytest.raises(TimedOut, match=r"took more than 1e-09 s; raise --repair-limit"):
        find_proved(evidence_of(unique(0)[0]), 1e-9)


# One font in which every 6 looks like an 8: the sums stay equal


@pytest.mark.parametrize(("sure", "least"), [(0.6, 3), (0.9, 1), (0.99, 0), (0.9999, 0)])
@pytest.mark.parametrize(("printed", "looks"), CONFUSIONS)
def test_a_number_that_always_looks_like_another_is_repaired_or_refused(
    printed: int, looks: int, sure: float, least: int
):
    def through_the_font(clue: int) -> dict[int, float]:
        return {looks: sure, printed: (1 - sure) * 0.9} if clue == printed else {clue: 0.9999}

    answered = 0
    for seed in range(8):
        puzzle, water = unique(seed, 9, 9)
        if printed in puzzle.col_clues + puzzle.row_clues:
            try:
                assert find_proved(evidence_of(puzzle, through_the_font), 1.0).water == water
                answered += 1
            except (NotProved, TimedOut):
                pass
    assert answered >= least


@pytest.mark.parametrize(("one", "other"), CONFUSIONS)
def test_two_numbers_that_are_always_taken_for_each_other_never_give_wrong_water(one: int, other: int):
    """The worst a font can do: both are misread with certainty, in every clue."""
    exchange, tried, answered = {one: other, other: one}, 0, 0
    for seed in range(25):
        puzzle, water = unique(seed, 9, 9)
        read = [
            [exchange.get(clue, clue) for clue in clues] for clues in (puzzle.col_clues, puzzle.row_clues)
        ]
        misread_puzzle = Puzzle(*read, puzzle.regions)
        if misread_puzzle == puzzle:
            continue
        tried += 1
        try:
            answered += find_proved(evidence_of(misread_puzzle), 10).water == water
        except NotProved:
            answered += 1
    assert tried == answered > 5


# The order of the search


def test_puzzles_come_most_probable_first_and_have_a_solution():
    puzzle, _ = unique(1, 5, 5)
    rng = np.random.default_rng(1)

    def unsure(clue: int) -> dict[int, float]:
        return {clue: float(rng.uniform(0.3, 0.6)), (clue + 1) % 6: float(rng.uniform(0.1, 0.3))}

    evidence = evidence_of(puzzle, unsure, wall=2.0)
    found = list(islice(likeliest_puzzles(evidence, 9, Deadline(30)), 40))
    order = [candidate.log_p for candidate in found]
    assert np.diff(order).max() <= len(evidence.row_clues + evidence.col_clues) / FINENESS  # it rounds them
    assert len({candidate.puzzle for candidate in found}) == len(found) == 40
    for candidate in found:
        assert candidate.log_p == pytest.approx(probability(evidence, candidate.puzzle))
        assert solve(candidate.puzzle).water


def test_puzzles_on_several_partitions_come_in_one_order():
    puzzle, _ = unique(4, 4, 4)
    rng = np.random.default_rng(4)

    def unsure(clue: int) -> dict[int, float]:
        return {clue: 0.6, (clue + 1) % 5: float(rng.uniform(0.1, 0.39))}

    evidence = evidence_of(puzzle, unsure)
    for side, _ in list(evidence.sides())[::5]:
        evidence = with_side(evidence, side, (1 if is_wall(puzzle.regions, side) else -1) * rng.uniform(1, 3))
    found = list(islice(likeliest_puzzles(evidence, 8, Deadline(30)), 60))
    order = [candidate.log_p for candidate in found]
    assert np.diff(order).max() <= len(evidence.row_clues + evidence.col_clues) / FINENESS  # it rounds them
    regions = [candidate.puzzle.regions for candidate in found]
    there_and_back = sum(one != other for one, other in pairwise(regions)) - len(set(regions)) + 1
    assert there_and_back > 0


@pytest.mark.parametrize("seed", range(4))
def test_clues_tried_one_by_one_give_the_puzzles_that_the_model_finds(
    seed: int, monkeypatch: pytest.MonkeyPatch
):
    puzzle, water = unique(seed)
    evidence = with_side(evidence_of(puzzle), SideAt(seed % 7, 3, False), 1.0)
    for axis, line in (("column", seed % 7), ("row", 0), ("row", 6)):
        clues = puzzle.col_clues if axis == "column" else puzzle.row_clues
        evidence = misread(evidence, ClueAt(axis, line), {clues[line]: 0.6, (clues[line] + 1) % 7: 0.2})
    for besides in (None, water):
        found = []
        for most in (0, 10**6):
            monkeypatch.setattr("solver.belief.candidates.MOST_CHOICES", most)
            puzzles = likeliest_puzzles(evidence, 6, Deadline(60), besides)
            found.append({candidate.puzzle: candidate.log_p for candidate in puzzles})
        assert found[0] == pytest.approx(found[1])
        assert found[0] or besides


def test_a_puzzle_with_several_solutions_has_another_besides_each_of_them():
    puzzle, swapped, places = twins(2)
    evidence = either_of(puzzle, swapped, places, (0.6, 0.39))
    for water in find_solutions(swapped, 2):
        found = likeliest_puzzles(evidence, 6, Deadline(60), water)
        assert swapped in [candidate.puzzle for candidate in found]


def probability(evidence: Evidence, puzzle: Puzzle) -> float:
    """Add up the log-probabilities of a puzzle's clues and sides."""
    total = -sum(
        float(np.logaddexp(0, -odds if is_wall(puzzle.regions, side) else odds))
        for side, odds in evidence.sides()
    )
    clues: tuple[Clue, ...] = puzzle.col_clues + puzzle.row_clues
    return total + sum(
        values[-1 if clue is None else clue]
        for (_, values), clue in zip(evidence.clues(), clues, strict=True)
    )


@pytest.mark.parametrize(("side", "most"), [(4, 1), (7, 1), (10, 2), (15, 3)])
def test_more_than_a_tenth_of_the_clues_is_never_repaired(side: int, most: int):
    puzzle, _ = unique(3, side, side)
    walls = [Change(SideAt(0, col, below=False), True, False, 0.9, 0.1) for col in range(side - 1)]
    clues = [Change(ClueAt("row", row), 1, 2, 0.6, 0.4) for row in range(most + 1)]
    check_changes([*walls, *clues[:most]], puzzle)
    with pytest.raises(NotProved, match=f"there is one solution only if {most + 1} clues were misread"):
        check_changes([*walls, *clues], puzzle)


def test_a_likely_cut_that_lets_in_other_water_is_found_and_not_taken_as_harmless():
    puzzle = Puzzle((3, 1, 1, 1), (1, 2, 1, 2), ((1, 2, 3, 4), (1, 5, 6, 4), (1, 7, 7, 7), (1, 7, 8, 8)))
    water = solve(puzzle).water
    cut, opened = SideAt(3, 2, below=False), SideAt(1, 0, below=False)
    check_rivals(evidence_of(puzzle), puzzle, water, 2)
    for odds in (1.0, 2.0):
        evidence = with_side(with_side(evidence_of(puzzle), cut, -odds), opened, odds)
        with pytest.raises(NotProved):
            check_rivals(evidence, puzzle, water, 2)
