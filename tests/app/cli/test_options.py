"""Bad input and wrong usage: one line each, what was seen and what to do."""

import json
import re
import struct
import sys
import zlib
from pathlib import Path

import pytest

from app.cli.main import main
from tests.app.stand_ins import paint, png
from tests.shell import Stream, usage_error, written

pytestmark = pytest.mark.usefixtures("stand_in")


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
        ("bomb.png", "the picture has 900 million pixels, more than the 120 million .*; cut the puzzle.*"),
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


def test_the_output_must_not_be_the_picture(capsys):
    paint("shot.png")
    Path("link.png").symlink_to("shot.png")
    Path("folder").mkdir()
    before = Path("shot.png").read_bytes()
    for output in ("shot.png", "./shot.png", "link.png", "folder/../shot.png"):
        said = usage_error(capsys, "shot.png", "-o", output)
        assert said == f"-o {output} is the picture itself, which is never changed; choose another"
    assert Path("shot.png").read_bytes() == before


def test_an_unknown_ending_is_refused_before_the_work(capsys, stand_in):
    stand_in(None)
    paint("shot.png")
    said = usage_error(capsys, "shot.png", "-o", "answer.xyz")
    assert said.startswith("-o answer.xyz: the ending .xyz is not one of a picture; choose one of .png .jpg")
    said = usage_error(capsys, "shot.png", "-o", "answer")
    assert said.startswith("-o answer: the name has no ending; choose one of .png .jpg")


def test_a_missing_folder_is_refused_before_the_work(capsys, stand_in):
    stand_in(None)
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
def test_standard_output_and_a_fix_take_one_picture(words, capsys):
    paint("a.png", "b.png")
    said = usage_error(capsys, *words, "-o", "-")
    assert said == "-o - writes one picture to standard output; give one picture, or -o FOLDER"
    said = usage_error(capsys, *words, "--fix", "top:7=8")
    assert said == "--fix speaks of one board, and there are several pictures; give one"


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


@pytest.mark.parametrize("seconds", ["-1", "nan", "inf", "soon"])
@pytest.mark.parametrize("limit", ["--time-limit", "--repair-limit"])
def test_a_limit_is_a_number_of_seconds(capsys, limit, seconds):
    assert limit in usage_error(capsys, "shot.png", limit, seconds)
    assert "--time-limit" in usage_error(capsys, "shot.png", "--time-limit", "0")


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


def test_an_empty_name_is_refused(capsys):
    assert usage_error(capsys, "a.png", " ") == "one of the names is empty; name a picture"
