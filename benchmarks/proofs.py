"""How many margins are more than is true, on boards so small that all they may mean can be summed up.

`python -m benchmarks.proofs [-n BOARDS] [--first NUMBER]` looks at random boards of up to 3 x 4 cells as
readings do, proves what can be proved, and sums up by brute force every way to part the grid and to read the
clues. No margin may be more than the true log-odds.
"""

import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

import click
import numpy as np
from rich.console import Console
from rich.table import Table

from solver.belief.answer import MARGIN, NotProved, find_hypothesis, find_margin
from solver.deadline import Deadline
from tests.oracle import meant
from tests.solver.belief.looks import LOOK_SIZES, looked_at

LIMIT = 20.0
"""Seconds of work for each board."""
ROUNDING = 1e-6
SIZES = [*LOOK_SIZES * 16, (3, 4)]
"""Boards of 3 x 4 take longest, and are two in a hundred of them."""


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


@click.command(help=__doc__)
@click.option("-n", "count", default=2000, show_default=True, help="Boards.")
@click.option("--first", default=0, show_default=True, help="The number of the first of them.")
def main(count: int, first: int) -> None:
    """Print the table."""
    with ProcessPoolExecutor() as workers:
        every = list(workers.map(proof, range(first, first + count), chunksize=20))
    Console(width=None if sys.stdout.isatty() else 100).print(summary(every))


if __name__ == "__main__":
    main()
