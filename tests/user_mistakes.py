"""Mistakes of those who use an installed wheel: mypy --strict reports each line that names an error."""

from pathlib import Path

from app.request import Request
from app.service import process
from app.tasks import Task
from pipeline import Result, draw_nothing, solve_image  # attr-defined
from solver import Puzzle, guess, solve  # attr-defined
from solver.formats import format_puzzle
from vision import write
from vision.reading.read import read
from vision.reading.reading import Reading

result: Result = solve_image("a.png", time="10")  # call-arg
limited = solve_image("a.png", time_limit="10")  # arg-type
ended: bool = result.status == "sloved"  # comparison-overlap
water = result.solution.water  # union-attr
result.status = "solved"  # misc
reading: Reading = read(Path("a.png")).puzzle  # assignment
puzzle = Puzzle(col_clues="12", row_clues=[0, 2], regions=["ab", "ab"])  # arg-type
unique: str = solve(puzzle).unique  # assignment
text: bytes = format_puzzle(puzzle, "task")  # assignment
outcome = process(12, Request(Task("solve")))  # arg-type
unknown = [draw_nothing, guess, write]
