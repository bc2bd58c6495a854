"""Draws pictures, reads and judges them, and prints tables: the loop of every measurement of reading.

A view says what is drawn and how its rows are tabulated; `command` makes a command line of it. A number is
the same picture in every run. A crash is named and counted, and stops nothing else.
"""

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, is_dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

import click
import cv2
from PIL import Image as Pillow
from rich.console import Console
from rich.progress import track
from rich.table import Table

from fixtures.drawing.kinds import pool
from vision.files.pixels import Image
from vision.reading import seen

R = TypeVar("R")
Job = tuple[str, int]
"""Kind and number of a picture."""
WIDTH = 200
"""Columns of what is printed where there is no terminal."""


class Row(NamedTuple, Generic[R]):
    """What was found in one picture."""

    kind: str
    number: int
    found: R


class Crash(NamedTuple):
    """Takes the place of what would have been found."""

    error: str


@dataclass(frozen=True)
class View(Generic[R]):
    """One measurement."""

    judge: Callable[[str, int], R]
    """Draws and judges a picture of a kind; a function of a module, so that workers find it."""
    tables: Callable[[Sequence[Row[R]]], Iterable[Table]]
    kinds: Sequence[str] = ()
    """Measured if no kind is named."""
    more: Sequence[str] | None = ()
    """Others that may be named; None if any word may."""
    pictures: int = 20
    """Of each kind, if no number is given."""
    jobs: Callable[[str, range], Iterable[Job]] = lambda kind, asked: ((kind, number) for number in asked)
    """What is drawn for a kind that was named, and the numbers asked for."""
    describe: Callable[[Row[R]], str] = lambda row: str(row.found)
    """What `--show` prints of a picture; nothing if it is empty."""
    is_wrong: Callable[[R], bool] = lambda _: False
    """Whether a picture makes the exit code 1."""
    image: Callable[[str, int], Image] | None = None
    """Draws a picture for `--save`."""
    prepare: Callable[[], object] = lambda: None
    """What a worker does before its first picture."""


def table(*columns: str, rows: Iterable[Iterable[object]], title: str | None = None) -> Table:
    """Return a table of anything that can be printed."""
    made = Table(*columns, title=title)
    for row in rows:
        made.add_row(*map(str, row))
    return made


def print_tables(*tables: Table | str) -> None:
    """Print tables, as wide as the terminal or a file."""
    Console(width=None if sys.stdout.isatty() else WIDTH).print(*tables)


def share(part: float, whole: float, digits: int = 1) -> str:
    """Return a share in per cent."""
    return f"{100 * part / max(1, whole):.{digits}f} %"


def by_kind(rows: Iterable[Row[R]]) -> dict[str, list[R]]:
    """Return what was found, by the kinds of pictures, in their order."""
    kinds: dict[str, list[R]] = {}
    for kind, _, found in rows:
        kinds.setdefault(kind, []).append(found)
    return kinds


def run(view: View[R], jobs: Sequence[Job], workers: int) -> Iterator[Row[R | Crash]]:
    """Yield a row for each kind and number, in their order."""
    pool()  # before workers are forked, which then share it
    start = partial(_start, view.prepare)
    with ProcessPoolExecutor(workers, get_context("fork"), initializer=start) as executor:
        done = executor.map(partial(_judged, view.judge), jobs, chunksize=2)
        shown = Console(stderr=True)
        for job, found in zip(
            jobs, track(done, total=len(jobs), console=shown, disable=not shown.is_terminal), strict=True
        ):
            yield Row(*job, found)


def _start(prepare: Callable[[], object]) -> None:
    cv2.setNumThreads(1)
    prepare()


def _judged(judge: Callable[[str, int], R], job: Job) -> R | Crash:
    try:
        return judge(*job)
    except Exception as error:
        return Crash(repr(error))


FILE = click.Path(path_type=Path)
OPTIONS = (
    click.argument("kinds", nargs=-1, metavar="[KIND]..."),
    click.option("-n", "--pictures", type=int, help="Pictures of each kind."),
    click.option("--first", default=0, show_default=True, help="Number of the first picture."),
    click.option("-j", "--workers", default=2, show_default=True),
    click.option("--weights", type=FILE, help="The network that looks at boards."),
    click.option("--out", type=FILE, help="File for a line of JSON for each picture."),
    click.option("--show", is_flag=True, help="Name pictures, and what became of them."),
    click.option("--save", type=FILE, help="Folder to draw those pictures into."),
)


def command(view: View[Any], doc: str | None, **flagged: View[Any]) -> click.Command:
    """Return the command line of a view; each of the others takes its place with the option of its name."""

    def main(
        kinds: tuple[str, ...],
        pictures: int | None,
        first: int,
        workers: int,
        weights: Path | None,
        **given: Any,
    ) -> None:
        chosen = [view, *(other for name, other in flagged.items() if given.pop(name))][-1]
        if weights:
            seen.WEIGHTS = weights  # workers are forked
        asked = range(first, first + (chosen.pictures if pictures is None else pictures))
        found = list(run(chosen, jobs_of(chosen, kinds, asked), workers))
        sys.exit(report(chosen, found, **given))

    flags = (click.option(f"--{name}", is_flag=True, help="Print this instead.") for name in flagged)
    for option in (*flags, *reversed(OPTIONS)):
        main = option(main)
    return click.command(help=doc)(main)


def report(
    view: View[R], found: Sequence[Row[R | Crash]], *, out: Path | None, show: bool, save: Path | None
) -> bool:
    """Write rows, name and draw pictures, and print the tables; return whether something is wrong."""
    if out:
        out.write_text("".join(map(_line, found)), encoding="utf-8")
    rows: list[Row[R]] = []
    for kind, number, one in found:
        if isinstance(one, Crash):
            print(f"{kind} {number} crashed: {one.error}", file=sys.stderr)
        else:
            rows.append(Row(kind, number, one))
    for row in rows if show or save else ():
        if words := view.describe(row):
            print(row.kind, row.number, words)
            _save(view, row, save)
    print_tables(*view.tables(rows))
    return len(rows) < len(found) or any(view.is_wrong(row.found) for row in rows)


def jobs_of(view: View[Any], kinds: Sequence[str], asked: range) -> list[Job]:
    """Return kind and number of all pictures to draw.

    Raises UsageError, which names the kinds that there are, if one is unknown.
    """
    known = None if view.more is None else (*view.kinds, *view.more)
    for kind in kinds:
        if known is not None and kind not in known:
            raise click.UsageError(f"no kind is called {kind!r}; there are {', '.join(map(repr, known))}")
    return [job for kind in kinds or view.kinds for job in view.jobs(kind, asked)]


def _save(view: View[Any], row: Row[Any], folder: Path | None) -> None:
    if folder and view.image:
        folder.mkdir(parents=True, exist_ok=True)
        name = f"{row.kind.replace(' ', '-')}-{row.number}.png"
        Pillow.fromarray(view.image(row.kind, row.number)).save(folder / name)


def _line(row: Row[Any]) -> str:
    """Return a row as JSON; arrays as lists."""
    found = row.found
    fields = asdict(found) if is_dataclass(found) and not isinstance(found, type) else found
    fields = fields._asdict() if hasattr(fields, "_asdict") else fields
    return json.dumps(row._asdict() | {"found": fields}, default=lambda value: value.tolist()) + "\n"
