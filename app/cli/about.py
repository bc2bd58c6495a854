"""What the program tells about itself: the help of its commands, its version, completion for shells."""

import click
from click.shell_completion import CompletionItem, get_completion_class

from .parameters import HELP, NAME_AND_VERSION, Given, command
from .streams import echo

DEFAULT = "solve"
"""The command that may be left out."""
LEFT_OUT = f"[{DEFAULT}]"
"""Stands for it then, so that the line of usage tells it."""
OTHERS = """\
  aquarium check shot.png            are my entries right so far?
  aquarium hint shot.png             the next step: where, which cells, why
  aquarium explain shot.png          the whole solution, step by step
  aquarium read shot.png             the puzzle as text
  aquarium draw puzzle.txt           draw a puzzle that is given as text
  aquarium new 15x15 --grade hard    a new puzzle
  aquarium watch shots/ -o out/      solve pictures as they arrive
  aquarium serve --open              a page in the browser
  aquarium doctor                    check that everything works
  aquarium completion bash           tab completion for your shell
  aquarium help hint                 the help page of a command
  aquarium version                   the version
"""
"""All other commands, each with an example and its use: the help of the default command lists them."""
INSTALLED_BY = {
    "bash": "aquarium completion bash > ~/.local/share/bash-completion/completions/aquarium",
    "zsh": 'aquarium completion zsh > "${fpath[1]}/_aquarium"',
    "fish": "aquarium completion fish > ~/.config/fish/completions/aquarium.fish",
}
"""Shells, and the commands that install the lines for good."""


def all_commands(context: click.Context) -> click.Group:
    """Return the command `aquarium`, which has all others."""
    group = context.find_root().command
    assert isinstance(group, click.Group)
    return group


def _complete(context: click.Context, _: click.Parameter, beginning: str) -> list[CompletionItem]:
    names = all_commands(context).commands
    return [CompletionItem(name) for name in names if name.startswith(beginning)]


@command(
    "help",
    """\
Prints the help of the program, or of one of its commands.

  aquarium help         all options of aquarium, and its other commands
  aquarium help hint    the same as aquarium hint --help
""",
    [click.Argument(["name"], required=False, metavar="[COMMAND]", shell_complete=_complete), HELP],
)
def help(given: Given) -> int:
    context, name = click.get_current_context(), given["name"]
    chosen = all_commands(context).commands.get(name or DEFAULT)
    if chosen is None:
        raise click.UsageError(f"there is no command '{name}'; all of them are listed by: aquarium help")
    page = chosen.make_context(name or LEFT_OUT, [], parent=context.parent, resilient_parsing=True)
    echo(f"{page.get_help()}\n")
    return 0


@command("version", "Prints the version.", [HELP])
def version(_: Given) -> int:
    echo(f"{NAME_AND_VERSION}\n")
    return 0


@command(
    "completion",
    "Prints the script for tab completion in your shell.\n\n"
    + "\n".join(f"  {line}" for line in INSTALLED_BY.values()),
    [click.Argument(["shell"], type=click.Choice(list(INSTALLED_BY))), HELP],
)
def completion(given: Given) -> int:
    script = get_completion_class(given["shell"])
    assert script is not None  # click has one for each of these shells
    group = all_commands(click.get_current_context())
    echo(script(group, {}, "aquarium", "_AQUARIUM_COMPLETE").source() + "\n")
    return 0
