"""The application that answers over HTTP: the page's files, and the API whose work is done by a pool."""

from __future__ import annotations

import asyncio
import json
import mimetypes
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
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

from ..errors import UsageError
from ..escaping import visible
from ..sentences import Message
from ..version import VERSION
from . import work
from .ask import parse_ask, parse_new
from .kept import Kept
from .openapi import openapi
from .replies import error_record
from .settings import Settings

STATIC = Path(__file__).parent / "static"
MEDIA_TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
"""Of the page's files: what the system believes of them may be wrong, and then no browser runs them."""
GONE = 499
"""The status for a client that has gone away, which nobody sees."""
LONGEST_PATH = 100
"""Signs of an address that are repeated to who asked for it."""
RETRY_SECONDS = 2
"""After so long one who was sent away may try again: a picture takes less than that."""
KEPT_BODIES = 2
"""Bodies of the largest size that are kept together, of files of several pages."""
NOT_KEPT = {"Cache-Control": "no-store"}
"""Said of all answers: neither the browser nor anything between keeps a picture."""


class Refused(Exception):
    """A request that is answered without work."""

    def __init__(self, code: int, record: dict[str, Any], headers: dict[str, str] | None = None) -> None:
        super().__init__(code)
        self.code, self.record, self.headers = code, record, headers


def make_app(settings: Settings, pool: WorkerPool) -> Starlette:
    """Return the application, whose work is done by a pool; whoever has made that ends it."""
    for suffix, media_type in MEDIA_TYPES.items():
        mimetypes.add_type(media_type, suffix)
    api = _Api(settings, pool)

    @asynccontextmanager
    async def warmed(_: Starlette) -> AsyncIterator[None]:
        for _ in range(settings.workers):
            pool.submit(work.ready)
        yield

    return Starlette(
        routes=[
            Mount(
                "/api",
                routes=[
                    Route("/solve", api.solve, methods=["POST"]),
                    Route("/picture", api.picture, methods=["POST"]),
                    Route("/new", api.new, methods=["POST"]),
                    Route("/health", api.health, methods=["GET"]),
                    Route("/openapi.json", _openapi, methods=["GET"]),
                ],
            ),
            Mount("/", _page()),
        ],
        exception_handlers={
            HTTPException: _http_error,
            Refused: _refused,
            ClientDisconnect: _gone,
            Exception: _fault,
        },
        lifespan=warmed,
    )


def _page() -> Callable[..., Awaitable[None]]:
    """Return what answers with the page's files; each is asked for anew, so that a change is seen at once."""
    files = GZipMiddleware(StaticFiles(directory=STATIC, html=True))

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        async def sent(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"].append((b"cache-control", b"no-cache"))
            await send(message)

        await files(scope, receive, sent)

    return answer


class _Api:
    """The endpoints, and how many requests they are at."""

    def __init__(self, settings: Settings, pool: WorkerPool) -> None:
        self._settings, self._pool, self._waiting = settings, pool, 0
        self._kept = Kept(KEPT_BODIES * settings.max_upload)

    async def solve(self, request: Request) -> Response:
        return await self._answer(request, "solve")

    async def picture(self, request: Request) -> Response:
        return await self._answer(request, "picture")

    async def new(self, request: Request) -> Response:
        ask = _parsed(parse_new, request.query_params.multi_items())
        self._check_place()
        await request.body()
        with self._place():
            return _sent(await self._done(request, work.new, ask))

    async def health(self, _: Request) -> Response:
        fields = {
            "status": "ok",
            "version": VERSION,
            "workers": self._settings.workers,
            "waiting": self._waiting,
        }
        return _json(200, fields)

    async def _answer(self, request: Request, endpoint: str) -> Response:
        words = request.query_params.multi_items()
        ask = _parsed(parse_ask, endpoint, words, self._settings.limits)
        self._check_place()
        contents = await request.body() if ask.kept is None else self._kept.get(ask.kept)
        if contents is None:
            raise Refused(410, error_record(Message("file_gone"), "gone"))
        if not contents:
            raise Refused(400, error_record(Message("empty_body"), task=ask.request.task))
        with self._place():
            reply = await self._done(request, work.answer, contents, ask)
        if reply.file is None and (reply.record.get("pages") or 1) > 1:
            reply.record["kept"] = ask.kept or self._kept.keep(contents)
        return _sent(reply)

    @contextmanager
    def _place(self) -> Iterator[None]:
        """Take one of the places for requests whose bodies are there: those that trickle take none."""
        self._check_place()
        self._waiting += 1
        try:
            yield
        finally:
            self._waiting -= 1

    def _check_place(self) -> None:
        """Send away who finds no place, also before anything is read."""
        if self._waiting >= self._settings.most_waiting:
            busy = Message("many_waiting", waiting=self._waiting)
            raise Refused(429, error_record(busy, "busy"), {"Retry-After": str(RETRY_SECONDS)})

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
            slow = Message("request_given_up", said=str(error))
            raise Refused(504, error_record(slow, "timeout")) from None
        except WorkerDied as error:
            crashed = Message("request_crashed", said=str(error))
            raise Refused(500, error_record(crashed, "crashed")) from None
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


async def _openapi(_: Request) -> Response:
    return _json(200, openapi())


def _ended() -> Refused:
    return Refused(503, error_record(Message("shutting_down"), "unavailable"))


def _parsed(parse: Callable[..., Any], *args: Any) -> Any:
    try:
        return parse(*args)
    except UsageError as error:
        raise Refused(400, error_record(error.what)) from None


async def _left(request: Request) -> None:
    """Wait until the client has gone away."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _sent(reply: work.Reply) -> Response:
    if reply.file is not None:
        return Response(reply.file, reply.code, NOT_KEPT, reply.media_type)
    return _json(reply.code, reply.record)


def _json(code: int, fields: dict[str, Any], headers: dict[str, str] | None = None) -> Response:
    return Response(json.dumps(fields), code, {**NOT_KEPT, **(headers or {})}, "application/json")


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return _json(error.code, error.record, error.headers)


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    path = visible(request.url.path[:LONGEST_PATH])
    seen = {
        404: Message("no_such_path", path=path),
        405: Message("other_method", path=path, method=request.method),
    }.get(error.status_code) or Message("http_error", said=error.detail)
    return _json(error.status_code, error_record(seen), dict(error.headers or {}))


async def _gone(_: Request, error: Exception) -> Response:
    return Response(status_code=GONE)


async def _fault(_: Request, error: Exception) -> Response:
    return _json(500, error_record(Message("server_fault"), "crashed"))
