"""A hint is true of the board that is seen: what it counts can be counted there, or is named before it."""

import re
from collections.abc import Iterator
from itertools import chain, combinations
from typing import Any

import numpy as np
import pytest

from fixtures.drawing.board.puzzles import unique_puzzle
from solver import Puzzle, solve
from solver.grid import Cell
from solver.logic.explanation import TECHNIQUES, explain, steps
from solver.logic.position import MOST_NAMED, aquariums_named, position_of
from solver.logic.premises import MOST_PREMISES, next_step
from solver.logic.step import Step, Technique, empty, settled
from solver.message import Message
from solver.puzzle import Known

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
    """A board as a player sees it, which what a reason says can be put into.

    Counting on it knows the rules and what sentences mean, and nothing of how steps are found.
    """

    def __init__(self, puzzle: Puzzle, known: Known) -> None:
        self.puzzle = puzzle
        self.cells = [list(row) for row in known]
        self.own = puzzle.aquariums()

    def copy(self) -> "Seen":
        return Seen(self.puzzle, tuple(map(tuple, self.cells)))

    def every(self) -> Line:
        return [cell for cells in self.own.values() for cell in cells]

    def line(self, axis: str, number: int) -> Line:
        rows, cols = range(self.puzzle.height), range(self.puzzle.width)
        return [(number - 1, col) for col in cols] if axis == "row" else [(row, number - 1) for row in rows]

    def clue(self, axis: str, number: int) -> int:
        return (self.puzzle.row_clues if axis == "row" else self.puzzle.col_clues)[number - 1]

    def wet(self, line: Line) -> int:
        return sum(self.cells[row][col] is True for row, col in line)

    def open(self, line: Line) -> Line:
        return [(row, col) for row, col in line if self.cells[row][col] is None]

    def need(self, axis: str, number: int) -> int:
        return self.clue(axis, number) - self.wet(self.line(axis, number))

    def segments(self, row: int) -> list[Line]:
        """Return the open cells of a row, counted from 1, by aquarium, as they stand from the left."""
        there, numbers = self.open(self.line("row", row)), dict.fromkeys(self.puzzle.regions[row - 1])
        parts = ([cell for cell in there if cell in self.own[number]] for number in numbers)
        return [part for part in parts if part]

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
    wet, room = board.wet(line), len(board.open(line))
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
    wet, room = now.wet(line), len(now.open(line))
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


OBVIOUS = (Technique.COMPLETE, Technique.LEVEL)
COUNTED = (Technique.COMPLETE, Technique.ROW, Technique.COLUMN, Technique.SUMS)


def hint(puzzle: Puzzle, known: Known, *, crosses: bool = False) -> Step:
    step = next_step(puzzle, known, puts_in_air=crosses)
    assert step is not None
    return step


def full_lines(step: Step) -> int:
    return sum(len(premise.lines) for premise in step.premises)


@pytest.mark.parametrize("crosses", [False, True])
@pytest.mark.parametrize("seed", range(25))
def test_every_number_of_a_reason_can_be_counted_on_the_board(seed: int, crosses: bool) -> None:
    puzzle, known = half_played(np.random.default_rng([seed, crosses]), crosses=crosses)
    step = hint(puzzle, known, crosses=crosses)
    assert miscounts(puzzle, known, step) == []
    water = solve(puzzle).water
    assert all(water[row][col] for row, col in step.water)
    assert not any(water[row][col] for row, col in step.air)
    assert full_lines(step) <= MOST_PREMISES
    assert not re.search(r"[Aa]quariums? \d", " ".join(each.because for each in (step, *step.chain)))
    assert all(aquariums_named(each.reason) <= MOST_NAMED for each in (step, *step.chain))


def without_premises(puzzle: Puzzle, known: Known) -> tuple[Step | None, Known]:
    """Return the step that is more than obvious air, if any is, and the board with all that air."""
    for step in steps(puzzle, known):
        if step.water or step.technique not in OBVIOUS:
            return step, known
        known = settled(known, step.water, step.air)
    return None, known


