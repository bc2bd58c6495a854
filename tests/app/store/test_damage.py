"""What a person, a power cut or another program has done to the files of a folder never blocks it."""

import csv
import json
import random
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.inputs.plan import Job
from app.outcome import FileDigest, Outcome, PictureInfo, Thumbnails
from app.store.database import Database, fingerprint
from app.store.reports import Run, write_reports

OURS = fingerprint({}, "1")
RUN = Run("aquarium in -o out", {}, datetime(2026, 1, 2, tzinfo=UTC), 7.25, 3, 4)
LOOKS = Thumbnails(b"RIFF\0\0\0\0WEBPbefore", b"RIFF\0\0\0\0WEBPafter", (1, 2, 3, 4))
FOUND = {"place": "row 1", "what": "row clue 1", "confidence": 0.9, "box": [1, 2, 3, 4], "otherwise": None}
FIELDS = (
    *("path", "status", "exit_code", "message", "rows", "cols", "puzzle_certain", "repairs", "doubts"),
    *("output", "reading_output", "seconds", "task", "source", "page", "target", "drawing", "sha256"),
    *("bytes", "pixels", "version", "settings", "finished"),
)
MISSING = None
WRONG: tuple[str | None, ...] = (
    MISSING,
    *("[]", "{}", "5", "-1.5", "true", '"x"', '""', "null", "1180591620717411303424", "1e999", "NaN"),
    *(
        '"\\ud800"',
        '"\\udcff"',
        '"\\u0000"',
        '[{"what": 5}]',
        '{"read": "x"}',
        "[" * 400 + "]" * 400,
        "[[[]], 1]",
    ),
)
"""What may stand in the place of a field, as JSON that Python parses."""
FLIPS = 50
"""Bytes of the database that are damaged, one at a time."""


def job(folder: Path, name: str) -> Job:
    """Return a job whose picture is there."""
    source = folder.parent / "in" / name
    source.parent.mkdir(parents=True, exist_ok=True)
    source.write_bytes(b"picture")
    return Job(str(source), source, folder / f"{name}.solved.png")


def do(database: Database, job: Job) -> None:
    """Solve a picture as a run does."""
    assert isinstance(job.target, Path)
    assert isinstance(job.source, Path)
    job.target.write_bytes(b"answer")
    found = {"repairs": [FOUND], "doubts": [FOUND], "rows": 5, "cols": 5, "seconds": {"read": 1.5}}
    record = Outcome(job.name, "solved", output=str(job.target)).to_dict() | found
    seen = FileDigest("4b32fc6bc8c7f4f4c2a1a4ae2f0d3b1bba9ae47c0e2c1a5b11cb3e07e8e2a9c1", 7)
    database.add(job, record, PictureInfo(seen, (5, 5), LOOKS))


