"""What is printed: lines of JSON, words for a person, and the way out of a refusal."""

import json
import re
import sys
from dataclasses import replace
from unittest.mock import Mock

import click
import pytest

from app.cli.main import main
from app.cli.process import echo
from app.cli.progress import Progress
from pipeline import Result
from solver import solve
from solver.formats import draw_unicode, format_task, parse_truth
from solver.message import Message
from solver.places import ClueAt
from tests.app.stand_ins import DOUBT, READING, REPAIR, SMALL, SURE, UNCLEAR, paint, refusing, solved
from tests.shell import TASK, Stream, fields, told, written
from vision.reading.cut import GO_ON, MAY_GO_ON, RUN_OUT, Cut

pytestmark = pytest.mark.usefixtures("stand_in")

WATER = solve(SMALL).water
SOLVED = {
    **{"schema": 3, "path": "shot.png", "status": "solved", "exit_code": 0, "output": "shot.solved.png"},
    **dict.fromkeys(("message", "code", "values", "reading_output")),
    **{name: [] for name in ("also", "repairs", "doubts", "mistakes", "boards")},
    **{"rows": 2, "cols": 2, "col_clues": [1, 2], "row_clues": [1, 2], "regions": [[1, 2], [2, 2]]},
    **{"rule": "level", "puzzle_certain": True, "unique": True, "marks": [[2, 1], [0, 0]]},
    **{name: [[0, 1], [1, 1]] for name in ("water", "shared")},
    "corners": [[1.0, 2.0], [30.0, 2.0], [30.0, 31.0], [1.0, 31.0]],
    "task": format_task(SMALL),
    "puzzlink": "https://puzz.link/p?aquarium/r/2/2/gg/1212",
}


def test_a_line_of_json_tells_all_of_a_solved_picture(capsys):
    paint("shot.png")
    line = fields(capsys, "shot.png", "-o", "shot.solved.png")
    assert line.pop("seconds").keys() == {"load", "read", "solve", "draw"}
    assert line == SOLVED


def test_a_line_of_json_tells_what_was_read_but_not_answered(stand_in, capsys):
    stand_in(refusing("ambiguous"))
    paint("shot.png")
    line = fields(capsys, "shot.png")
    (doubt,) = line["doubts"]
    message = {"code": "walls_unclear", "values": {}, "message": "most walls are unclear"}
    refused = {"status": "ambiguous", "exit_code": 5, **message}
    nothing = {"shared": None, "water": None, "unique": False, "output": None, "mistakes": None}
    assert line == {**SOLVED, **refused, **nothing, "doubts": [doubt], "seconds": line["seconds"]}
    code = {"code": "clue_read_or", "values": {"axis": "row", "line": 2, "other": 7, "read": 1}}
    words = {"place": "left:2", "what": "row clue 2 read as 1, or 7", "otherwise": "7"}
    assert doubt == {**code, **words, "confidence": 0.618, "box": [4, 5, 14, 25]}


def test_repairs_are_told(stand_in, capsys):
    as_it_looks = replace(DOUBT, place=REPAIR.place)  # which is not told, too
    found = {"repairs": (REPAIR,), "doubts": (as_it_looks,)}
    stand_in(lambda pixels, **asked: replace(solved(pixels, **asked), **found))
    paint("shot.png")
    _, out, err = told(capsys, "shot.png", "--json")
    (repair,) = json.loads(out)["repairs"]
    what = "row clue 3 taken as 8, though it looks like 3"
    code = {"code": "clue_taken", "values": {"axis": "row", "line": 3, "looks": 3, "taken": 8}}
    assert repair == {**code, "place": "left:3", "what": what, "confidence": 0.9877, "box": [1, 2, 3, 4]}
    assert err.splitlines()[1:] == [f"  repaired: {what} (99 %)"]


def test_lines_come_as_soon_as_a_picture_is_done(stand_in, capsys):
    seen = []

    def slow(pixels, **settings):
        seen.append(capsys.readouterr().out)
        return solved(pixels, **settings)

    stand_in(slow)
    paint("a.png", "b.png")
    assert main(["a.png", "b.png", "--json"]) == 0
    assert (seen[0], json.loads(seen[1])["path"]) == ("", "a.png")


