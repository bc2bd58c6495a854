"""The command `aquarium`: words on a command line → a command's exit code, whatever happens.

What reads and solves pictures takes half a second to load, so a command imports it when it runs: `--help` and
`--version` answer at once.
"""

import gc
import os
import re
import sys
import threading
from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import NoReturn

import click
from click.shell_completion import CompletionItem

from ..escaping import closest
from ..status import exit_code, format_trace, leave, one_line
from .about import (
    DEFAULT,
    LEFT_OUT,
    check_modules,
    completion,
    doctor,
    help,
    no_command,
    opencv_advice,
    version,
)
from .commands import check, draw, explain, hint, new, read, solve, watch
from .config import config_path, default_map
from .process import OutputLost, discard, echo_error, end
from .serve import serve

COMMANDS = (solve, check, hint, explain, read, draw, new, watch, serve, doctor, completion, help, version)
UNCONFIGURED = {"doctor", "completion", "help", "version"}
"""Commands that must work whatever is wrong with the configuration file."""
FIRST_WORDS = """\
Reads Aquarium puzzles from pictures, solves them and draws the water in.

  aquarium shot.png          writes the answer, shot.solved.png
  aquarium hint shot.png     gives the next step
  aquarium check shot.png    finds the mistakes in what you have entered

All commands and options: aquarium help
"""
"""For who types nothing but the name of the program."""
HELP_WORDS = {"-h", "--help"}
SEE_HELP = "see --help"
WORD = re.compile("[A-Za-z-]+")
"""What a command may look like."""
GC_THRESHOLDS = (100_000, 50, 50)
"""A command makes many objects that stay, and few cycles: looking for those takes a tenth of its time."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line, `argv` or what the process was started with, and return its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        check_modules()
        return int(aquarium.main(words, prog_name="aquarium", standalone_mode=False, obj=words) or 0)
    except click.Abort:
        return end("interrupted", "interrupted")
    except click.ClickException as error:
        return end("usage", _usage_words(error))
    except SystemExit as leaving:  # so click ends after completion, and when the reader of help has gone
        discard(sys.stdout)
        return 0 if isinstance(leaving.__context__, BrokenPipeError) else int(leaving.code or 0)
    except OutputLost as error:
        return end("unsaved", f"cannot write to standard output: {error}") if str(error) else 0
    except Exception as error:
        return _end_of_fault(error, words)


def start() -> NoReturn:
    """Run the command line as a process; end that at once, unless somebody is still at work or looks on."""
    gc.set_threshold(*GC_THRESHOLDS)
    code = main()
    if threading.active_count() == 1 and sys.getprofile() is None and sys.gettrace() is None:
        with suppress(Exception):  # what cannot be written was reported; or Python reports it
            leave(code)
    sys.exit(code)


class _Group(click.Group):
    """A group of commands of which `solve` may be left out."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put in the command that was left out."""
        completing = ctx.resilient_parsing
        if not args and not completing:
            for line in FIRST_WORDS.splitlines():
                echo_error(line)
            ctx.exit(exit_code("usage"))
        if args and args[0] not in self.commands:
            if not (completing or args[0].startswith("-") or os.path.exists(args[0])):  # noqa: PTH110 — Path's raises
                _check_command(args[0], self.commands, wants_help=not HELP_WORDS.isdisjoint(args))
            args = [LEFT_OUT, *args]
        return super().parse_args(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return super().get_command(ctx, DEFAULT if cmd_name == LEFT_OUT else cmd_name)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Offer commands, the options of the default command, and files."""
        command = self.commands[DEFAULT]
        default = command.make_context(LEFT_OUT, [], parent=ctx, resilient_parsing=True)
        options = command.shell_complete(default, incomplete)
        files = click.Path().shell_complete(default, command.params[0], incomplete)
        return [*super().shell_complete(ctx, incomplete), *options, *files]


@click.group(cls=_Group, commands=COMMANDS, add_help_option=False)
@click.pass_context
def aquarium(ctx: click.Context) -> None:
    """Read Aquarium puzzles from pictures and solve them."""
    name = ctx.invoked_subcommand
    if name in UNCONFIGURED or (HELP_WORDS | {"-V", "--version"}) & set(ctx.obj or ()):
        return
    configured = default_map(aquarium, config_path())
    ctx.default_map = {**configured, LEFT_OUT: configured[DEFAULT]}


def _check_command(word: str, commands: Collection[str], *, wants_help: bool) -> None:
    """Answer a mistyped command with those there are, unless the word may be a picture or a puzzle."""
    if not WORD.fullmatch(word):  # a name with a dot is a file's, also of one that is not there
        return
    if wants_help:
        raise no_command(word, commands)
    from ..inputs.words import parse_path  # noqa: PLC0415 — loads OpenCV

    if not os.path.exists(parse_path(word)):  # noqa: PTH110 — Path.exists raises on names that cannot be
        raise no_command(word, commands, "command or picture")


def _usage_words(error: click.ClickException) -> str:
    """Say in one line what is wrong with what was typed, and what to do."""
    if isinstance(error, click.NoSuchOption):
        names = {option.strip("-"): option for option in error.possibilities or ()}
        like = closest(error.option_name.strip("-"), names)
        what_to_do = f"did you mean {names[like]}?" if like else SEE_HELP
        return f"there is no option {error.option_name}; {what_to_do}"
    if isinstance(error, click.BadOptionUsage):
        return f"{error.option_name} needs a value; {SEE_HELP}"
    if not isinstance(error, click.BadParameter) or error.param is None:
        return error.message
    param = error.param
    name = param.opts[-1] if isinstance(param, click.Option) else param.human_readable_name
    if isinstance(error, click.MissingParameter):
        return f"{name} is missing; {SEE_HELP}"
    return f"{name}: {error.message.removesuffix('.')}"


def _end_of_fault(error: Exception, words: Sequence[str]) -> int:
    """Say that the program failed, with all that is known of it if that is wanted; return the exit code."""
    if advice := opencv_advice(error):
        return end("usage", f"OpenCV cannot be loaded ({one_line(error)}); {advice}")
    if {"-v", "--verbose"} & set(words):
        for line in format_trace(error).splitlines():
            echo_error(line)
    from ..outcome import fault  # noqa: PLC0415 — loads what reads pictures, which help does without

    return end("crashed", str(fault(error)))


if __name__ == "__main__":
    start()
