"""Databases and reports that are damaged: no folder is blocked, no answer is lost."""

import csv
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from app.store.done import DATABASE, PRIVATE
from app.store.reports import FAILED, PAGE, REPORT, SUMMARY, TABLE
from fixtures.hostile.records import COLUMNS, ODD_CELLS, damage_row

from .ground import Ground, first, inside, missing, pictures

COUNT = 3
NAMES = [f"p{number}" for number in range(COUNT)]
Damage = Callable[[Path, Random], str]


def records(ground: Ground) -> Iterator[str]:
    """Damage the database or a report of a finished run, and run it again."""
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
            "" if end.code == 2 and b"run the same command again" in end.err else end.problem(0),
            "" if same else "a picture was changed",
            missing(place / "out", NAMES),
            inside(["in", "-o", "out", "-q"], place).problem(0) if end.code else "",
            untold(place / "out", COUNT),
        )
        yield f"{said}: {problem}" if problem else ""
        shutil.rmtree(place)


def untold(out: Path, count: int) -> str:
    """Say whether the table has a row for each of so many pictures: it is made of all that is known."""
    with (out / TABLE).open(newline="", encoding="utf-8-sig") as file:
        rows = len(list(csv.reader(file))) - 1
    return "" if rows == count else f"{rows} rows in {TABLE}"


def _cell(out: Path, chance: Random) -> str:
    """Put something odd into a cell of the database."""
    column, odd = chance.choice(COLUMNS), chance.choice(ODD_CELLS)
    damage_row(out / PRIVATE / DATABASE, column, odd)
    return f"{column} = {odd!r}"


def _bytes(out: Path, chance: Random) -> str:
    """Flip bytes of the database, or cut it."""
    place = out / PRIVATE / DATABASE
    contents = bytearray(place.read_bytes())
    if chance.randrange(3) == 0:
        del contents[chance.randrange(len(contents)) :]
        said = f"cut to {len(contents)} bytes"
    else:
        at = [chance.randrange(len(contents)) for _ in range(chance.choice((1, 8, 64)))]
        for place_of_byte in at:
            contents[place_of_byte] = chance.randrange(256)
        said = f"{len(at)} bytes"
    place.write_bytes(contents)
    return f"the database: {said}"


def _gone(out: Path, chance: Random) -> str:
    """Remove the database or a report."""
    name = chance.choice((f"{PRIVATE}/{DATABASE}", FAILED, PAGE, REPORT, SUMMARY, TABLE))
    (out / name).unlink(missing_ok=True)
    return f"{name} gone"


DAMAGES: tuple[Damage, ...] = (_cell, _cell, _cell, _bytes, _bytes, _gone)
"""Those of the database, which is the truth, more often than the others."""
