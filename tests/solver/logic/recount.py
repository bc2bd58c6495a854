"""Half-played boards; and every number of a reason counted again, on the board and by its premises alone.

Counting knows the rules of the site's puzzles and what sentences mean, and nothing of how steps are found.
"""

from collections.abc import Iterator
from itertools import chain, combinations
from typing import Any

import numpy as np

from fixtures.drawing.board.puzzles import unique_puzzle
from solver.grid import Cell
from solver.logic.explanation import steps
from solver.logic.step import Step, Technique, empty, settled
from solver.message import Message
from solver.puzzle import Known, Puzzle

Line = list[Cell]
HARD = (Technique.COLUMN, Technique.SUMS, Technique.BOUNDS, Technique.PAIR, Technique.SUPPOSE)
"""Techniques that are wanted more often than they come up."""
SIDES, MEAN_SIZES = (5, 14), (1.7, 2, 3, 5)
"""Cells along a side, and in an aquarium."""
SCATTERED, HARDER = 0.2, 0.6
"""Share of the boards with entries anywhere, and of the others that wait for one of those techniques."""


def half_played(rng: np.random.Generator, *, crosses: bool) -> tuple[Puzzle, Known]:
    """Draw a puzzle, and a board on the way to its solution, with crosses or with water alone."""
    rows, cols = (int(side) for side in rng.integers(*SIDES, 2))
    puzzle, water = unique_puzzle(rng, rows, cols, mean_size=float(rng.choice(MEAN_SIZES)))
    if rng.random() < SCATTERED:
        share = rng.uniform(0.1, 0.9)
        return puzzle, tuple(
            tuple(wet if rng.random() < share and (wet or crosses) else None for wet in row) for row in water
        )
    way = list(steps(puzzle))
    hard = [at for at, step in enumerate(way) if step.technique in HARD]
    end = int(rng.choice(hard)) if hard and rng.random() < HARDER else int(rng.integers(len(way)))
    known = empty(puzzle)
    for step in way[:end]:
        known = settled(known, step.water, step.air if crosses else ())
    return puzzle, known


class Seen:
    """A board as a player sees it, which what a reason says can be put into."""

    def __init__(self, puzzle: Puzzle, known: Known) -> None:
        self.puzzle = puzzle
        self.cells = [list(row) for row in known]
        self.own = puzzle.aquariums()

    def copy(self) -> "Seen":
        return Seen(self.puzzle, tuple(map(tuple, self.cells)))

    def every(self) -> Line:
        return [cell for cells in self.own.values() for cell in cells]

    def line(self, axis: str, number: int) -> Line:
        at, (rows, cols) = number - 1, (self.puzzle.height, self.puzzle.width)
        return [(at, col) for col in range(cols)] if axis == "row" else [(row, at) for row in range(rows)]

    def clue(self, axis: str, number: int) -> int:
        clue = (self.puzzle.row_clues if axis == "row" else self.puzzle.col_clues)[number - 1]
        assert clue is not None
        return clue

    def count(self, line: Line, mark: bool | None) -> int:
        return sum(self.cells[row][col] is mark for row, col in line)

    def open(self, line: Line) -> Line:
        return [(row, col) for row, col in line if self.cells[row][col] is None]

    def need(self, axis: str, number: int) -> int:
        return self.clue(axis, number) - self.count(self.line(axis, number), True)

    def segments(self, row: int) -> list[Line]:
        """Return the open cells of a row, counted from 1, by aquarium, as they stand from the left."""
        parts: dict[int, Line] = {}
        for cell in self.line("row", row):
            parts.setdefault(self.puzzle.regions[cell[0]][cell[1]], []).append(cell)
        return [self.open(part) for part in parts.values() if self.open(part)]

    def put(self, cells: Line, wet: bool, *, level: bool = True) -> None:
        """Put in water or air, and what is so by level with it."""
        for row, col in cells:
            number = self.puzzle.regions[row][col]
            for at in self.own[number] if level else [(row, col)]:
                if (at[0] >= row if wet else at[0] <= row) and self.cells[at[0]][at[1]] is None:
                    self.cells[at[0]][at[1]] = wet


