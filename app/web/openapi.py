"""What can be asked over HTTP, and what is answered, as a document of OpenAPI 3.1."""

import builtins
import types
import typing
from collections import abc
from collections.abc import Mapping
from string import Formatter
from typing import Annotated, Any, TypedDict, get_args, get_origin, get_type_hints, is_typeddict

from solver.sentences import SENTENCES as OF_SOLVER
from vision.files.sentences import SENTENCES as OF_FILES
from vision.reading.sentences import SENTENCES as OF_READING

from .. import VERSION
from ..record import OF_COMMAND, OF_TASKS, Record
from ..sentences import SENTENCES as OF_APP
from .ask import MEDIA_TYPES, PARAMETERS, Parameter
from .work import ServerFields

Schema = dict[str, Any]

JSON = "application/json"
NAMES = {int: "integer", float: "number", str: "string", bool: "boolean"}
"""Types, as JSON Schema names them."""


_RULES = ("row_wet_and_dry", "row_half_wet", "dry_below", "dry_beside", "dry_in_body", "dry_where_it_flows")
UNNAMED: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(_RULES, ("aquarium",)),
    "no_column_clues": ("columns",),
    "no_row_clues": ("rows",),
    "mistake_in_text": ("column", "line"),
}
"""Values by code that messages have although no sentence names them."""


def _codes() -> dict[str, list[str]]:
    tables = OF_SOLVER | OF_FILES | OF_READING | OF_APP
    parts = {code: map(Formatter().parse, filter(None, sentence)) for code, sentence in tables.items()}
    return {
        code: sorted({*UNNAMED.get(code, ()), *(name for part in of_code for _, name, _, _ in part if name)})
        for code, of_code in parts.items()
    }


CODES = _codes()
"""Every code that a message can have, with the names of its values."""
CODE: Schema = {
    "type": "string",
    "description": "What was seen. x-values has the names of each code's values. Any version may add codes.",
    "enum": [*CODES],
    "x-values": CODES,
}


class Health(TypedDict):
    """What the server is doing."""

    status: str
    version: str
    workers: int
    waiting: int


def schema_of(kind: Any) -> Schema:
    """Return the JSON Schema of a type, as those of records are written."""
    args = get_args(kind)
    match get_origin(kind):
        case typing.Annotated:
            schema = {**schema_of(args[0]), "description": args[1]}
        case typing.NotRequired:
            schema = schema_of(args[0])
        case typing.Union | types.UnionType:  # with None, and nothing else
            schema = schema_of(args[0])
            schema["type"] = [schema["type"], "null"]
        case typing.Literal:
            schema = {"type": "string", "enum": list(args)}
        case builtins.tuple:
            schema = {"type": "array", "items": schema_of(args[0])}
            schema |= {"minItems": len(args), "maxItems": len(args)}
        case abc.Sequence:
            schema = {"type": "array", "items": schema_of(args[0])}
        case builtins.dict:
            schema = {"type": "object", "additionalProperties": schema_of(args[1])}
        case _ if is_typeddict(kind):
            schema = _object_of(kind)
        case _:
            schema = {"type": NAMES[kind]} if kind in NAMES else {}
    return schema


def _object_of(kind: Any) -> Schema:
    hints = get_type_hints(kind, include_extras=True)
    properties = {name: schema_of(hint) for name, hint in hints.items() if name not in OF_COMMAND}
    if "code" in properties:
        properties["code"] = _code(properties["code"])
    return {
        "type": "object",
        "description": " ".join((kind.__doc__ or "").split()),
        "properties": properties,
        "required": sorted(kind.__required_keys__ - {*OF_COMMAND}),
    }


def _code(schema: Schema) -> Schema:
    """Return the schema of a field that holds a code, or null if it may."""
    if schema["type"] == NAMES[str]:
        return CODE
    return {"description": schema["description"], "anyOf": [CODE, {"type": "null"}]}


class _OfAll(ServerFields, Record):
    """What is known of a picture, text or request."""


class _OfNew(TypedDict):
    """What is known of a new puzzle besides."""

    seed: Annotated[int, "the same makes the same puzzle"]


def _record() -> Schema:
    of_all, *of_some = map(_object_of, (_OfAll, _OfNew, *OF_TASKS.values()))
    extra = {name: schema for one in of_some for name, schema in one["properties"].items()}
    return {**of_all, "properties": extra | of_all["properties"], "additionalProperties": False}


