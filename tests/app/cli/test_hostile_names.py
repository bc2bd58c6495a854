"""Whatever names pictures have, every command goes on, and what it shows is lines of signs that show."""

import json
import os
import sys
from pathlib import Path

import pytest

from app.escaping import visible
from fixtures.hostile.names import TELLING
from tests.app.stand_ins import paint
from tests.shell import told

if sys.platform in ("win32", "darwin"):
    pytest.skip("no file has such a name there", allow_module_level=True)

pytestmark = pytest.mark.usefixtures("stand_in")

ONE = ["-j", "1"]
"""Words that keep the work in this process, where pictures are solved without being read."""
NAMES = [os.fsdecode(stem) + ".png" for stem in TELLING]


def shown(capsys, *words):
    """Run a command; return its code and the lines that it prints, all of signs that show."""
    code, *printed = told(capsys, *words)
    out, err = (text.removesuffix("\n").split("\n") for text in printed)
    assert [line for line in (*out, *err) if not line.isprintable()] == []
    return code, out, err


@pytest.fixture
def pictures():
    paint(*(paths := [f"in/{name}" for name in NAMES]))
    return paths


@pytest.mark.parametrize(
    "words",
    [
        *("-v", "--json", "--share", "--solutions 2", "--debug stages --no-clobber"),
        *("hint", "explain", "check", "read", "draw"),
    ],
)
def test_every_command_goes_on_and_forges_nothing(pictures, capsys, words):
    takes_workers = words.startswith("-") or words in ("check", "hint")
    code, out, said = shown(capsys, *words.split(), *pictures, *(ONE if takes_workers else []))
    assert code == 0
    assert len([line for line in said if line.startswith("in/")]) == len(NAMES)
    assert said[-1].startswith(f"{len(NAMES)} pictures: ")
    assert all(line.startswith("in/") for line in out if words in ("hint", "explain", "--solutions 2"))


def test_a_batch_answers_all_and_its_reports_keep_the_names(pictures, capsys):
    Path("in/\x1b[2Jtext.png").write_text("no picture")
    Path("in", os.fsdecode(b"\xffcut.png")).write_bytes(b"\x89PNG")
    assert shown(capsys, "in", "-o", "out", *ONE)[0] == 3
    assert len(list(Path("out").glob("*.solved.png"))) == len(NAMES)
    for name in ("report.jsonl", "report.csv", "summary.json", "failed.txt", "index.html"):
        lines = Path("out", name).read_text("utf-8-sig").splitlines()
        assert [line for line in lines if not line.replace("\t", "").isprintable()] == []
    page = Path("out/index.html").read_text()
    assert [name for name in pictures if json.dumps(visible(name)) not in page] == []
    assert page.count('"crop":[') == len(NAMES)
    assert set(Path("out/failed.txt").read_text().splitlines()) == {r"in/\x1b[2Jtext.png", r"in/\xffcut.png"}
    records = [json.loads(line) for line in Path("out/report.jsonl").read_text().splitlines()]
    assert {record["path"] for record in records} > set(pictures)
    assert all(os.path.lexists(record["output"]) for record in records if record["output"])
    done = f"2 pictures: 2 unreadable; {len(NAMES)} already done, skipped"
    assert done in shown(capsys, "in", "-o", "out", *ONE)[2]


@pytest.mark.parametrize(
    "words",
    [
        *("in/{}x", "in/{} -o in/{}/{}.png", "in/{} -o {}.unknown", "--size {} in/{}", "--fix {}=3 in/{}"),
        *("hint in/{} --level {}", "in/{} --{}", "in/{} -j {}", "--cluster {} in/{}", "watch {} -o out"),
        *("s3\n://{}", "hin\x1bt"),
    ],
)
def test_errors_are_told_in_one_line(pictures, capsys, words):
    name = NAMES[2]
    code, _, said = shown(capsys, *(word.replace("{}", name) for word in words.split(" ")))
    assert code in (2, 3)
    assert len(said) == 1
    assert visible(name) in said[0] or "-o" not in words
