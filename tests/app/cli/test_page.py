"""Pages of help: options by their panels, examples as they are, in signs that every terminal has."""

import re

import click
import pytest

from app.cli.main import aquarium, main
from app.cli.parameters import Command, Option
from app.status import EXIT_CODES


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
