"""Web servers on this computer that misbehave: what is whole is read, all else refused in words and time."""

import gzip
import socket
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

from .ground import PATIENCE, Ended, Ground, first, outside, picture

Answer = Callable[[socket.socket, str], None]
"""Answers one request, for a path, on a connection, which is closed afterwards."""
AT_ONCE = 4
"""Servers that are asked at the same time: most of the time is waiting."""
SLOWEST = 75.0
"""Seconds in which a picture must have come, or be refused."""
MEGABYTE = b"x" * (1 << 20)
OK = b"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nConnection: close\r\n"
SECRETS = (b"root:", b"S3CRET", b"TOKEN")
"""What no message may hold: contents of other files, and what addresses are opened with."""


def _plain(wire: socket.socket, _: str) -> None:
    wire.sendall(OK + b"Content-Length: %d\r\n\r\n" % len(picture()) + picture())


def _chunked(wire: socket.socket, _: str) -> None:
    wire.sendall(OK + b"Transfer-Encoding: chunked\r\n\r\n")
    for start in range(0, len(picture()), 700):
        part = picture()[start : start + 700]
        wire.sendall(b"%x\r\n%b\r\n" % (len(part), part))
        time.sleep(0.002)
    wire.sendall(b"0\r\n\r\n")


def _chunked_cut(wire: socket.socket, _: str) -> None:
    wire.sendall(OK + b"Transfer-Encoding: chunked\r\n\r\n%x\r\n" % 9000 + picture()[:900])


