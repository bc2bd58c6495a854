"""The task `solve`: the water, and the player's mistakes, drawn in."""

from pipeline import Result, draw_answer
from vision.files.pixels import Image

from . import Answer


def solve(image: Image, result: Result) -> Answer | None:
    """Draw the water of a puzzle that is solved."""
    picture = draw_answer(image, result).picture
    return None if picture is None else Answer(picture=picture)
