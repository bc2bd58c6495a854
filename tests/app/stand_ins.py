"""Results of the pipeline as tests want them, an executor without workers, and small pictures."""

import io
from concurrent.futures import Executor, Future
from pathlib import Path

import numpy as np
from PIL import Image as Pillow

from app.inputs.naming import mark_key
from pipeline import Result
from solver.message import Message
from solver.places import ClueAt, SideAt
from solver.puzzle import Puzzle, Solution
from vision.board import Board, upright
from vision.drawing.puzzle import clue_boxes
from vision.files.load import load_picture
from vision.files.mark import MARK, Mark
from vision.files.pixels import Picture
from vision.files.save import save_picture
from vision.reading.doubts import Doubt, Repair
from vision.reading.reading import certain_reading

WHITE = Pillow.new("RGB", (50, 40), "white")
SMALL = Puzzle([1, 2], [1, 2], ["ab", "bb"])
SMALL_WATER = ((False, True), (True, True))
BOARD = Board(2, 2, upright(1.04, 2, 14.5, 14.5), np.arange(3.0), np.arange(3.0), 1.0)
READING = certain_reading(SMALL, BOARD, clue_boxes(SMALL, BOARD), ((2, 1), (0, 0)))
READ_OR = Message("clue_read_or", axis="row", line=2, read=1, other=7)
DOUBT = Doubt(ClueAt("row", 1), READ_OR, 0.61803, (4, 5, 14, 25), "7")
NO_WALL = Message("no_wall_read", cells=((1, 1), (2, 1)))
SURE = Doubt(SideAt(0, 0, True), NO_WALL, 0.9996, (1, 2, 4, 5), "yes")
TAKEN = Message("clue_taken", axis="row", line=3, taken=8, looks=3)
REPAIR = Repair(ClueAt("row", 2), TAKEN, 0.98765, (1, 2, 3, 4))
UNCLEAR = Message("walls_unclear")
MINE = mark_key(b"mine")
PATIENCE = 60.0
"""Seconds in which what is waited for happens, on the busiest machine."""


class InProcess(Executor):
    """An executor that works in the calling thread, before `submit` returns."""

    window = 1

    def submit(self, fn, /, *args, **kwargs):
        future = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # only what ends the program, as Ctrl-C does, is raised from here
            future.set_exception(error)
        return future

    def cancel(self, future):
        """Do nothing: what is submitted is done."""


def solved(pixels, *, time_limit, repair_limit, overrides, size, rule, as_read, ignore_entries, board, trace):
    trace("solution", None)
    solution = Solution(SMALL_WATER, True, SMALL_WATER)
    return Result("solved", (), READING, solution, seconds={"read": 0.25, "solve": 0.125})


def refusing(status, message=UNCLEAR, *more, doubts=(DOUBT,)):
    """Return a stand-in for the pipeline that ends every picture so."""

    def solve_image(pixels, **_):
        reading = None if status == "no_puzzle" else READING
        told = () if status == "no_puzzle" else (*doubts, *more)
        return Result(status, (message,), reading, doubts=told, seconds={"read": 0.25})

    return solve_image


def in_turn(*pipelines):
    """Return a stand-in for the pipeline: each picture is solved by the next of these."""
    rest = iter(pipelines)

    def solve_image(pixels, **asked):
        return next(rest)(pixels, **asked)

    return solve_image


def solved_unless_black(pixels, **asked):
    return solved(pixels, **asked) if pixels.any() else refusing("unsure")(pixels)


def paint(*names, form=None):
    for name in names:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        WHITE.save(name, form)


def is_answer(file):
    """Tell whether a file, or the place of one, is a solved picture: blue in wet cells, and in no others."""
    pixels = load_picture(Path(file) if isinstance(file, str) else file).pixels
    wet, dry = pixels[26, 24], pixels[12, 5]
    return wet[2] > wet[0] + 20 and abs(int(dry[2]) - dry[0]) < 20


def png():
    WHITE.save(file := io.BytesIO(), "PNG")
    return file.getvalue()


def write(name, key=MINE, kind=MARK):
    """Write a picture of this program, that says of which picture it is."""
    path, pixels = Path(name), np.zeros((5, 7, 3), np.uint8)
    path.parent.mkdir(exist_ok=True)
    save_picture(path, pixels, Picture(pixels), mark=str(Mark(kind, "1.0", "solve", key=key)))
    return path
