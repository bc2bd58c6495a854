"""Where nobody can tell which sides are walls, water is answered that is the same whatever they are."""

from dataclasses import replace
from itertools import product
from math import log

import numpy as np
import pytest

from solver import violations
from solver.belief.evidence import Evidence
from solver.belief.repair import NotProved, Proved
from solver.belief.undecided import (
    MISREAD,
    Forced,
    _sure_blocks,
    bridges,
    find_answer,
    find_forced,
    find_undecided,
)
from solver.belief.usual_shapes import usualness
from solver.belief.waters import _breaking, _shares, likeliest_water
from solver.errors import TimedOut
from solver.places import ClueAt, SideAt, is_wall
from solver.puzzle import Puzzle, Water
from tests.oracle import every_water
from tests.solver.belief.test_repair import evidence_of, misread, unique, with_side

LIMIT = 5.0


def with_undecided(evidence: Evidence, sides: list[SideAt], odds: float = -0.4) -> Evidence:
    """Let it be unknown whether there are walls on some sides."""
    for side in sides:
        evidence = with_side(evidence, side, odds)
    return evidence


def some_sides(evidence: Evidence, seed: int, share: float) -> list[SideAt]:
    rng = np.random.default_rng(seed)
    return [side for side, _ in evidence.sides() if rng.random() < share]


def boards(puzzle: Puzzle, undecided: list[SideAt]) -> list[Puzzle]:
    """Return by brute force every puzzle that undecided sides leave possible: walls part, all others join."""
    found = []
    sides = [side for side, _ in evidence_of(puzzle).sides()]
    for walls in product((True, False), repeat=len(undecided)):
        chosen = dict(zip(undecided, walls, strict=True))
        is_open = {side for side in sides if not chosen.get(side, is_wall(puzzle.regions, side))}
        regions = joined(puzzle, is_open)
        if all(is_wall(regions, side) for side in sides if side not in is_open):
            found.append(replace(puzzle, regions=regions))
    return found


def joined(puzzle: Puzzle, is_open: set[SideAt]) -> tuple[tuple[int, ...], ...]:
    ids = np.arange(puzzle.height * puzzle.width).reshape(puzzle.height, puzzle.width)
    for _ in range(ids.size):
        for side in is_open:
            one, other = side.cells
            ids[one] = ids[other] = min(ids[one], ids[other])
    return tuple(map(tuple, ids.tolist()))


@pytest.mark.parametrize("seed", range(12))
def test_water_is_told_if_every_board_that_may_be_meant_has_it_or_nearly_every_one(seed: int):
    puzzle, water = unique(seed, 4, 4)
    undecided = some_sides(evidence_of(puzzle), seed, 0.3)
    forced = find_forced(with_undecided(evidence_of(puzzle), undecided), LIMIT)
    waters = [every_water(board) for board in boards(puzzle, undecided)]
    if all(found in ([], [water]) for found in waters):
        assert forced is not None
    if forced is not None:
        only = [found[0] for found in waters if len(found) == 1]
        assert forced.water == water
        assert only.count(water) >= 0.95 * len(only)
        assert not violations(forced.puzzle, forced.water)


def test_some_waters_are_told_and_some_are_not():
    """Or the test above could pass without any."""
    told = [
        find_forced(with_undecided(evidence, some_sides(evidence, seed, 0.3)), LIMIT)
        for seed in range(12)
        for evidence in [evidence_of(unique(seed, 4, 4)[0])]
    ]
    assert 0 < sum(forced is not None for forced in told) < len(told)


def told_board() -> tuple[Puzzle, Water, Evidence, list[SideAt]]:
    """Return a board, its water, and evidence that leaves twenty sides undecided but not the water."""
    for seed in range(40):
        puzzle, water = unique(seed, 7, 7)
        sides = some_sides(evidence_of(puzzle), seed, 0.25)
        evidence = with_undecided(evidence_of(puzzle), sides)
        if find_forced(evidence, LIMIT):
            return puzzle, water, evidence, sides
    raise AssertionError("no board is told")


