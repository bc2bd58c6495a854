"""What became of one picture: its fields as JSON, and the exit code it asks for."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:  # importing them costs half a second, which `aquarium --help` must not
    from pipeline import Result, Status
    from solver.puzzle import Known, Puzzle, Water
    from vision.files.pixels import Image
    from vision.reading.reading import Reading
    from vision.reading.words import Doubt, Repair

    from .store.picture_info import PictureInfo

SCHEMA = 2
"""Version of the JSON lines; it rises when a field changes its meaning."""
STAGES = ("load", "read", "solve", "draw")

EXIT_CODES = {
    "solved": 0,
    "answered": 0,
    "crashed": 1,
    "usage": 2,
    "unsaved": 2,
    "unreadable": 3,
    "no_puzzle": 4,
    "unsure": 4,
    "ambiguous": 5,
    "no_solution": 5,
    "timeout": 5,
    "mistaken": 6,
    "interrupted": 130,
}
GRAVITY = (0, 2, 3, 4, 5, 6, 1, 130)
"""Exit codes, gravest last: a fault of the program must not hide behind a picture without a puzzle."""


def exit_code(*endings: str) -> int:
    """Return the exit code of how one or several pictures ended: the gravest met; 0 for none.

    0 all solved · 1 a fault of the program · 2 wrong usage, or nowhere to write · 3 not a readable picture ·
    4 no puzzle read with certainty · 5 read, but no solution, several, or out of time · 6 the player has made
    a mistake · 130 interrupted.
    """
    return max((EXIT_CODES[ending] for ending in endings), key=GRAVITY.index, default=0)


@dataclass(frozen=True, eq=False)
class Answer:
    """What a command makes of a puzzle that was read."""

    verdict: str | None = None
    """The word for it that `exit_code` knows; None where the status of the puzzle is the word."""
    message: str | None = None
    """One line for a person; None for what solving has to say."""
    words: str = ""
    """What standard output gets, unless JSON is wanted."""
    picture: Image | None = None
    """uint8 (H, W, 3) RGB: what is drawn."""
    page: Reading | None = None
    """The reading of the picture drawn, where it is another than the one given."""
    is_question: bool = False
    """Whether what is drawn is a puzzle to solve, so that a later run over its folder takes it."""
    fields: dict[str, Any] = field(default_factory=dict)
    """What JSON gets besides the usual fields."""


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
    answer: Answer | None = None
    """What a command other than solving made of it, if it got that far."""
    fields: tuple[str, ...] = ()
    """Names of the fields of such an answer, for JSON without one."""
    is_text: bool = False
    """Whether the puzzle came as text."""
    picture_info: PictureInfo | None = None
    """Which bytes the picture had and how it looked, where a ledger is kept."""

    @property
    def ending(self) -> str:
        """The status, `unsaved` or the answer's verdict: the word that `exit_code` knows."""
        verdict = self.answer.verdict if self.answer else None
        return "unsaved" if self.unsaved else verdict or self.status

    @property
    def puzzle(self) -> Puzzle | None:
        """What was read, whether or not it was proved."""
        return self.result.puzzle if self.result else None

    @property
    def water(self) -> Water | None:
        """The answer: None unless it was proved to be the only one."""
        solution = self.result.solution if self.result and self.status == "solved" else None
        return solution.water if solution else None

    @property
    def shared(self) -> Known | None:
        """What all solutions share: None unless it was proved."""
        asked = self.status in ("solved", "ambiguous")
        solution = self.result.solution if self.result and asked else None
        return solution.forced if solution else None

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
            **self._text_fields(),
            **self._belief_fields(),
            "output": self.output,
            "reading_output": self.reading_output,
            "seconds": {stage: _rounded(self.seconds.get(stage)) for stage in STAGES},
            **dict.fromkeys(self.fields),
            **(self.answer.fields if self.answer else {}),
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
            "rule": puzzle and puzzle.rule,
        }

    def _answer_fields(self) -> dict[str, Any]:
        unique = {"solved": True, "ambiguous": False}  # of all others it was not asked, or not proved
        return {
            "water": self.water and [[int(wet) for wet in row] for row in self.water],
            "unique": unique.get(self.status),
            "shared": self.shared
            and [[cell if cell is None else int(cell) for cell in row] for row in self.shared],
        }

    def _picture_fields(self) -> dict[str, Any]:
        reading = self.result.reading if self.result else None
        return {
            "marks": reading and reading.marks,
            "corners": reading and [[round(x, 1), round(y, 1)] for x, y in reading.board.corners],
        }

    def _text_fields(self) -> dict[str, Any]:
        from solver.errors import NotWritable  # noqa: PLC0415 — the solver's package takes time to load
        from solver.formats import Form, format_puzzle  # noqa: PLC0415 — as above

        texts: dict[str, str | None] = {}
        for name, form in (("task", Form.TASK), ("puzzlink", Form.PUZZLINK)):
            texts[name] = None
            with suppress(NotWritable):
                texts[name] = format_puzzle(self.puzzle, form) if self.puzzle else None
        return texts

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
