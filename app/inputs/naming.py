"""A picture → what its answers are called: a function of its path and of what is on the disk.

Whoever wants an output called otherwise changes this file alone.
"""

import hashlib
import os
import stat
import sys
from collections.abc import Container, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import chain, count
from pathlib import Path

from vision.files.mark import MARK, mark_of, read_mark
from vision.files.safe_open import real_path

from ..tasks import SOLUTION_SUFFIX, TASKS

PICTURE_SUFFIXES = frozenset(
    (
        *(".png", ".apng", ".jpg", ".jpeg", ".jpe", ".jfif", ".mpo", ".webp", ".gif", ".bmp", ".dib"),
        *(".tif", ".tiff", ".avif", ".ico", ".icns", ".jp2", ".j2k", ".pcx", ".psd", ".qoi"),
        *(".pbm", ".pgm", ".ppm", ".pnm", ".heic", ".heif", ".hif", ".pdf"),
    )
)
"""Files with these suffixes are the pictures of a folder."""
PAGED_SUFFIXES = (".tif", ".tiff", ".pdf", ".heic", ".heif", ".hif")
"""Files with these suffixes may hold several pictures."""

DRAWN_SUFFIX = TASKS["draw"].suffix
"""Of a puzzle drawn from a text, which is a question."""
READING_SUFFIX = ".reading.png"
"""Of a drawing of what was read; its mark alone tells a folder's run that it is no question."""
OTHER_SUFFIXES = {READING_SUFFIX, SOLUTION_SUFFIX}
ANSWER_SUFFIXES = tuple(sorted({*OTHER_SUFFIXES, *(task.suffix for task in TASKS.values())} - {DRAWN_SUFFIX}))
STDIN_STEM, TEXT_STEM = "stdin", "puzzle"
"""What the answers to a picture from a pipe and to a text of the command line are called after."""
LONGEST_NAME = 255
"""Bytes that file systems allow a name."""
LONGEST_STEM = LONGEST_NAME - max(map(len, ANSWER_SUFFIXES)) - len("-1000")
"""Bytes of a stem: the longest suffix and a number still fit after it."""
DIGEST_BYTES = 4
"""Bytes that tell the shortened stems of a folder apart."""
KEY_BYTES = 8
"""Bytes by which a mark tells of which picture its file is."""
FOLDERS_REMEMBERED = 1024
"""Folders whose real path is not asked for again."""
FOLDS_CASE = sys.platform in ("win32", "darwin")
"""Whether names that differ in upper case are commonly one."""


def is_picture(name: str | Path) -> bool:
    return os.path.splitext(name)[1].lower() in PICTURE_SUFFIXES  # noqa: PTH122 — no Path for each of many


def is_answer_name(name: str) -> bool:
    """Tell whether a file is called as answers are: it may be one."""
    return name.lower().endswith(ANSWER_SUFFIXES)


def is_answer(path: Path) -> bool:
    """Tell whether a file is an answer of this program, by the mark in it: names say nothing."""
    return mark_of(path) == MARK


def answer_stem(stem: str, page: int | None = None, board: int | None = None) -> str:
    """Return what the answer to one page, or to one board alone, is called after, cut so that suffixes fit.

    A digest keeps a stem that is cut apart from others cut alike.
    """
    parts = ("page", page), ("board", board)
    stem += "".join(f"-{part}-{number}" for part, number in parts if number is not None)
    if len(os.fsencode(stem)) <= LONGEST_STEM:
        return stem
    digest = f"~{_digest(os.fsencode(stem), DIGEST_BYTES)}"
    kept = stem
    while len(os.fsencode(kept)) > LONGEST_STEM - len(digest):
        kept = kept[:-1]
    return kept + digest


def new_puzzle_stem(rows: int, cols: int, grade: str, seed: int) -> str:
    return f"aquarium-{rows}x{cols}-{grade}-{seed}"


def mark_key(key: bytes) -> str:
    """Return what the marks in a picture's files say of which picture they are, by its `Input.key`."""
    return _digest(key, KEY_BYTES)


def path_from(folder: str, path: str | Path) -> str:
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


