"""How far boards go: `python -m benchmarks.extents [-n PICTURES] [--first NUMBER] [KIND…]`.

A picture of every kind is read from a lattice that begins or ends up to three lines off the board's, at any
of its sides; and pages of 2 to 12 boards are read whole. One row for each kind: `extent right` is the share
of those read of which the number and the place of rows and columns are the board's.
"""

import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from typing import NamedTuple

import click
import cv2
import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks.refusals import water_told
from fixtures.drawing.board.puzzles import unique_puzzle
from fixtures.drawing.board.render import STYLES
from fixtures.drawing.board.space import any_style
from fixtures.drawing.kinds.to_answer import BEYOND, BY_HAND, KINDS, played, pool, shown_by
from fixtures.drawing.page.several import draw_page
from pipeline import Result, prove_reading, solve_image
from solver.puzzle import Water
from training.boards import board_of
from vision.board import Board
from vision.reading.comb import FEWEST_CELLS
from vision.reading.page import is_same
from vision.reading.read import read_board

PAINTERS = {**KINDS, **BEYOND, **BY_HAND}
FAR = 3
"""Lines by which a side of a lattice is off, at most."""
PAGES = "pages"
ON_PAGE, SIDES, LEAST_PITCH, ACROSS = (2, 13), (5, 11), 18.0, 4
"""Boards on a page, their rows and columns, their smallest pitch in pixels, and boards in a row, fewer."""


@dataclass(frozen=True)
class Job:
    """A picture to be drawn and read."""

    kind: str
    seed: int


class Ended(NamedTuple):
    """What became of the boards of one picture."""

    boards: int
    right: int
    """Answered rightly."""
    wrong: int
    extents: int
    """Those whose extent was right."""
    silent: int
    """Those of which nothing was said."""


def ended(job: Job) -> Ended | None:
    """Draw and read one picture; None where its board is not to be found by anybody."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng([job.seed, *job.kind.encode()])
    return _page(rng) if job.kind == PAGES else _lattice(rng, job.kind)


def _lattice(rng: np.random.Generator, kind: str) -> Ended | None:
    puzzle, water = pool()[rng.integers(len(pool()))]
    shown = shown_by(PAINTERS[kind](rng, puzzle, played(rng, water)))
    board = board_of(shown.drawing, puzzle)
    if board is None:
        return None
    top, bottom, left, right = np.where(rng.random(4) < 0.5, rng.integers(-FAR, FAR + 1, 4), 0).tolist()
    bottom = max(bottom, top + FEWEST_CELLS - board.rows)
    right = max(right, left + FEWEST_CELLS - board.cols)
    lattice = board.resized(top, board.rows + bottom, left, board.cols + right)
    reading = read_board(shown.drawing.pixels, lattice)
    result = prove_reading(reading)
    return _counted([(board, water)], [result])


def _page(rng: np.random.Generator) -> Ended:
    rows, cols = rng.integers(*SIDES, 2).tolist()
    if rng.integers(2):
        style = replace(STYLES["site"], zoom=float(rng.uniform(LEAST_PITCH, 40)) / STYLES["site"].pitch)
    else:
        style = any_style(rng, 3 * rows, 3 * cols)
        style = replace(style, zoom=style.zoom * max(1.0, LEAST_PITCH / (style.zoom * style.pitch)))
    count, state = int(rng.integers(*ON_PAGE)), rng.integers(3)
    puzzles = [unique_puzzle(rng, rows, cols) for _ in range(count)]
    marks = [
        (np.zeros((rows, cols), np.uint8), played(rng, water), np.array(water, np.uint8))[state]
        for _, water in puzzles
    ]
    filled = [(puzzle, mark) for (puzzle, _), mark in zip(puzzles, marks, strict=True)]
    drawn = draw_page(rng, style, filled, int(rng.integers(1, ACROSS)))
    result = solve_image(drawn[0].pixels)
    truth = [
        (board, water)
        for one, (puzzle, water) in zip(drawn, puzzles, strict=True)
        if (board := board_of(one, puzzle)) is not None
    ]
    return _counted(truth, [result, *result.others])


def _counted(truth: Sequence[tuple[Board, Water]], results: Sequence[Result]) -> Ended:
    """Compare what became of all boards of a picture with what is true of them."""
    seen: Counter[str] = Counter()
    for board, water in truth:
        there = [one for one in results if one.reading and one.reading.board.overlaps(board)]
        answered = [told for one in there if (told := water_told(one)) is not None]
        seen["right"] += water in answered
        seen["wrong"] += any(other != water for other in answered)
        seen["extents"] += any(one.reading is not None and is_same(one.reading.board, board) for one in there)
        seen["silent"] += not there
    return Ended(len(truth), seen["right"], seen["wrong"], seen["extents"], seen["silent"])


@click.command()
@click.argument("kinds", nargs=-1, type=click.Choice([*PAINTERS, PAGES]))
@click.option("-n", "--pictures", default=20, help="Pictures of each kind.")
@click.option("--first", default=0, help="The number of the first.")
@click.option("-j", "--workers", default=2)
def main(*, kinds: tuple[str, ...], pictures: int, first: int, workers: int) -> None:
    """Print the table; exit with 1 if an answer was wrong."""
    names = kinds or (*PAINTERS, PAGES)
    jobs = [Job(kind, first + number) for kind in names for number in range(pictures)]
    with ProcessPoolExecutor(workers) as executor:
        found = list(track(executor.map(ended, jobs, chunksize=4), total=len(jobs)))
    table = Table("lattices", "boards", "extent right", "answered rightly", "wrong", "not a word")
    total = np.zeros(5, int)
    for kind in names:
        rows = [one for job, one in zip(jobs, found, strict=True) if job.kind == kind and one]
        total += (sums := np.sum(rows or [Ended(0, 0, 0, 0, 0)], axis=0))
        table.add_row(kind, *_cells(sums))
    table.add_row("all", *_cells(total))
    Console(width=None if sys.stdout.isatty() else 120).print(table)
    sys.exit(bool(total[2]))


def _cells(sums: np.ndarray) -> list[str]:
    boards, right, wrong, extents, silent = sums.tolist()
    share = [f"{100 * part / max(1, boards):.1f} %" for part in (extents, right)]
    return [str(boards), *share, str(wrong), str(silent)]


if __name__ == "__main__":
    main()
