"""A picture → what its answers are called: alike in every run, and never like another's in its folder.

Whoever wants an output called otherwise changes this file alone.
"""

import os
import re
import stat
from collections.abc import Callable, Container, Iterator
from itertools import count, takewhile
from pathlib import Path

from vision.files.mark import MARK, mark_of
from vision.files.safe_open import real_path

from ..tasks import TASKS

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

TEXT_SUFFIX = ".txt"
"""What files of puzzles as text are mostly called."""

SOLVED_SUFFIX, DRAWN_SUFFIX = TASKS["solve"].suffix, TASKS["draw"].suffix
"""Of an answer, and of a puzzle drawn from a text, which is a question."""
READING_SUFFIX = ".reading.png"
"""Of a drawing of what was read; its mark alone tells a folder's run that it is no question."""
ANSWER_SUFFIXES = tuple(sorted({READING_SUFFIX, *(task.suffix for task in TASKS.values())} - {DRAWN_SUFFIX}))
STDIN_STEM, TEXT_STEM = "stdin", "puzzle"
"""What the answers to a picture from a pipe and to a text of the command line are called after."""
SPELLINGS = (str.lower, str.upper, str.title)
"""How suffixes are written; a name with a suffix written otherwise is kept whole."""
PAGE_STEM = r"(?s:(.+)-page-\d+)"
LONGEST_NAME = 255
"""Bytes that file systems allow a name."""
LONGEST_STEM = LONGEST_NAME - max(map(len, ANSWER_SUFFIXES)) - len("-1000")
"""Bytes of a stem: the longest suffix and a number still fit after it."""
DIGEST_BYTES = 4
"""Bytes that tell the shortened stems of a folder apart."""

IsOthers = Callable[[Path], bool]
"""A place for an answer → whether it has the answer to another picture."""


def is_picture(name: str | Path) -> bool:
    return os.path.splitext(name)[1].lower() in PICTURE_SUFFIXES  # noqa: PTH122 — no Path for each of many


def is_answer_name(name: str) -> bool:
    """Tell whether a file is called as answers are: it may be one."""
    return name.lower().endswith(ANSWER_SUFFIXES)


def is_answer(path: Path) -> bool:
    """Tell whether a file is an answer of this program, by the mark in it: names say nothing."""
    return mark_of(path) == MARK


def output_stem(source: Path, page: int | None = None, board: int | None = None) -> str:
    """Return what a picture's answer is called after: its stem, or its whole name if a neighbour has that.

    Of pictures with one stem, a.png has it before a.jpg, in every run. Only names that could be in the way
    are looked for on the disk, however many there are. `page` counts from 1; None if there is only one.
    `board` is the only one that is meant; None if all are.
    """
    stem = source.stem if _has_stem(source) else source.name
    return answer_stem(stem, page, board)


def answer_stem(stem: str, page: int | None = None, board: int | None = None) -> str:
    """Return what the answer to one page, or to one board alone, is called after, cut so that suffixes fit.

    A digest keeps a stem that is cut apart from others cut alike.
    """
    parts = ("page", page), ("board", board)
    stem += "".join(f"-{part}-{number}" for part, number in parts if number is not None)
    if len(os.fsencode(stem)) <= LONGEST_STEM:
        return stem
    import hashlib  # noqa: PLC0415 — loads OpenSSL

    digest = "~" + hashlib.blake2b(os.fsencode(stem), digest_size=DIGEST_BYTES).hexdigest()
    kept = stem
    while len(os.fsencode(kept)) > LONGEST_STEM - len(digest):
        kept = kept[:-1]
    return kept + digest


def new_puzzle_stem(rows: int, cols: int, grade: str, seed: int) -> str:
    return f"aquarium-{rows}x{cols}-{grade}-{seed}"


def strip_suffix(target: Path, suffix: str) -> Path:
    """Return the path that an answer is called after."""
    name = target.name.removesuffix(suffix)
    return target.with_name(name if name != target.name else target.stem)


def belongs_to_neighbour(answer: Path, suffix: str) -> bool:
    """Tell whether a file beside it is the picture or text whose answer with that suffix is so called."""
    place = strip_suffix(answer, suffix)
    pictures = () if suffix == DRAWN_SUFFIX else _SUFFIXES_IN_ORDER
    return any(os.path.isfile(f"{place}{end}") for end in (*pictures, TEXT_SUFFIX, ""))  # noqa: PTH113 — for speed


def identity(file: Path | int) -> int | None:
    """Return a number that all names of a file share, and descriptors of it; None if there is no file."""
    try:
        seen = os.stat(file)  # noqa: PTH116 — maybe a descriptor
    except (OSError, ValueError):  # ValueError: a name that no file can have
        return None
    if isinstance(file, int) and not stat.S_ISREG(seen.st_mode):  # a terminal is read and written alike
        return None
    return hash((seen.st_dev, seen.st_ino))


