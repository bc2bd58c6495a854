"""Files appear whole or not at all, what killed writers left is swept, and no link leads out of a folder."""

import os
import sys
import time
from pathlib import Path
from unittest.mock import Mock

import pytest

from vision.files import atomic
from vision.files.atomic import LeadsOut, atomic_write, sweep
from vision.files.safe_open import real_path

DEAD = ".aquarium-0123456789ab.part"

needs_links = pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def write(target: Path, within: Path | None = None) -> None:
    with atomic_write(target, within=within) as file:
        file.write(b"ours")


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    out, elsewhere = tmp_path / "out", tmp_path / "elsewhere"
    for folder in (out / "sub", elsewhere):
        folder.mkdir(parents=True)
    return out, elsewhere


def test_the_first_file_in_a_folder_sweeps_what_killed_writers_left(tmp_path):
    for left in (DEAD, ".aquarium-mine.part", "aquarium.part"):
        (tmp_path / left).touch()
    (tmp_path / ".aquarium-aaaaaaaaaaaa.part").mkdir()
    write(tmp_path / "a.png")
    assert names(tmp_path) == [".aquarium-aaaaaaaaaaaa.part", ".aquarium-mine.part", "a.png", "aquarium.part"]


def test_what_is_being_written_is_not_swept(tmp_path):
    with atomic_write(tmp_path / "b.png"):
        (part,) = names(tmp_path)
        sweep(tmp_path, [part])
        assert names(tmp_path) == [part]


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
    write(tmp_path / "a.png")
    assert (tmp_path / "a.png").read_bytes() == b"ours"
    assert len(locked) == 2


@pytest.mark.parametrize(("age", "is_swept"), [(60, False), (7200, True)])
def test_where_files_cannot_be_locked_old_ones_alone_are_swept(tmp_path, monkeypatch, age, is_swept):
    fcntl = pytest.importorskip("fcntl", reason="Windows needs no locks")
    monkeypatch.setattr(fcntl, "flock", Mock(side_effect=OSError(37, "No locks available")))
    (tmp_path / DEAD).touch()
    os.utime(tmp_path / DEAD, (time.time() - age,) * 2)
    write(tmp_path / "a.png")
    assert names(tmp_path) == ["a.png"] if is_swept else [DEAD, "a.png"]


@needs_links
def test_a_link_is_neither_swept_through_nor_followed(tmp_path):
    folder, theirs = tmp_path / "in", tmp_path / "of others"
    theirs.write_text("theirs")
    folder.mkdir()
    for name in (DEAD, "a.png"):
        (folder / name).symlink_to(theirs)
    write(folder / "a.png", within=folder)
    assert (theirs.read_text(), (folder / "a.png").read_text()) == ("theirs", "ours")


@needs_links
def test_links_within_a_folder_are_followed_and_those_that_lead_out_are_not(folders):
    out, elsewhere = folders
    (out / "inside").symlink_to(out / "sub")
    (out / "outside").symlink_to(elsewhere)
    write(out / "inside" / "a.png", within=out)
    assert names(out / "sub") == ["a.png"]
    for place in (out / "outside" / "a.png", out / "outside" / "deep" / "a.png", out / ".." / "a.png"):
        with pytest.raises(LeadsOut):
            write(place, within=out)
    assert names(elsewhere) == []
    assert names(out.parent) == ["elsewhere", "out"]


@pytest.mark.skipif(not atomic.HAS_DESCRIPTORS, reason="Windows opens no folders")
@pytest.mark.parametrize("moment", ["once the path is looked up", "while it is written"])
def test_a_folder_that_is_swapped_for_a_link_leads_nothing_out(folders, monkeypatch, moment):
    out, elsewhere = folders
    real = os.path.realpath

    def swap() -> None:
        (out / "sub").rename(out / "away")
        (out / "sub").symlink_to(elsewhere)

    def looked_up(path: Path) -> str:
        found = real(path)
        if path == out / "sub":
            swap()
        return found

    if moment.startswith("once"):
        monkeypatch.setattr(atomic.os.path, "realpath", looked_up)
        with pytest.raises(LeadsOut):
            write(out / "sub" / "a.png", within=out)
    else:
        with atomic_write(out / "sub" / "a.png", within=out):
            swap()
        assert names(out / "away") == ["a.png"]
    assert names(elsewhere) == []


@needs_links
def test_without_descriptors_the_path_is_checked(folders, monkeypatch):
    out, elsewhere = folders
    monkeypatch.setattr(atomic, "HAS_DESCRIPTORS", False)
    (out / "link").symlink_to(elsewhere)
    with pytest.raises(LeadsOut):
        write(out / "link" / "a.png", within=out)
    write(out / "new" / "a.png", within=out)
    assert (names(elsewhere), names(out / "new")) == ([], ["a.png"])


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
