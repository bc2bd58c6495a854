"""Counting in one line and in two finds all that brute force finds there, and nothing else."""

import itertools
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fixtures.drawing.board.puzzles import random_puzzle
from solver import Puzzle
from solver.logic.layout import Fates, Layout, Line, layout_of
from solver.logic.pairs import Pair, pairs_of
from solver.logic.position import State
from solver.logic.suppose import follow
from solver.puzzle import RULES
from tests.strategies import repeatable, tiny_puzzles

MOST_OPEN = 8
"""Open segments of two lines that are filled in every way."""


def untouched(layout: Layout) -> State:
    return State(layout, [None] * len(layout.cells))


@st.composite
def level_boards(draw: st.DrawFn) -> tuple[Layout, Fates]:
    """Draw a small puzzle with clues that may be wrong, and fates that are level."""
    drawn = draw(tiny_puzzles(longest=5, cells=20, changes=["keep"] * 7 + ["hide"]))
    change = st.sampled_from([0, 0, 0, 1, -1])
    columns = [None if clue is None else max(0, clue + draw(change)) for clue in drawn.col_clues]
    rows = [None if clue is None else max(0, clue + draw(change)) for clue in drawn.row_clues]
    layout = layout_of(Puzzle(columns, rows, drawn.regions, rule=drawn.rule))
    state = untouched(layout)
    for segment in draw(st.lists(st.sampled_from(range(len(layout.cells))), max_size=2)):
        if state.fates[segment] is None:
            state.settle({segment: draw(st.booleans())})
    return layout, state.fates


def fills(layout: Layout, fates: Fates, lines: tuple[Line, ...]) -> tuple[set[int], list[dict[int, bool]]]:
    """Return the open segments of lines, and all ways to fill them, level and with the clues reached."""
    segments = sorted({segment for line in lines for segment in line.segments if fates[segment] is None})
    found = []
    for wet in itertools.product([False, True], repeat=len(segments)):
        way = dict(zip(segments, wet, strict=True))
        level = all(
            way.get(lower, True) for segment in segments if way[segment] for lower in layout.lower[segment]
        )
        now = [way.get(segment, fate) for segment, fate in enumerate(fates)]
        if level and all(_holds(line, now) == line.clue for line in lines):
            found.append(way)
    return set(segments), found


def in_common(segments: set[int], ways: list[dict[int, bool]]) -> dict[int, bool] | None:
    if not ways:
        return None
    return {segment: ways[0][segment] for segment in segments if len({way[segment] for way in ways}) == 1}


def useful_and_doubtful(state: State) -> tuple[list[Pair], list[Pair]]:
    """Return the pairs of lines that may be useful, and those of which that is in doubt."""
    pairs, every_line = pairs_of(state.layout), (1 << len(state.layout.lines)) - 1
    useful = list(pairs.of_few_segments(state))
    sizes = [
        [sum(state.fates[segment] is None for segment in line.segments) for line in pair.lines]
        for pair in useful
    ]
    assert sizes == sorted(sizes, key=sum)
    assert all(map(all, sizes))
    return useful, pairs.in_doubt(state, every_line, every_line)


def _holds(line: Line, fates: Fates) -> int:
    return sum(size for segment, size in zip(line.segments, line.sizes, strict=True) if fates[segment])


@settings(repeatable, max_examples=90)
@given(level_boards())
def test_a_line_and_two_lines_together_settle_all_that_their_ways_have_in_common(
    drawn: tuple[Layout, Fates],
) -> None:
    layout, fates = drawn
    state = State(layout, fates)
    for index, line in enumerate(layout.lines):
        # legs of one aquarium, wet together, are for techniques that look beyond the row
        has_legs = layout.puzzle.rule == "connected" and line.at.axis == "row"
        if line.clue is not None and not has_legs:
            assert state.settled_by(index) == in_common(*fills(layout, fates, (line,)))
    for pair in every_pair(layout):
        common, found = in_common(*fills(layout, fates, pair.lines)), pair.settles(state)
        if None not in [state.settled_by(line.index) for line in pair.lines] and found and common is not None:
            assert found.items() <= common.items()


def test_where_no_line_settles_anything_two_settle_all_that_their_ways_have_in_common() -> None:
    rng, settled = np.random.default_rng(1), 0
    for number in range(40):
        drawn, _ = random_puzzle(rng, 7, 9, mean_size=2)
        rule = RULES[number % 2]
        layout = layout_of(Puzzle(drawn.col_clues, drawn.row_clues, drawn.regions, rule=rule))
        state = untouched(layout)
        follow(state, {})
        if None not in state.fates or follow(state, {state.fates.index(None): True}).is_broken:
            continue
        useful, doubtful = useful_and_doubtful(state)
        for pair in every_pair(layout):
            segments = [segment for line in pair.lines for segment in line.segments]
            if sum(state.fates[segment] is None for segment in segments) <= MOST_OPEN:
                found = pair.settles(state)
                assert found == in_common(*fills(layout, state.fates, pair.lines))
                assert found == {} or pair in useful
                assert found is not None or pair in doubtful
                settled += bool(found)
    assert settled > 1


def test_legs_of_one_aquarium_fill_in_all_their_ways_or_are_passed_by(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("solver.logic.pairs.MOST_WAYS", 1)
    rng, passed_by, settled = random.Random(1), 0, 0
    for _ in range(25):
        clues = [rng.randint(0, 3) for _ in range(5)]
        layout = layout_of(Puzzle(clues, [None] * 3, ["aaaaa", "abaca", "abaca"], rule="connected"))
        pairs_of.cache_clear()
        for pair in every_pair(layout):
            state = untouched(layout)
            common, found = in_common(*fills(layout, state.fates, pair.lines)), pair.settles(state)
            assert found in (common, {})
            passed_by += found != common
            settled += bool(found)
    pairs_of.cache_clear()
    assert passed_by
    assert settled


def every_pair(layout: Layout) -> list[Pair]:
    """Return all pairs of lines with clues that share an aquarium."""
    pairs = pairs_of(layout)
    return [
        pairs.pair(one, other) for one, shared in enumerate(pairs.shared) for other in shared if one < other
    ]
