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
    _mistaken,
    _sure_blocks,
    bridges,
    find_answer,
    find_forced,
    find_undecided,
)
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


def half_seen(seed: int) -> tuple[Puzzle, list[SideAt], Evidence, Water]:
    """Return a board, of whose sides some are undecided, with the evidence and its water."""
    puzzle, water = unique(seed, 4, 5)
    undecided = some_sides(evidence_of(puzzle), seed, 0.25)
    return puzzle, undecided, with_undecided(evidence_of(puzzle), undecided), water


@pytest.mark.parametrize("seed", range(12))
def test_water_is_told_if_it_is_that_of_every_board_that_may_be_meant(seed: int):
    puzzle, undecided, evidence, water = half_seen(seed)
    forced = find_forced(evidence, LIMIT)
    found = [every_water(board) for board in boards(puzzle, undecided)]
    assert (forced is not None) == all(waters in ([], [water]) for waters in found)
    if forced is not None:
        assert forced.water == water
        assert not violations(forced.puzzle, forced.water)


def test_some_waters_are_told_and_some_are_not():
    """Or the test above could pass without any."""
    told = [find_forced(half_seen(seed)[2], LIMIT) is not None for seed in range(12)]
    assert 0 < sum(told) < len(told)


def told_board() -> tuple[Puzzle, Water, Evidence, list[SideAt]]:
    """Return a board, its water, and evidence that leaves twenty sides undecided but not the water."""
    for seed in range(40):
        puzzle, water = unique(seed, 6, 7)
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


def test_of_sides_of_a_line_which_are_judged_together_the_greatest_doubt_counts_wherever_it_stands():
    """Other sides lead around both of these, but a mistake about one is one about the line."""
    evidence = evidence_of(Puzzle([None] * 4, [None] * 3, [[1] * 4] * 3))
    around = [(1e-9, side) for side, _ in evidence.sides() if side.row != 1 or not side.below]
    first, second = SideAt(1, 0, below=True), SideAt(1, 3, below=True)
    for doubts in ((0.002, 1e-6), (1e-6, 0.002)):
        opened = [*zip(doubts, (first, second), strict=True), *around]
        assert _mistaken(opened, evidence) == pytest.approx(0.002, rel=0.001)


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
    monkeypatch.setattr("solver.belief.undecided.find_only_water", out_of_time)
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
