"""A picture, and the board in it → what is the case with it, whether or not the board could be read.

Each fact is measured when it is asked for: a picture that is answered is asked for none.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import log
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from ..board import Board, clipped, grown
from ..files.pixels import Image
from ..pixels.quantiles import median, quantile
from .flat import FlatBoard, rectify, resized

if TYPE_CHECKING:
    from .network import PuzzleKind
    from .reading import Reading

Grey = NDArray[np.uint8]

SMALL = 13.0
"""Pixels of a cell in the picture: with fewer, a wall may be as wide as a thin line."""
SHARPNESS_PITCH = 20
"""Pixels of a cell at which sharpness is measured: digits and lines are to be told there."""
BLURRED, STEEPEST, WIDE_EDGE = 0.2, 0.99, 0.13
"""Perceived blur from which digits are not to be told; share of the pixels where a picture changes less than
at its sharpest edges; and cells in which these go from paper to ink along one axis. Of pictures that are read
these are up to 0.2 and 0.11; colours without lines have more blur, but sharp edges."""
WHOLE_BLURRED, WHOLE_EDGES = 0.35, (3.0, 32.0)
"""The same of a picture without a board, reduced to LARGEST pixels: how many of these edges are wide, at
least; and at most, for what is wider is no edge."""
EXTREMES, FAINT = (2, 98), 0.05
"""Percentiles of the levels that stand for paper and ink; and share of all levels between them below which
there is too little contrast."""
GRAINY, NORMAL_MEDIAN = 0.06, 0.6745
"""Spread of the noise, as a share of the contrast, from which it hides digits; and the median of what a
normal distribution of spread 1 is off its middle."""
GHOST_QUALITIES, GHOST, LARGEST = (10, 20, 30), 0.945, 400
"""JPEG qualities at which a picture is saved once more; how much less that changes it in step with its own
blocks than in step with their rows or columns alone, if it was saved so strongly before; and pixels of a side
of what is tried, at most."""
CLUE_ROOM = 1.5
"""Cells around the board in which its clues mostly stand."""
BLOCK = 8
"""Pixels of a side of a JPEG's block."""
BURNT = 253
"""Level from which a pixel is as light as a picture can show."""
BLOB, HALO, GLARE, HAZY = 1.2, 0.3, 0.01, 0.45
"""Cells across which all is burnt, lines, too; cells around it in which light fades; share of the board that
is burnt so, from which light glares on it; and blur from which lines vanish in paper that is not burnt."""

ENOUGH = 0.4
"""Share of the columns and of the rows, their harmonic mean, that have a number beside them from which a grid
may be an Aquarium board: at some lines of others, or all at one side, numbers stand, too."""
UNPARTED = -0.5
"""What it counts, where numbers beside all lines count 1, that no walls are to be told from other lines."""
WALL_SHARES = (0.04, 0.9)
"""Share of the inner sides that are walls, at least and at most: in real puzzles it is a third to seven
eighths. Beyond, lines that are all alike were parted by something else."""
DECIDED = 1.0
"""Log-odds from which a side is told: what is covered says nothing of its line."""
FEWEST_LINES = 8
"""Inner lines from which some are surely walls in parts only; a smaller board may be all stripes."""
LEAST_ODDS = log(134)
"""Log-odds of 0.7 %: where half of the sides of cells are more doubtful, errors are not independent of each
other. What misleads the reader at one side may do so at all."""
MOST_LOOSE = 0.15
"""Share of the sides that are walls which part nothing, at most: in 200 hard pictures that were answered it
was up to 0.12, and with more, another puzzle was answered."""
ANOTHER, ANOTHER_NUMBERED, LIKELY, NAMED = 0.05, 0.01, 0.5, 0.95
"""Probabilities: of an Aquarium, below which it is another puzzle, without and with numbers beside its lines,
and from which it likely is one; of boards that lack nothing but clues it is 0.5 and more. And of another
puzzle, from which it is called by its name."""
WITHOUT_WALLS: tuple[PuzzleKind, ...] = ("aquarium", "nonogram", "kakurasu")
"""What Aquarium boards look like whose walls do not show."""
SAFE_NAMES = ("sudoku", "kakuro", "queens")
"""Of boards without walls or signs nobody can tell a nonogram from a Kakurasu."""


