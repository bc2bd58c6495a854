"""One picture, in memory: what is read from it, the water that fits, and the picture with it drawn in."""

import io
import math
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Literal

from solver import AquariumError, NoSolution, Puzzle, Solution, TimedOut, solve
from solver.evidence import BadFix, Fix
from vision import BoardNotFound, Image, Reading, draw_mistakes, draw_water, find_mistakes, read
from vision.doubts import Doubt, Repair
from vision.image import as_pixels
from vision.reading import Size, Trace, ignore

__all__ = ["AquariumError", "Puzzle", "Result", "Solution", "Status", "read", "solve_image"]

Status = Literal["solved", "ambiguous", "no_solution", "unsure", "no_puzzle", "timeout"]

CERTAIN = 0.98
"""A reading at least this probable as a whole is taken at its word when it has no solution, or several: the
picture shows such a puzzle. Below, one misread clue or wall is the likelier explanation."""
ROUNDED = 0.995
"""Probabilities from here on would be written as 100 %."""
NAMED = 3
"""Doubts named in a message."""


@dataclass(frozen=True, eq=False)
class Result:
    """What became of one picture. A notebook shows it as its picture."""

    status: Status
    """How it ended; only `solved` comes with an answer that was proved."""
    message: str | None = None
    """What was seen and what to do; after `solved`, what else is in the picture, if anything."""
    reading: Reading | None = None
    """The board in the picture and all that was read on it."""
    solution: Solution | None = None
    """The water; with `ambiguous` one of several, `forced` telling what they share."""
    picture: Image | None = None
    """uint8 (H, W, 3) RGB: the input with the water and the player's mistakes drawn in; None unless
    `solved`."""
    repairs: tuple[Repair, ...] = ()
    """What was taken otherwise than it looks, because only so the puzzle has exactly one solution."""
    doubts: tuple[Doubt, ...] = ()
    """The least certain clues and walls, least certain first, if the reading was not proved."""
    seconds: dict[str, float] = field(default_factory=dict)
    """Wall-clock seconds of `read`, `solve` and `draw`, as far as they were reached."""

    @property
    def puzzle(self) -> Puzzle | None:
        """The most probable puzzle, if a board was found."""
        return self.reading.puzzle if self.reading else None

    def _repr_png_(self) -> bytes | None:
        if self.picture is None:
            return None
        from PIL import Image as Pillow  # noqa: PLC0415 — only notebooks come here

        png = io.BytesIO()
        Pillow.fromarray(self.picture).save(png, "PNG")
        return png.getvalue()


def solve_image(
    image: object,
    *,
    time_limit: float = 30.0,
    repair_limit: float = 2.0,
    fixes: Iterable[Fix] = (),
    size: Size | None = None,
    trace: Trace = ignore,
) -> Result:
    """Read the puzzle in a picture, solve it and draw the water in.

    Parameters
    ----------
    image
        uint8 (H, W), (H, W, 3) RGB or (H, W, 4) RGBA, or a Pillow picture
    time_limit
        seconds after which the solver gives up
    repair_limit
        seconds to search for the most probable puzzle with exactly one solution where the one that was read
        has none or several; 0 answers only what is proved as read
    fixes
        what a person says of clues and walls, see `solver.evidence.parse_fix`
    size
        (rows, cols) of the board, if it is known
    trace
        called with the name and the product of every stage, as it is done

    Raises
    ------
    NotPixels
        when `image` is none of these; whatever a picture shows ends as a `Result`
    """
    pixels = as_pixels(image)
    seconds: dict[str, float] = {}
    try:
        with _timed(seconds, "read"):
            reading = read(pixels, trace, size)
        reading = reading.with_fixes(fixes)
        trace("reading", reading)
    except BoardNotFound as error:
        return Result("no_puzzle", str(error), seconds=seconds)
    except BadFix as error:
        return Result("unsure", str(error), reading, seconds=seconds)
    if not reading.is_familiar:
        return Result("no_puzzle", _unfamiliar(reading), reading, seconds=seconds)
    defects = [*reading.complaints(), *reading.puzzle.problems()]
    if defects:
        return _unproved(reading, "no_solution", "; ".join(defects), seconds)
    return _answered(pixels, reading, time_limit, trace, seconds)


def _answered(
    pixels: Image, reading: Reading, time_limit: float, trace: Trace, seconds: dict[str, float]
) -> Result:
    try:
        with _timed(seconds, "solve"):
            solution = solve(reading.puzzle, time_limit=time_limit)
    except NoSolution as error:
        return _unproved(reading, "no_solution", error.message, seconds)
    except TimedOut as error:
        return Result("timeout", str(error), reading, seconds=seconds)
    trace("solution", solution)
    if not solution.unique:
        message = "the puzzle as read has more than one solution"
        return replace(_unproved(reading, "ambiguous", message, seconds), solution=solution)
    with _timed(seconds, "draw"):
        wet = draw_water(pixels, reading.board, solution.water, reading.puzzle.regions)
        picture = draw_mistakes(wet, reading.board, find_mistakes(reading.marks, solution.water))
    trace("picture", picture)
    return Result("solved", _others(reading), reading, solution, picture, seconds=seconds)


def _others(reading: Reading) -> str | None:
    """Name the boards of the picture that were not read, if there are any."""
    if not reading.others:
        return None
    named = ", ".join(
        f"{board.rows} x {board.cols} cells at {board.corners[0][0]:.0f}, {board.corners[0][1]:.0f}"
        for board in reading.others
    )
    return f"the largest board was solved; also in the picture: {named}"


def _unproved(reading: Reading, certain: Status, seen: str, seconds: dict[str, float]) -> Result:
    """Blame the puzzle where the reading is surely right, otherwise the reading."""
    whole = not reading.complaints() and reading.evidence.log_probability >= math.log(CERTAIN)
    doubts = reading.doubts()
    if whole:
        return Result(
            certain,
            f"{seen}; every clue and wall was read with certainty, look for a misprint",
            reading,
            doubts=doubts,
            seconds=seconds,
        )
    least = ", ".join(f"{doubt.what} ({_percent(doubt.confidence)})" for doubt in doubts[:NAMED])
    return Result("unsure", f"{seen}; least certain: {least}", reading, doubts=doubts, seconds=seconds)


def _percent(confidence: float) -> str:
    """Write a probability so that no doubt is rounded away."""
    return f"{confidence:.0%}" if confidence < ROUNDED else "nearly certain"


def _unfamiliar(reading: Reading) -> str:
    cols, rows = reading.clues_found()
    board = reading.board
    return (
        f"a grid of {board.rows} x {board.cols} cells was found, but numbers beside only {rows} of its rows "
        f"and {cols} of its columns; the clues beside an Aquarium board must be in the picture"
    )


@contextmanager
def _timed(seconds: dict[str, float], stage: str) -> Iterator[None]:
    start = time.perf_counter()
    try:
        yield
    finally:
        seconds[stage] = time.perf_counter() - start
