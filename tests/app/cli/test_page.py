"""Pages of help: what they show, how wide they are, and when they are coloured."""

import io
import sys

import click
import pytest

from app.cli.main import aquarium, main
from app.cli.page import Option, page_lines
from tests.shell import Stream


def lines(about="", *options, columns=80, signs="+-+|++"):
    """Return the page of a command with some options, without its colours, up to the exit codes."""
    made = click.Command("try", help=about, params=list(options), add_help_option=False)
    page = click.unstyle("\n".join(page_lines(click.Context(made, info_name="try"), columns, signs)))
    return page.partition("\n\nExit codes")[0].splitlines()


def option(*names, panel="Work", **settings):
    return Option(panel, *names, **settings)


def test_sentences_are_filled_and_examples_stay():
    about = "One two\nthree.\n\nFour:\n  aquarium x    and so on, further than the page is wide\n"
    assert lines(about, columns=16) == [
        *("Usage: try [OPTIONS]", ""),
        *("One two three.", ""),
        *("Four:", "  aquarium x    and so on, further than the page is wide"),
    ]


def test_options_stand_in_frames_by_their_panels():
    shown = lines(
        "",
        option(
            "-n",
            "--count",
            type=click.IntRange(1, 9),
            default=2,
            show_default=True,
            metavar="N",
            help="So many.",
        ),
        option("--level", type=click.Choice(["cell", "reason", "nudge"]), panel="Answer", help="How much."),
        option("--open", is_flag=True, help="Open it afterwards."),
        option("--one-that-is-very-very-long", is_flag=True, panel="Answer", help="Is it?"),
        option("--secret", is_flag=True, hidden=True, help="Nothing."),
        columns=48,
    )
    assert shown[-11:] == [
        "+- Work ---------------------------------------+",
        "| -n, --count N      So many. [1 to 9;         |",
        "|                    default: 2]               |",
        "|     --open         Open it afterwards.       |",
        "+----------------------------------------------+",
        "+- Answer -------------------------------------+",
        "|     --level LEVEL  How much. [cell, reason,  |",
        "|                    nudge]                    |",
        "|     --one-that-is-very-very-long             |",
        "|                    Is it?                    |",
        "+----------------------------------------------+",
    ]


def test_every_page_keeps_its_width_on_a_narrow_terminal(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "50")
    for name in aquarium.commands:
        assert main([name, "--help"]) == 0
        framed = [line for line in capsys.readouterr().out.splitlines() if line.startswith(("╭", "│", "╰"))]
        assert {len(line) for line in framed} <= {50}


@pytest.mark.parametrize(
    ("setting", "terminal", "coloured"),
    [
        (None, True, True),
        (None, False, False),
        (("NO_COLOR", "1"), True, False),
        (("NO_COLOR", ""), True, True),
        (("TERM", "dumb"), True, False),
    ],
)
def test_a_page_is_coloured_on_terminals_alone(setting, terminal, coloured, monkeypatch):
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    if setting:
        monkeypatch.setenv(*setting)
    stream = Stream(terminal=terminal)
    monkeypatch.setattr(sys, "stdout", stream)
    assert main(["hint", "--help"]) == 0
    page = stream.buffer.getvalue().decode()
    assert ("\x1b[" in page) is coloured
    assert "╭─ Answer ─" in click.unstyle(page)


def test_a_terminal_without_the_signs_gets_plain_frames(monkeypatch):
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", stream)
    assert main(["new", "--help"]) == 0
    page = stream.buffer.getvalue().decode("ascii")
    assert "+- Answer -" in page
    assert "writes aquarium-10x10-....png" in page
