"""Answers as files, and the page's own files, over HTTP."""

import io

import numpy as np
import pytest
from PIL import Image as Pillow
from PIL import ImageChops

from app.tasks import Task
from fixtures.drawing.board.puzzles import unique_puzzle
from solver import Puzzle
from tests.app.web.conftest import opened, page_of_boards, saved
from tests.conftest import FIXTURES
from tests.shell import PUZZLE, TASK, WATER, asked
from vision.drawing.style import Style
from vision.files.load import load_picture
from vision.files.mark import MARK, QUESTION, mark_of

STARTS = {"png": b"\x89PNG", "jpeg": b"\xff\xd8", "webp": b"RIFF", "svg": b"<?xml", "pdf": b"%PDF"}


def differ(one: bytes, other: bytes) -> bool:
    """Tell whether two pictures show something else."""
    return ImageChops.difference(opened(one), opened(other)).getbbox() is not None


@pytest.mark.parametrize(
    ("task", "form"),
    [*(("solve", form) for form in STARTS), *((task, "png") for task in ("check", "hint", "draw", "plain"))],
)
def test_every_task_is_drawn_and_in_every_format(client, shot, task, form):
    reply = client.post(f"/api/picture?task={task}&format={form}", shot)
    media_type = {"svg": "image/svg+xml", "pdf": "application/pdf"}.get(form, f"image/{form}")
    assert (reply.status_code, reply.headers["content-type"]) == (200, media_type)
    assert reply.headers["cache-control"] == "no-store"
    assert reply.content.startswith(STARTS[form])


@pytest.mark.parametrize("contents", ["picture", "text"])
def test_a_drawn_answer_is_the_file_that_the_command_writes(client, shot, contents):
    given = shot if contents == "picture" else TASK.encode()
    reply = client.post("/api/picture?water=teal&opacity=60", given)
    same = asked(given, style=Style((0, 128, 128), 60)).encoded()
    assert reply.content == same
    assert mark_of(io.BytesIO(reply.content)) == MARK
    again = client.post("/api/solve", reply.content).json()
    assert again["water"] == [[int(wet) for wet in row] for row in WATER]


@pytest.mark.parametrize("name", ["upside-down-8x5.jpg", "macos-6x6-transparent.png"])
def test_the_plain_picture_is_the_upright_one_as_it_was_read(client, name):
    reply = client.post("/api/picture?task=plain", (FIXTURES / name).read_bytes())
    shown, read = load_picture(io.BytesIO(reply.content)), load_picture(FIXTURES / name)
    assert (shown.pixels == read.pixels).all()


def test_the_plain_picture_of_an_animation_is_the_frame_that_is_read(client, shot):
    animation = saved(Pillow.new("RGB", opened(shot).size), "PNG", opened(shot))
    assert not differ(client.post("/api/picture?task=plain", animation).content, shot)
    assert client.post("/api/solve", animation).json()["layout"]["turned"]


def test_the_plain_picture_of_a_text_is_the_puzzle_as_it_is_fixed(client):
    clue = 1 + (PUZZLE.col_clues[0] == 1)
    tasks = "plain", f"plain&fix=top:1={clue}", f"draw&fix=top:1={clue}"
    plain, fixed, drawn = (client.post(f"/api/picture?task={task}", TASK).content for task in tasks)
    assert mark_of(io.BytesIO(plain)) == QUESTION
    assert (differ(plain, fixed), differ(fixed, drawn)) == (True, False)


def test_no_picture_is_given_of_a_page_whose_largest_board_is_refused(client):
    (wrong, _), (right, _) = (unique_puzzle(np.random.default_rng(size), size, size) for size in (7, 5))
    clues = (wrong.col_clues[0] % 7 + 1, *wrong.col_clues[1:])
    page = page_of_boards(Puzzle(clues, wrong.row_clues, wrong.regions), right)
    reply = client.post("/api/picture", page)
    assert (reply.status_code, reply.json()["status"]) == (422, "no_solution")
    assert [board["status"] for board in reply.json()["boards"]] == ["solved"]


def test_what_a_format_cannot_hold_is_refused(client):
    wide = saved(Pillow.new("RGB", (17_000, 40), "white"))
    reply = client.post("/api/picture?task=plain&format=webp", wide)
    assert (reply.status_code, reply.json()["status"]) == (422, "unsaved")
    assert "save it as .png" in reply.json()["message"]


TYPES = {
    "": "text/html",
    "app.js": "text/javascript",
    "base/style.css": "text/css",
    "icon.svg": "image/svg+xml",
}
OTHERS = "nothing.js", "../routes.py", "%2e%2e/routes.py", "..%2froutes.py", "/etc/passwd", "a\\b"


def test_files_of_the_page_have_their_types_and_are_asked_for_anew(client):
    for path, media_type in TYPES.items():
        reply = client.get(f"/{path}")
        assert (reply.status_code, reply.headers["cache-control"]) == (200, "no-cache"), path
        assert reply.headers["content-type"].split(";")[0] == media_type


def test_no_other_file_is_served(client):
    for path in OTHERS:
        reply = client.get(f"/{path}")
        assert (reply.status_code, "there is no " in reply.json()["message"]) == (404, True), path


def test_a_board_is_drawn_with_what_the_player_has_put_if_that_is_asked_for(client):
    address = "/api/picture?task=draw&marks=wx" + "." * 34
    empty, played = (client.post(f"{address}&with_marks={flag}", TASK.encode()).content for flag in (0, 1))
    assert differ(empty, played)
    marks = asked(played, Task("check")).to_dict()["marks"]
    assert marks == ((1, 2, 0, 0, 0, 0), *((0,) * 6,) * 5)
    assert mark_of(io.BytesIO(played)) == QUESTION
