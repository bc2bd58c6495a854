"""Which pictures of a folder are done: a database beside their answers, with a row for each picture.

It is the truth: the reports are written from it when a run ends, each whole. SQLite's write-ahead log keeps
it consistent after `kill -9` and power cuts without a wait for the disk; its exclusive lock keeps a second
run out, and ends with its process however that ends.
"""

from __future__ import annotations

import json
import os
import secrets
import sqlite3
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from functools import lru_cache, partial
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, NamedTuple
from urllib.parse import quote

from solver.errors import AquariumError
from vision.files.safe_open import real_path

from ..record import FileState, PictureInfo, Thumbnails
from ..sentences import Message
from ..status import EXIT_CODES, one_line
from ..version import VERSION

if sys.platform != "win32":
    import fcntl

PRIVATE = ".aquarium"
"""Folder beside the reports for what only this program needs; hidden, as walks pass by hidden folders."""
DATABASE = "answers.sqlite"
SET_ASIDE = "answers.damaged"
"""What a database is called that cannot be used, before a few random letters."""
TABLES = (
    f"""CREATE TABLE pictures (
    key BLOB PRIMARY KEY, path BLOB NOT NULL, needs_look INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ({", ".join(map(repr, EXIT_CODES))})),
    target BLOB, has_answer INTEGER NOT NULL, is_final INTEGER NOT NULL, asked TEXT NOT NULL,
    size INTEGER, mtime_ns INTEGER,
    record TEXT NOT NULL CHECK (json_valid(record)),
    crop TEXT CHECK (crop IS NULL OR json_valid(crop)), before BLOB, after BLOB
) STRICT""",
    "CREATE INDEX by_path ON pictures (path, key)",
    "CREATE INDEX by_answer ON pictures (target) WHERE has_answer",
)
"""As SQLite remembers them: a database with any other is not of this program, or of another release."""
FOLDERS_REMEMBERED = 1024
"""Folders whose real path is not asked for again."""
IN_USE = ("SQLITE_BUSY", "SQLITE_LOCKED")
UNUSABLE = ("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_ERROR")
"""Beginnings of SQLite's errors for files that are no such database, or another's."""

Record = dict[str, Any]
"""What `Outcome.to_dict` returns, with what is added here: a line of `report.jsonl`."""


class Unwritable(AquariumError):
    """A file beside the answers that cannot be written."""


class Done(NamedTuple):
    """What is known of a picture that was worked on, so that a later run need not do it again."""

    source: Path | None
    """Its file; None for standard input and puzzles in words, which are never done."""
    page: int
    board: int | None
    target: Path | None
    """Where its answer belongs, whether or not it got one."""
    status: str
    """How it ended."""
    has_answer: bool
    is_final: bool
    """Whether it would end so again: it was answered or refused, and neither crashed nor ran out of time."""
    state: FileState | None
    """Of its file before that was read."""
    asked: str
    """What was asked, as `Request.fingerprint` has it."""


class Entry(NamedTuple):
    """What the reports show of a picture."""

    status: str
    """How it ended."""
    record: Record
    thumbnails: Thumbnails | None = None
    """How it looks, small, if that is known and was asked for."""


def is_current(done: Done | None, asked: str) -> bool:
    """Tell whether a picture need not be done again.

    As make and rsync do, a file is taken for unchanged by its size and the time of its last change.
    """
    if done is None or done.source is None or not done.is_final or done.asked != asked:
        return False
    if done.has_answer and not (done.target and _is_filled(done.target)):
        return False
    return done.state is not None and FileState.of(done.source) == done.state


def _is_filled(path: Path) -> bool:
    """Tell whether a file of at least one byte is there: a power cut may leave a name without contents."""
    with suppress(OSError, ValueError):
        return path.is_file() and path.stat().st_size > 0
    return False


def needs_look(entry: Entry) -> bool:
    """Tell whether a person should look at a picture: its thumbnails come first where room is short."""
    record = entry.record
    return entry.status != "solved" or bool(record.get("repairs")) or record.get("puzzle_certain") is False


