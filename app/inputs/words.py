"""A word of a command line → the path that a person means by it, or one that may have been meant."""

from __future__ import annotations

import difflib
import os
import re
from itertools import islice
from pathlib import Path
from urllib.parse import unquote, urlsplit

PUZZLE_WORD = re.compile(
    r"https?://|\S*\?\S*aquarium|aquarium(_\w+)?/(\w/)?\d+/\d+/|[\d?]+_[\d?_]*;[\d,]+\s*$|\{|.*\S\s*\n\s*\S"
)
"""Begins a word that is plainly a puzzle as text, where there is no file of that name: an address, a task
string, JSON, several lines."""
SHOWN = 60
"""Signs of such a word that messages repeat."""
NEIGHBOURS = 2000
"""Names among which one like a missing file's is looked for; more would take seconds."""


def dropped(word: str) -> Path:
    """Return the path that a person meant by a word: files dropped on a terminal come quoted or as URLs."""
    meant = word.strip()
    readings = [word, meant]
    if len(meant) > 1 and meant[0] == meant[-1] and meant[0] in "'\"":
        readings.append(meant := meant[1:-1])
    if meant.startswith("file://"):
        readings.append(meant := _from_url(meant))
    if os.name != "nt":  # there a backslash parts folders
        readings.append(re.sub(r"\\(.)", r"\1", meant))
    return next((Path(reading) for reading in readings if is_there(Path(reading))), Path(meant))


def is_puzzle(word: str) -> bool:
    """Tell whether a word is plainly a puzzle as text, if it is no file."""
    return PUZZLE_WORD.match(word.strip()) is not None


def shown(word: str) -> str:
    """Return a word as messages repeat it: a long puzzle is cut short."""
    return f"{word.split(maxsplit=1)[0][:SHOWN]}…" if is_puzzle(word) and len(word) > SHOWN else word


def is_there(path: Path, *, folder: bool = False) -> bool:
    """Tell whether a path leads to something, or to a folder. Path.exists raises on names that cannot be."""
    return os.path.isdir(path) if folder else os.path.exists(path)  # noqa: PTH110, PTH112 — as the docstring says


def nearest(path: Path) -> str | None:
    """Return the name most like that of a missing file among its neighbours, if any is like it."""
    try:
        names = [neighbour.name for neighbour in islice(path.parent.iterdir(), NEIGHBOURS)]
    except OSError:
        return None
    return next(iter(difflib.get_close_matches(path.name, names, n=1, cutoff=0.7)), None)


def _from_url(url: str) -> str:
    path = unquote(urlsplit(url).path)
    return path.lstrip("/") if os.name == "nt" else path