def miscounts(puzzle: Puzzle, known: Known, step: Step) -> list[str]:
    """Return every number of a step's reason that is not so on the board known[row][col] and its premises."""
    board = Seen(puzzle, known)
    for premise in step.premises:
        if untrue := list(_premise(board, premise.reason)):
            return untrue
    wrong = [*_reason(board, step.reason), *_follows(board, step)]
    for link in step.chain:
        wrong += [*_reason(board, link.reason), *_follows(board, link)]
        board.put([*link.water], True)
        board.put([*link.air], False)
    if step.chain:
        wrong += _ending(board, _values(step.reason)["end"])
    return wrong


def _values(message: Message) -> dict[str, Any]:
    return dict(message.values)


def _premise(board: Seen, message: Message) -> Iterator[str]:
    values = _values(message)
    for line in values["lines"]:
        if board.need(*line) != 0 or (board.clue(*line) == 0) != (message.code == "lines_dry"):
            yield f"{line} is not full: {message}"
    for line in values["lines"]:
        board.put(board.open(board.line(*line)), False, level=values["above"])


def _reason(board: Seen, message: Message) -> Iterator[str]:
    """Yield what is not so of a sentence on a board."""
    values, code = _values(message), message.code
    for name, so in _facts(board, code, values).items():
        if not so:
            yield f"{name} of {message!r}"
    for inner in _parts(values):
        if code == "row_counted" and inner.code in ("too_big", "not_without_it", "not_without_them"):
            yield from _of_segments(board, _values(values["needs"]), inner)
        elif code == "pair_would_break":
            for supposed in map(_values, values["supposed"]):
                for aquarium in supposed["aquariums"]:
                    yield from _argued(board, aquarium, supposed["at"], supposed["wet"], values["why"])
            return
        elif inner.code in ("stays_below", "reaches_up_to"):
            bound = _values(inner)
            is_wet = inner.code == "stays_below"
            yield from _argued(board, values["aquarium"], bound["at"], is_wet, bound["why"])
        else:
            yield from _reason(board, inner)


def _parts(values: dict[str, Any]) -> Iterator[Message]:
    for name, value in values.items():
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Message) and name != "end":
                yield part


def _facts(board: Seen, code: str, values: dict[str, Any]) -> dict[str, bool]:
    """Return which of the numbers of one sentence are so."""
    match code:
        case "lines_full" | "lines_dry":
            return {"need": all(board.need(*line) == 0 for line in values["lines"])}
        case "pair_every_way" | "pair_no_way":
            return {"needs": tuple(board.need(*line) for line in values["lines"]) == (*values["needs"],)}
        case "water_runs" | "air_rises":
            cells = ((row - 1, col - 1) for row, col in values["cells"])
            return {"cells": all(board.cells[row][col] is (code == "water_runs") for row, col in cells)}
    if "line" not in values:
        return {}
    axis, number = values.get("axis", "column"), values["line"]
    line, need = board.line(axis, number), board.need(axis, number)
    wet, room = board.count(line, True), len(board.open(line))
    counted = {
        "clue": board.clue(axis, number),
        "need": need,
        "room": room,
        "wet": wet,
        "most": wet + room,
        "dry": room - need,
        "still": wet > 0,
    }
    so = {name: values.get(name, count) == count for name, count in counted.items()}
    if "sizes" in values:
        so["sizes"] = tuple(map(len, board.segments(number))) == values["sizes"]
    if code == "one_open_segment":
        so["cells"] = [values["cells"]] == list(map(len, board.segments(number)))
    if code == "column_needs_all":
        so["all"] = need == room
    for part in values.get("parts", ()):
        if part.code in ("top_is_air", "lowest_is_water"):
            aquariums = _values(part)["aquariums"]
            so[part.code] = all(_of_column(board, number, aquarium, part) for aquarium in aquariums)
    return so


