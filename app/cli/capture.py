"""A picture from the clipboard, or of a region of the screen, by the programs that the system has."""

import ctypes
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from ..inputs.words import Input
from ..status import one_line

CLIPBOARD, SCREEN = "clipboard.png", "screen.png"
"""What pictures are called whose files are gone at the end."""
PLATFORM = sys.platform
INSTALL_CLIPBOARD = "install wl-clipboard (on Wayland) or xclip (on X11), with apt, dnf or pacman"
Words = tuple[str, ...]
OF_DESKTOPS: dict[str, Words] = {
    "GNOME": ("gnome-screenshot", "--area", "--file"),
    "KDE": ("spectacle", "--region", "--background", "--nonotify", "--output"),
}
"""What desktops bring, by a word of XDG_CURRENT_DESKTOP; here and below the path of the picture follows."""
OF_WAYLAND: Words = ("/bin/sh", "-c", 'region=$(slurp) && exec grim -g "$region" "$0"')
OF_X11: tuple[Words, ...] = (("maim", "--select"), ("scrot", "-s"), ("import",))
OF_MACOS: Words = ("screencapture", "-i", "-x")
OF_WINDOWS: Words = ("snippingtool", "/clip")
INSTALL_GRABBER = (
    "install gnome-screenshot or spectacle, grim and slurp (on Wayland), or maim (on X11), "
    "with apt, dnf or pacman"
)
SNIP_SECONDS, POLL_SECONDS = 120.0, 0.1
"""How long a person may take to choose a region on Windows, where the program does not tell; and how often
it is looked whether the clipboard has it."""


@contextmanager
def captured(*, paste: bool, grab: bool) -> Iterator[tuple[Input, Mapping[str, str]]]:
    """Give the picture in the clipboard, or of the screen.

    A picture whose file is gone at the end has its answer in the working folder, and comes with the option
    that brought it, by its path.
    """
    if paste and grab:
        raise click.UsageError("--paste and --grab cannot be combined; choose one")
    with TemporaryDirectory(prefix="aquarium-") as folder:
        take, option = (grab_region, "--grab") if grab else (paste_clipboard, "--paste")
        picture = take(Path(folder))
        if picture.parent == Path(folder):
            yield Input(picture, stem=picture.stem), {str(picture): option}
        else:
            yield Input(picture), {}


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


def grab_region(folder: Path) -> Path:
    """Let a person choose a region of the screen; return a file of it, new in `folder`.

    UsageError says what is missing, or that nothing was chosen.
    """
    if PLATFORM == "win32":
        return _snip(folder)
    place = folder / SCREEN
    words = next((words for words in _grabbers() if shutil.which(words[0])), None)
    if words is None:
        raise click.UsageError(f"no screenshot program was found; {INSTALL_GRABBER}")
    run = subprocess.run(
        (*words, str(place)),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        check=False,
    )
    if not (place.is_file() and place.stat().st_size):
        raise _cancelled(run.stderr.decode(errors="replace"))
    return place


def _grabbers() -> Iterator[Words]:
    """Yield what can grab a region on this desktop, best first: others may not be let at its screen."""
    if PLATFORM == "darwin":
        yield OF_MACOS
        return
    desktop = os.environ.get("XDG_CURRENT_DESKTOP", "").upper()
    yield from (words for name, words in OF_DESKTOPS.items() if name in desktop)
    if not os.environ.get("WAYLAND_DISPLAY"):
        yield from OF_X11
    elif shutil.which("slurp") and shutil.which("grim"):
        yield OF_WAYLAND
    yield from OF_DESKTOPS.values()


def _snip(folder: Path) -> Path:
    """Have Windows put a region into the clipboard, and take it from there."""
    before, end = clipboard_number(), time.monotonic() + SNIP_SECONDS
    try:
        subprocess.run(OF_WINDOWS, check=False)
    except OSError:
        raise click.UsageError(
            "the Snipping Tool is missing; press Win+Shift+S, then: aquarium --paste"
        ) from None
    while clipboard_number() == before:
        if time.monotonic() > end:
            raise _cancelled("")
        time.sleep(POLL_SECONDS)
    return paste_clipboard(folder)


def clipboard_number() -> int:
    """Return the number that Windows counts up when the clipboard gets something."""
    return int(ctypes.windll.user32.GetClipboardSequenceNumber())  # type: ignore[attr-defined,unused-ignore]  # only Windows has it


def _cancelled(said: str) -> click.UsageError:
    why = f" ({one_line(said)})" if said.strip() else ""
    return click.UsageError(f"no region of the screen was selected{why}; try again, or save a screenshot")
