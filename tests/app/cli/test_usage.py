"""Wrong usage and bad input: one line each, what was seen and what to do, before any work."""

import json
import shlex
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

from tests.app.stand_ins import WHITE, paint
from tests.shell import Stream, told, usage_error, written

pytestmark = pytest.mark.usefixtures("stand_in")

WRONG = [
    ("slove a.png", "there is no command or picture 'slove'; did you mean solve?"),
    ("frobnicate a.png", "there is no command or picture 'frobnicate'; commands are check, completion"),
    ("hnit --help", "there is no command 'hnit'; did you mean hint?"),
    ("help hint more", "Got unexpected extra argument (more)"),
    ("watch shots", "--output is missing; see --help"),
    ("watch . -o out --fix top:1=1", "there is no option --fix"),
    ("watch nowhere -o out", "there is no folder nowhere; create it first"),
    ("watch . -o memory://out", "-o memory://out: nothing is written to addresses"),
    ("hint", "no picture given; name one, as in: aquarium hint shot.png"),
    ("serve --port 0 --host 203.0.113.9", "this computer has no address 203.0.113.9; leave out --host, or"),
    ("serve --max-upload 999", "--max-upload 999: expected 1kB to 1GB; write it like 64MB"),
    ("a.png --jsn", "there is no option --jsn; did you mean --json?"),
    ("check a.png --waterr", "there is no option --waterr; see --help"),  # all dashes make no options alike
    ("a.png --size", "--size needs a value; see --help"),
    ("a.png --size 6-7", "--size 6-7: expected rows x columns; write it like 15x15"),
    ("a.png --fix top7=8", "--fix 'top7=8' is not a fix; write it like top:7=8, left:2=1 or wall:3,4-3,5"),
    ("a.png --fix top:7=8 --fix bottom:7=6", "top:7 is given two values; leave one out"),
    ("a.png --rule flat", "--rule: 'flat' is not one of 'level', 'connected'"),
    ("a.png --time-limit nan", "--time-limit: nan is not a number of seconds"),
    ("a.png --no-repair --repair-limit 2", "--no-repair and --repair-limit cannot be combined; choose one"),
    ("a.png -n --force", "--force and --no-clobber cannot be combined; choose one"),
    ("a.png --water #12", "--water #12: expected a colour; write it like teal or #008080"),
    ("a.png ''", "one of the names is empty; name a picture"),
    ("draw a.png --pitch 7", "--pitch: 7 is not in the range 8<=x<=200"),
    ("new 500x500", "boards have at most 400 rows and columns; ask for a smaller one"),
    ("new 6x6 --format task -o new.png", "a text is without a picture; leave out --solution, and -o or its"),
    ("new 1x1 --grade very-hard", "no very hard puzzle of 1×1 cells was found in"),
    ("a.png -o ' '", "the name after -o is empty; name a file or folder"),
    ("a.png -o answer", "-o answer: the name has no extension; choose one of .png"),
    *((f"a.png -o {name}", f"-o {name} is a folder with the name of") for name in ("new.png/", "folder.gif")),
    ("a.png b.png -o README", "-o README is a file; several pictures need a folder"),
    ("a.png -o b.xyz", "-o b.xyz: .xyz is not a picture format; choose one of .png .jpg"),
    ("a.png --debug ''", "the name after --debug is empty; name a file or folder"),
    ("a.png --debug a.png", "--debug a.png: the folder cannot be created (File exists); choose another"),
    ("a.png b.png -o c.png/x", "-o c.png/x: the folder cannot be created (Not a directory); choose another"),
    ("a.png -o s3://b/new.png", "-o s3://b/new.png: nothing is written to addresses; name a place on"),
    ("a.png --copy -o -", "--copy cannot be used with -o -; name a file like answer.png"),
    ("read a.png -o b.png", "-o b.png: the name must end in .txt, .text, .task"),
    ("explain a.png --gif a.png", "--gif a.png: the name must end in .gif"),
    ("explain a.png --gif folder.gif", "--gif folder.gif is a folder; name a file"),
    ("a.png --copy -o new.SVG", "--copy cannot be used with -o new.SVG; name a file like answer.png"),
    *((f"hint {words} -o new.png", "-o new.png names one") for words in ("?.png", "folder", "pages.tif")),
    ("new 5x5 -n 2 -o new.svg", "-o new.svg names one picture, and there may be several; name a folder"),
    ("new 5x5 -n 2 -o -", "-o - writes one picture to standard output; for several, name a folder"),
    (". -o -", "-o - writes one picture to standard output; for several, name a folder or a PDF"),
    (". --fix top:7=8", "--fix is for one picture, but there are several; name one"),
    ("a.png b.png -o c.pdf --cluster tcp://x:1", "--cluster cannot write one PDF of all answers; leave it"),
    ("a.png b.png -o old.pdf -n", "old.pdf exists, and -n overwrites nothing; choose another name"),
    ("a.png --share --text", "--text, --share, --solutions and -o - all write to standard output; choose"),
    ("- --cluster tcp://x:1", "a cluster cannot read standard input"),
]


@pytest.mark.parametrize(("words", "said"), WRONG)
def test_wrong_usage_is_told_in_one_line_before_any_work(capsys, stand_in, words, said):
    stand_in(None)
    paint("a.png", "b.png", "c.png")
    Path("folder").mkdir()
    Path("folder.gif").mkdir()
    for file in ("README", "old.pdf"):
        Path(file).touch()
    WHITE.save("pages.tif", save_all=True, append_images=[WHITE])
    before = written()
    assert usage_error(capsys, *shlex.split(words)).startswith(said)
    assert (written(), Path("new.png").exists()) == (before, False)


def test_a_terminal_neither_gives_nor_takes_a_picture_and_a_closed_stream_gives_none(monkeypatch, capsys):
    paint("a.png")
    for stdin in (Stream(terminal=True), None):
        monkeypatch.setattr(sys, "stdin", stdin)
        assert usage_error(capsys, "-") == "- reads a picture from standard input; add < shot.png"
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    said = "-o - would fill the terminal with a picture; add > answer.png"
    assert usage_error(capsys, "a.png", "-o", "-") == said


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("check.png", "there is no such file; check the name"),  # though it is called like a command
        ("emty.png", "there is no such file; did you mean empty.png?"),
        ("empty.png", "the file is empty; save or send the picture again"),
        ("folder", "there is no picture to solve in this folder; put screenshots there, or name another"),
        ("a" * 300 + ".png", "it cannot be opened: File name too long; check the name"),
    ],
)
def test_bad_input_gets_one_line(name, said, capsys):
    Path("empty.png").touch()
    Path("folder").mkdir()
    assert told(capsys, name) == (3, "", f"{name}: {said}\n")


def test_an_unwritable_place_gets_one_line_and_the_answer_is_told_all_the_same(capsys, monkeypatch):
    paint("shot.png")
    monkeypatch.setattr("os.replace", Mock(side_effect=PermissionError(13, "Permission denied")))
    code, out, err = told(capsys, "shot.png", "--json", "-o", "shot.solved.png")
    said = "shot.solved.png: no permission to write here; choose another place"
    line = json.loads(out)
    assert (line["status"], line["exit_code"], line["message"]) == ("solved", 2, said)
    assert (line["output"], line["water"]) == (None, [[0, 1], [1, 1]])
    assert (code, err, written()) == (2, f"shot.png: {said}\n", ["shot.png"])
