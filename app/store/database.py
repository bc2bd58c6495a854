"""What was done of which picture: a database beside `report.jsonl`, by which a later run knows what to do.

`report.jsonl` is a product, and the truth: a line is appended for each picture as it is done, then the
database is told. A database that is missing, damaged, or of another `report.jsonl` is made from its lines; of
a report that has only grown since (its writer was killed in between) just the further lines are read.

The database has a write-ahead log and is locked exclusively as long as it is open. So it costs no wait for
the disk per picture, is consistent after `kill -9` and power cuts, needs no shared memory, which drives in a
network lack, and the lock ends with its process however that ends.
"""

from __future__ import annotations

import json
import os
import secrets
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from vision.files.within import real_path

from ..inputs.naming import exists
from ..inputs.plan import Job
from ..inputs.remote import RemotePath
from ..outcome import PictureInfo, Thumbnails
from .connection import DATABASE, connect, copy_again, lock_folder, note_as_left, private_folder, unusable
from .files import REPORT, Unwritable, check_not_foreign, remove_partial_files, unwritable
from .fingerprint import Fingerprint, fingerprint
from .jsonl import JsonLines, text_of
from .paths import Part, from_bytes, has_digest, is_nonempty_file, path_from, picture_key, stamp_at, to_bytes
from .record import Entry, Record, entry_of, former_thumbnails, is_of_this_program, is_understood, row_of
from .reported import Reported
from .rows import put_picture
from .shown import Shown, ShownTable
from .standing import Row, Standing

__all__ = ["Database", "Fingerprint", "fingerprint"]

FORMER_THUMBNAILS = "thumbnails.jsonl"
"""What earlier versions kept in the private folder; it is taken over once."""
SET_ASIDE = "set-aside.jsonl"
"""Lines of `report.jsonl` that could not be understood, in the private folder."""
AT_ONCE = 500
"""Pictures that are read from or written to the database together."""
MANY = 1000
"""Pictures of a database that takes longer to check than to note that this need not be."""

Reason = Literal["new", "changed", "failed", "settings", "version", "missing", "forced"]
"""Why a picture is to be done."""


