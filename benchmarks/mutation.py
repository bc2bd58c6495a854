"""Slips of a programmer, drawn at random, against the tests: `python -m benchmarks.mutation ROOM... -n 100`.

A room is a package or a module: `solver`, `app/store`, `pipeline.py`. Of all places in its code that
[cosmic-ray](https://cosmic-ray.readthedocs.io) can change, some are drawn, and for each one change. Each is
written into a copy of the project, and the test functions that run its lines, as coverage.py sees them, are
run: the fastest first, until their seconds are spent. `--out` has for each slip the tests that notice it, and
the table printed has for each test how many slips it notices, and how many it alone. Survivors are printed as
diffs, to be looked at one by one: some mean the same as before, the others are holes in the tests.

`--slips` tries those of an earlier `--out` again, after tests were changed, and says what survives now.

Lines that run once for all tests, on import or in a cached function, count as run by all that run the module.
The sample depends only on the code, the seed and cosmic-ray. Needs `fork`, pytest 9 and coverage 7.10.
"""

import ast
import gc
import importlib
import json
import math
import multiprocessing
import os
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import partial
from itertools import accumulate, islice
from multiprocessing.connection import Connection
from pathlib import Path
from types import ModuleType
from typing import Any

import click
import coverage
import pytest

from benchmarks.slips import Slip, drawn

ROOT = Path(__file__).parents[1]
NOT_COPIED = shutil.ignore_patterns(".git", "venv", ".*", "__pycache__", "*.egg-info")
NOT_TRIED = {"attacks", "benchmarks", "browser", "training"}
"""Rooms of tests that take long, or are not of the product."""
PRELOADED = ("cv2", "PIL.Image", "ortools.sat.python.cp_model", "hypothesis.extra.numpy", "xdist.plugin")
"""What takes long to import, and is the same for every slip."""
LONGEST_START = 120
"""Seconds until the first test runs."""
LONGEST_TEST = 20
SLOWER = 5
"""Seconds for a step of a test, beyond so many times what the test takes without: it may loop forever."""
SETTINGS = """[run]
source = {copy}
omit = {copy}/tests/*
data_file = {folder}/coverage
parallel = true
context = ${{MUTATION_TEST-}}
patch = _exit
sigterm = true
"""
"""Of coverage, also in processes that tests start."""


@dataclass(frozen=True)
class Tried:
    """What became of a slip; tests are functions, such as `tests/room/test_larger.py::test_larger`."""

    path: str
    line: int
    diff: str
    killed: list[str]
    passed: list[str]
    untried: list[str]


@dataclass(frozen=True)
class Ran:
    """What tests did without any slip: the seconds of each, and for each file the lines that each ran."""

    seconds: dict[str, float]
    lines: dict[str, dict[str, list[int]]]

    def of(self, slip: Slip) -> list[str]:
        """Return the tests that may notice a slip, the fastest first."""
        reached, once = slip.reach()
        of_file = self.lines.get(str(slip.path), {})
        tests = {test for test, lines in of_file.items() if once or not reached.isdisjoint(lines)}
        return sorted(
            self.seconds.keys() & (tests or (self.seconds if once else ())), key=self.seconds.__getitem__
        )


class Listener:
    """Tells another process, as a plugin of pytest, what is collected and how it goes."""

    def __init__(self, tell: Callable[[Any], None], seen: coverage.Coverage | None) -> None:
        self.tell, self.seen, self.failed = tell, seen, set[str]()

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Tell which functions there are."""
        self.tell([*dict.fromkeys(_function(item.nodeid) for item in session.items)])

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Tell which function is next; coverage too, of this process and of those that it starts."""
        test = os.environ["MUTATION_TEST"] = _function(nodeid)
        self.tell((test, 0.0, False))
        if self.seen:
            self.seen.switch_context(test)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Leave out the other cases of what failed."""
        if _function(item.nodeid) in self.failed:
            pytest.skip("another case failed")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Tell how long a case took, and whether it failed."""
        test = _function(report.nodeid)
        self.failed.update({test} if report.failed else ())
        self.tell((test, report.duration, report.failed))


def _function(nodeid: str) -> str:
    return nodeid.partition("[")[0]


def _run_here(copy: Path, tests: Sequence[str], tell: Callable[[Any], None], settings: Path | None) -> None:
    """Run tests in this process, which is a fork and knows nothing of the project yet."""
    gc.freeze()  # what the process before has left would be closed here, by threads that are not
    os.setsid()
    os.chdir(copy)
    for stream in range(3):
        os.dup2(os.open(os.devnull, os.O_RDWR), stream)
    ours = {path.stem for path in ROOT.iterdir()}
    for name in [name for name in sys.modules if name.partition(".")[0] in ours]:
        del sys.modules[name]
    sys.modules["__main__"] = ModuleType("__main__")  # for processes that tests spawn
    sys.path[:] = [str(copy), *(path for path in sys.path if path not in {"", str(ROOT)})]
    os.environ["PYTHONPATH"] = str(copy)
    seen = coverage.Coverage(config_file=str(settings)) if settings else None
    if seen:
        os.environ["COVERAGE_PROCESS_START"] = str(settings)
        seen.start()
    words = "-q -n0 -p no:cacheprovider --continue-on-collection-errors"
    words += " -W ignore::pytest.PytestAssertRewriteWarning"  # of what is preloaded
    code = pytest.main([*words.split(), *tests], plugins=[Listener(tell, seen)])
    if seen:
        seen.stop()
        seen.save()
    if code in {pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED}:
        tell(None)


