"""What a person, a power cut or another program has done to the files of a folder never blocks it."""

import json
import random
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from app.fields import COLUMNS as COLUMNS_OF_REPORT
from app.fields import Column
from app.store.database import Database
from app.store.reports import write_reports
from fixtures.hostile.records import COLUMNS, ODD_CELLS, ODD_FIELDS, damage_row, with_field
from tests.app.store.conftest import OURS, RUN, alter, do, job

FOUND = {"place": "row 1", "what": "row clue 1", "confidence": 0.9, "box": [1, 2, 3, 4], "otherwise": None}
FINDINGS = {"repairs": [FOUND], "doubts": [FOUND], "rows": 5, "cols": 5, "seconds": {"read": 1.5}}
FIELDS = (
    *("path", "status", "exit_code", "message", "rows", "cols", "puzzle_certain", "repairs", "doubts"),
    *("output", "reading_output", "seconds", "task", "source", "page", "target", "drawing", "sha256"),
    *("bytes", "pixels", "version", "settings", "finished"),
)
FLIPS = 50
"""Bytes of the database that are damaged, one at a time."""


@pytest.fixture
def report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Give a report of two pictures, whose bytes and answers are as they were."""
    monkeypatch.setattr("app.store.database.has_digest", lambda *_: True)
    monkeypatch.setattr("app.store.database.is_nonempty_file", lambda _: True)
    monkeypatch.setattr("os.fsync", lambda _: None)
    folder = tmp_path / "out"
    with Database(folder, OURS) as database:
        for name in ("a.png", "b.png"):
            do(database, job(folder, name), **FINDINGS)
        write_reports(database, RUN)
    yield folder / "report.jsonl"


def run_over(folder: Path, names: Sequence[str] = ("a.png", "b.png")) -> tuple[list[str | None], list[str]]:
    """Run over pictures, and say why each was done, and what was amiss."""
    jobs = [job(folder, name) for name in names]
    with Database(folder, OURS) as database:
        reasons = [database.reason(asked) for asked in jobs]
        for asked, reason in zip(jobs, reasons, strict=True):
            if reason:
                do(database, asked, **FINDINGS)
        write_reports(database, RUN)
        assert [database.reason(asked) for asked in jobs] == [None] * len(jobs)
    json.loads((folder / "summary.json").read_bytes())
    return list(reasons), database.warnings


@pytest.mark.parametrize("field", FIELDS)
def test_no_damaged_field_blocks_a_folder(report, field):
    """A database that is taken from the report leaves out lines that no run has written."""
    shutil.rmtree(report.with_name(".aquarium"))
    first, second = report.read_text().splitlines()
    names = [f"{number}.png" for number in range(len(ODD_FIELDS))]
    damaged = [
        with_field(first.replace("a.png", name), field, odd)
        for name, odd in zip(names, ODD_FIELDS, strict=True)
    ]
    report.write_text("\n".join([*damaged, second, ""]))
    reasons, warnings = run_over(report.parent, [*names, "b.png"])
    assert reasons[-1] is None
    kept = report.with_name(".aquarium") / "report.damaged.jsonl"
    assert [warning.endswith(f"the old file is {kept}") for warning in warnings] == [True] * kept.exists()
    told = [json.loads(line) for line in report.read_text().splitlines()]
    known = {Path(line[name] or "").name for line in told for name in ("path", "source")}
    assert known >= {*names, "b.png"}


def test_a_folder_of_one_damaged_line_is_known_as_ours(report):
    shutil.rmtree(report.with_name(".aquarium"))
    first, _ = report.read_text().splitlines()
    report.write_text(first.replace('"status": "solved"', '"status": []') + "\n")
    reasons, (warning,) = run_over(report.parent)
    assert reasons == ["new", "new"]
    assert "could not be read" in warning


def database_of(folder: Path) -> Path:
    return folder / ".aquarium/answers.sqlite"


def truncated(folder: Path) -> None:
    database_of(folder).write_bytes(database_of(folder).read_bytes()[:5000])


def foreign(folder: Path, version: int) -> None:
    database_of(folder).unlink()
    alter(
        folder, f"CREATE TABLE pictures (name); CREATE TABLE letters (text); PRAGMA user_version = {version}"
    )


def folder_instead(folder: Path) -> None:
    database_of(folder).unlink()
    database_of(folder).mkdir()
    (database_of(folder) / "of others").touch()


def with_empty_index(folder: Path) -> None:
    """Take all pictures from the index by which they are told in order: SQLite would find none."""
    path = database_of(folder)
    with closing(sqlite3.connect(path)) as database:
        (root,) = database.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'by_path'").fetchone()
        (size,) = database.execute("PRAGMA page_size").fetchone()
    contents = bytearray(path.read_bytes())
    contents[(root - 1) * size + 3 : (root - 1) * size + 5] = b"\0\0"  # the number of its cells
    path.write_bytes(contents)


DAMAGES = {
    "truncated": truncated,
    "foreign": partial(foreign, version=1),
    "foreign, of the version of 1.0": partial(foreign, version=3),
    "another column": partial(alter, script="ALTER TABLE pictures ADD COLUMN mine"),
    "trigger": partial(
        alter, script="CREATE TRIGGER t AFTER INSERT ON pictures BEGIN DELETE FROM pictures; END"
    ),
    "empty index": with_empty_index,
    "folder instead": folder_instead,
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_database_that_is_not_ours_is_kept_and_made_anew(report, damage):
    damage(report.parent)
    reasons, (warning,) = run_over(report.parent)
    assert reasons == [None, None]
    assert warning.startswith(f"{database_of(report.parent)}: it was damaged (")
    assert warning.endswith("); rebuilt from report.jsonl, the old file is answers.damaged.sqlite")
    assert len((report.parent / "report.csv").read_text().splitlines()) == 3
    assert database_of(report.parent).with_name("answers.damaged.sqlite").exists()


def test_no_flipped_bits_in_the_database_block_a_folder(report):
    path, blocked = database_of(report.parent), []
    whole, lines, draw = path.read_bytes(), report.read_bytes(), random.Random(5)
    for place in draw.choices(range(len(whole)), k=FLIPS):
        flipped = bytearray(whole)
        flipped[place] ^= draw.choice((1, 0x80, 0xFF))
        path.write_bytes(flipped)
        report.write_bytes(lines)
        try:
            assert run_over(report.parent)[0] == [None, None]
            assert without_times(report.read_bytes()) == without_times(lines)
        except Exception as error:
            blocked.append(f"{place}: {error!r}")
    assert blocked == []


def without_times(report: bytes) -> list[dict[str, object]]:
    return [json.loads(line) | {"finished": None} for line in report.splitlines()]


@pytest.mark.parametrize("column", sorted(set(COLUMNS) - {"picture", "answer"}))
def test_a_damaged_row_is_taken_from_the_report_and_no_other_is_touched(report, column):
    database = database_of(report.parent)
    whole, lines = database.read_bytes(), report.read_bytes()
    for odd in ODD_CELLS:
        database.write_bytes(whole)
        damaged = damage_row(database, column, odd)
        reasons, warnings = run_over(report.parent)
        told = f"{database}: one of its rows was damaged; taken from report.jsonl or solved again"
        assert (reasons, warnings) == ([None, None], [told] * damaged), odd
        assert report.read_bytes() == lines
        page = (report.parent / "index.html").read_text()
        assert page.count('"crop":[1,2,3,4]') == 2 - damaged
        assert page.count("</script>") == 3  # text in the place of a picture is none of the page
        assert run_over(report.parent) == ([None, None], [])


@pytest.mark.parametrize("column", ["key", "path", "target", "status", "record"])
def test_damaged_rows_that_no_report_has_are_solved_again(report, column):
    report.unlink()
    alter(report.parent, f"UPDATE pictures SET {column} = {column} || 'x'")
    assert run_over(report.parent)[0] == ["new", "new"]
    assert run_over(report.parent) == ([None, None], [])


def test_a_row_that_a_report_lacks_outlives_damage_to_another(report):
    """A run was killed before it could write its reports, and then a row was damaged."""
    with Database(report.parent, OURS) as database:
        do(database, job(report.parent, "c.png"), **FINDINGS)
    alter(report.parent, "UPDATE pictures SET record = 5 WHERE CAST(path AS TEXT) LIKE '%a.png'")
    reasons, (warning,) = run_over(report.parent, ["a.png", "b.png", "c.png"])
    assert (reasons, "one of its rows was damaged" in warning) == ([None, None, None], True)
    assert report.read_bytes().count(b"\n") == 3


def test_an_old_line_of_the_report_takes_no_answers_place(report):
    """Since the report was written, another picture's answer took the place of a.png's."""
    folder = report.parent
    other = replace(job(folder, "c.png"), target=folder / "a.png.solved.png")
    with Database(folder, OURS) as database:
        do(database, other, **FINDINGS)
    alter(folder, "UPDATE pictures SET record = 5 WHERE CAST(path AS TEXT) LIKE '%b.png'")
    with Database(folder, OURS) as database:
        assert "one of its rows was damaged" in database.warnings[0]
        assert [database.reason(job(folder, "b.png")), database.reason(other)] == [None, None]
        assert database.reason(job(folder, "a.png")) == "new"


def test_a_line_that_a_report_cannot_show_is_not_taken(report, monkeypatch):
    monkeypatch.setitem(COLUMNS_OF_REPORT, "rule", Column(len))  # as if the table had a column of it
    shutil.rmtree(report.with_name(".aquarium"))
    first, second = report.read_text().splitlines()
    report.write_text("\n".join([with_field(first, "rule", "5"), with_field(second, "rule", '"level"'), ""]))
    with Database(report.parent, OURS) as database:
        assert [Path(entry.record["path"]).name for entry in database] == ["b.png"]
