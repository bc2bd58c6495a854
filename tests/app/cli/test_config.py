"""What is configured and typed: defaults from a file, before which comes what is typed, become a request."""

import sys
from dataclasses import fields
from pathlib import Path

import pytest

from app.batch.run import Batch
from app.cli import commands
from app.cli.config import SETTINGS, config_path, default_map, options_of, settings
from app.cli.main import aquarium, main
from app.cli.parameters import STYLE, STYLE_OF_ENTRIES, Printing, batch_of, printing_of, request_of, typed
from app.cli.run import fitting
from app.inputs.plan import plan_jobs
from app.request import Overrides, Request
from app.status import EXIT_CODES
from app.tasks import Task
from app.web.ask import OF_BOTH
from tests.app.stand_ins import paint
from tests.shell import TASK, pixels, told, usage_error, written
from vision.drawing.style import Style
from vision.files.mark import MARK, mark_of

pytestmark = pytest.mark.usefixtures("stand_in")


@pytest.fixture
def configure(tmp_path, monkeypatch):
    path = tmp_path.parent / f"{tmp_path.name}.toml"
    monkeypatch.setenv("AQUARIUM_CONFIG", str(path))

    def write(text):
        path.write_text(text, encoding="utf-8")
        return path

    return write


@pytest.mark.parametrize("command", [[], ["solve"], ["check"], ["hint"]])
def test_answers_go_into_the_folder_that_is_set(command, configure, monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    configure('output = "~/answers"')
    paint("shot.png")
    main([*command, "shot.png"])
    (answer,) = set(written()) - {"shot.png"}
    assert answer.startswith("answers/shot.")
    Path(answer).unlink()
    main([*command, "shot.png", "--json"])  # data alone draw nothing for a folder that is only set
    assert written() == ["shot.png"]


def test_every_command_with_an_option_goes_by_it(configure):
    defaults = default_map(aquarium, configure("jobs = 3"))
    for name, command in aquarium.commands.items():
        has_jobs = any("--jobs" in option.opts for option in command.params)
        assert defaults.get(name, {}) == ({"workers": "3"} if has_jobs else {})
    assert all(any(options_of(aquarium, key)) for key in SETTINGS)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("water = 'tael'", "water: tael: expected a colour; write it like teal or #008080"),
        ("jobs = 'many'", "jobs: 'many' is not a valid integer range"),
        ("output = ['a']", "output: expected a text or a number, as after --output"),
        ("colour = 'red'", "colour is not a setting; settings are: "),
        ("output = ''", "output: it is empty; give a value or delete the line"),
        ("jobs 3", "this is not TOML: Expected '=' after a key"),
    ],
)
def test_what_is_wrong_is_told_with_file_and_key(text, said, configure, capsys):
    path = configure(text)
    paint("shot.png")
    assert usage_error(capsys, "shot.png").startswith(f"{path}: {said}")
    assert written() == ["shot.png"]


def test_a_file_that_is_named_must_be_there(configure, tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("AQUARIUM_CONFIG", str(tmp_path / "none.toml"))
    assert "none.toml: there is no such file; AQUARIUM_CONFIG names it" in usage_error(capsys, "shot.png")
    (tmp_path / "none.toml").mkdir()
    assert "none.toml: it cannot be read: Is a directory" in usage_error(capsys, "shot.png")
    Path("latin.toml").write_bytes(b"output = '\xe4'")
    monkeypatch.setenv("AQUARIUM_CONFIG", "latin.toml")
    assert "latin.toml: this is not TOML: 'utf-8' codec" in usage_error(capsys, "shot.png")


def test_help_comes_whatever_is_wrong_in_the_file(configure, capsys):
    configure("jobs = 'many'")
    for line in ("--help", "help", "version", "-V", "hint -h", "completion zsh"):
        assert told(capsys, *line.split())[0] == 0, line


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="XDG folders are those of Linux")
def test_only_a_whole_path_can_say_where_the_file_is(monkeypatch, tmp_path):
    monkeypatch.delenv("AQUARIUM_CONFIG")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for said, expected in (("/etc/xdg", "/etc/xdg"), ("", "home/.config"), ("conf", "home/.config")):
        monkeypatch.setenv("XDG_CONFIG_HOME", said)
        assert config_path() == tmp_path / expected / "aquarium" / "config.toml"
    assert settings(aquarium, config_path()) == {}


def test_the_doctor_tells_what_is_in_force(configure, capsys, monkeypatch):
    monkeypatch.setattr("app.cli.about._solve_drawn", lambda: "0.05 s")
    path = configure("jobs = 3")
    code, out, _ = told(capsys, "doctor")
    assert (code, f"\nok    configuration file: {path}\n" in out) == (0, True)
    assert "ok    --jobs: 3 (configuration file)" in out
    assert "ok    --output: not set (default)" in out
    configure("jobs = 'many'")
    code, out, _ = told(capsys, "doctor")
    said = f"\nFAIL  configuration file: {path}: jobs: 'many' is not a valid integer range\n"
    assert (code, said in out) == (EXIT_CODES["crashed"], True)


# What is typed becomes a request, a way to print and a way to go about many, and can be typed again


def given(command, *words):
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


def test_standard_input_is_read_by_one_worker_and_files_by_as_many_as_wanted():
    paint("a.png", "b.png")
    batch = Batch(workers=3)
    assert fitting(batch, plan_jobs(["a.png", "b.png"])) == batch
    assert fitting(batch, plan_jobs(["a.png", "-"])) == Batch(workers=1)


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
        assert mark_of(Path(name)) == MARK


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
