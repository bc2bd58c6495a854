"""A computer → what of it the program needs, line by line, each with what to do if it is amiss."""

from __future__ import annotations

import importlib
import importlib.util
import platform
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PACKAGE = "aquarium-reader"
OWN = ("app", "pipeline", "solver", "vision")
"""The program's own modules: common names, which a package or a folder at hand may take."""
LIBRARIES = ("numpy", "opencv-python", "ortools", "scikit-image", "pillow", "click", "rich-click", "rich")
EXTRAS = {
    "pdf": "pypdfium2",
    "heic": "pillow-heif",
    "watch": "watchfiles",
    "cluster": "distributed",
    "cloud": "fsspec",
}
"""What may be missing, and what brings it."""
LIBGL = "apt install libgl1 libglib2.0-0, or an OpenCV without windows: pip install opencv-python-headless"
TASK = "3_3_2_3_3_1_4_5_4_0_0_2;1,1,1,1,2,2,1,1,3,3,4,2,1,1,5,6,4,4,5,5,5,5,5,7,8,8,7,7,7,7,9,8,7,10,10,7"
"""A puzzle of six by six cells, for a test of the whole way."""


@dataclass(frozen=True)
class Check:
    """One thing that was looked at."""

    name: str
    fine: bool
    seen: str
    """What was seen there: a version, a place, an error."""
    advice: str = ""
    """What to do, if it is not fine."""

    def __str__(self) -> str:
        """Return the line that is told."""
        told = f"{'ok  ' if self.fine else 'FAIL'}  {self.name}: {self.seen}"
        return f"{told}; {self.advice}" if self.advice else told


def examine() -> Iterator[Check]:
    """Yield what was looked at, as it is done; whatever is broken, nothing is raised."""
    yield Check("python", sys.version_info >= (3, 11), platform.python_version(), "")
    yield Check("system", True, f"{platform.system()} {platform.release()} {platform.machine()}")
    yield _installed(PACKAGE, "run it from its folder, or pip install aquarium-reader")
    yield from (_installed(name, f"pip install {name}") for name in LIBRARIES)
    yield _loads_opencv()
    yield from map(_is_own, OWN)
    yield from (_extra(extra, package) for extra, package in EXTRAS.items())
    yield _tried(
        "a drawn puzzle is read and solved", _solve_drawn, "pip install --force-reinstall aquarium-reader"
    )


def _installed(package: str, advice: str) -> Check:
    try:
        return Check(package, True, version(package))
    except PackageNotFoundError:
        if package == "opencv-python":  # its other builds serve as well
            return _installed("opencv-python-headless", advice)
        return Check(package, False, "not installed", advice)


def _extra(extra: str, package: str) -> Check:
    found = _installed(package, f"pip install '{PACKAGE}[{extra}]' if it is wanted")
    return found if found.fine else Check(f"{package} (extra {extra})", True, "not installed", found.advice)


def _loads_opencv() -> Check:
    try:
        return Check("OpenCV loads", True, str(importlib.import_module("cv2").__version__))
    except Exception as error:
        return Check("OpenCV loads", False, _said(error), LIBGL)


def _is_own(name: str) -> Check:
    """Tell whether a module is the program's, or another one of that name that came first."""
    home = Path(__file__).resolve().parents[2]
    try:
        spec = importlib.util.find_spec(name)
    except Exception as error:
        return Check(f"module {name}", False, _said(error), "rename what is called so")
    place = Path(spec.origin).resolve() if spec and spec.origin else None
    if place is None or not place.is_relative_to(home):
        advice = f"rename it, or leave out of PYTHONPATH what it lies in: {home} has the program's own"
        return Check(f"module {name}", False, f"another one is at {place}", advice)
    return Check(f"module {name}", True, str(place))


def _tried(name: str, test: Callable[[], str], advice: str) -> Check:
    try:
        return Check(name, True, test())
    except Exception as error:
        return Check(name, False, _said(error), advice)


def _solve_drawn() -> str:
    """Draw a puzzle, read it back and solve it."""
    import pipeline  # noqa: PLC0415 — what is broken must not keep the others from being looked at
    from solver.formats import parse_task  # noqa: PLC0415 — as above
    from vision.drawing.puzzle import draw_puzzle  # noqa: PLC0415 — as above

    puzzle = parse_task(TASK)
    result = pipeline.solve_image(draw_puzzle(puzzle)[0])
    if result.status != "solved" or result.puzzle != puzzle:
        raise RuntimeError(result.message or "it was read otherwise than it was drawn")
    return f"{sum(result.seconds.values()):.2f} s"


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {' '.join(str(error).split())}"
