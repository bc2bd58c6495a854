"""The configuration file gives defaults; what is typed comes first, what is wrong is told in a line."""

import sys
from pathlib import Path

import pytest

from app.cli.config import SETTINGS, config_path, default_map, options_of, settings
from app.cli.main import aquarium, main
from app.status import EXIT_CODES
from tests.app.stand_ins import paint
from tests.shell import told, usage_error, written

pytestmark = pytest.mark.usefixtures("stand_in")


@pytest.fixture
def configure(tmp_path, monkeypatch):
    """Give the function that writes the configuration file, beside the folder of the pictures."""
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
    commands = default_map(aquarium, configure("jobs = 3"))
    having = {
        name for name, command in aquarium.commands.items() if any("--jobs" in o.opts for o in command.params)
    }
    assert {name for name, options in commands.items() if options == {"workers": "3"}} == having >= {"solve"}
    assert all(any(options_of(aquarium, key)) for key in SETTINGS)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("water = 'tael'", "water: tael: expected a colour; write it like teal or #008080"),
        ("jobs = 'many'", "jobs: 'many' is not a valid integer range"),
        ("jobs = true", "jobs: expected a text or a number, as after --jobs"),
        ("output = ['a']", "output: expected a text or a number, as after --output"),
        ("colour = 'red'", "colour is not a setting; settings are: "),
        ("output = ''", "output: it is empty; give a value or delete the line"),
        ("[jobs]\nn = 1", "jobs: expected a text or a number"),
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


@pytest.mark.parametrize("line", ["--help", "help", "version", "-V", "hint -h", "completion zsh"])
def test_help_comes_whatever_is_wrong_in_the_file(line, configure, capsys):
    configure("jobs = 'many'")
    assert told(capsys, *line.split())[0] == 0


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="XDG folders are those of Linux")
@pytest.mark.parametrize(
    ("told", "expected"), [("/etc/xdg", "/etc/xdg"), ("", "home/.config"), ("conf", "home/.config")]
)
def test_only_a_whole_path_can_say_where_the_file_is(told, expected, monkeypatch, tmp_path):
    monkeypatch.delenv("AQUARIUM_CONFIG")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", told)
    assert config_path() == tmp_path / expected / "aquarium" / "config.toml"
    assert settings(aquarium, config_path()) == {}


def test_the_doctor_tells_what_is_in_force(configure, capsys, monkeypatch):
    monkeypatch.setattr("app.cli.about._solve_drawn", lambda: "0.05 s")
    path = configure("jobs = 3")
    code, out, _ = told(capsys, "doctor")
    assert code == 0
    assert f"\nok    configuration file: {path}\n" in out
    assert "ok    --jobs: 3 (configuration file)" in out
    assert "ok    --output: not set (default)" in out
    configure("jobs = 'many'")
    code, out, _ = told(capsys, "doctor")
    assert code == EXIT_CODES["crashed"]
    said = "jobs: 'many' is not a valid integer range"
    assert f"\nFAIL  configuration file: {path}: {said}\n" in out
