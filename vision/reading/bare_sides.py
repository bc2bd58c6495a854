"""Sides that something is drawn over → their ink where they are bare, and how much of them that is."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property

import numpy as np

from ..pixels.quantiles import median, quantile
from .flat.rectify import FlatBoard
from .flat.sides import Look, Profiles, SideInk, Sides, toward
from .foreign import CORNER, Mask, Rails, beside, find_rails, grown

THICK, THIN = 0.9, 0.2
"""Shares of the inner sides that are no thicker than what is taken for a wall, and for a thin line."""
FEW = 0.5
"""Share of a wall's ink below which a line is thin, however few such there are."""
LINELESS = 0.12
"""Thin lines thinner than this share of a wall are no lines to be missed."""
LACKING = 0.4
"""Share of the thin line's ink below which there is no line: it is hidden under something."""
ONE_KIND = 0.2
"""Sides with ink that differ by no more than this share of the thickest are of one kind."""
FLANK = 0.28
"""Cells from a line's middle to where what stands beside it may be a mark."""
FRINGE = 0.03
"""Cells beside foreign ink that its blur has changed."""
LOW, SPREAD = 0.35, (0.2, 0.8)
"""A side is as thick as this share of its bare length is at most, for what is drawn over it adds ink; how
much it differs along its length shows between these shares."""
ALIKE, UNLIKE = 0.3, 1.3
"""Difference along a side up to which it is all alike, and from which nothing is known of it, as shares of
UNSURE_STEP."""
UNSURE_STEP = 0.6
"""Share of the step from thin line to wall."""
FEWEST_BARE = 0.12
"""Share of a side that must be bare for it to be measured there."""
SHOWS = 0.25
"""Peak, as a share of a pure line's, from which a line shows through what is drawn over it."""
FAINT = 0.33
"""Share of the lines' contrast up to which ink neither hides a line nor looks like one: watermarks."""
MOSTLY, USUAL_PEAK = 0.6, 0.25
"""Share of a side along which a line must show for it to lie in another light only; by which share its peak
may then differ from that of others."""
PALE = 0.25
"""How much is told of a side by a line that shows through all along it, as a share of a bare one."""
STANDS_OUT = 0.1
"""Share of the usual contrast of lines below which what was measured is no ink but grain."""
BETWEEN = 0.12
"""Share of the step from thin line to wall by which a side of neither kind is off both, and off all others of
its line."""
FEW_OF_LINE, FEW_ODD, FEWEST_ODD = 0.34, 0.02, 6
"""Shares of the sides of a line, and of all, that may look like no others, and so many in any case; where
more do, the line or the picture is such."""
FADED = 0.5
"""Share of the usual nearness to pure ink below which a side hardly shows."""
WIDEST, WIDER, OPPOSITE = 0.98, 1.25, 0.25
"""Share of the sides no wider than the widest walls, times their ink from which a line is none of the
board's, and share of the step by which a side may be on the far side of the cells' colour."""
TINTS, USUAL, BEYOND = 12, 0.9, 1.5
"""Sides of each axis that show how much lines differ in colour, what share of them differs less, and how many
times as much is foreign ink."""
APART = 1.3
"""Walls are so many times as wide as thin lines, or widths tell nothing where the ink is pale."""


@dataclass(frozen=True, eq=False, slots=True)
class Bare:
    """How much of each side, 0 to 1, is bare of foreign ink; less where it is not all alike."""

    upright: Sides
    """(rows, cols + 1)."""
    level: Sides
    """(rows + 1, cols)."""
    rails: Rails
    """Where ink crosses the rails beside sides."""


