"""What words stand for → the pictures and texts in it, each once, however many there are."""

import sys
from collections.abc import Container, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from vision.files import guarded

from ..errors import UsageError
from .naming import PAGED_SUFFIXES
from .parse import Folder, Input, Word
from .walk import (
    ANSWER,
    Entries,
    FileFilter,
    FindDone,
    OnSkipped,
    count_pictures,
    none_done,
    walk,
)


@dataclass(frozen=True, slots=True)
class InputSet:
    """The pictures and texts that words stand for."""

    words: tuple[Word, ...]
    file_filter: FileFilter
    on_skipped: OnSkipped
    find_done: FindDone = none_done
    """Of folders, what need not be done."""

    @property
    def folders(self) -> tuple[Path, ...]:
        return tuple(word.path for word in self.words if isinstance(word, Folder))

    @property
    def reads_stdin(self) -> bool:
        """Whether one comes through standard input."""
        inputs = (word for word in self.words if isinstance(word, Input))
        return any(one.source is None and one.text is None for one in inputs)

    def __iter__(self) -> Iterator[Input]:
        """Yield the pictures, each under the first of its names; of one folder none is remembered."""
        return self._distinct(self.words)

    def named(self) -> Iterator[Input]:
        """Yield the pictures that are not found in folders."""
        return self._distinct(tuple(word for word in self.words if isinstance(word, Input)))

    def count(self) -> int:
        """Return how many pictures there are about: pages and answers are not looked for."""
        found = (count_pictures(folder, self.file_filter) for folder in self.folders)
        return len(self.words) - len(self.folders) + sum(found)

    def _distinct(self, words: tuple[Word, ...]) -> Iterator[Input]:
        seen: set[int] = set()
        for word in words:
            for picture in self._in_folder(word.path) if isinstance(word, Folder) else self._pages(word):
                if len(self.words) == 1:
                    yield picture
                elif (key := picture.key) not in seen:
                    seen.add(key)
                    yield picture

    def _pages(self, given: Input) -> Iterator[Input]:
        if given.source is None and given.text is None and (sys.stdin is None or sys.stdin.isatty()):
            raise UsageError("- reads a picture from standard input", "add < shot.png")
        if not isinstance(given.source, Path):
            yield given
        elif not self.file_filter.excludes(str(given.source)):
            yield from find_pages(given)

    def _in_folder(self, folder: Path) -> Iterator[Input]:
        empty = True

        def skip(path: str, why: str) -> None:
            nonlocal empty
            empty = empty and why != ANSWER
            self.on_skipped(path, why)

        def find_done(folder: str, below: str, entries: Entries) -> Container[str]:
            nonlocal empty
            names = self.find_done(folder, below, entries)
            empty = empty and not names
            return names

        known = none_done if self.find_done is none_done else find_done
        for path in walk(folder, self.file_filter, skip, find_done=known):
            empty = False
            yield from find_pages(Input(path, subfolder=path.parent.relative_to(folder)))
        if empty:
            yield Input(folder)  # loading it says that there is no picture


def find_pages(given: Input) -> Iterator[Input]:
    """Yield the pages of a file, it alone if it has but one or one of them is named."""
    path = given.source
    if given.page is None and isinstance(path, Path) and path.suffix.lower() in PAGED_SUFFIXES:
        pages = guarded.find_pages(path)
        if pages != (1,):
            yield from (replace(given, page=page) for page in pages)
            return
    yield given
