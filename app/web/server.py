"""The web server: connections → the application; what is slow or too much is cut off; how it ends."""

import asyncio
import socket
import traceback
from asyncio import TimerHandle
from collections.abc import Callable, Iterator, MutableMapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from typing import Any

import uvicorn
from h11 import LocalProtocolError
from uvicorn.protocols.http.h11_impl import H11Protocol

from vision.processes import WorkerPool

from .routes import make_app
from .safety import App, Receive, Safety, Scope, Send
from .settings import Settings

HEAD_SECONDS = 10.0
"""A request's first lines are to be there after so long, counted from the connection or their first byte."""
HEAD_BYTES = 64 << 10
"""Of a request's first lines: room for the marks of the largest boards."""
IDLE_SECONDS = 20
"""A connection is kept for a next request."""
STUCK_SECONDS = 30.0
"""Whoever takes nothing of an answer for so long is gone."""
MOST_CONNECTIONS = 200
"""Open at a time; the rest is turned away. Systems commonly grant a program 1,024 files or 256."""
ENDING_SECONDS = 1
"""For answers that are on their way, once the server is told to end."""
LOOK_SECONDS = 0.1
"""So often it is looked whether the server is to end."""
HEADERS = b"content-length: 0\r\nconnection: close\r\n\r\n"
FULL = b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 5\r\n" + HEADERS
SLOW_HEAD = b"HTTP/1.1 408 Request Timeout\r\n" + HEADERS

Said = Callable[[str], None]


class Server:
    """A server of sockets that listen and of workers, until it is told to stop."""

    def __init__(
        self, settings: Settings, sockets: Sequence[socket.socket], pool: WorkerPool, stop: Event, said: Said
    ) -> None:
        """Make a server; `said` takes lines about faults."""
        self._sockets, self._pool, self._stop, self._said = sockets, pool, stop, said
        app = Safety(make_app(settings, pool), settings, lambda error: said(fault_line(error)))
        self._server = uvicorn.Server(
            uvicorn.Config(
                _attended(app),
                http=_Connection,
                ws="none",
                loop="asyncio",
                log_config=None,
                log_level="critical",  # what is no request is no fault, and faults are said here
                access_log=False,
                proxy_headers=False,
                server_header=False,
                timeout_keep_alive=IDLE_SECONDS,
                timeout_graceful_shutdown=ENDING_SECONDS,
                h11_max_incomplete_event_size=HEAD_BYTES,
            )
        )

    def run(self) -> None:
        """Serve until told to stop; then everything has ended, also work in progress."""
        with ThreadPoolExecutor(1) as thread:  # there, uvicorn leaves signals to others
            serving = thread.submit(lambda: asyncio.run(self._serve()))
            try:
                while not serving.done() and not self._stop.is_set():
                    wait([serving], LOOK_SECONDS)
            finally:
                self._server.should_exit = True
                self._pool.kill_workers()  # what is worked on is given up, and whoever waits is told so
            serving.result()

    async def _serve(self) -> None:
        def fault(_: asyncio.AbstractEventLoop, told: dict[str, Any]) -> None:
            if error := told.get("exception"):
                self._said(fault_line(error))

        asyncio.get_running_loop().set_exception_handler(fault)
        await self._server.serve(list(self._sockets))


class _Connection(asyncio.Protocol):
    """One connection, which has to go on: uvicorn speaks on it, and would wait for ever."""

    def __init__(self, *, app_state: dict[str, Any], **others: Any) -> None:
        self._speaker = H11Protocol(app_state={**app_state, "connection": self}, **others)
        self._open = others["server_state"].connections
        self._loop = asyncio.get_running_loop()
        self._head: TimerHandle | None = None
        self._stuck: TimerHandle | None = None
        self._is_begun = self._is_attended = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn
        self.transport = transport
        self._speaker.connection_made(transport)
        self._head = self._loop.call_later(HEAD_SECONDS, self._end_head)
        if len(self._open) > MOST_CONNECTIONS:
            transport.write(FULL)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        _cancel(self._head, self._stuck)
        self._speaker.connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if not self._is_attended:
            self._is_begun = True
            self._head = self._head or self._loop.call_later(HEAD_SECONDS, self._end_head)
        try:
            self._speaker.data_received(data)
        except LocalProtocolError:  # it is no request, but its answer has begun
            self.transport.abort()

    def eof_received(self) -> None:
        self._speaker.eof_received()

    def pause_writing(self) -> None:
        self._speaker.pause_writing()
        self._stuck = self._loop.call_later(STUCK_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        self._speaker.resume_writing()
        _cancel(self._stuck)

    @contextmanager
    def attended(self) -> Iterator[None]:
        """Let the application take its time: a request's first lines are there."""
        _cancel(self._head)
        self._head, self._is_attended = None, True
        try:
            yield
        finally:
            self._is_begun = self._is_attended = False

    def _end_head(self) -> None:
        if self._is_begun:
            self.transport.write(SLOW_HEAD)
        self.transport.close()


def _attended(app: App) -> App:
    """Return the application, which tells its connection what it is at and answers none that is closed."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
            return
        connection: _Connection = scope["state"]["connection"]

        async def sent(message: MutableMapping[str, Any]) -> None:
            if not connection.transport.is_closing():
                await send(message)

        with connection.attended():
            await app(scope, receive, sent)

    return answer


def _cancel(*timers: TimerHandle | None) -> None:
    for timer in filter(None, timers):
        timer.cancel()


def fault_line(error: BaseException) -> str:
    """Say in one line what failed and where, without the error's message: it may quote what was sent."""
    last = traceback.extract_tb(error.__traceback__)[-1:]
    place = "".join(f" in {Path(frame.filename).name}, line {frame.lineno}" for frame in last)
    return f"the program failed ({type(error).__name__}{place}); this is a bug: please report it"
