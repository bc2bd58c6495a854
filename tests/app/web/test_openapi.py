"""The document of the API is valid and complete: it tells every parameter, status and field, and no other."""

import io
import json
import re
import urllib.request
from email.message import Message
from typing import Any
from urllib.error import HTTPError

import pytest

from app.record import OF_COMMAND
from app.request import STYLE_OPTIONS
from app.sentences import UsageError
from app.web.ask import PARAMETERS, parse_ask, parse_new
from app.web.openapi import ANSWERS, RECORD
from app.web.work import ServerFields
from tests.app.web.conftest import DOCUMENT
from tests.conftest import ROOT

PAGE = (ROOT / "docs/page.md").read_text(encoding="utf-8")


def operations() -> dict[str, dict]:
    return {path: next(iter(methods.values())) for path, methods in DOCUMENT["paths"].items()}


def test_it_is_what_the_server_gives(client):
    reply = client.get("/api/openapi.json")
    assert (reply.status_code, reply.json()) == (200, json.loads(json.dumps(DOCUMENT)))


def test_it_is_valid():
    pytest.importorskip("openapi_spec_validator").validate(json.loads(json.dumps(DOCUMENT)))
    assert not {*OF_COMMAND} & {*RECORD["properties"]}  # nothing is told of files and exit codes
    assert DOCUMENT["components"]["securitySchemes"]["bearer"]["scheme"] == "bearer"
    assert [*map(dict, DOCUMENT["security"])] == [{}, {"bearer": []}, {"address": []}]


@pytest.mark.parametrize("endpoint", PARAMETERS)
def test_it_has_every_parameter_that_is_taken_with_an_example_that_is_too(endpoint):
    described = operations()[f"/api/{endpoint}"]["parameters"]
    for one, parameter in zip(described, PARAMETERS[endpoint], strict=True):
        assert one["name"] == parameter.name
        example = one["example"][0] if isinstance(one["example"], list) else one["example"]
        needed = {"size": "10x10"} if endpoint == "new" else {}
        needed |= {"task": parameter.tasks[0]} if parameter.tasks else {}
        items = list((needed | {one["name"]: str(example)}).items())
        assert parse_new(items) if endpoint == "new" else parse_ask(endpoint, items)


@pytest.mark.parametrize("endpoint", PARAMETERS)
def test_its_words_are_those_that_are_taken(endpoint):
    for parameter in PARAMETERS[endpoint]:
        for word in parameter.kind.schema.get("enum", ()):
            parameter.value_of(word)
        with pytest.raises(UsageError, match=parameter.name):
            parameter.value_of("" if parameter.name in ("water", "marks", "kept") else "-")


def test_it_has_all_statuses_for_what_works_on_puzzles_and_for_others_those_that_refuse_any_request():
    told = {path: {*map(int, one["responses"])} - {200} for path, one in operations().items()}
    of_all, of_work = {400, 401, 403, 405, 421, 500, 503}, {408, 410, 413, 415, 422, 429, 504}
    others = dict.fromkeys(("/api/health", "/api/openapi.json"), of_all)
    assert told == dict.fromkeys((f"/api/{name}" for name in PARAMETERS), of_all | of_work) | others
    assert {*map(int, DOCUMENT["components"]["responses"])} == {*ANSWERS} == {404} | of_all | of_work


def table(heading: str) -> set[str]:
    """Return what stands in backticks, or as a number, in the first cells of a table of docs/page.md."""
    rows = PAGE[PAGE.index(f"\n| {heading} |") :].strip().split("\n\n")[0].splitlines()[2:]
    return {word.strip("`") for row in rows for word in re.findall(r"`[^`]+`|\d+", row.split("|")[1])}


def test_the_document_for_people_has_all_of_it():
    parameters = {one.name for named in PARAMETERS.values() for one in named}
    assert table("parameter") | {*STYLE_OPTIONS} == parameters
    endpoints = {f"{next(iter(methods)).upper()} {path}" for path, methods in DOCUMENT["paths"].items()}
    assert table("endpoint") == endpoints
    assert table("field added") == set(ServerFields.__annotations__)
    assert table("HTTP status") == {*map(str, ANSWERS), "200"}


def test_the_client_shown_in_python_works(client, shot, monkeypatch, tmp_path, capsys):
    def urlopen(request: urllib.request.Request) -> io.BytesIO:
        reply = client.post(request.full_url, request.data, headers=dict(request.headers))
        if reply.status_code != 200:
            raise HTTPError(request.full_url, reply.status_code, "", Message(), io.BytesIO(reply.content))
        return io.BytesIO(reply.content)

    monkeypatch.setattr(urllib.request, "urlopen", urlopen)
    (code,) = re.findall(r"```py\n(.*?)```", PAGE, re.DOTALL)
    names: dict[str, Any] = {}
    exec(code, names)
    (tmp_path / "shot.png").write_bytes(shot)
    names["solved"](tmp_path / "shot.png")
    assert "top:7: the board has 6 columns" in capsys.readouterr().out
    assert names["ask"]("solve", shot, task="check", marks="." * 36)["wet_marked"] == 0
    assert names["ask"]("new", size="5x5")["rows"] == 5
