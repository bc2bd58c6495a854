"""The command line, as people type it: what is written where, what is said, and which code it ends with."""

import io
import json
import os
import re
import struct
import subprocess
import sys
import zlib
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import quote

import numpy as np
import pytest
import rich_click as click
from click.shell_completion import ShellComplete
from PIL import Image as Pillow

import pipeline
from app.cli.console import readable
from app.cli.main import aquarium, main
from app.inputs.parse import similar_name
from app.outcome import EXIT_CODES, exit_code
from app.store.connection import PRIVATE
from app.store.report_files import FAILED, PAGE, REPORT, SUMMARY, TABLE
from pipeline import Result
from solver.belief.overrides import Override
from solver.formats import draw_unicode, format_task, parse_truth
from solver.places import ClueAt, SideAt
from solver.puzzle import Puzzle, Solution
from vision.board import Board, upright
from vision.drawing.puzzle import clue_boxes
from vision.files.load import load_picture
from vision.reading.reading import certain_reading
from vision.reading.words import Doubt, Repair

REPORTS = {REPORT, TABLE, SUMMARY, FAILED, PAGE}
PUZZLE = Puzzle([1, 2], [1, 2], ["ab", "bb"])
WATER = ((False, True), (True, True))
BOARD = Board(2, 2, upright(1.04, 2, 14.5, 14.5), np.arange(3.0), np.arange(3.0), 1.0)
READING = certain_reading(PUZZLE, BOARD, clue_boxes(PUZZLE, BOARD), ((0, 1), (2, 0)))
DOUBT = Doubt(ClueAt("row", 1), "row clue 2 read as 1, or 7", 0.61803, (4, 5, 14, 25), "7")
SURE = Doubt(
    *(SideAt(0, 0, True), "no wall between row 1 column 1 and row 2 column 1", 0.9996, (1, 2, 4, 5), "yes")
)


REPAIR = Repair(ClueAt("row", 2), "row clue 3 taken as 8, though it looks like 3", 0.98765, (1, 2, 3, 4))


def solved(pixels, *, time_limit, repair_limit, overrides, size, trace):
    """Stand in for the pipeline: every picture is solved."""
    trace("solution", None)
    solution = Solution(WATER, True, WATER)
    return Result("solved", None, READING, solution, seconds={"read": 0.25, "solve": 0.125})


def ending(status, message="something was seen; do something", *more, doubts=(DOUBT,)):
    """Return a stand-in for the pipeline that ends every picture so."""

    def solve_image(pixels, **_):
        reading = None if status == "no_puzzle" else READING
        told = () if status == "no_puzzle" else (*doubts, *more)
        return Result(status, message, reading, doubts=told, seconds={"read": 0.25})

    return solve_image


@pytest.fixture(autouse=True)
def solver(monkeypatch):
    """Let every picture be solved at once, and let tests put in another ending."""
    monkeypatch.setattr(pipeline, "prove_image", solved)
    return lambda stand_in: monkeypatch.setattr(pipeline, "prove_image", stand_in)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def paint(*names, form=None):
    """Make pictures of these names."""
    for name in names:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Pillow.fromarray(np.full((40, 50, 3), 255, np.uint8)).save(name, form)


def written():
    """Return all files below the folder but reports, sorted."""
    paths = [path for path in Path().rglob("*") if path.is_file() and path.parent.name != PRIVATE]
    return sorted(str(path) for path in paths if path.name not in REPORTS)


def is_answer(path):
    """Tell whether a file is a solved picture."""
    return is_drawn(load_picture(Path(path)).pixels)


def is_drawn(pixels):
    """Tell whether the water is in: blue in its cells, and in no others."""
    wet, dry = pixels[26, 24], pixels[12, 5]
    return wet[2] > wet[0] + 20 and abs(int(dry[2]) - dry[0]) < 20


class Stream(io.TextIOWrapper):
    """A standard stream of a process, made of bytes in memory."""

    def __init__(self, contents=b"", terminal=False):
        super().__init__(io.BytesIO(contents), encoding="utf-8")
        self.terminal = terminal

    def isatty(self):
        return self.terminal


def png():
    file = io.BytesIO()
    Pillow.fromarray(np.full((40, 50, 3), 255, np.uint8)).save(file, "PNG")
    return file.getvalue()


def lines(capsys):
    """Return the JSON lines on standard output."""
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


# Where answers go


@pytest.mark.parametrize(
    "words", [["shot.png"], ["solve", "shot.png"], ["-q", "shot.png"], ["--", "shot.png"]]
)
def test_a_picture_is_answered_beside_it_and_not_touched(words):
    paint("shot.png")
    before = Path("shot.png").read_bytes()
    assert main(words) == 0
    assert written() == ["shot.png", "shot.solved.png"]
    assert Path("shot.png").read_bytes() == before
    assert is_answer("shot.solved.png")


@pytest.mark.parametrize(
    ("ending", "form"), [("jpg", "JPEG"), ("webp", "WEBP"), ("PNG", "PNG"), ("tiff", "TIFF")]
)
def test_the_ending_of_the_output_chooses_its_format(ending, form):
    paint("shot.png")
    assert main(["shot.png", "-o", f"answer.{ending}"]) == 0
    with Pillow.open(f"answer.{ending}") as answer:
        assert answer.format == form


@pytest.mark.parametrize("output", ["out", "out/"])
def test_one_picture_goes_into_an_existing_folder(output):
    paint("shots/shot.png")
    Path("out").mkdir()
    assert main(["shots/shot.png", "-o", output]) == 0
    assert written() == ["out/shot.solved.png", "shots/shot.png"]


def test_a_slash_makes_an_output_a_folder():
    paint("shot.png")
    assert main(["shot.png", "-o", "new/"]) == 0
    assert is_answer("new/shot.solved.png")


