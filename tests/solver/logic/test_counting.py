"""Counting in one line and in two finds all that brute force finds there, and nothing else."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver import Puzzle
from solver.logic.counting import by_size, complete, exactly, tally
from solver.logic.layout import Layout, Line, Marks, layout_of
from solver.logic.line_pairs import pairs_of, together
from solver.logic.position import close
from solver.puzzle import RULES, Rule
from tests.strategies import repeatable, tiny_puzzles

often = settings(repeatable, max_examples=80)


@st.composite
def level_boards(draw: st.DrawFn, *, rule: Rule) -> tuple[Layout, Marks]:
    """Draw a small puzzle with clues that may be wrong, and marks that are level."""
    drawn = draw(tiny_puzzles(longest=5, cells=20, rules=[rule], changes=["keep"] * 7 + ["hide"]))
    change = st.sampled_from([0, 0, 0, 1, -1])
    columns = [None if clue is None else max(0, clue + draw(change)) for clue in drawn.col_clues]
    rows = [None if clue is None else max(0, clue + draw(change)) for clue in drawn.row_clues]
    layout = layout_of(Puzzle(columns, rows, drawn.regions, rule=drawn.rule))
    marks: Marks = [None] * len(layout.cells)
    for segment in draw(st.lists(st.sampled_from(range(len(marks))), max_size=2)):
        if marks[segment] is None:
            close(layout, marks, {segment: draw(st.booleans())})
    return layout, marks


def fills(layout: Layout, marks: Marks, lines: tuple[Line, ...]) -> tuple[set[int], list[dict[int, bool]]]:
    """Return the open segments of lines, and all ways to fill them, level and with the clues reached."""
    segments = sorted({segment for line in lines for segment in line.segments if marks[segment] is None})
    found = []
    for wet in itertools.product([False, True], repeat=len(segments)):
        way = dict(zip(segments, wet, strict=True))
        level = all(
            way.get(lower, True) for segment in segments if way[segment] for lower in layout.lower[segment]
        )
        now = [way.get(segment, mark) for segment, mark in enumerate(marks)]
        if level and all(_holds(line, now) == line.clue for line in lines):
            found.append(way)
    return set(segments), found


def _holds(line: Line, marks: Marks) -> int:
    return sum(size for segment, size in zip(line.segments, line.sizes, strict=True) if marks[segment])


@pytest.mark.parametrize("rule", RULES)
def test_a_line_by_itself_settles_all_that_its_ways_have_in_common(rule: Rule) -> None:
    @often
    @given(level_boards(rule=rule))
    def check(drawn: tuple[Layout, Marks]) -> None:
        layout, marks = drawn
        for line in layout.lines:
            if line.clue is None:
                continue
            if rule == "connected" and line.at.axis == "row":
                continue  # legs of one aquarium, wet together, are for techniques that look beyond the row
            segments, ways = fills(layout, marks, (line,))
            assert exactly(line, marks) == (_common(segments, ways) if ways else None)

    check()


@pytest.mark.parametrize("rule", RULES)
def test_two_lines_together_settle_all_that_their_ways_have_in_common(rule: Rule) -> None:
    @often
    @given(level_boards(rule=rule))
    def check(drawn: tuple[Layout, Marks]) -> None:
        layout, marks = drawn
        for pair in pairs_of(layout):
            one, other = (layout.lines[line] for line in pair.lines)
            alone = exactly(one, marks), exactly(other, marks)
            if None in alone:
                continue
            segments, ways = fills(layout, marks, (one, other))
            common = _common(segments, ways) if ways else None
            found = together(layout, marks, pair)
            if any(alone):
                assert found is None or common is None or found.items() <= common.items()
            else:
                assert found == common

    check()


def _common(segments: set[int], ways: list[dict[int, bool]]) -> dict[int, bool]:
    return {segment: ways[0][segment] for segment in segments if len({way[segment] for way in ways}) == 1}


@often
@given(level_boards(rule="level"))
def test_what_is_seen_by_size_is_part_of_what_a_row_settles(drawn: tuple[Layout, Marks]) -> None:
    layout, marks = drawn
    for line in layout.lines[: layout.puzzle.height]:
        if line.clue is not None and (settled := exactly(line, marks)) is not None:
            count = tally(line, marks)
            for seen in (complete(count), by_size(line, count)):
                assert {line.segments[at]: wet for at, wet in seen.items()}.items() <= settled.items()
