"""The status of HTTP fits how a picture ended."""

import pytest

from app.status import EXIT_CODES
from app.tasks import Task
from app.web.replies import STATUS_CODES, error_record
from solver.message import Message


def test_every_status_has_its_code():
    of_the_command_alone = {"interrupted", "solved_with_uncertain_walls"}
    assert set(STATUS_CODES) == set(EXIT_CODES) - of_the_command_alone


@pytest.mark.parametrize("status", [status for status in STATUS_CODES if EXIT_CODES[status] in (0, 6)])
def test_what_went_well_is_ok(status):
    assert STATUS_CODES[status] == 200


def test_an_error_is_a_record_with_all_fields():
    record = error_record(Message("size_out_of_range", size="1x1", least=4, most=60), task=Task("hint"))
    assert record["status"] == "usage"
    assert record["code"] == "size_out_of_range"
    assert record["values"] == {"size": "1x1", "least": 4, "most": 60}
    assert record["message"].startswith("size=1x1: expected rows x columns")
    assert record["step"] is record["water"] is record["layout"] is record["pages"] is None
    assert set(error_record()) < set(record)
