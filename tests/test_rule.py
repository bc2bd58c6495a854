"""Pictures of puzzles whose water is level only where it is connected: answered if all is certain as read."""

from dataclasses import replace
from functools import cache
from unittest.mock import Mock

import numpy as np
import pytest

import pipeline
from fixtures.drawing.board.puzzles import random_puzzle
from fixtures.drawing.board.style import STYLES
from fixtures.drawing.mishaps import befall
from fixtures.drawing.render import draw_puzzle, put_together
from pipeline import Puzzle, prove_reading, read_written, solve_image, solve_puzzle
from solver import violations
from solver.belief.evidence import certain
from solver.belief.overrides import Override, parse_override
from solver.places import ClueAt, regions_beside
from solver.puzzle import RULES, Water
from solver.solving import find_solutions
from tests.conftest import codes
from tests.solver.belief.looks import with_clue, with_sides
from vision.reading.cut import NO_FRAME, Cut
from vision.reading.reading import Reading

LEGS = Puzzle([None, 0, None, 0, None], [0, 1], ["aaaaa", "abaca"])
"""One leg of three has water: no level of the whole is so."""


@cache
def connected(seed: int, rows: int = 5, cols: int = 6, solutions: int = 0) -> tuple[Puzzle, Water]:
    """Draw a puzzle with one solution where water need only be level as far as it is connected.

    Under the site's rule it has so many, 0 or 1. Aquariums are joined while their water stays so.
    """
    rng = np.random.default_rng([seed, rows, cols])
    while True:
        puzzle, water = random_puzzle(rng, rows, cols, mean_size=3)
        regions = np.array(puzzle.regions)
        for one, other in rng.integers(1, regions.max(), (30, 2), endpoint=True):
            joined = replace(puzzle, regions=np.where(regions == other, one, regions), rule="connected")
            if not joined.problems() and not violations(joined, water):
                regions, puzzle = np.array(joined.regions), joined
        found = find_solutions(puzzle, 2), find_solutions(as_level(puzzle), 2)
        if list(map(len, found)) == [1, solutions] and puzzle.rule == "connected":
            return puzzle, found[0][0]


def as_level(puzzle: Puzzle) -> Puzzle:
    """Return what is printed as a puzzle of the site's rule."""
    return replace(puzzle, rule="level")


def if_seen(puzzle: Puzzle) -> Reading:
    """Return a certain reading of which nobody says that it is right."""
    return replace(read_written(as_level(puzzle))[1], is_known=False)


@pytest.mark.parametrize("style", ["site", "forced-dark", "other-program"])
@pytest.mark.parametrize("solutions", [0, 1])
def test_a_clear_picture_is_answered_by_the_rule_that_is_named(style: str, solutions: int):
    for seed in range(2):
        puzzle, water = connected(seed, 5, 6, solutions)
        result = solve_image(draw_puzzle(puzzle, STYLES[style]).pixels, rule="connected")
        assert (result.status, result.puzzle, result.puzzle_certain) == ("solved", puzzle, True)
        assert (result.solution.water, result.repairs, result.messages) == (water, (), ())
        assert result.picture is not None


def test_the_other_rule_is_told_of_only_where_it_would_be_answered():
    neither = Puzzle([1, 0, 0, 0], [1, 0, 0, 0], ["aabb", "aabb", "ccdd", "ccdd"])
    assert codes(solve_puzzle(neither)) == ["no_solution", "look_for_misprint"]
    assert [len(find_solutions(replace(LEGS, rule=rule), 4)) for rule in RULES] == [0, 3]
    for puzzle in (neither, LEGS):
        assert codes(prove_reading(if_seen(puzzle))) == ["perhaps_another_puzzle"]


def test_doubtful_pictures_are_answered_rightly_or_refused():
    answered = told = 0
    for seed in range(8, 12):
        puzzle, water = connected(seed % 10, 5, 6)
        shown = befall(draw_puzzle(puzzle, STYLES["site"]), ["blurred", "noisy", "JPEG"], seed).pixels
        result = solve_image(shown, rule="connected")
        if result.status == "solved":
            answered += 1
            assert (result.puzzle, result.solution.water) == (puzzle, water)
            assert (result.repairs, result.puzzle_certain) == ((), True)
        plain = solve_image(shown)
        assert plain.status != "solved"
        told += "one_if_connected" in codes(plain)
    assert (1 <= answered <= 3, told >= 2) == (True, True), (answered, told)


