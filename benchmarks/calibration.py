"""How far the probabilities that the reader gives can be believed: predicted against observed errors.

`python -m benchmarks.calibration [-n PICTURES] [--first NUMBER] [KIND…]` reads rendered pictures of every
kind, compares every clue's most probable value and every side's likelier state with what was drawn, and
prints the reliability curves, the temperatures that fit best, and how sure the surest mistakes were.
Rows whose errors are surely three times as many as predicted, or a third of it, are marked OFF.
Within the limits errors are too rare to measure probabilities by, so the kind "sweeps" adds pictures from any
step of any sweep of `benchmarks.sweeps`, easy to hopeless.
Temperatures are fitted to pictures of even numbers and judged on those of odd ones.
The last tables, of all kinds but the sweeps, say how sure mistakes are at most, and how many come together
(`benchmarks.tails`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import exp
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from rich.table import Table

from benchmarks.runner import Job, Row, View, by_kind, command, share, table
from benchmarks.sweeps import SWEEPS, swept
from benchmarks.tails import IMPOSSIBLE, SeenSides, Size, other_values
from benchmarks.tails import tables as tails
from fixtures.drawing import kinds
from fixtures.drawing.kinds import BEYOND, BY_HAND, DIMENSIONS, SEVERAL, TO_ANSWER
from fixtures.drawing.scene import Picture
from solver.belief.evidence import Evidence
from solver.places import is_wall
from solver.puzzle import Puzzle
from vision.reading.read import read
from vision.reading.reading import BoardNotFound

Floats = NDArray[np.float64]

WORSE = "sweeps"
"""The kind of pictures of the sweeps."""
SAME_BOARD = 0.8
"""Share of the sides that must be read rightly, or the lattice lies elsewhere than the board: its sides and
clues then say nothing about how sides and clues are read."""
ERRORS = (1.0, 0.3, 0.1, 0.03, 0.01, 3e-3, 1e-3, 3e-4, 1e-4, 3e-5, 1e-5, 0.0)
"""Bounds of the bins: probabilities that the likeliest is not what was drawn."""
TEMPERATURES = np.geomspace(0.25, 16.0, 121)
"""Candidates, 3.5 % apart: finer than any number of pictures can tell."""
HEIGHTS = {"clues": (3.0, 5.0, 7.0, 9.0), "sides": (5.0, 7.0, 9.0, 12.0)}
"""Log-odds above which wrong ones are counted; of clues, by how much their likeliest value is ahead."""
NAMED = 6
"""Pictures with the surest mistakes that are named."""
MOST_OFF, UNLIKELY = 3.0, 0.025
"""Factor between predicted and observed errors that is too much, and the probability of the count in one such
bin if the factor is just that, below which it is no chance."""


@dataclass(frozen=True, eq=False)
class Sample:
    """What was believed of one picture's items (clues or sides), and what was drawn."""

    log_p: Floats
    """(items, values), padded with IMPOSSIBLE."""
    truth: NDArray[np.intp]
    """(items,): the value that was drawn."""
    size: Size = (0, 0)
    """Of the board."""


class Measured(NamedTuple):
    """What was believed of one picture."""

    clues: Sample
    sides: Sample


@dataclass(frozen=True)
class Bin:
    """Items whose predicted error lies within bounds."""

    low: float
    high: float
    count: int
    predicted: float
    """Mean predicted error."""
    wrong: int

    @property
    def observed(self) -> float:
        """Share of the items that were wrong."""
        return self.wrong / self.count

    @property
    def ratio(self) -> float:
        """Observed errors over predicted ones."""
        return self.wrong / max(self.count * self.predicted, 1e-12)

    @property
    def is_off(self) -> bool:
        """Whether errors are surely MOST_OFF times as many as predicted, or as few."""
        expected = self.count * self.predicted
        few = _at_most(self.wrong, expected / MOST_OFF)
        many = 1 - _at_most(self.wrong - 1, expected * MOST_OFF)
        more, fewer = self.ratio > MOST_OFF, self.ratio < 1 / MOST_OFF
        return (more and many < UNLIKELY) or (fewer and few < UNLIKELY)


def _at_most(count: int, expected: float) -> float:
    """Return the probability of at most so many events where so many are expected (Poisson)."""
    terms = accumulate(range(1, count + 1), lambda term, n: term * expected / n, initial=1.0)
    return exp(-expected) * sum(terms) if count >= 0 else 0.0


def drawn(kind: str, number: int) -> Picture:
    """Draw the picture of a number."""
    return any_step(number) if kind == WORSE else kinds.drawn(kind, number)


