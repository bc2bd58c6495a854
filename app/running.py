"""A command's pictures, one after the other: each is worked on and told when done, then all are summed up."""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click

from .batch import Request, solve_job
from .inputs import ENDING, STREAM, plan
from .outcome import exit_code
from .report import Report, say

if TYPE_CHECKING:  # importing it costs half a second, which `aquarium --help` must not
    from solver.evidence import Fix

MISSING_LIBRARIES = {"libGL": "libgl1", "libgthread": "libglib2.0-0", "libglib": "libglib2.0-0"}
"""What OpenCV asks of a system with a screen, and the Debian packages that bring it."""


def run(
    pictures: Sequence[str],
    request: Request,
    report: Report,
    *,
    output: str | None = None,
    ending: str = ENDING,
    debug: str | None = None,
    show_reading: bool = False,
) -> int:
    """Do what is requested for every picture, tell it, and return the exit code."""
    load_pipeline()
    jobs = plan(pictures, output, debug, show_reading=show_reading, ending=ending)
    if request.fixes and len(jobs) > 1:
        raise click.UsageError(f"--fix speaks of one board, and there are {len(jobs)} pictures; give one")
    _make_folder(debug)
    report.several = len(jobs) > 1
    report.options = _again(output, request.size, request.fixes)
    try:
        for job in jobs:
            report.tell(solve_job(job, request))
        report.conclude()
    except BrokenPipeError:  # whoever reads has read enough: `aquarium … | head`
        forget_output()
    except OSError as error:
        forget_output()
        return ended("unsaved", f"standard output cannot be written: {error.strerror}")
    return report.exit_code


def check_streams(output: str | None, *words: tuple[str, bool]) -> None:
    """Check that at most one thing goes to standard output: `words` are options and whether they are given.

    Raises
    ------
    click.UsageError
        If several are.
    """
    if sum(given for _, given in words) + (output == STREAM) > 1:
        names = f"{', '.join(name for name, _ in words)} and -o -"
        raise click.UsageError(f"{names} all write to standard output; choose one of them")


def load_pipeline() -> None:
    """Load what reads and solves, once for all pictures; say what a bare server lacks for it."""
    try:
        importlib.import_module("pipeline")
        importlib.import_module("cv2").setNumThreads(1)  # the work is too small for more to pay
    except ImportError as error:
        package = next((deb for name, deb in MISSING_LIBRARIES.items() if name in str(error)), None)
        if package is None:
            raise
        raise click.UsageError(
            f"OpenCV cannot be loaded ({error}); install what it needs with: apt install {package}, "
            "or an OpenCV without windows: pip install opencv-python-headless"
        ) from None


def ended(ending: str, message: str) -> int:
    """Say in one line how the whole program ended, and return its exit code."""
    with contextlib.suppress(OSError):  # standard error may have gone as well
        say(f"aquarium: {' '.join(message.split())}")
    return exit_code(ending)


def forget_output() -> None:
    """Let Python flush into nothing at its end, where it would complain of the reader that has gone."""
    with contextlib.suppress(OSError, ValueError, AttributeError):  # closed already, or no file (in tests)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _make_folder(debug: str | None) -> None:
    """Fail before the work, not in its middle."""
    if debug is not None:
        try:
            Path(debug).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            seen = f"--debug {debug} cannot be made a folder: {error.strerror}"
            raise click.UsageError(f"{seen}; choose another") from None


def _again(output: str | None, size: tuple[int, int] | None, fixes: tuple[Fix, ...]) -> tuple[str, ...]:
    """Return the words of this command line that another try at one of its pictures needs too."""
    return (
        *(("-o", output) if output is not None else ()),
        *(("--size", "x".join(map(str, size))) if size else ()),
        *(word for fix in fixes for word in ("--fix", str(fix))),
    )
