"""What became of one picture: its fields as JSON, and the exit code it asks for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, cast

from pipeline import Result
from solver import formats
from solver.belief.overrides import Override
from solver.errors import NotWritable
from solver.message import sentences
from solver.puzzle import Known, Puzzle, Water
from vision.drawing.overlay import Drawing
from vision.files.errors import lacks_memory, too_much_memory
from vision.files.mark import MARK, QUESTION, Mark
from vision.files.pixels import Image, Picture
from vision.files.save import VECTOR_FORMATS, encode_picture
from vision.reading.doubts import Doubt, Repair

from . import VERSION
from .record import PictureInfo, PlaceFields, Record, fields_of
from .sentences import SENTENCES, Message
from .status import OfPicture, exit_code, format_trace, one_line
from .tasks import Answer, Task

SCHEMA = 3
"""Version of the JSON lines; it rises when a field changes its meaning."""
STAGES = ("load", "read", "solve", "draw")
REFUSED = ("unsure", "no_puzzle")
"""Statuses of what could not be read: of all that is the case the first is told, the rest on request."""
BESIDE = {"boards_left_out", "board_not_read", "frame_read", "one_if_connected", *SENTENCES}
"""Codes of what is told with it: of what else is in the picture, and of what the app has to say."""
SOLUTION_FORMS: dict[str, Callable[[Puzzle, Water], str]] = {
    "text": formats.format_truth,
    "share": lambda puzzle, water: (
        formats.format_share(water) + formats.format_puzzle(puzzle, formats.Form.PUZZLINK) + "\n"
    ),
}
"""A puzzle and its water as text, by the option that asks for it and the field in JSON that has it."""


def encoded(drawing: Drawing, like: Picture, form: str, mark: str) -> bytes:
    """Return a drawing as a file of a format, with its mark and what `like` has besides its pixels."""
    if form in VECTOR_FORMATS.values():
        from vision.vectors.drawing import encode_drawing  # noqa: PLC0415 — loads Pillow

        return encode_drawing(drawing, like, form, mark)
    return encode_picture(drawing.pixels, like, form, mark)


def fault(error: BaseException) -> Message:
    """Return the message of a fault of the program."""
    seen = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return Message("fault", said=one_line(seen))


@dataclass(frozen=True, eq=False, slots=True)
class Outcome:
    """How one picture ended."""

    path: str
    """As it was given; `-` for contents without a name."""
    status: OfPicture
    """What became of the puzzle; `final_status` tells what became of all that was asked."""
    messages: tuple[Message, ...] = ()
    """What was seen and what to do, if anything was amiss: what most matters first."""
    result: Result | None = field(default=None, repr=False)
    """What the pipeline returned, if the picture got that far."""
    target: str | None = None
    """Where the answer was written; `-` for standard output, None where it is but a page of a document."""
    key: str = ""
    """What the marks in its files say of which picture they are."""
    documents: dict[str, str] = field(default_factory=dict)
    """Where further files of the answer were written, by their kind."""
    reading_output: str | None = None
    """Where the drawing of what was read was written."""
    unsaved: bool = False
    """Whether there was an answer that could not be written."""
    seconds: dict[str, float] = field(default_factory=dict, repr=False)
    """Wall-clock seconds of the stages reached."""
    traceback: str = field(default="", repr=False)
    """Of a fault of the program, for those who look into it."""
    task: Task = field(default_factory=Task)
    """What was asked."""
    answer: Answer | None = field(default=None, repr=False)
    """What the task made of it, if it got that far."""
    is_text: bool = False
    """Whether the puzzle came as text."""
    like: Picture | None = field(default=None, repr=False)
    """Transparency, colour profile and resolution for files of the picture drawn."""
    misfits: tuple[Override, ...] = ()
    """What a person said that a refused puzzle has no place for, or without which it has an answer."""
    boards: tuple[Outcome, ...] = field(default=(), repr=False)
    """Of the other boards of the page, the second first, without a path: `named_boards` has it."""
    counts: bool = True
    """Whether the exit code depends on it; it does not on a board that may be a part of the page's looks."""
    picture_info: PictureInfo | None = field(default=None, repr=False)
    """Which bytes the picture had and how it looked, if that is asked for."""

    @classmethod
    def failed(cls, path: str, error: BaseException, **fields: Any) -> Outcome:
        """Return the outcome of what raised an error: for want of memory, or by a fault of the program."""
        if lacks_memory(error):
            return cls(path, "unreadable", (too_much_memory().what,), **fields)
        return cls(path, "crashed", (fault(error),), traceback=format_trace(error), **fields)

    @property
    def message(self) -> str | None:
        """The messages in one line; None if there are none."""
        return one_line(sentences(self.messages)) or None

    @property
    def reason(self) -> str | None:
        """Of a refusal the reason that is told first, and what else is on the page; else the message."""
        if self.status not in REFUSED or self.answer is not None:
            return self.message
        told = [message for message in self.messages[1:] if message.code in BESIDE]
        return one_line(sentences([*self.messages[:1], *told])) or None

    @property
    def final_status(self) -> str:
        """`unsaved`, the answer's status or that of the puzzle: the word that `exit_code` knows."""
        answered = self.answer.status if self.answer else None
        return "unsaved" if self.unsaved else answered or self.status

    @property
    def counted_as(self) -> str:
        """The word under which it is summed up with others."""
        is_uncertain = self.final_status == "solved" and not self.puzzle_certain
        return "solved_with_uncertain_walls" if is_uncertain else self.final_status

    @property
    def exit_code(self) -> int:
        return exit_code(self.final_status)

    @property
    def statuses(self) -> tuple[str, ...]:
        """Those of all boards of the page that count: the most severe decides the command's exit code."""
        return (self.final_status, *(board.final_status for board in self.boards if board.counts))

    @property
    def named_boards(self) -> tuple[Outcome, ...]:
        """The other boards of the page, each named by its number, and with the place of its answer."""
        return tuple(
            replace(
                board,
                path=f"{self.path}#board={number}",
                task=self.task,
                target=self.target if board.answer and board.status == "solved" else None,
            )
            for number, board in enumerate(self.boards, 2)
        )

    @property
    def picture(self) -> Image | None:
        """uint8 (H, W, 3) RGB: what was drawn, if anything was."""
        return self.answer.picture if self.answer else None

    @property
    def puzzle(self) -> Puzzle | None:
        """What was read, whether or not it was proved."""
        return self.result.puzzle if self.result else None

    @property
    def puzzle_certain(self) -> bool | None:
        """Whether what was read is surely the puzzle in the picture; None where no puzzle is."""
        if self.result is None or self.puzzle is None:
            return None
        was_read = self.status in ("solved", "ambiguous", "no_solution")
        is_written = self.is_text and self.status != "unsure"  # if so, a person corrects it to none
        return is_written or (was_read and self.result.puzzle_certain)

    @property
    def water(self) -> Water | None:
        """The answer: None unless it was proved to be the only one."""
        solution = self.result.solution if self.result and self.status == "solved" else None
        return solution.water if solution else None

    @property
    def shared(self) -> Known | None:
        """What all solutions share: None unless it was proved."""
        proved = self.status in ("solved", "ambiguous")
        solution = self.result.solution if self.result and proved else None
        return solution.forced if solution else None

    @property
    def mark(self) -> str:
        """The text by which later runs know the picture drawn: an answer, or a puzzle to solve."""
        is_puzzle = self.answer is not None and self.answer.is_puzzle
        rule = self.puzzle.rule if self.puzzle else "level"
        return str(Mark(QUESTION if is_puzzle else MARK, VERSION, self.task.name, rule, self.key))

    def encoded(self, form: str = "PNG") -> bytes:
        """Return the picture drawn as a file, as it is saved: with its mark, transparency and profile.

        `form` is Pillow's name of a format, PNG, JPEG, WEBP, TIFF, BMP or GIF, or SVG or PDF. ValueError if
        nothing was drawn, ImageUnwritable if the format cannot hold it.
        """
        if self.answer is None or self.answer.drawing is None or self.like is None:
            raise ValueError(f"nothing was drawn: {self.message or self.status}")
        return encoded(self.answer.drawing, self.like, form, self.mark)

    def without_pixels(self) -> Outcome:
        """Return it light enough to be sent from a worker and kept: all but pictures and documents."""
        answer = self.answer and replace(self.answer, drawing=None, reading=None, documents={})
        boards = tuple(board.without_pixels() for board in self.boards)
        return replace(self, answer=answer, boards=boards, like=None)

    def to_dict(self) -> Record:
        """Return the fields of the line of JSON, in its order; what is not known is None."""
        boards = [board._fields() for board in self.named_boards]
        return cast(Record, {"schema": SCHEMA, **self._fields(), "boards": boards})

    def _fields(self) -> dict[str, Any]:
        """Return what is told of each board of a page alike."""
        return {
            "path": self.path,
            "status": self.status,
            "exit_code": self.exit_code,
            "message": self.message,
            **_message_fields(self.messages),
            **self._puzzle_fields(),
            **self._text_fields(),
            "repairs": [place_fields(repair) for repair in (self.result.repairs if self.result else ())],
            "doubts": [place_fields(doubt) for doubt in (self.result.doubts if self.result else ())],
            "output": self.target,
            "reading_output": self.reading_output,
            "seconds": {stage: (spent := self.seconds.get(stage)) and round(spent, 4) for stage in STAGES},
            **dict.fromkeys(fields_of(self.task.name)),
            **(self.answer.fields if self.answer else {}),
            **{f"{kind}_output": place for kind, place in self.documents.items()},
        }

    def _puzzle_fields(self) -> dict[str, Any]:
        """Return what was read and proved, and what the player has put in."""
        puzzle, reading = self.puzzle, self.result.reading if self.result else None
        # Of all others it was not asked, or not proved, or the puzzle was not surely read.
        unique = {"solved": True, **({"ambiguous": False} if self.puzzle_certain else {})}
        return {
            "rows": puzzle and puzzle.height,
            "cols": puzzle and puzzle.width,
            "col_clues": puzzle and puzzle.col_clues,
            "row_clues": puzzle and puzzle.row_clues,
            "regions": puzzle and puzzle.regions,
            "rule": puzzle and puzzle.rule,
            "puzzle_certain": self.puzzle_certain,
            "water": self.water and [[int(wet) for wet in row] for row in self.water],
            "unique": unique.get(self.status),
            "shared": self.shared
            and [[cell if cell is None else int(cell) for cell in row] for row in self.shared],
            "marks": reading and reading.marks,
            "corners": reading and [[round(x, 1), round(y, 1)] for x, y in reading.board.corners],
        }

    def _text_fields(self) -> dict[str, Any]:
        """Return the puzzle in forms that are handed on: only if it is certain."""
        texts: dict[str, str | None] = {}
        puzzle = self.puzzle if self.puzzle_certain else None
        for name, form in (("task", formats.Form.TASK), ("puzzlink", formats.Form.PUZZLINK)):
            texts[name] = None
            with suppress(NotWritable):
                texts[name] = formats.format_puzzle(puzzle, form) if puzzle else None
        return texts


