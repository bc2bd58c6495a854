"""How many pictures are read exactly, answered rightly, answered wrongly.

`python -m benchmarks.accuracy [-n PICTURES] [KIND…]` prints one row for each kind of rendered picture
and one for the real pictures beside the project, where they exist. Of a puzzle with several solutions every
answer is wrong; the column "ambiguous" counts pictures that are told to show such a one. Pictures that should
be refused have a benchmark of their own, `benchmarks.refusals`; their kinds may be named here too. With
`--marks` it prints how the marks of played boards are read (`benchmarks.marks`).
"""

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple, NoReturn

import click
import cv2
import numpy as np
from PIL import Image as Pillow
from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks.kinds_to_refuse import REFUSED
from benchmarks.marks import tables
from benchmarks.refusals import water_told
from fixtures.drawing.kinds.played import PLAYED
from fixtures.drawing.kinds.to_answer import BEYOND, BY_HAND, KINDS, SEVERAL, WANTED, Case, case, pool
from pipeline import solve_image
from solver.places import Axis, ClueAt, Place, is_wall, sides_below, sides_right
from solver.puzzle import Clue, Puzzle
from vision.files.load import load_picture
from vision.reading import seen

REAL = Path(__file__).parents[2] / "shared" / "real"
CRASHED = "CRASHED"
AMBIGUOUS = ("ambiguous", "ambiguous*")
"""How outcomes call that a puzzle has several solutions, read exactly or not."""
COLUMNS = (
    *("kind", "pictures", "read exactly", "answered rightly", "wanted", "wrong", "puzzle unsaid"),
    "ambiguous",
    "not answered (* not read exactly)",
)


class Outcome(NamedTuple):
    """What became of one picture."""

    exact: bool
    """Whether puzzle and marks were read exactly."""
    right: bool
    """Whether the water told was right."""
    wrong: bool
    status: str
    unsaid: bool = False
    """Whether another puzzle was told than is drawn, and not every place in which it differs was named."""
    readable: bool = True
    """Whether a person can read every clue."""


def judge(drawn: Case) -> Outcome:
    """Read and solve a picture and compare with what it shows."""
    result = solve_image(drawn.image)
    board = result.puzzle == drawn.puzzle
    marks = (
        board and result.reading is not None and np.array_equal(np.array(result.reading.marks), drawn.marks)
    )
    water = water_told(result)
    answered, right = water is not None, drawn.has_answer and water == drawn.water
    named = {doubt.place for doubt in result.doubts} | {repair.place for repair in result.repairs}
    return Outcome(
        board and marks,
        right,
        answered and not right,
        result.status if board or answered else f"{result.status}*",
        answered and not board and not set(differences(result.puzzle, drawn.puzzle)) <= named,
        drawn.readable,
    )


def differences(told: Puzzle | None, drawn: Puzzle) -> Iterator[Place | None]:
    """Yield the places in which a puzzle that was told differs from the one drawn; None if its size does."""
    if told is None or (told.height, told.width) != (drawn.height, drawn.width):
        yield None
        return
    axes: tuple[tuple[Axis, Sequence[Clue], Sequence[Clue]], ...] = (
        ("column", told.col_clues, drawn.col_clues),
        ("row", told.row_clues, drawn.row_clues),
    )
    for axis, one, other in axes:
        yield from (
            ClueAt(axis, line) for line, pair in enumerate(zip(one, other, strict=True)) if pair[0] != pair[1]
        )
    for side in (*sides_right(drawn.height, drawn.width), *sides_below(drawn.height, drawn.width)):
        if is_wall(told.regions, side) != is_wall(drawn.regions, side):
            yield side


def rendered(job: tuple[str, int]) -> tuple[str, int, Outcome]:
    """Judge one rendered picture."""
    cv2.setNumThreads(1)
    return *job, judged(case(*job, REFUSED.get(job[0])))


def judged(drawn: Case) -> Outcome:
    """Judge a picture; a crash is an outcome too, lest one bug hides all else that is measured."""
    try:
        return judge(drawn)
    except Exception as error:
        return Outcome(False, False, False, f"{CRASHED} {error!r}", readable=drawn.readable)


def keep(folder: Path, kind: str, seed: int) -> None:
    """Draw a rendered picture into a folder, to be looked at."""
    folder.mkdir(parents=True, exist_ok=True)
    drawn = case(kind, seed, REFUSED.get(kind))
    Pillow.fromarray(drawn.image).save(folder / f"{kind.replace(' ', '-')}-{seed}.png")


def real_cases() -> Iterator[tuple[str, Case]]:
    """Yield the real pictures with their truth."""
    for truth_path in sorted(REAL.glob("*.json")):
        truth = json.loads(truth_path.read_text())
        image = load_picture(truth_path.with_suffix(".png")).pixels
        marks = np.array(truth["water"] or np.zeros((truth["rows"], truth["cols"])), np.uint8)
        marks += 2 * np.array(truth["xmarks"] or np.zeros_like(marks), np.uint8)
        puzzle = Puzzle(truth["col_clues"], truth["row_clues"], truth["regions"])
        water = tuple(tuple(map(bool, row)) for row in truth["solution"])
        yield truth_path.stem, Case(image, puzzle, water, marks)


