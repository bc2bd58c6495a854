"""A list of names, in a file or from a pipe → the words it stands for."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import rich_click as click

STREAM = "-"


def read_list(name: str) -> list[str]:
    """Return the names in a file, or in standard input for `-`: one per line, or parted by zero bytes.

    Names are taken as they are, with blanks, dashes and bytes that are no text; empty lines are none. Where a
    zero byte stands, lines mean nothing, so that `find -print0` hands over names with line breaks too.

    Raises
    ------
    click.UsageError
        If the list cannot be read.
    """
    contents = _contents(name)
    parted = contents.split(b"\0") if b"\0" in contents else _lines(contents)
    return [os.fsdecode(word) for word in parted if word.strip()]


def _contents(name: str) -> bytes:
    if name == STREAM:
        if sys.stdin is None or sys.stdin.isatty():
            raise click.UsageError("--from-file - reads names from a pipe; add < names.txt")
        return sys.stdin.buffer.read()
    try:
        return Path(name).read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        said = getattr(error, "strerror", None) or error
        raise click.UsageError(f"--from-file {name} cannot be read: {said}; check the name") from None


def _lines(contents: bytes) -> list[bytes]:
    return [line.removesuffix(b"\r") for line in contents.removeprefix(b"\xef\xbb\xbf").split(b"\n")]
