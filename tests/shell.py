"""What the tests of commands share: a puzzle, pictures of it, streams, and what a command leaves behind."""

import io
import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image as Pillow

from app.cli.main import main
from app.outcome import Outcome
from app.request import Overrides, Request
from app.service import Contents, process
from app.store.database import PRIVATE
from app.store.reports import FAILED, PAGE, REPORT, SUMMARY, TABLE
from app.tasks import Task
from fixtures.drawing.board.style import STYLES
from fixtures.drawing.render import draw_puzzle
from solver import Puzzle, solve
from solver.formats import Form, format_puzzle, parse_task
from solver.puzzle import Water
from vision.drawing.style import DEFAULT, Style
from vision.files.load import load_picture
from vision.files.pixels import Image
from vision.reading.read import read

TASK = "4_5_5_3_3_1_4_5_5_3_1_3;1,1,2,3,3,3,1,2,2,2,3,4,1,2,3,3,3,4,2,2,2,5,5,4,6,2,5,5,5,4,6,6,6,4,4,4"
PUZZLE = parse_task(TASK)
WATER = solve(PUZZLE).water
ROW_PAIRS = Puzzle([1, 1, 1, 1], [2, 2, 0, 0], ["abcd", "efgh", "iiii", "jjjj"])
"""Six solutions: the two upper rows hold their water in any columns that pair up; the lower two are dry."""
SOLVE = Task()
STYLE = STYLES["site-dpr2"]
REPORTS = {REPORT, TABLE, SUMMARY, FAILED, PAGE}
Marks = Sequence[Sequence[int]]
PAIRS = format_puzzle(ROW_PAIRS, Form.PUZZLINK)
DONE = [[1 if wet else 0 for wet in row] for row in WATER]
"""Marks of the whole solution."""
DRY, WET = (tuple((np.argwhere(np.array(WATER) == wet)[0] + 1).tolist()) for wet in (False, True))
"""The first dry and the first wet cell, counted from 1."""
EMPTY = tuple((0,) * PUZZLE.width for _ in range(PUZZLE.height))


class Stream(io.TextIOWrapper):
    """A standard stream of a process, made of bytes in memory."""

    def __init__(self, contents: bytes = b"", *, terminal: bool = False) -> None:
        super().__init__(io.BytesIO(contents), encoding="utf-8")
        self.terminal = terminal

    def isatty(self) -> bool:
        """Whether a person is at the other end."""
        return self.terminal


def screenshot(name: str, marks: Marks = EMPTY, puzzle: Puzzle = PUZZLE) -> Path:
    """Make a screenshot of a puzzle with marks[row][col]: 0 nothing, 1 water, 2 cross."""
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_bytes(_png(puzzle, tuple(map(tuple, marks))))
    return Path(name)


@cache
def _png(puzzle: Puzzle, marks: tuple[tuple[int, ...], ...]) -> bytes:
    file = io.BytesIO()
    Pillow.fromarray(draw_puzzle(puzzle, STYLE, marks=np.array(marks)).pixels).save(file, "PNG")
    return file.getvalue()


def marked(*cells: tuple[int, int, int], solved: bool = False, water: Water = WATER) -> Marks:
    """Return marks with (row, col, mark) put in, counted from 1, over nothing or over the whole solution."""
    marks = np.array(water, np.intp) if solved else np.zeros(np.shape(water), np.intp)
    for row, col, mark in cells:
        marks[row - 1, col - 1] = mark
    return marks.tolist()


def written() -> list[str]:
    """Return all files below the folder but reports, sorted."""
    paths = [path for path in Path().rglob("*") if path.is_file() and path.parent.name != PRIVATE]
    return sorted(str(path) for path in paths if path.name not in REPORTS)


def told(capsys, *words: str) -> tuple[int, str, str]:
    """Run a command; return its exit code, standard output and standard error."""
    code = main(list(words))
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def fields(capsys, *words: str) -> dict[str, object]:
    """Run a command with --json on one picture; return its line and check that the code is the same."""
    code, out, _ = told(capsys, *words, "--json")
    assert json.loads(out)["exit_code"] == code
    return json.loads(out)


def pixels(name: str | Path) -> Image:
    return load_picture(Path(name)).pixels


@cache
def corners(contents: bytes) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of the board in a screenshot."""
    (x0, y0), _, (x1, y1), _ = read(load_picture(io.BytesIO(contents)).pixels).board.corners
    return x0, y0, x1, y1


def asked(contents: Contents, task: Task = SOLVE, style: Style = DEFAULT, **further: Any) -> Outcome:
    """Return the outcome of a task; further are what a person states, and what `process` takes."""
    stated = {name: further.pop(name) for name in Overrides._fields if name in further}
    return process(contents, Request(task, style=style, overrides=Overrides(**stated)), **further)


def usage_error(capsys, *words):
    """Return the one line that is said of wrong usage."""
    code, out, err = told(capsys, *words)
    assert (code, out, err[:10], err.count("\n")) == (2, "", "aquarium: ", 1)
    return err[10:-1]


def draw_text(capsys, text, *words):
    """Draw a text that comes through a pipe."""
    Path("in.txt").write_text(text, encoding="utf-8")
    assert told(capsys, "draw", "in.txt", *words)[0] == 0
