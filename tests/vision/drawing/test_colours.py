"""New water, own water and mistakes are told apart on all themes, also by the colour-blind."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray
from skimage.color import deltaE_ciede2000, rgb2lab

from fixtures.drawing.board.measures import AIR, WATER
from fixtures.drawing.board.style import STYLES
from fixtures.drawing.mishaps.degrade import light
from fixtures.drawing.render import draw_puzzle
from tests.conftest import Draw
from tests.vision.drawing.scenes import board_of
from vision.drawing.overlay import ARM, HALO, INSET, STROKE, answer_drawing
from vision.drawing.puzzle import clue_boxes
from vision.reading.reading import certain_reading

SIGHTS = {
    "usual": np.eye(3),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
}
"""What becomes of linear RGB: G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A physiologically-based
model for simulation of color vision deficiency" (2009), severity 1.0."""
NEW_AND_PAPER, NEW_AND_OWN = 25.0, {False: 14.0, True: 8.0}
"""CIEDE2000, of which 2 is just seen side by side, and 5 at a glance; in screenshots, and in photographs
a part of which has half of the light."""
MISTAKE_AND_GROUND, MISTAKE_AND_CROSS = 12.0, 20.0
"""Of the bracket or of the halo around it, and of the bracket."""

THEMES = {style.palette: name for name, style in reversed(STYLES.items())}
"""The first style of every palette."""


def differences(one: NDArray[np.float64], other: NDArray[np.float64]) -> dict[str, float]:
    """Return by how much two colours, RGB 0 to 255, differ for every kind of sight."""
    return {
        sight: float(deltaE_ciede2000(*(rgb2lab(seen(colour, matrix)) for colour in (one, other))))
        for sight, matrix in SIGHTS.items()
    }


def seen(colour: NDArray[np.float64], matrix: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return a colour, RGB 0 to 1, as it is seen: simulated in linear light."""
    level = np.asarray(colour, float) / 255
    linear = np.where(level <= 0.04045, level / 12.92, ((level + 0.055) / 1.055) ** 2.4)
    linear = np.clip(matrix @ linear, 0, 1)
    return np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)


def colours(draw: Draw, name: str, *, photograph: bool = False) -> dict[str, NDArray[np.float64]]:
    """Return the colours of paper, own and new water, crosses and brackets in a drawn answer."""
    zoom = 2.0 if STYLES[name].dpr > 1 else 3.0
    style = replace(STYLES[name], zoom=zoom, water_pattern="plain")
    case = draw(6, 6, seed=3)
    wet = np.array(case.water)
    marks = np.where(wet, 0, AIR)
    own, new, over_new = map(tuple, np.argwhere(wet)[:3].tolist())
    wrong, paper = map(tuple, np.argwhere(~wet)[:2].tolist())
    marks[paper], marks[own], marks[over_new], marks[wrong] = 0, WATER, AIR, WATER
    drawing = draw_puzzle(case.puzzle, style, marks=marks)
    if photograph:
        drawing = light(drawing, np.random.default_rng(1), fall=0.4, shadow=0.2)
    board = board_of(6, 6, drawing.pitch, *(drawing.corners[0] + 0.5))
    reading = certain_reading(case.puzzle, board, clue_boxes(case.puzzle, board), marks.tolist())
    drawn = answer_drawing(drawing.pixels, reading, case.water, walls_certain=True).pixels
    middle, bracket = (0.3, 0.7), (INSET + ARM / 2, INSET)
    halo = INSET + ARM / 2, INSET - (STROKE + HALO) / 2
    places = {"paper": (paper, middle), "own": (own, middle), "new": (new, middle)}
    places |= {"bracket": (wrong, bracket), "halo": (wrong, halo)}
    places |= {"bracket on new": (over_new, bracket), "halo on new": (over_new, halo)}
    found = {"cross": np.array(style.palette.dry, float)}
    for what, ((row, col), (right, down)) in places.items():
        x, y = board.point(col + right, row + down)
        found[what] = drawn[int(y), int(x)].astype(float)
    return found


@pytest.mark.parametrize("name", THEMES.values())
@pytest.mark.parametrize("photograph", [False, True], ids=["screenshot", "photograph"])
def test_everybody_tells_new_water_own_water_and_mistakes_apart(draw: Draw, name: str, photograph: bool):
    found = colours(draw, name, photograph=photograph)
    visible = differences(found["own"], found["paper"])
    for sight, off in differences(found["new"], found["paper"]).items():
        assert off > NEW_AND_PAPER, sight
        assert off > visible[sight], sight
    for sight, off in differences(found["new"], found["own"]).items():
        assert off > NEW_AND_OWN[photograph], sight
    for on, ground in (("", "own"), ("", "paper"), (" on new", "new")):
        stroke, halo = (differences(found[part + on], found[ground]) for part in ("bracket", "halo"))
        assert all(max(stroke[sight], halo[sight]) > MISTAKE_AND_GROUND for sight in SIGHTS), ground
    if not photograph:
        assert min(differences(found["bracket"], found["cross"]).values()) > MISTAKE_AND_CROSS
