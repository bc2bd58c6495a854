"""`aquarium help`: what people type who do not know `--help` yet."""

import click
from click.shell_completion import CompletionItem

from . import later
from .commands import DEFAULT, LEFT_OUT, OTHERS
from .options import command, help_option

ABOUT = """\
Prints the help of the program, or of one of its commands.

  aquarium help         all options of aquarium, and its other commands
  aquarium help hint    the same as aquarium hint --help
"""


def _complete(_: click.Context, __: click.Parameter, beginning: str) -> list[CompletionItem]:
    names = (DEFAULT, *(name for name, _, _ in OTHERS))
    return [CompletionItem(name) for name in names if name.startswith(beginning)]


@command(ABOUT)
@click.argument("name", required=False, metavar="[COMMAND]", shell_complete=_complete)
@help_option
@click.pass_context
def help(context: click.Context, name: str | None) -> int:
    group = context.find_root().command
    assert isinstance(group, click.Group)
    chosen = group.commands.get(name or DEFAULT)
    if chosen is None:
        raise click.UsageError(f"there is no command '{name}'; all of them are listed by: aquarium help")
    later.show_page(chosen.make_context(name or LEFT_OUT, [], parent=context.parent, resilient_parsing=True))
    return 0
