"""How pictures that other programs drew are read: `python -m benchmarks.strangers FOLDER…`.

The folders are drawn by `python -m fixtures.strangers.draw`, with sizes of their own: one row for each group,
way of arriving, and puzzles with several solutions, of which every answer is wrong. With `--looks`, a row for
each look.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from rich.table import Table

from benchmarks.marks import Marks, compared, total
from benchmarks.refusals import answer_of
from benchmarks.runner import Row, View, by_kind, command, share, table
from pipeline import Result, solve_image
from solver.puzzle import Puzzle
from vision.files.load import load_picture
from vision.reading.marks import CROSS, NOTHING


@dataclass(frozen=True, eq=False)
class Seen:
    """What became of one picture."""

    group: str
    look: str
    right: bool
    wrong: bool
    certain: bool
    status: str
    marks: Marks | None
    """What was read of its marks, if its size was read rightly."""


@cache
def truths(folder: str) -> list[dict[str, Any]]:
    """Return what is true of each picture of a folder."""
    lines = Path(folder, "truth.jsonl").read_text(encoding="utf-8").splitlines()
    return list(map(json.loads, lines))


def judge(folder: str, number: int) -> Seen:
    """Read and solve one picture and compare with its truth."""
    truth = truths(folder)[number]
    marks, water = np.array(truth["marks"]), np.array(truth["water"], np.bool_)
    result = _meant(solve_image(Path(folder, truth["file"])), Puzzle(**truth["puzzle"]))
    answer = answer_of(result)
    right = answer is not None and not truth["several"] and np.array_equal(answer, water)
    return Seen(
        group=f"{'several solutions' if truth['several'] else truth['group']}, {truth['as']}",
        look=truth["look"],
        right=right,
        wrong=answer is not None and not right,
        certain=right and result.puzzle_certain,
        status=result.status,
        marks=compared(result, marks, water, np.zeros(marks.shape, np.bool_)),
    )


def _meant(result: Result, puzzle: Puzzle) -> Result:
    """Return what became of the board that is meant, of several on a page."""
    for one in (result, *result.others):
        if one.puzzle and one.puzzle.regions == puzzle.regions:
            return one
    return result


def tables(rows: Sequence[Row[Seen]], *, looks: bool = False) -> Iterator[Table]:
    """Yield a table with a row for each group, or look of it."""
    grouped = by_kind(
        Row(f"{found.look}: {found.group}" if looks else found.group, number, found)
        for _, number, found in rows
    )
    yield table(
        *("pictures of strangers", "number", "answered rightly", "wrong", "certain", "ambiguous"),
        *("boards with a false mistake", "marks read", "read wrongly", "signs read as nothing"),
        rows=(_counts(name, grouped[name]) for name in sorted(grouped)),
    )


def _counts(name: str, seen: list[Seen]) -> list[object]:
    boards = [one.marks for one in seen if one.marks]
    marked, read, *_, wrongly = total(boards)
    signs = [board.read[board.marks == CROSS] for board in boards]
    lost, signed = sum(int((some == NOTHING).sum()) for some in signs), sum(map(len, signs))
    return [
        name,
        len(seen),
        share(sum(one.right for one in seen), len(seen)),
        sum(one.wrong for one in seen),
        share(sum(one.certain for one in seen), len(seen)),
        sum(one.status == "ambiguous" for one in seen),
        sum(one.right and one.marks is not None and one.marks.has_false_mistake for one in seen),
        f"{share(read, marked)} of {marked}",
        wrongly,
        f"{share(lost, signed)} of {signed}",
    ]


def describe(row: Row[Seen]) -> str:
    """Return what became of a picture that was not answered rightly."""
    truth, found = truths(row.kind)[row.number], row.found
    return "" if found.right or truth["several"] else f"{truth['file']} {found.group} {found.status}"


STRANGERS = View(
    judge,
    tables,
    more=None,
    pictures=1000,
    jobs=lambda folder, asked: [(folder, number) for number in asked if number < len(truths(folder))],
    describe=describe,
    is_wrong=lambda found: found.wrong,
    image=lambda folder, number: load_picture(Path(folder, truths(folder)[number]["file"])).pixels,
)

if __name__ == "__main__":
    command(STRANGERS, __doc__, looks=replace(STRANGERS, tables=lambda rows: tables(rows, looks=True)))()
