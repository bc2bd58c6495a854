"""What killed runs had half written is removed, and nothing else."""

import inspect
import sys

from app.store.done import remove_partial_files

PARTIAL = ".aquarium-0123456789ab.part"


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
