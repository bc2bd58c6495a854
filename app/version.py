"""The name and the version of the program that is installed."""

PACKAGE = "aquarium-reader"
"""As package indices know it."""


def program_version() -> str:
    """Return this program's version; words for it where it is run from its folder."""
    return installed_version(PACKAGE) or "(not installed)"


def installed_version(package: str) -> str | None:
    """Return the version of a package, None if it is not installed."""
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 — loads e-mail and ZIP modules

    try:
        return version(package)
    except PackageNotFoundError:
        return None