def test_several_pictures_go_into_a_folder_that_is_made():
    paint("a.png", "b.jpg")
    assert main(["a.png", "b.jpg", "-o", "deep/out"]) == 0
    assert written() == ["a.png", "b.jpg", "deep/out/a.solved.png", "deep/out/b.solved.png"]


def test_the_answers_of_a_folder_keep_its_order():
    paint("shots/b.png", "shots/a.png", "shots/sub/a.png")
    assert main(["shots", "-o", "out"]) == 0
    assert written()[:3] == ["out/a.solved.png", "out/b.solved.png", "out/sub/a.solved.png"]


def test_a_folder_with_one_picture_still_wants_a_folder():
    paint("shots/a.png")
    assert main(["shots", "-o", "out.png"]) == 0
    assert is_answer("out.png/a.solved.png")


def test_folders_are_searched_in_sorted_order_without_own_answers_and_hidden_files(capsys):
    paint("shots/2.png", "shots/10.JPG", "shots/sub/x.webp", "shots/.hidden.png", "shots/.cache/y.png")
    Path("shots/notes.txt").write_text("no picture")
    assert main(["shots"]) == 0
    first = written()
    Path("shots/2.solved.png").rename("shots/renamed.png")  # known by the mark inside
    capsys.readouterr()
    assert main(["shots", "--json"]) == 0
    assert [line["path"] for line in lines(capsys)] == ["shots/10.JPG", "shots/2.png", "shots/sub/x.webp"]
    assert set(written()) == {*first, "shots/renamed.png"}


def test_files_and_folders_mix_and_each_picture_is_solved_once(capsys):
    paint("shots/a.png", "b.png")
    assert main(["b.png", "shots", "shots/a.png", "./b.png", "--json"]) == 0
    assert [line["path"] for line in lines(capsys)] == ["b.png", "shots/a.png"]


def test_namesakes_do_not_overwrite_each_other_in_any_run():
    paint("a.jpg", "a.png", "a.webp")
    assert main(["a.jpg", "a.webp", "a.png"]) == 0
    together = written()
    assert together == ["a.jpg", "a.jpg.solved.png", "a.png", "a.solved.png", "a.webp", "a.webp.solved.png"]
    for name in ("a.png", "a.webp", "a.jpg"):
        assert main([name]) == 0
    assert written() == together


def test_namesakes_of_several_folders_are_numbered():
    paint("x/a.png", "y/a.png", "z/a.png")
    assert main(["x/a.png", "y/a.png", "z/a.png", "-o", "out", "--debug", "stages"]) == 0
    assert written()[:3] == ["out/a-2.solved.png", "out/a-3.solved.png", "out/a.solved.png"]


def test_an_answer_beside_its_question_is_not_solved_again(capsys):
    paint("a.png")
    assert main(["a.png"]) == 0
    capsys.readouterr()
    assert main(["a.png", "a.solved.png", "--json"]) == 0
    assert [line["path"] for line in lines(capsys)] == ["a.png"]


def test_an_answer_alone_is_solved_when_asked_for():
    paint("a.solved.png")
    assert main(["a.solved.png"]) == 0
    assert is_answer("a.solved.solved.png")


def test_standard_input_is_read_and_standard_output_written(monkeypatch):
    monkeypatch.setattr(sys, "stdin", Stream(png()))
    out = Stream()
    monkeypatch.setattr(sys, "stdout", out)
    assert main(["-", "-o", "-"]) == 0
    contents = out.buffer.getvalue()
    assert contents.startswith(b"\x89PNG")
    assert is_drawn(load_picture(io.BytesIO(contents)).pixels)
    assert written() == []


