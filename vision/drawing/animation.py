"""Steps of human logic → an animated GIF in which the board fills step by step."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pillow
from PIL.GifImagePlugin import getdata, getheader

from solver.logic.step import Step, settled
from solver.puzzle import Known

from ..board import Board
from ..files.mark import MARK
from ..files.pixels import Image
from .caption import add_caption, lines_needed, strip_is_dark
from .steps import ClueBoxes, draw_air, draw_step
from .style import DEFAULT, Style
from .water import draw_known

if TYPE_CHECKING:
    from _typeshed import SupportsLenAndGetItem

MOST_PIXELS = 700_000
"""Pixels of a frame; larger pictures are reduced, down to cells of LEAST_PITCH."""
LEAST_PITCH = 24
"""Pixels per cell that a frame keeps, even if it has up to MORE times as many pixels then."""
MORE = 4
LEAST_WIDTH = 480
"""Pixels; a narrower picture is enlarged by a whole factor, so that its captions need few lines."""

SECONDS_PER_PIXEL, SECONDS_PER_CELL = 1e-7, 2e-5
"""What a frame takes on a usual computer, for each of its pixels and each cell of the board."""

COLOURS = 255
"""Colours of an animation; the last of the 256 that the format has stands for what does not change."""
SAMPLED_FRAMES, SAMPLED_PIXELS = 8, 40_000
"""How many frames, and how many pixels of each, choose the colours."""
KMEANS_ROUNDS = 1
"""Rounds in which the colours are moved to the middle of what they stand for."""
LAST_TIMES = 3
"""Times as long as the others the last frame stays, before the animation begins anew."""
LEAST_DELAY, MOST_DELAY = 20, 655_350
"""Milliseconds that viewers respect, and that the format holds."""

Indices = NDArray[np.uint8]
"""(H, W): numbers of colours in a palette."""


@dataclass(frozen=True, eq=False)
class Animation:
    """The frames, uint8 (H, W, 3) RGB, each drawn when it is asked for: hundreds need little memory."""

    image: Image
    board: Board
    regions: Sequence[Sequence[int]]
    steps: Sequence[Step]
    captions: Sequence[str]
    """Of the first frame, of every step's, and of the last one."""
    known: Known
    """What was known before the first step: it is in the picture already."""
    clue_boxes: ClueBoxes | None
    style: Style = DEFAULT

    def __len__(self) -> int:
        return len(self.steps) + 2

    def __getitem__(self, number: int, /) -> Image:
        """Draw the picture as it is, a step lit upon those before, or at last all that is known."""
        frame = self._picture(number)
        return add_caption(frame, self.captions[number], lines=self._lines, dark=strip_is_dark(self.image))

    def _picture(self, number: int) -> Image:
        if number == 0:
            return self.image
        before, now = self.steps[: number - 1], self.steps[number - 1 : number]
        water = [cell for step in before for cell in step.water]
        air = [cell for step in before for cell in step.air]
        if not now:
            return draw_known(
                self.image, self.board, settled(self.known, water, air), self.regions, self.style
            )
        dry: Known = tuple((False,) * len(row) for row in self.known)
        filled = draw_known(self.image, self.board, settled(dry, water), self.regions, self.style)
        dotted = draw_air(filled, self.board, air)
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
    style: Style = DEFAULT,
) -> Animation:
    """Return the frames of an animation on a picture, uint8 (H, W, 3) RGB, scaled to a size fit for it.

    `captions` are two more than steps: of the picture as it is, of every step, and of the end. `known` is
    what the picture shows before the first step, nothing where not given; `clue_boxes` are in pixels.
    """
    known = ((None,) * board.cols,) * board.rows if known is None else known
    fit, right, down = _fitting(image, board)
    placed = replace(board, to_picture=np.diag([right, down, 1.0]) @ board.to_picture)
    boxes = None if clue_boxes is None else _scaled(clue_boxes, right, down)
    return Animation(fit, placed, regions, steps, captions, known, boxes, style)


def frames_in(seconds: float, image: Image, board: Board) -> int:
    """Return how many frames of an animation on a picture can be drawn in so many seconds of work."""
    height, width = _fit_size(image, board)
    frame = SECONDS_PER_PIXEL * height * width + SECONDS_PER_CELL * board.rows * board.cols
    return int(min(seconds / frame, sys.maxsize))


