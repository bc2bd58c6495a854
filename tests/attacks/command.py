"""What attacks share: pictures, the command run inside or outside, and checks of what it leaves."""

import contextlib
import io
import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image as Pillow

from app.cli.main import main
from app.sentences import TO_REPORT
from app.store.reports import REPORT
from fixtures.drawing.board.puzzles import unique_puzzle
from solver.puzzle import Puzzle, Water
from vision.drawing.puzzle import draw_puzzle

ROOT = Path(__file__).parents[2]
COMMAND = (sys.executable, "-m", "app.cli.main")
PATIENCE, HUNG = 90.0, -1000
"""Seconds after which a command is called hung, and ended, and the exit code that it then gets."""
ADDRESS_SPACE = 6 << 30
"""Bytes that a command may ask for: it fails before the machine does. Most of them are only reserved."""
PITCH = 24
"""Pixels per cell of most pictures: small, so that much can be tried."""
SOLVED = ".solved.png"
FAULTS = (TO_REPORT.partition(":")[0].encode(), b"Traceback (most recent call last)")
"""What must never be printed."""


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    code: int
    printed: bytes
    seconds: float = 0.0
    """Of CPU, with all that it started."""

    def check(self, *codes: int) -> None:
        """Check that it hit no fault of the program, did not hang, and ended with one of these codes."""
        last = self.printed.strip()[-300:].decode(errors="backslashreplace")
        assert not any(fault in self.printed for fault in FAULTS), f"a fault: {last}"
        assert self.code != HUNG, "it hung"
        assert self.code in codes, f"exit code {self.code}: {last}"


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


@contextlib.contextmanager
def started(
    words: Sequence[str | bytes], cwd: Path, *, command: Sequence[str] = COMMAND,
    file_size: int = resource.RLIM_INFINITY, terminal: int = subprocess.PIPE,
) -> "Iterator[subprocess.Popen[bytes]]":  # fmt: skip
    """Start a command within limits of memory and, in bytes, of files; at the end kill all that it started.

    `terminal` is the file descriptor of the one to which all goes that is printed.
    """
    process = subprocess.Popen(
        [*command, *words], cwd=cwd, env={**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "500"},
        start_new_session=True, stdin=subprocess.DEVNULL, stdout=terminal, stderr=terminal,
    )  # fmt: skip
    with process:
        try:
            with contextlib.suppress(ProcessLookupError):
                resource.prlimit(process.pid, resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
                resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (file_size, file_size))
            yield process
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def ended(process: "subprocess.Popen[bytes]") -> Ended:
    """Wait for a command, and kill it with all it started if it hangs."""
    start, is_hung = os.times(), False
    try:
        out, err = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        out, err = process.communicate()
        is_hung = True
    printed, end = (err or b"") + (out or b""), os.times()
    seconds = end.children_user + end.children_system - start.children_user - start.children_system
    return Ended(HUNG if is_hung else process.returncode, printed, seconds)


def outside(words: Sequence[str | bytes], cwd: Path, **how: Any) -> Ended:
    """Run the command in a process of its own."""
    with started(words, cwd, **how) as process:
        return ended(process)


def inside(words: Sequence[str], cwd: Path) -> Ended:
    """Run the command in this process, which takes a tenth of the time."""
    file = io.BytesIO()
    printed = io.TextIOWrapper(file, "utf-8", "surrogateescape", write_through=True)
    with contextlib.chdir(cwd), contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        code = main(list(words))
    return Ended(code, file.getvalue())


def wait_for(folder: Path, name: str = f"*{SOLVED}") -> None:
    """Wait until a file of such a name is in a folder, but not for ever."""
    end = time.monotonic() + PATIENCE
    while not any(folder.glob(name)) and time.monotonic() < end:
        time.sleep(0.005)


def children_of(pid: int) -> set[int]:
    """Return the processes that one has started, by what Linux lists."""
    lists = Path(f"/proc/{pid}/task").glob("*/children")
    return {int(child) for path in lists for child in path.read_text().split()}


def is_whole(place: Path) -> bool:
    """Return whether a picture file is there and can be decoded to its end."""
    try:
        with Pillow.open(place) as seen:
            seen.load()
    except (OSError, SyntaxError, ValueError):
        return False
    return True


def check_answers(out: Path, names: Sequence[str]) -> None:
    """Check that answers are there whole, and that no file is left half written."""
    lost = [name for name in names if not is_whole(out / f"{name}{SOLVED}")]
    assert not lost, f"answers missing or cut: {', '.join(lost[:3])}"
    found = [path.name for path in out.rglob("*") if path.name.endswith((".part", ".tmp"))]
    assert not found, f"left half written: {found[0]}"


def check_report(out: Path, count: int) -> None:
    """Check that the report of a folder has each of so many pictures; foreign lines may stay in it."""
    assert (out / REPORT).exists(), "there is no report"
    paths = set()
    for line in (out / REPORT).read_bytes().splitlines():
        with contextlib.suppress(ValueError, KeyError, TypeError, RecursionError):
            paths.add(str(json.loads(line)["path"]))
    assert len(paths) >= count, f"the report has {len(paths)} of {count} pictures"
