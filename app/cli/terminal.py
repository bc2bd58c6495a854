"""A picture → shown in the terminal, in coloured half blocks: a character is two pixels, one above the other.

All terminals with colours show these. For sharper graphics a terminal must be asked which it has, and its
answer may come late or mixed with what a person types.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click
import cv2
import numpy as np

from vision.files.errors import ImageUnreadable
from vision.files.guarded import load_guarded
from vision.files.pixels import Image

from .console import echo_bytes

if TYPE_CHECKING:
    from rich.console import Console

LINES_LEFT = 2
"""Lines of the terminal below the picture: for the prompt."""


def check_terminal() -> None:
    """Check that standard output is a terminal with colours; UsageError if not."""
    if sys.stdout is None or not sys.stdout.isatty() or _console().color_system is None:
        seen = "--view needs a terminal with colours, and standard output is not one"
        raise click.UsageError(f"{seen}; leave it out, or use --open")


def view(path: Path, essence: Callable[[Image], Image] = lambda pixels: pixels) -> None:
    """Show the part of a picture file that `essence` gives; UsageError if the file cannot be read."""
    try:
        pixels = load_guarded(path).pixels
    except ImageUnreadable as error:
        raise click.UsageError(f"{path} cannot be shown: {error.what.seen}; use --open") from None
    echo_bytes(half_blocks(essence(pixels), _console()).encode())


def half_blocks(pixels: Image, console: Console) -> str:
    """Return the lines that show a picture, uint8 (H, W, 3) RGB, whole, in colours that the console has."""
    from rich.color import Color  # noqa: PLC0415 — rich takes a tenth of a second to load
    from rich.segment import Segment, Segments  # noqa: PLC0415 — as above
    from rich.style import Style  # noqa: PLC0415 — as above

    small = _fitted(pixels, console.width, 2 * max(1, console.height - LINES_LEFT))
    segments = []
    for upper, lower in zip(small[::2].tolist(), small[1::2].tolist(), strict=True):
        for above, below in zip(upper, lower, strict=True):
            segments.append(Segment("▀", Style(color=Color.from_rgb(*above), bgcolor=Color.from_rgb(*below))))
        segments.append(Segment.line())
    with console.capture() as shown:
        console.print(Segments(segments), end="")
    return shown.get()


def _fitted(pixels: Image, width: int, height: int) -> Image:
    """Return a picture that is no larger than that, in an even number of rows."""
    scale = min(1.0, width / pixels.shape[1], height / pixels.shape[0])
    size = max(1, int(pixels.shape[1] * scale)), 2 * max(1, round(pixels.shape[0] * scale / 2))
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA))


def _console() -> Console:
    """Return the terminal with its size and colours; these are the picture, so NO_COLOR is not meant."""
    from rich.console import Console  # noqa: PLC0415 — as above

    return Console(no_color=False)
