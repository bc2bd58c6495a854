"""What clients send, in memory: bodies while they are worked on, files of several pages for a while."""

from __future__ import annotations

import asyncio
import secrets
from asyncio import TimerHandle
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.requests import Request

from ..sentences import Message
from . import MEGABYTE, SECRET_BYTES
from .safety import Refused

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
