"""Names of a package that load their module when they are first used (PEP 562)."""

from collections.abc import Callable, Mapping
from importlib import import_module


def load_on_use(package: str, modules: Mapping[str, str]) -> Callable[[str], object]:
    """Return a package's `__getattr__` for names and the modules in it that define them.

    NumPy, OpenCV and Pillow cost time that a page of help, and modules of our own that a single picture, do
    without.
    """

    def load(name: str) -> object:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f".{modules[name]}", package), name)

    return load