def test_standard_input_without_an_output_becomes_a_file(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", Stream(png()))
    assert main(["-", "--json"]) == 0
    (line,) = lines(capsys)
    assert (line["path"], line["output"]) == ("-", "stdin.solved.png")
    assert is_answer("stdin.solved.png")


# Words as they are dropped


@pytest.mark.parametrize(
    "word",
    [
        "'my shot.png'",
        '"my shot.png"',
        "my shot.png ",
        "my shot.png\n",
        r"my\ shot.png",
        r" 'my shot.png' ",
        "file://{url}",
        "file://localhost{url}",
        "'file://{url}'",
    ],
)
def test_dropped_names_are_understood(word, folder):
    paint("my shot.png")
    word = word.replace("{url}", quote(str(folder / "my shot.png")))
    assert main([word]) == 0
    assert is_answer("my shot.solved.png")


@pytest.mark.parametrize("name", ["'quoted'.png", "100%25.png", "two\\ words.png", " blank.png"])
def test_a_file_that_is_really_called_so_is_taken_as_it_is(name):
    paint(name)
    assert main([name]) == 0
    assert is_answer(name.replace(".png", ".solved.png"))


def test_a_mistyped_command_is_answered_with_the_nearest(capsys):
    assert main(["slove", "shot.png"]) == 2
    said = capsys.readouterr().err
    assert said == "aquarium: there is no command or picture 'slove'; did you mean 'solve'?\n"


def test_a_picture_called_like_a_command_is_a_picture():
    paint("solved", form="PNG")
    assert main(["solved"]) == 0
    assert is_answer("solved.solved.png")


def test_a_mistyped_picture_is_answered_with_the_nearest(capsys):
    paint("screenshot-1.png")
    assert main(["screenshot1.png"]) == 3
    said = capsys.readouterr().err
    assert said == "screenshot1.png: there is no such file; did you mean screenshot-1.png?\n"


# What is printed

FIELDS = [
    *(
        "schema",
        "path",
        "status",
        "exit_code",
        "message",
        "rows",
        "cols",
        "col_clues",
        "row_clues",
        "regions",
        "rule",
    ),
    *("water", "unique", "shared", "marks", "corners", "task", "puzzlink", "repairs", "doubts"),
    *("output", "reading_output", "seconds"),
]


def test_a_line_of_json_tells_all_of_a_solved_picture(capsys):
    paint("shot.png")
    assert main(["shot.png", "--json"]) == 0
    (line,) = lines(capsys)
    assert list(line) == FIELDS
    assert line.pop("seconds").keys() == {"load", "read", "solve", "draw"}
    assert line == {
        "schema": 2,
        "path": "shot.png",
        "status": "solved",
        "exit_code": 0,
        "message": None,
        "rows": 2,
        "cols": 2,
        "col_clues": [1, 2],
        "row_clues": [1, 2],
        "regions": [[1, 2], [2, 2]],
        "rule": "level",
        "water": [[0, 1], [1, 1]],
        "unique": True,
        "shared": [[0, 1], [1, 1]],
        "marks": [[0, 1], [2, 0]],
        "corners": [[1.0, 2.0], [30.0, 2.0], [30.0, 31.0], [1.0, 31.0]],
        "task": format_task(PUZZLE),
        "puzzlink": "https://puzz.link/p?aquarium/r/2/2/gg/1212",
        "repairs": [],
        "doubts": [],
        "output": "shot.solved.png",
        "reading_output": None,
    }


@pytest.mark.parametrize(
    ("status", "code", "unique"),
    [("ambiguous", 5, False), ("no_solution", 5, None), ("unsure", 4, None), ("timeout", 5, None)],
)
def test_a_line_of_json_tells_what_was_read_but_not_answered(solver, capsys, status, code, unique):
    solver(ending(status))
    paint("shot.png")
    assert main(["shot.png", "--json"]) == code
    (line,) = lines(capsys)
    assert list(line) == FIELDS
    assert (line["status"], line["exit_code"], line["unique"]) == (status, code, unique)
    assert line["message"] == "something was seen; do something"
    assert (line["rows"], line["regions"], line["task"]) == (2, [[1, 2], [2, 2]], format_task(PUZZLE))
    assert line["doubts"] == [
        {
            "place": "left:2",
            "what": "row clue 2 read as 1, or 7",
            "confidence": 0.618,
            "box": [4, 5, 14, 25],
            "otherwise": "7",
        }
    ]
    assert (line["water"], line["output"], line["reading_output"]) == (None, None, None)
    assert line["seconds"] == {**line["seconds"], "read": 0.25, "solve": None, "draw": None}


def test_a_line_of_json_has_nulls_for_what_is_not_known(solver, capsys):
    solver(ending("no_puzzle"))
    paint("shot.png")
    assert main(["shot.png", "missing.png", "--json"]) == 4
    no_puzzle, unreadable = lines(capsys)
    assert (no_puzzle["status"], no_puzzle["exit_code"]) == ("no_puzzle", 4)
    assert (unreadable["status"], unreadable["exit_code"]) == ("unreadable", 3)
    assert unreadable["message"] == "there is no such file; check the name"
    assert set(unreadable["seconds"].values()) == {None}
    for line in (no_puzzle, unreadable):
        assert list(line) == FIELDS
        assert {line[name] for name in FIELDS[5:18]} == {None}
        assert (line["repairs"], line["doubts"], line["output"]) == ([], [], None)


def test_repairs_are_told(solver, capsys):
    def repaired(pixels, **settings):
        result = solved(pixels, **settings)
        return Result("solved", None, READING, result.solution, result.picture, (REPAIR,))

    solver(repaired)
    paint("shot.png")
    assert main(["shot.png", "--json"]) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out)["repairs"] == [
        {
            "place": "left:3",
            "what": "row clue 3 taken as 8, though it looks like 3",
            "confidence": 0.9877,
            "box": [1, 2, 3, 4],
        }
    ]
    told = printed.err.splitlines()[1:]
    assert told == ["  repaired: row clue 3 taken as 8, though it looks like 3 (99 %)"]


def test_lines_come_as_soon_as_a_picture_is_done(solver, capsys):
    seen = []

    def slow(pixels, **settings):
        seen.append(capsys.readouterr().out)
        return solved(pixels, **settings)

    solver(slow)
    paint("a.png", "b.png")
    assert main(["a.png", "b.png", "--json"]) == 0
    assert seen[0] == ""
    assert json.loads(seen[1])["path"] == "a.png"


def test_text_is_puzzle_and_water(capsys):
    paint("a.png", "b.png")
    assert main(["a.png", "--text"]) == 0
    one = capsys.readouterr().out
    assert parse_truth(one) == (PUZZLE, WATER)
    assert main(["a.png", "b.png", "--text"]) == 0
    assert capsys.readouterr().out == f"{one}\n{one}"


def test_text_of_what_was_not_solved_is_nothing(solver, capsys):
    solver(ending("unsure"))
    paint("a.png")
    assert main(["a.png", "--text"]) == 4
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("words", [[], ["-v"], ["-q"]])
def test_standard_output_stays_empty_unless_something_is_asked_for(words, capsys):
    paint("a.png", "b.png")
    main(["a.png", "b.png", "missing.png", *words])
    assert capsys.readouterr().out == ""


def test_a_summary_tells_size_aquariums_time_and_place(capsys):
    paint("shot.png")
    assert main(["shot.png"]) == 0
    said = capsys.readouterr().err
    assert re.fullmatch(r"shot\.png: 2×2, 2 aquariums, one solution, 0\.\d\d s → shot\.solved\.png\n", said)


def test_a_batch_ends_with_a_total(solver, capsys):
    paint("a.png", "b.png", "c.png")
    assert main(["a.png", "b.png", "missing.png"]) == 3
    assert capsys.readouterr().err.splitlines()[-1] == "3 pictures: 2 solved, 1 unreadable"


def on_a_terminal(monkeypatch, columns=80):
    terminal = Stream(terminal=True)
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("LINES", "24")
    return terminal


def shown(terminal):
    terminal.flush()
    return click.unstyle(terminal.buffer.getvalue().decode())


