"""What came to no picture is a record, too."""

from app.tasks import Task
from app.web.work import error_record
from solver.message import Message


def test_an_error_is_a_record_with_all_fields():
    record = error_record(Message("size_out_of_range", size="1x1", least=2, most=60), task=Task("hint"))
    assert record["status"] == "usage"
    assert record["code"] == "size_out_of_range"
    assert record["values"] == {"size": "1x1", "least": 2, "most": 60}
    assert record["message"].startswith("size=1x1: expected rows x columns")
    assert record["step"] is record["water"] is record["layout"] is record["pages"] is None
    assert set(error_record()) < set(record)
