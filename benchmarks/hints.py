"""Whether reasons are true of the board that is seen: `python -m benchmarks.hints [-n BOARDS] [--first N]`.

Half-played boards, with crosses and with water alone. Of each the next step is found as a hint tells it, and
every number of its reason is counted again, on the board and by the full lines that it names.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import median
from time import perf_counter
from typing import NamedTuple

import numpy as np
from rich.table import Table

from benchmarks.runner import Row, View, by_kind, command, table
from solver.logic.premises import next_step
from tests.solver.logic.recount import half_played, miscounts

KINDS = ("with crosses", "water alone")


class Told(NamedTuple):
    """What a hint told of a board."""

    technique: str
    premises: int
    """Full lines that it names."""
    because: str
    untrue: tuple[str, ...]
    """Numbers that cannot be counted."""
    seconds: float


def told(kind: str, number: int) -> Told:
    """Draw a board, and count again what its hint says."""
    crosses = kind == KINDS[0]
    puzzle, known = half_played(np.random.default_rng([number, *kind.encode()]), crosses=crosses)
    begun = perf_counter()
    step = next_step(puzzle, known, puts_in_air=crosses)
    seconds = perf_counter() - begun
    assert step is not None
    lines = sum(len(premise.lines) for premise in step.premises)
    return Told(str(step.technique), lines, step.because, tuple(miscounts(puzzle, known, step)), seconds)


def tables(rows: Sequence[Row[Told]]) -> Iterator[Table]:
    """Yield a row for each kind, and how often each technique was told."""
    kinds = by_kind(rows)
    yield table(
        *("kind", "boards", "reasons with an untrue number", "with premises", "median ms", "most ms"),
        rows=(
            (
                *(kind, len(some), sum(bool(one.untrue) for one in some)),
                sum(one.premises > 0 for one in some),
                *(f"{1000 * taken([one.seconds for one in some]):.1f}" for taken in (median, max)),
            )
            for kind, some in kinds.items()
        ),
    )
    techniques = Counter(row.found.technique for row in rows)
    yield table("technique", "reasons", rows=techniques.most_common())


HINTS = View(
    told,
    tables,
    KINDS,
    pictures=1000,
    describe=lambda row: f"{row.found.because} {row.found.untrue}" if row.found.untrue else "",
    is_wrong=lambda found: bool(found.untrue),
)

if __name__ == "__main__":
    command(HINTS, __doc__)()
