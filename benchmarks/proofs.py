"""How many margins are more than is true, on boards so small that all they may mean can be summed up.

`python -m benchmarks.proofs [-n BOARDS] [--first NUMBER]` looks at random boards of up to 3 x 4 cells as
readings do, proves what can be proved, and sums up by brute force every way to part the grid and to read the
clues. No margin may be more than the true log-odds. With `--shares` it prints which share of random puzzles
has one solution, by size and by the cells of an aquarium, beside what `solver.belief.sources` takes it for.
"""

import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from typing import NamedTuple

import click
import numpy as np
from rich.console import Console
from rich.table import Table

from fixtures.drawing.board.puzzles import random_puzzle
from solver import TimedOut, solve
from solver.belief.answer import MARGIN, NotProved, find_hypothesis, find_margin
from solver.belief.sources import share_with_one_solution
from solver.deadline import Deadline
from tests.oracle import meant
from tests.solver.belief.looks import LOOK_SIZES, looked_at

LIMIT = 20.0
"""Seconds of work for each board."""
ROUNDING = 1e-6
SIZES = [*LOOK_SIZES * 16, (3, 4)]
"""Boards of 3 x 4 take longest, and are two in a hundred of them."""


SHARE_SIZES = (4, 6, 8, 10, 15, 20)
SHARE_MEANS = (2.0, 3.0, 4.0, 5.0, 6.0, 8.0)


class Proof(NamedTuple):
    """What was proved of a board, and what is so."""

    margin: float
    true: float
    is_bound: bool
    work: float


def proof(seed: int) -> Proof | None:
    """Return what is proved of the board number `seed`; None without a hypothesis."""
    look, deadline = looked_at(seed, SIZES), Deadline(LIMIT)
    try:
        hypothesis = find_hypothesis(look.evidence, deadline)
        margin = find_margin(look.evidence, hypothesis, deadline)
    except NotProved:
        return None
    true = meant(look.evidence).log_odds(hypothesis.water, hypothesis.puzzle)
    return Proof(margin.log_odds, true, margin.is_bound, LIMIT - deadline.work_left)


def summary(every: Sequence[Proof | None]) -> Table:
    """Return how many were proved, and how many of them should not have been."""
    found = [one for one in every if one]
    proved = [one for one in found if one.margin >= MARGIN]
    rows = {
        "boards": len(every),
        "with a hypothesis": len(found),
        "proved": len(proved),
        "of these: other water likelier than 1 in 99": sum(one.true < MARGIN - ROUNDING for one in proved),
        "of these: margin more than is true": sum(one.margin > one.true + ROUNDING for one in proved),
        "of these: not bounded": sum(not one.is_bound for one in proved),
        "refused, though proof was to be had": sum(one.true >= MARGIN for one in found)
        - sum(one.true >= MARGIN for one in proved),
    }
    table = Table("", "number")
    for name, number in rows.items():
        table.add_row(name, str(number))
    low, middle, high = np.quantile([one.true - one.margin for one in proved], [0.05, 0.5, 0.95])
    table.add_row("true log-odds less the margin: 5 %, median, 95 %", f"{low:.2f}, {middle:.2f}, {high:.2f}")
    return table


def share(case: tuple[int, float, int]) -> tuple[float, float, float]:
    """Return which share of so many random puzzles of a size and a mean aquarium has one solution.

    With their mean cells per aquarium, and the share that is taken for it.
    """
    size, mean, count = case
    cells, said, unique = [], [], 0
    for seed in range(count):
        puzzle, _ = random_puzzle(
            np.random.default_rng([size, int(10 * mean), seed]), size, size, mean_size=mean
        )
        cells.append(size**2 / max(map(max, puzzle.regions)))
        said.append(share_with_one_solution(puzzle))
        with suppress(TimedOut):  # such a puzzle has more than one
            unique += solve(puzzle, time_limit=1.0).unique
    return float(np.mean(cells)), unique / count, float(np.mean(said))


def shares(count: int) -> Table:
    """Return the shares of random puzzles with one solution."""
    table = Table("size", "cells per aquarium", "one solution", "taken for")
    cases = [(size, mean, count) for size in SHARE_SIZES for mean in SHARE_MEANS]
    with ProcessPoolExecutor() as workers:
        for (size, _, _), (cells, seen, said) in zip(cases, workers.map(share, cases), strict=True):
            table.add_row(f"{size}×{size}", f"{cells:.1f}", f"{seen:.2f}", f"{said:.2f}")
    return table


@click.command(help=__doc__)
@click.option("-n", "count", default=2000, show_default=True, help="Boards.")
@click.option("--first", default=0, show_default=True, help="The number of the first of them.")
@click.option(
    "--shares", "are_shares", is_flag=True, help="Of that many random puzzles, print those with one solution."
)
def main(count: int, first: int, *, are_shares: bool) -> None:
    """Print the table."""
    console = Console(width=None if sys.stdout.isatty() else 100)
    if are_shares:
        console.print(shares(count))
        return
    with ProcessPoolExecutor() as workers:
        every = list(workers.map(proof, range(first, first + count), chunksize=20))
    console.print(summary(every))


if __name__ == "__main__":
    main()
