"""A folder that results go to → whether its reports are of this program, before any is overwritten."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from .atomic import Unwritable

LEDGER, TABLE, SUMMARY, FAILED, PAGE = (
    "report.jsonl",
    "report.csv",
    "summary.json",
    "failed.txt",
    "index.html",
)
BEGINNINGS = {
    TABLE: b"\xef\xbb\xbfnumber,path,status,",
    SUMMARY: b'{\n  "program": "aquarium"',
    PAGE: b"<!doctype html>\n<!-- aquarium -->",
}
"""How the files begin that this program leaves beside its ledger."""


def check_ours(folder: Path, *, begun: bool, size: int) -> None:
    """Check that nothing of others would be overwritten.

    Parameters
    ----------
    folder : Path
        Where the reports are to be.
    begun : bool
        Whether there is a line in the ledger that this program wrote.
    size : int
        Bytes of the ledger up to its last whole line.

    Raises
    ------
    Unwritable
        If something would.
    """
    if begun:
        return
    foreign = [LEDGER] if size else []
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
