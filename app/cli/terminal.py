"""A picture → shown in the terminal: by the graphics that it says it has, else in coloured half blocks.

The terminal is asked, not looked up by its name: each kind of graphics has a question of its own, and all
terminals answer the last one, what they are. So an answer to that ends the wait for the others.
"""

import base64
import io
import os
import re
import select
import struct
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import click
import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pillow

from vision.files.errors import ImageUnreadable
from vision.files.guarded import load_guarded
from vision.files.pixels import Image

from .console import echo_bytes
from .signals import ending_interrupts

if sys.platform != "win32":
    import fcntl
    import termios
    import tty

Graphics = Literal["kitty", "iterm2", "sixel", "blocks"]

WAIT_SECONDS = 1.0
"""For the answers of a terminal: those far away take a fifth of it."""
QUESTIONS = b"\x1b[>q\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\\x1b[16t\x1b[c"
"""Its name; whether it takes kitty's graphics; the pixels of a cell; and what it is, which all answer."""
CLEAR_LINE = b"\r\x1b[K"
"""For terminals that show questions which they do not know."""
LAST_ANSWER = re.compile(rb"\x1b\[\?[\d;]*c")
KITTY_ANSWER = re.compile(rb"\x1b_Gi=31;OK\x1b\\")
NAME_ANSWER = re.compile(rb"\x1bP>\|(.*?)\x1b\\", re.DOTALL)
CELL_ANSWER = re.compile(rb"\x1b\[6;(\d+);(\d+)t")
SIXEL = b"4"
"""Among the attributes of a terminal."""
USUAL_CELL = (8, 16)
"""Pixels of a cell, across and down, where a terminal does not tell: few, so that what is shown fits."""
LINES_LEFT = 2
"""Lines of the terminal below the picture: for the prompt."""
CHUNK = 4096
"""Bytes of a picture that kitty takes at a time."""
COLOURS = 256
"""Of a sixel picture."""
REPEATED = re.compile(rb"(.)\1{3,}", re.DOTALL)
"""Signs of sixels that are shorter if they are counted."""
CUBE = np.array([0, 95, 135, 175, 215, 255])
"""Levels of red, green and blue among the 256 colours, which begin with 16 others."""


@dataclass(frozen=True, slots=True)
class Terminal:
    """What a terminal can show."""

    graphics: Graphics
    columns: int
    lines: int
    cell: tuple[int, int] = USUAL_CELL
    """Pixels of a cell, across and down."""
    true_colour: bool = True
    """Whether text can have any colour, not 256 only."""


def check_terminal() -> None:
    """Check that standard output is a terminal; UsageError if not."""
    if sys.stdout is None or not sys.stdout.isatty():
        seen = "--view needs a terminal, and standard output is not one"
        raise click.UsageError(f"{seen}; leave it out, or use --open")


def view(path: Path, essence: Callable[[Image], Image] = lambda pixels: pixels) -> None:
    """Show a picture file in the terminal that is standard output; UsageError if that cannot be.

    `essence` gives the part of it that is shown where a terminal has half blocks only.
    """
    try:
        pixels = load_guarded(path).pixels
    except ImageUnreadable as error:
        raise click.UsageError(f"{path} cannot be shown: {error.message}; use --open") from None
    terminal = ask(sys.stdout.fileno())
    echo_bytes(draw(essence(pixels) if terminal.graphics == "blocks" else pixels, terminal))


def draw(pixels: Image, terminal: Terminal) -> bytes:
    """Return what shows a picture, uint8 (H, W, 3) RGB, in a terminal: whole, and no larger than it is."""
    lines = max(1, terminal.lines - LINES_LEFT)
    if terminal.graphics == "blocks":
        return _blocks(_fitted(pixels, terminal.columns, 2 * lines), true_colour=terminal.true_colour)
    across, down = terminal.cell
    small = _fitted(pixels, terminal.columns * across, lines * down)
    form = {"kitty": _kitty, "iterm2": _iterm2, "sixel": _sixel}[terminal.graphics]
    return form(small) + b"\n"


def _fitted(pixels: Image, width: int, height: int) -> Image:
    scale = min(1.0, width / pixels.shape[1], height / pixels.shape[0])
    size = max(1, int(pixels.shape[1] * scale)), max(1, int(pixels.shape[0] * scale))
    return pixels if scale == 1.0 else np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA))


def _png(pixels: Image) -> bytes:
    file = io.BytesIO()
    Pillow.fromarray(pixels).save(file, "PNG")
    return file.getvalue()


def _kitty(pixels: Image) -> bytes:
    """Return the picture in kitty's graphics protocol, which wants it in parts; it is to answer nothing."""
    text = base64.b64encode(_png(pixels))
    parts = [text[start : start + CHUNK] for start in range(0, len(text), CHUNK)]
    first = b"a=T,f=100,q=2,"
    return b"".join(
        b"\x1b_G%sm=%d;%s\x1b\\" % (first if not number else b"", number + 1 < len(parts), part)
        for number, part in enumerate(parts)
    )


def _iterm2(pixels: Image) -> bytes:
    png = _png(pixels)
    size = b"size=%d;width=%dpx;height=%dpx" % (len(png), pixels.shape[1], pixels.shape[0])
    return b"\x1b]1337;File=inline=1;%s:%s\x07" % (size, base64.b64encode(png))


