"""The document of the API is valid and complete: it tells every parameter, status and field, and no other."""

import json

import pytest

from app.errors import UsageError
from app.tasks import TASKS
from app.web.ask import PARAMETERS, SOLVE_TASKS, parse_ask, parse_new
from app.web.openapi import FIELDS, OF_TASKS, REFUSALS, STATUSES, openapi
from app.web.replies import OF_MISTAKE, STATUS_CODES, error_record

DOCUMENT = openapi()


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
    assert {name for kind in TASKS.values() for name in kind.fields} <= told
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
