"""Otsu's threshold, computed exactly over values instead of a histogram."""

import numpy as np
from numpy.typing import NDArray


def otsu_threshold(values: NDArray[np.floating]) -> float:
    """Return the middle of the gap that splits values (n,) with the largest variance between the groups."""
    ordered = np.sort(values.astype(np.float64))
    count = np.arange(1, len(ordered))
    sums = np.cumsum(ordered)[:-1]
    lower, upper = sums / count, (ordered.sum() - sums) / (len(ordered) - count)
    split = int(np.argmax(count * (len(ordered) - count) * (upper - lower) ** 2))
    return float((ordered[split] + ordered[split + 1]) / 2)
