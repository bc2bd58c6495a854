"""A picture, what was read in it, and the water → the drawing of its answer."""

from collections.abc import Iterable

from solver.puzzle import Water as Wet

from ..files.pixels import Image
from ..reading.reading import Reading
from .drawing import Drawing
from .mistakes import find_mistakes, mistakes_layer
from .style import DEFAULT, Style
from .water import Water


def draw_answers(image: Image, answers: Iterable[tuple[Reading, Wet, bool]]) -> Image:
    """Return a copy of a page, uint8 (H, W, 3) RGB, with the water and the mistakes on each of some boards.

    With each is said whether its walls are certain.
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
