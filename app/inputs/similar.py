"""The name of a file that is not there → the one that was perhaps meant."""

import difflib
from itertools import islice
from pathlib import Path

NEIGHBOURS = 2000
"""Names among which one like a missing file's is looked for; more would take seconds."""


def similar_name(path: Path) -> str | None:
    """Return the name most like that of a missing file among its neighbours, if any is like it."""
    try:
        names = [neighbour.name for neighbour in islice(path.parent.iterdir(), NEIGHBOURS)]
    except OSError:
        return None
    return next(iter(difflib.get_close_matches(path.name, names, n=1, cutoff=0.7)), None)
