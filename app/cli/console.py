"""Text → a terminal, file or pipe, in signs that it can show; and the last line of a program that ends."""

import os
import sys
from contextlib import suppress

import rich_click as click

from ..status import exit_code, one_line

PLAIN = str.maketrans({"×": "x", "→": ">", "–": "-", "“": '"', "”": '"', "…": "..."})
"""For terminals and logs that cannot show the signs."""


def echo(text: str) -> None:
    """Print to standard output: in signs that it can show where words are spelt so, else in UTF-8."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    spelled = spell(text, encoding)
    try:
        spelled.encode(encoding)
    except (UnicodeEncodeError, LookupError):  # emoji and box characters have no other spelling
        click.echo(text.encode(), nl=False)
    else:
        click.echo(spelled, nl=False)


def echo_error(text: str) -> None:
    """Print a line to standard error, in signs that it can show."""
    encoding = getattr(sys.stderr, "encoding", None) or "ascii"
    click.echo(spell(text, encoding), err=True)


def spell(text: str, encoding: str) -> str:
    """Return the text in signs that an encoding has, as far as there are others for them."""
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return text.translate(PLAIN)
    return text


def end(status: str, message: str) -> int:
    """Say in one line how the whole program ended, and return its exit code."""
    with suppress(OSError):  # standard error may have gone as well
        echo_error(f"aquarium: {one_line(message)}")
    return exit_code(status)


def discard_output() -> None:
    """Let Python flush into nothing at its end, where it would complain of the reader that has gone."""
    with suppress(OSError, ValueError, AttributeError):  # closed already, or no file (in tests)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
