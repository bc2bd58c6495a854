"""Draws the pictures of README.md with the program itself: `python -m docs.draw`."""

from pathlib import Path

import cv2
import numpy as np
from PIL import Image as Pillow

from pipeline import solve_image
from vision.debug import StageFolder
from vision.image import Image, load_picture

HERE = Path(__file__).parent
FIXTURES = HERE.parent / "fixtures"
SHOWN = ("zoomed-10x10-played.png", "photo-10x10.jpg")
HEIGHT, GAP = 260, 12
"""Pixels."""
COLOURS = 256
"""Enough for thumbnails, and a third of the bytes."""


def before_and_after() -> Image:
    """Return two stored pictures in a row, each beside its answer."""
    pairs = []
    for name in SHOWN:
        pixels = load_picture(FIXTURES / name).pixels
        answer = solve_image(pixels).picture
        assert answer is not None, f"{name} is not solved"
        pairs += [pixels, arrow(), answer]
    return in_a_row(pairs)


def stages() -> Image:
    """Return what reading the photograph makes one after the other, as `--debug` draws it."""
    pixels = load_picture(FIXTURES / SHOWN[1]).pixels
    drawn: list[Image] = []
    folder = StageFolder(HERE, pixels)

    def keep(name: str, product: object) -> None:
        folder.sheet = product if name == "sheet" else folder.sheet
        picture = folder.picture(product)
        if picture is not None and name in ("board", "sheet", "walls", "regions"):
            drawn.append(picture)

    solve_image(pixels, trace=keep)
    return in_a_row(drawn)


def arrow() -> Image:
    """Draw an arrow to the right."""
    drawn = np.full((HEIGHT, 44, 3), 255, np.uint8)
    cv2.arrowedLine(drawn, (4, HEIGHT // 2), (38, HEIGHT // 2), (60, 120, 220), 4, cv2.LINE_AA, tipLength=0.4)
    return drawn


def in_a_row(pictures: list[Image]) -> Image:
    """Scale pictures to one height and put them side by side."""
    parts: list[Image] = []
    for picture in pictures:
        width = round(picture.shape[1] * HEIGHT / picture.shape[0])
        scaled = cv2.resize(picture, (width, HEIGHT), interpolation=cv2.INTER_AREA)
        parts += [np.asarray(scaled, np.uint8), np.full((HEIGHT, GAP, 3), 255, np.uint8)]
    return np.hstack(parts[:-1])


if __name__ == "__main__":
    for name, picture in (("before-after", before_and_after()), ("stages", stages())):
        few = Pillow.fromarray(picture).quantize(COLOURS, dither=Pillow.Dither.NONE)
        few.save(HERE / f"{name}.png", optimize=True)
        print(f"docs/{name}.png: {picture.shape[1]} x {picture.shape[0]} pixels")
