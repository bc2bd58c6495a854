"""Boards of all palettes, upright, turned and in perspective, that water and steps are drawn on."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fixtures.drawing.board.style import STYLES
from fixtures.drawing.mishaps.degrade import perspective, rotate
from solver.logic.step import Step, Technique
from solver.places import ClueAt
from solver.puzzle import Known, Rows
from tests.conftest import Case, Draw
from vision.board import Board, upright
from vision.drawing.overlay import Drawing, Part, known_parts, mistakes_layer, unclear_layer
from vision.drawing.paper import PATCHES, find_paper, share_within
from vision.drawing.steps import air_layer, step_layer, violations_layer
from vision.drawing.water import Water
from vision.files.pixels import Image
from vision.reading.read import read
from vision.reading.reading import Reading

TURNS = {
    "upright": lambda drawing: drawing,
    "turned": lambda drawing: rotate(drawing, 6),
    "leaning": lambda drawing: perspective(drawing, tilt=20, pan=-15, roll=5),
}
PAIRS = (("site", "upright"), ("dark-reader", "leaning"), ("night", "turned"), ("sepia", "leaning"))
"""Palettes and turns: colours do not depend on where a board stands."""


def board_of(rows: int, cols: int, pitch: float, left: float = 0, top: float = 0) -> Board:
    """Return an upright board of even lines."""
    lines = np.arange(cols + 1.0), np.arange(rows + 1.0)
    return Board(rows, cols, upright(left, top, pitch, pitch), *lines, 1.0)


def box_of(row: float, col: float, margin: float = 0) -> tuple[float, float, float, float]:
    """Return a cell's box on the board, without a margin along its sides."""
    return col + margin, row + margin, col + 1 - margin, row + 1 - margin


def over(image: Image, *parts: Part) -> Image:
    return Drawing(image, parts).pixels


def paper_share(image: Image, board: Board) -> NDArray[np.uint8]:
    """Return (H, W): how much of each pixel is paper, 255 for all; 0 for ink and beyond the frame."""
    share, window = share_within(image, find_paper(image, board), (0, 0), image.shape[:2])
    on_board = window.of_pixels(np.full((board.rows * PATCHES, board.cols * PATCHES), 255, np.uint8))
    return np.minimum(share, on_board)


@dataclass(frozen=True, eq=False)
class Scene:
    case: Case
    pixels: Image
    reading: Reading

    @classmethod
    def of(cls, draw: Draw, name: str, turn: str, played: str = "empty", **changes: Any) -> "Scene":
        case = draw(6, 7, replace(STYLES[name], **changes), seed=2, played=played)
        pixels = TURNS[turn](case.drawing).pixels
        return cls(case, pixels, read(pixels))

    @property
    def board(self) -> Board:
        return self.reading.board

    @property
    def regions(self) -> Rows:
        return self.case.puzzle.regions

    @property
    def known(self) -> Known:
        """The water, of which every third cell is not certain."""
        known = np.array(self.case.water, np.object_)
        known.flat[::3] = None
        return known.tolist()

    @property
    def parts(self) -> dict[str, tuple[Part, ...]]:
        """Everything that is drawn over pictures."""
        image, board, regions = self.pixels, self.board, self.regions
        chain = (Step(Technique.ROW, ((2, 1),), ((3, 3),), ""),)
        lines = (ClueAt("row", 2), ClueAt("column", 4))
        step = Step(Technique.SUPPOSE, ((4, 2),), ((0, 4),), "because", lines, (regions[-1][-1],), chain)
        return {
            "water": (Water(board, self.case.water, regions),),
            "known": known_parts(board, self.known, regions),
            "nudge": (step_layer(image, self.reading, step, level="nudge"),),
            "hint": (step_layer(image, self.reading, step),),
            "broken": (violations_layer(self.reading, cells=[(4, 3)], lines=lines, aquariums=[1]),),
            "air": (air_layer(image, board, [(1, 2), (3, 4)]),),
            "mistakes": (mistakes_layer(image, board, np.eye(board.rows, board.cols)),),
            "unclear": (unclear_layer(image, board, [(0, 0), (2, 3)]),),
        }

    @cached_property
    def places(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The board positions (u, v) of every pixel's middle, (H, W) each."""
        y, x = np.mgrid[: self.pixels.shape[0], : self.pixels.shape[1]] + 0.5
        return self.board.positions(x, y)

    def at(self, image: Image, u: float, v: float) -> list[int]:
        x, y = self.board.point(u, v)
        return image[int(y), int(x)].tolist()

    def changed(self, drawn: Image) -> NDArray[np.bool_]:
        return np.asarray((drawn != self.pixels).any(axis=2))

    def within(self, boxes: Sequence[tuple[float, float, float, float]], pixels: float) -> NDArray[np.bool_]:
        """Return (H, W): what is in one of some boxes on the board, or nearer to it than so many pixels."""
        (u, v), slack = self.places, pixels / self.board.pitch
        found = np.zeros(u.shape, bool)
        for left, top, right, bottom in boxes:
            found |= (u > left - slack) & (u < right + slack) & (v > top - slack) & (v < bottom + slack)
        return found

    def cells(self, cells: ArrayLike, pixels: float) -> NDArray[np.bool_]:
        """Return the same of cells, (rows, cols) of booleans."""
        return self.within([box_of(*cell) for cell in np.argwhere(cells)], pixels)
