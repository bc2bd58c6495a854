"""Slips of a programmer, drawn at random, against the tests: `python -m benchmarks.mutation ROOM [-n SLIPS]`.

A room is a package or a module: `solver`, `app/store`, `pipeline.py`. Of all places in its code that
[cosmic-ray](https://cosmic-ray.readthedocs.io) can change, some are drawn, and for each one change. Each runs
alone against the room's tests in a copy of the project, until one fails: those of its own module first, then
those that name it, the fastest first. Survivors are printed as diffs, to be looked at one by one: some mean
the same as before, the others are holes in the tests. The tests must pass without any slip.

The sample depends only on the code, the seed and cosmic-ray. Needs pytest 9 and cosmic-ray.
"""

import ast
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from difflib import unified_diff
from functools import partial
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import click
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

ROOT = Path(__file__).parents[1]
NOT_COPIED = shutil.ignore_patterns(".git", "venv", ".*", "__pycache__", "*.egg-info")
SWAPS = re.compile(
    "Add_Sub|Sub_Add|Mul_Div|Div_Mul|FloorDiv_Mul|Mod_FloorDiv|Pow_Mul"
    "|BitOr_BitAnd|BitAnd_BitOr|BitXor_BitOr|LShift_RShift|RShift_LShift"
    "|Eq_NotEq|NotEq_Eq|Is_IsNot|IsNot_Is|Lt_LtE|Lt_GtE|LtE_Lt|LtE_Gt|Gt_GtE|Gt_LtE|GtE_Gt|GtE_Lt"
)
"""Operators of Python, each with one it is taken for. Any test would notice other pairs: they flatter it."""
PRECAUTIONS = {"strict", "frozen", "slots"}
"""Arguments of `zip` and `dataclass` without which right code does the same."""
LONGEST_TEST = 60
"""Seconds for one test, which a slip may have loop forever."""
SLOWER = 3
"""How many times longer all tests may take than without a slip."""


class Slip(NamedTuple):
    """One change of one file, whose path is relative to the project."""

    path: Path
    before: str
    after: str

    def __str__(self) -> str:
        """Return the change as a diff."""
        lines = self.before.splitlines(), self.after.splitlines()
        return "\n".join(unified_diff(*lines, str(self.path), str(self.path), n=2, lineterm=""))


def drawn(root: Path, room: str, seed: int) -> Iterator[Slip]:
    """Yield the slips of a room in random order, one for each place."""
    files = sorted((root / room).rglob("*.py")) if (root / room).is_dir() else [root / room]
    code = {file.relative_to(root): file.read_text(encoding="utf-8") for file in files}
    rng = random.Random(seed)
    places = [(path, changes) for path, text in code.items() for changes in _changes(text)]
    for path, changes in rng.sample(places, len(places)):
        operator, occurrence = rng.choice(changes)
        after = mutate_code(code[path], get_operator(operator)(), occurrence)
        if _meaning(after) not in {None, _meaning(code[path])}:
            yield Slip(path, code[path], after)


def _changes(code: str) -> list[list[tuple[str, int]]]:
    """Return for each place its operators of cosmic-ray, each with the number of its uses before."""
    nodes, places = list(ast_nodes(get_ast(code))), defaultdict(list)
    for name in sorted(operator_names()):
        is_pair = re.search("(?:Binary|Comparison)Operator_(.+)", name)
        if "Variable" in name or (is_pair and not SWAPS.fullmatch(is_pair[1])):
            continue
        found = (place for node in nodes for place in get_operator(name)().mutation_positions(node))
        for occurrence, place in enumerate(found):
            places[place].append((name, occurrence))
    return [places[place] for place in sorted(places)]


def _meaning(code: str) -> str | None:
    """Return what the code does, without annotations and precautions; None if it cannot be compiled."""
    try:
        tree = ast.parse(code)
    except SyntaxError:
        return None
    for node in ast.walk(tree):
        for field in {"annotation", "returns"}.intersection(node._fields):
            setattr(node, field, None)
        if isinstance(node, ast.Call):
            node.keywords = [keyword for keyword in node.keywords if keyword.arg not in PRECAUTIONS]
    return ast.dump(tree)


