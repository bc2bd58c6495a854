r"""Text from outside → text that can be shown: it neither forges a line nor moves a cursor.

All that goes to a terminal, into a page, or into a file of lines passes `visible`. JSON in ASCII
escapes as much, and keeps every name.
"""

import shlex
import unicodedata
from collections.abc import Iterable

BYTES = range(0xDC80, 0xDD00)
"""Signs that stand in names for bytes that are no text: the byte and 0xDC00."""
ASCII = 0x80


def visible(text: object) -> str:
    r"""Return a text in one line in which every sign shows: \n, \x1b, \u202e, and \xff for a byte.

    What a terminal obeys, what turns the order of signs round, and what has no look is escaped as Python and
    shells write it. What shows is left as it is, backslashes too: what was escaped once stays so.
    """
    line = str(text)
    return line if line.isprintable() else "".join(map(_visible_sign, line))


def closest(word: str, words: Iterable[str], least: float = 0.6) -> str | None:
    """Return the word most like a mistyped one, None if none is; `least` is the likeness, from 0 to 1."""
    import difflib  # noqa: PLC0415 — takes a tenth of the time that help has

    return next(iter(difflib.get_close_matches(word, words, n=1, cutoff=least)), None)


def shell_line(words: Iterable[str]) -> str:
    r"""Return a command line to be shown and typed; a word with signs that do not show becomes $'…\x1b'."""
    return " ".join(map(_shell_word, words))


def _visible_sign(sign: str) -> str:
    if sign.isprintable() or unicodedata.category(sign) == "Zs":  # spaces of all widths
        return sign
    code = ord(sign)
    if code in BYTES:
        return f"\\x{code - 0xDC00:02x}"
    return sign.encode("unicode_escape").decode() if code < ASCII or code > 0xFF else f"\\u{code:04x}"


def _shell_word(word: str) -> str:
    if visible(word) == word:
        return shlex.quote(word)
    escaped = visible(word.replace("\\", r"\\").replace("'", r"\'"))
    return f"$'{escaped}'"
