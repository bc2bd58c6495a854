"""The clipboard → a picture file; an answer → shown by the program that the system has for pictures."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import rich_click as click
from PIL import Image, ImageGrab

from ..inputs.naming import SOLVED_SUFFIX, free_name
from ..status import one_line

NAME = "clipboard.png"
OPENERS = {"darwin": "open", "win32": "", "linux": "xdg-open"}
"""Programs that open a file with whatever a person has chosen for its kind; Windows has its own way.
click.launch would hand them our standard output, and a pipe from it would not end before the viewer does."""


def paste(folder: Path) -> Path:
    """Return a file of the picture in the clipboard, new in `folder`; UsageError says what is missing."""
    try:
        found = ImageGrab.grabclipboard()
    except NotImplementedError:
        raise click.UsageError(
            "the clipboard cannot be read; install wl-clipboard (on Wayland) or xclip (on X11), "
            "with apt, dnf or pacman"
        ) from None
    except Exception as error:  # the program that reads it may fail in any way, without a screen for one
        seen = one_line(error) or type(error).__name__
        raise click.UsageError(f"the clipboard cannot be read ({seen}); save the picture as a file") from None
    if isinstance(found, list) and found:
        return Path(str(found[0]))
    if not isinstance(found, Image.Image):
        raise click.UsageError("there is no picture in the clipboard; copy one, then try again")
    found.save(folder / NAME, "PNG")
    return folder / NAME


@contextmanager
def pasted(words: Sequence[str], output: str | None) -> Iterator[tuple[Sequence[str], str | None]]:
    """Give the words with that picture too, and the place for its answer, by default here."""
    with TemporaryDirectory(prefix="aquarium-") as folder:
        picture = paste(Path(folder))
        if output is None and picture.parent == Path(folder):
            if words:
                raise click.UsageError("the clipboard's answer needs a place beside others; add -o FOLDER")
            output = free_name(picture.stem, SOLVED_SUFFIX)
        yield (*words, str(picture)), output


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
