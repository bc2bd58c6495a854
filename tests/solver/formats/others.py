"""Writes puzzles as other programs do, and tells what is said of texts that cannot be read."""

import csv
import io
import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from hypothesis import strategies as st

from solver import BadText, Puzzle
from solver.formats import Form, format_puzzle
from solver.message import Message
from solver.puzzle import Known
from tests.conftest import raised
from tests.strategies import boards

SIGNS = {None: ".", True: "#", False: "+"}


def puzzles(**settings: Any) -> st.SearchStrategy[Puzzle]:
    return boards(**settings).map(lambda board: board[0])


def saved(puzzle: Puzzle, marks: Known) -> str:
    """Write a puzzle and marks as pzpr saves them in a file."""
    rows = puzzle.regions
    lines = [
        *("pzprv3", "aquarium", str(puzzle.height), str(puzzle.width)),
        *(["r"] if puzzle.rule == "level" else []),
        *("".join(f"{one != other:d} " for one, other in pairwise(row)) for row in rows),
        *("".join(f"{one != other:d} " for one, other in zip(*pair, strict=True)) for pair in pairwise(rows)),
    ]
    clues = puzzle.col_clues, puzzle.row_clues
    top, left = (["." if clue is None else str(clue) for clue in one] for one in clues)
    lines.append(" ".join([".", *top]) + " ")
    lines += [
        f"{clue} {' '.join(SIGNS[mark] for mark in line)} " for clue, line in zip(left, marks, strict=True)
    ]
    return "".join(line + "\n" for line in lines)


def addressed(file: str) -> list[str]:
    """Return such a file on one line, and addresses that hold it."""
    line = file.replace("\n", "/")
    quoted = line.replace("#", "%23").replace("+", "%2B")
    begin = "https://puzz.link/p?type=editor&"
    return [line, begin + line, begin + quoted.replace(" ", "_"), begin + quoted.replace(" ", "%20")]


def listed(puzzle: Puzzle) -> str:
    """Write a puzzle as it is put to language models."""
    rows = "".join(f"Row {at}: {' '.join(map(str, ids))}\n" for at, ids in enumerate(puzzle.regions))
    columns, clues = (list(map(str, one)) for one in (puzzle.col_clues, puzzle.row_clues))
    return (
        f"Fill the aquariums: 1. row by row; 2. column by column.\n\n### Region layout:\n{rows}\n"
        f"Row clues: [{', '.join(clues)}]\nColumn clues: [{', '.join(columns)}]\n\nExample:\n[(0, 4)]\n"
    ).replace("None", "?")


def page(puzzle: Puzzle, *, title: str = "Aquarium - online puzzle game") -> str:
    task = format_puzzle(puzzle, Form.TASK)
    links = '<a href="https://www.puzzle-aquarium.com/">\xa0Aquarium</a>'
    script = f"var Game = {{}}; var task = '{task}'; Game.start();"
    head = f"<head><title>{title}</title>\n<script>{script}</script></head>"
    return f"<!DOCTYPE html>\n<html>{head}\n{links}</html>\n"


def tabled(rows: Sequence[Sequence[object]], **settings: Any) -> str:
    """Write rows of cells as a spreadsheet saves them, all as long as the longest."""
    file, wide = io.StringIO(), max(map(len, rows))
    csv.writer(file, **settings).writerows([*row, *[""] * (wide - len(row))] for row in rows)
    return file.getvalue()


def in_rows(puzzle: Puzzle) -> list[list[object]]:
    """Write the lines of a text grid as rows of cells."""
    clues = [["?" if clue is None else clue for clue in one] for one in (puzzle.col_clues, puzzle.row_clues)]
    return [*clues, [], *map(list, puzzle.regions)]


def with_margins(puzzle: Puzzle, *, below: bool = False, right: bool = False) -> list[list[object]]:
    """Write a board with its clues in the margins as rows of cells."""
    columns, rows, _, *board = in_rows(puzzle)
    table = [["", *columns], *([clue, *ids] for clue, ids in zip(rows, board, strict=True))]
    table = [*table[1:], table[0]] if below else table
    return [[*row[1:], row[0]] for row in table] if right else table


def in_markdown(rows: Sequence[Sequence[object]]) -> str:
    lines = ["| " + " | ".join(map(str, row)) + " |" for row in rows]
    return "\n".join([lines[0], re.sub(r"[^|]+", " --- ", lines[0]), *lines[1:]]) + "\n"


def foreign(puzzle: Puzzle) -> list[str]:
    file = saved(puzzle, ((None,) * puzzle.width,) * puzzle.height)
    tables = tabled(in_rows(puzzle)), tabled(with_margins(puzzle), delimiter=";")
    return [file, *addressed(file), listed(puzzle), page(puzzle), *tables]


def refusal(parse: Callable[..., object], text: str, **settings: int) -> tuple[Message, str]:
    error = raised(BadText, parse, text, **settings)
    return error.what, str(error.place)


def refused(form: str, line: int, column: int, seen: Message | str, found: str = "") -> tuple[Message, str]:
    """Return the refusal of a text that is to be written in a form."""
    if isinstance(seen, str):  # what is wanted
        seen = Message("unexpected_text", wanted=seen, found=found, form=form)
    return seen, f"line {line}, column {column}"
