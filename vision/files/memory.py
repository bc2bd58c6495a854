"""How much memory this process may take."""

import sys
from contextlib import suppress
from pathlib import Path

if sys.platform != "win32":
    import resource


def limit_memory(more: int) -> None:
    """Let this process have so many more bytes of address space than it has, where the system can tell.

    What is taken already differs: libraries reserve some for each core. Beyond it MemoryError is raised, or
    native code ends the process.
    """
    if sys.platform != "win32":
        with suppress(OSError, ValueError):
            taken = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
            limit = taken * resource.getpagesize() + more
            resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
