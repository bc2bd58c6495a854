"""Names of pictures ↔ a list of them, one on each line, as `failed.txt` is, which may be handed back."""

import codecs
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader, RawIOBase
from pathlib import Path
from typing import cast

from ..errors import UsageError
from ..escaping import visible
from .parse import STREAM

NUL = b"\0"
"""Ends the names in lists of `find -print0`, which are known by it."""
LONGEST = 1 << 16
"""Bytes of a name; paths are shorter, and a list may be something else."""


def format_name(name: str) -> bytes:
    """Return a name as a line of a list.

    It stands as it is, but in the quotes of JSON if it has line ends or other signs that do not show, begins
    with a quote, or has blanks at an end. A list is no command line: a name may begin with a dash.
    """
    plain = name == name.strip() == visible(name) and not name.startswith('"')
    return (os.fsencode(name) if plain else json.dumps(name).encode("ascii")) + b"\n"


def read_names(file: BufferedReader) -> Iterator[str]:
    """Yield the names of a list: one on each line, or each followed by NUL as `find -print0` writes them.

    A line in the quotes of JSON is what `format_name` wrote, unless a file has just that name. Blank lines
    are passed over. The list is read a piece at a time: it may be long, or still being written.
    """
    lines = map(os.fsdecode, _ended_by_nul(file)) if NUL in file.peek() else _lines(file)
    yield from (name for name in lines if name.strip())


def _lines(file: BufferedReader) -> Iterator[str]:
    line = file.readline(LONGEST).removeprefix(codecs.BOM_UTF8)
    while line:
        name = line.removesuffix(b"\n").removesuffix(b"\r")
        yield _unquoted(os.fsdecode(name))
        line = file.readline(LONGEST)


def read_list(name: str) -> list[str]:
    """Return the names in a file, or in standard input for `-`; UsageError if it cannot be read."""
    try:
        with _opened(name) as file:
            return list(read_names(file))
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        said = getattr(error, "strerror", None) or error
        raise UsageError(f"--from-file {name} cannot be read: {said}", "check the name") from None


@contextmanager
def _opened(name: str) -> Iterator[BufferedReader]:
    if name != STREAM:
        with Path(name).open("rb") as file:
            yield file
        return
    if sys.stdin is None or sys.stdin.isatty():
        raise UsageError("--from-file - reads names from standard input", "add < names.txt")
    buffer = sys.stdin.buffer
    yield buffer if isinstance(buffer, BufferedReader) else BufferedReader(cast(RawIOBase, buffer))


def _ended_by_nul(file: BufferedReader) -> Iterator[bytes]:
    rest = b""
    while piece := file.read1():
        *names, rest = (rest + piece).split(NUL)
        yield from names
    yield rest


def _unquoted(line: str) -> str:
    if not (line.startswith('"') and line.endswith('"')) or os.path.lexists(line):
        return line
    try:
        name = json.loads(line)
    except ValueError:
        return line
    return name if isinstance(name, str) and "\0" not in name else line
