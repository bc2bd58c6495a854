"""Pictures at addresses such as `s3://` or `https://`: listed, read, and their answers written.

Only this module imports fsspec, which the extra `cloud` brings, and it does so when an address is used; some
kinds of store need a package more, which fsspec names. Workers read and write themselves, so that no picture
passes through the parent. universal-pathlib was tried for `RemotePath`: its paths lose the host of ftp:// and
sftp://, and take the query of a web address for a part of the name.
"""

from __future__ import annotations

import io
import os
import posixpath
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path, PurePath, PurePosixPath
from threading import Event, Thread
from typing import Any, TypeVar

from solver.errors import AquariumError
from vision.files.save import mark_of
from vision.files.within import real_path

from ..status import one_line
from .address import is_address, is_web, key_of, named_link, path_of, shown_address, without_secrets
from .naming import is_picture

__all__ = ["RemoteError", "RemotePath", "is_address", "is_same_place"]

LARGEST_FILE = 1 << 28
"""Bytes read of one picture: the largest that is drawn, as its pixels. So much is held to refuse a larger one
whose length is not told."""
PIECE = 1 << 20
"""Bytes read at a time."""
FETCH_SECONDS = 60.0
"""Seconds that fetching one picture may take, however slowly it trickles in."""
NOT_FOUND, NOT_ALLOWED, LEAST_ERROR = (404, 410), (401, 403), 400
"""Statuses of HTTP that mean that there is no such file, and that nobody may read it without rights, and that
from which they are errors."""

T = TypeVar("T")


class RemoteError(AquariumError):
    """An address that cannot be reached, or that nothing can be read from or written to."""


@dataclass(frozen=True, slots=True)
class RemotePath:
    """A place that is not on this computer; what cannot be done there raises `RemoteError`.

    As text it is without what may be secret. Only whoever fetches or writes needs the whole address.
    """

    url: str

    def __str__(self) -> str:
        return shown_address(self.url)

    def __repr__(self) -> str:
        return f"RemotePath({str(self)!r})"

    def __truediv__(self, below: PurePath | str) -> RemotePath:
        return self._with_named(f"{self._named.rstrip('/')}/{PurePath(below).as_posix()}")

    def with_name(self, name: str) -> RemotePath:
        return self._with_named(f"{self._named.rpartition('/')[0]}/{name}")

    @property
    def key(self) -> str:
        """Tells it apart from all other addresses, and may be stored: it holds no secret."""
        return key_of(self.url)

    @property
    def name(self) -> str:
        """The last part of the path; on the web without a query."""
        return path_of(self._named).rstrip("/").rpartition("/")[2] or self._host_name or "picture"

    @property
    def is_folder(self) -> bool:
        """Whether it does not end like a picture."""
        return not is_picture(self.name)

    @property
    def place(self) -> str:
        """The same for all ways to write one place; of one on this computer its real path."""
        try:
            system, path = self._system()
        except RemoteError:
            return posixpath.normpath(self.url)
        while (below := getattr(system, "fs", None)) is not None:  # of a cache, or of one of its folders
            system, path = below, system._join(path) if hasattr(system, "_join") else path
        if getattr(system, "local_file", False) and "local" in _protocols(system):
            return real_path(path)
        options = system.storage_options
        host = str(options.get("host") or options.get("fo") or "").lower()  # fo: of an archive
        return f"{_protocols(system)[0]}://{host}//{posixpath.normpath('/' + path)}"

    def check(self) -> None:
        """Make sure, before the work begins, that its kind is known and that no package is missing for it."""
        self._system()

    def pictures(self) -> Iterator[tuple[RemotePath, PurePosixPath]]:
        """Yield the pictures below this folder with their way from here, no hidden ones."""
        with self._explained("listed"):
            system, top = self._system()
            for folder, folders, files in system.walk(top, on_error="raise"):
                folders.sort()
                for name in sorted(files):
                    if is_picture(name) and not name.startswith("."):
                        path = f"{folder.rstrip('/')}/{name}"
                        way = path.removeprefix(top.rstrip("/")).lstrip("/")
                        yield self._below(system, path, way), PurePosixPath(way)

    def names(self) -> set[str]:
        """Return what is in this folder, by `place`; empty if there is none, or it can hold no answers."""
        try:
            system, path = self._system()
        except RemoteError:  # nothing can be written there either
            return set()
        if is_web(self._named):
            return set()
        with self._placed(), self._explained("listed"), suppress(FileNotFoundError, NotADirectoryError):
            names = (str(found).rstrip("/").rpartition("/")[2] for found in system.ls(path, detail=False))
            return {(self / name).place for name in names if name}
        return set()

    def exists(self) -> bool:
        """Tell whether there is a file or a folder."""
        with self._explained("looked for"):
            system, path = self._system()
            with suppress(FileNotFoundError):
                system.info(path)
                return True
        return False

    def mark(self) -> str | None:
        """Return the mark in the header of a file, as `files.mark_of` does; None if it cannot be had."""
        with suppress(RemoteError):
            return mark_of(io.BytesIO(self.read_bytes()))
        return None

    def read_bytes(self) -> bytes:
        """Return the contents of the file, if it is not too large and arrives in time."""
        with self._explained("fetched"):
            system, path = self._system()
            self._check_name(path)
            # Of the web, what is asked for is sent as it comes; its length need not be known beforehand.
            options = {"block_size": 0, "size": 1} if is_web(self.url) else {}

            def fetch(given_up: Event) -> bytes:
                with system.open(path, "rb", **options) as stream:
                    return _read_whole(stream, given_up)

            return _within(FETCH_SECONDS, fetch)

    def write_bytes(self, contents: bytes) -> None:
        with self._explained("written"):
            system, path = self._system()
            self._check_name(path)
            with system.transaction:
                system.makedirs(path.rpartition("/")[0], exist_ok=True)
                with system.open(path, "wb") as stream:
                    stream.write(contents)

    @property
    def _named(self) -> str:
        """The link of a chain that says the name; mostly the whole address."""
        return named_link(self.url)[1]

    @property
    def _host_name(self) -> str:
        return "" if is_web(self._named) else shown_address(self._named).partition("://")[2].strip("/")

    def _with_named(self, link: str) -> RemotePath:
        before, _, after = named_link(self.url)
        return RemotePath(f"{before}{link}{after}")

    def _below(self, system: Any, path: str, way: str) -> RemotePath:
        """Return the address of a file that was found below this folder."""
        plain = not system.storage_options and self._named == self.url
        if plain:
            return RemotePath(system.unstrip_protocol(path))
        return self._with_named(f"{self._named.rstrip('/')}/{way}")

    def _system(self) -> tuple[Any, str]:
        """Return fsspec's file system for this address, and the path there."""
        try:
            from fsspec.core import url_to_fs  # noqa: PLC0415 — an extra, which only addresses need
        except ImportError:
            raise RemoteError(
                f"{self} needs the extra: pip install 'aquarium-reader[cloud]'",
            ) from None
        try:
            system, path = url_to_fs(self.url)
        except Exception as error:  # some kinds connect at once, and fail in any way
            said = without_secrets(one_line(error), self.url)
            raise RemoteError(f"{self} cannot be reached: {said}", "check the address") from None
        return system, path

    def _check_name(self, path: str) -> None:
        """Make sure that a file with an odd name is the one that is meant: some kinds of store cut names."""
        if not is_web(self._named) and {"?", "#"} & set(self.name) and not path.endswith(self.name):
            raise RemoteError("names with ? or # cannot be reached there", "rename it")

    @contextmanager
    def _placed(self) -> Iterator[None]:
        """Let an error say where it was, for who has named several places."""
        try:
            yield
        except RemoteError as error:
            raise RemoteError(f"{self}: {error.message}", error.advice) from None

    @contextmanager
    def _explained(self, done: str) -> Iterator[None]:
        """Turn what file systems raise, which is of every kind, into what a person can act on."""
        try:
            yield
        except AquariumError:
            raise
        except NotImplementedError:
            raise RemoteError(f"nothing can be {done} at such an address", "choose another place") from None
        except Exception as error:
            status = getattr(error, "status", None)
            if isinstance(error, IsADirectoryError):
                raise RemoteError("there is no picture in this folder", "name another") from None
            if isinstance(error, FileNotFoundError) or status in NOT_FOUND:
                raise RemoteError("there is no such file", "check the address") from None
            if isinstance(error, PermissionError) or status in NOT_ALLOWED:
                raise RemoteError(f"access denied: it cannot be {done}", "check your permissions") from None
            if isinstance(status, int) and status >= LEAST_ERROR:
                raise RemoteError(f"the server answers {_status_words(status)}", "try again later") from None
            said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
            said = without_secrets(one_line(said), self.url)
            advice = f"check the {'' if isinstance(error, OSError) else 'address and the '}connection"
            raise RemoteError(f"it cannot be {done} ({said})", advice) from None