def bare_sides(flat: FlatBoard, sides: SideInk, patterned: Mask | None = None) -> tuple[SideInk, Bare]:
    """Return the sides with those measured anew that something is drawn over, and how much of all is bare.

    `patterned` (rows, cols) says where the water has a pattern.
    """
    assert sides.look
    upright, level = sides.upright, sides.level.T
    inner = np.concatenate([upright[:, 1:-1].ravel(), level[:, 1:-1].ravel()])
    thin, thick = quantile(inner, THIN), quantile(inner, THICK)
    few = inner[inner < FEW * thick]
    thin = min(thin, median(few)) if few.size else thin
    rails = find_rails(flat, thick, sides.look.contrast, patterned)
    scale = _scale(sides, thin, thick)
    lacking, odd = _lacking_and_odd(sides, scale, patterned)
    crossed = [rails.upright | lacking[0], rails.level.T | lacking[1]]
    suspect = [one | other for one, other in zip(crossed, odd, strict=True)]
    bare = [np.ones_like(ink) for ink in (upright, level)]
    if not (suspect[0].any() or suspect[1].any()):
        return sides, Bare(bare[0], bare[1].T, rails)
    ink = [upright.copy(), level.copy()]
    turned = replace(rails, grounds=rails.grounds.transpose(1, 0, 2), strange=rails.strange.T)

    @cache
    def tint() -> float:
        return max(rails.least, BEYOND * _usual_tint(surveys, suspect))

    surveys = (
        _Survey(flat, rails, sides.look, scale, tint),
        _Survey(flat.transposed, turned, sides.look, scale, tint),
    )
    for axis, survey in enumerate(surveys):
        for row, line in np.argwhere(suspect[axis]).tolist():
            width, share = survey.side(row, line, is_odd=not crossed[axis][row, line])
            is_known = share >= FEWEST_BARE and abs(width - ink[axis][row, line]) > BETWEEN * scale.step
            if is_known or crossed[axis][row, line]:
                ink[axis][row, line], bare[axis][row, line] = width, share
    return replace(sides, upright=ink[0], level=ink[1].T), Bare(bare[0], bare[1].T, rails)


def _lacking_and_odd(
    sides: SideInk, scale: "_Scale", patterned: Mask | None
) -> tuple[list[Mask], list[Mask]]:
    """Return the sides on column lines, and on row lines, that lack their line, and that look odd."""
    both, odd = (sides.upright, sides.level.T), _odd(sides, scale)
    lacking = [_lacking(ink, scale.thin, scale.thick) for ink in both]
    vanishing, spared = zip(*(_vanishing(ink, scale.thin) for ink in both), strict=True)
    if not any(lines.any() for lines in vanishing):
        spared = tuple(np.zeros_like(lines) for lines in spared)
    if patterned is not None:  # it may drown the lines around it
        wet = (np.stack([cells, cells], axis=2) for cells in (patterned, patterned.T))
        spared = tuple(lines | beside(cells) for lines, cells in zip(spared, wet, strict=True))
    lacking, odd = (
        [part & ~lines for part, lines in zip(parts, spared, strict=True)] for parts in (lacking, odd)
    )
    return lacking, odd


def _odd(sides: SideInk, scale: "_Scale") -> list[Mask]:
    """Return the sides on column lines, and on row lines, that look like no others of the board, if few do.

    They are thicker than thin lines and thinner than walls, or hardly show, and are alone in that on their
    line: something of the cells' own colour may lie over them.
    """
    assert sides.look
    margin = BETWEEN * scale.step
    found = []
    for ink, peak in zip((sides.upright, sides.level.T), sides.look.peaks, strict=True):
        usual = np.interp(ink, (scale.thin, scale.thick), (scale.thin_peak, scale.thick_peak))
        odd = (scale.thin + margin < ink) & (ink < scale.thick - margin)
        odd &= odd.any() and _apart(ink) > margin
        if scale.lines_show and (faded := peak < FADED * usual).any():
            odd |= faded & (_apart(peak) > BETWEEN)
        odd[:, [0, -1]] = False
        odd[:, odd.mean(axis=0) > FEW_OF_LINE] = False
        found.append(np.asarray(odd, np.bool_))
    count = sum(int(odd.sum()) for odd in found)
    if count > max(FEWEST_ODD, FEW_ODD * sum(odd.size for odd in found)):
        found = [np.zeros_like(odd) for odd in found]
    return found


