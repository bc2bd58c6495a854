"""A region of the screen → a picture file; an answer → shown: both by the programs that the system has."""

import ctypes
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import click

from ..status import one_line
from .clipboard import paste

NAME = "screen.png"
PLATFORM = sys.platform
OPENERS = {"darwin": "open", "win32": "", "linux": "xdg-open"}
"""Programs that open a file with whatever a person has chosen for its kind; Windows has its own way.
click.launch would hand them our standard output, and a pipe from it would not end before the viewer does."""

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
INSTALL = (
    "install gnome-screenshot or spectacle, grim and slurp (on Wayland), or maim (on X11), "
    "with apt, dnf or pacman"
)
SNIP_SECONDS, POLL_SECONDS = 120.0, 0.1
"""How long a person may take to choose a region on Windows, where the program does not tell; and how often
it is looked whether the clipboard has it."""


def grab(folder: Path) -> Path:
    """Let a person choose a region of the screen; return a file of it, new in `folder`.

    UsageError says what is missing, or that nothing was chosen.
    """
    if PLATFORM == "win32":
        return _snip(folder)
    place = folder / NAME
    words = next((words for words in _grabbers() if shutil.which(words[0])), None)
    if words is None:
        raise click.UsageError(f"no screenshot program was found; {INSTALL}")
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
    return paste(folder)


def clipboard_number() -> int:
    """Return the number that Windows counts up when the clipboard gets something."""
    return int(ctypes.windll.user32.GetClipboardSequenceNumber())  # type: ignore[attr-defined,unused-ignore]  # only Windows has it


def _cancelled(said: str) -> click.UsageError:
    why = f" ({one_line(said)})" if said.strip() else ""
    return click.UsageError(f"no region of the screen was selected{why}; try again, or save a screenshot")


def show(path: Path) -> None:
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
