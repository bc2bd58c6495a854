"""Jobs → outcomes, over this process, a pool of workers or a cluster."""

import importlib
import sys
from contextlib import suppress

KEPT = 32 << 20
"""Bytes: a larger array has memory of its own, which it gives back; twice as much may lie idle."""
M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3
"""What `mallopt` of glibc calls them."""


def load_pipeline() -> None:
    """Load what reads and solves, for half a second, with one thread for OpenCV: more do not pay."""
    importlib.import_module("pipeline")
    importlib.import_module("cv2").setNumThreads(1)
    _keep_memory()


def _keep_memory() -> None:
    """Let memory that an array leaves be kept for the next: new pages take a tenth of a picture's time."""
    if sys.platform == "linux":
        with suppress(AttributeError):  # another C library than glibc
            mallopt = importlib.import_module("ctypes").CDLL(None).mallopt
            mallopt(M_MMAP_THRESHOLD, KEPT)
            mallopt(M_TRIM_THRESHOLD, 2 * KEPT)
