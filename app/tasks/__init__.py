"""What can be asked of a puzzle, named by data: a `Task` → an `Answer`.

Each task is one pure function `(image, result, **options) -> Answer | None`; if it draws water, `style` is an
option of it. Their registry is `TASKS`. Importing this package loads none of them, so that a command can
name a task at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:  # a task is named long before a picture is at hand
    from pipeline import Result
    from solver.message import Message
    from vision.drawing.overlay import Drawing
    from vision.drawing.style import Style
    from vision.files.pixels import Image
    from vision.reading.reading import Reading

SOLVED_SUFFIX, SOLUTION_SUFFIX = ".solved.png", ".solution.png"
"""End the names of answers, and of puzzles that are drawn with their water."""


class TaskKind(NamedTuple):
    """What is known of a task before it is done."""

    suffix: str = SOLVED_SUFFIX
    """Ends the names of the pictures that it draws."""
    needs_puzzle: bool = False
    """Whether it tells the puzzle, or reasons that rest on its walls: the water alone is not enough."""
    each_board: bool = False
    """Whether it is done for every board of a page; if not, for the largest alone."""
    draws_water: bool = False
    """Whether it draws water, so that it may be chosen how."""
    is_timed: bool = False
    """Whether it may take long, so that its time is limited."""
    module: str = ""
    """Where its function is, if not in the module of its name."""


TASKS: Mapping[str, TaskKind] = {
    "solve": TaskKind(each_board=True, draws_water=True),
    "solutions": TaskKind(each_board=True, draws_water=True, is_timed=True, module="solve"),
    "check": TaskKind(".checked.png", each_board=True),
    "hint": TaskKind(".hint.png", needs_puzzle=True, is_timed=True),
    "explain": TaskKind(needs_puzzle=True, draws_water=True, is_timed=True),
    "read": TaskKind(needs_puzzle=True, each_board=True, module="draw"),
    "draw": TaskKind(".png", needs_puzzle=True, draws_water=True),
    "new": TaskKind(".png", draws_water=True, module="draw"),
}
"""Every task by the name of its function."""

LARGEST_BOARD = 400
"""Rows or columns of a puzzle that is drawn: its picture has not many more pixels than one that is read."""
LEVELS = ("nudge", "cell", "reason")
"""How much a hint gives away, least first. It starts with the least: more can be asked for, and nothing that
was seen can be taken back."""
GRADES = ("easy", "normal", "hard", "very-hard")
"""Of new puzzles, as `solver.logic.step.Grade` names them, in one word."""
RULES = ("level", "connected")
"""Where water is level, as `solver.puzzle.Rule` names it."""
SEEDS = 1_000_000
"""Seeds of new puzzles that are chosen from where none is given: short enough to type."""
FORMS = {
    "text": "GRID",
    "task": "TASK",
    "walls": "WALL_MATRIX",
    "numbers": "NUMBER_MATRIX",
    "puzzlink": "PUZZLINK",
    "json": "JSON",
    "unicode": "DRAWING",
}
"""Words of options for the text forms of puzzles, and their names in `solver.formats.Form`."""


@dataclass(frozen=True, eq=False, slots=True)
class Answer:
    """What a task makes of a puzzle that was read."""

    status: str | None = None
    """The word for it that `outcome.exit_code` knows; None where the status of the puzzle is the word."""
    messages: tuple[Message, ...] = ()
    """For a person; none for what solving has to say."""
    text: str = ""
    """What standard output gets, unless JSON is wanted."""
    drawing: Drawing | None = None
    """What is drawn, if anything is."""
    reading: Reading | None = None
    """The reading of the picture drawn, where it is not the given picture with something drawn into it."""
    is_of_others: bool = False
    """Whether only other boards of the page were answered, and are drawn, not the one it is the answer to."""
    is_puzzle: bool = False
    """Whether what is drawn is a puzzle to solve, so that a later run over its folder takes it."""
    lines: tuple[str, ...] = ()
    """Those of the text that the page shows, of `check` and `hint`: reasons are in the fields."""
    fields: Mapping[str, Any] = field(default_factory=dict)
    """What JSON gets besides the usual fields."""
    documents: Mapping[str, bytes] = field(default_factory=dict, repr=False)
    """Contents of further files that were asked for, by their kind, which is the suffix: `gif`, `txt`."""

    @property
    def picture(self) -> Image | None:
        """uint8 (H, W, 3) RGB: what is drawn, as pixels."""
        return None if self.drawing is None else self.drawing.pixels


@dataclass(frozen=True, init=False, repr=False, slots=True)
class Task:
    """What is asked of a puzzle, as data: a name of `TASKS` and the options of that task's function."""

    name: str
    options: tuple[tuple[str, Any], ...]
    """Sorted by name; the values are hashable and can be pickled."""

    def __init__(self, name: str = "solve", **options: Any) -> None:
        """Name a task: `Task("hint", level="cell")`. ValueError if there is no task of this name."""
        if name not in TASKS:
            raise ValueError(f"there is no task {name!r}; choose one of {', '.join(TASKS)}")
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "options", tuple(sorted(options.items())))

    def __repr__(self) -> str:
        return f"Task({', '.join([repr(self.name), *(f'{name}={value!r}' for name, value in self.options)])})"

    @property
    def kind(self) -> TaskKind:
        return TASKS[self.name]

    @property
    def suffix(self) -> str:
        """Ends the names of the pictures that it draws."""
        return SOLUTION_SUFFIX if dict(self.options).get("solution") else self.kind.suffix

    @property
    def needs_puzzle(self) -> bool:
        """Whether the puzzle must be certain for it, not only the water; so it is of a check by the rules."""
        return self.kind.needs_puzzle or bool(dict(self.options).get("rules_only"))

    @property
    def begins_empty(self) -> bool:
        """Whether it begins from the empty board, whatever is entered."""
        return self.name == "explain" and not dict(self.options).get("from_marks")

    def answer(self, image: Image, result: Result, style: Style, seconds: float) -> Answer | None:
        """Do the task for a picture, uint8 (H, W, 3) RGB; None if nothing can be made of the result.

        `style` is how water is drawn, and `seconds` how long that may take what is timed.
        """
        function: Callable[..., Answer | None] = getattr(
            import_module(f".{self.kind.module or self.name}", __name__), self.name
        )
        given: dict[str, Any] = {"style": style} if self.kind.draws_water else {}
        given |= {"time_limit": seconds} if self.kind.is_timed else {}
        return function(image, result, **dict(self.options), **given)
