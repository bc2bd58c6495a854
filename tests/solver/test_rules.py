"""The rules in plain words: right water breaks none, and whatever is wrong is named with its place."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fixtures.drawing.board.puzzles import random_puzzle, unique_puzzle
from solver import InvalidPuzzle, Puzzle, solve, violations
from solver.grid import Cell
from solver.message import Message
from solver.places import ClueAt
from solver.puzzle import RULES, Rule
from solver.rules import Violation, find_violations
from tests.conftest import raised
from tests.oracle import agrees, every_water, reachable
from tests.strategies import repeatable, seeds, tiny_puzzles

sides = st.integers(1, 12)


def _bare(regions: Sequence[Sequence[object]], rule: Rule = "level") -> Puzzle:
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
    assert (puzzle.problems(), violations(puzzle, water)) == ([], [])
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
@given(tiny_puzzles(longest=3), st.data())
def test_water_is_level_just_when_each_aquarium_is_wet_from_some_row_down(
    drawn: Puzzle, data: st.DataObject
) -> None:
    puzzle = _bare(drawn.regions)
    water = [[data.draw(st.booleans()) for _ in row] for row in puzzle.regions]
    level = all(
        any(all(water[row][col] == (row >= surface) for row, col in cells) for surface in range(4))
        for cells in puzzle.aquariums().values()
    )
    assert (violations(puzzle, water) == []) == level


FOUR = ["aabb", "cabd", "cacd", "cccd"]
"""The board of puzz.link's example aquarium/4/4/bu8i90/i3213g."""
FIRST = {1: (1, 1), 2: (1, 3), 3: (2, 1), 4: (2, 4)}
"""The first cell of each of its aquariums."""
LEVEL, CONNECTED = RULES


def of(code: str, aquarium: int = 1, **values: object) -> Message:
    return Message(code, aquarium=aquarium, at=FIRST[aquarium], **values)


def half(wet: int, cells: int, row: int) -> Message:
    return of("row_half_wet", wet=wet, cells=cells, row=row)


