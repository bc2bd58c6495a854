"""How pictures that other programs drew are read: `python -m benchmarks.strangers FOLDER…`.

The folders are drawn by `python -m fixtures.strangers.draw`, with sizes of their own: one row for each group,
way of arriving, and puzzles with several solutions. Of those every answer is wrong.
"""

import json
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import cv2
import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks.marks import Told, compared, counts
from benchmarks.refusals import water_told
from pipeline import Result, solve_image
from solver.puzzle import Puzzle
from vision.reading import seen as look
from vision.reading.marks import CROSS, NOTHING

COLUMNS = (
    *("pictures of strangers", "number", "answered rightly", "wrong", "certain", "ambiguous"),
    *("boards with a false mistake", "marks told", "told wrongly", "signs told as nothing"),
)


@dataclass(frozen=True, eq=False)
class Seen:
    """What became of one picture."""

    row: str
    right: bool
    wrong: bool
    certain: bool
    status: str
    told: Told | None
    """What is told of its marks, if its size was read rightly."""


def judged(job: tuple[Path, dict[str, Any]]) -> Seen:
    """Read and solve one picture and compare with its truth."""
    cv2.setNumThreads(1)
    path, truth = job
    where = "several solutions" if truth["several"] else truth["group"]
    marks, water = np.array(truth["marks"]), np.array(truth["water"], np.bool_)
    result = _meant(solve_image(path), Puzzle(**truth["puzzle"]))
    answer = water_told(result)
    right = answer is not None and not truth["several"] and np.array_equal(answer, water)
    told = compared(result, marks, water, np.zeros(marks.shape, np.bool_))
    return Seen(
        row=f"{where}, {truth['as']}",
        right=right,
        wrong=answer is not None and not right,
        certain=right and result.puzzle_certain,
        status=result.status,
        told=told,
    )


def _meant(result: Result, puzzle: Puzzle) -> Result:
    """Return what became of the board that is meant, of several on a page."""
    for one in (result, *result.others):
        if one.puzzle and one.puzzle.regions == puzzle.regions:
            return one
    return result


def _row(name: str, seen: list[Seen]) -> list[str]:
    boards = [one.told for one in seen if one.told]
    marked, told, *_, wrongly = np.sum([counts(board) for board in boards] or [[0] * 6], axis=0).tolist()
    is_sign = [board.marks == CROSS for board in boards]
    signs = sum(int(there.sum()) for there in is_sign)
    lost = sum(
        int((board.told[there] == NOTHING).sum()) for board, there in zip(boards, is_sign, strict=True)
    )
    return [
        name,
        str(len(seen)),
        _share(sum(one.right for one in seen), len(seen)),
        str(sum(one.wrong for one in seen)),
        _share(sum(one.certain for one in seen), len(seen)),
        str(sum(one.status == "ambiguous" for one in seen)),
        str(sum(one.right and one.told is not None and one.told.alleges for one in seen)),
        f"{_share(told, marked)} of {marked}",
        str(wrongly),
        f"{_share(lost, signs)} of {signs}",
    ]


def _share(part: int, whole: int) -> str:
    return f"{100 * part / max(1, whole):.1f} %"


def jobs_of(folders: Iterable[Path]) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Yield each picture with its truth."""
    for folder in folders:
        for line in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines():
            truth = json.loads(line)
            yield folder / truth["file"], truth


@click.command()
@click.argument("folders", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("-j", "--workers", default=2)
@click.option("--show", is_flag=True, help="Name the pictures that were not answered rightly.")
@click.option("--looks", is_flag=True, help="A row for each look.")
@click.option("--weights", type=click.Path(path_type=Path), help="The network that looks at boards.")
def main(*, folders: tuple[Path, ...], workers: int, show: bool, looks: bool, weights: Path | None) -> None:
    """Print the table; exit with 1 if an answer was wrong."""
    if weights:
        look.WEIGHTS = weights  # workers are forked
    rows: dict[str, list[Seen]] = {}
    jobs = list(jobs_of(folders))
    with ProcessPoolExecutor(workers) as executor:
        for (_, truth), seen in zip(jobs, executor.map(judged, jobs, chunksize=4), strict=True):
            rows.setdefault(f"{truth['look']}: {seen.row}" if looks else seen.row, []).append(seen)
            if show and not seen.right and not truth["several"]:
                print(truth["file"], seen.row, seen.status)
    table = Table(*COLUMNS)
    for name in sorted(rows):
        table.add_row(*_row(name, rows[name]))
    Console(width=None if sys.stdout.isatty() else 200).print(table)
    sys.exit(any(one.wrong for seen in rows.values() for one in seen))


if __name__ == "__main__":
    main()