@pytest.fixture
def report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Give a report of two pictures, whose bytes and answers are as they were."""
    monkeypatch.setattr("app.store.database.has_digest", lambda *_: True)
    monkeypatch.setattr("app.store.database.is_nonempty_file", lambda _: True)
    monkeypatch.setattr("os.fsync", lambda _: None)
    folder = tmp_path / "out"
    with Database(folder, OURS) as database:
        for name in ("a.png", "b.png"):
            do(database, job(folder, name))
    yield folder / "report.jsonl"


def run_over(folder: Path, names: Sequence[str] = ("a.png", "b.png")) -> tuple[list[str | None], list[str]]:
    """Run over pictures, and say why each was done, and what was amiss."""
    jobs = [job(folder, name) for name in names]
    with Database(folder, OURS) as database:
        reasons = [database.reason(asked) for asked in jobs]
        for asked, reason in zip(jobs, reasons, strict=True):
            if reason:
                do(database, asked)
        write_reports(database, RUN)
        assert [database.reason(asked) for asked in jobs] == [None] * len(jobs)
    json.loads((folder / "summary.json").read_bytes())
    return list(reasons), database.warnings


@pytest.mark.parametrize("field", FIELDS)
def test_no_damaged_field_blocks_a_folder(report, field):
    """A line that cannot be understood is kept aside, and its picture done again."""
    assert len(FIELDS) * len(WRONG) > 220
    first, second = report.read_text().splitlines()
    names = [f"{number}.png" for number in range(len(WRONG))]
    damaged = [
        with_wrong(first.replace("a.png", name), field, wrong)
        for name, wrong in zip(names, WRONG, strict=True)
    ]
    report.write_text("\n".join([*damaged, second, ""]))
    reasons, warnings = run_over(report.parent, [*names, "b.png"])
    assert reasons[-1] is None
    kept = report.with_name(".aquarium") / "set-aside.jsonl"
    lines = kept.read_text().splitlines()
    assert warnings == [
        f"{report}: {len(lines)} lines that could not be read were moved to {kept}; "
        "their pictures are solved again"
    ]
    assert set(lines) <= set(damaged)
    for line, reason in zip(damaged, reasons, strict=False):
        assert reason is not None or line not in lines


def with_wrong(line: str, field: str, wrong: str | None) -> str:
    """Return a line in which a field has another value, or none."""
    rest = {name: value for name, value in json.loads(line).items() if name != field}
    return json.dumps(rest) if wrong is MISSING else f'{json.dumps(rest)[:-1]}, "{field}": {wrong}}}'


def test_a_folder_of_one_damaged_line_is_known_as_ours(report):
    first, _ = report.read_text().splitlines()
    report.write_text(first.replace('"status": "solved"', '"status": []') + "\n")
    reasons, (warning,) = run_over(report.parent)
    assert reasons == ["new", "new"]
    assert "could not be read" in warning


def database_of(folder: Path) -> Path:
    return folder / ".aquarium/answers.sqlite"


def truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5000])


def foreign(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as other:
        other.executescript(
            "CREATE TABLE pictures (name); CREATE TABLE letters (text); PRAGMA user_version = 1"
        )


def without_report(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("DELETE FROM report")


def with_trigger(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("CREATE TRIGGER t AFTER INSERT ON pictures BEGIN DELETE FROM pictures; END")


def folder_instead(path: Path) -> None:
    path.unlink()
    path.mkdir()
    (path / "of others").touch()


def with_empty_index(path: Path) -> None:
    """Take all pictures from the index by which they are told in order: SQLite would find none."""
    with closing(sqlite3.connect(path)) as database:
        (root,) = database.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'by_path'").fetchone()
        (size,) = database.execute("PRAGMA page_size").fetchone()
    contents = bytearray(path.read_bytes())
    contents[(root - 1) * size + 3 : (root - 1) * size + 5] = b"\0\0"  # the number of its cells
    path.write_bytes(contents)


@pytest.mark.parametrize(
    "damage", [truncated, foreign, without_report, with_trigger, with_empty_index, folder_instead]
)
def test_a_database_that_is_not_ours_is_kept_and_made_anew(report, damage):
    damage(database_of(report.parent))
    reasons, (warning,) = run_over(report.parent)
    assert reasons == [None, None]
    assert warning.startswith(f"{database_of(report.parent)}: it was damaged (")
    assert warning.endswith("); rebuilt from report.jsonl, the old file is answers.damaged.sqlite")
    assert len((report.parent / "report.csv").read_text().splitlines()) == 3
    assert database_of(report.parent).with_name("answers.damaged.sqlite").exists()


def test_no_flipped_bits_in_the_database_block_a_folder(report):
    path, blocked = database_of(report.parent), []
    whole = path.read_bytes()
    lines, draw = report.read_bytes(), random.Random(5)
    for place in draw.choices(range(len(whole)), k=FLIPS):
        flipped = bytearray(whole)
        flipped[place] ^= draw.choice((1, 0x80, 0xFF))
        path.write_bytes(flipped)
        report.write_bytes(lines)
        try:
            run_over(report.parent)
            assert sorted(map(path_in, report.read_bytes().splitlines())) == sorted(
                map(path_in, lines.splitlines())
            )
        except Exception as error:
            blocked.append(f"{place}: {error!r}")
    assert blocked == []


def path_in(line: bytes) -> str:
    return str(json.loads(line)["path"])


@pytest.mark.parametrize(
    "column", ["key", "path", "status", "target", "version", "sha256", "bytes", "record"]
)
@pytest.mark.parametrize("wrong", ["5", "2.5", "x'ff'", "'x'", "'[1]'", "''"])
def test_a_row_of_other_types_blocks_no_folder_and_costs_no_row_of_the_reports(report, column, wrong):
    with closing(sqlite3.connect(database_of(report.parent), isolation_level=None)) as database:
        database.execute(f"UPDATE pictures SET {column} = {wrong} WHERE number = 1")
    with Database(report.parent, OURS) as opened:
        assert opened.target_of(report.parent.parent / "in" / "b.png") == job(report.parent, "b.png").target
        opened.target_of(report.parent.parent / "in" / "a.png")
    run_over(report.parent)
    with (report.parent / "report.csv").open(encoding="utf-8-sig", newline="") as file:
        assert sorted(row["path"][-5:] for row in csv.DictReader(file)) == ["a.png", "b.png"]
    assert run_over(report.parent) == ([None, None], [])
    assert len(report.read_bytes().splitlines()) == 2


@pytest.mark.parametrize("column", ["sha256", "crop", "before", "after"])
@pytest.mark.parametrize(
    "wrong",
    [
        *("NULL", "5", "x'ff'", "'[1, 2, 3]'", "'[9, 9, 1, 1]'", "'[NaN,1,2,3]'"),
        *("'</script><script>'", """'["</script>", 1, 2, 3]'"""),
    ],
)
def test_a_damaged_thumbnail_costs_only_itself(report, column, wrong):
    with closing(sqlite3.connect(database_of(report.parent), isolation_level=None)) as database:
        database.execute(f"UPDATE thumbnails SET {column} = {wrong} WHERE rowid = 1")
    assert run_over(report.parent)[0] == [None, None]
    page = (report.parent / "index.html").read_text()
    assert ('"crop":null' in page, '"crop":[1,2,3,4]' in page) == (wrong != "NULL" or column != "after", True)
    assert page.count("</script>") == 3  # text in the place of a picture is none of the page
