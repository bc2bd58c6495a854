"""The API tells what `process` tells, where it stands and what would help, and gives answers as files."""

import io
import json
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image as Pillow
from PIL import ImageChops

from app.batch.dispatch import load_pipeline
from app.outcome import SOLUTION_FORMS, Outcome
from app.record import OF_COMMAND
from app.tasks import Task
from app.web.ask import SOLVE_TASKS
from app.web.work import ServerFields, reading_fields, with_sentences
from fixtures.drawing.board.puzzles import unique_puzzle
from pipeline import Result
from solver import Puzzle
from solver.belief.overrides import parse_override
from solver.formats import Form, format_puzzle
from solver.message import Message
from solver.places import ClueAt
from tests.app.stand_ins import png, solved
from tests.app.web.conftest import opened, page_of_boards, saved
from tests.conftest import FIXTURES
from tests.shell import PUZZLE, TASK, WATER, asked, corners
from vision.board import Board
from vision.drawing.puzzle import read_written
from vision.drawing.style import Style
from vision.files.load import load_picture
from vision.files.mark import MARK, QUESTION, mark_of
from vision.processes import WorkerPool
from vision.reading.doubts import Repair

OPTIONS = {"solutions": {"most": 10}}
CLUE = PUZZLE.col_clues[0]


def plain(record: dict) -> dict:
    """Return a record without the fields that the API adds or words otherwise, and without times."""
    own = {*ServerFields.__annotations__, *OF_COMMAND, "message", "seconds"}
    boards = [plain(board) for board in record.get("boards", ())]
    return {name: value for name, value in record.items() if name not in own} | {"boards": boards}


def told(contents: bytes, task: Task, **options: object) -> dict:
    """Return the record of `process`, as JSON has it, with what the page says of all that has a code."""
    return json.loads(json.dumps(with_sentences(asked(contents, task, **options).to_dict())))


@pytest.mark.parametrize(
    ("task", "form"),
    [*((task, None) for task in SOLVE_TASKS), ("solve", Form.PUZZLINK), ("solve", Form.DRAWING)],
)
def test_the_record_is_that_of_the_command(client, shot, task, form):
    contents = format_puzzle(PUZZLE, form).encode() if form else shot
    reply = client.post(f"/api/solve?task={task}", contents)
    record, same = reply.json(), told(contents, Task(task, **OPTIONS.get(task, {})))
    assert reply.status_code == 200
    assert plain(record) == plain(same)
    assert bool(record["message"]) == bool(same["message"])
    assert (record["pages"], record["page"]) == (1, 1)
    assert record["share"] == SOLUTION_FORMS["share"](PUZZLE, WATER)
    assert record["text"] == (same["text"] if task == "read" else SOLUTION_FORMS["text"](PUZZLE, WATER))


def test_what_a_person_says_is_heard(client, shot):
    fix = f"top:1={CLUE + 1}"
    record = client.post(f"/api/solve?fix={fix}&size=6x6", shot).json()
    assert plain(record) == plain(told(shot, Task(), places=(parse_override(fix),), size=(6, 6)))


def test_marks_are_judged_in_place_of_those_in_the_picture(client, shot):
    marks = [["w" if wet else "x" for wet in row] for row in WATER]
    marks[2][3], marks[4][4] = ("x" if WATER[2][3] else "w"), "."
    wrong = {"row": 3, "col": 4, "mark": "cross" if WATER[2][3] else "water"}
    for contents in (shot, TASK):
        address = f"/api/solve?task=check&marks={'/'.join(map(''.join, marks))}"
        record = client.post(address, contents).json()
        assert (record["mistakes"], record["marks"][4][4]) == ([wrong], 0)
        assert record["marks"][0] == [1 if wet else 2 for wet in WATER[0]]
    record = client.post(f"/api/solve?task=check&marks={'?' * 36}", TASK).json()
    assert (len(record["unclear"]), record["marks"]) == (36, [[None] * 6] * 6)
    reply = client.post("/api/solve?marks=wx", TASK)
    assert reply.status_code == 400
    assert "expected 36 signs for 6×6 cells, found 2" in reply.json()["message"]


def test_boards_of_a_page_are_told_with_their_places(client):
    made = [unique_puzzle(np.random.default_rng(seed), size, size) for seed, size in enumerate((6, 5))]
    page = page_of_boards(*(puzzle for puzzle, _ in made))
    record = client.post("/api/solve", page).json()
    assert plain(record) == plain(told(page, Task("solve")))
    (second,) = record["boards"]
    assert record["layout"]["top"] != second["layout"]["top"]
    for board, (puzzle, water) in zip((record, second), made, strict=True):
        assert len(board["layout"]["left"]) == puzzle.height
        assert board["share"] == SOLUTION_FORMS["share"](puzzle, water)
    alone = client.post("/api/solve?board=2", page).json()
    assert (alone["water"], alone["layout"]) == (second["water"], second["layout"])


@pytest.mark.parametrize("name", ["photo-10x10.jpg", "upside-down-8x5.jpg", "refused-misprint.png"])
def test_the_layout_says_where_the_board_stands(client, name):
    record = client.post("/api/solve", (FIXTURES / name).read_bytes()).json()
    layout, (rows, cols) = record["layout"], (record["rows"], record["cols"])
    assert (layout["height"], layout["width"]) == load_picture(FIXTURES / name).pixels.shape[:2]
    arrays = (np.array(layout[one], float) for one in ("to_picture", "xs", "ys"))
    corners = Board(rows, cols, *arrays, contrast=1.0).corners
    assert np.allclose(corners, record["corners"], atol=0.06)
    assert (len(layout["top"]), len(layout["left"])) == (cols, rows)
    assert all(left < right and top < bottom for left, top, right, bottom in layout["top"] + layout["left"])


