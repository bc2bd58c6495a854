"""Numbers that something is drawn over → the numbers without it, and how much is known of them."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from ..files.pixels import Image
from .calibration import NO_NUMBER

Mask = NDArray[np.bool_]
Probabilities = NDArray[np.float64]
Colour = NDArray[np.float32]

STRONGEST = 0.03
"""Share of a window's pixels, those farthest from the paper, that show the pure colour of its ink."""
OFF_COLOUR = 0.25
"""Share of the ink's contrast by which a pixel must stand off the way from paper to ink to be foreign."""
FAINTEST = 30.0
"""And so many levels at least."""
USUAL, BEYOND = 0.95, 1.5
"""And so many times what all but the rest of the pixels of a usual number do: grain and coloured fringes."""
TOO_GRAINY = 0.5
"""Share of the ink's contrast beyond which colours tell nothing, as in dithered pictures."""
HALF = 0.5
"""Share of the way from paper to ink from which a pixel beside foreign ink belongs to the number."""
FEWEST = 3
"""Numbers that nothing is drawn over from which the colour of all is known."""
LEFT_OVER = 0.2
"""Share of a usual number's ink that must be left, or the number itself is of another colour."""
NOTICED = 0.03
"""Share of a number's box from which what is drawn over it matters."""
LEAST_DOUBT, LEAST_DOUBT_UNCLEAR, MOST_DOUBT = 0.1, 0.3, 0.97
"""Weight of not knowing the number at all: at least where it is clear without what is drawn over it, at least
where it is not, and at most."""
CLEAR = 0.99
"""Probability from which a number is clear."""
DOUBT = 1.5
"""How fast it grows with the share that is wiped away."""
NOT_THERE = 0.02
"""Probability that there is no number below what is drawn over its place."""


@dataclass(frozen=True, eq=False)
class NumberInk:
    """What the numbers of one margin look like."""

    paper: Colour
    """(3,) RGB."""
    ink: Colour
    """(3,) RGB."""
    amount: float
    """Pixels of ink of the usual number."""

    least: float
    """Levels by which a pixel stands off the way from paper to ink, at least, that is foreign."""

    def foreign(self, window: Image) -> Mask:
        """Return (h, w) the pixels of a window that are no mixture of paper and ink."""
        foreign: Mask = self.rest(window) > self.least
        return foreign

    def rest(self, window: Image) -> Colour:
        """Return (h, w): by how many levels pixels stand off the way from paper to ink."""
        way, off = self.ink - self.paper, window.astype(np.float32) - self.paper
        rest: Colour = np.abs(off - np.clip(self.share(window), 0, 1)[..., None] * way).max(axis=2)
        return rest

    def share(self, window: Image) -> Colour:
        """Return (h, w): how far each pixel is on the way from paper, 0, to ink, 1."""
        way, off = self.ink - self.paper, window.astype(np.float32) - self.paper
        share = (off @ way) / max(float(way @ way), 1.0)
        return np.asarray(share, np.float32)

    def amount_in(self, window: Image, besides: Mask) -> float:
        """Return how many pixels of its ink a window shows, besides some."""
        return float(np.clip(self.share(window), 0, 1)[~besides].sum())


def number_ink(windows: list[Image]) -> NumberInk | None:
    """Return what numbers look like that nothing is drawn over; None where that cannot be told."""
    if len(windows) < FEWEST:
        return None
    papers = np.array([np.median(window.reshape(-1, 3), axis=0) for window in windows], np.float32)
    inks = []
    for window, paper in zip(windows, papers, strict=True):
        pixels = window.reshape(-1, 3).astype(np.float32)
        off = np.abs(pixels - paper).max(axis=1)
        strongest = np.argsort(off)[-max(3, round(STRONGEST * len(off))) :]
        inks.append(np.median(pixels[strongest], axis=0))
    paper, ink = np.median(papers, axis=0), np.median(np.array(inks, np.float32), axis=0)
    look = NumberInk(paper, ink, 0.0, 0.0)
    amounts = [look.amount_in(window, np.zeros(window.shape[:2], np.bool_)) for window in windows]
    usual = float(np.median([np.quantile(look.rest(window), USUAL) for window in windows]))
    contrast = float(np.abs(ink - paper).max())
    least = max(FAINTEST, OFF_COLOUR * contrast, BEYOND * usual)
    if least > TOO_GRAINY * contrast:
        return None
    return replace(look, amount=float(np.median(amounts)), least=least)


def wiped(window: Image, look: NumberInk) -> tuple[Image, Mask]:
    """Return a window with all that is no mixture of paper and ink wiped away, and where that was.

    Where hardly any ink would be left, the number itself is of another colour: nothing is wiped.
    """
    foreign = look.foreign(window)
    if not foreign.any() or look.amount_in(window, foreign) < LEFT_OVER * look.amount:
        return window, np.zeros_like(foreign)
    fringe = cv2.dilate(foreign.astype(np.uint8), np.ones((3, 3), np.uint8)).astype(np.bool_)
    clean = window.copy()
    clean[foreign | (fringe & (look.share(window) < HALF))] = look.paper.astype(np.uint8)
    return clean, foreign


def in_doubt(
    as_it_is: Probabilities, clean: Probabilities, wiped_share: float, longest: int
) -> Probabilities:
    """Return (101,) the probabilities of a number that something is drawn over.

    `as_it_is` and `clean` are those of the window as it is and wiped, `wiped_share` how much of it, 0 to 1,
    and `longest` how many cells its line has. What is no number that fits the line may be any that does.
    """
    ways = [way[: longest + 1] for way in (clean, as_it_is)]
    seen = max(ways, key=lambda way: float(way.max()))
    agree, is_clear = ways[0].argmax() == ways[1].argmax(), [way.max() >= CLEAR for way in ways]
    least = LEAST_DOUBT if is_clear[0] or (wiped_share and agree) else LEAST_DOUBT_UNCLEAR
    share = 0.0 if agree and all(is_clear) else wiped_share
    doubt = float(np.clip(DOUBT * share, least, MOST_DOUBT))
    unknown = doubt + (1 - doubt) * (1 - float(seen.sum()))
    values = np.zeros_like(clean)
    values[: longest + 1] = (1 - doubt) * seen + (1 - NOT_THERE) * unknown / (longest + 1)
    values[NO_NUMBER] = NOT_THERE * unknown
    return values
