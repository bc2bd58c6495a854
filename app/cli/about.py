"""What the program says of itself: help, its version, completion for shells, and whether it works."""

import sys
from collections.abc import Callable, Collection, Iterator
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from os.path import realpath
from pathlib import Path

import click
from click.shell_completion import CompletionItem, get_completion_class

from .. import PACKAGE
from ..escaping import closest, visible
from ..status import exit_code, one_line
from .config import config_path, in_force
from .parameters import HELP, NAME_AND_VERSION, Given, command
from .process import echo

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
        raise no_command(name, all_commands(context).commands)
    page = chosen.make_context(name or LEFT_OUT, [], parent=context.parent, resilient_parsing=True)
    echo(f"{page.get_help()}\n")
    return 0


def no_command(word: str, commands: Collection[str], what: str = "command") -> click.UsageError:
    """Return the error that answers a word with the nearest command, or with all there are."""
    like = closest(word, commands)
    advice = f"did you mean {like}?" if like else f"commands are {', '.join(sorted(commands))}"
    return click.UsageError(f"there is no {what} '{word}'; {advice}")


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


HOME = Path(realpath(__file__)).parents[2]
"""The folder that the program's own modules lie in."""
OWN_MODULES = ("app", "pipeline", "solver", "vision")
"""Common names, which a package or a folder at hand may take."""
LIBRARIES = (
    *("numpy", "cv2", "ortools", "skimage", "PIL", "rich", "pypdfium2", "pikepdf", "watchfiles"),
    *("starlette", "uvicorn", "segno", "threadpoolctl"),
)
"""Modules of the libraries that the program needs."""
SYSTEM_LIBRARIES = {"libGL": "libgl1", "libgthread": "libglib2.0-0", "libglib": "libglib2.0-0"}
"""What OpenCV asks of a system with a screen, and the Debian packages that bring it."""
EXTRAS = {"pillow_heif": "heic", "distributed": "cluster"}
"""Modules that may be missing, and the extras that bring them."""
TASK = "3_3_2_3_3_1_4_5_4_0_0_2;1,1,1,1,2,2,1,1,3,3,4,2,1,1,5,6,4,4,5,5,5,5,5,7,8,8,7,7,7,7,9,8,7,10,10,7"
"""A puzzle of six by six cells, for a test of the whole way."""


@command(
    "doctor",
    "Checks that everything the program needs is installed and works, and prints the settings in force.",
    [HELP],
)
def doctor(_: Given) -> int:
    group, well = all_commands(click.get_current_context()), True
    for name, look in _checks(group):
        try:
            sign, seen = "ok  ", look()
        except Exception as error:  # whatever is broken, the rest is looked at
            sign, seen = "FAIL", one_line(error) or type(error).__name__
            seen = "; ".join(filter(None, (seen, opencv_advice(error))))
            if name in EXTRAS:
                sign, seen = "-   ", f"not installed; pip install '{PACKAGE}[{EXTRAS[name]}]' if you want it"
        echo(f"{sign}  {name}: {visible(seen)}\n")
        well = well and sign != "FAIL"
    advice = f"see the lines that begin with FAIL; pip install --force-reinstall {PACKAGE}"
    echo("everything works\n" if well else f"not everything works: {advice}\n")
    return 0 if well else exit_code("crashed")


def _checks(group: click.Group) -> Iterator[tuple[str, Callable[[], str]]]:
    """Yield what is looked at, each with a function that returns what was seen or raises what is wrong."""
    yield "python", lambda: f"{sys.version.split()[0]} on {sys.platform}, program in {HOME}"
    yield from ((name, partial(_version, name)) for name in (*LIBRARIES, *EXTRAS))
    yield "a drawn puzzle is read and solved", _solve_drawn
    path = config_path()
    try:
        settings = in_force(group, path)
    except click.UsageError as error:
        yield "configuration file", partial(_raise, error)
        return
    yield "configuration file", f"{path}{'' if path.exists() else ' (not there)'}".strip
    for key, value, is_set in settings:
        shown = "a word of your own" if key == "token" and is_set else value
        yield f"--{key}", partial("{} ({})".format, shown, "configuration file" if is_set else "default")


def _raise(error: Exception) -> str:
    raise error


def _version(module: str) -> str:
    return str(getattr(import_module(module), "__version__", "loads"))


def _solve_drawn() -> str:
    """Draw a puzzle, read it back and solve it; return the seconds that took."""
    from ..service import Request, Task, Text, process  # noqa: PLC0415 — what is broken must not keep the rest from being looked at

    drawn = process(Text(TASK), Request(Task("draw")))
    outcome = process(drawn.encoded())
    if outcome.status != "solved" or outcome.puzzle != drawn.puzzle:
        raise RuntimeError(outcome.message or "it was not read as it was drawn")
    return f"{sum(outcome.seconds.values()):.2f} s"


def opencv_advice(error: Exception) -> str:
    """Return what to do if OpenCV lacks a library of the system; nothing if that is not so."""
    package = next((package for name, package in SYSTEM_LIBRARIES.items() if name in str(error)), None)
    if package is None or not isinstance(error, ImportError):
        return ""
    without = "an OpenCV without windows: pip install opencv-python-headless"
    return f"install what it needs with: apt install {package}, or {without}"


def check_modules() -> None:
    """Check that the program's modules are its own: others would fail in the depths of an import."""
    for name in OWN_MODULES:
        spec = find_spec(name)
        place = realpath(spec.origin) if spec and spec.origin else None
        if place is None or HOME not in Path(place).parents:
            advice = f"rename it, or leave out of PYTHONPATH what it lies in: {HOME} has the program's own"
            raise click.UsageError(f"another module {name} is at {place}; {advice}")
