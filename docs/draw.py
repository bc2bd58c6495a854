"""Draws the pictures of the documents with the program itself: `python -m docs.draw`."""

from pathlib import Path

import cv2
import numpy as np
from PIL import Image as Pillow

from app.service import Request, Text, process
from app.tasks import Task
from pipeline import solve_image
from vision.drawing.review import draw_reading
from vision.drawing.stages import StageFolder
from vision.files.load import load_picture
from vision.files.pixels import Image
from vision.reading.doubts import doubts_to_draw, find_loose
from vision.reading.flat import FlatBoard

HERE = Path(__file__).parent
FIXTURES = HERE.parent / "fixtures"
SHOWN = ("zoomed-10x10-played.png", "pencil-10x10.jpg")
HINTED, MISTAKEN, EXPLAINED = "macos-6x6-transparent.png", "overfilled-6x6.png", "site-6x6.png"
REFUSED = "refused-covered.png"
WRITTEN = ("aquarium/4/4/bu8i90/i3213g", "aquarium/r/5/4/17qgela/l24g")
"""One with a single solution, and one with several."""
HEIGHT, GAP = 260, 12
READING_WIDTH = 804
"""Pixels."""
COLOURS = 256
"""Enough for thumbnails, and a third of the bytes."""


def before_and_after() -> Image:
    """Return two stored pictures in a row, each beside its answer."""
    pairs = []
    for name in SHOWN:
        pairs += [pixels_of(name), arrow(), drawn(FIXTURES / name)]
    return in_a_row(pairs)


def stages() -> Image:
    """Return what reading the pencilled photograph makes one after the other, as `--debug` draws it."""
    pixels = pixels_of(SHOWN[1])
    pictures: list[Image] = []
    folder = StageFolder(HERE, pixels)

    def keep(name: str, product: object) -> None:
        folder.flat = product if isinstance(product, FlatBoard) else folder.flat
        picture = folder.picture(product)
        if picture is not None and name in ("board", "planes", "walls", "marks"):
            pictures.append(picture)

    solve_image(pixels, trace=keep)
    return in_a_row(pictures)


def hint() -> Image:
    """Return a played picture beside its next step: where to look, and what follows."""
    path = FIXTURES / HINTED
    levels = (drawn(path, Task("hint", level=level)) for level in ("nudge", "reason"))
    return in_a_row([pixels_of(HINTED), arrow(), *levels])


def check() -> Image:
    """Return a played picture beside its mistakes, and beside the rules that are broken so far."""
    path = FIXTURES / MISTAKEN
    both = (drawn(path, Task("check", rules_only=rules_only)) for rules_only in (False, True))
    return in_a_row([pixels_of(MISTAKEN), arrow(), *both])


def reading() -> Image:
    """Return what was read of a refused picture, with the doubtful walls."""
    pixels = pixels_of(REFUSED)
    result = solve_image(pixels)
    assert result.reading is not None and result.status != "solved", f"{REFUSED} is not refused"
    picture = draw_reading(
        pixels, result.reading, doubts_to_draw(result.reading, result.doubts), find_loose(result.reading)
    )
    size = (READING_WIDTH, round(picture.shape[0] * READING_WIDTH / picture.shape[1]))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def written() -> Image:
    """Return pictures of puzzles given as text, each beside what all its solutions share."""
    pictures = []
    for text in WRITTEN:
        pictures += [drawn(Text(text), Task("draw")), arrow(), drawn(Text(text), Task("solutions", most=1))]
    return in_a_row(pictures)


def explained() -> bytes:
    """Return the animation of a stored picture's whole solution."""
    answer = process(FIXTURES / EXPLAINED, Request(Task("explain", documents=("gif",)))).answer
    assert answer is not None, f"{EXPLAINED} is not solved"
    return answer.documents["gif"]


def drawn(contents: Path | Text, task: Task = Task("solve")) -> Image:  # noqa: B008 — a task is immutable
    """Return the picture that a task draws."""
    outcome = process(contents, Request(task))
    assert outcome.picture is not None, f"{contents}: {outcome.message}"
    return outcome.picture


def pixels_of(name: str) -> Image:
    """Return the pixels of a stored picture."""
    return load_picture(FIXTURES / name).pixels


def arrow() -> Image:
    """Draw an arrow to the right."""
    picture = np.full((HEIGHT, 44, 3), 255, np.uint8)
    middle = HEIGHT // 2
    cv2.arrowedLine(picture, (4, middle), (38, middle), (60, 120, 220), 4, cv2.LINE_AA, tipLength=0.4)
    return picture


def in_a_row(pictures: list[Image]) -> Image:
    """Scale pictures to one height and put them side by side."""
    parts: list[Image] = []
    for picture in pictures:
        width = round(picture.shape[1] * HEIGHT / picture.shape[0])
        scaled = cv2.resize(picture, (width, HEIGHT), interpolation=cv2.INTER_AREA)
        parts += [np.asarray(scaled, np.uint8), np.full((HEIGHT, GAP, 3), 255, np.uint8)]
    return np.hstack(parts[:-1])


PICTURES = {
    "before-after": before_and_after,
    "stages": stages,
    "hint": hint,
    "check": check,
    "reading": reading,
    "written": written,
}
"""Names of the pictures and what draws them."""

if __name__ == "__main__":
    for name, draw in PICTURES.items():
        picture = draw()
        few = Pillow.fromarray(picture).quantize(COLOURS, dither=Pillow.Dither.NONE)
        few.save(HERE / f"{name}.png", optimize=True)
        print(f"docs/{name}.png: {picture.shape[1]} x {picture.shape[0]} pixels")
    (HERE / "explain.gif").write_bytes(explained())
    print("docs/explain.gif")
