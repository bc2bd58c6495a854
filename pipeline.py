"""One picture, in memory: what is read from it, the water that fits, and the picture with the water drawn in."""

import io
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from solver import AquariumError, NoSolution, Puzzle, Solution, TimedOut, solve
from solver.evidence import Doubt
from vision import BoardNotFound, Image, Reading, draw_mistakes, draw_water, find_mistakes, read

__all__ = ["AquariumError", "Puzzle", "Result", "Solution", "Status", "read", "solve_image"]

Status = Literal["solved", "ambiguous", "no_solution", "unsure", "no_puzzle", "timeout"]
Trace = Callable[[str, object], None]

CERTAIN = 0.98
"""A reading at least this probable as a whole is taken at its word when it has no solution, or several: the picture
shows such a puzzle. Below, one misread clue or wall is the likelier explanation."""


def ignore(name: str, product: object) -> None:
    """Take a stage's product and do nothing with it."""


@dataclass(frozen=True, eq=False)
class Result:
    """What became of one picture. A notebook shows it as its picture."""

    status: Status
    """How it ended; only `solved` comes with an answer that was proved."""
    message: str | None = None
    """What was seen and what to do, if it did not end as `solved`."""
    reading: Reading | None = None
    """The board in the picture and all that was read on it."""
    solution: Solution | None = None
    """The water; with `ambiguous` one of several, `forced` telling what they share."""
    picture: Image | None = None
    """uint8 (H, W, 3) RGB: the input with the water and the player's mistakes drawn in; None unless `solved`."""
    repairs: tuple[str, ...] = ()
    """What was read otherwise than it looks, in words."""
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