def _sixel(pixels: Image) -> bytes:
    """Return the picture as sixels: bands of six rows, in each the columns of one colour after the other."""
    few = Pillow.fromarray(pixels).quantize(COLOURS, dither=Pillow.Dither.NONE)
    colours = np.asarray(few)
    palette = np.array(few.getpalette()).reshape(-1, 3)[: int(colours.max()) + 1]
    height, width = colours.shape
    parts = [b'\x1bP0;1q"1;1;%d;%d' % (width, height)]
    parts += [b"#%d;2;%d;%d;%d" % (number, *colour) for number, colour in enumerate(palette * 100 // 255)]
    bits = (1 << np.arange(6, dtype=np.uint8))[:, None]
    for top in range(0, height, 6):
        band = colours[top : top + 6]
        for number in np.unique(band):
            columns = ((band == number) * bits[: len(band)]).sum(axis=0, dtype=np.uint8)
            signs = (columns + 63).tobytes().rstrip(b"?")
            parts += [b"#%d" % number, REPEATED.sub(_counted, signs), b"$"]
        parts[-1] = b"-"
    return b"".join([*parts, b"\x1b\\"])


def _counted(repeated: re.Match[bytes]) -> bytes:
    return b"!%d%s" % (len(repeated[0]), repeated[1])


def _blocks(pixels: Image, *, true_colour: bool) -> bytes:
    """Return the picture in half blocks, each with two pixels: the sign's colour above, the ground below."""
    if pixels.shape[0] % 2:
        pixels = np.vstack([pixels, pixels[-1:]])
    colours = pixels if true_colour else _of_256(pixels)[..., None]
    kind = 2 if true_colour else 5
    lines = []
    for upper, lower in zip(colours[::2], colours[1::2], strict=True):
        signs = (
            f"\x1b[38;{kind};{';'.join(map(str, above))};48;{kind};{';'.join(map(str, below))}m▀"
            for above, below in zip(upper.tolist(), lower.tolist(), strict=True)
        )
        lines.append("".join(signs) + "\x1b[0m\n")
    return "".join(lines).encode()


def _of_256(pixels: Image) -> NDArray[np.intp]:
    """Return the number of the nearest of the 256 colours: of the cube, or of the 24 greys."""
    levels = np.abs(pixels[..., None].astype(int) - CUBE).argmin(axis=-1)
    cube = 16 + (levels * (36, 6, 1)).sum(axis=-1)
    mean = pixels.mean(axis=-1)
    grey = np.clip(np.round((mean - 8) / 10), 0, 23).astype(int)
    of_cube = np.square(CUBE[levels] - pixels.astype(int)).sum(axis=-1)
    of_grey = np.square((8 + 10 * grey)[..., None] - pixels.astype(int)).sum(axis=-1)
    return np.asarray(np.where(of_grey < of_cube, 232 + grey, cube))


def ask(number: int) -> Terminal:
    """Ask the terminal with that file number what it can show; it is left as it was, with nothing to read."""
    size = os.get_terminal_size(number)
    true_colour = os.environ.get("COLORTERM") in ("truecolor", "24bit")
    plain = Terminal("blocks", size.columns or 80, size.lines or 24, true_colour=true_colour)
    if sys.platform == "win32" or os.environ.get("TERM") == "dumb":
        return plain
    if _is_in_background(number):  # asking would stop the program
        return plain
    answers = _answers(number)
    return replace(plain, graphics=_graphics(answers), cell=_cell(number, answers))


def _is_in_background(number: int) -> bool:
    with suppress(OSError):  # the terminal is not that of the shell
        return os.tcgetpgrp(number) != os.getpgrp()
    return False


def _graphics(answers: bytes) -> Graphics:
    name = NAME_ANSWER.search(answers)
    if KITTY_ANSWER.search(answers):
        return "kitty"
    if (name and name[1].startswith(b"iTerm2")) or "iTerm" in os.environ.get("TERM_PROGRAM", ""):
        return "iterm2"
    attributes = LAST_ANSWER.search(answers)
    return "sixel" if attributes and SIXEL in attributes[0][3:-1].split(b";")[1:] else "blocks"


def _cell(number: int, answers: bytes) -> tuple[int, int]:
    """Return the pixels of a cell, across and down, as the terminal or the system tells."""
    if told := CELL_ANSWER.search(answers):
        down, across = map(int, told.groups())
        return (across, down) if across and down else USUAL_CELL
    rows, columns, wide, high = struct.unpack("4H", fcntl.ioctl(number, termios.TIOCGWINSZ, bytes(8)))
    return (wide // columns, high // rows) if columns and rows and wide and high else USUAL_CELL


def _answers(number: int) -> bytes:
    """Return what the terminal answers within the time."""
    answers, end = b"", time.monotonic() + WAIT_SECONDS
    with suppress(OSError, termios.error), ending_interrupts(), _unbuffered(number):
        os.write(number, QUESTIONS)
        while not LAST_ANSWER.search(answers) and (left := end - time.monotonic()) > 0:
            if select.select([number], [], [], left)[0]:
                answers += os.read(number, 4096)
        os.write(number, CLEAR_LINE)
    return answers


@contextmanager
def _unbuffered(number: int) -> Iterator[None]:
    """Let the terminal hand on what it answers at once, unseen; what is unread at the end is dropped."""
    before = termios.tcgetattr(number)
    try:
        tty.setcbreak(number)
        yield
    finally:
        termios.tcsetattr(number, termios.TCSAFLUSH, before)
