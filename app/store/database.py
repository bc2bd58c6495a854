"""Which pictures of a folder are done: a database beside their answers, with a row for each picture.

It is the truth: the reports are put together of its rows when a run ends, each whole. SQLite's write-ahead
log keeps it consistent after `kill -9` and power cuts without a wait for the disk; its exclusive lock keeps a
second run out, and ends with its process however that ends.
"""

from __future__ import annotations

import json
import os
import secrets
import sqlite3
import stat
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, NamedTuple
from urllib.parse import quote

from solver.errors import AquariumError
from vision.files.safe_open import real_path

from .. import VERSION
from ..inputs.naming import path_from
from ..inputs.words import Input
from ..record import FileState, PictureInfo
from ..sentences import Message
from ..status import EXIT_CODES, one_line
from .lines import RENDERING, Stored, item_of, needs_look, row_of

if sys.platform != "win32":
    import fcntl

PRIVATE = ".aquarium"
"""Folder beside the reports for what only this program needs; hidden, as walks pass by hidden folders."""
DATABASE = "answers.sqlite"
SET_ASIDE = "answers.damaged"
"""What a database is called that cannot be used, before a few random letters."""
TABLES = (
    """CREATE TABLE pictures (
    key BLOB PRIMARY KEY, path BLOB NOT NULL, status TEXT NOT NULL, target BLOB,
    has_answer INTEGER NOT NULL, is_final INTEGER NOT NULL, settings TEXT NOT NULL,
    size INTEGER, mtime_ns INTEGER, certain INTEGER, needs_look INTEGER NOT NULL,
    row TEXT NOT NULL, item TEXT NOT NULL, looks INTEGER NOT NULL,
    record TEXT NOT NULL, crop TEXT, before BLOB, after BLOB
) STRICT""",
    "CREATE INDEX by_path ON pictures (path, key)",
    "CREATE INDEX by_answer ON pictures (target) WHERE has_answer",
)
"""As SQLite remembers them. `row` and `item` are lines of reports, `looks` the bytes of the thumbnails."""
VERSION_OF_TABLES = 1
"""Of a database, as hundreds of its `user_version`; the rest is the `RENDERING` of its lines."""
MIGRATION = (
    *("DROP INDEX by_path", "DROP INDEX by_answer", "ALTER TABLE pictures RENAME TO former", *TABLES),
    """INSERT INTO pictures SELECT key, path, status, target, has_answer, is_final, asked, size, mtime_ns,
    json_extract(record, '$.puzzle_certain'), needs_look, '', '',
    ifnull(length(before), 0) + ifnull(length(after), 0), record, crop, before, after FROM former""",
    "DROP TABLE former",
)
"""From the tables of 1.0.0, which had no version."""
ROWS = 500
"""That are fetched at a time."""
BY_PATH = "FROM pictures ORDER BY path, key"
SHAPES = {"record": ('{"schema": ', "}"), "item": ('{"name":', "}"), "row": ("", "\r\n")}
"""How lines of reports begin and end."""
IN_USE = ("SQLITE_BUSY", "SQLITE_LOCKED")
UNUSABLE = ("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_ERROR")
"""Beginnings of SQLite's errors for files that are no such database, or another's."""


class Unwritable(AquariumError):
    """A file beside the answers that cannot be written."""


class Done(NamedTuple):
    """What is known of a picture that was worked on, so that a later run need not do it again."""

    key: bytes
    """What tells it apart: `Input.key`, seen from the folder."""
    target: Path | None
    """Where its answer belongs, whether or not it got one."""
    status: str
    """How it ended."""
    has_answer: bool
    is_final: bool
    """Whether it would end so again: it was answered or refused, and neither crashed nor ran out of time."""
    state: FileState | None
    """Of its file before that was read; None without a file, which is never done."""
    settings: str
    """What was asked, as `Request.fingerprint` has it."""

    def is_current(self, source: str | Path, settings: str) -> bool:
        """Tell whether a picture need not be done again.

        As make and rsync do, a file is taken for unchanged by its size and the time of its last change.
        """
        if (
            not self.is_final
            or self.settings != settings
            or self.state is None
            or self.status not in EXIT_CODES
        ):
            return False
        if self.has_answer and not (self.target and _is_filled(self.target)):
            return False
        return FileState.of(source) == self.state