def _apart(ink: Sides) -> Sides:
    """Return (rows, lines): how far each side's ink is from that of the next alike on its line."""
    order = ink.argsort(axis=0)
    steps = np.diff(np.take_along_axis(ink, order, axis=0), axis=0)
    edge = np.full((1, ink.shape[1]), np.inf, ink.dtype)
    nearest = np.minimum(np.concatenate([edge, steps]), np.concatenate([steps, edge]))
    apart = np.empty_like(ink)
    np.put_along_axis(apart, order, nearest, axis=0)
    return apart


def _usual_tint(surveys: Sequence["_Survey"], suspect: Sequence[Mask]) -> float:
    """Return by how many levels lines differ at most in colour, where nothing is drawn over them."""
    tints = []
    for survey, odd in zip(surveys, suspect, strict=True):
        plain = np.argwhere(~odd[:, 1:-1])
        for row, line in plain[:: max(1, len(plain) // TINTS)].tolist():
            tints.append(median(survey.tints(row, line + 1)))
    return quantile(np.array(tints), USUAL) if tints else 0.0


def _off_colour(profiles: Profiles, ink: Sides) -> Sides:
    """Return (along,) by how many levels what is across a side is off the way from its cells to the ink."""
    way = ink[:, None] - profiles.ends.mean(axis=0)
    way = way / np.maximum(np.sqrt((way**2).sum(axis=0)), 1.0)
    off = profiles.off - (profiles.off * way).sum(axis=1, keepdims=True) * way
    return np.asarray(np.abs(off).max(axis=(0, 1)), np.float32)


def is_of_ink(one: SideInk, other: SideInk) -> bool:
    """Whether sides measured in one way show an ink that stands out, beside what they show in another."""
    return bool(one.look and other.look and one.look.contrast >= STANDS_OUT * other.look.contrast)


@dataclass(frozen=True, eq=False, slots=True)
class _Scale:
    """What thin lines and walls of a board measure, in cells."""

    thin: float
    thick: float
    widest: float
    """Of the walls of any line, which are rounded in several ways."""
    thin_width: float
    """Of a line's ink over its peak."""
    thick_width: float
    thin_peak: float
    """How near its middle comes to pure ink, at most 1."""
    thick_peak: float

    @property
    def step(self) -> float:
        """From thin lines to walls."""
        return self.thick - self.thin

    @property
    def lines_show(self) -> bool:
        """Whether thin lines are such that none can be overlooked."""
        return self.thin >= LINELESS * self.thick


def _scale(sides: SideInk, thin: float, thick: float) -> _Scale:
    assert sides.look
    ink = np.concatenate([sides.upright[:, 1:-1].ravel(), sides.level.T[:, 1:-1].ravel()])
    peaks = np.concatenate([peak[:, 1:-1].ravel() for peak in sides.look.peaks])
    widths, is_wall = ink / np.maximum(peaks, SHOWS), ink > (thin + thick) / 2
    widest = max(thick, quantile(ink, WIDEST))
    if is_wall.all() or not is_wall.any():
        return _Scale(thin, thick, widest, thin, thick, *(median(peaks),) * 2)
    found = [median(values[group]) for values in (widths, peaks) for group in (~is_wall, is_wall)]
    return _Scale(thin, thick, widest, *found)


def _lacking(ink: Sides, thin: float, thick: float) -> Mask:
    """Return (rows, cols + 1) the inner sides that lack even the thin line that others of their line have."""
    if thin < LINELESS * thick:
        return np.zeros(ink.shape, np.bool_)
    usual = quantile(ink, THIN, axis=0)
    usual[usual > (thin + thick) / 2] = thin  # hardly a thin side on that line
    lacking: Mask = (ink < LACKING * usual) & (usual > LACKING * thin)
    lacking[:, [0, -1]] = False
    return lacking


def _vanishing(ink: Sides, thin: float) -> tuple[Mask, Mask]:
    """Return (cols + 1,) the lines whose thin parts were left out, and those of which that may be said.

    In a picture reduced without a filter a line may lie between the pixels that are kept, all along, but for
    its walls. So all that shows is of one kind, and of the first kind of lines half is blank, at both ends.
    """
    blank = ink < LACKING * thin
    most = ink.max(axis=0)
    least = np.where(blank, most, ink).min(axis=0)
    bipartite: Mask = blank.any(axis=0) & ~blank.all(axis=0) & (most - least <= ONE_KIND * most)
    third = max(1, len(ink) // 3)
    at_ends = blank[:third].any(axis=0) & blank[-third:].any(axis=0)
    vanishing: Mask = bipartite & at_ends & (2 * blank.sum(axis=0) >= len(ink))
    return vanishing, bipartite


@dataclass(frozen=True, eq=False)
class _Survey:
    """All that is needed to measure sides on column lines where they are bare."""

    flat: FlatBoard
    rails: Rails
    look: Look
    scale: _Scale
    tint: Callable[[], float]
    """Returns by how many levels a pixel of a line is off the way from the cells' colour to its ink, at most;
    never less than what shows as ink on the rails, so that it is asked only where a side is farther off."""

    def side(self, row: int, line: int, *, is_odd: bool) -> tuple[float, float]:
        """Return a side's ink, in cells, and how much can be told of it, 0 to 1.

        Of one that is only odd nothing is told unless its line shows as others do.
        """
        if not self.scale.lines_show and self.rails.strange[row, line - 1 : line + 1].any():
            return self.scale.thin, 0.0
        strip, middle, zone = self._strip(row, line), self.flat.pitch // 2, self.rails.zone
        flanks = strip[:, middle - self._far : middle - zone], strip[:, middle + zone : middle + self._far]
        profiles = self._profiles(strip)
        colours = profiles.ends.transpose(0, 2, 1)
        off = np.ascontiguousarray(toward(profiles, self.look.ink, self.look.light).T)
        widths, hidden = off.sum(axis=1) / self.flat.pitch, self._hidden(off)
        tints = self.tints(row, line)
        strange = tints > (self.tint() if tints.max() > self.rails.least else np.inf)
        strange |= self._of_no_line(widths)
        differ = [
            np.abs(flank - self.rails.grounds[row, col]).max(axis=(1, 2))
            for flank, col in zip(flanks, (line - 1, line), strict=True)
        ]
        smooth = ~(hidden | strange)
        for flank, colour, by in zip(flanks, colours, differ, strict=True):
            is_even = np.abs(flank - colour[:, None]).max(axis=(1, 2)) <= self.rails.least / 2
            smooth &= is_even | (by <= FAINT * self.look.contrast)
        if self.scale.lines_show and smooth.mean() >= MOSTLY and self._is_usual(off[smooth]):
            return self._where_bare(widths[smooth], float(smooth.mean()))
        inked = _under_ink(differ[0] > self.rails.least, differ[1] > self.rails.least)
        bare = ~grown(inked | hidden | strange, max(1, round(FRINGE * self.flat.pitch)))
        is_usual = bare.mean() >= FEWEST_BARE and self._is_usual(off[bare])
        if is_usual or (bare.mean() >= FEWEST_BARE and not is_odd):
            # ink that has crossed a rail may go on along the line, and hide it
            is_told = is_usual or not self.scale.lines_show
            return self._where_bare(widths[bare], float(bare.mean()) * (1 if is_told else PALE))
        return (self.scale.thin, 0.0) if is_odd else self._through(off, smooth)

    def _of_no_line(self, widths: Sides) -> Mask:
        """Return (along,): where ink is wider than walls, or makes a side darker where lines are lighter."""
        scale = self.scale
        return (widths > WIDER * scale.widest) | (widths < min(0.0, scale.thin) - OPPOSITE * scale.step)

    def tints(self, row: int, line: int) -> Sides:
        """Return (along,) by how many levels a side's colours are off the way from its cells' to the ink.

        The cells' colours are those beside it, or their grounds, whichever explains more.
        """
        here = self._profiles(self._strip(row, line))
        grounds = self.rails.grounds[row, line - 1 : line + 1].astype(np.float32)
        usual = Profiles(here.strip, np.broadcast_to(grounds[..., None], here.ends.shape))
        return np.minimum(_off_colour(here, self.look.ink), _off_colour(usual, self.look.ink))

    def _profiles(self, strip: Sides) -> Profiles:
        middle, zone, far = self.flat.pitch // 2, self.rails.zone, self._far
        across = strip.transpose(1, 2, 0)
        flanks = across[middle - far : middle - zone], across[middle + zone : middle + far]
        ends = [median(flank, axis=0) for flank in flanks]
        return Profiles(across[middle - zone : middle + zone], np.stack(ends))

    def _is_usual(self, off: Sides) -> bool:
        """Whether a line that shows all along a side, (n, across), is as near to pure ink as others are."""
        peaks = (self.scale.thin_peak, self.scale.thick_peak)
        ink, peak = median(off.sum(axis=1)) / self.flat.pitch, median(off.max(axis=1))
        usual = float(np.interp(ink, (self.scale.thin, self.scale.thick), peaks))
        return abs(peak - usual) <= USUAL_PEAK * usual

    @cached_property
    def _far(self) -> int:
        return max(self.rails.zone + 2, round(FLANK * self.flat.pitch))

    def _strip(self, row: int, line: int) -> Sides:
        """Return (along, pitch, 3): the pixels across a side from centre to centre, its ends left out."""
        p, m = self.flat.pitch, self.flat.margin
        ends = round(max(CORNER * p, self.rails.zone))
        top, left = m + row * p, m + line * p - p // 2
        return self.flat.pixels[top + ends : top + p - ends, left : left + p].astype(np.float32)

    def _hidden(self, off: Sides) -> Mask:
        """Return (along,): where there is not even a thin line."""
        if not self.scale.lines_show:
            return np.zeros(len(off), np.bool_)
        hidden: Mask = off.sum(axis=1) < LACKING * self.scale.thin * self.flat.pitch
        return hidden

    def _where_bare(self, widths: Sides, share: float) -> tuple[float, float]:
        """Return the ink where a share of the side is bare, and how much that tells."""
        low, ink, high = (quantile(widths, share) for share in (SPREAD[0], LOW, SPREAD[1]))
        unlike = (high - low) / max(UNSURE_STEP * (self.scale.thick - self.scale.thin), 1e-6)
        return ink, share * float(np.clip((UNLIKE - unlike) / (UNLIKE - ALIKE), 0, 1))

    def _through(self, off: Sides, smooth: Mask) -> tuple[float, float]:
        """Return the ink of a line that shows through what is drawn over it, by its width alone."""
        scale, peaks = self.scale, off.max(axis=1)
        shows = smooth & (peaks >= SHOWS)
        if shows.mean() < FEWEST_BARE or scale.thick_width < APART * scale.thin_width:
            return scale.thin, 0.0
        width = median(off[shows].sum(axis=1) / peaks[shows]) / self.flat.pitch
        share = float(np.clip((width - scale.thin_width) / (scale.thick_width - scale.thin_width), 0, 1))
        return scale.thin + share * (scale.thick - scale.thin), PALE * float(shows.mean())


def _under_ink(left: Mask, right: Mask) -> Mask:
    """Return (along,): where ink lies on a side, which has passed from one flank to the other in between."""
    under, last = left | right, -1
    for place in np.flatnonzero(under):
        if last >= 0 and not (left[last] and left[place]) and not (right[last] and right[place]):
            under[last:place] = True
        last = int(place)
    return under
