"""A note that a picture carries, sealed by a digest of its pixels: it counts while they are unchanged."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .pixels import Image, TransparentImage

KEY = "aquarium"
"""Name of the note in a PNG (a chunk iTXt)."""
MAX_LENGTH = 900_000
"""Signs of a note that is carried: Pillow refuses a picture with a text of more than a megabyte."""
DIGEST = 16
"""Bytes of the digest. It guards against pictures that were edited, not against forgery."""


def seal(note: str, pixels: Image | TransparentImage) -> str:
    """Return the text to carry with pixels, uint8 (H, W, 3) RGB or (H, W, 4) RGBA, as they are written."""
    return f"{_digest(pixels)} {note}"


def unseal(notes: Mapping[Any, object], pixels: Image | TransparentImage) -> tuple[str | None, str | None]:
    """Return the note among a picture's own if it was written for just these pixels, else as a former one."""
    text = notes.get(KEY)
    if not isinstance(text, str):
        return None, None
    digest, _, note = text.partition(" ")
    return (note, None) if digest == _digest(pixels) else (None, note)


def _digest(pixels: Image | TransparentImage) -> str:
    """Return the digest of shape and pixels; transparency that is nowhere used makes no difference."""
    if pixels.shape[2] == 4 and pixels[..., 3].min() == 255:
        pixels = pixels[..., :3]
    digest = hashlib.blake2b(repr(pixels.shape).encode(), digest_size=DIGEST)
    for row in pixels:  # a copy of all would stand in memory beside a large picture
        digest.update(row.tobytes())
    return digest.hexdigest()