class Database:
    """What was done of the pictures whose answers are in a folder. It belongs to one run at a time."""

    def __init__(self, folder: Path, fingerprint: Fingerprint) -> None:
        """Open or begin a folder's database, and mend what a killed run left; Unwritable if it may not."""
        self.folder, self.fingerprint = folder, fingerprint
        self._real = real_path(folder)
        self._path = private_folder(folder) / DATABASE
        self._is_doubtful = False
        self.warnings: list[str] = []
        """What was amiss with the files and is mended, a line each."""
        with ExitStack() as opened:
            opened.enter_context(lock_folder(folder))
            connection, warning = connect(self._path)
            self._database = opened.enter_context(closing(connection))
            self._standing = Standing(connection, folder, f"{fingerprint.version} {fingerprint.settings}")
            self._found_standing: list[Row] = []
            self.shown = ShownTable(connection, fingerprint.version)
            """What the reports show of each picture, as `show` has brought it up to date."""
            self.reported = Reported(connection, folder)
            """Which reports are as they were left."""
            self.warnings += [warning] if warning else []
            self._report = opened.enter_context(closing(JsonLines(folder / REPORT)))
            self._take_over_report()
            remove_partial_files(folder)
            self._import_former_thumbnails()
            self.shown.forget_other_versions()
            self._opened = opened.pop_all()

    def __enter__(self) -> Database:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __len__(self) -> int:
        return int(self._one("SELECT count(*) FROM pictures"))

    def __iter__(self) -> Iterator[Entry]:
        """Yield each picture's entry, sorted by path; what is damaged in the database as its line has it."""
        rows = self._database.execute("SELECT status, record, key FROM pictures ORDER BY path, key")
        return filter(None, (self._entry(*row) for row in rows))

    def show(self, shown_of: Callable[[Entry], Shown]) -> None:
        """Have made what the reports show of the pictures that are new since that was done last."""
        wanted = "SELECT number, status, record, key FROM pictures WHERE number > ? ORDER BY number LIMIT ?"
        last = self.shown.last
        while rows := self._database.execute(wanted, [last, AT_ONCE]).fetchall():
            last = rows[-1][0]
            with self._transaction():
                for number, *row in rows:
                    if (entry := self._entry(*row)) is not None:
                        self.shown.put(number, shown_of(entry))

    def standing(self, folder: str, below: str, entries: Sequence[os.DirEntry[str]]) -> set[str]:
        """Return the names of those pictures of a folder whose answers stand, as their stamps tell.

        The answers are in the folder `below` that of all answers.
        """
        lead = self._stored(Path(folder, "x"))[:-1]
        return self._standing.among({to_bytes(f"{lead}{entry.name}\0001"): entry for entry in entries}, below)

    def reason(self, job: Job, *, force: bool = False, no_clobber: bool = False) -> Reason | None:
        """Say why a picture is to be done, as all is with `force`; None if its answer stands.

        An answer stands if the same bytes were solved by this version with these settings, and it is where it
        belongs. Times of files prove nothing, so every picture that has an answer is read once, unless its
        size tells already that it has changed. With `no_clobber`, which comes before `force`, whatever is
        where the answer belongs stands.
        """
        if no_clobber and isinstance(job.target, Path) and os.path.lexists(job.target):
            return None
        if force:
            return "forced"
        stamp = stamp_at(job.source)  # before it is read
        reason = next(self._reasons(job), None)
        if reason is None:
            self._found_standing += self._standing_row(job, stamp)
        if len(self._found_standing) >= AT_ONCE:
            self._note_standing()
        return reason

    def add(self, job: Job, record: Record, info: PictureInfo | None = None) -> None:
        """Write down an outcome, as `Outcome.to_dict` returns it; Unwritable leaves the report as before."""
        self.restore_report()
        info = info or PictureInfo()
        digest, drawn = info.digest, record.get("reading_output")
        record = record | {
            "source": job.source and self._stored(job.source),
            "page": job.page,
            "board": job.board,
            "target": job.target and self._stored(job.target),
            "drawing": drawn and self._stored(Path(drawn)),
            "sha256": digest and digest.sha256,
            "bytes": digest and digest.bytes,
            "pixels": info.pixels,
            "version": self.fingerprint.version,
            "settings": self.fingerprint.settings,
            "finished": datetime.now(UTC).isoformat(timespec="seconds"),
        }
        if info.thumbnails is not None and digest is not None:
            with self._transaction():  # before the line, by which the picture may stand
                self.shown.put_thumbnails(self._key(job), digest.sha256, info.thumbnails)
        line = json.dumps(record)
        self._report.append(line.encode("ascii") + b"\n")
        with self._transaction():
            put_picture(self._database, row_of(line, record))
            if record["status"] == "solved" and record["output"] is not None:
                self._standing.put(self._standing_row(job, digest.stamp if digest else None))
            self._note_report()

    def restore_report(self) -> None:
        """Write the report anew if someone has changed, replaced or deleted it while it was open here.

        What stands in its place is kept in the private folder.
        """
        path = self._report.path
        if self._report.is_intact():
            return
        said = f"{path}: it was changed or deleted during the run and has been rewritten"
        if os.path.lexists(path) and (path.is_symlink() or not path.is_file() or path.stat().st_size):
            kept = private_folder(self.folder) / f"changed-{secrets.token_hex(4)}-{path.name}"
            try:
                path.replace(kept)
            except OSError as error:
                raise unwritable(path, error) from error
            said = f"{said}, the changed file is kept as {kept}"
        self._rewrite_report()
        self.warnings.append(said)

    def statuses(self) -> Counter[str]:
        rows = self._database.execute("SELECT status, count(*) FROM pictures GROUP BY status")
        return Counter(dict(rows))

    def thumbnails(self, entry: Entry) -> Thumbnails | None:
        """Return how a picture looks, small, if that is known of these bytes."""
        return self.shown.thumbnails(entry.key)

    def target_of(self, source: Path, part: Part = 1) -> Path | None:
        """Return where a picture's answer belonged when it was last met, though it may have got none."""
        key = picture_key(self._stored(source), part, "")
        target = self._one("SELECT max(target) FROM pictures WHERE key = ?", key)
        with suppress(UnicodeDecodeError):  # a database may be damaged
            return self.folder / from_bytes(target) if target else None
        return None

    def has_answer_of_another(self, target: Path, source: Path | RemotePath | None, part: Part = 1) -> bool:
        """Tell whether a place has the answer to another picture that is still there, as far as is known."""
        own = picture_key(self._stored(source) if source is not None else None, part, "")
        place = to_bytes(self._stored(target))
        wanted = "SELECT key FROM pictures WHERE target = ? AND has_answer AND key != ?"
        others = (from_bytes(key) for (key,) in self._database.execute(wanted, [place, own]))
        return any(self._is_there(other.partition("\0")[0], str(source)) for other in others)

    def close(self) -> None:
        """Leave of each picture only the last line in the report, and let other runs write to the folder."""
        with self._opened:
            self.restore_report()
            self._note_standing()
            if self._is_doubtful or len(self) < self._one("SELECT lines FROM report"):
                self._rewrite_report()
            if warning := copy_again(self._database, self._path):
                self.warnings.append(warning)
            is_large = len(self) >= MANY
        if is_large:
            note_as_left(self._path)

    def _reasons(self, job: Job) -> Iterator[Reason]:
        """Yield what keeps an answer from standing, what is quickly found out first."""
        wanted = "SELECT status, version, settings, target, sha256, bytes FROM pictures WHERE key = ?"
        row = self._database.execute(wanted, [self._key(job)]).fetchone()
        if row is None or job.source is None or not isinstance(job.target, Path):
            yield "new"
            return
        status, version, settings, target, sha256, size = row
        if status != "solved":
            yield "failed"
        if version != self.fingerprint.version:
            yield "version"
        if settings != self.fingerprint.settings:
            yield "settings"
        if target != to_bytes(self._stored(job.target)) or not is_nonempty_file(job.target):
            yield "missing"
        if not has_digest(job.source, sha256, size):
            yield "changed"

    def _take_over_report(self) -> None:
        """Bring the database to what the report tells; what that cannot be understood in is set aside."""
        with self._transaction():
            start, strange, is_ours = self._read_report()
            if not len(self) and not is_ours:
                check_not_foreign(self.folder, report_size=self._report.end or strange)
        if not strange:
            self._report.cut_partial_line()
            return
        place = private_folder(self.folder) / SET_ASIDE
        with closing(JsonLines(place)) as aside:
            for line, record in self._report.read(start):
                if record is None or not is_understood(record):
                    aside.append(line.rstrip(b"\n") + b"\n")
            aside.sync()
        self._rewrite_report()
        lines = (
            f"{strange} lines that could not be read were"
            if strange > 1
            else "a line that could not be read was"
        )
        self.warnings.append(
            f"{self._report.path}: {lines} moved to {place}; their pictures are solved again"
        )

    def _read_report(self, *, anew: bool = False) -> tuple[int, int, bool]:
        """Take over the lines that the database does not know, or all if the report is another.

        Returns where they begin, how many could not be understood, and whether one of those is of this
        program.
        """
        size, tail, _ = self._database.execute("SELECT * FROM report").fetchone()
        if anew or self._report.tail(size) != tail:
            size = 0
            for table in ("pictures", "shown", "standing", "reported"):
                self._database.execute(f"DELETE FROM {table}")
            self._database.execute("UPDATE report SET lines = 0")
        strange, is_ours = 0, False
        for line, record in self._report.read(size):
            if record is not None and is_understood(record):
                put_picture(self._database, row_of(text_of(line), record))
            else:
                strange += 1
                is_ours = is_ours or (record is not None and is_of_this_program(record))
        self._note_report()
        return size, strange, is_ours

    def _standing_row(self, job: Job, stamp: bytes | None) -> list[Row]:
        target = job.target if isinstance(job.target, Path) else None
        return self._standing.row(self._key(job), target, self._stored(target), stamp) if target else []

    def _note_standing(self) -> None:
        with self._transaction():
            self._standing.put(self._found_standing)
        self._found_standing.clear()

    def _entry(self, status: str, line: str, key: bytes) -> Entry | None:
        """Return a picture's entry; if it is damaged in the database, as its line has it."""
        entry = entry_of(status, line, key)
        if entry is None:
            self._is_doubtful = True
            entry = self._entry_in_report(key)
        return entry

    def _entry_in_report(self, key: bytes) -> Entry | None:
        """Return what the last line of a picture in the report tells."""
        found = None
        end = self._report.end
        for line, record in self._report.read():
            if record is not None and is_understood(record):
                row = row_of(text_of(line), record)
                found = Entry(row["status"], record, key) if row["key"] == key else found
        self._report.end = end
        return found

    def _note_report(self) -> None:
        """Note up to where the report is known, and by what it is known again."""
        end = self._report.end
        self._database.execute("UPDATE report SET size = ?, tail = ?", [end, self._report.tail(end)])

    def _rewrite_report(self) -> None:
        """Leave one line of each picture; what is damaged in the database is first read anew."""
        with self._transaction():
            rows = self._database.execute("SELECT status, record, key FROM pictures ORDER BY number")
            if any(entry_of(*row) is None for row in rows):
                self._read_report(anew=True)
            lines = self._database.execute("SELECT record FROM pictures ORDER BY number")
            self._report.replace(line for (line,) in lines)
            self._database.execute("UPDATE report SET lines = (SELECT count(*) FROM pictures)")
            self._note_report()

    def _import_former_thumbnails(self) -> None:
        former = self._path.with_name(FORMER_THUMBNAILS)
        if not former.is_file() or former.is_symlink():
            return
        with suppress(Unwritable, OSError):
            with closing(JsonLines(former)) as lines, self._transaction():
                for thumbnails in filter(
                    None, map(former_thumbnails, (fields for _, fields in lines.read()))
                ):
                    self.shown.put_thumbnails(*thumbnails)
                self._database.execute("DELETE FROM reported")
            former.unlink()

    def _key(self, job: Job) -> bytes:
        return picture_key(self._stored(job.source) if job.source is not None else None, job.part, job.name)

    def _is_there(self, source: str, asked: str) -> bool:
        """Tell whether a picture of the report may still be had, which is not the one that is asked for.

        An address without its query is asked for under ever new signatures.
        """
        if "://" in source:
            return source.partition("#")[0] != asked
        return source != "" and exists(self.folder / source)

    def _stored(self, path: Path | RemotePath) -> str:
        return path_from(self._real, path)

    def _one(self, question: str, *values: object) -> Any:
        return self._database.execute(question, values).fetchone()[0]

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        try:
            self._database.execute("BEGIN")
            try:
                yield
            except BaseException:
                self._database.rollback()
                raise
            self._database.commit()
        except sqlite3.Error as error:
            raise unusable(self._path, error) from error
