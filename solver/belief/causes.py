"""What one cause misreads together: the sides of a border, and clues that look alike.

Walls between two aquariums that are not there come together, nearly as often as the surest of them is wrong;
walls where none is seen hardly do (docs/accuracy.md). So one cause may have feigned a border, as probable as
that, beside what each of its sides may be by itself. A font whose 3 looks like an 8 makes one error, whatever
the number of its 3s: so clues that look alike may be misread by one cause, as probable as the surest of those
that it misreads is misread so. Which of them it misreads is not known: any two or more.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from math import exp, inf, log, log1p
from typing import NamedTuple

from ..grid import joined_cells
from ..places import sides_between, walls
from ..puzzle import Puzzle, Water
from .evidence import Evidence, Hypothesis

LIKE = 9.0
"""How much less probable, in natural log, a value may be that a clue looks like: the reader gives every other
at least so much, whatever it saw."""
LOOKS = 0.5
"""Probability from which a clue looks like a number; what is hidden looks like none."""
ALIKE = 1.0
"""Difference in natural log up to which clues count as equally doubtful, as the most doubtful of them."""


class Border(NamedTuple):
    """The walls between two aquariums, as they look: two or more, which one cause may have feigned."""

    sides: tuple[int, ...]
    """Their numbers, in the order of `Evidence.sides`."""
    ratio: float
    """How probable it is that the cause made them look so, against that each is as it looks."""


class Lookalikes(NamedTuple):
    """Clues in which one cause may have taken something for something else, or the other way round."""

    others: dict[int, tuple[int, ...]]
    """For each line, columns before rows, what its clue may be instead: nothing, if it is too sure."""
    ratio: float
    """How probable it is, at most, that the cause misreads some two of them, against all as they look."""


def borders(evidence: Evidence) -> list[Border]:
    """Return the borders of two walls and more between aquariums as they look."""
    sides = list(evidence.sides())
    opened = (side.cells for side, odds in sides if odds <= 0)
    regions = joined_cells(len(evidence.row_clues), len(evidence.col_clues), opened)
    between = sides_between(regions, (side for side, _ in sides))
    return [
        Border(tuple(numbers), exp(-max(sides[number][1] for number in numbers)))
        for (one, other), numbers in between.items()
        if one != other and len(numbers) > 1
    ]


def lookalikes(evidence: Evidence) -> list[Lookalikes]:
    """Return the clues that one cause may misread: those of one value, or in which the same digits differ.

    Of clues that are not equally sure, the more doubtful may be misread without the others.
    """
    doubts: defaultdict[tuple[str, str], list[tuple[float, int, int]]] = defaultdict(list)
    for line, (_, belief) in enumerate(evidence.clues()):
        if (seen := belief.likeliest) is not None and belief.log_p(seen) > log(LOOKS):
            for other, log_p in enumerate(belief[:-1]):
                if other != seen and (behind := belief.log_p(seen) - log_p) < LIKE:
                    doubts[confused(seen, other)].append((behind, line, other))
    return [cause for found in doubts.values() for cause in _of_each_doubt(sorted(found))]


def _of_each_doubt(doubts: Sequence[tuple[float, int, int]]) -> Iterator[Lookalikes]:
    """Yield a cause for each group of (natural log of how much surer, line, other) that are equally doubtful.

    It may misread them and all that are more doubtful.
    """
    others: dict[int, tuple[int, ...]] = {line: () for _, line, _ in doubts}
    lines, first = set[int](), inf
    for at, (behind, line, other) in enumerate(doubts):
        others[line] = (*others[line], other)
        lines.add(line)
        if len(lines) > 1:
            first = min(first, behind)
            if at + 1 == len(doubts) or doubts[at + 1][0] > first + ALIKE:
                yield Lookalikes(dict(others), exp(-first))
                first = inf


@cache
def confused(seen: int, other: int) -> tuple[str, str]:
    """Return what is taken for what, in either order, where one number looks like the other.

    That are two digits, if the same two differ wherever any do; else the numbers.

    >>> confused(18, 13), confused(3, 8), confused(1, 11)
    (('3', '8'), ('3', '8'), ('1', '11'))
    """
    one, two = sorted((str(seen), str(other)))
    pairs = {tuple(sorted(both)) for both in zip(one, two, strict=False) if both[0] != both[1]}
    if len(one) == len(two) and len(pairs) == 1:
        one, two = pairs.pop()
    return one, two


def log_odds(evidence: Evidence, puzzle: Puzzle) -> float:
    """Return how much less probable a puzzle is, in natural log, than every clue and side as it looks."""
    less, is_wall = evidence.deficit(puzzle), list(walls(puzzle.regions))
    odds = list(evidence.odds())
    for sides, ratio in borders(evidence):
        if not any(is_wall[side] for side in sides):
            less -= log1p(ratio * exp(sum(odds[side] for side in sides)))
    return less


def hypothesis_of(evidence: Evidence, puzzle: Puzzle, water: Water) -> Hypothesis:
    """Return a puzzle, whose only solution is known, as the hypothesis."""
    return Hypothesis(puzzle, water, log_odds(evidence, puzzle))