def test_the_board_told_has_the_walls_that_are_sure_and_the_water():
    puzzle, water, evidence, undecided = told_board()
    forced = find_answer(evidence, LIMIT)
    assert isinstance(forced, Forced)
    assert forced.water == water
    assert every_water(forced.puzzle) == [water]
    assert (forced.puzzle.col_clues, forced.puzzle.row_clues) == (puzzle.col_clues, puzzle.row_clues)
    for side, _ in evidence.sides():
        if side not in undecided:
            assert is_wall(forced.puzzle.regions, side) == is_wall(puzzle.regions, side)


def test_where_all_is_sure_the_puzzle_is_told_too():
    puzzle, water = unique(3)
    proved = find_answer(evidence_of(puzzle), LIMIT)
    assert isinstance(proved, Proved)
    assert (proved.puzzle.regions, proved.water) == (puzzle.regions, water)


def test_nothing_is_told_where_most_sides_are_undecided():
    puzzle, _ = unique(3)
    every = [side for side, _ in evidence_of(puzzle).sides()]
    evidence = with_undecided(evidence_of(puzzle), every[: round(0.7 * len(every))])
    assert _sure_blocks(evidence) is None
    assert _sure_blocks(with_undecided(evidence_of(puzzle), every[: round(0.5 * len(every))])) is not None
    assert find_forced(evidence, LIMIT) is None
    with pytest.raises(NotProved, match="too many walls are unclear"):
        find_answer(evidence, LIMIT)


def test_sides_that_are_open_by_a_hair_are_taken_as_walls():
    """Each is one with 1 in 60, so some probably are."""
    puzzle, _ = unique(3)
    evidence = evidence_of(puzzle)
    sides = [side for side, odds in evidence.sides() if odds < 0][:20]
    sure, hardly = (_sure_blocks(with_undecided(evidence, sides, odds)) for odds in (-9.0, -4.0))
    assert sure == tuple(map(tuple, sure))
    assert len({block for row in sure for block in row}) == len(puzzle.aquariums())
    assert all(is_wall(hardly, side) for side in sides)


def test_many_sides_that_are_nearly_sure_are_not_all_taken_as_open():
    """Of two hundred that are walls with 1 in 1000 each, one in five boards has one."""
    puzzle, _ = unique(3, 20, 20)
    evidence = evidence_of(puzzle)
    sides = [side for side, odds in evidence.sides() if odds < 0]
    assert _sure_blocks(with_undecided(evidence, sides, -12.0)) is not None
    blocks = _sure_blocks(with_undecided(evidence, sides, -7.0))
    assert blocks is None or not any(is_wall(blocks, side) is False for side in sides)


def test_a_sure_wall_inside_an_aquarium_contradicts_it():
    puzzle, _, evidence, _ = told_board()
    opened = {side for side, odds in evidence.sides() if odds < -9}
    inside = next(
        side for side in sorted(opened, key=str) if not is_wall(joined(puzzle, opened - {side}), side)
    )
    assert find_forced(evidence, LIMIT)
    assert find_forced(with_side(evidence, inside, 9.0), LIMIT) is None


def test_clues_that_may_be_misread_unnoticed_leave_the_water_open():
    """One misread clue shows in the sums; two that make up for each other do not."""
    puzzle, _, evidence, _ = told_board()
    first, second = puzzle.col_clues[:2]
    one = misread(evidence, ClueAt("column", 0), {first: 0.9, (first + 1) % 8: 0.09})
    assert find_forced(one, LIMIT)
    step = (first + 1) % 8 - first
    assert 0 <= second - step <= 7
    assert MISREAD < 0.09 * 0.09
    two = misread(one, ClueAt("column", 1), {second: 0.9, second - step: 0.09})
    assert find_forced(two, LIMIT) is None


