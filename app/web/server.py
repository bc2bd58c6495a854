"""The web server: connections → the application; what is slow or too much is cut off; how it ends."""

import asyncio
import logging
import socket
import threading
import traceback
from asyncio import TimerHandle
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from ..batch.pool import WorkerPool
from .routes import make_app
from .safety import Safety
from .settings import Settings

HEAD_SECONDS = 10.0
"""A request's first lines are to be there after so long, counted from the connection or their first byte."""
HEAD_BYTES = 64 << 10
"""Of a request's first lines: room for the marks of the largest boards."""
IDLE_SECONDS = 20
"""A connection is kept for a next request."""
LINGER_SECONDS = 5.0
"""Whoever is refused before all was sent may go on sending for so long: else browsers miss the answer."""
STUCK_SECONDS = 30.0
"""Whoever takes nothing of an answer for so long is gone."""
MOST_CONNECTIONS = 200
"""Open at a time; the rest is turned away. Systems commonly grant a program 1,024 files or 256."""
ENDING_SECONDS = 1
"""For answers that are on their way, once the server is told to end."""
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
        logger = logging.getLogger("uvicorn.error")
        logger.handlers, logger.propagate = [_Faults(said)], False
        self._sockets, self._pool = sockets, pool
        self._server = _UntilStop(
            uvicorn.Config(
                Safety(make_app(settings, pool), settings, lambda error: said(fault_line(error))),
                http=_Connection,
                ws="none",
                loop="asyncio",
                log_config=None,
                access_log=False,
                proxy_headers=False,
                server_header=False,
                timeout_keep_alive=IDLE_SECONDS,
                timeout_graceful_shutdown=ENDING_SECONDS,
                h11_max_incomplete_event_size=HEAD_BYTES,
            ),
            stop,
            pool,
        )

    def run(self) -> None:
        """Serve until told to stop; then everything has ended, also work in progress."""
        try:
            asyncio.run(self._server.serve(list(self._sockets)))
        finally:
            self._pool.kill_workers()


class _UntilStop(uvicorn.Server):
    """Uvicorn's server, which leaves signals to others and looks ten times a second whether to stop."""

    def __init__(self, config: uvicorn.Config, stop: Event, pool: WorkerPool) -> None:
        super().__init__(config)
        self._stop, self._pool = stop, pool

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield

    async def on_tick(self, counter: int) -> bool:
        if self._stop.is_set():  # what is worked on is given up, and whoever waits for it is told so
            threading.Thread(target=self._pool.kill_workers, daemon=True).start()
            return True
        return await super().on_tick(counter)


class _Connection(H11Protocol):
    """One connection, which has to go on."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        self._head = self._linger = self._stuck = None  # type: TimerHandle | None
        if len(self.connections) > MOST_CONNECTIONS:
            transport.write(FULL)
            transport.close()
        else:
            self._head = self.loop.call_later(HEAD_SECONDS, self._end_head)

    def connection_lost(self, exc: Exception | None) -> None:
        for timer in (self._head, self._linger, self._stuck):
            _cancel(timer)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            _cancel(self._head)
            self._head = None
        elif self._head is None:
            self._head = self.loop.call_later(HEAD_SECONDS, self._end_head)
        if self.conn.their_state is not h11.SEND_BODY:
            _cancel(self._linger)

    def send_400_response(self, msg: str) -> None:
        """Answer what is no request, if nothing else was answered already."""
        if self.cycle is not None:  # the application is not to answer any more
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.conn.their_state is h11.SEND_BODY and not self.transport.is_closing():
            self._linger = self.loop.call_later(LINGER_SECONDS, self.transport.abort)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stuck = self.loop.call_later(STUCK_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        _cancel(self._stuck)

    def shutdown(self) -> None:
        """Wait for an answer that is on its way, but for nothing that is still to be asked."""
        if self.conn.their_state is h11.SEND_BODY:
            self.transport.abort()
            return
        try:
            super().shutdown()
        except h11.LocalProtocolError:
            self.transport.abort()

    def timeout_keep_alive_handler(self) -> None:
        with suppress(h11.LocalProtocolError):
            super().timeout_keep_alive_handler()
        self.transport.close()

    def _end_head(self) -> None:
        if self.conn.trailing_data[0]:
            self.transport.write(SLOW_HEAD)
        self.transport.close()


def _cancel(timer: TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()


class _Faults(logging.Handler):
    """Says in one line which fault there was, without what was asked: it may be a picture."""

    def __init__(self, said: Said) -> None:
        super().__init__(logging.ERROR)
        self._said = said

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info and record.exc_info[1]
        if isinstance(error, Exception):
            self._said(fault_line(error))


def fault_line(error: BaseException) -> str:
    """Say in one line what failed and where, without the error's message: it may quote what was sent."""
    last = traceback.extract_tb(error.__traceback__)[-1:]
    place = "".join(f" in {Path(frame.filename).name}, line {frame.lineno}" for frame in last)
    return f"the program failed ({type(error).__name__}{place}); this is a bug: please report it"