def _is_filled(path: Path) -> bool:
    """Tell whether a file of at least one byte is there: a power cut may leave a name without contents."""
    with suppress(OSError, ValueError):
        seen = path.stat()
        return stat.S_ISREG(seen.st_mode) and seen.st_size > 0
    return False


class Database:
    """What was done of the pictures whose answers are in a folder. It belongs to one run at a time."""

    def __init__(self, folder: Path) -> None:
        """Open or begin a folder's database; Unwritable if that cannot be."""
        self.folder, self.real = folder, real_path(folder)
        """The folder as it was named, and its real path."""
        self._path = folder / PRIVATE / DATABASE
        self._database, self.warning = _connected(self._path)
        """What was wrong with the database that was there, in a line; empty if nothing was."""

    def __enter__(self) -> Database:
        return self

    def __exit__(self, *_: object) -> None:
        self._database.close()

    def __len__(self) -> int:
        return self.statuses().total()

    def find(self, key: bytes) -> Done | None:
        """Return what is known of a picture, None if nothing is."""
        wanted = "target, status, has_answer, is_final, size, mtime_ns, settings"
        rows = self._fetched(f"SELECT {wanted} FROM pictures WHERE key = ?", key)
        if not rows:
            return None
        target, status, has_answer, is_final, size, mtime_ns, settings = rows[0]
        place = self.folder / os.fsdecode(target) if target is not None else None
        state = None if size is None or mtime_ns is None else FileState(size, mtime_ns)
        return Done(key, place, status, bool(has_answer), bool(is_final), state, settings)

    def target_of(self, key: bytes) -> Path | None:
        """Return where a picture's answer belonged when it was last met, though it may have got none."""
        done = self.find(key)
        return done and done.target

    def add(self, done: Done, picture: Input, fields: Stored, info: PictureInfo) -> None:
        """Write down a picture and its record, that of `Outcome.to_dict`; Unwritable leaves all as before."""
        record = {
            **fields,
            "source": self._seen(picture.file),
            "page": picture.page or 1,
            "board": picture.board,
            "target": self._seen(done.target),
            "drawing": self._seen(fields["reading_output"]),
            "bytes": done.state and done.state.size,
            "pixels": info.pixels,
            "version": VERSION,
            "settings": done.settings,
            "finished": datetime.now(UTC).isoformat(timespec="seconds"),
        }
        looks = info.thumbnails
        row = {
            **{"key": done.key, "path": os.fsencode(fields["path"]), "status": done.status},
            "target": record["target"] and os.fsencode(record["target"]),
            **{"has_answer": done.has_answer, "is_final": done.is_final, "settings": done.settings},
            **({"size": None, "mtime_ns": None} if done.state is None else done.state._asdict()),
            "certain": record.get("puzzle_certain"),
            "needs_look": needs_look(record, done.status),
            "row": row_of(record, done.status),
            "item": item_of(record, done.status, looks and looks.crop),
            "looks": len(looks.before) + len(looks.after or b"") if looks else 0,
            "record": json.dumps(record),
            "crop": looks and json.dumps(looks.crop),
            **{"before": looks and looks.before, "after": looks and looks.after},
        }
        try:
            with self._database:
                self._database.execute("BEGIN")
                _put(self._database, row)
        except sqlite3.Error as error:
            raise self._unusable(error) from error

    def lines(self, column: str) -> Iterator[str]:
        """Yield each picture's line of a report, its `record` or `row`, sorted by path."""
        for (line,) in self._all(f"SELECT {column} {BY_PATH}"):
            self._check(column, line)
            yield line

    def items(self) -> Iterator[tuple[int, str, bool, int]]:
        """Yield the number of each row, its line of the page, whether it needs a look, and bytes of looks."""
        for number, item, needed, looks in self._all(f"SELECT rowid, item, needs_look, looks {BY_PATH}"):
            self._check("item", item)
            yield number, item, bool(needed), looks

    def thumbnails(self, number: int) -> tuple[bytes, bytes]:
        """Return how a picture looked before and after, small, by the number of its row."""
        ((before, after),) = self._fetched("SELECT before, after FROM pictures WHERE rowid = ?", number)
        return before or b"", after or b""

    def without_answer(self) -> Iterator[str]:
        """Yield the names of the pictures without an answer, sorted."""
        for (path,) in self._all("SELECT path FROM pictures WHERE status != 'solved' ORDER BY path, key"):
            yield os.fsdecode(path)

    def statuses(self) -> Counter[str]:
        return Counter(dict(self._fetched("SELECT status, count(*) FROM pictures GROUP BY status")))

    def uncertain(self) -> int:
        """Return how many pictures are solved though some of their walls or clues are not certain."""
        return self._number("SELECT count(*) FROM pictures WHERE status = 'solved' AND certain = 0")

    def bytes_to_look_at(self) -> int:
        """Return how many bytes the thumbnails take of the pictures that need a look."""
        return self._number("SELECT total(looks) FROM pictures WHERE needs_look")

    def _number(self, question: str) -> int:
        return int(self._fetched(question)[0][0])

    def _fetched(self, question: str, *values: object) -> list[tuple[Any, ...]]:
        try:
            return self._database.execute(question, values).fetchall()
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise self._unusable(error) from error

    def _all(self, question: str) -> Iterator[tuple[Any, ...]]:
        """Yield rows, of which but some are in memory."""
        try:
            cursor = self._database.execute(question)
            while rows := cursor.fetchmany(ROWS):
                yield from rows
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise self._unusable(error) from error

    def _check(self, column: str, line: str) -> None:
        """Set the database aside if a line is none that a run has written."""
        beginning, end = SHAPES[column]
        if not (line.startswith(beginning) and line.endswith(end) and (column == "row" or line.isascii())):
            raise self._set_aside(f"a {column} is not as it was written")

    def _unusable(self, error: Exception) -> Unwritable:
        """Return the error that says what is wrong; a database in which SQLite meets damage is set aside."""
        return self._set_aside(one_line(error)) if is_damage(error) else _not_usable(self._path, error)

    def _set_aside(self, why: str) -> Unwritable:
        self._database.close()
        return Unwritable(Message("database_damaged", said=why, kept=_set_aside(self._path)), str(self._path))

    def _seen(self, path: str | Path | None) -> str | None:
        return path_from(self.real, Path(path)) if path else None


