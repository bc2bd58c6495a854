"""Every stage's product → a picture of it, drawn from outside the stages, to see where reading went wrong."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from skimage.color import label2rgb

from solver.puzzle import Solution

from ..board import Board
from ..files.mark import MARK
from ..files.pixels import Image, Picture
from ..files.save import save_picture
from ..reading.clues import Clues
from ..reading.flat import FlatBoard
from ..reading.marks import SeenMarks
from ..reading.network import CLUE, CUT, FRAME, NO_CELL, Places
from ..reading.planes import NEUTRAL
from ..reading.walls import Walls
from .palette import TRACE_GREEN, TRACE_GROUND, TRACE_PINK

CERTAIN = 8.0
"""Log-odds that are painted black or white."""
MARK_COLOURS = ((0.1, 0.4, 1.0), (1.0, 0.1, 0.1), (1.0, 0.8, 0.0))
"""Of water, of signs for air, and of unclear marks, 0 to 1."""
PLACE_COLOURS = {FRAME: TRACE_GREEN, CUT: TRACE_PINK}
"""Of the sides that are a board's frame, and of those where it is cut off."""
TINT = 0.4
"""Opacity of these colours over the greys of the board."""


class StageFolder:
    """A trace that writes one PNG per product into a folder, numbered in the order the stages were done."""

    def __init__(self, folder: Path, image: Image, within: Path | None = None, mark: str = MARK) -> None:
        """Draw on copies of `image`, uint8 (H, W, 3) RGB; the folder is made when the first product comes.

        `within` is a folder that no link leads out of, and `mark` that of the pictures.
        """
        self.mark = mark
        self.folder = folder
        self.within = within
        self.image = image
        self.count = 0
        self.flat: FlatBoard | None = None

    def __call__(self, name: str, product: object) -> None:
        """Write the picture of a stage's product as `NN-name.png`, known as an answer by its mark.

        Raises ImageUnwritable or OSError if it cannot be written.
        """
        if isinstance(product, FlatBoard):
            self.flat = product
        drawn = self.picture(product)
        if drawn is None:
            return
        if self.within is None:
            self.folder.mkdir(parents=True, exist_ok=True)
        self.count += 1
        target = self.folder / f"{self.count:02}-{name}.png"
        save_picture(target, drawn, Picture(drawn), mark=self.mark, within=self.within)

    def picture(self, product: object) -> Image | None:
        """Return uint8 (H, W, 3) RGB that shows a product, None for what has no picture of its own."""
        flat, drawn = self.flat, None
        match product:
            case Board():
                drawn = _draw_lattice(self.image.copy(), product)
            case FlatBoard():
                drawn = product.pixels
            case _ if flat is None:
                pass
            case Walls(right=right, below=below):  # walls dark, open sides light, doubtful ones between
                right, below = (127.5 - 127.5 * np.clip(part / CERTAIN, -1, 1) for part in (right, below))
                drawn = _draw_sides(flat, np.pad(right, ((0, 0), (1, 1))), np.pad(below, ((1, 1), (0, 0))))
            case (Clues(), Clues()):
                drawn = _draw_clues(flat, product)
            case Solution(water=water):
                wet = np.array(water, np.float32)
                drawn = _draw_marks(flat, np.stack([1 - wet, wet, np.zeros_like(wet)], axis=2))
            case SeenMarks(probabilities=probabilities):
                drawn = _draw_marks(flat, probabilities)
            case Places():
                drawn = _draw_places(flat, product)
            case np.ndarray():
                drawn = _draw_array(flat, product)
        return drawn


def _draw_lattice(drawn: Image, board: Board) -> Image:
    width = max(1, round(board.pitch / 40))
    ends = [((u, 0), (u, board.rows)) for u in range(board.cols + 1)]
    ends += [((0, v), (board.cols, v)) for v in range(board.rows + 1)]
    for pair in ends:
        (x0, y0), (x1, y1) = (map(int, board.point(*end)) for end in pair)
        cv2.line(drawn, (x0, y0), (x1, y1), TRACE_PINK, width)
    return drawn


