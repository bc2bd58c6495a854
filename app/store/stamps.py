"""A file → a stamp that changes whenever the file does, so that it need not be read again."""

import os
import stat
import struct
import sys
import time

TICK = 50_000_000
"""Nanoseconds between two times that clocks of file systems tell apart, with room: Linux has 10 million."""
COARSE = 1_000_000
"""Of a clock whose times are whole milliseconds ticks may be as long as two seconds: none is trusted."""
PARTS = struct.Struct("<QQqq")


def stamp_of(seen: os.stat_result) -> bytes | None:
    """Return what a regular file is known by: its number, size, and the times of its last changes.

    One of the times is the system's own, which no program can set. Windows keeps none: there is no stamp.
    """
    if sys.platform == "win32" or not stat.S_ISREG(seen.st_mode):
        return None
    return PARTS.pack(seen.st_ino, seen.st_size, seen.st_mtime_ns, seen.st_ctime_ns)


def is_settled(seen: os.stat_result) -> bool:
    """Tell whether any change from now on will get another time, and so another stamp."""
    return seen.st_ctime_ns % COARSE != 0 and time.time_ns() - seen.st_ctime_ns > TICK


def settled_stamp(seen: os.stat_result) -> bytes | None:
    """Return the stamp of a file that is settled."""
    return stamp_of(seen) if is_settled(seen) else None
