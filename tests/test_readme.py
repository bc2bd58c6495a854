"""README.md says what is so: its commands exist and parse, its Python runs, its tables are whole."""

import doctest
import json
import re
import shlex
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import rich_click as click

from app.cli import check as checking
from app.cli import explain as explaining
from app.cli import hint as hinting
from app.cli import read as reading
from app.cli import solve as solving
from app.cli.main import DEFAULT, aquarium
from app.outcome import EXIT_CODES, Outcome

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SET_UP = re.findall(r"<!-- ci -->\n```sh\n(.*?)```", README, re.DOTALL)
OPTIONS = {name for option in aquarium.commands[DEFAULT].params for name in option.opts}


def rows(heading: str) -> list[list[str]]:
    """Return the cells of the table that begins with a heading."""
    table = README[README.index(f"\n| {heading} |") :].strip().split("\n\n")[0]
    return [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in table.splitlines()[2:]]


@pytest.mark.parametrize("line", [row[1] for row in rows("I have …") if "`aquarium" in row[1]])
def test_every_command_of_the_table_parses(line: str):
    shown = re.search("`aquarium (.*?)`", line)
    assert shown is not None
    words = [word for word in shlex.split(shown[1].partition("<")[0].partition(">")[0]) if word]
    given = parsed(words)
    assert given.get("pictures") or given.get("folder") or given["paste"]


def parsed(words: list[str]) -> dict[str, object]:
    """Return what the words after the program's name say."""
    command = aquarium.commands[words.pop(0) if words[0] in aquarium.commands else DEFAULT]
    context = click.Context(command)
    command.parse_args(context, words)
    return context.params


@pytest.mark.parametrize("line", [row[0] for row in rows("command")])
def test_every_command_of_the_other_tables_parses(line: str):
    shown = re.search("`aquarium (.*?)`", line)
    assert shown is not None
    parsed(shlex.split(shown[1]))


def test_every_command_is_there():
    told = {shlex.split(line)[1] for line in re.findall("`(aquarium .*?)`", README)}
    assert set(aquarium.commands) - {DEFAULT} <= told


def test_the_fields_of_every_command_are_there():
    told = {row[0].strip("`"): set(re.findall("`([a-z_]+)`", row[1])) for row in rows("field of")}
    of_commands = {"check": checking, "hint": hinting, "explain": explaining, "read": reading}
    assert set(told) == {"--solutions", *of_commands}
    assert set(solving.FIELDS) <= told["--solutions"]
    assert [name for name, module in of_commands.items() if not set(module.FIELDS) <= told[name]] == []


def test_two_commands_set_all_up():
    assert len(SET_UP) == 2
    for command in SET_UP:
        steps = [shlex.split(step) for step in command.strip().split("&&")]
        assert [Path(step[0]).name for step in steps][:2] == ["python3", "pip"]
        assert ".venv" in steps[0] and "install" in steps[1]
    picture = shlex.split(SET_UP[0])[-3]
    assert (ROOT / picture).is_file()


@pytest.mark.parametrize("extra", re.findall(r"pip install '\.\[(\w+)\]'", README))
def test_every_extra_exists(extra: str):
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert f"\n{extra} = [" in project


def test_the_options_are_all_there():
    told = re.findall(r"-{1,2}[a-zA-Z][-a-z]*", " ".join(row[0] for row in rows("option")))
    assert set(told) == OPTIONS - {"pictures"}


def test_the_exit_codes_are_all_there():
    assert {int(row[0]) for row in rows("exit code")} == set(EXIT_CODES.values())


def test_the_fields_of_json_are_all_there():
    told = re.findall("`([a-z_]+)`", " ".join(row[0] for row in rows("field")))
    assert set(told) == set(json.loads(Outcome("a.png", "unreadable").as_json()))


def test_the_statuses_are_all_there():
    (told,) = (row[1] for row in rows("field") if row[0] == "`status`")
    endings = set(EXIT_CODES) - {
        "usage",
        "unsaved",
        "interrupted",
        "answered",
        "mistaken",
    }  # of no picture alone
    assert set(re.findall("`([a-z_]+)`", told)) == endings


@pytest.mark.parametrize("block", re.findall("```python\n(.*?)```", README, re.DOTALL))
def test_the_python_runs(block: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(ROOT)
    example = doctest.DocTestParser().get_doctest(block, {}, "README.md", None, None)
    assert example.examples
    said: list[str] = []
    doctest.DocTestRunner().run(example, out=said.append)
    assert said == []


@pytest.mark.parametrize("module", re.findall(r"python -m ([\w.]+)", README))
def test_every_module_to_run_exists(module: str):
    path = ROOT / module.replace(".", "/")
    assert path.with_suffix(".py").is_file()


@pytest.mark.parametrize("target", re.findall(r"\]\((?!#)(.*?)\)", README))
def test_every_link_in_the_project_leads_somewhere(target: str):
    assert urlsplit(target).scheme or (ROOT / target).exists()


@pytest.mark.parametrize("picture", sorted((ROOT / "docs").glob("*.png")), ids=lambda path: path.name)
def test_the_pictures_are_small(picture: Path):
    assert picture.stat().st_size < 150_000
