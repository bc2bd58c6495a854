"""The page of all pictures: whole in itself, safe whatever names hold, and it works in a browser."""

import html
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from app.store import reports
from app.store.lines import link
from app.store.reports import write_reports
from tests.app.store.conftest import RUN, SMALL

STATUSES = ("solved", "solved", "solved", "unsure", "no_puzzle", "unreadable")
HOSTILE = "</script><script>document.title='hit'</script><img src=x onerror=document.title='hit'>.png"

only_here = pytest.mark.skipif(sys.platform == "win32", reason="no such names there")


@pytest.fixture
def page(database, note):
    """Return the page of some pictures, of which one has a repair, one a doubt and one a hostile name."""
    for number, status in enumerate(STATUSES):
        note(f"shot {number}.png", status, seconds={"read": 5.0 - number})
    found = {"confidence": 0.76543, "box": [10, 20, 30, 40]}
    note("mended.png", repairs=[{**found, "what": "row clue 7 is 8"}])
    note("doubted.png", "unsure", message="look closer", doubts=[{**found, "what": "a <b>wall</b>"}])
    if sys.platform != "win32":
        note(HOSTILE.replace("/", "∕"), "unsure", message=HOSTILE)
    write_reports(database, RUN)
    return database.folder / "index.html"


def rows(page: Path) -> list[dict[str, object]]:
    """Return what the page holds of each picture."""
    text = re.search(
        r'<script type="application/json" id="pictures">\n(.*?)</script>', page.read_text(), re.S
    )
    return [json.loads(line) for line in text[1].splitlines()[::2]]


def test_the_page_asks_for_nothing_but_what_lies_beside_it(page):
    text = page.read_text()
    assert not re.search(r"""(src|href)=["']?(https?:)?//""", text)
    assert "http:" not in text.replace("http://www.w3.org/2000/svg", "")
    assert text.count("<script") == 3
    assert "unsafe" not in re.search(r'Content-Security-Policy" content="([^"]*)"', text)[1]


def test_it_tells_of_every_picture_where_it_is_and_what_was_found(page):
    told = {row["name"]: row for row in rows(page)}
    assert told["mended.png"]["repairs"] == [
        {"what": "row clue 7 is 8", "confidence": 0.76543, "box": [10, 20, 30, 40]}
    ]
    first = told["shot 0.png"]
    assert (first["source"], first["answer"]) == ("../in/shot%200.png", "shot%200.png.solved.png")
    assert told["shot 3.png"]["answer"] is None
    assert told["doubted.png"]["pixels"] == [60, 80]


@pytest.mark.parametrize(
    ("place", "address"),
    [
        ("../in/a b.png", "../in/a%20b.png"),
        ("a#1?x=50%.png", "a%231%3Fx%3D50%25.png"),
        ("javascript:alert(1)", "javascript%3Aalert%281%29"),
        ('"onclick="x', "%22onclick%3D%22x"),
        ("\udcff.png", "%FF.png"),
        ("é🐠.png", "%C3%A9%F0%9F%90%A0.png"),
        ("a\nb.png", "a%0Ab.png"),
        ("/abs/a b.png", "file:///abs/a%20b.png"),
        ("C:/Users/a b.png", "file:///C:/Users/a%20b.png"),
        (None, None),
    ],
)
def test_links_lead_to_files_whatever_their_names(place, address):
    assert link(place) == address


DOUBTS = [{"what": str(share), "confidence": share, "box": [0, 0, 1, 1]} for share in (0.5, 0.9, 0.999)]
WRONG = {"row": 2, "col": 5, "mark": "cross"}


@pytest.mark.parametrize(
    ("field", "given", "told"),
    [
        ("doubts", [{"doubts": DOUBTS}, {"doubts": DOUBTS[2:]}], [DOUBTS[:2], DOUBTS[2:]]),
        ("answer", [{}, {"ended": "unsaved"}], ["0.solved.png", None]),  # a further file was not written
        ("result", [{}, {"ended": "unsaved"}], ["solved", "unsaved"]),
        ("further", [{"mistakes": [WRONG]}, {"mistakes": []}], [[["Mistakes", "row 2 column 5"]], []]),
    ],
)
def test_what_tells_something_is_told(database, note, field, given, told):
    for number, fields in enumerate(given):
        note(str(number), **fields)
    write_reports(database, RUN)
    assert [row[field] for row in rows(database.folder / "index.html")] == told


MENDED = [{"what": "", "confidence": 1, "box": []}]


@pytest.mark.parametrize(
    "odd", [{"status": "unsure"}, {"puzzle_certain": False}, {"repairs": MENDED}], ids=str
)
def test_where_room_is_short_the_thumbnails_of_what_needs_a_look_are_there(database, note, monkeypatch, odd):
    monkeypatch.setattr(reports, "MOST_EMBEDDED", 2 * len(SMALL))
    note("a.png", puzzle_certain=True)
    note("b.png", **odd)
    write_reports(database, RUN)
    page = (database.folder / "index.html").read_text()
    lines = re.search(r'id="pictures">\n(.*?)</script>', page, re.S)[1].splitlines()
    assert [bool(thumbnails) for thumbnails in lines[1::2]] == [False, True]


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
    """Return the names in the table, in their order."""
    return [
        html.unescape(name) for name in re.findall(r'<td role="cell" class="name"[^>]*><bdi>(.*?)</bdi>', dom)
    ]


def test_in_a_browser_the_table_is_filtered_and_sorted(browser, page):
    first = opened(browser, page)
    assert re.search(r'<p id="headline">4 of \d pictures solved</p>', first)
    shots = [f"shot {number}.png" for number in range(len(STATUSES))]
    assert [name for name in names(first) if name.startswith("shot")] == shots
    by_time = opened(browser, page, "result=solved&find=shot&order=time")
    assert names(by_time) == [shots[2], shots[1], shots[0]]
    assert re.search(r'<th role="columnheader" scope="col" aria-sort="ascending"><button[^>]*>Time', by_time)
    assert re.search(r'<button type="button" value="solved"[^>]* aria-pressed="true"', by_time)
    assert '<p id="count" role="status">' in by_time
    closer = opened(browser, page, "find=look+CLOSER")
    assert names(closer) == ["doubted.png"]
    assert "a &lt;b&gt;wall&lt;/b&gt; (77 %)" in closer
    assert re.search(r'<rect x="10" y="20" width="20" height="20" class="box-odd"', closer)
    assert '<button type="button" class="look" aria-label="Look closer at doubted.png"' in closer


@only_here
def test_in_a_browser_hostile_names_are_but_text(browser, page):
    dom = opened(browser, page, "find=onerror")
    assert names(dom) == [HOSTILE.replace("/", "∕")]
    assert re.search(r"<title>Aquarium: 4 of 9 solved</title>", dom)
    assert not re.search(r"<img[^>]*onerror", dom)
