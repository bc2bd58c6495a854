"""Answers of this program are no questions: known by their mark, counted, asked about if alone."""

import shutil
import sys

import pytest

from app.cli.main import main
from tests.app.stand_ins import paint
from tests.shell import Stream, told, usage_error, written

ALONE = "a.solved.png is an answer of this program"


@pytest.fixture
def answered(stand_in, capsys):
    """Leave a picture, its answer, a copy of that under another name, and a picture called like an answer."""
    paint("a.png", "x.solved.png")
    main(["a.png"])
    shutil.copy("a.solved.png", "y.png")
    capsys.readouterr()


@pytest.mark.parametrize("words", [["."], ["*.png"], ["a.png", "a.solved.png", "x.solved.png", "y.png"]])
def test_among_several_pictures_answers_are_skipped_and_counted(answered, words, capsys):
    code, _, err = told(capsys, *words, "-o", "out")
    assert (code, err.splitlines()[-2:]) == (
        0,
        ["2 pictures: 2 solved; 2 are answers, skipped", "reports: out/index.html"],
    )
    assert [name for name in written() if "out/" in name] == ["out/a.solved.png", "out/x.solved.solved.png"]


def test_each_answer_that_is_skipped_is_named_if_much_is_told(answered, capsys):
    named = [line for line in told(capsys, ".", "-v", "--json")[2].splitlines() if ": skipped" in line]
    assert named == [f"./{name}: skipped, it is an answer" for name in ("a.solved.png", "y.png")]
    assert "answer" not in told(capsys, ".", "-q", "--json")[2]
    assert told(capsys, "a.solved.png", "y.png") == (0, "", "nothing to do; 2 are answers, skipped\n")


def test_an_answer_that_is_named_alone_is_refused_where_nobody_can_be_asked(answered, capsys):
    before = written()
    said = usage_error(capsys, "a.solved.png", "-q")
    assert said == f"{ALONE}; to solve it anyway, add --force"
    assert written() == before
    assert told(capsys, "a.solved.png", "--force")[0] == 0
    assert "a.solved.solved.png" in written()


@pytest.mark.parametrize(
    ("reply", "is_solved"), [(b"y\n", True), (b"\n", False), (b"no\n", False), (b"", False)]
)
def test_on_a_terminal_an_answer_that_is_named_alone_is_asked_about(
    answered, reply, is_solved, monkeypatch, capsys
):
    monkeypatch.setattr(sys, "stdin", Stream(reply, terminal=True))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    code, out, err = told(capsys, "a.solved.png")
    assert (code, out, err.startswith(f"{ALONE}; solve it anyway? [y/N] ")) == (0, "", True)
    assert ("a.solved.solved.png" in written()) == is_solved