def test_a_terminal_shows_the_solved_board(monkeypatch):
    terminal = on_a_terminal(monkeypatch)
    paint("shot.png")
    assert main(["shot.png"]) == 0
    summary, _, drawing = shown(terminal).partition("\n")
    assert summary.startswith("shot.png: 2×2, 2 aquariums, one solution")
    assert drawing == draw_unicode(PUZZLE, WATER) + "\n"


@pytest.mark.parametrize("words", [["--json"], ["--text"]])
def test_a_terminal_shows_no_board_where_other_output_was_asked_for(monkeypatch, words):
    terminal = on_a_terminal(monkeypatch)
    paint("shot.png")
    assert main(["shot.png", *words]) == 0
    assert len(shown(terminal).splitlines()) == 1


def test_a_terminal_too_narrow_for_the_board_shows_the_summary_alone(monkeypatch):
    terminal = on_a_terminal(monkeypatch, columns=8)
    paint("shot.png")
    assert main(["shot.png"]) == 0
    assert len(shown(terminal).splitlines()) == 1


def test_signs_that_a_terminal_lacks_are_spelt():
    assert readable("15×15 → a–b", "ascii") == "15x15 > a-b"
    assert readable("15×15 → a–b", "utf-8") == "15×15 → a–b"


def test_quiet_says_nothing_of_success_but_all_of_failure(solver, capsys):
    paint("a.png", "b.png")
    assert main(["a.png", "b.png", "-q"]) == 0
    assert capsys.readouterr().err == ""
    assert main(["a.png", "missing.png", "-q"]) == 3
    assert capsys.readouterr().err == "missing.png: there is no such file; check the name\n"


def test_verbose_tells_doubts_and_times(solver, capsys):
    solver(ending("unsure", "the clues\ndo not add up", SURE))
    paint("shot.png")
    assert main(["shot.png", "-v"]) == 4
    said = capsys.readouterr().err.splitlines()
    assert said[0] == "shot.png: the clues do not add up"
    assert re.fullmatch(r"  load 0\.\d{3} s, read 0\.250 s", said[1])
    assert said[2] == "  row clue 2 read as 1, or 7 (62 %) at 9,15: --fix left:2=7"
    assert (
        said[3] == "  no wall between row 1 column 1 and row 2 column 1 (99 %) at 2,3: --fix wall:1,1-2,1=yes"
    )


# The way out of a refusal


@pytest.mark.parametrize("status", ["unsure", "no_solution"])
def test_a_refusal_lists_what_is_doubtful_and_the_way_out(solver, capsys, status):
    solver(ending(status, "it was seen", SURE))
    paint("my shot.png")
    main(["my shot.png"])
    assert capsys.readouterr().err.splitlines() == [
        "my shot.png: it was seen",
        "  row clue 2 read as 1, or 7 (62 %) at 9,15: --fix left:2=7",
        "  look at the picture, then say what is so: aquarium 'my shot.png' --fix left:2=7",
        "  to see the 2 x 2 cells as read: aquarium 'my shot.png' --show-reading",
    ]


def test_where_all_is_nearly_certain_the_least_certain_is_named_alone(solver, capsys):
    solver(ending("unsure", "it was seen", doubts=(SURE, SURE)))
    paint("a.png")
    main(["a.png"])
    assert [line for line in capsys.readouterr().err.splitlines() if "(99 %)" in line] == [
        f"  {SURE.what} (99 %) at 2,3: --fix wall:1,1-2,1=yes"
    ]


def test_at_most_five_doubts_are_listed(solver, capsys):
    solver(ending("unsure", "it was seen", doubts=(DOUBT,) * 7))
    paint("a.png")
    main(["a.png"])
    assert capsys.readouterr().err.count("row clue 2 read as 1, or 7") == 5


def test_walls_that_end_inside_an_aquarium_are_named_though_they_are_clear(solver, capsys):
    wall = replace(SURE, what="wall ends inside an aquarium", otherwise="no")
    reading = SimpleNamespace(**{**vars(READING), "loose_walls": lambda: (wall,)})
    result = Result("unsure", "it was seen", reading, doubts=(replace(DOUBT, confidence=0.999),))
    solver(lambda *_, **__: result)
    paint("a.png")
    main(["a.png"])
    said = capsys.readouterr().err.splitlines()
    assert said[1] == "  wall ends inside an aquarium (99 %) at 2,3: --fix wall:1,1-2,1=no"
    assert said[2] == "  look at the picture, then say what is so: aquarium a.png --fix wall:1,1-2,1=no"


def test_a_number_that_only_a_person_can_read_is_asked_for(solver, capsys):
    solver(ending("unsure", "it was seen", doubts=(replace(DOUBT, otherwise="?"),)))
    paint("a.png")
    main(["a.png"])
    said = capsys.readouterr().err.splitlines()
    assert said[1].endswith(": --fix left:2=N")
    asked, _, offered = said[2].partition(": ")
    assert asked == "  look at the picture, then say what is so, N being the number printed"
    assert offered == "aquarium a.png --fix left:2=N"


def test_the_command_that_is_offered_keeps_what_was_said_before(solver, capsys):
    solver(ending("unsure"))
    paint("-a.png")
    words = ["--fix", "bottom:1=?", "--fix", "wall:1,1-1,2=no", "--size", "6×7", "-o", "new out/"]
    main([*words, "--fix", "right:2=3", "--", "-a.png"])
    said = capsys.readouterr().err.splitlines()
    kept = "-o 'new out/' --size 6x7 --fix top:1=none --fix wall:1,1-1,2=no --fix left:2=3"
    assert said[-2] == f"  look at the picture, then say what is so: aquarium ./-a.png {kept} --fix left:2=7"
    assert said[-1] == f"  to see the 2 x 2 cells as read: aquarium ./-a.png {kept} --show-reading"


