"""A disk that is full ends as a status and a word, and leaves nothing half written."""

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
from app.request import Request
from tests.app.stand_ins import solved


@pytest.fixture
def disk(tmp_path):
    """Mount a small disk; it is taken away in the end."""
    place = tmp_path / "disk"
    place.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(place)]
    if sys.platform != "linux" or subprocess.run(words, capture_output=True, check=False).returncode:
        pytest.skip("mounting a small disk needs Linux and root")
    yield place
    subprocess.run(["umount", str(place)], capture_output=True, check=False)


def test_a_full_disk_is_told_and_nothing_half_written_stays(disk, stand_in):
    stand_in(lambda pixels, **settings: replace(solved(pixels, **settings), picture=pixels))
    noise = np.random.default_rng(0).integers(0, 256, (200, 200, 3), np.uint8)  # its answer takes 120 KB
    Pillow.fromarray(noise).save("a.png")
    Pillow.fromarray(noise[:40, :40]).save("small.png")
    outcome = solve_job(Job(Input(Path("a.png")), disk / "a.solved.png"), Request())
    assert outcome.final_status == "unsaved"
    assert outcome.message == (
        f"{disk}/a.solved.png: it cannot be written: No space left on device; choose another place"
    )
    assert list(disk.iterdir()) == []
    assert solve_job(Job(Input(Path("small.png")), disk / "small.png"), Request()).final_status == "solved"
