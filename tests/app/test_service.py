"""`process`: contents of every kind → an outcome, in memory, in any thread, for every task."""

import io
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import get_args, get_type_hints
from unittest.mock import Mock

import cv2
import numpy as np
import pytest
from PIL import Image as Pillow

import pipeline
from app import service
from app.outcome import Outcome
from app.record import BoardFields, fields_of
from app.request import parse_size
from app.service import Limits, Overrides, Request, Text
from app.sources import Contents
from app.status import ENDINGS, EXIT_CODES, SEVERITY, OfRecord, exit_code
from app.tasks import TASKS, Answer, Task
from app.web.ask import parse_ask, parse_new
from solver.belief.overrides import parse_override
from solver.message import Message
from tests.app.stand_ins import png
from tests.conftest import codes
from tests.shell import EMPTY, PUZZLE, TASK, WATER, asked, marked, screenshot
from vision.drawing.style import Style
from vision.files.load import load_picture
from vision.files.pixels import Image

OPTIONS = {"solutions": {"most": 2}, "new": {"grade": "easy", "seed": 3}}
WRONG = marked((1, 1, 2 if WATER[0][0] else 1))
"""One mark, and that a wrong one."""


@pytest.fixture(scope="module")
def shots(tmp_path_factory) -> dict[str, Path]:
    """Give screenshots: of the puzzle as it is, and with a wrong mark."""
    folder = tmp_path_factory.mktemp("shots")
    return {
        "plain": screenshot(str(folder / "plain.png"), EMPTY),
        "wrong": screenshot(str(folder / "wrong.png"), WRONG),
    }


@pytest.fixture
def nothing_else(tmp_path, monkeypatch, capfd):
    """Check that the test prints nothing and leaves no file behind."""
    monkeypatch.chdir(tmp_path)
    yield
    assert capfd.readouterr() == ("", "")
    assert list(tmp_path.iterdir()) == []


KINDS: dict[str, Callable[[Path], Contents]] = {
    "a picture's bytes": Path.read_bytes,
    "a text's bytes": lambda _: TASK.encode(),
    "a path": lambda shot: shot,
    "a path as str": str,
    "a text": lambda _: Text(TASK),
}


@pytest.mark.parametrize(
    ("name", "kind"), [*(("solve", kind) for kind in KINDS), *((name, "a text") for name in TASKS)]
)
def test_every_task_is_answered_and_contents_of_every_kind(name, kind, shots, nothing_else):
    outcome = asked(KINDS[kind](shots["plain"]), Task(name, **OPTIONS.get(name, {})))
    assert (outcome.exit_code, outcome.status) == (0, "solved"), outcome.message
    assert (outcome.puzzle, outcome.water) == (PUZZLE, WATER)
    assert outcome.target is None
    assert outcome.is_text == ("text" in kind)
    record = outcome.to_dict()
    assert set(fields_of(name)) <= set(record)
    assert json.loads(json.dumps(record))["water"] == [list(map(int, row)) for row in WATER]
    if name in ("read", "explain"):
        assert outcome.picture is None
        assert outcome.answer.text
    else:
        assert outcome.picture.dtype == np.uint8
        assert outcome.picture.shape[2:] == (3,)


@pytest.mark.parametrize(
    ("contents", "status", "said"),
    [
        (b"", "unreadable", "empty_file"),
        *(
            (diary, "unreadable", "neither_picture_nor_puzzle")
            for diary in (b"Dear diary,", Text("Dear diary,"))
        ),
        (b"\x89PNG\r\n", "unreadable", "damaged"),
        (png(), "no_puzzle", "no_grid"),
        (Path(), "unreadable", "empty_folder"),
        (Text("https://example.org/a.png"), "unreadable", "address_not_fetched"),
        *((name, "unreadable", "no_such_file") for name in (Path("no.png"), "no.png", "1_1_1_1;1,2,3,4")),
        (Text("1_2_1_1;1,1,2,2"), "no_solution", "sums_differ"),
        (Text("1_1_1_1;1,2,3,4"), "ambiguous", "several_solutions"),
    ],
    ids=str,
)
def test_whatever_is_amiss_is_told_by_the_outcome(contents, status, said, nothing_else):
    outcome = asked(contents)
    assert (outcome.status, outcome.picture, codes(outcome)[0]) == (status, None, said)
    assert "\n" not in outcome.message
    assert outcome.exit_code == EXIT_CODES[status]


