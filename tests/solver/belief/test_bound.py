"""No cell of the table is below what brute force finds there, and clear pictures need no search."""

from dataclasses import replace
from math import exp, inf

import numpy as np
import pytest

from solver.belief.boards import Boards, Kind
from solver.belief.bound import (
    Bound,
    beyond,
    dropped_clues_cut,
    dropped_clues_joined,
    dropped_clues_same_board,
    least_probability,
    other_clues,
    readings,
    same_clues_cut,
    same_clues_joined,
)
from solver.belief.evidence import certain
from solver.belief.hypothesis import Hypothesis
from solver.belief.waters import counts_of
from solver.places import ClueAt, is_wall
from solver.puzzle import Puzzle, Rows
from tests.oracle import meant, no_clues, partitions
from tests.oracle import readings as every_reading
from tests.solver.belief.looks import Look, evidence_of, looked_at, seen, unique, with_clue

ROUNDING = 1e-9
CELLS = {
    ("same", "joined"): same_clues_joined,
    ("same", "cut"): same_clues_cut,
    ("dropped", "same"): dropped_clues_same_board,
    ("dropped", "joined"): dropped_clues_joined,
    ("dropped", "cut"): dropped_clues_cut,
    ("another", "any"): other_clues,
}


def hypothesis_of(look: Look) -> Hypothesis:
    return Hypothesis(look.puzzle, look.water, look.evidence.deficit(look.puzzle))


def in_the_table(look: Look, boards: Boards) -> dict[tuple[str, str], tuple[float, float]]:
    """Return by brute force the mass in every cell: of puzzles with other water alone, and with several.

    Walls that may be missing with level water count as on the same board.
    """
    puzzle, counts = look.puzzle, np.array(counts_of(look.water))
    clues = (*puzzle.col_clues, *puzzle.row_clues)
    none = no_clues(puzzle.height, puzzle.width)
    given = np.array([clue is not None for clue in clues])
    log_p = [
        np.array(belief) - belief.log_p(clue)
        for (_, belief), clue in zip(look.evidence.clues(), clues, strict=True)
    ]
    sides = [*look.evidence.sides()]
    table = dict.fromkeys(CELLS, (0.0, 0.0))
    for regions in partitions(puzzle.height, puzzle.width):
        changed = [
            (at, odds)
            for at, (side, odds) in enumerate(sides)
            if is_wall(regions, side) != is_wall(puzzle.regions, side)
        ]
        weight = exp(sum(odds if is_wall(regions, sides[at][0]) else -odds for at, odds in changed))
        if weight < 1e-9:
            continue
        kinds = {boards.sides[at].kind for at, _ in changed}
        board = "cut" if Kind.CUT in kinds else "joined" if Kind.UNEVEN in kinds else "same"
        found = every_reading(regions)
        masses = weight * np.exp(sum(line[found.clues[:, at]] for at, line in enumerate(log_p)))
        fits = ((found.clues == counts) | (found.clues == none)).all(axis=1)
        less = ((found.clues == none) & given).sum(axis=1)
        says_as_much = fits & (less <= (1 if given.all() else 0))
        is_other = np.array([water != look.water for water in found.waters])[found.water]
        for name, chosen in (("same", says_as_much), ("dropped", fits & ~says_as_much), ("another", ~fits)):
            cell = (name, "any" if name == "another" else board)
            if cell == ("same", "same"):
                continue
            rivals = masses[chosen & found.is_only & is_other].sum()
            several = masses[chosen & ~found.is_only].sum()
            table[cell] = table[cell][0] + rivals, table[cell][1] + several
    return table


def test_no_cell_of_the_table_is_below_what_is_there():
    most: dict[tuple[str, str], float] = dict.fromkeys(CELLS, 0.0)
    for look in map(looked_at, range(100)):
        bound = Bound(look.evidence, hypothesis_of(look))
        clues, boards = bound.clues(1.0), bound.boards
        for cell, (rivals, several) in in_the_table(look, boards).items():
            function = CELLS[cell]
            allowed = function() if cell == ("same", "joined") else function(clues, boards.whole)
            assert rivals <= allowed[0] * (1 + ROUNDING) + ROUNDING
            assert rivals + several <= sum(allowed) * (1 + ROUNDING) + ROUNDING
            most[cell] = max(most[cell], rivals + several)
    assert most.pop(("same", "joined")) == 0
    assert min(most.values()) > 1e-4


