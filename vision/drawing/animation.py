"""Steps of human logic → an animated picture in which the water is poured step by step."""

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pillow

from solver.logic.step import Step, settled
from solver.puzzle import Known

from ..board import Board
from ..files.pixels import Image
from ..files.save import MARK, replace_file
from .caption import add_caption, lines_needed, strip_is_dark
from .steps import ClueBoxes, draw_air, draw_step
from .water import draw_known

MOST_PIXELS = 700_000
"""Pixels of a frame; larger pictures are reduced, down to cells of LEAST_PITCH."""
LEAST_PITCH = 24
"""Pixels per cell that a frame keeps, even if it has up to MORE times as many pixels then."""
MORE = 4
LEAST_WIDTH = 480
"""Pixels; a narrower picture is enlarged by a whole factor, so that its captions need few lines."""

COLOURS = 255
"""Colours of a film; the last of the 256 that the format has stands for what does not change."""
SAMPLED_FRAMES, SAMPLED_PIXELS = 8, 40_000
"""How many frames, and how many pixels of each, choose the colours."""
ROUNDS = 1
"""Rounds in which the colours are moved to the middle of what they stand for."""
LAST_TIMES = 3
"""Times as long as the others the last frame stays, before the film begins anew."""
LZW_BITS, FULL_TABLE = 8, 0x87
"""Bits of a colour's number, and the flags that announce a table of 256 colours."""
FOREVER = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
"""The block that makes viewers repeat the film without end."""

Numbers = NDArray[np.uint8]


class Frames(Protocol):
    """Frames of one size, uint8 (H, W, 3) RGB each: a list, or what draws each anew when it is asked for."""

    def __getitem__(self, number: int, /) -> Image:
        """Return a frame, from 0."""
        ...

    def __len__(self) -> int:
        """Return how many frames there are."""
        ...


@dataclass(frozen=True, eq=False)
class Animation:
    """The frames in which water is poured, each drawn when it is asked for: they need little memory."""

    image: Image
    board: Board
    regions: Sequence[Sequence[int]]
    steps: Sequence[Step]
    captions: Sequence[str]
    """Of the first frame, of every step's, and of the last one."""
    known: Known
    """What was known before the first step: it is in the picture already."""
    clue_boxes: ClueBoxes | None

    def __len__(self) -> int:
        return len(self.steps) + 2

    def __getitem__(self, number: int, /) -> Image:
        """Draw the picture as it is, a step lit upon what was poured before, or at last all that is known."""
        frame = self._picture(number)
        return add_caption(frame, self.captions[number], lines=self._lines, dark=strip_is_dark(self.image))

    def _picture(self, number: int) -> Image:
        if number == 0:
            return self.image
        before, now = self.steps[: number - 1], self.steps[number - 1 : number]
        water = [cell for step in before for cell in step.water]
        air = [cell for step in before for cell in step.air]
        if not now:
            return draw_known(self.image, self.board, settled(self.known, water, air), self.regions)
        dry: Known = tuple((False,) * len(row) for row in self.known)
        poured = draw_known(self.image, self.board, settled(dry, water), self.regions)
        dotted = draw_air(poured, self.board, air)
        return draw_step(dotted, self.board, now[0], self.regions, clue_boxes=self.clue_boxes)

    @cached_property
    def _lines(self) -> int:
        return lines_needed(self.image.shape[1], self.captions)


def animate(
    image: Image,
    board: Board,
    regions: Sequence[Sequence[int]],
    steps: Sequence[Step],
    captions: Sequence[str],
    *,
    known: Known | None = None,
    clue_boxes: ClueBoxes | None = None,
) -> Animation:
    """Return the frames of a film on a picture of a size fit for it.

    Parameters
    ----------
    image : np.ndarray, uint8, shape (H, W, 3)
        RGB.
    board : Board
        Where the lattice stands in it.
    regions : sequence of sequences of int
        regions[row][col]: the number of the cell's aquarium.
    steps : sequence of Step
        One after the other, each right when those before are done.
    captions : sequence of str
        Two more than steps: of the picture as it is, of every step, and of the end.
    known : Known, optional
        What the picture shows as known before the first step; nothing where not given.
    clue_boxes : pair of sequences, optional
        Where column and row clues stand, in pixels.
    """
    known = tuple((None,) * board.cols for _ in range(board.rows)) if known is None else known
    fit, right, down = _fitting(image, board)
    placed = replace(board, to_picture=np.diag([right, down, 1.0]) @ board.to_picture)
    boxes = None if clue_boxes is None else _scaled(clue_boxes, right, down)
    return Animation(fit, placed, regions, steps, captions, known, boxes)


def save_animation(path: Path, frames: Frames, seconds: float) -> None:
    """Write an animated GIF that is repeated without end.

    Some frames are looked at beforehand and choose the colours. Those between the first and the last share
    them, so that what does not change does not flicker, and only what changes is stored. The file appears
    whole or not at all.

    Raises
    ------
    ImageUnwritable
        If the place cannot be written.
    """
    replace_file(path, b"".join(_blocks(frames, _palettes(frames), seconds)))


