"""How many answers are wrong, by how far their rivals are behind: what the margin of an answer is worth.

`python -m benchmarks.margins [-n PICTURES] [--first NUMBER] [KIND…]` reads pictures of every kind, takes the
likeliest puzzle with one solution, and looks how far those with other water are behind, whether far enough or
not. Of a puzzle with several solutions any is wrong. The last column is the share of wrong answers, at 95 %,
that so many without one leave possible.
"""

import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from math import inf
from typing import NamedTuple

import click
import cv2
import numpy as np
from rich.console import Console
from rich.table import Table

from fixtures.drawing.kinds.to_answer import BEYOND, KINDS, SEVERAL, case, pool
from solver import NoSolution, TimedOut, solve
from solver.belief.answer import MARGIN, NotProved, find_hypothesis, find_margin, prove
from solver.belief.bound import least_probability
from solver.belief.evidence import Change
from solver.belief.hypothesis import Hypothesis
from solver.deadline import Deadline
from solver.places import SideAt, is_wall
from solver.puzzle import Puzzle
from vision.reading import refuse
from vision.reading.find import BoardNotFound
from vision.reading.read import read
from vision.reading.reading import Reading

LIMIT = 2.0
"""Seconds of work for each picture, as by default."""
STEPS = (-inf, 0.0, 1.0, 2.0, 3.0, MARGIN, 5.5, 7.0, 9.0, inf)
"""Bounds of the rows."""
PROBABILITIES = (0.0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 1.1)
"""Bounds of the rows of repairs."""
FAR = 3.0
"""Stands for 95 %: of so many events expected, none is seen in one of twenty trials (the rule of three)."""


class Found(NamedTuple):
    """What a picture's likeliest puzzle is worth."""

    kind: str
    seed: int
    margin: float | None
    """None where no hypothesis, or not its margin, was found in time."""
    is_right: bool
    work: float
    """Seconds of counted work."""
    is_clear: bool
    """Whether no search was needed."""
    is_bound: bool = True
    """Whether all that is against it was bounded; else a search ended at some depth."""
    repairs: tuple[tuple[float, bool], ...] = ()
    """How probable each repair of an answer was said to be, and whether it is right."""


def found(job: tuple[str, int]) -> Found | None:
    """Return what is found in a picture; None where it is no question of rivals."""
    cv2.setNumThreads(1)
    drawn, deadline = case(*job), Deadline(LIMIT)
    try:
        reading = read(drawn.image)
    except BoardNotFound:
        return None
    if refuse.refusal(reading, is_meant=False):
        return None
    margin = hypothesis = None
    repairs: tuple[tuple[float, bool], ...] = ()
    try:
        evidence = reading.repairable(is_unread=refuse.is_unread(reading))
        hypothesis = _as_read(reading, deadline)
        if hypothesis is None and _is_told_as_read(reading):
            return None
        hypothesis = hypothesis or find_hypothesis(evidence, deadline)
        margin = find_margin(evidence, hypothesis, deadline)
        if margin.log_odds >= MARGIN:
            proved = prove(evidence, hypothesis, Deadline(LIMIT))
            repairs = tuple(
                (proved.confidence_of(change.place), _is_so(change, drawn.puzzle))
                for change in proved.repaired(reading.evidence)
            )
    except NotProved:
        pass
    is_right = hypothesis is not None and drawn.has_answer and hypothesis.water == drawn.water
    return Found(
        *job,
        margin.log_odds if margin else None,
        is_right,
        LIMIT - deadline.work_left,
        not deadline.has_model,
        margin is None or margin.is_bound,
        repairs,
    )


def _is_so(change: Change, drawn: Puzzle) -> bool:
    """Whether a repair is what was drawn."""
    place = change.place
    if isinstance(place, SideAt):
        return is_wall(drawn.regions, place) == change.became
    return (drawn.col_clues if place.axis == "column" else drawn.row_clues)[place.line] == change.became


def _as_read(reading: Reading, deadline: Deadline) -> Hypothesis | None:
    """Return the puzzle as read, if it has one solution."""
    if refuse.defects(reading):
        return None
    try:
        solution = solve(reading.puzzle, time_limit=deadline)
    except (NoSolution, TimedOut):
        return None
    log_odds = reading.repairable().deficit(reading.puzzle)
    return Hypothesis(reading.puzzle, solution.water, log_odds) if solution.unique else None


