"""Which cells share their water under either rule, and which place lies under which."""

from collections import defaultdict

import pytest
from hypothesis import given

from solver import Puzzle
from solver.puzzle import Cell, Rule, Water
from solver.segments import places_below, places_of
from tests.strategies import boards, repeatable

HAND = ["aaaaa", "abaca", "aaada", "efaga"]


def groups(drawn: list[str], *, rule: Rule) -> list[str]:
    """Letter the places in reading order."""
    letters: dict[tuple[int, int], str] = {}
    rows = places_of(Puzzle([], [], drawn).regions, rule=rule)
    return ["".join(letters.setdefault(place, chr(ord("A") + len(letters))) for place in row) for row in rows]


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
def test_arms_that_hang_from_above_are_pools_of_their_own_where_connection_counts(
    drawn: list[str], rule: Rule, expected: list[str]
) -> None:
    assert groups(drawn, rule=rule) == expected


@repeatable
@given(boards(rule="connected"))
def test_a_connected_pool_is_what_can_be_reached_without_rising(board: tuple[Puzzle, Water]) -> None:
    puzzle, _ = board
    places = places_of(puzzle.regions, rule="connected")
    members: defaultdict[tuple[int, int], set[Cell]] = defaultdict(set)
    for row, ids in enumerate(places):
        for col, place in enumerate(ids):
            members[place].add((row, col))
    for (_, row), cells in members.items():
        assert {cell for cell in reached(puzzle, min(cells)) if cell[0] == row} == cells


@repeatable
@given(boards())
def test_below_a_place_of_an_aquarium_lies_its_next_row_alone(board: tuple[Puzzle, Water]) -> None:
    puzzle, _ = board
    below = places_below(puzzle.regions, places_of(puzzle.regions))
    rows = {
        (number, row): (number, row + 1) for number, cells in puzzle.aquariums().items() for row, _ in cells
    }
    assert below == {place: (lower,) if lower in rows else () for place, lower in rows.items()}


def test_below_a_place_lie_all_pools_that_part_there() -> None:
    arch = Puzzle([], [], ["aaa", "aba"]).regions
    places = places_of(arch, rule="connected")
    left, middle, right = places[1]
    assert places_below(arch, places) == {places[0][0]: (left, right), left: (), middle: (), right: ()}


def test_a_board_without_cells_has_no_places() -> None:
    assert places_of((), rule="connected") == places_of(()) == ()


def reached(puzzle: Puzzle, start: Cell) -> set[Cell]:
    """Walk through an aquarium from a cell, never above its row."""
    found, edge = {start}, [start]
    while edge:
        row, col = edge.pop()
        for near in ((row, col - 1), (row, col + 1), (row - 1, col), (row + 1, col)):
            if near[0] < start[0] or near in found:
                continue
            if 0 <= near[0] < puzzle.height and 0 <= near[1] < puzzle.width:
                same = puzzle.regions[near[0]][near[1]] == puzzle.regions[row][col]
                found |= {near} if same else set()
                edge += [near] if same else []
    return found
