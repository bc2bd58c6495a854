"""A puzzle as one line of JSON, in and out, with the player's marks and the water where they are known."""

import json
from collections.abc import Callable
from typing import Any

from ..errors import BadText, TextPlace
from ..message import Message
from ..puzzle import RULES, Puzzle
from .annotated import CROSS, EMPTY, UNCLEAR, WATER, AnnotatedPuzzle, known_of, marks_of, unclear_of
from .tokens import LONGEST, SHOWN, Token, behind, lines_of, unexpected, unlike

PROVED = ("solved", "ambiguous")
"""Endings of a picture after which its line of JSON holds a puzzle read with certainty."""
JSON_FORM = 'write {"col_clues": […], "row_clues": […], "regions": [[…], …], "rule": "level"}'
OWN_NAMES, OTHER_NAMES, SUMS = ("col_clues", "row_clues", "regions"), ("cols", "rows", "matrix"), "sums"
"""Of the fields with the column clues, the row clues and the aquariums: here, and where clues are `sums`
(github.com/nguyenvukhang/aquarium)."""
Test = Callable[[Any], bool]


def has_fields(text: str) -> bool:
    """Tell whether a text names fields that only puzzles have."""
    own, other = ([f'"{name}"' in text for name in names] for names in (OWN_NAMES, (SUMS, *OTHER_NAMES)))
    return any(own) or all(other)


def parse_json(text: str) -> AnnotatedPuzzle:
    """Read a puzzle from JSON; other fields than its own do no harm.

    `text`: an object with `col_clues` and `row_clues` (numbers, null for a missing clue) and `regions` (rows
    of aquarium numbers), or with `sums`, an object of `cols` and `rows`, and `matrix`. `rule` (`level`, or
    `connected`: see `Puzzle.rule`) is `level` if it is missing. `marks` (rows of 0 nothing, 1 water, 2 cross,
    null for what is unclear) and `water` (rows of 0 and 1) may be missing or null.
    Whether the puzzle is well-formed is asked of `Puzzle.problems`.
    Raises BadText: something else was found than expected; the place names line and column.
    """
    fields = {"status": PROVED[0], "puzzle_certain": None, "rule": RULES[0], **_fields(text)}
    names = OWN_NAMES
    if isinstance(sums := fields.get(SUMS), dict) and fields.keys().isdisjoint(OWN_NAMES):
        fields, names = {**fields, **sums}, OTHER_NAMES
    columns, rows, regions = names
    are_clues = _list_of(lambda clue: clue is None or _is_number(clue))
    for name, is_so, wanted in (
        ("status", PROVED.__contains__, f"a puzzle read with certainty, {' or '.join(PROVED)}"),
        ("puzzle_certain", lambda is_certain: is_certain is not False, "a puzzle read with certainty"),
        (columns, are_clues, f"{columns}, a list of numbers or null"),
        (rows, are_clues, f"{rows}, a list of numbers or null"),
        (regions, _list_of(_list_of(_is_number)), f"{regions}, rows of aquarium numbers"),
        ("rule", RULES.__contains__, f"rule, {' or '.join(RULES)}"),
    ):
        if not is_so(fields.get(name)):
            raise _wrong(text, name, wanted)
    puzzle = Puzzle(*(fields[name] for name in names), rule=fields["rule"])
    marks, water = (_cells(text, fields, puzzle, name) for name in ("marks", "water"))
    return AnnotatedPuzzle(
        puzzle,
        None if marks is None else known_of(marks),
        None if water is None else tuple(tuple(map(bool, row)) for row in water),
        () if marks is None else unclear_of(marks),
    )


def format_json(record: AnnotatedPuzzle) -> str:
    """Write a puzzle, and its marks and water as far as they are known, on one line that ends."""
    fields: dict[str, Any] = {name: getattr(record.puzzle, name) for name in (*OWN_NAMES, "rule")}
    if record.marks is not None:
        fields["marks"] = marks_of(record.marks, record.unclear)
    if record.water is not None:
        fields["water"] = [[int(wet) for wet in row] for row in record.water]
    return json.dumps(fields) + "\n"


def _fields(text: str) -> dict[str, Any]:
    body = text.removeprefix("\ufeff")
    try:
        fields = json.loads(body)
    except json.JSONDecodeError as error:
        place = TextPlace(error.lineno, error.colno)
        said = error.msg[:1].lower() + error.msg[1:]
        raise BadText(Message("broken_json", said=said, form=JSON_FORM), place) from None
    except (ValueError, RecursionError):  # thousands of digits, or of brackets
        raise BadText(Message("not_json", form=JSON_FORM), TextPlace(1, 1)) from None
    if not isinstance(fields, dict):
        raise unexpected(Token(body.strip()[:SHOWN], 1, 1), "a JSON object", JSON_FORM)
    return fields


def _cells(text: str, fields: dict[str, Any], puzzle: Puzzle, name: str) -> list[list[int | None]] | None:
    """Return the rows of a field with a value for every cell, None if it is missing."""
    rows: list[list[int | None]] | None = fields.get(name)
    allowed = (EMPTY, WATER, CROSS, UNCLEAR) if name == "marks" else (0, 1)
    are_rows = _list_of(_list_of(lambda cell: cell in allowed and (cell is UNCLEAR or _is_number(cell))))
    if rows is None or (are_rows(rows) and [*map(len, rows)] == [*map(len, puzzle.regions)]):
        return rows
    signs = ", ".join(map(json.dumps, allowed))
    raise _wrong(text, name, f"{name}, a row of {signs} for each row of regions")


def _is_number(value: object) -> bool:
    return type(value) is int and 0 <= value < 10**LONGEST  # a bool is no number here


def _list_of(is_item: Test) -> Test:
    """Return the test for a list of items that pass one."""
    return lambda value: isinstance(value, list) and all(map(is_item, value))


def _wrong(text: str, name: str, wanted: str) -> BadText:
    """Return the error that a field is missing or other than wanted, where it stands or the text begins."""
    at = max(text.find(f'"{name}"'), 0)
    place = behind(lines_of(text[:at]), at).place
    return unlike(wanted, "something else" if at else "none", JSON_FORM, place)