def _forked(copy: Path, tests: Sequence[str], settings: Path | None) -> tuple[int, Connection]:
    """Begin to run tests in a fork of this process; return it, and what it tells."""
    hears, tells = multiprocessing.Pipe(duplex=False)
    fork = os.fork()
    if not fork:
        try:
            _run_here(copy, tests, tells.send, settings)
        finally:
            os._exit(0)
    tells.close()
    return fork, hears


def _end(fork: int) -> None:
    for kill in (os.killpg, os.kill):  # it may not have its own group yet
        with suppress(ProcessLookupError):
            kill(fork, signal.SIGKILL)
    os.waitpid(fork, 0)


def run(
    copy: Path,
    tests: Sequence[str],
    limits: Mapping[str, float] | None = None,
    until: float = math.inf,
    settings: Path | None = None,
) -> tuple[dict[str, float], set[str]]:
    """Run functions of tests, or all of a folder; return the seconds of each that began, and what failed.

    They run in a fork of this process, and after one that ends it, or takes longer than it may, in another.
    With settings of coverage, it is recorded as they say. What is not done by `until` is left.
    """
    seconds, failed, rest = defaultdict[str, float](float), set[str](), list(tests)
    while rest and time.monotonic() < until:
        fork, hears = _forked(copy, rest, settings)
        test, ended = "", False
        with suppress(EOFError):
            while hears.poll(_patience(limits, test, until)):
                match hears.recv():
                    case None:
                        ended = True
                        break
                    case list() as there:
                        failed.update(path for path in rest if "::" in path and path not in there)
                        rest = there
                    case (test, took, fails):
                        seconds[test] += took
                        failed.update({test} if fails else ())
        _end(fork)
        hears.close()
        if ended:
            break
        if time.monotonic() >= until:
            seconds.pop(test, None)
        else:
            failed.update([test] if test else rest)
        rest = [path for path in rest if test and path not in seconds]
    return dict(seconds), failed


def _patience(limits: Mapping[str, float] | None, test: str, until: float) -> float | None:
    """Return the seconds to wait for a step of a test, None for ever."""
    return None if limits is None else min(limits.get(test, LONGEST_START), max(0, until - time.monotonic()))


def measure(root: Path, folder: Path, tests: Sequence[str]) -> tuple[Ran, set[str]]:
    """Run tests without any slip; return what they ran, and those left out since they fail."""
    copy = shutil.copytree(root, folder / "main", ignore=NOT_COPIED)
    settings = folder / "settings.ini"
    settings.write_text(SETTINGS.format(copy=copy, folder=folder))
    seconds, failed = run(copy, tests, settings=settings)
    failed = run(copy, sorted(failed))[1]  # some fail only while they are measured
    found = coverage.Coverage(config_file=str(settings))
    found.combine()
    data = found.get_data()
    lines: dict[str, dict[str, list[int]]] = {}
    for file in data.measured_files():
        of_file = lines[str(Path(file).relative_to(copy))] = defaultdict(list)
        for line, contexts in data.contexts_by_lineno(file).items():
            for test in {*filter(None, contexts)}:
                of_file[test].append(line)
    return Ran({test: took for test, took in seconds.items() if test not in failed}, lines), failed


def try_slip(root: Path, folder: Path, ran: Ran, budget: float, numbered: tuple[int, Slip]) -> Tried:
    """Run the tests that a slip may fail, in this process's own copy of the project."""
    number, slip = numbered
    copy = folder / str(os.getpid())
    if not copy.exists():
        shutil.copytree(root, copy, ignore=NOT_COPIED)
    may = ran.of(slip)
    spent = accumulate(ran.seconds[test] for test in may)
    chosen = [test for test, seconds in zip(may, spent, strict=True) if seconds <= budget]
    (copy / slip.path).write_text(slip.after, encoding="utf-8")
    os.utime(copy / slip.path, (number, number))  # or another slip's bytecode may be taken for its own
    limits = {test: LONGEST_TEST + SLOWER * ran.seconds[test] for test in chosen}
    until = time.monotonic() + LONGEST_TEST + SLOWER * budget
    seconds, failed = run(copy, sorted(chosen), limits, until)
    if not (copy / slip.path).exists():  # the slip has let a test remove its folder
        shutil.copytree(root, copy, ignore=NOT_COPIED, dirs_exist_ok=True)
    shutil.copy2(root / slip.path, copy / slip.path)
    tests = failed, seconds.keys() - failed, {*may} - failed - seconds.keys()
    return Tried(str(slip.path), slip.line, str(slip), *map(sorted, tests))


