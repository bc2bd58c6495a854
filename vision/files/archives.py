"""A ZIP archive → which document of an office program it is, if it is one, by the names of what is in it.

The names are looked for among the bytes: no library is let loose on a file that may be bad.
"""

import re
from os import SEEK_END
from typing import BinaryIO

from solver.message import Message

ZIP = b"PK\x03\x04"
"""First bytes of an archive that is not empty."""
HEAD_BYTES, TAIL_BYTES = 128, 1 << 20
"""At the start of an archive, and at its end, where it lists the names of all that is in it."""
OF_MICROSOFT = re.compile(rb"(?s)PK\x01\x02.{42}(word|xl|ppt)/")
"""A name in that list: all parts of such a document but a few are in a folder of its program."""
PARTS = re.compile(rb"(?s)PK\x01\x02.{42}\[Content_Types\]\.xml")
"""And what each of these documents has."""
OPEN_DOCUMENT = re.compile(rb"(?s).{26}\x08\0.{2}mimetypeapplication/vnd\.oasis\.opendocument\.([a-z]+)")
"""Begins another: it says what it is in a first file of that name, which is not compressed."""
DOCUMENTS = {
    b"word": "a Word document (.docx)",
    b"xl": "an Excel workbook (.xlsx)",
    b"ppt": "a PowerPoint presentation (.pptx)",
    b"text": "an OpenDocument text (.odt)",
    b"spreadsheet": "an OpenDocument spreadsheet (.ods)",
    b"presentation": "an OpenDocument presentation (.odp)",
    b"graphics": "an OpenDocument drawing (.odg)",
}
"""What they are called, by those folders and by what they say."""


def what_archive(stream: BinaryIO) -> Message:
    """Return what is said of an archive that can be rewound."""
    stream.seek(0)
    found = OPEN_DOCUMENT.match(stream.read(HEAD_BYTES))
    if found is None:
        stream.seek(max(0, stream.seek(0, SEEK_END) - TAIL_BYTES))
        names = stream.read()
        found = OF_MICROSOFT.search(names) if PARTS.search(names) else None
    kind = found and DOCUMENTS.get(found[1])
    return Message("office_document", kind=kind) if kind else Message("archive")