def test_text_is_puzzle_and_water_of_what_was_solved(stand_in, capsys):
    paint("a.png", "b.png")
    code, one, _ = told(capsys, "a.png", "--text")
    assert (code, parse_truth(one)) == (0, (SMALL, WATER))
    assert told(capsys, "a.png", "b.png", "--text")[1] == f"{one}\n{one}"
    stand_in(refusing("unsure"))
    assert told(capsys, "a.png", "--text")[:2] == (4, "")


@pytest.mark.parametrize(
    ("words", "columns"),
    [([], 80), ([], 8), (["--json"], 80), (["--text"], 80)],
    ids=["", "too narrow", "--json", "--text"],
)
def test_a_terminal_shows_the_solved_board_unless_other_output_was_asked_for(words, columns, monkeypatch):
    monkeypatch.setattr(sys, "stderr", terminal := Stream(terminal=True))
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("LINES", "24")
    paint("shot.png")
    assert main(["shot.png", *words]) == 0
    terminal.flush()
    summary, _, drawing = click.unstyle(terminal.buffer.getvalue().decode()).partition("\n")
    expected = r"shot\.png: 2×2, 2 aquariums, one solution, 0\.\d\d s( → shot\.solved\.png)?"
    assert re.fullmatch(expected, summary)
    assert drawing == (f"{draw_unicode(SMALL, WATER)}\n" if (words, columns) == ([], 80) else "")


def test_quiet_says_nothing_of_success_but_all_of_failure(stand_in, capsys):
    paint("a.png", "b.png")
    assert told(capsys, "a.png", "b.png", "-q") == (0, "", "")
    said = "missing.png: there is no such file; check the name\n"
    assert told(capsys, "a.png", "missing.png", "-q") == (3, "", said)
    stand_in(refusing("unsure"))
    assert told(capsys, "a.png", "-q") == (4, "", "a.png: most walls are unclear\n")


def test_verbose_tells_doubts_and_times(stand_in, capsys):
    stand_in(refusing("unsure", Message("http_error", said="the clues\ndo not add up"), SURE))
    paint("shot.png")
    code, _, err = told(capsys, "shot.png", "-v")
    said = err.splitlines()
    assert code == 4
    assert said[0] == "shot.png: the clues do not add up"
    assert re.fullmatch(r"  load 0\.\d{3} s, read 0\.250 s", said[1])
    assert said[2] == "  row clue 2 read as 1, or 7 (62 %) at 9,15: --fix left:2=7"
    assert said[3] == "  no wall between row 1 column 1 and row 2 column 1 (99 %) at 2,3"


@pytest.mark.parametrize("status", ["unsure", "no_solution"])
def test_a_refusal_lists_what_is_doubtful_and_the_way_out(stand_in, capsys, status):
    stand_in(refusing(status, UNCLEAR, SURE))
    paint("my shot.png")
    as_read = "  only if every clue and wall was read correctly: aquarium 'my shot.png' --as-read"
    assert told(capsys, "my shot.png")[2].splitlines() == [
        "my shot.png: most walls are unclear",
        "  row clue 2 read as 1, or 7 (62 %) at 9,15: --fix left:2=7",
        "  look at the picture; if it is 7: aquarium 'my shot.png' --fix left:2=7",
        "  to correct it as text: aquarium read 'my shot.png' --doubtful -o puzzle.txt",
        "  to see how the 2×2 cells were read: aquarium 'my shot.png' --show-reading",
        *([as_read] if status == "unsure" else []),
    ]


ASKED = "  look at the picture; if something was misread, correct it: aquarium a.png --fix PLACE=VALUE"
WHOLE = "  if 2×2 cells are the whole board: aquarium a.png --size 2x2"
SIZE = "  if the board has more than 2×2 cells, say how many: aquarium a.png --size ROWSxCOLS"
LOOSE = replace(SURE, message=Message("loose_wall", cells=((1, 1), (1, 2))), otherwise="no")
NUMBER = "row clue 2 read as 1, or 7 (62 %) at 9,15: --fix left:2=N"
CLEAR = replace(DOUBT, confidence=0.999)
UNREAD = replace(DOUBT, otherwise="?")
BY_HAND = "  look at the picture; if it is the number N: aquarium a.png --fix left:2=N"


