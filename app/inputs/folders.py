"""What words stand for → the pictures and texts in it, each once, whatever else lies in folders.

Those that arrive in a folder are found when they are whole.
"""

from __future__ import annotations

import fnmatch
import os
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from operator import attrgetter
from pathlib import Path
from threading import Event
from typing import NamedTuple

from vision.files import guarded
from vision.files.completeness import has_end
from vision.files.safe_open import kind_of

from ..record import FileState
from ..sentences import Message, UsageError
from .naming import PAGED_SUFFIXES, is_answer, is_answer_name, is_picture
from .words import Input, Word

ANSWER = "it is an answer"
"""Why an answer of this program is passed over."""
LINK = "it is a link to a folder; such links are not followed"
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

OnSkipped = Callable[[str, str], None]
"""Gets the path of what is skipped, and why."""


def ignore_skipped(path: str, why: str) -> None:
    """Say nothing of what is passed over."""


def nothing_is_done(path: str) -> bool:
    """Tell of a picture that it is not done."""
    return False


class FileFilter(NamedTuple):
    """Which of a folder's pictures are taken; hidden ones never are."""

    exclude: tuple[str, ...] = ()
    """Patterns of names, or of paths below the folder, that are left out: `*-thumb.*`, `old/*`."""
    recursive: bool = True
    """Whether the folders in a folder are searched."""

    def excludes(self, below: str) -> bool:
        """Tell whether a path below the folder, or its name, is left out by a pattern."""
        if not self.exclude:
            return False
        path = below.replace(os.sep, "/")
        names = (path, path.rpartition("/")[2])
        return any(fnmatch.fnmatch(name, pattern.rstrip("/")) for pattern in self.exclude for name in names)


def walk(
    folder: Path,
    file_filter: FileFilter | None = None,
    on_skipped: OnSkipped = ignore_skipped,
    *,
    is_answer: Callable[[Path], bool] = is_answer,
    is_done: Callable[[str], bool] = nothing_is_done,
) -> Iterator[Path]:
    """Yield the pictures in a folder and the folders in it, sorted; own answers and hidden files left out.

    Links to folders are not followed; a link to a picture is one by itself. Of each folder on the way its
    entries are in memory.
    `is_answer` tells own answers; by default the head of every picture is read for it. `is_done` tells what
    is passed over without a word; only files are asked about that hold one picture.
    """
    for entry in _entries(folder, file_filter or FileFilter(), on_skipped):
        if why := _why_not_a_file(entry):
            on_skipped(entry.path, why)
        elif not entry.name.lower().endswith(PAGED_SUFFIXES) and is_done(entry.path):
            continue
        elif is_answer(path := Path(entry.path)):
            on_skipped(entry.path, ANSWER)
        else:
            yield path


def _entries(folder: Path, file_filter: FileFilter, on_skipped: OnSkipped) -> Iterator[os.DirEntry[str]]:
    """Yield what is called like a picture, in a folder and below, sorted; say which links lead to folders."""
    above = len(os.path.join(folder, ""))  # noqa: PTH118 — with the separator
    waiting = _listed(os.fspath(folder), on_skipped)
    while waiting:
        entry = waiting.pop()
        if file_filter.excludes(entry.path[above:]):
            continue
        if _is_folder(entry):
            if file_filter.recursive:
                waiting += _listed(entry.path, on_skipped)
        elif is_picture(entry.name):
            yield entry
        elif entry.is_symlink() and file_filter.recursive and os.path.isdir(entry.path):  # noqa: PTH112 — for speed
            on_skipped(entry.path, LINK)


def _listed(folder: str, on_skipped: OnSkipped) -> list[os.DirEntry[str]]:
    """Return what is in a folder and not hidden, sorted, the first at the end; say if it cannot be listed."""
    try:
        with os.scandir(folder) as found:
            shown = (entry for entry in found if entry.name[0] != ".")
            return sorted(shown, key=attrgetter("name"), reverse=True)
    except OSError as error:
        on_skipped(str(Path(folder)), f"the folder cannot be listed: {error.strerror}")
        return []


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:  # it has vanished
        return False


def _why_not_a_file(entry: os.DirEntry[str]) -> str:
    """Say why what is called like a picture cannot be one, if so."""
    try:
        if entry.is_file():
            return ""
        if entry.is_dir():
            return LINK
        return f"it is {kind_of(entry.stat().st_mode)}, not a file"
    except OSError as error:
        return f"it is a broken link: {error.strerror}" if entry.is_symlink() else ""  # loading it says more


class InputSet(NamedTuple):
    """The pictures and texts that words stand for."""

    words: tuple[Word, ...]
    file_filter: FileFilter = FileFilter()
    on_skipped: OnSkipped = ignore_skipped

    @property
    def folders(self) -> tuple[Path, ...]:
        return tuple(word for word in self.words if isinstance(word, Path))

    @property
    def reads_stdin(self) -> bool:
        """Whether one comes through standard input."""
        return any(isinstance(word, Input) and word.is_stdin for word in self.words)

    def pictures(self, is_done: Callable[[str], bool] = nothing_is_done) -> Iterator[Input]:
        """Yield the pictures, each under the first of its names; of one folder none is remembered.

        Where a folder alone is given, `is_done` tells which pictures in it are left out.
        """
        seen, here = set[int](), os.getcwd()  # noqa: PTH109 — as text
        if len(self.words) > 1:  # one picture may have several names
            is_done = nothing_is_done
        for word in self.words:
            found = self._in_folder(word, is_done) if isinstance(word, Path) else self._pages(word)
            for picture in found:
                if len(self.words) == 1:
                    yield picture
                elif (key := hash(picture.key(here))) not in seen:
                    seen.add(key)
                    yield picture

    def count_all(self) -> int:
        """Return how many pictures there are about: pages and answers are not looked for."""
        listed = (_entries(folder, self.file_filter, ignore_skipped) for folder in self.folders)
        found = sum(not is_answer_name(entry.name) for entry in chain.from_iterable(listed))
        return len(self.words) - len(self.folders) + found

    def _pages(self, given: Input) -> Iterator[Input]:
        if given.is_stdin and (sys.stdin is None or sys.stdin.isatty()):
            raise UsageError(Message("picture_from_terminal"))
        if given.source is None:
            yield given
        elif not self.file_filter.excludes(str(given.source)):
            yield from pages_of(given)

    def _in_folder(self, folder: Path, is_done: Callable[[str], bool]) -> Iterator[Input]:
        empty = True

        def pass_over(path: str) -> bool:
            nonlocal empty
            done = is_done(path)
            empty = empty and not done
            return done

        def skip(path: str, why: str) -> None:
            nonlocal empty
            empty = empty and why != ANSWER
            self.on_skipped(path, why)

        for path in walk(folder, self.file_filter, skip, is_done=pass_over):
            empty = False
            yield from pages_of(Input(path, subfolder=path.parent.relative_to(folder)))
        if empty:
            yield Input(folder)  # loading it says that there is no picture


def pages_of(given: Input) -> Iterator[Input]:
    """Yield the pages of a file, it alone if it has but one or one of them is named."""
    path = given.source
    if given.page is None and path is not None and path.suffix.lower() in PAGED_SUFFIXES:
        pages = guarded.find_pages(path)
        if pages != (1,):
            yield from (given._replace(page=page) for page in pages)
            return
    yield given


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


@dataclass(eq=False, slots=True)
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
