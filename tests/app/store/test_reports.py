"""What a person opens after a run: a table, a summary, what failed, and a page. No name does harm there."""

import ast
import csv
import html
import json
import os
import random
import re
import sys
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from app.store import reports
from app.store.database import Unwritable
from app.store.lines import link
from app.store.reports import Run, write_reports
from solver.message import Message
from tests.app.store.conftest import RUN, SMALL
from tests.conftest import ROOT, raised

HOSTILE = [
    *("=cmd|' /C calc'!A0.png", "+1.png", "-1.png", "@SUM(A1).png"),
    *("a;=1+1;.png", "a,+1.png", 'a; "@SUM(A1)".png', "';=1", "'=1", "a|-1.png", ";;==;"),
    *("\tx.png", "\rx.png", " =1.png", "＝1.png"),
    *('say "a", b.png', r"two\nlines.png", "🐠 ü.png", "<script>.png", os.fsdecode(b"\xff.png")),
]
only_here = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="no such names there")
FOUND = {"confidence": 0.76543, "box": [10, 20, 30, 40]}
"""Where a repair or doubt is, as it stands in JSON."""
DOUBTS = [{**FOUND, "what": "a wall"}, {**FOUND, "what": "a <b>clue</b>"}]
MENDED = [{**FOUND, "what": "row clue 7 is 8"}]
MISTAKES = [{"row": 2, "col": 5, "mark": "cross"}, {"row": 3, "col": 1, "mark": "water"}]


def table(folder: Path) -> list[dict[str, str]]:
    with (folder / "report.csv").open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def test_the_table_has_a_row_for_each_picture(database, note):
    note("b.png", "unsure", message="look; closer", doubts=DOUBTS)
    note("a.png", rows=5, cols=6, repairs=MENDED, task="1_2", mistakes=MISTAKES)
    write_reports(database, RUN)
    first, second = table(database.folder)
    told = {"number": "1", "path": "a.png", "status": "solved", "rows": "5", "seconds": "0.75", "task": "1_2"}
    assert first.items() >= (told | {"repairs": MENDED[0]["what"]}).items()
    assert (first["mistakes"], second["mistakes"]) == ("row 2 column 5; row 3 column 1", "")
    told = {"path": "b.png", "status": "unsure", "message": "look; closer", "answer": ""}
    assert second.items() >= (told | {"doubts": "a wall; a <b>clue</b>"}).items()


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
    names = {"".join(draw.choices("a=-;,|'\" ＝", k=draw.randrange(1, 8))) for _ in range(100)}
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


STATUSES = ("solved", "solved", "solved", "unsure", "no_puzzle", "unreadable")
SCRIPT = "</script><script>document.title='hit'</script><img src=x onerror=document.title='hit'>.png"


@pytest.fixture
def page(database, note):
    """Return the page of some pictures, of which one has a repair, one a doubt and one a hostile name."""
    for number, status in enumerate(STATUSES):
        note(f"shot {number}.png", status, seconds={"read": 5.0 - number})
    note("mended.png", repairs=MENDED)
    note("doubted.png", "unsure", message="look closer", doubts=DOUBTS)
    if sys.platform != "win32":
        note(SCRIPT.replace("/", "∕"), "unsure", message=SCRIPT)
    return write_reports(database, RUN)


def lines(page: Path) -> list[str]:
    """Return the lines of the page, two for each picture: what it holds, and its thumbnails."""
    start = '<script type="application/json" id="pictures">'
    return re.search(rf"{start}\n(.*?)</script>", page.read_text(), re.S)[1].splitlines()


def rows(page: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in lines(page)[::2]]


def test_the_page_asks_for_nothing_but_what_lies_beside_it(page):
    text = page.read_text()
    assert not re.search(r"""(src|href)=["']?(https?:)?//""", text)
    assert "http:" not in text.replace("http://www.w3.org/2000/svg", "")
    assert text.count("<script") == 3
    assert "unsafe" not in re.search(r'Content-Security-Policy" content="([^"]*)"', text)[1]


def test_it_tells_of_every_picture_where_it_is_and_what_was_found(page):
    told = {row["name"]: row for row in rows(page)}
    assert told["mended.png"]["repairs"] == MENDED
    first = told["shot 0.png"]
    assert (first["source"], first["answer"]) == ("../in/shot%200.png", "shot%200.png.solved.png")
    assert told["shot 3.png"]["answer"] is None
    assert told["doubted.png"]["pixels"] == [60, 80]


