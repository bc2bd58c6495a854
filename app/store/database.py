"""What was done of which picture: a database beside the answers, by which a later run knows what to do.

It is the truth: the reports are written from it when a run ends, each whole. It has a row for each picture,
put there as soon as the picture is done. Rows that a damaged or deleted database lacks are taken from the
last `report.jsonl`, as far as it has them.

The database has a write-ahead log and is locked exclusively as long as it is open. So it costs no wait for
the disk per picture, is consistent after `kill -9` and power cuts, needs no shared memory, which drives in a
network lack, and the lock ends with its process however that ends.
"""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from vision.files.within import real_path

from ..inputs.address import Address
from ..inputs.naming import exists
from ..outcome import PictureInfo
from .connection import DATABASE, connect, copy_again, lock_folder, private_folder, transaction
from .files import REPORT, check_not_foreign, remove_partial_files, unwritable
from .fingerprint import Fingerprint, fingerprint
from .paths import Part, from_bytes, has_digest, is_nonempty_file, path_from, picture_key, stamp_at, to_bytes
from .rows import Stamps, drop_damaged, entry_of, put, row_of, thumbnails_of, understood
from .shown import Entry
from .stamps import stamp_of

if TYPE_CHECKING:
    from ..inputs.plan import Job

__all__ = ["Database", "Fingerprint", "fingerprint"]

REPORT_SET_ASIDE = "report.damaged.jsonl"
"""What a report is called, in the private folder, from which not every line could be taken."""
LONGEST = 1 << 26
"""Bytes of a line that is taken for one; the largest board needs a tenth. A file may be damaged."""
AT_ONCE = 500
"""Pictures of which it is noted together that their answers are right."""
SYNC_SECONDS = 5.0
"""Seconds after which what is written is forced to the disk: as much as a power cut may cost."""

DONE = """
SELECT key, target, picture, answer FROM pictures WHERE key IN ({}) AND status = 'solved'
AND version = ? AND settings = ? AND picture NOT NULL AND answer NOT NULL AND target NOT NULL
"""
"""Those of some pictures that are done, unless a file has changed since."""

Reason = Literal["new", "changed", "failed", "settings", "version", "missing", "forced"]
"""Why a picture is to be done."""


