"""Requests that no browser sends, to a server on this computer: lies, bombs, tricks, floods and dawdling."""

import gzip
import http.client
import json
import socket
import struct
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from random import Random
from typing import Any, NamedTuple, Self

from fixtures.hostile.bombs import BOMBS
from fixtures.hostile.requests import HEADS, HOSTS, METHODS, ORIGINS, QUESTIONS, TEXTS, TRICKS
from solver.puzzle import Water

from .command import COMMAND, ROOT, children_of, picture

PATIENCE = 180.0
"""Seconds for an answer, on a busy computer: a bomb takes up to thirty, and waits for others."""
MOST_TRIES = 300
"""Of one good request that is sent away because others wait."""
DAWDLING = 1.5
"""Seconds that those take who send little by little."""
SOLVE, LINE = "/api/solve", b"\r\n"
CHUNKED = "Transfer-Encoding: chunked"
BOMB = "bomb "
"""Begins the names of files that ask for much."""
SECRET = b"root:"
"""Of /etc/passwd, which nobody is to see."""
REFUSED = range(400, 500)
BUSY = (503, 504)


class Wire:
    """One connection to the server, by which anything can be sent."""

    def __init__(self, port: int, chance: Random) -> None:
        self.port, self.chance = port, chance
        self._socket = socket.create_connection(("127.0.0.1", port), PATIENCE)

    def send(self, *parts: bytes, pause: float = 0.0) -> Self:
        """Send parts, each after a pause; whoever is sent away meanwhile has got an answer."""
        for part in parts:
            with suppress(OSError):
                self._socket.sendall(part)
            time.sleep(pause)
        return self

    def ask(
        self, target: str = SOLVE, *headers: str, method: str = "POST", host: str = "", length: int = 0
    ) -> Self:
        """Send the first lines of a request."""
        own = f"Host: 127.0.0.1:{self.port}"
        lines = [f"{method} {target} HTTP/1.1", host or own, "Connection: close", *headers]
        lines += [f"Content-Length: {length}"] if length else []
        return self.send(LINE.join(line.encode("latin-1") for line in lines) + LINE * 2)

    def answer(self, *, is_all: bool = False) -> int:
        """Return the status, 0 if the connection was closed without one; -1 if a secret is in it.

        `is_all` says that no more will come: whoever waits for it need not.
        """
        if is_all:
            with suppress(OSError):
                self._socket.shutdown(socket.SHUT_WR)
        answer = b""
        with suppress(ConnectionError):
            while part := self._socket.recv(1 << 16):
                answer += part
        words = answer.split(maxsplit=2)
        return -1 if SECRET in answer else int(words[1]) if len(words) > 1 else 0

    def reset(self) -> int:
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._socket.close()
        return 0

    def close(self) -> None:
        self._socket.close()


Kind = Callable[[Wire], int]
"""Sends a request of its kind; returns the status."""


def _body(make: Callable[[], bytes], *headers: str, target: str = SOLVE) -> Kind:
    def sent(wire: Wire) -> int:
        contents = make()
        return wire.ask(target, *headers, length=len(contents)).send(contents).answer()

    return sent


def _raw(contents: bytes) -> Kind:
    return lambda wire: wire.send(contents).answer(is_all=True)


def _line(
    target: str, *headers: str, contents: Iterable[bytes] = (), is_all: bool = False, **said: Any
) -> Kind:
    return lambda wire: wire.ask(target, *headers, **said).send(*contents).answer(is_all=is_all)


def _chunked(*chunks: bytes) -> Kind:
    return _line(SOLVE, CHUNKED, contents=chunks, is_all=not chunks[-1].endswith(LINE * 2))


def _aborted(share: float) -> Kind:
    def sent(wire: Wire) -> int:
        contents = picture(wire.chance.randrange(20))
        wire.ask(length=len(contents)).send(contents[: int(len(contents) * share)])
        time.sleep(wire.chance.random() * 0.05)
        return wire.reset()

    return sent


def _dawdling(first: bytes) -> Kind:
    def sent(wire: Wire) -> int:
        wire.send(first.replace(b"PORT", b"%d" % wire.port)).send(*[b"x"] * 10, pause=DAWDLING / 10)
        return wire.reset()

    return sent


def _multipart() -> bytes:
    head = b'--x\r\nContent-Disposition: form-data; name="f"; filename="../../a.png"'
    return head + LINE * 2 + picture() + b"--"


WHOLE = b"POST /api/solve HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Length: 99999\r\n\r\n"
SMUGGLED = b"0\r\n\r\nGET /../etc/passwd HTTP/1.1\r\n\r\n"
"""The end of a body, and another request."""