def _fitting(image: Image, board: Board) -> tuple[Image, float, float]:
    """Return the picture reduced or enlarged for a film, and by how much across and down."""
    height, width = image.shape[:2]
    scale = np.sqrt(MOST_PIXELS / (height * width))
    scale = min(1.0, max(scale, min(LEAST_PITCH / board.pitch, scale * np.sqrt(MORE))))
    if width < LEAST_WIDTH and scale == 1:
        scale = min(np.ceil(LEAST_WIDTH / width), np.floor(np.sqrt(MOST_PIXELS / (height * width))))
    if scale == 1:
        return image, 1.0, 1.0
    size = round(width * scale), round(height * scale)
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    fit = np.asarray(cv2.resize(image, size, interpolation=way), np.uint8)
    return fit, size[0] / width, size[1] / height


def _scaled(boxes: ClueBoxes, right: float, down: float) -> ClueBoxes:
    cols, rows = (
        [tuple(round(edge * by) for edge, by in zip(box, (right, down) * 2, strict=True)) for box in axis]
        for axis in boxes
    )
    return cols, rows  # type: ignore[return-value] # tuples of four, as they were


def _palettes(frames: Frames) -> list[Pillow.Image]:
    """Return a picture for every frame whose palette it has: the first, those between, and the last.

    The first and the last frame show all at full strength, those between dimmed.
    """
    last = len(frames) - 1
    apart = max(1, last // SAMPLED_FRAMES)
    groups = [range(1), range(1, last, apart), range(last, last + 1)]
    first, between, end = (
        _palette([_sample(frames[number]) for number in group] or [_sample(frames[0])]) for group in groups
    )
    return [first, *[between] * (last - 1), end][: last + 1]


def _palette(samples: list[NDArray[np.uint8]]) -> Pillow.Image:
    strip = Pillow.fromarray(np.concatenate(samples)[None])
    return strip.quantize(COLOURS, Pillow.Quantize.MEDIANCUT, kmeans=ROUNDS, dither=Pillow.Dither.NONE)


def _sample(frame: Image) -> NDArray[np.uint8]:
    """Return (n, 3): the colours of pixels spread over a frame."""
    pixels = frame.reshape(-1, 3)
    return pixels[:: max(1, len(pixels) // SAMPLED_PIXELS)].copy()


def _blocks(frames: Frames, palettes: Sequence[Pillow.Image], seconds: float) -> Iterator[bytes]:
    """Yield the file: its head, a block per frame, its end."""
    shared = palettes[len(palettes) // 2]
    before: Numbers | None = None
    for number, palette in enumerate(palettes):
        numbers = _numbered(frames[number], palette)
        shown = seconds * (LAST_TIMES if number == len(palettes) - 1 else 1)
        if before is None:
            yield _head(numbers.shape, shared)
        if before is not None and palette is palettes[number - 1]:
            yield _frame(*_change(before, numbers), shown)
        else:
            yield _frame(numbers, (0, 0), shown, b"" if palette is shared else _colours(palette))
        before = numbers
    yield b"\x3b"


def _head(shape: tuple[int, ...], palette: Pillow.Image) -> bytes:
    height, width = shape
    size = struct.pack("<HHBBB", width, height, FULL_TABLE | 0x70, 0, 0)
    mark = b"\x21\xfe" + bytes([len(MARK)]) + MARK.encode() + b"\0"
    return b"GIF89a" + size + _colours(palette) + FOREVER + mark


def _colours(palette: Pillow.Image) -> bytes:
    """Return the table of 256 colours."""
    return bytes(palette.getpalette() or ()).ljust(3 * 256, b"\0")[: 3 * 256]


def _numbered(frame: Image, palette: Pillow.Image) -> Numbers:
    """Return (H, W): the number of every pixel's colour."""
    return np.asarray(Pillow.fromarray(frame).quantize(palette=palette, dither=Pillow.Dither.NONE), np.uint8)


def _change(before: Numbers, after: Numbers) -> tuple[Numbers, tuple[int, int]]:
    """Return the part of a frame that holds all changes, the rest of it transparent, and its left and top."""
    differs = before != after
    rows, cols = np.flatnonzero(differs.any(axis=1)), np.flatnonzero(differs.any(axis=0))
    if not len(rows):
        return np.full((1, 1), COLOURS, np.uint8), (0, 0)
    part = np.s_[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1]
    return np.where(differs, after, np.uint8(COLOURS))[part], (int(cols[0]), int(rows[0]))


def _frame(numbers: Numbers, place: tuple[int, int], seconds: float, colours: bytes = b"") -> bytes:
    """Return a frame as the format has it: how long it stays, where it stands, its colours and its pixels."""
    height, width = numbers.shape
    hundredths = max(2, min(round(100 * seconds), 0xFFFF))
    control = struct.pack("<BBBBHBB", 0x21, 0xF9, 4, 0x05, hundredths, COLOURS, 0)
    descriptor = struct.pack("<BHHHHB", 0x2C, *place, width, height, FULL_TABLE if colours else 0)
    sheet = Pillow.fromarray(np.ascontiguousarray(numbers))
    pixels = sheet.tobytes("gif", "L", LZW_BITS, 0)
    return b"".join([control, descriptor, colours, bytes([LZW_BITS]), pixels, b"\0"])