def _put(database: sqlite3.Connection, row: Mapping[str, Any]) -> None:
    """Put a row in the place of any other of its picture, in the transaction of the caller.

    Where its answer took the place of another picture's, that one's row is deleted: its answer is gone.
    """
    if row["has_answer"]:
        database.execute("DELETE FROM pictures WHERE target = :target AND has_answer", row)
    database.execute(f"REPLACE INTO pictures VALUES (:{', :'.join(row)})", row)


def is_damage(error: Exception) -> bool:
    """Tell whether an error is about what is in a file, not about who may use it or how full a disk is.

    What was found here, or is about damaged letters, has no name by SQLite.
    """
    name = getattr(error, "sqlite_errorname", "")
    return not name or name.startswith(UNUSABLE)


def _connected(path: Path) -> tuple[sqlite3.Connection, str]:
    """Open a database; one that is damaged or not of this program is set aside, and another begun."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(path.parent, error) from error
    for place in (path.parent, path, Path(f"{path}-wal")):
        if place.is_symlink():
            raise Unwritable(Message("database_is_link"), str(place))
    warning = ""
    while True:
        try:
            return _opened(path), warning
        except (sqlite3.Error, UnicodeDecodeError, LookupError, TypeError, ValueError) as error:
            if warning or not (is_damage(error) or path.is_dir()):
                raise _not_usable(path, error) from error
            reason, kept = one_line(error), _set_aside(path)
            warning = f"{path} cannot be used ({reason}); it is now {kept}, and all is solved again"


def _set_aside(path: Path) -> str:
    """Give what is in the place of a database another name, and return that."""
    kept = path.with_name(f"{SET_ASIDE}-{secrets.token_hex(3)}.sqlite")
    try:
        path.rename(kept)
        Path(f"{path}-wal").unlink(missing_ok=True)
    except OSError as error:
        raise unwritable(path, error) from error
    return kept.name


def _opened(path: Path) -> sqlite3.Connection:
    """Open and lock a database, with the tables and lines of this version.

    Raises sqlite3.Error if it cannot be used, or what a record raises that no run has written.
    """
    lock = "" if _has_locks(path.parent) else "?nolock=1"
    uri = f"file:{quote(os.fsencode(path.absolute()))}{lock}"
    database = sqlite3.connect(uri, uri=True, timeout=0, isolation_level=None)
    try:
        for setting in ("locking_mode = EXCLUSIVE", "journal_mode = WAL", "synchronous = NORMAL"):
            database.execute(f"PRAGMA {setting}")
        database.execute("BEGIN EXCLUSIVE")
        _bring_up_to_date(database)
        database.execute("COMMIT")
    except BaseException:
        database.close()
        raise
    return database


def _bring_up_to_date(database: sqlite3.Connection) -> None:
    """Make the tables of a new database; make those of a former version anew, and lines written otherwise."""
    (version,) = database.execute("PRAGMA user_version").fetchone()
    of_tables, rendering = divmod(version, 100)
    is_new = not database.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    for statement in TABLES if is_new else MIGRATION if of_tables == 0 else ():
        database.execute(statement)
    tables = database.execute("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")
    if {sql for (sql,) in tables} != set(TABLES) or of_tables > VERSION_OF_TABLES:
        raise sqlite3.DatabaseError("it has other tables")
    if rendering != RENDERING and not is_new:
        _render(database)
    if version != (current := 100 * VERSION_OF_TABLES + RENDERING):
        database.execute(f"PRAGMA user_version = {current}")


def _render(database: sqlite3.Connection) -> None:
    """Write all lines of reports anew."""
    for (number,) in database.execute("SELECT rowid FROM pictures").fetchall():
        wanted = "SELECT status, record, crop FROM pictures WHERE rowid = ?"
        status, text, crop = database.execute(wanted, [number]).fetchone()
        record, part = json.loads(text), crop and json.loads(crop)
        lines = [row_of(record, status), item_of(record, status, part), number]
        database.execute("UPDATE pictures SET row = ?, item = ? WHERE rowid = ?", lines)


def _has_locks(folder: Path) -> bool:
    """Tell whether files can be locked there; on some drives in a network they cannot, and are not."""
    if sys.platform != "win32":
        try:
            with TemporaryFile(dir=folder) as probe:
                fcntl.lockf(probe, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
    return True


def unwritable(path: Path, error: OSError) -> Unwritable:
    """Return the error that says what the system has against writing a file."""
    reason = error.strerror or type(error).__name__
    return Unwritable(Message("report_not_written", said=reason.lower()), str(path))


def _not_usable(path: Path, error: Exception) -> Unwritable:
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith(IN_USE):
        return Unwritable(Message("folder_in_use"), str(path.parent.parent))
    said = "no space left on device" if name == "SQLITE_FULL" else str(error)
    return Unwritable(Message("report_not_written", said=said), str(path))
