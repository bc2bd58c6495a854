"""Outcomes → `report.jsonl`, a line for each picture as it is done; and what a later run must do again."""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, Protocol

from ..inputs.remote import RemotePath
from .atomic import sweep, unwritable
from .index import Index
from .lines import Fields, Lines
from .lock import Lock
from .ours import LEDGER, check_ours
from .picture_info import PictureInfo, digest_of
from .places import is_file, key_of, place_of
from .thumbnails import Pair, Thumbnails

KEPT = ".aquarium"
"""Folder beside the ledger for what only this program needs; hidden, as walks pass by hidden folders."""
PACKAGE = "aquarium-reader"
FINGERPRINT = 8
"""Bytes that tell settings apart."""

Reason = Literal["new", "changed", "failed", "settings", "version", "missing", "forced"]
"""Why a picture is to be done."""


class Asked(Protocol):
    """What the ledger must know of a job."""

    @property
    def name(self) -> str:
        """The picture as it was given."""

    @property
    def source(self) -> Path | RemotePath | None:
        """Its file; None for standard input and texts."""

    @property
    def page(self) -> int:
        """Which of the file's pictures is meant, from 1."""

    @property
    def target(self) -> Path | RemotePath | None:
        """Where the answer belongs; None for standard output."""


@dataclass(frozen=True)
class Edition:
    """What answers depend on besides the picture."""

    version: str
    """Of the program."""
    settings: str
    """Fingerprint of all that was asked for."""


def edition(settings: Mapping[str, object], version: str | None = None) -> Edition:
    """Return the edition of answers that settings make, by this version of the program or another."""
    text = json.dumps(settings, default=str, sort_keys=True)
    digest = hashlib.blake2b(text.encode("ascii"), digest_size=FINGERPRINT).hexdigest()
    return Edition(program_version() if version is None else version, digest)


def program_version() -> str:
    """Return this program's version."""
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 — loads e-mail and ZIP modules

    try:
        return version(PACKAGE)
    except PackageNotFoundError:
        return "(not installed)"


@dataclass(frozen=True)
class Entry:
    """What the ledger tells of a picture."""

    ending: str
    """How it ended: its status, or `unsaved`."""
    fields: Fields
    """Its last line."""
    key: bytes
    """Tells it apart from all others."""


