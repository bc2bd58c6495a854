"""How many margins are more than is true, on boards so small that all they may mean can be summed up.

`python -m benchmarks.proofs [-n BOARDS] [--first NUMBER]` looks at random boards of up to 3 x 4 cells as
readings do, proves what can be proved, and sums up by brute force every way to part the grid and to read the
clues. No margin may be more than the true log-odds. With `--shares` it prints which share of random puzzles
has one solution, by size and by the cells of an aquarium, beside what `solver.belief.sources` takes it for.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from rich.table import Table

from benchmarks.runner import Row, View, by_kind, command, table
from fixtures.drawing.board.puzzles import random_puzzle
from solver import TimedOut, solve
from solver.belief.answer import NotProved, find_hypothesis
from solver.belief.proof import MARGIN, find_margin
from solver.belief.sources import share_with_one_solution
from solver.deadline import Deadline
from tests.oracle import true_log_odds
from tests.solver.belief.looks import LOOK_SIZES, looked_at

LIMIT = 20.0
"""Seconds of work for each board."""
ROUNDING = 1e-6
SIZES = [*LOOK_SIZES * 16, (3, 4)]
"""Boards of 3 x 4 take longest, and are two in a hundred of them."""

SHARE_SIZES = (4, 6, 8, 10, 15, 20)
SHARE_MEANS = (2.0, 3.0, 4.0, 5.0, 6.0, 8.0)
RANDOM = {f"{size}×{size}, {mean:g}": (size, mean) for size in SHARE_SIZES for mean in SHARE_MEANS}
"""Kinds of random puzzles: rows and columns, and the mean size of their aquariums."""


class Proof(NamedTuple):
    """What was proved of a board, and what is so."""

    margin: float
    true: float
    is_bound: bool
    work: float


class Drawn(NamedTuple):
    """One of many random puzzles."""

    cells: float
    """Mean cells of an aquarium."""
    is_unique: bool
    assumed: float
    """The share of such puzzles that the program takes for having one solution."""


def proof(kind: str, number: int) -> Proof | None:
    """Return what is proved of the board of a number; None without a hypothesis."""
    look, deadline = looked_at(number, SIZES), Deadline(LIMIT)
    try:
        hypothesis = find_hypothesis(look.evidence, deadline)
        margin = find_margin(look.evidence, hypothesis, deadline)
    except NotProved:
        return None
    true = true_log_odds(hypothesis.water, hypothesis.puzzle, look.evidence)
    return Proof(margin.log_odds, true, margin.is_bound, LIMIT - deadline.work_left)


def summary(rows: Sequence[Row[Proof | None]]) -> Iterator[Table]:
    """Yield how many were proved, and how many of them should not have been."""
    found = [row.found for row in rows if row.found]
    proved = [one for one in found if one.margin >= MARGIN]
    numbers = {
        "boards": len(rows),
        "with a hypothesis": len(found),
        "proved": len(proved),
        "of these: other water likelier than 1 in 99": sum(one.true < MARGIN - ROUNDING for one in proved),
        "of these: margin more than is true": sum(one.margin > one.true + ROUNDING for one in proved),
        "of these: not bounded": sum(not one.is_bound for one in proved),
        "refused, though proof was to be had": sum(one.true >= MARGIN for one in found)
        - sum(one.true >= MARGIN for one in proved),
    }
    apart = np.quantile([one.true - one.margin for one in proved], [0.05, 0.5, 0.95])
    spread = "true log-odds less the margin: 5 %, median, 95 %", ", ".join(f"{one:.2f}" for one in apart)
    yield table("", "number", rows=[*numbers.items(), spread])


def drawn(kind: str, number: int) -> Drawn:
    """Draw a random puzzle of a size and a mean aquarium, and look whether it has one solution."""
    size, mean = RANDOM[kind]
    rng = np.random.default_rng([size, int(10 * mean), number])
    puzzle, _ = random_puzzle(rng, size, size, mean_size=mean)
    try:
        is_unique = solve(puzzle, time_limit=1.0).unique
    except TimedOut:  # such a puzzle has more than one
        is_unique = False
    return Drawn(size**2 / max(map(max, puzzle.regions)), is_unique, share_with_one_solution(puzzle))


def shares(rows: Sequence[Row[Drawn]]) -> Iterator[Table]:
    """Yield the shares of random puzzles with one solution, of each size and mean aquarium."""
    means = {kind: np.mean(found, axis=0) for kind, found in by_kind(rows).items()}
    yield table(
        *("size, aquariums", "cells per aquarium", "one solution", "taken for"),
        rows=([kind, *(f"{one:.2f}" for one in mean)] for kind, mean in means.items()),
    )


PROOFS = View(proof, summary, ("boards",), pictures=2000)
SHARES = View(drawn, shares, tuple(RANDOM), pictures=2000)

if __name__ == "__main__":
    command(PROOFS, __doc__, shares=SHARES)()
