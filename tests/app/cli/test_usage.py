"""Bad input and wrong usage: one line each, what was seen and what to do."""

import json
import re
import shlex
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
        ("text.png", "this is not a picture; give a screenshot or photo, such as a PNG or JPEG"),
        ("folder", "there is no picture to solve in this folder; put screenshots there, or name another"),
        ("bomb.png", "the picture has 900 million pixels, more than the limit of 120 million; crop it .*"),
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

    def forbidden(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("os.replace", forbidden)
    assert main(["shot.png", "--json", "-o", "shot.solved.png"]) == 2
    printed = capsys.readouterr()
    said = "shot.solved.png: no permission to write here; choose another place"
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
        assert said == f"-o {Path(output)} is the input itself, which is never changed; choose another"
    assert Path("shot.png").read_bytes() == before


@pytest.mark.parametrize("words", [["a.png", "b.png"], ["."]])
def test_standard_output_and_a_fix_take_one_picture(words, capsys):
    paint("a.png", "b.png")
    said = usage_error(capsys, *words, "-o", "-")
    assert said == "-o - writes one picture to standard output; for several, name a folder or a PDF"
    for option in (["--fix", "top:7=8"], ["--as-read"]):
        said = usage_error(capsys, *words, *option)
        assert said == f"{option[0]} is for one picture, but there are several; name one"


def test_a_terminal_is_not_filled_with_a_picture(monkeypatch, capsys):
    paint("a.png")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert usage_error(capsys, "a.png", "-o", "-") == (
        "-o - would fill the terminal with a picture; add > answer.png"
    )


@pytest.mark.parametrize("stdin", [Stream(terminal=True), None])
def test_a_terminal_is_not_read_as_a_picture(monkeypatch, capsys, stdin):
    monkeypatch.setattr(sys, "stdin", stdin)
    assert usage_error(capsys, "-") == "- reads a picture from standard input; add < shot.png"


@pytest.mark.parametrize("option", ["-o", "--debug"])
def test_an_empty_place_is_refused_as_of_a_variable_that_is_not_set(capsys, option):
    said = f"the name after {option} is empty; name a file or folder"
    assert usage_error(capsys, "shot.png", option, "") == said
    assert usage_error(capsys, "shot.png", option, " ") == said


def test_an_option_without_its_value_is_told(capsys):
    assert usage_error(capsys, "shot.png", "--debug") == "--debug needs a value; see --help"


def test_one_thing_goes_to_standard_output(capsys):
    said = "--text, --share, --solutions and -o - all write to standard output; choose one"
    for words in (["--text", "-o", "-"], ["--share", "--text"]):
        assert usage_error(capsys, "shot.png", *words) == said
    for words in (["--solutions", "2", "--text"], ["--solutions", "2", "-o", "-"]):
        assert usage_error(capsys, "shot.png", *words) == said
    said = "--json and -o - both write to standard output; choose one"
    for words in (["--json"], ["--json", "--text"]):
        assert usage_error(capsys, "shot.png", *words, "-o", "-") == said


@pytest.mark.parametrize("seconds", ["-1", "nan", "inf", "soon"])
@pytest.mark.parametrize("limit", ["--time-limit", "--repair-limit"])
def test_a_limit_is_a_number_of_seconds(capsys, limit, seconds):
    assert limit in usage_error(capsys, "shot.png", limit, seconds)
    assert "--time-limit" in usage_error(capsys, "shot.png", "--time-limit", "0")


@pytest.mark.parametrize("size", ["15x", "x15", "0x8", "0", "6-7", "6x7x8", "sixxseven", "١٥x١٥", ""])
def test_a_size_is_rows_and_columns_or_the_side_of_a_square(capsys, size):
    said = usage_error(capsys, "shot.png", "--size", size)
    assert said == " ".join(f"--size {size}: expected rows x columns; write it like 15x15".split())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("a.png -o b.xyz", "-o b.xyz: .xyz is not a picture format; choose one of .png .jpg"),
        ("a.png -o answer", "-o answer: the name has no extension; choose one of .png .jpg"),
        ("a.png -o README/b.png", "-o README/b.png: the folder cannot be created (File exists); choose"),
        ("a.png b.png -o README", "-o README is a file; several pictures need a folder"),
        ("a.png b.png -o new.png", "-o new.png names one picture, and there may be several; name"),
        (". -o new.svg", "-o new.svg names one picture, and there may be several; name a folder"),
        (
            "a.png -o s3://b/new.png",
            "-o s3://b/new.png: nothing is written to addresses; name a place on",
        ),
        ("a.png -o new.png/", "-o new.png/ is a folder with the name of a picture; choose another name"),
        ("a.png -o is.png", "-o is.png is a folder with the name of a picture; choose another name"),
        ("watch . --poll -o new.pdf", "-o new.pdf is one PDF, but watch writes an answer for each"),
        (
            "a.png b.png -o c.png/x",
            "-o c.png/x: the folder cannot be created (Not a directory); choose another",
        ),
        ("a.png --debug a.png", "--debug a.png: the folder cannot be created (File exists); choose another"),
        (
            "a.png --no-repair --repair-limit 2",
            "--no-repair and --repair-limit cannot be combined; choose",
        ),
        ("a.png --size 3x8", "--size 3x8: expected rows x columns, 4 to 60 each; write it like 15x15"),
        (
            "a.png --fix top7=8",
            "--fix 'top7=8' is not a fix; write it like top:7=8, left:2=1 or wall:3,4-3,5=yes",
        ),
        ("a.png --fix top:7=8 --fix bottom:7=6", "--fix gives two values for top:7; leave one out"),
        ("a.png ''", "one of the names is empty; name a picture"),
    ],
)
def test_wrong_usage_is_told_in_one_line_before_any_work(capsys, stand_in, words, said):
    stand_in(None)
    paint("a.png", "b.png", "c.png")
    Path("is.png").mkdir()
    Path("README").touch()
    before = written()
    assert usage_error(capsys, *shlex.split(words)).startswith(said)
    assert (written(), Path("new.png").exists()) == (before, False)
