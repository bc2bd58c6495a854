"""Rivals that differ in unlikely places are never more than is said: brute force over all walls and clues."""

from solver.belief.likely_boards import LikelyBoards
from solver.belief.repair import LIKELY
from solver.belief.unlikely import unlikely_rivals
from solver.belief.unseen import Unseen
from solver.deadline import Deadline
from tests.solver.belief.test_posterior import seen

SEEDS = [seed for seed in range(120) if seed % 3 < 2]
"""Boards of 2x3 and 3x2: there are many more puzzles of 2x4."""
ROUNDING = 1e-9


def test_rivals_in_unlikely_places_are_never_more_than_is_said() -> None:
    some = 0
    for seed in SEEDS:
        one = seen(seed, 0.004)
        deadline = Deadline(5)
        boards = LikelyBoards(one.evidence, one.puzzle, one.water, LIKELY[0], deadline)
        if boards.waters is None:
            continue
        others = sum(mass for (_, _, water), mass in one.masses.items() if water != one.water) / one.told
        unseen = Unseen(one.evidence, one.puzzle, one.water, deadline)
        said = boards.sums.rivals + unlikely_rivals(unseen, boards, 0.0)
        assert others <= said + ROUNDING, seed
        some += others > 1.1 * boards.sums.rivals
    assert some > 10
