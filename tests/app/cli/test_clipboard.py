"""The clipboard gives a picture or a word what to do, and takes answers by each system's own programs."""

import io
import sys
from functools import partial
from pathlib import Path

import click
import pytest
from PIL import Image as Pillow
from PIL import ImageGrab

from app.cli import desktop
from app.cli.desktop import copy_picture, copy_text, paste_clipboard
from tests.app.stand_ins import paint, refusing
from tests.shell import told

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="the stand-ins are scripts of a shell")


def holding(monkeypatch, found):
    def grab():
        if isinstance(found, Exception):
            raise found
        return found

    monkeypatch.setattr(ImageGrab, "grabclipboard", grab)


def test_a_picture_becomes_a_file(monkeypatch, tmp_path):
    holding(monkeypatch, Pillow.new("RGBA", (30, 20), (1, 2, 3, 4)))
    with Pillow.open(paste_clipboard(tmp_path)) as picture:
        assert (picture.size, picture.getpixel((0, 0))) == ((30, 20), (1, 2, 3, 4))


def test_a_copied_file_is_that_file(monkeypatch, tmp_path):
    holding(monkeypatch, [str(tmp_path / "shot.png"), "other.png"])
    assert paste_clipboard(tmp_path) == tmp_path / "shot.png"


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (None, "there is no picture on the clipboard; copy one"),
        ([], "there is no picture on the clipboard; copy one"),
        (NotImplementedError("wl-paste or xclip is required"), "install wl-clipboard .* or xclip"),
        (ChildProcessError("xclip error:\nno display"), r"cannot be read \(xclip error: no display\); save"),
        (OSError(), r"cannot be read \(OSError\)"),
    ],
)
def test_without_a_picture_it_says_what_to_do(monkeypatch, tmp_path, found, said):
    holding(monkeypatch, found)
    with pytest.raises(click.UsageError, match=said):
        paste_clipboard(tmp_path)


WAYLAND, X11 = {"WAYLAND_DISPLAY": "wayland-0"}, {"DISPLAY": ":0"}
XCLIP = ["-selection", "clipboard", "-t"]
WORDS = {
    "wl-copy": (WAYLAND, ["--type", "image/png"], ["--type", "text/plain;charset=utf-8"]),
    "xclip": (X11, [*XCLIP, "image/png", "-i"], [*XCLIP, "UTF8_STRING", "-i"]),
}
"""The environment of each program, and its words for a picture and for a text."""


@pytest.fixture
def programs(scripts):
    """Put programs on the path that keep their words and their input."""
    return partial(scripts, script='printf "%s\\n" "$@" > words; /bin/cat > input')


@POSIX
@pytest.mark.parametrize("name", WORDS)
def test_answers_are_copied_by_the_program_of_the_display(name, programs, monkeypatch):
    environment, for_picture, for_text = WORDS[name]
    monkeypatch.setattr(desktop, "PLATFORM", "linux")
    for variable, value in environment.items():
        monkeypatch.setenv(variable, value)
    programs("wl-copy"), programs("xclip"), paint("answer.png")
    copy_picture(Path("answer.png"))
    assert Path("words").read_text().splitlines() == for_picture
    assert Path("input").read_bytes() == Path("answer.png").read_bytes()
    copy_text("≈ 1\n")
    assert Path("words").read_text().splitlines() == for_text
    assert Path("input").read_text(encoding="utf-8") == "≈ 1\n"


@POSIX
def test_a_display_for_older_programs_will_do(programs, monkeypatch):
    for variable, value in {**WAYLAND, **X11}.items():
        monkeypatch.setenv(variable, value)
    programs("xclip")
    copy_text("water")
    assert Path("input").read_text() == "water"


@POSIX
@pytest.mark.parametrize("name", ["answer.jpg", "answer.webp"])
def test_what_is_copied_is_png_whatever_the_answer_is(programs, name):
    programs("wl-copy"), paint(name)
    copy_picture(Path(name))
    with Pillow.open(io.BytesIO(Path("input").read_bytes())) as copied:
        assert (copied.format, copied.size) == ("PNG", (50, 40))


