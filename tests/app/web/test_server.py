"""The server on loopback: what is too much or broken is refused, and it stops when it is told to."""

import errno
import gc
import socket
import threading
import time
import warnings
from contextlib import contextmanager
from importlib import import_module
from unittest.mock import Mock

import pytest

from app.sentences import UsageError
from app.web import Settings, addresses
from solver.message import Message
from tests.conftest import raised

server = import_module("app.web.server")

SOON = 10.0
"""Seconds after which what should have happened is taken not to happen."""
MOST_TRIES = 500


@contextmanager
def serving():
    """Serve in a thread; give the port and what is said."""
    sockets, stop, said, pool = addresses.listen("127.0.0.1", 0), threading.Event(), [], Mock()
    port = sockets[0].getsockname()[1]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(server, "make_app", lambda settings, pool: app)
        patched.setattr(server, "ENDING_SECONDS", 0.1)
        thread = threading.Thread(
            target=server.serve, args=(Settings(port=port), sockets, pool, stop, said.append)
        )
        thread.start()
        try:
            yield port, said
        finally:
            stop.set()
            thread.join(SOON)
            assert not thread.is_alive()
            assert pool.kill_workers.called


@pytest.fixture(scope="module")
def served():
    with serving() as one:
        yield one


@pytest.fixture
def port(served):
    served[1].clear()
    return served[0]


@pytest.fixture
def said(served):
    return served[1]


async def app(scope, receive, send):
    """Answer a request with its body, or fail with it; one that is endless goes on for long."""
    body, more = b"", True
    while more:
        message = await receive()
        body, more = body + message.get("body", b""), message.get("more_body", False)
    if scope["path"] == "/api/fault":
        raise ValueError(body)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    for _ in range(400 if scope["path"] == "/endless" else 0):
        await send({"type": "http.response.body", "body": b"x" * 100_000, "more_body": True})
    await send({"type": "http.response.body", "body": body})


def connected(port, *parts):
    wire = socket.create_connection(("127.0.0.1", port), SOON)
    for part in parts:
        wire.sendall(part)
    return wire


def told(wire):
    received = b""
    with wire:
        try:
            while part := wire.recv(1 << 16):
                received += part
        except ConnectionError:
            pass
    return received


def request(port, *headers, body=b"", path="/api/solve", method="POST"):
    lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", *headers]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


@pytest.mark.parametrize("body", [b"zz\r\nabc", b"5\r\nabcdefghi\r\n0\r\n\r\n", b"-1\r\n\r\n", None])
def test_broken_requests_are_answered_and_no_fault(body, port, said):
    head = b"GET / HTTP/1.1\r\nX: " + b"y" * (server.HEAD_BYTES + 99)  # without an end
    asked = head if body is None else request(port, "Transfer-Encoding: chunked", body=body)
    assert told(connected(port, asked)).startswith(b"HTTP/1.1 400")
    assert said == []


def test_requests_beyond_a_number_of_connections_are_refused_until_others_end(monkeypatch):
    monkeypatch.setattr(server, "MOST_CONNECTIONS", 3)
    with serving() as (port, _):
        asked = request(port, "Connection: close", path="/", method="GET")
        open_ones = [connected(port, b"GET") for _ in range(2)]
        assert told(connected(port, asked)).startswith(b"HTTP/1.1 503")
        open_ones.pop().close()
        for _ in range(MOST_TRIES):  # the server may see it a little later
            answer = told(connected(port, asked)).lower()
            if not answer.startswith(b"http/1.1 503"):
                break
            time.sleep(0.02)
        assert answer.startswith(b"http/1.1 200")
        assert not any(word in answer for word in (b"\r\nserver:", b"uvicorn"))  # it does not say what it is
        open_ones.pop().close()


def test_broken_chunks_behind_an_answer_are_no_fault(port, said, caplog):
    wire = connected(port, request(port, "Transfer-Encoding: chunked", "Origin: null"))
    assert wire.recv(1 << 16).startswith(b"HTTP/1.1 403")
    wire.sendall(b"zz\r\n")
    told(wire)
    assert (said, caplog.records) == ([], [])


def test_a_client_that_is_refused_can_read_why_while_it_sends(port):
    body = b"x" * 3_000_000
    asked = request(port, f"Content-Length: {len(body)}", "Origin: null", "Connection: close", body=body)
    assert told(connected(port, asked)).startswith(b"HTTP/1.1 403")


def test_a_fault_is_said_without_what_was_sent(port, said):
    asked = request(port, "Content-Length: 6", "Connection: close", path="/api/fault", body=b"SECRET")
    answer = told(connected(port, asked))
    assert answer.startswith(b"HTTP/1.1 500")
    assert b"SECRET" not in answer
    (line,) = said
    assert line.startswith("the program failed (ValueError in test_server.py, line ")
    assert "SECRET" not in line


def test_who_reads_nothing_is_idle_or_has_half_sent_costs_no_other_and_holds_up_no_end():
    with serving() as (port, _):
        stuck = connected(port, request(port, path="/endless", method="GET"))
        idle, half = connected(port), connected(port, request(port, "Content-Length: 9", body=b"x"))
        asked = request(port, "Content-Length: 3", "Connection: close", body=b"abc")
        assert b"\r\n\r\n3\r\nabc\r\n" in told(connected(port, asked))
    assert told(idle) == b""
    assert not told(half).startswith(b"HTTP/1.1 200")
    stuck.close()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)  # what it never read ends with the program
        gc.collect()


@pytest.mark.parametrize(("port", "following"), [(8765, 8766), (65534, 65535), (65535, 65534)])
def test_who_asks_for_a_port_that_is_taken_is_told_the_one_beside_it(port, following, monkeypatch):
    monkeypatch.setattr(socket, "create_server", Mock(side_effect=OSError(errno.EADDRINUSE, "in use")))
    refused = raised(UsageError, addresses.listen, "127.0.0.1", port)
    assert refused.what == Message("port_taken", port=port, next=following)
