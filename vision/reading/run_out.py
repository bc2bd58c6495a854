"""The picture's edges → where evenly spaced lines run out of it, as those of a board do that is cut off."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from ..pixels.brightness import is_dark
from ..pixels.quantiles import quantile
from .ink import SAMPLED, darkness_along_rows, line_greys

if TYPE_CHECKING:
    from ..files.pixels import Image
    from .margins import Edge

DEPTH = 1 / 100
"""Share of the picture's shorter side, from the edge inwards, in which lines across it are looked for."""
DEPTHS, OUTERMOST = (6, 10), 2
"""Pixels of that strip at least and at most, and of the part at the very edge, which a frame would fill."""
WIDEST = 1 / 50
"""Share of the edge that a line is wide at most."""
FAINTEST, STRONGEST, AS_STRONG = 0.06, 0.9, 0.3
"""Darkness from which something is a line: at least so much, and so great a share of this quantile of the
peaks."""
AT_THE_EDGE = 0.5
"""A line that runs out is at the very edge at least this share as dark as just inside."""
UNEVEN = 0.1
"""Neighbouring gaps differ by less than this share: lines of a board are evenly spaced."""
NARROWEST = (8.0, 1 / 120)
"""Pixels between two lines at least, and share of the edge."""
WITHOUT_GAP = 3
"""One line in so many may be too faint to be seen."""
NOISE_TIMES = 4.0
"""A line is so many times as dark as most of the edge, or it is grain."""
FEWEST = 4
"""Lines that run out in a row, at least."""
ON_LIGHT = 2
"""Versions of a light picture that are looked at: in the inverted one the grain of white paper is strong."""
BETWEEN = 0.5
"""Further lines between those, for each gap, at most."""


@dataclass(frozen=True, slots=True)
class RunOut:
    """Evenly spaced lines that end at an edge of the picture."""

    edge: Edge
    pitch: float
    """Pixels from one line to the next."""
    start: float
    end: float
    """Where along the edge the first and the last line end, in pixels."""
    gaps: int


def find_run_outs(image: Image) -> tuple[RunOut, ...]:
    """Return at which edges of a picture, uint8 (H, W, 3), evenly spaced lines run out of it."""
    depth = int(np.clip(DEPTH * min(image.shape[:2]), *DEPTHS))
    strips: dict[Edge, Image] = {
        "left": np.ascontiguousarray(image[:, :depth].transpose(1, 0, 2)),
        "top": image[:depth],
        "right": np.ascontiguousarray(image[:, : -depth - 1 : -1].transpose(1, 0, 2)),
        "bottom": np.ascontiguousarray(image[: -depth - 1 : -1]),
    }
    dark, found = is_dark(image[::SAMPLED, ::SAMPLED]), []
    for edge, strip in strips.items():
        row = _longest_row(_ends(strip, dark=dark), max(NARROWEST[0], NARROWEST[1] * strip.shape[1]))
        if len(row) >= FEWEST:
            pitch = float((row[-1] - row[0]) / (len(row) - 1))
            found.append(RunOut(edge, pitch, float(row[0]), float(row[-1]), len(row) - 1))
    return tuple(found)


def _ends(strip: Image, *, dark: bool) -> NDArray[np.float64]:
    """Return (n,) where lines across a strip (depth, length, 3) end at its first row, which is the edge."""
    reach = max(9, round(WIDEST * strip.shape[1]))
    views = [
        np.asarray(cv2.dilate(darkness_along_rows(grey, reach), np.ones((1, 3), np.uint8)))
        for grey in (line_greys(strip) if dark else islice(line_greys(strip), ON_LIGHT))
    ]
    inside = np.max([np.median(dark, axis=0) for dark in views], axis=0)
    outermost = np.max([dark[:OUTERMOST].mean(axis=0) for dark in views], axis=0)
    return _peaks(inside, outermost)


def _peaks(inside: NDArray[np.float32], outermost: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return (n,) the middles of the runs of darkness inside that are dark at the very edge, too."""
    tops = np.sort(inside)[::-1][: max(1, len(inside) // 50)]
    strong = AS_STRONG * quantile(tops, STRONGEST)
    least = max(FAINTEST, strong, NOISE_TIMES * float(np.median(inside)))
    on = np.flatnonzero(np.diff(np.concatenate([[0], inside > least, [0]]).astype(np.int8)))
    runs = on.reshape(-1, 2)
    ends = [
        (start + stop) / 2
        for start, stop in runs
        if outermost[max(0, start - 1) : stop + 1].max() >= AT_THE_EDGE * inside[start:stop].max()
    ]
    return np.array(ends, np.float64)


def _longest_row(places: NDArray[np.float64], narrowest: float) -> NDArray[np.float64]:
    """Return the longest row of evenly spaced places, hardly any others between them."""
    best = places[:0]
    for first in range(len(places)):
        for second in range(first + 1, min(first + 4, len(places))):
            if places[second] - places[first] < narrowest:
                continue
            row = _row_from(places, first, second)
            between = np.count_nonzero((places > row[0]) & (places < row[-1])) - (len(row) - 2)
            if len(row) > len(best) and between <= BETWEEN * (len(row) - 1):
                best = row
    return best


def _row_from(places: NDArray[np.float64], first: int, second: int) -> NDArray[np.float64]:
    """Return the row that begins with two places and goes on as far as there are places for it."""
    row, gap = [places[first], places[second]], places[second] - places[first]
    missing = 0
    while True:
        wanted = row[-1] + gap
        nearest = places[np.argmin(np.abs(places - wanted))]
        if abs(nearest - wanted) <= max(1.5, UNEVEN * gap):
            gap = 0.5 * gap + 0.5 * (nearest - row[-1])
            row.append(nearest)
        elif missing < len(row) // WITHOUT_GAP:
            missing += 1
            row.append(wanted)
        else:
            return _without_end(np.array(row), places)


def _without_end(row: NDArray[np.float64], places: NDArray[np.float64]) -> NDArray[np.float64]:
    """Leave out at the end of a row what was only supposed."""
    seen = np.isin(row, places)
    return row[: len(row) - int(seen[::-1].argmax())]
