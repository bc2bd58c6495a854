"""The command line: the only room that knows click and rich."""

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from os.path import dirname, join, realpath

from ..escaping import visible

HOME = dirname(dirname(dirname(realpath(__file__))))  # noqa: PTH120 — as above
"""The folder that the program's own modules lie in."""
OWN_MODULES = ("app", "pipeline", "solver", "vision")
"""Common names, which a package or a folder at hand may take."""


def place_of(module: str) -> str | None:
    """Return the file that a module of that name would be loaded from."""
    spec = find_spec(module)
    return realpath(spec.origin) if spec and spec.origin else None


@contextmanager
def loading() -> Iterator[None]:
    """Look for no garbage meanwhile: what is loaded stays."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


# What another module of the name would lead to is a traceback from the depths of an import.
for _name in OWN_MODULES:
    if not (_place := place_of(_name) or "").startswith(join(HOME, "")):  # noqa: PTH118 — as above
        _advice = f"rename it, or leave out of PYTHONPATH what it lies in: {HOME} has the program's own"
        sys.exit(visible(f"aquarium: another module {_name} is at {_place or None}; {_advice}"))

with loading():
    import_module("click")
