"""The fields of a picture's JSON: what each has in it, and what the reports show of it.

`Outcome.to_dict` gives the values. A field that is added there gets a line here, by which the document of
the API and the reports have it, and one in docs/reference.md.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

Cell = str | int | float | bool | None
"""What a cell of a table holds."""
Schema = Mapping[str, Any]
"""What JSON holds, as JSON Schema says it."""

WHOLE: Schema = {"type": "integer"}
NUMBER: Schema = {"type": "number"}
TEXT: Schema = {"type": "string"}
TRUTH: Schema = {"type": "boolean"}
ANYTHING: Schema = {"type": "object"}


def list_of(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def or_null(schema: Schema) -> Schema:
    return {**schema, "type": [schema["type"], "null"]}


BOX = {**list_of(NUMBER), "description": "left, top, right, bottom in pixels", "minItems": 4, "maxItems": 4}
CLUES = or_null(list_of(or_null(WHOLE)))
CELLS = or_null(list_of(list_of(WHOLE)))
FOUND = or_null(list_of(ANYTHING))
MESSAGE: Schema = {"type": "object", "properties": {"code": TEXT, "values": ANYTHING}}
PLACE: Schema = {
    "type": "object",
    "properties": {
        "place": {**TEXT, "description": "as the parameter fix names it"},
        "code": TEXT,
        "values": ANYTHING,
        "what": TEXT,
        "confidence": NUMBER,
        "box": BOX,
        "otherwise": {**TEXT, "description": "the other value for fix"},
    },
}
STATUSES = (
    *("solved", "ambiguous", "no_solution", "unsure", "no_puzzle", "unreadable", "timeout", "crashed"),
    *("usage", "forbidden", "unsaved", "too_large", "busy", "unavailable"),
)
"""Of records: those of the command's JSON, and those of what came to no picture."""


class Field(NamedTuple):
    """One field."""

    schema: Schema
    cell: Callable[[Any], Cell] | None = None
    """Its value → what `report.csv` shows of it; None if it has no column."""
    column: str = ""
    """The heading of that column, where it is not the name of the field."""
    label: str = ""
    """What the page of a run calls it, where it lists the field in words below the pictures."""
    tasks: tuple[str, ...] = ()
    """Those whose JSON has it, where only that of some tasks does."""


def _as_it_is(value: Any) -> Cell:
    cell: Cell = value
    return cell


def _places(value: Any) -> Cell:
    return "; ".join(found["what"] for found in value or ())


def _mistakes(value: Any) -> Cell:
    return "; ".join(f"row {found['row']} column {found['col']}" for found in value or ())


def total_seconds(value: Any) -> float | None:
    """Return the seconds of all stages together, None if there were none."""
    spent = [seconds for seconds in (value or {}).values() if seconds is not None]
    return round(sum(spent), 3) if spent else None


FIELDS: Mapping[str, Field] = {
    "schema": Field({**WHOLE, "description": "rises when a field changes its meaning"}),
    "path": Field({**TEXT, "description": "- here, and -#board=2 of a further board"}, _as_it_is),
    "status": Field({**TEXT, "enum": list(STATUSES)}, _as_it_is),
    "exit_code": Field(
        {**WHOLE, "description": "0 where all is well, 6 where the player has made a mistake"}, _as_it_is
    ),
    "message": Field({**or_null(TEXT), "description": "what was seen, then what to do"}, _as_it_is),
    "code": Field({**or_null(TEXT), "description": "of what most matters of the message"}, _as_it_is),
    "values": Field({**or_null(ANYTHING), "description": "what the code speaks of"}),
    "also": Field({**list_of(MESSAGE), "description": "what else the message says"}),
    "rows": Field(or_null(WHOLE), _as_it_is),
    "cols": Field(or_null(WHOLE), _as_it_is),
    "col_clues": Field(CLUES),
    "row_clues": Field(CLUES),
    "regions": Field({**CELLS, "description": "the number of each cell's aquarium"}),
    "rule": Field(or_null(TEXT)),
    "puzzle_certain": Field(
        {**or_null(TRUTH), "description": "whether clues and walls are surely those seen"}, _as_it_is
    ),
    "water": Field(
        {**CELLS, "description": "1 wet, 0 dry; null unless it is proved to be the only solution"}
    ),
    "unique": Field(or_null(TRUTH)),
    "shared": Field(or_null(list_of(list_of(or_null(WHOLE))))),
    "marks": Field(
        {
            **or_null(list_of(list_of(or_null(WHOLE)))),
            "description": "0 nothing, 1 water, 2 a cross, null where it cannot be told",
        }
    ),
    "corners": Field(or_null(list_of(list_of(NUMBER)))),
    "repairs": Field(list_of(PLACE), _places),
    "doubts": Field(list_of(PLACE), _places),
    "mistakes": Field(
        {**FOUND, "description": "row, col and mark of each; solve, check and hint"},
        _mistakes,
        label="Mistakes",
        tasks=("solve", "check", "hint"),
    ),
    "output": Field(or_null(TEXT), _as_it_is, column="answer"),
    "reading_output": Field(or_null(TEXT), _as_it_is, column="drawing"),
    "seconds": Field({"type": "object", "additionalProperties": or_null(NUMBER)}, total_seconds),
    "task": Field({**or_null(TEXT), "description": "the puzzle as a task string"}, _as_it_is),
    "puzzlink": Field({**or_null(TEXT), "description": "the puzzle's address at puzz.link"}),
    "boards": Field(
        {**list_of(ANYTHING), "description": "further boards of the page, with these fields each"}
    ),
    "broken": Field(
        {**FOUND, "description": "rules that are broken; check with rules_only"}, tasks=("check",)
    ),
    "wet_marked": Field(or_null(WHOLE), tasks=("check",)),
    "wet": Field(or_null(WHOLE), tasks=("check",)),
    "crosses": Field(or_null(WHOLE), tasks=("check",)),
    "unclear": Field(CELLS, tasks=("check", "hint")),
    "done": Field(or_null(TRUTH), tasks=("check", "hint")),
    "level": Field(or_null(TEXT), tasks=("hint",)),
    "step": Field(
        {**or_null(ANYTHING), "description": "of hint, as far as the level allows"}, tasks=("hint",)
    ),
    "grade": Field(or_null(TEXT), tasks=("explain",)),
    "steps": Field({**FOUND, "description": "of explain"}, tasks=("explain",)),
    "md_output": Field(or_null(TEXT), tasks=("explain",)),
    "gif_output": Field(or_null(TEXT), tasks=("explain",)),
    "text": Field(or_null(TEXT), tasks=("read",)),
    "txt_output": Field(or_null(TEXT), tasks=("read",)),
    "solutions": Field(
        {**or_null(list_of(list_of(list_of(WHOLE)))), "description": "of solutions"}, tasks=("solutions",)
    ),
    "more_solutions": Field(or_null(TRUTH), tasks=("solutions",)),
}
"""Every field by its name; the columns of `report.csv` are in this order."""


def fields_of(task: str) -> list[str]:
    """Return the fields that the JSON of a task has besides those of all tasks."""
    return [name for name, field in FIELDS.items() if task in field.tasks]
