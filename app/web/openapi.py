"""What can be asked over HTTP, and what is answered, as a document of OpenAPI 3.1."""

import builtins
import types
import typing
from collections import abc
from typing import Annotated, Any, TypedDict, get_args, get_origin, get_type_hints, is_typeddict

from .. import VERSION
from ..record import OF_COMMAND, OF_TASKS, Record
from .ask import MEDIA_TYPES, PARAMETERS, Parameter
from .work import ServerFields

Schema = dict[str, Any]

JSON = "application/json"
NAMES = {int: "integer", float: "number", str: "string", bool: "boolean"}
"""Types, as JSON Schema names them."""


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
    return {
        "type": "object",
        "description": " ".join((kind.__doc__ or "").split()),
        "properties": {name: schema_of(hint) for name, hint in hints.items() if name not in OF_COMMAND},
        "required": sorted(kind.__required_keys__ - {*OF_COMMAND}),
    }


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
            "schemas": {"Record": RECORD},
            "securitySchemes": SECURITY,
            "responses": {
                str(code): {"description": f"The record: {meaning}.", "content": OF_RECORD}
                for code, meaning in ANSWERS.items()
            },
        },
    }


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
