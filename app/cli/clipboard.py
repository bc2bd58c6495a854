"""The clipboard → a picture file; an answer → shown by the program that the system has for pictures."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import rich_click as click
from PIL import Image, ImageGrab

NAME = "clipboard.png"
OPENERS = {"darwin": "open", "win32": "", "linux": "xdg-open"}
"""Programs that open a file with whatever a person has chosen for its kind; Windows has its own way.
click.launch would hand them our standard output, and a pipe from it would not end before the viewer does."""


def paste(folder: Path) -> Path:
    """Return a file of the picture in the clipboard: the one that was copied there, or a new one in `folder`.

    Raises
    ------
    click.UsageError
        If there is no picture, or no program that tells; the message says what to install.
    """
    try:
        found = ImageGrab.grabclipboard()
    except NotImplementedError:
        raise click.UsageError(
            "the clipboard cannot be read; install wl-clipboard (on Wayland) or xclip (on X11), "
            "with apt, dnf or pacman"
        ) from None
    except Exception as error:  # the program that reads it may fail in any way, without a screen for one
        said = " ".join(str(error).split()) or type(error).__name__
        raise click.UsageError(f"the clipboard cannot be read ({said}); save the picture as a file") from None
    if isinstance(found, list) and found:
        return Path(str(found[0]))
    if not isinstance(found, Image.Image):
        raise click.UsageError("there is no picture in the clipboard; copy one, then try again")
    found.save(folder / NAME, "PNG")
    return folder / NAME


def show(path: Path) -> None:
    """Open a picture with the program that the system has for pictures, and go on at once.

    Raises
    ------
    click.UsageError
        If there is no such program.
    """
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
