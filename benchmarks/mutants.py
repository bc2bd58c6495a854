"""Check that a test fails when a guard is taken out.

`python -m benchmarks.mutants [ROOM…] [--only NUMBER]` copies the project to a temporary folder and there, for
each mutant of the lists in `benchmarks/mutation/<room>.py`, replaces a piece of text in one file and runs the
tests that should notice. The working tree is never changed. A mutant whose tests all pass has survived: the
exit code is then 1. The named tests are first run once as they are, and must pass.

To add a mutant, append to `MUTANTS` of its room:

    Mutant("solver/rules.py", "count > clue", "count >= clue", "tests/solver/test_rules.py"),

The old text must stand exactly once in the file (`tests/benchmarks/test_mutants.py` checks this), so take as
much of the line as makes it unique. The tests are pytest's arguments: files, or `file::test` where a file is
slow. Tests that take longer than `--timeout` count as failed, and the table says so. Choose guards whose loss
a user would notice, and change what the code does: what does the same in another way cannot be killed.
"""

import importlib
import os
import pkgutil
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

import click
from rich.console import Console
from rich.markup import escape
from rich.progress import track
from rich.table import Table

import benchmarks.mutation

ROOT = Path(__file__).parents[1]
NOT_COPIED = shutil.ignore_patterns(
    ".git", ".venv", "venv", ".*_cache", "__pycache__", ".hypothesis", "*.egg-info"
)
TIMEOUT = 120.0
"""Seconds for the tests of one mutant, which may loop forever: several times what they take without it."""
SHOWN = 70
"""Characters of a changed text that the table shows."""
SURVIVED = "[red]SURVIVED[/]"


@dataclass(frozen=True, init=False)
class Mutant:
    """One piece of text replaced in one file, and the tests that must then fail."""

    path: str
    """File that is changed, relative to the project."""
    old: str
    """Text to replace, which stands exactly once in the file."""
    new: str
    """What replaces it."""
    tests: tuple[str, ...]
    """Arguments for pytest: files or node ids."""

    def __init__(self, path: str, old: str, new: str, *tests: str) -> None:
        for field, value in (("path", path), ("old", old), ("new", new), ("tests", tests)):
            object.__setattr__(self, field, value)

    def problem(self, root: Path = ROOT) -> str | None:
        """Say why the mutant cannot be applied to the project in a folder, or return None."""
        file = root / self.path
        if not file.is_file():
            return f"{self.path} is not a file"
        if self.old == self.new:
            return f"{self.path}: the new text is the old one"
        if (times := file.read_text(encoding="utf-8").count(self.old)) != 1:
            return f"{self.path}: the old text stands there {times} times, not once: {self.old!r}"
        missing = [test for test in self.tests if not (root / test.partition("::")[0]).exists()]
        return f"{self.path}: no such tests: {missing}" if missing or not self.tests else None


@dataclass(frozen=True)
class Numbered:
    """A mutant with its number in its room, counted from 1."""

    room: str
    number: int
    mutant: Mutant


def all_mutants() -> list[Numbered]:
    """Return the mutants of every room."""
    rooms = [module.name for module in pkgutil.iter_modules(benchmarks.mutation.__path__)]
    return [
        Numbered(room, number, mutant)
        for room in rooms
        for number, mutant in enumerate(importlib.import_module(f"benchmarks.mutation.{room}").MUTANTS, 1)
    ]


@contextmanager
def mutated(copy: Path, mutant: Mutant) -> Iterator[None]:
    """Apply a mutant to a copy of the project, and take it back."""
    file = copy / mutant.path
    before = file.read_text(encoding="utf-8")
    file.write_text(before.replace(mutant.old, mutant.new), encoding="utf-8")
    try:
        yield
    finally:
        file.write_text(before, encoding="utf-8")


