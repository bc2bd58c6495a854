"""What can be asked over HTTP, and what is answered, as a document of OpenAPI 3.1."""

from collections.abc import Mapping
from typing import Any

from .. import fields
from ..fields import ANYTHING, BOX, NUMBER, PLACE, TEXT, TRUTH, WHOLE, Schema, list_of, or_null
from ..version import VERSION
from .ask import MEDIA_TYPES, PARAMETERS, Parameter

JSON = "application/json"
LAYOUT = {
    "type": ["object", "null"],
    "description": "Where the board stands in the upright picture, in its pixels. Board position (u, v), in "
    "cells, is the point that to_picture projects (xs at u, ys at v) to, both interpolated.",
    "properties": {
        "width": WHOLE,
        "height": WHOLE,
        "turned": {**TRUTH, "description": "whether programs may show the file otherwise: not upright"},
        "to_picture": {**list_of(list_of(NUMBER)), "description": "homography, 3 rows of 3"},
        "xs": {**list_of(NUMBER), "description": "a number for each column line, cols + 1"},
        "ys": {**list_of(NUMBER), "description": "a number for each row line, rows + 1"},
        "top": {**list_of(BOX), "description": "the box of each column's clue"},
        "left": {**list_of(BOX), "description": "the box of each row's clue"},
    },
}
READING = {
    "type": ["object", "null"],
    "description": "What helps a person to correct what was read; null where no board was.",
    "properties": {
        "misfits": {**list_of(TEXT), "description": "fixes without which there is an answer"},
        "loose": {
            **list_of(PLACE),
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
OF_SERVER: Mapping[str, Schema] = {
    "text": {**or_null(TEXT), "description": "puzzle and water as text; of read, the puzzle"},
    "share": {**or_null(TEXT), "description": "the water as emoji, and the puzzle's address"},
    "pages": {**or_null(WHOLE), "description": "number of pages in the file"},
    "page": {**or_null(WHOLE), "description": "number of this page"},
    "layout": LAYOUT,
    "reading": READING,
}
"""Fields that the server adds to each record."""
FIELDS = {
    **{name: field.schema for name, field in fields.FIELDS.items() if not field.tasks},
    **OF_SERVER,
}
"""Fields of every record."""
OF_TASKS = {
    **{name: field.schema for name, field in fields.FIELDS.items() if field.tasks},
    "seed": {**WHOLE, "description": "of a new puzzle"},
}
"""Fields of the records of some tasks."""
RECORD = {
    "type": "object",
    "required": [*FIELDS],
    "properties": {**OF_TASKS, **FIELDS},
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
    schema: Schema = parameter.schema
    value = parameter.read(parameter.example)
    example = value if schema["type"] == "integer" else parameter.example
    if parameter.repeated:
        schema, example = list_of(schema), [example]
    return {
        "name": parameter.name,
        "in": "query",
        "description": parameter.about + of,
        "required": parameter.required,
        "schema": schema,
        "example": example,
    }
