"""The document of the API is valid and complete: it tells every parameter, status and field, and no other."""

import io
import json
import re
import urllib.request
from email.message import Message
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import pytest

from app.errors import UsageError
from app.fields import STATUSES, fields_of
from app.tasks import TASKS
from app.web.ask import PARAMETERS, SOLVE_TASKS, parse_ask, parse_new
from app.web.openapi import FIELDS, OF_SERVER, OF_TASKS, REFUSALS, openapi
from app.web.replies import OF_MISTAKE, STATUS_CODES, error_record

DOCUMENT = openapi()
ROOT = Path(__file__).parents[3]


def operations() -> dict[str, dict]:
    return {path: next(iter(methods.values())) for path, methods in DOCUMENT["paths"].items()}


def test_it_is_what_the_server_gives(client):
    reply = client.get("/api/openapi.json")
    assert (reply.status_code, reply.json()) == (200, json.loads(json.dumps(DOCUMENT)))


def test_it_is_valid():
    pytest.importorskip("openapi_spec_validator").validate(json.loads(json.dumps(DOCUMENT)))


@pytest.mark.parametrize("endpoint", PARAMETERS)
def test_it_has_every_parameter_that_is_taken_and_no_other(endpoint):
    described = [one["name"] for one in operations()[f"/api/{endpoint}"]["parameters"]]
    assert described == [parameter.name for parameter in PARAMETERS[endpoint]]
    assert len(set(described)) == len(described)


@pytest.mark.parametrize("endpoint", PARAMETERS)
def test_a_picture_or_text_is_sent_to_all_but_what_makes_new_puzzles(endpoint):
    assert ("requestBody" in operations()[f"/api/{endpoint}"]) == (endpoint != "new")


@pytest.mark.parametrize("endpoint", PARAMETERS)
def test_its_examples_are_taken(endpoint):
    for one in operations()[f"/api/{endpoint}"]["parameters"]:
        example = one["example"][0] if isinstance(one["example"], list) else one["example"]
        parameter = next(known for known in PARAMETERS[endpoint] if known.name == one["name"])
        needed = {"size": "10x10"} if endpoint == "new" else {}
        needed |= {"task": parameter.tasks[0]} if parameter.tasks else {}
        items = list((needed | {one["name"]: str(example)}).items())
        assert parse_new(items) if endpoint == "new" else parse_ask(endpoint, items)


@pytest.mark.parametrize("endpoint", PARAMETERS)
def test_what_it_does_not_tell_of_is_refused(endpoint):
    parse = parse_new if endpoint == "new" else lambda items: parse_ask(endpoint, items)
    with pytest.raises(UsageError, match="there is no parameter 'colour'"):
        parse([("size", "10x10"), ("colour", "teal")])


@pytest.mark.parametrize("endpoint", PARAMETERS)
def test_its_words_are_those_that_are_taken(endpoint):
    for parameter in PARAMETERS[endpoint]:
        for word in parameter.schema.get("enum", ()):
            parameter.value_of(word)
        with pytest.raises(UsageError, match=parameter.name):
            parameter.value_of("" if parameter.name in ("water", "marks") else "-")


def test_it_has_every_field_of_every_record():
    told = {*FIELDS, *OF_TASKS}
    assert {name for task in TASKS for name in fields_of(task)} <= told
    assert set(FIELDS) <= set(error_record("")) <= told


def test_it_has_every_status():
    codes = {*REFUSALS, 200, 500}  # 500 is a bug, of which nothing is promised
    assert {*STATUS_CODES.values(), OF_MISTAKE} <= codes
    assert set(STATUS_CODES) - {"answered", "mistaken"} <= set(STATUSES)


@pytest.mark.parametrize("task", SOLVE_TASKS)
def test_records_are_as_it_says(client, task, shot):
    jsonschema = pytest.importorskip("jsonschema")
    record = DOCUMENT["components"]["schemas"]["Record"]
    for body in (shot, b"no puzzle", b""):
        jsonschema.validate(client.post(f"/api/solve?task={task}", body).json(), record)


def table(heading: str) -> set[str]:
    """Return what stands in backticks, or as a number, in the first cells of a table of docs/page.md."""
    page = (ROOT / "docs/page.md").read_text(encoding="utf-8")
    rows = page[page.index(f"\n| {heading} |") :].strip().split("\n\n")[0].splitlines()[2:]
    return {word.strip("`") for row in rows for word in re.findall(r"`[^`]+`|\d+", row.split("|")[1])}


def test_the_document_for_people_has_all_of_it():
    assert table("parameter") == {one.name for named in PARAMETERS.values() for one in named}
    assert table("endpoint") == {
        f"{'POST' if 'post' in methods else 'GET'} {path}" for path, methods in DOCUMENT["paths"].items()
    }
    assert table("field added") == set(OF_SERVER)
    of_the_server = {"401", "403", "404", "405", "408", "421", "431", "500"}
    assert table("HTTP status") == {*map(str, REFUSALS), "200"} | of_the_server


def test_the_client_shown_in_python_works(client, shot, monkeypatch, tmp_path, capsys):
    def urlopen(request: urllib.request.Request) -> io.BytesIO:
        reply = client.post(request.full_url, request.data, headers=dict(request.headers))
        body = io.BytesIO(reply.content)
        if reply.status_code != 200:
            raise HTTPError(request.full_url, reply.status_code, "", Message(), body)
        return body

    monkeypatch.setattr(urllib.request, "urlopen", urlopen)
    (code,) = re.findall(r"```py\n(.*?)```", (ROOT / "docs/page.md").read_text(encoding="utf-8"), re.DOTALL)
    names: dict[str, Any] = {}
    exec(code, names)
    (tmp_path / "shot.png").write_bytes(shot)
    names["solved"](tmp_path / "shot.png")
    assert "top:7: the board has 6 columns" in capsys.readouterr().out
    assert names["ask"]("solve", shot, task="check", marks="." * 36)["wet_marked"] == 0
    assert names["ask"]("new", size="5x5")["rows"] == 5
