"""Collects what the program says while its tests run: `docs/messages.md` lists it, to be read at one glance.

A run of all tests, with all extras installed, compares the list with what was said and fails where they
differ; `--update-golden` writes it anew, and with some tests alone adds what is missing. Not listened to:
tests that try random input, and what tests make up themselves.
"""

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import cache, wraps
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import app.cli.console
import app.cli.main
import app.outcome
import app.status
import app.tasks
import pipeline
from app.cli.doctor import Check
from app.escaping import visible
from solver.errors import AquariumError
from solver.logic.step import Step
from solver.rules import Violation
from vision.reading.words import Doubt, Repair

ROOT = Path(__file__).parents[1]
LIST = ROOT / "docs" / "messages.md"
PROGRAM = ("app", "solver", "vision", "pipeline.py")
NOT_HEARD = ("test_hostile_names", "test_fuzz", "test_real", "tests/benchmarks", "tests/fixtures")
"""Tests whose input is random, other on every computer, or a puzzle of names."""
MESSENGERS = ("solver/errors.py", "app/cli/console.py", "app/outcome.py", "app/tasks/__init__.py")
"""Hand on what others say."""
PAYLOAD = ("app/tasks/read.py", "app/tasks/new.py", "app/tasks/solutions.py", "app/tasks/draw.py")
"""Their texts are puzzles, not words."""
ROOMS = {
    "vision/files": "Files",
    "vision/reading": "Reading a picture",
    "vision/drawing": "Drawing",
    "pipeline.py": "Proving a puzzle",
    "solver/belief": "Doubts and corrections",
    "solver/formats": "Puzzles as text",
    "solver/logic": "Steps",
    "solver/generate": "New puzzles",
    "solver": "Solving",
    "app/tasks/hint": "Hints",
    "app/tasks/explain": "Explanations",
    "app/tasks/check": "Checks",
    "app/tasks": "Answers",
    "app/inputs": "Inputs and names of outputs",
    "app/batch": "Batches and workers",
    "app/store": "Records and reports",
    "app/cli/doctor": "Doctor",
    "app/cli/help": "Options",
    "app/cli": "Command line",
    "app/web": "Page and API",
    "app": "Service",
}
"""Where something is said, most special first, and the title it is listed under."""
INTRODUCTION = """\
# Messages

What the program says, as its tests heard it: one example of each, without the name of the picture before it and that of
the answer behind it. The exit code stands before a message that ends a picture or a run. `pytest --update-golden` writes
this list; a run of all tests with all extras checks it.
"""  # noqa: E501 — as wide as the other documents
PLACES = re.compile(r"/[^\s:;,'()]*/pytest-[^\s:;,'()]*/")
"""Folders that tests work in."""
TRIMMED = re.compile(r"^\s*(?:\d+\. |aquarium: )?|(?:(?<=\S) → [^→]*)?\s*$")
"""Number of a step, name of the program, name of the answer."""
FAULT = re.compile(r'    |  File "|Traceback|\w*Error\b')
"""Begins a line that shows where the program failed."""
CONSEQUENCE = re.compile(r"(?:row|column) \d+ (?:would|could) [^,;.]*(?:, but its clue is \d+)?")
"""What would follow, in the reason of a step that supposes something."""
DIGITS = re.compile(r"\d+")
EXTRAS = ("distributed", "pillow_heif")
"""Without one of them some tests are skipped, and what they would hear is not heard."""
STILL_THERE = 0.8
"""Share of the pairs of words of a message that stand in the program, as long as it may be said: others are
parted by what is put in."""
WORDY = re.compile(r"[A-Za-z]{3}")
"""What has no word is a sign or a number."""
PATTERNS = (
    (r"^--?[a-z-]+ (?!-)", "OPTION "),
    (r"(?<=--format )\w+", "FORM"),
    (r"(?<=: )aquarium .*", "COMMAND"),
    (r"\S*\bpuzz\.link\S*|\bhttps?://\S+|\b[a-z0-9]+://\S*", "ADDRESS"),
    (r"(?<!\w)'[^']*'(?!\w)|“[^”]*”|\"+[^\"]*\"+", "QUOTED"),
    (r"[^\s():,;=→]*[\w~.]*/[^\s():,;]*", "FILE"),
    (
        r"[\w.*?-]*\.(?:png|jpe?g|gif|webp|tiff?|bmp|heic|pdf|txt|md|json|jsonl|db|html|csv|svg|log|tmp)\b",
        "FILE",
    ),
    (r"(?<=clue )\S+(?= of)", "N"),
    (r"(?<![\w)])-?\d+(?:\.\d+)*(?:e-?\d+)?|\d+(?:\.\d+)*", "N"),
    (r"\bcolumn", "row"),
    (r"\b(with (?:air|water) there,|in the end) .*", r"\1 FOLLOWS"),
    (r"(?<=\bfound )(?:nothing|none|QUOTED|N|\w+ otherwise)", "SIGNS"),
    (r"N(?:[x×–-]N)+", "N"),
    (r"N(?:(?:, | and |, or | or )N)+", "N"),
    (r"rows? N(?: rows? N)?", "row N"),
    (r"N \((?:at )?row N\)(?:(?:, | and | or )N \((?:at )?row N\))*", "N (row N)"),
    (
        r"\b(row|column|aquarium|cell|segment|step|mistake|wall|picture|solution|pixel|file|page|rule)s\b",
        r"\1",
    ),
    (r"\bcrosses\b", "cross"),
    (r"^(N picture: ).*?(?=;|$)", r"\1COUNTS"),
    (r"^\w+ N s(?:, \w+ N s)+$", "STAGES"),
    (r"\((?!row|N)[^()]*\)", "(SAID)"),
    (r"N(?: \+ N)+", "N + N"),
    (r"(N \+ N|N alone)(?: or (?:N \+ N|N alone))+", r"\1"),
    (r"row N(?:(?:;|,| and) row N)+", "row N"),
    (r"(?:row clue N may be N|a wall may or may not be there)(?:, (?:row|a wall)[^,;]*)*", "DOUBTS"),
    (r"\bstill ", ""),
    (r"\bone\b", "N"),
    (r"(?:(?:; )?aquarium N \(row N\) has N .*? there, so .*? N is (water|air))+", r"AQUARIUMS \1"),
    (r"(?<=together: with ).*", "FOLLOWS"),
    (r"(?<=can only be ).*", "FOLLOWS"),
    (r"(?<=would have )aquarium .*", "AQUARIUMS"),
    (r"\b(is|are)\b", "is"),
    (r"\b(it|they)\b", "it"),
    (r"\b(its|their)\b", "its"),
    (r"\b(has|have)\b", "has"),
)
"""What varies from picture to picture, and what stands for it where messages are compared."""


