"""The mark in files that are written here, by which later runs tell answers and puzzles from other pictures.

It is a few words of text: `aquarium 1.1.0 solve 0f1e2d3c4b5a6978`, or for a puzzle `aquarium puzzle 1.1.0
draw connected 0f1e2d3c4b5a6978`. The last of them says of which picture it is.
Marks are looked for among the bytes of a file: no library is let loose on one that may be bad.
"""

import os
import re
import struct
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import BinaryIO, NamedTuple

from .png import SIGNATURE
from .safe_open import open_file

MARK = "aquarium"
"""Begins the mark of answers, which are no questions."""
QUESTION = "aquarium puzzle"
"""Begins the mark of pictures of puzzles: they are ours, but questions."""
WORDS = re.compile(
    rf"({QUESTION}|{MARK})(?: (\d[\w.+-]{{0,30}}) ([a-z]{{1,20}}))?(?: (connected))?(?: ([0-9a-f]{{16}}))?",
    re.ASCII,
)
LONGEST = 100
"""Bytes of a mark, at most."""

HEAD_BYTES, TAIL_BYTES = 1 << 16, 1 << 20
"""At the start of a file, and at its end, among which its mark stands: profiles may stand before it."""
BMP_MARKS = {MARK: b"aqua", QUESTION: b"aqu?"}
"""The mark in the only bytes of a BMP's header that are free for a program."""
BMP_SIGNATURE, BMP_FREE = b"BM", slice(6, 10)
BMP_KEY = slice(50, 54)
"""Half of the key, where pictures with a palette say how many of its colours are important."""
SIZED = {
    SIGNATURE: (re.compile(rb"(?s)(.{4})tEXtSoftware\0"), len(b"Software\0")),
    b"\xff\xd8": (re.compile(rb"(?s)\xff\xfe(.{2})"), 2),
    b"GIF8": (re.compile(rb"(?s)!\xfe(.)"), 0),
}
"""First bytes of formats that tell the length of a text before it: what the mark stands behind, with that
length, and how many bytes are counted in it that are not the text."""
CLOSED = {b"<?xml": re.compile(rb"<metadata>([^<]*)<"), b"%PDF": re.compile(rb"/Creator \(([^)]*)\)")}
"""First bytes of formats in which the mark stands between signs."""
TAGGED = (b"II*\0", b"MM\0*", b"RIFF")
"""First bytes of the formats that hold the mark as a tag behind the pixels: TIFF and WebP."""
TAG_TEXT, MOST_TEXTS = re.compile(rb"(aquarium[ \w.+-]{0,90})\0"), 10
"""What their mark looks like, and how many of these are looked at."""
SOFTWARE, TEXT = 305, 2  # TIFF tag, and the type of its value


class Mark(NamedTuple):
    """What a file that is written here says of itself."""

    kind: str = MARK
    """MARK or QUESTION."""
    version: str = ""
    """Of the program; empty in what was drawn for no task."""
    task: str = ""
    """What was asked for."""
    rule: str = "level"
    """That of the puzzle, which no picture shows."""
    key: str = ""
    """Of which picture it is: hexadecimal digits of a hash, in a BMP half as many; empty if unknown."""

    def __str__(self) -> str:
        """Return the text that stands in the file."""
        rule = "" if self.rule == "level" else self.rule
        return " ".join(filter(None, (self.kind, self.version, self.task, rule, self.key)))

    def is_of(self, key: str) -> bool:
        """Tell whether it says that the file is of the picture with that key."""
        return bool(self.key) and key.startswith(self.key)


def parse_mark(text: str) -> Mark | None:
    """Return the mark that a text is, None if it is none."""
    found = WORDS.fullmatch(text) if len(text) <= LONGEST else None
    if found is None:
        return None
    kind, version, task, rule, key = found.groups(default="")
    return Mark(kind, version, task, rule or "level", key)


def read_mark(source: Path | BinaryIO) -> Mark | None:
    """Return the mark in a file, None if the file is not ours.

    A stream is read from its beginning, and rewound.
    """
    try:
        if isinstance(source, Path):
            with open_file(source) as file:
                return _mark_in(_ends_of(file))
        source.seek(0)
        seen = _ends_of(source)
        source.seek(0)
        return _mark_in(seen)
    except (OSError, ValueError):
        return None


def mark_of(source: Path | BinaryIO) -> str | None:
    """Return MARK if a file is an answer, QUESTION if it is a puzzle that was drawn here, else None."""
    mark = read_mark(source)
    return mark and mark.kind


def _ends_of(file: BinaryIO) -> bytes:
    """Return the bytes among which a file's mark stands."""
    seen = file.read(HEAD_BYTES)
    if seen.startswith(TAGGED):
        file.seek(max(0, file.seek(0, os.SEEK_END) - TAIL_BYTES))
        seen += file.read(TAIL_BYTES)
    return seen


def _mark_in(seen: bytes) -> Mark | None:
    """Return the mark in a file of which the ends are seen."""
    if seen.startswith(BMP_SIGNATURE):
        key = seen[BMP_KEY].hex() if any(seen[BMP_KEY]) else ""
        return next((Mark(kind, key=key) for kind, free in BMP_MARKS.items() if free == seen[BMP_FREE]), None)
    return next(filter(None, (parse_mark(text.decode("latin-1")) for text in _texts(seen))), None)


def _texts(seen: bytes) -> Iterator[bytes]:
    """Yield the texts that stand where files of a format have our mark."""
    for start, (place, uncounted) in SIZED.items():
        for found in place.finditer(seen) if seen.startswith(start) else ():
            size = int.from_bytes(found[1]) - uncounted
            if 0 < size <= LONGEST:
                yield seen[found.end() : found.end() + size]
    for start, between in CLOSED.items():
        for found in between.finditer(seen) if seen.startswith(start) else ():
            yield found[1][: LONGEST + 1]
    if seen.startswith(TAGGED):
        for found in islice(TAG_TEXT.finditer(seen), MOST_TEXTS):
            tags = (struct.pack(order + "HHI", SOFTWARE, TEXT, len(found[1]) + 1) for order in "<>")
            if any(tag in seen for tag in tags):
                yield found[1]
