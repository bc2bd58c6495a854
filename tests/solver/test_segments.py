"""Which cells of a row share their water under either rule, and which segment lies on which."""

from collections import defaultdict

from hypothesis import given

from solver import Puzzle
from solver.grid import Cell
from solver.puzzle import Water
from solver.segments import segment_graph
from tests.oracle import reachable
from tests.strategies import boards, repeatable


@repeatable
@given(boards(rules=["connected"], longest=15))
def test_a_connected_segment_is_what_can_be_reached_without_rising(board: tuple[Puzzle, Water]) -> None:
    puzzle, _ = board
    members: defaultdict[int, set[Cell]] = defaultdict(set)
    for row, segments in enumerate(segment_graph(puzzle.regions, "connected").at):
        for col, segment in enumerate(segments):
            members[segment].add((row, col))
    for cells in members.values():
        row, _ = start = min(cells)
        assert {cell for cell in reachable(puzzle, start) if cell[0] == row} == cells


def test_below_a_segment_lie_all_that_part_there() -> None:
    arch = Puzzle([], [], ["aaa", "aba"]).regions
    assert segment_graph(arch, "connected").below == ((1, 3), (), (), ())
