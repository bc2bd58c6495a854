"""A text as tokens that know where they stand, so that whatever is wrong is named with line and column."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from itertools import groupby

from ..errors import BadText, TextPlace
from ..message import Message
from ..puzzle import Clue

UNKNOWN = "?"
"""Stands for a clue that is not printed, in every form but the address, which has a sign of its own."""
LONGEST = 9
"""Digits of the longest number taken: more is garbage, not a clue."""
SHOWN = 2 * LONGEST
"""Signs of the longest piece of bad text that a message repeats whole."""


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of one line of a text."""

    text: str
    line: int
    """From 1."""
    column: int
    """Of its first sign, from 1."""

    @property
    def place(self) -> TextPlace:
        """Where it stands."""
        return TextPlace(self.line, self.column)

    def since(self, start: int) -> Token:
        """Return what follows its first so many signs."""
        return Token(self.text[start:], self.line, self.column + start)

    def until(self, stop: int) -> Token:
        """Return its first so many signs."""
        return Token(self.text[:stop], self.line, self.column)

    def end(self) -> Token:
        """Return the empty place behind it."""
        return self.since(len(self.text))

    def bare(self) -> Token:
        """Return it without the blanks around it."""
        return self.since(len(self.text) - len(self.text.lstrip())).until(len(self.text.strip()))

    def words(self) -> list[Token]:
        """Split it at blanks."""
        return self._found(r"\S+")

    def signs(self) -> list[Token]:
        """Split it into its signs."""
        return self._found(".")

    def values(self) -> list[Token]:
        """Split it at blanks, commas and brackets."""
        return self._found(r"[^\s,\[\]]+")

    def parts(self, separator: str) -> list[Token]:
        """Split it at every separator, a single sign."""
        return self._found(rf"(?:^|(?<={separator}))[^{separator}]*")

    def _found(self, pattern: str) -> list[Token]:
        found = re.finditer(pattern, self.text)
        return [Token(piece[0], self.line, self.column + piece.start()) for piece in found]


def lines_of(text: str) -> list[Token]:
    """Return the lines of a text as they are."""
    return [Token(line, number, 1) for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1)]


def blocks_of(text: str) -> list[list[Token]]:
    """Split a text at its blank lines into blocks of lines, without the blanks around each line."""
    lines = groupby(map(Token.bare, lines_of(text)), lambda line: line.text != "")
    return [list(block) for has_text, block in lines if has_text]


def lines_in(text: str) -> list[Token]:
    """Return the lines of a text that are not blank, without the blanks around each."""
    return [line for block in blocks_of(text) for line in block]


def only_line(text: str, what: str, form: str) -> Token:
    """Return the only line of a text, or the empty place where it is missing."""
    lines = lines_in(text)
    if len(lines) > 1:
        raise unexpected(lines[1], f"the {what} to end on its first line", form)
    return behind(lines, 0)


def behind(tokens: Sequence[Token], count: int) -> Token:
    """Return the token behind the first so many, or the empty place where it is missing."""
    if count < len(tokens):
        return tokens[count]
    return tokens[-1].end() if tokens else Token("", 1, 1)


def check_lines(lines: Sequence[Token], wanted: int, what: str, form: str) -> None:
    """Check that there are so many lines, the last of them of what is named."""
    if len(lines) != wanted:
        expected = f"a line of {what}" if len(lines) < wanted else f"the text to end after the {what}"
        raise unexpected(behind(lines, wanted), expected, form)


def counted(
    line: Token, wanted: int, form: str, split: Callable[[Token], list[Token]] = Token.words
) -> list[Token]:
    """Split a line that must hold so many words, or pieces of another kind."""
    pieces = split(line)
    if len(pieces) != wanted:
        place = behind(pieces or [line], wanted).place
        raise unlike(f"{wanted} values in this line", str(len(pieces)), form, place)
    return pieces


def unexpected(token: Token, wanted: str, form: str) -> BadText:
    """Return the error that something else stands here than was wanted."""
    found = token.text if len(token.text) <= SHOWN else f"{token.text[:LONGEST]}…"
    return unlike(wanted, f'"{found}"' if found else "nothing", form, token.place)


def unlike(wanted: str, found: str, form: str, place: TextPlace) -> BadText:
    """Return the error that something else was found than a form wants, and how to write it."""
    return BadText(Message("unexpected_text", wanted=wanted, found=found, form=form), place)


def one_of(token: Token, signs: Collection[str], form: str, wanted: str = "") -> str:
    """Return the text of a token that must be one of these signs."""
    if token.text in signs:
        return token.text
    raise unexpected(token, wanted or " or ".join(signs), form)


def clue_of(token: Token, form: str) -> Clue:
    """Read a clue: a number, or the sign that none is printed."""
    return None if token.text == UNKNOWN else number_of(token, f"a number or {UNKNOWN}", form)


def number_of(token: Token, wanted: str, form: str) -> int:
    """Read a number of at most LONGEST digits."""
    if token.text.isascii() and token.text.isdecimal() and len(token.text) <= LONGEST:
        return int(token.text)
    raise unexpected(token, wanted, form)


def size_of(token: Token, wanted: str, form: str) -> int:
    """Read a number of rows or columns."""
    size = number_of(token, wanted, form)
    if size == 0:
        raise unexpected(token, f"{wanted}, at least 1", form)
    return size


def text_of(clue: Clue) -> str:
    """Write a clue, or the sign that none is printed."""
    return UNKNOWN if clue is None else str(clue)


def aligned(tokens: list[str], wide: int) -> str:
    """Write tokens beside each other, each so many signs wide, without blanks at the end."""
    return " ".join(token.rjust(wide) for token in tokens).rstrip()