def test_nothing_is_repaired_that_would_be_under_the_site_s_rule():
    """A clue that is not there follows from the others under either rule, but how surely is known of one."""
    puzzle, water = connected(0, 5, 6, 1)
    clues = (*puzzle.col_clues[:3], None, *puzzle.col_clues[4:])
    image = draw_puzzle(replace(puzzle, col_clues=clues)).pixels
    repaired = solve_image(image)
    assert (repaired.status, repaired.solution.water) == ("solved", water)
    result = solve_image(image, rule="connected")
    assert (result.status, codes(result)) == ("unsure", ["clues_missing", "only_as_read"])
    fix = parse_override(f"top:4={puzzle.col_clues[3]}")
    fixed = solve_image(image, rule="connected", overrides=[fix])
    assert (fixed.status, fixed.puzzle, fixed.solution.water) == ("solved", puzzle, water)


def test_a_border_in_doubt_is_refused_unless_a_person_says_what_it_is():
    puzzle, water = connected(1)
    reading = if_seen(puzzle)
    beside = {side: regions_beside(puzzle.regions, side) for side, _ in reading.evidence.sides()}
    border = [side for side, ends in beside.items() if ends == (1, 2)]
    unclear = replace(reading, evidence=with_sides(reading.evidence, border, 3.0))
    assert prove_reading(reading, rule="connected").status == "solved"
    refused = prove_reading(unclear, rule="connected")
    assert (refused.status, codes(refused)) == ("unsure", ["only_as_read"])
    assert codes(prove_reading(unclear)) == ["no_solution_as_read", "one_if_connected"]
    for options in ({"as_read": True}, {"overrides": [Override(side, True) for side in border]}):
        result = prove_reading(unclear, rule="connected", **options)
        assert (result.status, result.puzzle, result.solution.water) == ("solved", puzzle, water)


def test_two_clues_in_doubt_whose_sums_would_agree_are_refused_and_one_alone_is_not():
    puzzle, _ = connected(1)
    sure = if_seen(puzzle).evidence
    cols, rows = puzzle.col_clues[0], puzzle.row_clues[0]
    one = with_clue(sure, ClueAt("column", 0), {cols: 0.79, cols + 1: 0.2})
    two = with_clue(one, ClueAt("row", 0), {rows: 0.79, rows + 1: 0.2})
    for seen, status in ((one, "solved"), (two, "unsure")):
        assert prove_reading(replace(if_seen(puzzle), evidence=seen), rule="connected").status == status


def test_it_is_told_before_anything_is_repaired(monkeypatch: pytest.MonkeyPatch):
    """One wall more that looks like none may make a puzzle of the site's rule of it, which is no likelier."""
    puzzle, _ = connected(1)
    clue = puzzle.col_clues[0]
    evidence = with_clue(if_seen(puzzle).evidence, ClueAt("column", 0), {clue: 0.79, clue + 1: 0.2})
    monkeypatch.setattr(pipeline, "_repair", Mock(side_effect=AssertionError))
    result = prove_reading(replace(if_seen(puzzle), evidence=evidence))
    assert (result.status, codes(result)) == ("unsure", ["no_solution_as_read", "one_if_connected"])


def test_a_board_that_may_be_another_one_or_be_cut_off_is_refused():
    puzzle, _ = connected(2)
    other = certain(connected(3, 5, 4)[0])
    cut = Cut("left", NO_FRAME, is_sure=False)
    for doubt in ({"alternatives": (other,)}, {"cut": (cut,)}):
        reading = replace(if_seen(puzzle), **doubt)
        assert prove_reading(reading, rule="connected").status == "unsure"
        assert prove_reading(reading).status == "unsure"
    unlikely = replace(if_seen(puzzle), alternatives=(replace(other, log_prior=-9.0),))
    assert prove_reading(unlikely, rule="connected").status == "solved"


def test_a_puzzle_with_several_solutions_under_the_rule_is_none_with_one():
    result = prove_reading(if_seen(LEGS), rule="connected")
    assert (result.status, result.solution.unique) == ("ambiguous", False)
    assert result.solution.forced == ((False,) * 5, (None, False, None, False, None))


def test_every_board_of_a_page_goes_by_the_rule():
    puzzles = [connected(4, 5, 6)[0], connected(5, 5, 4)[0]]
    page = put_together([draw_puzzle(puzzle, STYLES["site-dpr2"]).pixels for puzzle in puzzles])
    result = solve_image(page, rule="connected")
    assert [(one.status, one.puzzle) for one in (result, *result.others)] == [
        ("solved", puzzle) for puzzle in puzzles
    ]
    assert {one.status for one in (result, *solve_image(page).others)} == {"solved", "unsure"}
