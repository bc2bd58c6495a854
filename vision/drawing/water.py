"""A picture and the water that fits → the picture with the water laid under its ink."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from solver.formats.annotated import EMPTY, WATER
from solver.puzzle import Marks

from ..board import Board
from ..files.pixels import Image
from ..pixels.brightness import is_dark, strongest_channel
from ..pixels.quantiles import median, quantile
from .layer import bands
from .palette import Colour
from .paper import PATCHES, Levels, Paper, Window, find_paper, in_patches, share_within
from .style import DEFAULT, Style

Flags = NDArray[np.bool_]
"""(rows, cols)."""

SURFACE_DEPTH = 1 / PATCHES
"""Depth of the line along the surface, in cells."""
SURFACE = 1.4
"""Times as far from the paper's colour the surface is as the water below it."""
BODY = round(255 / SURFACE)
"""The strength of the water below, 255 being that of the surface."""
MOST_GLOW = 24
"""Levels by which dark paper differs in light; what differs by more is of another kind."""
WHITE = 255
"""Brightness of the paper on which water has just its colour."""
BRIGHT = 0.9
"""Quantile of the cells whose brightness is that of paper in the light."""


@dataclass(frozen=True, eq=False)
class Water:
    """Water where wet[row][col]: a part of a drawing.

    It takes the place of the paper, and leaves all ink as it is: lines, walls and crosses. The player's own
    water is left as it is, too. A wet cell with no water of its own aquarium above shows the surface. Pixels
    of other cells stay what they were.
    """

    board: Board
    wet: Sequence[Sequence[bool]]
    regions: Sequence[Sequence[int]]
    put: Marks | None = None
    """put[row][col]: what the player has put there; nothing where not given."""
    style: Style = DEFAULT

    @cached_property
    def filled(self) -> Flags:
        """Where water is drawn."""
        wet = np.array(self.wet, np.bool_)
        if self.put is None:
            return wet
        put = np.array([[EMPTY if mark is None else mark for mark in line] for line in self.put])
        return np.asarray(wet & ((put == EMPTY) if self.style.only_new else (put != WATER)), np.bool_)

    @cached_property
    def surfaces(self) -> Flags:
        """Where the water that is drawn has its surface."""
        wet, own = np.array(self.wet, np.bool_), np.array(self.regions)
        surface = wet.copy()
        surface[1:] &= ~(wet[:-1] & (own[1:] == own[:-1]))
        return np.asarray(surface & self.filled, np.bool_)

    def lay_on(self, drawn: Image) -> Image:
        """Draw it into a picture, uint8 (H, W, 3) RGB, in place, and return that."""
        if not self.filled.any():
            return drawn
        paper = find_paper(drawn, self.board)
        rise, fall = self._shifts(paper)
        waiting: list[tuple[Image, Levels | None, Levels | None]] = []
        for start, part in bands(drawn, self.board.box):
            strength, window = self._strength(drawn, paper, start, part.shape[:2])
            up, down = (moved(shift, window, strength, SURFACE) for shift in (rise, fall))
            waiting.append((part, up, down))
            while sum(len(part) for part, *_ in waiting[1:]) >= paper.room:  # later bands look at its ink
                move(*waiting.pop(0))
        for band in waiting:
            move(*band)
        return drawn

    def _shifts(self, paper: Paper) -> tuple[Levels, Levels]:
        """Return by how many levels the paper rises and falls where it becomes water, patch by patch."""
        shades = paper.shades
        tones, filled = water_tones(shades, self.style), in_patches(self.filled.astype(np.uint8))
        rise, fall = (
            cv2.merge([filled * level for level in cv2.split(cv2.subtract(high, low))])
            for high, low in ((tones, shades), (shades, tones))
        )
        return np.asarray(rise, np.uint8), np.asarray(fall, np.uint8)

    def _strength(
        self, drawn: Image, paper: Paper, start: tuple[int, int], shape: tuple[int, int]
    ) -> tuple[Levels, Window]:
        """Return (h, w): how far paper moves to the water, 255 at its surface, in a part of a picture."""
        share, window = share_within(drawn, paper, start, shape)
        most = window.of_pixels(in_patches(self.surfaces.astype(np.uint8)))
        if window.is_upright:
            most *= _line(window.down, paper.board.pitch)
        else:
            at_surface = most > 0
            most[at_surface] = _line(window.down[at_surface], paper.board.pitch)
        most += np.uint8(BODY)
        return np.asarray(cv2.multiply(share, most, scale=1 / 255), np.uint8), window


def _line(down: NDArray[np.floating], pitch: float) -> Levels:
    """Return by how much water is stronger at its surface, so many cells below the board's top."""
    depth = (SURFACE_DEPTH - down % 1) * pitch + 0.5
    return np.asarray(np.clip(depth, 0, 1) * (255 - BODY), np.uint8)


def water_tones(shades: Levels, style: Style) -> Levels:
    """Return what paper of such shades, (h, w, 3) RGB, becomes: the shade on it falls on the water.

    A dim picture is not made up for wholly: the water would shine in it.
    """
    if is_dark(shades):
        middle = [int(median(np.asarray(levels, np.uint8))) for levels in cv2.split(shades)]
        tones = np.array(style.water) + np.clip(shades - np.array(middle), -MOST_GLOW, MOST_GLOW)
    else:
        light = np.asarray(strongest_channel(shades), np.uint8)
        usual = int(quantile(light, BRIGHT))
        of_light = np.array(style.water) * np.arange(256)[:, None] * (usual + WHITE)
        of_light //= 2 * WHITE * max(usual, 1)
        tones = of_light[light]
    tones = shades + (tones - shades) * style.opacity // 100
    return np.asarray(np.clip(tones, 0, 255), np.uint8)


def colours_on_white(style: Style) -> tuple[Colour, Colour]:
    """Return the colours of water and of its surface on white paper."""
    white = np.full((1, 1, 3), WHITE, np.uint8)
    fall = (white - water_tones(white, style)).ravel() * SURFACE
    body, surface = (
        np.clip(np.rint(WHITE - fall * strength / 255), 0, 255).astype(int).tolist()
        for strength in (BODY, 255)
    )
    return (body[0], body[1], body[2]), (surface[0], surface[1], surface[2])


def moved(shift: Levels, window: Window, strength: Levels, most: float = 1.0) -> Levels | None:
    """Return (h, w, 3): by how many levels pixels move; nothing if all stay, as most do one way.

    `shift` is known patch by patch; a `strength`, (h, w), of 255 is `most` times as far.
    """
    if not shift.any():
        return None
    by = cv2.cvtColor(strength, cv2.COLOR_GRAY2RGB)
    return np.asarray(cv2.multiply(window.of_pixels(shift), by, scale=most / 255), np.uint8)


def move(part: Image, rise: Levels | None, fall: Levels | None) -> None:
    """Move the pixels of a part of a picture, in place."""
    if rise is not None:
        cv2.add(part, rise, part)
    if fall is not None:
        cv2.subtract(part, fall, part)
