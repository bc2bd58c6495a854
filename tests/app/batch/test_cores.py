"""How many cores may be kept busy: those granted, within the quota of the container."""

import math
import os
from pathlib import Path

import pytest

from app.batch import cores


def of_version_1(group: str, quota: int) -> dict[str, str]:
    """Return the files of a control group that bind its time."""
    return {f"cpu/{group}cpu.cfs_quota_us": f"{quota}\n", f"cpu/{group}cpu.cfs_period_us": "100000\n"}


@pytest.mark.parametrize(
    ("own", "files", "quota"),
    [
        ("0::/\n", {"cpu.max": "150000 100000\n"}, 1.5),
        ("0::/\n", {"cpu.max": "max 100000\n"}, math.inf),
        ("0::/a/b\n", {"a/b/cpu.max": "max 100000\n", "a/cpu.max": "200000 100000\n"}, 2),
        ("0::/a/b\n", {"a/b/cpu.max": "100000 100000\n", "a/cpu.max": "200000 100000\n"}, 1),
        ("0::/a/of/the/host\n", {"cpu.max": "300000 100000\n"}, 3),
        ("0::/\n", {"cpu.max": "what\n"}, math.inf),
        ("0::/\n", {}, math.inf),
        ("", {"cpu.max": "100000 100000\n"}, math.inf),
        ("3:cpu,cpuacct:/x\n", of_version_1("x/", 50_000), 0.5),
        ("3:cpu:/of/host\n", of_version_1("", 400000), 4),
        ("3:cpu:/\n", of_version_1("", -1), math.inf),
        ("3:cpuset:/\n", of_version_1("", 100000), math.inf),
    ],
)
def test_the_containers_quota_is_found(tmp_path: Path, own: str, files: dict[str, str], quota: float):
    listed, mounted = tmp_path / "own", tmp_path / "mounted"
    listed.write_text(own)
    for name, text in files.items():
        (mounted / name).parent.mkdir(parents=True, exist_ok=True)
        (mounted / name).write_text(text)
    assert cores.cpu_quota(listed, mounted) == quota


@pytest.mark.parametrize(("granted", "quota", "usable"), [(8, 2.5, 3), (2, math.inf, 2), (4, 0.1, 1)])
def test_the_usable_cores_are_those_granted_within_the_quota(monkeypatch, granted, quota, usable):
    monkeypatch.setattr(cores, "_granted", lambda: granted)
    monkeypatch.setattr(cores, "cpu_quota", lambda: quota)
    assert cores.usable_cores() == usable


def test_cores_taken_from_this_process_are_not_granted():
    if hasattr(os, "sched_getaffinity"):
        assert cores._granted() <= len(os.sched_getaffinity(0))
    assert cores.usable_cores() >= 1
