"""A picture → what its answer is called: alike in every run, and never like another's in its folder."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

from .walk import PAGED_ENDINGS, PICTURE_ENDINGS, is_picture

ENDING = ".solved.png"
CHECKED_ENDING, HINT_ENDING = ".checked.png", ".hint.png"
PAGE_ENDING = ".png"
"""Ends the name of a puzzle drawn from a text: it is a question."""
READING_ENDING = ".reading.png"
"""Ends the name of a drawing of what was read; its mark alone tells a folder's run that it is no question."""
OWN_ENDINGS = (ENDING, CHECKED_ENDING, HINT_ENDING, READING_ENDING)
SPELLINGS = (str.lower, str.upper, str.title)
"""How endings are written; a name with an ending written otherwise is kept whole."""
PAGE_LABEL = re.compile(r"(.+)-page-\d+", re.DOTALL)
LONGEST_NAME = 255
"""Bytes that file systems allow a name."""
LONGEST_LABEL = LONGEST_NAME - max(map(len, OWN_ENDINGS)) - len("-1000")
"""Bytes of a label: the longest ending and a number still fit after it."""
DIGEST = 4
"""Bytes that tell the shortened labels of a folder apart."""


def label_of(source: Path, page: int | None = None) -> str:
    """Return what a picture's answer is called after: its stem, or its whole name if a neighbour has that.

    Of pictures with one stem, a.png has it before a.jpg, in every run. Only names that could be in the way
    are looked for on the disk, however many there are. `page` counts from 1; None if there is only one.
    """
    label = source.stem if _has_stem(source) else source.name
    return shortened(label if page is None else f"{label}-page-{page}")


def shortened(label: str) -> str:
    """Cut a label so that the endings fit after it; a digest keeps it apart from others cut alike."""
    if len(os.fsencode(label)) <= LONGEST_LABEL:
        return label
    digest = "~" + hashlib.blake2b(os.fsencode(label), digest_size=DIGEST).hexdigest()
    kept = label
    while len(os.fsencode(kept)) > LONGEST_LABEL - len(digest):
        kept = kept[:-1]
    return kept + digest


def with_ending(place: Path, ending: str) -> Path:
    """Return a path with an ending after its whole name."""
    return place.with_name(place.name + ending)


def without_ending(target: Path, ending: str) -> Path:
    """Return the path that an answer is called after."""
    name = target.name.removesuffix(ending)
    return target.with_name(name if name != target.name else target.stem)


def namesakes(folder: Path, stem: str) -> Iterator[Path]:
    """Yield where pictures of a stem may be, a.png first."""
    return (folder / (stem + ending) for ending in IN_ORDER)


def _rank(ending: str) -> tuple[bool, str]:
    return ending.lower() != ".png", ending


IN_ORDER = sorted({spell(ending) for ending in PICTURE_ENDINGS for spell in SPELLINGS}, key=_rank)
"""Endings of pictures: of those with one stem the first has it."""


def _has_stem(source: Path) -> bool:
    """Tell whether a picture's answer is called after its stem: no other's answer in its folder can be."""
    if is_picture(source) and source.suffix not in IN_ORDER:
        return False
    earlier = takewhile(lambda ending: ending != source.suffix, IN_ORDER)  # a text comes after all pictures
    if any(_is_another(source.with_name(source.stem + ending), source) for ending in earlier):
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
    if label.lower().endswith(PAGED_ENDINGS):
        yield folder / label
    yield from (folder / (label + spell(ending)) for ending in PAGED_ENDINGS for spell in SPELLINGS)
