"""Whatever is amiss with a request ends as a record with a status that fits, and costs nobody else."""

import asyncio
import io
import socket
from concurrent.futures import BrokenExecutor, Future
from unittest.mock import Mock

import pytest
from PIL import Image as Pillow

from app.sentences import TO_REPORT
from app.web import WAITING_PER_WORKER, Settings, work
from tests.app.in_process import InProcess
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


class Closed:
    """A pool that takes no more calls."""

    def submit(self, *_: object) -> Future:
        raise RuntimeError("cannot schedule new futures after shutdown")


def blank() -> bytes:
    file = io.BytesIO()
    Pillow.new("RGB", (60, 40), "white").save(file, "PNG")
    return file.getvalue()


def fixture(name: str) -> bytes:
    return (FIXTURES / name).read_bytes()


@pytest.mark.parametrize(
    ("path", "body", "code", "status"),
    [
        ("/api/solve", fixture("refused-covered.png"), 422, "unsure"),
        ("/api/solve", blank(), 422, "no_puzzle"),
        ("/api/solve", PAIRS.encode(), 422, "ambiguous"),
        ("/api/solve", b"1_2_1_1;1,1,2,2", 422, "no_solution"),
        *(("/api/solve", text, 415, "unreadable") for text in (b"4_5_5_3_3_1_4;1,1", b"Dear diary,")),
        *(("/api/solve", data, 415, "unreadable") for data in (blank()[:60], b"\0\1\2\3")),
        ("/api/solve", b"", 400, "usage"),
        ("/api/solve?size=1x1", blank(), 400, "usage"),
        *(
            (f"/api/solve?{odd}", TASK.encode(), 400, "usage")
            for odd in ("water=wet", "colour=teal", "page=2")
        ),
        *(
            (f"/api/{new}", b"", 400, "usage")
            for new in ("new", "new?size=2000x2000", "picture?task=draw&pitch=9")
        ),
        ("/api/picture", fixture("refused-misprint.png"), 422, "no_solution"),
        ("/api/picture?task=plain", b"4_5_5_3_3_1_4;1,1", 415, "unreadable"),
        *((f"/api/{endpoint}?kept=guessed", b"", 410, "gone") for endpoint in ("solve", "picture")),
        ("/api/solved", b"", 404, "usage"),
        ("/api/health", b"", 405, "usage"),
    ],
    ids=lambda value: value[:20].decode("latin-1") if isinstance(value, bytes) else str(value),
)
def test_whatever_is_amiss_is_told_by_a_record(client, path, body, code, status):
    reply = client.post(path, body)
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
        (Closed(), 503, "unavailable", "shutting down"),
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
    assert (reply.status_code, reply.json()["status"]) == (415, "unreadable")
    assert "memory" in reply.json()["message"]


def post(app: object, path: str, receive: object) -> tuple[asyncio.Task, list[dict]]:
    """Ask an application as a web server does; return what it is at and what it sends."""
    sent: list[dict] = []

    async def send(message: dict) -> None:
        sent.append(message)

    scope = {
        **{"type": "http", "method": "POST", "path": path, "raw_path": path.encode(), "root_path": ""},
        **{"query_string": b"", "headers": [], "http_version": "1.1", "scheme": "http"},
    }
    return asyncio.ensure_future(app(scope, receive, send)), sent


def make_app(pool: object) -> object:
    return pytest.importorskip("app.web.routes").make_app(Settings(), pool)


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


def test_those_beyond_the_queue_are_sent_away_before_their_body_is_read():
    async def play() -> None:
        pool = Pool()
        app = make_app(pool)
        bodies = [Body() for _ in range(WAITING_PER_WORKER + 1)]
        *waiting, (last, answer) = [post(app, "/api/solve", body) for body in bodies]
        await settle()
        assert last.done() and not any(task.done() for task, _ in waiting)
        start = answer[0]
        headers = dict(start["headers"])
        assert (start["status"], headers[b"retry-after"]) == (429, b"2")
        assert b'"busy"' in answer[1]["body"]
        assert [body.read > 0 for body in bodies] == [True] * WAITING_PER_WORKER + [False]
        pool.futures[0].set_result(work.Reply(200, {}))
        await waiting[0][0]
        later, _ = post(app, "/api/solve", Body())
        await settle()
        assert not later.done()
        for task in (later, *(task for task, _ in waiting)):
            task.cancel()
            await asyncio.wait([task])

    asyncio.run(play())


def test_a_client_that_goes_away_cancels_its_work_and_no_other():
    async def play() -> None:
        pool, staying, leaving = Pool(), Body(), Body()
        app = make_app(pool)
        (stays, answer), (leaves, nothing) = (post(app, "/api/solve", body) for body in (staying, leaving))
        await settle()
        leaving.gone.set()
        await leaves
        assert pool.given_up == pool.futures[1:]
        pool.futures[0].set_result(work.Reply(200, {"status": "solved"}))
        await stays
        assert answer[0]["status"] == 200
        assert nothing[0]["status"] == 499
        assert pool.given_up == pool.futures[1:]

    asyncio.run(play())


@pytest.mark.parametrize(
    "text",
    [
        *("/etc/passwd", "file:///etc/passwd", "a.png", "./a.png#page=1", "-", "--paste", "~/a.png"),
        *("http://127.0.0.1:9/a.png", "https://example.org/p?aquarium", "s3://bucket/a.png", "a.png\na.png"),
    ],
)
def test_no_text_names_a_file_or_is_fetched(client, shot, text, tmp_path, monkeypatch):
    refuse = Mock(side_effect=AssertionError("somebody was asked"))
    (tmp_path / "a.png").write_bytes(shot)
    for name in ("connect", "connect_ex", "sendto"):  # event loops open sockets, but only to themselves
        monkeypatch.setattr(socket.socket, name, refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    for path in ("/api/solve", "/api/picture?task=plain"):
        reply = client.post(path, text)
        assert (reply.status_code, reply.json()["status"]) == (415, "unreadable")


def test_nothing_is_kept(make_client, shot, tmp_path, monkeypatch, capfd):
    places = ("HOME", "TMPDIR", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME")
    for name in places:
        (tmp_path / name).mkdir()
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.setattr("tempfile.tempdir", None)
    client = make_client(InProcess())
    for path in ("/api/solve?task=explain", "/api/picture", "/api/picture?format=svg", "/api/new?size=5x5"):
        assert client.post(path, shot).status_code == 200
    assert client.post("/api/solve", b"nothing").status_code == 415
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
    assert capfd.readouterr() == ("", "")
