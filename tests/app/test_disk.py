"""Disks that are full, places that are read-only and files that are gone end as a status and a word."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image as Pillow

from app.batch.job import solve_job
from app.inputs.plan import Job
from app.inputs.words import Input
from app.request import Limits, Request
from tests.app.stand_ins import solved
from vision.files.safe_open import MAX_BYTES

REQUEST = Request(limits=Limits(5, 0))


@pytest.fixture(autouse=True)
def pictures(stand_in):
    """Have pictures that are answered at once by what they show."""
    stand_in(lambda pixels, **settings: replace(solved(pixels, **settings), picture=pixels))
    noise = np.random.default_rng(0).integers(0, 256, (200, 200, 3), np.uint8)  # its answer takes 120 KB
    Pillow.fromarray(noise).save("a.png")
    Pillow.fromarray(noise[:40, :40]).save("small.png")


@pytest.fixture
def disk(tmp_path):
    """Give a function that mounts a small disk; it is taken away in the end."""
    place = tmp_path / "disk"
    place.mkdir()

    def mount(options):
        words = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(place)]
        if sys.platform != "linux" or subprocess.run(words, capture_output=True, check=False).returncode:
            pytest.skip("mounting a small disk needs Linux and root")
        return place

    yield mount
    subprocess.run(["umount", str(place)], capture_output=True, check=False)


def test_a_full_disk_is_told_and_nothing_half_written_stays(disk):
    place = disk("size=64k")
    outcome = solve_job(Job(Input(Path("a.png")), place / "a.solved.png"), REQUEST)
    assert outcome.final_status == "unsaved"
    assert outcome.message == (
        f"{place}/a.solved.png: it cannot be written: No space left on device; choose another place"
    )
    assert list(place.iterdir()) == []
    assert solve_job(Job(Input(Path("small.png")), place / "small.png"), REQUEST).final_status == "solved"


def test_a_file_larger_than_any_picture_is_refused_before_it_is_read(monkeypatch):
    source, unread = Path("huge.png"), Request(limits=Limits(5, 0), keep_info=True)
    with source.open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    monkeypatch.setattr("hashlib.file_digest", None)
    outcome = solve_job(Job(Input(source), Path("huge.solved.png")), unread)
    said = f"it has more than {MAX_BYTES >> 20} MB; use a smaller picture"
    assert (outcome.status, outcome.message) == ("unreadable", said)
