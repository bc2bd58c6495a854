"""How long each stage of a picture takes.

The figures are milliseconds of CPU, which other programs on the machine hardly lengthen; OpenCV has one
thread, as in the command, so that the clock of a quiet machine shows the same.
`ratio` compares what the program adds with what copying the picture costs: reading + solving + drawing +
encoding the answer as PNG (`whole`), divided by decoding + encoding the same PNG with Pillow, in its quickest
way (`copy`); `plainly` divides by the same with Pillow's own settings. Decoding counts in the divisor alone;
a refused picture encodes nothing.
"""

import io
import time
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
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
from vision.files.pixels import Image, Picture
from vision.files.save import save_picture

T = TypeVar("T")

SIZES = (6, 10, 15, 20, 25, 30)
CROP, PAGE = 800, 4_000_000
"""Width of a crop and area of a page, in pixels."""
STAGES = {
    **{name: name for name in ("board", "sheet", "clues")},
    **dict.fromkeys(("planes", "walls", "regions", "marks"), "look"),
    "reading": "rest",
    "solution": "solve",
    "picture": "draw",
}
"""Names of products and what their making is called here; `rest` is all that has no product of its own.
Sides are measured together with the sheet; one look tells walls and marks."""
QUICK = {"compress_type": zlib.Z_RLE}
"""Half the time of Pillow's usual search for repetitions (a fifth for photographs), a tenth more bytes."""
COLUMNS = (*dict.fromkeys(STAGES.values()), "load", "save", "whole", "copy", "plain copy")


@dataclass
class Stopwatch:
    """A trace that adds up the milliseconds of CPU between the stages of one run."""

    spent: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    last: float = field(default_factory=time.process_time)

    def __call__(self, name: str, product: object) -> None:
        """Add the time since the last stage to the one that is done."""
        now = time.process_time()
        self.spent[STAGES.get(name, "rest")] += 1000 * (now - self.last)
        self.last = now


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
        return self.ms["whole"] / self.ms["copy"]


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


def measure(png: bytes) -> tuple[Result, dict[str, float]]:
    """Return the result and the milliseconds of every stage, of the whole, and of copying the picture."""
    load, picture = timed(lambda: load_picture(io.BytesIO(png)))
    watch = Stopwatch()
    work, result = timed(lambda: solve_image(picture.pixels, trace=watch))
    watch("rest", result)
    save, _ = timed(lambda: saved(result, picture))
    copy, _ = timed(lambda: copied(png, **QUICK))
    plain, _ = timed(lambda: copied(png))
    copies = {"copy": copy, "plain copy": plain}
    return result, {**watch.spent, "load": load, "save": save, "whole": work + save, **copies}


def saved(result: Result, picture: Picture) -> None:
    """Encode the answer as the command does, if there is one."""
    if result.picture is not None:
        save_picture(io.BytesIO(), result.picture, picture)


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


def medians(rounds: Iterable[Mapping[str, float]]) -> dict[str, float]:
    """Return the median of every number that the rounds share; zero counts where a round lacks it."""
    runs = list(rounds)
    names = dict.fromkeys(name for run in runs for name in run)
    return {name: median(run.get(name, 0.0) for run in runs) for name in names}


def measured(rounds: int) -> dict[str, Measured]:
    """Measure every picture so many times, after one run that is not counted."""
    found = {}
    for name, image in track(pictures().items(), console=Console(stderr=True), description="stages"):
        file = io.BytesIO()
        Pillow.fromarray(image).save(file, "PNG")
        runs = [measure(file.getvalue()) for _ in range(rounds + 1)][1:]
        size = f"{image.shape[1]}x{image.shape[0]}"
        found[name] = Measured(size, runs[0][0].status, medians(spent for _, spent in runs))
    return found


def stage_table(found: Mapping[str, Measured]) -> Table:
    """Return a table of every picture's stages."""
    return table(
        *("picture", "size", "ended", *COLUMNS, "ratio", "plainly"),
        rows=(
            [
                *(name, one.size, one.status),
                *(f"{one.ms[column]:.1f}" if column in one.ms else "" for column in COLUMNS),
                *(f"{one.ratio:.2f}", f"{one.ms['whole'] / one.ms['plain copy']:.2f}"),
            ]
            for name, one in found.items()
        ),
        title="Milliseconds of the stages, medians",
    )
