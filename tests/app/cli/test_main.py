"""The command as a whole: exit codes, help, completion, and what other processes see of it."""

import os
import re
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest
from click.shell_completion import ShellComplete

from app.cli.main import aquarium, main
from tests.app.stand_ins import is_answer, paint

pytestmark = pytest.mark.usefixtures("stand_in")


@pytest.mark.parametrize(("name", "word"), [("solved", "solved"), ("help", "./help")])
def test_a_picture_called_like_a_command_is_a_picture(name, word):
    paint(name, form="PNG")
    assert main([word]) == 0
    assert is_answer(f"{name}.solved.png")


def test_a_fault_outside_any_picture_is_one_line_too(monkeypatch, capsys):
    monkeypatch.setattr("app.cli.run.plan_jobs", Mock(side_effect=RuntimeError("unforeseen")))
    assert main(["shot.png"]) == 1
    said = capsys.readouterr().err
    assert said.startswith("aquarium: the program failed (RuntimeError: unforeseen); this is a bug")
    assert said.count("\n") == 1
    assert main(["shot.png", "-v"]) == 1
    assert "Traceback (most recent call last)" in capsys.readouterr().err


def test_no_words_at_all_are_answered_with_the_three_commonest_commands(capsys):
    assert main([]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    shown = re.findall(r"^  (aquarium .*?)  ", printed.err, re.MULTILINE)
    assert shown == ["aquarium shot.png", "aquarium hint shot.png", "aquarium check shot.png"]
    assert printed.err.endswith("All commands and options: aquarium help\n")


@pytest.mark.parametrize(
    ("words", "same"),
    [
        (["help"], ["--help"]),
        (["help", "hint"], ["hint", "--help"]),
        *((words, ["--version"]) for words in (["version"], ["-V"])),
        (["book.pdf", "--help"], ["shot.png", "--help"]),
    ],
)
def test_help_and_version_are_words_too(words, same, capsys):
    assert main(same) == 0
    expected = capsys.readouterr().out
    assert main(words) == 0
    assert capsys.readouterr().out == expected != ""


@pytest.mark.parametrize(
    ("before", "word", "offered"),
    [
        ([], "so", ["solve", "so"]),
        ([], "--js", ["--json", "--js"]),
        (["shot.png"], "--sh", ["--share", "--show-reading"]),
        (["shot.png", "-o"], "an", ["an"]),
        (["shot.png", "--fix", "top:7=8"], "--no-r", ["--no-repair"]),
        (["shot.png", "--fix"], "top", []),
        (["slove"], "sh", ["sh"]),
        (["help"], "hi", ["hint"]),
        (["hint"], "--le", ["--level"]),
    ],
)
def test_commands_options_and_files_are_completed(before, word, offered):
    completion = ShellComplete(aquarium, {}, "aquarium", "_AQUARIUM_COMPLETE")
    items = completion.get_completions(before, word)
    assert [item.value for item in items] == offered
    assert [item.type for item in items if item.value == word] == ["file"] * (word in offered)


@pytest.mark.parametrize(("asked", "code"), [("zsh_source", 0), ("zsh_nonsense", 1)])
def test_completion_ends_as_it_says(asked, code, monkeypatch):
    monkeypatch.setenv("_AQUARIUM_COMPLETE", asked)
    assert main([]) == code


def process(*words, setup="", **streams):
    """Run the command in a process of its own, after some setup."""
    program = f"{setup}\nfrom app.cli.main import main; import sys; sys.exit(main())"
    command = [sys.executable, "-c", program, *words]
    where = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams}
    return subprocess.run(command, text=True, env=where, check=False, **streams)


def test_a_missing_libgl_is_told_with_its_remedy(folder):
    broken = "raise ImportError('libGL.so.1: cannot open shared object file: No such file or directory')"
    Path("cv2.py").write_text(broken)
    run = process("shot.png", setup=f"import sys; sys.path.insert(0, {str(folder)!r})")
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.splitlines()[0] == (
        "aquarium: OpenCV cannot be loaded (libGL.so.1: cannot open shared object file: No such file or "
        "directory); install what it needs with: apt install libgl1, or an OpenCV without windows: "
        "pip install opencv-python-headless"
    )


def test_a_reader_that_has_gone_is_no_error():
    reader, writer = os.pipe()
    os.close(reader)
    run = process("missing.png", "--json", "-q", stdout=writer)
    os.close(writer)
    assert (run.stderr, run.returncode) == ("", 3)  # of the picture told by then
