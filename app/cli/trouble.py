"""What may be amiss with a command line or with what the program needs: each is told in a line."""

import os
from collections.abc import Collection, Sequence
from importlib.util import find_spec
from os.path import realpath
from pathlib import Path

import click

from ..status import format_trace, one_line
from .console import echo_error, end

HOME = Path(realpath(__file__)).parents[2]
"""The folder that the program's own modules lie in."""
SEE_HELP = "see --help"
OWN_MODULES = ("app", "pipeline", "solver", "vision")
"""Common names, which a package or a folder at hand may take."""
MISSING_LIBRARIES = {"libGL": "libgl1", "libgthread": "libglib2.0-0", "libglib": "libglib2.0-0"}
"""What OpenCV asks of a system with a screen, and the Debian packages that bring it."""


def place_of(module: str) -> str | None:
    """Return the file that a module of that name would be loaded from."""
    spec = find_spec(module)
    return realpath(spec.origin) if spec and spec.origin else None


def check_modules() -> None:
    """Check that the program's modules are its own: others would fail in the depths of an import."""
    for name in OWN_MODULES:
        place = place_of(name)
        if place is None or HOME not in Path(place).parents:
            advice = f"rename it, or leave out of PYTHONPATH what it lies in: {HOME} has the program's own"
            raise click.UsageError(f"another module {name} is at {place}; {advice}")


def check_command(word: str, commands: Collection[str]) -> None:
    """Answer a mistyped command with the nearest one, unless the word is a picture after all."""
    import difflib  # noqa: PLC0415 — only who mistypes a command needs it

    like = difflib.get_close_matches(word, commands, n=1)
    if not like:
        return
    from ..inputs.words import parse_path  # noqa: PLC0415 — loads OpenCV

    if not os.path.exists(parse_path(word)):  # noqa: PTH110 — Path.exists raises on names that cannot be
        raise click.UsageError(f"there is no command or picture '{word}'; did you mean {like[0]}?")


def usage_words(error: click.ClickException) -> str:
    """Say in one line what is wrong with what was typed, and what to do."""
    if isinstance(error, click.NoSuchOption):
        import difflib  # noqa: PLC0415 — only who mistypes an option needs it

        names = {option.strip("-"): option for option in error.possibilities or ()}
        like = difflib.get_close_matches(error.option_name.strip("-"), names, n=1)
        what_to_do = f"did you mean {names[like[0]]}?" if like else SEE_HELP
        return f"there is no option {error.option_name}; {what_to_do}"
    if not isinstance(error, click.BadParameter) or error.param is None:
        return error.message
    param = error.param
    name = param.opts[-1] if isinstance(param, click.Option) else param.human_readable_name
    if isinstance(error, click.MissingParameter):
        return f"{name} is missing; {SEE_HELP}"
    return f"{name}: {error.message.removesuffix('.')}"


def end_of_fault(error: Exception, words: Sequence[str]) -> int:
    """Say that the program failed, with all that is known of it if that is wanted; return the exit code."""
    package = next((package for name, package in MISSING_LIBRARIES.items() if name in str(error)), None)
    if isinstance(error, ImportError) and package is not None:
        return end(
            "usage",
            f"OpenCV cannot be loaded ({one_line(error)}); install what it needs with: "
            f"apt install {package}, or an OpenCV without windows: pip install opencv-python-headless",
        )
    if {"-v", "--verbose"} & set(words):
        for line in format_trace(error).splitlines():
            echo_error(line)
    from ..outcome import fault  # noqa: PLC0415 — loads what reads pictures, which help does without

    return end("crashed", str(fault(error)))
