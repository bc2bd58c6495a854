"""What can be asked over HTTP, and what is answered, as a document of OpenAPI 3.1."""

from collections.abc import Mapping
from typing import Any

from ..version import VERSION
from .ask import MEDIA_TYPES, PARAMETERS, Parameter

JSON = "application/json"
WHOLE = {"type": "integer"}
NUMBER = {"type": "number"}
TEXT = {"type": "string"}
TRUTH = {"type": "boolean"}
ANYTHING = {"type": "object"}


def _list(items: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


def _or_null(schema: Mapping[str, Any]) -> dict[str, Any]:
    return {**schema, "type": [schema["type"], "null"]}


BOX = {**_list(NUMBER), "description": "left, top, right, bottom in pixels", "minItems": 4, "maxItems": 4}
CLUES = _or_null(_list(_or_null(WHOLE)))
CELLS = _or_null(_list(_list(WHOLE)))
LAYOUT = {
    "type": ["object", "null"],
    "description": "Where the board stands in the upright picture, in its pixels. Board position (u, v), in "
    "cells, is the point that to_picture projects (xs at u, ys at v) to, both interpolated.",
    "properties": {
        "width": WHOLE,
        "height": WHOLE,
        "turned": {**TRUTH, "description": "whether programs may show the file otherwise: not upright"},
        "to_picture": {**_list(_list(NUMBER)), "description": "homography, 3 rows of 3"},
        "xs": {**_list(NUMBER), "description": "a number for each column line, cols + 1"},
        "ys": {**_list(NUMBER), "description": "a number for each row line, rows + 1"},
        "top": {**_list(BOX), "description": "the box of each column's clue"},
        "left": {**_list(BOX), "description": "the box of each row's clue"},
    },
}
PLACE = {
    "type": "object",
    "properties": {
        "place": {**TEXT, "description": "as the parameter fix names it"},
        "what": TEXT,
        "confidence": NUMBER,
        "box": BOX,
        "otherwise": {**TEXT, "description": "the other value for fix"},
    },
}
READING = {
    "type": ["object", "null"],
    "description": "What helps a person to correct what was read; null where no board was.",
    "properties": {
        "misfits": {**_list(TEXT), "description": "fixes without which there is an answer"},
        "loose": {
            **_list(PLACE),
            "description": "walls that end inside an aquarium, so that regions lack them",
        },
        "looks_like": {
            "type": "object",
            "additionalProperties": TEXT,
            "description": "what repaired places look like, as fix takes it",
        },
        "can_be_as_read": {**TRUTH, "description": "whether it is a whole puzzle, so that as_read may help"},
        "is_cut": {**TRUTH, "description": "whether the board is certainly cut off"},
        "size_may_help": {**TRUTH, "description": "whether lines may be missing"},
    },
}
STATUSES = (
    *("solved", "ambiguous", "no_solution", "unsure", "no_puzzle", "unreadable", "timeout", "crashed"),
    *("usage", "forbidden", "unsaved", "too_large", "busy", "unavailable"),
)
"""Of records: those of the command's JSON, and those of what came to no picture."""
FIELDS: Mapping[str, Mapping[str, Any]] = {
    "schema": {**WHOLE, "description": "rises when a field changes its meaning"},
    "path": {**TEXT, "description": "- here, and -#board=2 of a further board"},
    "status": {**TEXT, "enum": list(STATUSES)},
    "exit_code": {**WHOLE, "description": "0 where all is well, 6 where the player has made a mistake"},
    "message": {**_or_null(TEXT), "description": "what was seen, then what to do"},
    "rows": _or_null(WHOLE),
    "cols": _or_null(WHOLE),
    "col_clues": CLUES,
    "row_clues": CLUES,
    "regions": {**CELLS, "description": "the number of each cell's aquarium"},
    "rule": _or_null(TEXT),
    "puzzle_certain": {**_or_null(TRUTH), "description": "whether clues and walls are surely those seen"},
    "water": {**CELLS, "description": "1 wet, 0 dry; null unless it is proved to be the only solution"},
    "unique": _or_null(TRUTH),
    "shared": _or_null(_list(_list(_or_null(WHOLE)))),
    "marks": {
        **_or_null(_list(_list(_or_null(WHOLE)))),
        "description": "0 nothing, 1 water, 2 a cross, null where it cannot be told",
    },
    "corners": _or_null(_list(_list(NUMBER))),
    "task": {**_or_null(TEXT), "description": "the puzzle as a task string"},
    "puzzlink": {**_or_null(TEXT), "description": "the puzzle's address at puzz.link"},
    "repairs": _list(PLACE),
    "doubts": _list(PLACE),
    "output": _or_null(TEXT),
    "reading_output": _or_null(TEXT),
    "seconds": {"type": "object", "additionalProperties": _or_null(NUMBER)},
    "boards": {**_list(ANYTHING), "description": "further boards of the page, with these fields each"},
    "text": {**_or_null(TEXT), "description": "puzzle and water as text; of read, the puzzle"},
    "share": {**_or_null(TEXT), "description": "the water as emoji, and the puzzle's address"},
    "pages": {**_or_null(WHOLE), "description": "number of pages in the file"},
    "page": {**_or_null(WHOLE), "description": "number of this page"},
    "layout": LAYOUT,
    "reading": READING,
}
"""Fields of every record."""
MISTAKES = _or_null(_list(ANYTHING))
OF_TASKS: Mapping[str, Mapping[str, Any]] = {
    "mistakes": {**MISTAKES, "description": "row, col and mark of each; solve, check and hint"},
    "broken": {**MISTAKES, "description": "rules that are broken; check with rules_only"},
    "wet_marked": _or_null(WHOLE),
    "wet": _or_null(WHOLE),
    "crosses": _or_null(WHOLE),
    "unclear": CELLS,
    "done": _or_null(TRUTH),
    "level": _or_null(TEXT),
    "step": {**_or_null(ANYTHING), "description": "of hint, as far as the level allows"},
    "grade": _or_null(TEXT),
    "steps": {**MISTAKES, "description": "of explain"},
    "md_output": _or_null(TEXT),
    "gif_output": _or_null(TEXT),
    "solutions": {**_or_null(_list(_list(_list(WHOLE)))), "description": "of solutions"},
    "more_solutions": _or_null(TRUTH),
    "seed": {**WHOLE, "description": "of a new puzzle"},
}
"""Fields of the records of some tasks."""
RECORD = {
    "type": "object",
    "required": [*FIELDS],
    "properties": {**FIELDS, **OF_TASKS},
    "additionalProperties": False,
}
HEALTH = {
    "type": "object",
    "required": ["status", "version", "workers", "waiting"],
    "properties": {"status": TEXT, "version": TEXT, "workers": WHOLE, "waiting": WHOLE},
}
REFUSALS = {
    400: "the parameters are wrong; the message names the one and an example",
    413: "the body is larger than the server takes",
    415: "neither a picture nor a puzzle, or one that cannot be read",
    422: "the puzzle is not certain, has no solution or several, or the text has a mistake; or the program "
    "crashed on it",
    429: "too many are waiting; Retry-After says when to try again",
    501: "an extra is not installed; the message says how to",
    503: "the server is shutting down, or bodies are too large together",
    504: "not done in time",
}
"""Statuses of HTTP besides 200, and what they say."""
BODY = {
    "description": "A picture in any format that the program reads, or a puzzle as text: the bytes alone.",
    "required": True,
    "content": {
        "application/octet-stream": {"schema": {"type": "string", "format": "binary"}},
        "text/plain": {"schema": TEXT},
    },
}
SUMMARIES = {
    "solve": "Read the puzzle in a picture or text, prove it, and do a task with it.",
    "picture": "The answer drawn, as a file.",
    "new": "A new puzzle with exactly one solution.",
}


def openapi() -> dict[str, Any]:
    """Return the document; its parameters are those that `ask` takes."""
    paths: dict[str, Any] = {f"/api/{name}": {"post": _operation(name)} for name in PARAMETERS}
    for name, about, schema in (
        ("health", "Whether the server is up, and how many requests it has.", HEALTH),
        ("openapi.json", "This document.", ANYTHING),
    ):
        answers = {"200": {"description": "OK", "content": {JSON: {"schema": schema}}}}
        paths[f"/api/{name}"] = {"get": {"summary": about, "responses": answers}}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "aquarium serve",
            "version": VERSION,
            "summary": "Reads Aquarium puzzles from pictures or text, solves and explains them.",
        },
        "paths": paths,
        "components": {"schemas": {"Record": RECORD}},
    }


def _operation(name: str) -> dict[str, Any]:
    record = {JSON: {"schema": {"$ref": "#/components/schemas/Record"}}}
    files: dict[str, Any] = {media_type: {} for media_type in MEDIA_TYPES.values()}
    answers = {"200": {"description": "the record", "content": record}}
    if name == "picture":
        answers["200"] = {"description": "the picture", "content": files}
    for code, said in REFUSALS.items():
        answers[str(code)] = {"description": f"the record: {said}", "content": record}
    return {
        "operationId": name,
        "summary": SUMMARIES[name],
        "parameters": [_described(parameter) for parameter in PARAMETERS[name]],
        **({} if name == "new" else {"requestBody": BODY}),
        "responses": answers,
    }


def _described(parameter: Parameter) -> dict[str, Any]:
    of = f" Only for task={' or '.join(parameter.tasks)}." if parameter.tasks else ""
    schema, value = dict(parameter.schema), parameter.read(parameter.example)
    example = value if schema["type"] == "integer" else parameter.example
    if parameter.repeated:
        schema, example = _list(schema), [example]
    return {
        "name": parameter.name,
        "in": "query",
        "description": parameter.about + of,
        "required": parameter.required,
        "schema": schema,
        "example": example,
    }