def _draw_clues(flat: FlatBoard, clues: Sequence[Clues]) -> Image:
    """Frame every number and write beside it what was read and how surely."""
    drawn, p, m = flat.pixels.copy(), flat.pitch, flat.margin
    for axis in clues:
        for log_p, box in zip(axis.log_p, axis.boxes, strict=True):
            left, top, right, bottom = (round(m + edge * p) for edge in box)
            cv2.rectangle(drawn, (left, top), (right, bottom), TRACE_PINK, 1)
            best = int(np.argmax(log_p))
            words = f"{best if best < len(log_p) - 1 else '-'} {np.exp(log_p[best]):.2f}"
            cv2.putText(drawn, words, (left, top - 2), cv2.FONT_HERSHEY_SIMPLEX, p / 110, TRACE_GREEN, 1)
    return drawn


def _draw_sides(flat: FlatBoard, upright: NDArray[Any], level: NDArray[Any]) -> Image:
    """Paint thick strokes in the greys given on the sides of an empty board."""
    p, m = flat.pitch, flat.margin
    drawn = np.full_like(flat.pixels, TRACE_GROUND)
    for kind, greys in ((0, upright), (1, level)):
        for (row, col), grey in np.ndenumerate(greys):
            start = (m + col * p, m + row * p)
            end = (start[0] + p * kind, start[1] + p * (1 - kind))
            cv2.line(drawn, start, end, (int(grey),) * 3, max(1, p // 8))
    return drawn


def _tint(flat: FlatBoard, regions: NDArray[Any]) -> Image:
    """Tint the cells of the flat board by the numbers of their aquariums, (rows, cols)."""
    labels = np.pad(np.kron(regions, np.ones((flat.pitch, flat.pitch), np.uint8)), flat.margin)
    tinted = label2rgb(labels, flat.pixels, alpha=TINT, bg_label=0)
    return np.where(labels[..., None] > 0, np.asarray(255 * tinted, np.uint8), flat.pixels)


def _draw_array(flat: FlatBoard, product: NDArray[Any]) -> Image:
    """Tint cells by numbers (rows, cols), lay out four of the planes (H, W, 5), or take a picture."""
    if product.ndim == 2:
        return _tint(flat, product)
    if product.shape[2] == len(NEUTRAL):
        pairs = [np.hstack([product[..., first], product[..., first + 1]]) for first in (0, 2)]
        return np.repeat(np.vstack(pairs)[..., None], 3, axis=2)
    return product


def _draw_places(flat: FlatBoard, places: Places) -> Image:
    """Draw the frame, where the board is cut off, and a ring around its clues; dot what is none of it."""
    wide = flat.wider
    drawn, p, m = wide.pixels.copy(), wide.pitch, wide.margin
    thick = max(1, p // 12)
    for sides, (down, across) in ((places.upright, (1, 0)), (places.level, (0, 1))):
        kinds = sides.argmax(axis=2)
        for kind, colour in PLACE_COLOURS.items():
            for row, col in np.argwhere(kinds == kind).tolist():
                x, y = m + col * p, m + row * p
                cv2.line(drawn, (x, y), (x + across * p, y + down * p), colour, thick)
    cells = places.cells.argmax(axis=2)
    for kind, radius, width in ((CLUE, p // 2 - thick, thick), (NO_CELL, thick, cv2.FILLED)):
        for row, col in np.argwhere(cells == kind).tolist():
            cv2.circle(drawn, (m + col * p + p // 2, m + row * p + p // 2), radius, TRACE_GREEN, width)
    return drawn


def _draw_marks(flat: FlatBoard, probabilities: NDArray[np.float32]) -> Image:
    """Tint the cells by what they may hold, (rows, cols, 3) of nothing, water and air, as far as they do."""
    unclear = 1 - probabilities.sum(axis=2, keepdims=True)
    shares = np.concatenate([probabilities[..., 1:], unclear], axis=2).clip(0, 1)
    colours = np.kron(shares @ np.array(MARK_COLOURS), np.ones((flat.pitch, flat.pitch, 1)))
    opacity = TINT * np.kron(shares.sum(axis=2), np.ones((flat.pitch, flat.pitch)))[..., None]
    drawn, m = flat.pixels.copy(), flat.margin
    inner = drawn[m : m + len(colours), m : m + colours.shape[1]]
    inner[:] = np.rint(255 * TINT * colours + (1 - opacity) * inner)
    return drawn