def file_key(folder: str, path: str | Path, page: int | None = None, board: int | None = None) -> bytes:
    """Return what tells a picture apart by its file and part: its path as seen from a folder, a real path."""
    part = f"{page or 1}" + ("" if board is None else f"\0{board}")
    return os.fsencode(f"{path_from(folder, path)}\0{part}")


def _digest(key: bytes, size: int) -> str:
    return hashlib.blake2b(key, digest_size=size).hexdigest()


def strip_suffix(target: Path, suffix: str) -> Path:
    """Return the path that an answer is called after."""
    name = target.name.removesuffix(suffix)
    return target.with_name(name if name != target.name else target.stem)


def identity(file: Path | int) -> int | None:
    """Return a number that all names of a file share, and descriptors of it; None if there is no file."""
    try:
        seen = os.stat(file)  # noqa: PTH116 — maybe a descriptor
    except (OSError, ValueError):  # ValueError: a name that no file can have
        return None
    if isinstance(file, int) and not stat.S_ISREG(seen.st_mode):  # a terminal is read and written alike
        return None
    return hash((seen.st_dev, seen.st_ino))


def exists(path: Path, *, folder: bool = False) -> bool:
    """Tell whether a path leads to something, or to a folder. Path.exists raises on names that cannot be."""
    return os.path.isdir(path) if folder else os.path.exists(path)  # noqa: PTH110, PTH112 — as the docstring says


class Targets:
    """Names files to be written: where a picture has its own already, or where nothing is.

    This alone decides whether a file may be written where nobody has said its whole name. No place is given
    to two pictures.
    """

    def __init__(self, sources: Container[int | None] = ()) -> None:
        """Begin with no place given, by the `identity` of files that are read, which are never written."""
        self._sources = sources
        self._given = dict[int, str]()
        """Places that were given in this run, as numbers, with the keys of their pictures."""

    def claim(
        self, folder: Path, stems: Sequence[str], suffix: str, key: str, before: Path | None = None
    ) -> Path:
        """Return a picture's place in a folder, by its stems in their order, then by the first with -2.

        The first that has a file of this picture is it, else the first that is free. A suffix that is empty
        is of a folder with files of the picture. `key` is what their marks say. `before` is where a database
        says that its answer is: that of a former version has no key.
        """
        if before is not None and before.parent == folder and before.name.endswith(suffix):
            mark = read_mark(before)
            is_ours = mark is not None and mark.kind == MARK and (not mark.key or mark.is_of(key))
            if is_ours and self._can_have(before, key):
                return self._give(before, key)
        free, numbered = None, (f"{stems[0]}-{number}" for number in count(2))
        for number, stem in enumerate(chain(stems, numbered), 1):
            path = folder / f"{stem}{suffix}"
            if not self._can_have(path, key):
                continue
            if self._is_own([path] if suffix else _files_in(path), key):
                return self._give(path, key)
            if not os.path.lexists(path) or (suffix and not exists(path)):  # a link to nothing is replaced
                free = free or path
                if number > len(stems):
                    break
        assert free is not None
        return self._give(free, key)

    def has_given(self, path: Path) -> bool:
        """Tell whether a place was given in this run."""
        return _place(path) in self._given

    def _give(self, path: Path, key: str) -> Path:
        self._given[_place(path)] = key
        return path

    def _can_have(self, path: Path, key: str) -> bool:
        """Tell whether a place was given to no other picture and has none that is read."""
        is_given = self._given.get(_place(path), key) != key
        return not (is_given or (self._sources and identity(path) in self._sources))

    def _is_own(self, files: Sequence[Path] | None, key: str) -> bool:
        """Tell whether there are files that all say that they are a picture's, and none is read."""
        if files is None:
            return False
        marks = map(read_mark, files)
        return all(mark is not None and mark.is_of(key) for mark in marks) and not any(
            self._sources and identity(file) in self._sources for file in files
        )


def _files_in(folder: Path) -> list[Path] | None:
    """Return what is in a folder; None if there is none, or it cannot be looked into."""
    try:
        return list(folder.iterdir())
    except OSError:
        return None


def _place(path: Path) -> int:
    """Return a number that stands for a place in the memory of a run that may have millions."""
    place = real_path(path)
    return hash(place.casefold() if FOLDS_CASE else place)
