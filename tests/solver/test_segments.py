"""Which cells of a row share their water under either rule, and which segment lies on which."""

from collections import defaultdict

import pytest
from hypothesis import given

from solver import Puzzle
from solver.grid import Cell
from solver.puzzle import Rule, Water
from solver.segments import segment_graph
from tests.oracle import reachable
from tests.strategies import boards, repeatable

HAND = ["aaaaa", "abaca", "aaada", "efaga"]


@pytest.mark.parametrize(
    ("drawn", "rule", "expected"),
    [
        (["aba", "aba", "aaa"], "level", ["ABA", "CDC", "EEE"]),
        (["aba", "aba", "aaa"], "connected", ["ABA", "CDC", "EEE"]),
        (["aaa", "aba", "aba"], "level", ["AAA", "BCB", "DED"]),
        (["aaa", "aba", "aba"], "connected", ["AAA", "BCD", "EFG"]),
        (HAND, "level", ["AAAAA", "BCBDB", "EEEFE", "GHIJI"]),
        (HAND, "connected", ["AAAAA", "BCBDE", "FFFGH", "IJKLM"]),
    ],
)
def test_arms_that_hang_from_above_are_segments_of_their_own_where_connection_counts(
    drawn: list[str], rule: Rule, expected: list[str]
) -> None:
    at = segment_graph(Puzzle([], [], drawn).regions, rule).at
    assert ["".join(chr(ord("A") + segment) for segment in row) for row in at] == expected


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
    assert segment_graph(arch, "level").below == ((1,), (), ())


def test_a_board_without_cells_has_no_segments() -> None:
    assert segment_graph((), "connected") == segment_graph(())
    assert segment_graph(()).below == ()
