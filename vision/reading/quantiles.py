"""Medians and quantiles as NumPy has them, several times faster where there are few values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, overload

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


@overload
def median(values: NDArray[Any]) -> float: ...
@overload
def median(values: NDArray[Any], axis: int) -> NDArray[Any]: ...
def median(values: NDArray[Any], axis: int | None = None) -> float | NDArray[Any]:
    """Return the median of finite values, (…), of all of them or along an axis."""
    return quantile(values, 0.5) if axis is None else quantile(values, 0.5, axis)


@overload
def quantile(values: NDArray[Any], share: float) -> float: ...
@overload
def quantile(values: NDArray[Any], share: float, axis: int) -> NDArray[Any]: ...
def quantile(values: NDArray[Any], share: float, axis: int | None = None) -> float | NDArray[Any]:
    """Return what a share, 0 to 1, of finite values lies below, of all of them or along an axis.

    Between two values it lies as far from the lower one as the share asks.
    """
    ordered = np.sort(values, axis=axis)
    last = (ordered.size if axis is None else ordered.shape[axis]) - 1
    below = int(share * last)
    beyond, above = share * last - below, min(below + 1, last)
    low, high = ordered.take(below, axis or 0), ordered.take(above, axis or 0)
    if ordered.dtype.kind != "f":
        low, high = low.astype(np.float64), high.astype(np.float64)
    between = low + (high - low) * beyond if beyond < 0.5 else high - (high - low) * (1 - beyond)
    return float(between) if axis is None else np.asarray(between)
