"""The command as a whole: exit codes, help, completion, the doctor."""

import re
from unittest.mock import Mock

import click
import pytest
from click.shell_completion import ShellComplete

from app.cli.about import INSTALLED_BY
from app.cli.main import aquarium, main
from app.cli.parameters import Command, Option
from app.status import EXIT_CODES
from tests.shell import told


def test_a_fault_outside_any_picture_is_one_line_too(monkeypatch, capsys):
    monkeypatch.setattr("app.cli.run.plan_jobs", Mock(side_effect=RuntimeError("unforeseen")))
    code, _, err = told(capsys, "shot.png")
    assert (code, err.count("\n")) == (1, 1)
    assert err.startswith("aquarium: the program failed (RuntimeError: unforeseen); this is a bug")
    assert "Traceback (most recent call last)" in told(capsys, "shot.png", "-v")[2]


def test_no_words_at_all_are_answered_with_the_three_commonest_commands(capsys):
    code, out, err = told(capsys)
    assert (code, out) == (2, "")
    shown = re.findall(r"^  (aquarium .*?)  ", err, re.MULTILINE)
    assert shown == ["aquarium shot.png", "aquarium hint shot.png", "aquarium check shot.png"]
    assert err.endswith("All commands and options: aquarium help\n")


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
    code, out, _ = told(capsys, *words)
    assert told(capsys, *same)[:2] == (code, out) != (0, "")
    assert code == 0


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


def test_sentences_are_filled_and_options_stand_under_the_titles_of_their_panels():
    count = Option("Work", "-n", "--count", type=click.IntRange(1, 9), metavar="N", help="So many.")
    how_much = Option("Answer", "--level", metavar="LEVEL", help="How much.")
    opens = Option("Work", "--open", is_flag=True, help="Open it afterwards.")
    secret = Option("Work", "--secret", is_flag=True, hidden=True, help="Nothing.")
    example = "  aquarium x    and so on, further than the page is wide"
    about = f"One two\nthree.\n\n{example}"
    command = Command(name="try", help=about, params=[count, how_much, opens, secret])
    page = command.get_help(click.Context(command, info_name="try", terminal_width=50))
    assert page.partition("\n\n  Exit codes")[0].splitlines()[2:] == [
        *("  One two three.", "", f"  {example}"),
        *("", "Work:", "  -n, --count N  So many.  [1<=x<=9]", "  --open         Open it afterwards."),
        *("", "Answer:", "  --level LEVEL  How much."),
    ]


@pytest.mark.parametrize("name", aquarium.commands)
def test_every_page_names_all_options_fits_a_terminal_and_can_be_shown_by_all(name, monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "80")
    code, shown, _ = told(capsys, name, "--help")
    assert code == 0
    assert shown.isascii()
    assert max(len(line) for line in shown.splitlines() if "bash-completion/" not in line) <= 80
    options = [param for param in aquarium.commands[name].params if isinstance(param, click.Option)]
    assert [word for option in options for word in option.opts if word not in shown] == []
    assert [code for code in set(EXIT_CODES.values()) if not re.search(rf"\b{code}  \w", shown)] == []


# The doctor finds what is missing, broken or shadowed, and says what to do


def test_all_is_well_here_even_without_an_extra(monkeypatch, capsys):
    monkeypatch.setattr("app.cli.about.EXTRAS", {"no_such_library": "heic"})
    code, out, _ = told(capsys, "doctor")
    assert code == 0
    assert not re.search("^FAIL", out, re.MULTILINE)
    advice = "not installed; pip install 'aquarium-reader[heic]' if you want it"
    assert f"-     no_such_library: {advice}\n" in out
    for name in ("cv2", "configuration file", "a drawn puzzle is read and solved"):
        assert re.search(rf"^ok +{name}\b", out, re.MULTILINE)
    assert out.endswith("everything works\n")


@pytest.mark.parametrize(
    ("broken", "by", "name"),
    [
        ("app.cli.about.LIBRARIES", ("no_such_library",), "no_such_library"),
        ("app.cli.about.TASK", "1_1;1", "a drawn puzzle is read and solved"),
    ],
)
def test_what_is_broken_is_a_failure_with_advice(broken, by, name, monkeypatch, capsys):
    monkeypatch.setattr(broken, by)
    code, out, _ = told(capsys, "doctor")
    assert code == 1
    assert re.findall(r"^FAIL  (.*?):", out, re.MULTILINE)[0] == name
    assert "see the lines that begin with FAIL; pip install --force-reinstall aquarium-reader" in out


@pytest.mark.parametrize("shell", INSTALLED_BY)
def test_every_shell_gets_a_script(shell, monkeypatch, capsys):
    monkeypatch.setattr("click.shell_completion.BashComplete._check_version", staticmethod(lambda: None))
    code, script, _ = told(capsys, "completion", shell)
    assert (code, "_AQUARIUM_COMPLETE" in script) == (0, True)
