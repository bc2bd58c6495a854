"""Reports and databases that are damaged: no folder is blocked, no answer is lost."""

import csv
import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from random import Random

from app.store.connection import DATABASE, PRIVATE
from app.store.files import FAILED, PAGE, REPORT, SUMMARY, TABLE

from .ground import Ground, first, inside, missing, pictures

COUNT = 3
NOT_OURS = b"report.jsonl there was not made by this program"
"""Said where not a line of the report can be known as one: it may be a person's."""
NAMES = [f"p{number}" for number in range(COUNT)]
ODD: tuple[object, ...] = (
    None, True, -1, 5, 2**70, 1e308, float("nan"), float("inf"), "", "\ud800", "x" * 10_000,
    "../../etc/passwd", "/etc/passwd", "\x00", [], [[]], {}, {"a": []}, [None], "p1.png", 10**400,
    "2026-13-45", [1] * 1000,
)  # fmt: skip
"""What takes the place of a field."""
ODD_BYTES = (
    b"",
    b"\n",
    b"\xff\xfe",
    b"[]\n",
    b"null\n",
    b"{}\n",
    b"[" * 10_000 + b"\n",
    b"{\n",
    b"\x00" * 100,
)
"""What takes the place of a line."""
Damage = Callable[[Path, Random], str]


def records(ground: Ground) -> Iterator[str]:
    """Damage the report or the database of a finished run, and run it again."""
    whole = ground.folder / "whole"
    sources = pictures(whole / "in", COUNT)
    before = inside(["in", "-o", "out", "-q"], whole)
    assert before.code == 0, before.err
    for number in range(ground.tries):
        place = ground.folder / str(number)
        shutil.copytree(whole, place)
        damage = DAMAGES[number % len(DAMAGES)]
        said = damage(place / "out", ground.chance)
        end = inside(["in", "-o", "out", "-q"], place)
        same = all((place / "in" / path.name).read_bytes() == path.read_bytes() for path in sources)
        problem = first(
            "" if end.code == 2 and NOT_OURS in end.err else end.problem(0),
            "" if same else "a picture was changed",
            missing(place / "out", NAMES),
            untold(place / "out", COUNT) if end.code == 0 else "",
        )
        yield f"{said}: {problem}" if problem else ""
        shutil.rmtree(place)


def untold(out: Path, count: int) -> str:
    """Say whether the table has a row for each of so many pictures: it is made of all that is known."""
    with (out / TABLE).open(newline="", encoding="utf-8-sig") as file:
        rows = len(list(csv.reader(file))) - 1
    return "" if rows == count else f"{rows} rows in {TABLE}"


def _field(out: Path, chance: Random) -> str:
    """Put something odd into a field of a line, and let the database be taken from the lines."""
    shutil.rmtree(out / PRIVATE)
    lines = (out / REPORT).read_text(encoding="utf-8").splitlines()
    at = chance.randrange(len(lines))
    record = json.loads(lines[at])
    field, odd = chance.choice([*record]), chance.choice(ODD)
    record[field] = odd
    lines[at] = json.dumps(record)
    (out / REPORT).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return f"{field} = {odd!r:.40}"


def _line(out: Path, chance: Random) -> str:
    """Put other bytes in the place of a line, or before it."""
    shutil.rmtree(out / PRIVATE)
    lines = (out / REPORT).read_bytes().splitlines(keepends=True)
    at, odd = chance.randrange(len(lines)), chance.choice(ODD_BYTES)
    lines[at : at + chance.randrange(2)] = [odd]
    (out / REPORT).write_bytes(b"".join(lines))
    return f"line {odd[:20]!r}"


def _bytes(out: Path, chance: Random) -> str:
    """Flip bytes of the report or of the database, or cut it."""
    place = chance.choice((out / REPORT, out / PRIVATE / DATABASE))
    contents = bytearray(place.read_bytes())
    if chance.randrange(3) == 0:
        del contents[chance.randrange(len(contents)) :]
        said = f"{place.name} cut to {len(contents)} bytes"
    else:
        at = [chance.randrange(len(contents)) for _ in range(chance.choice((1, 8, 64)))]
        for place_of_byte in at:
            contents[place_of_byte] = chance.randrange(256)
        said = f"{len(at)} bytes of {place.name}"
    place.write_bytes(contents)
    return said


def _cell(out: Path, chance: Random) -> str:
    """Put something odd into a cell of the database; of some, the report is gone, too."""
    if gone := chance.randrange(2):
        (out / REPORT).unlink()
    with closing(sqlite3.connect(out / PRIVATE / DATABASE)) as database:
        query = "SELECT name FROM sqlite_master WHERE type = 'table'"
        table = chance.choice(sorted(name for (name,) in database.execute(query)))
        columns = [column for _, column, *_ in database.execute(f"PRAGMA table_info({table})")]
        column = chance.choice(columns)
        odd = chance.choice(
            (None, -1, 2**62, 1.5, "", "x", b"", b"\xff", "[]", "{}", '{"path": 5}', "../x.png")
        )
        with suppress(sqlite3.Error), database:
            database.execute(f"UPDATE {table} SET {column} = ?", (odd,))
    return f"{table}.{column} = {odd!r}{', without the report' * gone}"


def _gone(out: Path, chance: Random) -> str:
    """Remove some reports, or put folders in their places."""
    name = chance.choice((FAILED, PAGE, REPORT, SUMMARY, TABLE))
    (out / name).unlink(missing_ok=True)
    if chance.randrange(2) and name != REPORT:
        (out / name).mkdir()
        (out / name).rmdir()
    return f"{name} gone"


DAMAGES: tuple[Damage, ...] = (_field, _field, _line, _bytes, _bytes, _cell, _cell, _gone)
"""Fields, bytes and cells, which are many, more often than the others."""
