"""The documents are true: commands parse, examples run, links resolve, nothing is left out."""

import doctest
import pkgutil
import re
import shlex
import shutil
import tomllib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from urllib.parse import urlsplit

import click
import numpy as np
import pytest
from PIL import Image as Pillow

from app.cli.about import DEFAULT
from app.cli.main import aquarium
from app.outcome import SOLUTION_FORMS, Outcome
from app.record import fields_of
from app.status import EXIT_CODES
from app.tasks import FORMS, TASKS, Task
from docs.draw import PICTURES
from solver.belief.overrides import parse_override
from solver.logic.step import Grade
from tests.shell import told

ROOT = Path(__file__).parents[1]
DOCUMENTS = {
    str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
    for pattern in ("*.md", "docs/*.md", "training/README.md", "fixtures/README.md")
    for path in ROOT.glob(pattern)
}
README, REFERENCE = DOCUMENTS["README.md"], DOCUMENTS["docs/reference.md"]
DEVELOPMENT = DOCUMENTS["docs/development.md"]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LEAST_CHANGE = 4.0
"""Levels, on average, by which a stored picture may differ: it has few colours."""
FENCED = re.compile(r"^```(\w*)\n(.*?)^```", re.DOTALL | re.MULTILINE)


def blocks(language: str) -> list[tuple[str, str]]:
    """Return the fenced blocks of a language with the documents that they are in."""
    found = [(name, *block) for name, text in DOCUMENTS.items() for block in FENCED.findall(text)]
    return [(name, body) for name, tag, body in found if tag == language]


def code_spans(text: str) -> list[str]:
    """Return what stands between single backticks in running text and tables."""
    return [span.replace(r"\|", "|") for span in re.findall(r"`([^`\n]+)`", FENCED.sub("", text))]


def rows(text: str, heading: str) -> list[list[str]]:
    """Return the cells of the table that begins with a heading."""
    table = text[text.index(f"\n| {heading} |") :].strip().split("\n\n")[0]
    return [cells(line) for line in table.splitlines()[2:]]


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().removeprefix("|").removesuffix("|"))]


def commands() -> Iterator[str]:
    """Yield every command line of the program that a document shows, synopses left out."""
    for text in DOCUMENTS.values():
        lines = [span for span in code_spans(text) if span.startswith("aquarium ")]
        told = FENCED.sub(lambda block: block[0] * bool(block[1]), text)
        lines += re.findall(r"^(?:\$ )?(aquarium .*)$", told, re.MULTILINE)
        yield from (line for line in lines if "PICTURE…" not in line)


def parsed(line: str) -> dict[str, object]:
    """Return what a command line says, redirections left out; raise click's error if it is wrong."""
    words = shlex.split(re.split(r" [<>] ", line)[0])[1:]
    command = aquarium.commands[words.pop(0) if words and words[0] in aquarium.commands else DEFAULT]
    context = click.Context(command)
    command.parse_args(context, words)
    return context.params


@pytest.mark.parametrize("line", sorted({part for line in commands() for part in line.split(" | ")}))
def test_every_command_shown_parses(line: str):
    names = {"aquarium check", "aquarium hint", "aquarium explain", "aquarium watch", "aquarium solve"}
    assert line in names or parsed(line) is not None


@pytest.mark.parametrize("text", re.findall(r"--fix ((?:top|left|bottom|right|wall):\S+?)[`\s]", REFERENCE))
def test_every_fix_of_the_reference_is_understood(text: str):
    assert parse_override(text)


def named(cell: str) -> set[str]:
    """Return the options that a cell of a table names."""
    return set(re.findall(r"(?<![\w-])-{1,2}[a-zA-Z][-a-z]*", cell))


def test_every_option_is_in_the_reference():
    every = {
        command: {name for option in known.params for name in option.opts if name[0] == "-"}
        for command, known in aquarium.commands.items()
    }
    common = set().union(*(named(row[0]) for row in rows(REFERENCE, "option")))
    assert common == every[DEFAULT]
    own = {(row[0].strip("`"), name) for row in rows(REFERENCE, "option of") for name in named(row[1])}
    assert {(command, name) for command, names in every.items() for name in names - common} <= own
    assert [(command, name) for command, name in own if name not in every[command]] == []


