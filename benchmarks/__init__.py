"""Measurements run by hand; each prints tables. docs/development.md lists them, `--help` their options.

`runner` is the loop of all that read pictures. What they read is in `fixtures.drawing.kinds`; what is solved,
by the program and its `peers`, in `puzzles_to_solve`. Time is measured in `stage_times` and `launching`.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as in the command; it must be said before NumPy loads
