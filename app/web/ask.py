"""Words of an address → what is asked of a picture or text, with messages for what cannot be asked.

`PARAMETERS` is the one table: requests are parsed by it, and `openapi` describes it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from solver.belief.overrides import BadOverride, Override, parse_override

from ..errors import UsageError
from ..escaping import visible
from ..request import Limits, Request
from ..sentences import Message
from ..sources import MARKS
from ..tasks import FORMS, GRADES, LEVELS, RULES, Task

MEDIA_TYPES = {
    "png": "image/png",
    "jpeg": "image/jpeg",
    "webp": "image/webp",
    "svg": "image/svg+xml",
    "pdf": "application/pdf",
}
"""Of pictures, by the words for their formats, which are endings of their names, too."""
MOST_SOLUTIONS = 100
"""That can be asked for at a time: the answer to one request."""
LARGEST_SEED = 2**63 - 1
FLAGS = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}


@dataclass(frozen=True, slots=True)
class Parameter:
    """What can be said in an address under one name."""

    name: str
    about: str
    """What it is for, for the documents."""
    expected: str
    """What its value is, for who has given another."""
    example: str
    read: Callable[[str], Any]
    """Makes the value of the text; raises ValueError where that is not possible."""
    schema: Mapping[str, Any]
    """Of the value, as JSON Schema."""
    tasks: tuple[str, ...] = ()
    """Those that have it; all if there are none named."""
    repeated: bool = False
    """Whether it may be given more than once."""
    required: bool = False

    def value_of(self, text: str) -> Any:
        """Return the value that a text gives; UsageError if it gives none."""
        try:
            return self.read(text)
        except ValueError:
            shown = text if len(text) <= 40 else f"{text[:40]}…"
            raise UsageError(
                Message(
                    "bad_parameter",
                    name=self.name,
                    text=visible(shown),
                    expected=self.expected,
                    example=self.example,
                )
            ) from None


@dataclass(frozen=True, slots=True)
class Ask:
    """What is asked of a picture or text."""

    request: Request
    page: int = 1
    board: int | None = None
    form: str | None = None
    """The word for a picture's format where a file is wanted, None where the record is."""
    is_plain: bool = False
    """Whether the picture alone is wanted, with nothing drawn in."""
    kept: str | None = None
    """The name of a file that the server has kept, if none is sent."""


@dataclass(frozen=True, slots=True)
class AskNew:
    """What new puzzle is asked for."""

    size: tuple[int, int]
    grade: str = "normal"
    seed: int | None = None
    """None for any."""


def _choice(*words: str) -> dict[str, Any]:
    def read(text: str) -> str:
        if text not in words:
            raise ValueError
        return text

    listed = f"{', '.join(words[:-1])} or {words[-1]}"
    return {"expected": listed, "read": read, "schema": {"type": "string", "enum": list(words)}}


def _count(least: int, most: int) -> dict[str, Any]:
    def read(text: str) -> int:
        if not re.fullmatch("[0-9]{1,19}", text) or not least <= int(text) <= most:
            raise ValueError
        return int(text)

    schema = {"type": "integer", "minimum": least, "maximum": most}
    return {"expected": f"a whole number from {least} to {most}", "read": read, "schema": schema}


def _flag() -> dict[str, Any]:
    def read(text: str) -> bool:
        if text.lower() not in FLAGS:
            raise ValueError
        return FLAGS[text.lower()]

    return {
        "expected": "1 or 0",
        "example": "1",
        "read": read,
        "schema": {"type": "string", "enum": [*FLAGS]},
    }


def _size(text: str) -> tuple[int, int]:
    found = re.fullmatch("([0-9]{1,4})[x×]([0-9]{1,4})", text.lower())
    if not found or not int(found[1]) or not int(found[2]):
        raise ValueError
    return int(found[1]), int(found[2])


def _fix(text: str) -> Override:
    try:
        return parse_override(text)
    except BadOverride as error:
        raise UsageError(Message("bad_fix", what=error.what)) from None


def _marks(text: str) -> str:
    if not text or set(text.lower()) - {*MARKS, "/"}:
        raise ValueError
    return text.lower()


def _text(text: str) -> str:
    if not text:
        raise ValueError
    return text


SIZE_SCHEMA = {"type": "string", "pattern": "^[0-9]{1,4}[xX×][0-9]{1,4}$"}
OF_SIZE: dict[str, Any] = {
    "expected": "rows x columns",
    "example": "15x15",
    "read": _size,
    "schema": SIZE_SCHEMA,
}
DRAWING = ("solve", "solutions", "draw")
"""Tasks that draw water, so that it may be chosen how."""

