"""Log-odds of walls → the most probable ways to part a grid into aquariums, best first.

Walls make aquariums only if every wall has different aquariums on its two sides; so what is likeliest for
each side by itself need not be a partition. To find the most probable ones is the multicut problem; here it
is solved exactly, by best-first search over the sides that are taken otherwise than they look: wherever a
wall stands inside an aquarium, either that wall is none, or one of the open sides on a way around it is one.
"""

from collections import defaultdict, deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from itertools import count
from math import exp, inf, log1p

from ..deadline import Deadline
from ..grid import DisjointSets, joined_cells
from ..places import SideAt
from ..puzzle import Rows
from .evidence import Evidence

Pair = tuple[int, int]
SECONDS_PER_SIDE = 2e-6
"""What a side in doubt counts as of the time limit, in every partial partition."""


@dataclass(frozen=True, slots=True)
class Partition:
    """One way to part the grid."""

    regions: Rows
    """regions[row][col]: a number for each aquarium."""
    log_p: float
    """Natural-log probability that all sides are as here, each by itself."""


@dataclass(frozen=True, slots=True)
class _Doubtful:
    """Sides that may be taken otherwise, as edges between blocks of cells that are surely joined."""

    cells: int
    """Cells of the grid; the smallest number of its cells names a block."""
    ends: tuple[Pair, ...]
    costs: tuple[float, ...]
    """What it costs in log-probability to take each otherwise; rising."""
    is_wall: tuple[bool, ...]
    """How each looks."""
    apart: tuple[Pair, ...]
    """Blocks that are surely kept apart by a wall."""


def likeliest_partitions(
    evidence: Evidence, depth: float, deadline: Deadline | None = None
) -> Iterator[Partition]:
    """Yield partitions, most probable first.

    `evidence`: the log-odds of all sides.
    `depth`: how much less probable, in natural log, than all sides as they look a partition may be.
    Raises TimedOut: the deadline passed before the next partition was found.
    """
    blocks = _blocks(evidence, depth)
    sides = _doubtful(evidence, depth, blocks)
    as_seen = -sum(log1p(exp(-abs(odds))) for _, odds in evidence.sides())
    if sides is None:
        return
    for cost, otherwise in _consistent(sides, depth, deadline or Deadline(inf)):
        is_open = [wall == (side in otherwise) for side, wall in enumerate(sides.is_wall)]
        joined = _joined(sides, is_open)
        regions = tuple(tuple(joined.get(block, block) for block in row) for row in blocks)
        yield Partition(regions, as_seen - cost)


def _blocks(evidence: Evidence, depth: float) -> Rows:
    """Give cells (rows, cols) that can only be in one aquarium one number."""
    rows, cols = len(evidence.row_clues), len(evidence.col_clues)
    return joined_cells(rows, cols, (side.cells for side, odds in evidence.sides() if odds < -depth))


def _doubtful(evidence: Evidence, depth: float, blocks: Rows) -> _Doubtful | None:
    """Return the sides that may be taken otherwise; None if a sure wall stands inside a block."""

    def ends(side: SideAt) -> Pair:
        (row, col), (other_row, other_col) = side.cells
        one, other = blocks[row][col], blocks[other_row][other_col]
        return (one, other) if one < other else (other, one)

    free = sorted((abs(odds), ends(side), odds > 0) for side, odds in evidence.sides() if abs(odds) <= depth)
    apart = {ends(side) for side, odds in evidence.sides() if odds > depth}
    if any(one == other for one, other in apart):
        return None
    touched = {block for _, pair, _ in free for block in pair}
    near = tuple(sorted(pair for pair in apart if touched.issuperset(pair)))
    return _Doubtful(
        len(blocks) * len(blocks[0]),
        tuple(pair for _, pair, _ in free),
        tuple(cost for cost, _, _ in free),
        tuple(w for *_, w in free),
        near,
    )


@dataclass(frozen=True, slots=True)
class _Branch:
    """A part of the search: one side of a conflict is taken otherwise, those before it stay as they look."""

    cost: float
    """Of the sides taken otherwise before."""
    otherwise: frozenset[int]
    """Sides taken otherwise before."""
    settled: int
    """Sides settled before, as the bits of a number."""
    conflict: tuple[int, ...]
    """Sides of which one must be taken otherwise, cheapest first."""
    place: int
    """Which of them is."""
    rest: float
    """What the other conflicts cost at least."""