def animation(*frames: Image) -> bytes:
    file = io.BytesIO()
    first, *more = map(Pillow.fromarray, frames)
    first.save(file, "PNG", save_all=True, append_images=more)
    return file.getvalue()


def blank(level: int, like: Image) -> Image:
    return np.full_like(like, level)


@pytest.mark.parametrize("name", ["solve", "check", "hint"])
def test_of_an_animation_the_first_frame_that_shows_a_grid_is_answered(name, shots, nothing_else):
    shown, later = (load_picture(shots[kind]).pixels for kind in ("wrong", "plain"))
    film = animation(blank(255, shown), blank(0, shown), shown, later)
    outcome, alone = asked(film, Task(name)), asked(shots["wrong"], Task(name))
    assert outcome.messages == (*alone.messages, Message("frame_read", frame=3, frames=4))
    assert (outcome.picture == alone.picture).all()
    result = pipeline.solve_image(film)
    assert result.messages == (Message("frame_read", frame=3, frames=4),)
    assert (result.picture == pipeline.solve_image(shots["wrong"]).picture).all()


def test_a_frame_that_is_named_and_a_first_one_with_a_grid_are_read_alone(shots, monkeypatch):
    monkeypatch.setattr(pipeline, "frames_of", Mock(side_effect=AssertionError))
    shown = load_picture(shots["plain"]).pixels
    film = animation(shown, blank(255, shown), load_picture(shots["wrong"]).pixels)
    assert asked(film).messages == pipeline.solve_image(film).messages == ()
    assert codes(asked(film, page=2)) == ["no_grid"]
    assert codes(asked(film, board=2)) == codes(pipeline.solve_image(film, board=2)) == ["no_such_board"]


def test_where_no_frame_shows_a_grid_all_that_were_looked_at_are_counted(shots):
    shown = load_picture(shots["plain"]).pixels
    film = animation(*(blank(level, shown) for level in (255, 100, 0)))
    for outcome in (asked(film), pipeline.solve_image(film)):
        assert (outcome.status, outcome.picture) == ("no_puzzle", None)
        assert outcome.messages == (Message("no_grid_in_frames", frames=3),)


def test_a_fault_of_the_program_is_an_outcome_too(monkeypatch, nothing_else):
    monkeypatch.setattr(service, "load", Mock(side_effect=RuntimeError("no\nway")))
    outcome = asked(Text(TASK), Task("check"))
    assert (outcome.status, outcome.exit_code, outcome.task) == ("crashed", 1, Task("check"))
    assert outcome.messages == (Message("fault", said="RuntimeError: no way"),)
    assert "in process" in outcome.traceback


def test_answers_in_threads_are_those_of_one_after_the_other(shots):
    tasks = [Task("solve"), Task("check"), Task("hint", level="cell"), Task("read", form="task")] * 3
    alone = [asked(shots["wrong"], task).to_dict() for task in tasks[:4]] * 3
    with ThreadPoolExecutor(4) as threads:
        outcomes = threads.map(lambda task: asked(shots["wrong"], task), tasks)
        together = [outcome.to_dict() for outcome in outcomes]
    for record in (*alone, *together):
        record["seconds"] = None
    assert together == alone
    assert {record["status"] for record in together} == {"solved"}


# Tasks and requests as data


