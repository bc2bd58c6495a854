"""Words of an address are parsed as they are meant, and refused with what to write instead."""

from urllib.parse import parse_qsl

import pytest

from app.request import Overrides, Request
from app.sentences import UsageError
from app.tasks import Task
from app.web.ask import Ask, AskNew, parse_ask, parse_new
from solver.belief.overrides import parse_override
from tests.conftest import raised
from vision.drawing.style import Style


def asked(query: str = "", endpoint: str = "solve") -> Ask:
    return parse_ask(endpoint, parse_qsl(query, keep_blank_values=True))


def test_all_that_can_be_said_of_a_picture_is_taken():
    words = "size=15x10&page=2&board=3&as_read=1&ignore_entries=1&marks=WX/.?"
    ask = asked(f"fix=top:7=8&fix=wall:3,4-3,5=yes&{words}")
    fixes = parse_override("top:7=8"), parse_override("wall:3,4-3,5=yes")
    said = {"marks": "wx/.?", "as_read": True, "ignore_entries": True}
    assert ask == Ask(Request(overrides=Overrides(fixes, (15, 10), **said)), 2, 3)
    assert asked() == Ask(Request())


TASKS = {
    "task=hint&level=cell": Task("hint", level="cell"),
    "task=check&rules_only=1": Task("check", rules_only=True),
    "task=check&rules_only=0": Task("check", rules_only=False),
    "task=explain&from_marks=yes": Task("explain", from_marks=True),
    "task=read&format=task": Task("read", form="task"),
    "task=solutions&most=3": Task("solutions", most=3),
}


def test_words_of_a_task_are_its_options():
    assert {query: asked(query).request.task for query in TASKS} == TASKS


def test_a_picture_is_asked_for_in_a_style_and_a_format():
    style = asked("water=teal&opacity=60&only_new=1").request.style
    assert style == Style((0, 128, 128), 60, only_new=True)
    assert asked(endpoint="picture") == Ask(Request(), form="png")
    drawn = asked("task=draw&solution=1&format=svg", "picture")
    assert drawn == Ask(Request(Task("draw", solution=True)), form="svg")
    assert asked("task=plain&format=jpeg", "picture").is_plain


def test_a_new_puzzle_is_asked_for():
    assert parse_new(parse_qsl("size=10x8&grade=hard&seed=7")) == AskNew((10, 8), "hard", 7)
    assert parse_new(parse_qsl("size=6X6")) == AskNew((6, 6))
    with pytest.raises(UsageError, match="size is missing"):
        parse_new([])


REFUSED = {
    "task=destroy": "task=destroy: expected solve, check, hint, explain, read or solutions",
    "size=wide": "size=wide: expected rows x columns; write it like size=15x15",
    "page=0": "page=0: expected a whole number from 1 to 100000; write it like page=2",
    **{odd: f"{odd}: expected" for odd in ("size=0x15", "size=99999x9", "page=1e3", "board=²")},
    f"board={'9' * 5000}": f"board={'9' * 40}…: expected",
    "as_read=maybe": "as_read=maybe: expected 1 or 0",
    "marks=wax": "marks=wax: expected a sign for each cell",
    "fix=top:7": "fix: 'top:7' is not a fix; write it like top:7=8",
    "level=cell": "level is for task=hint, not for task=solve; leave it out",
    "task=hint&level=all": "level=all: expected nudge, cell or reason",
    "water=wet": "water=wet: expected a colour; write it like water=teal",
    "opacity=0": "opacity=0: expected a whole number from 1 to 100",
    "size=6x6&size=7x7": "size is given more than once; give it once",
    "path=/etc/passwd": "there is no parameter 'path'; known are task, fix, size",
    f"{'p' * 5000}=": f"there is no parameter '{'p' * 40}…'",
}


def test_what_cannot_be_asked_is_refused_by_name():
    for query, said in REFUSED.items():
        assert str(raised(UsageError, asked, query)).startswith(said), query