LINKS = {
    "../in/a b.png": "../in/a%20b.png",
    "a#1?x=50%.png": "a%231%3Fx%3D50%25.png",
    "javascript:alert(1)": "javascript%3Aalert%281%29",
    '"onclick="x': "%22onclick%3D%22x",
    "\udcff.png": "%FF.png",
    "é🐠.png": "%C3%A9%F0%9F%90%A0.png",
    "a\nb.png": "a%0Ab.png",
    "/abs/a b.png": "file:///abs/a%20b.png",
    "C:/Users/a b.png": "file:///C:/Users/a%20b.png",
    None: None,
}


def test_links_lead_to_files_whatever_their_names():
    assert {place: link(place) for place in LINKS} == LINKS


SURE = [{**DOUBTS[0], "confidence": 0.999}]


@pytest.mark.parametrize(
    ("field", "given", "told"),
    [
        ("doubts", [{"doubts": DOUBTS + SURE}, {"doubts": SURE}], [DOUBTS, SURE]),
        ("answer", [{}, {"ended": "unsaved"}], ["0.solved.png", None]),  # a further file was not written
        ("result", [{}, {"ended": "unsaved"}], ["solved", "unsaved"]),
        ("further", [{"mistakes": MISTAKES[:1]}, {"mistakes": []}], [[["Mistakes", "row 2 column 5"]], []]),
    ],
)
def test_what_tells_something_is_told(database, note, field, given, told):
    for number, fields in enumerate(given):
        note(str(number), **fields)
    assert [row[field] for row in rows(write_reports(database, RUN))] == told


@pytest.mark.parametrize("odd", [{"status": "unsure"}, {"puzzle_certain": False}, {"repairs": MENDED}])
def test_where_room_is_short_the_thumbnails_of_what_needs_a_look_are_there(database, note, monkeypatch, odd):
    monkeypatch.setattr(reports, "MOST_EMBEDDED", 2 * len(SMALL))
    note("a.png", puzzle_certain=True)
    note("b.png", **odd)
    assert [bool(thumbnails) for thumbnails in lines(write_reports(database, RUN))[1::2]] == [False, True]


def opened(browser: Any, page: Path, asked: str = "") -> str:
    """Return what the browser makes of the page, without a word of it on the console."""
    said: list[str] = []
    with browser.new_context() as context:
        tab = context.new_page()
        tab.on("console", lambda message: said.append(message.text))
        tab.on("pageerror", lambda error: said.append(str(error)))
        tab.goto(f"{page.as_uri()}#{asked}")
        text = tab.content()
    assert [line for line in said if "ERR_FILE_NOT_FOUND" not in line] == []
    return re.sub(r"<script.*?</script>", "", text, flags=re.S)


def names(dom: str) -> list[str]:
    cells = re.findall(r'<td class="name"><bdi>(.*?)</bdi>', dom)
    return list(map(html.unescape, cells))


def test_in_a_browser_the_table_is_filtered_and_sorted(browser, page):
    first = opened(browser, page)
    assert re.search(r'<p id="headline">4 of \d pictures solved</p>', first)
    shots = [f"shot {number}.png" for number in range(len(STATUSES))]
    assert [name for name in names(first) if name.startswith("shot")] == shots
    by_time = opened(browser, page, "result=solved&find=shot&order=time")
    assert names(by_time) == [shots[2], shots[1], shots[0]]
    assert re.search(r'<th scope="col" aria-sort="ascending"><button[^>]*>Time', by_time)
    assert re.search(r'<button type="button" value="solved"[^>]* aria-pressed="true"', by_time)
    assert '<p id="count" role="status">' in by_time
    closer = opened(browser, page, "find=look+CLOSER")
    assert names(closer) == ["doubted.png"]
    assert "a &lt;b&gt;clue&lt;/b&gt; (77 %)" in closer
    assert re.search(r'<rect x="10" y="20" width="20" height="20" class="box-odd"', closer)
    assert '<button type="button" class="look" aria-label="Look closer at doubted.png"' in closer


@only_here
def test_in_a_browser_hostile_names_are_but_text(browser, page):
    dom = opened(browser, page, "find=onerror")
    assert names(dom) == [SCRIPT.replace("/", "∕")]
    assert re.search(r"<title>Aquarium: 4 of 9 solved</title>", dom)
    assert not re.search(r"<img[^>]*onerror", dom)
