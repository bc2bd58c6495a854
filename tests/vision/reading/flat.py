"""The board of a picture laid flat, for the tests of the stages that come after."""

from vision.files.pixels import Image
from vision.reading.detect import find_boards
from vision.reading.rectify import Sheet, lay_flat


def flat(pixels: Image) -> Sheet:
    """Lay the first board that is found flat."""
    return lay_flat(pixels, next(board for boards in find_boards(pixels) for board in boards))