def is_same_place(one: Path | RemotePath | None, other: Path | RemotePath | None) -> bool:
    """Tell whether two names lead to one file, as far as names tell: what is written there replaces it."""
    if one is None or other is None:
        return False
    first, second = (place if isinstance(place, Path) else place.place for place in (one, other))
    with suppress(OSError, ValueError):
        if os.path.samefile(first, second):  # noqa: PTH121 — one may be no path at all
            return True
    return real_path(first) == real_path(second)


def _protocols(system: Any) -> tuple[str, ...]:
    return (system.protocol,) if isinstance(system.protocol, str) else tuple(system.protocol)


def _read_whole(stream: Any, given_up: Event) -> bytes:
    """Return all that a stream gives, however small its pieces are, if it is not too much."""
    _check_length(_told_length(stream))
    contents = io.BytesIO()
    while not given_up.is_set() and (piece := stream.read(PIECE)):
        contents.write(piece)
        _check_length(contents.tell())
    return contents.getvalue()


def _told_length(stream: Any) -> int:
    """Return how many bytes will come, 0 if nothing says so."""
    headers = getattr(getattr(stream, "r", None), "headers", {})
    told = str(getattr(stream, "size", None) or headers.get("Content-Length", ""))
    return int(told) if told.isdecimal() and told.isascii() else 0


def _check_length(length: int) -> None:
    if length > LARGEST_FILE:
        raise RemoteError(f"it is larger than {LARGEST_FILE >> 20} MB", "use a smaller picture")


def _within(seconds: float, work: Callable[[Event], T]) -> T:
    """Return what `work` does, in a thread that nobody waits for longer than that.

    It is told when it is given up, and ends at its next piece.
    """
    got, failed, given_up = list[T](), list[BaseException](), Event()

    def run() -> None:
        try:
            got.append(work(given_up))
        except BaseException as error:
            failed.append(error)

    fetching = Thread(target=run, daemon=True, name="fetch")
    fetching.start()
    try:
        fetching.join(seconds)
    finally:
        given_up.set()
    if failed:
        raise failed.pop()
    if not got:
        seen = f"the download took more than {seconds:.0f} seconds"
        raise RemoteError(seen, "try again, or download it yourself")
    return got[0]


def _status_words(status: int) -> str:
    from http import HTTPStatus  # noqa: PLC0415 — sixty members, which take a millisecond to make

    with suppress(ValueError):
        return f"{status} {HTTPStatus(status).phrase}"
    return str(status)
