"""What an earlier program has read is read again by one that reads otherwise: its version has been raised."""

import hashlib
import json
from pathlib import Path

from pipeline import Result, prove_image
from vision.files.load import load_picture
from vision.reading.version import READING

ROOT = Path(__file__).parents[1]
VERSIONS = Path(__file__).with_name("reading_versions.txt")
"""The versions of reading, each with a digest of the weights and of what the stored fixtures show."""


def fields_of(result: Result) -> list[object]:
    """Return what a later run would find otherwise if pictures were read otherwise: no probabilities."""
    puzzle, reading = result.puzzle, result.reading
    read = puzzle and (puzzle.col_clues, puzzle.row_clues, puzzle.regions)
    return [result.status, read, reading and reading.marks, *map(fields_of, result.others)]


def readings() -> str:
    digest = hashlib.sha256()
    for weights in sorted((ROOT / "vision/reading").glob("*.np[yz]")):
        digest.update(weights.read_bytes())
    for picture in sorted(path for path in (ROOT / "fixtures").iterdir() if path.suffix in (".png", ".jpg")):
        fields = fields_of(prove_image(load_picture(picture).pixels))
        digest.update(json.dumps([picture.name, fields]).encode())
    return digest.hexdigest()[:16]


def test_the_version_of_reading_was_raised_when_anything_is_read_otherwise():
    known = dict(line.split() for line in VERSIONS.read_text().splitlines())
    assert list(map(int, known)) == list(range(1, READING + 1))
    found = readings()
    assert known[str(READING)] == found, (
        f"pictures are read otherwise: raise READING in vision/reading/version.py and add to {VERSIONS}: "
        f"{READING + 1} {found}"
    )
