"""A picture from the clipboard or of the screen; an answer opened, copied, or shown in the terminal.

What a desktop does for the program is done by the programs that it has.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import TYPE_CHECKING

import click
import cv2
import numpy as np

from vision.files.errors import ImageUnreadable
from vision.files.guarded import load_guarded
from vision.files.pixels import Image

from ..inputs.words import Input
from ..outcome import Outcome
from ..status import one_line
from .parameters import Printing
from .printer import Printer
from .streams import echo_as_is, echo_error

if TYPE_CHECKING:
    from rich.console import Console

CLIPBOARD, SCREEN = "clipboard.png", "screen.png"
"""What pictures are called whose files are gone at the end."""
INSTALL_CLIPBOARD = "install wl-clipboard (on Wayland) or xclip (on X11), with apt, dnf or pacman"
Words = tuple[str, ...]
GRAB_ON_DESKTOPS: dict[str, Words] = {
    "GNOME": ("gnome-screenshot", "--area", "--file"),
    "KDE": ("spectacle", "--region", "--background", "--nonotify", "--output"),
}
"""What desktops bring, by a word of XDG_CURRENT_DESKTOP; here and below the path of the picture follows."""
GRAB_ON_WAYLAND: Words = ("/bin/sh", "-c", 'region=$(slurp) && exec grim -g "$region" "$0"')
GRAB_ON_X11: tuple[Words, ...] = (("maim", "--select"), ("scrot", "-s"), ("import",))
GRAB_ON_MACOS: Words = ("screencapture", "-i", "-x")
GRAB_ON_WINDOWS: Words = ("snippingtool", "/clip")
INSTALL_GRABBER = (
    "install gnome-screenshot or spectacle, grim and slurp (on Wayland), or maim (on X11), "
    "with apt, dnf or pacman"
)
SNIP_SECONDS, POLL_SECONDS = 120.0, 0.1
"""How long a person may take to choose a region on Windows, where the program does not tell; and how often
it is looked whether the clipboard has it."""
DRAWN_ANEW = ("draw", "new")
"""Tasks whose pictures are none of those that were read: a board has another place in them."""
LINES_LEFT = 2
"""Lines of the terminal below the picture: for the prompt."""
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


def grab_region(folder: Path, platform: str = sys.platform, *, snip_seconds: float = SNIP_SECONDS) -> Path:
    """Let a person choose a region of the screen; return a file of it, new in `folder`.

    UsageError says what is missing, or that nothing was chosen.
    """
    if platform == "win32":
        return _snip(folder, snip_seconds)
    place = folder / SCREEN
    words = next((words for words in _grabbers(platform) if shutil.which(words[0])), None)
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


def _grabbers(platform: str) -> Iterator[Words]:
    """Yield what can grab a region on this desktop, best first: others may not be let at its screen."""
    if platform == "darwin":
        yield GRAB_ON_MACOS
        return
    desktop = os.environ.get("XDG_CURRENT_DESKTOP", "").upper()
    yield from (words for name, words in GRAB_ON_DESKTOPS.items() if name in desktop)
    if not os.environ.get("WAYLAND_DISPLAY"):
        yield from GRAB_ON_X11
    elif shutil.which("slurp") and shutil.which("grim"):
        yield GRAB_ON_WAYLAND
    yield from GRAB_ON_DESKTOPS.values()


def _snip(folder: Path, seconds: float) -> Path:
    """Have Windows put a region into the clipboard, and take it from there."""
    before, end = clipboard_number(), time.monotonic() + seconds
    try:
        subprocess.run(GRAB_ON_WINDOWS, check=False)
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


def show(printer: Printer) -> None:
    """Copy the last answer, its text if that was asked for instead of a picture, and show it, as is asked."""
    answer, printing = printer.to_show, printer.printing
    if printing.copy:
        _copy_answer(answer, printer.text, printing)
    if answer is not None and printing.view:
        view(answer, printer.last)
    if answer is not None and printing.opens:
        open_answer(answer)


def _boards(outcome: Outcome | None, answer: Path, pixels: Image) -> Image:
    """Return the part of an answer with all its boards: few pixels should show no margin."""
    if outcome is None or outcome.task.name in DRAWN_ANEW or answer.suffix.lower() == ".pdf":
        return pixels
    from ..store.thumbnails import crop_of  # noqa: PLC0415 — loads Pillow

    crops = [crop_of(board, pixels.shape) for board in (outcome, *outcome.boards)]
    lefts, tops, rights, bottoms = zip(*crops, strict=True)
    part = pixels[min(tops) : max(bottoms), min(lefts) : max(rights)]
    return part if part.size else pixels


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


def check_terminal() -> None:
    """Check that standard output is a terminal with colours; UsageError if not."""
    if sys.stdout is None or not sys.stdout.isatty() or _console().color_system is None:
        seen = "--view needs a terminal with colours, and standard output is not one"
        raise click.UsageError(f"{seen}; leave it out, or use --open")


def view(path: Path, outcome: Outcome | None) -> None:
    """Show the boards of an answer, which is a picture file; UsageError if the file cannot be read."""
    try:
        pixels = load_guarded(path).pixels
    except ImageUnreadable as error:
        raise click.UsageError(f"{path} cannot be shown: {error.what.seen}; use --open") from None
    echo_as_is(half_blocks(_boards(outcome, path, pixels), _console()).encode())


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
