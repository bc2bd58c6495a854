"""On small boards the answer is as sure as brute force over all walls and clues says: never surer."""

from dataclasses import dataclass, replace
from functools import cache
from math import exp, inf, log

import numpy as np
import pytest

from solver.belief.evidence import Evidence, LogP
from solver.belief.lookalikes import LOOKALIKE, find_lookalikes
from solver.belief.repair import LIKELY, SURE, UNKNOWN, NotProved, check_rivals, find_proved
from solver.places import SideAt, is_wall
from solver.puzzle import Clue, Puzzle, Rows, Water
from tests.oracle import every_water, masses, proved_puzzles
from tests.solver.belief.test_repair import evidence_of, unique, with_side
from tests.solver.belief.test_undecided import joined

SIZES = [(2, 3), (3, 2), (2, 4)]
LIMIT = 3.0
CLEARLY = 0.003
"""So much surer or less sure than is asked for, it must be noticed."""


@dataclass(frozen=True)
class Seen:
    """Evidence, a puzzle that it may mean, and all that it may mean."""

    evidence: Evidence
    puzzle: Puzzle
    water: Water
    masses: dict[tuple[Rows, tuple[Clue, ...], Water], float]

    @property
    def told(self) -> float:
        return self.masses[self.puzzle.regions, (*self.puzzle.col_clues, *self.puzzle.row_clues), self.water]

    @property
    def sureness(self) -> float:
        """How probable the water is."""
        same = sum(mass for (_, _, water), mass in self.masses.items() if water == self.water)
        return same / (sum(self.masses.values()) + exp(UNKNOWN))

    @property
    def lookalikes(self) -> dict[tuple[Rows, tuple[Clue, ...]], float]:
        """Other puzzles with the same water, against the one told."""
        own = (self.puzzle.regions, (*self.puzzle.col_clues, *self.puzzle.row_clues))
        return {
            (regions, clues): mass / self.told
            for (regions, clues, water), mass in self.masses.items()
            if water == self.water and (regions, clues) != own
        }


@cache
def seen(seed: int, least: float | None = None) -> Seen:
    """Return random evidence of a puzzle: some places in doubt, much or a little, the others hardly.

    `least`: how much the others are, if that is not random too.
    """
    rng = np.random.default_rng(seed)
    rows, cols = SIZES[seed % 3]
    omits = rows * cols < 8 and seed % 4 == 1
    every = proved_puzzles(rows, cols, omits=omits)
    regions, clues, water = every[rng.integers(len(every))]
    puzzle = Puzzle(clues[:cols], clues[cols:], regions)
    faint, share = 10.0 ** rng.uniform(-5, -2), rng.choice([0.0, 0.1, 0.3])
    faint = faint if least is None else least

    def doubt() -> float:
        return float(rng.uniform(0.02, 0.6)) if rng.random() < share else faint

    def of_clue(clue: Clue, longest: int) -> LogP:
        values = rng.dirichlet([0.5] * (longest + 2)) * doubt()
        values[-1] *= 0.01 * omits
        values[-1 if clue is None else clue] += 1 - values.sum()
        return tuple(log(value) if value else -inf for value in values)

    def of_side(*, wall: bool) -> float:
        odds = log(1 / doubt() - 1)
        return odds if wall else -odds

    ids = np.array(puzzle.regions)
    right, below = (
        tuple(tuple(of_side(wall=bool(wall)) for wall in line) for line in walls)
        for walls in (ids[:, 1:] != ids[:, :-1], ids[1:] != ids[:-1])
    )
    evidence = Evidence(
        tuple(of_clue(clue, rows) for clue in clues[:cols]),
        tuple(of_clue(clue, cols) for clue in clues[cols:]),
        right,
        below,
    )
    return Seen(evidence, puzzle, water, masses(evidence))


SEEDS = range(90)
NEAR = 1e-6
"""Rounding of what is added up."""


