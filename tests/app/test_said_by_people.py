"""What people say of a puzzle, or have put into it, gives what a puzzle gives that has it so."""

from __future__ import annotations

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from app.service import Text
from app.tasks import Task
from solver import Puzzle
from solver.belief.overrides import Override, parse_override
from solver.formats import format_json
from solver.formats.annotated import AnnotatedPuzzle
from solver.grid import components
from tests.oracle import common, every_water
from tests.shell import asked
from tests.strategies import RULES, tiny_puzzles

SIGNS = {None: ".", True: "w", False: "x"}


def json_of(puzzle: Puzzle) -> str:
    return format_json(AnnotatedPuzzle(puzzle))


def fixes_between(before: Puzzle, after: Puzzle) -> list[Override]:
    """Return what a person says of one puzzle to have another of its size."""
    said = []
    for name, clues in (("top", after.col_clues), ("left", after.row_clues)):
        said += [f"{name}:{line}={'none' if clue is None else clue}" for line, clue in enumerate(clues, 1)]
    for row, col in itertools.product(range(after.height), range(after.width)):
        for down, right in ((0, 1), (1, 0)):
            other = row + down, col + right
            if other[0] < after.height and other[1] < after.width:
                parts = after.regions[row][col] != after.regions[other[0]][other[1]]
                place = f"wall:{row + 1},{col + 1}-{other[0] + 1},{other[1] + 1}"
                said.append(f"{place}={'yes' if parts else 'no'}")
    return [parse_override(one) for one in said]


def numbers_of(colours: list[list[int]]) -> list[list[int]]:
    """Give a number to each area of cells that touch and are equal."""
    cells = list(itertools.product(range(len(colours)), range(len(colours[0]))))
    areas = [
        area
        for colour in {colours[row][col] for row, col in cells}
        for area in components([(row, col) for row, col in cells if colours[row][col] == colour])
    ]
    numbers = {cell: number for number, area in enumerate(areas, 1) for cell in area}
    return [[numbers[row, col] for col in range(len(line))] for row, line in enumerate(colours)]


@settings(max_examples=60)
@given(tiny_puzzles(), st.data())
def test_marks_are_wrong_where_all_solutions_have_it_otherwise(puzzle, data):
    row = st.tuples(*[st.sampled_from([None, True, False])] * puzzle.width)
    marks = data.draw(st.tuples(*[row] * puzzle.height))
    signs = "/".join("".join(map(SIGNS.get, row)) for row in marks)
    outcome = asked(Text(json_of(puzzle)), Task("check"), marks=signs)
    waters = every_water(puzzle)
    found = outcome.to_dict()["mistakes"]
    if not waters:
        assert found is None
        return
    wrong = [
        (row + 1, col + 1)
        for row, (line, sure) in enumerate(zip(marks, common(waters), strict=True))
        for col, (mark, wet) in enumerate(zip(line, sure, strict=True))
        if None not in (mark, wet) and mark is not wet
    ]
    assert [(mistake["row"], mistake["col"]) for mistake in found] == wrong


@settings(max_examples=40)
@given(st.data(), st.sampled_from(RULES))
def test_a_text_corrected_into_another_puzzle_is_answered_as_that(data, rule):
    after = data.draw(tiny_puzzles(rules=[rule]))
    row = st.tuples(*[st.integers(1, 4)] * after.width)
    numbers = data.draw(st.tuples(*[row] * after.height))
    clues = data.draw(st.tuples(*[st.sampled_from([None, 0, 1])] * after.height))
    before = Puzzle([None] * after.width, clues, numbers_of(numbers), rule=rule)
    corrected = asked(Text(json_of(before)), places=fixes_between(before, after))
    written = asked(Text(json_of(after)))
    assert (corrected.status, corrected.water) == (written.status, written.water)
    assert corrected.puzzle == written.puzzle
