"""Answers of this program are no questions: known by their mark, counted, asked about if alone."""

import shutil
import sys
from pathlib import Path

import pytest

from app.cli.main import main
from tests.app.stand_ins import paint
from tests.shell import PAIRS, TASK, Stream, screenshot, told, usage_error, written

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


def test_answers_alone_leave_nothing_to_do(answered, capsys):
    assert told(capsys, "a.solved.png", "y.png") == (0, "", "nothing to do; 2 are answers, skipped\n")
    assert "1 is an answer, skipped" in told(capsys, "a.png", "y.png", "--json")[2]


def test_a_pattern_that_leaves_one_question_is_still_for_several(answered, capsys):
    assert told(capsys, "a.png", "y.png", "-o", "out")[0] == 0
    assert "out/a.solved.png" in written()


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


def test_nothing_is_asked_of_a_picture_that_is_only_called_like_an_answer(answered, capsys):
    assert told(capsys, "x.solved.png")[0] == 0
    assert "x.solved.solved.png" in written()


@pytest.mark.parametrize("command", ["read", "check", "hint", "explain"])
def test_what_an_answer_tells_is_told_without_a_question(command, capsys):
    screenshot("a.png")
    main(["a.png"])
    assert told(capsys, command, "a.solved.png")[0] == 0


def test_puzzles_that_were_drawn_here_are_questions_whatever_they_are_called(capsys):
    assert told(capsys, "draw", TASK, "-o", "a.solved.png")[0] == 0
    assert told(capsys, "a.solved.png", "--json")[0] == 0
    screenshot("a.png")
    before = Path("a.solved.png").read_bytes()
    code, _, err = told(capsys, "a.png", "a.solved.png")
    assert (code, err.splitlines()[-1]) == (0, "2 pictures: 2 solved")
    assert Path("a.solved.png").read_bytes() == before
    assert written() == ["a-2.solved.png", "a.png", "a.solved.png", "a.solved.solved.png"]


@pytest.mark.parametrize(("word", "stem"), [(TASK, "puzzle"), ("-", "stdin")])
@pytest.mark.parametrize("neighbour", ["{}.png", "{}.txt", "{}.JPG"])
def test_what_comes_from_no_file_does_not_replace_the_answer_of_a_file(
    word, stem, neighbour, monkeypatch, capsys
):
    Path(neighbour.format(stem)).write_text(TASK)
    main([neighbour.format(stem)])
    before = Path(f"{stem}.solved.png").read_bytes()
    for _ in range(2):
        monkeypatch.setattr(sys, "stdin", Stream(PAIRS.encode() if word == "-" else b""))
        told(capsys, word if word == "-" else TASK, "--solutions", "2")
    assert Path(f"{stem}.solved.png").read_bytes() == before
    assert f"{stem}-2.solved.png" in written()
    assert f"{stem}-3.solved.png" not in written()


def test_a_picture_of_a_person_that_is_called_like_the_answer_of_a_text_is_kept(capsys):
    paint("puzzle.solved.png")
    before = Path("puzzle.solved.png").read_bytes()
    assert told(capsys, TASK)[2].endswith("→ puzzle-2.solved.png\n")
    assert Path("puzzle.solved.png").read_bytes() == before
