"""The name and the version of the program."""

PACKAGE = "aquarium-reader"
"""As package indices know it."""
VERSION = "1.0.0"
"""The one place that says it: packages are built with it, and it is what the program prints and writes."""