def test_a_hint_leads_as_far_as_on_a_board_with_all_air_and_its_numbers_alone_are_others() -> None:
    noticed = needed = left_out = 0
    for seed in range(40):
        puzzle, known = half_played(np.random.default_rng([seed, 0]), crosses=False)
        (step, board), told = without_premises(puzzle, known), hint(puzzle, known)
        if step is None:
            continue
        noticed += bool(miscounts(puzzle, known, step))
        needed += bool(told.premises)
        if told.reason.code not in ("lines_full", "lines_dry"):
            assert told.technique is step.technique
            assert set(told.cells) >= set(step.cells)
        if told.technique in COUNTED:
            left_out += _check_that_each_line_is_needed(puzzle, known, told, board)
    assert noticed >= needed >= 10
    assert left_out >= 15


def _check_that_each_line_is_needed(puzzle: Puzzle, known: Known, step: Step, board: Known) -> int:
    """Check that without any full line that is named the same step is not found, and count these lines."""
    seen = Seen(puzzle, known)
    air = [
        [
            (row, col)
            for row, col in seen.open(seen.line(line.axis, line.line + 1))
            if board[row][col] is False
        ]
        for premise in step.premises
        for line in premise.lines
    ]
    for without in range(len(air)):
        others = [cell for at, cells in enumerate(air) if at != without for cell in cells]
        position = position_of(puzzle, settled(known, air=others))
        found = [each for each in dict(TECHNIQUES)[step.technique](position) if each.lines == step.lines]
        assert not any(set(step.cells) <= set(each.cells) for each in found)
    return len(air)


def test_a_full_row_is_said_before_the_column_that_rests_on_it() -> None:
    puzzle = Puzzle([2, None, None], [None, 1, None], ["abc", "def", "ghi"])
    board = ((None,) * 3, (None, True, None), (None,) * 3)
    step = hint(puzzle, board)
    assert step.because == (
        "Row 2 is full, so its other cells are air. "
        "Then column 1 needs 2 and has only 2 cells for it: all are water."
    )
    assert (step.water, step.air) == (((0, 0), (2, 0)), ())
    row, *_ = steps(puzzle, board)
    assert hint(puzzle, board, crosses=True) == row


def test_air_that_rises_from_a_full_row_is_said_where_it_counts() -> None:
    puzzle = Puzzle([1, None], [None, 1, None], ["ab", "ac", "dc"])
    step = hint(puzzle, ((None, None), (None, True), (None, True)))
    assert step.because.startswith(
        "Row 2 is full, so its other cells are air, and so are those above them in the same aquarium. "
        "Then column 1"
    )


def test_where_it_needs_too_many_full_lines_these_are_the_step() -> None:
    for full in (3, 4):
        rows = ["abc", "def", "ghi", "jkl", "mno", "pqr"][: full + 2]
        puzzle = Puzzle([2, None, None], [*[1] * full, None, None], rows)
        step = hint(puzzle, (*[(None, True, None)] * full, *[(None,) * 3] * 2))
        if full == MOST_PREMISES:
            assert (full_lines(step), step.water) == (full, ((full, 0), (full + 1, 0)))
        else:
            assert step.because == "Rows 1, 2, 3 and 4 are full, so their other cells are air."
            assert (step.water, step.premises, len(step.air)) == ((), (), 2 * full)


def test_a_column_of_many_aquariums_is_told_of_three_at_a_time() -> None:
    puzzle = Puzzle([1], [None] * 10, list("aabbccddee"))
    first, *others = explain(puzzle).steps
    assert (first.technique, aquariums_named(first.reason), len(first.air)) == (Technique.COLUMN, 3, 3)
    assert [len(step.air) for step in others if step.technique is Technique.COLUMN][:1] == [2]


def test_a_segment_is_explained_where_it_first_stands() -> None:
    segment = Message("segment")
    for seed in range(12):
        puzzle, _ = half_played(np.random.default_rng([seed, 3]), crosses=True)
        every = [link for step in explain(puzzle).steps for link in (step, *step.chain)]
        speaks = [link for link in every if link.technique in (Technique.ROW, Technique.SUMS)]
        assert [link.defines for link in speaks] == [segment, *[None] * (len(speaks) - 1)][: len(speaks)]