class Targets:
    """Names files to be written, none of them twice, and none where others have put a file.

    This alone decides whether a file may be written where nobody has said its whole name: where it is free,
    or has an answer of this program that is no source.
    """

    def __init__(self, sources: Container[int | None] = (), *, remember: bool = False) -> None:
        """Begin with nothing taken, by the `identity` of files that are read.

        Unless `remember`, stems are trusted to differ, and none are kept.
        """
        self._sources = sources
        self._remember = remember
        self._taken = set[int]()

    def claim(self, place: Path, suffix: str, is_others: IsOthers = lambda path: False) -> Path:
        """Return a place with the suffix added to its name, after -2, -3 … if it is taken without.

        `is_others` tells where another picture has its answer, of which a run before this one knows.
        """
        return self._claim(place, suffix, lambda path: not (self._is_kept(path, suffix) or is_others(path)))

    def claim_folder(self, place: Path) -> Path:
        """Return a place for a folder, after -2, -3 … if one of that name has files of others."""
        return self._claim(place, "", self._is_own_folder)

    def keeps(self, path: Path, place: Path, suffix: str) -> bool:
        """Tell whether a name that was given before may be used again, and keep it from others if so.

        Whoever tells of it may be mistaken: it must be in the folder of `place` or in one that is below, be
        called as names there are, and be free or ours.
        """
        folder, parent = place.parent, path.parent
        is_below = path.is_relative_to(folder) and os.pardir not in path.relative_to(folder).parts
        fits = path.name.endswith(suffix) and len(os.fsencode(path.name)) <= LONGEST_NAME
        if not (is_below and fits and (parent == folder or exists(parent, folder=True))):
            return False
        if _key(path) in self._taken or self._is_kept(path, suffix):
            return False
        self._taken.add(_key(path))
        return True

    def _claim(self, place: Path, suffix: str, is_free: IsOthers) -> Path:
        for number in count(1):
            path = place.with_name(f"{place.name}{f'-{number}' if number > 1 else ''}{suffix}")
            if not (self._taken and _key(path) in self._taken) and is_free(path):
                break
        if self._remember or number > 1:
            self._taken.add(_key(path))
        return path

    def _is_kept(self, path: Path, suffix: str) -> bool:
        """Tell whether a file is there that is a source, or was not written here.

        A puzzle that was drawn here is no answer either.
        """
        if not exists(path):
            return False
        if self._sources and identity(path) in self._sources:
            return True
        mark = mark_of(path)
        return mark is None or (mark != MARK and suffix != DRAWN_SUFFIX)

    def _is_own_folder(self, path: Path) -> bool:
        """Tell whether a folder can be made, or has nothing in it that must stay."""
        if not os.path.lexists(path):
            return True
        try:
            return not any(self._is_kept(file, "") for file in path.iterdir())
        except OSError:  # it is no folder, or not to be looked into
            return False


def exists(path: Path, *, folder: bool = False) -> bool:
    """Tell whether a path leads to something, or to a folder. Path.exists raises on names that cannot be."""
    return os.path.isdir(path) if folder else os.path.exists(path)  # noqa: PTH110, PTH112 — as the docstring says


_SUFFIXES_IN_ORDER = sorted(
    {spell(suffix) for suffix in PICTURE_SUFFIXES for spell in SPELLINGS},
    key=lambda suffix: (suffix.lower() != ".png", suffix),
)
"""Of pictures with one stem the one with the first of these has it."""


def _has_stem(source: Path) -> bool:
    """Tell whether a picture's answer is called after its stem: no other's answer in its folder can be."""
    if is_picture(source) and source.suffix not in _SUFFIXES_IN_ORDER:
        return False
    # Before the suffix of a text, which is none of these, come all of them.
    earlier = takewhile(lambda suffix: suffix != source.suffix, _SUFFIXES_IN_ORDER)
    if any(_is_another(source.with_name(source.stem + suffix), source) for suffix in earlier):
        return False
    neighbour = source.with_name(source.stem)  # a.jpg, of a.jpg.png
    if is_picture(neighbour) and exists(neighbour) and not _has_stem(neighbour):
        return False
    pages = re.fullmatch(PAGE_STEM, source.stem)
    return pages is None or not any(map(exists, _paged_files(source.parent, pages[1])))


def _is_another(other: Path, source: Path) -> bool:
    """Tell whether a file is there, and not only because the system takes upper case for lower case."""
    if not exists(other):
        return False
    if other.name.lower() != source.name.lower():
        return True
    try:
        return not other.samefile(source) or other.is_symlink() or source.is_symlink()
    except OSError:
        return True


def _paged_files(folder: Path, stem: str) -> Iterator[Path]:
    """Yield where a file of several pages may be whose answers are called after that stem."""
    if stem.lower().endswith(PAGED_SUFFIXES):
        yield folder / stem
    yield from (folder / (stem + spell(suffix)) for suffix in PAGED_SUFFIXES for spell in SPELLINGS)


def _key(path: Path) -> int:
    """Return a number that stands for a place in the memory of a run that may have millions."""
    return hash(real_path(path))
