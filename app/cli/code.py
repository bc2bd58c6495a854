"""An address → a QR code for the terminal, which cameras read off it."""

import os
import sys
from itertools import zip_longest

import segno

BLOCKS = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}
"""Two modules, one above the other: a character is about twice as high as wide."""
ON_WHITE = "\x1b[30;107m"
"""Black on bright white, whatever colours the terminal has: not all cameras read codes in negative."""
PLAIN = "\x1b[0m"
QUIET = 2
"""Modules of white around the code: the standard asks for 4, cameras are content with this."""


def drawn(text: str) -> bytes:
    """Return the lines of a code, with colours; nothing if it does not fit or cannot be shown."""
    code = segno.make_qr(text, error="l")
    rows = [tuple(row) for row in code.matrix_iter(border=QUIET)]
    columns, lines = os.get_terminal_size(sys.stdout.fileno())
    if len(rows[0]) > columns or len(rows) / 2 > lines:
        return b""
    pairs = zip_longest(rows[::2], rows[1::2], fillvalue=(0,) * len(rows[0]))
    drawn = ["".join(BLOCKS[two] for two in zip(*pair, strict=True)) for pair in pairs]
    try:
        return "".join(f"{ON_WHITE}{line}{PLAIN}\n" for line in drawn).encode(sys.stdout.encoding)
    except (UnicodeEncodeError, LookupError):
        return b""