def test_all_is_never_more_probable_than_the_bound_and_mostly_little():
    few = 0
    for look in map(looked_at, range(150)):
        told, hypothesis = meant(look.evidence), hypothesis_of(look)
        ahead = exp(hypothesis.log_odds)
        bound = Bound(look.evidence, hypothesis)
        others = sum(mass for water, mass in told.waters.items() if water != look.water)
        assert others * ahead <= bound.whole.rivals + ROUNDING
        assert (others + told.several) * ahead <= bound.whole.rivals + bound.whole.several + ROUNDING
        every = sum(told.waters.values()) + told.several + told.unsolvable
        assert every * ahead - 1 <= bound.whole.every * (1 + ROUNDING) + ROUNDING
        assert bound.companions <= told.waters[look.water] * ahead * (1 + ROUNDING)
        assert every <= readings(look.evidence, 0.0, 1.0, -inf) * (1 + ROUNDING)
        few += bound.whole.rivals < 0.01
    assert few > 20


def test_readings_whose_sums_may_agree_are_never_more_probable_than_the_bound_and_mostly_little():
    few = 0
    for look in map(looked_at, range(60)):
        puzzle, bound = look.puzzle, Bound(look.evidence, hypothesis_of(look))
        boards = sum(
            exp(sum(odds for side, odds in look.evidence.sides() if is_wall(regions, side)))
            for regions in partitions(puzzle.height, puzzle.width)
        )
        boards /= exp(sum(odds for side, odds in look.evidence.sides() if is_wall(puzzle.regions, side)))
        every, given = 1.0, {0: 1.0}  # the mass of all, and without a gap by how far columns exceed rows
        for (place, belief), clue in zip(
            look.evidence.clues(), (*puzzle.col_clues, *puzzle.row_clues), strict=True
        ):
            *values, none = (exp(log_p - belief.log_p(clue)) for log_p in belief)
            every *= sum(values) + none
            more = dict[int, float]()
            for excess, mass in given.items():
                for value, ratio in enumerate(values):
                    after = excess + (value if place.axis == "column" else -value)
                    more[after] = more.get(after, 0.0) + mass * ratio
            given = more
        agree = every - sum(given.values()) + given[0]
        assert boards * agree - 1 <= bound.consistent * (1 + ROUNDING) + ROUNDING
        few += bound.consistent < 0.01
    assert few > 8


def test_puzzles_with_the_same_water_are_never_more_probable_than_the_bound():
    few = 0
    for one in map(seen, range(150)):
        bound = Bound(one.evidence, Hypothesis(one.puzzle, one.water, one.log_odds)).same_water()
        assert one.of_others() <= bound + ROUNDING
        few += bound < 0.01
    assert few > 15


@pytest.mark.parametrize("depth", [2.0, 5.0, 9.0])
def test_what_a_search_leaves_out_is_never_more_than_is_said(depth: float):
    some = 0
    for one in map(seen, range(100)):
        bound = Bound(one.evidence, Hypothesis(one.puzzle, one.water, one.log_odds))
        far = [
            mass * exp(one.log_odds)
            for (*_, water), mass in one.masses.items()
            if water != one.water and mass * exp(one.log_odds) < exp(-depth)
        ]
        assert (
            sum(far)
            <= beyond(lambda scale, least, of=bound: of.masses(scale, least).rivals, depth, 40.0) + ROUNDING
        )
        some += sum(far) > 1e-4
    assert some > 6


def test_aquariums_are_at_least_as_probable_among_all_ways_to_part_the_grid_as_is_said():
    for one in map(seen, range(40)):
        sides = list(one.evidence.sides())
        rows, cols = one.puzzle.height, one.puzzle.width

        def mass(regions: Rows) -> float:
            against = (abs(odds) for side, odds in sides if is_wall(regions, side) != (odds > 0))  # noqa: B023 — called at once
            return exp(-sum(against))

        every = sum(map(mass, partitions(rows, cols)))
        share = mass(one.puzzle.regions) / every
        assert least_probability(one.evidence, one.puzzle.regions) <= share + ROUNDING