class Database:
    """What was done of the pictures whose answers are in a folder. It belongs to one run at a time."""

    def __init__(self, folder: Path) -> None:
        """Open or begin a folder's database; Unwritable if that cannot be."""
        self.folder, self._real = folder, real_path(folder)
        self._path = folder / PRIVATE / DATABASE
        self._database, self.warning = _connected(self._path)
        """What was wrong with the database that was there, in a line; empty if nothing was."""

    def __enter__(self) -> Database:
        return self

    def __exit__(self, *_: object) -> None:
        self._database.close()

    def set_aside(self, why: str) -> Unwritable:
        """Close the database and set it aside; return the error that says so."""
        self._database.close()
        return Unwritable(Message("database_damaged", said=why, kept=_set_aside(self._path)), str(self._path))

    def __len__(self) -> int:
        return int(self._one("SELECT count(*) FROM pictures"))

    def entries(self) -> Iterator[Entry]:
        """Yield what is known of each picture, with its thumbnails, sorted by path."""
        wanted = "SELECT status, record, crop, before, after FROM pictures ORDER BY path, key"
        for status, line, crop, before, after in self._database.execute(wanted):
            is_seen = crop is not None and before is not None
            looks = Thumbnails(before, after, tuple(json.loads(crop))) if is_seen else None
            yield Entry(status, json.loads(line), looks)

    def lines(self) -> Iterator[str]:
        """Yield each picture's line of `report.jsonl`, sorted by path."""
        return (line for (line,) in self._database.execute("SELECT record FROM pictures ORDER BY path, key"))

    def without_answer(self) -> Iterator[str]:
        """Yield the names of the pictures without an answer, sorted."""
        wanted = "SELECT path FROM pictures WHERE status != 'solved' ORDER BY path, key"
        return (os.fsdecode(path) for (path,) in self._database.execute(wanted))

    def statuses(self) -> Counter[str]:
        return Counter(dict(self._database.execute("SELECT status, count(*) FROM pictures GROUP BY status")))

    def uncertain(self) -> int:
        """Return how many pictures are solved though some of their walls or clues are not certain."""
        certain = "json_extract(record, '$.puzzle_certain')"
        return int(self._one(f"SELECT count(*) FROM pictures WHERE status = 'solved' AND {certain} = 0"))

    def thumbnail_bytes(self) -> int:
        """Return how many bytes the thumbnails take of the pictures that need a look."""
        size = "total(length(before) + ifnull(length(after), 0))"
        return int(self._one(f"SELECT {size} FROM pictures WHERE needs_look"))

    def find(self, source: Path, page: int = 1, board: int | None = None) -> Done | None:
        """Return what is known of a picture, None if nothing is."""
        row = self._database.execute(
            "SELECT target, status, has_answer, is_final, asked, size, mtime_ns FROM pictures WHERE key = ?",
            [self._key(source, page, board, "")],
        ).fetchone()
        if row is None:
            return None
        target, status, has_answer, is_final, asked, size, mtime_ns = row
        place = self.folder / os.fsdecode(target) if target is not None else None
        state = None if size is None or mtime_ns is None else FileState(size, mtime_ns)
        return Done(source, page, board, place, status, bool(has_answer), bool(is_final), state, asked)

    def find_current(self, source: Path, asked: str, page: int = 1, board: int | None = None) -> Done | None:
        """Return what is known of a picture that need not be done again, None if it must be."""
        done = self.find(source, page, board)
        return done if is_current(done, asked) else None

    def target_of(self, source: Path, page: int = 1, board: int | None = None) -> Path | None:
        """Return where a picture's answer belonged when it was last met, though it may have got none."""
        done = self.find(source, page, board)
        return done and done.target

    def has_answer_of_another(self, target: Path, source: Path | None, page: int, board: int | None) -> bool:
        """Tell whether a place has the answer to another picture that is still there, as far as is known."""
        wanted = "SELECT key FROM pictures WHERE target = ? AND has_answer AND key != ?"
        own = self._key(source, page, board, "")
        place = os.fsencode(path_from(self._real, target))
        files = (key.partition(b"\0")[0] for (key,) in self._database.execute(wanted, [place, own]))
        return any(file and os.path.lexists(self.folder / os.fsdecode(file)) for file in files)

    def add(self, done: Done, fields: Record, info: PictureInfo) -> None:
        """Write down a picture and its record, that of `Outcome.to_dict`; Unwritable leaves all as before."""
        record = {
            **fields,
            "source": self._seen(done.source),
            "page": done.page,
            "board": done.board,
            "target": self._seen(done.target),
            "drawing": self._seen(fields["reading_output"]),
            "bytes": done.state and done.state.size,
            "pixels": info.pixels,
            "version": VERSION,
            "settings": done.asked,
            "finished": datetime.now(UTC).isoformat(timespec="seconds"),
        }
        looks = info.thumbnails
        row = {
            "key": self._key(done.source, done.page, done.board, fields["path"]),
            "path": os.fsencode(fields["path"]),
            "needs_look": needs_look(Entry(done.status, record)),
            "status": done.status,
            "target": record["target"] and os.fsencode(record["target"]),
            "has_answer": done.has_answer,
            "is_final": done.is_final,
            "asked": done.asked,
            "size": done.state and done.state.size,
            "mtime_ns": done.state and done.state.mtime_ns,
            "record": json.dumps(record),
            "crop": looks and json.dumps(looks.crop),
            "before": looks and looks.before,
            "after": looks and looks.after,
        }
        try:
            with self._database:
                self._database.execute("BEGIN")
                _put(self._database, row)
        except sqlite3.Error as error:
            raise _not_usable(self._path, error) from error

    def _key(self, source: Path | None, page: int, board: int | None, name: str) -> bytes:
        """Return what tells a picture apart: its path and part, or its name if there is no file."""
        part = page if board is None else f"{page}\0{board}"
        return os.fsencode(f"\0{name}" if source is None else f"{self._seen(source)}\0{part}")

    def _seen(self, path: str | Path | None) -> str | None:
        return path_from(self._real, Path(path)) if path else None

    def _one(self, question: str) -> Any:
        return self._database.execute(question).fetchone()[0]


