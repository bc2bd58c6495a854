"""The one way from the commands, which only declare what can be asked, to the work.

Everything behind it takes half a second to load, which `aquarium --help` and a shell's completion need not.
"""

from collections.abc import Sequence
from types import ModuleType
from typing import Any

import rich_click as click

from ..batch.load import load_pipeline
from ..request import Request
from .options import PrintOptions

MISSING_LIBRARIES = {"libGL": "libgl1", "libgthread": "libglib2.0-0", "libglib": "libglib2.0-0"}
"""What OpenCV asks of a system with a screen, and the Debian packages that bring it."""


def run(words: Sequence[str], request: Request, printing: PrintOptions, **rest: Any) -> int:
    """Work on the pictures that the words name, and return the exit code; see `running.run`."""
    return int(_load().run(words, request, printing, **rest))


def run_new(
    size: tuple[int, int], request: Request, printing: PrintOptions, *, output: str | None = None
) -> int:
    """Make a puzzle, work on it, and return the exit code; see `running.run_new`."""
    return int(_load().run_new(size, request, printing, output=output))


def run_watch(folder: str, output: str, request: Request, printing: PrintOptions, **rest: Any) -> int:
    """Work on the pictures that arrive in a folder, and return the exit code; see `running.run_watch`."""
    return int(_load().run_watch(folder, output, request, printing, **rest))


def _load() -> ModuleType:
    """Load what reads and solves, once for all pictures; say what a bare server lacks for it."""
    try:
        load_pipeline()
        from . import running  # noqa: PLC0415 — loads the solver, which help must not
    except ImportError as error:
        package = next((deb for name, deb in MISSING_LIBRARIES.items() if name in str(error)), None)
        if package is None:
            raise
        raise click.UsageError(
            f"OpenCV cannot be loaded ({error}); install what it needs with: apt install {package}, "
            "or an OpenCV without windows: pip install opencv-python-headless"
        ) from None
    return running
