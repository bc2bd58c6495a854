"""Lists of names are read as they were written, whatever bytes the names have."""

import io
import os
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from app.errors import UsageError
from app.inputs.listfile import format_name, read_list
from solver.message import Message
from tests.conftest import raised


@pytest.mark.parametrize(
    ("contents", "names"),
    [
        (b"a.png\nb c.png\n", ["a.png", "b c.png"]),
        (b"\na.png\r\n\r\n-b.png", ["a.png", "-b.png"]),
        (b"\xef\xbb\xbfa.png\n", ["a.png"]),
        (b"a\nb.png\0-c.png\0", ["a\nb.png", "-c.png"]),
        (b"a.png\0b.png", ["a.png", "b.png"]),
        (b" a.png \n", [" a.png "]),
        (b'\n  \n\t\r\na.png\n\v\n""\n\xc2\xa0\n', ["a.png"]),
        (b"a.png\0\0 \0\n\0b.png", ["a.png", "b.png"]),
        (b'"a\\nb.png"\n"a\n"x" y"\n', ["a\nb.png", '"a', '"x" y"']),
        (b"", []),
    ],
)
def test_lists_are_lines_or_parted_by_zero_bytes(contents, names, monkeypatch):
    Path("list").write_bytes(contents)
    assert read_list("list") == names
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(contents)))
    assert read_list("-") == names


def test_every_name_survives_a_list():
    names = ["a.png", "-b.png", " c.png", "d\n.png", "e\r.png", '"f.png"', '"', "\\n.png", "🐠.png"]
    if sys.platform not in ("win32", "darwin"):
        names.append(os.fsdecode(b"\xff.png"))
    Path("list").write_bytes(b"".join(map(format_name, names)))
    assert read_list("list") == names


@pytest.mark.skipif(os.name == "nt", reason="no file has such a name there")
def test_a_quoted_line_is_a_file_of_that_name_if_there_is_one():
    Path('"a.png"').touch()
    Path("list").write_bytes(b'"a.png"\n"b.png"\n')
    assert read_list("list") == ['"a.png"', "b.png"]


@pytest.mark.parametrize("name", ["nothing", ".", "zero\0byte"])
def test_a_list_that_cannot_be_read_is_wrong_usage(name):
    told = dict(raised(UsageError, read_list, name).what.values)
    assert (told["name"], bool(told["said"])) == (name, True)


def test_a_terminal_is_no_list(monkeypatch):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(isatty=lambda: True))
    assert raised(UsageError, read_list, "-").what == Message("list_from_terminal")