def test_without_a_board_there_is_nothing_to_fix(solver, capsys):
    solver(ending("no_puzzle", "no grid of cells was found"))
    paint("a.png")
    assert main(["a.png", "--show-reading"]) == 4
    assert capsys.readouterr().err == "a.png: no grid of cells was found\n"
    assert written() == ["a.png"]


def test_quiet_says_one_line_of_a_refusal(solver, capsys):
    solver(ending("unsure", "it was seen"))
    paint("a.png")
    assert main(["a.png", "-q"]) == 4
    assert capsys.readouterr().err == "a.png: it was seen\n"


# The drawing of what was read


@pytest.fixture
def drawn(monkeypatch, solver):
    """Let every picture be refused, and what was read of it be a red picture."""
    solver(ending("unsure", "it was seen"))

    def draw_reading(pixels, reading, doubts):
        assert (reading, doubts) == (READING, (DOUBT,))
        return np.full((9, 9, 3), (255, 0, 0), np.uint8)

    monkeypatch.setattr("app.batch.job.draw_reading", draw_reading)


def is_drawing(path):
    return load_picture(Path(path)).pixels[1, 1].tolist() == [255, 0, 0]


@pytest.mark.parametrize(
    ("words", "place"),
    [
        (["in/a.png"], "in/a.reading.png"),
        (["in/a.png", "-o", "out/"], "out/a.reading.png"),
        (["in/a.png", "-o", "b.jpg"], "b.reading.png"),
        (["in/a.png", "-o", "b.solved.png"], "b.reading.png"),
        (["in/a.png", "-o", "-"], "in/a.reading.png"),
    ],
)
def test_a_refused_picture_is_drawn_as_read_beside_where_the_answer_belongs(drawn, capsys, words, place):
    paint("in/a.png")
    assert main([*words, "--show-reading"]) == 4
    assert written() == sorted(["in/a.png", place])
    assert is_drawing(place)
    said = capsys.readouterr().err.splitlines()
    assert said[0] == f"in/a.png: it was seen → {place}"
    assert "--show-reading" not in said[-1]


def test_standard_input_is_drawn_into_a_file(drawn, monkeypatch):
    monkeypatch.setattr(sys, "stdin", Stream(png()))
    out = Stream()
    monkeypatch.setattr(sys, "stdout", out)
    assert main(["-", "-o", "-", "--show-reading"]) == 4
    assert out.buffer.getvalue() == b""
    assert is_drawing("stdin.reading.png")


def test_json_tells_where_the_drawing_is(drawn, capsys):
    paint("a.png")
    main(["a.png", "--show-reading", "--json"])
    (line,) = lines(capsys)
    assert (line["output"], line["reading_output"]) == (None, "a.reading.png")


def test_a_solved_picture_is_not_drawn_as_read(capsys):
    paint("a.png")
    assert main(["a.png", "--show-reading", "--json"]) == 0
    assert lines(capsys)[0]["reading_output"] is None
    assert written() == ["a.png", "a.solved.png"]


def test_without_the_wish_nothing_is_drawn(drawn):
    paint("a.png")
    assert main(["a.png"]) == 4
    assert written() == ["a.png"]


def test_drawings_are_not_taken_for_questions(drawn, capsys):
    paint("in/a.png", "in/b.png")
    main(["in", "--show-reading"])
    both = written()
    assert both == ["in/a.png", "in/a.reading.png", "in/b.png", "in/b.reading.png"]
    capsys.readouterr()
    main(["in", "--json"])
    main([*both, "--json"])
    assert [line["path"] for line in lines(capsys)] == ["in/a.png", "in/b.png"] * 2
    assert written() == both


def test_a_drawing_is_never_laid_over_a_picture_that_was_given(drawn, capsys):
    paint("a.png", "a.reading.png")
    before = Path("a.reading.png").read_bytes()
    main(["a.png", "a.reading.png", "--show-reading", "--json"])
    told = [(line["path"], line["reading_output"]) for line in lines(capsys)]
    assert told == [("a.png", "a-2.reading.png"), ("a.reading.png", "a.reading.reading.png")]
    assert Path("a.reading.png").read_bytes() == before


def test_drawings_of_namesakes_are_called_as_their_answers(drawn):
    paint("x/a.png", "y/a.png", "y/a.jpg")
    main(["x/a.png", "y/a.png", "y/a.jpg", "-o", "out", "--show-reading"])
    assert written()[:3] == ["out/a-2.reading.png", "out/a.jpg.reading.png", "out/a.reading.png"]


def test_a_drawing_that_cannot_be_written_is_told_beside_the_refusal(drawn, capsys, monkeypatch):
    paint("a.png")

    def forbidden(self, target):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "replace", forbidden)
    assert main(["a.png", "--show-reading", "-q"]) == 4
    assert capsys.readouterr().err == (
        "a.png: it was seen; what was read cannot be drawn: "
        "a.reading.png: there is no permission to write here; choose another place\n"
    )
    assert written() == ["a.png"]


# What is handed on


@pytest.fixture
def asked(solver):
    """Return what the pipeline is asked for, picture after picture."""
    wishes = []

    def noted(pixels, **settings):
        wishes.append({name: value for name, value in settings.items() if name != "trace"})
        return solved(pixels, **settings)

    solver(noted)
    return wishes


def test_without_wishes_the_usual_is_asked_for(asked):
    paint("shot.png")
    assert main(["shot.png"]) == 0
    assert asked == [{"time_limit": 30, "repair_limit": 2, "overrides": (), "size": None}]


