"""The configuration file → defaults of options, as if they were typed first.

Nothing is imported here that takes time: a file that is not there costs nothing.
"""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

import click

from .parameters import STYLE

VARIABLE = "AQUARIUM_CONFIG"
"""Environment variable that names another file; `os.devnull` is one without settings."""
NAME = "config.toml"
SETTINGS: Mapping[str, tuple[str, ...]] = {
    **{option.opts[-1].removeprefix("--"): () for option in STYLE},
    "jobs": (),
    "output": ("new", "watch", "read"),
    "token": (),
}
"""What can be set: long options without their dashes, each with the commands that do not go by it. A new
puzzle is nobody's answer, a watch must say where it writes, and a text is no picture."""


def config_path() -> Path:
    """Return where the configuration file is, or would be."""
    if given := os.environ.get(VARIABLE):
        return Path(given)
    folder = Path(click.get_app_dir("aquarium", roaming=False))
    if not folder.is_absolute():  # so is, by its specification, what XDG_CONFIG_HOME says to be passed over
        folder = Path.home() / ".config" / folder.name
    return folder / NAME


def settings(group: click.Group, path: Path) -> dict[str, str]:
    """Return what a configuration file sets, each value as it would be typed; nothing if there is no file.

    Raises click.UsageError, with file and key, if it cannot be read, or a setting or its value is not known.
    """
    try:
        text = path.read_text(encoding="utf-8")
        import tomllib  # noqa: PLC0415 — only those who have such a file come here

        given = tomllib.loads(text)
    except FileNotFoundError:
        if os.environ.get(VARIABLE):
            raise click.UsageError(f"{path}: there is no such file; {VARIABLE} names it") from None
        return {}
    except OSError as error:
        raise click.UsageError(f"{path}: it cannot be read: {error.strerror}") from None
    except ValueError as error:  # it is not UTF-8, or not TOML
        raise click.UsageError(f"{path}: this is not TOML: {error}; correct it") from None
    return {key: _typed(group, key, value, f"{path}: {key}") for key, value in given.items()}


def _typed(group: click.Group, key: str, value: object, said: str) -> str:
    """Return a value as it would be typed, if all its options take it."""
    if key not in SETTINGS or not any(options_of(group, key)):
        known = [known for known in SETTINGS if any(options_of(group, known))]
        raise click.UsageError(f"{said} is not a setting; settings are: {', '.join(known)}")
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise click.UsageError(f"{said}: expected a text or a number, as after --{key}")
    text = str(value)
    if not text.strip():
        raise click.UsageError(f"{said}: it is empty; give a value or delete the line")
    if key == "output":  # one file cannot have all answers: the slash makes it a folder
        text = f"{os.path.expanduser(text).rstrip('/')}/"  # noqa: PTH111 — it is no path yet
    for command, option in options_of(group, key):
        try:
            option.process_value(click.Context(command), text)
        except click.UsageError as error:
            seen = error.message.removeprefix(f"--{key} ").removesuffix(".")
            raise click.UsageError(f"{said}: {seen}") from None
    return text


def default_map(group: click.Group, path: Path) -> dict[str, dict[str, str]]:
    """Return the defaults that a configuration file gives to the options of each command, as click has them.

    Raises click.UsageError as `settings` does.
    """
    chosen: dict[str, dict[str, str]] = {name: {} for name in group.commands}
    for key, value in settings(group, path).items():
        for command, option in options_of(group, key):
            chosen[str(command.name)][str(option.name)] = value
    return chosen


def options_of(group: click.Group, key: str) -> Iterator[tuple[click.Command, click.Parameter]]:
    """Yield the commands that go by a setting, each with the option that it is the default of."""
    for name, command in group.commands.items():
        for option in command.params:
            if f"--{key}" in option.opts and name not in SETTINGS[key]:
                yield command, option


def in_force(group: click.Group, path: Path) -> list[tuple[str, str, bool]]:
    """Return each setting with its value, and whether that comes from the configuration file.

    Raises click.UsageError as `settings` does.
    """
    given, found = settings(group, path), list[tuple[str, str, bool]]()
    for key in SETTINGS:
        if option := next((option for _, option in options_of(group, key)), None):
            is_set = isinstance(option.default, str | int | float)
            found.append((key, given.get(key, str(option.default) if is_set else "not set"), key in given))
    return found
