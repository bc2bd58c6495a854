"""The names of the reports, and whether those in a folder are of this program: before any is overwritten."""

from contextlib import suppress
from pathlib import Path

from .atomic import Unwritable

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


def check_not_foreign(folder: Path, *, report_size: int) -> None:
    """Raise Unwritable if files of others would be overwritten in a folder whose report has no line of ours.

    `report_size` counts the bytes of `report.jsonl` up to its last whole line.
    """
    foreign = [REPORT] if report_size else []
    foreign += [name for name in BEGINNINGS if (folder / name).exists() and not _is_ours(folder / name)]
    if (folder / FAILED).exists() and not any((folder / name).exists() for name in BEGINNINGS):
        foreign.append(FAILED)
    if foreign:
        seen = f"{' and '.join(foreign)} there {'are' if len(foreign) > 1 else 'is'} not of this program"
        raise Unwritable(seen, "move it away or choose another folder", str(folder))


def _is_ours(path: Path) -> bool:
    with suppress(OSError), path.open("rb") as file:
        return file.read(len(BEGINNINGS[path.name])) == BEGINNINGS[path.name]
    return False