def _chunked_wrongly(wire: socket.socket, _: str) -> None:
    wire.sendall(OK + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n" + picture())


def _no_length(wire: socket.socket, _: str) -> None:
    wire.sendall(OK + b"\r\n")
    for start in range(0, len(picture()), 700):
        wire.sendall(picture()[start : start + 700])
        time.sleep(0.002)


def _long_length(wire: socket.socket, _: str) -> None:
    wire.sendall(OK + b"Content-Length: 999999\r\n\r\n" + picture())


def _short_length(wire: socket.socket, _: str) -> None:
    wire.sendall(OK + b"Content-Length: 900\r\n\r\n" + picture())


def _huge_length(wire: socket.socket, _: str) -> None:
    wire.sendall(OK + b"Content-Length: 99999999999999\r\n\r\n" + picture())


def _negative_length(wire: socket.socket, _: str) -> None:
    wire.sendall(OK + b"Content-Length: -1\r\n\r\n" + picture())


def _trickling(wire: socket.socket, _: str) -> None:
    wire.sendall(OK + b"Content-Length: %d\r\n\r\n" % len(picture()))
    _slowly(wire, picture())


def _trickling_head(wire: socket.socket, _: str) -> None:
    _slowly(wire, OK * 9)


def _slowly(wire: socket.socket, contents: bytes) -> None:
    for at in range(len(contents)):
        wire.sendall(contents[at : at + 1])
        time.sleep(0.5)


def _to(address: str) -> Answer:
    def redirect(wire: socket.socket, path: str) -> None:
        if path == "/other.png":
            _plain(wire, path)
        else:
            lines = (
                f"HTTP/1.1 302 Found\r\nLocation: {address}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            )
            wire.sendall(lines.encode())

    return redirect


def _status(words: str, contents: bytes = b"") -> Answer:
    def answer(wire: socket.socket, _: str) -> None:
        head = f"HTTP/1.1 {words}\r\nContent-Length: {len(contents)}\r\nConnection: close\r\n\r\n"
        wire.sendall(head.encode() + contents)

    return answer


def _packed(wire: socket.socket, _: str) -> None:
    contents = gzip.compress(picture())
    wire.sendall(OK + b"Content-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(contents) + contents)


def _bomb(wire: socket.socket, _: str) -> None:
    packer = zlib.compressobj(wbits=31)
    wire.sendall(OK + b"Content-Encoding: gzip\r\n\r\n")
    for _part in range(3000):
        wire.sendall(packer.compress(MEGABYTE))


def _not_packed(wire: socket.socket, _: str) -> None:
    wire.sendall(OK + b"Content-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(picture()) + picture())


def _silent(wire: socket.socket, _: str) -> None:
    time.sleep(PATIENCE)


def _endless(wire: socket.socket, _: str) -> None:
    wire.sendall(OK + b"\r\n" + picture())
    for _part in range(1500):
        wire.sendall(MEGABYTE)


def _endless_head(wire: socket.socket, _: str) -> None:
    wire.sendall(b"HTTP/1.1 200 OK\r\n")
    while True:
        wire.sendall(b"X: " + b"y" * 1000 + b"\r\n")


def _reset(wire: socket.socket, _: str) -> None:
    wire.sendall(OK + b"Content-Length: %d\r\n\r\n" % len(picture()) + picture()[:900])
    wire.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")


def _garbage(wire: socket.socket, _: str) -> None:
    wire.sendall(b"\x1b[2J\x00\xff" * 400)


SERVERS: dict[str, tuple[Answer, bool]] = {
    "plain": (_plain, True),
    "chunked": (_chunked, True),
    "chunked, cut": (_chunked_cut, False),
    "chunked wrongly": (_chunked_wrongly, False),
    "without length": (_no_length, True),
    "length too long": (_long_length, False),
    "length too short": (_short_length, False),
    "length huge": (_huge_length, False),
    "length negative": (_negative_length, True),
    "trickling": (_trickling, False),
    "trickling head": (_trickling_head, False),
    "redirect": (_to("/other.png"), True),
    "redirect to a file": (_to("file:///etc/passwd"), False),
    "redirect to itself": (_to("/x.png"), False),
    "500": (_status("500 Broken"), False),
    "404": (_status("404 Not Found", b"<html>"), False),
    "empty": (_status("200 OK"), False),
    "gzip that nobody asked for": (_packed, False),
    "gzip bomb": (_bomb, False),
    "gzip that is none": (_not_packed, True),
    "never answering": (_silent, False),
    "endless": (_endless, False),
    "endless head": (_endless_head, False),
    "reset": (_reset, False),
    "garbage": (_garbage, False),
}
"""Each kind with whether its picture is to be read."""


def servers(ground: Ground) -> Iterator[str]:
    """Ask each kind of server for a picture."""
    kinds = ground.some(SERVERS)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        yield from pool.map(lambda kind: _asked(kind, ground.folder / kind.replace(" ", "-")), kinds)


def _asked(kind: str, place: Path) -> str:
    answer, is_good = SERVERS[kind]
    place.mkdir()
    with served(answer) as port:
        end = outside([f"http://user:S3CRET@127.0.0.1:{port}/x.png?sig=TOKEN", "-o", "x.solved.png"], place)
    problem = first(end.problem(0) if is_good else end.problem(3, 4), _told(end))
    if kind == "500" and b"no such file" in end.err:
        problem = "it is told as a missing file"
    return f"{kind}: {problem}" if problem else ""


def _told(end: Ended) -> str:
    """Say if it took too long, or tells what nobody may read."""
    secret = next((secret for secret in SECRETS if secret in end.err + end.out), None)
    if secret:
        return f"it tells {secret.decode()}"
    return f"it took {end.seconds:.0f} s" if end.seconds > SLOWEST else ""


@contextmanager
def served(answer: Answer) -> Iterator[int]:
    """Serve on this computer alone, and give the port."""
    listening = socket.create_server(("127.0.0.1", 0))

    def accept() -> None:
        while True:
            try:
                wire, _ = listening.accept()
            except OSError:
                return
            threading.Thread(target=attend, args=(wire,), daemon=True).start()

    def attend(wire: socket.socket) -> None:
        with wire, suppress(OSError):
            words = wire.recv(1 << 16).split()
            answer(wire, words[1].decode() if len(words) > 1 else "/")

    threading.Thread(target=accept, daemon=True).start()
    try:
        yield listening.getsockname()[1]
    finally:
        listening.close()
