"""Words that are addresses, such as `https://example.org/shot.png`: nothing is fetched from them."""

import re

ADDRESS = r"(?i:(?!file:)[a-z][a-z0-9+.-]+://)"
"""Begins an address. A single letter is a drive of Windows, and file:// leads to this computer."""
PUZZLE = r"(?s:(?:\w+=\w+&)*(?:m\+)?aquarium(?:_\w+)?/.*)"
"""The query of an address that is a puzzle."""
VARIETY = r"[\w+]+/"
"""Begins the query of an address of another kind of puzzle."""


def is_address(word: str) -> bool:
    """Tell whether a word has the form of a place that is not a path on this computer."""
    return re.match(ADDRESS, word) is not None


def is_page(text: str) -> bool:
    """Tell whether a text is an address that holds no puzzle: one would have to fetch it."""
    query = text.partition("?")[2]
    return is_address(text) and not (re.match(PUZZLE, query) or re.match(VARIETY, query))
