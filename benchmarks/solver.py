"""How fast puzzles are solved, beside other ways of solving them: `python -m benchmarks.solver [-n ROUNDS]`.

First table: the product and its peers (`benchmarks.peers`) on the same boards, real ones and generated ones,
each with exactly one solution. `first` is the CPU to a solution, `proof` to a solution and the proof that
there is no other, both in milliseconds with the making of the model, medians over boards and rounds; `MB` is
the peak of memory beyond the loaded libraries, in a process for each size and peer. The peers take turns, so
a noisy machine is noisy for all of them. `right` counts boards whose water breaks no rule (`solver.rules`),
`one` those proved to have one solution; `x product` compares medians with the product's. A board that takes
longer than the limit has no answer and counts as taking the limit. Once a peer has answered none of a size's
boards, larger ones are not tried with it.

Second table: the product alone on more boards, beside its targets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import median

import click
from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks.peers import PEERS, PRODUCT, Bench, Run
from benchmarks.puzzles_to_solve import SIZES, Target, compared, targets
from benchmarks.runner import print_tables, table
from benchmarks.stage_times import timed
from solver import Puzzle, rules, solve

LONGEST = 30.0
"""Seconds that a board may take in the tables of the product."""
LONG = 500.0
"""Milliseconds from which on a run of a peer is not repeated: noise matters little there."""


@dataclass
class Figures:
    """What was measured of one peer on one kind of board."""

    first: list[float] = field(default_factory=list)
    proof: list[float] = field(default_factory=list)
    megabytes: float = 0.0
    right: int = 0
    one: int = 0
    unanswered: int = 0


def race(boards: Sequence[Puzzle], peers: Sequence[str], rounds: int, limit: float) -> dict[str, Figures]:
    """Let the peers solve the boards in turns, so many times each; all boards are of one kind."""
    benches = {name: Bench(name, limit) for name in peers}
    figures = {name: Figures() for name in peers}
    for board in boards:
        runs: dict[tuple[str, int], list[Run | None]] = {
            (name, most): [] for name in peers for most in (1, 2)
        }
        for _ in range(rounds):
            for (name, most), done in runs.items():
                if None not in (*done, *runs[name, 1]) and not (done and done[0] and done[0].ms > LONG):
                    done.append(benches[name].run(board, most))
        for name in peers:
            note(figures[name], board, runs[name, 1], runs[name, 2], limit)
    for bench in benches.values():
        bench.shutdown()
    return figures


def note(
    figures: Figures, puzzle: Puzzle, first: list[Run | None], proof: list[Run | None], limit: float
) -> None:
    """Add one board's runs to the figures."""
    for taken, runs in ((figures.first, first), (figures.proof, proof)):
        done = [run for run in runs if run]
        taken.append(median(run.ms for run in done) if done and None not in runs else 1000 * limit)
        figures.megabytes = max([figures.megabytes, *(run.megabytes for run in done)])
    whole = [run for run in proof if run]
    if not whole or None in (*first, *proof):
        figures.unanswered += 1
    else:
        figures.one += len(whole[-1].waters) == 1
    answers = [run for run in (*first, *proof) if run]
    figures.right += bool(answers) and not any(rules.violations(puzzle, run.waters[0]) for run in answers)


def peer_table(sizes: Iterable[int], peers: Sequence[str], rounds: int, boards: int, limit: float) -> Table:
    """Compare the product with its peers, size by size."""
    rows, given_up = list[list[str]](), set[str]()
    for size in track(list(sizes), console=Console(stderr=True), description="peers"):
        for kind, alike in compared(size, boards).items():
            tried = [name for name in peers if name not in given_up]
            figures = race(alike, tried, rounds, limit)
            given_up |= {name for name in tried if figures[name].unanswered == len(alike)}
            rows += [row(kind, name, len(alike), figures) for name in peers]
    return table(
        *("boards", "solved by", "rule", "right", "one", "first", "proof", "MB", "× product: first", "proof"),
        rows=rows,
        title=f"The product and its peers: CPU ms, medians; limit {limit:g} s",
    )


