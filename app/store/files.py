"""Files beside the answers: their names, none laid over those of others, each there whole or not at all."""

import os
from contextlib import suppress
from functools import partial
from pathlib import Path

from solver.errors import AquariumError
from vision.files.atomic import sweep

from ..sentences import Message

REPORT = "report.jsonl"
TABLE = "report.csv"
SUMMARY = "summary.json"
FAILED = "failed.txt"
PAGE = "index.html"
BEGINNINGS = {
    REPORT: b'{"schema": ',
    TABLE: b"\xef\xbb\xbfnumber,path,status,",
    SUMMARY: b'{\n  "program": "aquarium"',
    PAGE: b"<!doctype html>\n<!-- aquarium -->",
}
"""How the files begin that this program leaves beside the answers; of `report.jsonl` some line does."""
BLOCK = 1 << 16
"""Bytes of a line that are looked at together."""


class Unwritable(AquariumError):
    """A file beside the answers that cannot be written."""


def unwritable(path: Path, error: OSError) -> Unwritable:
    """Return the error that says what the system has against writing a file."""
    reason = error.strerror or type(error).__name__
    return Unwritable(Message("report_not_written", said=reason.lower()), str(path))


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


def check_not_foreign(folder: Path) -> None:
    """Raise Unwritable if files of others would be overwritten in a folder of which nothing is known."""
    foreign = [name for name in BEGINNINGS if (folder / name).exists() and not _is_ours(folder / name)]
    if (folder / FAILED).exists() and not any((folder / name).exists() for name in BEGINNINGS):
        foreign.append(FAILED)
    if foreign:
        raise Unwritable(Message("foreign_files", names=tuple(foreign)), str(folder))


def _is_ours(path: Path) -> bool:
    beginning = BEGINNINGS[path.name]
    with suppress(OSError), path.open("rb") as file:
        if path.name != REPORT:
            return file.read(len(beginning)) == beginning
        lines = iter(partial(file.readline, BLOCK), b"")
        first = next(lines, b"")
        return beginning.startswith(first) or any(line.startswith(beginning) for line in (first, *lines))
    return False
