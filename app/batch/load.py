"""Loading what reads and solves: it takes half a second, once for all pictures of a process."""

import importlib


def load_pipeline() -> None:
    """Load the pipeline, and let OpenCV use one thread: the work is too small for more to pay."""
    importlib.import_module("pipeline")
    importlib.import_module("cv2").setNumThreads(1)
