"""What a picture written here carries: its puzzle, the player's marks, the water and the board's place."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from pipeline import Result
from solver.errors import AquariumError
from solver.formats import format_json, parse_json
from solver.formats.annotated import AnnotatedPuzzle, known_of, marks_of, unclear_of
from solver.puzzle import Water
from vision.board import Board, PixelBox
from vision.files.limits import MAX_SIDE
from vision.reading.choose import MOST_TOLD
from vision.reading.reading import Reading, certain_reading


@dataclass(frozen=True, eq=False, slots=True)
class Told:
    """What a note tells of its picture."""

    reading: Reading
    water: Water | None
    """The solution, if there is one, which may be drawn in."""
    others: tuple["Told", ...] = ()
    """The other boards of the page; the reading has their readings."""


def write_note(result: Result, others: Sequence[Result] = ()) -> str:
    """Return the note on the picture of puzzles that are known for certain; empty if there is none."""
    if result.reading is None:
        return ""
    beside = [_fields(other.reading, other) for other in others if other.reading is not None]
    return json.dumps({**_fields(result.reading, result), **({"others": beside} if beside else {})})


def _fields(reading: Reading, result: Result) -> dict[str, Any]:
    solution = result.solution
    water = solution.water if solution and solution.unique else None
    board, marks = reading.board, reading.marks
    record = AnnotatedPuzzle(reading.puzzle, known_of(marks), water, unclear_of(marks))
    return {
        "puzzle": json.loads(format_json(record)),
        "corners": board.corners,
        "to_picture": board.to_picture.tolist(),
        "xs": board.xs.tolist(),
        "ys": board.ys.tolist(),
        "clue_boxes": reading.clue_boxes,
    }


def read_note(note: str) -> Told | None:
    """Return what a note tells, None if it is not one of `write_note`.

    Anyone can write a note: whether the picture bears it out is to be asked of `contradicts`.
    """
    try:
        fields: dict[str, Any] = json.loads(note)
        told, others = _told(fields), list(map(_told, fields.get("others", ())[: MOST_TOLD - 1]))
    except (AquariumError, ValueError, TypeError, KeyError, AttributeError, RecursionError, OverflowError):
        return None
    if told is None or None in others:
        return None
    known = tuple(other for other in others if other is not None)
    reading = replace(told.reading, others=tuple(other.reading for other in known))
    return replace(told, reading=reading, others=known)


def _told(fields: dict[str, Any]) -> Told | None:
    """Return what the fields of one board tell; may raise what a wrong value does."""
    record = parse_json(json.dumps(fields["puzzle"]))
    puzzle = record.puzzle
    if puzzle.problems():
        return None
    board = _board(record, fields)
    cols, rows = (tuple(map(_box, boxes)) for boxes in fields["clue_boxes"])
    if (len(cols), len(rows)) != (puzzle.width, puzzle.height):
        return None
    marks = None if record.marks is None else marks_of(record.marks, record.unclear)
    return Told(certain_reading(puzzle, board, (cols, rows), marks), record.water)


def _box(edges: list[int]) -> PixelBox:
    left, top, right, bottom = map(int, edges)
    if not -MAX_SIDE <= left < right <= 2 * MAX_SIDE or not -MAX_SIDE <= top < bottom <= 2 * MAX_SIDE:
        raise ValueError("this is no place in a picture")
    return left, top, right, bottom


def _board(record: AnnotatedPuzzle, fields: dict[str, Any]) -> Board:
    height, width = record.puzzle.height, record.puzzle.width
    shapes = {"to_picture": (3, 3), "xs": (width + 1,), "ys": (height + 1,)}
    arrays = {name: np.array(fields[name], np.float64) for name in shapes}
    if any(
        arrays[name].shape != shape or not np.isfinite(arrays[name]).all() for name, shape in shapes.items()
    ):
        raise ValueError("this is no board")
    return Board(height, width, arrays["to_picture"], arrays["xs"], arrays["ys"], 1.0)
