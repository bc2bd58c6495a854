"""Parameters of an address → what is asked of a picture or text, or why it cannot be asked.

`PARAMETERS` is the one table: requests are parsed by it, and `openapi` describes it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from solver.belief.overrides import BadOverride, Override, parse_override
from vision.drawing.style import Style, parse_colour

from ..escaping import visible
from ..request import SIZE, STYLE_OPTIONS, Overrides, Request, parse_size
from ..sentences import Message, UsageError
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
LONGEST_SHOWN = 40
"""Characters of a parameter that are repeated to its sender."""
FLAGS = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}


@dataclass(frozen=True, slots=True)
class Kind:
    """The values that a parameter can have."""

    expected: str
    """What they are, for messages."""
    read: Callable[[str], Any]
    """Makes the value of the text; raises ValueError where that is not possible."""
    schema: Mapping[str, Any]
    """Of the value, as JSON Schema."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of an address."""

    name: str
    about: str
    """What it is for, for the documents."""
    kind: Kind
    example: str = "1"
    tasks: tuple[str, ...] = ()
    """Those that have it; all if there are none named."""
    repeated: bool = False
    """Whether it may be given more than once."""
    required: bool = False

    def value_of(self, text: str) -> Any:
        """Return the value that a text gives; UsageError if it gives none."""
        name, expected, example = self.name, self.kind.expected, self.example
        try:
            return self.kind.read(text)
        except ValueError:
            shown = visible(_shortened(text))
            what = Message("bad_parameter", name=name, text=shown, expected=expected, example=example)
            raise UsageError(what) from None


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
    """The name of a file that the server has stored, if none is sent."""


@dataclass(frozen=True, slots=True)
class AskNew:
    """What new puzzle is asked for."""

    size: tuple[int, int]
    grade: str = "normal"
    seed: int | None = None
    """None for any."""


def _choice(*words: str) -> Kind:
    def read(text: str) -> str:
        if text not in words:
            raise ValueError
        return text

    listed = f"{', '.join(words[:-1])} or {words[-1]}"
    return Kind(listed, read, {"type": "string", "enum": list(words)})


def _count(least: int, most: int) -> Kind:
    def read(text: str) -> int:
        if not re.fullmatch("[0-9]{1,19}", text) or not least <= int(text) <= most:
            raise ValueError
        return int(text)

    schema = {"type": "integer", "minimum": least, "maximum": most}
    return Kind(f"a whole number from {least} to {most}", read, schema)


def _name(text: str) -> str:
    if not text:
        raise ValueError
    return text


def _flag(text: str) -> bool:
    if text.lower() not in FLAGS:
        raise ValueError
    return FLAGS[text.lower()]


def _fix(text: str) -> Override:
    try:
        return parse_override(text)
    except BadOverride as error:
        raise UsageError(Message("bad_fix", what=error.what)) from None


def _marks(text: str) -> str:
    if not text or set(text.lower()) - {*MARKS, "/"}:
        raise ValueError
    return text.lower()


FLAG = Kind("1 or 0", _flag, {"type": "string", "enum": [*FLAGS]})
FIX = Kind("a clue or a wall, and what it is", _fix, {"type": "string"})
STORED = Kind("the name of a kept file", _name, {"type": "string"})
BOARD_SIZE = Kind("rows x columns", parse_size, {"type": "string", "pattern": f"^{SIZE}$"})
COLOUR = Kind("a colour", parse_colour, {"type": "string"})
OF_MARKS = Kind(
    "a sign for each cell: w water, x cross, . nothing, ? cannot tell",
    _marks,
    {"type": "string", "pattern": "^[wxWX.?/]+$"},
)
ABOUT_MARKS = (
    "The player's marks, row by row, in place of those in the picture: w water, x cross, "
    ". nothing, ? cannot tell; / between rows is ignored."
)
ABOUT_KEPT = "A file that the server still has, in place of the body: as a record named it."
OF_STYLE = {"colour": (COLOUR, "teal"), "percent": (_count(1, 100), "60"), "flag": (FLAG, "1")}
"""The values of each kind of `STYLE_OPTIONS`, with an example."""
SOLVE_TASKS = ("solve", "check", "hint", "explain", "read", "solutions")
PICTURE_TASKS = ("solve", "check", "hint", "draw", "plain")

