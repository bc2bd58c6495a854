"""A region of the screen is taken by what the desktop has for that; answers are shown without a shell."""

import json
import subprocess
import sys
from functools import partial
from pathlib import Path

import click
import pytest
from PIL import Image as Pillow

from app.cli import desktop
from app.cli.desktop import grab_region, open_answer
from tests.app.stand_ins import is_answer, paint, refusing
from tests.shell import told, usage_error, written

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="the stand-ins are scripts of a shell")
SAVE = 'for word; do place=$word; done; echo "$0 $*" > words; /bin/cp shot.png "$place"'
"""Saves a picture where the last word says."""


@pytest.fixture
def programs(scripts):
    """Put programs on the path that save a picture."""
    paint("shot.png")
    return partial(scripts, script=SAVE)


def words():
    """Return the name and the options of the program that took the region."""
    name, *options = Path("words").read_text().split()
    return " ".join([Path(name).name, *options[:-1]])


SPECTACLE = "spectacle --region --background --nonotify --output"
ALL = ("gnome-screenshot", "spectacle", "grim", "slurp", "maim", "scrot", "import")


@POSIX
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
        ("x11", ("import",), "import"),
        ("x11", ("gnome-screenshot",), "gnome-screenshot --area --file"),
    ],
)
def test_each_desktop_has_its_program(session, there, used, programs, monkeypatch):
    monkeypatch.setattr(desktop, "PLATFORM", "linux")
    monkeypatch.setenv("XDG_CURRENT_DESKTOP", f"ubuntu:{session}")
    monkeypatch.setenv("WAYLAND_DISPLAY" if "wayland" in session else "DISPLAY", "there")
    programs(*there)
    if "slurp" in there:
        programs("slurp", script="echo '1,2 3x4'")
    place = Path("new")
    place.mkdir()
    assert grab_region(place) == place / "screen.png"
    assert words() == used
    assert (place / "screen.png").read_bytes() == Path("shot.png").read_bytes()


@POSIX
def test_macos_takes_a_region(programs, monkeypatch, tmp_path):
    monkeypatch.setattr(desktop, "PLATFORM", "darwin")
    programs("screencapture")
    assert grab_region(tmp_path).is_file()
    assert words() == "screencapture -i -x"


@POSIX
def test_windows_takes_a_region_into_the_clipboard(programs, monkeypatch, tmp_path):
    """It is there some time after the program has ended, and what was there before is not taken for it."""
    numbers = iter([7, 7, 7, 8])
    monkeypatch.setattr(desktop, "PLATFORM", "win32")
    monkeypatch.setattr(desktop, "POLL_SECONDS", 0)
    monkeypatch.setattr(desktop, "clipboard_number", lambda: next(numbers))
    monkeypatch.setattr("PIL.ImageGrab.grabclipboard", lambda: Pillow.new("RGB", (9, 7)))
    programs("snippingtool", script='echo "$0 $* ." > words')
    with Pillow.open(grab_region(tmp_path)) as picture:
        assert picture.size == (9, 7)
    assert words() == "snippingtool /clip"
    assert next(numbers, None) is None


@POSIX
def test_windows_does_not_wait_for_ever(programs, monkeypatch, tmp_path):
    monkeypatch.setattr(desktop, "PLATFORM", "win32")
    monkeypatch.setattr(desktop, "SNIP_SECONDS", -1)
    monkeypatch.setattr(desktop, "clipboard_number", lambda: 7)
    with pytest.raises(click.UsageError, match="the Snipping Tool is missing; press Win"):
        grab_region(tmp_path)
    programs("snippingtool", script="")
    with pytest.raises(click.UsageError, match="no region of the screen was selected; try again"):
        grab_region(tmp_path)


@POSIX
@pytest.mark.parametrize("name", ["slurp", "grim"])
def test_a_region_that_is_not_chosen_is_told_in_a_line(name, programs, monkeypatch, capsys):
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    programs("grim"), programs("slurp", script="echo '1,2 3x4'")
    programs(name, script="echo selection cancelled >&2; exit 1")
    said = usage_error(capsys, "--grab")
    assert said == (
        "no region of the screen was selected (selection cancelled); try again, or save a screenshot"
    )
    assert "screen.solved.png" not in written()


def test_without_a_program_it_says_what_to_install(programs, monkeypatch, capsys):
    monkeypatch.setattr(desktop, "PLATFORM", "linux")
    said = usage_error(capsys, "--grab")
    assert said.startswith("no screenshot program was found; install gnome-screenshot or spectacle")


@POSIX
@pytest.mark.usefixtures("stand_in")
def test_a_region_is_answered_here(programs, monkeypatch, capsys):
    monkeypatch.setenv("DISPLAY", ":0")
    programs("maim")
    assert told(capsys, "--grab")[0] == 0
    assert is_answer("screen.solved.png")
    assert told(capsys, "--grab", "-o", "other.png")[0] == 0
    assert is_answer("other.png")
    Path("screen.solved.png").unlink()
    assert told(capsys, "shot.png", "--grab")[0] == 0
    assert is_answer("screen.solved.png")


@POSIX
@pytest.mark.usefixtures("stand_in")
@pytest.mark.parametrize(
    ("command", "left"),
    [
        ("", "screen.solved.png"),
        ("check", "screen.checked.png"),
        ("hint", "screen.hint.png"),
        ("draw", "screen.png"),
        ("read", ""),
        ("explain --md steps.md", "steps.md"),
    ],
)
def test_every_command_for_pictures_takes_a_region(command, left, programs, monkeypatch, capsys):
    monkeypatch.setenv("DISPLAY", ":0")
    programs("maim"), programs("xclip", script="/bin/cat > copied")
    before = set(written())
    _, out, err = told(capsys, *command.split(), "--grab", "--copy")
    assert err.startswith("the screen: ")
    assert set(written()) - before - {"words", "copied"} == set(filter(None, [left]))
    copied = Path("copied").read_bytes()
    assert copied == (out.encode() if command[:4] in ("read", "expl") else Path(left).read_bytes())


@POSIX
@pytest.mark.usefixtures("stand_in")
def test_a_region_that_is_refused_is_named_by_its_option(programs, monkeypatch, capsys, stand_in):
    """Its file is gone at the end, so no advice may name it."""
    stand_in(refusing("unsure"))
    monkeypatch.setenv("DISPLAY", ":0")
    programs("maim")
    _, out, err = told(capsys, "hint", "--grab", "--json")
    assert json.loads(out)["path"] == "--grab"
    assert "aquarium hint --grab --fix left:2=7" in err
    assert "/tmp" not in err


@pytest.mark.skipif(sys.platform != "linux", reason="other systems open files otherwise")
def test_an_answer_is_shown_by_the_systems_program(monkeypatch, tmp_path):
    asked = []
    monkeypatch.setattr(subprocess, "Popen", lambda words, **settings: asked.append((words, settings)))
    monkeypatch.chdir(tmp_path)
    open_answer(Path("-rf; echo.png"))
    ((words, settings),) = asked
    assert words == ["xdg-open", str(tmp_path / "-rf; echo.png")]
    assert "shell" not in settings


@pytest.mark.skipif(sys.platform != "linux", reason="other systems open files otherwise")
def test_without_a_program_it_says_so(monkeypatch):
    monkeypatch.setitem(desktop.OPENERS, "linux", "no-such-program-here")
    with pytest.raises(click.UsageError, match=r"a\.png cannot be shown .*; open it by hand"):
        open_answer(Path("a.png"))
