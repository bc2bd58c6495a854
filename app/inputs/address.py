"""Where pictures are on the web, such as `https://example.org/shot.png`: how that is shown and known again.

What is in an address may be a password or the token of a signed link. So nothing that is printed or written
has its user, query or fragment: `Address` as text and `shown_word` are the way out.
"""

import re
from dataclasses import dataclass

ADDRESS = r"(?i:(?!file:)[a-z][a-z0-9+.-]+://)"
"""Begins an address. A single letter is a drive of Windows, and file:// leads to this computer."""
ANY_ADDRESS = r"(?i:(?<![a-z0-9+.-])[a-z][a-z0-9+.-]*://)"
WEB = r"(?i:https?://)"
PARTS = r"(?s)(?P<scheme>[^:]*)://(?P<authority>[^/?#]*)(?P<path>[^?#]*)(?P<hidden>.*)"
HOST = r"(?:\[[^\]]*\]|[^:]*)(?::\d*)?"
"""What may stand before the path, after the user; anything else may be a part of a password."""
PUZZLE = r"(?s:(?:\w+=\w+&)*(?P<puzzle>(?:m\+)?aquarium(?:_\w+)?/.*))"
"""The query of an address that is a puzzle."""
VARIETY = r"[\w+]+/"
"""Begins the query of an address of another kind of puzzle."""
HIDDEN = "…"
DIGEST_BYTES = 8


@dataclass(frozen=True, slots=True)
class Address:
    """Where a picture is on the web. As text it is without what may be secret."""

    url: str

    def __str__(self) -> str:
        return shown_address(self.url)

    def __repr__(self) -> str:
        return f"Address({str(self)!r})"

    @property
    def name(self) -> str:
        """The last part of the path."""
        return re.fullmatch(PARTS, self.url)["path"].rpartition("/")[2]  # type: ignore[index]  # it is one

    @property
    def key(self) -> str:
        """Tells it apart from all other addresses, and may be stored: a digest stands for what is hidden."""
        if (shown := str(self)) == self.url:
            return shown
        import hashlib  # noqa: PLC0415 — loads OpenSSL

        digest = hashlib.blake2b(self.url.encode("utf-8", "surrogatepass"), digest_size=DIGEST_BYTES)
        return f"{shown}#{digest.hexdigest()}"


def is_address(word: str) -> bool:
    """Tell whether a word has the form of a place that is not a path on this computer."""
    return re.match(ADDRESS, word) is not None


def is_web(word: str) -> bool:
    """Tell whether a word has the form of an address from which a picture can be fetched."""
    return re.match(WEB, word) is not None


def is_page(text: str) -> bool:
    """Tell whether a text is an address on the web that holds no puzzle: one would have to fetch it."""
    query = text.partition("?")[2]
    return is_web(text) and not (re.match(PUZZLE, query) or re.match(VARIETY, query))


def shown_address(url: str) -> str:
    """Return an address as it may be shown: without user, query and fragment."""
    match = re.fullmatch(PARTS, url)
    if match is None:
        return url
    host = match["authority"].rpartition("@")[2]
    if not re.fullmatch(HOST, host):
        return f"{match['scheme']}://{HIDDEN}"
    return f"{match['scheme']}://{host}{match['path']}"


def shown_word(word: str) -> str:
    """Return a word of a command line as it may be shown; a puzzle in an address is kept whole."""
    match = re.search(ANY_ADDRESS, word)
    if match is None:
        return word
    before, url = word[: match.start()], word[match.start() :]
    puzzle = re.match(PUZZLE, url.partition("?")[2]) if is_web(url) else None
    return before + shown_address(url) + (f"?{puzzle['puzzle']}" if puzzle else "")
