"""What a person opens after a run: a table, a summary, and a list of what failed that can be handed back."""

import ast
import csv
import json
import os
import random
import re
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

from app.store import reports
from app.store.database import Unwritable
from app.store.reports import Run, write_reports
from solver.message import Message
from tests.app.store.conftest import RUN
from tests.conftest import ROOT, raised

HOSTILE = [
    *("=cmd|' /C calc'!A0.png", "+1.png", "-1.png", "@SUM(A1).png"),
    *("a;=1+1;.png", "a,+1.png", 'a; "@SUM(A1)".png', "';=1", "'=1", "a|-1.png", ";;==;"),
    *("\tx.png", "\rx.png", " =1.png", "＝1.png"),
    *('say "a", b.png', r"two\nlines.png", "🐠 ü.png", "<script>.png", os.fsdecode(b"\xff.png")),
]
only_here = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="no such names there")


def found(what: str) -> dict[str, object]:
    """Return a repair or doubt as it stands in JSON."""
    return {"what": what, "confidence": 0.9, "box": [1, 2, 3, 4]}


def table(folder: Path) -> list[dict[str, str]]:
    """Read the table as a program does."""
    with (folder / "report.csv").open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def test_the_table_has_a_row_for_each_picture(database, note):
    note("b.png", "unsure", message="look; closer", doubts=[found("a wall"), found("a clue")])
    wrong = [{"row": 2, "col": 5, "mark": "cross"}, {"row": 3, "col": 1, "mark": "water"}]
    note("a.png", rows=5, cols=6, repairs=[found("row clue 1")], task="1_2", mistakes=wrong)
    write_reports(database, RUN)
    first, second = table(database.folder)
    assert (first["number"], first["path"], first["status"], first["rows"]) == ("1", "a.png", "solved", "5")
    assert (first["seconds"], first["repairs"], first["task"]) == ("0.75", "row clue 1", "1_2")
    assert (first["mistakes"], second["mistakes"]) == ("row 2 column 5; row 3 column 1", "")
    assert (second["path"], second["status"], second["message"]) == ("b.png", "unsure", "look; closer")
    assert (second["doubts"], second["answer"]) == ("a wall; a clue", "")


@only_here
def test_no_cell_is_a_formula_whatever_separates_cells_and_every_name_is_one_cell(database, note):
    for name in HOSTILE:
        note(name, "unsure", message=name, seconds=None)
    write_reports(database, RUN)
    rows = table(database.folder)
    assert len(rows) == len(HOSTILE)
    for row in rows:
        assert row["seconds"] == ""
        for column in ("path", "message"):
            assert row[column].lstrip()[0] not in "=+-@\t\r＝"
    told = {row["path"] for row in rows}
    assert {'say "a", b.png', r"two\nlines.png", "🐠 ü.png", "\\xff.png", "'-1.png", "'＝1.png"} <= told
    lines = (database.folder / "report.csv").read_text("utf-8-sig").splitlines()
    for separator in ";,|\t":
        for row in csv.reader(lines, delimiter=separator):
            assert [cell for cell in row if cell.lstrip().startswith(tuple("=+-@＝＋－＠"))] == []


def test_a_cell_can_be_read_back(database, note):
    (pattern,) = re.findall(r're\.sub\((r.*), "", cell\)', (ROOT / "docs" / "batches.md").read_text("utf-8"))
    draw = random.Random(3)
    names = {"".join(draw.choices("a=-;,|'\" ＝", k=draw.randrange(1, 8))) for _ in range(400)}
    for name in names:
        note(name, "unsure")
    write_reports(database, RUN)
    cells = [row["path"] for row in table(database.folder)]
    assert {re.sub(ast.literal_eval(pattern), "", cell) for cell in cells} == names


def test_the_summary_counts_and_says_when_and_how(database, note):
    for name, status in (("a", "solved"), ("b", "solved"), ("c", "crashed")):
        note(name, status)
    write_reports(database, RUN)
    told = json.loads((database.folder / "summary.json").read_text())
    assert told["statuses"] == {"solved": 2, "crashed": 1}
    assert (told["pictures"], told["exit_code"], told["done"], told["standing"]) == (3, 1, 3, 4)
    assert (told["started"], told["seconds"]) == ("2026-01-02T03:04:05+00:00", 7.2)
    assert told["settings"] == RUN.settings
    write_reports(database, Run("aquarium", {}, RUN.started, 1.0, 1, 0, interrupted=True))
    told = json.loads((database.folder / "summary.json").read_text())
    assert (told["exit_code"], told["interrupted"]) == (130, True)


@only_here
def test_what_has_no_answer_is_listed_a_name_on_each_line(database, note):
    note("well.png")
    write_reports(database, RUN)
    assert (database.folder / "failed.txt").read_bytes() == b""
    for name in ["a b.png", "🐠 ü.png", "a\nb.png", os.fsdecode(b"\xff.png"), "-"]:
        note(name, "unsure")
    write_reports(database, RUN)
    lines = (database.folder / "failed.txt").read_text().splitlines()
    assert sorted(lines) == ["\\xff.png", "a b.png", r"a\nb.png", "🐠 ü.png"]  # no pipe can be had again


def test_a_report_that_cannot_be_written_keeps_no_other_from_it(database, note, monkeypatch):
    note("a.png", "unsure")
    write_reports(database, RUN)
    before = (database.folder / "report.csv").read_bytes()
    full = Mock(side_effect=OSError(28, "No space left on device"))
    monkeypatch.setattr(reports, "table_row", full)
    note("b.png", "unsure")
    error = raised(Unwritable, write_reports, database, RUN)
    said = Message("report_not_written", said="no space left on device")
    assert (error.what, error.place) == (said, str(database.folder / "report.csv"))
    assert (database.folder / "report.csv").read_bytes() == before
    assert (database.folder / "failed.txt").read_text().split() == ["a.png", "b.png"]
    assert not list(database.folder.glob("*.part"))
