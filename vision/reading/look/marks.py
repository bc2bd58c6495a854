"""The flat board → what the player has put in the cells, with probabilities: water, a cross, nothing."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..cells import cells_of
from ..flat.rectify import FlatBoard
from ..grounds import read_grounds
from ..signs import read_signs

NOTHING, WATER, CROSS = 0, 1, 2

TOLD = 0.98
"""Probability from which a mark is told."""

HALF = 0.5
"""Probability from which a cell is wet, and share of wet cells from which the water has a pattern."""
CONTRADICTION = 0.1
"""Weight of a sign for air on water: a pattern in the water looks like one more often than players put it."""


@dataclass(frozen=True, eq=False, slots=True)
class Marks:
    """What is put in each cell."""

    probabilities: NDArray[np.float32]
    """(rows, cols, 3) of NOTHING, WATER and CROSS; what they lack of one is ink of another kind."""
    patterned: NDArray[np.bool_] | None = None
    """(rows, cols): the water, if most of it has a pattern, which may look like ink across the lines."""
    plain: bool = False
    """Whether each cell has one colour all over: nothing stands in any."""

    @property
    def told(self) -> tuple[tuple[int | None, ...], ...]:
        """told[row][col]: NOTHING, WATER, CROSS (dot, ring), or None where it cannot be told."""
        likeliest, sure = self.probabilities.argmax(axis=2), self.probabilities.max(axis=2) >= TOLD
        return tuple(
            tuple(int(mark) if is_sure else None for mark, is_sure in zip(*line, strict=True))
            for line in zip(likeliest, sure, strict=True)
        )

    @property
    def confidence(self) -> tuple[tuple[float, ...], ...]:
        """confidence[row][col]: the probability of the likeliest."""
        return tuple(map(tuple, self.probabilities.max(axis=2).round(4).tolist()))


def read_marks(flat: FlatBoard) -> Marks:
    """Return how probable it is that each cell holds nothing, water, or a cross or other sign of air."""
    cells = cells_of(flat)
    signs = read_signs(cells)
    grounds = read_grounds(cells, signs)
    nothing, water = grounds.dry * signs.none, grounds.wet * (1 - signs.sign)
    cross = signs.sign * (1 - grounds.wet)  # whatever its ground: strong colours stain what is around them
    against = CONTRADICTION * grounds.wet * signs.sign
    unclear = (1 - grounds.wet) * (1 - signs.sign) - nothing
    total = nothing + water + cross + against + unclear
    wet = grounds.wet >= HALF
    has_pattern = wet.any() and cells.patterned[wet].mean() >= HALF
    probabilities = np.stack([nothing, water, cross], axis=2) / total[..., None]
    return Marks(probabilities, wet if has_pattern else None, cells.plain)
