"""A text in Markdown → its parts that may be a puzzle: what stands in a code fence, and tables."""

import re
from collections.abc import Iterator
from itertools import chain

FENCE = "```"
"""Stands around a puzzle of any form; other lines may speak of it."""
FENCED = re.compile(rf"(?ms)^[ \t]*({FENCE}`*)[^\n]*\n(.*?)(?:^[ \t]*\1|\Z)")
TABLE = re.compile(r"(?m)(?:^[ \t]*\|.*(?:\n|\Z))+")


def parts_of(text: str) -> Iterator[str]:
    """Yield each part alone, on the lines where it was: those before it are empty."""
    spans = chain((part.span(2) for part in FENCED.finditer(text)), map(re.Match.span, TABLE.finditer(text)))
    for start, end in spans:
        yield "\n" * len(text[:start].splitlines()) + text[start:end]