def test_settings_are_all_that_answers_depend_on():
    plain = Request().settings()
    assert plain == {"time_limit": 30.0, "repair_limit": 2.0, "fixes": [], "size": None, "as_read": False}
    others = [
        Request(Task("solutions", most=2)),
        *(Request(Task("check", rules_only=flag)) for flag in (False, True)),
        *(
            Request(style=Style(**one))
            for one in ({"water": (0, 128, 128)}, {"opacity": 60}, {"only_new": True})
        ),
        *(Request(limits=Limits(*limits)) for limits in ((31,), (30, 1))),
        *(
            Request(overrides=Overrides(**{name: value}))
            for name, value in (
                *(("rule", "level"), ("rule", "connected"), ("places", (parse_override("top:1=2"),))),
                *(("size", (6, 6)), ("ignore_entries", True), ("marks", "." * 36)),
            )
        ),
    ]
    assert len({json.dumps(request.settings()) for request in [Request(), *others]}) == len(others) + 1


# What an outcome asks for


def test_the_most_severe_status_gives_the_exit_code():
    assert exit_code() == exit_code("solved", "answered") == 0
    for less, more in pairwise(SEVERITY):
        words = [next(word for word, code in EXIT_CODES.items() if code == wanted) for wanted in (less, more)]
        assert exit_code(*words) == exit_code(*reversed(words)) == more


def test_what_could_not_be_saved_counts_more_than_what_was_answered():
    mistaken = Outcome("a.png", "solved", answer=Answer("mistaken"))
    assert (mistaken.final_status, mistaken.exit_code) == ("mistaken", 6)
    unsaved = Outcome("a.png", "solved", answer=Answer("mistaken"), unsaved=True)
    assert (unsaved.final_status, unsaved.exit_code) == ("unsaved", 2)
    assert Outcome("a.png", "ambiguous", answer=Answer()).final_status == "ambiguous"


OF_OPENCV = cv2.error("Failed to allocate 9 bytes")
OF_OPENCV.code = cv2.Error.StsNoMem


@pytest.mark.parametrize("error", [MemoryError(), OF_OPENCV])
def test_want_of_memory_is_told_as_such(error, shots, monkeypatch):
    monkeypatch.setattr(pipeline, "prove_image", Mock(side_effect=error))
    outcome = asked(shots["plain"])
    assert outcome.status == "unreadable"
    assert outcome.messages == (Message("too_much_memory"),)


OF_TASKS_AND_RUNS = {"answered", "mistaken", "solved_with_uncertain_walls", "interrupted"}
"""Statuses that no record has."""


def test_the_statuses_of_records_are_those_of_the_table():
    assert set(get_args(OfRecord)) == set(ENDINGS) - OF_TASKS_AND_RUNS
    assert set(get_args(pipeline.Status)) < set(get_args(OfRecord))
    assert get_type_hints(BoardFields)["status"] == OfRecord


@pytest.mark.parametrize("status", sorted(set(ENDINGS) - {"solved_with_uncertain_walls", "interrupted"}))
def test_all_doors_agree_on_what_went_well(status):
    ending = ENDINGS[status]
    assert (ending.http_code == 200) == (ending.exit_code in (0, 6))
    assert (ending.colour == "green") == (ending.exit_code == 0)


@pytest.mark.parametrize(
    ("text", "size"),
    [("6", (6, 6)), ("10x15", (10, 15)), ("10X15", (10, 15)), ("10×15", (10, 15)), (" 10 x 15 ", (10, 15))],
)
def test_one_number_is_a_square_and_any_sign_of_times_is_one(text, size):
    assert parse_size(text) == size
    assert parse_ask("solve", [("size", text)]).request.overrides.size == size
    assert parse_new([("size", text)]).size == size


@pytest.mark.parametrize("text", ["", "0", "0x5", "5x0", "x", "5x", "-5", "5x5x5", "1000", "²", "9" * 5000])
def test_what_is_no_size_is_refused(text):
    with pytest.raises(ValueError):
        parse_size(text)
