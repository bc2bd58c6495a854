"""Pictures from the clipboard and the screen, answers copied and opened: by each system's own programs."""

import json
import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from unittest.mock import Mock

import click
import pytest
from PIL import Image as Pillow
from PIL import ImageGrab

from app.cli import desktop
from app.cli.desktop import copy_picture, copy_text, grab_region, open_answer, paste_clipboard
from tests.app.stand_ins import paint, refusing
from tests.shell import told, usage_error, written

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="programs are stood in for by scripts, as Linux has"
)
WAYLAND, X11 = {"WAYLAND_DISPLAY": "wayland-0"}, {"DISPLAY": ":0"}


@pytest.fixture
def scripts(folder, monkeypatch):
    """Put scripts of a shell on the path, by their names; they alone are there, and no desktop is."""
    (place := folder / "bin").mkdir()
    monkeypatch.setenv("PATH", str(place))
    for name in ("WAYLAND_DISPLAY", "DISPLAY", "XDG_CURRENT_DESKTOP"):
        monkeypatch.delenv(name, raising=False)

    def put(*names: str, script: str) -> None:
        for name in names:
            (place / name).write_text(f"#!/bin/sh\n{script}\n")
            (place / name).chmod(0o755)

    return put


@pytest.fixture
def copiers(scripts):
    """Put programs on the path that keep their words and their input."""
    return partial(scripts, script='printf "%s\\n" "$@" > words; /bin/cat > input')


@pytest.fixture
def grabbers(scripts):
    """Put programs on the path that save a picture where their last word says."""
    paint("shot.png")
    save = 'for word; do place=$word; done; echo "${0##*/} $*" > words; /bin/cp shot.png "$place"'
    return partial(scripts, script=save)


def words() -> list[str]:
    return Path("words").read_text().splitlines()


# From the clipboard


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
    with pytest.raises(click.UsageError, match=said):
        paste_clipboard(tmp_path)


# To the clipboard

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
def test_answers_are_copied_by_the_program_of_the_display(environment, there, used, copiers, monkeypatch):
    for variable, value in environment.items():
        monkeypatch.setenv(variable, value)
    copiers(*there), paint("answer.jpg")
    for_picture, for_text = used
    copy_picture(Path("answer.jpg"), "linux")
    assert words() == for_picture
    with Pillow.open("input") as copied:
        assert (copied.format, copied.size) == ("PNG", (50, 40))
    copy_text("≈ 1\n", "linux")
    assert words() == for_text
    assert Path("input").read_text(encoding="utf-8") == "≈ 1\n"


def test_macos_reads_the_picture_from_its_place(copiers):
    copiers("osascript", "env"), paint('a "b".png')
    copy_picture(Path('a "b".png'), "darwin")
    *script, place = words()
    assert place == str(Path('a "b".png').absolute())
    assert script[:4:2] == ["-e", "-e"]
    assert script[3] == "set the clipboard to (read (POSIX file shot) as «class PNGf»)"
    copy_text("≈", "darwin")
    assert words() == ["LC_CTYPE=UTF-8", "pbcopy"]
    assert Path("input").read_text(encoding="utf-8") == "≈"


def test_windows_is_told_the_place_in_its_environment(copiers):
    copiers("powershell", script='printf "%s\\n" "$@" > words; /bin/cat "$AQUARIUM_COPIED" > input')
    paint("o'clock.png")
    copy_picture(Path("o'clock.png"), "win32")
    assert "SetImage([Drawing.Image]::FromFile($env:AQUARIUM_COPIED))" in words()[-1]
    assert Path("input").read_bytes() == Path("o'clock.png").read_bytes()
    copy_text("≈", "win32")
    assert "Set-Clipboard" in words()[-1]


def test_what_cannot_be_copied_is_told(copiers):
    with pytest.raises(click.UsageError, match=r"nothing can be copied .*; install wl-clipboard"):
        copy_text("water")
    copiers("wl-copy")
    with pytest.raises(click.UsageError, match=r"nothing can be copied to the clipboard .*No such file"):
        copy_picture(Path("s3:/there/answer.png"))
    Path("answer.svg").write_text("<svg/>")
    with pytest.raises(
        click.UsageError, match=r"answer\.svg cannot be copied: .*; --copy takes pictures such"
    ):
        copy_picture(Path("answer.svg"))
    assert not Path("words").exists()
    copiers("wl-copy", script="echo 'no\ndisplay' >&2; exit 1")
    with pytest.raises(click.UsageError, match=r"to the clipboard \(no display\)$"):
        copy_text("water")


def test_a_program_that_stays_to_serve_is_not_waited_for(copiers):
    copiers("wl-copy", script="(/bin/sleep 5 & echo $! > pid); /bin/cat > input")
    copy_text("water")
    assert Path("input").read_text() == "water"
    os.kill(int(Path("pid").read_text()), signal.SIGKILL)  # it is still there


@pytest.mark.usefixtures("stand_in")
@pytest.mark.parametrize("option", ["", "--text", "--share"])
def test_the_answer_is_copied_or_its_text_if_one_is_asked_for(option, copiers, capsys):
    copiers("wl-copy"), paint("shot.png")
    code, out, err = told(capsys, "shot.png", "--copy", *option.split())
    assert (code, bool(out)) == (0, bool(option))
    what = "the text" if option else "shot.solved.png"
    assert err.splitlines()[-1] == f"copied to the clipboard: {what}"
    assert Path("input").read_bytes() == (out.encode() or Path("shot.solved.png").read_bytes())


# From the screen

SPECTACLE = "spectacle --region --background --nonotify --output"
ALL = ("gnome-screenshot", "spectacle", "grim", "slurp", "maim", "scrot", "import")


