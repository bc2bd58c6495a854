"""What keeps a picture from being read is measured in any look, and nothing else is taken for it."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from fixtures.drawing.board.style import STYLES, Style
from fixtures.drawing.faults import FAULTS
from fixtures.drawing.mishaps.degrade import blur, jpeg, motion_blur, noise, resize
from fixtures.drawing.scene import Picture
from solver.message import Message
from tests.conftest import PLAIN, Draw
from tests.strategies import seeded
from tests.vision.reading.test_flat import first_board
from vision.reading.facts import Facts
from vision.reading.one_board import align
from vision.reading.reasons import find_flaw

LOOKS: dict[str, Style] = {
    "site": PLAIN, "dark": replace(STYLES["dark-reader"], zoom=1.5), "other program": STYLES["other-program"],
}  # fmt: skip
Suffer = Callable[[Picture], Picture]


def facts_of(drawing: Picture, suffer: Suffer) -> Facts:
    """Return the facts of a picture that suffered something, with its board as it stood before."""
    board, _, _ = align(drawing.pixels, first_board(drawing.pixels))
    suffered = suffer(drawing)
    return Facts(suffered.pixels, board.scaled(suffered.pixels.shape[1] / drawing.pixels.shape[1]))


def paler(share: float) -> Suffer:
    """Return what leaves a share of the contrast."""
    return lambda one: one.but((200 - share * (200.0 - one.pixels)).astype(np.uint8))


def burnt(paper: int) -> Suffer:
    """Return what prints on grey paper, on which a lamp shines that fades all around."""

    def shine(drawing: Picture) -> Picture:
        height, width = drawing.pixels.shape[:2]
        down, across = np.ogrid[:height, :width]
        far = np.hypot(down - height / 2, across - width / 2) / (0.3 * min(height, width))
        light = np.minimum(1, 1.3 * np.exp(-(far**4)))[..., None]
        grey = np.minimum(drawing.pixels, paper)
        return drawing.but((grey + light * (255 - grey)).astype(np.uint8))

    return shine


def boxed(drawing: Picture) -> Picture:
    """Lay a white window over grey paper."""
    pixels = np.minimum(drawing.pixels, 200)
    height, width = pixels.shape[:2]
    pixels[height // 3 : -height // 3, width // 3 : -width // 3] = 255
    return drawing.but(pixels)


def saved_small(quality: int) -> Suffer:
    """Return what reduces a picture to cells of 20 pixels and saves it as JPEG of a quality."""
    return lambda one: jpeg(resize(one, 20 / one.pitch), quality)


FLAWED: dict[str, tuple[Suffer, str | None]] = {
    "as it is": (lambda one: one, None),
    "cells of 12 pixels": (lambda one: resize(one, 12 / one.pitch), "small_cells"),
    "cells of 16 pixels": (lambda one: resize(one, 16 / one.pitch), None),
    "a fortieth of the contrast": (paler(0.025), "low_contrast"),
    "a quarter of the contrast": (paler(0.25), None),
    "blur of a tenth of a cell": (lambda one: blur(one, 0.1 * one.pitch), "blurred"),
    "blur of a fiftieth of a cell": (lambda one: blur(one, 0.02 * one.pitch), None),
    "moved by half a cell": (lambda one: motion_blur(one, 0.5 * one.pitch, 20), "blurred"),
    "much noise": (lambda one: noise(one, 60, seeded("grain")), "grainy"),
    "little noise": (lambda one: noise(one, 3, seeded("grain")), None),
    "a very small JPEG": (saved_small(8), "compressed"),
    "a usual JPEG": (saved_small(80), None),
    "a lamp on grey paper": (burnt(200), "glare"),
    "a white window over grey paper": (boxed, None),
}


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("what", FLAWED)
def test_what_keeps_a_picture_from_being_read_is_noticed_from_some_degree_on(
    draw: Draw, what: str, look: str
):
    suffer, flaw = FLAWED[what]
    if flaw == "glare" and look == "dark":
        pytest.skip("light on dark paper fades into it")
    found = find_flaw(facts_of(draw(7, 9, LOOKS[look], seed=3).drawing, suffer))
    assert (found and found.code) == flaw


def test_what_makes_others_appear_is_told_before_them(draw: Draw):
    """Tiny cells are blurred when they are enlarged, and grain is strong where there is no contrast."""
    drawing = draw(7, 9, PLAIN, seed=3).drawing
    tiny = find_flaw(facts_of(drawing, lambda one: blur(resize(one, 8 / one.pitch), 1.5)))
    assert tiny == Message("small_cells", pixels=8)
    pale = find_flaw(facts_of(drawing, lambda one: noise(paler(0.02)(one), 2, seeded("pale"))))
    assert pale == Message("low_contrast")


def test_a_picture_without_a_board_is_judged_as_a_whole(draw: Draw):
    drawing = draw(7, 9, PLAIN, seed=3).drawing
    assert find_flaw(Facts(drawing.pixels, None)) is None
    assert find_flaw(Facts(blur(drawing, 0.3 * drawing.pitch).pixels, None)) == Message("blurred")
    assert find_flaw(Facts(paler(0.02)(drawing).pixels, None)) == Message("low_contrast")
    assert find_flaw(Facts(noise(drawing, 80, seeded("grain")).pixels, None)) == Message("grainy")
    slope = np.tile(np.linspace(0, 255, 400).astype(np.uint8)[None, :, None], (300, 1, 3))
    for blank in (slope, np.full((40, 50, 3), (250, 20, 90), np.uint8), np.zeros((1, 1, 3), np.uint8)):
        assert find_flaw(Facts(blank, None)) is None


def test_every_fault_that_is_drawn_changes_the_picture() -> None:
    assert all(fault.printed or fault.drawn or fault.seen for fault in FAULTS.values())