class Database:
    """What was done of the pictures whose answers are in a folder. It belongs to one run at a time."""

    def __init__(self, folder: Path, fingerprint: Fingerprint) -> None:
        """Open or begin a folder's database, and mend what a killed run left; Unwritable if it may not."""
        self.folder, self.fingerprint = folder, fingerprint
        self._real = real_path(folder)
        self._path = private_folder(folder) / DATABASE
        self._synced = time.monotonic()
        self._unchanged: list[tuple[bytes | None, bytes | None, bytes]] = []
        """Stamps of pictures that were found done though their stamps were others, and their keys."""
        self.warnings: list[str] = []
        """What was amiss with the files and is mended, a line each."""
        with ExitStack() as opened:
            opened.enter_context(lock_folder(folder))
            connection, warning = connect(self._path)
            self._database = opened.enter_context(closing(connection))
            self.warnings += [warning] if warning else []
            self._mend()
            remove_partial_files(folder)
            self._opened = opened.pop_all()

    def __enter__(self) -> Database:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __len__(self) -> int:
        return int(self._one("SELECT count(*) FROM pictures"))

    def __iter__(self) -> Iterator[Entry]:
        """Yield what is known of each picture, sorted by path."""
        rows = self._database.execute("SELECT status, record FROM pictures ORDER BY path, key")
        return (Entry(status, json.loads(line)) for status, line in rows)

    def with_thumbnails(self) -> Iterator[Entry]:
        """Yield the same, each with its thumbnails."""
        rows = self._database.execute(
            "SELECT status, record, crop, before, after FROM pictures ORDER BY path, key"
        )
        return (Entry(status, json.loads(line), thumbnails_of(looks)) for status, line, *looks in rows)

    def lines(self) -> Iterator[str]:
        """Yield each picture's line of `report.jsonl`, sorted by path."""
        return (line for (line,) in self._database.execute("SELECT record FROM pictures ORDER BY path, key"))

    def failed(self) -> Iterator[str]:
        """Yield the names of the pictures without an answer, sorted."""
        wanted = "SELECT path FROM pictures WHERE status != 'solved' ORDER BY path, key"
        return (from_bytes(path) for (path,) in self._database.execute(wanted))

    def statuses(self) -> Counter[str]:
        rows = self._database.execute("SELECT status, count(*) FROM pictures GROUP BY status")
        return Counter(dict(rows))

    def uncertain(self) -> int:
        """Return how many pictures are solved though some of their walls or clues are not certain."""
        certain = "CASE WHEN json_valid(record) THEN json_extract(record, '$.puzzle_certain') END"
        return int(self._one(f"SELECT count(*) FROM pictures WHERE status = 'solved' AND {certain} = 0"))

    def thumbnail_bytes(self) -> int:
        """Return how many bytes the thumbnails take of the pictures that need a look."""
        size = "total(length(before) + ifnull(length(after), 0))"
        return int(self._one(f"SELECT {size} FROM pictures WHERE needs_look"))

    def done(self, folder: str, below: str, entries: Sequence[os.DirEntry[str]]) -> set[str]:
        """Return the names of those pictures of a folder that are done, as the stamps of their files tell.

        Thousands are looked up at once, and no file is read. It is but a shortcut: of whatever it does not
        know, `reason` finds out. The answers are in the folder `below` that of all answers.
        """
        lead = self._stored(Path(folder, "x"))[:-1]
        keys = {to_bytes(f"{lead}{entry.name}\0001"): entry for entry in entries}
        values = [*keys, self.fingerprint.version, self.fingerprint.settings]
        answers, top = to_bytes(f"{below}/" if below else ""), f"{os.fspath(self.folder)}/"
        done, lstat = set(), os.lstat  # a picture takes some microseconds
        for key, target, *known in self._database.execute(DONE.format(", ".join("?" * len(keys))), values):
            if not target.startswith(answers) or b"/" in target[len(answers) :]:
                continue
            with suppress(OSError):
                found = lstat(keys[key].path), lstat(top + from_bytes(target))
                if known == [*map(stamp_of, found)]:
                    done.add(keys[key].name)
        return done

    def reason(self, job: Job, *, force: bool = False, no_clobber: bool = False) -> Reason | None:
        """Say why a picture is to be done, as all are with `force`; None if it is done.

        It is done if the same bytes were solved by this version with these settings, and the answer is where
        it belongs. Times of files prove nothing, so every picture that has an answer is read once, unless its
        size tells already that it has changed. With `no_clobber`, which comes before `force`, whatever is
        where the answer belongs stays.
        """
        if no_clobber and isinstance(job.target, Path) and os.path.lexists(job.target):
            return None
        if force:
            return "forced"
        stamp = stamp_at(job.source)  # before it is read
        reason = next(self._reasons(job), None)
        if reason is None:
            self._unchanged.append((*self._stamps(job, stamp), self._key(job)))
        if len(self._unchanged) >= AT_ONCE:
            self._note_unchanged()
        return reason

    def add(self, job: Job, told: Mapping[str, Any], info: PictureInfo | None = None) -> None:
        """Write down an outcome, as `Outcome.to_dict` returns it; Unwritable leaves all as before."""
        info = info or PictureInfo()
        digest, drawn = info.digest, told.get("reading_output")
        record = {
            **told,
            "source": job.source and self._stored(job.source),
            "page": job.picture.page or 1,
            "board": job.picture.board,
            "target": job.target and self._stored(job.target),
            "drawing": drawn and self._stored(Path(drawn)),
            "sha256": digest and digest.sha256,
            "bytes": digest and digest.bytes,
            "pixels": info.pixels,
            "version": self.fingerprint.version,
            "settings": self.fingerprint.settings,
            "finished": datetime.now(UTC).isoformat(timespec="seconds"),
        }
        row = row_of(json.dumps(record), entry_of(record, info.thumbnails))
        with transaction(self._database, self._path):
            put(self._database, row, self._stamps(job, digest.stamp if digest else None))
        if time.monotonic() - self._synced > SYNC_SECONDS:
            with suppress(sqlite3.Error):  # of a disk that is full the next picture tells
                self._database.execute("PRAGMA wal_checkpoint")
            self._synced = time.monotonic()

    def target_of(self, source: Path, part: Part = 1) -> Path | None:
        """Return where a picture's answer belonged when it was last met, though it may have got none."""
        key = picture_key(self._stored(source), part, "")
        target = self._one("SELECT max(target) FROM pictures WHERE key = ?", key)
        return self.folder / from_bytes(target) if target else None

    def has_answer_of_another(self, target: Path, source: Path | Address | None, part: Part = 1) -> bool:
        """Tell whether a place has the answer to another picture that is still there, as far as is known."""
        own = picture_key(self._stored(source) if source is not None else None, part, "")
        place = to_bytes(self._stored(target))
        wanted = "SELECT key FROM pictures WHERE target = ? AND has_answer AND key != ?"
        others = (from_bytes(key) for (key,) in self._database.execute(wanted, [place, own]))
        return any(self._is_there(other.partition("\0")[0], str(source)) for other in others)

    def close(self) -> None:
        """Let other runs write to the folder."""
        with self._opened:
            self._note_unchanged()
            if warning := copy_again(self._database, self._path):
                self.warnings.append(warning)

    def _reasons(self, job: Job) -> Iterator[Reason]:
        """Yield why a picture is not done, what is quickly found out first."""
        wanted = "SELECT status, version, settings, target, sha256, size FROM pictures WHERE key = ?"
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

    def _mend(self) -> None:
        """Take what the database lacks from the last report, if it is new or some of its rows are damaged."""
        report = self.folder / REPORT
        with transaction(self._database, self._path):
            damaged = drop_damaged(self._database)
            strange = self._take_from(report) if damaged or not len(self) else 0
        if not len(self):
            check_not_foreign(self.folder)
        if damaged:
            seen = f"{damaged} of its rows were" if damaged > 1 else "one of its rows was"
            self.warnings.append(f"{self._path}: {seen} damaged; taken from {REPORT} or solved again")
        if strange:
            kept = self._path.with_name(REPORT_SET_ASIDE)
            try:
                report.replace(kept)
            except OSError as error:
                raise unwritable(report, error) from error
            seen = f"{strange} lines" if strange > 1 else "a line"
            told = "their pictures are solved again"
            self.warnings.append(f"{report}: {seen} could not be read; {told}, the old file is {kept}")

    def _take_from(self, report: Path) -> int:
        """Put in the rows of a report that are not there; return how many of its lines cannot be understood.

        Of several lines of a picture the last counts.
        """
        wanted = "SELECT count(*) FROM pictures WHERE key = ? OR target = ? AND has_answer"
        strange, taken = 0, set[bytes]()
        with suppress(OSError), report.open("rb") as file:
            while line := file.readline(LONGEST):
                row = understood(line)
                if row is None:
                    strange += bool(line.strip())
                elif row.key in taken or not self._one(wanted, row.key, row.target):
                    put(self._database, row)
                    taken.add(row.key)
        return strange

    def _stamps(self, job: Job, picture: bytes | None) -> Stamps:
        """Return the stamp of a picture that was read, and that of its answer as it is now."""
        with suppress(OSError):
            if isinstance(job.target, Path):
                return Stamps(picture, stamp_of(job.target.lstat()))
        return Stamps(picture, None)

    def _note_unchanged(self) -> None:
        with transaction(self._database, self._path):
            self._database.executemany(
                "UPDATE pictures SET picture = ?, answer = ? WHERE key = ?", self._unchanged
            )
        self._unchanged.clear()

    def _key(self, job: Job) -> bytes:
        return picture_key(
            self._stored(job.source) if job.source is not None else None, job.picture.part, job.name
        )

    def _is_there(self, source: str, asked: str) -> bool:
        """Tell whether a picture of the report may still be had, which is not the one that is asked for.

        An address without its query is asked for under ever new signatures.
        """
        if "://" in source:
            return source.partition("#")[0] != asked
        return source != "" and exists(self.folder / source)

    def _stored(self, path: Path | Address) -> str:
        return path_from(self._real, path)

    def _one(self, question: str, *values: object) -> Any:
        return self._database.execute(question, values).fetchone()[0]
