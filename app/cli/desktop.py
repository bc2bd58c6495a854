"""A picture from the clipboard; an answer opened, or copied.

What a desktop does for the program is done by the programs that it has.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile

import click

from vision.files.errors import ImageUnreadable
from vision.files.guarded import load_guarded

from ..inputs.words import PASTE, Input
from ..status import one_line
from .parameters import Printing
from .printer import Printer
from .process import echo_error

CLIPBOARD = "clipboard.png"
"""What the file of a pasted picture is called, which is gone at the end."""
INSTALL_CLIPBOARD = "install wl-clipboard (on Wayland) or xclip (on X11), with apt, dnf or pacman"
Words = tuple[str, ...]
OPENERS = {"darwin": "open", "linux": "xdg-open"}
"""Programs that open a file with whatever a person has chosen for its kind; Windows has its own way.
click.launch would hand them our standard output, and a pipe from it would not end before the viewer does."""
COPY_SECONDS = 20.0
"""For a program to take over what is copied; it goes on alone after that."""
PLACE = "{place}"
"""Stands for the path of what is copied, which the programs can also read from standard input."""
COPIED = "AQUARIUM_COPIED"
"""Environment variable with that path, for a script that is none of a shell's."""
APPLE = ("-e", "on run {shot}", "-e", "set the clipboard to (read (POSIX file shot) as «class PNGf»)")
POWERSHELL = ("powershell", "-NoProfile", "-STA", "-Command")
SET_IMAGE = (
    "$ErrorActionPreference = 'Stop'; Add-Type -AssemblyName System.Windows.Forms, System.Drawing; "
    f"[Windows.Forms.Clipboard]::SetImage([Drawing.Image]::FromFile($env:{COPIED}))"
)
SET_TEXT = f"Set-Clipboard -Value (Get-Content -Raw -Encoding UTF8 -LiteralPath $env:{COPIED})"
COPY_ON_MACOS = (("osascript", *APPLE, "-e", "end run", PLACE), ("env", "LC_CTYPE=UTF-8", "pbcopy"))
COPY_ON_WINDOWS = ((*POWERSHELL, SET_IMAGE), (*POWERSHELL, SET_TEXT))
COPY_ON_WAYLAND = (("wl-copy", "--type", "image/png"), ("wl-copy", "--type", "text/plain;charset=utf-8"))
COPY_ON_X11 = (
    ("xclip", "-selection", "clipboard", "-t", "image/png", "-i"),
    ("xclip", "-selection", "clipboard", "-t", "UTF8_STRING", "-i"),
)


@contextmanager
def pasted() -> Iterator[Input]:
    """Give the picture in the clipboard.

    The answer to one that is no file belongs in the working folder.
    """
    with TemporaryDirectory(prefix="aquarium-") as folder:
        picture = paste_clipboard(Path(folder))
        is_new = picture.parent == Path(folder)
        yield Input(picture, stem=picture.stem, called=PASTE) if is_new else Input(picture)


def paste_clipboard(folder: Path) -> Path:
    """Return a file of the picture in the clipboard, new in `folder`; UsageError says what is missing."""
    from PIL import Image, ImageGrab  # noqa: PLC0415 — pictures that are files need no Pillow

    try:
        found = ImageGrab.grabclipboard()
    except NotImplementedError:
        raise click.UsageError(f"the clipboard cannot be read; {INSTALL_CLIPBOARD}") from None
    except Exception as error:  # the program that reads it may fail in any way, without a screen for one
        seen = one_line(error) or type(error).__name__
        raise click.UsageError(f"the clipboard cannot be read ({seen}); save the picture as a file") from None
    if isinstance(found, list) and found:
        return Path(str(found[0]))
    if not isinstance(found, Image.Image):
        raise click.UsageError("there is no picture on the clipboard; copy one, then try again")
    found.save(folder / CLIPBOARD, "PNG")
    return folder / CLIPBOARD


