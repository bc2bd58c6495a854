"""A folder that pictures arrive in → each picture, when it is whole."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event

from vision.files.completeness import has_end

from ..errors import UsageError
from ..record import FileState
from ..sentences import Message
from .naming import is_answer, is_answer_name
from .walk import FileFilter, OnSkipped, ignore_skipped, walk

TICK = 0.2
"""Seconds between two looks at what has arrived."""
SETTLED = 1.0
"""Seconds for which a file must not change: programs that copy write more often."""
PATIENCE = 30.0
"""Seconds to wait for the end of a file that does not change; then it is taken, and refused in words."""
LIST_EVERY = 1.0
"""Seconds between two listings of a folder in which something changes all the time."""

RENAMED = "it is an answer of this program under another name"
"""Why a picture that arrives is passed over; answers that are called so come as they are made."""


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
    passed over. With `polling` changes are looked for, as network drives need, which tell of none; so it is
    where the system fails to tell. UsageError if there is no such folder.
    """
    if not folder.is_dir():
        raise UsageError(Message("no_folder_to_watch", folder=str(folder)))
    arrivals = _Arrivals(folder, file_filter or FileFilter(), on_skipped, settled, patience)
    return _arriving(arrivals, stop or Event(), polling=polling)


def _arriving(arrivals: _Arrivals, stop: Event, *, polling: bool) -> Iterator[Path]:
    is_changed, due = False, 0.0
    recursive = arrivals.file_filter.recursive
    for changed in _changes(arrivals.folder, stop, recursive=recursive, polling=polling):
        is_changed, now = is_changed or changed, time.monotonic()
        if is_changed and now >= due:
            arrivals.list_folder()
            is_changed, due = False, now + LIST_EVERY
        for path in arrivals.take_whole(now):
            yield path
            if stop.is_set():
                return
        if not arrivals.folder.is_dir():
            arrivals.on_skipped(str(arrivals.folder), "the folder no longer exists")
            return


def _changes(folder: Path, stop: Event, *, recursive: bool, polling: bool) -> Iterator[bool]:
    """Yield each tick whether something may have changed in the folder: first of all it may."""
    import watchfiles  # noqa: PLC0415 — loads asyncio

    tick = round(TICK * 1000)
    while not stop.is_set():
        try:
            changes = watchfiles.watch(
                folder,
                watch_filter=None,
                debounce=tick,
                step=tick // 4,
                stop_event=stop,
                rust_timeout=tick,
                yield_on_timeout=True,
                force_polling=polling,
                poll_delay_ms=round(LIST_EVERY * 1000),
                recursive=recursive,
            )
            for number, changed in enumerate(changes):
                yield bool(changed) or not number
        except RuntimeError:  # of a name that is not UTF-8, which watchfiles cannot tell
            continue
        except OSError:  # the system watches no more folders
            if polling:
                raise
            polling = True
            yield True


@dataclass(slots=True)
class _Arrivals:
    """What has been seen to arrive in a folder, and what was handed on."""

    folder: Path
    file_filter: FileFilter
    on_skipped: OnSkipped
    settled: float
    patience: float
    waiting: dict[Path, tuple[FileState | None, float]] = field(default_factory=dict)
    """Files that may not be whole yet, with their last state and since when they are in it."""
    taken: dict[int, int] = field(default_factory=dict)
    """Of every file looked at, by its path: its state. Numbers only, since a watch may last for months."""
    reported: set[int] = field(default_factory=set)
    """What was reported as skipped, as a number."""

    def list_folder(self) -> None:
        """Take note of the pictures that are new or have changed."""
        # Whether a file is an answer shows when it is whole.
        for path in walk(self.folder, self.file_filter, self._report_once, is_answer=lambda _: False):
            if self.taken.get(hash(path)) != hash(FileState.of(path)):
                self.waiting.setdefault(path, (None, 0.0))

    def take_whole(self, now: float) -> Iterator[Path]:
        """Yield what is whole now, and not handed on already as it is."""
        for path, (state, since) in list(self.waiting.items()):
            seen = FileState.of(path)
            if seen is None:  # moved on or deleted
                del self.waiting[path]
            elif seen != state:
                self.waiting[path] = (seen, now)
            elif now - since >= self.settled and (has_end(path) or now - since >= self.patience):
                del self.waiting[path]
                self.taken[hash(path)] = hash(seen)
                if not is_answer(path):
                    yield path
                elif not is_answer_name(path.name):  # those that are called so come with every picture
                    self._report_once(str(path), RENAMED)

    def _report_once(self, path: str, why: str) -> None:
        if hash((path, why)) not in self.reported:
            self.reported.add(hash((path, why)))
            self.on_skipped(path, why)
