"""Jobs → outcomes, over this process, a pool of workers or a cluster."""

import importlib


def load_pipeline() -> None:
    """Load what reads and solves, for half a second, with one thread for OpenCV: more do not pay."""
    importlib.import_module("pipeline")
    importlib.import_module("cv2").setNumThreads(1)
