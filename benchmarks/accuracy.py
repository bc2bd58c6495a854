"""How many pictures are read exactly, answered rightly, answered wrongly.

`python -m benchmarks.accuracy [-n PICTURES] [KIND…]` prints one row for each kind of rendered picture
and one for the real pictures beside the project, where they exist. Of a puzzle with several solutions every
answer is wrong; the column "ambiguous" counts pictures that were found to show such a one. Pictures that
should be refused have a benchmark of their own, `benchmarks.refusals`; their kinds may be named here too.
With `--marks` it prints how the marks of played boards are read (`benchmarks.marks`).
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from rich.table import Table

from benchmarks.marks import MARKS
from benchmarks.refusals import answer_of
from benchmarks.runner import Job, Row, View, by_kind, command, share, table
from fixtures.drawing import kinds
from fixtures.drawing.kinds import BEYOND, BY_HAND, DIMENSIONS, REFUSED, SEVERAL, TO_ANSWER
from fixtures.drawing.scene import Picture, Scene, Truth
from pipeline import solve_image
from solver.places import Axis, ClueAt, Place, is_wall, sides_below, sides_right
from solver.puzzle import Clue, Puzzle
from vision.files.load import load_picture
from vision.files.pixels import Image

REAL = Path(__file__).parents[2] / "shared" / "real"
REAL_TRUTHS = sorted(REAL.glob("*.json"))
"""The truth of each picture of the kind "real"."""
AMBIGUOUS = ("ambiguous", "ambiguous*")
"""How outcomes call that a puzzle has several solutions, read exactly or not."""


class Outcome(NamedTuple):
    """What became of one picture."""

    exact: bool
    """Whether puzzle and marks were read exactly."""
    right: bool
    """Whether the answer was right."""
    wrong: bool
    status: str
    unsaid: bool = False
    """Whether another puzzle was answered than is drawn, and a place in which it differs was not named."""
    readable: bool = True
    """Whether a person can read every clue."""


def judge(drawn: Picture) -> Outcome:
    """Read and solve a picture and compare with what it shows."""
    result, truth = solve_image(drawn.pixels), drawn.truth
    board = result.puzzle == truth.puzzle
    marks = (
        board and result.reading is not None and np.array_equal(np.array(result.reading.marks), truth.marks)
    )
    water = answer_of(result)
    answered, right = water is not None, truth.right != "several" and water == truth.water
    named = {doubt.place for doubt in result.doubts} | {repair.place for repair in result.repairs}
    return Outcome(
        board and marks,
        right,
        answered and not right,
        result.status if board or answered else f"{result.status}*",
        answered and not board and not set(differences(result.puzzle, truth.puzzle)) <= named,
        truth.is_readable,
    )


def differences(answered: Puzzle | None, drawn: Puzzle) -> Iterator[Place | None]:
    """Yield the places in which an answered puzzle differs from the one drawn; None if its size does."""
    if answered is None or (answered.height, answered.width) != (drawn.height, drawn.width):
        yield None
        return
    axes: tuple[tuple[Axis, Sequence[Clue], Sequence[Clue]], ...] = (
        ("column", answered.col_clues, drawn.col_clues),
        ("row", answered.row_clues, drawn.row_clues),
    )
    for axis, one, other in axes:
        yield from (
            ClueAt(axis, line) for line, pair in enumerate(zip(one, other, strict=True)) if pair[0] != pair[1]
        )
    for side in (*sides_right(drawn.height, drawn.width), *sides_below(drawn.height, drawn.width)):
        if is_wall(answered.regions, side) != is_wall(drawn.regions, side):
            yield side


def drawn(kind: str, number: int) -> Picture:
    """Draw a picture, or load a real one, with its truth."""
    if kind != "real":
        return kinds.drawn(kind, number)
    place = REAL_TRUTHS[number]
    told = json.loads(place.read_text())
    marks = np.array(told["water"] or np.zeros((told["rows"], told["cols"])), np.uint8)
    marks += 2 * np.array(told["xmarks"] or np.zeros_like(marks), np.uint8)
    puzzle = Puzzle(told["col_clues"], told["row_clues"], told["regions"])
    water = tuple(tuple(map(bool, row)) for row in told["solution"])
    truth = Truth(Scene(puzzle, marks=marks), marks, water=water)
    return Picture(load_picture(place.with_suffix(".png")).pixels, np.eye(3), truth)


def outcome(kind: str, number: int) -> Outcome:
    """Judge the picture of a number."""
    return judge(drawn(kind, number))


def image(kind: str, number: int) -> Image:
    """Draw the picture of a number."""
    return drawn(kind, number).pixels


def jobs(kind: str, asked: range) -> list[Job]:
    """Return the pictures of a kind: the real ones are always all."""
    return [(kind, number) for number in (range(len(REAL_TRUTHS)) if kind == "real" else asked)]


def describe(row: Row[Outcome]) -> str:
    """Return what became of a picture that was not answered rightly."""
    name = REAL_TRUTHS[row.number].stem if row.kind == "real" else ""
    found = row.found
    return "" if found.right else f"{name} {found.status}{' WRONG' * found.wrong}".strip()


def tables(rows: Sequence[Row[Outcome]]) -> Iterator[Table]:
    """Yield a table with a row for each kind."""
    yield table(
        *("kind", "pictures", "read exactly", "answered rightly", "wanted", "wrong", "puzzle unsaid"),
        *("ambiguous", "not answered (* not read exactly)"),
        rows=(counts(*pair) for pair in by_kind(rows).items()),
    )


def counts(kind: str, outcomes: list[Outcome]) -> list[object]:
    """Return the counts of a kind; shares only of what a person can read."""
    legible = [one for one in outcomes if one.readable]
    wanted = kinds.KINDS[kind].wanted if kind in kinds.KINDS else None
    count = len(legible)
    rest = Counter(one.status for one in legible if not one.right)
    return [
        kind,
        count if count == len(outcomes) else f"{count} of {len(outcomes)}",
        share(sum(one.exact for one in legible), count),
        share(sum(one.right for one in legible), count),
        f"{100 * wanted:g} %" if wanted else "",
        sum(one.wrong for one in outcomes),
        sum(one.unsaid for one in outcomes),
        sum(one.status in AMBIGUOUS for one in outcomes),
        ", ".join(f"{n} {status}" for status, n in rest.most_common()),
    ]


ACCURACY = View(
    outcome,
    tables,
    (*TO_ANSWER, *BEYOND, *SEVERAL, *["real"] * bool(REAL_TRUTHS)),
    (*BY_HAND, *DIMENSIONS, *REFUSED),
    pictures=100,
    jobs=jobs,
    describe=describe,
    is_wrong=lambda found: found.wrong,
    image=image,
)

if __name__ == "__main__":
    command(ACCURACY, __doc__, marks=MARKS)()
