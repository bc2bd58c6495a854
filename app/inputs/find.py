"""What words stand for → the pictures and texts in it, each once, however many there are."""

import sys
from collections.abc import Container, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from vision.files import guarded
from vision.files.save import MARK
from vision.files.within import real_path

from ..errors import UsageError
from .address import shown_word
from .naming import (
    DRAWN_SUFFIX,
    PAGED_SUFFIXES,
    STDIN_STEM,
    TEXT_STEM,
    board_stem,
    is_answer_name,
    output_stem,
    shorten_stem,
)
from .parse import STREAM, File, Folder, Stdin, Text, Word
from .remote import RemoteError, RemotePath
from .walk import ANSWER, Entries, FileFilter, OnSkipped, Standing, count_pictures, none_stands, walk


@dataclass(frozen=True, slots=True)
class Input:
    """A picture or text, and the folders between it and the folder that was named."""

    source: Path | RemotePath | None
    """None for standard input and texts."""
    page: int | None = None
    """Which page of a file of several, from 1; None of a file with one."""
    subfolder: Path = Path()
    text: str | None = None
    board: int | None = None
    """The only board that is meant, from 1; None for all of them."""

    @property
    def display_name(self) -> str:
        if self.text is not None:
            return shown_word(self.text)
        name = STREAM if self.source is None else str(self.source)
        parts = ("page", self.page), ("board", self.board)
        return name + "".join(f"#{part}={number}" for part, number in parts if number is not None)

    @property
    def part(self) -> str:
        """Tells the pictures of a file apart, and the only board that is meant from all of them."""
        return part_of(self.page or 1, self.board)

    @property
    def key(self) -> int:
        """Tells pictures apart, under whatever names they are met."""
        source = real_path(self.source) if isinstance(self.source, Path) else self.source
        source = source.key if isinstance(source, RemotePath) else source
        return hash((source, self.page, self.text, self.board))

    def output_stem(self, suffix: str) -> str:
        """Return what is written about it is called after, up to the suffix."""
        if self.source is None:
            return board_stem(STDIN_STEM if self.text is None else TEXT_STEM, self.board)
        if isinstance(self.source, RemotePath):  # its neighbours are not asked for
            return shorten_stem(self.source.name)
        if suffix == DRAWN_SUFFIX:  # the neighbour with that stem is the drawing itself
            return shorten_stem(self.source.stem)
        return output_stem(self.source, self.page, self.board)


@dataclass(frozen=True, slots=True)
class InputSet:
    """The pictures and texts that words stand for."""

    words: tuple[Word, ...]
    file_filter: FileFilter
    on_skipped: OnSkipped
    standing: Standing = none_stands
    """Of folders, what need not be done."""

    @property
    def folders(self) -> tuple[Path, ...]:
        return tuple(word.path for word in self.words if isinstance(word, Folder))

    @property
    def has_folder(self) -> bool:
        """Whether there may be more pictures than words."""
        return any(map(_is_folder, self.words))

    @property
    def reads_stdin(self) -> bool:
        """Whether one comes through standard input."""
        return any(isinstance(word, Stdin) for word in self.words)

    def __iter__(self) -> Iterator[Input]:
        """Yield the pictures, each under the first of its names; of one folder none is remembered."""
        return self._distinct(self.words)

    def named(self) -> Iterator[Input]:
        """Yield the pictures that are not found in folders."""
        return self._distinct(tuple(word for word in self.words if not _is_folder(word)))

    def count(self) -> int:
        """Return how many pictures there are about: pages and answers are not looked for."""
        found = (count_pictures(folder, self.file_filter) for folder in self.folders)
        return sum(not _is_folder(word) for word in self.words) + sum(found)

    def _distinct(self, words: tuple[Word, ...]) -> Iterator[Input]:
        seen: set[int] = set()
        for word in words:
            for picture in self._pictures(word):
                if len(self.words) == 1:
                    yield picture
                elif (key := picture.key) not in seen:
                    seen.add(key)
                    yield picture

    def _pictures(self, word: Word) -> Iterator[Input]:
        match word:
            case Stdin(board):
                if sys.stdin is None or sys.stdin.isatty():
                    raise UsageError("- reads a picture from standard input", "add < shot.png")
                yield Input(None, board=board)
            case Text(text):
                yield Input(None, text=text)
            case Folder(path):
                yield from self._in_folder(path)
            case RemotePath() if word.is_folder:
                yield from self._in_remote_folder(word)
            case RemotePath():
                yield Input(word)
            case File(path, page, board) if not self.file_filter.excludes(str(path)):
                pages = find_pages(path) if page is None else [Input(path, page)]
                yield from (replace(found, board=board) for found in pages)

    def _in_folder(self, folder: Path) -> Iterator[Input]:
        empty = True

        def skip(path: str, why: str) -> None:
            nonlocal empty
            empty = empty and why != ANSWER
            self.on_skipped(path, why)

        def standing(folder: str, below: str, entries: Entries) -> Container[str]:
            nonlocal empty
            names = self.standing(folder, below, entries)
            empty = empty and not names
            return names

        known = none_stands if self.standing is none_stands else standing
        for path in walk(folder, self.file_filter, skip, standing=known):
            empty = False
            yield from find_pages(path, path.parent.relative_to(folder))
        if empty:
            yield Input(folder)  # loading it says that there is no picture

    def _in_remote_folder(self, folder: RemotePath) -> Iterator[Input]:
        found = False
        try:
            for picture, way in folder.pictures():
                found = True
                if not self.file_filter.passes(str(way)):
                    continue
                if is_answer_name(picture.name) and picture.mark() == MARK:  # others are not fetched
                    self.on_skipped(str(picture), ANSWER)
                else:
                    yield Input(picture, subfolder=Path(way.parent))
        except RemoteError:
            found = False
        if not found:
            yield Input(folder)  # loading it says what is amiss


def find_pages(path: Path, subfolder: Path = Path()) -> Iterator[Input]:
    """Yield the pages of a file, one without a number if it has but one."""
    pages: tuple[int, ...] = (1,)
    if path.suffix.lower() in PAGED_SUFFIXES:
        pages = guarded.find_pages(path)
    for page in pages:
        yield Input(path, None if pages == (1,) else page, subfolder)


def part_of(page: int, board: int | None) -> str:
    """Write which page of a file is meant, and which of its boards alone if not all."""
    return str(page) if board is None else f"{page}\0{board}"


def _is_folder(word: Word) -> bool:
    return isinstance(word, Folder) or (isinstance(word, RemotePath) and word.is_folder)
