"""A picture → the same faded, enlarged where cells are small: a canvas whose places are board positions."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PIL import Image as Pillow
from PIL import ImageDraw, ImageFont

from ..board import Board, PixelBox
from ..files.pixels import Image
from .palette import WHITE, Colour

LEGIBLE_PITCH = 40
"""Pixels a cell needs for numbers to be read in it; smaller boards are enlarged by a whole factor."""
MOST_PIXELS = 40_000_000
"""Pixels beyond which nothing is enlarged: a huge page with a small board stays a picture one can open."""
FADED = 0.35
"""Share of the picture's own colours that is left, the rest is white: dark pictures become light too."""
FADE = np.rint(255 - FADED * (255 - np.arange(256))).astype(np.uint8)
"""What becomes of every level of every channel."""
ASIDE, ABOVE = 4.2, 3.4
"""Cells of room left and right of the board, and above and below it: for a clue, what was read of it, and
words about it."""
FONT_SIZE = 0.42
"""Height of the numbers, in cells; that of words is WORDS of it."""
WORDS = 0.8
HALO = 0.12
"""White around letters, in heights: they are legible on whatever the picture shows there."""

Span = tuple[float, float, float, float]
"""left, top, right, bottom in pixels of the drawing."""


@dataclass(frozen=True, slots=True)
class Word:
    """A number to be written on the drawing."""

    text: str
    u: float
    """Where its middle belongs, as a board position; so is v."""
    v: float
    colour: Colour
    share: float = 1.0
    """Of the usual height."""


@dataclass(frozen=True, eq=False, slots=True)
class Canvas:
    """The faded picture to draw on, and where the board stands on it."""

    sheet: Pillow.Image
    """RGB."""
    pen: ImageDraw.ImageDraw
    board: Board
    scale: int
    """Pixels of the drawing per pixel of the picture."""
    start: tuple[int, int]
    """x and y in the drawing of the picture's corner."""

    @classmethod
    def of(cls, image: Image, board: Board) -> "Canvas":
        """Fade and enlarge a picture, with room around the board and above it for the legend."""
        height, width = image.shape[:2]
        scale = _scale(image, board)
        left, top, right, bottom = board.boxes([(-ASIDE, -ABOVE, board.cols + ASIDE, board.rows + ABOVE)])[0]
        x, y = max(0, -left) * scale, max(0, -top) * scale
        size = (x + max(width, right) * scale, y + max(height, bottom) * scale)
        sheet = Pillow.new("RGB", size, WHITE)
        faded = Pillow.fromarray(FADE[image])
        enlarged = faded.resize((width * scale, height * scale), Pillow.Resampling.BICUBIC)
        sheet.paste(enlarged, (x, y))
        return cls(sheet, ImageDraw.Draw(sheet), board, scale, (x, y))

    @property
    def pitch(self) -> float:
        """Pixels of the drawing per cell."""
        return self.board.pitch * self.scale

    def point(self, u: float, v: float) -> tuple[float, float]:
        """Return x and y in the drawing of a board position."""
        x, y = self.board.point(u, v)
        return x * self.scale + self.start[0], y * self.scale + self.start[1]

    def span(self, box: PixelBox) -> Span:
        """Return a box of the picture in pixels of the drawing."""
        left, top, right, bottom = (edge * self.scale for edge in box)
        x, y = self.start
        return left + x, top + y, right + x, bottom + y

    def line(self, ends: Sequence[tuple[float, float]], colour: Colour, width: float) -> None:
        """Draw a line through board positions, its width in cells."""
        thick = max(1, round(width * self.pitch))
        self.pen.line([self.point(u, v) for u, v in ends], colour, thick, joint="curve")

    def font(self, share: float = 1.0) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
        """Return the font of numbers, or one of a share of its height."""
        return ImageFont.load_default(FONT_SIZE * self.pitch * share)

    def write(self, word: Word) -> None:
        """Write upright, with a halo."""
        place, font = self.point(word.u, word.v), self.font(word.share)
        halo = round(HALO * FONT_SIZE * self.pitch * word.share)
        self.pen.text(place, word.text, word.colour, font, "mm", stroke_width=halo, stroke_fill=WHITE)

    def span_of(self, word: Word) -> Span:
        """Return where in the drawing a word stands."""
        return self.pen.textbbox(self.point(word.u, word.v), word.text, self.font(word.share), "mm")


def _scale(image: Image, board: Board) -> int:
    wanted = int(np.ceil(LEGIBLE_PITCH / board.pitch))
    most = int(np.sqrt(MOST_PIXELS / (image.shape[0] * image.shape[1])))
    return max(1, min(wanted, most))
