"""A picture → what its answer is called: alike in every run, and never like another's in its folder."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

from ..tasks import TASKS

OWN_NAME = ".solved."
PICTURE_SUFFIXES = (
    *(".png", ".apng", ".jpg", ".jpeg", ".jpe", ".jfif", ".mpo", ".webp", ".gif", ".bmp", ".dib"),
    *(".tif", ".tiff", ".avif", ".ico", ".icns", ".jp2", ".j2k", ".pcx", ".psd", ".qoi"),
    *(".pbm", ".pgm", ".ppm", ".pnm", ".heic", ".heif", ".hif", ".pdf"),
)
"""Files with these endings are the pictures of a folder."""
PAGED_SUFFIXES = (".tif", ".tiff", ".pdf", ".heic", ".heif", ".hif")
"""Files with these endings may hold several pictures."""
SOLVED_SUFFIX, DRAWN_SUFFIX = TASKS["solve"].suffix, TASKS["draw"].suffix
"""Ends the name of an answer, and the name of a puzzle drawn from a text: it is a question."""
READING_SUFFIX = ".reading.png"
"""Ends the name of a drawing of what was read; its mark alone tells a folder's run that it is no question."""
OWN_SUFFIXES = tuple(sorted({READING_SUFFIX, *(kind.suffix for kind in TASKS.values())} - {DRAWN_SUFFIX}))
SPELLINGS = (str.lower, str.upper, str.title)
"""How endings are written; a name with a suffix written otherwise is kept whole."""
PAGE_LABEL = re.compile(r"(.+)-page-\d+", re.DOTALL)
LONGEST_NAME = 255
"""Bytes that file systems allow a name."""
LONGEST_STEM = LONGEST_NAME - max(map(len, OWN_SUFFIXES)) - len("-1000")
"""Bytes of a label: the longest suffix and a number still fit after it."""
DIGEST = 4
"""Bytes that tell the shortened stems of a folder apart."""


def is_picture(name: str | Path) -> bool:
    """Tell whether a name ends like a picture's."""
    return os.path.splitext(name)[1].lower() in PICTURE_SUFFIXES  # noqa: PTH122 — no Path per entry


def is_answer(path: Path) -> bool:
    """Tell whether a file was written by this program, by its name or by the mark in it."""
    from vision.files.save import is_own  # noqa: PLC0415 — loads OpenCV, which `aquarium --help` must not

    return OWN_NAME in path.name or is_own(path)


def output_stem(source: Path, page: int | None = None) -> str:
    """Return what a picture's answer is called after: its stem, or its whole name if a neighbour has that.

    Of pictures with one stem, a.png has it before a.jpg, in every run. Only names that could be in the way
    are looked for on the disk, however many there are. `page` counts from 1; None if there is only one.
    """
    label = source.stem if _has_stem(source) else source.name
    return shorten_stem(label if page is None else f"{label}-page-{page}")


def shorten_stem(label: str) -> str:
    """Cut a label so that the endings fit after it; a digest keeps it apart from others cut alike."""
    if len(os.fsencode(label)) <= LONGEST_STEM:
        return label
    digest = "~" + hashlib.blake2b(os.fsencode(label), digest_size=DIGEST).hexdigest()
    kept = label
    while len(os.fsencode(kept)) > LONGEST_STEM - len(digest):
        kept = kept[:-1]
    return kept + digest


def add_suffix(place: Path, suffix: str) -> Path:
    """Return a path with a suffix after its whole name."""
    return place.with_name(place.name + suffix)


def strip_suffix(target: Path, suffix: str) -> Path:
    """Return the path that an answer is called after."""
    name = target.name.removesuffix(suffix)
    return target.with_name(name if name != target.name else target.stem)


def pictures_with_stem(folder: Path, stem: str) -> Iterator[Path]:
    """Yield where pictures of a stem may be, a.png first."""
    return (folder / (stem + suffix) for suffix in SUFFIXES_IN_ORDER)


def _rank(suffix: str) -> tuple[bool, str]:
    return suffix.lower() != ".png", suffix


SUFFIXES_IN_ORDER = sorted({spell(suffix) for suffix in PICTURE_SUFFIXES for spell in SPELLINGS}, key=_rank)
"""Endings of pictures: of those with one stem the first has it."""


def _has_stem(source: Path) -> bool:
    """Tell whether a picture's answer is called after its stem: no other's answer in its folder can be."""
    if is_picture(source) and source.suffix not in SUFFIXES_IN_ORDER:
        return False
    earlier = takewhile(
        lambda suffix: suffix != source.suffix, SUFFIXES_IN_ORDER
    )  # a text comes after all pictures
    if any(_is_another(source.with_name(source.stem + suffix), source) for suffix in earlier):
        return False
    neighbour = source.with_name(source.stem)  # a.jpg, of a.jpg.png
    if is_picture(neighbour) and _is_there(neighbour) and not _has_stem(neighbour):
        return False
    pages = PAGE_LABEL.fullmatch(source.stem)
    return pages is None or not any(map(_is_there, _page_sources(source.parent, pages[1])))


def _is_another(other: Path, source: Path) -> bool:
    """Tell whether a file is there, and not only because the system is deaf to upper case."""
    if not _is_there(other):
        return False
    return other.name.lower() != source.name.lower() or not _is_same(other, source)


def _is_same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other) and not one.is_symlink() and not other.is_symlink()
    except OSError:
        return False


def _is_there(path: Path) -> bool:
    return os.path.exists(path)  # noqa: PTH110 — Path.exists raises on names that cannot be


def _page_sources(folder: Path, label: str) -> Iterator[Path]:
    """Yield where a file of several pages with that label may be."""
    if label.lower().endswith(PAGED_SUFFIXES):
        yield folder / label
    yield from (folder / (label + spell(suffix)) for suffix in PAGED_SUFFIXES for spell in SPELLINGS)