def failure(copy: Path, tests: Sequence[str], timeout: float | None) -> str | None:
    """Run tests in a copy of the project; return the first that fails, or None when all pass."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-x",
        "-p",
        "xdist",
        "-n0",
        "-p",
        "no:cacheprovider",
        *tests,
    ]
    # Bytecode would be taken for that of another mutant of the same size, written in the same second.
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    with subprocess.Popen(
        command,
        cwd=copy,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as run:
        try:
            printed, _ = run.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            os.killpg(run.pid, signal.SIGKILL)
            return f"no end within {timeout:.0f} s"
    if run.returncode == 0:
        return None
    named = re.search(r"^(?:FAILED|ERROR) (\S+)", printed, re.MULTILINE)
    if named is None:
        raise click.ClickException(f"pytest could not run {' '.join(tests)}:\n{printed[-3000:]}")
    return named[1]


def run_mutants(
    mutants: Sequence[Numbered], processes: int = 2, timeout: float = TIMEOUT, root: Path = ROOT
) -> Iterator[tuple[Numbered, str | None]]:
    """Yield each mutant with the test that failed, None if none did, in order.

    Raises ClickException when a mutant cannot be applied or the tests fail without any.
    """
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(processes) as threads:
        copies: SimpleQueue[Path] = SimpleQueue()
        for number in range(processes):
            copy = Path(folder, str(number), "main")
            copies.put(shutil.copytree(root, copy, ignore=NOT_COPIED))

        def run(tests: Sequence[str], mutant: Mutant | None) -> str | None:
            copy = copies.get()
            try:
                if mutant is None:
                    return failure(copy, tests, None)
                with mutated(copy, mutant):
                    return failure(copy, tests, timeout)
            finally:
                copies.put(copy)

        if problem := next(filter(None, (one.mutant.problem(root) for one in mutants)), None):
            raise click.ClickException(problem)
        every_test = sorted({test for one in mutants for test in one.mutant.tests})
        if failed := run(every_test, None):
            raise click.ClickException(f"{failed} fails without any mutant")
        found = threads.map(lambda one: run(one.mutant.tests, one.mutant), mutants)
        yield from zip(mutants, found, strict=True)


def excerpt(text: str, other: str) -> str:
    """Return a text in one line, from a little before where it differs from another, shortened."""
    pairs = zip(text, other, strict=False)
    shared = next((place for place, (one, two) in enumerate(pairs) if one != two), min(len(text), len(other)))
    return escape(" ".join(text[max(0, shared - SHOWN // 2) :].split())[:SHOWN])


def print_table(found: Sequence[tuple[Numbered, str | None]], console: Console) -> None:
    """Print a row for each mutant: its number, file, old and new text, and the test that failed."""
    table = Table("room", "no.", "file", "old", "new", "killed by")
    for one, killer in found:
        mutant = one.mutant
        texts = excerpt(mutant.old, mutant.new), excerpt(mutant.new, mutant.old)
        table.add_row(one.room, str(one.number), mutant.path, *texts, escape(killer) if killer else SURVIVED)
    console.print(table)
    survivors = sum(killer is None for _, killer in found)
    console.print(f"{len(found)} mutants, {survivors} survived")


@click.command(help=(__doc__ or "").partition("\n")[0])
@click.argument("rooms", nargs=-1)
@click.option("--only", type=int, help="Number of the mutant to run alone, in its room.")
@click.option("-j", "--processes", default=2, show_default=True, help="Mutants at a time.")
@click.option("--timeout", default=TIMEOUT, show_default=True, help="Seconds for the tests of a mutant.")
def main(rooms: tuple[str, ...], only: int | None, processes: int, timeout: float) -> None:
    """Run the mutants of some rooms, or of all, and print the table."""
    mutants = [
        one
        for one in all_mutants()
        if (not rooms or one.room in rooms) and (only is None or one.number == only)
    ]
    if not mutants:
        raise click.UsageError("No such mutants.")
    runs = run_mutants(mutants, processes, timeout)
    found = list(track(runs, total=len(mutants), console=Console(stderr=True)))
    print_table(found, Console(width=220))
    sys.exit(any(killer is None for _, killer in found))


if __name__ == "__main__":
    main()