def test_the_options_that_other_commands_share_are_named():
    def options(command: str) -> set[tuple[str, str]]:
        """Return the options of a command, each with the name by which it is stored, as its meaning."""
        params = [param for param in aquarium.commands[command].params if isinstance(param, click.Option)]
        return {(name, str(param.name)) for param in params if not param.hidden for name in param.opts}

    common = options(DEFAULT) - {("-h", "help"), ("--help", "help")}
    others = set(aquarium.commands) - {DEFAULT}
    shared = {(command, name) for command in others for _, name in options(command) & common}
    table = [(named(row[0]), code_spans(row[1])) for row in rows(REFERENCE, "options")]
    told = {(command, dict(common)[name]) for names, some in table for name in names for command in some}
    assert told == shared


def test_every_field_of_a_command_is_in_the_reference():
    shown = {row[0].strip("`"): words(row[1]) for row in rows(REFERENCE, "field of")}
    with_fields = {name: set(fields_of(name)) for name in TASKS if fields_of(name)}
    with_fields["--solutions"] = with_fields.pop("solutions")
    with_fields |= {f"--{name}": {name} for name in SOLUTION_FORMS}
    assert set(shown) == set(with_fields)
    assert [name for name, fields in with_fields.items() if not fields <= shown[name]] == []


def first_cells(text: str, heading: str) -> set[str]:
    return {row[0].strip("`").rstrip("/") for row in rows(text, heading)}


def words(shown: str) -> set[str]:
    return set(re.findall("`([a-z_]+)`", shown))


EXTRAS = PROJECT["optional-dependencies"]
FIELDS = {name: words(row[1]) for row in rows(REFERENCE, "field") for name in words(row[0])}
NO_STATUS_OF_A_PICTURE = {
    *("usage", "unsaved", "interrupted", "answered", "mistaken", "solved_with_uncertain_walls"),
}
LISTED: dict[str, tuple[set[str], set[str]]] = {
    "exit codes": (first_cells(REFERENCE, "exit code"), set(map(str, EXIT_CODES.values()))),
    "fields of JSON": (set(FIELDS), set(Outcome("a.png", "unreadable", task=Task("draw")).to_dict())),
    "statuses": (FIELDS["status"], set(EXIT_CODES) - NO_STATUS_OF_A_PICTURE),
    "text forms": (first_cells(REFERENCE, "form"), set(FORMS)),
    "grades": (first_cells(DOCUMENTS["docs/how-it-solves.md"], "grade"), set(Grade)),
    "extras": (first_cells(DEVELOPMENT, "extra"), set(EXTRAS)),
}
"""What a table lists, and what there is."""
COMMANDS = {shlex.split(span)[1] for span in code_spans(REFERENCE) if span.startswith("aquarium ")}
PACKAGES = [re.split(r"[\[<>=]", line)[0] for line in chain(PROJECT["dependencies"], *EXTRAS.values())]
ROOMS = [path.parent for part in ("app", "vision", "solver") for path in (ROOT / part).rglob("__init__.py")]
NAMED: dict[str, tuple[set[str], set[str]]] = {
    "commands": (set(aquarium.commands), COMMANDS),
    "tasks": (set(TASKS), set(code_spans(REFERENCE[REFERENCE.index("The tasks are") :]))),
    "packages": (set(PACKAGES), {PROJECT["name"], *code_spans(DEVELOPMENT)}),
    "rooms": (
        {room.relative_to(ROOT).as_posix() for room in ROOMS},
        first_cells(DOCUMENTS["CONTRIBUTING.md"], "room"),
    ),
}
"""What there is, and what is named."""


@pytest.mark.parametrize("kind", LISTED)
def test_all_of_a_kind_are_listed_and_no_others(kind: str):
    listed, there = LISTED[kind]
    assert listed == there


