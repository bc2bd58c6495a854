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
FAST, FORMER = "sha256:", ""
"""Begin digests by what they are made with. Processors have SHA-256 built in, so that it takes a third of the
time of BLAKE2, with which earlier versions sealed."""
DIGEST = 16
"""Bytes of the digest. It guards against pictures that were edited, not against forgery."""


def seal(note: str, pixels: Image | TransparentImage) -> str:
    """Return the text to carry with pixels, uint8 (H, W, 3) RGB or (H, W, 4) RGBA, as they are written."""
    return f"{_digest(pixels, FAST)} {note}"


def unseal(notes: Mapping[Any, object], pixels: Image | TransparentImage) -> tuple[str | None, str | None]:
    """Return the note among a picture's own if it was written for just these pixels, else as a former one."""
    text = notes.get(KEY)
    if not isinstance(text, str):
        return None, None
    digest, _, note = text.partition(" ")
    kind = FAST if digest.startswith(FAST) else FORMER
    return (note, None) if digest == _digest(pixels, kind) else (None, note)


def _digest(pixels: Image | TransparentImage, kind: str) -> str:
    """Return the digest of shape and pixels; transparency that is nowhere used makes no difference."""
    if pixels.shape[2] == 4 and pixels[..., 3].min() == 255:
        pixels = pixels[..., :3]
    shape = repr(pixels.shape).encode()
    digest = hashlib.sha256(shape) if kind == FAST else hashlib.blake2b(shape, digest_size=DIGEST)
    # A copy of all would stand in memory beside a large picture.
    for part in [pixels] if pixels.flags.c_contiguous else pixels:
        digest.update(part.data if part.flags.c_contiguous else part.tobytes())
    return f"{kind}{digest.hexdigest()[: 2 * DIGEST]}"
