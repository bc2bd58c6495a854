"""What a person, a power cut or another program has done to the files of a folder never blocks it."""

import itertools
import json
from collections.abc import Iterator
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
WRONG = (
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
NOT_UNDERSTOOD = (
    "could not be understood and is kept in {folder}/.aquarium/set-aside.jsonl; "
    "what is not known of a picture now is done again"
)
MISSING = None
CASES = [*itertools.product(FIELDS, (*WRONG, MISSING))]


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
    """Give a report of two pictures, whose bytes are as they were."""
    monkeypatch.setattr("app.store.database._has_digest", lambda *_: True)
    monkeypatch.setattr("os.fsync", lambda _: None)
    folder = tmp_path / "out"
    with Database(folder, OURS) as database:
        for name in ("a.png", "b.png"):
            do(database, job(folder, name))
    yield folder / "report.jsonl"


def run_over(folder: Path) -> tuple[list[str | None], list[str]]:
    """Run over both pictures, and say why each was done, and what was amiss."""
    jobs = [job(folder, name) for name in ("a.png", "b.png")]
    with Database(folder, OURS) as database:
        reasons = [database.reason(asked) for asked in jobs]
        for asked, reason in zip(jobs, reasons, strict=True):
            if reason:
                do(database, asked)
        write_reports(database, RUN)
        assert [database.reason(asked) for asked in jobs] == [None, None]
    json.loads((folder / "summary.json").read_bytes())
    return reasons, database.warnings


def test_no_damaged_field_blocks_a_folder(report):
    """A line that cannot be understood is kept aside, and its picture done again."""
    first, second = report.read_text().splitlines()
    folder, blocked = report.parent, []
    for field, wrong in CASES:
        kept = {name: value for name, value in json.loads(first).items() if name != field}
        damaged = json.dumps(kept)
        if wrong is not None:
            damaged = f'{damaged[:-1]}, "{field}": {wrong}}}'
        report.write_text(f"{damaged}\n{second}\n")
        try:
            reasons, warnings = run_over(folder)
        except Exception as error:
            blocked.append(f"{field} {wrong and wrong[:30]}: {error!r}")
            continue
        assert reasons[1] is None
        if warnings:
            assert (folder / ".aquarium/set-aside.jsonl").read_text().endswith(f"{damaged}\n")
            assert warnings == [f"{report}: a line {NOT_UNDERSTOOD.format(folder=folder)}"]
    assert len(CASES) > 220
    assert blocked == []
