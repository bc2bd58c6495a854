"""The connection to a database that is locked exclusively as long as it is open, and made anew if damaged."""

import os
import secrets
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile
from urllib.parse import quote

from vision.files.atomic import atomic_write

from ..status import one_line
from .files import REPORT, Unwritable, unwritable
from .stamps import TICK, settled_stamp, stamp_of

if sys.platform != "win32":
    import fcntl

PRIVATE = ".aquarium"
"""Folder beside the reports for what only this program needs; hidden, as walks pass by hidden folders."""
DATABASE = "answers.sqlite"
SCHEMA_STEPS = (
    """
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
""",
    """
CREATE INDEX by_status ON pictures (status);
CREATE TABLE standing (  -- answers that need not be looked at while the stamps of both files are the same
    key BLOB PRIMARY KEY, fingerprint TEXT, target BLOB, picture BLOB, answer BLOB
) WITHOUT ROWID;
CREATE TABLE shown (  -- what the reports show of a picture
    number INTEGER PRIMARY KEY, version TEXT, cells TEXT, item TEXT, failed TEXT, is_odd INTEGER, size INTEGER
);
""",
    """
CREATE INDEX by_size ON shown (is_odd, size);
CREATE TABLE reported (  -- files whose lines are as they are to be of all pictures before that path
    name TEXT PRIMARY KEY, stamp BLOB, path BLOB, room INTEGER
);
""",
)
"""What each version added to the one before, which is taken over. All but the first is remembered only for
speed, and can be made again."""
SCHEMA = "".join(SCHEMA_STEPS)
FORGET = """
BEGIN;
DELETE FROM shown;
DELETE FROM reported;
DELETE FROM standing WHERE typeof(key) != 'blob' OR typeof(target) != 'blob'
    OR key NOT IN (SELECT key FROM pictures WHERE status = 'solved' AND has_answer);
COMMIT;
"""
"""Leaves of that what no damage makes wrong: stamps of other files fit none."""
DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_ERROR", "SQLITE_MISMATCH")
"""Beginnings of the errors of files that are no such database: the latter of one with other tables."""
LEFT = "answers.left"
"""Holds the stamp of the database as it was when it was closed."""
KEPT = "answers.damaged.sqlite"
"""What a damaged database is called that another was made in the place of; the latest alone is kept."""
FOREIGN_ROWS = """
SELECT count(*) != 1 OR total(typeof(size) != 'integer' OR typeof(tail) != 'blob'
    OR typeof(lines) != 'integer') FROM report
UNION ALL
SELECT count(*) FROM pictures WHERE typeof(key) != 'blob' OR typeof(path) != 'blob'
    OR typeof(status) != 'text' OR typeof(record) != 'text' OR typeof(target) NOT IN ('blob', 'null')
"""
"""Is 0 twice if all rows are of the kinds that are written here: SQLite holds anything in any column."""


IN_USE = ("another run is writing to this folder", "wait for it or choose another")


class NotOurs(Exception):
    """A database that is whole, but does not hold what is written here."""


def connect(path: Path) -> tuple[sqlite3.Connection, str | None]:
    """Open the database and lock it. One that is damaged, or not of this program, is kept and begun anew.

    The text tells of that in one line. Raises Unwritable.
    """
    for name in (path, Path(f"{path}-wal")):
        if name.is_symlink():
            raise Unwritable("it is a link", "move it away or choose another folder", str(name))
    try:
        return _open(path), None
    except (NotOurs, UnicodeDecodeError) as error:  # the latter of what SQLite says of damaged names
        reason = str(error)
    except sqlite3.Error as error:
        if not _is_damage(error) and not path.is_dir():
            raise unusable(path, error) from error
        reason = str(error)
    try:
        Path(f"{path}-wal").unlink(missing_ok=True)
        _keep(path)
        said = f"{path}: it was damaged ({one_line(reason)}); rebuilt from {REPORT}, the old file is {KEPT}"
        return _open(path), said
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
        database.text_factory = partial(str, encoding="utf-8", errors="replace")
        if not _tables(database):
            database.executescript(f"BEGIN; {SCHEMA} PRAGMA user_version = {len(SCHEMA_STEPS)}; COMMIT;")
        else:
            _check(database, path)
    except BaseException:
        database.close()
        raise
    return database


