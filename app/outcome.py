"""What became of one picture: its fields as JSON, and the exit code it asks for."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:  # importing them costs half a second, which `aquarium --help` must not
    from pipeline import Result, Status
    from solver.puzzle import Puzzle, Water
    from vision.doubts import Doubt, Repair

    from .imprint import Imprint

SCHEMA = 2
"""Version of the JSON lines; it rises when a field changes its meaning."""
STAGES = ("load", "read", "solve", "draw")

EXIT_CODES = {
    "solved": 0,
    "crashed": 1,
    "usage": 2,
    "unsaved": 2,
    "unreadable": 3,
    "no_puzzle": 4,
    "unsure": 4,
    "ambiguous": 5,
    "no_solution": 5,
    "timeout": 5,
    "interrupted": 130,
}
GRAVITY = (0, 2, 3, 4, 5, 1, 130)
"""Exit codes, gravest last: a fault of the program must not hide behind a picture without a puzzle."""


def exit_code(*endings: str) -> int:
    """Return the exit code of how one or several pictures ended: the gravest met; 0 for none.

    0 all solved · 1 a fault of the program · 2 wrong usage, or nowhere to write · 3 not a readable picture ·
    4 no puzzle read with certainty · 5 read, but no solution, several, or out of time · 130 interrupted.
    """
    return max((EXIT_CODES[ending] for ending in endings), key=GRAVITY.index, default=0)


@dataclass(frozen=True)
class Outcome:
    """How one picture ended."""

    path: str
    """As it was given; `-` for standard input."""
    status: Status | Literal["unreadable", "crashed"]
    message: str | None = None
    """One line: what was seen and what to do, if anything was amiss."""
    result: Result | None = None
    """What the pipeline returned, if the picture got that far."""
    output: str | None = None
    """Where the answer was written; `-` for standard output."""
    reading_output: str | None = None
    """Where the drawing of what was read was written."""
    unsaved: bool = False
    """Whether there was an answer that could not be written."""
    seconds: dict[str, float] = field(default_factory=dict)
    """Wall-clock seconds of the stages reached."""
    traceback: str = ""
    """Of a fault of the program, for those who look into it."""
    imprint: Imprint | None = None
    """Which bytes the picture had and how it looked, where a ledger is kept."""

    @property
    def ending(self) -> str:
        """The status, or `unsaved`: the word that `exit_code` knows."""
        return "unsaved" if self.unsaved else self.status

    @property
    def puzzle(self) -> Puzzle | None:
        """What was read, whether or not it was proved."""
        return self.result.puzzle if self.result else None

    @property
    def water(self) -> Water | None:
        """The answer: None unless it was proved to be the only one."""
        solution = self.result.solution if self.result and self.status == "solved" else None
        return solution.water if solution else None

    def as_json(self) -> str:
        """Return one line of JSON; fields that are not known are null."""
        fields = {
            "schema": SCHEMA,
            "path": self.path,
            "status": self.status,
            "exit_code": exit_code(self.ending),
            "message": self.message,
            **self._puzzle_fields(),
            **self._answer_fields(),
            **self._picture_fields(),
            "task": self._task(),
            **self._belief_fields(),
            "output": self.output,
            "reading_output": self.reading_output,
            "seconds": {stage: _rounded(self.seconds.get(stage)) for stage in STAGES},
        }
        return json.dumps(fields)

    def _puzzle_fields(self) -> dict[str, Any]:
        puzzle = self.puzzle
        return {
            "rows": puzzle and puzzle.height,
            "cols": puzzle and puzzle.width,
            "col_clues": puzzle and puzzle.col_clues,
            "row_clues": puzzle and puzzle.row_clues,
            "regions": puzzle and puzzle.regions,
        }

    def _answer_fields(self) -> dict[str, Any]:
        unique = {"solved": True, "ambiguous": False}  # of all others it was not asked, or not proved
        return {
            "water": self.water and [[int(wet) for wet in row] for row in self.water],
            "unique": unique.get(self.status),
        }

    def _picture_fields(self) -> dict[str, Any]:
        reading = self.result.reading if self.result else None
        return {
            "marks": reading and reading.marks,
            "corners": reading and [[round(x, 1), round(y, 1)] for x, y in reading.board.corners],
        }

    def _task(self) -> str | None:
        from solver.formats import format_task  # noqa: PLC0415 — the solver's package loads OR-Tools

        return format_task(self.puzzle) if self.puzzle else None

    def _belief_fields(self) -> dict[str, Any]:
        repairs = self.result.repairs if self.result else ()
        doubts = self.result.doubts if self.result else ()
        return {
            "repairs": [_place_fields(repair) for repair in repairs],
            "doubts": [{**_place_fields(doubt), "otherwise": doubt.otherwise} for doubt in doubts],
        }


def _place_fields(found: Doubt | Repair) -> dict[str, Any]:
    return {
        "place": str(found.place),
        "what": found.what,
        "confidence": round(found.confidence, 4),
        "box": found.box,
    }


def _rounded(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 4)
