"""Draw reliability curves: predicted against observed errors on logarithmic scales."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import exp, log10, sqrt

from PIL import Image as Pillow
from PIL import ImageDraw, ImageFont

SIDE, ROOM = 720, 90
"""Pixels of the square of the curves, and around it."""
DECADES = 6
"""The scales reach from 1 down to 1e-6."""
MOST_OFF, UNLIKELY = 3.0, 0.025
"""Factor between predicted and observed errors that is too much, and the probability of the count in one such
bin if the factor is just that, below which it is no chance."""
COLOURS = ("#1f4e9c", "#7fb2f0", "#b03020", "#f0a080")
INK, PALE = "#202020", "#d0d0d0"


@dataclass(frozen=True)
class Bin:
    """Items whose predicted error lies within bounds."""

    low: float
    high: float
    count: int
    predicted: float
    """Mean predicted error."""
    wrong: int

    @property
    def observed(self) -> float:
        """Share of the items that were wrong."""
        return self.wrong / self.count

    @property
    def ratio(self) -> float:
        """Observed errors over predicted ones."""
        return self.wrong / max(self.count * self.predicted, 1e-12)

    @property
    def is_off(self) -> bool:
        """Whether errors are surely MOST_OFF times as many as predicted, or as few."""
        expected = self.count * self.predicted
        few = _at_most(self.wrong, expected / MOST_OFF)
        many = 1 - _at_most(self.wrong - 1, expected * MOST_OFF)
        more, fewer = self.ratio > MOST_OFF, self.ratio < 1 / MOST_OFF
        return (more and many < UNLIKELY) or (fewer and few < UNLIKELY)


def _at_most(count: int, expected: float) -> float:
    """Return the probability of at most so many events where so many are expected (Poisson)."""
    terms = accumulate(range(1, count + 1), lambda term, n: term * expected / n, initial=1.0)
    return exp(-expected) * sum(terms) if count >= 0 else 0.0


@dataclass(frozen=True)
class Curve:
    """One line of the picture."""

    name: str
    bins: tuple[Bin, ...]


def draw_curves(curves: Sequence[Curve]) -> Pillow.Image:
    """Draw curves with a bar of one standard error at each bin; what lies below the diagonal is too modest.

    A bin without errors stands at the top of what it can exclude: one error in all its items, as a ring.
    """
    picture = Pillow.new("RGB", (SIDE + 2 * ROOM, SIDE + 2 * ROOM), "white")
    draw, font = ImageDraw.Draw(picture), ImageFont.load_default(16)
    for decade in range(DECADES + 1):
        (x, y), level = _place(10.0**-decade, 10.0**-decade), f"1e-{decade}" if decade else "1"
        draw.line((x, ROOM, x, ROOM + SIDE), PALE)
        draw.line((ROOM, y, ROOM + SIDE, y), PALE)
        draw.text((x, ROOM + SIDE + 8), level, INK, font, anchor="mt")
        draw.text((ROOM - 8, y), level, INK, font, anchor="rm")
    draw.line((*_place(10.0**-DECADES, 10.0**-DECADES), *_place(1, 1)), INK, 1)
    draw.text((ROOM + SIDE / 2, ROOM + SIDE + 40), "predicted error", INK, font, anchor="mt")
    draw.text((ROOM, ROOM - 40), "observed error", INK, font, anchor="ls")
    for number, curve in enumerate(curves):
        colour = COLOURS[number % len(COLOURS)]
        _draw_curve(draw, curve, colour)
        draw.text((ROOM + 16, ROOM + 12 + 24 * number), curve.name, colour, font)
    return picture


def _draw_curve(draw: ImageDraw.ImageDraw, curve: Curve, colour: str) -> None:
    points = []
    for one in curve.bins:
        observed = max(one.wrong, 1) / one.count
        x, y = _place(one.predicted, observed)
        if one.wrong:
            spread = sqrt(observed * (1 - observed) / one.count)
            top, foot = (_place(one.predicted, level)[1] for level in (observed + spread, observed - spread))
            draw.line((x, top, x, foot), colour, 1)
            points.append((x, y))
        draw.ellipse((x - 4, y - 4, x + 4, y + 4), colour if one.wrong else "white", colour)
    if len(points) > 1:
        draw.line(points, colour, 2)


def _place(predicted: float, observed: float) -> tuple[float, float]:
    """Return (x, y) in the picture of two errors."""
    across, up = (
        1 + max(-float(DECADES), log10(max(error, 1e-12))) / DECADES for error in (predicted, observed)
    )
    return ROOM + SIDE * across, ROOM + SIDE * (1 - up)
