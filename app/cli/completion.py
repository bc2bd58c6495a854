"""A shell's name → the lines that make it complete the command's words."""

from __future__ import annotations

import rich_click as click
from click.shell_completion import get_completion_class

SHELLS = ("bash", "zsh", "fish")
PROGRAM = "aquarium"
VARIABLE = "_AQUARIUM_COMPLETE"
"""Asks the command for completions; click reads it."""
PLACES = {
    "bash": "aquarium completion bash > ~/.local/share/bash-completion/completions/aquarium",
    "zsh": 'aquarium completion zsh > "${fpath[1]}/_aquarium"',
    "fish": "aquarium completion fish > ~/.config/fish/completions/aquarium.fish",
}
"""Commands that install them for good."""


def completion(command: click.Command, shell: str) -> str:
    """Return a script for a shell that completes the words of a command.

    Raises
    ------
    click.UsageError
        If the shell is not one of `SHELLS`.
    """
    script = get_completion_class(shell) if shell in SHELLS else None
    if script is None:
        raise click.UsageError(f"there is no completion for {shell}; choose {', '.join(SHELLS)}")
    return script(command, {}, PROGRAM, VARIABLE).source()
