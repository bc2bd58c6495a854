"""The rules in plain words: right water breaks none, and whatever is wrong is named with its place."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fixtures.drawing.board.puzzles import random_puzzle
from solver import Puzzle, violations
from solver.grid import Cell
from solver.message import Message
from solver.places import ClueAt
from solver.puzzle import RULES, Rule
from solver.rules import Violation, find_violations
from tests.oracle import agrees, every_water, reachable
from tests.strategies import repeatable, seeds, tiny_puzzles

sides = st.integers(1, 12)


def _bare(regions: Sequence[Sequence[object]], rule: Rule = "level") -> Puzzle:
    """Return a puzzle that gives no clue."""
    return Puzzle([None] * len(regions[0]), [None] * len(regions), regions, rule=rule)


def _marks(drawn: str) -> list[list[bool | None]]:
    return [[{"~": True, ".": False, "?": None}[sign] for sign in row] for row in drawn.split()]


U, ARCH = ["aba", "aba", "aaa"], ["aaa", "aba", "aba"]


@repeatable
@given(seeds, sides, sides, st.data())
def test_one_cell_changed_is_named_by_its_row_and_its_column(
    seed: int, rows: int, cols: int, data: st.DataObject
) -> None:
    puzzle, water = random_puzzle(np.random.default_rng(seed), rows, cols)
    row, col = data.draw(st.integers(0, rows - 1)), data.draw(st.integers(0, cols - 1))
    changed = [list(cells) for cells in water]
    changed[row][col] = not changed[row][col]
    wet = {"row": sum(changed[row]), "column": sum(cells[col] for cells in changed)}
    places = (("row", row, puzzle.row_clues), ("column", col, puzzle.col_clues))
    assert [each.what for each in find_violations(puzzle, changed) if each.lines] == [
        Message("line_miscounted", axis=axis, line=line + 1, wet=wet[axis], clue=clues[line])
        for axis, line, clues in places
    ]


@repeatable
@given(seeds, st.integers(1, 3), st.integers(1, 3), st.data())
def test_water_is_level_just_when_each_aquarium_is_wet_from_some_row_down(
    seed: int, rows: int, cols: int, data: st.DataObject
) -> None:
    drawn, _ = random_puzzle(np.random.default_rng(seed), rows, cols)
    puzzle = _bare(drawn.regions)
    wet_row = st.lists(st.booleans(), min_size=cols, max_size=cols)
    water = data.draw(st.lists(wet_row, min_size=rows, max_size=rows))
    level = all(
        any(all(water[row][col] == (row >= surface) for row, col in cells) for surface in range(rows + 1))
        for cells in puzzle.aquariums().values()
    )
    assert (violations(puzzle, water) == []) == level


FOUR = ["aabb", "cabd", "cacd", "cccd"]
"""The board of puzz.link's example aquarium/4/4/bu8i90/i3213g."""
LEVEL, CONNECTED = RULES


def half(wet: int, cells: int, row: int) -> Message:
    return Message("row_half_wet", aquarium=1, wet=wet, cells=cells, row=row)


def below(row: int, below: int) -> Message:
    return Message("dry_below", aquarium=1, row=row, below=below)


def beside(aquarium: int, wet: Cell, dry: Cell) -> Message:
    return Message("dry_beside", aquarium=aquarium, wet=wet, dry=dry)


def in_body(aquarium: int, row: int, dry: Cell) -> Message:
    return Message("dry_in_body", aquarium=aquarium, row=row, dry=dry)


@pytest.mark.parametrize(
    ("regions", "rule", "drawn", "broken"),
    [
        (U, LEVEL, "~.. ~.. ~~~", [half(1, 2, row=1), half(1, 2, row=2), below(1, 2)]),
        (ARCH, LEVEL, ".~. .~. .~.", [half(1, 3, row=1), below(1, 2)]),
        (FOUR, CONNECTED, "..~~ ...~ ...~ ....", [beside(2, (1, 3), (2, 3)), beside(4, (3, 4), (4, 4))]),
        (FOUR, CONNECTED, ".... .... ~... ~~~.", [in_body(3, 3, (3, 3))]),
        (U, CONNECTED, "... ~.. ~~~", [in_body(1, 2, (2, 3))]),
        (["aaa"], CONNECTED, "~.~", [beside(1, (1, 1), (1, 2)), beside(1, (1, 3), (1, 2))]),
    ],
)
def test_water_that_is_not_level_is_named_with_its_aquarium_and_place(
    regions: list[str], rule: Rule, drawn: str, broken: list[Message]
) -> None:
    assert [each.what for each in find_violations(_bare(regions, rule), _marks(drawn))] == broken