@cache
def template(message: str) -> str:
    """Return a message without what varies: two of the same template are one message."""
    for pattern, replacement in PATTERNS:
        message = re.sub(pattern, replacement, message)
    return " ".join(message.split())


class MessageLog:
    """Hears what the program says, in this process; the one who runs all tests gets it from the workers."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.on = True
        self.heard: dict[str, tuple[str, str]] = {}
        """Message → the room that says it, and its exit code if one is known."""
        self.steps: set[str] = set()
        """Reasons of steps that were heard, without their numbers."""
        self.made_up: set[str] = set()
        """What tests say themselves."""
        self._listen()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        random = getattr(getattr(item, "obj", None), "is_hypothesis_test", False)
        self.on = not random and not any(name in item.nodeid for name in NOT_HEARD)
        return (yield)

    def hear(self, message: object, code: object = "") -> None:
        """Remember what is said, line by line."""
        if not self.on or not message:
            return
        for line in str(message).splitlines():
            words = TRIMMED.sub("", line)
            known = self.heard.get(words)
            if known is not None:
                if code != "" and not known[1]:
                    self.heard[words] = known[0], str(code)
            elif words not in self.made_up and WORDY.search(words):
                place = _speaker()
                if place is None:
                    self.made_up.add(words)
                else:
                    self.heard[words] = place, str(code)

    def _listen(self) -> None:
        """Hear all that becomes words for a person."""
        log, hear_end = self.hear, app.status.EXIT_CODES.get
        _before(AquariumError, "__init__", lambda _, *said: log("; ".join(filter(None, said[:2]))))
        _before(pipeline.Result, "__init__", lambda _, *said, **named: self._hear_end(*said, **named))
        _before(app.outcome.Outcome, "__init__", lambda _, *said, **named: self._hear_end(*said[1:], **named))
        _before(app.tasks.Answer, "__init__", lambda _, *given, **named: self._hear_answer(*given, **named))
        _before(Violation, "__init__", lambda _, words, *__, **___: log(words))
        _before(Step, "__init__", lambda _, *given, **named: self._hear_step(*given, **named))
        for spoken in (Doubt, Repair):
            _before(spoken, "__init__", lambda _, place, what, *__, **___: log(what))
        _before(app.cli.console, "echo_error", lambda text, **_: FAULT.match(text) or log(text))
        _before(app.cli.console, "end", lambda status, message: log(message, hear_end(status)))
        _before(
            Check,
            "__init__",
            lambda _, name, __, seen, advice="": log("; ".join(filter(None, (f"{name}: {seen}", advice)))),
        )

    def _hear_end(self, status: Any, message: Any = None, *_: Any, **__: Any) -> None:
        self.hear(message, app.status.EXIT_CODES.get(status, ""))

    def _hear_answer(
        self, status: Any = None, message: Any = None, text: str = "", *_: Any, **__: Any
    ) -> None:
        self.hear(message, app.status.EXIT_CODES.get(status, ""))
        if (_speaker() or "").startswith("app/tasks/") and _speaker() not in PAYLOAD:
            self.hear(text)

    def _hear_step(
        self, _: Any = None, __: Any = None, ___: Any = None, because: str = "", *____: Any, **_____: Any
    ) -> None:
        form = DIGITS.sub("N", because)  # of most steps there are very many
        if form not in self.steps:
            self.steps.add(form)
            for words in (because, *CONSEQUENCE.findall(because)):
                self.hear(words)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Hand over what a worker heard; where all tests ran, compare it with the list."""
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput["messages"] = sorted(self._said())
            return
        listed, said = dict(_listed()), _chosen([*self._said(), *_help()])
        whole, update = _is_whole(session), self.config.getoption("--update-golden")
        missing = {key: said[key] for key in said.keys() - listed.keys()}
        unheard = listed.keys() - said.keys() if whole else set()
        gone = {key for key in unheard if update or not _is_in_source(key)}  # some are rarely said
        if update and (missing or gone):
            kept = {key: line for key, line in listed.items() if key not in gone}
            again = {key: (*said[key][:2], kept[key][2]) if key in said else kept[key] for key in kept}
            LIST.write_text(_document((again | missing).values()), encoding="utf-8")
        if whole and (missing or gone):
            self.differences = [f"not listed: {message}" for _, _, message in missing.values()]
            self.differences += [f"said no more: {listed[key][2]}" for key in gone]
            session.exitstatus = session.exitstatus or pytest.ExitCode.TESTS_FAILED

    def pytest_testnodedown(self, node: Any) -> None:
        """Take over what a worker heard."""
        for message, place, code in getattr(node, "workeroutput", {}).get("messages", ()):
            self.heard.setdefault(message, (place, code))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say how the list differs from what was said."""
        if differences := getattr(self, "differences", ()):
            terminalreporter.section("docs/messages.md differs: pytest --update-golden writes it anew")
            for line in differences:
                terminalreporter.line(line)

    def _said(self) -> Iterator[tuple[str, str, str]]:
        for message, (place, code) in self.heard.items():
            if not any(words in message and 2 * len(words) > len(message) for words in self.made_up):
                yield message, place, code


def _help() -> Iterator[tuple[str, str, str]]:
    """Yield the lines of the help pages on options, with their place."""
    for command in app.cli.main.aquarium.commands.values():
        for option in command.params:
            if words := getattr(option, "help", None):
                yield f"{' '.join(option.opts)}: {words}", "app/cli/help", ""


def _before(owner: Any, name: str, listener: Callable[..., None]) -> None:
    """Let a listener hear the arguments of every call."""
    function = getattr(owner, name)

    @wraps(function)
    def heard(*given: Any, **named: Any) -> Any:
        listener(*given, **named)
        return function(*given, **named)

    for holder in [owner, *(module for key, module in sys.modules.items() if key.startswith("app.cli"))]:
        if getattr(holder, name, None) is function:
            setattr(holder, name, heard)


def _speaker() -> str | None:
    """Return which file of the program speaks, relative to the project; None if it is a test."""
    frame = sys._getframe(2)
    while frame is not None:
        place = _in_project(frame.f_code.co_filename)
        if place and not place.startswith(MESSENGERS):
            return place if place.startswith(PROGRAM) else None
        frame = frame.f_back
    return None


@cache
def _in_project(name: str) -> str:
    path = Path(name)
    if path == Path(__file__) or not path.is_relative_to(ROOT) or ".venv" in path.parts:
        return ""
    return path.relative_to(ROOT).as_posix()


def _is_whole(session: pytest.Session) -> bool:
    """Whether all tests ran, with all extras, and none failed.

    Those of golden pictures do where these are written anew.
    """
    config = session.config
    chosen = [
        config.getoption(name, None)
        for name in ("keyword", "markexpr", "deselect", "lf", "maxfail", "collectonly")
    ]
    all_named = config.args_source == pytest.Config.ArgsSource.TESTPATHS
    failed = session.testsfailed and not config.getoption("--update-golden")
    has_extras = all(map(find_spec, EXTRAS))
    return has_extras and all_named and not any(chosen) and not failed and not session.shouldstop


def _chosen(said: Iterable[tuple[str, str, str]]) -> dict[str, tuple[str, str, str]]:
    """Return room, exit code and example by template: of several the shortest, then the first in order."""
    found = defaultdict(list)
    for message, place, code in said:
        shown = visible(PLACES.sub("", message))
        found[template(shown)].append((_room(place), str(code), shown))
    return {
        key: (
            min(room for room, _, _ in same),
            max(code for _, code, _ in same),
            min((shown for _, _, shown in same), key=lambda shown: (len(shown), shown)),
        )
        for key, same in found.items()
    }


def _room(place: str) -> str:
    return next(title for start, title in ROOMS.items() if place.startswith(start))


def _document(said: Iterable[tuple[str, str, str]]) -> str:
    """Write the list."""
    rooms = defaultdict(list)
    for room, code, message in said:
        rooms[room].append((message.lower(), f"{code:>3}  {message}".rstrip()))
    parts = [
        f"\n## {title}\n\n```text\n" + "".join(f"{line}\n" for _, line in sorted(rooms[title])) + "```\n"
        for title in ROOMS.values()
        if title in rooms
    ]
    return INTRODUCTION + "".join(parts)


def _listed() -> Iterator[tuple[str, tuple[str, str, str]]]:
    """Yield what the list has, by template."""
    title = ""
    for line in LIST.read_text(encoding="utf-8").splitlines() if LIST.exists() else ():
        if line.startswith("## "):
            title = line[3:]
        elif title and line and not line.startswith("```"):
            yield template(line[5:]), (title, line[:3].strip(), line[5:])


def _is_in_source(key: str) -> bool:
    """Whether the words of a message still stand in the program: what is rarely said stays listed."""
    sequences = _sequences(key)
    return len(sequences & _source()) >= STILL_THERE * len(sequences)


@cache
def _source() -> set[tuple[str, ...]]:
    """Return all sequences of words in the texts of the program."""
    files = [ROOT / "pipeline.py", *(path for room in PROGRAM for path in (ROOT / room).rglob("*.py"))]
    nodes = [node for path in files for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    docstrings = {node.value for node in nodes if isinstance(node, ast.Expr)}
    constants = (node for node in nodes if isinstance(node, ast.Constant) and node not in docstrings)
    texts = (node.value for node in constants if isinstance(node.value, str))
    return set().union(*map(_sequences, texts))


def _sequences(text: str) -> set[tuple[str, ...]]:
    """Return each word in a text with the next one; what varies and signs part them."""
    runs = re.split(r"[^a-z' ]+", template(text[:1].lower() + text[1:]))
    return {pair for run in runs for pair in pairwise(run.split())}
