"""What words stand for → the pictures and texts in it, each once, whatever else lies in folders."""

import fnmatch
import os
import sys
from collections.abc import Callable, Iterator
from itertools import chain
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from vision.files import guarded
from vision.files.safe_open import kind_of

from ..errors import UsageError
from ..sentences import Message
from .naming import PAGED_SUFFIXES, is_answer, is_answer_name, is_picture
from .words import Input, Word

ANSWER = "it is an answer"
"""Why an answer of this program is passed over."""
LINK = "it is a link to a folder; such links are not followed"

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