def _of_column(board: Seen, number: int, aquarium: tuple[int, int, int], part: Message) -> bool:
    """Tell whether an aquarium has so many open cells in a column, of which so many are settled."""
    values, open_cells = _values(part), board.open(board.line("column", number))
    own, need = len({*open_cells} & {*board.own[aquarium[0]]}), board.need("column", number)
    settles = own - need if part.code == "top_is_air" else need - (len(open_cells) - own)
    return (own, settles) == (values["cells"], values["number"])


def _of_segments(board: Seen, needs: dict[str, Any], part: Message) -> Iterator[str]:
    """Yield what is not so of the segments that are named in a row."""
    values, row = _values(part), needs["line"]
    named = [[(row - 1, col - 1) for col in columns] for columns in values["segments"]]
    there, need = board.segments(row), needs["need"]
    if not all(segment in there for segment in named):
        yield f"segments of {part!r}"
    if part.code == "too_big" and not all(len(segment) > need for segment in named):
        yield f"size of {part!r}"
    if "room" in values and values["room"] != sum(map(len, there)) - min(map(len, named)):
        yield f"room of {part!r}"


def _follows(board: Seen, step: Step) -> Iterator[str]:
    """Yield where other cells are so by level than are counted."""
    inside = {cell for at in step.lines for cell in board.line(at.axis, at.line + 1)}
    for message in step.follows:
        wet, beside = message.code == "level_water", board.copy()
        beside.put([cell for cell in (step.water if wet else step.air) if cell in inside], wet)
        found = {*board.open(board.every())} - {*beside.open(board.every())} - inside
        if len(found) != _values(message)["cells"]:
            yield f"{message!r}: {len(found)}"


def _argued(board: Seen, aquarium: tuple[int, int, int], at: Cell, wet: bool, why: Message) -> Iterator[str]:
    """Follow an argument of one sentence from what is supposed, clause by clause."""
    now = board.copy()
    now.put([cell for cell in now.own[aquarium[0]] if cell[0] == at[0] - 1], wet)
    *clauses, end = _values(why)["clauses"]
    for clause in clauses:
        values = _values(clause)
        line, need = (find(values["axis"], values["line"]) for find in (now.line, now.need))
        match clause.code:
            case "would_have_all_water":
                if need != 0:
                    yield f"{clause!r}: {need}"
                now.put(now.open(line), False)
            case "would_need_all_cells":
                if need != len(now.open(line)):
                    yield f"{clause!r}: {need}"
                now.put(now.open(line), True)
            case "would_have":
                for part in map(_values, values["parts"]):
                    for number, *_ in part["aquariums"]:
                        inside = [cell for cell in now.open(line) if cell in now.own[number]]
                        edge = inside[-1:] if part["wet"] else inside[:1]
                        now.put(inside if values["axis"] == "row" else edge, part["wet"])
    yield from _ending(now, end)


def _ending(now: Seen, end: Message) -> Iterator[str]:
    """Yield what is not so of the clue that would be missed in the end."""
    values = _values(end)
    if "line" not in values:
        return  # two lines at once name no number
    line, clue = now.line(values["axis"], values["line"]), now.clue(values["axis"], values["line"])
    wet, room = now.count(line, True), len(now.open(line))
    is_so = values["clue"] == clue
    match end.code:
        case "would_have_too_many":
            is_so &= values["wet"] == wet > clue
        case "would_have_at_most":
            is_so &= values["most"] == wet + room < clue
        case "would_not_add_up":
            sizes = [len(part) for part in now.segments(values["line"])]
            choices = chain.from_iterable(combinations(sizes, count) for count in range(len(sizes) + 1))
            is_so &= clue - wet not in map(sum, choices)
    if not is_so:
        yield f"{end!r}: {wet} and {room} of {clue}"
