"""How many answers are wrong, by how far their rivals are behind: what the margin of an answer is worth.

`python -m benchmarks.margins [-n PICTURES] [--first NUMBER] [KIND…]` reads pictures of every kind, takes the
likeliest puzzle with one solution, and looks how far those with other water are behind, whether far enough or
not. Of a puzzle with several solutions any is wrong. The last column is the share of wrong answers, at 95 %,
that so many without one leave possible.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import inf
from typing import NamedTuple

import numpy as np
from rich.table import Table

from benchmarks.runner import Row, View, by_kind, command, share, table
from fixtures.drawing import kinds
from fixtures.drawing.kinds import BEYOND, BY_HAND, DIMENSIONS, SEVERAL, TO_ANSWER
from solver import NoSolution, TimedOut, solve
from solver.belief.answer import NotProved, find_hypothesis, prove
from solver.belief.causes import hypothesis_of
from solver.belief.evidence import Change, Hypothesis
from solver.belief.proof import MARGIN, find_margin, least_probability
from solver.deadline import Deadline
from solver.places import SideAt, is_wall
from solver.puzzle import Puzzle
from vision.reading import reasons
from vision.reading.read import read
from vision.reading.reading import BoardNotFound, Reading

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
    """How probable each repair of an answer was predicted to be, and whether it is right."""

    @property
    def is_answered(self) -> bool:
        """Whether its rivals are far enough behind."""
        return self.margin is not None and self.margin >= MARGIN


def found(kind: str, number: int) -> Found | None:
    """Return what is found in a picture; None where it is no question of rivals."""
    drawn, deadline = kinds.drawn(kind, number), Deadline(LIMIT)
    try:
        reading = read(drawn.pixels)
    except BoardNotFound:
        return None
    if reasons.refusal(reading, is_meant=False):
        return None
    margin = hypothesis = None
    repairs: tuple[tuple[float, bool], ...] = ()
    try:
        evidence = reading.repairable(is_unread=reasons.is_unread(reading))
        hypothesis = _as_read(reading, deadline)
        if hypothesis is None and _is_left_as_read(reading):
            return None
        hypothesis = hypothesis or find_hypothesis(evidence, deadline)
        margin = find_margin(evidence, hypothesis, deadline, reading.alternatives)
        if margin.log_odds >= MARGIN:
            proved = prove(evidence, hypothesis, Deadline(LIMIT), reading.alternatives)
            repairs = tuple(
                (proved.confidence_of(change.place), _is_so(change, drawn.truth.puzzle))
                for change in proved.repaired(reading.evidence)
            )
    except NotProved:
        pass
    is_right = (
        hypothesis is not None and drawn.truth.right == "water" and hypothesis.water == drawn.truth.water
    )
    return Found(
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
    if reasons.defects(reading):
        return None
    try:
        solution = solve(reading.puzzle, time_limit=deadline)
    except (NoSolution, TimedOut):
        return None
    evidence = reading.repairable()
    return hypothesis_of(evidence, reading.puzzle, solution.water) if solution.unique else None


def _is_left_as_read(reading: Reading) -> bool:
    """Whether a puzzle without just one solution is not repaired: it has several, or is surely as read."""
    if reasons.why_not_repaired(reading):
        return True
    seen = reasons.defects(reading)
    if not seen:
        try:
            return bool(solve(reading.puzzle, time_limit=LIMIT))
        except TimedOut:
            return True
        except NoSolution as error:
            seen = (error.what,)
    aquariums = least_probability(reading.evidence, reading.puzzle.regions)
    return reasons.blamed(reading, seen, aquariums, is_meant=False) is not None


def tables(rows: Sequence[Row[Found | None]]) -> Iterator[Table]:
    """Yield the tables of margins, of repairs and of work."""
    found = [Row(kind, number, one) for kind, number, one in rows if one]
    yield margins(found)
    yield repairs([repair for row in found for repair in row.found.repairs])
    yield work(by_kind(found))


def margins(rows: Sequence[Row[Found]]) -> Table:
    """Return how many answers of each margin are wrong."""
    groups = {
        f"{low:.1f} to {high:.1f}": [
            row for row in rows if row.found.margin is not None and low <= row.found.margin < high
        ]
        for low, high in pairwise(STEPS)
    }
    groups["answered"] = [row for row in rows if row.found.is_answered]
    groups["answered, by a search"] = [row for row in groups["answered"] if not row.found.is_clear]
    return table(
        *("margin", "pictures", "wrong", "", "at most"),
        rows=([name, *_errors(some)] for name, some in groups.items()),
        title="By margin",
    )


def _errors(some: Sequence[Row[Found]]) -> Iterator[object]:
    wrong = [row for row in some if not row.found.is_right]
    yield len(some)
    yield len(wrong)
    yield ", ".join(f"{row.kind} {row.number}" for row in wrong[:4])
    yield "" if wrong or not some else f"{FAR / len(some):.2%}"


def repairs(made: Sequence[tuple[float, bool]]) -> Table:
    """Return how many repairs are right, by how probable they were predicted to be."""
    bins = {
        f"{low:.0%} to {min(high, 1):.1%}": [is_so for predicted, is_so in made if low <= predicted < high]
        for low, high in pairwise(PROBABILITIES)
    }
    return table(
        *("probability", "repairs", "right", "share"),
        rows=(
            [name, len(some), sum(some), share(sum(some), len(some)) if some else ""]
            for name, some in bins.items()
        ),
        title="Repairs of answered pictures",
    )


def work(kinds: dict[str, list[Found]]) -> Table:
    """Return how many pictures of each kind need a search, and how much work it is."""
    return table(
        *("kind", "pictures", "clear", "answered", "not in time", "not bounded"),
        *("work: median", "95 %", "most"),
        rows=([kind, *_work(some)] for kind, some in kinds.items()),
        title="Work, in seconds, where a search is needed",
    )


def _work(some: list[Found]) -> Iterator[object]:
    yield len(some)
    yield sum(one.is_clear for one in some)
    yield sum(one.is_answered for one in some)
    yield sum(one.margin is None and one.work >= LIMIT for one in some)
    yield sum(one.is_answered and not one.is_bound for one in some)
    spent = [one.work for one in some if not one.is_clear] or [0.0]
    yield from (f"{one:.2f}" for one in np.quantile(spent, [0.5, 0.95, 1]))


MARGINS = View(found, tables, (*TO_ANSWER, *BEYOND, *SEVERAL), (*BY_HAND, *DIMENSIONS), pictures=40)

if __name__ == "__main__":
    command(MARGINS, __doc__)()