def tests_of(root: Path, room: str) -> list[Path]:
    """Return the files of a room's tests, relative to the project."""
    place = root / "tests" / room
    named = place.with_name(f"test_{place.name}")
    files = [named] if named.is_file() else sorted(place.rglob("test_*.py"))
    return [file.relative_to(root) for file in files]


def failure(copy: Path, tests: Sequence[Path], limit: float | None = None) -> tuple[str | None, str]:
    """Run tests in a copy of the project; return the first that fails, or None, and what was printed."""
    words = (
        f"-q -x -n0 --durations=0 -o faulthandler_timeout={LONGEST_TEST} -o faulthandler_exit_on_timeout=1"
    )
    with subprocess.Popen(
        [sys.executable, "-m", "pytest", *words.split(), *tests],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as run:
        try:
            printed, _ = run.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            return f"no end within {limit:.0f} s", ""
        finally:
            if run.poll() is None:
                os.killpg(run.pid, signal.SIGKILL)
    if re.search(r"^\d+ passed(?!.* error)", printed, re.MULTILINE):
        return None, printed
    named = re.search(r"^(?:FAILED|ERROR) (\S+)", printed, re.MULTILINE)
    return named[1] if named else f"an end with {run.returncode}", printed


def killers(root: Path, room: str, slips: Sequence[Slip]) -> Iterator[str | None]:
    """Yield for each slip the test that fails, None if none does.

    Raises ClickException when a test fails without any slip.
    """
    with tempfile.TemporaryDirectory() as folder:
        copy = shutil.copytree(root, Path(folder, "main"), ignore=NOT_COPIED)
        tests, start = tests_of(root, room), time.monotonic()
        failed, printed = failure(copy, tests)
        if failed:
            raise click.ClickException(f"{failed} fails without any slip:\n{printed[-3000:]}")
        limit = LONGEST_TEST + SLOWER * (time.monotonic() - start)
        seconds: dict[str, float] = defaultdict(float)
        for took, file in re.findall(r"^([\d.]+)s \w+ +(.+?\.py)::", printed, re.MULTILINE):
            seconds[file] += float(took)

        def farness(slip: Slip, test: Path) -> tuple[bool, bool, float]:
            is_own = test == Path("tests", slip.path.with_name(f"test_{slip.path.name}"))
            names = ".".join(slip.path.with_suffix("").parts) in (root / test).read_text(encoding="utf-8")
            return not is_own, not names, seconds[str(test)]

        for number, slip in enumerate(slips, 1):
            file, written = copy / slip.path, (root / slip.path).stat().st_mtime
            file.write_text(slip.after, encoding="utf-8")
            os.utime(file, (written, written - number))  # or another slip's bytecode may be taken for its own
            yield failure(copy, sorted(tests, key=partial(farness, slip)), limit)[0]
            shutil.copy2(root / slip.path, file)


@click.command(help=(__doc__ or "").partition(":")[0])
@click.argument("room")
@click.option("-n", "number", default=150, show_default=True, help="Slips to draw.")
@click.option("--seed", default=1, show_default=True, help="What they are drawn by.")
def main(room: str, number: int, seed: int) -> None:
    """Draw slips in a room, try them, and print what kills them."""
    slips, survivors = list(islice(drawn(ROOT, room, seed), number)), 0
    for slip, killer in zip(slips, killers(ROOT, room, slips), strict=True):
        survivors += killer is None
        click.echo(f"{slip.path} killed by {killer}" if killer else f"\nSURVIVED\n{slip}\n")
    click.echo(f"{len(slips)} slips, {survivors} survived: {1 - survivors / len(slips):.0%} killed")


if __name__ == "__main__":
    main()
