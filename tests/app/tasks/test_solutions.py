"""`aquarium --solutions` and `--share`: what several solutions share, and water as emoji."""

from pathlib import Path

import numpy as np
import pytest

from solver import violations
from tests.shell import PAIRS, ROW_PAIRS, WATER, fields, pixels, screenshot, told


def test_one_solution_is_listed_as_the_only_one(capsys):
    screenshot("a.png")
    code, out, err = told(capsys, "a.png", "--solutions", "3")
    listed = "".join("".join("~" if wet else "." for wet in row) + "\n" for row in WATER)
    assert (code, out) == (0, listed)
    assert err.startswith("a.png: 6×6, 6 aquariums, one solution, ")
    assert err.endswith(" s → a.solved.png\n  the only solution\n")
    answer = pixels("a.solved.png")
    assert told(capsys, "a.png", "-o", "b.png")[0] == 0
    assert np.array_equal(answer, pixels("b.png"))


@pytest.mark.parametrize(("most", "number"), [(2, "2 of at least 3"), (6, "all 6"), (9, "all 6")])
def test_several_solutions_are_listed_and_what_they_share_is_drawn(most, number, capsys):
    screenshot("a.png", np.zeros((4, 4)), ROW_PAIRS)
    code, out, err = told(capsys, "a.png", "--solutions", str(most))
    shown = "the picture shows what they all share and hatches the rest"
    assert (code, err) == (5, f"a.png: {number} solutions; {shown} → a.solved.png\n")
    waters = [[[sign == "~" for sign in line] for line in block.split()] for block in out.split("\n\n")]
    assert len({str(water) for water in waters}) == len(waters) == min(most, 6)
    assert all(violations(ROW_PAIRS, water) == [] for water in waters)
    line = fields(capsys, "a.png", "--solutions", str(most))
    assert [[[cell == 1 for cell in row] for row in water] for water in line["solutions"]] == waters
    assert (line["more_solutions"], line["water"], line["unique"]) == (most < 6, None, False)
    assert (line["shared"][0], line["shared"][2]) == ([None] * 4, [0] * 4)


def test_a_puzzle_with_several_solutions_is_told_how_to_see_them(capsys):
    Path("a.txt").write_text(PAIRS)
    said = "  to see some of its solutions and what they share: aquarium a.txt --solutions 5"
    assert told(capsys, "a.txt")[2].splitlines()[1] == said
    assert fields(capsys, "a.txt")["output"] is None
