"""The application: addresses → the page's files, or the API, whose work is done by a pool.

What clients send is in memory: bodies while they are worked on, files of several pages for a while.
"""

from __future__ import annotations

import asyncio
import mimetypes
import secrets
from asyncio import TimerHandle
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import BrokenExecutor
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from vision.processes import TookTooLong, WorkerDied, WorkerPool

from .. import VERSION
from ..escaping import visible
from ..sentences import Message, UsageError
from . import MEGABYTE, SECRET_BYTES, Settings, work
from .ask import Ask, parse_ask, parse_new
from .openapi import openapi
from .safety import Refused, json_response
from .work import error_record

STATIC = Path(__file__).parent / "static"
STATIC_TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
"""Of the page's files: what the system believes of them may be wrong, and then no browser runs them."""
GONE = 499
"""The status for a client that has gone away, which nobody sees."""
LONGEST_PATH = 100
"""Characters of an address that are repeated to its sender."""
RETRY_SECONDS = 2
"""A client that found no place may try again after so long: a picture takes less than that."""
BODY_SECONDS = 60.0
"""For a whole body to arrive, besides what its size needs."""
LEAST_RATE = 1_000_000
"""Bytes a second of the largest bodies: what a weak wireless network manages."""
LARGEST_BODIES = 4
"""Bodies of the largest size that are in memory at a time; small ones are many more."""
BUSY_SECONDS = 5
LARGEST_STORED = 2
"""Bodies of the largest size that are stored, all together."""
STORED_SECONDS = 600.0
"""Since a file was last asked for."""


def make_app(settings: Settings, pool: WorkerPool) -> Starlette:
    """Return the application, whose work is done by a pool; whoever has made that ends it."""
    for suffix, media_type in STATIC_TYPES.items():
        mimetypes.add_type(media_type, suffix)
    api = _Api(settings, pool)
    return Starlette(
        routes=[
            Mount(
                "/api",
                routes=[
                    Route("/solve", api.solve, methods=["POST"]),
                    Route("/picture", api.picture, methods=["POST"]),
                    Route("/new", api.new, methods=["POST"]),
                    Route("/health", api.health, methods=["GET"]),
                    Route("/openapi.json", api.openapi, methods=["GET"]),
                ],
            ),
            Mount("/", GZipMiddleware(StaticFiles(directory=STATIC, html=True))),
        ],
        exception_handlers={
            HTTPException: _http_error,
            Refused: _refused,
            UsageError: _usage,
            ClientDisconnect: _gone,
            Exception: _fault,
        },
    )


class _Api:
    """The endpoints, and the number of requests at work and waiting."""

    def __init__(self, settings: Settings, pool: WorkerPool) -> None:
        self._settings, self._pool, self._waiting = settings, pool, 0
        self._bodies, self._stored = Bodies(settings.max_upload), Stored(settings.max_upload)

    async def solve(self, request: Request) -> Response:
        return await self._answer(request, "solve")

    async def picture(self, request: Request) -> Response:
        return await self._answer(request, "picture")

    async def new(self, request: Request) -> Response:
        ask = parse_new(self._items(request))
        with self._place():
            return _sent(await self._done(request, work.new, ask))

    async def health(self, _: Request) -> Response:
        fields = {
            "status": "ok",
            "version": VERSION,
            "workers": self._settings.workers,
            "waiting": self._waiting,
        }
        return json_response(200, fields)

    async def openapi(self, _: Request) -> Response:
        return json_response(200, openapi())

    async def _answer(self, request: Request, endpoint: str) -> Response:
        ask = parse_ask(endpoint, self._items(request))
        self._check_place()
        if ask.kept is not None:
            contents = self._stored.find(ask.kept)
            if contents is None:
                raise Refused(Message("file_gone"), "gone")
            return await self._worked(request, ask, contents)
        async with self._bodies.receive(request) as contents:
            if not contents:
                raise Refused(Message("empty_body"))
            return await self._worked(request, ask, contents)

    async def _worked(self, request: Request, ask: Ask, contents: bytes) -> Response:
        with self._place():
            reply = await self._done(request, work.answer, contents, ask)
        if reply.file is None and (reply.record.get("pages") or 1) > 1:
            reply.record["kept"] = ask.kept or self._stored.store(contents)
        return _sent(reply)

    def _items(self, request: Request) -> list[tuple[str, str]]:
        """Return the parameters of a request, without the token."""
        items = request.query_params.multi_items()
        return [item for item in items if item[0] != "token" or self._settings.token is None]

    @contextmanager
    def _place(self) -> Iterator[None]:
        """Take one of the places for requests whose bodies are there: those that are slow take none."""
        self._check_place()
        self._waiting += 1
        try:
            yield
        finally:
            self._waiting -= 1

    def _check_place(self) -> None:
        """Refuse if there is no place, also before a body is read."""
        if self._waiting >= self._settings.most_waiting:
            busy = Message("many_waiting", waiting=self._waiting)
            raise Refused(busy, "busy", retry_after=str(RETRY_SECONDS))

    async def _done(self, request: Request, function: Callable[..., work.Reply], *args: Any) -> work.Reply:
        """Have a worker do it; if the client goes away meanwhile, it is given up."""
        try:
            future = self._pool.submit(function, *args)
        except RuntimeError:  # it takes no more calls
            raise _ended() from None
        done, gone = asyncio.wrap_future(future), asyncio.ensure_future(_left(request))
        either: set[asyncio.Future[Any]] = {done, gone}
        try:
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if not done.done():
                raise ClientDisconnect
            return await done
        except TookTooLong as error:
            raise Refused(Message("request_given_up", said=str(error)), "timeout") from None
        except WorkerDied as error:
            raise Refused(Message("request_crashed", said=str(error)), "crashed") from None
        except BrokenExecutor:
            raise _ended() from None
        except asyncio.CancelledError:
            if done.cancelled():  # it was dropped as the pool ended
                raise _ended() from None
            raise
        finally:
            gone.cancel()
            self._pool.cancel(future)
            done.cancel()  # how it ends then is nobody's business


