"""The one way from the commands, which only declare what can be asked, to the work.

Everything behind it takes half a second to load, which `aquarium --help` and a shell's completion need not.
"""

import gc
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from importlib import import_module
from types import ModuleType
from typing import Any

import click

from ..batch import load_pipeline
from ..request import Request
from ..status import one_line
from ..tasks import Task
from . import loading, options
from .options import Decorator, PrintOptions

MISSING_LIBRARIES = {"libGL": "libgl1", "libgthread": "libglib2.0-0", "libglib": "libglib2.0-0"}
"""What OpenCV asks of a system with a screen, and the Debian packages that bring it."""


@dataclass(frozen=True, slots=True)
class Invocation:
    """What is asked by the arguments and options that commands for pictures share."""

    pictures: tuple[str, ...]
    request: Request
    printing: PrintOptions
    output: str | None = None
    paste: bool = False
    grab: bool = False
    batch: Mapping[str, Any] = field(default_factory=dict)
    """How a run goes about many pictures, as `running.run` takes it."""

    def run(self, task: Task, command: tuple[str, ...], separator: str | None = None, **rest: Any) -> int:
        """Do a task with the pictures, and return the exit code; see `PrintOptions` and `running.run`."""
        printing = replace(self.printing, command=command, separator=separator)
        request = replace(self.request, task=task)
        taken = {"output": self.output, "paste": self.paste, "grab": self.grab, **self.batch}
        return int(load_running().run(self.pictures, request, printing, **taken, **rest))


def picture_command(
    about: str, *own: Decorator, output: str = "", metavar: str = "PICTURE...", batch: bool = False
) -> Callable[[Callable[..., int]], click.Command]:
    """Make a function a command for pictures: it gets an `Invocation`, and its own options by name.

    `about` is its page of help, `metavar` stands there for the pictures; `output` says where answers go by
    default, if pictures are drawn. With `batch` it takes the options for many pictures. It keeps no reports:
    what a player has put in is looked at anew every time.
    """
    named = [
        options.pictures_argument(metavar),
        *([options.output_option(output)] if output else []),
    ]
    desktop = [options.take_options, options.show_options if output else options.copy_option]
    of_many = [options.batch_options] if batch else []
    printing = options.print_options if output else options.plain_print_options
    declared = options.combined(*named, *own, *desktop, options.request_options, *of_many, printing)

    def decorate(function: Callable[..., int]) -> click.Command:
        def invoke(*, output: str | None = None, **given: Any) -> int:
            shared = options.taken(given, "pictures", "request", "printing", "paste", "grab")
            if batch:
                shared["batch"] = options.taken(given, "options", "listed", "exclude", "flat")
            return function(Invocation(**shared, output=output), **given)

        return options.command(about, function.__name__)(declared(invoke))

    return decorate


def load_running(name: str = "running") -> ModuleType:
    """Load what reads and solves, once for all pictures; say what a bare server lacks for it."""
    try:
        with loading():
            load_pipeline()
            module = import_module(f".{name}", __package__)
            gc.freeze()  # nor is it looked through ever after
            return module
    except ImportError as error:
        package = next((deb for name, deb in MISSING_LIBRARIES.items() if name in str(error)), None)
        if package is None:
            raise
        raise click.UsageError(
            f"OpenCV cannot be loaded ({one_line(error)}); install what it needs with: "
            f"apt install {package}, or an OpenCV without windows: pip install opencv-python-headless"
        ) from None