def measured(kind: str, number: int) -> Measured | None:
    """Return the clues and the sides of a picture; None where its board was not found, or not rightly."""
    shown = drawn(kind, number)
    try:
        reading = read(shown.pixels)
    except BoardNotFound:
        return None
    puzzle = shown.truth.puzzle
    size = puzzle.height, puzzle.width
    if (reading.board.rows, reading.board.cols) != size:
        return None
    log_p, truth = _sides(reading.evidence, puzzle)
    if np.mean(log_p.argmax(axis=1) == truth) < SAME_BOARD:
        return None
    return Measured(Sample(*_clues(reading.evidence, puzzle), size), Sample(log_p, truth, size))


def any_step(seed: int) -> Picture:
    """Draw a picture from any step of any sweep."""
    rng = np.random.default_rng(seed)
    name = tuple(SWEEPS)[rng.integers(len(SWEEPS))]
    steps = SWEEPS[name].steps
    return swept(name, steps[rng.integers(len(steps))], seed)


def _sides(evidence: Evidence, puzzle: Puzzle) -> tuple[Floats, NDArray[np.intp]]:
    wall = np.array([log_odds for _, log_odds in evidence.sides()])
    truth = [is_wall(puzzle.regions, side) for side, _ in evidence.sides()]
    log_p = np.stack([-np.logaddexp(0, wall), -np.logaddexp(0, -wall)], axis=1)
    return np.maximum(log_p, IMPOSSIBLE), np.array(truth, np.intp)


def _clues(evidence: Evidence, puzzle: Puzzle) -> tuple[Floats, NDArray[np.intp]]:
    believed = [values for _, values in evidence.clues()]
    drawn = (*puzzle.col_clues, *puzzle.row_clues)
    log_p = np.full((len(believed), max(map(len, believed))), IMPOSSIBLE)
    for row, values in enumerate(believed):
        log_p[row, : len(values)] = np.maximum(values, IMPOSSIBLE)
    truth = [len(values) - 1 if clue is None else clue for clue, values in zip(drawn, believed, strict=True)]
    return log_p, np.array(truth, np.intp)


def tempered(log_p: Floats, temperature: float) -> Floats:
    """Return log-probabilities (items, values) made less sure by a temperature above 1, or surer below."""
    scaled = log_p / temperature
    top = scaled.max(axis=1, keepdims=True)
    return np.asarray(scaled - top - np.log(np.exp(scaled - top).sum(axis=1, keepdims=True)), np.float64)


def surprise(samples: Sequence[Sample], temperature: float = 1.0) -> float:
    """Return the mean negative logarithm of what was drawn, in nats."""
    log_p, truth = joined(samples)
    return float(-tempered(log_p, temperature)[np.arange(len(truth)), truth].mean())


def joined(samples: Sequence[Sample]) -> tuple[Floats, NDArray[np.intp]]:
    """Return the log-probabilities and the truths of many pictures one below the other."""
    widest = max(sample.log_p.shape[1] for sample in samples)
    padded = [
        np.pad(sample.log_p, ((0, 0), (0, widest - sample.log_p.shape[1])), constant_values=2 * IMPOSSIBLE)
        for sample in samples
    ]
    return np.concatenate(padded), np.concatenate([sample.truth for sample in samples])


def fitted_temperature(samples: Sequence[Sample]) -> float:
    """Return the temperature under which what was drawn is most probable."""
    return float(min(TEMPERATURES, key=lambda temperature: surprise(samples, temperature)))


def reliability(samples: Sequence[Sample], temperature: float = 1.0) -> tuple[Bin, ...]:
    """Return predicted and observed errors of all items, in bins of the predicted one."""
    log_p, truth = joined(samples)
    log_p = tempered(log_p, temperature)
    error, wrong = -np.expm1(log_p.max(axis=1)), log_p.argmax(axis=1) != truth
    bins = []
    for high, low in pairwise(ERRORS):
        inside = (error <= high) & (error > low) if low else error <= high
        if inside.any():
            bins.append(
                Bin(low, high, int(inside.sum()), float(error[inside].mean()), int(wrong[inside].sum()))
            )
    return tuple(bins)


def expected_error(bins: Sequence[Bin]) -> float:
    """Return the mean distance of predicted and observed errors, weighted by the items (ECE)."""
    return sum(abs(one.count * one.predicted - one.wrong) for one in bins) / sum(one.count for one in bins)


