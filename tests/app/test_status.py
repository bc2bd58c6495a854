"""One table has every status with what each door answers, and nothing else names them."""

from typing import get_args, get_type_hints

import pytest

import pipeline
from app import record
from app.status import ENDINGS, Status

OF_TASKS_AND_RUNS = {"answered", "mistaken", "solved_with_uncertain_walls", "interrupted"}
"""Statuses that no record has."""


def test_the_statuses_of_records_are_those_of_the_table():
    assert set(get_args(Status)) == set(ENDINGS) - OF_TASKS_AND_RUNS
    assert set(get_args(pipeline.Status)) < set(get_args(Status))
    assert get_type_hints(record.BoardFields)["status"] == Status


@pytest.mark.parametrize("status", sorted(set(ENDINGS) - {"solved_with_uncertain_walls", "interrupted"}))
def test_all_doors_agree_on_what_went_well(status):
    ending = ENDINGS[status]
    assert (ending.http_code == 200) == (ending.exit_code in (0, 6))
    assert (ending.colour == "green") == (ending.exit_code == 0)
