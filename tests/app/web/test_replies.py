"""The status of HTTP fits how a picture ended, and messages name what can be said here."""

import pytest

from app.errors import UsageError
from app.status import EXIT_CODES
from app.tasks import Task
from app.web.replies import STATUS_CODES, error_record, in_words_of_the_api, status_code, usage_record


def test_every_status_has_its_code():
    of_the_command_alone = {"interrupted"}
    assert set(STATUS_CODES) == set(EXIT_CODES) - of_the_command_alone


@pytest.mark.parametrize("status", [status for status in STATUS_CODES if EXIT_CODES[status] in (0, 6)])
def test_what_went_well_is_ok(status):
    assert status_code(status) == 200


def test_a_text_with_a_mistake_is_not_a_foreign_file():
    assert status_code("unreadable") == 415
    assert status_code("unreadable", is_text=True) == 422


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("with --fix top:7=8 there is no solution", "with fix=top:7=8 there is no solution"),
        (
            "with --fix top:7=8 and --fix left:2=1 there are several",
            "with fix=top:7=8 and fix=left:2=1 there are several",
        ),
        ("for the cells, add --level cell", "for the cells, add level=cell"),
        ("correct the text or --size", "correct the text or size"),
        ("say how many columns: --size ROWSxCOLUMNS", "say how many columns: size=ROWSxCOLUMNS"),
        ("leave out --solution to draw the puzzle alone", "leave out solution=1 to draw the puzzle alone"),
        ("for another, add #board=2 to the name", "for another, ask for board=2"),
        ("no answer for #board=2, #board=3", "no answer for board=2, board=3"),
        ("look, or add --as-read", "look, or add as_read=1"),
        (
            "out of time (limit 30 s); raise --time-limit",
            "out of time (limit 30 s); check that the clues and walls were read correctly",
        ),
        ("line 1: '--fix' is no clue; correct it", "line 1: '--fix' is no clue; correct it"),
        ("nothing -- of the kind", "nothing -- of the kind"),
    ],
)  # fmt: skip
def test_messages_name_parameters_where_the_command_has_options(said, told):
    assert in_words_of_the_api(said) == told


def test_an_error_is_a_record_with_all_fields():
    record = usage_record(UsageError("--size 1x1: expected more", "write it like 15x15"), Task("hint"))
    assert (record["status"], record["exit_code"]) == ("usage", 2)
    assert record["message"] == "size=1x1: expected more; write it like 15x15"
    assert record["step"] is record["water"] is record["layout"] is record["pages"] is None
    assert set(error_record("")) < set(record)
