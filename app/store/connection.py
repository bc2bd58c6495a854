"""The connection to a database that is locked exclusively as long as it is open, and made anew if damaged."""

import os
import secrets
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile
from urllib.parse import quote

from ..sentences import Message
from ..status import one_line
from .files import REPORT, Unwritable, unwritable
from .rows import VERSION_OF_1_0, create, take_over_1_0

if sys.platform != "win32":
    import fcntl

PRIVATE = ".aquarium"
"""Folder beside the reports for what only this program needs; hidden, as walks pass by hidden folders."""
DATABASE = "answers.sqlite"
SET_ASIDE = "answers.damaged.sqlite"
"""What a damaged database is called that another was made in the place of; the latest alone is kept."""
DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_ERROR", "SQLITE_MISMATCH")
"""Beginnings of the errors of files that are no such database: the latter of one with other tables."""
IN_USE = Message("folder_in_use")


class NotOurs(Exception):
    """A database that is whole, but does not hold what is written here."""


def connect(path: Path) -> tuple[sqlite3.Connection, str | None]:
    """Open the database and lock it. One that is damaged, or not of this program, is kept and begun anew.

    The text tells of that in one line. Raises Unwritable.
    """
    for name in (path, Path(f"{path}-wal")):
        if name.is_symlink():
            raise Unwritable(Message("database_is_link"), str(name))
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
        _set_aside(path)
        said = (
            f"{path}: it was damaged ({one_line(reason)}); rebuilt from {REPORT}, the old file is {SET_ASIDE}"
        )
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
        database.execute("BEGIN")
        is_former = database.execute("PRAGMA user_version").fetchone() == (VERSION_OF_1_0,)
        if not _tables(database):
            create(database)
        elif (seen := database.execute("PRAGMA integrity_check(1)").fetchone()[0]) != "ok":
            raise NotOurs(seen)
        if is_former:
            take_over_1_0(database)
        if _tables(database) != _tables_of_today():
            raise NotOurs("it has other tables")
        database.commit()
        if is_former:
            with suppress(sqlite3.Error):  # without it new rows fill that room
                database.execute("VACUUM")
    except BaseException:
        database.close()
        raise
    return database


def _tables_of_today() -> set[tuple[str, ...]]:
    with closing(sqlite3.connect(":memory:")) as ours:
        create(ours)
        return _tables(ours)


def _tables(database: sqlite3.Connection) -> set[tuple[str, ...]]:
    return set(database.execute("SELECT type, name, sql FROM sqlite_schema"))


def _set_aside(path: Path) -> None:
    """Move what is in the way of the database aside, a folder too."""
    kept = path.with_name(SET_ASIDE)
    if kept.is_dir() and not kept.is_symlink():
        kept = path.with_name(f"{SET_ASIDE}-{secrets.token_hex(4)}")
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
            raise Unwritable(IN_USE, str(folder)) from error
        except OSError:  # a drive in a network, or a folder that may be written but not listed
            pass
        yield


@contextmanager
def transaction(database: sqlite3.Connection, path: Path) -> Iterator[None]:
    """Write all that is written in the block, or nothing of it; Unwritable if that cannot be."""
    try:
        database.execute("BEGIN")
        try:
            yield
        except BaseException:
            database.rollback()
            raise
        database.commit()
    except sqlite3.Error as error:
        raise unusable(path, error) from error


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
        return Unwritable(IN_USE, str(folder))
    if _is_damage(error):
        return Unwritable(Message("database_damaged", said=str(error), report=REPORT), str(path))
    said = "no space left on device" if name == "SQLITE_FULL" else str(error)
    return Unwritable(Message("report_not_written", said=said), str(path))


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
