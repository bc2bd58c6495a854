"""Student curves: how the lines of a board vary where one odd line is possible at any thickness."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import lgamma, log, pi, sqrt

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

LINE_TAILS = 4.0
"""Degrees of freedom of the curves of lines around the board's thickness."""


def log_peak(degrees: float) -> float:
    """Return the log-density of a Student curve of width 1 at its peak."""
    return lgamma((degrees + 1) / 2) - lgamma(degrees / 2) - 0.5 * log(degrees * pi)


LOG_LINE_PEAK = log_peak(LINE_TAILS)


def log_density(off: Floats) -> Floats:
    """Return log-densities of a Student curve of width 1 and LINE_TAILS at values (…)."""
    return np.asarray(LOG_LINE_PEAK - (LINE_TAILS + 1) / 2 * np.log1p(off**2 / LINE_TAILS), np.float64)


def tail(off: float) -> float:
    """Return the probability of more than `off` under a Student curve of width 1 and LINE_TAILS of 4."""
    share = off / sqrt(LINE_TAILS + off**2)
    return float(0.5 - 0.5 * share * (1 + 0.5 * (1 - share**2)))


@dataclass(frozen=True, eq=False, slots=True)
class Spreads:
    """How thick several things are in the lines of a board: a Student curve for each."""

    means: Floats
    """(m,)."""
    widths: Floats
    """(m,)."""

    def log_density(self, which: Sequence[int], values: Floats) -> Floats:
        """Return (k, n) natural logarithms of the density of k of them at values (k, n)."""
        means, widths = self.means.take(which)[:, None], self.widths.take(which)[:, None]
        return log_density((values - means) / widths) - np.log(widths)
