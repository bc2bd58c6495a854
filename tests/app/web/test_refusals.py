"""Whatever is amiss with a request ends as a record with a status that fits, and costs nobody else."""

import asyncio
import socket
from concurrent.futures import BrokenExecutor, Future
from unittest.mock import Mock
from urllib.parse import urlencode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.sentences import TO_REPORT
from app.web import WAITING_PER_WORKER, Settings, work
from app.web.ask import PARAMETERS
from app.web.openapi import ANSWERS, RECORD
from app.web.routes import make_app
from tests.app.stand_ins import png
from tests.app.web.conftest import in_a_loop
from tests.conftest import FIXTURES
from tests.shell import PAIRS, TASK
from vision.processes import TookTooLong, WorkerDied


class Pool:
    """Keeps what it is asked to do, and does nothing; or ends it as it is told."""

    def __init__(self, error: BaseException | None = None) -> None:
        self.error = error
        self.futures: list[Future] = []
        self.given_up: list[Future] = []

    def submit(self, *_: object) -> Future:
        future = Future()
        if self.error is not None:
            future.set_exception(self.error)
        self.futures.append(future)
        return future

    def cancel(self, future: Future) -> None:
        if not future.done():
            self.given_up.append(future)


BROKEN = b"4_5_5_3_3_1_4;1,1"


@pytest.mark.parametrize(
    ("path", "body", "code", "status"),
    [
        ("solve", (FIXTURES / "refused-cut.png").read_bytes(), 422, "unsure"),
        ("solve", png(), 422, "no_puzzle"),
        ("solve", PAIRS.encode(), 422, "ambiguous"),
        ("solve", b"1_2_1_1;1,1,2,2", 422, "no_solution"),
        *(("solve", body, 415, "unreadable") for body in (BROKEN, b"Dear diary,", png()[:60], b"\0\1\2\3")),
        ("solve", b"", 400, "usage"),
        ("solve?size=1x1", png(), 400, "usage"),
        *((f"solve?{odd}", TASK.encode(), 400, "usage") for odd in ("water=wet", "colour=teal", "page=2")),
        *((path, b"", 400, "usage") for path in ("new", "new?size=2000x2000", "picture?task=draw&pitch=9")),
        ("picture", (FIXTURES / "refused-misprint.png").read_bytes(), 422, "no_solution"),
        ("picture?task=plain", BROKEN, 415, "unreadable"),
        *((f"{endpoint}?kept=guessed", b"", 410, "gone") for endpoint in ("solve", "picture")),
        ("solved", b"", 404, "usage"),
        ("health", b"", 405, "usage"),
    ],
    ids=lambda value: value[:20].decode("latin-1") if isinstance(value, bytes) else str(value),
)
def test_whatever_is_amiss_is_told_by_a_record(client, path, body, code, status):
    reply = client.post(f"/api/{path}", body)
    record = reply.json()
    assert (reply.status_code, record["status"]) == (code, status)
    assert record["message"] and "--" not in record["message"]
    assert record["water"] is None
    assert reply.headers["content-type"] == "application/json"


@pytest.mark.parametrize(
    ("pool", "code", "status", "said"),
    [
        (Pool(TookTooLong("not done within 9 s")), 504, "timeout", "not done within 9 s, so"),
        (Pool(WorkerDied("its worker process was ended by SIGSEGV")), 500, "crashed", "SIGSEGV); send it"),
        (Pool(BrokenExecutor("the pool has ended")), 503, "unavailable", "shutting down"),
        (Pool(RuntimeError("no way")), 500, "crashed", TO_REPORT),
        (Mock(submit=Mock(side_effect=RuntimeError("no new futures"))), 503, "unavailable", "shutting down"),
    ],
    ids=["too long", "a crash", "an end", "a fault", "after the end"],
)
def test_how_work_ends_is_told_by_a_record(make_client, pool, code, status, said):
    reply = make_client(pool).post("/api/solve", TASK)
    record = reply.json()
    assert (reply.status_code, record["status"], record["layout"]) == (code, status, None)
    assert said in record["message"]


def test_a_picture_that_takes_all_memory_is_refused(client, monkeypatch):
    monkeypatch.setattr(work, "find_pages", Mock(side_effect=MemoryError))
    reply = client.post("/api/solve", TASK)
    assert (reply.status_code, reply.json()["code"]) == (415, "too_much_memory")


def post(app: object, receive: object) -> tuple[asyncio.Task, list[dict]]:
    """Ask an application as a web server does; return what it is at and what it sends."""
    sent: list[dict] = []

    async def send(message: dict) -> None:
        sent.append(message)

    scope = {
        **{"type": "http", "method": "POST", "path": "/api/solve", "raw_path": b"/api/solve"},
        **{"root_path": "", "query_string": b"", "headers": [], "http_version": "1.1", "scheme": "http"},
    }
    return asyncio.ensure_future(app(scope, receive, send)), sent


