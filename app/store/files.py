"""Files beside the answers: their names, none laid over those of others, each there whole or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from solver.errors import AquariumError
from vision.files.atomic import atomic_write, sweep

REPORT = "report.jsonl"
TABLE = "report.csv"
SUMMARY = "summary.json"
FAILED = "failed.txt"
PAGE = "index.html"
BEGINNINGS = {
    TABLE: b"\xef\xbb\xbfnumber,path,status,",
    SUMMARY: b'{\n  "program": "aquarium"',
    PAGE: b"<!doctype html>\n<!-- aquarium -->",
}
"""How the files begin that this program leaves beside `report.jsonl`."""


class Unwritable(AquariumError):
    """A file beside the answers that cannot be written."""


@contextmanager
def replace_file(path: Path) -> Iterator[BinaryIO]:
    """Write a file as `atomic_write` does, safe from power cuts; Unwritable leaves what was there."""
    try:
        with atomic_write(path, sync=True) as file:
            yield file
    except OSError as error:
        raise unwritable(path, error) from error


def unwritable(path: Path, error: OSError) -> Unwritable:
    """Return the error that says what the system has against writing a file."""
    reason = error.strerror or type(error).__name__
    return Unwritable(
        f"it cannot be written: {reason.lower()}", "make room or choose another folder", str(path)
    )


def remove_partial_files(folder: Path) -> None:
    """Delete what killed runs had half written in a folder and below, where others may write now."""
    folders = [os.fspath(folder)]
    while folders:  # os.walk calls itself, and folders may be nested as deep as their paths can be long
        parent, hidden = folders.pop(), []
        with suppress(OSError), os.scandir(parent) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    folders.append(entry.path)
                elif entry.name[0] == ".":  # as they all are
                    hidden.append(entry.name)
        sweep(Path(parent), hidden)


def check_not_foreign(folder: Path, *, report_size: int) -> None:
    """Raise Unwritable if files of others would be overwritten in a folder whose report has no line of ours.

    `report_size` counts the bytes of `report.jsonl` up to its last whole line.
    """
    foreign = [REPORT] if report_size else []
    foreign += [name for name in BEGINNINGS if (folder / name).exists() and not _is_ours(folder / name)]
    if (folder / FAILED).exists() and not any((folder / name).exists() for name in BEGINNINGS):
        foreign.append(FAILED)
    if foreign:
        seen = (
            f"{' and '.join(foreign)} there {'were' if len(foreign) > 1 else 'was'} not made by this program"
        )
        raise Unwritable(seen, "move it away or choose another folder", str(folder))


def _is_ours(path: Path) -> bool:
    with suppress(OSError), path.open("rb") as file:
        return file.read(len(BEGINNINGS[path.name])) == BEGINNINGS[path.name]
    return False