@repeatable
@given(tiny_puzzles(longest=6), st.data())
def test_connected_water_is_right_just_when_all_that_a_wet_cell_can_flow_to_is_wet(
    drawn: Puzzle, data: st.DataObject
) -> None:
    puzzle = _bare(drawn.regions, "connected")
    cells = st.sampled_from([(row, col) for row in range(drawn.height) for col in range(drawn.width)])
    poured = (reachable(puzzle, cell) for cell in data.draw(st.lists(cells, max_size=4)))
    wet = set[Cell]().union(*poured) ^ data.draw(st.sets(cells, max_size=2))
    rows = [[(row, col) in wet for col in range(drawn.width)] for row in range(drawn.height)]
    assert (violations(puzzle, rows) == []) == all(reachable(puzzle, cell) <= wet for cell in wet)


def test_water_of_another_size_is_refused_before_any_counting() -> None:
    (broken,) = find_violations(Puzzle([0, 0], [0], ["aa"]), [[False], [False]])
    assert broken.what == Message("water_of_other_size", lengths=(1, 1), rows=1, columns=2)


@pytest.mark.parametrize(
    ("puzzle", "drawn", "what", "cells"),
    [
        (
            Puzzle([None] * 3, [1], ["abc"]),
            "~~?",
            Message("line_miscounted", axis="row", line=1, wet=2, clue=1),
            ((0, 0), (0, 1)),
        ),
        (
            Puzzle([2], [None] * 3, ["a", "b", "c"]),
            "? . .",
            Message("line_without_room", axis="column", line=1, most=1, clue=2),
            ((1, 0), (2, 0)),
        ),
        (_bare(U), "~?? ??? ?.?", below(1, 3), ((0, 0), (2, 1))),
        (
            _bare(ARCH),
            "~.? ??? ???",
            Message("row_wet_and_dry", aquarium=1, wet=1, dry=1, cells=3, row=1),
            ((0, 0), (0, 1)),
        ),
    ],
)
def test_a_partial_board_breaks_a_rule_where_no_rest_can_mend_it(
    puzzle: Puzzle, drawn: str, what: Message, cells: tuple[Cell, ...]
) -> None:
    told = dict(what.values)
    lines = (ClueAt(told["axis"], told["line"] - 1),) if "axis" in told else ()
    aquariums = () if lines else (1,)
    assert find_violations(puzzle, _marks(drawn)) == [Violation(what, cells, lines, aquariums)]


def test_connected_water_is_followed_through_cells_of_which_nothing_is_said() -> None:
    puzzle = _bare(U, "connected")
    (broken,) = find_violations(puzzle, _marks("??? ~?? ??."))
    assert broken.what == Message("dry_where_it_flows", aquarium=1, wet=(2, 1), dry=(3, 3))
    assert broken.cells == ((1, 0), (2, 2))
    (along,) = find_violations(puzzle, _marks("??? ??? ~?."))
    assert along.what == Message("dry_where_it_flows", aquarium=1, wet=(3, 1), dry=(3, 3))


@settings(repeatable, max_examples=60)
@given(tiny_puzzles(), st.data())
def test_what_right_water_shows_of_itself_breaks_nothing_and_what_breaks_has_no_rest(
    drawn: Puzzle, data: st.DataObject
) -> None:
    is_bare = data.draw(st.booleans())
    puzzle = _bare(drawn.regions, drawn.rule) if is_bare else drawn
    row = st.lists(st.sampled_from([True, False, None, None]), min_size=puzzle.width, max_size=puzzle.width)
    cells = data.draw(st.lists(row, min_size=puzzle.height, max_size=puzzle.height))
    solved = any(agrees(water, cells) for water in every_water(puzzle))
    broken = find_violations(puzzle, cells)
    assert not (solved and broken)
    if is_bare:
        assert solved == (broken == [])
    assert all(cells[row][col] is not None for each in broken for row, col in each.cells)
