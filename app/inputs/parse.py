"""A word of a command line → what it stands for: each is looked at once, here."""

import glob
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

from ..errors import UsageError
from .naming import exists, is_picture
from .remote import RemotePath, is_address

STREAM = "-"
"""Stands for standard input and standard output."""
PART_WORD = r"(?s:(.+?)(?:#page=([1-9][0-9]{0,5}))?(?:#board=([1-9][0-9]?))?)"
"""A file, one of its pages, as PDF viewers write it, and one of the boards there."""
WEB = ("http://", "https://")
"""Begins addresses that may be puzzles, of puzz.link for one; what ends like a picture is a picture."""
LOCAL = "local://"
"""Begins paths of this computer as fsspec writes them: every sign stands for itself."""
PUZZLE_WORD = r"(?i:https?)://|\S*\?\S*aquarium|aquarium(_\w+)?/(\w/)?\d+/\d+/|[\d?]+_[\d?_]*;[\d,]+\s*$|\{|.*\S\s*\n\s*\S"
"""Begins a word that is plainly a puzzle as text, where there is no file of that name: an address, a task
string, JSON, several lines."""
SHOWN = 60
"""Characters of such a word that messages repeat."""


@dataclass(frozen=True, slots=True)
class Stdin:
    """A picture or text from standard input."""

    board: int | None = None
    """The only board that is meant, as of a file."""


@dataclass(frozen=True, slots=True)
class Text:
    """A puzzle as text."""

    text: str


@dataclass(frozen=True, slots=True)
class File:
    """A file on this computer, which may be missing: loading it says so."""

    path: Path
    page: int | None = None
    """The page that is meant; None for all of them."""
    board: int | None = None
    """The only board that is meant, from 1, the largest; None for all of them."""


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder on this computer."""

    path: Path


Word = Stdin | Text | File | Folder | RemotePath


def parse_words(words: Sequence[str]) -> tuple[Word, ...]:
    """Return what words stand for, patterns of files too; UsageError if one is empty."""
    if not all(word.strip() for word in words):
        raise UsageError("one of the names is empty", "name a picture")
    return tuple(parse_word(name) for word in words for name in _expanded(word))


def parse_word(word: str) -> Word:
    """Return what a word stands for; what is there comes before what a word looks like."""
    name, page, board = _parts(word)
    if word == STREAM or (name == STREAM and page is None):
        return Stdin(board)
    path = parse_path(word)
    if exists(path):
        return Folder(path) if exists(path, folder=True) else File(path)
    if is_address(word) and (is_picture(RemotePath(word).name) or not word.lower().startswith(WEB)):
        return RemotePath(word)
    if is_puzzle_text(word):
        return Text(word)
    if name != word and exists(file := parse_path(name)):
        return File(file, page, board)
    return File(path)


def _parts(word: str) -> tuple[str, int | None, int | None]:
    """Return what a word names without its page and its board, and these."""
    found = re.fullmatch(PART_WORD, word)
    if found is None:
        return word, None, None
    page, board = (int(number) if number else None for number in (found[2], found[3]))
    return found[1], page, board


def parse_path(word: str) -> Path:
    """Return the path that a person means by a word: files dropped on a terminal come quoted or as URLs."""
    meant = word.strip()
    readings = [word, meant]
    if len(meant) > 1 and meant[0] == meant[-1] and meant[0] in "'\"":
        readings.append(meant := meant[1:-1])
    if meant.lower().startswith("file://"):
        readings.append(meant := _path_of_url(meant))
    elif meant.lower().startswith(LOCAL):
        readings.append(meant := os.path.expanduser(meant[len(LOCAL) :]))  # noqa: PTH111 — it is no path yet
    if os.name != "nt":  # there a backslash parts folders
        readings.append(re.sub(r"\\(.)", r"\1", meant))
    return next((Path(reading) for reading in readings if exists(Path(reading))), Path(meant))


def is_puzzle_text(word: str) -> bool:
    """Tell whether a word is plainly a puzzle as text, if it is no file."""
    return re.match(PUZZLE_WORD, word.strip()) is not None


def shorten(word: str) -> str:
    """Return a word as messages repeat it: a long puzzle is cut short."""
    return f"{word.split(maxsplit=1)[0][:SHOWN]}…" if len(word) > SHOWN and is_puzzle_text(word) else word


def _expanded(word: str) -> Iterator[str]:
    names: list[str] = []
    if glob.has_magic(word) and not (is_address(word) or is_puzzle_text(word) or exists(parse_path(word))):
        names = sorted(glob.iglob(word, recursive=True))  # noqa: PTH207 — Path.glob knows no whole paths
    yield from names or [word]


def _path_of_url(url: str) -> str:
    path = unquote(urlsplit(url).path, errors="surrogateescape")  # names are bytes
    return path.lstrip("/") if os.name == "nt" else path