@pytest.mark.parametrize(
    ("words", "name", "value"),
    [
        (["--time-limit", "0.5"], "time_limit", 0.5),
        (["--repair-limit", "0.25"], "repair_limit", 0.25),
        (["--repair-limit", "0"], "repair_limit", 0),
        (["--no-repair"], "repair_limit", 0),
        (["--size", "6x7"], "size", (6, 7)),
        (["--size", "15×4"], "size", (15, 4)),
        (["--size", " 60 X 8 "], "size", (60, 8)),
        (["--fix", "top:7=8"], "overrides", (Override(ClueAt("column", 6), 8),)),
        (
            ["--fix", "left:2=?", "--fix", "wall:3,4-3,5=yes"],
            "overrides",
            (Override(ClueAt("row", 1), None), Override(SideAt(2, 3, False), True)),
        ),
        (["--fix", "top:1=2", "--fix", "bottom:1=2"], "overrides", (Override(ClueAt("column", 0), 2),) * 2),
    ],
)
def test_wishes_are_handed_on(asked, words, name, value):
    paint("shot.png")
    assert main(["shot.png", *words]) == 0
    assert asked[0][name] == value


def test_a_size_holds_for_all_pictures(asked):
    paint("a.png", "b.png")
    assert main(["--size", "6x7", "a.png", "b.png"]) == 0
    assert [wish["size"] for wish in asked] == [(6, 7), (6, 7)]


def test_stages_are_drawn_into_a_folder_of_each_picture(monkeypatch):
    made = []

    class Stages:
        def __init__(self, folder, image):
            made.append((str(folder), image.shape))

        def __call__(self, name, product):
            made.append(name)

    monkeypatch.setattr("app.batch.job.StageFolder", Stages)
    paint("a.png", "b/a.png")
    assert main(["a.png", "b/a.png", "--debug", "stages"]) == 0
    assert made == [
        *(("stages/a", (40, 50, 3)), "solution", "picture"),
        *(("stages/a-2", (40, 50, 3)), "solution", "picture"),
    ]
    assert Path("stages").is_dir()


# Exit codes


def test_every_status_has_the_code_that_is_promised():
    assert EXIT_CODES == {
        **{"solved": 0, "crashed": 1, "usage": 2, "unsaved": 2, "unreadable": 3, "no_puzzle": 4, "unsure": 4},
        **{"ambiguous": 5, "no_solution": 5, "timeout": 5, "interrupted": 130},
        **{"answered": 0, "mistaken": 6},
    }


@pytest.mark.parametrize(
    ("endings", "code"),
    [
        ([], 0),
        (["solved", "solved"], 0),
        (["solved", "unreadable", "unsure"], 4),
        (["timeout", "unsure"], 5),
        (["timeout", "crashed"], 1),
        (["crashed", "interrupted", "timeout"], 130),
    ],
)
def test_of_several_pictures_the_gravest_counts(endings, code):
    assert exit_code(*endings) == code


def test_a_batch_goes_on_after_every_error(solver, capsys):
    def moody(pixels, **settings):
        colour = pixels[0, 0, 0]
        if colour == 1:
            raise RuntimeError("no\nway")
        return ending("no_solution")(pixels) if colour == 2 else solved(pixels, **settings)

    solver(moody)
    paint("4.png")
    for colour in (1, 2):
        Pillow.fromarray(np.full((9, 9, 3), colour, np.uint8)).save(f"{colour}.png")
    assert main(["1.png", "2.png", "3.png", "4.png", "--json"]) == 1
    printed = capsys.readouterr()
    endings = [(line["status"], line["exit_code"]) for line in map(json.loads, printed.out.splitlines())]
    assert endings == [("crashed", 1), ("no_solution", 5), ("unreadable", 3), ("solved", 0)]
    assert printed.err.splitlines()[0] == (
        "1.png: the program failed (RuntimeError: no way); "
        "this is a fault of the program: please report it, with the picture"
    )
    assert "Traceback" not in printed.err


def test_the_place_of_a_fault_is_told_on_request(solver, capsys):
    def failing(pixels, **_):
        raise ZeroDivisionError

    solver(failing)
    paint("shot.png")
    assert main(["shot.png", "-v"]) == 1
    said = capsys.readouterr().err
    assert said.startswith("shot.png: the program failed (ZeroDivisionError); this is a fault of the program")
    assert "Traceback (most recent call last)" in said


def test_a_fault_outside_any_picture_is_one_line_too(monkeypatch, capsys):
    def failing(*_, **__):
        raise RuntimeError("unforeseen")

    monkeypatch.setattr("app.cli.running.plan_jobs", failing)
    assert main(["shot.png"]) == 1
    said = capsys.readouterr().err
    assert said.startswith("aquarium: the program failed (RuntimeError: unforeseen); this is a fault")
    assert said.count("\n") == 1
    assert main(["shot.png", "-v"]) == 1
    assert "Traceback (most recent call last)" in capsys.readouterr().err


def test_an_interruption_ends_everything(solver, capsys):
    def interrupted(pixels, **_):
        raise KeyboardInterrupt

    solver(interrupted)
    paint("a.png", "b.png")
    assert main(["a.png", "b.png"]) == 130
    assert capsys.readouterr().err.strip() == ("aquarium: interrupted; to go on: aquarium a.png b.png -n")
    assert written() == ["a.png", "b.png"]


# Bad input: one line each, what was seen and what to do


def bad_inputs():
    Path("empty.png").touch()
    Path("cut.png").write_bytes(png()[:60])
    Path("text.png").write_text("Dear diary,")
    Path("folder").mkdir()
    header = b"IHDR" + struct.pack(">IIBBBBB", 30_000, 30_000, 8, 2, 0, 0, 0)
    bomb = png()[:12] + header + struct.pack(">I", zlib.crc32(header)) + png()[33:]
    Path("bomb.png").write_bytes(bomb)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("missing.png", "there is no such file; check the name"),
        ("empty.png", "the file is empty; save or send the picture again"),
        ("cut.png", "the picture is cut off or damaged (.*); save or send it again"),
        ("text.png", "this is not a picture; give a screenshot or photograph as PNG, JPEG or the like"),
        ("folder", "there is no picture to solve in this folder; put screenshots there, or name another"),
        (
            "bomb.png",
            "the picture has 900 million pixels, more than the 120 million .*; cut the puzzle out.*",
        ),
        ("a" * 300 + ".png", "it cannot be opened: File name too long; check the name"),
    ],
)
def test_bad_input_gets_one_line(name, said, capsys):
    bad_inputs()
    assert main([name]) == 3
    printed = capsys.readouterr()
    assert re.fullmatch(f"{name}: {said}\n", printed.err)
    assert printed.out == ""


