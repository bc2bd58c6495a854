"""The command line: the only room that knows click and rich."""

import sys
from importlib.util import find_spec
from pathlib import Path

from ..escaping import visible

HOME = Path(__file__).resolve().parents[2]
"""The folder that the program's own modules lie in."""
OWN_MODULES = ("app", "pipeline", "solver", "vision")
"""Common names, which a package or a folder at hand may take."""


def place_of(module: str) -> Path | None:
    """Return the file that a module of that name would be loaded from."""
    spec = find_spec(module)
    return Path(spec.origin).resolve() if spec and spec.origin else None


# What another module of the name would lead to is a traceback from the depths of an import.
for _name in OWN_MODULES:
    if (_place := place_of(_name)) is None or not _place.is_relative_to(HOME):
        _advice = f"rename it, or leave out of PYTHONPATH what it lies in: {HOME} has the program's own"
        sys.exit(visible(f"aquarium: another module {_name} is at {_place}; {_advice}"))
