"""Pipes and devices are named instead of being waited for."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from solver.message import Message
from tests.vision.files.pictures import refusal
from vision.files.mark import mark_of
from vision.files.safe_open import NotAFile, open_file

POSIX = pytest.mark.skipif(os.name == "nt", reason="pipes and devices with names are a matter of POSIX")


@POSIX
def test_a_pipe_without_a_writer_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "x.png")
    with pytest.raises(NotAFile, match="a pipe"):
        open_file(tmp_path / "x.png")
    assert refusal(tmp_path / "x.png") == Message("not_a_file", kind="a pipe")
    assert mark_of(tmp_path / "x.png") is None


@POSIX
@pytest.mark.parametrize("device", ["/dev/zero", "/dev/null", "/dev/tty"])
def test_a_device_is_refused(device):
    if not Path(device).exists():
        pytest.skip(f"there is no {device}")
    assert refusal(Path(device)) == Message("not_a_file", kind="a device")


@POSIX
def test_a_pipe_that_takes_a_files_name_before_it_is_opened_is_refused(tmp_path, monkeypatch):
    os.mkfifo(tmp_path / "x.png")
    (tmp_path / "a").touch()
    monkeypatch.setattr(Path, "stat", lambda path: os.stat(tmp_path / "a"))  # noqa: PTH116 — it stands in
    assert stat.S_ISREG((tmp_path / "x.png").stat().st_mode)
    with pytest.raises(NotAFile, match="a pipe"):
        open_file(tmp_path / "x.png")


@POSIX
@pytest.mark.skipif(not Path("/dev/fd").is_dir(), reason="this system has no /dev/fd")
def test_a_pipe_that_a_shell_opened_is_read():
    program = "import sys; from pathlib import Path; from vision.files.safe_open import open_file; "
    program += "print(open_file(Path(sys.argv[1])).read())"
    command = f"'{sys.executable}' -c '{program}' <(printf abc)"
    run = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert run.stdout == "b'abc'\n"
