"""What is kept of a picture besides its outcome: how it looked before and after, small, for the page."""

import io
from pathlib import Path
from typing import cast

import cv2
from PIL import Image as Pillow

from vision.files.guarded import load_guarded
from vision.files.pixels import Image

from ..outcome import Outcome
from ..record import Crop, FileState, PictureInfo, Thumbnails

THUMBNAIL = 176
"""Pixels of a thumbnail's longer side: twice what a page shows, for dense screens."""
QUALITY = 45
"""Of WebP: lines and water stay clear, and a thumbnail takes 2 KB."""
EFFORT = 2
"""Of WebP: a third of the usual time, a twentieth more bytes."""
HALVED_FROM = 4 * THUMBNAIL
"""Pixels of a longer side that is halved first: from twice its size, the last step looks like one step."""
CLUE_ROOM = 1.8
"""Cells around the board that a thumbnail shows: the clues."""


def describe_picture(state: FileState | None, outcome: Outcome, pixels: Image | None) -> PictureInfo:
    """Return what is kept of a picture that was worked on. It never fails: what cannot be seen is left out.

    `state` is that of the file before it was read: one that changes meanwhile looks changed then. `pixels`
    are the picture's, uint8 (H, W, 3), None if it could not be loaded.
    """
    if pixels is None:
        return PictureInfo(state)
    try:
        crop = crop_of(outcome, pixels.shape)
        after = _after(outcome)
        part = crop if after is None or outcome.target else (0, 0, after.shape[1], after.shape[0])
        small_after = None if after is None else thumbnail(after, part)
        thumbnails = Thumbnails(thumbnail(pixels, crop), small_after, crop)
        return PictureInfo(state, (pixels.shape[0], pixels.shape[1]), thumbnails)
    except Exception:  # whatever befalls a picture's looks, its outcome stands
        return PictureInfo(state)


def thumbnail(pixels: Image, crop: Crop) -> bytes:
    """Return a part of a picture, uint8 (H, W, 3) RGB, made small, as WebP."""
    left, top, right, bottom = crop
    part = pixels[top:bottom, left:right]
    while max(part.shape[:2]) >= HALVED_FROM:  # averaging squares of four takes half the time of one step
        height, width = part.shape[0] // 2, part.shape[1] // 2
        part = _shrunk(part[: 2 * height, : 2 * width], width, height)
    scale = min(1.0, THUMBNAIL / max(part.shape[:2]))
    small = _shrunk(part, max(1, round(part.shape[1] * scale)), max(1, round(part.shape[0] * scale)))
    file = io.BytesIO()
    Pillow.fromarray(small).save(file, "WEBP", quality=QUALITY, method=EFFORT)
    return file.getvalue()


def _shrunk(pixels: Image, width: int, height: int) -> Image:
    return cast(Image, cv2.resize(pixels, (width, height), interpolation=cv2.INTER_AREA))


def _after(outcome: Outcome) -> Image | None:
    """Return the answer, or the drawing of what was read."""
    if outcome.picture is not None:
        return outcome.picture
    return load_guarded(Path(outcome.reading_output)).pixels if outcome.reading_output else None


def crop_of(outcome: Outcome, shape: tuple[int, ...]) -> Crop:
    """Return where the board is with its clues and all that is in doubt; all of a picture without one."""
    height, width = shape[:2]
    if outcome.result is None or outcome.result.reading is None:
        return 0, 0, width, height
    board = outcome.result.reading.board
    xs, ys = zip(*board.corners, strict=True)
    room = CLUE_ROOM * max((max(xs) - min(xs)) / board.cols, (max(ys) - min(ys)) / board.rows)
    with_clues = min(xs) - room, min(ys) - room, max(xs) + room, max(ys) + room
    in_doubt = (found.box for found in (*outcome.result.repairs, *outcome.result.doubts))
    lefts, tops, rights, bottoms = zip(with_clues, *in_doubt, strict=True)
    right, bottom = min(width, int(max(rights)) + 1), min(height, int(max(bottoms)) + 1)
    return max(0, int(min(lefts))), max(0, int(min(tops))), right, bottom
