"""Databases and reports that are damaged: no folder is blocked, no answer is lost."""

import csv
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from app.store.database import DATABASE, PRIVATE
from app.store.reports import FAILED, PAGE, REPORT, SUMMARY, TABLE
from fixtures.hostile.records import COLUMNS, ODD_CELLS, damage_row

from .command import check_answers, inside, pictures

pytestmark = pytest.mark.attack

COUNT = 3
NAMES = [f"p{number}" for number in range(COUNT)]
RUN = ("in", "-o", "out", "-q")
Damage = Callable[[Path, Random], str]


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
    else:
        for _ in range(chance.choice((1, 8, 64))):
            contents[chance.randrange(len(contents))] = chance.randrange(256)
    place.write_bytes(contents)
    return f"the database has {len(contents)} bytes, some of them others"


def _gone(out: Path, chance: Random) -> str:
    """Remove the database or a report."""
    name = chance.choice((f"{PRIVATE}/{DATABASE}", FAILED, PAGE, REPORT, SUMMARY, TABLE))
    (out / name).unlink(missing_ok=True)
    return f"{name} gone"


DAMAGES: tuple[Damage, ...] = (_cell, _cell, _cell, _bytes, _bytes, _gone)
"""Those of the database, which is the truth, more often than the others."""


@pytest.fixture(scope="module")
def finished(tmp_path_factory) -> Path:
    place = tmp_path_factory.mktemp("finished")
    pictures(place / "in", COUNT)
    inside(RUN, place).check(0)
    return place


@pytest.mark.parametrize("number", range(220))
def test_records(tmp_path, finished, chance, number):
    shutil.copytree(finished, tmp_path, dirs_exist_ok=True)
    out = tmp_path / "out"
    print(DAMAGES[number % len(DAMAGES)](out, chance))
    end = inside(RUN, tmp_path)
    end.check(0, 2)
    assert end.code == 0 or b"run the same command again" in end.printed
    for name in NAMES:
        assert (tmp_path / f"in/{name}.png").read_bytes() == (finished / f"in/{name}.png").read_bytes()
    check_answers(out, NAMES)
    if end.code:
        inside(RUN, tmp_path).check(0)
    with (out / TABLE).open(newline="", encoding="utf-8-sig") as file:  # made of all that is known
        assert len(list(csv.reader(file))) - 1 == COUNT, f"rows in {TABLE}"
