"""How sure mistakes are at most, and how many come together: what a side, a clue and a border may count.

Odds are multiplied as if errors were independent. The tables say how far they are: by how sure they were, how
many sides and clues were wrong; and of sides that change the puzzle only together, how often all were wrong,
beside what the product of their probabilities predicts, and what that of the surest of them alone does.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, pairwise
from math import inf, log, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from rich.table import Table

from solver.grid import joined_cells
from solver.places import SideAt, regions_beside, sides_below, sides_right
from solver.puzzle import Rows

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Size = tuple[int, int]
"""rows, cols."""
Side = tuple[float, bool]
"""Its log-odds of being a wall, and whether it is otherwise than likely."""

IMPOSSIBLE = -60.0
"""Stands for the logarithm of probability 0, and for values that a clue's line is too short for."""
TAILS = (0.0, 2.0, 4.6, 6.0, 7.0, 8.0, 9.0, 10.0, 12.0, inf)
"""Bounds of the rows, in log-odds."""
CLEAR = 0.1
"""Sides of a picture that are wrong by the reader's own account up to which it is a clear one."""
MOST_SIDES = 5
"""Sides from which runs are counted together."""
SURELY = 2.0
"""Log-odds of a wrong side from which the sides next to it are looked at: it was no toss of a coin."""
ONE_IN_TWENTY = 1.645
"""Standard deviations that are exceeded in one of twenty trials."""


class Believed(NamedTuple):
    """What may be otherwise than it was taken, how probable that was, and whether it is."""

    log_odds: Floats
    """(n,) how much less probable it is than what was taken; of several sides, the surest."""
    probability: Floats
    """(n,) of its being so; of several sides, that all are otherwise, if errors were independent."""
    is_wrong: Flags
    """(n,); of several sides, whether all are."""
    sides: NDArray[np.intp]
    """(n,): how many; 1 for a clue."""

    def where(self, chosen: Flags) -> "Believed":
        """Return those that are chosen, (n,)."""
        return Believed(
            self.log_odds[chosen], self.probability[chosen], self.is_wrong[chosen], self.sides[chosen]
        )

    def within(self, low: float, high: float) -> "Believed":
        """Return those of such log-odds."""
        return self.where((self.log_odds >= low) & (self.log_odds < high))


@dataclass(frozen=True, eq=False)
class SeenSides:
    """What was believed of the inner sides of one board, and which are otherwise."""

    size: Size
    odds: Floats
    """(sides,): log-odds of walls, in the order of `sides_right`, then `sides_below`."""
    walls: Flags
    """(sides,): which are walls."""

    @property
    def is_clear(self) -> bool:
        """Whether hardly a side is wrong by the reader's own account."""
        return float(_chances(np.abs(self.odds)).sum()) < CLEAR

    @cached_property
    def sides(self) -> dict[SideAt, Side]:
        """All by their places."""
        places = (*sides_right(*self.size), *sides_below(*self.size))
        wrong = ((self.odds > 0) != self.walls).tolist()
        return dict(zip(places, zip(self.odds.tolist(), wrong, strict=True), strict=True))

    @cached_property
    def regions(self) -> Rows:
        """The aquariums as they look."""
        return joined_cells(*self.size, (place.cells for place, (odds, _) in self.sides.items() if odds <= 0))


def each(boards: Iterable[SeenSides]) -> Believed:
    """Return all sides of boards, each by itself."""
    return _believed([side] for board in boards for side in board.sides.values())


def borders(boards: Iterable[SeenSides]) -> Believed:
    """Return the walls between every two aquariums as they look: if there are none, the two are one."""
    return _believed(sides for board in boards for sides in _borders(board))


def _borders(board: SeenSides) -> Iterator[list[Side]]:
    found: defaultdict[tuple[int, int], list[Side]] = defaultdict(list)
    for place, side in board.sides.items():
        one, other = regions_beside(board.regions, place)
        if one != other:
            found[one, other].append(side)
    yield from found.values()


def open_runs(boards: Iterable[SeenSides]) -> Believed:
    """Return the open sides of a line inside an aquarium: if all are walls, they may cut it."""
    return _believed(run for board in boards for run in _runs(board) if run[0][0] <= 0)


def frames(boards: Iterable[SeenSides]) -> Believed:
    """Return the open sides of every cell: if all are walls, it is cut off, as by a frame around it."""
    found = list[list[Side]]()
    for board in boards:
        of_cell: defaultdict[tuple[int, int], list[Side]] = defaultdict(list)
        for place, side in board.sides.items():
            if side[0] <= 0:
                for cell in place.cells:
                    of_cell[cell].append(side)
        found += of_cell.values()
    return _believed(found)


def neighbours(boards: Iterable[SeenSides]) -> Believed:
    """Return the sides next to a wrong one: in its line, looking like it, beside the same aquariums."""
    return _believed([side] for board in boards for run in _runs(board) for side in _next_to_wrong(run))


