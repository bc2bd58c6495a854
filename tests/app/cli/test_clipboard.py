"""The clipboard gives a picture or a word what to do; answers are shown without a shell."""

import subprocess
import sys
from pathlib import Path

import pytest
import rich_click as click
from PIL import Image as Pillow
from PIL import ImageGrab

from app.cli import clipboard
from app.cli.clipboard import paste, show


def holding(monkeypatch, found):
    def grab():
        if isinstance(found, Exception):
            raise found
        return found

    monkeypatch.setattr(ImageGrab, "grabclipboard", grab)


def test_a_picture_becomes_a_file(monkeypatch, tmp_path):
    holding(monkeypatch, Pillow.new("RGBA", (30, 20), (1, 2, 3, 4)))
    with Pillow.open(paste(tmp_path)) as picture:
        assert (picture.size, picture.getpixel((0, 0))) == ((30, 20), (1, 2, 3, 4))


def test_a_copied_file_is_that_file(monkeypatch, tmp_path):
    holding(monkeypatch, [str(tmp_path / "shot.png"), "other.png"])
    assert paste(tmp_path) == tmp_path / "shot.png"


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (None, "there is no picture in the clipboard; copy one"),
        ([], "there is no picture in the clipboard; copy one"),
        (NotImplementedError("wl-paste or xclip is required"), "install wl-clipboard .* or xclip"),
        (ChildProcessError("xclip error:\nno display"), r"cannot be read \(xclip error: no display\); save"),
        (OSError(), r"cannot be read \(OSError\)"),
    ],
)
def test_without_a_picture_it_says_what_to_do(monkeypatch, tmp_path, found, said):
    holding(monkeypatch, found)
    with pytest.raises(click.UsageError, match=said):
        paste(tmp_path)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems open files otherwise")
def test_an_answer_is_shown_by_the_systems_program(monkeypatch, tmp_path):
    asked = []
    monkeypatch.setattr(subprocess, "Popen", lambda words, **settings: asked.append((words, settings)))
    monkeypatch.chdir(tmp_path)
    show(Path("-rf; echo.png"))
    ((words, settings),) = asked
    assert words == ["xdg-open", str(tmp_path / "-rf; echo.png")]
    assert "shell" not in settings


@pytest.mark.skipif(sys.platform != "linux", reason="other systems open files otherwise")
def test_without_a_program_it_says_so(monkeypatch):
    monkeypatch.setitem(clipboard.OPENERS, "linux", "no-such-program-here")
    with pytest.raises(click.UsageError, match=r"a\.png cannot be shown .*; open it by hand"):
        show(Path("a.png"))