def _is_told_as_read(reading: Reading) -> bool:
    """Whether a puzzle without just one solution is not repaired: it has several, or is surely as read."""
    if refuse.why_not_repaired(reading):
        return True
    seen = refuse.defects(reading)
    if not seen:
        try:
            return bool(solve(reading.puzzle, time_limit=LIMIT))
        except TimedOut:
            return True
        except NoSolution as error:
            seen = (error.what,)
    aquariums = least_probability(reading.evidence, reading.puzzle.regions)
    return refuse.blamed(reading, seen, aquariums, is_meant=False) is not None


def margins(every: Sequence[Found]) -> Table:
    """Return how many answers of each margin are wrong."""
    table = Table("margin", "pictures", "wrong", "", "at most", title="By margin")
    told = [one for one in every if one.margin is not None]
    for low, high in pairwise(STEPS):
        inside = [one for one in told if one.margin is not None and low <= one.margin < high]
        table.add_row(f"{low:.1f} to {high:.1f}", *_errors(inside))
    difficult = [one for one in told if not one.is_clear]
    for name, some in (("answered", told), ("answered, by a search", difficult)):
        table.add_row(
            name, *_errors([one for one in some if one.margin is not None and one.margin >= MARGIN])
        )
    return table


def _errors(some: Sequence[Found]) -> Iterator[str]:
    wrong = [one for one in some if not one.is_right]
    yield str(len(some))
    yield str(len(wrong))
    yield ", ".join(f"{one.kind} {one.seed}" for one in wrong[:4])
    yield "" if wrong or not some else f"{FAR / len(some):.2%}"


def repairs(every: Sequence[Found]) -> Table:
    """Return how many repairs are right, by how probable they were said to be."""
    table = Table("probability", "repairs", "right", "share", title="Repairs of answered pictures")
    made = [repair for one in every for repair in one.repairs]
    for low, high in pairwise(PROBABILITIES):
        inside = [is_so for probability, is_so in made if low <= probability < high]
        share = f"{np.mean(inside):.1%}" if inside else ""
        table.add_row(f"{low:.0%} to {min(high, 1):.1%}", str(len(inside)), str(sum(inside)), share)
    return table


def work(every: Sequence[Found]) -> Table:
    """Return how many pictures of each kind need a search, and how much work it is."""
    columns = (
        "kind",
        "pictures",
        "clear",
        "answered",
        "not in time",
        "not bounded",
        "work: median",
        "95 %",
        "most",
    )
    table = Table(*columns, title="Work, in seconds, where a search is needed")
    for kind in dict.fromkeys(one.kind for one in every):
        some = [one for one in every if one.kind == kind]
        spent = [one.work for one in some if not one.is_clear] or [0.0]
        answered = sum(one.margin is not None and one.margin >= MARGIN for one in some)
        late = sum(one.margin is None and one.work >= LIMIT for one in some)
        clear = sum(one.is_clear for one in some)
        quantiles = (f"{one:.2f}" for one in np.quantile(spent, [0.5, 0.95, 1]))
        open_end = sum(not one.is_bound and one.margin is not None and one.margin >= MARGIN for one in some)
        table.add_row(kind, *map(str, (len(some), clear, answered, late, open_end)), *quantiles)
    return table


@click.command(help=__doc__)
@click.argument("kinds", nargs=-1)
@click.option("-n", "count", default=40, show_default=True, help="Pictures of each kind.")
@click.option("--first", default=0, show_default=True, help="The number of the first of them.")
def main(kinds: tuple[str, ...], count: int, first: int) -> None:
    """Print both tables."""
    names = kinds or (*KINDS, *BEYOND, *SEVERAL)
    jobs = [(kind, first + number) for kind in names for number in range(count)]
    pool()
    with ProcessPoolExecutor() as workers:
        every = [one for one in workers.map(found, jobs, chunksize=4) if one]
    console = Console(width=None if sys.stdout.isatty() else 120)
    console.print(margins(every), repairs(every), work(every))


if __name__ == "__main__":
    main()
