"""Pictures from the clipboard, answers copied and opened: by each system's own programs."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import click
import pytest
from PIL import Image as Pillow
from PIL import ImageGrab

from app.cli import desktop
from app.cli.desktop import copy_picture, copy_text, open_answer, paste_clipboard
from tests.app.stand_ins import paint, refusing
from tests.shell import told, written

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="programs are stood in for by scripts, as Linux has"
)
WAYLAND, X11 = {"WAYLAND_DISPLAY": "wayland-0"}, {"DISPLAY": ":0"}


@pytest.fixture
def scripts(folder, monkeypatch):
    """Put programs on the path that keep their words and input; they alone are there, and no desktop."""
    (place := folder / "bin").mkdir()
    monkeypatch.setenv("PATH", str(place))
    for name in ("WAYLAND_DISPLAY", "DISPLAY", "XDG_CURRENT_DESKTOP"):
        monkeypatch.delenv(name, raising=False)

    def put(*names: str, script: str = 'printf "%s\\n" "$@" > words; /bin/cat > input') -> None:
        for name in names:
            (place / name).write_text(f"#!/bin/sh\n{script}\n")
            (place / name).chmod(0o755)

    return put


def words() -> list[str]:
    return Path("words").read_text().splitlines()


def refused(said, act, *given):
    with pytest.raises(click.UsageError, match=said):
        act(*given)


def holding(monkeypatch, found):
    monkeypatch.setattr(ImageGrab, "grabclipboard", Mock(side_effect=[found]))


def test_a_picture_on_the_clipboard_becomes_a_file_and_a_copied_file_is_that_file(monkeypatch, tmp_path):
    holding(monkeypatch, Pillow.new("RGBA", (30, 20), (1, 2, 3, 4)))
    with Pillow.open(paste_clipboard(tmp_path)) as picture:
        assert (picture.size, picture.getpixel((0, 0))) == ((30, 20), (1, 2, 3, 4))
    holding(monkeypatch, [str(tmp_path / "shot.png"), "other.png"])
    assert paste_clipboard(tmp_path) == tmp_path / "shot.png"


@pytest.mark.parametrize(
    ("found", "said"),
    [
        *((nothing, "there is no picture on the clipboard; copy one") for nothing in (None, [])),
        (NotImplementedError("wl-paste or xclip is required"), "install wl-clipboard .* or xclip"),
        (ChildProcessError("xclip error:\nno display"), r"cannot be read \(xclip error: no display\); save"),
        (OSError(), r"cannot be read \(OSError\)"),
    ],
)
def test_without_a_picture_it_says_what_to_do(monkeypatch, tmp_path, found, said):
    holding(monkeypatch, found)
    refused(said, paste_clipboard, tmp_path)


OF_WL_COPY = ["--type", "image/png"], ["--type", "text/plain;charset=utf-8"]
XCLIP = ["-selection", "clipboard", "-t"]
OF_XCLIP = [*XCLIP, "image/png", "-i"], [*XCLIP, "UTF8_STRING", "-i"]


@pytest.mark.parametrize(
    ("environment", "there", "used"),
    [
        (WAYLAND, ("wl-copy", "xclip"), OF_WL_COPY),
        (X11, ("wl-copy", "xclip"), OF_XCLIP),
        ({**WAYLAND, **X11}, ("xclip",), OF_XCLIP),  # a display for older programs will do
    ],
)
def test_answers_are_copied_by_the_program_of_the_display(environment, there, used, scripts, monkeypatch):
    for variable, value in environment.items():
        monkeypatch.setenv(variable, value)
    scripts(*there), paint("answer.jpg")
    for_picture, for_text = used
    copy_picture(Path("answer.jpg"), "linux")
    assert words() == for_picture
    with Pillow.open("input") as copied:
        assert (copied.format, copied.size) == ("PNG", (50, 40))
    copy_text("≈ 1\n", "linux")
    assert words() == for_text
    assert Path("input").read_text(encoding="utf-8") == "≈ 1\n"


def test_macos_reads_the_picture_from_its_place(scripts):
    scripts("osascript", "env"), paint('a "b".png')
    copy_picture(Path('a "b".png'), "darwin")
    *script, place = words()
    assert place == str(Path('a "b".png').absolute())
    assert script[:4:2] == ["-e", "-e"]
    assert script[3] == "set the clipboard to (read (POSIX file shot) as «class PNGf»)"
    copy_text("≈", "darwin")
    assert words() == ["LC_CTYPE=UTF-8", "pbcopy"]
    assert Path("input").read_text(encoding="utf-8") == "≈"


def test_windows_is_told_the_place_in_its_environment(scripts):
    scripts("powershell", script='printf "%s\\n" "$@" > words; /bin/cat "$AQUARIUM_COPIED" > input')
    paint("o'clock.png")
    copy_picture(Path("o'clock.png"), "win32")
    assert "SetImage([Drawing.Image]::FromFile($env:AQUARIUM_COPIED))" in words()[-1]
    assert Path("input").read_bytes() == Path("o'clock.png").read_bytes()
    copy_text("≈", "win32")
    assert "Set-Clipboard" in words()[-1]


def test_what_cannot_be_copied_is_told(scripts):
    refused(r"nothing can be copied .*; install wl-clipboard", copy_text, "water")
    scripts("wl-copy")
    refused(r"nothing can be copied to the clipboard .*No such file", copy_picture, Path("no.png"))
    Path("answer.svg").write_text("<svg/>")
    refused(r"answer\.svg cannot be copied: .*; --copy takes pictures such", copy_picture, Path("answer.svg"))
    assert not Path("words").exists()
    scripts("wl-copy", script="echo 'no\ndisplay' >&2; exit 1")
    refused(r"to the clipboard \(no display\)$", copy_text, "water")


def test_a_program_that_stays_to_serve_is_not_waited_for(scripts):
    scripts("wl-copy", script="(/bin/sleep 5 & echo $! > pid); /bin/cat > input")
    copy_text("water")
    assert Path("input").read_text() == "water"
    os.kill(int(Path("pid").read_text()), signal.SIGKILL)  # it is still there


@pytest.mark.usefixtures("stand_in")
@pytest.mark.parametrize(
    ("command", "left"),
    [
        *(("", "clipboard.solved.png"), ("-o other.png", "other.png"), ("draw", "clipboard.png")),
        *(("check", "clipboard.checked.png"), ("hint", "clipboard.hint.png"), ("read", "")),
        *(("explain --gif steps.gif", "steps.gif"), ("--text", ""), ("--share", "")),
    ],
)
def test_every_command_takes_a_picture_from_the_clipboard_and_copies_its_answer_or_the_text_that_is_asked_for(
    command, left, scripts, monkeypatch, capsys
):
    monkeypatch.setenv("DISPLAY", ":0")
    holding(monkeypatch, Pillow.new("RGB", (50, 40), "white"))
    scripts("xclip")
    _, out, err = told(capsys, *command.split(), "--paste", "--copy")
    assert err.startswith("the clipboard: ")
    assert set(written()) - {"bin/xclip", "words", "input"} == set(filter(None, [left]))
    what = "the text" if command.startswith("explain") else left or "the text"
    assert err.splitlines()[-1] == f"copied to the clipboard: {what}"
    assert Path("input").read_bytes() == (out.encode() if what == "the text" else Path(left).read_bytes())


def test_a_picture_of_the_clipboard_that_is_refused_is_named_by_its_option_and_nothing_is_copied(
    scripts, monkeypatch, capsys, stand_in
):
    """Its file is gone at the end, so no advice may name it."""
    stand_in(refusing("unsure"))
    monkeypatch.setenv("DISPLAY", ":0")
    holding(monkeypatch, Pillow.new("RGB", (50, 40), "white"))
    scripts("xclip")
    _, out, err = told(capsys, "hint", "--paste", "--json", "--copy")
    assert json.loads(out)["path"] == "--paste"
    assert "aquarium hint --paste --fix left:2=7" in err
    assert "/tmp" not in err
    assert err.splitlines()[-1] == "nothing was copied: there is no answer"
    assert not Path("input").exists()


def test_an_answer_is_opened_by_the_systems_program_without_a_shell(monkeypatch, tmp_path):
    monkeypatch.setattr(subprocess, "Popen", started := Mock())
    open_answer(Path("-rf; echo.png"))
    assert started.call_args.args == (["xdg-open", str(tmp_path / "-rf; echo.png")],)
    assert "shell" not in started.call_args.kwargs


def test_without_a_program_that_opens_it_says_so(monkeypatch):
    monkeypatch.setitem(desktop.OPENERS, "linux", "no-such-program-here")
    refused(r"a\.png cannot be shown .*; open it by hand", open_answer, Path("a.png"))