def smallest(tried: Sequence[Tried]) -> list[str]:
    """Return tests that together notice all that any notices, chosen greedily: the best first."""
    kills = defaultdict[str, set[int]](set)
    for number, slip in enumerate(tried):
        for test in slip.killed:
            kills[test].add(number)
    left, chosen = set[int]().union(*kills.values()), []
    while left:
        chosen.append(max(sorted(kills), key=lambda test: len(kills[test] & left)))
        left -= kills[chosen[-1]]
    return chosen


def summary(root: Path, tried: Sequence[Tried], tests: Sequence[str]) -> Iterator[str]:
    """Yield a line for each test: its lines; slips tried, noticed, noticed alone and untried; then lists."""
    kills = {test: [slip.killed for slip in tried if test in slip.killed] for test in tests}
    count = {test: sum(test in slip.passed for slip in tried) + len(kills[test]) for test in tests}
    untried = Counter(test for slip in tried for test in slip.untried)
    yield "lines slips kills   own untried  test"
    for file in sorted({test.partition("::")[0] for test in tests}):
        tree = ast.parse((root / file).read_text(encoding="utf-8"))
        defs = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
        length = {node.name: (node.end_lineno or 0) - node.lineno for node in defs}
        yield f"\n{file}"
        for test in sorted(test for test in tests if test.startswith(f"{file}::")):
            name, own = test.rpartition("::")[2], kills[test].count([test])
            yield f"{length[name]:5}{count[test]:6}{len(kills[test]):6}{own:6}{untried[test]:8}  {name}"
    idle = [test for test in tests if count[test] >= 3 and not kills[test]]
    others = [test for test in tests if kills[test] and min(map(len, kills[test])) > 2]
    yield "\n".join(["\nRan the lines of 3 slips or more and noticed none:", *idle])
    yield "\n".join(["\nAll that they notice, two others or more do too:", *others])
    yield "\n".join(["\nThese alone notice all that any does, the best first:", *smallest(tried)])


def _all_tests() -> list[str]:
    folder = ROOT / "tests"
    names = {file.relative_to(folder).parts[0] for file in folder.rglob("test_*.py")}
    return [f"tests/{name}" for name in sorted(names - NOT_TRIED)]


@click.command(help=(__doc__ or "").partition(":")[0])
@click.argument("rooms", nargs=-1)
@click.option("-n", "number", default=150, show_default=True, help="Slips to draw.")
@click.option("--seed", default=1, show_default=True, help="What they are drawn by.")
@click.option("--slips", type=Path, help="Slips to try again, in place of drawn ones: an earlier --out.")
@click.option("--tests", multiple=True, help="Tests to run; almost all if not given.")
@click.option("--budget", default=40.0, show_default=True, help="Seconds of tests for each slip.")
@click.option("--workers", default=1, show_default=True, help="Slips to try at the same time.")
@click.option("--out", type=Path, required=True, help="A file to write, with a line for each slip.")
def main(
    *,
    rooms: Sequence[str],
    number: int,
    seed: int,
    slips: Path | None,
    tests: Sequence[str],
    budget: float,
    workers: int,
    out: Path,
) -> None:
    """Draw slips in rooms, or take those of a file, try them, and print which tests notice them."""
    for name in PRELOADED:
        with suppress(ImportError):
            importlib.import_module(name)
    before = [Tried(**json.loads(line)) for line in slips.read_text().splitlines()] if slips else []
    again = [Slip.of_diff(ROOT, Path(slip.path), slip.diff) for slip in before]
    if gone := again.count(None):
        click.echo(f"{gone} slips cannot be made any more")
    before = [slip for slip, change in zip(before, again, strict=True) if change]
    todo = [slip for slip in again if slip] if slips else islice(drawn(ROOT, rooms, seed), number)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        ran, failed = measure(ROOT, folder, tests or _all_tests())
        click.echo("".join(f"left out, since it fails without any slip: {test}\n" for test in failed))
        tried = []
        with multiprocessing.get_context("fork").Pool(workers) as pool, out.open("w") as file:
            for slip in pool.imap(partial(try_slip, ROOT, folder, ran, budget), enumerate(todo, 1)):
                tried.append(slip)
                print(json.dumps(asdict(slip)), file=file, flush=True)
                if not slip.killed:
                    click.echo(f"\nSURVIVED {len(slip.passed)} tests; {len(slip.untried)} untried")
                    click.echo(slip.diff)
    click.echo("\n".join(summary(ROOT, tried, list(ran.seconds))))
    for was, now in zip(before, tried, strict=False):
        if was.killed and not now.killed:
            click.echo(f"\nNOTICED BEFORE by {', '.join(was.killed)}")
            click.echo(f"{len(now.untried)} untried now\n{was.diff}")
    killed = sum(bool(slip.killed) for slip in tried)
    click.echo(f"{len(tried)} slips, {killed} noticed: {killed / max(1, len(tried)):.0%}")


if __name__ == "__main__":
    main()
