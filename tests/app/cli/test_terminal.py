"""An answer is shown in the terminal: whole, in its colours, and no larger than the terminal is."""

import io
import re
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image as Pillow
from rich.console import Console

from app.cli.desktop import LINES_LEFT, half_blocks
from app.cli.main import main
from tests.app.stand_ins import paint
from tests.shell import Stream

COLUMNS, LINES = 80, 24


def console(colours="truecolor"):
    """Return a terminal of 80 columns and 24 lines."""
    return Console(
        file=io.StringIO(),
        force_terminal=True,
        color_system=colours,
        width=COLUMNS,
        height=LINES,
        no_color=False,
    )


def picture(height, width):
    """Draw water over a board, roughly: few colours, lines and letters."""
    pixels = np.full((height, width, 3), 255, np.uint8)
    pixels[height // 2 :, : width // 2] = (90, 160, 230)
    pixels[:: max(1, height // 6)] = pixels[:, :: max(1, width // 6)] = 30
    return pixels


def seen(shown):
    """Draw half blocks as a terminal with all colours does: two pixels for each."""
    rows = []
    for line in shown.splitlines():
        signs = re.findall(r"\x1b\[38;2;(\d+);(\d+);(\d+);48;2;(\d+);(\d+);(\d+)m▀\x1b\[0m", line)
        rows += [[tuple(map(int, sign[half : half + 3])) for sign in signs] for half in (0, 3)]
    return np.array(rows)


def test_a_picture_that_fits_is_shown_as_it_is():
    pixels = picture(40, 60)
    assert np.array_equal(seen(half_blocks(pixels, console())), pixels)


@pytest.mark.parametrize("size", [(1000, 301), (333, 2000), (3000, 3000), (61, 1)])
def test_a_large_picture_is_made_to_fit_the_terminal(size):
    shown = seen(half_blocks(picture(*size), console()))
    most = 2 * (LINES - LINES_LEFT), COLUMNS
    assert shown.shape[0] <= most[0] and shown.shape[1] <= most[1]
    assert shown.shape[0] >= most[0] - 1 or shown.shape[1] >= most[1] - 1
    assert size[1] == 1 or shown.shape[1] / shown.shape[0] == pytest.approx(size[1] / size[0], rel=0.08)


@pytest.mark.usefixtures("stand_in")
def test_the_board_is_shown_without_the_page(monkeypatch):
    """The board is at the upper left; one scale for both sides shows that its part is square."""
    terminal = {
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "COLUMNS": str(COLUMNS),
        "LINES": str(LINES),
    }
    for variable, value in {**terminal, "NO_COLOR": "1"}.items():  # which is about words
        monkeypatch.setenv(variable, value)
    monkeypatch.setattr(sys, "stdout", stream := Stream(terminal=True))
    Pillow.new("RGB", (400, 300), "white").save("shot.png")
    assert main(["shot.png", "--view"]) == 0
    shown = seen(stream.buffer.getvalue().decode())
    assert shown.shape[:2] == pytest.approx((44, 44), abs=2)
    assert (shown[..., 2] > shown[..., 0] + 20).mean() > 0.1


@pytest.mark.usefixtures("stand_in")
@pytest.mark.parametrize("stdout", [None, Stream(), Stream(terminal=True)])
def test_what_is_no_terminal_with_colours_shows_nothing(stdout, capsys, monkeypatch):
    paint("shot.png", "other.png")
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setattr(sys, "stdout", stdout)
    assert main(["shot.png", "--view"]) == 2
    said = capsys.readouterr().err
    assert "--view needs a terminal with colours, and standard output is not one; leave it out" in said
    assert not Path("shot.solved.png").exists()
