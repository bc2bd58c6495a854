"""Draws the pictures of README.md and the other documents with the program itself: `python -m docs.draw`."""

from pathlib import Path

import cv2
import numpy as np
from PIL import Image as Pillow

from app.cli.check import draw_rules
from pipeline import solve_image
from solver import solve
from solver.formats import parse_puzzle
from solver.formats.annotated import known_of
from solver.logic import explain, next_step
from solver.rules import find_violations
from vision import Reading, draw_mistakes, find_mistakes
from vision.drawing.animation import animate, save_animation
from vision.drawing.puzzle import draw_puzzle
from vision.drawing.review import draw_reading
from vision.drawing.stages import StageFolder
from vision.drawing.steps import draw_step
from vision.drawing.water import draw_known
from vision.files.load import load_picture
from vision.files.pixels import Image

HERE = Path(__file__).parent
FIXTURES = HERE.parent / "fixtures"
SHOWN = ("zoomed-10x10-played.png", "photo-10x10.jpg")
HINTED, MISTAKEN, EXPLAINED = "macos-6x6-transparent.png", "overfilled-6x6.png", "site-6x6.png"
REFUSED = "refused-covered.png"
WRITTEN = ("aquarium/4/4/bu8i90/i3213g", "aquarium/r/5/4/17qgela/l24g")
"""One with a single solution, and one with several."""
SECONDS = 2.5
"""A step of the explanation is shown so long."""
HEIGHT, GAP = 260, 12
READING_WIDTH = 804
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


def hint() -> Image:
    """Return a played picture beside its next step: where to look, and what follows."""
    pixels, reading = read_stored(HINTED)
    board, regions, boxes = reading.board, reading.puzzle.regions, reading.clue_boxes
    step = next_step(reading.puzzle, known_of(reading.marks))
    assert step is not None, f"{HINTED} is done"
    nudge, reason = (
        draw_step(pixels, board, step, regions, level=level, clue_boxes=boxes)
        for level in ("nudge", "reason")
    )
    return in_a_row([pixels, arrow(), nudge, reason])


def check() -> Image:
    """Return a played picture beside its mistakes, and beside the rules that are broken so far."""
    pixels, reading = read_stored(MISTAKEN)
    water = solve(reading.puzzle).water
    mistakes = draw_mistakes(pixels, reading.board, find_mistakes(reading.marks, water))
    broken = find_violations(reading.puzzle, known_of(reading.marks))
    rules = draw_rules(pixels, reading, broken)
    return in_a_row([pixels, arrow(), mistakes, rules])


def reading() -> Image:
    """Return what was read of a refused picture, with the doubtful walls."""
    pixels = load_picture(FIXTURES / REFUSED).pixels
    result = solve_image(pixels)
    assert result.reading is not None and result.status != "solved", f"{REFUSED} is not refused"
    drawn = draw_reading(pixels, result.reading, result.doubts)
    size = (READING_WIDTH, round(drawn.shape[0] * READING_WIDTH / drawn.shape[1]))
    return np.asarray(cv2.resize(drawn, size, interpolation=cv2.INTER_AREA), np.uint8)


def written() -> Image:
    """Return pictures of puzzles given as text, each beside what all its solutions share."""
    pictures = []
    for text in WRITTEN:
        puzzle = parse_puzzle(text)
        pixels, board = draw_puzzle(puzzle)
        pictures += [pixels, arrow(), draw_known(pixels, board, solve(puzzle).forced, puzzle.regions)]
    return in_a_row(pictures)


def explained(path: Path) -> None:
    """Write the film of a stored picture's whole solution."""
    pixels, reading = read_stored(EXPLAINED)
    way = explain(reading.puzzle)
    numbered = [f"{number}. {step.because}" for number, step in enumerate(way.steps, 1)]
    captions = [f"Grade: {way.grade}.", *numbered, "All the water is in."]
    frames = animate(
        pixels, reading.board, reading.puzzle.regions, way.steps, captions, clue_boxes=reading.clue_boxes
    )
    save_animation(path, frames, SECONDS)


def read_stored(name: str) -> tuple[Image, Reading]:
    """Return a stored picture and what is read from it."""
    pixels = load_picture(FIXTURES / name).pixels
    reading = solve_image(pixels).reading
    assert reading is not None, f"{name} is not read"
    return pixels, reading


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
    explained(HERE / "explain.gif")
    print("docs/explain.gif")
