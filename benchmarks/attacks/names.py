"""Odd names of pictures: all are answered, told, and can neither fool a terminal nor a table."""

import csv
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

from app.store.reports import PAGE, REPORT, TABLE
from fixtures.hostile.names import STEMS

from .ground import Ended, Ground, first, outside, picture

ALONE = 10
"""Of so many names, one is also given by itself, on a command line of its own."""
RUNNING = re.compile(
    rb"[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\x8e\x8f\xa8-\xae]|\xe2\x81[\xa6-\xa9]"
)
"""Signs that steer a terminal: controls but newline and tab, C1, and those that turn the direction."""
FORMULA = re.compile(r"[=+\-@\t\r]")
COMMANDS = ((), ("hint",), ("explain",), ("--solutions", "2"), ("--json",), ("check",), ("-v",))


def names(ground: Ground) -> Iterator[str]:
    """Answer pictures with odd names in one run, then some of them alone; then look for ones that miss."""
    chance = ground.chance
    chosen = odd_names(chance, ground.tries)
    inbox = ground.folder / "in"
    inbox.mkdir()
    for name in chosen:
        (inbox / os.fsdecode(name)).write_bytes(picture())
    run = outside(["in", "-o", "out"], ground.folder)
    whole = first(run.problem(0), steering(run), _unreported(ground.folder / "out", len(chosen)))
    for name in chosen:
        problem = ""
        if chance.randrange(ALONE) == 0:
            problem = _alone(ground.folder, name, chance)
        yield f"{name!r}: {problem}" if problem else ""
    yield f"all together: {whole}" if whole else ""


def odd_names(chance: Random, count: int) -> list[bytes]:
    """Return so many different names: all above first, then some made of two."""
    found = dict.fromkeys(stem + b".png" for stem in chance.sample(STEMS, min(count, len(STEMS))))
    while len(found) < count:
        found[(chance.choice(STEMS)[:100] + chance.choice(STEMS)[:100]) + b".png"] = None
    return list(found)


def steering(end: Ended) -> str:
    """Say if a sign that steers terminals, or bytes that are no text, are in what was printed."""
    found = RUNNING.search(end.out + end.err)
    return f"a terminal gets {found[0]!r}" if found else ""


def _alone(folder: Path, name: bytes, chance: Random) -> str:
    """Give one name on a command line, with some command; then one that is nearly the same and misses."""
    words = chance.choice(COMMANDS)
    place = b"in/" + name
    own = () if words and not words[0].startswith("-") else ("-o", "alone.png")
    end = outside([*words, place, *own], folder)
    problem = first(end.problem(0), steering(end))
    if problem:
        return f"{' '.join(words)}: {problem}"
    near = outside([place[:-5] + b"~.png"], folder)
    return first(near.problem(2, 3, 0), steering(near))


def _unreported(out: Path, count: int) -> str:
    """Say what reports do not tell of so many answers, or tell in a way that fools a table or a page."""
    answers = sum(path.name.endswith(".solved.png") for path in out.iterdir())
    if answers != count:
        return f"{answers} answers of {count}"
    lines = (out / REPORT).read_bytes().splitlines()
    paths = {json.loads(line)["path"] for line in lines}
    if len(paths) != count:
        return f"{len(paths)} lines of {count} pictures in {REPORT}"
    if found := RUNNING.search((out / REPORT).read_bytes()):
        return f"{REPORT} has {found[0]!r}"
    if problem := _misread(out / TABLE, count):
        return problem
    page = (out / PAGE).read_bytes()
    return f"{PAGE} has a name unescaped" if b"<script>alert" in page or b"<img src=x" in page else ""


def _misread(table: Path, count: int) -> str:
    """Say what spreadsheets make of a table of so many pictures, whatever they take for its separator."""
    for separator in ",;\t":
        with table.open(newline="", encoding="utf-8-sig", errors="surrogateescape") as file:
            rows = list(csv.reader(file, delimiter=separator))
        if len(rows) != count + 1:
            return f"{len(rows) - 1} rows in {table.name}"
        for cell in (cell for row in rows for cell in row):
            if FORMULA.match(cell) and not re.fullmatch(r"-?[\d.]+", cell):
                return f"{table.name} has the formula {cell!r} where {separator!r} separates"
    return ""