def solution_texts(
    outcome: Outcome, wanted: Iterable[str] = tuple(SOLUTION_FORMS)
) -> tuple[dict[str, str | None], Message | None]:
    """Return the solution in the forms that are wanted, and why one of them cannot tell it.

    Each is under its name of `SOLUTION_FORMS`, and None if there is no solution, the puzzle is not
    certain, or it cannot be told.
    """
    texts: dict[str, str | None] = dict.fromkeys(wanted)
    puzzle, water, why_not = outcome.puzzle, outcome.water, None
    if puzzle is None or water is None or not outcome.puzzle_certain:
        return texts, None
    for name in texts:
        try:
            texts[name] = SOLUTION_FORMS[name](puzzle, water)
        except NotWritable as error:
            why_not = Message("not_in_form", form=name, what=error.what)
    return texts, why_not


def _message_fields(messages: Sequence[Message]) -> dict[str, Any]:
    """Return what is told first, and all the rest, as codes with values."""
    first, *rest = [message.to_dict() for message in messages] or [{"code": None, "values": None}]
    return {**first, "also": rest}


def place_fields(found: Doubt | Repair) -> PlaceFields:
    """Return what a record tells of a place."""
    told = found.message.to_dict()
    fields: PlaceFields = {
        "place": str(found.place),
        "code": told["code"],
        "values": told["values"],
        "what": found.what,
        "confidence": round(found.confidence, 4),
        "box": found.box,
    }
    return {**fields, "otherwise": found.otherwise} if isinstance(found, Doubt) else fields