def _check(database: sqlite3.Connection, path: Path) -> None:
    """Check that a database is of this program and, unless it is as it was left, that it is whole.

    To look at all of it takes 13 microseconds for a picture, and reads gigabytes.
    """
    _take_over(database)
    if _tables(database) != _tables_of(SCHEMA):
        raise NotOurs("it has other tables")
    if is_as_left(path):
        return
    (seen,) = database.execute("PRAGMA integrity_check(1)").fetchone()
    if seen != "ok":
        raise NotOurs(seen)
    if any(count for (count,) in database.execute(FOREIGN_ROWS)):
        raise NotOurs("it has values of other types")
    database.executescript(FORGET)


def _take_over(database: sqlite3.Connection) -> None:
    """Add to a database of an earlier version what the later ones have."""
    for version in range(1, len(SCHEMA_STEPS)):
        if _tables(database) == _tables_of("".join(SCHEMA_STEPS[:version])):
            added = "".join(SCHEMA_STEPS[version:])
            database.executescript(f"BEGIN; {added} PRAGMA user_version = {len(SCHEMA_STEPS)}; COMMIT;")


def _tables_of(schema: str) -> set[tuple[str, ...]]:
    with closing(sqlite3.connect(":memory:")) as ours:
        ours.executescript(schema)
        return _tables(ours)


def is_as_left(path: Path) -> bool:
    """Tell whether a database is, to the byte, as the last run closed it, which had found it whole."""
    try:
        return path.with_name(LEFT).read_bytes() == stamp_of(path.lstat())
    except OSError:
        return False


def note_as_left(path: Path) -> None:
    """Note that a database that is closed is whole; it may be changed within a tick of the clock, so wait."""
    with suppress(OSError):  # then it is checked the next time
        time.sleep(2 * TICK / 1e9)
        stamp = settled_stamp(path.lstat())
        if stamp is not None and not Path(f"{path}-wal").exists():
            with atomic_write(path.with_name(LEFT)) as file:
                file.write(stamp)


def _tables(database: sqlite3.Connection) -> set[tuple[str, ...]]:
    return set(database.execute("SELECT type, name, sql FROM sqlite_schema"))


def _keep(path: Path) -> None:
    """Move what is in the way of the database aside, a folder too."""
    kept = path.with_name(KEPT)
    if kept.is_dir() and not kept.is_symlink():
        kept = path.with_name(f"{KEPT}-{secrets.token_hex(4)}")
    path.rename(kept) if path.is_dir() else path.replace(kept)


def _is_damage(error: sqlite3.Error) -> bool:
    """Tell whether a database cannot be used whatever is tried again, as with text that is none."""
    return getattr(error, "sqlite_errorname", "SQLITE_CORRUPT").startswith(DAMAGED)


def _has_locks(folder: Path) -> bool:
    """Tell whether files can be locked there; on some drives in a network they cannot, and are not."""
    if sys.platform != "win32":
        try:
            with TemporaryFile(dir=folder) as probe:
                fcntl.lockf(probe, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
    return True


@contextmanager
def lock_folder(folder: Path) -> Iterator[None]:
    """Lock a folder itself: what is in it may be deleted. Unwritable if another run has locked it.

    The lock ends with its process however that ends. Where folders cannot be locked, that of the database
    holds; on Windows nothing that is open can be deleted.
    """
    if sys.platform == "win32":
        yield
        return
    with ExitStack() as opened:
        try:
            descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            opened.callback(os.close, descriptor)
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise Unwritable(*IN_USE, str(folder)) from error
        except OSError:  # a drive in a network, or a folder that may be written but not listed
            pass
        yield


def copy_again(database: sqlite3.Connection, path: Path) -> str | None:
    """Write a database anew that was deleted while it was open, and say so in a line; None if it is there."""
    if path.exists():
        return None
    try:
        private_folder(path.parent.parent)
        database.execute("VACUUM INTO ?", [os.fspath(path)])
    except sqlite3.Error as error:
        raise unusable(path, error) from error
    return f"{path}: it was deleted during the run and has been rewritten"


def unusable(path: Path, error: sqlite3.Error) -> Unwritable:
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        folder = path.parent.parent
        return Unwritable(*IN_USE, str(folder))
    if _is_damage(error):
        advice = f"run it again to rebuild it from {REPORT}"
        return Unwritable(f"it is damaged: {error}", advice, str(path))
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