def test_an_unwritable_place_gets_one_line_and_the_answer_is_told_all_the_same(capsys, monkeypatch):
    paint("shot.png")

    def forbidden(self, target):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "replace", forbidden)
    assert main(["shot.png", "--json"]) == 2
    printed = capsys.readouterr()
    said = "shot.solved.png: there is no permission to write here; choose another place"
    line = json.loads(printed.out)
    assert (line["status"], line["exit_code"], line["message"]) == ("solved", 2, said)
    assert (line["output"], line["water"]) == (None, [[0, 1], [1, 1]])
    assert printed.err == f"shot.png: {said}\n"
    assert written() == ["shot.png"]


def usage_error(capsys, *words):
    """Return the one line that is said of wrong usage."""
    assert main(list(words)) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("aquarium: ")
    assert printed.err.count("\n") == 1
    return printed.err[len("aquarium: ") : -1]


def test_the_output_must_not_be_the_picture(capsys):
    paint("shot.png")
    Path("link.png").symlink_to("shot.png")
    Path("folder").mkdir()
    before = Path("shot.png").read_bytes()
    for output in ("shot.png", "./shot.png", "link.png", "folder/../shot.png"):
        said = usage_error(capsys, "shot.png", "-o", output)
        assert said == f"-o {output} is the picture itself, which is never changed; choose another"
    assert Path("shot.png").read_bytes() == before


def test_an_unknown_ending_is_refused_before_the_work(capsys, solver):
    solver(None)
    paint("shot.png")
    said = usage_error(capsys, "shot.png", "-o", "answer.xyz")
    assert said.startswith("-o answer.xyz: the ending .xyz is not one of a picture; choose one of .png .jpg")
    said = usage_error(capsys, "shot.png", "-o", "answer")
    assert said.startswith("-o answer: the name has no ending; choose one of .png .jpg")


def test_a_missing_folder_is_refused_before_the_work(capsys, solver):
    solver(None)
    paint("shot.png")
    said = usage_error(capsys, "shot.png", "-o", "nowhere/answer.png")
    assert said == "-o nowhere/answer.png: there is no folder nowhere; make it first"


def test_several_pictures_do_not_go_into_one_file(capsys):
    paint("a.png", "b.png", "c.png")
    said = usage_error(capsys, "a.png", "b.png", "-o", "c.png")
    assert said == "-o c.png is a file; several pictures need a folder"
    said = usage_error(capsys, "a.png", "b.png", "-o", "c.png/out")
    assert said == "-o c.png/out cannot be made a folder: Not a directory; choose another"


def test_a_folder_for_stages_that_cannot_be_made_is_refused(capsys):
    paint("a.png")
    said = usage_error(capsys, "a.png", "--debug", "a.png")
    assert said == "--debug a.png cannot be made a folder: File exists; choose another"


@pytest.mark.parametrize("words", [["a.png", "b.png"], ["."]])
def test_standard_output_takes_one_picture(words, capsys):
    paint("a.png", "b.png")
    said = usage_error(capsys, *words, "-o", "-")
    assert said == "-o - writes one picture to standard output; give one picture, or -o FOLDER"


def test_a_terminal_is_not_filled_with_a_picture(monkeypatch, capsys):
    paint("a.png")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert usage_error(capsys, "a.png", "-o", "-") == (
        "-o - would fill the terminal with a picture; add > answer.png"
    )


@pytest.mark.parametrize("stdin", [Stream(terminal=True), None])
def test_a_terminal_is_not_read_as_a_picture(monkeypatch, capsys, stdin):
    monkeypatch.setattr(sys, "stdin", stdin)
    assert usage_error(capsys, "-") == "- reads a picture from a pipe; add < shot.png"


def test_one_thing_goes_to_standard_output(capsys):
    said = "--json, --text, --share, --solutions and -o - all write to standard output; choose one of them"
    for words in (["--json", "--text"], ["--json", "-o", "-"], ["--text", "-o", "-"], ["--share", "--text"]):
        assert usage_error(capsys, "shot.png", *words) == said
    for words in (["--solutions", "2", "--text"], ["--solutions", "2", "-o", "-"]):
        assert usage_error(capsys, "shot.png", *words) == said


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf", "soon"])
def test_a_time_limit_is_a_number_of_seconds(capsys, seconds):
    assert "--time-limit" in usage_error(capsys, "shot.png", "--time-limit", seconds)


@pytest.mark.parametrize("seconds", ["-1", "nan", "inf", "soon"])
def test_a_repair_limit_is_a_number_of_seconds(capsys, seconds):
    assert "--repair-limit" in usage_error(capsys, "shot.png", "--repair-limit", seconds)


@pytest.mark.parametrize("seconds", ["1", "2"])
def test_no_repair_has_no_limit(capsys, seconds):
    said = usage_error(capsys, "shot.png", "--no-repair", "--repair-limit", seconds)
    assert said == "--no-repair and --repair-limit exclude each other; choose one of them"


@pytest.mark.parametrize("size", ["15", "15x", "0x8", "6-7", "6x7x8", "sixxseven", "١٥x١٥", ""])
def test_a_size_is_rows_and_columns(capsys, size):
    said = usage_error(capsys, "shot.png", "--size", size)
    assert said == " ".join(f"--size {size}: expected rows x columns; write it like 15x15".split())


@pytest.mark.parametrize("size", ["3x8", "8x61"])
def test_a_picture_has_a_board_of_a_size_that_can_be_found(capsys, size):
    paint("shot.png")
    said = usage_error(capsys, "shot.png", "--size", size)
    assert said == f"--size {size}: expected rows x columns, 4 to 60 each; write it like 15x15"


