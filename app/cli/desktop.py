"""What a run takes from the desktop, and hands back to it: the clipboard, the screen, the terminal."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from vision.files.pixels import Image

from ..inputs.words import STREAM, Input
from ..outcome import Outcome
from . import clipboard, screen, terminal
from .console import echo_error
from .printer import Printer
from .printing import Printing

DRAWN_ANEW = ("draw", "new")
"""Tasks whose pictures are none of those that were read: a board has another place in them."""
VECTORS = ".svg"
"""Ends the names of answers that have no pixels."""


def check_desktop(printing: Printing, output: str | None) -> None:
    """Check before the work that its answer can be copied and shown; UsageError if not."""
    for option, given in (("--copy", printing.copy), ("--view", printing.view)):
        if given and output is not None and (output == STREAM or output.lower().endswith(VECTORS)):
            seen = f"{option} cannot be used with -o {output}"
            raise click.UsageError(f"{seen}; name a file like answer.png")
    if printing.view:
        terminal.check_terminal()


@contextmanager
def taken(*, paste: bool, grab: bool) -> Iterator[tuple[Sequence[Input], Mapping[str, str]]]:
    """Give the picture in the clipboard or of the screen, if it is wanted.

    A picture whose file is gone at the end has its answer in the working folder, and comes with the option
    that brought it, by its path.
    """
    if paste and grab:
        raise click.UsageError("--paste and --grab cannot be combined; choose one")
    if not (paste or grab):
        yield (), {}
        return
    with TemporaryDirectory(prefix="aquarium-") as folder:
        take, option = (screen.grab, "--grab") if grab else (clipboard.paste, "--paste")
        picture = take(Path(folder))
        if picture.parent == Path(folder):
            yield [Input(picture, stem=picture.stem)], {str(picture): option}
        else:
            yield [Input(picture)], {}


def hand_over(printer: Printer) -> None:
    """Copy the last answer, its text if that was asked for instead of a picture, and show it, as is asked."""
    answer, printing = printer.to_show, printer.printing
    if printing.copy:
        _copy(answer, printer.text, printing)
    if answer is None:
        return
    if printing.view:
        terminal.view(answer, partial(_boards, printer.last, answer))
    if printing.opens:
        screen.show(answer)


def _boards(outcome: Outcome | None, answer: Path, pixels: Image) -> Image:
    """Return the part of an answer with all its boards: few pixels should show no margin."""
    if outcome is None or outcome.task.name in DRAWN_ANEW or answer.suffix.lower() == ".pdf":
        return pixels
    from ..store.thumbnails import crop_of  # noqa: PLC0415 — loads Pillow

    crops = [crop_of(board, pixels.shape) for board in (outcome, *outcome.boards)]
    lefts, tops, rights, bottoms = zip(*crops, strict=True)
    part = pixels[min(tops) : max(bottoms), min(lefts) : max(rights)]
    return part if part.size else pixels


def _copy(answer: Path | None, text: str, printing: Printing) -> None:
    if text and (answer is None or printing.as_text or printing.share):
        clipboard.copy_text(text)
        what = "the text"
    elif answer is not None:
        clipboard.copy_picture(answer)
        what = str(answer)
    else:
        echo_error("nothing was copied: there is no answer")
        return
    if not printing.quiet:
        echo_error(f"copied to the clipboard: {what}")