def path_from(folder: str, path: Path) -> str:
    """Return a path as seen from a folder, with /; whole if no way leads there, as to other drives.

    Links among the folders of the path are followed, the last name is not: a link to a picture has its own
    answer. `folder` is a real path.
    """
    parent, name = os.path.split(path)
    if not os.path.isabs(parent):  # noqa: PTH117 — where all are absolute, the working folder may be gone
        parent = os.path.join(os.getcwd(), parent)  # noqa: PTH109, PTH118 — asked of thousands
    return _folder_from(folder, parent) + name


@lru_cache(FOLDERS_REMEMBERED)
def _folder_from(folder: str, parent: str) -> str:
    """Return a folder as seen from another, ending in /; nothing for itself."""
    real = real_path(parent)
    with suppress(ValueError):  # another drive
        real = os.path.relpath(real, folder)
    return "" if real == os.curdir else f"{real.replace(os.sep, '/')}/"


def _put(database: sqlite3.Connection, row: Mapping[str, Any]) -> None:
    """Put a row in the place of any other of its picture, in the transaction of the caller.

    Where its answer took the place of another picture's, that one's row is deleted: its answer is gone.
    """
    if row["has_answer"]:
        database.execute("DELETE FROM pictures WHERE target = :target AND has_answer", row)
    database.execute(f"REPLACE INTO pictures VALUES (:{', :'.join(row)})", row)


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
        except (sqlite3.Error, UnicodeDecodeError) as error:  # the latter tells of damaged names
            name = getattr(error, "sqlite_errorname", "")  # what was found here has none
            if warning or not (name.startswith(UNUSABLE) or not name or path.is_dir()):
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
    """Open and lock a database, and make its tables if it is new; sqlite3.Error if it cannot be used."""
    lock = "" if _has_locks(path.parent) else "?nolock=1"
    uri = f"file:{quote(os.fsencode(path.absolute()))}{lock}"
    database = sqlite3.connect(uri, uri=True, timeout=0, isolation_level=None)
    # a record with a damaged letter is found by those who read records, who expect ASCII
    database.text_factory = partial(str, encoding="utf-8", errors="replace")
    try:
        for setting in ("locking_mode = EXCLUSIVE", "journal_mode = WAL", "synchronous = NORMAL"):
            database.execute(f"PRAGMA {setting}")
        database.execute("BEGIN EXCLUSIVE")
        tables = [sql for (sql,) in database.execute("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")]
        for statement in () if tables else TABLES:
            database.execute(statement)
        if (seen := database.execute("PRAGMA integrity_check(1)").fetchone()[0]) != "ok":
            raise sqlite3.DatabaseError(one_line(seen))
        if tables and set(tables) != set(TABLES):
            raise sqlite3.DatabaseError("it has other tables")
        database.execute("COMMIT")
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
