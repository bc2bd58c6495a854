"""What a person, a power cut or another program has done to a database never blocks its folder."""

import random
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from app.store.database import Database, Unwritable
from app.store.reports import write_reports
from fixtures.hostile.records import COLUMNS, ODD_CELLS, damage_row
from tests.app.store.conftest import RUN, alter, do, is_done, picture

FOUND = {"place": "row 1", "what": "row clue 1", "confidence": 0.9, "box": [1, 2, 3, 4], "otherwise": None}
FINDINGS = {"repairs": [FOUND], "doubts": [FOUND], "rows": 5, "cols": 5, "seconds": {"read": 1.5}}
NAMES = ("a.png", "b.png")
HEADER = 100
"""Bytes of an SQLite file that tell how it was last written."""
FLIPS = 50
"""Bytes of the database that are damaged, one at a time."""


@pytest.fixture
def path(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the database of a folder in which two pictures are done."""
    monkeypatch.setattr("os.fsync", lambda _: None)
    for name in NAMES:
        picture(folder, name)
    run(folder)
    return folder / ".aquarium/answers.sqlite"


def run(folder: Path) -> str:
    """Do what is not done and write the reports; return what was wrong with the database."""
    with Database(folder) as database:
        for name in NAMES:
            source = folder.parent / "in" / name
            if not is_done(database, source):
                do(database, source, **FINDINGS)
        write_reports(database, RUN)
    return database.warning


def check(folder: Path) -> None:
    """Check that after a second run, which may be needed, the folder is as if nothing had happened."""
    with suppress(Unwritable):
        run(folder)
    assert run(folder) == ""
    assert len((folder / "report.jsonl").read_text().splitlines()) >= len(NAMES)
    with Database(folder) as database:
        assert all(is_done(database, folder.parent / "in" / name) for name in NAMES)


def truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5000])


def foreign(path: Path) -> None:
    path.unlink(missing_ok=True)
    alter(path.parents[1], "CREATE TABLE pictures (name); CREATE TABLE letters (text)")


def folder_instead(path: Path) -> None:
    path.unlink()
    path.mkdir()
    (path / "of others").touch()


def altered(path: Path, script: str) -> None:
    alter(path.parents[1], script)


DAMAGES: dict[str, Callable[[Path], None]] = {
    "text": lambda path: path.write_bytes(b"no database" * 999) and None,
    "truncated": truncated,
    "foreign": foreign,
    "of another release": partial(altered, script="ALTER TABLE pictures ADD COLUMN sha256 TEXT"),
    "trigger": partial(
        altered, script="CREATE TRIGGER t AFTER INSERT ON pictures BEGIN DELETE FROM pictures; END"
    ),
    "folder instead": folder_instead,
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_database_that_cannot_be_used_is_set_aside_and_the_folder_is_solved_again(folder, path, damage):
    damage(path)
    contents = path.read_bytes() if path.is_file() else b""
    warning = run(folder)
    (kept,) = path.parent.glob("answers.damaged-*.sqlite")
    assert warning.startswith(f"{path} cannot be used (")
    assert warning.endswith(f"); it is now {kept.name}, and all is solved again")
    assert (kept.read_bytes() if kept.is_file() else b"")[HEADER:] == contents[HEADER:]
    assert len((folder / "report.csv").read_text().splitlines()) == 3
    check(folder)
    damage(path)
    run(folder)
    assert len(list(path.parent.glob("answers.damaged-*.sqlite"))) == 2  # none took the place of another


def test_no_flipped_bits_block_a_folder(folder, path):
    whole, draw = path.read_bytes(), random.Random(5)
    for place in draw.choices(range(len(whole)), k=FLIPS):
        flipped = bytearray(whole)
        flipped[place] ^= draw.choice((1, 0x80, 0xFF))
        path.write_bytes(flipped)
        check(folder)


def test_nothing_odd_in_a_row_blocks_a_folder(folder, path):
    whole = path.read_bytes()
    odd_rows = [(column, odd) for column in COLUMNS for odd in ODD_CELLS]
    for column, odd in odd_rows[::5]:  # all odd things, and three of them in each column
        path.write_bytes(whole)
        damage_row(path, column, odd)
        check(folder)
        page = (folder / "index.html").read_text()
        assert page.count("</script>") == 3, odd  # text in the place of a picture is none of the page


@pytest.mark.parametrize(
    "damage",
    [
        *("record = '[]'", "record = replace(record, '{', '')", "record = replace(record, ' ', 'é')"),
        *("item = '{}'", "row = ''", "row = 'x'", "settings = CAST(x'ff' AS TEXT)"),
    ],
)
def test_a_line_that_no_run_has_written_is_said_in_words_and_costs_one_run(folder, path, damage):
    alter(folder, f"UPDATE pictures SET {damage}")
    with pytest.raises(Unwritable) as damaged:
        run(folder)
    (kept,) = path.parent.glob("answers.damaged-*.sqlite")
    assert damaged.value.what.code == "database_damaged"
    assert dict(damaged.value.what.values)["kept"] == kept.name
    check(folder)
