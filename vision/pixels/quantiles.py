"""Medians and quantiles as NumPy has them, several times faster where there are few values.

Nor do they load `numpy.ma`, which takes longer than many a picture.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, overload

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

SHORT = 6
"""Values along an axis up to which they are put in order by exchanges, all lanes at once."""
MANY = 1000
"""Values along an axis from which it takes longer to sort them than to find the two that are asked for."""


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
    if axis is None and values.dtype == np.uint8:
        return quantiles_of_bytes(values, share)[0]
    count = values.size if axis is None else values.shape[axis]
    below, above, beyond = _places(count, share)
    if axis is not None and count <= SHORT:
        ordered, axis = _exchanged(np.moveaxis(values, axis, 0)), 0
    elif count >= MANY:
        ordered = np.partition(values, (below, above), axis=axis)
    else:
        ordered = np.sort(values if values.dtype != np.uint8 else values.astype(np.uint16), axis=axis)
    low, high = ordered.take(below, axis or 0), ordered.take(above, axis or 0)
    if ordered.dtype.kind != "f":
        low, high = low.astype(np.float64), high.astype(np.float64)
    between = low + (high - low) * beyond if beyond < 0.5 else high - (high - low) * (1 - beyond)
    return float(between) if axis is None else np.asarray(between)


def quantiles_of_bytes(values: NDArray[Any], *shares: float) -> list[float]:
    """Return such quantiles of bytes, (…), all together: counting these is faster than sorting them."""
    places = [_places(values.size, share) for share in shares]
    counts = np.bincount(values.ravel(), minlength=256).cumsum()
    found = np.searchsorted(counts, [place[:2] for place in places], side="right").tolist()
    return [low + (high - low) * place[2] for (low, high), place in zip(found, places, strict=True)]


def _places(count: int, share: float) -> tuple[int, int, float]:
    """Return between which two of so many ordered values it lies, and how far from the first, 0 to 1."""
    if not count:
        raise ValueError("no values have no quantile")
    place = share * (count - 1)
    below = int(place)
    return below, min(below + 1, count - 1), place - below


def _exchanged(values: NDArray[Any]) -> NDArray[Any]:
    """Return few values (n, …) in rising order."""
    lanes = list(values)
    for last in range(len(lanes) - 1, 0, -1):
        for at in range(last):
            one, other = lanes[at : at + 2]
            lanes[at : at + 2] = np.minimum(one, other), np.maximum(one, other)
    return np.stack(lanes)