def encode_animation(frames: "SupportsLenAndGetItem[Image]", seconds: float) -> bytes:
    """Return an animated GIF that is repeated without end; every frame stays for so many seconds.

    Frame by frame: Pillow's `save_all` would hold all of them in memory. Those between the first and the last
    share the colours that some of them choose beforehand, so that what does not change does not flicker, and
    only what changes is stored.
    """
    return b"".join(_blocks(frames, _palettes(frames), seconds))


def _fitting(image: Image, board: Board) -> tuple[Image, float, float]:
    """Return the picture reduced or enlarged for an animation, and by how much across and down."""
    height, width = image.shape[:2]
    high, wide = _fit_size(image, board)
    if (high, wide) == (height, width):
        return image, 1.0, 1.0
    way = cv2.INTER_AREA if wide < width else cv2.INTER_CUBIC
    fit = np.asarray(cv2.resize(image, (wide, high), interpolation=way), np.uint8)
    return fit, wide / width, high / height


def _fit_size(image: Image, board: Board) -> tuple[int, int]:
    """Return the height and width that a picture has in an animation."""
    height, width = image.shape[:2]
    scale = np.sqrt(MOST_PIXELS / (height * width))
    scale = min(1.0, max(scale, min(LEAST_PITCH / board.pitch, scale * np.sqrt(MORE))))
    if width < LEAST_WIDTH and scale == 1:
        scale = min(np.ceil(LEAST_WIDTH / width), np.floor(np.sqrt(MOST_PIXELS / (height * width))))
    return round(height * scale), round(width * scale)


def _scaled(boxes: ClueBoxes, right: float, down: float) -> ClueBoxes:
    cols, rows = (
        [(round(a * right), round(b * down), round(c * right), round(d * down)) for a, b, c, d in axis]
        for axis in boxes
    )
    return cols, rows


def _palettes(frames: "SupportsLenAndGetItem[Image]") -> list[Pillow.Image]:
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
    return strip.quantize(COLOURS, Pillow.Quantize.MEDIANCUT, kmeans=KMEANS_ROUNDS, dither=Pillow.Dither.NONE)


def _sample(frame: Image) -> NDArray[np.uint8]:
    """Return (n, 3): the colours of pixels spread over a frame."""
    pixels = frame.reshape(-1, 3)
    return pixels[:: max(1, len(pixels) // SAMPLED_PIXELS)].copy()


def _blocks(
    frames: "SupportsLenAndGetItem[Image]", palettes: Sequence[Pillow.Image], seconds: float
) -> Iterator[bytes]:
    """Yield the file: its head, blocks of every frame, its end."""
    last = len(palettes) - 1
    shared = palettes[(last + 1) // 2]
    before: Indices | None = None
    for number, palette in enumerate(palettes):
        image, corner = _indexed(frames[number], palette), (0, 0)
        indices = np.asarray(image)
        own = palette is not shared
        if before is None:
            head = Pillow.new("P", image.size)
            head.putpalette(shared.getpalette() or ())
            yield from getheader(head, info={"loop": 0, "comment": MARK})[0]
        elif palette is palettes[number - 1]:
            image, corner, own = *_change(before, indices), False
        delay = round(100 * seconds * (LAST_TIMES if number == last else 1)) * 10
        delay = max(LEAST_DELAY, min(delay, MOST_DELAY))
        yield from getdata(
            image, corner, duration=delay, transparency=COLOURS, disposal=1, include_color_table=own
        )
        before = indices
    yield b"\x3b"


def _indexed(frame: Image, palette: Pillow.Image) -> Pillow.Image:
    """Return a frame in the colours of a palette."""
    return Pillow.fromarray(frame).quantize(palette=palette, dither=Pillow.Dither.NONE)


def _change(before: Indices, after: Indices) -> tuple[Pillow.Image, tuple[int, int]]:
    """Return the part of a frame that holds all changes, the rest of it transparent, and its left and top."""
    differs = before != after
    rows, cols = np.flatnonzero(differs.any(axis=1)), np.flatnonzero(differs.any(axis=0))
    if not len(rows):
        return Pillow.new("L", (1, 1), COLOURS), (0, 0)
    part = np.s_[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1]
    changed = np.where(differs, after, np.uint8(COLOURS))[part]
    return Pillow.fromarray(changed), (int(cols[0]), int(rows[0]))