class Body:
    """A client that sends a body and stays until it goes away."""

    def __init__(self) -> None:
        self.parts = [{"type": "http.request", "body": TASK.encode()}]
        self.gone = asyncio.Event()
        self.read = 0

    async def __call__(self) -> dict:
        self.read += 1
        if self.parts:
            return self.parts.pop()
        await self.gone.wait()
        return {"type": "http.disconnect"}


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


@in_a_loop
async def test_those_beyond_the_queue_are_sent_away_before_their_body_is_read():
    pool = Pool()
    app = make_app(Settings(), pool)
    bodies = [Body() for _ in range(WAITING_PER_WORKER + 1)]
    *waiting, (last, answer) = [post(app, body) for body in bodies]
    await settle()
    assert last.done() and not any(task.done() for task, _ in waiting)
    start, body = answer
    assert (start["status"], dict(start["headers"])[b"retry-after"]) == (429, b"2")
    assert b'"busy"' in body["body"]
    assert [body.read > 0 for body in bodies] == [True] * WAITING_PER_WORKER + [False]
    pool.futures[0].set_result(work.Reply(200, {}))
    await waiting[0][0]
    later, _ = post(app, Body())
    await settle()
    assert not later.done()


@in_a_loop
async def test_a_client_that_goes_away_cancels_its_work_and_no_other():
    pool, staying, leaving = Pool(), Body(), Body()
    app = make_app(Settings(), pool)
    (stays, answer), (leaves, nothing) = (post(app, body) for body in (staying, leaving))
    await settle()
    leaving.gone.set()
    await leaves
    assert pool.given_up == pool.futures[1:]
    pool.futures[0].set_result(work.Reply(200, {"status": "solved"}))
    await stays
    assert (answer[0]["status"], nothing[0]["status"]) == (200, 499)
    assert pool.given_up == pool.futures[1:]


NAMES = (
    *("/etc/passwd", "file:///etc/passwd", "a.png", "./a.png#page=1", "-", "--paste", "~/a.png"),
    *("http://127.0.0.1:9/a.png", "https://example.org/p?aquarium", "s3://bucket/a.png", "a.png\na.png"),
)


@pytest.mark.parametrize("path", ["/api/solve", "/api/picture?task=plain"])
def test_no_text_names_a_file_or_is_fetched(client, shot, path, tmp_path, monkeypatch):
    refuse = Mock(side_effect=AssertionError("somebody was asked"))
    (tmp_path / "a.png").write_bytes(shot)
    for name in ("connect", "connect_ex", "sendto"):  # event loops open sockets, but only to themselves
        monkeypatch.setattr(socket.socket, name, refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    for text in NAMES:
        reply = client.post(path, text)
        assert (reply.status_code, reply.json()["status"]) == (415, "unreadable"), text


def test_nothing_is_kept(make_client, shot, tmp_path, monkeypatch, capfd):
    places = ("HOME", "TMPDIR", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME")
    for name in places:
        (tmp_path / name).mkdir()
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.setattr("tempfile.tempdir", None)
    client = make_client()
    for path in ("/api/solve?task=explain", "/api/picture", "/api/picture?format=svg", "/api/new?size=5x5"):
        assert client.post(path, shot).status_code == 200
    assert client.post("/api/solve", b"nothing").status_code == 415
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
    assert capfd.readouterr() == ("", "")


JUNK = st.one_of(st.text(max_size=12), st.sampled_from(["-1", "0", "99", "1e9", "\0", "../..", "none", "😀"]))
SMALL = st.integers(-1, 9)
FIXES = st.one_of(
    st.builds("{}:{}={}".format, st.sampled_from(["top", "left", "right"]), SMALL, SMALL),
    st.builds("wall:{0},{1}-{0},{2}={3}".format, SMALL, SMALL, SMALL, st.sampled_from(["yes", "no"])),
)


@st.composite
def words(draw: st.DrawFn, endpoint: str) -> str:
    """Return words of an address, most of them ones that there are."""
    items = []
    for parameter in draw(st.lists(st.sampled_from(PARAMETERS[endpoint]), max_size=3)):
        fitting = st.sampled_from([parameter.example, *parameter.kind.schema.get("enum", ())])
        values = FIXES if parameter.name == "fix" else fitting
        items.append((parameter.name, draw(st.one_of(values, values, values, JUNK))))
    items += draw(st.lists(st.tuples(JUNK, JUNK), max_size=1)) if draw(st.integers(0, 9)) == 0 else []
    return urlencode(items)


@pytest.mark.parametrize("endpoint", ["solve", "picture"])
@settings(max_examples=20)
@given(st.data(), st.sampled_from([None, TASK.encode(), PAIRS.encode(), BROKEN]))
def test_nothing_that_is_sent_is_a_fault(client, shot, endpoint, data, text):
    reply = client.post(f"/api/{endpoint}?{data.draw(words(endpoint))}", text or shot)
    assert reply.status_code in {200, *ANSWERS} - {500}, reply.text
    if reply.headers["content-type"] == "application/json":
        record = reply.json()
        assert set(RECORD["required"]) <= set(record)
        assert reply.status_code == 200 or record["message"]
    else:
        assert (reply.status_code, endpoint) == (200, "picture")
