"""What words stand for → the pictures and texts in it, each once, however many there are."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from vision.files import guarded

from ..errors import UsageError
from ..sentences import Message
from .naming import PAGED_SUFFIXES
from .parse import Input, Word
from .walk import ANSWER, FileFilter, OnSkipped, count_pictures, ignore_skipped, walk


@dataclass(frozen=True, slots=True)
class InputSet:
    """The pictures and texts that words stand for."""

    words: tuple[Word, ...]
    file_filter: FileFilter = field(default_factory=FileFilter)
    on_skipped: OnSkipped = ignore_skipped

    @property
    def folders(self) -> tuple[Path, ...]:
        return tuple(word for word in self.words if isinstance(word, Path))

    @property
    def reads_stdin(self) -> bool:
        """Whether one comes through standard input."""
        inputs = (word for word in self.words if isinstance(word, Input))
        return any(one.source is None and one.text is None for one in inputs)

    def pictures(self) -> Iterator[Input]:
        """Yield the pictures, each under the first of its names; of one folder none is remembered."""
        seen: set[int] = set()
        for word in self.words:
            found = self._in_folder(word) if isinstance(word, Path) else self._pages(word)
            for picture in found:
                if len(self.words) == 1:
                    yield picture
                elif (key := picture.key) not in seen:
                    seen.add(key)
                    yield picture

    def count(self) -> int:
        """Return how many pictures there are about: pages and answers are not looked for."""
        found = (count_pictures(folder, self.file_filter) for folder in self.folders)
        return len(self.words) - len(self.folders) + sum(found)

    def _pages(self, given: Input) -> Iterator[Input]:
        if given.source is None and given.text is None and (sys.stdin is None or sys.stdin.isatty()):
            raise UsageError(Message("picture_from_terminal"))
        if given.source is None:
            yield given
        elif not self.file_filter.excludes(str(given.source)):
            yield from find_pages(given)

    def _in_folder(self, folder: Path) -> Iterator[Input]:
        empty = True

        def skip(path: str, why: str) -> None:
            nonlocal empty
            empty = empty and why != ANSWER
            self.on_skipped(path, why)

        for path in walk(folder, self.file_filter, skip):
            empty = False
            yield from find_pages(Input(path, subfolder=path.parent.relative_to(folder)))
        if empty:
            yield Input(folder)  # loading it says that there is no picture


def find_pages(given: Input) -> Iterator[Input]:
    """Yield the pages of a file, it alone if it has but one or one of them is named."""
    path = given.source
    if given.page is None and path is not None and path.suffix.lower() in PAGED_SUFFIXES:
        pages = guarded.find_pages(path)
        if pages != (1,):
            yield from (replace(given, page=page) for page in pages)
            return
    yield given
