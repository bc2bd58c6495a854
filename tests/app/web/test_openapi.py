"""Parameters are taken as meant or refused; the document tells all of them, and all statuses and fields."""

import io
import json
import re
import urllib.request
from email.message import Message
from typing import Any
from urllib.error import HTTPError
from urllib.parse import parse_qsl

import pytest

from app.record import OF_COMMAND
from app.request import STYLE_OPTIONS, Overrides, Request
from app.sentences import UsageError
from app.tasks import Task
from app.web.ask import PARAMETERS, Ask, AskNew, parse_ask, parse_new
from app.web.openapi import ANSWERS, RECORD
from app.web.work import ServerFields
from solver.belief.overrides import parse_override
from tests.app.web.conftest import DOCUMENT
from tests.conftest import ROOT, raised
from vision.drawing.style import Style

PAGE = (ROOT / "docs/page.md").read_text(encoding="utf-8")


def operations() -> dict[str, dict]:
    return {path: next(iter(methods.values())) for path, methods in DOCUMENT["paths"].items()}


def test_it_is_what_the_server_gives_and_valid(client):
    document = client.get("/api/openapi.json").json()
    assert document == json.loads(json.dumps(DOCUMENT))
    pytest.importorskip("openapi_spec_validator").validate(document)
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


def asked(query: str = "", endpoint: str = "solve") -> Ask:
    return parse_ask(endpoint, parse_qsl(query, keep_blank_values=True))


def test_all_that_can_be_said_of_a_picture_is_taken():
    words = "size=15x10&page=2&board=3&as_read=1&ignore_entries=1&marks=WX/.?"
    ask = asked(f"fix=top:7=8&fix=wall:3,4-3,5=yes&{words}")
    fixes = parse_override("top:7=8"), parse_override("wall:3,4-3,5=yes")
    said = {"marks": "wx/.?", "as_read": True, "ignore_entries": True}
    assert ask == Ask(Request(overrides=Overrides(fixes, (15, 10), **said)), 2, 3)
    assert asked() == Ask(Request())


TASKS = {
    "task=hint&level=cell": Task("hint", level="cell"),
    "task=check&rules_only=1": Task("check", rules_only=True),
    "task=check&rules_only=0": Task("check", rules_only=False),
    "task=explain&from_marks=yes": Task("explain", from_marks=True),
    "task=read&format=task": Task("read", form="task"),
    "task=solutions&most=3": Task("solutions", most=3),
}


def test_words_of_a_task_are_its_options():
    assert {query: asked(query).request.task for query in TASKS} == TASKS


def test_a_picture_is_asked_for_in_a_style_and_a_format():
    style = asked("water=teal&opacity=60&only_new=1").request.style
    assert style == Style((0, 128, 128), 60, only_new=True)
    assert asked(endpoint="picture") == Ask(Request(), form="png")
    drawn = asked("task=draw&solution=1&format=svg", "picture")
    assert drawn == Ask(Request(Task("draw", solution=True)), form="svg")
    assert asked("task=plain&format=jpeg", "picture").is_plain


def test_a_new_puzzle_is_asked_for():
    assert parse_new(parse_qsl("size=10x8&grade=hard&seed=7")) == AskNew((10, 8), "hard", 7)
    assert parse_new(parse_qsl("size=6X6")) == AskNew((6, 6))
    with pytest.raises(UsageError, match="size is missing"):
        parse_new([])


REFUSED = {
    "task=destroy": "task=destroy: expected solve, check, hint, explain, read or solutions",
    "size=wide": "size=wide: expected rows x columns; write it like size=15x15",
    "page=0": "page=0: expected a whole number from 1 to 100000; write it like page=2",
    **{odd: f"{odd}: expected" for odd in ("size=0x15", "size=99999x9", "page=1e3", "board=²")},
    f"board={'9' * 5000}": f"board={'9' * 40}…: expected",
    "fix=top:7": "fix: 'top:7' is not a fix; write it like top:7=8",
    "level=cell": "level is for task=hint, not for task=solve; leave it out",
    "opacity=0": "opacity=0: expected a whole number from 1 to 100",
    "size=6x6&size=7x7": "size is given more than once; give it once",
    "path=/etc/passwd": "there is no parameter 'path'; known are task, fix, size",
    f"{'p' * 5000}=": f"there is no parameter '{'p' * 40}…'",
}


def test_what_cannot_be_asked_is_refused_by_name():
    for query, said in REFUSED.items():
        assert str(raised(UsageError, asked, query)).startswith(said), query
