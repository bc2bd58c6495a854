"""The tables of sentences and the program agree: every code in use has a sentence, beside what reports it."""

import ast
import pickle
import subprocess
import sys
from collections import defaultdict
from functools import cache
from itertools import product
from pathlib import Path
from string import Formatter
from typing import get_args

import pytest

import app.sentences
import solver.sentences
import vision.files.sentences
import vision.reading.sentences
from app.sentences import UsageError
from app.web.openapi import openapi
from solver.errors import AquariumError
from solver.message import Message, Value, add_sentences
from solver.sentences import Reader, Sentence
from tests.test_architecture import PRODUCT, ROOT, files, imports
from vision.reading.reading import BoardNotFound

SOURCES = files(*PRODUCT)
TABLES = {
    "solver": solver.sentences.SENTENCES,
    "vision/files": vision.files.sentences.SENTENCES,
    "vision/reading": vision.reading.sentences.SENTENCES,
    "app": app.sentences.SENTENCES,
}
"""By room, those first that others import."""
ROOMS = {**{room: room for room in TABLES}, "pipeline.py": "vision/reading"}
"""Whose table has the sentences of what is reported where: what reports little has no table."""
SENTENCES = {code: sentence for table in TABLES.values() for code, sentence in table.items()}


def room_of(place: str) -> str:
    """Return the room whose table has the sentences of what is reported at a place."""
    rooms = [room for start, room in ROOMS.items() if file_of(place).is_relative_to(ROOT / start)]
    assert rooms, f"{place}: its room has no table of sentences"
    return rooms[0]


def file_of(place: str) -> Path:
    return ROOT / place.partition(":")[0]


@cache
def calls() -> list[tuple[str, ast.Call]]:
    """Return every call that makes a message, and where it stands."""
    found = []
    for path in SOURCES:
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "Message(" in text else ():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Message":
                found.append((f"{path.relative_to(ROOT)}:{node.lineno}", node))
    return found


@cache
def uses() -> dict[str, dict[str, set[str]]]:
    """Return by code and place the names of the values that messages are made with."""
    found = defaultdict[str, dict[str, set[str]]](dict)
    for place, call in calls():
        (code,) = call.args
        assert isinstance(code, ast.Constant), f"{place}: a code is written out in the call"
        assert all(keyword.arg for keyword in call.keywords), f"{place}: values are named in the call"
        found[code.value][place] = {str(keyword.arg) for keyword in call.keywords}
    return found


def named(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def test_every_code_in_use_has_a_sentence_and_every_sentence_is_in_use() -> None:
    assert set(uses()) == set(SENTENCES)


def test_every_sentence_stands_in_the_table_of_the_lowest_room_that_reports_it() -> None:
    rooms = list(TABLES)
    lowest = {code: min(map(room_of, places), key=rooms.index) for code, places in uses().items()}
    assert {code: room for room, table in TABLES.items() for code in table} == lowest
    assert len(SENTENCES) == sum(map(len, TABLES.values()))
    tables = [path.parent for path in SOURCES if path.name == "sentences.py"]
    assert sorted(str(room.relative_to(ROOT)) for room in tables) == sorted(rooms)


def test_what_makes_a_message_in_the_app_joins_its_sentence() -> None:
    makers = {file_of(place) for place, _ in calls() if room_of(place) == "app"}
    assert [str(path) for path in makers if "app.sentences.Message" not in imports(path)] == []


@pytest.mark.parametrize(
    "error", [BoardNotFound(Message("no_grid", width=9, height=8)), UsageError(Message("empty_name"))]
)
def test_a_process_that_unpickles_an_error_has_its_sentence(error: AquariumError) -> None:
    program = f"import pickle; print(pickle.loads({pickle.dumps(error)!r}), end='')"
    run = subprocess.run([sys.executable, "-c", program], cwd=ROOT, stdout=subprocess.PIPE, check=True)
    assert run.stdout.decode() == str(error)


def test_a_sentence_names_only_values_that_its_message_has() -> None:
    wanted = {code: set().union(*map(named, filter(None, parts))) for code, parts in SENTENCES.items()}
    missing = [
        (code, place, wanted[code] - values)
        for code in SENTENCES
        for place, values in uses()[code].items()
        if not wanted[code] <= values
    ]
    assert missing == []


SAMPLES: dict[str, Value] = {
    "": "x", "cell": (1, 2), "cells": ((1, 2), (3, 4)), "lines": (("row", 1), ("column", 2)),
    "aquarium": (1, 2, 3), "aquariums": ((1, 2, 3),), "aquariums or": ((1, 2, 3),), "segments": ((1, 2),),
    "place": (1, (2, 3)), "sums": ((1, 2), (3,)), "then": (Message("done"),), "seen": Message("done"),
    "clue": None, "--fix": ("top:1=2",),
}  # fmt: skip
"""A value for each way of writing one; numbers for all others, and lists for what is joined."""


def sample(spec: str) -> Value:
    if spec in ("and", "or") or spec.endswith(" "):
        return ("a", "b")
    return SAMPLES.get(spec, ("a",) if spec.startswith(("--", "#")) else 2)


def sample_of(code: str) -> Message:
    """Return a message with a sample of every value that its sentences name."""
    parts = [part for template in SENTENCES[code] if template for part in Formatter().parse(template)]
    specs = dict.fromkeys((str(name) for _, name, _, _ in parts if name), "")
    for _, name, spec, _ in parts:  # a list may choose between words, too
        if name and (not specs[name] or "/" in specs[name]):
            specs[name] = spec or specs[name]
    return Message(code, **{name: sample(spec) for name, spec in specs.items()})


def test_every_sentence_can_be_written_for_every_reader() -> None:
    for code, reader in product(SENTENCES, get_args(Reader)):
        sentence = sample_of(code).sentence(reader)
        assert sentence or reader == "page", code  # which has buttons for some
        assert not set("{}") & set(sentence), code


def test_a_code_has_one_sentence_and_none_that_is_unknown_is_passed_over() -> None:
    with pytest.raises(ValueError, match="two sentences: no_cells, no_solution"):
        add_sentences(dict.fromkeys(("no_solution", "unheard_of", "no_cells"), Sentence("x")))
    for part in (str, lambda message: message.seen, lambda message: message.advice):
        with pytest.raises(KeyError, match="unheard_of"):
            part(Message("unheard_of"))


def test_the_document_of_the_api_lists_every_code_with_its_values() -> None:
    schemas = openapi()["components"]["schemas"]
    values = {code: set().union(*places.values()) for code, places in uses().items()}
    assert {code: set(names) for code, names in schemas["Code"]["x-values"].items()} == values
    assert sorted(schemas["Code"]["enum"]) == sorted(values)


def test_every_code_of_a_record_is_one_of_these() -> None:
    schemas = openapi()["components"]["schemas"]
    listed = {"$ref": "#/components/schemas/Code"}
    fields = schemas["Record"]["properties"]
    assert fields["code"]["anyOf"] == [listed, {"type": "null"}]
    for name in ("also", "repairs", "doubts"):
        assert fields[name]["items"]["properties"]["code"] == listed
