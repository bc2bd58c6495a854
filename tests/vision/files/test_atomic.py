"""Files appear whole or not at all, what killed writers left is swept, and no link leads out of a folder."""

import os
import subprocess
import sys
import time
from pathlib import Path
from unittest.mock import Mock

import pytest

from vision.files import atomic
from vision.files.atomic import LeadsOut, atomic_write, sweep
from vision.files.safe_open import real_path

DEAD = ".aquarium-0123456789ab.part"
WRITER = f"""
import sys, time
from pathlib import Path
sys.path.insert(0, {str(Path(__file__).parents[3])!r})
from vision.files.atomic import atomic_write
with atomic_write(Path(sys.argv[1])) as file:
    file.write(b"whole")
    print(flush=True)
    sys.stdin.read()
"""

needs_links = pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
needs_descriptors = pytest.mark.skipif(not atomic.HAS_DESCRIPTORS, reason="Windows opens no folders")


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_the_first_file_in_a_folder_sweeps_what_killed_writers_left(tmp_path):
    for left in (DEAD, ".aquarium-mine.part", "aquarium.part"):
        (tmp_path / left).touch()
    (tmp_path / ".aquarium-aaaaaaaaaaaa.part").mkdir()
    with atomic_write(tmp_path / "a.png"):
        pass
    assert names(tmp_path) == [".aquarium-aaaaaaaaaaaa.part", ".aquarium-mine.part", "a.png", "aquarium.part"]


def test_what_another_process_is_writing_is_not_swept_but_when_it_is_killed(tmp_path):
    command = [sys.executable, "-c", WRITER, str(tmp_path / "b.png")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as writer:
        writer.stdout.readline()
        (part,) = names(tmp_path)
        sweep(tmp_path, [part])
        assert names(tmp_path) == [part]
        writer.kill()
        writer.wait()
    sweep(tmp_path, [part])
    assert names(tmp_path) == []


def test_a_file_that_is_swept_before_it_is_locked_is_made_again(tmp_path, monkeypatch):
    fcntl = pytest.importorskip("fcntl", reason="on Windows open files cannot be deleted")
    lock, locked = fcntl.flock, []

    def late(descriptor: int, how: int) -> None:
        if not locked:
            for part in names(tmp_path):
                (tmp_path / part).unlink()
        locked.append(descriptor)
        lock(descriptor, how)

    monkeypatch.setattr(fcntl, "flock", late)
    with atomic_write(tmp_path / "a.png") as file:
        file.write(b"whole")
    assert (tmp_path / "a.png").read_bytes() == b"whole"
    assert len(locked) == 2


@pytest.mark.parametrize(("age", "is_swept"), [(60, False), (7200, True)])
def test_where_files_cannot_be_locked_old_ones_alone_are_swept(tmp_path, monkeypatch, age, is_swept):
    fcntl = pytest.importorskip("fcntl", reason="Windows needs no locks")
    monkeypatch.setattr(fcntl, "flock", Mock(side_effect=OSError(37, "No locks available")))
    (tmp_path / DEAD).touch()
    os.utime(tmp_path / DEAD, (time.time() - age,) * 2)
    with atomic_write(tmp_path / "a.png"):
        pass
    assert names(tmp_path) == ["a.png"] if is_swept else [DEAD, "a.png"]


@needs_links
def test_a_link_is_neither_swept_through_nor_followed(tmp_path):
    (tmp_path / "of others").write_text("theirs")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / DEAD).symlink_to(tmp_path / "of others")
    (tmp_path / "in" / "a.png").symlink_to(tmp_path / "of others")
    with atomic_write(tmp_path / "in" / "a.png", within=tmp_path / "in") as file:
        file.write(b"ours")
    assert (tmp_path / "of others").read_text() == "theirs"
    assert (tmp_path / "in" / "a.png").read_text() == "ours"


@needs_links
def test_links_within_a_folder_are_followed_and_those_that_lead_out_are_not(tmp_path):
    out, elsewhere = tmp_path / "out", tmp_path / "elsewhere"
    for folder in (out / "real", elsewhere):
        folder.mkdir(parents=True)
    (out / "inside").symlink_to(out / "real")
    (out / "outside").symlink_to(elsewhere)
    with atomic_write(out / "inside" / "a.png", within=out):
        pass
    assert names(out / "real") == ["a.png"]
    for place in (out / "outside" / "a.png", out / "outside" / "deep" / "a.png", out / ".." / "a.png"):
        with pytest.raises(LeadsOut), atomic_write(place, within=out):
            pass
    assert names(elsewhere) == []
    assert not (tmp_path / "a.png").exists()


@needs_descriptors
@pytest.mark.parametrize("moment", ["once the path is looked up", "while it is written"])
def test_a_folder_that_is_swapped_for_a_link_leads_nothing_out(tmp_path, monkeypatch, moment):
    out, elsewhere = tmp_path / "out", tmp_path / "elsewhere"
    for folder in (out / "sub", elsewhere):
        folder.mkdir(parents=True)

    def swap() -> None:
        (out / "sub").rename(tmp_path / "away")
        (out / "sub").symlink_to(elsewhere)

    if moment.startswith("once"):
        real = os.path.realpath

        def looked_up(path: Path) -> str:
            found = real(path)
            if path == out / "sub":
                swap()
            return found

        monkeypatch.setattr(atomic.os.path, "realpath", looked_up)
        with pytest.raises(LeadsOut), atomic_write(out / "sub" / "a.png", within=out):
            pass
    else:
        with atomic_write(out / "sub" / "a.png", within=out) as file:
            swap()
            file.write(b"ours")
        assert names(tmp_path / "away") == ["a.png"]
    assert names(elsewhere) == []


@needs_links
def test_without_descriptors_the_path_is_checked(tmp_path, monkeypatch):
    monkeypatch.setattr(atomic, "HAS_DESCRIPTORS", False)
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "sub").symlink_to(tmp_path)
    with pytest.raises(LeadsOut), atomic_write(tmp_path / "out" / "sub" / "a.png", within=tmp_path / "out"):
        pass
    with atomic_write(tmp_path / "out" / "new" / "a.png", within=tmp_path / "out"):
        pass
    assert names(tmp_path) == ["out"]
    assert atomic.PART.fullmatch(DEAD)


def test_a_link_that_vanishes_while_it_is_followed_is_looked_up_again(tmp_path, monkeypatch):
    link, read = tmp_path / "link", os.readlink
    link.symlink_to(tmp_path)

    def vanish(path, **options):
        if link.is_symlink():
            link.unlink()
            link.mkdir()
        return read(path, **options)

    monkeypatch.setattr(os, "readlink", vanish)
    assert real_path(link / "a.png") == str(link / "a.png")
    assert not link.is_symlink()
