"""Files of several pages that are kept in memory for a while, so that a page sends each of them once."""

import asyncio
import secrets
from asyncio import TimerHandle

KEPT_SECONDS = 600.0
"""Since a file was last asked for."""
MOST_FILES = 8
NAME_BYTES = 24
"""192 bits cannot be guessed."""


class Kept:
    """Files by names that cannot be guessed; those asked for last stay if there are too many."""

    def __init__(self, most_bytes: int) -> None:
        """Keep no more than so many bytes."""
        self._most = most_bytes
        self._files: dict[str, tuple[bytes, TimerHandle]] = {}

    def keep(self, contents: bytes) -> str | None:
        """Keep a file; return its name, None if it is too large."""
        if len(contents) > self._most:
            return None
        name = secrets.token_urlsafe(NAME_BYTES)
        self._hold(name, contents)
        while len(self._files) > MOST_FILES or self._bytes() > self._most:
            self._drop(next(iter(self._files)))
        return name

    def get(self, name: str) -> bytes | None:
        """Return a file, None if it is gone."""
        contents = self._drop(name)
        if contents is not None:
            self._hold(name, contents)
        return contents

    def _bytes(self) -> int:
        return sum(len(contents) for contents, _ in self._files.values())

    def _hold(self, name: str, contents: bytes) -> None:
        timer = asyncio.get_running_loop().call_later(KEPT_SECONDS, self._drop, name)
        self._files[name] = contents, timer

    def _drop(self, name: str) -> bytes | None:
        contents, timer = self._files.pop(name, (None, None))
        if timer:
            timer.cancel()
        return contents
