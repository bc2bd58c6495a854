"""The name and the version of the program."""

from importlib.metadata import PackageNotFoundError, version

PACKAGE = "aquarium-reader"
"""As package indices know it."""
VERSION = "1.0.0"
"""The one place that says it: packages are built with it, and it is what the program prints and writes."""


def installed_version(package: str) -> str | None:
    """Return the version of a package, None if it is not installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None
