"""A file of JSON lines grows by whole lines, and what is damaged in it costs only itself."""

import os
from contextlib import closing
from pathlib import Path

import pytest

from app.store import jsonl
from app.store.files import Unwritable
from app.store.jsonl import JsonLines


def records(lines: JsonLines, start: int = 0) -> list[object]:
    return [record for _, record in lines.read(start) if record is not None]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "report.jsonl"


@pytest.mark.parametrize(
    "tail",
    [b'{"path": "x.png", "sta', '{"path": "grüße'.encode()[:-1], b"\0" * 5000, b'{"a": 1}', b"\xff\xfe"],
)
def test_a_partial_last_line_is_cut_off(path, tail):
    path.write_bytes(b'{"a": 1}\n' + tail)
    with closing(JsonLines(path)) as lines:
        assert records(lines) == [{"a": 1}]
        assert path.read_bytes().endswith(tail)
        lines.cut_partial_line()
        lines.append(b'{"b": 2}\n')
    assert path.read_bytes() == b'{"a": 1}\n{"b": 2}\n'


@pytest.mark.parametrize(
    "damaged", [b"\0" * 99, b"{", b"[]", b"\xff", b'"', b"[" * 100_000, b"1e999", "{}".encode("utf-16")]
)
def test_a_damaged_line_costs_only_itself(path, damaged):
    path.write_bytes(b'{"a": 1}\n' + damaged + b"\n" + b'{"b": 2}\n')
    with closing(JsonLines(path)) as lines:
        assert records(lines) == [{"a": 1}, {"b": 2}]


def test_lines_longer_than_any_are_passed_over(path, monkeypatch):
    monkeypatch.setattr(jsonl, "LONGEST", 32)
    path.write_bytes(b'{"a": 1}\n' + b"x" * 100 + b"\n" + b'{"b": 2}\n' + b"y" * 100)
    with closing(JsonLines(path)) as lines:
        assert records(lines) == [{"a": 1}, {"b": 2}]
        lines.cut_partial_line()
        lines.append(b'{"c": 3}\n')
        assert records(lines) == [{"a": 1}, {"b": 2}, {"c": 3}]


def test_it_is_read_on_from_a_place_and_known_again_by_its_end(path):
    path.write_bytes(b'{"a": 1}\n{"b": 2}\n')
    with closing(JsonLines(path)) as lines:
        assert records(lines, start=9) == [{"b": 2}]
        assert (lines.end, lines.tail(9), lines.tail(18)) == (18, b'{"a": 1}\n', path.read_bytes())


def test_a_line_that_finds_no_room_leaves_the_file_as_it_was(path, monkeypatch):
    write, calls = os.write, []

    def full(descriptor: int, contents: bytes) -> int:
        calls.append(contents)
        if len(calls) > 1:
            raise OSError(28, "No space left on device")
        return write(descriptor, contents[:3])

    with closing(JsonLines(path)) as lines:
        lines.append(b'{"a": 1}\n')
        monkeypatch.setattr(os, "write", full)
        with pytest.raises(Unwritable, match=r"no space left on device .*; make room"):
            lines.append(b'{"b": 2}\n')
        monkeypatch.undo()
        assert path.read_bytes() == b'{"a": 1}\n'
        lines.append(b'{"c": 3}\n')
    assert path.read_bytes() == b'{"a": 1}\n{"c": 3}\n'


def test_all_lines_are_replaced_at_once(path):
    with closing(JsonLines(path)) as lines:
        lines.append(b'{"a": 1}\n')
        lines.replace(['{"b": "ü"}'])
        lines.append(b'{"c": 3}\n')
        assert records(lines) == [{"b": "ü"}, {"c": 3}]


def test_no_place_beyond_the_end_has_a_tail(tmp_path):
    lines = JsonLines(tmp_path / "report.jsonl")
    lines.append(b'{"path": "a"}\n')
    assert lines.tail(14) == b'{"path": "a"}\n'
    assert lines.tail(2**62) == b""
    lines.close()