def test_without_a_clue_the_sums_tell_nothing():
    puzzle, _, evidence, _ = told_board()
    first = puzzle.col_clues[0]
    one = misread(evidence, ClueAt("column", 0), {first: 0.9, (first + 1) % 8: 0.09})
    none = (*one.row_clues[:-1], tuple([log(1e-9)] * 8 + [0.0]))
    assert find_forced(replace(one, row_clues=none), LIMIT) is None


def test_a_search_out_of_time_tells_nothing(monkeypatch: pytest.MonkeyPatch):
    def out_of_time(*_: object, **__: object) -> None:
        raise TimedOut("the time was up")

    _, _, evidence, _ = told_board()
    monkeypatch.setattr("solver.belief.waters.find_solutions", out_of_time)
    assert find_forced(evidence, LIMIT) is None


@pytest.mark.parametrize("seed", range(5))
def test_bridges_are_the_links_without_which_numbers_fall_apart(seed: int):
    rng = np.random.default_rng(seed)
    links = [tuple(rng.choice(12, 2, replace=False).tolist()) for _ in range(13)]
    assert bridges(links) == {
        at for at in range(len(links)) if pieces(links[:at] + links[at + 1 :]) > pieces(links)
    }


def pieces(links: list[tuple[int, int]]) -> int:
    ids = list(range(12))
    for one, other in links:
        ids = [ids[one] if piece == ids[other] else piece for piece in ids]
    return len(set(ids))


def seen_as(puzzle: Puzzle, walls: dict[str, float]) -> Evidence:
    """Return certain evidence but for the odds of some sides: wall:1,1-1,2."""
    evidence = evidence_of(puzzle)
    for side, _ in list(evidence.sides()):
        if str(side) in walls:
            evidence = with_side(evidence, side, walls[str(side)])
    return evidence


CROSSED = Puzzle([1, 1], [1, 1], ["ab", "cd"])
"""Two waters, one on each diagonal."""


@pytest.mark.parametrize("openness", [0.3, 0.6])
def test_waters_that_the_same_openings_exclude_are_not_told_apart(openness: float):
    assert _shares([0b01, 0b10], 2, openness) == pytest.approx([0.5, 0.5])


def test_a_water_that_nothing_can_exclude_is_the_one_if_the_other_can_be_excluded():
    assert _shares([0b10], 2, 0.6) == [1.0, 0.0]


def test_no_water_is_meant_where_none_can_be_excluded():
    assert _shares([], 2, 0.6) == [0.0, 0.0]


def test_the_fewer_walls_a_water_needs_the_likelier_it_is():
    few = _shares([0b01, 0b10, 0b10], 2, 0.6)
    many = _shares([0b01, *[0b10] * 9], 2, 0.6)
    assert 0.5 < few[0] < 0.95 < many[0] < 1
    assert few[1] > many[1]


def test_a_border_breaks_the_water_that_is_not_level_over_it():
    diagonals = ((True, False), (False, True)), ((False, True), (True, False))
    some = seen_as(CROSSED, {"wall:1,1-1,2": -0.4})
    assert list(_breaking(some, CROSSED.regions, diagonals)) == [0b11]
    some = seen_as(CROSSED, {"wall:1,1-2,1": -0.4})
    assert list(_breaking(some, CROSSED.regions, diagonals)) == [0b01]


@pytest.mark.parametrize(("needed", "is_told"), [(4, True), (3, False)])
def test_a_water_is_told_if_another_would_need_many_more_walls(
    needed: int, is_told: bool, monkeypatch: pytest.MonkeyPatch
):
    _, _, evidence, _ = told_board()
    one, other = ((True,),), ((False,),)
    monkeypatch.setattr("solver.belief.waters.find_solutions", lambda *_, **__: (one, other))
    monkeypatch.setattr("solver.belief.waters._breaking", lambda *_: [0b01, *[0b10] * needed])
    monkeypatch.setattr("solver.belief.waters._openness", lambda _: 0.5)
    board = Puzzle([None], [None], [[0]])
    assert likeliest_water(evidence, board, LIMIT) == (one if is_told else None)