def row(kind: str, outcomes: list[Outcome]) -> list[str]:
    """Return a table's row: the counts of a kind, shares only of what a person can read."""
    legible = [outcome for outcome in outcomes if outcome.readable]
    count = len(legible)
    rest = Counter(outcome.status for outcome in legible if not outcome.right)
    shares = [
        f"{100 * sum(part) / max(1, count):.1f} %"
        for part in ([outcome.exact for outcome in legible], [outcome.right for outcome in legible])
    ]
    return [
        kind,
        str(count) if count == len(outcomes) else f"{count} of {len(outcomes)}",
        *shares,
        f"{100 * WANTED[kind]:g} %" if kind in WANTED else "",
        str(sum(outcome.wrong for outcome in outcomes)),
        str(sum(outcome.unsaid for outcome in outcomes)),
        str(sum(outcome.status in AMBIGUOUS for outcome in outcomes)),
        ", ".join(f"{n} {status}" for status, n in rest.most_common()),
    ]


def _outcomes(
    jobs: Sequence[tuple[str, int]], workers: int, console: Console, *, show: bool, save: Path | None
) -> dict[str, list[Outcome]]:
    """Judge pictures of each kind; name those not answered rightly, or draw them into a folder."""
    outcomes: dict[str, list[Outcome]] = {kind: [] for kind, _ in jobs}
    with ProcessPoolExecutor(workers) as executor:
        done = executor.map(rendered, jobs, chunksize=4)
        for kind, seed, outcome in track(
            done, total=len(jobs), console=Console(stderr=True), disable=not console.is_terminal
        ):
            outcomes[kind].append(outcome)
            if show and not outcome.right:
                console.print(kind, seed, outcome.status, "WRONG" if outcome.wrong else "")
            if save and not outcome.right:
                keep(save, kind, seed)
    return outcomes


def _real(console: Console) -> list[Outcome]:
    """Judge the real pictures and name those that are not read and answered rightly."""
    real = [(name, judge(shown)) for name, shown in real_cases()]
    for name, outcome in real:
        if not (outcome.exact and outcome.right):
            console.print("real", name, outcome)
    return [outcome for _, outcome in real]


def _print_marks(kinds: tuple[str, ...], pictures: int, workers: int, first: int) -> NoReturn:
    """Print the tables of marks; exit with 1 if a mistake was alleged that is none."""
    pool()
    with ProcessPoolExecutor(workers) as executor:
        printed, alleged = tables(
            kinds, pictures, first, lambda told_of, jobs: executor.map(told_of, jobs, chunksize=4)
        )
    for table in printed:
        Console(width=None if sys.stdout.isatty() else 160).print(table)
    sys.exit(alleged)


def _check(kinds: Iterable[str], known: Sequence[str]) -> None:
    """Raise UsageError, which says which kinds there are, if one is unknown."""
    if unknown := [kind for kind in kinds if kind not in known]:
        raise click.UsageError(f"no kind is called {unknown[0]!r}; there are {', '.join(map(repr, known))}")


@click.command()
@click.argument("kinds", nargs=-1)
@click.option("-n", "--pictures", default=100, help="Pictures of each kind.")
@click.option("-j", "--workers", default=2)
@click.option("--first", default=0, help="Number of the first picture.")
@click.option("--marks", is_flag=True, help="Read the marks of played boards.")
@click.option("--show", is_flag=True, help="Name the pictures that were not answered rightly.")
@click.option("--weights", type=click.Path(path_type=Path), help="The network that looks at boards.")
@click.option("--save", type=click.Path(path_type=Path), help="Folder to draw them into.")
def main(
    *,
    kinds: tuple[str, ...],
    pictures: int,
    workers: int,
    first: int,
    marks: bool,
    show: bool,
    weights: Path | None,
    save: Path | None,
) -> None:
    """Print the table; exit with 1 if an answer was wrong."""
    _check(kinds, (*BY_HAND, *PLAYED) if marks else (*KINDS, *BEYOND, *SEVERAL, *BY_HAND, *REFUSED, "real"))
    if weights:
        seen.WEIGHTS = weights  # workers are forked
    if marks:
        _print_marks(kinds, pictures, workers, first)
    table = Table(*COLUMNS)
    console = Console(width=None if sys.stdout.isatty() else 160)
    pool()
    jobs = [
        (kind, seed)
        for kind in kinds or (*KINDS, *BEYOND, *SEVERAL)
        if kind != "real"
        for seed in range(first, first + pictures)
    ]
    outcomes = _outcomes(jobs, workers, console, show=show, save=save)
    if REAL.exists() and (not kinds or "real" in kinds):
        outcomes["real"] = _real(console)
    for kind, found in outcomes.items():
        table.add_row(*row(kind, found))
    console.print(table)
    sys.exit(any(outcome.wrong for found in outcomes.values() for outcome in found))


if __name__ == "__main__":
    main()