@pytest.mark.parametrize(
    ("name", "dark", "paper", "ground"),
    [
        ("dark-reader-10x10.png", True, [24, 26, 27], None),
        ("macos-6x6-transparent.png", False, [255, 255, 255], "#ffffff"),
    ],
)
def test_the_record_says_what_a_board_is_drawn_on(client, name, dark, paper, ground):
    record = client.post("/api/solve", (FIXTURES / name).read_bytes()).json()
    assert (record["layout"]["dark"], record["layout"]["paper"], record["ground"]) == (dark, paper, ground)


def test_where_no_board_or_no_puzzle_is_certain_the_server_adds_nothing(client):
    record = client.post("/api/solve", png()).json()
    assert [record[name] for name in ("layout", "text", "share", "reading")] == [None] * 4
    record = client.post(f"/api/solve?fix=top:1={CLUE + 1}", TASK).json()
    assert (record["status"], record["text"], record["share"]) == ("no_solution", None, None)


def test_of_a_puzzle_whose_walls_are_not_certain_only_the_water_is_told(client, stand_in):
    stand_in(lambda *given, **settings: replace(solved(*given, **settings), puzzle_certain=False))
    record = client.post("/api/solve", png()).json()
    assert (record["status"], record["puzzle_certain"]) == ("solved", False)
    assert record["water"] and record["layout"]
    assert [record[name] for name in ("text", "share", "task", "puzzlink")] == [None] * 4
    assert client.post("/api/picture?task=draw", png()).status_code == 422


def test_a_new_puzzle_is_the_same_for_the_same_seed(client):
    first, again, other = (
        client.post(f"/api/new?size=4x3&grade=easy&seed={seed}").json() for seed in (7, 7, 8)
    )
    assert (first["rows"], first["cols"], first["grade"], first["seed"]) == (4, 3, "easy", 7)
    assert first["status"] == "solved"
    assert plain(first) == plain(again) != plain(other)
    assert first["layout"] and first["share"]
    random = client.post("/api/new?size=5x5").json()
    assert client.post(f"/api/new?size=5x5&seed={random['seed']}").json()["task"] == random["task"]


def test_workers_answer_as_this_process_does(client, make_client):
    with WorkerPool(1, load_pipeline) as pool:
        far = make_client(pool)
        for path, body in (("/api/solve?task=explain", TASK), ("/api/solve", b"?")):
            assert plain(far.post(path, body).json()) == plain(client.post(path, body).json())
        assert far.post("/api/picture", TASK).content == client.post("/api/picture", TASK).content


def test_the_token_is_no_parameter_where_there_is_one(make_client):
    address = "/api/solve?token=t0k3n-of-this-start"
    assert make_client(token="t0k3n-of-this-start").post(address, TASK).status_code == 200
    assert make_client().post(address, TASK).status_code == 400


NO_HELP = {"misfits": [], "loose": False, "looks_like": {}}
NO_HELP |= dict.fromkeys(("can_be_as_read", "is_cut", "size_may_help"), False)
CUT = (FIXTURES / "refused-cut.png").read_bytes()
BLOT, BAND = (2.6, 2.6, 3.4, 3.4), (0.2, 2.2, 5.8, 3.8)


def covered(shot: bytes, cover: tuple[float, ...]) -> bytes:
    """Return a screenshot on which something covers cells from (left, top) to (right, bottom)."""
    x0, y0, x1, y1 = corners(shot)
    starts, sizes = (x0, y0) * 2, (x1 - x0, y1 - y0) * 2
    box = [round(start + at * size / 6) for start, size, at in zip(starts, sizes, cover, strict=True)]
    picture = opened(shot)
    picture.paste("gray", box)
    return saved(picture)


@pytest.mark.parametrize(
    ("seen", "words", "help_"),
    [
        (BLOT, "", {"can_be_as_read": True}),
        (BLOT, "as_read=1", {}),
        (BAND, "", {"loose": True}),
        (CUT, "", {"is_cut": True, "size_may_help": True}),
        (CUT, "size=7x10", {}),
    ],
    ids=["a blot", "a blot as read", "a band", "a cut", "a cut of a size"],
)
def test_what_would_help_is_told_of_every_board(client, shot, seen, words, help_):
    contents = seen if seen is CUT else covered(shot, seen)
    told = client.post(f"/api/solve?{words}", contents).json()["reading"]
    assert {wall["otherwise"] for wall in told["loose"]} <= {"no"}
    assert told | {"loose": bool(told["loose"])} == NO_HELP | help_


@pytest.mark.parametrize(("looks", "told"), [(3, "3"), (0, "0"), (None, "none")])
def test_a_repaired_clue_is_told_as_it_looks(looks, told):
    place = ClueAt("row", 1)
    puzzle = Puzzle([1, 1, 2], [1, looks], ["abc", "dee"])
    repair = Repair(place, Message("clue_taken", axis="row", line=2, taken=2, looks=3), 0.99, (0, 0, 9, 9))
    result = Result("solved", (), read_written(puzzle)[1], repairs=(repair,))
    assert reading_fields(Outcome("a.png", "solved", result=result))["looks_like"] == {str(place): told}


def test_the_fix_that_breaks_a_puzzle_is_named_also_the_last_of_more_than_are_tried(client):
    right = "&".join(f"fix=left:{row}={clue}" for row, clue in enumerate(PUZZLE.row_clues, 1))
    told = client.post(f"/api/solve?{right}&fix=top:1=0", TASK).json()["reading"]
    assert told["misfits"] == ["top:1=0"]


STARTS = {"png": b"\x89PNG", "jpeg": b"\xff\xd8", "webp": b"RIFF", "svg": b"<?xml", "pdf": b"%PDF"}


def differ(one: bytes, other: bytes) -> bool:
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
