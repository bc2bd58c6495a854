"""Where a proof begins: all that an evidence, its alternatives and what one cause makes of them may mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp

from ..places import walls
from ..puzzle import Clue, Water
from .causes import borders, lookalikes
from .cubes import LEAST_MASS, Settled, Sides, Space
from .evidence import Evidence, Hypothesis
from .sources import misprint


def own_space(evidence: Evidence, hypothesis: Hypothesis) -> Space:
    """Return all that the hypothesis' evidence may mean."""
    puzzle, water = hypothesis.puzzle, hypothesis.water
    sides = Sides(evidence, list(walls(puzzle.regions)), borders(evidence))
    sides.fit(puzzle.regions, water)
    centre = (*puzzle.col_clues, *puzzle.row_clues)
    return Space(evidence, centre, sides, water, fits=True)


def roots(
    evidence: Evidence, hypothesis: Hypothesis, alternatives: Sequence[Evidence] = ()
) -> Iterator[tuple[Space, Settled, float]]:
    """Yield every space with all of it, settled, and what mass that has at most.

    Of the hypothesis' evidence, then of each alternative: all it may mean, then what causes make of clues.
    """
    base = evidence.log_prior + evidence.log_probability
    puzzle = hypothesis.puzzle
    for one in (evidence, *alternatives):
        if one is evidence:
            space = own_space(evidence, hypothesis)
        else:
            size = len(one.row_clues), len(one.col_clues)
            is_its_size = size == (puzzle.height, puzzle.width) and not one.is_turned
            scale = exp(one.log_prior + one.log_probability - base)
            space = _space_as_it_looks(one, hypothesis.water if is_its_size else None, scale)
        settled = space.settle(space.root)
        assert settled is not None  # with nothing fixed
        every = space.clues.every(settled.cube.clues) * settled.masses.boards
        yield space, settled, space.scale * every
        for cause in lookalikes(one):
            of_cause = space.of_cause(cause, settled.masses.boards)
            yield of_cause, settled, of_cause.scale * every


def _space_as_it_looks(evidence: Evidence, own: Water | None, scale: float) -> Space:
    centre: list[Clue] = [belief.likeliest for _, belief in evidence.clues()]
    sides = Sides(evidence, [odds > 0 for odds in evidence.odds()], borders(evidence))
    return Space(evidence, centre, sides, own, fits=False, scale=scale)


def mass_of_all(evidence: Evidence, hypothesis: Hypothesis, alternatives: Sequence[Evidence]) -> float:
    """Return the mass of all but a hypothesis, whatever solutions they have, against its own.

    Readings whose columns and rows add to different sums count as misprints.
    """
    own = max(exp(-hypothesis.log_odds), LEAST_MASS)
    (space, root, every), *others = roots(evidence, hypothesis, alternatives)
    even = space.clues.even(root.cube.clues) * root.masses.boards
    misprinted = exp(-misprint(space.rows, space.cols))
    rest = sum(most for _, _, most in others)
    return (max(0.0, even - own) + misprinted * (every + rest) + rest) / own