def test_a_fix_that_cannot_be_understood_is_answered_with_the_way_to_write_it(capsys):
    said = usage_error(capsys, "shot.png", "--fix", "top7=8")
    assert said == "--fix 'top7=8' is no fix; write it like top:7=8, left:2=1 or wall:3,4-3,5=yes"


def test_two_words_about_one_clue_are_refused(capsys):
    said = usage_error(capsys, "shot.png", "--fix", "top:7=8", "--fix", "bottom:7=6")
    assert said == "--fix says two things of top:7; leave one of them out"


@pytest.mark.parametrize("words", [["a.png", "b.png"], ["."]])
def test_a_fix_is_for_one_picture(capsys, words):
    paint("a.png", "b.png")
    said = usage_error(capsys, *words, "--fix", "top:7=8")
    assert said == "--fix speaks of one board, and there are several pictures; give one"


def test_an_empty_name_is_refused(capsys):
    assert usage_error(capsys, "a.png", " ") == "one of the names is empty; name a picture"


def test_an_unknown_option_is_answered_with_the_nearest(capsys):
    said = usage_error(capsys, "shot.png", "--jsn")
    assert said.startswith("No such option")
    assert "--json" in said


def test_no_words_at_all_are_answered_with_help(capsys):
    assert main([]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "Usage: aquarium [solve] [OPTIONS] PICTURE..." in printed.err


# Help and the process as a whole


@pytest.mark.parametrize("words", [["--help"], ["-h"], ["solve", "--help"]])
def test_help_fits_a_terminal_and_names_every_option_and_exit_code(words, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    assert main(words) == 0
    page = capsys.readouterr().out
    assert max(map(len, page.splitlines())) <= 80
    for option in (name for parameter in aquarium.commands["solve"].params for name in parameter.opts):
        assert option in page or option == "pictures"
    assert "Doubtful readings" in page
    for code in sorted(set(EXIT_CODES.values())):
        assert re.search(rf"\b{code}  \w", page)
    assert "aquarium shot.png" in page


@pytest.mark.parametrize(
    ("before", "word", "offered"),
    [
        ([], "so", ["solve", "so"]),
        ([], "--js", ["--json", "--js"]),
        (["shot.png"], "--j", ["--json", "--jobs"]),
        (["solve"], "--te", ["--text"]),
        (["shot.png", "-o"], "an", ["an"]),
        (["shot.png"], "--sh", ["--share", "--show-reading"]),
        (["shot.png", "--fix", "top:7=8"], "--no-r", ["--no-repair"]),
        (["shot.png", "--fix"], "top", []),
        (["slove"], "sh", ["sh"]),
    ],
)
def test_commands_options_and_files_are_completed(before, word, offered):
    completion = ShellComplete(aquarium, {}, "aquarium", "_AQUARIUM_COMPLETE")
    items = completion.get_completions(before, word)
    assert [item.value for item in items] == offered
    assert [item.type for item in items if item.value == word] == ["file"] * (word in offered)


def test_a_missing_neighbourhood_has_no_nearest_name():
    assert similar_name(Path("nowhere/shot.png")) is None


PROGRAM = """
import sys
from app.cli.main import main
code = main()
print(*sys.modules, file=sys.stderr)
sys.exit(code)
"""


def process(*words, setup="", **streams):
    """Run the command in a process of its own, after some setup; it ends by naming the modules it loaded."""
    command = [sys.executable, "-c", setup + PROGRAM, *words]
    where = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams}
    return subprocess.run(command, text=True, env=where, check=False, **streams)


@pytest.mark.parametrize("words", ["--version", "--help", *(f"{name} --help" for name in aquarium.commands)])
def test_questions_about_the_program_load_nothing_heavy(words):
    run = process(*words.split())
    assert run.returncode == 0
    assert run.stdout
    assert not {"cv2", "ortools", "pandas", "numpy", "PIL", "skimage"} & set(run.stderr.split())


def test_the_version_is_the_packages():
    assert re.fullmatch(r"aquarium (\d+\.\d+\.\d+|\(not installed\))\n", process("--version").stdout)


def test_a_missing_libgl_is_told_with_its_remedy(folder):
    broken = "raise ImportError('libGL.so.1: cannot open shared object file: No such file or directory')"
    Path("cv2.py").write_text(broken)
    run = process("shot.png", setup=f"import sys; sys.path.insert(0, {str(folder)!r})")
    assert run.returncode == 2
    assert run.stdout == ""
    assert run.stderr.splitlines()[0] == (
        "aquarium: OpenCV cannot be loaded (libGL.so.1: cannot open shared object file: No such file or "
        "directory); install what it needs with: apt install libgl1, or an OpenCV without windows: "
        "pip install opencv-python-headless"
    )


def test_a_reader_that_has_gone_is_no_error():
    reader, writer = os.pipe()
    os.close(reader)
    run = process("missing.png", "--json", "-q", stdout=writer)
    os.close(writer)
    assert run.stderr.startswith("sys builtins")  # the names of modules, no complaint before or after
    assert run.stderr.count("\n") == 1
    assert run.returncode == 3  # of the picture told by then


def test_a_reader_of_help_that_has_gone_is_no_error():
    reader, writer = os.pipe()
    os.close(reader)
    run = process("--help", stdout=writer)
    os.close(writer)
    assert run.returncode == 0
    assert run.stderr.startswith("sys builtins")
    assert run.stderr.count("\n") == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_under_standard_output_is_told(capsys, monkeypatch):
    with Path("/dev/full").open("w") as full:
        monkeypatch.setattr(sys, "stdout", full)
        assert main(["missing.png", "--json"]) == 2
        monkeypatch.undo()
    said = capsys.readouterr().err
    assert said == "aquarium: standard output cannot be written: No space left on device\n"
