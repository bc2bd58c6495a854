"""Files that appear whole or not at all: written beside their place, then renamed."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from solver.errors import AquariumError

PART = re.compile(r"\.aquarium-[0-9a-f]{12}\.part")
"""Names of what is being written, pictures too (see `vision.files.save`)."""


class Unwritable(AquariumError):
    """A file beside the answers that cannot be written."""


@contextmanager
def whole(path: Path) -> Iterator[BinaryIO]:
    """Open a file for writing that takes the place of `path` when the block ends without an error.

    A link of that name is replaced, what it leads to is not touched.

    Raises
    ------
    Unwritable
        If it cannot be written; what was at `path` is as it was.
    """
    part = path.with_name(f".aquarium-{secrets.token_hex(6)}.part")
    try:
        with part.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())  # a name must not outlive a power cut that the bytes did not
        part.replace(path)
    except OSError as error:
        raise unwritable(path, error) from error
    finally:
        with suppress(OSError):  # the rename took it away, or it was never made
            part.unlink()


def unwritable(path: Path, error: OSError) -> Unwritable:
    """Return the error that says what the system has against writing a file."""
    said = error.strerror or type(error).__name__
    return Unwritable(
        f"it cannot be written: {said.lower()}", "make room or choose another folder", str(path)
    )


def sweep(folder: Path) -> int:
    """Delete what a killed run had half written in a folder and the folders in it; return how many files.

    No other run may write there at that time.
    """
    swept = 0
    for place, _, names in os.walk(folder):
        for name in filter(PART.fullmatch, names):
            with suppress(OSError):
                (Path(place) / name).unlink()
                swept += 1
    return swept
