"""What a reader believes about a puzzle: log-probabilities of clue values and walls, and no pixels."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from math import exp, log, log1p
from typing import NamedTuple

from ..message import Message
from ..places import ClueAt, Place, SideAt, walls
from ..puzzle import Clue, Puzzle, Water
from .overrides import BadOverride, Override

Lines = tuple[tuple[float, ...], ...]
SURE = 40.0
"""Log-odds of what a person fixes: far beyond all that is seen, and finite, so that sums are."""
GIVEN = 10.6
"""Log-odds of a clue being there, where all lines have one: of 125,000 none was missing."""


class ClueBelief(tuple[float, ...]):
    """Natural-log probabilities of the values 0, 1, … of a clue and, last, of no clue being there.

    Their probabilities add to 1.
    """

    __slots__ = ()

    def log_p(self, clue: Clue) -> float:
        """Return the natural-log probability of a clue; None stands for none being there."""
        return self[-1 if clue is None else clue]

    def options(self) -> Iterator[tuple[Clue, float]]:
        """Yield every clue that there may be, none last, with its natural-log probability."""
        yield from enumerate(self[:-1])
        yield None, self[-1]

    @property
    def likeliest(self) -> Clue:
        """The most probable clue, None where there most probably is none."""
        best = self.index(max(self))
        return best if best < len(self) - 1 else None

    @property
    def absence(self) -> float:
        """Probability, 0 to 1, that no clue is there."""
        return exp(self[-1])

    @property
    def is_overridden(self) -> bool:
        """Whether a person has fixed what the clue is: nothing else is possible."""
        return self.count(-SURE) == len(self) - 1

    def given(self) -> "ClueBelief":
        """Return what follows if a clue is there: the probability of none is shared out among the values."""
        some = log(sum(map(exp, self[:-1])))
        return ClueBelief((*[value - some for value in self[:-1]], -GIVEN))


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A puzzle with exactly one solution, which may be the one in the picture."""

    puzzle: Puzzle
    water: Water
    """water[row][col]."""
    log_odds: float
    """How much less probable it is, in natural log, than every clue and side as it looks."""


class Change(NamedTuple):
    """A clue or wall that was taken otherwise than it looks most."""

    place: Place
    seen: Clue | bool
    became: Clue | bool