@POSIX
def test_macos_reads_the_picture_from_its_place(programs, monkeypatch):
    monkeypatch.setattr(desktop, "PLATFORM", "darwin")
    programs("osascript"), programs("env"), paint('a "b".png')
    copy_picture(Path('a "b".png'))
    *script, place = Path("words").read_text().splitlines()
    assert place == str(Path('a "b".png').absolute())
    assert script[:4:2] == ["-e", "-e"]
    assert script[3] == "set the clipboard to (read (POSIX file shot) as «class PNGf»)"
    copy_text("≈")
    assert Path("words").read_text().splitlines() == ["LC_CTYPE=UTF-8", "pbcopy"]
    assert Path("input").read_text(encoding="utf-8") == "≈"


@POSIX
def test_windows_is_told_the_place_in_its_environment(programs, monkeypatch):
    monkeypatch.setattr(desktop, "PLATFORM", "win32")
    programs("powershell", script='printf "%s\\n" "$@" > words; /bin/cat "$AQUARIUM_COPIED" > input')
    paint("o'clock.png")
    copy_picture(Path("o'clock.png"))
    *_, script = Path("words").read_text().splitlines()
    assert "SetImage([Drawing.Image]::FromFile($env:AQUARIUM_COPIED))" in script
    assert Path("input").read_bytes() == Path("o'clock.png").read_bytes()
    copy_text("≈")
    assert "Set-Clipboard" in Path("words").read_text()
    assert Path("input").read_text(encoding="utf-8") == "≈"


def test_without_a_program_it_says_what_to_install(programs):
    with pytest.raises(click.UsageError, match=r"nothing can be copied .*; install wl-clipboard"):
        copy_text("water")


@POSIX
def test_an_answer_that_is_elsewhere_cannot_be_copied(programs):
    programs("wl-copy")
    with pytest.raises(click.UsageError, match=r"nothing can be copied to the clipboard .*No such file"):
        copy_picture(Path("s3:/there/answer.png"))


@POSIX
def test_a_program_that_fails_is_quoted(programs):
    programs("wl-copy", script="echo 'no\ndisplay' >&2; exit 1")
    with pytest.raises(click.UsageError, match=r"to the clipboard \(no display\)$"):
        copy_text("water")


@POSIX
def test_a_program_that_stays_to_serve_is_not_waited_for(programs):
    programs("wl-copy", script="(/bin/sleep 5 & echo $! > pid); /bin/cat > input")
    copy_text("water")
    assert Path("input").read_text() == "water"
    programs("kill-it", script=f"kill {Path('pid').read_text().strip()}")
    assert desktop.subprocess.run(["kill-it"], check=False).returncode == 0


@POSIX
@pytest.mark.usefixtures("stand_in")
class TestTheOption:
    """`--copy` on the command line."""

    def test_the_answer_is_copied(self, programs, capsys):
        programs("wl-copy"), paint("shot.png")
        code, out, err = told(capsys, "shot.png", "--copy")
        assert (code, out) == (0, "")
        assert err.splitlines()[-1] == "copied to the clipboard: shot.solved.png"
        assert Path("input").read_bytes() == Path("shot.solved.png").read_bytes()

    @pytest.mark.parametrize("option", ["--text", "--share"])
    def test_a_text_is_copied_if_one_is_asked_for(self, programs, capsys, option):
        programs("wl-copy"), paint("shot.png")
        _, out, err = told(capsys, "shot.png", "--copy", option)
        assert err.splitlines()[-1] == "copied to the clipboard: the text"
        assert Path("input").read_text(encoding="utf-8") == out != ""

    def test_of_a_refused_picture_nothing_is_copied(self, programs, capsys, stand_in):
        stand_in(refusing("unsure"))
        programs("wl-copy"), paint("shot.png")
        code, _, err = told(capsys, "shot.png", "--copy", "-q")
        assert (code, err.splitlines()[-1]) == (4, "nothing was copied: there is no answer")
        assert not Path("input").exists()

    def test_a_program_that_is_missing_costs_no_answer(self, programs, capsys):
        paint("shot.png")
        code, _, err = told(capsys, "shot.png", "--copy")
        assert (code, err.count("\n")) == (2, 2)
        assert "install wl-clipboard" in err
        assert Path("shot.solved.png").exists()


@POSIX
def test_what_is_no_picture_of_pixels_is_not_copied_and_it_is_said(programs, monkeypatch):
    monkeypatch.setenv("DISPLAY", ":0")
    programs("xclip")
    Path("answer.svg").write_text("<svg/>")
    with pytest.raises(
        click.UsageError, match=r"answer\.svg cannot be copied: .*; --copy takes pictures such as"
    ):
        copy_picture(Path("answer.svg"))
    assert not Path("words").exists()
