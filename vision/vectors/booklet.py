"""Clean pictures of puzzles and of their solutions → the pages of a booklet to print."""

from collections.abc import Sequence
from dataclasses import dataclass

from ..drawing.overlay import Drawing
from ..drawing.palette import PUZZLE_INK, PUZZLE_LINE
from ..files.pixels import Picture
from .drawing import drawing_page
from .page import Group, Item, Page, Place, Words

POINTS_PER_INCH = 72
WIDTH, HEIGHT = 595, 842
"""Of A4, in points."""
MARGIN = 48
"""Around all that is printed; the number of the page stands in it."""
LETTERS, HEADING = 11, 20
"""Font sizes."""
LABEL = 2 * LETTERS
"""Room for what stands under a picture."""
GAP = 18
"""Between two pictures."""
PUZZLES, SOLUTIONS = (1, 2), (2, 3)
"""Columns and rows of pictures on a page."""


@dataclass(frozen=True, eq=False, slots=True)
class Entry:
    """One puzzle of a booklet."""

    label: str
    puzzle: Drawing
    solution: Drawing


def booklet_pages(entries: Sequence[Entry]) -> list[Page]:
    """Return the pages: puzzles, two on each, then their solutions, six on each; all are numbered."""
    numbered = list(enumerate(entries, 1))
    items = [
        *_pages([(entry.puzzle, f"{number}.  {entry.label}") for number, entry in numbered], PUZZLES),
        *_pages([(entry.solution, f"{number}.") for number, entry in numbered], SOLUTIONS, "Solutions"),
    ]
    return [
        Page(WIDTH, HEIGHT, (*page, _page_number(number)), POINTS_PER_INCH)
        for number, page in enumerate(items, 1)
    ]


def _pages(
    labelled: Sequence[tuple[Drawing, str]], shape: tuple[int, int], heading: str = ""
) -> list[list[Item]]:
    """Return the items of every page that takes so many columns and rows of pictures."""
    cols, rows = shape
    top = MARGIN + (HEADING + GAP if heading else 0)
    wide = (WIDTH - 2 * MARGIN - (cols - 1) * GAP) / cols
    high = (HEIGHT - top - MARGIN - (rows - 1) * GAP) / rows
    pages = []
    for first in range(0, len(labelled), cols * rows):
        drawn = labelled[first : first + cols * rows]
        items: list[Item] = []
        if heading:
            items.append(Words(heading, (MARGIN, MARGIN + HEADING), HEADING, PUZZLE_INK))
        for place, (drawing, label) in enumerate(drawn):
            left, above = MARGIN + place % cols * (wide + GAP), top + place // cols * (high + GAP)
            items += _placed(drawing, label, (left, above), (wide, high))
        pages.append(items)
    return pages


def _placed(drawing: Drawing, label: str, at: Place, room: tuple[float, float]) -> list[Item]:
    """Return a picture as large as there is room for, in the middle, and its label under it."""
    page = drawing_page(drawing, Picture(drawing.base))
    wide, high = room
    scale = min(wide / page.width, (high - LABEL) / page.height)
    left, top = at[0] + (wide - scale * page.width) / 2, at[1]
    below = top + scale * page.height + LETTERS
    return [
        Group((left, top), scale, page.items),
        Words(label, (at[0] + wide / 2, below), LETTERS, PUZZLE_INK, "middle"),
    ]


def _page_number(number: int) -> Words:
    return Words(str(number), (WIDTH / 2, HEIGHT - MARGIN / 2), LETTERS, PUZZLE_LINE, "middle")


def named_page(name: str) -> Page:
    """Return a page with the name of a picture that cannot be shown."""
    return Page(WIDTH, HEIGHT, (Words(name, (MARGIN, MARGIN), LETTERS, PUZZLE_INK),), POINTS_PER_INCH)
