"""`aquarium help` and `aquarium version`: what people type who do not know the options yet."""

import rich_click as click
from click.shell_completion import CompletionItem

from . import options
from .options import help_option, print_version

DEFAULT = "solve"
"""The command that may be left out."""
LEFT_OUT = f"[{DEFAULT}]"
"""Stands for it then, so that the line of usage tells it."""
HELP_ABOUT = """\
Prints the help of the program, or of one of its commands.

\b
  [cyan]aquarium help[/]         all options of aquarium, and its other commands
  [cyan]aquarium help hint[/]    the same as aquarium hint --help
"""


def _group(context: click.Context) -> click.Group:
    group = context.find_root().command
    assert isinstance(group, click.Group)
    return group


def _complete(context: click.Context, _: click.Parameter, beginning: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in _group(context).commands if name.startswith(beginning)]


@options.command(HELP_ABOUT, "help")
@click.argument("command", required=False, metavar="[COMMAND]", shell_complete=_complete)
@help_option
@click.pass_context
def help_page(context: click.Context, command: str | None) -> int:
    group = _group(context)
    chosen = group.commands.get(command or DEFAULT)
    if chosen is None:
        raise click.UsageError(f"there is no command '{command}'; all of them are listed by: aquarium help")
    chosen.make_context(command or LEFT_OUT, ["--help"], parent=context.parent)
    return 0


@options.command("Prints the version.", "version")
@help_option
def version() -> int:
    print_version()
    return 0
