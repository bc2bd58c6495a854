"""Files beside the answers appear whole or not at all."""

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
