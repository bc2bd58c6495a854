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


@repeatable
@given(boards(longest=15))
def test_below_a_segment_of_an_aquarium_lies_its_next_row_alone(board: tuple[Puzzle, Water]) -> None:
    regions = board[0].regions
    graph = segment_graph(regions)
    named = {
        segment: (regions[row][col], row)
        for row, segments in enumerate(graph.at)
        for col, segment in enumerate(segments)
    }
    for segment, lower in enumerate(graph.below):
        number, row = named[segment]
        below = (number, row + 1)
        assert [named[other] for other in lower] == ([below] if below in named.values() else [])


def test_below_a_segment_lie_all_that_part_there() -> None:
    arch = Puzzle([], [], ["aaa", "aba"]).regions
    assert segment_graph(arch, "connected").below == ((1, 3), (), (), ())
