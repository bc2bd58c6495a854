"""The connection to a database that is locked exclusively as long as it is open, and made anew if damaged."""

import os
import sqlite3
import sys
from pathlib import Path
from tempfile import TemporaryFile
from urllib.parse import quote

from .files import REPORT, Unwritable, unwritable

if sys.platform != "win32":
    import fcntl

PRIVATE = ".aquarium"
"""Folder beside the reports for what only this program needs; hidden, as walks pass by hidden folders."""
DATABASE = "answers.sqlite"
SCHEMA_VERSION = 1
SCHEMA = """
CREATE TABLE pictures (
    number INTEGER PRIMARY KEY,  -- in the order of report.jsonl
    key BLOB NOT NULL UNIQUE, path BLOB NOT NULL, status TEXT NOT NULL,
    version TEXT, settings TEXT, sha256 TEXT, bytes INTEGER,
    target BLOB, has_answer INTEGER, record TEXT NOT NULL
);
CREATE INDEX by_path ON pictures (path, key);
CREATE INDEX by_answer ON pictures (target) WHERE has_answer;
CREATE TABLE thumbnails (key BLOB PRIMARY KEY, sha256 TEXT, crop TEXT, before BLOB, after BLOB);
CREATE TABLE report (size INTEGER, tail BLOB, lines INTEGER);
INSERT INTO report VALUES (0, x'', 0);
"""
DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_ERROR")
"""Beginnings of the errors of files that are no such database: the last of one with other tables."""


def connect(path: Path) -> sqlite3.Connection:
    """Open the database and lock it; one that is damaged, or of another version, is begun anew."""
    for name in (path, Path(f"{path}-wal")):
        if name.is_symlink():
            raise Unwritable("it is a link", "move it away or choose another folder", str(name))
    try:
        return _open(path)
    except sqlite3.Error as error:
        if not error.sqlite_errorname.startswith(DAMAGED):
            raise unusable(path, error) from error
    try:
        for name in (path, Path(f"{path}-wal")):
            name.unlink(missing_ok=True)
        return _open(path)
    except sqlite3.Error as error:
        raise unusable(path, error) from error
    except OSError as error:
        raise unwritable(path, error) from error


def _open(path: Path) -> sqlite3.Connection:
    lock = "" if _has_locks(path.parent) else "?nolock=1"
    uri = f"file:{quote(os.fsencode(os.path.abspath(path)))}{lock}"  # noqa: PTH100 — links stay
    database = sqlite3.connect(uri, uri=True, timeout=0, isolation_level=None)
    try:
        for setting in ("locking_mode = EXCLUSIVE", "journal_mode = WAL", "synchronous = NORMAL"):
            database.execute(f"PRAGMA {setting}")
        (version,) = database.execute("PRAGMA user_version").fetchone()
        if version != SCHEMA_VERSION:
            database.executescript(f"BEGIN; {SCHEMA} PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;")
    except BaseException:
        database.close()
        raise
    return database


def _has_locks(folder: Path) -> bool:
    """Tell whether files can be locked there; on some drives in a network they cannot, and are not."""
    if sys.platform != "win32":
        try:
            with TemporaryFile(dir=folder) as probe:
                fcntl.lockf(probe, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
    return True


def unusable(path: Path, error: sqlite3.Error) -> Unwritable:
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        folder = path.parent.parent
        return Unwritable(
            "another run is writing to this folder", "wait for it or choose another", str(folder)
        )
    if name.startswith(DAMAGED):
        return Unwritable(f"it is damaged: {error}", f"delete it, it is made anew from {REPORT}", str(path))
    said = "no space left on device" if name == "SQLITE_FULL" else str(error)
    return Unwritable(f"it cannot be written: {said}", "make room or choose another folder", str(path))


def private_folder(folder: Path) -> Path:
    """Return the folder for what only this program needs, made if it is missing."""
    private = folder / PRIVATE
    try:
        private.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(private, error) from error
    if private.is_symlink():
        raise unwritable(private, NotADirectoryError(0, "it is a link"))
    return private
