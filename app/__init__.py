"""The ways people use the program: all files, progress and exit codes are here."""

import os
import sys

PACKAGE = "aquarium-reader"
"""As package indices know it."""
VERSION = "1.0.0"
"""The one place that says it: packages are built with it, and it is what the program prints and writes."""

# The networks that read numbers multiply matrices too small to be worth sharing among threads: waiting for
# each other costs five times the work. It must be said before NumPy is loaded; else `vision.threads` says it.
if "numpy" not in sys.modules:
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
