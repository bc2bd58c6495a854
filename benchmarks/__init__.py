"""Measurements run by hand."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as in the command; it must be said before NumPy loads
