"""What the program tells about itself: its commands and their help, its version, completion for shells."""

import click
from click.shell_completion import CompletionItem, get_completion_class

from .console import echo
from .parameters import HELP, Given, command, print_page, print_version

DEFAULT = "solve"
"""The command that may be left out."""
LEFT_OUT = f"[{DEFAULT}]"
"""Stands for it then, so that the line of usage tells it."""
OTHERS = (
    ("check", "check shot.png", "are my entries right so far?"),
    ("hint", "hint shot.png", "the next step: where, which cells, why"),
    ("explain", "explain shot.png", "the whole solution, step by step"),
    ("read", "read shot.png", "the puzzle as text"),
    ("draw", "draw puzzle.txt", "draw a puzzle that is given as text"),
    ("new", "new 15x15 --grade hard", "a new puzzle"),
    ("watch", "watch shots/ -o out/", "solve pictures as they arrive"),
    ("serve", "serve --open", "a page in the browser"),
    ("doctor", "doctor", "check that everything works"),
    ("completion", "completion bash", "tab completion for your shell"),
    ("help", "help hint", "the help page of a command"),
    ("version", "version", "the version"),
)
"""All other commands, each with an example and its use: the help of the default command lists them."""
EXAMPLE_WIDTH = 26
"""Columns of the longest example and of the space behind it."""
VARIABLE = "_AQUARIUM_COMPLETE"
"""Asks the command for completions; click reads it."""
INSTALLED_BY = {
    "bash": "aquarium completion bash > ~/.local/share/bash-completion/completions/aquarium",
    "zsh": 'aquarium completion zsh > "${fpath[1]}/_aquarium"',
    "fish": "aquarium completion fish > ~/.config/fish/completions/aquarium.fish",
}
"""Shells, and the commands that install the lines for good."""


def other_commands() -> str:
    """Return the lines of help that list the commands beside the default one."""
    return "".join(f"  aquarium {example:{EXAMPLE_WIDTH}}{purpose}\n" for _, example, purpose in OTHERS)


def _complete(_: click.Context, __: click.Parameter, beginning: str) -> list[CompletionItem]:
    names = (DEFAULT, *(name for name, _, _ in OTHERS))
    return [CompletionItem(name) for name in names if name.startswith(beginning)]


def _help(given: Given) -> int:
    context, name = click.get_current_context(), given["name"]
    group = context.find_root().command
    assert isinstance(group, click.Group)
    chosen = group.commands.get(name or DEFAULT)
    if chosen is None:
        raise click.UsageError(f"there is no command '{name}'; all of them are listed by: aquarium help")
    print_page(chosen.make_context(name or LEFT_OUT, [], parent=context.parent, resilient_parsing=True))
    return 0


help = command(
    "help",
    """\
Prints the help of the program, or of one of its commands.

  aquarium help         all options of aquarium, and its other commands
  aquarium help hint    the same as aquarium hint --help
""",
    [click.Argument(["name"], required=False, metavar="[COMMAND]", shell_complete=_complete), HELP],
    _help,
)


def _version(_: Given) -> int:
    print_version()
    return 0


version = command("version", "Prints the version.", [HELP], _version)


def _completion(given: Given) -> int:
    script = get_completion_class(given["shell"])
    assert script is not None  # click has one for each of these shells
    group = click.get_current_context().find_root().command
    echo(script(group, {}, "aquarium", VARIABLE).source() + "\n")
    return 0


completion = command(
    "completion",
    "Prints the script for tab completion in your shell.\n\n"
    + "\n".join(f"  {line}" for line in INSTALLED_BY.values()),
    [
        click.Argument(
            ["shell"], type=click.Choice(list(INSTALLED_BY)), metavar=f"{{{'|'.join(INSTALLED_BY)}}}"
        ),
        HELP,
    ],
    _completion,
)
