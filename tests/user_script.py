"""What people may write with an installed wheel: mypy --strict has nothing to say against it."""

import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.batch.run import Batch, solve_all
from app.inputs.plan import plan_jobs
from app.request import Request
from app.service import Text, process
from app.tasks import Task
from pipeline import AquariumError, Result, Status, read, solve_image, solve_puzzle
from solver import InvalidPuzzle, NoSolution, Puzzle, Solution, solve, violations
from solver.formats import Form, format_puzzle, parse_puzzle
from solver.generate import generate
from solver.logic.explanation import explain
from vision.board import Board
from vision.drawing.overlay import Drawing, find_mistakes, mistakes_layer
from vision.drawing.water import Water
from vision.files.load import load_picture
from vision.files.pixels import Image
from vision.reading.reading import Reading


def opaque_water(pixels: NDArray[np.uint8]) -> Image | None:
    """Draw the water into pixels, uint8 (H, W, 3) RGB, by steps."""
    reading: Reading = read(pixels)
    board: Board = reading.board
    if reading.puzzle is None:
        return None
    try:
        solution: Solution = solve(reading.puzzle)
    except (InvalidPuzzle, NoSolution) as error:
        print(error.what.code, error.what.seen, error.what.advice)
        return None
    wrong = find_mistakes(reading.marks, solution.water)
    water = Water(board, solution.water, reading.puzzle.regions)
    return Drawing(pixels, (water, mistakes_layer(pixels, board, wrong))).pixels


result: Result = solve_image("a.png", time_limit=10.0, size=(6, 6), trace=lambda name, product: None)
status: Status = result.status
if status == "solved" and result.solution is not None and result.puzzle is not None:
    clues: tuple[int | None, ...] = result.puzzle.col_clues
    cells: tuple[tuple[bool, ...], ...] = result.solution.water
print(result.message, [doubt.place for doubt in result.doubts], file=sys.stderr)
try:
    text: str = format_puzzle(parse_puzzle("1_1_2;1,1"), Form.TASK)
except AquariumError as error:
    print(error)
for job, outcome in solve_all(plan_jobs(sys.argv[1:], "out"), Request(), batch=Batch(workers=1)):
    print(job.target, outcome.status, outcome.to_dict()["status"], outcome.exit_code)
data: bytes = process(Path("a.png"), Request(Task("hint", level="reason"))).encoded("PNG")
again: bool | None = process(Text("1_1_2;1,1")).puzzle_certain
puzzle = Puzzle(col_clues=[1, 2, 2], row_clues=[0, 2, 3], regions=["aab", "acb", "ccb"])
words: list[str] = [step.because for step in explain(puzzle).steps]
is_solved: bool = violations(puzzle, solve(puzzle).water) == []
picture: Image | None = solve_puzzle(puzzle if is_solved else generate(6, 6, seed=1).puzzle).picture
with_profile = load_picture(Path("a.png")).pixels.shape
