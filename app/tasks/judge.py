"""What may be said of a result: its puzzle, where that is certain, and which of the marks are wrong."""

from collections.abc import Callable, Sized
from dataclasses import replace
from typing import NamedTuple

from pipeline import Result
from solver.formats.annotated import known_of, unclear_of
from solver.grid import Cell
from solver.puzzle import Known, Puzzle
from vision.reading.marks import fills_aquariums
from vision.reading.reading import Reading
from vision.reading.reasons import complaints, is_cut

from ..sentences import Message
from .wording import row_lines

SEVERAL = Message("only_shared_checked")
DOUBTED = Message("only_water_certain")
"""Said of such a puzzle; what is in doubt is named beside it."""


class Judgement(NamedTuple):
    """What the player has put in, and what of it is wrong."""

    puzzle: Puzzle
    marks: Known
    """marks[row][col] as put in: water True, cross False, nothing None."""
    certain: Known
    """certain[row][col]: wet or dry in every solution, None where solutions differ."""
    unclear: tuple[Cell, ...] = ()
    """The cells [row, col] of which cannot be told what is put there; `marks` has None there too."""
    coloured: tuple[Cell, ...] = ()
    """Those, and none of the others, whose colour may be water or the picture's own."""

    @property
    def wrong(self) -> tuple[Cell, ...]:
        """The cells [row, col] that hold the contrary of what is certain, in reading order."""
        return self._where(lambda mark, wet: None not in (mark, wet) and mark != wet)

    @property
    def right(self) -> Known:
        """The marks without the wrong ones."""
        wrong = set(self.wrong)
        return tuple(
            tuple(None if (row, col) in wrong else mark for col, mark in enumerate(line))
            for row, line in enumerate(self.marks)
        )

    @property
    def wet(self) -> int:
        """How many cells are certainly wet."""
        return sum(line.count(True) for line in self.certain)

    @property
    def wet_marked(self) -> int:
        """How many of these the player has filled."""
        return len(self._where(lambda mark, wet: mark is True and wet is True))

    @property
    def crosses(self) -> int:
        return sum(line.count(False) for line in self.marks)

    @property
    def is_empty(self) -> bool:
        """Whether nothing has been put in, unless colours are water."""
        return not self.unclear and all(mark is None for line in self.marks for mark in line)

    @property
    def is_done(self) -> bool | None:
        """Whether all the water is in, and nothing is wrong; None where unclear cells keep that open."""
        unclear = {*self.unclear, *self.coloured}
        whole = all(wet is not None for line in self.certain for wet in line)
        missing = self._where(lambda mark, wet: wet is True and mark is not True)
        if not whole or self.wrong or any(cell not in unclear for cell in missing):
            return False
        return None if unclear else True

    def is_wrong(self) -> list[list[bool]]:
        """Return wrong[row][col]: whether the mark there is wrong."""
        wrong = set(self.wrong)
        return [[(row, col) in wrong for col in range(len(line))] for row, line in enumerate(self.marks)]

    def mistake_lines(self) -> list[str]:
        """Say in a line for each row, and for water and crosses apart, which marks are wrong."""
        groups: dict[tuple[int, bool | None], list[Cell]] = {}
        for row, col in self.wrong:
            groups.setdefault((row, self.marks[row][col]), []).append((row, col))
        said = {True: "you put water; should be empty", False: "you put a cross; should be water"}
        return [line for (_, mark), cells in groups.items() for line in row_lines(cells, said[bool(mark)])]

    def mistake_fields(self) -> list[dict[str, object]]:
        """Return for every wrong mark where it is and what it is; rows and columns from 1."""
        return [
            {"row": row + 1, "col": col + 1, "mark": "water" if self.marks[row][col] else "cross"}
            for row, col in self.wrong
        ]

    def _where(self, holds: Callable[[bool | None, bool | None], bool]) -> tuple[Cell, ...]:
        return tuple(
            (row, col)
            for row, (line, truth) in enumerate(zip(self.marks, self.certain, strict=True))
            for col, (mark, wet) in enumerate(zip(line, truth, strict=True))
            if holds(mark, wet)
        )


def offer(reading: Reading, amiss: Sized) -> tuple[Message, ...]:
    """Offer to ignore what was read in the cells, where the player may have put in none of it.

    So it may be where it cannot be told, or where there is something amiss with it and it may be colours.
    """
    is_doubtful = unclear_of(reading.marks) or (amiss and may_be_colours(reading))
    return (Message("ignore_entries"),) if is_doubtful and not reading.marks_said else ()


def may_be_colours(reading: Reading) -> bool:
    """Whether water, and what cannot be told, fills whole aquariums: the picture may have them in colours."""
    return fills_aquariums(reading.marks, reading.puzzle.regions, unclear=True)


def judged(result: Result) -> Judgement | None:
    """Judge the marks of a puzzle that was proved to have solutions; None of another."""
    if result.reading is None or result.solution is None or result.status not in ("solved", "ambiguous"):
        return None
    reading = result.reading
    return Judgement(
        reading.puzzle,
        known_of(reading.marks),
        result.solution.forced,
        unclear_cells(reading),
        reading.coloured,
    )


def unclear_cells(reading: Reading) -> tuple[Cell, ...]:
    """Return the cells [row, col] whose mark is unclear for another reason than their colour."""
    coloured = set(reading.coloured)
    return tuple(cell for cell in unclear_of(reading.marks) if cell not in coloured)


def of_colours(cells: Sized) -> tuple[Message, ...]:
    """Tell in one sentence that it is unclear whether the colour of some cells is water."""
    return (Message("colours_unclear", cells=len(cells)),) if cells else ()


def without_puzzle(result: Result) -> Result:
    """Return a result as one to be refused, if its puzzle is not certain; any other as it is.

    So it is told to whoever asks for the puzzle, and for what rests on its walls: not only for the water.
    """
    if result.puzzle_certain or result.status not in ("solved", "ambiguous"):
        return result
    messages = (DOUBTED,) if result.status == "solved" else result.messages
    return replace(result, status="unsure", messages=messages, solution=None)


def is_consistent(reading: Reading) -> bool:
    """Whether what was read is a whole puzzle, so that a person can say that it is right."""
    return not (is_cut(reading) or complaints(reading) or reading.puzzle.problems())
