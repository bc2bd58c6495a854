"""A word of a command line → what it stands for: a file, a folder, or a puzzle as text."""

import glob
import os
import re
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from ..escaping import closest
from ..sentences import Message, UsageError
from .naming import STDIN_STEM, TEXT_STEM, answer_stem, exists, file_key

STREAM = "-"
"""Stands for standard input and standard output."""
PASTE = "--paste"
"""What the picture on the clipboard is called."""
PART_WORD = r"(?s:(.+?)(?:#page=([1-9][0-9]{0,5}))?(?:#board=([1-9][0-9]?))?)"
"""A file, one of its pages, as PDF viewers write it, and one of the boards there."""
PUZZLE_WORD = r"(?i:https?)://|\S*\?\S*aquarium|(pzprv3(\.\d+)?/)?aquarium(_\w+)?/(\w/)?\d+/\d+/|[\d?]+_[\d?_]*;[\d,]+\s*$|\{|.*\S\s*\n\s*\S"
"""Begins a word that is plainly a puzzle as text, where there is no file of that name: an address, a task
string, JSON, several lines."""
ADDRESS = r"(?i:(?!file:)[a-z][a-z0-9+.-]+://)"
"""Begins an address. A single letter is a drive of Windows, and file:// leads to this computer."""
PUZZLE = r"(?s:(?:\w+=\w+&)*(?:m\+|pzprv3(?:\.\d+)?/)?aquarium(?:_\w+)?/.*)"
"""The query of an address that is a puzzle."""
VARIETY = r"[\w+]+/"
"""Begins the query of an address of another kind of puzzle."""
SHOWN = 60
"""Characters of such a word that messages repeat."""
NEIGHBOURS = 2000
"""Names among which one like a missing file's is looked for; more would take seconds."""
LIKE = 0.7
"""The least likeness of such a name, as difflib measures it."""


class Input(NamedTuple):
    """A picture or text, and what is said about it is called after."""

    source: Path | None = None
    """None for standard input and texts. A file may be missing: loading it says so."""
    page: int | None = None
    """Which page of a file of several, from 1; None of a file with one, or for all of them."""
    board: int | None = None
    """The only board that is meant, from 1, the largest; None for all of them."""
    text: str | None = None
    """The puzzle, where a word is one."""
    subfolder: Path = Path()
    """The folders between it and the folder that was named."""
    stem: str | None = None
    """What its answers are called after, if not after its source; they belong in the working folder."""
    called: str | None = None
    """What messages call it, if not by its source, which is gone at the end."""

    @property
    def name(self) -> str:
        """The path as it was given, for messages; of a page or board followed by `#page=` or `#board=`."""
        if self.text is not None or self.called is not None:
            return self.called or self.text or ""
        name = STREAM if self.source is None else str(self.source)
        parts = ("page", self.page), ("board", self.board)
        return name + "".join(f"#{part}={number}" for part, number in parts if number is not None)

    @property
    def is_stdin(self) -> bool:
        """Whether it comes through standard input."""
        return self.source is None and self.text is None

    @property
    def file(self) -> Path | None:
        """Its file, if that is there for good."""
        return self.source if self.stem is None else None

    def key(self, folder: str) -> bytes:
        """Return what tells it apart: its path, seen from a folder, and its part; or its name without a file.

        So it is whatever names its folders have, and where all is moved together; a link to it is another.
        `folder` is a real path.
        """
        if self.file is None:
            return os.fsencode(f"\0{self.name}")
        return file_key(folder, self.file, self.page, self.board)

    def stems(self, suffix: str) -> list[str]:
        """Return what is written about it may be called after, best first, up to the suffix."""
        stems = [self.stem or (STDIN_STEM if self.text is None else TEXT_STEM)]
        if self.file is not None:
            stems = [self.file.stem]
            if self.file.suffix.lower() != suffix:  # a.png.png would tell nothing
                stems.append(self.file.name)
        return [answer_stem(stem, self.page, self.board) for stem in stems]


Word = Input | Path
"""A picture or text, or the folder at a path."""


def parse_words(words: Sequence[str | Input]) -> tuple[Word, ...]:
    """Return what words stand for, patterns of files too; UsageError if one is empty."""
    found: list[Word] = []
    for word in words:
        if isinstance(word, Input):
            found.append(word)
        elif word.strip():
            found += map(parse_word, _expanded(word))
        else:
            raise UsageError(Message("empty_name"))
    return tuple(found)


def parse_word(word: str) -> Word:
    """Return what a word stands for; what is there comes before what a word looks like."""
    if word == STREAM:
        return Input()
    path = parse_path(word)
    if exists(path):
        return path if exists(path, folder=True) else Input(path)
    if is_puzzle_text(word) or is_address(word):
        return Input(text=word)
    if part := re.fullmatch(PART_WORD, word):
        page, board = (int(number) if number else None for number in part.groups()[1:])
        if part[1] == STREAM and page is None:
            return Input(board=board)
        if part[1] != word and exists(file := parse_path(part[1])):
            return Input(file, page, board)
    return Input(path)


def parse_path(word: str) -> Path:
    """Return the path that a person means by a word: files dropped on a terminal come quoted or as URLs."""
    meant = word.strip()
    readings = [word, meant]
    if len(meant) > 1 and meant[0] == meant[-1] and meant[0] in "'\"":
        readings.append(meant := meant[1:-1])
    if meant.lower().startswith("file://"):
        readings.append(meant := _path_of_url(meant))
    if os.name != "nt":  # there a backslash parts folders
        readings.append(re.sub(r"\\(.)", r"\1", meant))
    return next((Path(reading) for reading in readings if exists(Path(reading))), Path(meant))


def is_address(word: str) -> bool:
    """Tell whether a word has the form of a place that is not a path on this computer."""
    return re.match(ADDRESS, word) is not None


def is_page(text: str) -> bool:
    """Tell whether a text is an address that holds no puzzle: one would have to fetch it."""
    query = text.partition("?")[2]
    return is_address(text) and not (re.match(PUZZLE, query) or re.match(VARIETY, query))


def is_puzzle_text(word: str) -> bool:
    """Tell whether a word is plainly a puzzle as text, if it is no file."""
    return re.match(PUZZLE_WORD, word.strip()) is not None


def shorten(word: str) -> str:
    """Return a word as messages repeat it: a long puzzle is cut short."""
    return f"{word.split(maxsplit=1)[0][:SHOWN]}…" if len(word) > SHOWN and is_puzzle_text(word) else word


def similar_name(path: Path) -> str | None:
    """Return the name most like that of a missing file among its neighbours, if any is like it."""
    try:
        names = [neighbour.name for neighbour in islice(path.parent.iterdir(), NEIGHBOURS)]
    except OSError:
        return None
    return closest(path.name, names, LIKE)


def _expanded(word: str) -> Iterator[str]:
    names: list[str] = []
    if glob.has_magic(word) and not (is_address(word) or is_puzzle_text(word) or exists(parse_path(word))):
        names = sorted(glob.iglob(word, recursive=True))  # noqa: PTH207 — Path.glob knows no whole paths
    yield from names or [word]


def _path_of_url(url: str) -> str:
    path = unquote(urlsplit(url).path, errors="surrogateescape")  # names are bytes
    return path.lstrip("/") if os.name == "nt" else path
