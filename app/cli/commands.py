"""The commands by name: each is loaded from its module when it is asked for."""

from collections.abc import Iterator, Mapping
from importlib import import_module

import click

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


class Commands(Mapping[str, click.Command]):
    """All commands. One is a function of its name, in the module of that name."""

    def __getitem__(self, name: str) -> click.Command:
        if name not in tuple(self):
            raise KeyError(name)
        command: click.Command = getattr(import_module(f".{name}", __package__), name)
        return command

    def __iter__(self) -> Iterator[str]:
        return iter((DEFAULT, *(name for name, _, _ in OTHERS)))

    def __len__(self) -> int:
        return 1 + len(OTHERS)


def other_commands() -> str:
    """Return the lines of help that list the commands beside the default one."""
    return "".join(f"  aquarium {example:{EXAMPLE_WIDTH}}{purpose}\n" for _, example, purpose in OTHERS)
