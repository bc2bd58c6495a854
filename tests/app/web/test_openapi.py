"""The document of the API is valid and complete: it tells every parameter, status and field, and no other."""

import asyncio
import io
import json
import re
import urllib.request
from email.message import Message
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import pytest

from app import web
from app.errors import UsageError
from app.record import OF_COMMAND
from app.web import Settings, uploads
from app.web.ask import PARAMETERS, SOLVE_TASKS, parse_ask, parse_new
from app.web.openapi import ANSWERS, RECORD, openapi
from app.web.routes import make_app
from app.web.safety import Safety
from app.web.work import ServerFields
from tests.app.in_process import InProcess
from tests.app.web.test_refusals import Closed, Pool
from tests.shell import TASK
from vision.processes import TookTooLong, WorkerDied

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
def test_its_examples_are_taken(endpoint):
    for one in operations()[f"/api/{endpoint}"]["parameters"]:
        example = one["example"][0] if isinstance(one["example"], list) else one["example"]
        parameter = next(known for known in PARAMETERS[endpoint] if known.name == one["name"])
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


def test_nothing_is_told_of_files_and_exit_codes():
    assert not {*OF_COMMAND} & {*RECORD["properties"]}


TOKEN = "t0k3n-of-this-start"
HOST = "127.0.0.1:8765"
REFUSED = {
    "no token": (401, {"authorization": "Bearer wrong"}),
    "another site": (403, {"origin": "https://evil.example"}),
    "no host": (400, {"host": "a b"}),
    "another host": (421, {"host": "evil.example:8765"}),
    "another method": (405, {}),
    "a large body": (413, {"content-length": "1000000001"}),
    "a slow body": (408, {}),
    "large bodies": (503, {}),
    "another parameter": (400, {}),
    "an empty body": (400, {}),
    "no puzzle": (415, {}),
    "no solution": (422, {}),
    "too many": (429, {}),
    "a fault": (500, {}),
    "a crash": (500, {}),
    "an end": (503, {}),
    "out of time": (504, {}),
    "a file that is gone": (410, {}),
}
WORDS = {"another parameter": "&colour=teal", "a file that is gone": "&kept=guessed"}
POOLS = {"a fault": ValueError("no way"), "a crash": WorkerDied("SEGV"), "out of time": TookTooLong("9 s")}
BODIES = {"no puzzle": b"Dear diary,", "no solution": b"1_2_1_1;1,1,2,2", "an empty body": b""}
OF_GET = tuple(REFUSED)[:5]
"""How requests without a body and without work can be refused."""


def refused(monkeypatch, path: str, way: str) -> tuple[int, dict]:
    """Ask in a way that is refused; return the status and the record."""
    is_get = path in ("/api/health", "/api/openapi.json")
    headers = REFUSED[way][1]
    pool = Pool(POOLS[way]) if way in POOLS else Closed() if way == "an end" else InProcess()
    monkeypatch.setattr(uploads, "BODY_SECONDS", 0.02 if way == "a slow body" else 60.0)
    monkeypatch.setattr(uploads, "LEAST_RATE", 1e12)
    monkeypatch.setattr(uploads, "LARGEST_BODIES", 0 if way == "large bodies" else 4)
    monkeypatch.setattr(web, "WAITING_PER_WORKER", 0 if way == "too many" else 8)
    app = Safety(make_app(Settings(token=TOKEN), pool), Settings(token=TOKEN), lambda error: None)
    query = {"/api/new": "size=5x5"}.get(path, "") + WORDS.get(way, "")
    scope = {
        **{"type": "http", "method": "GET" if is_get != (way == "another method") else "POST", "path": path},
        **{"raw_path": path.encode(), "root_path": "", "query_string": query.encode(), "http_version": "1.1"},
        "headers": [
            (name.encode(), value.encode())
            for name, value in ({"host": HOST, "authorization": f"Bearer {TOKEN}"} | headers).items()
        ],
    }
    sent, parts = [], [] if way == "a slow body" else [BODIES.get(way, TASK.encode())]

    async def receive():
        if not parts:
            await asyncio.sleep(3600)
        return {"type": "http.request", "body": parts.pop()}

    async def send(message):
        sent.append(message)

    asyncio.run(app(scope, receive, send))
    return sent[0]["status"], json.loads(b"".join(message.get("body", b"") for message in sent[1:]))


@pytest.mark.parametrize("way", REFUSED)
@pytest.mark.parametrize("path", DOCUMENT["paths"])
def test_it_has_whatever_refuses_a_request(monkeypatch, path, way):
    method, operation = next(iter(DOCUMENT["paths"][path].items()))
    if (method == "get" and way not in OF_GET) or (method, way) == ("get", "another site"):
        return
    if path == "/api/new" and way in (
        *BODIES,
        "a large body",
        "a slow body",
        "large bodies",
        "a file that is gone",
    ):
        return
    code, record = refused(monkeypatch, path, way)
    assert code == REFUSED[way][0]
    told = operation["responses"][str(code)]["$ref"].rpartition("/")[2]
    assert told == str(code) and told in DOCUMENT["components"]["responses"]
    pytest.importorskip("jsonschema").validate(record, RECORD)


def test_it_says_how_the_token_is_told():
    assert DOCUMENT["components"]["securitySchemes"]["bearer"]["scheme"] == "bearer"
    assert [*map(dict, DOCUMENT["security"])] == [{}, {"bearer": []}, {"address": []}]


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
    assert table("field added") == set(ServerFields.__annotations__)
    assert table("HTTP status") == {*map(str, ANSWERS), "200"}


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
