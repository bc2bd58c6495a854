"""What attacks share: a folder to work in, pictures, the command run inside or outside, and a look at it."""

import contextlib
import io
import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeVar

import numpy as np
from PIL import Image as Pillow

from app.cli.main import main
from app.sentences import TO_REPORT
from app.store.reports import REPORT
from fixtures.drawing.board.puzzles import unique_puzzle
from solver.puzzle import Puzzle, Water
from vision.drawing.puzzle import draw_puzzle

T = TypeVar("T")
ROOT = Path(__file__).parents[2]
PATIENCE = 90.0
"""Seconds after which a command is called hung, and ended."""
ADDRESS_SPACE = 6 << 30
"""Bytes that a command may ask for: it fails before the machine does. Most of them are only reserved."""
PITCH = 24
"""Pixels per cell of most pictures: small, so that much can be tried."""
SOLVED = ".solved.png"
FAULTS = (TO_REPORT.partition(":")[0].encode(), b"Traceback (most recent call last)")
"""What must never be said."""


@dataclass(frozen=True)
class Ground:
    """Where an attack takes place."""

    folder: Path
    """Empty at first; it is removed afterwards."""
    chance: random.Random
    tries: int

    def some(self, kinds: Iterable[T]) -> list[T]:
        """Return all kinds, or as many as tries are wanted, chosen at random, in their order."""
        every = list(kinds)
        chosen = self.chance.sample(range(len(every)), min(self.tries, len(every)))
        return [every[number] for number in sorted(chosen)]


Attack = Callable[[Ground], Iterator[str]]
"""Yields for every try what did not hold; the empty string where all did."""


class NotPossible(Exception):
    """Says what an attack needs that this computer lacks."""


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    code: int
    out: bytes
    err: bytes
    seconds: float

    def problem(self, *codes: int) -> str:
        """Return what is wrong with it: another exit code than these, or a fault of the program."""
        said = (self.err + self.out).strip()[-300:].decode(errors="backslashreplace")
        if any(fault in self.err + self.out for fault in FAULTS):
            return f"a fault: {said}"
        if self.seconds >= PATIENCE:
            return "it hung"
        return "" if self.code in codes else f"exit code {self.code}: {said}"


@cache
def question(number: int = 0, size: int = 6) -> tuple[Puzzle, Water]:
    """Return one of many puzzles of size x size cells with its only solution."""
    return unique_puzzle(np.random.default_rng(number), size, size)


@cache
def picture(number: int = 0, size: int = 6) -> bytes:
    """Return a PNG of that puzzle."""
    file = io.BytesIO()
    Pillow.fromarray(draw_puzzle(question(number, size)[0], pitch=PITCH)[0]).save(file, "PNG")
    return file.getvalue()


def pictures(folder: Path, count: int) -> list[Path]:
    """Write so many different pictures, p0.png and so on, and return their places."""
    folder.mkdir(parents=True, exist_ok=True)
    places = [folder / f"p{number}.png" for number in range(count)]
    for number, place in enumerate(places):
        place.write_bytes(picture(number))
    return places


def started(
    words: Sequence[str | bytes], cwd: Path, *, file_size: int | None = None, terminal: int | None = None
) -> "subprocess.Popen[bytes]":
    """Start the command in a session of its own, within limits of memory and, in bytes, of files.

    `terminal` is the file descriptor of the one to which all goes that is printed.
    """
    process = subprocess.Popen(
        [sys.executable, "-m", "app.cli.main", *words],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "500"},
        start_new_session=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE if terminal is None else terminal,
        stderr=subprocess.PIPE if terminal is None else terminal,
    )
    with contextlib.suppress(ProcessLookupError):
        resource.prlimit(process.pid, resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
        if file_size is not None:
            resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (file_size, file_size))
    return process


def ended(process: "subprocess.Popen[bytes]", patience: float = PATIENCE) -> Ended:
    """Wait for a command, and end it with all it started if it hangs."""
    start = time.monotonic()
    try:
        out, err = process.communicate(timeout=patience)
    except subprocess.TimeoutExpired:
        end_group(process)
        out, err = process.communicate()
        return Ended(-signal.SIGKILL, out or b"", err or b"", PATIENCE)
    return Ended(process.returncode, out or b"", err or b"", time.monotonic() - start)


def end_group(process: "subprocess.Popen[bytes]") -> None:
    """Kill a command and all that it started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def outside(words: Sequence[str | bytes], cwd: Path, *, file_size: int | None = None) -> Ended:
    """Run the command in a process of its own."""
    return ended(started(words, cwd, file_size=file_size))


def inside(words: Sequence[str], cwd: Path) -> Ended:
    """Run the command in this process, which takes a tenth of the time."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", "surrogateescape") for _ in range(2))
    start = time.monotonic()
    with contextlib.chdir(cwd), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(list(words))
    said = []
    for stream in (out, err):
        stream.flush()
        said.append(stream.buffer.getvalue() if isinstance(stream.buffer, io.BytesIO) else b"")
    return Ended(code, said[0], said[1], time.monotonic() - start)


def is_whole(place: Path) -> bool:
    """Tell whether a picture file is there and can be decoded to its end."""
    try:
        with Pillow.open(place) as seen:
            seen.load()
    except (OSError, SyntaxError, ValueError):
        return False
    return True


def missing(out: Path, names: Sequence[str]) -> str:
    """Say which answers are not there whole, which files are left half written, which lines are not there."""
    lost = [name for name in names if not is_whole(out / f"{name}{SOLVED}")]
    if lost:
        return f"answers missing or cut: {', '.join(lost[:3])}"
    return left_over(out)


def left_over(folder: Path) -> str:
    """Name a file that was half written below a folder."""
    found = [path.name for path in folder.rglob("*") if path.name.endswith((".part", ".tmp"))]
    return f"left half written: {found[0]}" if found else ""


def unreported(out: Path, count: int) -> str:
    """Say whether the report of a folder tells each of so many pictures; foreign lines may stay in it."""
    paths = set()
    try:
        lines = (out / REPORT).read_bytes().splitlines()
    except OSError as error:
        return f"the report cannot be read: {error!r}"
    for line in lines:
        with contextlib.suppress(ValueError, KeyError, TypeError, RecursionError):
            paths.add(str(json.loads(line)["path"]))
    return "" if len(paths) >= count else f"the report tells {len(paths)} of {count} pictures"


def first(*problems: str) -> str:
    """Return the first problem that is one."""
    return next(filter(None, problems), "")


def too_many_lines(end: Ended, most: int = 20) -> str:
    """Say if a command prints more lines than a person reads."""
    lines = (end.out + end.err).count(b"\n")
    return f"it prints {lines} lines" if lines > most else ""
