"""What each rule beside the network is worth: pictures answered with it and without it.

`python -m benchmarks.rules [-n PICTURES] [KIND…]` draws pictures of all kinds, those to be answered and
those to be refused, pages of several boards, and boards to be read from a lattice that is a part of them or
more. It reads each as the program does and once without each rule, and prints a row for every rule. Where a
rule found nothing in a picture, that is not read again without it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from types import ModuleType
from typing import NamedTuple

import numpy as np
from rich.table import Table

import pipeline
from benchmarks.extents import PAGES, ROWS, Boards, drawn_boards
from benchmarks.extents import read as ended
from benchmarks.refusals import KINDS as TO_REFUSE
from benchmarks.refusals import Shown, answer_of, is_named, is_right, shown
from benchmarks.runner import Row, View, command, table
from fixtures.drawing.kinds import drawn
from vision.reading import clues, cut, extent, facts, find, one_board, page, quads, read, reasons, seen
from vision.reading.clues import ANYHOW

LATTICES = "lattices"
"""Boards of all kinds, read from a lattice that is off."""
AS_IT_IS = "as it is"
MOST_NAMED = 4
"""Kinds that are named in a row."""


def always(found: object) -> Callable[..., object]:
    """Return what finds the same in whatever it is given."""
    return lambda *_, **__: found


def as_given(given: object, *_: object) -> object:
    """Change nothing, whatever else is given."""
    return given


none_of, none, never = always(()), always(None), always(found=False)
Change = tuple[ModuleType | type, str, Callable[..., object]]
RULES: dict[str, tuple[Change, ...]] = {
    AS_IT_IS: (),
    "sides are compared with each other": ((one_board, "by_likeness", as_given),),
    "entries are compared with each other": ((one_board, "by_other_entries", as_given),),
    "colours alone are half believed": ((seen, "_are_alike", never),),
    "different numbers on opposite edges": ((clues, "is_opposed", never),),
    "1 to n are the numbers of the lines": ((clues, "is_count", never),),
    "lines that all look alike": (
        (facts, "is_uniform", never),
        (page, "is_uniform", never),
        (reasons, "is_uniform", never),
    ),
    "clues at the picture's edge": ((cut, "_sliced", none_of),),
    "the second likeliest extent": ((extent, "_second_likeliest", lambda *_: {}),),
    "ends without clues": ((extent, "_up_to_its_clues", lambda *_: {}),),
    "clues beyond the ends": ((extent, "_as_far_as_clues", lambda *_: {}),),
    "lines broken all over": ((read, "_read_broken", lambda *_: []),),
    "boards on their side": ((read, "lying", lambda _: []),),
    "ink over numbers": ((clues, "in_doubt", lambda seen, *_: seen),),
    "all lines have a number unless some lack one": ((one_board, "without_gaps", as_given),),
    "sides are less sure where some are wrong": ((one_board, "less_sure", as_given),),
    "most sides are unclear": (
        (facts, "are_unclear", never),
        (pipeline, "are_unclear", never),
        (reasons, "are_unclear", never),
    ),
    "a misprint is of one clue": ((reasons, "is_misprint_of_one", lambda _: True),),
    "boards of a page are printed alike": ((read, "printed_alike", lambda *_: ANYHOW),),
    "boards in line with others": ((read, "_read_in_line", lambda *_: []),),
    "boards printed as others": ((read, "find_alike", none_of),),
    "clear boards that were passed over": ((find.BoardSearch, "clear_boards", none_of),),
    "edges of whatever is drawn": ((find.BoardSearch, "boards_of_edges", none_of),),
    "the lined part of a piece": ((quads, "_lined_part", none),),
    "boards upside down": ((one_board, "_upside_down", none_of),),
    "a board contested": ((read, "with_contested", as_given),),
}
"""What is put in place of what, without each rule."""


class Ending(NamedTuple):
    """What became of the boards of a picture."""

    right: int
    wrong: int
    named: int
    """How many were refused with what is wrong with them,"""
    told: int
    """and of how many anything was reported."""


@contextmanager
def replaced(changes: Iterable[Change]) -> Iterator[None]:
    """Read with other functions in the place of some."""
    before = [(module, name, getattr(module, name)) for module, name, _ in changes]
    for module, name, instead in changes:
        setattr(module, name, instead)
    try:
        yield
    finally:
        for module, name, value in before:
            setattr(module, name, value)


def watched(used: set[str]) -> Iterator[Change]:
    """Yield all rules as they are; one that finds something puts its name into a set."""
    for rule, changes in RULES.items():
        for module, name, instead in changes:
            yield module, name, _noted(used, rule, getattr(module, name), instead)


def _noted(
    used: set[str], rule: str, find: Callable[..., object], instead: Callable[..., object]
) -> Callable[..., object]:
    def noted(*given: object, **more: object) -> object:
        found = find(*given, **more)
        found = tuple(found) if isinstance(found, Iterator) else found
        if not _is_same(found, instead(*given, **more)):
            used.add(rule)
        return found

    return noted


def _is_same(one: object, other: object) -> bool:
    if isinstance(one, list) and isinstance(other, list):
        return all(map(_is_same, one, other)) and len(one) == len(other)
    if isinstance(one, np.ndarray):
        return isinstance(other, np.ndarray) and np.array_equal(one, other)
    return one == other


def endings(kind: str, number: int) -> dict[str, Ending]:
    """Draw a picture, and solve it with all rules and without each of those that found something."""
    picture = _drawn(kind, number)
    used = set[str]()
    with replaced(list(watched(used))):
        as_it_is = ending(picture)
    found = dict.fromkeys(RULES, as_it_is)
    for rule in used:
        with replaced(RULES[rule]):
            found[rule] = ending(picture)
    return found


def ending(picture: Shown | Boards) -> Ending:
    """Solve a picture and return what became of it."""
    if isinstance(picture, Boards):
        boards = ended(picture)
        return Ending(boards.right, boards.wrong, 0, boards.boards - boards.silent)
    result = pipeline.solve_image(picture.image)
    water = answer_of(result)
    right = water is not None and is_right(water, picture)
    named = water is None and bool(is_named(result.messages, picture))
    return Ending(right, water is not None and not right, named, 1)


def _drawn(kind: str, number: int) -> Shown | Boards:
    if kind == PAGES:
        return drawn_boards(kind, number)
    if kind == LATTICES:
        return drawn_boards(list(ROWS)[number % len(ROWS)], number)
    if kind in TO_REFUSE:
        return shown(kind, number)
    picture = drawn(kind, number)
    return Shown(picture.pixels, picture.truth.water)


def tables(rows: Sequence[Row[dict[str, Ending]]]) -> Iterator[Table]:
    """Yield a table with a row for each rule: what becomes of all pictures without it."""
    yield table(
        *("without", "right", "wrong", "named", "told", "wrong only so", "worse", "better"),
        rows=(_counts(rule, rows) for rule in RULES),
        title=f"{len(rows)} pictures",
    )


def _counts(rule: str, rows: Sequence[Row[dict[str, Ending]]]) -> list[object]:
    def changed(is_better: Callable[[Ending, Ending], bool]) -> str:
        kinds = Counter(kind for kind, _, each in rows if is_better(each[rule], each[AS_IT_IS]))
        return ", ".join(f"{kind} {number}" for kind, number in kinds.most_common(MOST_NAMED))

    return [
        rule,
        *(sum(ends) for ends in zip(*(row.found[rule] for row in rows), strict=True)),
        changed(lambda one, whole: one.wrong > whole.wrong),
        changed(lambda one, whole: (one.right, one.named, one.told) < (whole.right, whole.named, whole.told)),
        changed(lambda one, whole: (one.right, one.named, one.told) > (whole.right, whole.named, whole.told)),
    ]


KINDS = tuple(dict.fromkeys((*ROWS, *TO_REFUSE, PAGES, LATTICES)))
WITHOUT = View(endings, tables, KINDS, pictures=6)

if __name__ == "__main__":
    command(WITHOUT, __doc__)()