def row(kind: str, name: str, boards: int, figures: dict[str, Figures]) -> list[str]:
    """Return a table's row: one peer on one kind of board."""
    rule = PEERS[name].rule
    if name not in figures:
        return [f"{kind}, {boards}", name, rule, "", "", "not tried", "", "", "", ""]
    own, product = figures[name], figures.get(PRODUCT)
    ratios = ["", ""]
    if product and name != PRODUCT:
        ratios = [times(own.first, product.first, own), times(own.proof, product.proof, own)]
    counts = [f"{own.right} of {boards}", f"{own.one} of {boards}"]
    ends = (
        ["no answer"] * 2
        if own.unanswered == boards
        else [f"{median(ms):.3g}" for ms in (own.first, own.proof)]
    )
    return [f"{kind}, {boards}", name, rule, *counts, *ends, f"{own.megabytes:.1f}", *ratios]


def times(own: list[float], product: list[float], figures: Figures) -> str:
    """Say how many times longer a peer took, on the median board; at least that where it had no answer."""
    ratios = [mine / other for mine, other in zip(own, product, strict=True)]
    return f"{'> ' if figures.unanswered else ''}{median(ratios):.3g}"


def target_table(boards: int, rounds: int) -> Table:
    """Measure the product alone: every board so many times, medians of each board."""
    per_cell = dict[str, float]()
    made = table(
        *("boards", "number", "median", "target", "worst", "target", "µs per cell", "met"),
        rows=(target_row(target, rounds, per_cell) for target in targets(boards) if target.puzzles),
        title="The product alone, with proof: CPU ms",
    )
    growth = per_cell["generated 200x200"] / per_cell["generated 30x30"]
    made.caption = (
        f"cost per cell, boards that counting settles, 200x200 / 30x30: {growth:.2f} (target: at most 2)"
    )
    return made


def target_row(target: Target, rounds: int, per_cell: dict[str, float]) -> Iterator[object]:
    """Yield the cells of one kind of boards, and note its cost per cell."""
    taken = [proof_ms(puzzle, rounds) for puzzle in target.puzzles]
    yield from (target.kind, len(taken))
    beside = (median(taken), target.median_ms), (max(taken), target.worst_ms)
    for found, wanted in beside:
        yield from (f"{found:.3g}", "" if wanted is None else f"{wanted:g}")
    per_cell[target.kind] = 1000 * median(taken) / target.puzzles[0].width / target.puzzles[0].height
    yield f"{per_cell[target.kind]:.2f}"
    yield " ".join("yes" if found <= wanted else "NO" for found, wanted in beside if wanted)


def proof_ms(puzzle: Puzzle, rounds: int) -> float:
    """Return the milliseconds of CPU of solving with proof, the median of several times."""
    return median(timed(lambda: solve(puzzle, time_limit=LONGEST))[0] for _ in range(rounds))


@click.command(help=__doc__)
@click.option("-n", "--rounds", default=3, help="Times each board is solved.")
@click.option("-b", "--boards", default=2, help="Boards of each kind that all peers solve.")
@click.option(
    "-s", "--size", "sizes", multiple=True, type=int, help="Side of the boards that all peers solve."
)
@click.option("-p", "--peer", "chosen", multiple=True, help="Part of the name of a peer; all if not given.")
@click.option("--limit", default=10.0, help="Seconds of CPU that a peer may take for a board.")
def main(rounds: int, boards: int, sizes: tuple[int, ...], chosen: tuple[str, ...], limit: float) -> None:
    """Print the tables."""
    names = [name for name in PEERS if name == PRODUCT or not chosen or any(part in name for part in chosen)]
    print_tables(peer_table(sizes or SIZES, names, rounds, boards, limit))
    print_tables(target_table(boards, max(rounds, 5)))


if __name__ == "__main__":
    main()
