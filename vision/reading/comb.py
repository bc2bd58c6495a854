"""A quad → how many cells it holds: an even comb wants a line at each tooth, none between."""

from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from ..pixels.brightness import Grey
from .ink import darkness_along_rows
from .quads import Quad

HOPELESS = 0.05
"""Below it on both axes a quad holds no grid of thin lines: only a sure one of walls alone is looked for."""
LEAST_CONTRAST = 0.1
"""Up to it there is no grid."""
SURE = 0.6
"""From here on it is surely a grid: no other view of its lines is made, it is read even beside a whole board,
and it may be the board that is meant although its clues are illegible."""
CLEAR = 0.8
"""Beyond it no other grey version of the picture is asked."""
BEYOND_DOUBT = 0.9
"""From here on it is a clear board even if walls end loose in it: they may be drawn so."""

Profile = NDArray[np.float64]
Spots = NDArray[np.float64]
Counts = NDArray[np.intp]

FEWEST_CELLS, MOST_CELLS = 4, 60
"""Cells a side of a board may have: below four any box with a few lines is a grid, above sixty nobody
prints one."""
FEWEST_STATED = 2
"""Cells of a side that are looked for if a person states the size."""
SCANS = 144
"""Scan lines across the board from which one profile is made."""
RIM = 0.02
"""Share of the board's side shown outside its frame, so that the frame's own line is whole."""
NARROWEST_PITCH = 3.5
"""Samples between two lines below which line and gap cannot be told apart."""
ON_REACH, OFF_REACH = 0.1, 0.22
"""Shares of the pitch: a line counts when it is this near to its place; a gap begins this far from it."""
ASPECT_SLACK = 0.6
"""Largest natural logarithm of the cells' ratio of width to height: programs stretch them, lenses squeeze."""
ASPECT_COST = 0.3
"""What such a squeeze costs, in contrast."""
VIEWS = ((40, 0.25, 0.6), (90, 0.25, 0.6), (40, 0.62, 0.88))
"""How the profile is made, in the order tried: the share of the side (its reciprocal) up to which dark marks
are lines, and the range of ranks averaged across the scan lines. The last one sees walls alone, where thin
lines have vanished."""
FINALISTS = 6
"""Counts of each axis that are matched with those of the other."""


class Count(NamedTuple):
    """The cells a quad holds, and how much it looks like a grid."""

    rows: int
    cols: int
    contrast: float
    """Of the comb's teeth with its gaps, at most 1, less the cost of cells that are not square."""


def count_cells(grey: Grey, quad: Quad, cells: tuple[int, int] | None = None) -> Count | None:
    """Return the number of rows and columns of the grid inside a quad, None where there is none.

    `grey` is uint8 (H, W) with dark lines. If `cells` (rows, cols) is given, only those are looked for.
    Perspective is undone first, so a tilted board is the same case.
    """
    lengths = _lengths(quad)
    samples = _samples(lengths)
    across: list[tuple[float, int]] = []
    down: list[tuple[float, int]] = []

    def combs(view: tuple[int, float, float]) -> list[list[tuple[float, int]]]:
        profiles = [_profile(grey, quad, samples, view, down=down) for down in (False, True)]
        return [_comb(profile, only) for profile, only in zip(profiles, (cols, rows), strict=True)]

    rows, cols = cells or (None, None)
    for view in VIEWS:
        more_across, more_down = combs(view)
        across += more_across
        down += more_down
        if not across or not down:
            return None
        best = (max(across)[0], max(down)[0])
        if min(best) > SURE:
            break
        if max(best) < HOPELESS:
            walls = combs(VIEWS[-1])
            if min(max(counts)[0] for counts in walls) > SURE:
                across, down = walls
            break
    width_to_height = (lengths[0] + lengths[2]) / (lengths[1] + lengths[3])
    return _best_pair(across, down, width_to_height)


def _lengths(quad: Quad) -> list[float]:
    """Return the pixels along each side of a quad."""
    return [float(np.hypot(*(quad[(i + 1) % 4] - quad[i]))) for i in range(4)]


def _samples(lengths: list[float]) -> int:
    """Return how many places along each axis of such a quad are looked at."""
    return int(np.clip(max(lengths) * 1.04, 200, 1400))


def _best_pair(
    across: list[tuple[float, int]], down: list[tuple[float, int]], width_to_height: float
) -> Count | None:
    best = None
    for contrast_across, cols in sorted(across, reverse=True)[:FINALISTS]:
        for contrast_down, rows in sorted(down, reverse=True)[:FINALISTS]:
            squeeze = abs(float(np.log(cols / rows / width_to_height)))
            contrast = min(contrast_across, contrast_down) - ASPECT_COST * squeeze
            if squeeze <= ASPECT_SLACK and (best is None or contrast > best.contrast):
                best = Count(rows, cols, contrast)
    return best


