"""What a command line costs, seen from outside, and what processes take of memory."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import click

ROOT = Path(__file__).parents[1]
LAUNCH = """
import json, resource, subprocess, sys
devnull = subprocess.DEVNULL
code = subprocess.run(sys.argv[1:], stdin=devnull, stdout=devnull, stderr=devnull).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(json.dumps([code, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024]))
"""
"""Runs a command from a small process, since a large one would pass its memory's peak on to its child."""
UNSET = "PYTHONDONTWRITEBYTECODE"
"""What would have the command compiled anew at every start."""


def launched(words: Sequence[str], cwd: Path = ROOT, unset: Sequence[str] = ()) -> tuple[float, float]:
    """Run a command; return its seconds of CPU and its peak of memory in MB.

    Both are those of the command and of all processes that it started; the peak is that of the largest.
    `unset` are variables that it does not get.
    """
    settings = {name: text for name, text in os.environ.items() if name not in (UNSET, *unset)}
    launcher = [sys.executable, "-c", LAUNCH, *words]
    done = subprocess.run(launcher, cwd=cwd, env=settings, capture_output=True, check=True)
    code, cpu, memory = json.loads(done.stdout)
    if code:
        raise click.ClickException(f"{' '.join(words)} ended with {code}")
    return cpu, memory


def forget_peak() -> None:
    """Let Linux measure the peak of this process's memory from here on."""
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")


def megabytes(process: int | str = "self", field: str = "VmHWM") -> float:
    """Return what a process had in memory at most, or has now (VmRSS); 0 if it has ended."""
    with suppress(OSError):
        status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
        if found := re.search(rf"{field}:\s+(\d+) kB", status):
            return int(found[1]) / 1024
    return 0.0
