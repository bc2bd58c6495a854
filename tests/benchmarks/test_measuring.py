"""What measures the program is itself right: temperatures, curves, and which pictures show their puzzle."""

from collections.abc import Callable

import numpy as np
import pytest

from benchmarks.accuracy import Outcome
from benchmarks.calibration import Sample, expected_error, fitted_temperature, reliability, tempered
from benchmarks.reliability_plot import ROOM, SIDE, Bin, Curve, draw_curves
from benchmarks.sweeps import SWEEPS, swept, swept_table
from fixtures.drawing.board.legible import walls_show
from fixtures.drawing.board.render import Drawing, Style, draw_puzzle
from fixtures.drawing.faults import degrade
from fixtures.drawing.kinds.to_answer import MISSING, case, clues_missing, has_one_solution, pool
from solver.puzzle import Puzzle


def believed(temperature: float, *, seed: int = 0, items: int = 20_000) -> Sample:
    """Draw truths from probabilities and hand over what is too sure of them by a temperature."""
    rng = np.random.default_rng(seed)
    honest = tempered(rng.normal(0, 3, (items, 4)), 1.0)
    truth = (np.exp(honest).cumsum(axis=1) < rng.random((items, 1))).sum(axis=1)
    return Sample("drawn", seed, honest * temperature, np.minimum(truth, 3).astype(np.intp))


@pytest.mark.parametrize("temperature", [0.5, 1.0, 2.5])
def test_the_fitted_temperature_is_the_one_by_which_a_reader_is_too_sure(temperature):
    assert fitted_temperature([believed(temperature)]) == pytest.approx(temperature, rel=0.06)


def test_honest_probabilities_have_observed_errors_as_predicted_and_bold_ones_have_more():
    honest, bold = reliability([believed(1.0)]), reliability([believed(3.0)])
    assert sum(one.count for one in honest) == 20_000
    assert expected_error(honest) < 0.01
    assert expected_error(bold) > 0.1
    assert all(one.predicted == pytest.approx(one.observed, rel=0.3) for one in honest if one.wrong > 100)
    cooled = reliability([believed(3.0)], 3.0)
    assert expected_error(cooled) == pytest.approx(expected_error(honest))


@pytest.mark.parametrize(
    ("count", "predicted", "wrong", "is_off"),
    [
        (1000, 0.01, 10, False),
        (1000, 0.01, 60, True),
        (1000, 0.01, 1, False),
        (10_000, 0.01, 5, True),
        (100, 0.001, 1, False),  # ten times too many, but one may be chance
        (1000, 0.0, 1, True),
    ],
)
def test_a_row_is_off_only_where_errors_are_surely_not_as_predicted(
    count: int, predicted: float, wrong: int, is_off: bool
):
    assert Bin(0.0, 1.0, count, predicted, wrong).is_off is is_off


def test_a_curve_of_honest_probabilities_lies_on_the_diagonal_of_its_picture():
    bins = Bin(0.01, 0.1, 1000, 0.05, 50), Bin(0.001, 0.01, 10_000, 0.005, 50)
    red, green, blue = np.asarray(draw_curves([Curve("", bins)]), int).transpose(2, 0, 1)
    rows, cols = np.nonzero((blue > red + 60) & (blue > green + 60))
    assert len(rows) > 100
    assert np.abs(rows + cols - (2 * ROOM + SIDE)).max() < SIDE / 20


def test_missing_clues_are_as_many_as_said_and_leave_one_solution():
    drawn = case("missing clues", 3)
    share = clues_missing(drawn.puzzle) / (drawn.puzzle.height + drawn.puzzle.width)
    assert 0 < share <= MISSING[1] + 0.05
    assert has_one_solution(drawn.puzzle)


def test_walls_show_in_a_picture_that_keeps_their_pixels_and_not_in_one_that_lost_them():
    puzzle, style = pool()[3][0], Style(zoom=2)

    def reduced(target: float, how: degrade.Resampling) -> Callable[[Puzzle], Drawing]:
        return lambda shown: degrade.resize(draw_puzzle(shown, style), target / 62, how)

    assert walls_show(puzzle, reduced(40.0, "area"))
    assert walls_show(puzzle, reduced(12.0, "area"))
    assert not walls_show(puzzle, reduced(12.0, "nearest"))


@pytest.mark.parametrize("name", SWEEPS)
def test_every_sweep_starts_easy_and_draws_the_same_puzzle_in_every_step(name):
    first, last = (swept(name, SWEEPS[name].steps[step], seed=1) for step in (0, -1))
    assert first.puzzle == last.puzzle
    assert np.array_equal(first.marks, last.marks)
    assert not np.array_equal(first.image, last.image)


def test_wrong_answers_and_crashes_are_the_faults_of_a_sweep():
    right, refused = Outcome(True, True, False, "solved"), Outcome(False, False, False, "unsure*")
    wrong, crashed = Outcome(False, False, True, "solved"), Outcome(False, False, False, "CRASHED boom")
    table, faults = swept_table("blur", iter([(0.1, [right, refused]), (0.2, [wrong, crashed])]))
    assert faults == 2
    assert [list(column.cells) for column in table.columns][2:] == [
        ["50%", "0%"], ["1", "0"], ["0", "1"], ["0", "1"],
    ]  # fmt: skip
