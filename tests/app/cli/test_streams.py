"""Words that cannot be said end no work; what was asked for on standard output may, with reports."""

import errno
import json
import os
import sys
from pathlib import Path

import pytest

from app.cli.main import main
from tests.app.stand_ins import paint
from tests.shell import Stream, told

pytestmark = pytest.mark.usefixtures("stand_in")

BATCH = ("in", "-o", "out", "-j", "1")
LOSSES = [
    BrokenPipeError(errno.EPIPE, "the reader has gone"),
    OSError(errno.ENOSPC, "the disk is full"),
    OSError(errno.EIO, "the terminal has gone"),
    ValueError("it is closed"),
]


class Lost(Stream):
    """A stream that takes some lines, then no more."""

    def __init__(self, error, *, after=0, terminal=False):
        super().__init__(terminal=terminal)
        self.error, self.left = error, after

    def write(self, text):
        if text and self.left == 0:
            raise self.error
        self.left -= bool(text)
        return super().write(text)


@pytest.fixture(autouse=True)
def pictures():
    paint("in/a.png", "in/b.png", "in/c.png")


def reports():
    """Return how many answers there are, and what the summary tells."""
    summary = json.loads(Path("out/summary.json").read_text())
    rows = Path("out/report.csv").read_text("utf-8-sig").splitlines()[1:]
    answers = list(Path("out").glob("*.solved.png"))
    assert len(answers) == len(rows) == summary["pictures"]
    return len(answers), summary["interrupted"]


@pytest.mark.parametrize(
    ("error", "after", "terminal"), [*((error, 0, False) for error in LOSSES), (LOSSES[0], 1, True)]
)
def test_a_batch_goes_on_without_standard_error(monkeypatch, error, after, terminal):
    monkeypatch.setattr(sys, "stderr", Lost(error, after=after, terminal=terminal))
    assert main([*BATCH]) == 0
    assert reports() == (3, False)


@pytest.mark.parametrize(("error", "code"), [(LOSSES[0], 0), (LOSSES[1], 2)])
def test_a_lost_standard_output_ends_a_batch_with_its_reports(monkeypatch, capsys, error, code):
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stdout", Lost(error, after=1))
        assert main([*BATCH, "--json"]) == code
    assert reports() == (2, True)
    said = capsys.readouterr().err
    assert ("cannot write to standard output: the disk is full" in said) == (code == 2)


@pytest.mark.parametrize("words", [["--json"], ["--text"], ["--share"], ["--solutions", "2"], ["-o", "-"]])
def test_a_closed_standard_output_is_told_before_the_work(monkeypatch, capsys, words):
    monkeypatch.setattr(sys, "stdout", None)
    assert told(capsys, "in/a.png", *words) == (
        2,
        "",
        f"aquarium: {words[0]} {'- ' if '-' in words else ''}writes to standard output, which is closed; "
        "add > FILE\n",
    )
    assert sorted(path.name for path in Path("in").iterdir()) == ["a.png", "b.png", "c.png"]


@pytest.mark.skipif(os.name == "nt", reason="there a folder at work cannot be deleted")
def test_a_working_folder_that_has_gone_is_told(folder, capsys, monkeypatch):
    (gone := folder / "gone").mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    said = "aquarium: the current folder no longer exists; change to another: cd\n"
    for words in ([f"{folder}/in", "-o", f"{folder}/out"], ["watch", f"{folder}/in", "-o", "out"]):
        assert told(capsys, *words) == (2, "", said)
