"""What a command line may be instead of right, and a fault of the program: both are told in a line."""

import difflib
import os
import traceback
from collections.abc import Collection, Sequence

import click

from ..status import format_fault
from .console import echo_error, end


def check_command(word: str, commands: Collection[str]) -> None:
    """Answer a mistyped command with the nearest one, unless the word is a picture after all."""
    like = difflib.get_close_matches(word, commands, n=1)
    if not like:
        return
    from ..inputs.parse import parse_path  # noqa: PLC0415 — loads OpenCV

    if not os.path.exists(parse_path(word)):  # noqa: PTH110 — Path.exists raises on names that cannot be
        raise click.UsageError(f"there is no command or picture '{word}'; did you mean {like[0]}?")


def end_of_fault(error: Exception, words: Sequence[str]) -> int:
    """Say that the program failed, with all that is known of it if that is wanted; return the exit code."""
    if {"-v", "--verbose"} & set(words):
        for line in "".join(traceback.format_exception(error)).splitlines():
            echo_error(line)
    return end("crashed", format_fault(error))
