"""The clipboard → a picture file; an answer → the clipboard, by the system's own programs."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import click

from vision.files.errors import ImageUnreadable
from vision.files.guarded import load_guarded

from ..status import one_line

NAME = "clipboard.png"
PLATFORM = sys.platform
INSTALL = "install wl-clipboard (on Wayland) or xclip (on X11), with apt, dnf or pacman"
SECONDS = 20.0
"""For a program to take over what is copied; it goes on alone after that."""
PLACE = "{place}"
"""Stands for the path of what is copied, which the programs can also read from standard input."""
COPIED = "AQUARIUM_COPIED"
"""Environment variable with that path, for a script that is none of a shell's."""

Words = tuple[str, ...]
_APPLE = ("-e", "on run {shot}", "-e", "set the clipboard to (read (POSIX file shot) as «class PNGf»)")
_POWERSHELL = ("powershell", "-NoProfile", "-STA", "-Command")
_SET_IMAGE = (
    "$ErrorActionPreference = 'Stop'; Add-Type -AssemblyName System.Windows.Forms, System.Drawing; "
    f"[Windows.Forms.Clipboard]::SetImage([Drawing.Image]::FromFile($env:{COPIED}))"
)
_SET_TEXT = f"Set-Clipboard -Value (Get-Content -Raw -Encoding UTF8 -LiteralPath $env:{COPIED})"
_OF_MACOS = (("osascript", *_APPLE, "-e", "end run", PLACE), ("env", "LC_CTYPE=UTF-8", "pbcopy"))
_OF_WINDOWS = ((*_POWERSHELL, _SET_IMAGE), (*_POWERSHELL, _SET_TEXT))
_OF_WAYLAND = (("wl-copy", "--type", "image/png"), ("wl-copy", "--type", "text/plain;charset=utf-8"))
_OF_X11 = (
    ("xclip", "-selection", "clipboard", "-t", "image/png", "-i"),
    ("xclip", "-selection", "clipboard", "-t", "UTF8_STRING", "-i"),
)


def paste(folder: Path) -> Path:
    """Return a file of the picture in the clipboard, new in `folder`; UsageError says what is missing."""
    from PIL import Image, ImageGrab  # noqa: PLC0415 — pictures that are files need no Pillow

    try:
        found = ImageGrab.grabclipboard()
    except NotImplementedError:
        raise click.UsageError(f"the clipboard cannot be read; {INSTALL}") from None
    except Exception as error:  # the program that reads it may fail in any way, without a screen for one
        seen = one_line(error) or type(error).__name__
        raise click.UsageError(f"the clipboard cannot be read ({seen}); save the picture as a file") from None
    if isinstance(found, list) and found:
        return Path(str(found[0]))
    if not isinstance(found, Image.Image):
        raise click.UsageError("there is no picture on the clipboard; copy one, then try again")
    found.save(folder / NAME, "PNG")
    return folder / NAME


def copy_picture(path: Path) -> None:
    """Put what a picture file shows on the clipboard, as PNG; UsageError says what is missing."""
    words = _copier(is_text=False)
    with tempfile.TemporaryDirectory(prefix="aquarium-") as folder:
        place = path.absolute()
        if path.suffix.lower() != ".png":
            try:
                pixels = load_guarded(path).pixels
            except ImageUnreadable as error:
                seen = f"{path} cannot be copied: {error.what.seen}"
                raise click.UsageError(f"{seen}; --copy takes pictures such as PNG or JPEG") from None
            from PIL import Image  # noqa: PLC0415 — as above

            place = Path(folder) / NAME
            Image.fromarray(pixels).save(place, "PNG")
        _copy(words, place)


def copy_text(text: str) -> None:
    """Put a text on the clipboard; UsageError says what is missing."""
    words = _copier(is_text=True)
    with tempfile.TemporaryDirectory(prefix="aquarium-") as folder:
        place = Path(folder) / "copied.txt"
        place.write_text(text, encoding="utf-8")
        _copy(words, place)


def _copier(*, is_text: bool) -> Words:
    """Return the words that start what puts a picture or text on the clipboard."""
    if PLATFORM == "darwin":
        return _OF_MACOS[is_text]
    if PLATFORM == "win32":
        return _OF_WINDOWS[is_text]
    of_linux = (_OF_WAYLAND, _OF_X11) if os.environ.get("WAYLAND_DISPLAY") else (_OF_X11, _OF_WAYLAND)
    for tools in of_linux:
        if shutil.which(tools[is_text][0]):
            return tools[is_text]
    raise click.UsageError(f"nothing can be copied to the clipboard; {INSTALL}")


def _copy(words: Words, place: Path) -> None:
    """Run a program that copies. What it says goes to a file: it stays to serve what it copied."""
    words = tuple(str(place) if word == PLACE else word for word in words)
    environment = {**os.environ, COPIED: str(place)}
    try:
        with place.open("rb") as contents, tempfile.TemporaryFile() as said:
            run = subprocess.run(
                words,
                stdin=contents,
                stdout=subprocess.DEVNULL,
                stderr=said,
                env=environment,
                timeout=SECONDS,
                check=False,
            )
            said.seek(0)
            seen = one_line(said.read().decode(errors="replace")) or f"{words[0]} failed"
    except (OSError, subprocess.TimeoutExpired) as error:
        raise click.UsageError(f"nothing can be copied to the clipboard ({one_line(error)})") from None
    if run.returncode:
        raise click.UsageError(f"nothing can be copied to the clipboard ({seen})")
