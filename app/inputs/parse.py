"""The words of a command line → which pictures are meant, each once, however many there are."""

from __future__ import annotations

import glob
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import rich_click as click

from .naming import PAGE_ENDING, label_of, shortened
from .remote import Address, below, is_address, pictures_in
from .walk import PAGED_ENDINGS, Sieve, Skipped, identity, is_picture, walk
from .words import dropped, is_puzzle, is_there

STREAM = "-"
"""Stands for standard input and standard output."""
PAGE_WORD = re.compile(r"(.+)#page=([1-9][0-9]{0,5})", re.DOTALL)
"""A file and one of its pages, as PDF viewers write it."""
WEB = ("http://", "https://")
"""Begins addresses that may be puzzles, of puzz.link for one."""


@dataclass(frozen=True)
class Found:
    """A picture or text among the words, and the folders between it and the folder that was given."""

    source: Path | Address | None
    page: int | None = None
    """None of a file with one."""
    inside: Path = Path()
    text: str | None = None

    @property
    def given(self) -> str:
        """The name for messages."""
        if self.text is not None:
            return self.text
        name = STREAM if self.source is None else str(self.source)
        return name if self.page is None else f"{name}#page={self.page}"

    def label(self, ending: str) -> str:
        """Return what is written about it is called after, up to the ending."""
        if self.source is None:
            return "stdin" if self.text is None else "puzzle"
        if isinstance(self.source, Address):  # its neighbours are not asked for
            return shortened(self.source.name)
        if ending == PAGE_ENDING:  # the neighbour with that stem is the drawing itself
            return shortened(self.source.stem)
        return label_of(self.source, self.page)

    @property
    def key(self) -> int:
        """Tells pictures apart, under whatever names they are met."""
        path = identity(self.source) if isinstance(self.source, Path) else str(self.source)
        return hash((path, self.page, self.text))


@dataclass(frozen=True)
class Wanted:
    """What was asked for."""

    words: tuple[str, ...]
    folders: tuple[bool, ...]
    """Of each word, whether it is a folder."""
    sieve: Sieve
    skipped: Skipped

    @property
    def named(self) -> tuple[str, ...]:
        """The words that are no folders."""
        return tuple(word for word, folder in zip(self.words, self.folders, strict=True) if not folder)

    @property
    def searched(self) -> tuple[Path, ...]:
        """The folders on this computer."""
        return tuple(dropped(word) for word, folder in self._told() if folder and not is_far(word))

    def pictures(self, *, folders: bool = True) -> Iterator[Found]:
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
        inside = (walk(folder, self.sieve, unmarked=True) for folder in self.searched)
        return len(self.named) + sum(1 for pictures in inside for _ in pictures)

    def _told(self) -> Iterator[tuple[str, bool]]:
        return zip(self.words, self.folders, strict=True)

    def _in_folder(self, word: str) -> Iterator[Found]:
        if is_far(word):
            yield from _in_far_folder(Address(word), self.sieve)
            return
        folder, empty = dropped(word), True
        for path in walk(folder, self.sieve, self.skipped):
            empty = False
            yield from paged(path, path.parent.relative_to(folder))
        if empty:
            yield Found(folder)

    def _named(self, word: str) -> Iterator[Found]:
        if word == STREAM:
            if sys.stdin is None or sys.stdin.isatty():
                raise click.UsageError("- reads a picture from a pipe; add < shot.png")
            yield Found(None)
            return
        if is_far(word):
            yield Found(Address(word))
            return
        path, page = dropped(word), PAGE_WORD.fullmatch(word)
        if is_puzzle(word) and not is_there(path):
            yield Found(None, text=word)
        elif self.sieve.excludes(str(path)):
            return
        elif page and not is_there(path) and is_there(dropped(page[1])):
            yield Found(dropped(page[1]), int(page[2]))
        else:
            yield from paged(path)


def wanted(words: Sequence[str], sieve: Sieve, skipped: Skipped) -> Wanted:
    """Return what the words ask for; a pattern that no shell has expanded stands for the files it fits.

    Raises
    ------
    click.UsageError
        If a word is empty.
    """
    if not all(word.strip() for word in words):
        raise click.UsageError("one of the names is empty; name a picture")
    expanded = tuple(name for word in words for name in _expanded(word))
    return Wanted(expanded, tuple(map(is_folder, expanded)), sieve, skipped)


def paged(path: Path, inside: Path = Path()) -> Iterator[Found]:
    """Yield the pages of a file, one without a number if it has but one."""
    pages: Iterable[int] = (1,)
    if path.suffix.lower() in PAGED_ENDINGS:
        from vision.files.pages import find_pages  # noqa: PLC0415 — the package loads OpenCV

        pages = find_pages(path)
    for page in pages:
        yield Found(path, None if pages == (1,) else page, inside)


def is_folder(word: str) -> bool:
    """Tell whether a word is a folder; an address is one unless it ends like a picture."""
    if is_far(word):
        return not is_picture(Address(word).name)
    return word != STREAM and is_there(dropped(word), folder=True)


def is_far(word: str) -> bool:
    """Tell whether a word is the address of pictures; of the web only what ends like a picture is."""
    if not is_address(word) or is_there(dropped(word)):
        return False
    return not word.lower().startswith(WEB) or is_picture(Address(word).name)


def _expanded(word: str) -> Iterator[str]:
    names: list[str] = []
    if glob.has_magic(word) and not (is_address(word) or is_puzzle(word) or is_there(dropped(word))):
        names = sorted(glob.iglob(word, recursive=True))  # noqa: PTH207 — Path.glob knows no whole paths
    yield from names or [word]


def _in_far_folder(folder: Address, sieve: Sieve) -> Iterator[Found]:
    """Yield the pictures in a folder elsewhere, ordered as there."""
    for picture in pictures_in(folder):
        way = below(folder, picture)
        if sieve.passes(str(way)):
            yield Found(picture, inside=Path(way.parent))
