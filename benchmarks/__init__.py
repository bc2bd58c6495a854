"""Measurements run by hand, listed in docs/development.md; `runner` is the loop of all that read pictures."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as in the command; it must be said before NumPy loads