@dataclass(frozen=True, eq=False)
class Facts:
    """What is the case with a picture and a board in it."""

    image: Image
    """uint8 (H, W, 3) RGB."""
    board: Board | None
    """Where it stands, also if it could not be read; None where nothing shows one: then the picture is
    judged as a whole, as far as it can be."""

    @cached_property
    def _flat(self) -> FlatBoard | None:
        return None if self.board is None else rectify(self.image, self.board, margin=1.0)

    @cached_property
    def _even(self) -> Image:
        """The board and a cell around it, SHARPNESS_PITCH pixels a cell, however large the picture is."""
        if self._flat is None:
            pixels, scale = self.image, min(1.0, LARGEST / max(self.image.shape))
        else:
            pixels, scale = self._flat.pixels, SHARPNESS_PITCH / self._flat.pitch
        return resized(pixels, scale)

    @cached_property
    def _part(self) -> Grey:
        """The grey picture of a corner of the board with its clues, pixel by pixel."""
        part = self.image
        if self.board is not None:
            box = grown(self.board.box, CLUE_ROOM * self.board.pitch)
            left, top, right, bottom = clipped(box, *part.shape[:2])
            part = part[top:bottom, left:right]
        part = part[:LARGEST, :LARGEST]
        return cv2.cvtColor(np.ascontiguousarray(part), cv2.COLOR_RGB2GRAY).astype(np.uint8, copy=False)

    @cached_property
    def is_small(self) -> bool:
        """Whether its cells are too small in the picture."""
        return self.board is not None and self.board.pitch < SMALL

    @cached_property
    def is_faint(self) -> bool:
        """Whether there is too little contrast, in all channels, between whatever is drawn."""
        from skimage.exposure import is_low_contrast  # noqa: PLC0415 — for a refusal alone

        faint = (is_low_contrast(self._even[..., channel], FAINT, *EXTREMES) for channel in range(3))
        return bool(np.ptp(self._even, axis=(0, 1)).any() and all(faint))

    @cached_property
    def contrast(self) -> float:
        """Levels between paper and ink, in the channel where they differ most, without what is burnt."""
        pixels = self._even.reshape(-1, 3)
        is_burnt = pixels.min(axis=1) >= BURNT
        if self._shows_burnt and not is_burnt.all():
            pixels = pixels[~is_burnt]
        low, high = np.percentile(pixels, EXTREMES, axis=0)
        return max(1.0, float((high - low).max()))

    @cached_property
    def _shows_burnt(self) -> bool:
        """Whether what is burnt would be lighter than paper: on a screenshot paper is as light as can be."""
        return self._flat is not None and float(self._flat.paper.max()) < BURNT

    @cached_property
    def blur(self) -> float:
        """How blurred it seems, 0 to 1, in the direction where it is most.

        Crete et al., "The Blur Effect: Perception and Estimation with a New No-Reference Perceptual Blur
        Metric", 2007.
        """
        from skimage.measure import blur_effect  # noqa: PLC0415 — for a refusal alone

        return float(blur_effect(cv2.cvtColor(self._even, cv2.COLOR_RGB2GRAY)))

    @cached_property
    def is_blurred(self) -> bool:
        """Whether it is blurred for its size: all in all, and at its sharpest edges in some direction."""
        if min(self._even.shape[:2]) < BLOCK:
            return False
        steps = (np.abs(np.diff(self._even.astype(np.int16), axis=axis)).max(axis=2) for axis in (0, 1))
        width = self.contrast / max(1.0, min(quantile(step, STEEPEST) for step in steps))
        if self.board is None:
            return WHOLE_EDGES[0] <= width <= WHOLE_EDGES[1] and self.blur >= WHOLE_BLURRED
        return width >= WIDE_EDGE * SHARPNESS_PITCH and self.blur >= BLURRED

    @cached_property
    def is_grainy(self) -> bool:
        """Whether noise is strong against the ink.

        Immerkær, "Fast Noise Variance Estimation", 1996, with the median for the mean, as most is paper.
        """
        kernel = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32)
        off = np.abs(cv2.filter2D(self._part, cv2.CV_32F, kernel)) / np.sqrt((kernel**2).sum())
        return median(off) / NORMAL_MEDIAN >= GRAINY * self.contrast

    @cached_property
    def is_compressed(self) -> bool:
        """Whether it was saved as a JPEG with strong compression, wherever its blocks lie.

        Farid, "Exposing Digital Forgeries from JPEG Ghosts", 2009.
        """
        if self.board is None or min(self._part.shape) < 2 * BLOCK:
            return False
        starts = range(BLOCK)
        for quality in GHOST_QUALITIES:
            changes = np.array([[_change(self._part[y:, x:], quality) for x in starts] for y in starts])
            row, col = np.unravel_index(changes.argmin(), changes.shape)
            either = median(changes[row]) + median(changes[:, col])  # lines in step with blocks do, too
            if changes[row, col] + median(changes) < GHOST * either:
                return True
        return False

    @cached_property
    def glares(self) -> bool:
        """Whether a light is reflected: an area is burnt that fades all around, and the paper is not.

        On a screenshot the paper itself is as light as a picture can show.
        """
        if self._flat is None or not self._shows_burnt:
            return False
        least = self._even.min(axis=2)
        blob = cv2.morphologyEx((least >= BURNT).astype(np.uint8), cv2.MORPH_OPEN, _disc(BLOB / 2))
        if blob.mean() < GLARE:
            return False
        around = (cv2.dilate(blob, _disc(HALO)) > 0) & (cv2.dilate(blob, _disc(HALO / 2)) == 0)
        paper = float(self._flat.paper.min())
        return median(least[around]) > (paper + BURNT) / 2 and self.blur < HAZY


