"""How far boards go: `python -m benchmarks.extents [-n PICTURES] [--first NUMBER] [KIND…]`.

A picture of every kind is read from a lattice that begins or ends up to three lines off the board's, at any
of its sides; and pages of 2 to 12 boards are read whole. One row for each kind: `extent right` is the share
of those read of which the number and the place of rows and columns are the board's.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from rich.table import Table

from benchmarks.refusals import answer_of
from benchmarks.runner import Row, View, by_kind, command, share, table
from fixtures.drawing.board.puzzles import unique_puzzle
from fixtures.drawing.board.style import STYLES, any_style
from fixtures.drawing.entries import played
from fixtures.drawing.kinds import BEYOND, BY_HAND, TO_ANSWER, draw
from fixtures.drawing.render import draw_page
from pipeline import Result, prove_reading, solve_image
from solver.puzzle import Water
from training.boards import board_of
from vision.board import Board
from vision.files.pixels import Image
from vision.reading.comb import FEWEST_CELLS
from vision.reading.one_board import read_board
from vision.reading.page import is_same

ROWS = {**TO_ANSWER, **BEYOND, **BY_HAND}
FAR = 3
"""Lines by which a side of a lattice is off, at most."""
PAGES = "pages"
ON_PAGE, SIDES, LEAST_PITCH, ACROSS = (2, 13), (5, 11), 18.0, 4
"""Boards on a page, their rows and columns, their smallest pitch in pixels, and boards in a row, fewer."""


class Ended(NamedTuple):
    """What became of the boards of one picture."""

    boards: int
    right: int
    """Answered rightly."""
    wrong: int
    extents: int
    """Those whose extent was right."""
    silent: int
    """Those of which nothing was reported."""


class Boards(NamedTuple):
    """A picture with boards of which it is known where they are, and the water that belongs into them."""

    image: Image
    truth: Sequence[tuple[Board, Water | None]]
    lattice: Board | None = None
    """From which the only one is to be read; if None, they are to be found."""


def ended(kind: str, number: int) -> Ended:
    """Draw and read one picture."""
    return read(drawn_boards(kind, number))


def read(boards: Boards) -> Ended:
    """Read one picture."""
    if boards.lattice:
        return _counted(boards.truth, [prove_reading(read_board(boards.image, boards.lattice))])
    result = solve_image(boards.image)
    return _counted(boards.truth, [result, *result.others])


def drawn_boards(kind: str, number: int) -> Boards:
    """Draw one picture of a kind, or a page."""
    rng = np.random.default_rng([number, *kind.encode()])
    return _page(rng) if kind == PAGES else _lattice(rng, kind)


def _lattice(rng: np.random.Generator, kind: str) -> Boards:
    picture = draw(rng, ROWS[kind])
    board = board_of(picture)
    top, bottom, left, right = np.where(rng.random(4) < 0.5, rng.integers(-FAR, FAR + 1, 4), 0).tolist()
    bottom = max(bottom, top + FEWEST_CELLS - board.rows)
    right = max(right, left + FEWEST_CELLS - board.cols)
    lattice = board.resized(top, board.rows + bottom, left, board.cols + right)
    return Boards(picture.pixels, [(board, picture.truth.water)], lattice)


def _page(rng: np.random.Generator) -> Boards:
    rows, cols = rng.integers(*SIDES, 2).tolist()
    if rng.integers(2):
        style = replace(STYLES["site"], zoom=float(rng.uniform(LEAST_PITCH, 40)) / STYLES["site"].pitch)
    else:
        style = any_style(rng, 3 * rows, 3 * cols)
        style = replace(style, zoom=style.zoom * max(1.0, LEAST_PITCH / (style.zoom * style.pitch)))
    count, state = int(rng.integers(*ON_PAGE)), rng.integers(3)
    puzzles = [unique_puzzle(rng, rows, cols) for _ in range(count)]
    marks = [
        (np.zeros((rows, cols), np.uint8), played(rng, puzzle, water), np.array(water, np.uint8))[state]
        for puzzle, water in puzzles
    ]
    filled = [(puzzle, mark) for (puzzle, _), mark in zip(puzzles, marks, strict=True)]
    drawn = draw_page(rng, style, filled, int(rng.integers(1, ACROSS)))
    truth = [(board_of(one), water) for one, (_, water) in zip(drawn, puzzles, strict=True)]
    return Boards(drawn[0].pixels, truth)


def _counted(truth: Sequence[tuple[Board, Water | None]], results: Sequence[Result]) -> Ended:
    """Compare what became of all boards of a picture with what is true of them."""
    seen: Counter[str] = Counter()
    for board, water in truth:
        there = [one for one in results if one.reading and one.reading.board.overlaps(board)]
        answers = [answer for one in there if (answer := answer_of(one)) is not None]
        seen["right"] += water in answers
        seen["wrong"] += any(other != water for other in answers)
        seen["extents"] += any(one.reading is not None and is_same(one.reading.board, board) for one in there)
        seen["silent"] += not there
    return Ended(len(truth), seen["right"], seen["wrong"], seen["extents"], seen["silent"])


def tables(rows: Sequence[Row[Ended]]) -> Iterator[Table]:
    """Yield a table with a row for each kind, and one for all."""
    yield table(
        *("lattices", "boards", "extent right", "answered rightly", "wrong", "not a word"),
        rows=[
            _counts(name, found)
            for name, found in {**by_kind(rows), "all": [row.found for row in rows]}.items()
        ],
    )


def _counts(name: str, found: list[Ended]) -> list[object]:
    boards, right, wrong, extents, silent = map(sum, zip(Ended(0, 0, 0, 0, 0), *found, strict=True))
    return [name, boards, share(extents, boards), share(right, boards), wrong, silent]


EXTENTS = View(
    ended,
    tables,
    (*ROWS, PAGES),
    describe=lambda row: str(row.found) if row.found.right < row.found.boards else "",
    is_wrong=lambda found: found.wrong > 0,
)

if __name__ == "__main__":
    command(EXTENTS, __doc__)()
