"""Files that appear whole or not at all: written beside their place, then renamed."""

import os
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

PART = re.compile(r"\.aquarium-[0-9a-f]{12}\.part")
"""Names of files that are being written; a killed run leaves them behind."""


@contextmanager
def atomic_write(path: Path, *, sync: bool = False) -> Iterator[BinaryIO]:
    """Open a file for writing that replaces `path` when the block ends without an error.

    A symbolic link of that name is replaced; what it leads to is not touched. With `sync` the bytes are on
    the disk before the name is, so that not even a power cut leaves half a file.

    Raises OSError if the file cannot be written; what was at `path` is as it was.
    """
    part = path.with_name(f".aquarium-{secrets.token_hex(6)}.part")
    try:
        with part.open("xb") as file:
            yield file
            if sync:
                file.flush()
                os.fsync(file.fileno())
        part.replace(path)
    finally:
        with suppress(OSError):  # the rename took it away, or it was never made
            part.unlink()
