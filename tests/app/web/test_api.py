"""The API over HTTP tells what `process` tells, with a status that fits, and keeps nothing."""

import json
from pathlib import Path

import pytest

from app.service import process
from app.tasks import Task
from app.web.replies import in_words_of_the_api

ROOT = Path(__file__).parents[3]
SHOT = (ROOT / "fixtures/site-6x6.png").read_bytes()
ADDED = ("text", "share", "pages", "page", "layout")


def plain(record: dict) -> dict:
    """Return a record without the fields that the API adds and those that differ from run to run."""
    return {
        name: value for name, value in record.items() if name not in (*ADDED, "message", "seconds", "boards")
    }


@pytest.mark.parametrize("task", ["solve", "check", "hint", "explain", "read", "solutions"])
def test_the_record_is_that_of_the_command(client, task):
    options = {"solutions": {"most": 10}}.get(task, {})
    reply = client.post(f"/api/solve?task={task}", SHOT)
    told = json.loads(json.dumps(process(SHOT, Task(task, **options)).to_dict()))
    assert reply.status_code == 200
    assert plain(reply.json()) == plain(told)
    assert (reply.json()["message"] or "") == in_words_of_the_api(told["message"] or "")
