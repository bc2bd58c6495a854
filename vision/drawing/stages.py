"""Every stage's product → a picture of it, drawn from outside the stages, to see where reading went wrong."""

from functools import singledispatchmethod
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from solver.puzzle import Solution

from ..board import Board
from ..files.pixels import Image, Picture
from ..files.save import save_picture
from ..reading.clues import Clues
from ..reading.marks import CROSS, WATER
from ..reading.rectify import FlatBoard
from ..reading.sides import SideInk
from ..reading.walls import Walls
from .palette import TRACE_GREEN, TRACE_GROUND, TRACE_PINK


class StageFolder:
    """A trace that writes one PNG per product into a folder, numbered in the order the stages were done."""

    def __init__(self, folder: Path, image: Image) -> None:
        """Draw on copies of `image`, uint8 (H, W, 3) RGB; the folder is made when the first product comes."""
        self.folder = folder
        self.image = image
        self.count = 0
        self.flat: FlatBoard | None = None

    def __call__(self, name: str, product: object) -> None:
        """Write the picture of a stage's product as `NN-name.png`, known as an answer by its mark."""
        if isinstance(product, FlatBoard):
            self.flat = product
        drawn = self.picture(product)
        if drawn is None:
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        self.count += 1
        save_picture(self.folder / f"{self.count:02}-{name}.png", drawn, Picture(drawn))

    @singledispatchmethod
    def picture(self, product: object) -> Image | None:
        """Return uint8 (H, W, 3) RGB that shows a product, None for what has no picture of its own."""
        if isinstance(product, np.ndarray) and self.flat is not None:
            return self._numbers(product) if product.ndim == 2 else np.asarray(product, np.uint8)
        return None

    @picture.register
    def _(self, board: Board) -> Image:
        """Draw the lattice's lines on the picture."""
        drawn = self.image.copy()
        width = max(1, round(board.pitch / 40))
        ends = [((u, 0), (u, board.rows)) for u in range(board.cols + 1)]
        ends += [((0, v), (board.cols, v)) for v in range(board.rows + 1)]
        for (u0, v0), (u1, v1) in ends:
            x, y = board.points(np.array([u0, u1], float), np.array([v0, v1], float))
            cv2.line(drawn, (int(x[0]), int(y[0])), (int(x[1]), int(y[1])), TRACE_PINK, width)
        return drawn

    @picture.register
    def _(self, flat: FlatBoard) -> Image:
        """Show the flat board as it is."""
        return flat.pixels

    @picture.register
    def _(self, sides: SideInk) -> Image | None:
        """Paint every side in grey after its ink, the most inked one black."""
        most = float(max(sides.upright.max(), sides.level.max(), 1e-6))
        return self._sides(255 - 255 * sides.upright / most, 255 - 255 * sides.level / most)

    @picture.register
    def _(self, walls: Walls) -> Image | None:
        """Paint every inner side after its log-odds: walls dark, open sides light, doubtful ones between."""
        certain = 8.0
        greys = [127.5 - 127.5 * np.clip(part / certain, -1, 1) for part in (walls.right, walls.below)]
        return self._sides(np.pad(greys[0], ((0, 0), (1, 1))), np.pad(greys[1], ((1, 1), (0, 0))))

    @picture.register
    def _(self, clues: tuple) -> Image | None:  # type: ignore[type-arg] # a registered type must be a plain class
        """Frame every number and write beside it what was read and how surely."""
        if self.flat is None or not all(isinstance(axis, Clues) for axis in clues):
            return None
        drawn, p, m = self.flat.pixels.copy(), self.flat.pitch, self.flat.margin
        for axis in clues:
            for log_p, box in zip(axis.log_p, axis.boxes, strict=True):
                left, top, right, bottom = (round(m + edge * p) for edge in box)
                cv2.rectangle(drawn, (left, top), (right, bottom), TRACE_PINK, 1)
                best = int(np.argmax(log_p))
                words = f"{best if best < len(log_p) - 1 else '-'} {np.exp(log_p[best]):.2f}"
                cv2.putText(drawn, words, (left, top - 2), cv2.FONT_HERSHEY_SIMPLEX, p / 110, TRACE_GREEN, 1)
        return drawn

    @picture.register
    def _(self, solution: Solution) -> Image | None:
        """Paint the wet cells on the flat board."""
        return self._numbers(np.array(solution.water, np.uint8) * WATER)

    def _sides(self, upright: NDArray[Any], level: NDArray[Any]) -> Image | None:
        """Paint thick strokes in the greys given on the sides of an empty board."""
        if self.flat is None:
            return None
        p, m = self.flat.pitch, self.flat.margin
        drawn = np.full_like(self.flat.pixels, TRACE_GROUND)
        for kind, greys in ((0, upright), (1, level)):
            for (row, col), grey in np.ndenumerate(greys):
                start = (m + col * p, m + row * p)
                end = (start[0] + p * kind, start[1] + p * (1 - kind))
                cv2.line(drawn, start, end, (int(grey),) * 3, max(1, p // 8))
        return drawn

    def _numbers(self, values: NDArray[Any]) -> Image | None:
        """Tint the cells of the flat board by numbers: aquariums in many colours, marks in blue and red."""
        from skimage.color import label2rgb  # noqa: PLC0415 — costs half a second, and only debugging comes here

        if self.flat is None:
            return None
        p, m = self.flat.pitch, self.flat.margin
        labels = np.zeros(self.flat.pixels.shape[:2], np.int32)
        tiles = np.kron(values, np.ones((p, p), np.int32))
        labels[m : m + tiles.shape[0], m : m + tiles.shape[1]] = tiles
        colours = [(0.1, 0.4, 1.0), (1.0, 0.1, 0.1)] if values.max() <= max(WATER, CROSS) else None
        tinted = label2rgb(labels, self.flat.pixels, colors=colours, alpha=0.4, bg_label=0)
        drawn = np.asarray(tinted * 255, np.uint8)
        drawn[labels == 0] = self.flat.pixels[labels == 0]
        return drawn
