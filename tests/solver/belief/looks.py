"""What puzzles look like: evidence that is sure, or in doubt at some places."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from math import log
from typing import Any

import numpy as np

from fixtures.drawing.board.puzzles import unique_puzzle
from solver.belief.causes import hypothesis_of
from solver.belief.evidence import ClueBelief, Evidence, Hypothesis
from solver.places import ClueAt, SideAt
from solver.puzzle import Clue, Puzzle, Water
from tests.oracle import clues_of, no_clues, partitions, readings

Looks = Callable[[Any], dict[Any, float]]
"""What a printed clue looks like: probabilities of values; the rest is shared by all others."""
SURELY: Looks = lambda clue: {clue: 0.9999}  # noqa: E731 — a table of looks, not a function of its own
ALTERNATIVE, SAME_SIZE = 0.3, 0.7
"""Share of the looks that have an alternative, and of these that are of the same size."""
LOOK_SIZES = [(2, 3), (3, 2), (3, 3)]


def unique(seed: int, rows: int = 7, cols: int = 7) -> tuple[Puzzle, Water]:
    return unique_puzzle(np.random.default_rng(seed), rows, cols)


def log_p(shares: dict[Any, float], longest: int) -> ClueBelief:
    """Give the values 0 to `longest`, and no clue, their shares and the rest in equal parts."""
    others = (1 - sum(shares.values())) / (longest + 2 - len(shares))
    return ClueBelief(log(shares.get(value, others)) for value in range(longest + 2))


def evidence_of(puzzle: Puzzle, looks: Looks = SURELY, wall: float = 12.0) -> Evidence:
    """Return what is seen of a puzzle: clues as they look, walls all sure."""
    return _seen_as(
        puzzle, lambda clue, longest: log_p(looks(clue), longest), lambda is_wall: wall if is_wall else -wall
    )


def _seen_as(
    puzzle: Puzzle, of_clue: Callable[[Clue, int], ClueBelief], of_side: Callable[[bool], float]
) -> Evidence:
    """Return what is seen of a puzzle: of a clue, given the longest it can be, and of a side."""
    ids = np.array(puzzle.regions)
    right, below = (
        tuple(tuple(map(of_side, line)) for line in walls.tolist())
        for walls in (ids[:, 1:] != ids[:, :-1], ids[1:] != ids[:-1])
    )
    cols = tuple(of_clue(clue, puzzle.height) for clue in puzzle.col_clues)
    rows = tuple(of_clue(clue, puzzle.width) for clue in puzzle.row_clues)
    return Evidence(cols, rows, right, below)


def with_clue(evidence: Evidence, place: ClueAt, shares: dict[int, float]) -> Evidence:
    clues = {"column": list(evidence.col_clues), "row": list(evidence.row_clues)}
    clues[place.axis][place.line] = log_p(shares, len(clues[place.axis][place.line]) - 2)
    return replace(evidence, col_clues=tuple(clues["column"]), row_clues=tuple(clues["row"]))


def with_sides(evidence: Evidence, sides: Iterable[SideAt], odds: float) -> Evidence:
    right, below = [list(line) for line in evidence.right], [list(line) for line in evidence.below]
    for side in sides:
        (below if side.below else right)[side.row][side.col] = odds
    return replace(evidence, right=tuple(map(tuple, right)), below=tuple(map(tuple, below)))


def some_sides(evidence: Evidence, seed: int, share: float) -> list[SideAt]:
    """Choose a share of the sides, 1 being all."""
    rng = np.random.default_rng(seed)
    return [side for side, _ in evidence.sides() if rng.random() < share]


@dataclass(frozen=True)
class Look:
    """Evidence as readings give it, and the puzzle that is drawn."""

    evidence: Evidence
    puzzle: Puzzle
    water: Water

    @property
    def hypothesis(self) -> Hypothesis:
        """The puzzle as the one that is meant."""
        return hypothesis_of(self.evidence, self.puzzle, self.water)


def looked_at(seed: int, sizes: Sequence[tuple[int, int]] = LOOK_SIZES) -> Look:
    """Return random evidence of a small puzzle, as readings give it.

    Boards that omit clues have some that may not be there; clues may be off by one; short walls are in doubt;
    or all of it, or many sides.
    """
    rng = np.random.default_rng([seed, 1])
    rows, cols = sizes[seed % len(sizes)]
    omits, style = rng.random() < 0.5, rng.integers(5)
    puzzle, water = _drawn(rng, rows, cols, most_omitted=2 if omits else 0)
    faint = 10.0 ** rng.uniform(-6, -3)

    def of_side(is_wall: bool) -> float:
        doubt = 1e-5
        if style in (0, 2, 3):
            doubt = rng.choice([1e-6, 1e-6, 1e-6, 0.01, 0.05])
        elif style == 4 and rng.random() < 0.2:
            doubt = rng.uniform(0.02, 0.5)
        return _odds(doubt, is_wall=is_wall)

    def of_clue(clue: Clue, longest: int) -> ClueBelief:
        may_be_none = omits and style in (0, 3) and rng.random() < 0.4
        return _looks_of(rng, clue, longest, faint, may_be_none=may_be_none, may_be_near=style in (1, 3, 4))

    return Look(_seen_as(puzzle, of_clue, of_side), puzzle, water)


def small_look(seed: int) -> Look:
    """Return such evidence of a puzzle of six cells, which tests can sum up many times."""
    return looked_at(seed, LOOK_SIZES[:2])


def any_look(seed: int) -> tuple[Look, list[Evidence]]:
    """Return random evidence of a tiny puzzle in which all may be in doubt, and perhaps an alternative.

    Any clue may be omitted or look like any other, any side like its opposite; the alternative is of the same
    size or turned.
    """
    rng = np.random.default_rng([seed, 91])
    size = [(2, 2), (2, 3), (3, 2), (1, 4), (4, 1)][seed % 5]
    look = _any_look(rng, size)
    if rng.random() >= ALTERNATIVE:
        return look, []
    other = _any_look(rng, size if rng.random() < SAME_SIZE else size[::-1])
    return look, [replace(other.evidence, log_prior=float(rng.uniform(-9, -1)))]


def _any_look(rng: np.random.Generator, size: tuple[int, int]) -> Look:
    puzzle, water = _drawn(rng, *size, most_omitted=int(rng.integers(0, sum(size))))
    share_of_clues, share_of_sides = rng.choice([0, 0.2, 0.5, 1.0]), rng.choice([0, 0.15, 0.4, 1.0])
    of_clues, of_sides, faint = (10 ** rng.uniform(*span) for span in ((-3, -0.5), (-3.5, -0.7), (-7, -3.5)))
    none = rng.choice([1e-6, 0.01, 0.3, 1.0])

    def of_clue(clue: Clue, longest: int) -> ClueBelief:
        values = rng.dirichlet([0.5] * (longest + 2))
        values[-1] *= none
        values *= (of_clues if rng.random() < share_of_clues else faint) / values.sum()
        values[-1 if clue is None else clue] += 1 - values.sum()
        return ClueBelief(np.log(np.maximum(values, 1e-17)).tolist())

    def of_side(is_wall: bool) -> float:
        return _odds(of_sides if rng.random() < share_of_sides else faint, is_wall=is_wall)

    return Look(_seen_as(puzzle, of_clue, of_side), puzzle, water)


def _odds(doubt: float, *, is_wall: bool) -> float:
    odds = log(1 / doubt - 1)
    return odds if is_wall else -odds


def _looks_of(
    rng: np.random.Generator, clue: Clue, longest: int, faint: float, *, may_be_none: bool, may_be_near: bool
) -> ClueBelief:
    """Return what is believed of a clue: little of other values, perhaps of none, or of those next to it."""
    shares = np.full(longest + 2, faint if rng.random() < 0.5 else 1e-6)
    shares[-1] = 1e-17
    if clue is None:
        shares[:-1] = faint
    elif may_be_none:
        shares[-1] = rng.choice([0.5, 0.55, 0.6])
    if clue is not None and may_be_near:
        off = rng.choice([0.0, 0.03, 0.08])
        for near in {clue - 1, clue + 1} & {*range(longest + 1)}:
            shares[near] += off / 2
    at = -1 if clue is None else clue
    shares[at] = 0
    shares[at] = max(1e-3, 1 - shares.sum())
    return ClueBelief(np.log(shares / shares.sum()).tolist())


def _drawn(rng: np.random.Generator, rows: int, cols: int, *, most_omitted: int) -> tuple[Puzzle, Water]:
    """Draw a puzzle with exactly one solution that omits few clues."""
    parts, none = partitions(rows, cols), no_clues(rows, cols)
    while True:
        regions = parts[rng.integers(len(parts))]
        every = readings(regions)
        omitted = (every.clues == none).sum(axis=1)
        able = np.flatnonzero(every.is_only & (omitted <= most_omitted))
        if len(able):
            chosen = able[rng.integers(len(able))]
            clues = clues_of(every.clues[chosen], rows, cols)
            return Puzzle(clues[:cols], clues[cols:], regions), every.waters[every.water[chosen]]