OF_BOTH = (
    Parameter("fix", "What a clue or wall is, whatever was read.", FIX, "top:7=8", repeated=True),
    Parameter("size", "Rows and columns of the board, if they are known.", BOARD_SIZE, "15x15"),
    Parameter("rule", "The puzzle's rule, which no picture shows.", _choice(*RULES), "connected"),
    Parameter("marks", ABOUT_MARKS, OF_MARKS, "w.x/..x/ww."),
    Parameter("ignore_entries", "Take all cells as empty, whatever is entered in them.", FLAG),
    Parameter("page", "Page of a PDF, TIFF or HEIC file.", _count(1, 100_000), "2"),
    Parameter("board", "Which of several boards, from 1.", _count(1, 1000), "2"),
    Parameter("kept", ABOUT_KEPT, STORED, "kPzX0r4bqv3"),
    Parameter("as_read", "A person has checked that clues and walls were read correctly.", FLAG),
    Parameter("level", "How much the hint tells.", _choice(*LEVELS), "cell", ("hint",)),
    Parameter("rules_only", "Check by the rules alone.", FLAG, tasks=("check",)),
    *(Parameter(name, one.about, *OF_STYLE[one.kind], one.tasks) for name, one in STYLE_OPTIONS.items()),
)
PARAMETERS: Mapping[str, tuple[Parameter, ...]] = {
    "solve": (
        Parameter("task", "What to do; default: solve.", _choice(*SOLVE_TASKS), "check"),
        *OF_BOTH,
        Parameter("from_marks", "Start from the player's marks.", FLAG, tasks=("explain",)),
        Parameter("format", "Form of the text.", _choice(*FORMS), "task", ("read",)),
        Parameter("most", "How many solutions at most.", _count(1, MOST_SOLUTIONS), "5", ("solutions",)),
    ),
    "picture": (
        Parameter("task", "What to do; default: solve.", _choice(*PICTURE_TASKS), "check"),
        *OF_BOTH,
        Parameter("format", "Format of the file.", _choice(*MEDIA_TYPES), "svg"),
        Parameter("solution", "Draw the water in.", FLAG, tasks=("draw",)),
        Parameter("with_marks", "Draw the player's marks; default: a text's.", FLAG, tasks=("draw",)),
        Parameter("pitch", "Pixels of a cell.", _count(8, 200), "40", ("draw",)),
    ),
    "new": (
        Parameter("size", "Rows and columns.", BOARD_SIZE, "15x15", required=True),
        Parameter("grade", "How hard it is.", _choice(*GRADES), "hard"),
        Parameter("seed", "Same size, grade and seed: same puzzle.", _count(0, LARGEST_SEED), "7"),
    ),
}
"""The parameters of each endpoint."""
OF_ASK = ("page", "board", "kept")
OF_OVERRIDES = tuple(field for field in Overrides._fields if field != "places")
"""Fields of `Ask` and of `Overrides` that parameters are named for."""


def parse_ask(endpoint: str, items: Iterable[tuple[str, str]]) -> Ask:
    """Return what the parameters (name, value) of an address ask for at `solve` or `picture`.

    UsageError, which names the parameter, if it cannot be asked.
    """
    given = _given(endpoint, items)
    name = given.pop("task", "solve")
    for one in PARAMETERS[endpoint]:
        if one.name in given and one.tasks and name not in one.tasks:
            raise UsageError(Message("parameter_of_others", name=one.name, tasks=one.tasks, task=name))
    form = given.pop("format", "png") if endpoint == "picture" else None
    of_ask = {field: given.pop(field) for field in OF_ASK if field in given}
    stated = {field: given.pop(field) for field in OF_OVERRIDES if field in given}
    overrides = Overrides(tuple(given.pop("fix", ())), **stated)
    style = Style(**{field: given.pop(field) for field in STYLE_OPTIONS if field in given})
    if "format" in given:
        given["form"] = given.pop("format")
    is_plain = name == "plain"
    task = Task("solve" if is_plain else name, **given)
    return Ask(Request(task, style=style, overrides=overrides), **of_ask, form=form, is_plain=is_plain)


def parse_new(items: Iterable[tuple[str, str]]) -> AskNew:
    """Return what new puzzle the parameters (name, value) of an address ask for; UsageError if none."""
    return AskNew(**_given("new", items))


def _given(endpoint: str, items: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Return the values of all parameters that are given, of repeated ones as lists."""
    parameters = {parameter.name: parameter for parameter in PARAMETERS[endpoint]}
    given: dict[str, Any] = {}
    for name, text in items:
        if name not in parameters:
            raise UsageError(Message("unknown_parameter", name=_shortened(name), known=tuple(parameters)))
        parameter = parameters[name]
        value = parameter.value_of(text)
        if parameter.repeated:
            given.setdefault(name, []).append(value)
        elif name in given:
            raise UsageError(Message("repeated_parameter", name=name))
        else:
            given[name] = value
    for one in PARAMETERS[endpoint]:
        if one.required and one.name not in given:
            expected, example = one.kind.expected, one.example
            raise UsageError(Message("missing_parameter", name=one.name, expected=expected, example=example))
    return given


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"