def test_ways_to_part_the_grid_are_never_more_probable_than_the_bounds():
    """By whether some aquarium is cut, and the water is level: both as far as the sums can tell.

    Sides are sure or as doubtful as can be, and the water is any that is level in the aquariums given.
    """
    rng, size = np.random.default_rng(0), 3
    no_clues = (None,) * size
    puzzles = [Puzzle(no_clues, no_clues, regions) for regions in partitions(size, size)]
    flat = evidence_of(puzzles[0])
    walls = np.array([[is_wall(puzzle.regions, side) for side, _ in flat.sides()] for puzzle in puzzles])
    cells = np.array([puzzle.regions for puzzle in puzzles]).reshape(len(puzzles), -1)
    together = cells[:, :, None] == cells[:, None]
    row = np.repeat(np.arange(size), size)
    for _ in range(1000):
        given = int(rng.integers(len(puzzles)))
        surface = rng.integers(0, size + 1, size**2 + 1)[cells[given]]
        wet = row >= surface
        doubts = rng.choice([0.05, 1, 3], walls.shape[1])
        odds = np.where(walls[given], doubts, -doubts).tolist()
        right, below = odds[: size * (size - 1)], odds[size * (size - 1) :]
        evidence = replace(
            flat,
            right=tuple(tuple(right[at : at + size - 1]) for at in range(0, len(right), size - 1)),
            below=tuple(tuple(below[at : at + size]) for at in range(0, len(below), size)),
        )
        mass = np.exp(-((walls != walls[given]) @ doubts))
        uneven = wet[:, None] & ~wet & (row[:, None] <= row)
        is_level = ~(together & uneven).any(axis=(1, 2))
        is_cut = (together[given] & ~together).any(axis=(1, 2))
        water = tuple(map(tuple, wet.reshape(size, size).tolist()))
        boards = Boards(evidence, puzzles[given].regions, water)
        bounds = boards.whole
        within = 1 + ROUNDING
        assert mass[~is_cut & ~is_level].sum() <= bounds.joined_uneven * within + ROUNDING
        assert mass[~is_cut].sum() <= (bounds.joined_level + bounds.joined_uneven) * within
        assert mass[~is_cut & is_level].sum() >= boards.companions / within
        assert mass[is_cut & ~is_level].sum() <= bounds.cut_uneven * within + ROUNDING
        assert mass[is_cut].sum() <= (bounds.cut_level + bounds.cut_uneven) * within + ROUNDING
        assert mass[is_level].sum() <= boards.same_water() * within


def test_a_side_that_cannot_be_otherwise_alone_is_not_counted_alone():
    """In an aquarium two cells wide a wall ends inside it; in one that is one cell wide it cuts it."""
    puzzle = Puzzle([2, 2, 2], [0, 3, 3], [[1, 1, 2], [1, 1, 2], [1, 1, 2]])
    boards = Boards(evidence_of(puzzle, wall=5.0), puzzle.regions, ((False,) * 3, (True,) * 3, (True,) * 3))
    alone = 2 * exp(-5)
    assert alone < boards.whole.cut_level + boards.whole.cut_uneven < alone + 30 * exp(-10)
    assert {kind.name for kind in Kind} == {"CUT", "LEVEL", "UNEVEN"}


def test_what_is_clear_needs_no_search():
    puzzle, water = unique(1, 9, 8)
    clear = Hypothesis(puzzle, water, 0.0)
    assert Bound(evidence_of(puzzle), clear).whole.rivals < 1e-4
    assert Bound(evidence_of(puzzle), clear).whole.several < 1e-2
    assert Bound(evidence_of(puzzle), clear).same_water() < 0.01
    fewer = replace(puzzle, col_clues=(None, *puzzle.col_clues[1:]))
    without = with_clue(evidence_of(puzzle), ClueAt("column", 0), {10: 1 - 1e-6})  # 10 stands for no clue
    assert Bound(without, replace(clear, puzzle=fewer)).whole.rivals < 0.01
    vague = evidence_of(puzzle, wall=1.0)
    assert Bound(vague, clear).whole.rivals > 1
    none_is_not_likeliest = replace(clear, puzzle=fewer)
    assert Bound(evidence_of(puzzle), none_is_not_likeliest).whole.rivals > 1
    assert Bound(certain(puzzle), clear).whole.every < 1e-12


def test_sides_that_a_search_takes_as_they_look_are_counted_apart():
    puzzle, water = unique(3)
    bound = Bound(evidence_of(puzzle, wall=6.0), Hypothesis(puzzle, water, 0.0))
    everything, near = bound.masses().rivals, bound.masses(least=-5.0).rivals
    assert near < everything
    assert beyond(lambda scale, least: bound.masses(scale, least).rivals, 90.0, 5.0) == pytest.approx(
        everything - near
    )
