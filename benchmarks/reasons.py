"""Whether what a refusal says is the case: `python -m benchmarks.reasons [-n PICTURES] [KIND…]`.

Boards with one known fault each, pairs of faults, and other puzzles, in the looks of
`fixtures.drawing.faults` in turn; each board is answered without its faults. A refusal is `true` if what it
says first is the fault; `none helps` where that is neither true nor untrue; `untrue` if anything that it
says, first or later, is not the case.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import NamedTuple

import numpy as np
from rich.table import Table

from benchmarks.refusals import cut_sides
from benchmarks.runner import Row, View, by_kind, command, share, table
from fixtures.drawing.board.measures import Random
from fixtures.drawing.board.style import Style
from fixtures.drawing.faults import FAULTS, LOOKS, draw_faults
from fixtures.drawing.others.grid import draw_grid
from fixtures.drawing.others.grid_puzzles import other_puzzle
from pipeline import solve_image
from solver.message import Message
from solver.puzzle import Puzzle
from vision.files.pixels import Image

TRIES = 1000
"""Numbers of boards that may be drawn for one picture, until one is answered without its faults."""
CUT, WHOLE = ("cut_off", "perhaps_cut"), frozenset[str]()
CLAIMS = frozenset((
    "small_cells", "blurred", "glare", "low_contrast", "compressed", "grainy", "lines_covered", *CUT,
    "no_column_clues", "no_row_clues", "no_clues", "few_clues", "clues_missing", "clue_too_large",
    "clues_too_large", "uniform_lines", "loose_walls", "sums_differ", "no_solution", "several_solutions",
    "several_solutions_as_read", "nothing_in_doubt", "another_puzzle", "puzzle_named",
    "perhaps_another_puzzle", "no_grid", "clues_contested", "only_zeros", "estimated", "boards_left_out",
    "board_not_read",
))  # fmt: skip
"""Codes that say what is the case. All others are general, as that no correction was found, or speak of what
was read, rightly or not."""
AS_READ = frozenset((
    "clues_missing", "loose_walls", "sums_differ", "no_solution", "several_solutions_as_read",
    "clue_too_large", "clues_too_large",
))  # fmt: skip
"""What may follow from a picture that is read badly: it is said of what was read, and true of that."""


class Truth(NamedTuple):
    """What may be said of a fault."""

    true: tuple[str, ...]
    """Codes that name it, at most three."""
    also: frozenset[str] = AS_READ
    """Others that may be said besides; all other claims are untrue."""
    lost: frozenset[str] = WHOLE
    """The sides that are cut off: a cut names these, and no other."""


BETWEEN = frozenset(("clues_missing", "several_solutions", "several_solutions_as_read"))
OF_A_PART = AS_READ | {"no_column_clues", "no_row_clues", "few_clues", "no_clues", "several_solutions"}
TRUTHS: dict[str, Truth] = {
    "blurred": Truth(("blurred",)),
    "out of focus": Truth(("blurred",)),
    "moved": Truth(("blurred",)),
    "small": Truth(("small_cells",)),
    "pale": Truth(("low_contrast",), AS_READ | {"grainy"}),
    "underexposed": Truth(("low_contrast",), AS_READ | {"grainy"}),
    "compressed": Truth(("compressed",)),
    "grainy": Truth(("grainy",)),
    "glare": Truth(("glare",)),
    "left cut off": Truth(("cut_off", "perhaps_cut"), OF_A_PART, frozenset(("left",))),
    "top cut off": Truth(("cut_off", "perhaps_cut"), OF_A_PART, frozenset(("top",))),
    "right cut off": Truth(("cut_off", "perhaps_cut"), OF_A_PART, frozenset(("right",))),
    "bottom cut off": Truth(("cut_off", "perhaps_cut"), OF_A_PART, frozenset(("bottom",))),
    "column clues cut off": Truth(
        ("no_column_clues", "cut_off", "perhaps_cut"), BETWEEN, frozenset(("top", "bottom"))
    ),
    "row clues cut off": Truth(
        ("no_row_clues", "cut_off", "perhaps_cut"), BETWEEN, frozenset(("left", "right"))
    ),
    "no column clues": Truth(("no_column_clues",), BETWEEN),
    "no row clues": Truth(("no_row_clues",), BETWEEN),
    "no clues": Truth(("no_clues",), BETWEEN),
    "few clues": Truth(("clues_missing", "few_clues", "several_solutions_as_read"), BETWEEN),
    "clues blotted": Truth(("clues_missing", "few_clues"), AS_READ),
    "window": Truth(("lines_covered",)),
    "stickers": Truth(("lines_covered", "clues_missing")),
    "scribbled over": Truth(("lines_covered", "clues_missing")),
    "no walls": Truth(("uniform_lines",), AS_READ),
    "walls broken": Truth(("loose_walls",), frozenset(("no_solution", "several_solutions_as_read"))),
    "misprint": Truth(
        ("sums_differ", "sums_differ_as_read", "no_solution"), frozenset(("nothing_in_doubt",))
    ),
    "clue too large": Truth(("clue_too_large",), frozenset(("sums_differ", "no_solution"))),
    "several solutions": Truth(
        ("several_solutions", "several_solutions_as_read", "clues_missing"), frozenset(("nothing_in_doubt",))
    ),
}
"""What is true of each fault."""
OTHER = OF_A_PART - {"several_solutions"} | {"uniform_lines", "only_zeros", "perhaps_another_puzzle"}
"""What may be said besides of other puzzles."""
WITHOUT_NUMBERS = Truth(("puzzle_named", "another_puzzle", "no_clues"), OTHER)
WITH_NUMBERS = Truth(("puzzle_named", "another_puzzle", "uniform_lines"), OTHER)
OF_DOTS = Truth(("puzzle_named", "another_puzzle", "no_grid"), OTHER)
"""Of other puzzles, with numbers beside their lines, or without, and of those whose cells no lines show."""
OTHERS: dict[str, Truth] = {
    **dict.fromkeys(
        (
            "sudoku", "jigsaw sudoku", "killer sudoku", "kakuro", "queens", "minesweeper", "heyawake",
            "futoshiki", "suguru",
        ),
        WITHOUT_NUMBERS,
    ),
    **dict.fromkeys(("nonogram", "tents", "battleships", "kakurasu"), WITH_NUMBERS),
    "star battle": Truth(("puzzle_named", "another_puzzle", "perhaps_another_puzzle"), OTHER),
    "slitherlink": OF_DOTS,
}  # fmt: skip
NAMES = {
    "sudoku": ("sudoku",), "jigsaw sudoku": ("sudoku",), "killer sudoku": ("sudoku",),
    "nonogram": ("nonogram",), "kakuro": ("kakuro",), "star battle": ("queens", "star battle"),
    "queens": ("queens", "star battle"), "slitherlink": ("slitherlink",), "kakurasu": ("kakurasu",),
}  # fmt: skip
"""What these may be called; the others may not be called anything."""
PAIRS = (
    ("blurred", "pale", "compressed", "grainy", "small", "glare", "moved"),
    (
        "left cut off", "bottom cut off", "no column clues", "no row clues", "no clues", "few clues",
        "window", "no walls", "walls broken", "misprint", "clue too large", "clues blotted",
        "row clues cut off",
    ),
)  # fmt: skip
"""A pair is one of each."""
PAIR = "pair"


@dataclass(frozen=True)
class Said:
    """What was said of one picture."""

    what: str
    """Its faults, and its look."""
    codes: tuple[str, ...]
    """Empty if it was answered."""
    message: str
    true: bool
    untrue: tuple[str, ...]


def judge(kind: str, number: int) -> Said:
    """Draw a picture, and judge what a refusal says of it."""
    image, what, truth, names = shown(kind, number)
    result = solve_image(image)
    if result.status == "solved":
        return Said(what, (), "", true=False, untrue=())
    codes = tuple(message.code for message in result.messages)
    untrue = tuple(untrue_of(result.messages, truth, names))
    is_true = codes[0] in truth.true and codes[0] not in untrue
    return Said(what, codes, result.message or "", is_true, untrue)


def untrue_of(messages: Sequence[Message], truth: Truth, names: Sequence[str]) -> Iterator[str]:
    """Yield the codes of messages that claim what is not the case."""
    for message in messages:
        if message.code in CUT and "cut_off" in truth.true:
            if not cut_sides(message) <= truth.lost:
                yield message.code
        elif message.code == "puzzle_named" and message.code in truth.true:
            if message.to_dict()["values"]["name"] not in names:
                yield message.code
        elif message.code in CLAIMS - {*truth.true} - truth.also:
            yield message.code


def shown(kind: str, number: int) -> tuple[Image, str, Truth, tuple[str, ...]]:
    """Draw a picture of a kind: its pixels, what it is, what is true of it, and names it may be called."""
    look = [*LOOKS][number % len(LOOKS)]
    rng = np.random.default_rng([number, *kind.encode()])
    if kind in OTHERS:
        return draw_other(kind, look, rng), f"{kind}, {look}", OTHERS[kind], NAMES.get(kind, ())
    faults = (kind,) if kind in FAULTS else tuple(str(rng.choice(group)) for group in PAIRS)
    for at in count(number * TRIES):
        whole, faulty = draw_faults(faults, look, at)
        if solve_image(whole.pixels).status == "solved":
            return faulty.pixels, f"{' and '.join(faults)}, {look}", union(faults), ()
    raise AssertionError


def draw_other(kind: str, look: str, rng: Random) -> Image:
    """Draw another puzzle in a look."""
    grid = other_puzzle(kind, rng)
    rows, cols = len(grid.regions), len(grid.regions[0])
    blank = Puzzle([None] * cols, [None] * rows, grid.regions)
    seeing, style = LOOKS[look], None
    while not isinstance(style, Style):
        style = seeing.look(rng, blank, np.zeros((rows, cols), np.uint8)).style
    picture = draw_grid(grid, style)
    return (seeing.camera(rng, picture) if seeing.camera else picture).pixels


def union(faults: Sequence[str]) -> Truth:
    """Return what is true of several faults together."""
    truths = [TRUTHS[fault] for fault in faults]
    return Truth(
        tuple(code for truth in truths for code in truth.true),
        frozenset().union(*(truth.also for truth in truths)),
        frozenset().union(*(truth.lost for truth in truths)),
    )


def tables(rows: Sequence[Row[Said]]) -> Iterator[Table]:
    """Yield a row for each kind, and the total."""
    made = table(
        *("kind", "pictures", "answered", "refused", "true", "none helps", "untrue", "said first"),
        rows=(_counts(kind, some) for kind, some in by_kind(rows).items()),
    )
    every = [row.found for row in rows]
    for name, some in (("all but pairs", [row.found for row in rows if row.kind != PAIR]), ("all", every)):
        made.add_row(*map(str, _counts(name, some)))
    yield made


def _counts(kind: str, some: list[Said]) -> list[object]:
    refused = [one for one in some if one.codes]
    true, untrue = (
        sum(one.true and not one.untrue for one in refused),
        sum(bool(one.untrue) for one in refused),
    )
    first = Counter(one.codes[0] for one in refused).most_common(3)
    return [
        *(kind, len(some), len(some) - len(refused), len(refused)),
        *(f"{true} ({share(true, len(refused), 0)})", len(refused) - true - untrue, untrue),
        ", ".join(f"{code} {times}" for code, times in first),
    ]


def describe(row: Row[Said]) -> str:
    """Return what was said of a picture if it is not true, or anything of it untrue."""
    said = row.found
    if not said.codes or (said.true and not said.untrue):
        return ""
    verdict = f"UNTRUE {', '.join(said.untrue)}" if said.untrue else "none helps"
    return f"{said.what}: {verdict}: {', '.join(said.codes)}: {said.message}"


REASONS = View(
    judge,
    tables,
    (*TRUTHS, *OTHERS, PAIR),
    pictures=18,
    describe=describe,
    is_wrong=lambda said: bool(said.untrue),
    image=lambda kind, number: shown(kind, number)[0],
)

if __name__ == "__main__":
    command(REASONS, __doc__)()
