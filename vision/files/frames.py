"""An animation → those of its frames that are worth a look: few, spread evenly, none twice."""

import re
import warnings
from typing import BinaryIO, NamedTuple

from .limits import check_size
from .pixels import Picture

MOVING = re.compile(rb"(?s:GIF8|RIFF....WEBPVP8X|....ftypavis|\x89PNG.*acTL)")
"""Begins a file that may be an animation; a PNG says so before its pixels, at times after a profile."""
START_BYTES = 1 << 16
MOST_FRAMES = 12
"""Frames that are looked at after the first, which takes up to half a second each."""
MOST_DECODED = 200_000_000
"""Pixels: the frames before one that is wanted are decoded, too, some 50 million pixels a second."""
MOST_KEPT = 32_000_000
"""Pixels of the frames that are handed over, all in memory at a time."""


class Frames(NamedTuple):
    """What is looked at of an animation."""

    total: int
    """How many frames it has."""
    looked_at: int
    """How many of them are."""
    pictures: tuple[tuple[int, Picture], ...]
    """These by their numbers, from 1 as the first, without those that look like an earlier one."""


def may_have_frames(stream: BinaryIO) -> bool:
    """Tell by the first bytes of a stream whether it may be an animation, and rewind it."""
    start = stream.read(START_BYTES)
    stream.seek(0)
    return MOVING.match(start) is not None


def frames_in(stream: BinaryIO) -> Frames:
    """Return the frames to be looked at in a stream that can be rewound, up to the first that is damaged.

    Raises ImageUnreadable if it is no picture.
    """
    from .converting import as_picture  # noqa: PLC0415 — loads Pillow, which plain pictures do without
    from .decoding import open_page  # noqa: PLC0415 — as above

    start = stream.read(64)
    stream.seek(0)
    found, looked_at = dict[int, tuple[int, Picture]](), 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # as where the first frame alone was decoded
        with open_page(stream, start, 1) as image:
            first, area = image.tell(), image.width * image.height
            total = getattr(image, "n_frames", 1) - first
            for at in _spread(min(total, MOST_DECODED // area), MOST_KEPT // area):
                try:
                    image.seek(first + at)
                    check_size(image)
                    picture = as_picture(image)
                except Exception:  # damage leads Pillow to errors of every kind; what is there is looked at
                    break
                looked_at += 1
                found.setdefault(hash(picture.pixels.tobytes()), (1 + at, picture))
    return Frames(total, looked_at, tuple(found.values()))


def _spread(count: int, most: int) -> list[int]:
    """Return which of so many frames, from 0, are looked at: the first, the last, and others evenly."""
    last, after = count - 1, max(1, min(count - 1, most, MOST_FRAMES))
    return sorted({round(last * part / after) for part in range(after + 1)})
