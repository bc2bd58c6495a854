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
KEPT = 2.0
"""Of a thumbnail's size at least, from which the last step of making it small looks like one step."""
CLUE_ROOM = 1.8
"""Cells around the board that a thumbnail shows: the clues."""


def describe_picture(
    source: Path | None,
    state: FileState | None,
    outcome: Outcome,
    pixels: Image | None = None,
    *,
    page: int = 1,
) -> PictureInfo:
    """Return what is kept of a picture that was worked on. It never fails: what cannot be seen is left out.

    `state` is that of the file before it was read: one that changes meanwhile looks changed then. `outcome`
    has the pixels of its answer, and `pixels` are uint8 (H, W, 3) of the picture, if they are at hand; else
    the files are read once more, `page` of `source`.
    """
    if outcome.status in ("unreadable", "crashed"):
        return PictureInfo(state)
    try:
        before = _loaded(source, page) if pixels is None else pixels
        crop = crop_of(outcome, before.shape[:2])
        after = _after(outcome)
        part = crop if after is None or outcome.output else (0, 0, after.shape[1], after.shape[0])
        small_after = None if after is None else thumbnail(after, part)
        thumbnails = Thumbnails(thumbnail(before, crop), small_after, crop)
        return PictureInfo(state, (before.shape[0], before.shape[1]), thumbnails)
    except Exception:  # whatever befalls a picture's looks, its outcome stands
        return PictureInfo(state)


def thumbnail(pixels: Image, crop: Crop) -> bytes:
    """Return a part of a picture, uint8 (H, W, 3) RGB, made small, as WebP."""
    left, top, right, bottom = crop
    part = pixels[top:bottom, left:right]
    scale = min(1.0, THUMBNAIL / max(part.shape[:2]))
    size = max(1, round(part.shape[1] * scale)), max(1, round(part.shape[0] * scale))
    small = cv2.resize(_halved(part, size), size, interpolation=cv2.INTER_AREA)
    file = io.BytesIO()
    Pillow.fromarray(small).save(file, "WEBP", quality=QUALITY, method=EFFORT)
    return file.getvalue()


def _halved(pixels: Image, size: tuple[int, int]) -> Image:
    """Halve a picture as long as it stays `KEPT` times the size, (width, height), that it is wanted in.

    To average squares of four is so quick that it takes less than half of the time of one step.
    """
    while min(pixels.shape[1] / size[0], pixels.shape[0] / size[1]) >= 2 * KEPT:
        height, width = pixels.shape[0] // 2, pixels.shape[1] // 2
        whole = pixels[: 2 * height, : 2 * width]
        pixels = cast(Image, cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA))
    return pixels


def _loaded(source: Path | None, page: int = 1) -> Image:
    if source is None:
        raise ValueError("standard input cannot be read twice")
    return load_guarded(source, page).pixels


def _after(outcome: Outcome) -> Image | None:
    """Return the answer, or the drawing of what was read."""
    if outcome.picture is not None:
        return outcome.picture
    drawn = outcome.output or outcome.reading_output
    return _loaded(Path(drawn)) if drawn not in (None, "-") else None


def crop_of(outcome: Outcome, shape: tuple[int, ...]) -> Crop:
    """Return where the board is with its clues and all that is in doubt; all of a picture without one."""
    height, width = shape[:2]
    if outcome.result is None or outcome.result.reading is None:
        return 0, 0, width, height
    board = outcome.result.reading.board
    xs, ys = [x for x, _ in board.corners], [y for _, y in board.corners]
    room = CLUE_ROOM * max((max(xs) - min(xs)) / board.cols, (max(ys) - min(ys)) / board.rows)
    boxes = [repair.box for repair in outcome.result.repairs] + [doubt.box for doubt in outcome.result.doubts]
    left = min([min(xs) - room, *(box[0] for box in boxes)])
    top = min([min(ys) - room, *(box[1] for box in boxes)])
    right = max([max(xs) + room, *(box[2] for box in boxes)])
    bottom = max([max(ys) + room, *(box[3] for box in boxes)])
    return max(0, int(left)), max(0, int(top)), min(width, int(right) + 1), min(height, int(bottom) + 1)
