"""Odd names of pictures: all are answered and reported, and can neither fool a terminal nor a table."""

import csv
import json
import os
import re
from pathlib import Path
from random import Random

import pytest

from app.store.reports import PAGE, REPORT, TABLE
from fixtures.hostile.names import STEMS

from .command import SOLVED, Ended, outside, picture

MANY = 80
"""Names in one run; a tenth as many are given alone."""
RUNNING = re.compile(
    rb"[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\x8e\x8f\xa8-\xae]|\xe2\x81[\xa6-\xa9]"
)
"""Signs that steer a terminal: controls but newline and tab, C1, and those that turn the direction."""
FORMULA = re.compile(r"[=+\-@\t\r]")
COMMANDS = ((), ("hint",), ("explain",), ("--solutions", "2"), ("--json",), ("check",), ("-v",))


def with_odd_names(folder: Path, chance: Random, count: int) -> list[bytes]:
    """Write so many pictures with odd names into a folder; return the names."""
    names = odd_names(chance, count)
    folder.mkdir()
    for name in names:
        (folder / os.fsdecode(name)).write_bytes(picture())
    return names


@pytest.mark.attack
def test_odd_names_in_one_run(tmp_path, chance, share_of):
    names = with_odd_names(tmp_path / "in", chance, share_of(MANY))
    run = outside(["in", "-o", "out"], tmp_path)
    run.check(0)
    check_printed(run)
    check_reports(tmp_path / "out", len(names))


@pytest.mark.attack
@pytest.mark.parametrize("number", range(MANY // 10))
def test_odd_names_alone(tmp_path, chance, number):
    """Give one name on a command line, with some command; then one that is nearly the same and misses."""
    (name,), words = with_odd_names(tmp_path / "in", chance, 1), chance.choice(COMMANDS)
    own = () if words and not words[0].startswith("-") else ("-o", "alone.png")
    for end, codes in (
        (outside([*words, b"in/" + name, *own], tmp_path), (0,)),
        (outside([b"in/" + name[:-5] + b"~.png"], tmp_path), (2, 3, 0)),
    ):
        end.check(*codes)
        check_printed(end)


def odd_names(chance: Random, count: int) -> list[bytes]:
    """Return so many different names: all above first, then some made of two."""
    found = dict.fromkeys(stem + b".png" for stem in chance.sample(STEMS, min(count, len(STEMS))))
    while len(found) < count:
        found[(chance.choice(STEMS)[:100] + chance.choice(STEMS)[:100]) + b".png"] = None
    return list(found)


def check_printed(end: Ended) -> None:
    """Check that no sign that steers terminals, and no bytes that are no text, are in what was printed."""
    found = RUNNING.search(end.printed)
    assert not found, f"a terminal gets {found[0]!r}"


def check_reports(out: Path, count: int) -> None:
    """Check that reports have each of so many answers, and fool neither a table nor a page."""
    answers = sum(path.name.endswith(SOLVED) for path in out.iterdir())
    assert answers == count, f"{answers} answers of {count}"
    report = (out / REPORT).read_bytes()
    assert len({json.loads(line)["path"] for line in report.splitlines()}) == count
    assert not RUNNING.search(report)
    page = (out / PAGE).read_bytes()
    assert b"<script>alert" not in page
    assert b"<img src=x" not in page
    for separator in ",;\t":  # whatever a spreadsheet takes for it
        with (out / TABLE).open(newline="", encoding="utf-8-sig", errors="surrogateescape") as file:
            rows = list(csv.reader(file, delimiter=separator))
        assert len(rows) == count + 1
        for cell in (cell for row in rows for cell in row):
            is_formula = FORMULA.match(cell) and not re.fullmatch(r"-?[\d.]+", cell)
            assert not is_formula, f"the formula {cell!r} where {separator!r} separates"
