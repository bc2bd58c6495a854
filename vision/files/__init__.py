"""Files people have ↔ pixels. What is named here is loaded when it is first used, as `files.find_pages`."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .pages import find_pages
    from .save import format_of, is_own, mark_of

__all__ = ["find_pages", "format_of", "is_own", "mark_of"]

_MODULES = {"find_pages": "pages", "format_of": "save", "is_own": "save", "mark_of": "save"}


def __getattr__(name: str) -> object:
    """Load a public name (PEP 562): Pillow costs time that a command's page of help does without."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_MODULES[name]}", __name__), name)
