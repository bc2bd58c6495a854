"""`aquarium completion`: a shell's name → the lines that make it complete the words of aquarium."""

import click
from click.shell_completion import get_completion_class

from .console import echo
from .options import command, help_option

VARIABLE = "_AQUARIUM_COMPLETE"
"""Asks the command for completions; click reads it."""
INSTALLED_BY = {
    "bash": "aquarium completion bash > ~/.local/share/bash-completion/completions/aquarium",
    "zsh": 'aquarium completion zsh > "${fpath[1]}/_aquarium"',
    "fish": "aquarium completion fish > ~/.config/fish/completions/aquarium.fish",
}
"""Shells, and the commands that install the lines for good."""
ABOUT = "Prints the script for tab completion in your shell.\n\n" + "\n".join(
    f"  {line}" for line in INSTALLED_BY.values()
)


@command(ABOUT)
@click.argument("shell", type=click.Choice(list(INSTALLED_BY)), metavar=f"{{{'|'.join(INSTALLED_BY)}}}")
@help_option
@click.pass_context
def completion(context: click.Context, shell: str) -> int:
    script = get_completion_class(shell)
    assert script is not None  # click has one for each of these shells
    echo(script(context.find_root().command, {}, "aquarium", VARIABLE).source() + "\n")
    return 0