HOSTILE: dict[str, tuple[Kind, tuple[int, ...]]] = {
    **{f"path {path[:30]}": (_line(path, method="GET"), (*REFUSED,)) for path in TRICKS},
    **{f"text {text[:20]!r}": (_body(text.encode), (*REFUSED,)) for text in TEXTS},
    **{
        f"asked {query[:30]}": (_body(picture, target=f"/api/solve?{query}"), (200, *REFUSED))
        for query in QUESTIONS
    },
    **{f"head: {name}": (_line(SOLVE, head), (0, *REFUSED)) for name, head in HEADS.items()},
    **{f"{BOMB}{name}": (_body(cache(make)), (*REFUSED, *BUSY)) for name, make in BOMBS.items()},
    **{f"method {word}": (_line(SOLVE, method=word), (0, *REFUSED)) for word in METHODS},
    **{f"host {host!r}": (_line(SOLVE, host=host), (*REFUSED,)) for host in HOSTS},
    **{f"page of {origin}": (_line(SOLVE, origin), (403,)) for origin in ORIGINS},
    "an archive": (_body(lambda: b"PK\3\4" + bytes(99)), (*REFUSED,)),
    "packed": (_body(lambda: gzip.compress(b"0" * 10_000_000), "Content-Encoding: gzip"), (*REFUSED,)),
    "nothing": (_body(lambda: b""), (*REFUSED,)),
    "broken multipart": (_body(_multipart, "Content-Type: multipart/form-data; boundary=x"), (*REFUSED,)),
    "no boundary": (_body(_multipart, "Content-Type: multipart/form-data"), (*REFUSED,)),
    "500 headers": (_line(SOLVE, *(f"X-{n}: y" for n in range(500))), (*REFUSED,)),
    "says more": (lambda wire: wire.ask(length=99_999).send(picture()).answer(is_all=True), (0, *REFUSED)),
    "says less": (lambda wire: wire.ask(length=100).send(picture()).answer(), (*REFUSED,)),
    "two lengths": (_line(SOLVE, "Content-Length: 5", length=9, contents=[b"123456789"]), (400,)),
    "length and chunks": (
        _line(SOLVE, "Transfer-Encoding: chunked", "Content-Length: 4", contents=[SMUGGLED]),
        (*REFUSED,),
    ),
    "a chunk of zz": (_chunked(b"zz\r\nabc\r\n"), (*REFUSED,)),
    "a chunk beyond all": (_chunked(b"ffffffffffffffff\r\nabc"), (0, *REFUSED)),
    "a chunk too short": (_chunked(b"5\r\nabcdefghi\r\n0\r\n\r\n"), (*REFUSED,)),
    "chunks without an end": (_chunked(*[b"1\r\na\r\n"] * 99), (0, *REFUSED)),
    "chunks of one byte": (_chunked(*[b"1\r\na\r\n"] * 999, b"0\r\n\r\n"), (*REFUSED,)),
    "encrypted": (_raw(bytes.fromhex("16030100a5010000a10303") + b"\1" * 99), (400,)),
    "another protocol": (_raw(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), (*REFUSED,)),
    "only line ends": (_raw(LINE * 5000), (0, *REFUSED)),
    "aborted at once": (_aborted(0.0), (0,)),
    "aborted half way": (_aborted(0.5), (0,)),
    "aborted at work": (_aborted(1.0), (0,)),
    "a slow head": (_dawdling(b"POST /api/solve HT"), (0,)),
    "a slow body": (_dawdling(WHOLE), (0,)),
    "a slow chunk": (_dawdling(WHOLE.replace(b"Content-Length: 99999", b"Transfer-Encoding: chunked")), (0,)),
}
"""Each kind with the statuses that may answer it: 0 for none."""


def hostile(port: int, kind: str, chance: Random) -> str:
    """Send a request of a kind; return what did not hold."""
    sent, allowed = HOSTILE[kind]
    wire = Wire(port, chance)
    try:
        status = sent(wire)
    except TimeoutError:
        return f"{kind}: no answer within {PATIENCE:.0f} s"
    finally:
        wire.close()
    return "" if status in allowed or status == 429 else f"{kind}: answered {status}"


class Answered(NamedTuple):
    """How a good request ended."""

    seconds: float
    """Until the one of the tries that was taken was answered."""
    waited: float
    """With those that were sent away."""
    problem: str


def asked(port: int, contents: bytes, water: Water) -> Answered:
    """Send a puzzle until it is taken, and compare the answer."""
    begun = time.monotonic()
    for _ in range(MOST_TRIES):
        start = time.monotonic()
        try:
            wire = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
            wire.request("POST", SOLVE, contents)
            answer = wire.getresponse()
            body = answer.read()
            wire.close()
        except OSError as error:
            return Answered(0, 0, f"a good request got no answer: {error}")
        if answer.status not in (429, 503):
            break
        time.sleep(float(answer.headers["Retry-After"] or 1))
    now = time.monotonic()
    is_right = answer.status == 200 and json.loads(body)["water"] == [[*map(int, row)] for row in water]
    problem = "" if is_right else f"a good request got {answer.status}: {body[:300].decode(errors='replace')}"
    return Answered(now - start, now - begun, problem)


@contextmanager
def serving(*words: str) -> Iterator[tuple[int, "subprocess.Popen[str]"]]:
    """Start the command on a free port, and give that with its process."""
    command, pipe = [*COMMAND, "serve", "--port", "0", *words], subprocess.PIPE
    with subprocess.Popen(
        command, cwd=ROOT, stdout=pipe, stderr=pipe, text=True, start_new_session=True
    ) as process:
        try:
            assert process.stdout
            yield int(process.stdout.readline().rpartition(":")[2].strip().rstrip("/")), process
        finally:
            process.terminate()
            process.wait(PATIENCE)


def workers_of(process: "subprocess.Popen[str]") -> set[int]:
    """Return the processes that a server has started."""
    return children_of(process.pid)
