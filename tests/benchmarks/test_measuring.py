"""What measures the program is itself right: rows, temperatures, curves, and what pictures show."""

import json
from math import log

import numpy as np
import pytest
from click.testing import CliRunner

from benchmarks.accuracy import Outcome
from benchmarks.calibration import Bin, Sample, expected_error, fitted_temperature, reliability, tempered
from benchmarks.runner import Row, View, command, table
from benchmarks.sweeps import tables
from benchmarks.tails import IMPOSSIBLE, Believed, SeenSides, borders, open_runs, other_values


def believed(temperature: float, *, seed: int = 0, items: int = 20_000) -> Sample:
    """Draw truths from probabilities and hand over what is too sure of them by a temperature."""
    rng = np.random.default_rng(seed)
    honest = tempered(rng.normal(0, 3, (items, 4)), 1.0)
    truth = (np.exp(honest).cumsum(axis=1) < rng.random((items, 1))).sum(axis=1)
    return Sample(honest * temperature, np.minimum(truth, 3).astype(np.intp))


@pytest.mark.parametrize("temperature", [0.5, 1.0, 2.5])
def test_the_fitted_temperature_is_the_one_by_which_a_reader_is_too_sure(temperature):
    assert fitted_temperature([believed(temperature, items=8000)]) == pytest.approx(temperature, rel=0.06)


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
def test_a_row_is_off_only_where_errors_are_surely_not_as_predicted(count, predicted, wrong, is_off):
    assert Bin(0.0, 1.0, count, predicted, wrong).is_off is is_off


def test_the_table_of_a_sweep_ends_when_nothing_is_answered_but_not_before_a_wrong_answer():
    right, refused = Outcome(True, True, False, "solved"), Outcome(False, False, False, "unsure*")
    wrong = Outcome(False, False, True, "solved")
    steps = {"0.1": [right, refused], "0.2": [refused], "0.3": [refused], "0.4": [refused], "0.5": [wrong]}
    rows = [Row(f"blur {step}", 0, found) for step, some in steps.items() for found in some]
    blur, total = tables(rows)
    assert [list(column.cells) for column in blur.columns] == [
        ["0.1", "0.2", "0.3", "0.5"], ["2", "1", "1", "1"], ["50 %", "0 %", "0 %", "0 %"],
        ["1", "1", "1", "0"], ["0", "0", "0", "1"],
    ]  # fmt: skip
    assert list(total.columns[0].cells) == ["1"]


def judge(kind: str, number: int) -> str:
    """Crash at one picture."""
    if number == 8:
        raise LookupError("no such place")
    return f"{kind} {number}"


@pytest.mark.parametrize(("first", "code"), [("6", 0), ("7", 1), ("9", 2)])
def test_a_crash_or_a_wrong_answer_ends_with_a_code_and_stops_no_other_picture(tmp_path, first, code):
    view = View(
        judge,
        lambda rows: [table("found", rows=[[row.found] for row in rows])],
        ("easy", "hard"),
        is_wrong=lambda found: found == "hard 10",
    )
    words = ["-n", "2", "--first", first, "--out", str(tmp_path / "rows"), "-j", "1"]
    ended = CliRunner().invoke(command(view, ""), words)
    rows = [json.loads(line) for line in (tmp_path / "rows").read_text().splitlines()]
    assert [(row["kind"], row["number"] - int(first)) for row in rows] == [
        (kind, number) for kind in ("easy", "hard") for number in range(2)
    ]
    assert ended.exit_code == (code > 0)
    assert ("hard 8 crashed: LookupError" in ended.output) == (code == 1)
    assert ("hard 7" in ended.output) == (code < 2)


ODDS = [5, -4, 3, -6, -8, -7, -9]
"""Of two rows of three cells: a wall right of the first column, nothing else."""


def board(*wrong: int) -> SeenSides:
    """Return the board, some of its sides otherwise than they look."""
    odds = np.array(ODDS, float)
    return SeenSides((2, 3), odds, (odds > 0) ^ np.isin(np.arange(7), wrong))


def told(some: Believed) -> list[tuple[float, int, bool]]:
    """Return the surest side, the number of sides and whether all are wrong, of every group."""
    return sorted(zip(some.log_odds.tolist(), some.sides.tolist(), some.is_wrong.tolist(), strict=True))


@pytest.mark.parametrize(("wrong", "is_lost"), [((), False), ((0,), False), ((0, 2), True)])
def test_a_border_is_lost_where_all_of_its_walls_are_none(wrong: tuple[int, ...], is_lost: bool):
    found = borders([board(*wrong)])
    assert told(found) == [(5, 2, is_lost)]
    assert found.probability == pytest.approx([1 / (1 + np.exp(8))])


def test_open_sides_of_a_line_inside_an_aquarium_are_one_run():
    assert told(open_runs([board(1, 3, 5)])) == [(6, 2, True), (8, 1, False), (9, 2, False)]


def test_each_value_of_a_clue_but_the_one_taken_may_be_the_true_one():
    log_p = np.array([[log(0.7), log(0.2), log(0.1)], [log(0.9), log(0.1), IMPOSSIBLE]])
    found = other_values(log_p, np.array([2, 0]))
    assert found.probability == pytest.approx([0.2, 0.1, 0.1])
    assert found.log_odds == pytest.approx([log(3.5), log(7), log(9)])
    assert found.is_wrong.tolist() == [False, True, False]