def show(printer: Printer) -> None:
    """Copy the last answer, its text if that was asked for instead of a picture, and open it, as is asked."""
    answer, printing = printer.to_show, printer.printing
    if printing.copy:
        _copy_answer(answer, printer.text, printing)
    if answer is not None and printing.opens:
        open_answer(answer)


def _copy_answer(answer: Path | None, text: str, printing: Printing) -> None:
    if text and (answer is None or printing.as_text or printing.share):
        copy_text(text)
        what = "the text"
    elif answer is not None:
        copy_picture(answer)
        what = str(answer)
    else:
        echo_error("nothing was copied: there is no answer")
        return
    if not printing.quiet:
        echo_error(f"copied to the clipboard: {what}")


def open_answer(path: Path) -> None:
    """Open a picture with the program that the system has for pictures, and go on at once."""
    place = os.path.abspath(path)  # noqa: PTH100 — links stay; a name with a dash in front is no option then
    try:
        if sys.platform == "win32":
            os.startfile(place)
            return
        subprocess.Popen(
            [OPENERS.get(sys.platform, "xdg-open"), place],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError as error:
        raise click.UsageError(
            f"{path} cannot be shown ({error.strerror}); open it by hand, or install xdg-utils"
        ) from None


def copy_picture(path: Path, platform: str = sys.platform) -> None:
    """Put what a picture file shows on the clipboard, as PNG; UsageError says what is missing."""
    words = _copier(platform, is_text=False)
    with TemporaryDirectory(prefix="aquarium-") as folder:
        place = path.absolute()
        if path.suffix.lower() != ".png":
            try:
                pixels = load_guarded(path).pixels
            except ImageUnreadable as error:
                seen = f"{path} cannot be copied: {error.what.seen}"
                raise click.UsageError(f"{seen}; --copy takes pictures such as PNG or JPEG") from None
            from PIL import Image  # noqa: PLC0415 — as above

            place = Path(folder) / CLIPBOARD
            Image.fromarray(pixels).save(place, "PNG")
        _copy(words, place)


def copy_text(text: str, platform: str = sys.platform) -> None:
    """Put a text on the clipboard; UsageError says what is missing."""
    words = _copier(platform, is_text=True)
    with TemporaryDirectory(prefix="aquarium-") as folder:
        place = Path(folder) / "copied.txt"
        place.write_text(text, encoding="utf-8")
        _copy(words, place)


def _copier(platform: str, *, is_text: bool) -> Words:
    """Return the words that start what puts a picture or text on the clipboard."""
    if platform == "darwin":
        return COPY_ON_MACOS[is_text]
    if platform == "win32":
        return COPY_ON_WINDOWS[is_text]
    of_linux = (
        (COPY_ON_WAYLAND, COPY_ON_X11)
        if os.environ.get("WAYLAND_DISPLAY")
        else (COPY_ON_X11, COPY_ON_WAYLAND)
    )
    for tools in of_linux:
        if shutil.which(tools[is_text][0]):
            return tools[is_text]
    raise click.UsageError(f"nothing can be copied to the clipboard; {INSTALL_CLIPBOARD}")


def _copy(words: Words, place: Path) -> None:
    """Run a program that copies. What it says goes to a file: it stays to serve what it copied."""
    words = tuple(str(place) if word == PLACE else word for word in words)
    environment = {**os.environ, COPIED: str(place)}
    try:
        with place.open("rb") as contents, TemporaryFile() as said:
            run = subprocess.run(
                words,
                stdin=contents,
                stdout=subprocess.DEVNULL,
                stderr=said,
                env=environment,
                timeout=COPY_SECONDS,
                check=False,
            )
            said.seek(0)
            seen = one_line(said.read().decode(errors="replace")) or f"{words[0]} failed"
    except (OSError, subprocess.TimeoutExpired) as error:
        raise click.UsageError(f"nothing can be copied to the clipboard ({one_line(error)})") from None
    if run.returncode:
        raise click.UsageError(f"nothing can be copied to the clipboard ({seen})")
