"""What becomes of pictures that must be refused: `python -m benchmarks.refusals [-n PICTURES] [KIND…]`.

One row for each kind: pictures of no puzzle, of other puzzles, and of Aquarium boards that are misprinted,
cut, or drawn over. `wrong` counts answers where there is none, and water that is not the board's own; `right`
counts boards answered in spite of the damage; `named` is the share of the messages that say at which sides a
board is cut off, where it is, and name no other, or that another puzzle is no Aquarium. `ratio` is the CPU of
reading and solving, divided by that of decoding and encoding the same picture's PNG, as in
`benchmarks.stage_times`: the median and the largest.
"""

import io
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median

import numpy as np
from PIL import Image as Pillow
from rich.table import Table

from benchmarks.launching import forget_peak, megabytes
from benchmarks.runner import Row, View, by_kind, command, share, table
from benchmarks.stage_times import QUICK, copied, timed
from fixtures.drawing.kinds import CUT_BOARDS, REFUSED, drawn
from fixtures.drawing.mishaps import degrade
from fixtures.drawing.others import NO_PUZZLES, OTHER_PUZZLES, draw_other_puzzle
from pipeline import Result, solve_image
from solver.message import Message
from solver.puzzle import Water
from vision.files.pixels import Image

KINDS = (*NO_PUZZLES, *OTHER_PUZZLES, *REFUSED, *CUT_BOARDS)
OTHERS = ("another_puzzle", "perhaps_another_puzzle")
"""Codes that say that a puzzle is another."""
WORN = 0.3
"""Share of the other puzzles that are compressed or photographed."""


@dataclass(frozen=True, eq=False)
class Shown:
    """A picture and the only water that may be drawn into it."""

    image: Image
    water: Water | None = None
    """None where there is none."""
    may_be_part: bool = False
    """Whether the picture holds only a part of the board: a part of the water is then all that can be
    answered."""
    lost: frozenset[str] | None = None
    """The sides that are cut off and are to be named, where that is known."""
    is_other: bool = False
    """Whether it is another puzzle, which is to be said."""


@dataclass(frozen=True)
class Ending:
    """How one picture ended."""

    status: str
    message: str
    wrong: bool
    named: bool | None
    """Whether the message says what it should; None where nothing is to be said."""
    seconds: float
    """Of CPU, which other programs on the machine do not lengthen."""
    ratio: float
    megabytes: float
    """Peak of the process while it read and solved, its libraries included."""


def shown(kind: str, seed: int) -> Shown:
    """Draw the picture number `seed` of a kind."""
    if kind in REFUSED:
        picture = drawn(kind, seed)
        truth = picture.truth
        water = None if truth.right == "refusal" else truth.water
        return Shown(picture.pixels, water, truth.right == "part")
    if kind in CUT_BOARDS:
        picture = drawn(kind, seed)
        lost = frozenset[str](picture.truth.lost)
        return Shown(picture.pixels, None if lost else picture.truth.water, lost=lost)
    rng = np.random.default_rng([seed, *kind.encode()])
    if kind in NO_PUZZLES:
        return Shown(NO_PUZZLES[kind](rng))
    picture = draw_other_puzzle(kind, rng)
    way = rng.random() / WORN
    if way < 1 / 2:
        picture = degrade.jpeg(picture, int(rng.integers(15, 90)))
    elif way < 1:
        tilt, pan, roll = rng.uniform(-18, 18, 3)
        picture = degrade.noise(degrade.perspective(picture, tilt=tilt, pan=pan, roll=roll), 3, rng)
    return Shown(picture.pixels, is_other=True)


def prepare() -> None:
    """Do in a process what is done once: load libraries and weights."""
    solve_image(drawn("site", 0).pixels)


def ending(kind: str, number: int) -> Ending:
    """Draw a picture, solve it, and judge the answer."""
    picture = shown(kind, number)
    forget_peak()
    spent, result = timed(lambda: solve_image(picture.image))
    most = megabytes()
    water = answer_of(result)
    wrong = water is not None and not is_right(water, picture)
    ratio = spent / _copying(picture.image)
    named = is_named(result.messages, picture)
    return Ending(result.status, result.message or "", wrong, named, spent / 1000, ratio, most)


