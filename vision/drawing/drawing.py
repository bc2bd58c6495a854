"""A picture and what is drawn over it, in parts: as pixels, or to be written as vectors."""

from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from solver.puzzle import Puzzle

from ..board import Board
from ..files.pixels import Image


@dataclass(frozen=True, slots=True)
class Clean:
    """What a clean picture shows."""

    puzzle: Puzzle
    board: Board
    """Where it stands."""


class Part(Protocol):
    """What is drawn over a picture."""

    def lay_on(self, drawn: Image) -> Image:
        """Draw it into a picture, uint8 (H, W, 3) RGB, in place, and return that."""


@dataclass(frozen=True, eq=False)
class Drawing:
    """A picture and the parts that are drawn over it, in their order."""

    base: Image
    """uint8 (H, W, 3) RGB: the picture as it was; it stays so."""
    parts: tuple[Part, ...] = ()
    clean: Clean | None = None
    """What the base shows if it is a clean picture, which can be drawn without pixels."""

    @cached_property
    def pixels(self) -> Image:
        """The picture with all parts drawn into it, uint8 (H, W, 3) RGB."""
        drawn = self.base.copy()
        for part in self.parts:
            drawn = part.lay_on(drawn)
        return drawn
