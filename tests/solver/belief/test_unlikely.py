"""Rivals that differ in unlikely places are never more than is said: brute force over all walls and clues."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from solver.belief.beside import find_beside
from solver.belief.evidence import certain
from solver.belief.likely_boards import LikelyBoards
from solver.belief.repair import LIKELY
from solver.belief.unlikely import unlikely_rivals
from solver.belief.unseen import Unseen
from solver.deadline import Deadline
from tests.oracle import masses
from tests.solver.belief.test_posterior import Seen, seen

SEEDS = [seed for seed in range(120) if seed % 3 < 2]
"""Boards of 2x3 and 3x2: there are many more puzzles of 2x4."""
ROUNDING = 1e-9


def with_sure_clues(one: Seen) -> Seen:
    """Return the same walls, seen by one who knows the clues."""
    known = certain(one.puzzle)
    evidence = replace(one.evidence, col_clues=known.col_clues, row_clues=known.row_clues)
    return replace(one, evidence=evidence, masses=masses(evidence))


@pytest.mark.parametrize("known", [lambda one: one, with_sure_clues], ids=["walls and clues", "walls"])
def test_rivals_in_unlikely_places_are_never_more_than_is_said(known: Callable[[Seen], Seen]) -> None:
    some = 0
    for seed in SEEDS:
        one = known(seen(seed, 0.004))
        deadline = Deadline(5)
        boards = LikelyBoards(one.evidence, one.puzzle, one.water, LIKELY[0], deadline)
        if boards.waters is None:
            continue
        others = sum(mass for (_, _, water), mass in one.masses.items() if water != one.water) / one.told
        unseen = Unseen(one.evidence, one.puzzle, one.water, deadline)
        said = boards.sums.rivals + unlikely_rivals(unseen, boards, 0.0)
        assert others <= said + ROUNDING, seed
        some += others > 1.1 * boards.sums.rivals
    assert some > 5


def test_what_is_not_looked_at_counts_though_nothing_is_found() -> None:
    one = seen(1, 0.004)
    unseen = Unseen(one.evidence, one.puzzle, one.water, Deadline(5))
    beside = find_beside(unseen, unseen.faint_other_water, 0.01, lambda _: iter(()))
    assert 0 < beside.mass == beside.unseen < 0.01
