"""Names of pictures ↔ a list of them, one on each line, as `failed.txt` is, which may be handed back."""

import codecs
import json
import os
import sys
from pathlib import Path

from ..errors import UsageError
from ..escaping import visible
from ..sentences import Message
from .parse import STREAM

NUL = b"\0"
"""Ends the names in lists of `find -print0`, which are known by it."""


def format_name(name: str) -> bytes:
    """Return a name as a line of a list.

    It stands as it is, but in the quotes of JSON if it has line ends or other signs that do not show, begins
    with a quote, or has blanks at an end. A list is no command line: a name may begin with a dash.
    """
    plain = name == name.strip() == visible(name) and not name.startswith('"')
    return (os.fsencode(name) if plain else json.dumps(name).encode("ascii")) + b"\n"


def read_list(name: str) -> list[str]:
    """Return the names in a file, or in standard input for `-`; UsageError if it cannot be read.

    There is one on each line, or each is followed by NUL as `find -print0` writes them. A line in the quotes
    of JSON is what `format_name` wrote, unless a file has just that name. Blank lines are passed over.
    """
    if name == STREAM and (sys.stdin is None or sys.stdin.isatty()):
        raise UsageError(Message("list_from_terminal"))
    try:
        contents = sys.stdin.buffer.read() if name == STREAM else Path(name).read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        said = getattr(error, "strerror", None) or error
        raise UsageError(Message("list_unreadable", name=name, said=str(said))) from None
    if NUL in contents:
        names = list(map(os.fsdecode, contents.split(NUL)))
    else:
        lines = contents.removeprefix(codecs.BOM_UTF8).split(b"\n")
        names = [_unquoted(os.fsdecode(line.removesuffix(b"\r"))) for line in lines]
    return [name for name in names if name.strip()]


def _unquoted(line: str) -> str:
    if not (line.startswith('"') and line.endswith('"')) or os.path.lexists(line):
        return line
    try:
        name = json.loads(line)
    except ValueError:
        return line
    return name if isinstance(name, str) and "\0" not in name else line
