"""Which bytes a picture had: by that a later run knows whether it has changed."""

import hashlib
from contextlib import suppress
from pathlib import Path

from ..inputs.remote import RemoteError, RemotePath
from ..outcome import FileDigest


def digest_of(source: bytes | Path | RemotePath | None) -> FileDigest | None:
    """Return which bytes a file has; None if it is none, or cannot be read. One elsewhere is fetched."""
    if isinstance(source, RemotePath):
        with suppress(RemoteError):
            return digest_of(source.read_bytes())
        return None
    if isinstance(source, bytes):
        return FileDigest(hashlib.sha256(source).hexdigest(), len(source))
    try:
        if source is None or not source.is_file():
            return None
        with source.open("rb") as file:
            seen = hashlib.file_digest(file, "sha256")
            return FileDigest(seen.hexdigest(), file.tell())
    except (OSError, ValueError):  # a name that no file can have
        return None