@pytest.mark.parametrize(
    ("doubts", "seen", "loose", "lines"),
    [
        ((SURE, SURE), {}, (), [f"  least certain: {SURE.what} (99 %) at 2,3", ASKED]),
        ((CLEAR,), {}, (LOOSE,), [f"  {LOOSE.what} (99 %) at 2,3", ASKED]),
        ((UNREAD,), {}, (), [f"  {NUMBER}", BY_HAND]),
        ((DOUBT,), {"too_large": ((ClueAt("row", 1), 3),)}, (), [SIZE]),
        ((DOUBT,), {"cut": (Cut("right", MAY_GO_ON, is_sure=False),)}, (), [SIZE]),
        ((DOUBT,), {"cut": (Cut("right", GO_ON, is_sure=True),)}, (), [SIZE]),
        ((), {"cut": (Cut("right", RUN_OUT),)}, (), [WHOLE]),
    ],
    ids=["nearly certain", "loose wall", "a number", "too large", "may go on", "goes on", "perhaps whole"],
)
def test_what_is_asked_for_first_is_what_would_help(
    doubts, seen, loose, lines, *, stand_in, capsys, monkeypatch
):
    monkeypatch.setattr("app.cli.printer.find_loose", lambda _: loose)
    result = Result("unsure", (UNCLEAR,), replace(READING, **seen), doubts=doubts)
    stand_in(lambda *_, **__: result)
    paint("a.png")
    said = told(capsys, "a.png")[2].splitlines()
    assert said[1 : 1 + len(lines)] == lines
    assert not any("=yes" in line or "=no" in line for line in said)
    assert lines != [WHOLE] or "--as-read" not in said[-1]


def test_the_command_that_is_offered_keeps_what_was_said_before(stand_in, capsys):
    stand_in(refusing("unsure"))
    paint("-a.png")
    words = ["--fix", "bottom:1=?", "--fix", "wall:1,1-1,2=no", "--size", "6×7", "--rule", "connected", "-o"]
    _, _, err = told(capsys, *words, "new out/", "--fix", "right:2=1", "--ignore-entries", "--", "-a.png")
    kept_by_text = "--size 6x7 --rule connected --fix top:1=none --fix wall:1,1-1,2=no --fix left:2=1"
    kept = f"-o 'new out/' {kept_by_text} --ignore-entries"
    assert [line.partition(": ")[2] for line in err.splitlines()[-4:]] == [
        f"aquarium ./-a.png {kept} --fix left:2=7",
        f"aquarium read ./-a.png {kept_by_text} --doubtful -o puzzle.txt",
        f"aquarium ./-a.png {kept} --show-reading",
        f"aquarium ./-a.png {kept} --as-read",
    ]


def test_without_a_board_there_is_nothing_to_fix(stand_in, capsys):
    nothing = Message("no_grid", width=50, height=40)
    stand_in(refusing("no_puzzle", nothing))
    paint("a.png")
    assert told(capsys, "a.png", "--show-reading") == (4, "", f"a.png: {nothing}\n")
    assert written() == ["a.png"]


def test_answers_keep_their_lines_and_nothing_else_that_does_not_show(capsys):
    echo("a\x1b[2J\nb\r\u202ec\n")
    assert capsys.readouterr().out == "a\\x1b[2J\nb\\r\\u202ec\n"


HINT = ["hint", TASK, "--level", "cell"]


@pytest.mark.parametrize(
    ("terminal", "words", "written", "seen"),
    [
        ("ascii", HINT, "ascii", "water in row 2 columns 2-4"),
        ("cp1252", HINT, "cp1252", "water in row 2 columns 2–4"),
        ("cp1252", [TASK, "--share"], "utf-8", "🟦"),
        ("cp1252", ["read", TASK, "--format", "unicode"], "utf-8", "┏"),
    ],
)
def test_words_are_spelt_in_signs_that_a_terminal_has_and_what_has_no_other_spelling_in_utf_8(
    terminal, words, written, seen, monkeypatch
):
    monkeypatch.setattr(sys, "stdout", out := Stream())
    out.reconfigure(encoding=terminal)
    assert main([*words, "-q"]) == 0
    assert seen in out.buffer.getvalue().decode(written)


# The boards of a page, one by one, each by its number

NO_WALLS = replace(READING.evidence, right=((-9.0,),) * 2, below=((-9.0, -9.0),))


def pair(status: str = "solved", *, pitch: float = 14.5, walls: bool = True):
    """Return a stand-in for the pipeline: every picture has two boards, the second of which ends so."""

    def prove(pixels, *, board=None, **settings):
        answered = solved(pixels, board=board, **settings)
        small = READING.board.placed(30, 2, pitch, pitch)
        reading = replace(READING, board=small, evidence=READING.evidence if walls else NO_WALLS)
        second = Result(status, (UNCLEAR,), reading)
        if status == "solved":
            second = replace(answered, reading=reading, seconds={})
        first = replace(answered, reading=replace(READING, on_page=2))
        return {1: first, 2: second}.get(board, replace(answered, others=(second,)))

    return prove