def answer_of(result: Result) -> Water | None:
    """Return the water that is answered, if any is: the solution of an ambiguous puzzle is no answer."""
    return result.solution.water if result.status == "solved" and result.solution else None


def is_right(water: Water, picture: Shown) -> bool:
    """Whether water is that of the board in a picture, or of the part of it that is in the picture."""
    if picture.water is None:
        return False
    if not picture.may_be_part:
        return water == picture.water
    rows, cols, whole = len(water), len(water[0]), picture.water
    return any(
        water == tuple(row[left : left + cols] for row in whole[top : top + rows])
        for top in {0, len(whole) - rows}
        for left in {0, len(whole[0]) - cols}
        if top >= 0 and left >= 0
    )


def is_named(messages: Sequence[Message], picture: Shown) -> bool | None:
    """Whether messages name all sides that are cut off, and no others, or say that a puzzle is another.

    None where there is nothing to be said.
    """
    if picture.is_other:
        return any(message.code in OTHERS for message in messages)
    named = frozenset[str]().union(*map(cut_sides, messages))
    return named == picture.lost if picture.lost else None


def cut_sides(message: Message) -> set[str]:
    """Return the sides that a message calls cut off, surely or probably."""
    sides = [side["values"] for side in message.to_dict()["values"].get("sides", ())]
    return {edge for side in sides for edge in side.get("sides") or [side["side"]]}


def _copying(image: Image) -> float:
    """Return the milliseconds of CPU of decoding and encoding a picture's PNG."""
    file = io.BytesIO()
    Pillow.fromarray(image).save(file, "PNG")
    return timed(lambda: copied(file.getvalue(), **QUICK))[0]


def tables(rows: Sequence[Row[Ending]]) -> Iterator[Table]:
    """Yield a table with a row for each kind, and the total in its caption."""
    made = table(
        *("kind", "pictures", "ended", "right", "wrong", "named", "slowest s", "MB", "ratio"),
        "commonest message",
        rows=(counts(*pair) for pair in by_kind(rows).items()),
    )
    made.caption = total([row.found for row in rows])
    yield made


def counts(kind: str, endings: list[Ending]) -> list[object]:
    """Return what became of a kind."""
    statuses = Counter(end.status for end in endings)
    messages = Counter(end.message for end in endings if end.status != "solved")
    ratios = [end.ratio for end in endings]
    named = [end.named for end in endings if end.named is not None]
    return [
        kind,
        len(endings),
        ", ".join(f"{count} {status}" for status, count in statuses.most_common()),
        sum(end.status == "solved" and not end.wrong for end in endings),
        sum(end.wrong for end in endings),
        share(sum(named), len(named), 0) if named else "",
        f"{max(end.seconds for end in endings):.2f}",
        f"{max(end.megabytes for end in endings):.0f}",
        f"{median(ratios):.1f}, {max(ratios):.1f}",
        messages.most_common(1)[0][0] if messages else "",
    ]


def total(endings: list[Ending]) -> str:
    """Return a line on what became of all pictures."""
    wrong = sum(end.wrong for end in endings)
    slowest, most = max(end.seconds for end in endings), max(end.megabytes for end in endings)
    over = sum(end.ratio > 5 for end in endings)
    return (
        f"{len(endings)} pictures, wrong answers: {wrong}; slowest {slowest:.1f} s, peak {most:.0f} MB; "
        f"ratio above 5: {over}"
    )


def describe(row: Row[Ending]) -> str:
    """Return how a picture ended and what the message was."""
    end = row.found
    return f"{end.status}{' WRONG' * end.wrong} {end.ratio:.1f} {end.message}"


REFUSALS = View(
    ending,
    tables,
    KINDS,
    pictures=6,
    describe=describe,
    is_wrong=lambda end: end.wrong,
    image=lambda kind, number: shown(kind, number).image,
    prepare=prepare,
)

if __name__ == "__main__":
    command(REFUSALS, __doc__)()
