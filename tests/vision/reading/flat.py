"""The board of a picture laid flat, for the tests of the stages that come after."""

from vision.files.pixels import Image
from vision.reading.detect import find_boards
from vision.reading.rectify import FlatBoard, rectify


def flat(pixels: Image) -> FlatBoard:
    """Lay the first board that is found flat."""
    return rectify(pixels, next(board for boards in find_boards(pixels) for board in boards))
