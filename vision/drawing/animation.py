"""Steps of human logic → an animated GIF in which the board fills step by step."""

import io
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pillow

from solver.logic.step import Step, settled
from solver.puzzle import Known

from ..board import Board
from ..files.mark import MARK
from ..files.pixels import Image
from ..reading.reading import ClueBoxes, Reading
from .caption import add_caption, lines_needed, strip_is_dark
from .overlay import Drawing, Part, known_parts
from .steps import air_layer, step_layer
from .style import DEFAULT, Style

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
SAMPLED_BETWEEN, SAMPLED_PIXELS = 4, 40_000
"""How many frames besides the first and the last, and how many pixels of each, choose the colours."""
KMEANS_ROUNDS = 1
"""Rounds in which the colours are moved to the middle of what they stand for."""
LAST_TIMES = 3
"""Times as long as the others the last frame stays, before the animation begins anew."""


@dataclass(frozen=True, eq=False)
class Animation:
    """The frames, uint8 (H, W, 3) RGB, each drawn when it is asked for: hundreds need little memory."""

    image: Image
    reading: Reading
    steps: Sequence[Step]
    captions: Sequence[str]
    """Of the first frame, of every step's, and of the last one."""
    known: Known
    """What was known before the first step: it is in the picture already."""
    style: Style = DEFAULT

    def __len__(self) -> int:
        return len(self.steps) + 2

    def __getitem__(self, number: int, /) -> Image:
        """Draw the picture as it is, a step lit upon those before, or at last all that is known."""
        frame = Drawing(self.image, self._parts(number)).pixels
        return add_caption(frame, self.captions[number], lines=self._lines, dark=strip_is_dark(self.image))

    def _parts(self, number: int) -> tuple[Part, ...]:
        if number == 0:
            return ()
        before, now = self.steps[: number - 1], self.steps[number - 1 : number]
        water = [cell for step in before for cell in step.water]
        air = [cell for step in before for cell in step.air]
        board, regions = self.reading.board, self.reading.puzzle.regions
        if not now:
            return known_parts(board, settled(self.known, water, air), regions, style=self.style)
        dry: Known = tuple((False,) * len(row) for row in self.known)
        return (
            *known_parts(board, settled(dry, water), regions, style=self.style),
            air_layer(self.image, board, air),
            step_layer(self.image, self.reading, now[0]),
        )

    @cached_property
    def _lines(self) -> int:
        return lines_needed(self.image.shape[1], self.captions)


def animate(
    image: Image,
    reading: Reading,
    steps: Sequence[Step],
    captions: Sequence[str],
    *,
    known: Known | None = None,
    style: Style = DEFAULT,
) -> Animation:
    """Return the frames of an animation on a picture, uint8 (H, W, 3) RGB, scaled to a size fit for it.

    `captions` are two more than steps: of the picture as it is, of every step, and of the end. `known` is
    what the picture shows before the first step, nothing where not given.
    """
    board = reading.board
    known = ((None,) * board.cols,) * board.rows if known is None else known
    fit, right, down = _fitting(image, board)
    scaled = replace(
        reading,
        board=replace(board, to_picture=np.diag([right, down, 1.0]) @ board.to_picture),
        clue_boxes=_scaled(reading.clue_boxes, right, down),
    )
    return Animation(fit, scaled, steps, captions, known, style)


def frames_in(seconds: float, image: Image, board: Board) -> int:
    """Return how many frames of an animation on a picture can be drawn in so many seconds of work."""
    height, width = _fit_size(image, board)
    frame = SECONDS_PER_PIXEL * height * width + SECONDS_PER_CELL * board.rows * board.cols
    return int(min(seconds / frame, sys.maxsize))


def encode_animation(frames: "SupportsLenAndGetItem[Image]", seconds: float) -> bytes:
    """Return an animated GIF that is repeated without end; every frame stays for so many seconds.

    All frames share the colours that some of them choose beforehand, so that what does not change does not
    flicker, and only what changes is stored. Pillow holds all of them as indices, a byte a pixel.
    """
    palette, last, delay = _palette(frames), len(frames) - 1, round(1000 * seconds)
    indexed = (
        Pillow.fromarray(frames[number]).quantize(palette=palette, dither=Pillow.Dither.NONE)
        for number in range(len(frames))
    )
    file = io.BytesIO()
    settings: dict[str, Any] = {
        **{"append_images": indexed, "optimize": True, "disposal": 1, "loop": 0, "comment": MARK},
        **{"palette": bytes(palette.getpalette() or ()).ljust(3 * 256), "transparency": COLOURS},
        **{"duration": [*[delay] * last, LAST_TIMES * delay]},
    }
    next(indexed).save(file, "GIF", save_all=True, **settings)
    return file.getvalue()


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
        tuple((round(a * right), round(b * down), round(c * right), round(d * down)) for a, b, c, d in axis)
        for axis in boxes
    )
    return cols, rows


def _palette(frames: "SupportsLenAndGetItem[Image]") -> Pillow.Image:
    """Return a picture whose palette has the colours of an animation."""
    last = len(frames) - 1
    between = range(1, last, max(1, last // SAMPLED_BETWEEN))
    strip = np.concatenate([_sample(frames[number]) for number in (0, *between, last)])
    method = Pillow.Quantize.MEDIANCUT
    return Pillow.fromarray(strip[None]).quantize(COLOURS, method, kmeans=KMEANS_ROUNDS)


def _sample(frame: Image) -> NDArray[np.uint8]:
    """Return (n, 3): the colours of pixels spread over a frame."""
    pixels = frame.reshape(-1, 3)
    return pixels[:: max(1, len(pixels) // SAMPLED_PIXELS)].copy()
