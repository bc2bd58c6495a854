"""What a person, a power cut or another program has done to a database never blocks its folder."""

import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from app.store.database import Database, Unwritable
from app.store.reports import write_reports
from fixtures.hostile.records import COLUMNS, ODD_CELLS, damage_row
from tests.app.store.conftest import RUN, alter, do, is_done, picture
from tests.conftest import raised

FOUND = {"place": "row 1", "what": "row clue 1", "confidence": 0.9, "box": [1, 2, 3, 4], "otherwise": None}
FINDINGS = {"repairs": [FOUND], "doubts": [FOUND], "rows": 5, "cols": 5, "seconds": {"read": 1.5}}
NAMES = ("a.png", "b.png")
HEADER = 100
"""Bytes of an SQLite file that tell how it was last written."""
FLIPS = 20
"""Bytes of the database, none of them zero, that are damaged, one at a time."""


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


DAMAGES: dict[str, Callable[[Path], object] | str] = {
    "text": lambda path: path.write_bytes(b"no database" * 999),
    "truncated": lambda path: path.write_bytes(path.read_bytes()[:5000]),
    "foreign": "DROP TABLE pictures; CREATE TABLE pictures (name); CREATE TABLE letters (text)",
    "of another release": "ALTER TABLE pictures ADD COLUMN sha256 TEXT",
    "trigger": "CREATE TRIGGER t AFTER INSERT ON pictures BEGIN DELETE FROM pictures; END",
    "folder instead": lambda path: (path.unlink(), path.mkdir(), (path / "of others").touch()),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_database_that_cannot_be_used_is_set_aside_and_the_folder_is_solved_again(folder, path, damage):
    for kept_before in range(2):  # none takes the place of another
        alter(folder, damage) if isinstance(damage, str) else damage(path)
        contents = contents_of(path)
        warning = run(folder)
        kept = list(path.parent.glob("answers.damaged-*.sqlite"))
        assert len(kept) == kept_before + 1
        assert warning.startswith(f"{path} cannot be used (")
        assert warning.endswith(", and all is solved again")
        assert any(name.name in warning and contents_of(name) == contents for name in kept)
        assert len((folder / "report.csv").read_text().splitlines()) == 3
        check(folder)


def contents_of(path: Path) -> bytes:
    """Return what is in a database but for its header; nothing of a folder."""
    return path.read_bytes()[HEADER:] if path.is_file() else b""


def test_no_flipped_bits_block_a_folder(folder, path):
    whole, draw = path.read_bytes(), random.Random(5)
    for place in draw.choices([place for place, byte in enumerate(whole) if byte], k=FLIPS):
        flipped = bytearray(whole)
        flipped[place] ^= draw.choice((1, 0x80, 0xFF))
        path.write_bytes(flipped)
        check(folder)


def test_nothing_odd_in_a_row_blocks_a_folder(folder, path):
    whole = path.read_bytes()
    odd_rows = [(column, odd) for column in COLUMNS for odd in ODD_CELLS]
    scripts = [(column, odd) for column, odd in odd_rows if "script" in str(odd)]
    for column, odd in (*odd_rows[::13], *scripts):  # all odd things, and one or two of them in each column
        path.write_bytes(whole)
        damage_row(path, column, odd)
        check(folder)
        page = (folder / "index.html").read_text()
        assert page.count("</script>") == 3, odd  # text in the place of a picture is none of the page


LINES = (
    *("record = '[]'", "record = replace(record, 'solved', 'é')", "item = '{}'", "row = 'x'"),
    "settings = CAST(x'ff' AS TEXT)",
)


@pytest.mark.parametrize("damage", LINES)
def test_a_line_that_no_run_has_written_is_said_in_words_and_costs_one_run(folder, path, damage):
    alter(folder, f"UPDATE pictures SET {damage}")
    damaged = raised(Unwritable, run, folder)
    (kept,) = path.parent.glob("answers.damaged-*.sqlite")
    assert damaged.what.code == "database_damaged"
    assert dict(damaged.what.values)["kept"] == kept.name
    check(folder)