@pytest.mark.parametrize(
    ("regions", "rule", "drawn", "broken"),
    [
        (U, LEVEL, "~.. ~.. ~~~", [half(1, 2, 1), half(1, 2, 2), of("dry_below", row=1, below=2)]),
        (ARCH, LEVEL, ".~. .~. .~.", [half(1, 3, 1), of("dry_below", row=1, below=2)]),
        (
            FOUR,
            CONNECTED,
            "..~~ ...~ ...~ ....",
            [of("dry_beside", 2, wet=(1, 3), dry=(2, 3)), of("dry_beside", 4, wet=(3, 4), dry=(4, 4))],
        ),
        (FOUR, CONNECTED, ".... .... ~... ~~~.", [of("dry_in_body", 3, row=3, dry=(3, 3))]),
        (U, CONNECTED, "... ~.. ~~~", [of("dry_in_body", row=2, dry=(2, 3))]),
        (["aaa"], CONNECTED, "~.~", [of("dry_beside", wet=(1, at), dry=(1, 2)) for at in (1, 3)]),
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
        (_bare(U), "~?? ??? ?.?", of("dry_below", row=1, below=3), ((0, 0), (2, 1))),
        (_bare(ARCH), "~.? ??? ???", of("row_wet_and_dry", wet=1, dry=1, cells=3, row=1), ((0, 0), (0, 1))),
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
    for drawn, row in (("??? ~?? ??.", 1), ("??? ??? ~?.", 2)):
        (broken,) = find_violations(_bare(U, "connected"), _marks(drawn))
        assert broken.what == of("dry_where_it_flows", wet=(row + 1, 1), dry=(3, 3))
        assert broken.cells == ((row, 0), (2, 2))


@settings(repeatable, max_examples=60)
@given(tiny_puzzles(), st.data())
def test_what_right_water_shows_of_itself_breaks_nothing_and_what_breaks_has_no_rest(
    drawn: Puzzle, data: st.DataObject
) -> None:
    is_bare = data.draw(st.booleans())
    puzzle = _bare(drawn.regions, drawn.rule) if is_bare else drawn
    mark = st.sampled_from([True, False, None, None])
    cells = tuple(tuple(data.draw(mark) for _ in row) for row in puzzle.regions)
    solved = any(agrees(water, cells) for water in every_water(puzzle))
    broken = find_violations(puzzle, cells)
    assert not (solved and broken)
    if is_bare:
        assert solved == (broken == [])
    assert all(cells[row][col] is not None for each in broken for row, col in each.cells)


def test_the_rule_is_the_site_s_unless_said_and_tells_puzzles_apart() -> None:
    site, connected = Puzzle([1], [1], ["a"]), Puzzle([1], [1], ["a"], rule="connected")
    assert site == Puzzle([1], [1], ["a"], rule="level") != connected
    assert replace(connected, row_clues=(None,)) == Puzzle([1], [None], ["a"], rule="connected")


@pytest.mark.parametrize(
    ("puzzle", "problem"),
    [
        (Puzzle([], [], []), Message("no_cells")),
        (Puzzle([0, 0], [0, 0], ["aa", "a"]), Message("row_of_other_length", row=2, length=1, longest=2)),
        (Puzzle([0], [0], ["aa"]), Message("number_of_clues", clues=1, axis="column", lines=2)),
        (Puzzle([0, 0], [0, 0], ["aa"]), Message("number_of_clues", clues=2, axis="row", lines=1)),
        (Puzzle([2, 0], [2], ["aa"]), Message("clue_out_of_range", clue=2, axis="column", line=1, longest=1)),
        (Puzzle([None], [-1], ["a"]), Message("clue_out_of_range", clue=-1, axis="row", line=1, longest=1)),
        (Puzzle([1, 0], [2], ["aa"]), Message("sums_differ", columns=1, rows=2)),
        *(
            (Puzzle([clue], [None], ["a"]), Message("clue_not_whole", axis="column", line=1, clue=repr(clue)))
            for clue in ("1", 1.0, np.float64(1), (1,))
        ),
        (Puzzle([1], [1], ["a"], rule="flat"), Message("unknown_rule", rule="flat", rules=RULES)),
        (
            Puzzle([0] * 5, [0], ["abaca"]),
            Message("aquarium_in_pieces", aquarium=1, pieces=3, cells=((1, 1), (1, 3), (1, 5))),
        ),
        (
            Puzzle([4, 2, 4], [2, 3, 2, 3], ["aba", "aaa", "aba", "aaa"]),
            Message("aquarium_in_pieces", aquarium=2, pieces=2, cells=((1, 2), (3, 2))),
        ),
    ],
)
def test_each_defect_is_told_and_no_other(puzzle: Puzzle, problem: Message) -> None:
    assert puzzle.problems() == [problem]


@pytest.mark.parametrize("kind", [np.uint8, np.int8, np.int64])
def test_clues_of_numpy_are_taken_as_plain_numbers(kind: type) -> None:
    drawn, water = unique_puzzle(np.random.default_rng(4), 14, 14)
    puzzle = Puzzle(np.array(drawn.col_clues, kind), np.array(drawn.row_clues, kind), np.array(drawn.regions))
    assert puzzle == drawn
    assert {type(clue) for clue in puzzle.col_clues + puzzle.row_clues} == {int}
    assert solve(puzzle).water == water


@pytest.mark.parametrize("parts", [(1, [1], ["a"]), ([1], None, ["a"]), ([1], [1], 5), ([1], [1], [[[]]])])
def test_what_cannot_be_clues_and_aquariums_is_refused_in_words(parts: tuple) -> None:
    assert raised(InvalidPuzzle, Puzzle, *parts).what.code == "not_clues_and_aquariums"