def tables(rows: Sequence[Row[Measured | None]]) -> Iterator[Table]:
    """Yield the curves, the surest mistakes, what was expected of each kind, and the tails."""
    read = [Row(kind, number, found) for kind, number, found in rows if found]
    for name, heights in HEIGHTS.items():
        samples = [Row(kind, number, getattr(found, name)) for kind, number, found in read]
        yield curve_table(name, samples)
        yield surest_mistakes(name, samples, heights)
    yield kind_table(by_kind(rows))
    if good := [found for kind, _, found in read if kind != WORSE]:
        boards = [
            SeenSides(sides.size, sides.log_p[:, 1] - sides.log_p[:, 0], sides.truth > 0) for _, sides in good
        ]
        yield from tails(boards, other_values(*joined([found.clues for found in good])))


def curve_table(name: str, samples: Sequence[Row[Sample]]) -> Table:
    """Return the reliability as it is, with the fitted temperature in the title."""
    even, odd = ([row.found for row in samples if row.number % 2 == half] for half in (0, 1))
    fit = fitted_temperature(even) if even else 1.0
    before, after = (
        {one.high: one for one in (reliability(odd, heat) if odd else ())} for heat in (1.0, fit)
    )
    title = name
    if odd:
        title = (
            f"{name}, odd pictures: ECE {expected_error([*before.values()]):.1e}, at temperature {fit:.2f} "
            f"{expected_error([*after.values()]):.1e}; nats {surprise(odd):.1e} and {surprise(odd, fit):.1e}"
        )
    rows = []
    for high, low in pairwise(ERRORS):
        one, other = before.get(high), after.get(high)
        cells = [""] * 5
        if one:
            off = f"{one.ratio:.2f}{' OFF' if one.is_off else ''}"
            cells = [str(one.count), f"{one.predicted:.1e}", f"{one.observed:.1e}", str(one.wrong), off]
        cooler = [f"at {fit:.2f}:", str(other.count), f"{other.observed:.1e}"] if other else [""] * 3
        rows.append([f"{low:g} to {high:g}", *cells, *cooler])
    columns = ("predicted error", name, "predicted", "observed", "wrong", "ratio", "", name, "observed")
    return table(*columns, rows=rows, title=title)


def kind_table(kinds: dict[str, list[Measured | None]]) -> Table:
    """Return for each kind how many errors were expected and how many were made, and its own temperatures."""
    return table(
        *("kind", "boards", "not read", "clues", "expected wrong", "wrong", "T"),
        *("sides", "expected wrong", "wrong", "T"),
        rows=([kind, *_expected(found)] for kind, found in kinds.items() if any(found)),
        title="By kind",
    )


def _expected(found: Sequence[Measured | None]) -> Iterator[object]:
    boards = [one for one in found if one]
    yield from (len(boards), len(found) - len(boards))
    for samples in zip(*boards, strict=True):
        bins = reliability(samples)
        yield sum(one.count for one in bins)
        yield f"{sum(one.count * one.predicted for one in bins):.1f}"
        yield sum(one.wrong for one in bins)
        yield f"{fitted_temperature(samples):.2f}"


def surest_mistakes(name: str, samples: Sequence[Row[Sample]], heights: Sequence[float]) -> Table:
    """Return how sure the reader was of what it took wrongly, and in which pictures most."""
    apart = np.concatenate([_behind(row.found) for row in samples])
    wrong = apart[apart > 0]
    above = {height: int((wrong > height).sum()) for height in heights}
    surest = sorted(((float(_behind(row.found).max()), row) for row in samples), key=lambda pair: -pair[0])
    return table(
        *("log-odds against the truth above", "wrong", "share"),
        rows=[
            *([f"{height:g}", count, share(count, len(wrong), 0)] for height, count in above.items()),
            *(
                [f"{row.kind} {row.number}", f"{behind:.1f}" if behind > 0 else "none"]
                for behind, row in surest[:NAMED]
            ),
        ],
        title=f"{len(wrong)} wrong of {len(apart)} {name}",
    )


def _behind(sample: Sample) -> Floats:
    """Return how far the truth lies below what was taken, (items,)."""
    return np.asarray(sample.log_p.max(axis=1) - sample.log_p[np.arange(len(sample.truth)), sample.truth])


def jobs(kind: str, asked: range) -> list[Job]:
    """Return the pictures of a kind: of sweeps, three times as many."""
    times = 3 if kind == WORSE else 1
    return [(kind, number) for number in range(asked.start, asked.start + times * len(asked))]


CALIBRATION = View(
    measured,
    tables,
    (*TO_ANSWER, *BEYOND, WORSE),
    (*SEVERAL, *BY_HAND, *DIMENSIONS),
    pictures=100,
    jobs=jobs,
    describe=lambda row: "" if row.found else "not read",
    image=lambda kind, number: drawn(kind, number).pixels,
)

if __name__ == "__main__":
    command(CALIBRATION, __doc__)()
