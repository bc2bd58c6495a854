"""`aquarium doctor`: what of a computer the program needs, line by line, with what to do where it fails."""

import importlib
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.util import find_spec
from itertools import chain
from os.path import realpath
from pathlib import Path
from typing import NamedTuple

import click

from ..escaping import visible
from ..status import exit_code, one_line
from ..version import PACKAGE
from .about import all_commands
from .config import config_path, in_force
from .parameters import HELP, Given, command
from .streams import echo

HOME = Path(realpath(__file__)).parents[2]
"""The folder that the program's own modules lie in."""
OWN_MODULES = ("app", "pipeline", "solver", "vision")
"""Common names, which a package or a folder at hand may take."""
LIBRARIES = (
    *("numpy", "opencv-python", "ortools", "scikit-image", "pillow", "click", "rich"),
    *("pypdfium2", "pikepdf", "watchfiles", "starlette", "uvicorn", "segno", "threadpoolctl"),
)
SAME_LIBRARY = {"opencv-python": "opencv-python-headless"}
EXTRAS = {"pillow-heif": "heic", "distributed": "cluster"}
"""What may be missing, and the extra that brings it."""
INSTALL_LIBGL = (
    "apt install libgl1 libglib2.0-0, or an OpenCV without windows: pip install opencv-python-headless"
)
TASK = "3_3_2_3_3_1_4_5_4_0_0_2;1,1,1,1,2,2,1,1,3,3,4,2,1,1,5,6,4,4,5,5,5,5,5,7,8,8,7,7,7,7,9,8,7,10,10,7"
"""A puzzle of six by six cells, for a test of the whole way."""

SIGNS = {True: "ok  ", False: "FAIL", None: "-   "}
"""Before what works, fails, or is missing and need not be there."""


class Check(NamedTuple):
    """One thing that was looked at."""

    name: str
    fine: bool | None
    """None of what is missing and need not be there."""
    seen: str
    """What was seen there: a version, a place, an error."""
    advice: str = ""
    """What to do, if it is not fine."""

    def __str__(self) -> str:
        line = f"{SIGNS[self.fine]}  {self.name}: {self.seen}"
        return f"{line}; {self.advice}" if self.advice else line


@command(
    "doctor",
    "Checks that everything the program needs is installed and works, and prints the settings in force.",
    [HELP],
)
def doctor(_: Given) -> int:
    group, well = all_commands(click.get_current_context()), True
    for check in chain(examine(), examine_settings(group)):
        echo(f"{visible(check)}\n")
        well = well and check.fine is not False
    echo("everything works\n" if well else "not everything works: see the lines that begin with FAIL\n")
    return 0 if well else exit_code("crashed")


def examine() -> Iterator[Check]:
    """Yield what was looked at, as it is done; whatever is broken, nothing is raised."""
    import platform  # noqa: PLC0415 — takes a thirtieth of the time that help has

    yield Check("python", sys.version_info >= (3, 11), platform.python_version())
    yield Check("system", True, f"{platform.system()} {platform.release()} {platform.machine()}")
    yield _installed(PACKAGE, "run it from its folder, or pip install aquarium-reader")
    yield from (_installed(name, f"pip install {name}") for name in LIBRARIES)
    yield _tried("OpenCV loads", lambda: str(importlib.import_module("cv2").__version__), INSTALL_LIBGL)
    yield from (Check(f"module {name}", True, str(place_of(name))) for name in OWN_MODULES)
    yield from (_extra(extra, package) for package, extra in EXTRAS.items())
    yield _tried(
        "a drawn puzzle is read and solved", _solve_drawn, "pip install --force-reinstall aquarium-reader"
    )


def examine_settings(group: click.Group) -> Iterator[Check]:
    """Yield what is in force where an option is not typed, and whether the configuration file says so."""
    path = config_path()
    try:
        given = list(in_force(group, path))
    except click.UsageError as error:
        yield Check("configuration file", False, error.message, "correct it")
        return
    yield Check("configuration file", True, f"{path}{'' if path.exists() else ' (not there)'}")
    for key, value, is_configured in given:
        shown = "a word of your own" if key == "token" and is_configured else value
        yield Check(f"--{key}", True, f"{shown} ({'configuration file' if is_configured else 'default'})")


def _installed(package: str, advice: str) -> Check:
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 — loads e-mail and ZIP, 20 ms

    for name in filter(None, (package, SAME_LIBRARY.get(package))):
        with suppress(PackageNotFoundError):
            return Check(name, True, version(name))
    return Check(package, False, "not installed", advice)


def _extra(extra: str, package: str) -> Check:
    check = _installed(package, f"pip install '{PACKAGE}[{extra}]' if you want it")
    return Check(f"{package} (extra {extra})", check.fine or None, check.seen, check.advice)


def _tried(name: str, test: Callable[[], str], advice: str) -> Check:
    try:
        return Check(name, True, test())
    except Exception as error:
        return Check(name, False, f"{type(error).__name__}: {one_line(error)}", advice)


def _solve_drawn() -> str:
    """Draw a puzzle, read it back and solve it; return the seconds that took."""
    from ..service import Task, Text, process  # noqa: PLC0415 — what is broken must not keep the rest from being looked at

    drawn = process(Text(TASK), Task("draw"))
    outcome = process(drawn.encoded())
    if outcome.status != "solved" or outcome.puzzle != drawn.puzzle:
        raise RuntimeError(outcome.message or "it was not read as it was drawn")
    return f"{sum(outcome.seconds.values()):.2f} s"


def place_of(module: str) -> str | None:
    """Return the file that a module of that name would be loaded from."""
    spec = find_spec(module)
    return realpath(spec.origin) if spec and spec.origin else None


def check_modules() -> None:
    """Check that the program's modules are its own: others would fail in the depths of an import."""
    for name in OWN_MODULES:
        place = place_of(name)
        if place is None or HOME not in Path(place).parents:
            advice = f"rename it, or leave out of PYTHONPATH what it lies in: {HOME} has the program's own"
            raise click.UsageError(f"another module {name} is at {place}; {advice}")