def _profile(grey: Grey, quad: Quad, samples: int, view: tuple[int, float, float], *, down: bool) -> Profile:
    """Return (samples,): the darkness of lines across the whole board, along one axis."""
    share, low, high = view
    size = (SCANS, samples) if down else (samples, SCANS)
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    target = ((unit * (1 - 2 * RIM) + RIM) * np.array(size)).astype(np.float32)
    flatten = cv2.getPerspectiveTransform(target, (quad - 0.5).astype(np.float32))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    flat = cv2.warpPerspective(grey, flatten, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    flat = np.ascontiguousarray(flat.T) if down else flat
    dark = darkness_along_rows(flat, max(5, samples // share + 1))
    first, last = int(SCANS * low), int(SCANS * high) + 1
    ranked = np.sort(dark, axis=0)[first:last]  # several times faster than partition
    return np.asarray(ranked.mean(axis=0), np.float64)


class _Intervals(NamedTuple):
    """Where a profile is looked at, for every number of cells: in row k, counts[k] half-open intervals."""

    there: NDArray[np.bool_]
    """(rows, most): which intervals there are; those of a row come first."""
    edges: NDArray[np.intp]
    """(2 * intervals,): where each begins and ends. An empty one counts as its first sample."""

    def peaks(self, profile: Profile) -> Profile:
        """Return (rows, most): each interval's largest sample, rising in a row, then infinity."""
        peaks = np.full(self.there.shape, np.inf)
        peaks[self.there] = np.maximum.reduceat(np.append(profile, -np.inf), self.edges)[::2]
        peaks.sort(axis=1)
        return peaks


@lru_cache(maxsize=8)  # a quad's two axes and its views have as many samples
def _teeth_and_gaps(samples: int, only: int | None) -> tuple[Counts, _Intervals, _Intervals]:
    """Return the numbers of cells that so many samples can show, or one, with the combs' teeth and gaps."""
    length = samples * (1 - 2 * RIM)
    most = min(MOST_CELLS, int(length / NARROWEST_PITCH))
    least, most = (FEWEST_CELLS, most) if only is None else (only, min(only, most))
    counts = np.arange(least, most + 1)
    pitches = (length / counts)[:, None]
    lines = samples * RIM + np.arange(counts.max(initial=0) + 1) * pitches
    near, far = np.maximum(1.0, ON_REACH * pitches), np.maximum(1.2, OFF_REACH * pitches)
    inner = lines[:, 1:-1]
    teeth = _intervals(np.floor(inner - near), np.ceil(inner + near) + 1, counts - 1, samples)
    gaps = _intervals(np.ceil(lines[:, :-1] + far), np.floor(lines[:, 1:] - far), counts, samples)
    return counts, teeth, gaps


def _intervals(starts: Spots, ends: Spots, counts: Counts, samples: int) -> _Intervals:
    there = np.arange(starts.shape[1]) < counts[:, None]
    edges = np.stack([starts[there], np.maximum(ends, starts + 1)[there]], axis=1).astype(np.intp).ravel()
    return _Intervals(there, np.minimum(edges, samples))


def _comb(profile: Profile, only: int | None) -> list[tuple[float, int]]:
    """Return (contrast, cells) for every number of cells that the profile is long enough to show, or one."""
    counts, on, off = _teeth_and_gaps(len(profile), only)
    if not counts.size:
        return []
    teeth, gaps = on.peaks(profile), off.peaks(profile)
    weak_tooth = (_ranked(teeth, counts - 1, 0.15) + _ranked(teeth, counts - 1, 0.35)) / 2
    dark_gap = _ranked(gaps, counts, 0.85)
    contrasts = (weak_tooth - dark_gap) / (weak_tooth + dark_gap + 0.01)
    return list(zip(contrasts.tolist(), counts.tolist(), strict=True))


def _ranked(ordered: Profile, counts: Counts, share: float) -> Profile:
    """Return in each row, of so many values, the one below which that share of the others lies.

    Between neighbours in proportion.
    """
    place = share * (counts - 1)
    below, rows = place.astype(np.intp), np.arange(len(ordered))
    above = np.minimum(below + 1, counts - 1)
    low, high = ordered[rows, below], ordered[rows, above]
    return np.asarray(low + (place - below) * (high - low))
