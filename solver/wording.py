"""Values in words: lines, cells, aquariums and lists as a sentence has them, all counted from 1."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any


def joined(words: Sequence[str], last: str = "and") -> str:
    """Join words as in a sentence: a, b and c."""
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), words[-1]))) if words else ""


def spans(axis: str, lines: Iterable[int]) -> str:
    """Name lines, neighbours as a range: columns 3–5 and 7."""
    runs: list[list[int]] = []
    for line in sorted(set(lines)):
        if runs and runs[-1][-1] == line - 1:
            runs[-1].append(line)
        else:
            runs.append([line])
    names = [str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs]
    several = len(runs) > 1 or len(runs[0]) > 1
    return f"{axis}{'s' if several else ''} {joined(names)}"


def by_number(value: int | tuple[object, ...], words: str) -> str:
    """Choose from "is/are" or "cell" by a number, or by how many there are."""
    one, has_other, other = words.partition("/")
    is_one = (len(value) if isinstance(value, tuple) else value) == 1
    return one if is_one else other if has_other else f"{one}s"


def fix_words(fix: str) -> str:
    """Say what a fix like top:3=4 says: column 3 is 4."""
    place, _, value = fix.partition("=")
    kind, _, where = place.partition(":")
    if kind != "wall":
        line = f"{'column' if kind == 'top' else 'row'} {where}"
        return f"{line} has no clue" if value == "none" else f"{line} is {value}"
    cells = (f"row {cell.replace(',', ' column ')}" for cell in where.split("-"))
    return f"{'a' if value == 'yes' else 'no'} wall between {joined(list(cells))}"


def _cell(cell: tuple[int, int]) -> str:
    return f"row {cell[0]} column {cell[1]}"


def _lines(lines: Sequence[tuple[str, int]]) -> str:
    names = []
    for axis in dict.fromkeys(axis for axis, _ in lines):
        numbers = [str(line) for other, line in lines if other == axis]
        names.append(f"{axis}{'s' if len(numbers) > 1 else ''} {joined(numbers)}")
    return joined(names)


def _aquariums(aquariums: Sequence[tuple[int, int, int]]) -> str:
    """Name aquariums by their first cells, for no picture shows their numbers."""
    cells = [_cell((row, col)) for _, row, col in aquariums]
    return f"the aquarium{'s' if len(cells) > 1 else ''} at {joined(cells)}"


def _one_of_aquariums(aquariums: Sequence[tuple[int, int, int]]) -> str:
    first, *others = (_cell((row, col)) for _, row, col in aquariums)
    return joined([f"the aquarium at {first}", *(f"the one at {other}" for other in others)], "or")


def _segments(segments: Sequence[tuple[int, ...]]) -> str:
    names = [f"{len(columns)} ({spans('column', columns)})" for columns in segments]
    return f"the segment{'s' if len(names) > 1 else ''} of {joined(names)}"


def _place(place: tuple[int, tuple[int, ...]]) -> str:
    row, columns = place
    return f"row {row} {spans('column', columns)}" if columns else f"row {row}"


def _sum(sizes: Sequence[int]) -> str:
    return f"{sizes[0]} alone" if len(sizes) == 1 else " + ".join(map(str, sizes)) or "nothing"


def _one_after_another(clauses: Sequence[object]) -> str:
    *first, last = map(str, clauses)
    return f"{', '.join(first)}, and {last}" if first else last


WAYS: dict[str, Callable[[Any], str]] = {
    "clue": lambda clue: "nothing" if clue is None else str(clue),
    "cell": _cell,
    "cells": lambda cells: joined(list(map(_cell, cells))),
    "lines": _lines,
    "aquarium": lambda aquarium: _aquariums([aquarium]),
    "aquariums": _aquariums,
    "aquariums or": _one_of_aquariums,
    "segments": _segments,
    "place": _place,
    "sums": lambda ways: " or ".join(map(_sum, ways)),
    "then": _one_after_another,
}
"""How values are written that no other format has; `solver.sentences` explains them."""