def _consistent(sides: _Doubtful, depth: float, deadline: Deadline) -> Iterator[tuple[float, frozenset[int]]]:
    """Yield (cost, the sides taken otherwise) of every partition, cheapest first.

    No two branches share a partition. After one is found, the search goes on as if it were a conflict of all
    sides: every further partition differs from it in some. Conflicts without a common side each cost at least
    their cheapest side, whatever is done about the others: branches are tried in the order of what they must
    cost in the end.
    """
    every, order = tuple(range(len(sides.costs))), count()
    heap: list[tuple[float, int, _Branch]] = []

    def push(branch: _Branch) -> None:
        conflict, at = branch.conflict, branch.place
        while at < len(conflict) and branch.settled >> conflict[at] & 1:
            at += 1
        if at < len(conflict):
            least = branch.cost + sides.costs[conflict[at]] + branch.rest
            if least <= depth:
                heappush(heap, (least, next(order), replace(branch, place=at)))

    def expand(cost: float, otherwise: frozenset[int], settled: int) -> bool:
        deadline.spend(SECONDS_PER_SIDE * len(every))
        conflicts = _disjoint(_conflicts(sides, otherwise))
        least = [min((sides.costs[s] for s in c if not settled >> s & 1), default=inf) for c in conflicts]
        first = conflicts[0] if conflicts else every
        push(_Branch(cost, otherwise, settled, first, 0, sum(least[1:])))
        return not conflicts

    if expand(0.0, frozenset(), 0):
        yield 0.0, frozenset()
    while heap:
        deadline.check("looking for aquariums that match the walls")
        branch = heappop(heap)[-1]
        side = branch.conflict[branch.place]
        settled = branch.settled | 1 << side
        push(replace(branch, settled=settled, place=branch.place + 1))
        otherwise, cost = branch.otherwise | {side}, branch.cost + sides.costs[side]
        if expand(cost, otherwise, settled):
            yield cost, otherwise


def _disjoint(conflicts: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Return conflicts without a common side, the smallest first."""
    chosen: list[tuple[int, ...]] = []
    taken: set[int] = set()
    for conflict in sorted(conflicts, key=len):
        if taken.isdisjoint(conflict):
            chosen.append(conflict)
            taken.update(conflict)
    return chosen


def _conflicts(sides: _Doubtful, otherwise: frozenset[int]) -> list[tuple[int, ...]]:
    """Return for every wall inside an aquarium the sides of which one must be taken otherwise."""
    is_open = [wall == (side in otherwise) for side, wall in enumerate(sides.is_wall)]
    joined = _joined(sides, is_open)
    walls = [(pair, -1) for pair in sides.apart]
    walls += [(pair, side) for side, pair in enumerate(sides.ends) if not is_open[side]]
    inside = [
        (one, other, side) for (one, other), side in walls if joined.get(one, one) == joined.get(other, other)
    ]
    if not inside:
        return []
    links: defaultdict[int, list[Pair]] = defaultdict(list)
    for side, (one, other) in enumerate(sides.ends):
        if is_open[side]:
            links[one].append((other, side))
            links[other].append((one, side))
    return [
        tuple(sorted(_way(links, one, other) + ([side] if side >= 0 else []))) for one, other, side in inside
    ]


def _way(links: defaultdict[int, list[Pair]], start: int, end: int) -> list[int]:
    """Return the sides on a shortest way through open sides between two blocks that they join."""
    came: dict[int, Pair] = {start: (start, -1)}
    edge = deque([start])
    while end not in came:
        here = edge.popleft()
        for there, side in links[here]:
            if there not in came:
                came[there] = (here, side)
                edge.append(there)
    way = []
    while end != start:
        end, side = came[end]
        way.append(side)
    return way


def _joined(sides: _Doubtful, is_open: list[bool]) -> dict[int, int]:
    """Return for blocks that doubtful sides join the number they share."""
    sets, joined = DisjointSets(sides.cells), set[int]()
    for pair, passable in zip(sides.ends, is_open, strict=True):
        if passable:
            sets.join(*pair)
            joined.update(pair)
    return {block: sets.find(block) for block in joined}
