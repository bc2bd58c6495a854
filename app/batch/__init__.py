"""Many pictures, on as many cores as there are."""

import os
import sys


def usable_cores() -> int:
    """Return the number of cores that the system grants this process (affinity, `PYTHON_CPU_COUNT`)."""
    if sys.version_info >= (3, 13):
        return os.process_cpu_count() or 1
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
