"""What is alike in all ways of filling the rest of a board depends on what the player has put there."""

from solver import Puzzle
from solver.logic.backbone import forced_cells

CROSSED = Puzzle([1, 1], [1, 1], ["ab", "cd"])
"""A puzzle with two solutions: one diagonal or the other."""


def test_marks_settle_what_solutions_differ_in():
    nothing = ((None, None), (None, None))
    assert forced_cells(CROSSED, nothing) == nothing
    assert forced_cells(CROSSED, ((True, None), (None, None))) == ((True, False), (False, True))
    assert forced_cells(CROSSED, ((None, None), (True, None))) == ((False, True), (True, False))


def test_marks_that_no_solution_has_leave_nothing():
    assert forced_cells(CROSSED, ((True, True), (None, None))) is None
    assert forced_cells(Puzzle([1], [1], ["a"]), ((False,),)) is None
    assert forced_cells(Puzzle([1, 0], [0, 1], ["aa", "aa"]), ((None, None), (None, None))) is None
