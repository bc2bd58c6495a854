"""What only other puzzles have: numbers and signs in the cells, different numbers on opposite sides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from .calibration import NO_NUMBER
from .colours import INKED, LEAST_INK, CellColours
from .digits import read_numbers

if TYPE_CHECKING:
    from ..files.pixels import Image
    from .flat import FlatBoard

Contents = Literal["numbers", "signs", "signs all over"]
Cells = NDArray[np.bool_]

INK_SHARE = 0.4
"""Share of the strongest ink inside the cells from which a pixel is ink."""
MOST_INK = 0.7
"""Share of what is left of a cell that something in it covers, at most."""
FEWEST, LEAST_SHARE = 4, 0.04
"""Cells, and share of the cells, that hold something, at least."""
ALL_OVER = 0.4
"""Share of the cells from which signs stand all over a board: what people draw over one takes less."""
MOST_READ = 24
"""Cells whose contents are read, evenly chosen."""
CELL_EDGE = 0.12
"""Share of a cell that is left to its lines, on every side, when it is read."""
SURE_NUMBER = 0.8
"""Probability from which it is a number."""
MOSTLY = 0.6
"""Share of what stands in the cells that must be numbers."""
LIKELY, CERTAIN = 0.5, 0.98
"""Probabilities from which a sign that is no number is one for air, and one that may be a number is."""
UNLIKE = 0.2
"""Share of the numbers that differ from most in their aquarium, at least: the number of an aquarium is the
same in all of its cells."""
SURELY, OPPOSED, FEWEST_OPPOSED = 0.95, 0.3, 3
"""Probability from which a number is sure, and the share and number of lines with different sure numbers on
opposite edges from which a puzzle is another: one or two may be misread."""


def read_contents(
    flat: FlatBoard,
    colours: CellColours,
    air: NDArray[np.floating],
    crossed: Cells,
    regions: NDArray[np.signedinteger],
) -> Contents | None:
    """Return what stands in many cells of a board, if it is something that no player puts there.

    `air`, how probably a cell holds a sign for air, `crossed` and `regions` are (rows, cols). Numbers that
    are the same all over each aquarium are its own; signs in cells that are crossed, where ink goes on over
    their lines, were drawn over the board.
    """
    fewest, is_mark = max(FEWEST, LEAST_SHARE * air.size), air >= CERTAIN
    held = _holds_ink(colours) & ~is_mark
    cells = np.argwhere(held)
    if len(cells) < fewest:
        return None
    cells = cells[:: -(-len(cells) // MOST_READ)]
    probable = np.exp(read_numbers([_cell(flat, row, col) for row, col in cells]))[:, :NO_NUMBER]
    is_number = probable.max(axis=1) >= SURE_NUMBER
    if is_number.mean() < MOSTLY:
        held &= air < LIKELY
        is_own = np.count_nonzero(held & ~crossed) >= max(FEWEST, LEAST_SHARE * held.size)
        return "signs all over" if held.mean() >= ALL_OVER else "signs" if is_own else None
    cells, numbers = cells[is_number], probable.argmax(axis=1)[is_number]
    return "numbers" if _differ(numbers, regions[cells[:, 0], cells[:, 1]]) else None


def is_opposed(margins: list[NDArray[np.float64]]) -> bool:
    """Whether numbers of two margins, (lines, 101) probabilities, surely differ for many of the lines."""
    if len(margins) < 2:
        return False
    one, other = (margin[:, :NO_NUMBER] for margin in margins)
    sure = np.minimum(one.max(axis=1), other.max(axis=1)) >= SURELY
    differ = np.count_nonzero(sure & (one.argmax(axis=1) != other.argmax(axis=1)))
    return bool(differ >= max(FEWEST_OPPOSED, OPPOSED * len(one)))


def is_count(margin: NDArray[np.float64]) -> bool:
    """Whether numbers of a margin, (lines, 101) probabilities, are those of the lines, from either end."""
    lines = np.arange(len(margin))
    counts = (lines + 1, lines[::-1] + 1)
    return any(bool(margin[lines, count].mean() >= MOSTLY) for count in counts if len(lines) < NO_NUMBER)


def _holds_ink(colours: CellColours) -> Cells:
    """Return (rows, cols): the cells in which something stands that is not their ground."""
    share = (colours.off > max(INKED, INK_SHARE * float(colours.off.max()))).mean(axis=(2, 3))
    return np.asarray((share >= LEAST_INK) & (share <= MOST_INK), bool)


def _cell(flat: FlatBoard, row: int, col: int) -> Image:
    """Return the inside of a cell, and around it, in place of its lines, what is at its edges."""
    inset = round(CELL_EDGE * flat.pitch)
    top, left = flat.margin + row * flat.pitch, flat.margin + col * flat.pitch
    rows, cols = (slice(start + inset, start + flat.pitch - inset) for start in (top, left))
    inside = flat.pixels[rows, cols]
    shown = cv2.copyMakeBorder(inside, inset, inset, inset, inset, cv2.BORDER_REPLICATE)
    return shown.astype(np.uint8, copy=False)


def _differ(numbers: NDArray[np.signedinteger], regions: NDArray[np.signedinteger]) -> bool:
    """Whether numbers differ within aquariums, or are the same in several."""
    unlike = alone = 0
    for region in np.unique(regions):
        inside = numbers[regions == region]
        unlike += len(inside) - np.bincount(inside).max()
        alone += len(inside) == 1
    repeated = len(numbers) - len(np.unique(numbers))
    return unlike >= UNLIKE * len(numbers) or (alone == len(numbers) and repeated >= UNLIKE * len(numbers))
