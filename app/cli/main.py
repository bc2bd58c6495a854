"""The command `aquarium`: words on a command line → a command's exit code, whatever happens.

What reads and solves pictures takes half a second to load, so a command imports it when it runs: `--help` and
`--version` answer at once.
"""

import os
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import NoReturn

import click
from click.shell_completion import CompletionItem

from ..leaving import leave
from ..status import exit_code
from .about import DEFAULT, LEFT_OUT, completion, help, version
from .config import config_path, default_map
from .console import OutputLost, discard, end, open_streams, standard_error
from .doctor import doctor
from .new import new
from .pictures import check, draw, explain, hint, read, solve
from .serve import serve
from .trouble import check_command, check_modules, end_of_fault, usage_words
from .watch import watch

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


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line, `argv` or what the process was started with, and return its exit code."""
    open_streams()
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        check_modules()
        return int(aquarium.main(words, prog_name="aquarium", standalone_mode=False, obj=words) or 0)
    except click.Abort:
        return end("interrupted", "interrupted")
    except click.ClickException as error:
        return end("usage", usage_words(error))
    except SystemExit as leaving:  # so click ends after completion, and when the reader of help has gone
        discard(sys.stdout)
        return 0 if isinstance(leaving.__context__, BrokenPipeError) else int(leaving.code or 0)
    except OutputLost as error:
        return end("unsaved", f"cannot write to standard output: {error}") if str(error) else 0
    except Exception as error:
        return end_of_fault(error, words)


def start() -> NoReturn:
    """Run the command line as a process; end that at once, unless somebody is still at work or looks on."""
    code = main()
    if threading.active_count() == 1 and sys.getprofile() is None and sys.gettrace() is None:
        with suppress(Exception):  # what cannot be handed on has been told; or Python tells
            leave(code)
    sys.exit(code)


class _Group(click.Group):
    """A group of commands of which `solve` may be left out."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put in the command that was left out."""
        completing = ctx.resilient_parsing
        if not args and not completing:
            click.echo(FIRST_WORDS, file=standard_error(), nl=False)
            ctx.exit(exit_code("usage"))
        if args and args[0] not in self.commands:
            if not (completing or args[0].startswith("-") or os.path.exists(args[0])):  # noqa: PTH110 — Path's raises
                check_command(args[0], self.commands)
            args = [LEFT_OUT, *args]
        return super().parse_args(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return super().get_command(ctx, DEFAULT if cmd_name == LEFT_OUT else cmd_name)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Offer commands, the options of the default command, and files."""
        default = self._default(ctx)
        options = self.commands[DEFAULT].shell_complete(default, incomplete)
        files = click.Path().shell_complete(default, default.command.params[0], incomplete)
        return [*super().shell_complete(ctx, incomplete), *options, *files]

    def _default(self, ctx: click.Context) -> click.Context:
        return self.commands[DEFAULT].make_context(LEFT_OUT, [], parent=ctx, resilient_parsing=True)


@click.group(cls=_Group, commands=COMMANDS, add_help_option=False)
@click.pass_context
def aquarium(ctx: click.Context) -> None:
    """Read Aquarium puzzles from pictures and solve them."""
    name = ctx.invoked_subcommand
    if name in UNCONFIGURED or {"-h", "--help", "-V", "--version"} & set(ctx.obj or ()):
        return
    configured = default_map(aquarium, config_path())
    ctx.default_map = {**configured, LEFT_OUT: configured[DEFAULT]}


if __name__ == "__main__":
    start()
