"""The command as a whole: exit codes, help, completion, and what other processes see of it."""

import re
from unittest.mock import Mock

import click
import pytest
from click.shell_completion import ShellComplete

from app.cli.main import aquarium, main
from app.cli.parameters import Command, Option
from app.status import EXIT_CODES
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
    assert main([name, "--help"]) == 0
    shown = capsys.readouterr().out
    assert shown.isascii()
    assert max(len(line) for line in shown.splitlines() if "bash-completion/" not in line) <= 80
    options = [param for param in aquarium.commands[name].params if isinstance(param, click.Option)]
    assert [word for option in options for word in option.opts if word not in shown] == []
    assert [code for code in set(EXIT_CODES.values()) if not re.search(rf"\b{code}  \w", shown)] == []