COMMON = (
    Parameter(
        "fix",
        "What a clue or wall is, whatever was read.",
        "a clue or a wall, and what it is",
        "top:7=8",
        _fix,
        {"type": "string"},
        repeated=True,
    ),
    Parameter("size", "Rows and columns of the board, if they are known.", **OF_SIZE),
    Parameter("rule", "The puzzle's rule, which no picture shows.", example="connected", **_choice(*RULES)),
    Parameter(
        "marks",
        "The player's marks, row by row, in place of those in the picture: w water, x cross, "
        ". nothing, ? cannot tell; / between rows is ignored.",
        "a sign for each cell: w water, x cross, . nothing, ? cannot tell",
        "w.x/..x/ww.",
        _marks,
        {"type": "string", "pattern": "^[wxWX.?/]+$"},
    ),
    Parameter("ignore_entries", "Take all cells as empty, whatever is entered in them.", **_flag()),
    Parameter("page", "Page of a PDF, TIFF or HEIC file.", example="2", **_count(1, 100_000)),
    Parameter("board", "Which of several boards, from 1.", example="2", **_count(1, 1000)),
    Parameter(
        "kept",
        "A file that the server still has, in place of the body: as a record named it.",
        "the name of a kept file",
        "kPzX0r4bqv3",
        _text,
        {"type": "string"},
    ),
    Parameter("as_read", "A person has checked that clues and walls were read correctly.", **_flag()),
)
OF_TASKS = (
    Parameter("level", "How much the hint tells.", example="cell", **_choice(*LEVELS), tasks=("hint",)),
    Parameter("rules_only", "Check by the rules alone.", **_flag(), tasks=("check",)),
    Parameter(
        "water",
        "Colour of the water: a name of CSS or #RRGGBB.",
        "a colour",
        "teal",
        _text,
        {"type": "string"},
        DRAWING,
    ),
    Parameter(
        "opacity", "Percent of the paper that water hides.", example="60", **_count(1, 100), tasks=DRAWING
    ),
    Parameter("only_new", "Draw water only in cells without a mark.", **_flag(), tasks=DRAWING[:2]),
)
OF_SOLVE = (
    Parameter("from_marks", "Start from the player's marks.", **_flag(), tasks=("explain",)),
    Parameter("format", "Form of the text.", example="task", **_choice(*FORMS), tasks=("read",)),
    Parameter(
        "most", "How many solutions at most.", example="5", **_count(1, MOST_SOLUTIONS), tasks=("solutions",)
    ),
)
OF_PICTURE = (
    Parameter("format", "Format of the file.", example="svg", **_choice(*MEDIA_TYPES)),
    Parameter("solution", "Draw the water in.", **_flag(), tasks=("draw",)),
    Parameter("with_marks", "Draw the player's marks in.", **_flag(), tasks=("draw",)),
    Parameter("pitch", "Pixels of a cell.", example="40", **_count(8, 200), tasks=("draw",)),
)
OF_REQUEST, OF_ASK = ("size", "rule", "marks", "as_read", "ignore_entries"), ("page", "board", "kept")
"""Fields of `Request` and of `Ask` that are said by their names."""
SOLVE_TASKS = ("solve", "check", "hint", "explain", "read", "solutions")
PICTURE_TASKS = ("solve", "check", "hint", "draw", "plain")


def _task(words: tuple[str, ...]) -> Parameter:
    return Parameter("task", "What to do; default: solve.", example="check", **_choice(*words))


PARAMETERS: Mapping[str, tuple[Parameter, ...]] = {
    "solve": (_task(SOLVE_TASKS), *COMMON, *OF_TASKS, *OF_SOLVE),
    "picture": (_task(PICTURE_TASKS), *COMMON, *OF_TASKS, *OF_PICTURE),
    "new": (
        Parameter("size", "Rows and columns.", **OF_SIZE, required=True),
        Parameter("grade", "How hard it is.", example="hard", **_choice(*GRADES)),
        Parameter("seed", "Same size, grade and seed: same puzzle.", example="7", **_count(0, LARGEST_SEED)),
    ),
}
"""What can be said to each endpoint."""


def parse_ask(endpoint: str, items: Iterable[tuple[str, str]], limits: Limits | None = None) -> Ask:
    """Return what the words (name, value) of an address ask for at `solve` or `picture`.

    UsageError, which names the word, if it cannot be asked.
    """
    limits = limits or Limits()
    given = _given(endpoint, items)
    name = given.pop("task", "solve")
    parameters = {parameter.name: parameter for parameter in PARAMETERS[endpoint]}
    for word in given:
        if (tasks := parameters[word].tasks) and name not in tasks:
            raise UsageError(Message("parameter_of_others", name=word, tasks=tasks, task=name))
    form = given.pop("format", "png") if endpoint == "picture" else None
    asked = {word: given.pop(word) for word in OF_ASK if word in given}
    said = {word: given.pop(word) for word in OF_REQUEST if word in given}
    overrides = tuple(given.pop("fix", ()))
    is_plain = name == "plain"
    task = Task("solve") if is_plain else _of_options(name, given, limits.solve)
    request = Request(task, limits, overrides, **said, draws=form is not None)
    return Ask(request, **asked, form=form, is_plain=is_plain)


def parse_new(items: Iterable[tuple[str, str]]) -> AskNew:
    """Return what new puzzle the words (name, value) of an address ask for; UsageError if none can be."""
    given = _given("new", items)
    for parameter in PARAMETERS["new"]:
        if parameter.required and parameter.name not in given:
            raise UsageError(
                Message(
                    "missing_parameter",
                    name=parameter.name,
                    expected=parameter.expected,
                    example=parameter.example,
                )
            )
    return AskNew(**given)


def _of_options(name: str, options: dict[str, Any], time_limit: float) -> Task:
    if name == "read":
        options = {"form": options.get("format", "text")}
    if name == "solutions":
        options = {"most": 10, **options}
    if name in ("hint", "explain", "solutions"):
        options["time_limit"] = time_limit
    return Task(name, **options)


def _given(endpoint: str, items: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Return the values of all words that are given, of repeated ones as lists."""
    parameters = {parameter.name: parameter for parameter in PARAMETERS[endpoint]}
    given: dict[str, Any] = {}
    for name, text in items:
        if name not in parameters:
            shown = name if len(name) <= 40 else f"{name[:40]}…"
            raise UsageError(Message("unknown_parameter", name=shown, known=tuple(parameters)))
        parameter = parameters[name]
        value = parameter.value_of(text)
        if parameter.repeated:
            given.setdefault(name, []).append(value)
        elif name in given:
            raise UsageError(Message("repeated_parameter", name=name))
        else:
            given[name] = value
    return given