def _disc(radius: float) -> NDArray[np.uint8]:
    """Return a disc of so many cells."""
    side = 2 * max(1, round(radius * SHARPNESS_PITCH)) + 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)), np.uint8)


def _change(grey: Grey, quality: int) -> float:
    """Return by how many levels a grey picture changes when it is saved as a JPEG of a quality."""
    _, saved = cv2.imencode(".jpg", np.ascontiguousarray(grey), [cv2.IMWRITE_JPEG_QUALITY, quality])
    again = np.asarray(cv2.imdecode(saved, cv2.IMREAD_GRAYSCALE), np.int16)
    return float(np.abs(again - grey).mean())


# What was read


def has_clues(reading: Reading) -> bool:
    """Whether numbers stand beside enough lines for an Aquarium board."""
    return numbers_beside(reading) >= 0


def may_have_clues(reading: Reading) -> bool:
    """Whether they may: illegible ones count, too, and so do those that would be where it is cut off."""
    shares = list(map(max, zip(_shares(reading), reading.inked, strict=True)))
    if any(cut.is_sure for cut in reading.cut):
        shares = [max(shares)] * 2
    return _numbers(*shares) >= 0


def clues_found(reading: Reading) -> tuple[int, int]:
    """Return how many columns and how many rows have a number beside them."""
    cols, rows = reading.puzzle.col_clues, reading.puzzle.row_clues
    return len(cols) - cols.count(None), len(rows) - rows.count(None)


def numbers_beside(reading: Reading) -> float:
    """Return what the numbers beside a grid count: 1 beside all lines, less than 0 beside too few."""
    return _numbers(*_shares(reading))


def _shares(reading: Reading) -> tuple[float, float]:
    """Return the shares of the columns and of the rows that have a number beside them."""
    cols, rows = clues_found(reading)
    return cols / reading.board.cols, rows / reading.board.rows


def _numbers(cols: float, rows: float) -> float:
    return (2 * cols * rows / (cols + rows or 1) - ENOUGH) / (1 - ENOUGH)


def is_uniform(reading: Reading) -> bool:
    """Whether all the lines inside the board look alike where they can be told, or each along all its length.

    It may be a puzzle of another kind: in this one every board has lines that are walls in parts.
    """
    lines = [*zip(*reading.evidence.right, strict=True), *reading.evidence.below]
    walls = [[odds > 0 for odds in line if abs(odds) >= DECIDED] for line in lines]
    count, sides = sum(map(sum, walls)), sum(map(len, walls))
    in_parts = len(lines) < FEWEST_LINES or any(any(line) and not all(line) for line in walls)
    return not in_parts or not is_wall_share(count / max(1, sides))


def is_wall_share(share: float) -> bool:
    """Whether so large a share of a board's inner sides may be walls."""
    return WALL_SHARES[0] < share < WALL_SHARES[1]


def are_unclear(reading: Reading) -> bool:
    """Whether most sides may be walls or not, or many walls part nothing: then errors are not independent."""
    odds = np.abs([*reading.evidence.odds()])
    return not reading.is_known and (median(odds) < LEAST_ODDS or reading.loose > MOST_LOOSE * len(odds))


def is_another(reading: Reading) -> bool:
    """Whether it is another puzzle, by all that the network sees, or by other numbers on opposite sides.

    Boards with clues whose walls do not show look like other puzzles' that have none.
    """
    if any(reading.opposed):
        return True
    if not has_clues(reading):
        return reading.puzzles["aquarium"] < ANOTHER
    if reading.puzzles["aquarium"] >= ANOTHER_NUMBERED:
        return False
    alike = sum(reading.puzzles.get(name, 0.0) for name in WITHOUT_WALLS)
    return not (is_uniform(reading) and alike >= ANOTHER_NUMBERED)


def may_be_another(reading: Reading) -> bool:
    """Whether it is another puzzle, or may be one, for all its lines look alike."""
    return is_another(reading) or is_uniform(reading)


def name_of(reading: Reading) -> PuzzleKind | None:
    """Return which other puzzle it is, if that is sure."""
    name, probability = max(reading.puzzles.items(), key=lambda one: one[1])
    return name if name in SAFE_NAMES and probability >= NAMED else None


def lacks_clues(reading: Reading) -> bool:
    """Whether too few numbers stand beside its lines, or few, and its walls do not show it to be one."""
    numbers = numbers_beside(reading)
    if numbers + UNPARTED >= 0:
        return False
    return numbers < 0 or is_uniform(reading) or are_unclear(reading)
