"""A picture, what was read in it, and the water → the drawing of its answer."""

from solver.puzzle import Water as Wet

from ..files.pixels import Image
from ..reading.reading import Reading
from .drawing import Drawing
from .water import Mistakes, Water, find_mistakes


def answer_drawing(image: Image, reading: Reading, water: Wet, *, walls_certain: bool) -> Drawing:
    """Draw the water and the player's mistakes; walls that are not certain do not show in the water."""
    puzzle, board = reading.puzzle, reading.board
    regions = puzzle.regions if walls_certain else ((1,) * puzzle.width,) * puzzle.height
    mistakes = Mistakes(board, find_mistakes(reading.marks, water))
    return Drawing(image, (Water(board, water, regions), mistakes))
