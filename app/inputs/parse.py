"""The words of a command line → which pictures are meant, each once, however many there are."""

from __future__ import annotations

import difflib
import glob
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from urllib.parse import unquote, urlsplit

import rich_click as click

from .naming import DRAWN_SUFFIX, PAGED_SUFFIXES, is_picture, output_stem, shorten_stem
from .remote import RemotePath, below, is_address, list_pictures
from .walk import FileFilter, OnSkipped, real_path, walk

STREAM = "-"
"""Stands for standard input and standard output."""
PAGE_WORD = re.compile(r"(.+)#page=([1-9][0-9]{0,5})", re.DOTALL)
"""A file and one of its pages, as PDF viewers write it."""
WEB = ("http://", "https://")
"""Begins addresses that may be puzzles, of puzz.link for one."""
PUZZLE_WORD = re.compile(
    r"https?://|\S*\?\S*aquarium|aquarium(_\w+)?/(\w/)?\d+/\d+/|[\d?]+_[\d?_]*;[\d,]+\s*$|\{|.*\S\s*\n\s*\S"
)
"""Begins a word that is plainly a puzzle as text, where there is no file of that name: an address, a task
string, JSON, several lines."""
SHOWN = 60
"""Signs of such a word that messages repeat."""
NEIGHBOURS = 2000
"""Names among which one like a missing file's is looked for; more would take seconds."""


@dataclass(frozen=True)
class Input:
    """A picture or text among the words, and the folders between it and the folder that was given."""

    source: Path | RemotePath | None
    page: int | None = None
    """None of a file with one."""
    subfolder: Path = Path()
    text: str | None = None

    @property
    def name(self) -> str:
        """The name for messages."""
        if self.text is not None:
            return self.text
        name = STREAM if self.source is None else str(self.source)
        return name if self.page is None else f"{name}#page={self.page}"

    def output_stem(self, suffix: str) -> str:
        """Return what is written about it is called after, up to the suffix."""
        if self.source is None:
            return "stdin" if self.text is None else "puzzle"
        if isinstance(self.source, RemotePath):  # its neighbours are not asked for
            return shorten_stem(self.source.name)
        if suffix == DRAWN_SUFFIX:  # the neighbour with that stem is the drawing itself
            return shorten_stem(self.source.stem)
        return output_stem(self.source, self.page)

    @property
    def key(self) -> int:
        """Tells pictures apart, under whatever names they are met."""
        path = real_path(self.source) if isinstance(self.source, Path) else str(self.source)
        return hash((path, self.page, self.text))


@dataclass(frozen=True)
class InputSet:
    """What was asked for."""

    words: tuple[str, ...]
    folders: tuple[bool, ...]
    """Of each word, whether it is a folder."""
    file_filter: FileFilter
    on_skipped: OnSkipped

    @property
    def named(self) -> tuple[str, ...]:
        """The words that are no folders."""
        return tuple(word for word, folder in zip(self.words, self.folders, strict=True) if not folder)

    @property
    def searched(self) -> tuple[Path, ...]:
        """The folders on this computer."""
        return tuple(parse_path(word) for word, folder in self._told() if folder and not is_remote(word))

    def pictures(self, *, folders: bool = True) -> Iterator[Input]:
        """Yield the pictures, each under the first of its names; of one folder none is remembered."""
        seen: set[int] = set()
        for word, is_folder in self._told():
            if is_folder and not folders:
                continue
            for picture in self._in_folder(word) if is_folder else self._named(word):
                if len(self.words) == 1:
                    yield picture
                elif (key := picture.key) not in seen:
                    seen.add(key)
                    yield picture

    def count(self) -> int:
        """Return how many pictures there are about: pages and answers are not looked for."""
        in_folders = (walk(folder, self.file_filter, unmarked=True) for folder in self.searched)
        return len(self.named) + sum(1 for pictures in in_folders for _ in pictures)

    def _told(self) -> Iterator[tuple[str, bool]]:
        return zip(self.words, self.folders, strict=True)

    def _in_folder(self, word: str) -> Iterator[Input]:
        if is_remote(word):
            yield from _in_remote_folder(RemotePath(word), self.file_filter)
            return
        folder, empty = parse_path(word), True
        for path in walk(folder, self.file_filter, self.on_skipped):
            empty = False
            yield from paged(path, path.parent.relative_to(folder))
        if empty:
            yield Input(folder)

    def _named(self, word: str) -> Iterator[Input]:
        if word == STREAM:
            if sys.stdin is None or sys.stdin.isatty():
                raise click.UsageError("- reads a picture from a pipe; add < shot.png")
            yield Input(None)
            return
        if is_remote(word):
            yield Input(RemotePath(word))
            return
        path, page = parse_path(word), PAGE_WORD.fullmatch(word)
        if is_puzzle_text(word) and not exists(path):
            yield Input(None, text=word)
        elif self.file_filter.excludes(str(path)):
            return
        elif page and not exists(path) and exists(parse_path(page[1])):
            yield Input(parse_path(page[1]), int(page[2]))
        else:
            yield from paged(path)


