"""A picture and what is drawn over it: water, the player's mistakes, and cells to be asked about.

A `Drawing` keeps its parts, so that it can be written as pixels or as vectors.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from solver.formats.annotated import CROSS, EMPTY, WATER
from solver.grid import Cell
from solver.puzzle import Known, Marks, Puzzle
from solver.puzzle import Water as Wet

from ..board import Board
from ..files.pixels import Image
from ..reading.reading import Reading
from .layer import Layer, Stroke, arc
from .palette import MAYBE_WET, PUZZLE_INK, Paint, theme_of
from .steps import CROSSES
from .style import DEFAULT, Style
from .water import Water

INSET, ARM = 0.17, 0.2
"""How far the brackets around a mistake stand from a cell's border, and how long their arms are, in cells."""
STROKE, HALO = 0.085, 0.045
"""Width of their strokes, and of the halo around these, in cells."""
UNCLEAR_BORDER = 0.07
"""Width, in cells, of the border of cells that are asked about: thinner than that of a mistake."""
BOW, TOP, STEM, DOT = 0.13, 0.36, 0.6, 0.74
"""Of a question mark, in cells: the radius of its bow, and where from the top the middle of this, the end of
the stem and the dot are."""
QUESTION_STROKE, QUESTION_HALO, DOT_SHARE = 0.09, 0.06, 1.2
"""Width of its stroke and of the halo around it, in cells, and the dot's width as a share of the stroke's."""


class Part(Protocol):
    """What is drawn over a picture."""

    def lay_on(self, drawn: Image) -> Image:
        """Draw it into a picture, uint8 (H, W, 3) RGB, in place, and return that."""


@dataclass(frozen=True, eq=False, slots=True)
class Clean:
    """What a clean picture shows."""

    puzzle: Puzzle
    board: Board
    """Where it stands."""
    entries: tuple[Part, ...] = ()
    """What the player has put in, as it is drawn."""


@dataclass(frozen=True, eq=False)
class Drawing:
    """A picture and the parts that are drawn over it, in their order."""

    base: Image
    """uint8 (H, W, 3) RGB: the picture as it was; it stays so."""
    parts: tuple[Part, ...] = ()
    clean: Clean | None = None
    """What the base shows if it is a clean picture, which can be drawn without pixels."""

    @cached_property
    def pixels(self) -> Image:
        """The picture with all parts drawn into it, uint8 (H, W, 3) RGB."""
        drawn = self.base.copy()
        for part in self.parts:
            drawn = part.lay_on(drawn)
        return drawn


def clean_of(reading: Reading, style: Style = DEFAULT) -> Clean:
    """Return what the clean picture of a puzzle shows; unclear cells stay blank."""
    puzzle, board, marks = reading.puzzle, reading.board, reading.marks
    wet = [[mark == WATER for mark in line] for line in marks]
    dry = [(row, col) for row, line in enumerate(marks) for col, mark in enumerate(line) if mark == CROSS]
    crosses = Layer(board)
    crosses.mark(dry, CROSSES[0], Paint(PUZZLE_INK, 255))
    return Clean(puzzle, board, (Water(board, wet, puzzle.regions, style=style), crosses))


def draw_answers(image: Image, answers: Iterable[tuple[Reading, Wet, bool]]) -> Image:
    """Return a copy of a page, uint8 (H, W, 3) RGB, with the water and the mistakes on each of some boards.

    With each comes whether its walls are certain.
    """
    drawings = (
        answer_drawing(image, reading, water, walls_certain=certain) for reading, water, certain in answers
    )
    return Drawing(image, tuple(part for drawing in drawings for part in drawing.parts)).pixels


def answer_drawing(
    image: Image, reading: Reading, water: Wet, *, walls_certain: bool, style: Style = DEFAULT
) -> Drawing:
    """Draw the water and the player's mistakes; walls that are not certain do not show in the water."""
    puzzle, board = reading.puzzle, reading.board
    regions = puzzle.regions if walls_certain else ((1,) * puzzle.width,) * puzzle.height
    wet = Water(board, water, regions, reading.marks, style)
    if style.only_new:
        return Drawing(image, (wet,))
    return Drawing(image, (wet, mistakes_layer(image, board, find_mistakes(reading.marks, water))))


def known_parts(
    board: Board,
    known: Known,
    regions: Sequence[Sequence[int]],
    *,
    put: Marks | None = None,
    style: Style = DEFAULT,
) -> tuple[Part, ...]:
    """Return water where known[row][col] is True, and stripes where it is None.

    Cells known to be dry stay what they were. Surfaces are shown where the water above is not certain.
    """
    water = Water(board, [[wet is True for wet in row] for row in known], regions, put, style)
    unknown = [(row, col) for row, cells in enumerate(known) for col, wet in enumerate(cells) if wet is None]
    if style.only_new and put is not None:
        unknown = [(row, col) for row, col in unknown if put[row][col] in (EMPTY, None)]
    if not unknown:
        return (water,)
    layer = Layer(board)
    layer.stripe(unknown, Paint(style.water, MAYBE_WET))
    return water, layer


def find_mistakes(
    marks: Sequence[Sequence[int | None]], water: Sequence[Sequence[bool]]
) -> NDArray[np.bool_]:
    """Return (rows, cols): where the player surely put water in a dry cell, or a cross in a wet one."""
    put, wet = np.array(marks, np.object_), np.array(water, np.bool_)
    return np.asarray(((put == WATER) & ~wet) | ((put == CROSS) & wet), np.bool_)


def mistakes_layer(image: Image, board: Board, wrong: ArrayLike) -> Layer:
    """Return brackets in the four corners of every cell where wrong[row][col].

    They are for a picture, uint8 (H, W, 3) RGB. What the player has put there stays in sight between them.
    """
    layer = Layer(board)
    if cells := [(row, col) for row, col in np.argwhere(np.asarray(wrong, np.bool_)).tolist()]:
        theme = theme_of(image, board)
        strokes = _brackets(STROKE), _brackets(STROKE + 2 * HALO)
        layer.mark_on_halo(cells, strokes, theme.mistake, theme.halo)
    return layer


def _brackets(width: float) -> tuple[Stroke, ...]:
    """Return the brackets of a cell, their strokes' width in cells."""
    ends: Sequence[tuple[float, float]] = ((INSET, INSET + ARM), (1 - INSET, 1 - INSET - ARM))
    return tuple(
        Stroke(((inner_x, y), (x, y), (x, inner_y)), width) for x, inner_x in ends for y, inner_y in ends
    )


def unclear_layer(image: Image, board: Board, cells: Sequence[Cell], coloured: Sequence[Cell] = ()) -> Layer:
    """Return a question mark and a border in cells whose mark is unclear; a border alone if their colour is.

    They are for a picture, uint8 (H, W, 3) RGB. Mistakes are in magenta brackets; these are no mistakes, and
    look like none.
    """
    theme = theme_of(image, board)
    layer = Layer(board)
    for cell in cells:
        layer.outline([cell], UNCLEAR_BORDER, theme.unclear)
    layer.outline(coloured, UNCLEAR_BORDER, theme.unclear)
    strokes = _question(QUESTION_STROKE), _question(QUESTION_STROKE + 2 * QUESTION_HALO)
    layer.mark_on_halo(cells, strokes, theme.unclear, theme.halo)
    return layer


def _question(width: float) -> tuple[Stroke, ...]:
    """Return a question mark, its stroke's width in cells."""
    bow = arc((0.5, TOP), BOW, -190, 90)
    return Stroke((*bow, (0.5, STEM)), width), Stroke(((0.5, DOT),), DOT_SHARE * width)
