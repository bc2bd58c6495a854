"""Files beside the answers that appear whole or not at all, and what is said where they cannot be written."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from solver.errors import AquariumError
from vision.files.atomic import PART, atomic_write


class Unwritable(AquariumError):
    """A file beside the answers that cannot be written."""


@contextmanager
def replace_file(path: Path) -> Iterator[BinaryIO]:
    """Write a file as `atomic_write` does, safe from power cuts; Unwritable leaves what was there."""
    try:
        with atomic_write(path, sync=True) as file:
            yield file
    except OSError as error:
        raise unwritable(path, error) from error


def unwritable(path: Path, error: OSError) -> Unwritable:
    """Return the error that says what the system has against writing a file."""
    reason = error.strerror or type(error).__name__
    return Unwritable(
        f"it cannot be written: {reason.lower()}", "make room or choose another folder", str(path)
    )


def remove_partial_files(folder: Path) -> None:
    """Delete what a killed run had half written in a folder and in those below it.

    No other run may write there at that time.
    """
    for parent, _, names in os.walk(folder):
        for name in filter(PART.fullmatch, names):
            with suppress(OSError):
                (Path(parent) / name).unlink()
