"""Words that cannot be said end no work; what was asked for on standard output may, with reports."""

import errno
import json
import os
import sys
from pathlib import Path

import pytest

from app.cli.main import main
from tests.app.stand_ins import paint
from tests.shell import Stream, usage_error

pytestmark = pytest.mark.usefixtures("stand_in")

BATCH = ("in", "-o", "out", "-j", "1")
GONE, FULL = BrokenPipeError(errno.EPIPE, "the reader has gone"), OSError(errno.ENOSPC, "the disk is full")


class Lost(Stream):
    def __init__(self, error, *, after, terminal=False):
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
    """Return how many answers are reported, and whether the run was interrupted."""
    summary = json.loads(Path("out/summary.json").read_text())
    assert len(list(Path("out").glob("*.solved.png"))) == summary["pictures"]
    return summary["pictures"], summary["interrupted"]


@pytest.mark.parametrize(
    ("error", "after"), [(GONE, 0), (FULL, 0), (ValueError("it is closed"), 0), (GONE, 1)]
)
def test_a_batch_goes_on_without_standard_error(monkeypatch, error, after):
    monkeypatch.setattr(sys, "stderr", Lost(error, after=after, terminal=after > 0))
    assert main([*BATCH]) == 0
    assert reports() == (3, False)


@pytest.mark.parametrize(("error", "code"), [(GONE, 0), (FULL, 2)])
def test_a_lost_standard_output_ends_a_batch_with_its_reports(monkeypatch, capsys, error, code):
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stdout", Lost(error, after=1))
        assert main([*BATCH, "--json"]) == code
    assert reports() == (2, True)
    said = capsys.readouterr().err
    assert ("cannot write to standard output: the disk is full" in said) == (code == 2)


@pytest.mark.parametrize("words", ["--json", "--text", "--share", "--solutions 2", "-o -"])
def test_a_closed_standard_output_is_told_before_the_work(monkeypatch, capsys, words):
    monkeypatch.setattr(sys, "stdout", None)
    said = f"{words.removesuffix(' 2')} writes to standard output, which is closed; add > FILE"
    assert usage_error(capsys, "in/a.png", *words.split()) == said
    assert sorted(path.name for path in Path("in").iterdir()) == ["a.png", "b.png", "c.png"]


@pytest.mark.skipif(os.name == "nt", reason="there a folder at work cannot be deleted")
def test_a_working_folder_that_has_gone_is_told(folder, capsys, monkeypatch):
    (gone := folder / "gone").mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    said = "the current folder no longer exists; change to another: cd"
    for words in ([f"{folder}/in", "-o", f"{folder}/out"], ["watch", f"{folder}/in", "-o", "out"]):
        assert usage_error(capsys, *words) == said
