"""What the player has put in the cells, with probabilities: water, a cross or other sign of air, nothing."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

NOTHING, WATER, CROSS = 0, 1, 2

TOLD = 0.98
"""Probability from which a mark is told."""


@dataclass(frozen=True, eq=False, slots=True)
class Marks:
    """What is put in each cell."""

    probabilities: NDArray[np.float32]
    """(rows, cols, 3) of NOTHING, WATER and CROSS; what they lack of one is ink of another kind."""

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
