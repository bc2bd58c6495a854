"""How long a picture takes, beside copying it; `aquarium -v` prints what reading, solving and drawing take.

The figures are milliseconds of CPU, which other programs on the machine hardly lengthen; OpenCV has one
thread, as in the command, so that the clock of a quiet machine shows the same.
`ratio` compares what the program adds with what copying the picture costs: reading, solving and drawing
(`work`) + encoding the answer as PNG (`save`), divided by decoding + encoding the same PNG with Pillow, in
its quickest way (`copy`). Decoding counts in the divisor alone; a refused picture encodes nothing.
"""

import io
import time
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from statistics import median
from typing import TypeVar

import numpy as np
from PIL import Image as Pillow
from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks.runner import table
from fixtures.drawing import scene
from fixtures.drawing.board.puzzles import unique_puzzle
from fixtures.drawing.board.style import STYLES, Style
from fixtures.drawing.mishaps import degrade
from fixtures.drawing.page.pages import Surroundings
from fixtures.drawing.render import draw_puzzle, render
from pipeline import Result, solve_image
from solver import Puzzle
from vision.files.load import load_picture
from vision.files.pixels import Image
from vision.files.save import save_picture

T = TypeVar("T")

SIZES = (6, 10, 15, 20, 25, 30)
CROP, PAGE = 800, 4_000_000
"""Width of a crop and area of a page, in pixels."""
QUICK = {"compress_type": zlib.Z_RLE}
"""Half the time of Pillow's usual search for repetitions (a fifth for photographs), a tenth more bytes."""
COLUMNS = ("load", "work", "save", "copy")


@dataclass(frozen=True)
class Measured:
    """What one picture took."""

    size: str
    """Its width and height in pixels."""
    status: str
    ms: Mapping[str, float]
    """Milliseconds of each of COLUMNS."""

    @property
    def ratio(self) -> float:
        """What the program adds, divided by what copying the picture costs."""
        return (self.ms["work"] + self.ms["save"]) / self.ms["copy"]


def boards(size: int) -> Puzzle:
    """Return a puzzle as finely divided as the site's hard ones."""
    return unique_puzzle(np.random.default_rng(size), size, size, mean_size=size / 2.5)[0]


def crop(puzzle: Puzzle, style: Style = STYLES["site"]) -> scene.Picture:
    """Draw only the game, 800 pixels wide."""
    return draw_puzzle(puzzle, replace(style, zoom=CROP / draw_puzzle(puzzle, style).pixels.shape[1]))


def page(
    puzzle: Puzzle, style: Style = STYLES["site"], around: Surroundings | None = "desktop"
) -> scene.Picture:
    """Draw a whole page of 4 megapixels."""
    height, width = render(scene.Scene(puzzle, style, page=around)).pixels.shape[:2]
    return render(scene.Scene(puzzle, replace(style, dpr=(PAGE / height / width) ** 0.5), page=around))


def photograph(puzzle: Puzzle) -> scene.Picture:
    """Photograph a print from aside, 4 megapixels."""
    leaning = degrade.perspective(
        page(puzzle, replace(STYLES["no-rim"], margin=40), None), tilt=18, pan=-12, roll=5
    )
    return degrade.noise(degrade.blur(leaning, 1.2), 3, np.random.default_rng(1))


def without_clues(puzzle: Puzzle) -> Puzzle:
    """Return a board that is no Aquarium puzzle."""
    return Puzzle([None] * puzzle.width, [None] * puzzle.height, puzzle.regions)


def without_board(drawing: scene.Picture) -> scene.Picture:
    """Paint over the game on a page: what is left are a table, a logo and a small board of the news."""
    pixels = drawing.pixels.copy()
    (left, top), (right, bottom) = drawing.corners[[0, 2]].astype(int)
    pixels[max(0, top - 200) : bottom + 60, max(0, left - 200) : right + 60] = 255
    return drawing.but(pixels)


def pictures() -> dict[str, Image]:
    """Draw all that is measured."""
    puzzles = {size: boards(size) for size in SIZES}
    drawn = {f"crop {size}x{size}": crop(puzzle) for size, puzzle in puzzles.items()}
    drawn |= {f"page {size}x{size}": page(puzzle) for size, puzzle in puzzles.items()}
    middle = puzzles[15]
    drawn |= {
        "dark crop 15x15": crop(middle, STYLES["dark-reader"]),
        "dark page 15x15": page(middle, STYLES["dark-reader"]),
        "photograph 15x15": photograph(middle),
        "page, no clues": page(without_clues(middle)),
        "page, no board": without_board(page(middle)),
    }
    return {name: drawing.pixels for name, drawing in drawn.items()}


def measure(png: bytes) -> tuple[Result, list[float]]:
    """Return the result, and the milliseconds of each of COLUMNS."""
    load, picture = timed(lambda: load_picture(io.BytesIO(png)))
    work, result = timed(lambda: solve_image(picture.pixels))
    answer = result.picture
    save = 0.0 if answer is None else timed(partial(save_picture, io.BytesIO(), answer, picture))[0]
    copy, _ = timed(lambda: copied(png, **QUICK))
    return result, [load, work, save, copy]


def copied(png: bytes, **settings: int) -> None:
    """Decode and encode a PNG with Pillow, without any care for what else a picture may be."""
    with Pillow.open(io.BytesIO(png)) as image:
        pixels = np.asarray(image.convert("RGB"))
    Pillow.fromarray(pixels).save(io.BytesIO(), "PNG", **settings)


def timed(task: Callable[[], T]) -> tuple[float, T]:
    """Return how many milliseconds of CPU a task took, and what it returned."""
    start = time.process_time()
    product = task()
    return 1000 * (time.process_time() - start), product


def measured(rounds: int) -> dict[str, Measured]:
    """Measure every picture so many times, after one run that is not counted."""
    found = {}
    for name, image in track(pictures().items(), console=Console(stderr=True), description="stages"):
        file = io.BytesIO()
        Pillow.fromarray(image).save(file, "PNG")
        runs = [measure(file.getvalue()) for _ in range(rounds + 1)][1:]
        size = f"{image.shape[1]}x{image.shape[0]}"
        ms = map(median, zip(*(spent for _, spent in runs), strict=True))
        found[name] = Measured(size, runs[0][0].status, dict(zip(COLUMNS, ms, strict=True)))
    return found


def stage_table(found: Mapping[str, Measured]) -> Table:
    """Return a table of every picture's stages."""
    return table(
        *("picture", "size", "ended", *COLUMNS, "ratio"),
        rows=(
            [name, one.size, one.status, *(f"{ms:.1f}" for ms in one.ms.values()), f"{one.ratio:.2f}"]
            for name, one in found.items()
        ),
        title="Milliseconds, medians",
    )
