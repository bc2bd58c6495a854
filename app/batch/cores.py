"""How many cores this process may use: those the system grants, within its container's quota of time."""

import math
import os
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

OWN_GROUPS = Path("/proc/self/cgroup")
"""Lists the control groups of this process, one line per hierarchy: `number:controllers:path`."""
GROUPS = Path("/sys/fs/cgroup")
"""Where the hierarchies are mounted: version 2 here itself, of version 1 each controller in a folder."""


def usable_cores() -> int:
    """Return the number of cores that this process may keep busy: at least 1.

    It is the lesser of the cores it may run on (affinity, `PYTHON_CPU_COUNT`) and the container's quota,
    rounded up: a part of a core is still worth a process.
    """
    return max(1, math.ceil(min(_granted(), cpu_quota())))


def cpu_quota(own: Path = OWN_GROUPS, mounted: Path = GROUPS) -> float:
    """Return how many cores' time the control groups allow this process; infinite where they set no bound.

    A group is bound by all groups above it too. Inside a container its path may be that of the host, which is
    not mounted there; what is mounted then at the top is the container's own group.
    """
    quotas = (_quota(folder) for folder in _folders(own, mounted))
    return min((quota for quota in quotas if quota is not None), default=math.inf)


def _granted() -> int:
    if hasattr(os, "process_cpu_count"):  # Python 3.13
        return os.process_cpu_count() or 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _folders(own: Path, mounted: Path) -> Iterator[Path]:
    """Yield the folders of this process' groups that rule its time, from its own up to the mounted top."""
    for line in _text(own).splitlines():
        _, _, group = line.partition(":")
        controllers, _, path = group.partition(":")
        if not controllers:
            tops = [mounted, mounted / "unified"]
        elif "cpu" in controllers.split(","):
            tops = [mounted / controllers, mounted / "cpu"]
        else:
            continue
        inside = PurePosixPath(path.lstrip("/"))
        for top in tops:
            yield from (top / step for step in (inside, *inside.parents))


def _quota(folder: Path) -> float | None:
    """Return the cores' time of one group, of either version; None where it sets no bound."""
    if both := _text(folder / "cpu.max").split():
        quota, period = both[0], both[-1]
    else:
        quota, period = _text(folder / "cpu.cfs_quota_us"), _text(folder / "cpu.cfs_period_us")
    try:
        return int(quota) / int(period) if int(quota) > 0 < int(period) else None
    except ValueError:  # `max`, or no such file
        return None


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError:  # there are no such groups on this system
        return ""