@pytest.mark.parametrize(
    ("session", "there", "used"),
    [
        ("GNOME wayland", ALL, "gnome-screenshot --area --file"),
        ("KDE x11", ALL, SPECTACLE),
        ("sway wayland", ALL, "grim -g 1,2 3x4"),
        ("sway wayland", ("grim", "spectacle"), SPECTACLE),
        ("GNOME wayland", ("grim", "slurp"), "grim -g 1,2 3x4"),
        ("XFCE x11", ALL, "maim --select"),
        ("XFCE x11", ("scrot", "import"), "scrot -s"),
        ("x11", ("gnome-screenshot",), "gnome-screenshot --area --file"),
        ("darwin", ("screencapture",), "screencapture -i -x"),
    ],
)
def test_each_desktop_has_its_program(session, there, used, grabbers, monkeypatch):
    monkeypatch.setenv("XDG_CURRENT_DESKTOP", f"ubuntu:{session}")
    monkeypatch.setenv("WAYLAND_DISPLAY" if "wayland" in session else "DISPLAY", "there")
    grabbers(*there)
    if "slurp" in there:
        grabbers("slurp", script="echo '1,2 3x4'")
    place = Path("new")
    place.mkdir()
    assert grab_region(place, session if session == "darwin" else "linux") == place / "screen.png"
    assert words() == [f"{used} new/screen.png"]
    assert (place / "screen.png").read_bytes() == Path("shot.png").read_bytes()


def test_windows_takes_a_region_into_the_clipboard(grabbers, monkeypatch, tmp_path):
    """It is there some time after the program has ended, and what was there before is not taken for it."""
    numbers = iter([7, 7, 7, 8])
    monkeypatch.setattr(desktop, "clipboard_number", lambda: next(numbers))
    holding(monkeypatch, Pillow.new("RGB", (9, 7)))
    grabbers("snippingtool", script='echo "$*" > words')
    with Pillow.open(grab_region(tmp_path, "win32")) as picture:
        assert picture.size == (9, 7)
    assert words() == ["/clip"]
    assert next(numbers, None) is None


def test_without_a_program_it_says_what_to_install_and_windows_does_not_wait_for_ever(
    grabbers, monkeypatch, tmp_path
):
    monkeypatch.setattr(desktop, "clipboard_number", lambda: 7)
    with pytest.raises(click.UsageError, match="no screenshot program was found; install gnome-screenshot"):
        grab_region(tmp_path, "linux")
    with pytest.raises(click.UsageError, match="the Snipping Tool is missing; press Win"):
        grab_region(tmp_path, "win32")
    grabbers("snippingtool", script="")
    with pytest.raises(click.UsageError, match="no region of the screen was selected; try again"):
        grab_region(tmp_path, "win32", snip_seconds=-1)


@pytest.mark.parametrize("name", ["slurp", "grim"])
def test_a_region_that_is_not_chosen_is_told_in_a_line(name, grabbers, monkeypatch, capsys):
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    grabbers("grim"), grabbers("slurp", script="echo '1,2 3x4'")
    grabbers(name, script="echo selection cancelled >&2; exit 1")
    said = "no region of the screen was selected (selection cancelled); try again, or save a screenshot"
    assert usage_error(capsys, "--grab") == said
    assert "screen.solved.png" not in written()


@pytest.mark.usefixtures("stand_in")
@pytest.mark.parametrize(
    ("command", "left"),
    [
        ("", "screen.solved.png"),
        ("-o other.png", "other.png"),
        ("check", "screen.checked.png"),
        ("hint", "screen.hint.png"),
        ("draw", "screen.png"),
        ("read", ""),
        ("explain --md steps.md", "steps.md"),
    ],
)
def test_every_command_for_pictures_takes_a_region(command, left, grabbers, monkeypatch, capsys):
    monkeypatch.setenv("DISPLAY", ":0")
    grabbers("maim"), grabbers("xclip", script="/bin/cat > copied")
    before = set(written())
    _, out, err = told(capsys, *command.split(), "--grab", "--copy")
    assert err.startswith("the screen: ")
    assert set(written()) - before - {"words", "copied"} == set(filter(None, [left]))
    copied = Path("copied").read_bytes()
    assert copied == (out.encode() if command[:4] in ("read", "expl") else Path(left).read_bytes())


def test_a_region_that_is_refused_is_named_by_its_option_and_nothing_is_copied(
    grabbers, monkeypatch, capsys, stand_in
):
    """Its file is gone at the end, so no advice may name it."""
    stand_in(refusing("unsure"))
    monkeypatch.setenv("DISPLAY", ":0")
    grabbers("maim"), grabbers("xclip", script="/bin/cat > copied")
    _, out, err = told(capsys, "hint", "--grab", "--json", "--copy")
    assert json.loads(out)["path"] == "--grab"
    assert "aquarium hint --grab --fix left:2=7" in err
    assert "/tmp" not in err
    assert err.splitlines()[-1] == "nothing was copied: there is no answer"
    assert not Path("copied").exists()


# Opened


def test_an_answer_is_opened_by_the_systems_program_without_a_shell(monkeypatch, tmp_path):
    monkeypatch.setattr(subprocess, "Popen", started := Mock())
    open_answer(Path("-rf; echo.png"))
    assert started.call_args.args == (["xdg-open", str(tmp_path / "-rf; echo.png")],)
    assert "shell" not in started.call_args.kwargs


def test_without_a_program_that_opens_it_says_so(monkeypatch):
    monkeypatch.setitem(desktop.OPENERS, "linux", "no-such-program-here")
    with pytest.raises(click.UsageError, match=r"a\.png cannot be shown .*; open it by hand"):
        open_answer(Path("a.png"))