def _ended() -> Refused:
    return Refused(Message("shutting_down"), "unavailable")


async def _left(request: Request) -> None:
    """Wait until the client has gone away."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _sent(reply: work.Reply) -> Response:
    if reply.file is None:
        return json_response(reply.code, reply.record)
    return Response(reply.file, reply.code, media_type=reply.media_type)


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return json_response(error.code, error.record, error.headers)


async def _usage(_: Request, error: Exception) -> Response:
    assert isinstance(error, UsageError)
    return json_response(400, error_record(error.what))


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    path = visible(request.url.path[:LONGEST_PATH])
    seen = {
        404: Message("no_such_path", path=path),
        405: Message("other_method", path=path, method=request.method),
    }.get(error.status_code) or Message("http_error", said=error.detail)
    return json_response(error.status_code, error_record(seen), error.headers)


async def _gone(_: Request, error: Exception) -> Response:
    return Response(status_code=GONE)


async def _fault(_: Request, error: Exception) -> Response:
    return json_response(500, error_record(Message("server_fault"), "crashed"))


class Bodies:
    """The bodies that are in memory: so many bytes each, and so many together."""

    def __init__(self, max_upload: int) -> None:
        self._most, self._bytes = max_upload, 0

    @asynccontextmanager
    async def receive(self, request: Request) -> AsyncIterator[bytes]:
        """Give the body of a request, which counts until it is done with; Refused if it does not arrive."""
        arrived, body = bytearray(), b""  # not a list of parts: those of one byte each take forty
        try:
            await self._fill(arrived, request)
            body = bytes(arrived)
            arrived.clear()
            yield body
        finally:
            self._bytes -= len(arrived) + len(body)

    async def _fill(self, arrived: bytearray, request: Request) -> None:
        self._check(int(request.headers.get("content-length", "0")))  # before any of it is read
        try:
            async with asyncio.timeout(BODY_SECONDS + self._most / LEAST_RATE):
                async for part in request.stream():
                    arrived += part
                    self._bytes += len(part)
                    self._check(len(arrived))
        except TimeoutError:
            raise Refused(Message("slow_body"), "slow", connection="close") from None

    def _check(self, size: int) -> None:
        if size > self._most:
            raise Refused(Message("large_body", most=self._most / MEGABYTE), "too_large")
        if self._bytes > LARGEST_BODIES * self._most:
            raise Refused(Message("large_bodies"), "unavailable", retry_after=str(BUSY_SECONDS))


class Stored:
    """Files by names that cannot be guessed; those asked for last stay if they are too large together."""

    def __init__(self, max_upload: int) -> None:
        self._most = LARGEST_STORED * max_upload
        self._files: dict[str, tuple[bytes, TimerHandle]] = {}

    def store(self, contents: bytes) -> str:
        """Store a file, not larger than a body may be; return its name."""
        name = secrets.token_urlsafe(SECRET_BYTES)
        self._put(name, contents)
        while sum(len(file) for file, _ in self._files.values()) > self._most:
            self._drop(next(iter(self._files)))
        return name

    def find(self, name: str) -> bytes | None:
        """Return a file, None if it is gone."""
        contents = self._drop(name)
        if contents is not None:
            self._put(name, contents)
        return contents

    def _put(self, name: str, contents: bytes) -> None:
        timer = asyncio.get_running_loop().call_later(STORED_SECONDS, self._drop, name)
        self._files[name] = contents, timer

    def _drop(self, name: str) -> bytes | None:
        contents, timer = self._files.pop(name, (None, None))
        if timer:
            timer.cancel()
        return contents