class Ledger:
    """The open ledger of a folder: what was done of which picture. It belongs to one run at a time.

    Little of each picture is in memory: the index of the lines is a temporary file.
    """

    def __init__(self, folder: Path, edition: Edition) -> None:
        """Open or begin the ledger of a folder, which is made, and mend what a killed run left.

        Raises
        ------
        Unwritable
            If the folder cannot be written to, another run does, or files of others would be overwritten.
        """
        self.folder, self.edition = folder, edition
        self._real = os.path.realpath(folder)
        with ExitStack() as opened:
            self._lock = Lock(_kept(folder) / "lock")
            opened.callback(self._lock.release)
            self._index = opened.enter_context(closing(Index()))
            self._lines = opened.enter_context(closing(Lines(folder / LEDGER)))
            for start, fields in self._lines:
                self._index.note(start, fields)
            check_ours(folder, begun=len(self._index) > 0, size=self._lines.end)
            self._lines.mend()
            sweep(folder)
            self._thumbnails = opened.enter_context(closing(Thumbnails(folder / KEPT)))
            self._opened = opened.pop_all()

    def __enter__(self) -> Ledger:
        """Return the ledger."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the ledger."""
        self.close()

    def __len__(self) -> int:
        """Return the number of pictures."""
        return len(self._index)

    def __iter__(self) -> Iterator[Entry]:
        """Yield each picture's entry, sorted by path."""
        for start, ending in self._index.starts(by_path=True):
            fields = self._lines.read(start)
            if fields:  # else the disk is failing
                yield Entry(ending, fields, key_of(fields["source"], fields["page"], fields["path"]))

    def reason(self, job: Asked, *, force: bool = False, no_clobber: bool = False) -> Reason | None:
        """Say why a picture is to be done; None if its answer stands.

        An answer stands if the same bytes were solved by this version with these settings, and it is where it
        belongs. Times of files prove nothing, so every picture that has an answer is read once, unless its
        size tells already that it has changed.

        Parameters
        ----------
        force : bool, optional
            Whether all is to be done.
        no_clobber : bool, optional
            Whether whatever is where the answer belongs stands; this comes before `force`.
        """
        if no_clobber and isinstance(job.target, Path) and os.path.lexists(job.target):
            return None
        return "forced" if force else next(self._reasons(job), None)

    def add(self, job: Asked, line: str, picture_info: PictureInfo | None = None) -> None:
        """Write down how a picture ended: a line of JSON, as `Outcome.as_json` returns it.

        Raises
        ------
        Unwritable
            If the disk is full, or gone; the ledger is as before.
        """
        seen, fields = picture_info or PictureInfo(), json.loads(line)
        content, drawn = seen.digest, fields.get("reading_output")
        further = {
            "source": job.source and self._place(job.source),
            "page": job.page,
            "target": job.target and self._place(job.target),
            "drawing": drawn and self._place(Path(drawn)),
            "sha256": content and content.sha256,
            "bytes": content and content.bytes,
            "pixels": seen.pixels,
            "version": self.edition.version,
            "settings": self.edition.settings,
            "finished": datetime.now(UTC).isoformat(timespec="seconds"),
        }
        text = f"{line.rstrip().removesuffix('}')}, {json.dumps(further)[1:]}"
        self._thumbnails.add(self._key(job), seen)
        self._index.note(self._lines.append(text), fields | further)

    def endings(self) -> Counter[str]:
        """Return how many pictures ended how."""
        return self._index.endings()

    def failed(self) -> Iterator[str]:
        """Yield the paths of the pictures without an answer, as they were given, sorted."""
        return self._index.failed()

    def thumbnails(self, entry: Entry) -> Pair | None:
        """Return how a picture looks, small, if that is known."""
        return self._thumbnails.find(entry.key, entry.fields["sha256"])

    def size_of_thumbnails(self, entry: Entry) -> int:
        """Return how many bytes a picture's thumbnails take on a page."""
        return self._thumbnails.length_of(entry.key, entry.fields["sha256"])

    def size_of_all_thumbnails(self) -> int:
        """Return how many bytes all thumbnails take on a page."""
        return self._thumbnails.length()

    def target_of(self, source: Path, page: int = 1) -> Path | None:
        """Return where a picture's answer belonged when it was last met, though it may have got none."""
        known = self._index.find(key_of(self._place(source), page, ""))
        return self.folder / known.target if known and known.target else None

    def wrote(self, path: Path) -> bool:
        """Tell whether a file is an answer that the ledger knows, whatever has become of the mark in it."""
        return self._index.is_answer(self._place(path))

    def close(self) -> None:
        """Leave of each picture only the last line in the ledger, and let other runs write to the folder."""
        with self._opened:
            if len(self._index) < self._index.noted:
                self._lines.keep(start for start, _ in self._index.starts(by_path=False))
            self._thumbnails.compact()

    def _reasons(self, job: Asked) -> Iterator[Reason]:
        """Yield what keeps an answer from standing, what is quickly found out first."""
        known = self._index.find(self._key(job))
        if known is None or job.source is None or not isinstance(job.target, Path):
            yield "new"
            return
        if known.ending != "solved":
            yield "failed"
        if known.version != self.edition.version:
            yield "version"
        if known.settings != self.edition.settings:
            yield "settings"
        if known.target != self._place(job.target) or not is_file(job.target):
            yield "missing"
        if not _has_content(job.source, known.sha256, known.bytes):
            yield "changed"

    def _key(self, job: Asked) -> bytes:
        place = self._place(job.source) if job.source is not None else None
        return key_of(place, job.page, job.name)

    def _place(self, path: Path | RemotePath) -> str:
        return place_of(path, self._real)


def _kept(folder: Path) -> Path:
    """Return the folder for what only this program needs, made if it is missing."""
    kept = folder / KEPT
    try:
        kept.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(kept, error) from error
    if kept.is_symlink():
        raise unwritable(kept, NotADirectoryError(0, "it is a link"))
    return kept


def _has_content(source: Path | RemotePath, sha256: str | None, size: int | None) -> bool:
    try:
        if isinstance(source, Path) and source.stat().st_size != size:
            return False
    except (OSError, ValueError):
        return False
    content = digest_of(source)
    return content is not None and content.sha256 == sha256
