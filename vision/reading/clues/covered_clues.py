"""Numbers that something is drawn over, or beside → the numbers without it, and how much is known of them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from ...board import CellBox
from ...files.pixels import Image
from ..calibration import NO_NUMBER

Mask = NDArray[np.bool_]
Probabilities = NDArray[np.float64]
Colour = NDArray[np.float32]

STRONGEST = 0.03
"""Share of a window's pixels, those farthest from the paper, that show the pure colour of its ink."""
OFF_COLOUR = 0.15
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
CORE, REACHES, WITHIN = 0.7, (1, 2, 3), 0.97
"""Ink beyond CORE of the way from paper is a stroke's own; so many pixels around it lies the rest of a
number, all but this share of it. Paler ink farther away, as of a watermark or a grey pen, is none of it."""
PALE, PALE_PAPER = 0.2, 0.1
"""Share of the way from paper to ink from which ink is seen, and up to which a window's paper may be off."""
SLACK = 0.08
"""Cells by which a number may stand out of the place of the others."""
SECOND_DIGIT, TWO_DIGITS, TEN = 0.8, 1.2, 10
"""Digit heights that a second digit needs, where no other number has one, as none is so wide."""
STICKS_OUT = 0.1
"""Share of a piece of ink that lies outside a number's place, from which it is no digit of it."""
HEALING = 3
"""Pixels around what was wiped away from which it is filled."""
NOT_THERE = 0.02
"""Probability that there is no number below what is drawn over its place."""


@dataclass(frozen=True, eq=False, slots=True)
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
    reach: int | None = None
    """Pixels around strong ink in which numbers end; None where that cannot be told."""

    def foreign(self, window: Image) -> Mask:
        """Return (h, w) the pixels of a window that are no mixture of paper and ink, or none of a stroke."""
        foreign: Mask = self.rest(window) > self.least
        share = self.share(window)
        if self.reach is None or abs(float(np.median(share))) > PALE_PAPER:
            return foreign
        return foreign | ((share > PALE) & ~_near_strokes(share, foreign, self.reach))

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
    look = replace(look, amount=float(np.median(amounts)), least=least)
    return replace(look, reach=_reach([look.share(window) for window in windows]))


def _reach(shares: list[Colour]) -> int | None:
    """Return how many pixels around strong ink plain numbers end."""
    for reach in REACHES:
        nothing = [np.zeros(share.shape, np.bool_) for share in shares]
        near = [_near_strokes(share, none, reach) for share, none in zip(shares, nothing, strict=True)]
        within = [
            float(share[here & (share > PALE)].sum()) / max(1e-6, float(share[share > PALE].sum()))
            for share, here in zip(shares, near, strict=True)
        ]
        if np.median(within) >= WITHIN:
            return reach
    return None


def _near_strokes(share: Colour, foreign: Mask, reach: int) -> Mask:
    """Return (h, w) the pixels up to so many from strong ink that is not foreign."""
    strong = ((share > CORE) & ~foreign).astype(np.uint8)
    return cv2.dilate(strong, np.ones((2 * reach + 1,) * 2, np.uint8)).astype(np.bool_)


def usual_places(boxes: Sequence[CellBox], plain: Mask, *, sideways: bool, longest: int) -> list[CellBox]:
    """Return where in each line (n,) its number stands if it stands as the plain ones do.

    `boxes` are left, top, right, bottom in cells, `sideways` says that lines are rows, and `longest` is how
    many cells each has: a number of two digits may be the only one.
    """
    lines = np.arange(len(boxes))[:, None]
    moves = np.concatenate([0 * lines, lines] * 2 if sideways else [lines, 0 * lines] * 2, axis=1)
    known = (np.array(boxes) - moves)[plain]
    left, top = known[:, :2].min(axis=0) - SLACK
    right, bottom = known[:, 2:].max(axis=0) + SLACK
    high = float(np.median(known[:, 3] - known[:, 1]))
    if longest >= TEN and float((known[:, 2] - known[:, 0]).max()) < TWO_DIGITS * high:
        left, right = left - SECOND_DIGIT * high, right + SECOND_DIGIT * high
    places = np.array([left, top, right, bottom]) + moves
    return [(float(a), float(b), float(c), float(d)) for a, b, c, d in places]


@dataclass(frozen=True, eq=False, slots=True)
class Wiped:
    """A number's window without what is none of it."""

    pixels: Image
    """uint8 (h, w, 3)."""
    foreign: Mask
    """(h, w): what was wiped away in the place of the number."""
    share: float
    """Of that place, 0 to 1."""

    @property
    def healed(self) -> Image:
        """The same with what lies around in the place of what was wiped away."""
        mask = self.foreign.astype(np.uint8)
        return np.asarray(cv2.inpaint(self.pixels, mask, HEALING, cv2.INPAINT_TELEA), np.uint8)


def wiped(window: Image, look: NumberInk, place: tuple[slice, slice]) -> Wiped:
    """Return a window with all wiped away that is no mixture of paper and ink, or not in the number's place.

    Where hardly any ink would be left, the number itself is of another colour: only what stands beside it is
    wiped away.
    """
    inside = np.zeros(window.shape[:2], np.bool_)
    inside[place] = True
    foreign = look.foreign(window)
    if not foreign.any() or look.amount_in(window, foreign | ~inside) < LEFT_OVER * look.amount:
        foreign = np.zeros_like(inside)
    share = np.clip(look.share(window), 0, 1)
    astray = _astray((share > HALF) & ~foreign, inside)
    if share[inside & ~foreign & ~astray].sum() < LEFT_OVER * look.amount:
        astray = np.zeros_like(inside)
    fringe = cv2.dilate((foreign | astray).astype(np.uint8), np.ones((3, 3), np.uint8)).astype(np.bool_)
    clean = window.copy()
    clean[foreign | astray | (fringe & (share < HALF)) | ~inside] = look.paper.astype(np.uint8)
    return Wiped(clean, foreign & inside, float((foreign | astray)[inside].mean()))


def _astray(ink: Mask, inside: Mask) -> Mask:
    """Return (h, w) the pieces of ink that go on beyond a place."""
    count, labels = cv2.connectedComponents(ink.astype(np.uint8), connectivity=8)
    within = np.bincount(labels[inside], minlength=count)
    outside = np.bincount(labels[~inside], minlength=count) > STICKS_OUT * within
    outside[0] = False
    astray: Mask = outside[labels]
    return astray


def is_other(as_it_is: Probabilities, clean: Probabilities, longest: int) -> bool:
    """Whether a number is clear without what stands beside it, and is read otherwise with it."""
    best = int(clean.argmax())
    return best <= longest and best != as_it_is.argmax() and bool(clean.max() >= CLEAR)


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
