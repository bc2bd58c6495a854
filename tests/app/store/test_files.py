"""Files beside the answers appear whole or not at all."""

import inspect
import sys

import pytest

from app.store.files import Unwritable, remove_partial_files, replace_file


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path):
    path = tmp_path / "report.csv"
    path.write_text("before")
    with pytest.raises(ZeroDivisionError), replace_file(path) as file:
        file.write(b"half")
        raise ZeroDivisionError
    assert path.read_text() == "before"
    with replace_file(path) as file:
        file.write(b"after")
        assert path.read_text() == "before"
    assert path.read_text() == "after"
    assert [left.name for left in tmp_path.iterdir()] == ["report.csv"]


PARTIAL = ".aquarium-0123456789ab.part"


def test_what_the_system_has_against_it_is_said(tmp_path):
    with pytest.raises(Unwritable, match=r"no such file or directory \(.*a\.csv\)"):
        replace_file(tmp_path / "none" / "a.csv").__enter__()


def test_partial_files_of_a_killed_run_alone_are_removed(tmp_path):
    (tmp_path / "deep").mkdir()
    half, other = (tmp_path / "deep" / f".aquarium-{name}.part" for name in ("0123456789ab", "mine"))
    half.write_bytes(b"half")
    other.write_bytes(b"whole")
    remove_partial_files(tmp_path)
    assert (half.exists(), other.exists()) == (False, True)


def test_folders_as_deep_as_can_be_are_searched_and_links_are_not_followed(tmp_path):
    (tmp_path / "top").mkdir()
    (tmp_path / PARTIAL).write_bytes(b"")
    deep = [tmp_path / "top" / "/".join("x" * depth) for depth in range(100)]
    for folder in deep[1:]:
        folder.mkdir()
    (deep[-1] / PARTIAL).write_bytes(b"")
    (deep[1] / "link").symlink_to(tmp_path)
    allowed = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack(0)) + 50)  # as if there were a thousand folders more
    try:
        remove_partial_files(deep[0])
    finally:
        sys.setrecursionlimit(allowed)
    assert (tmp_path / PARTIAL).exists()
    (deep[1] / "link").unlink()
    for folder in reversed(deep):
        folder.rmdir()  # only what is empty
