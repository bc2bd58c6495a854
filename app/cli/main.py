"""The command `aquarium`: words on a command line → a command's exit code, whatever happens.

OpenCV and OR-Tools take half a second to load, so nothing is imported that loads them before a picture is at
hand: `--help` and `--version` answer at once.
"""

import difflib
import os
import sys
import traceback
from collections.abc import Sequence

import rich_click as click
from click.shell_completion import CompletionItem

from ..status import exit_code, format_fault
from .about import DEFAULT, LEFT_OUT, help_page, version
from .check import check
from .completion import completion
from .config import config_path, default_map
from .console import OutputLost, discard, echo_error, end, open_streams, standard_error
from .doctor import doctor
from .draw import draw
from .explain import explain
from .hint import hint
from .new import new
from .read import read
from .serve import serve
from .solve import solve
from .watch import watch
from .wording import usage_words

COMMANDS = (
    (check, "check shot.png", "are my entries right so far?"),
    (hint, "hint shot.png", "the next step: where, which cells, why"),
    (explain, "explain shot.png", "the whole solution, step by step"),
    (read, "read shot.png", "the puzzle as text"),
    (draw, "draw puzzle.txt", "draw a puzzle that is given as text"),
    (new, "new 15x15 --grade hard", "a new puzzle"),
    (watch, "watch shots/ -o out/", "solve pictures as they arrive"),
    (serve, "serve --open", "a page in the browser"),
    (doctor, "doctor", "check that everything works"),
    (completion, "completion bash", "tab completion for your shell"),
    (help_page, "help hint", "the help page of a command"),
    (version, "version", "the version"),
)
"""All other commands, each with an example and its use: the help of the default command lists them."""
UNCONFIGURED = {command.name for command in (doctor, completion, help_page, version)}
"""Commands that must work whatever is wrong with the configuration file."""
HELP_LIST = "[cyan][/]\nOther commands; each has a help page, as in aquarium hint --help:\n"
"""A second block would stand four lines below the first; the empty markup keeps one line between them."""
FIRST_WORDS = """\
Reads Aquarium puzzles from pictures, solves them and draws the water in.

  aquarium shot.png          writes the answer, shot.solved.png
  aquarium hint shot.png     gives the next step
  aquarium check shot.png    finds the mistakes in what you have entered

All commands and options: aquarium help
"""
"""For who types nothing but the name of the program."""
EXAMPLE_WIDTH = 26
"""Columns of the longest example and of the space behind it."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line, `argv` or what the process was started with, and return its exit code."""
    open_streams()
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        return int(aquarium.main(words, prog_name="aquarium", standalone_mode=False, obj=words) or 0)
    except click.Abort:
        return end("interrupted", "interrupted")
    except click.ClickException as error:
        return end("usage", usage_words(error))
    except SystemExit as leaving:  # so rich-click ends after completion, and when the reader of help has gone
        discard(sys.stdout)
        return 0 if isinstance(leaving.__context__, BrokenPipeError) else int(leaving.code or 0)
    except OutputLost as error:
        return end("unsaved", f"cannot write to standard output: {error}") if str(error) else 0
    except Exception as error:
        return _end_of_fault(error, words)


def _end_of_fault(error: Exception, words: Sequence[str]) -> int:
    """Say that the program failed; or that a help page, which rich-click prints itself, cannot be written."""
    if isinstance(error, OSError) and ({"-h", "--help"} & set(words) or words[0] == "help"):
        discard(sys.stdout)
        return end("unsaved", f"cannot write to standard output: {error.strerror}")
    if {"-v", "--verbose"} & set(words):
        for line in "".join(traceback.format_exception(error)).splitlines():
            echo_error(line)
    return end("crashed", format_fault(error))


class _Commands(click.RichGroup):
    """A group of commands of which `solve` may be left out."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put in the command that was left out."""
        completing = ctx.resilient_parsing
        if not args and not completing:
            click.echo(FIRST_WORDS, file=standard_error(), nl=False)
            ctx.exit(exit_code("usage"))
        if args and args[0] not in self.commands:
            if not completing and not args[0].startswith("-"):
                _check_command(args[0], list(self.commands))
            args = [LEFT_OUT, *args]
        return super().parse_args(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return super().get_command(ctx, DEFAULT if cmd_name == LEFT_OUT else cmd_name)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Offer commands, the options of the default command, and files."""
        options = self.commands[DEFAULT].shell_complete(self._default(ctx), incomplete)
        return [*super().shell_complete(ctx, incomplete), *options, CompletionItem(incomplete, type="file")]

    def _default(self, ctx: click.Context) -> click.Context:
        return self.commands[DEFAULT].make_context(LEFT_OUT, [], parent=ctx, resilient_parsing=True)


def _check_command(word: str, commands: list[str]) -> None:
    """Answer a mistyped command with the nearest one, unless the word is a picture after all."""
    like = difflib.get_close_matches(word, commands, n=1)
    if not like:
        return
    from ..inputs.parse import parse_path  # noqa: PLC0415 — loads the solver; only words like commands come here

    if not os.path.exists(parse_path(word)):  # noqa: PTH110 — Path.exists raises on names that cannot be
        raise click.UsageError(f"there is no command or picture '{word}'; did you mean {like[0]}?")


@click.group(cls=_Commands, add_help_option=False)
@click.pass_context
def aquarium(ctx: click.Context) -> None:
    """Read Aquarium puzzles from pictures and solve them."""
    name = ctx.invoked_subcommand
    if name in UNCONFIGURED or {"-h", "--help", "-V", "--version"} & set(ctx.obj or ()):
        return
    configured = default_map(aquarium, config_path())
    ctx.default_map = {**configured, LEFT_OUT: configured[DEFAULT]}


aquarium.add_command(solve)
for command, _, _ in COMMANDS:
    aquarium.add_command(command)
solve.help = f"{solve.help}{HELP_LIST}" + "".join(
    f"  [cyan]aquarium {example}[/]{'':{EXAMPLE_WIDTH - len(example)}}{purpose}\n"
    for _, example, purpose in COMMANDS
)


if __name__ == "__main__":
    sys.exit(main())
