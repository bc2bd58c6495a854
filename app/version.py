"""The name and the version of the program that is installed."""

PACKAGE = "aquarium-reader"
"""As package indices know it."""


def program_version() -> str:
    """Return this program's version; words for it where it is run from its folder."""
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 — loads e-mail and ZIP modules

    try:
        return version(PACKAGE)
    except PackageNotFoundError:
        return "(not installed)"
