"""All colours that are drawn, each written once, and the themes for drawing on light and on dark pictures."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ..board import Board
from ..files.pixels import Image
from ..pixels.brightness import is_dark

Colour = tuple[int, int, int]
"""RGB, 0 to 255."""

WATER = (44, 142, 240)
"""Water: stronger than what players put in on light pages, and lighter than it on dark ones."""
WATER_BLUE, PALE_BLUE = (40, 125, 255), (140, 205, 255)
"""Of hints: cells to fill, and their border on dark ground."""
RED = (235, 20, 30)
"""Broken rules."""
WHITE, BLACK = (255, 255, 255), (0, 0, 0)

PUZZLE_LINE, PUZZLE_INK = (150, 156, 165), (22, 26, 34)
"""Of a clean picture: lines between cells; walls and clues."""
CAPTION_LIGHT, CAPTION_DARK = (246, 248, 251), (24, 27, 31)
"""Ground of the strip below a picture."""
CAPTION_INK_ON_LIGHT, CAPTION_INK_ON_DARK = (28, 34, 44), (226, 230, 236)

READ_GRID, READ_WALL, READ_CLUE = (120, 190, 220), (25, 70, 190), (0, 115, 55)
LINE_NUMBER, DOUBT = (120, 120, 120), (215, 60, 0)
"""Of the review of a reading, with the numbers of rows and columns, and what is in doubt."""
TRACE_PINK, TRACE_GREEN = (255, 0, 160), (0, 150, 60)
"""What stages found: legible on light and on dark pictures."""
TRACE_GROUND = (200, 225, 200)
"""Differs from all greys."""


@dataclass(frozen=True, eq=False)
class Paint:
    """A colour that lets some of what is below it through."""

    colour: Colour
    opacity: int
    """0 to 255, which hides all."""

    @cached_property
    def premultiplied(self) -> NDArray[np.uint8]:
        """(4,) what it adds to each channel, and its opacity."""
        return np.array(
            [*((level * self.opacity + 127) // 255 for level in self.colour), self.opacity], np.uint8
        )


CLEAR = Paint(BLACK, 0)
MAYBE_WET = 190
"""Opacity of stripes in cells that may be wet, in the colour of the water."""
SUPPOSED, FOLLOWING = Paint((140, 60, 200), 235), Paint((150, 70, 210), 165)
"""Violet of what is supposed, and of what would follow from it."""
VIOLATION, VIOLATION_CELL, VIOLATION_LINE = Paint(RED, 225), Paint(RED, 90), Paint(RED, 46)
"""What breaks a rule: strokes, the tint of cells, and that of lines."""


@dataclass(frozen=True, eq=False, slots=True)
class Theme:
    """What is drawn otherwise on light and on dark pictures."""

    dim: Paint
    """On all that one need not look at."""
    lit: Paint
    """On rows and columns to look at."""
    ring: Paint
    """Inside the walls of the aquariums to look at."""
    water: Paint
    """On cells to fill."""
    shore: Paint
    """The border of water to fill in."""
    air: Paint
    """Crosses, dots, and the border of cells that stay dry."""
    halo: Paint
    """Around crosses, dots and question marks, for grounds of their own colour."""
    mistake: Paint
    """Around the player's mistakes: the hue is not that of red crosses."""
    unclear: Paint
    """On cells whose mark is unclear."""


LIGHT = Theme(
    dim=Paint((95, 104, 122), 84),
    lit=Paint((255, 222, 70), 62),
    ring=Paint((240, 140, 0), 225),
    water=Paint(WATER_BLUE, 128),
    shore=Paint((0, 70, 200), 235),
    air=Paint((60, 66, 82), 245),
    halo=Paint(WHITE, 190),
    mistake=Paint((200, 0, 140), 255),
    unclear=Paint((190, 105, 0), 245),
)
DARK = Theme(
    dim=Paint((12, 14, 18), 100),
    lit=Paint((255, 215, 90), 52),
    ring=Paint((255, 165, 30), 235),
    water=Paint(WATER_BLUE, 150),
    shore=Paint(PALE_BLUE, 240),
    air=Paint((236, 240, 246), 245),
    halo=Paint(BLACK, 170),
    mistake=Paint((255, 150, 222), 255),
    unclear=Paint((255, 190, 60), 245),
)


def cell_colours(image: Image, board: Board) -> Image:
    """Return (rows, cols, 3): the middle of every cell's upper left quarter, where no digit is."""
    u, v = np.meshgrid(np.arange(board.cols) + 0.25, np.arange(board.rows) + 0.25)
    x, y = board.points(u, v)
    rows = np.clip(y.astype(np.intp), 0, image.shape[0] - 1)
    cols = np.clip(x.astype(np.intp), 0, image.shape[1] - 1)
    return np.asarray(image[rows, cols], np.uint8)


def theme_of(image: Image, board: Board) -> Theme:
    """Return the theme for what is drawn on a board."""
    return DARK if is_dark(cell_colours(image, board)) else LIGHT