@pytest.mark.parametrize(("likely", "clearly"), [(LIKELY, CLEARLY), ((), 0.006)], ids=["counted", "listed"])
def test_water_is_never_surer_than_all_that_may_be_meant_leaves_it(
    likely: tuple[float, ...], clearly: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solver.belief.repair.LIKELY", likely)
    refused = answered = small = 0
    for one in map(seen, SEEDS):
        try:
            check_rivals(one.evidence, one.puzzle, one.water, LIMIT)
            assert one.sureness > SURE - NEAR
            answered += one.sureness > SURE + clearly
        except NotProved:
            assert one.sureness < SURE + clearly
            refused += one.sureness < SURE - CLEARLY
            rivals = [mass for (_, _, water), mass in one.masses.items() if water != one.water]
            small += max(rivals) < (1 - SURE) * one.told
    assert answered > 50
    assert refused > 4
    assert small > 0  # many improbable puzzles, of which none would be a rival by itself


def test_what_is_repaired_is_the_most_probable_puzzle_and_never_surer_than_it_is() -> None:
    answered = repaired = 0
    for one in map(seen, SEEDS):
        best = max(one.masses, key=one.masses.__getitem__)
        try:
            proved = find_proved(one.evidence, LIMIT)
        except NotProved:
            continue
        found = (proved.puzzle.regions, (*proved.puzzle.col_clues, *proved.puzzle.row_clues), proved.water)
        assert one.masses[found] > 0.98 * one.masses[best]
        assert Seen(one.evidence, proved.puzzle, proved.water, one.masses).sureness > proved.confidence - NEAR
        assert proved.confidence > SURE - NEAR
        answered += 1
        repaired += one.masses[found] < 0.999
    assert answered > 40
    assert repaired > 1


def test_a_puzzle_is_certain_only_if_none_with_the_same_water_may_be_meant() -> None:
    certain = doubtful = 0
    for one in map(seen, SEEDS):
        named = find_lookalikes(one.evidence, one.puzzle, one.water, LIMIT)
        lookalikes = one.lookalikes
        total = sum(lookalikes.values())
        if not named:
            assert total < LOOKALIKE + NEAR
            certain += total < LOOKALIKE - CLEARLY
            continue
        assert total > LOOKALIKE - CLEARLY
        doubtful += total > LOOKALIKE
        clues = (*one.puzzle.col_clues, *one.puzzle.row_clues)
        places = dict(zip((place for place, _ in one.evidence.clues()), range(len(clues)), strict=True))
        for change in named:
            assert change.seen != change.became
            assert any(
                is_wall(regions, change.place) == change.became
                if isinstance(change.place, SideAt)
                else other[places[change.place]] == change.became
                for regions, other in lookalikes
            )
    assert certain > 30
    assert doubtful > 30


def with_a_wall(puzzle: Puzzle, side: SideAt) -> Puzzle | None:
    """Part an aquarium in two by a wall on one side; None where that does not part it."""
    sides = [other for other, _ in evidence_of(puzzle).sides()]
    regions = joined(
        puzzle, {other for other in sides if other != side and not is_wall(puzzle.regions, other)}
    )
    return replace(puzzle, regions=regions) if is_wall(regions, side) else None


def test_a_wall_with_which_there_would_be_other_waters_too_is_surely_not_there():
    solutions = []
    for seed in range(30, 38):
        puzzle, water = unique(seed, 4, 4)
        for side, odds in evidence_of(puzzle).sides():
            other = with_a_wall(puzzle, side) if odds < 0 else None
            if other is None:
                continue
            doubted = with_side(evidence_of(puzzle), side, -2.0)
            named = find_lookalikes(doubted, puzzle, water, LIMIT)
            solutions.append(len(every_water(other)))
            assert [change.place for change in named] == ([side] if solutions[-1] == 1 else [])
    assert min(solutions) == 1 < max(solutions)