def _runs(board: SeenSides) -> Iterator[list[Side]]:
    """Yield the sides in a line that look alike and lie beside the same aquariums."""

    def place_in_line(place: SideAt) -> tuple[bool, int, int]:
        return (True, place.row, place.col) if place.below else (False, place.col, place.row)

    def run_of(place: SideAt) -> tuple[bool, int, int, int, bool]:
        (row, col), (other_row, other_col) = place.cells
        beside = board.regions[row][col], board.regions[other_row][other_col]
        return *place_in_line(place)[:2], *beside, board.sides[place][0] > 0

    for _, places in groupby(sorted(board.sides, key=place_in_line), key=run_of):
        yield [board.sides[place] for place in places]


def _next_to_wrong(run: Sequence[Side]) -> Iterator[Side]:
    for one, other in pairwise(run):
        for (odds, is_wrong), beside in ((one, other), (other, one)):
            if is_wrong and abs(odds) > SURELY:
                yield beside


def _believed(every: Iterable[Sequence[Side]]) -> Believed:
    """Return of every group of sides how sure the surest and all of them are, and whether all are wrong."""
    groups = [
        (max(odds), sum(odds), all(is_wrong for _, is_wrong in group), len(group))
        for group in every
        for odds in [[abs(one) for one, _ in group]]
    ]
    surest, product, wrong, sides = np.array(groups, np.float64).reshape(-1, 4).T
    return Believed(surest, _chances(product), wrong > 0, sides.astype(np.intp))


def _chances(log_odds: Floats) -> Floats:
    """Return how probable it is that something of these log-odds is otherwise."""
    return np.asarray(1 / (1 + np.exp(log_odds)), np.float64)


def other_values(log_p: Floats, truth: NDArray[np.intp]) -> Believed:
    """Return all values of clues but those taken, log_p (clues, values): each may be the true one."""
    values = np.arange(log_p.shape[1])
    is_other = (values != log_p.argmax(axis=1)[:, None]) & (log_p > IMPOSSIBLE)
    behind, is_true = log_p.max(axis=1, keepdims=True) - log_p, values == truth[:, None]
    once = np.ones(int(is_other.sum()), np.intp)
    return Believed(behind[is_other], np.exp(log_p[is_other]), is_true[is_other], once)


def least_log_odds(count: int, wrong: int) -> float:
    """Return the log-odds that so many wrong ones of so many allow, at 95 % (Wilson and Hilferty)."""
    more = wrong + 1
    most = more * (1 - 1 / (9 * more) + ONE_IN_TWENTY / (3 * sqrt(more))) ** 3
    return log(count / most - 1) if most < count / 2 else 0.0


def tail_table(name: str, groups: dict[str, Believed]) -> Table:
    """Return how many were wrong by how sure they were, a group beside the other."""
    title = f"Tails of {name}; allowed: the log-odds that so many errors leave possible at 95 %"
    table = Table("log-odds", title=title)
    for group in groups:
        for column in (group, "expected", "wrong", "allowed"):
            table.add_column(column)
    for low, high in pairwise(TAILS):
        inside = [every.within(low, high) for every in groups.values()]
        table.add_row(f"{low:g} to {high:g}", *(cell for some in inside for cell in _tail(some)))
    return table


def _tail(some: Believed) -> tuple[str, ...]:
    count, wrong = len(some.is_wrong), int(some.is_wrong.sum())
    if not count:
        return "", "", "", ""
    return str(count), f"{some.probability.sum():.3g}", str(wrong), f"{least_log_odds(count, wrong):.1f}"


def together_table(name: str, every: Believed) -> Table:
    """Return how often all sides of a group were wrong, by how many they are, and by the surest of them."""
    columns = (name, "groups", "expected of the product", "of the surest side", "all wrong", "allowed")
    table = Table(*columns, title=f"{name}: wrong together")
    for count in range(1, MOST_SIDES + 1):
        words = f"{count} sides{' and more' * (count == MOST_SIDES)}"
        table.add_row(words, *_together(every.where(every.sides.clip(max=MOST_SIDES) == count)))
    several = every.where(every.sides > 1)
    for low, high in pairwise(TAILS):
        table.add_row(f"2 and more, surest {low:g} to {high:g}", *_together(several.within(low, high)))
    return table


def _together(some: Believed) -> tuple[str, ...]:
    count, product, wrong, allowed = _tail(some) if len(some.sides) else ("0", "", "", "")
    return count, product, f"{_chances(some.log_odds).sum():.3g}", wrong, allowed


def tables(boards: Sequence[SeenSides], clues: Believed) -> list[Table]:
    """Return all tables: of sides, of clues' other values, and of what is wrong together."""
    groups = {
        "sides": each(boards),
        "of clear pictures": each(board for board in boards if board.is_clear),
        "of doubtful ones": each(board for board in boards if not board.is_clear),
    }
    return [
        tail_table("sides", groups),
        tail_table("other values of clues", {"values": clues}),
        together_table("Walls between two aquariums", borders(boards)),
        together_table("Open sides in a line inside an aquarium", open_runs(boards)),
        together_table("Open sides of a cell", frames(boards)),
        tail_table("sides next to a wrong one along a line", {"sides": neighbours(boards)}),
    ]
