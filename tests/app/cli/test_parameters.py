"""What is typed becomes a request, a way to print and a way to go about many, and can be typed again."""

from dataclasses import fields
from pathlib import Path

import pytest

from app.batch.run import Batch
from app.cli import commands
from app.cli.main import aquarium, main
from app.cli.parameters import STYLE, STYLE_OF_ENTRIES, Printing, batch_of, printing_of, request_of, typed
from app.cli.run import fitting
from app.inputs.plan import plan_jobs
from app.request import Overrides, Request
from app.tasks import Task
from app.web.ask import OF_BOTH
from tests.app.stand_ins import paint
from tests.shell import TASK, pixels
from vision.drawing.style import Style


def given(command, *words):
    """Return the parsed values of a command."""
    return aquarium.commands[command].make_context(command, list(words)).params


@pytest.mark.parametrize("command", ["solve", "check", "hint", "explain", "read", "draw"])
def test_without_options_everything_is_as_usual(command):
    values, task = given(command, "shot.png"), Task("solve")
    assert request_of(values, task) == Request(task)
    assert printing_of(values) == Printing()
    assert batch_of(values).workers == (0 if "workers" in values else 1)


def test_a_watch_knows_no_picture_that_could_be_corrected():
    values = given("watch", "in", "-o", "out", "--size", "4x6", "--rule", "connected")
    assert request_of(values, Task()) == Request(overrides=Overrides(size=(4, 6), rule="connected"))
    assert request_of(given("watch", "in", "-o", "out", "--ignore-entries"), Task()).overrides.ignore_entries
    assert not {"places", "as_read"} & {parameter.name for parameter in commands.watch.params}


def test_how_many_are_gone_about_is_the_batch():
    words = "-j 3 --force --fail-fast --exit-zero --cluster tcp://a:1"
    batch = batch_of(given("check", *words.split()))
    asked = {"force": True, "fail_fast": True, "exit_zero": True}
    assert batch == Batch(workers=3, cluster="tcp://a:1", **asked)
    assert batch_of(given("check", "-n")) == Batch(no_clobber=True)


def test_standard_input_is_read_by_one_worker_and_files_by_as_many_as_wanted():
    paint("a.png", "b.png")
    batch = Batch(workers=3)
    assert fitting(batch, plan_jobs(["a.png", "b.png"])) == batch
    assert fitting(batch, plan_jobs(["a.png", "-"])) == Batch(workers=1)


def test_what_is_printed_and_shown_is_the_printing():
    words = "--json --text --share -q -v --copy --open"
    flags = ("as_json", "as_text", "share", "quiet", "verbose", "copy", "opens")
    assert printing_of(given("solve", *words.split())) == Printing(**dict.fromkeys(flags, True))


def test_every_field_of_a_style_is_an_option_of_the_command_line_and_a_parameter_of_the_api():
    names = {field.name for field in fields(Style)}
    assert {option.name for option in (*STYLE, *STYLE_OF_ENTRIES)} == names
    assert names <= {parameter.name for parameter in OF_BOTH}


def test_drawn_and_new_puzzles_take_a_style_too():
    Path("a.txt").write_text(TASK)
    assert main(["draw", "a.txt", "--solution", "--water", "teal", "-o", "b.png"]) == 0
    assert main(["new", "4", "--seed", "1", "--solution", "--water", "teal", "-o", "c.png"]) == 0
    for name in ("b.png", "c.png"):
        assert (pixels(name) == [0, 128, 128]).all(axis=2).mean() > 0.05


@pytest.mark.parametrize(
    ("command", "own", "words"),
    [
        ("check", commands.OF_CHECK, "--rules-only"),
        ("hint", commands.OF_HINT, "--level reason"),
        ("explain", commands.OF_EXPLAIN, "--gif a.gif --from-marks"),
        ("read", commands.OF_READ, "--format task"),
        ("draw", commands.OF_DRAW, "--solution --pitch 40"),
    ],
)
def test_the_options_of_a_command_are_typed_again_unless_they_are_as_usual(command, own, words):
    assert " ".join(typed(own, given(command, "a.png", *words.split()))) == words
    assert typed(own, given(command, "a.png")) == ()