@pytest.mark.parametrize("kind", NAMED)
def test_all_of_a_kind_are_named(kind: str):
    there, named = NAMED[kind]
    assert there - named == set()


@pytest.mark.parametrize("name", [name for row in rows(REFERENCE, "name") for name in code_spans(row[0])])
def test_every_python_name_of_the_reference_can_be_imported(name: str):
    assert pkgutil.resolve_name(name) is not None


@pytest.mark.parametrize(("name", "body"), blocks("python"), ids=lambda value: value.splitlines()[0])
def test_every_python_example_runs(name: str, body: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    (tmp_path / "fixtures").symlink_to(ROOT / "fixtures")  # examples may write files beside it
    monkeypatch.chdir(tmp_path)
    example = doctest.DocTestParser().get_doctest(body, {}, name, None, None)
    assert example.examples
    failures: list[str] = []
    doctest.DocTestRunner().run(example, out=failures.append)
    assert failures == []


@pytest.mark.parametrize(("_", "body"), blocks("console"), ids=lambda value: value.splitlines()[0])
def test_every_session_shown_prints_what_is_shown(_: str, body: str, monkeypatch, tmp_path, capsys):
    line, _, shown = body.removeprefix("$ ").partition("\n")
    words = shlex.split(line)[1:]
    for word in words:
        if (ROOT / word).is_file():
            (tmp_path / word).parent.mkdir(exist_ok=True)
            shutil.copy(ROOT / word, tmp_path / word)
    monkeypatch.chdir(tmp_path)
    _, out, err = told(capsys, *words)
    printed, expected = (re.sub(r"\d+\.\d+ s\b", "… s", text) for text in (out + err, shown))
    assert printed == expected


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_path_named_exists(name: str):
    """A path from the top, a file by its name alone, or a module that is run."""
    top = "app|vision|solver|tests|benchmarks|fixtures|training|docs"
    for path in code_spans(DOCUMENTS[name]):
        if re.fullmatch(rf"(?:{top})/[\w./*-]*", path):
            assert list(ROOT.glob(path.rstrip("/"))), path
        elif re.fullmatch(r"\w+\.(?:py|js|css)", path):
            folders = (ROOT / part for part in top.split("|"))
            assert (ROOT / path).exists() or any(any(folder.rglob(path)) for folder in folders), path
    modules = re.findall(rf"python -m ((?:{top})\.[\w.]+)", DOCUMENTS[name])
    assert [module for module in modules if not (ROOT / f"{module.replace('.', '/')}.py").is_file()] == []


def anchors(text: str) -> set[str]:
    """Return the anchors of a document's headings, made as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", FENCED.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_link_in_the_project_leads_somewhere(name: str):
    for target in re.findall(r"\]\((.*?)\)", FENCED.sub("", DOCUMENTS[name])):
        path, _, anchor = target.partition("#")
        if urlsplit(target).scheme:
            continue
        place = (ROOT / name).parent / path if path else ROOT / name
        assert place.exists(), target
        assert not anchor or anchor in anchors(place.read_text(encoding="utf-8")), target


def test_every_document_can_be_reached_from_the_readme():
    reached, waiting = set[str](), ["README.md"]
    while waiting:
        name = waiting.pop()
        if name in DOCUMENTS and name not in reached:
            reached.add(name)
            links = re.findall(r"\]\(([^)#:]+)", DOCUMENTS[name])
            found = ((ROOT / name).parent.joinpath(link).resolve() for link in links)
            waiting += [str(path.relative_to(ROOT)) for path in found]
    assert reached == set(DOCUMENTS)


@pytest.mark.parametrize("name", sorted(set(PICTURES) - {"stages"}))  # which take longest and show no answer
def test_the_pictures_are_what_the_program_draws_now(name: str):
    with Pillow.open(ROOT / f"docs/{name}.png") as stored:
        shown = np.asarray(stored.convert("RGB"), np.int16)
    now = PICTURES[name]()
    assert now.shape == shown.shape
    assert np.abs(now - shown).mean() < LEAST_CHANGE