def find_inputs(words: Sequence[str], file_filter: FileFilter, on_skipped: OnSkipped) -> InputSet:
    """Return what the words ask for; a pattern that no shell has expanded stands for the files it fits.

    Raises
    ------
    click.UsageError
        If a word is empty.
    """
    if not all(word.strip() for word in words):
        raise click.UsageError("one of the names is empty; name a picture")
    expanded = tuple(name for word in words for name in _expanded(word))
    return InputSet(expanded, tuple(map(is_folder, expanded)), file_filter, on_skipped)


def paged(path: Path, subfolder: Path = Path()) -> Iterator[Input]:
    """Yield the pages of a file, one without a number if it has but one."""
    pages: Iterable[int] = (1,)
    if path.suffix.lower() in PAGED_SUFFIXES:
        from vision.files.pages import find_pages  # noqa: PLC0415 — the package loads OpenCV

        pages = find_pages(path)
    for page in pages:
        yield Input(path, None if pages == (1,) else page, subfolder)


def is_folder(word: str) -> bool:
    """Tell whether a word is a folder; an address is one unless it ends like a picture."""
    if is_remote(word):
        return not is_picture(RemotePath(word).name)
    return word != STREAM and exists(parse_path(word), folder=True)


def is_remote(word: str) -> bool:
    """Tell whether a word is the address of pictures; of the web only what ends like a picture is."""
    if not is_address(word) or exists(parse_path(word)):
        return False
    return not word.lower().startswith(WEB) or is_picture(RemotePath(word).name)


def _expanded(word: str) -> Iterator[str]:
    names: list[str] = []
    if glob.has_magic(word) and not (is_address(word) or is_puzzle_text(word) or exists(parse_path(word))):
        names = sorted(glob.iglob(word, recursive=True))  # noqa: PTH207 — Path.glob knows no whole paths
    yield from names or [word]


def _in_remote_folder(folder: RemotePath, file_filter: FileFilter) -> Iterator[Input]:
    """Yield the pictures in a folder elsewhere, ordered as there."""
    for picture in list_pictures(folder):
        way = below(folder, picture)
        if file_filter.passes(str(way)):
            yield Input(picture, subfolder=Path(way.parent))


def parse_path(word: str) -> Path:
    """Return the path that a person meant by a word: files dropped on a terminal come quoted or as URLs."""
    meant = word.strip()
    readings = [word, meant]
    if len(meant) > 1 and meant[0] == meant[-1] and meant[0] in "'\"":
        readings.append(meant := meant[1:-1])
    if meant.startswith("file://"):
        readings.append(meant := _from_url(meant))
    if os.name != "nt":  # there a backslash parts folders
        readings.append(re.sub(r"\\(.)", r"\1", meant))
    return next((Path(reading) for reading in readings if exists(Path(reading))), Path(meant))


def is_puzzle_text(word: str) -> bool:
    """Tell whether a word is plainly a puzzle as text, if it is no file."""
    return PUZZLE_WORD.match(word.strip()) is not None


def shorten(word: str) -> str:
    """Return a word as messages repeat it: a long puzzle is cut short."""
    return f"{word.split(maxsplit=1)[0][:SHOWN]}…" if is_puzzle_text(word) and len(word) > SHOWN else word


def exists(path: Path, *, folder: bool = False) -> bool:
    """Tell whether a path leads to something, or to a folder. Path.exists raises on names that cannot be."""
    return os.path.isdir(path) if folder else os.path.exists(path)  # noqa: PTH110, PTH112 — as the docstring says


def similar_name(path: Path) -> str | None:
    """Return the name most like that of a missing file among its neighbours, if any is like it."""
    try:
        names = [neighbour.name for neighbour in islice(path.parent.iterdir(), NEIGHBOURS)]
    except OSError:
        return None
    return next(iter(difflib.get_close_matches(path.name, names, n=1, cutoff=0.7)), None)


def _from_url(url: str) -> str:
    path = unquote(urlsplit(url).path)
    return path.lstrip("/") if os.name == "nt" else path
