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
from app.record import BoardFields, fields_of
from app.request import parse_size
from app.service import Limits, Overrides, Request, Text
from app.sources import Contents
from app.status import ENDINGS, EXIT_CODES, SEVERITY, OfRecord, exit_code
from app.tasks import TASKS, Task
from app.web.ask import parse_ask, parse_new
from solver.belief.overrides import parse_override
from solver.message import Message
from tests.app.stand_ins import png
from tests.app.tasks.conftest import prove_image
from tests.conftest import codes
from tests.shell import DONE, EMPTY, PUZZLE, TASK, WATER, asked, marked, screenshot
from vision.drawing.style import Style
from vision.files.load import load_picture
from vision.files.pixels import Image

OPTIONS = {"solutions": {"most": 2}, "new": {"grade": "easy", "seed": 3}}
WRONG = marked((1, 1, 2 if WATER[0][0] else 1))


@pytest.fixture(scope="module")
def shots(tmp_path_factory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("shots")
    return {
        "plain": screenshot(str(folder / "plain.png"), EMPTY),
        "wrong": screenshot(str(folder / "wrong.png"), WRONG),
    }


@pytest.fixture
def nothing_else(folder, capfd):
    """Check that the test prints nothing and leaves no file behind."""
    yield
    assert capfd.readouterr() == ("", "")
    assert list(folder.iterdir()) == []


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
    assert json.loads(json.dumps(record))["water"] == DONE
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
        *((text, "unreadable", "neither_picture_nor_puzzle") for text in (b"vm\n", Text("┏━┓ p?aquarium;"))),
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


def animation(*frames: Image | int) -> bytes:
    """Return a film of frames, of which numbers are blank and so bright."""
    (like,) = {frame.shape for frame in frames if not isinstance(frame, int)} or {(40, 50, 3)}
    frames = (np.full(like, frame, np.uint8) if isinstance(frame, int) else frame for frame in frames)
    first, *more = map(Pillow.fromarray, frames)
    first.save(file := io.BytesIO(), "PNG", save_all=True, append_images=more)
    return file.getvalue()


def test_of_an_animation_the_first_frame_that_shows_a_grid_is_answered(shots, nothing_else):
    film = animation(255, 0, *(load_picture(shots[kind]).pixels for kind in ("wrong", "plain")))
    outcome, alone = asked(film, Task("check")), asked(shots["wrong"], Task("check"))
    assert outcome.messages == (*alone.messages, Message("frame_read", frame=3, frames=4))
    assert (outcome.picture == alone.picture).all()
    result = pipeline.solve_image(film)
    assert result.messages == (Message("frame_read", frame=3, frames=4),)
    assert (result.picture == pipeline.solve_image(shots["wrong"]).picture).all()


def test_a_frame_that_is_named_and_a_first_one_with_a_grid_are_read_alone(shots, monkeypatch):
    monkeypatch.setattr(pipeline, "frames_of", Mock(side_effect=AssertionError))
    film = animation(load_picture(shots["plain"]).pixels, 255)
    assert asked(film).messages == pipeline.solve_image(film).messages == ()
    assert codes(asked(film, page=2)) == ["no_grid"]
    assert codes(asked(film, board=2)) == codes(pipeline.solve_image(film, board=2)) == ["no_such_board"]


def test_where_no_frame_shows_a_grid_all_that_were_looked_at_are_counted():
    film = animation(255, 100, 0)
    for outcome in (asked(film), pipeline.solve_image(film)):
        assert (outcome.status, outcome.picture) == ("no_puzzle", None)
        assert outcome.messages == (Message("no_grid_in_frames", frames=3),)


def test_a_fault_of_the_program_is_an_outcome_too(monkeypatch, nothing_else):
    monkeypatch.setattr(service, "load", Mock(side_effect=RuntimeError("no\nway")))
    outcome = asked(Text(TASK), Task("check"))
    assert (outcome.status, outcome.exit_code, outcome.task) == ("crashed", 1, Task("check"))
    assert outcome.messages == (Message("fault", said="RuntimeError: no way"),)
    assert "in process" in outcome.traceback


def test_answers_in_threads_are_those_of_one_after_the_other(shots, monkeypatch):
    monkeypatch.setattr(pipeline, "prove_image", prove_image)  # each of its own
    tasks = [Task("check"), Task("hint", level="cell")]

    def record(task: Task) -> dict[str, object]:
        return {**asked(shots["wrong"], task).to_dict(), "seconds": None}

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(record, tasks * 2)) == [*map(record, tasks)] * 2


def test_settings_are_all_that_answers_depend_on():
    plain = Request().settings()
    assert plain == {"time_limit": 30.0, "repair_limit": 2.0, "fixes": [], "size": None, "as_read": False}
    others = [
        *map(Request, (Task("solutions", most=2), Task("check"), Task("check", rules_only=True))),
        *(Request(style=style) for style in (Style((0, 128, 128)), Style(opacity=60), Style(only_new=True))),
        *(Request(limits=limits) for limits in (Limits(31), Limits(30, 1))),
        *(Request(overrides=Overrides(rule=rule)) for rule in ("level", "connected")),
        Request(overrides=Overrides(places=(parse_override("top:1=2"),))),
        Request(overrides=Overrides(size=(6, 6))),
        Request(overrides=Overrides(ignore_entries=True)),
        Request(overrides=Overrides(marks="." * 36)),
    ]
    assert len({json.dumps(request.settings()) for request in [Request(), *others]}) == len(others) + 1


def test_the_most_severe_status_gives_the_exit_code():
    assert exit_code() == exit_code("solved", "answered") == 0
    for less, more in pairwise(SEVERITY):
        words = [next(word for word, code in EXIT_CODES.items() if code == wanted) for wanted in (less, more)]
        assert exit_code(*words) == exit_code(*reversed(words)) == more


def test_want_of_memory_is_told_as_such(monkeypatch):
    of_opencv = cv2.error("Failed to allocate 9 bytes")
    of_opencv.code = cv2.Error.StsNoMem
    for error in (MemoryError(), of_opencv):
        monkeypatch.setattr(pipeline, "prove_image", Mock(side_effect=error))
        outcome = asked(png())
        assert (outcome.status, outcome.messages) == ("unreadable", (Message("too_much_memory"),))


def test_the_statuses_of_records_are_those_of_the_table():
    of_tasks_and_runs = {"answered", "mistaken", "solved_with_uncertain_walls", "interrupted"}
    assert set(get_args(OfRecord)) == set(ENDINGS) - of_tasks_and_runs
    assert set(get_args(pipeline.Status)) < set(get_args(OfRecord))
    assert get_type_hints(BoardFields)["status"] == OfRecord


def test_all_doors_agree_on_what_went_well():
    for status in set(ENDINGS) - {"solved_with_uncertain_walls", "interrupted"}:
        ending = ENDINGS[status]
        assert (ending.http_code == 200) == (ending.exit_code in (0, 6)), status
        assert (ending.colour == "green") == (ending.exit_code == 0), status


@pytest.mark.parametrize("text", ["15", "15x15", "15X15", "15×15", " 15 x 15 "])
def test_one_number_is_a_square_and_any_sign_of_times_is_one(text):
    assert parse_size(text) == (15, 15)
    assert parse_ask("solve", [("size", text)]).request.overrides.size == (15, 15)
    assert parse_new([("size", text)]).size == (15, 15)


@pytest.mark.parametrize("text", ["", "0", "0x5", "5x0", "x", "5x", "-5", "5x5x5", "1000", "²", "9" * 5000])
def test_what_is_no_size_is_refused(text):
    with pytest.raises(ValueError):
        parse_size(text)
