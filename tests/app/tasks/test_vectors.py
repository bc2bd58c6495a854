"""Every command that draws writes SVG and PDF too, and later runs know these for answers."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.shell import screenshot, told
from vision.files.mark import MARK, QUESTION, mark_of
from vision.vectors.svg import NAMESPACE


@pytest.mark.parametrize(
    ("command", "suffix"),
    [((), "svg"), ((), "pdf"), (("check",), "svg"), (("hint",), "pdf"), (("--solutions", "2"), "svg")],
)
def test_a_picture_command_draws_over_the_picture(command: tuple[str, ...], suffix: str, capsys):
    screenshot("shot.png")
    told(capsys, *command, "shot.png", "-o", f"a.{suffix}")
    contents = Path(f"a.{suffix}").read_bytes()
    assert mark_of(Path(f"a.{suffix}")) == MARK
    assert (b"<image" if suffix == "svg" else b"/Image") in contents


@pytest.mark.parametrize(("options", "mark"), [((), QUESTION), (("--solution",), MARK)])
def test_a_new_puzzle_has_no_pixels(options: tuple[str, ...], mark: str, capsys):
    for suffix in ("svg", "pdf"):
        told(capsys, "new", "6x6", "--seed", "1", *options, "-o", f"a.{suffix}")
        assert mark_of(Path(f"a.{suffix}")) == mark
    assert not list(ElementTree.parse("a.svg").iter(f"{{{NAMESPACE}}}image"))
    assert b"/Image" not in Path("a.pdf").read_bytes()