RECORD = _record()
"""The schema of a record: whole in itself, so that a record can be checked with it alone."""
OF_RECORD: dict[str, Any] = {JSON: {"schema": {"$ref": "#/components/schemas/Record"}}}
ANSWERS = {
    400: "the parameters are wrong, or the body is empty; the message names what was expected",
    401: "no token, or a wrong one",
    403: "a page of another site asks",
    404: "no such endpoint",
    405: "this endpoint takes another method",
    408: "the body came too slowly",
    410: "the server no longer has this file: send it again",
    413: "the body is larger than the server takes",
    415: "neither a picture nor a puzzle, or one that cannot be read, or a text with a mistake",
    421: "the server has not the name by which it was asked",
    422: "the puzzle is not certain, or has no solution or several, or the format cannot hold the answer",
    429: "too many are waiting; Retry-After says when to try again",
    500: "a bug in the program",
    503: "the server is shutting down, bodies are too large together, or, without a record, too many "
    "connections are open; try again in some seconds",
    504: "not done in time",
}
"""Statuses of HTTP besides 200, and what they mean."""
OF_WORK = (408, 410, 413, 415, 422, 429, 504)
"""Those that only what works on puzzles answers with."""
SECURITY = {
    "bearer": {"type": "http", "scheme": "bearer", "description": "the token that the server's address has"},
    "address": {"type": "apiKey", "in": "query", "name": "token"},
}
"""Ways to tell the token; a server for this computer alone has none."""
BODY = {
    "description": "A picture in any format that the program reads, or a puzzle as text: the bytes alone.",
    "required": True,
    "content": {
        "application/octet-stream": {"schema": {"type": "string", "format": "binary"}},
        "text/plain": {"schema": {"type": "string"}},
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
        ("health", "Whether the server is up, and how many requests it has.", schema_of(Health)),
        ("openapi.json", "This document.", {"type": "object"}),
    ):
        answers = {"200": {"description": "OK", "content": {JSON: {"schema": schema}}}, **_refusals(OF_WORK)}
        paths[f"/api/{name}"] = {"get": {"summary": about, "responses": answers}}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "aquarium serve",
            "version": VERSION,
            "summary": "Reads Aquarium puzzles from pictures or text, solves and explains them.",
        },
        "paths": paths,
        "security": [{}, *({name: []} for name in SECURITY)],
        "components": {
            "schemas": {"Code": CODE, "Record": _referring(RECORD)},
            "securitySchemes": SECURITY,
            "responses": {
                str(code): {"description": f"The record: {meaning}.", "content": OF_RECORD}
                for code, meaning in ANSWERS.items()
            },
        },
    }


def _referring(schema: Any) -> Any:
    """Return a schema that refers to the list of codes where it has that list."""
    if schema is CODE:
        return {"$ref": "#/components/schemas/Code"}
    if isinstance(schema, dict):
        return {name: _referring(part) for name, part in schema.items()}
    return [*map(_referring, schema)] if isinstance(schema, list) else schema


def _refusals(others: abc.Container[int] = ()) -> dict[str, Any]:
    """Return the answers that an endpoint may give but for those of others."""
    codes = (code for code in ANSWERS if code not in others and code != 404)  # that of no endpoint
    return {str(code): {"$ref": f"#/components/responses/{code}"} for code in codes}


def _operation(name: str) -> dict[str, Any]:
    files: dict[str, Any] = {media_type: {} for media_type in MEDIA_TYPES.values()}
    content, what = (files, "picture") if name == "picture" else (OF_RECORD, "record")
    return {
        "operationId": name,
        "summary": SUMMARIES[name],
        "parameters": [_described(parameter) for parameter in PARAMETERS[name]],
        **({} if name == "new" else {"requestBody": BODY}),
        "responses": {"200": {"description": f"the {what}", "content": content}, **_refusals()},
    }


def _described(parameter: Parameter) -> dict[str, Any]:
    of = f" Only for task={' or '.join(parameter.tasks)}." if parameter.tasks else ""
    schema = dict(parameter.kind.schema)
    value = parameter.value_of(parameter.example)
    example = value if schema["type"] == "integer" else parameter.example
    if parameter.repeated:
        schema, example = {"type": "array", "items": schema}, [example]
    return {
        "name": parameter.name,
        "in": "query",
        "description": parameter.about + of,
        "required": parameter.required,
        "schema": schema,
        "example": example,
    }