@dataclass(frozen=True, slots=True)
class Evidence:
    """What was seen of a puzzle of given size."""

    col_clues: tuple[ClueBelief, ...]
    """One for each column; plain tuples are taken, too."""
    row_clues: tuple[ClueBelief, ...]
    """One for each row."""
    right: Lines
    """right[row][col]: log-odds of a wall between the cell and the one right of it."""
    below: Lines
    """below[row][col]: log-odds of a wall between the cell and the one below it."""
    log_prior: float = 0.0
    """Of several evidences of which one is right: natural-log probability that it is this one."""
    is_turned: bool = False
    """Whether it is of a board that stands upside down: then its water is never that of one that does not."""

    def __post_init__(self) -> None:
        """Take clues as what is believed of them."""
        object.__setattr__(self, "col_clues", tuple(map(ClueBelief, self.col_clues)))
        object.__setattr__(self, "row_clues", tuple(map(ClueBelief, self.row_clues)))

    @property
    def log_probability(self) -> float:
        """Natural logarithm of the probability that every clue and wall is what it most probably is."""
        clues = sum(map(max, (*self.col_clues, *self.row_clues)))
        return clues + self.most_side_log_p

    @property
    def most_side_log_p(self) -> float:
        """Natural-log probability that every side is what it most probably is."""
        return -sum([log1p(exp(-abs(odds))) for odds in self.odds()])

    def deficit(self, puzzle: Puzzle) -> float:
        """Return how much less probable a puzzle is, in natural log, than every clue and side as it looks."""
        clues = zip((*self.col_clues, *self.row_clues), (*puzzle.col_clues, *puzzle.row_clues), strict=True)
        less = sum([max(belief) - belief.log_p(clue) for belief, clue in clues])
        both = zip(self.odds(), walls(puzzle.regions), strict=True)
        return less + sum([abs(odds) for odds, wall in both if (odds > 0) != wall])

    def odds(self) -> Iterator[float]:
        """Return the log-odds of all inner sides, in the order of `sides`."""
        return chain.from_iterable((*self.right, *self.below))

    def sides(self) -> Iterator[tuple[SideAt, float]]:
        """Yield every inner side with its log-odds of being a wall."""
        for below, lines in enumerate((self.right, self.below)):
            for row, line in enumerate(lines):
                for col, odds in enumerate(line):
                    yield SideAt(row, col, bool(below)), odds

    def clues(self) -> Iterator[tuple[ClueAt, ClueBelief]]:
        """Yield every line's place with what is believed of its clue."""
        for line, belief in enumerate(self.col_clues):
            yield ClueAt("column", line), belief
        for line, belief in enumerate(self.row_clues):
            yield ClueAt("row", line), belief

    def given(self, *, unless_none: float) -> "Evidence":
        """Return what follows if every line has a clue, but where none is at least so probable (0 to 1).

        Where a number must be there though none is seen, it may be nearly any.
        """

        def known(belief: ClueBelief) -> ClueBelief:
            is_known = belief.absence >= unless_none or belief.is_overridden
            return belief if is_known else belief.given()

        cols, rows = (tuple(map(known, clues)) for clues in (self.col_clues, self.row_clues))
        return replace(self, col_clues=cols, row_clues=rows)

    def with_overrides(self, overrides: Iterable[Override]) -> "Evidence":
        """Return the evidence with clues and walls made certain.

        Raises BadOverride: for a place that the board does not have, or a clue that its line cannot hold.
        """
        known = self
        for override in overrides:
            known = (
                known._with_clue(override)
                if isinstance(override.place, ClueAt)
                else known._with_side(override)
            )
        return known

    def _with_clue(self, override: Override) -> "Evidence":
        assert isinstance(override.place, ClueAt)
        axis, line = override.place.axis, override.place.line
        clues = self.col_clues if axis == "column" else self.row_clues
        if not 0 <= line < len(clues):
            place = str(override.place)
            raise BadOverride(Message("no_such_line", place=place, axis=axis, lines=len(clues)))
        most = len(clues[line]) - 2
        if override.value is not None and not 0 <= override.value <= most:
            raise BadOverride(Message("fix_too_large", fix=str(override), axis=axis, cells=most))
        values = _only(None if override.value is None else int(override.value), most)
        clues = (*clues[:line], values, *clues[line + 1 :])
        return replace(self, col_clues=clues) if axis == "column" else replace(self, row_clues=clues)

    def _with_side(self, override: Override) -> "Evidence":
        assert isinstance(override.place, SideAt)
        row, col = override.place.row, override.place.col
        lines = self.below if override.place.below else self.right
        if not (0 <= row < len(lines) and 0 <= col < len(lines[row])):
            rows, columns = len(self.row_clues), len(self.col_clues)
            raise BadOverride(Message("no_such_side", place=str(override.place), rows=rows, columns=columns))
        line = (*lines[row][:col], SURE if override.value else -SURE, *lines[row][col + 1 :])
        lines = (*lines[:row], line, *lines[row + 1 :])
        return replace(self, below=lines) if override.place.below else replace(self, right=lines)


def certain(puzzle: Puzzle) -> Evidence:
    """Return what a reader believes who knows the puzzle, one whose rows and clues make a board."""
    regions = puzzle.regions
    return Evidence(
        tuple(_only(clue, puzzle.height) for clue in puzzle.col_clues),
        tuple(_only(clue, puzzle.width) for clue in puzzle.row_clues),
        tuple(tuple(SURE if one != other else -SURE for one, other in pairwise(ids)) for ids in regions),
        tuple(
            tuple(SURE if one != other else -SURE for one, other in zip(upper, lower, strict=True))
            for upper, lower in pairwise(regions)
        ),
    )


def _only(clue: Clue, longest: int) -> ClueBelief:
    """Return the log-probabilities of a clue that is known for certain."""
    most = max(longest, clue or 0)
    chosen = most + 1 if clue is None else clue
    return ClueBelief(0.0 if value == chosen else -SURE for value in range(most + 2))


def certainty(odds: float) -> float:
    """Return the probability, half to 1, that a side of these log-odds is what it looks like."""
    return 1 / (1 + exp(-abs(odds)))