def test_too_many_waters_are_not_weighed():
    _, _, evidence, _ = told_board()
    bare = Puzzle([None] * 7, [None] * 7, [[7 * row + col for col in range(7)] for row in range(7)])
    assert likeliest_water(evidence, bare, LIMIT) is None


def test_no_water_is_weighed_where_not_all_were_looked_for(monkeypatch: pytest.MonkeyPatch):
    evidence = [evidence_of(unique(seed, 6, 6)[0]) for seed in range(6)]
    seen = [with_undecided(one, some_sides(one, seed, 0.3)) for seed, one in enumerate(evidence)]
    weighed = sum(find_forced(one, LIMIT) is not None for one in seen)
    monkeypatch.setattr("solver.belief.waters.MOST_WATERS", 1)
    assert 0 < sum(find_forced(one, LIMIT) is not None for one in seen) < weighed


@pytest.mark.parametrize("seed", range(12))
def test_every_side_in_which_a_board_that_may_be_meant_differs_from_the_one_told_is_named(seed: int):
    puzzle, water = unique(seed, 4, 4)
    undecided = some_sides(evidence_of(puzzle), seed, 0.3)
    evidence = with_undecided(evidence_of(puzzle), undecided)
    forced = find_forced(evidence, LIMIT)
    told, named = (forced.puzzle, forced.undecided) if forced else (puzzle, find_undecided(evidence, water))
    differing = {
        side
        for board in boards(puzzle, undecided)
        if every_water(board) == [water]
        for side in undecided
        if is_wall(board.regions, side) != is_wall(told.regions, side)
    }
    assert differing <= set(named) <= set(undecided)


def test_a_board_whose_walls_are_all_sure_has_no_undecided_sides():
    puzzle, water = unique(3, 4, 4)
    assert not find_undecided(evidence_of(puzzle), water)


def test_walls_each_of_which_is_nearly_sure_are_named_where_it_is_not_sure_that_all_are():
    puzzle, water = unique(3, 4, 4)
    walls = [side for side, odds in evidence_of(puzzle).sides() if odds > 0]
    nearly = with_undecided(evidence_of(puzzle), walls, odds=log(300))
    assert find_undecided(nearly, water)


@pytest.mark.parametrize("seed", range(2, 6))
def test_where_nothing_is_seen_of_a_side_a_wall_is_told_only_where_water_or_other_walls_ask_for_it(seed: int):
    puzzle, water = unique(seed, 4, 4)
    hidden = some_sides(evidence_of(puzzle), seed, 0.3)
    forced = find_forced(with_undecided(evidence_of(puzzle), hidden, odds=0.0), LIMIT)
    assert forced
    assert forced.water == water
    told = forced.puzzle.regions
    walls = {side for side, _ in evidence_of(puzzle).sides() if is_wall(told, side)}
    assert {side for side, odds in evidence_of(puzzle).sides() if odds > 0} - set(hidden) <= walls
    for side in walls & set(hidden):
        between = {told[row][col] for row, col in side.cells}
        border = {wall for wall in walls if {told[row][col] for row, col in wall.cells} == between}
        merged = [[min(between) if name in between else name for name in line] for line in told]
        other = Puzzle(puzzle.col_clues, puzzle.row_clues, merged)
        assert border - set(hidden) or violations(other, water)


def test_single_cells_and_needless_walls_are_less_usual_than_a_whole_aquarium():
    whole, parted, single = ((1, 1), (1, 1)), ((1, 1), (2, 2)), ((1, 1), (1, 2))
    assert usualness(whole) > usualness(parted) > usualness(single)
