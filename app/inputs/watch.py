"""A folder that pictures arrive in → each picture, when it is whole."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import Any

from vision.files.completeness import has_end
from vision.files.within import real_path

from ..errors import UsageError
from .naming import is_answer, is_answer_name
from .walk import FileFilter, OnSkipped, ignore_skipped, walk

INSTALL = "pip install 'aquarium-reader[watch]', or add --poll"
TICK = 0.2
"""Seconds between two looks at what has arrived."""
SETTLED = 1.0
"""Seconds for which a file must not change: programs that copy write more often."""
PATIENCE = 30.0
"""Seconds to wait for the end of a file that does not change; then it is taken, and refused in words."""
POLL_EVERY = 1.0
"""Seconds between two listings of a folder that does not tell of itself, as network drives do not."""

RENAMED = "it is an answer of this program under another name"
"""Why a picture that arrives is passed over; answers that are called so come as they are made."""

Stamp = tuple[int, int, int]
"""Size, time of change and number of a file: another stamp, another file."""


def watch(
    folder: Path,
    *,
    file_filter: FileFilter | None = None,
    polling: bool = False,
    stop: Event | None = None,
    on_skipped: OnSkipped = ignore_skipped,
    settled: float = SETTLED,
    patience: float = PATIENCE,
) -> Iterator[Path]:
    """Yield the pictures in a folder, those that are there and then those that arrive, until `stop` is set.

    A picture is yielded when it has not changed for `settled` seconds and its end is there, however it comes:
    copied slowly, moved in, or renamed from a temporary name; one without an end after `patience` seconds.
    One that changes later is yielded again. Own answers, hidden files and what the filter leaves out are
    passed over. With `polling` the folder is listed again and again, as drives in a network need, and so it
    is from the time on when the system fails to tell what changes. UsageError if the extra is missing, or
    there is no such folder.
    """
    arrivals = _Arrivals(folder, file_filter or FileFilter(), on_skipped, settled, patience)
    stop = stop or Event()
    if not folder.is_dir():
        raise UsageError(f"there is no folder {folder}", "create it first")
    ticks = _listings(arrivals, stop)
    if not polling:
        told = _told_changes(folder, stop, recursive=arrivals.file_filter.recursive)
        ticks = _changes(arrivals, told, ticks)
    return _arriving(arrivals, ticks, stop)


def _arriving(arrivals: _Arrivals, ticks: Iterator[None], stop: Event) -> Iterator[Path]:
    for _ in ticks:
        for path in arrivals.take_whole(time.monotonic()):
            yield path
            if stop.is_set():
                return
        if not arrivals.folder.is_dir():
            arrivals.on_skipped(str(arrivals.folder), "the folder no longer exists")
            return


def _changes(arrivals: _Arrivals, told: Iterator[Any], listings: Iterator[None]) -> Iterator[None]:
    """Take note of what the system tells, tick by tick; of a folder that it cannot tell of, list it."""
    listed = False
    try:
        for changed in told:
            if not listed:  # only now, as the watch has begun: nothing can come in between
                listed = True
                arrivals.notice_folder(arrivals.folder)
            for path in sorted(arrivals.below_folder(path) for _, path in changed):
                if path.is_dir():  # what was in it when it came is not told of
                    arrivals.notice_folder(path)
                else:
                    arrivals.notice(path)
            yield
    except (OSError, RuntimeError):  # the latter of a name that is not UTF-8: watchfiles knows no bytes
        yield from listings


def _listings(arrivals: _Arrivals, stop: Event) -> Iterator[None]:
    """Take note of what is in the folder, again and again."""
    due = time.monotonic()
    while not stop.is_set():
        if time.monotonic() >= due:
            arrivals.notice_folder(arrivals.folder)
            due = time.monotonic() + POLL_EVERY
        yield
        stop.wait(TICK)


@dataclass(slots=True)
class _Arrivals:
    """What has been seen to arrive in a folder, and what was handed on."""

    folder: Path
    file_filter: FileFilter
    on_skipped: OnSkipped
    settled: float
    patience: float
    waiting: dict[Path, tuple[Stamp | None, float]] = field(default_factory=dict)
    """Files that may not be whole yet, with their last stamp and since when it holds."""
    taken: dict[int, int] = field(default_factory=dict)
    """Of every file looked at, by its path: its stamp. Numbers only, since a watch may last for months."""
    told: set[int] = field(default_factory=set)
    """What was told to be passed over, as a number."""

    def below_folder(self, path: str) -> Path:
        """Return a path that the system tells as one below the folder as it was given."""
        for top in (real_path(self.folder), os.path.abspath(self.folder)):  # noqa: PTH100 — links stay
            below = os.path.relpath(path, top)
            if not below.startswith(os.pardir):
                return self.folder / below
        return Path(path)

    def notice_folder(self, folder: Path) -> None:
        """Take note of the pictures in the folder or in one in it."""
        if folder == self.folder or self.file_filter.recursive:
            for path in walk(folder, self.file_filter, self._tell_once, is_answer=_is_found_later):
                self.notice(path)

    def notice(self, path: Path) -> None:
        """Take note of a file that is new or has changed, if it may be a picture that is wanted."""
        if self.taken.get(hash(path)) == hash(_stamp(path)):
            return  # it was listed again
        if self.file_filter.passes(os.path.relpath(path, self.folder)):
            self.waiting.setdefault(path, (None, 0.0))

    def take_whole(self, now: float) -> Iterator[Path]:
        """Yield what is whole now, and not handed on already as it is."""
        for path, (stamp, since) in list(self.waiting.items()):
            seen = _stamp(path)
            if seen is None:  # moved on or deleted
                del self.waiting[path]
            elif seen != stamp:
                self.waiting[path] = (seen, now)
            elif now - since >= self.settled and (has_end(path) or now - since >= self.patience):
                del self.waiting[path]
                if self.taken.get(hash(path)) != hash(seen):
                    self.taken[hash(path)] = hash(seen)
                    if not is_answer(path):
                        yield path
                    elif not is_answer_name(path.name):  # those that are called so come with every picture
                        self._tell_once(str(path), RENAMED)

    def _tell_once(self, path: str, why: str) -> None:
        if hash((path, why)) not in self.told:
            self.told.add(hash((path, why)))
            self.on_skipped(path, why)


def _is_found_later(_: Path) -> bool:
    """Let a listing pass everything: whether a file is an answer shows when it is whole."""
    return False


def _told_changes(folder: Path, stop: Event, *, recursive: bool) -> Iterator[Any]:
    """Return sets of what the system tells to have changed, empty ones too: one a tick."""
    try:
        import watchfiles  # noqa: PLC0415 — an extra
    except ImportError:
        raise UsageError(f"watching needs the extra: {INSTALL}") from None
    changes: Iterator[Any] = watchfiles.watch(
        folder,
        watch_filter=None,
        debounce=round(TICK * 1000),
        step=round(TICK * 250),
        stop_event=stop,
        rust_timeout=round(TICK * 1000),
        yield_on_timeout=True,
        recursive=recursive,
    )
    return changes


def _stamp(path: Path) -> Stamp | None:
    try:
        seen = path.stat()
    except OSError:
        return None
    return seen.st_size, seen.st_mtime_ns, seen.st_ino