@pytest.fixture
def two(stand_in):
    stand_in(pair())
    paint("two.png")


def test_both_boards_are_told_and_drawn_and_printed_as_text(two, capsys):
    code, out, err = told(capsys, "two.png")
    first, second = err.splitlines()
    assert (code, out, written()) == (0, "", ["two.png", "two.solved.png"])
    assert first.startswith("two.png: 2×2, ")
    assert second.startswith("two.png#board=2: 2×2, ") and second.endswith("one solution → two.solved.png")
    _, text, _ = told(capsys, "read", "two.png", "--format", "task")
    assert [line for line in text.splitlines() if line] == [format_task(SMALL)] * 2


def test_a_hint_is_for_the_largest_board_and_says_so(two, capsys):
    _, _, err = told(capsys, "hint", "two.png")
    assert "this is the largest of 2 boards; for another, add #board=2 to the name" in err
    _, _, err = told(capsys, "hint", "two.png#board=2")
    assert err.startswith("two.png#board=2: ")
    assert "largest" not in err
    assert "two-board-2.hint.png" in written()


@pytest.mark.parametrize(
    ("status", "looks", "code"),
    [
        ("solved", {}, 0),
        ("unsure", {}, 4),
        ("no_solution", {}, 5),
        ("unsure", {"pitch": 7.0}, 0),
        ("unsure", {"walls": False}, 0),
        ("no_puzzle", {}, 0),
    ],
)
def test_the_exit_code_counts_boards_that_are_surely_puzzles(stand_in, capsys, status, looks, code):
    stand_in(pair(status, **looks))
    paint("two.png")
    quiet, out, err = told(capsys, "two.png", "--json", "-q")
    assert (quiet, err.count("\n")) == (code, bool(code))
    line = json.loads(out)
    assert (line["exit_code"], line["status"], line["boards"][0]["status"]) == (0, "solved", status)
    assert line["message"] == ("no answer for #board=2" if code else None)


# How far a run is: a bar on a terminal, a plain line now and then elsewhere


@pytest.mark.parametrize("terminal", [False, True], ids=["a file", "a dumb terminal"])
def test_elsewhere_than_on_a_terminal_a_line_comes_now_and_then(terminal, monkeypatch):
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setattr(sys, "stderr", stream := Stream(terminal=terminal))
    with Progress(100, clock := Mock(return_value=0)) as told:
        for picture in range(100):
            clock.return_value += 1
            told.done("solved" if picture % 10 else "no_puzzle")
    printed = stream.buffer.getvalue().decode()
    first, *_, last = lines = printed.splitlines()
    assert first == "30 of 100 pictures, 1.0 per second, 0:01:10 left: 27 solved, 3 no puzzle"
    assert last == "100 of 100 pictures, 1.0 per second: 90 solved, 10 no puzzle"
    assert (len(lines), "\x1b" in printed) == (4, False)


def test_pictures_are_counted_when_that_is_first_told():
    with Progress(count := Mock(return_value=4010), clock := Mock(return_value=0)) as told:
        for _ in range(10):
            told.skip("solved")
        clock.return_value = 2
        for _ in range(2000):
            told.done("solved")
        count.assert_not_called()
        for _ in range(2):
            assert told.line() == "2,000 of 4,000 pictures, 1000.0 per second, 0:00:02 left: 2,000 solved"
    count.assert_called_once()
    with Progress(None, lambda: 0) as told:
        told.done("solved")
        assert told.line() == "1 pictures, 0.0 per second: 1 solved"


@pytest.mark.parametrize("total", [None, 3])
def test_on_a_terminal_a_bar_tells_counts_stays_below_what_is_written_aside_and_goes_away(total, monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setattr(sys, "stderr", stream := Stream(terminal=True))
    with Progress(total) as told:
        told.done("solved")
        told.done("solved")
        with told.aside():
            stream.write("a.png: unsure\n")
        told.done("unsure")
    stream.flush()
    before, after = stream.buffer.getvalue().decode().split("a.png: unsure\n")
    assert "2 solved" in before
    assert before.endswith("\x1b[2K")  # the line is empty
    assert "1 unsure" in after
    assert after.endswith("\x1b[2K") or after.rstrip().endswith("\x1b[?25h")
