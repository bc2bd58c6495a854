"""A picture's grids → which are read, which are boards, which is meant, and whose a number between two is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, pairwise, product
from math import inf, sqrt
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np

from ..board import Board, PixelBox, clipped
from ..pixels.quantiles import median
from .alike import find_alike
from .aquarium import features_of, has_clues, is_uniform, may_have_clues, numbers_beside
from .clues import OPPOSITE, Printed
from .comb import BEYOND_DOUBT, SURE
from .cut import RUN_OUT
from .find import BoardSearch
from .ink import SAMPLED, without_breaks
from .reading import Reading

if TYPE_CHECKING:
    from ..files.pixels import Image
    from .clues import Edge
    from .extent import Size

MOST_BOARDS = 6
"""Grids of one picture that are read and turn out to be no boards, before it is given up."""
MOST_TOLD = 12
"""Boards of one page that are answered; one more is read, so that it is known whether any are left out."""
HALF_AS_LARGE = 0.5
"""A grid that may be a board with illegible clues, or the part of one, is told beside another if its shorter
side is at least this share of that one's: smaller ones are rather the page's."""
MOST_LYING = 2
"""Grids that are turned to see how they stand."""
LEAST_INK = 24
"""Levels by which a place where a board may stand is no paper, at least."""
BROKEN_VIEWS = 4
"""Views of a picture in which boards of broken lines are looked for, where there are no others."""
PATIENCE = 4
"""Views looked at after one that shows a clear board which is not whole: the other greys may show it better,
a fainter ink does not."""
PROMINENT = 0.45
"""A board whose shorter side is this share of the picture's sides (of their geometric mean) is certainly the
one meant; beside a smaller one, others are looked for. Shorter sides are compared because ornaments are
long and flat."""
MORE_LEGIBLE = 0.2
"""Gain in the mean probability of the clues for which a board is taken to lie on its side or upside down."""
SAME_PLACE = 0.5
"""Two grids whose corners are all within this many cells of each other are one."""


# One reading


def is_complete(reading: Reading) -> bool:
    """Whether a number stands beside every line, and they add up: then these are the lines of the board."""
    return None not in (*reading.puzzle.col_clues, *reading.puzzle.row_clues) and not reading.problems


def is_whole(reading: Reading) -> bool:
    """Whether every clue was read and nothing contradicts itself: no other grid is needed."""
    return is_complete(reading) and not reading.loose


# Which boards are looked at


class Look(Protocol):
    """Reads one board of a picture."""

    def __call__(self, board: Board, *, size: Size | None = ..., printed: Printed = ...) -> Reading:
        """Return what is read; with another size, from a board of so many cells, or, with None, of any."""


def read_boards(image: Image, look: Look, size: Size | None) -> list[Reading]:
    """Return what is read on the boards of a picture, uint8 (H, W, 3), as many as are looked at.

    With a size (rows, cols), on those of so many cells. Clear lines are asked first, then broken ones, edges
    of whatever is drawn, then the lines of boards that were read, and what is in line with these; in the end
    boards of other sizes.
    """
    search = BoardSearch(image, size)
    tried = _read_clearest(image, search.boards(), look) or _read_broken(image, size, look)
    if not tried:
        tried = [*filter(has_clues, _read_clearest(image, search.boards_of_edges(), look))]
    if size and not any(map(has_clues, tried)):  # its lattice may be a part of another
        tried += _read_clearest(image, BoardSearch(image).boards(), look)
    tried += _read_alike(image, tried, look)
    tried += _read_in_line(image, tried, look)
    tried = [one for one in tried if size in (None, (one.board.rows, one.board.cols))]
    return tried + _read_further(image, search, tried, look)


def _read_clearest(image: Image, views: Iterable[list[Board]], look: Look) -> list[Reading]:
    """Read the boards that views show, the clearest first, until one is a whole puzzle."""
    tried: list[Reading] = []
    looked_at: list[Board] = []
    views_since = 0
    for boards in views:
        for board in boards:
            if is_new(board, tried, looked_at):
                looked_at.append(board)
                tried += _unless_known(look(board), tried)
        views_since += any(is_clear(reading, *image.shape[:2]) for reading in tried)
        others = len(tried) - sum(map(has_clues, tried))
        if any(map(is_whole, tried)) or others >= MOST_BOARDS or views_since > PATIENCE:
            break
    return tried


def _read_broken(image: Image, size: Size | None, look: Look) -> list[Reading]:
    """Read boards whose lines are broken all over, as those of characters in a terminal, if there are any."""
    boards = islice(BoardSearch(without_breaks(image), size).boards(), BROKEN_VIEWS)
    readings = (look(board) for view in boards for board in view[:1])
    return [reading for reading in readings if has_clues(reading)][:1]


def _read_alike(image: Image, tried: Sequence[Reading], look: Look) -> list[Reading]:
    """Read the boards that are printed as one of those on the page, or as one of these."""
    known = [*filter(has_clues, tried)]
    is_model = is_whole if any(map(is_whole, known)) else has_clues
    printed = sorted(filter(is_model, known), key=lambda reading: -reading.board.contrast)
    for one in printed:  # and of those that follow from it
        for board in find_alike(image, one.board):
            if is_new(board, known):
                new = _unless_known(look(board, size=None), known)
                known += new
                printed += filter(is_model, new)
    return [one for one in known if one not in tried]


def _read_in_line(image: Image, tried: Sequence[Reading], look: Look) -> list[Reading]:
    """Read the boards that stand in line with those on the page, where columns and rows of boards meet."""
    seen = Counter((one.board.rows, one.board.cols) for one in tried if one.is_board)
    size, count = seen.most_common(1)[0] if seen else ((0, 0), 0)
    if count < 2:
        return []
    alike = [one.board for one in tried if one.is_board and (one.board.rows, one.board.cols) == size]
    model = max(alike, key=lambda board: board.contrast)
    (height, width), (left, top, right, bottom) = image.shape[:2], model.box
    across = _line_of([board.box[0] for board in alike], right - left, width)
    down = _line_of([board.box[1] for board in alike], bottom - top, height)
    found = list[Reading]()
    for x, y in product(across, down):
        moved = np.array([[1, 0, x - left], [0, 1, y - top], [0, 0, 1]])
        board = replace(model, to_picture=moved @ model.to_picture)
        if not any(board.overlaps(other) for other in alike) and _is_inked(image, board):
            found += (one for one in _unless_known(look(board, size=None), tried) if one.is_board)
    return found


def _line_of(starts: Iterable[int], length: int, end: int) -> Iterator[float]:
    """Yield where boards so long may start, in step with those that do, before an end."""
    ordered = sorted(starts)
    step = min((after - one for one, after in pairwise(ordered) if after - one >= length), default=end)
    for number in range(-(ordered[0] // step), (end - length - ordered[0]) // step + 1):
        place = ordered[0] + number * step
        nearest = min(ordered, key=lambda start: abs(start - place))
        yield nearest if abs(nearest - place) < length / 2 else place


def _is_inked(image: Image, board: Board) -> bool:
    """Whether there is anything but paper where a board may stand."""
    left, top, right, bottom = clipped(board.box, *image.shape[:2])
    part = image[top:bottom:SAMPLED, left:right:SAMPLED]
    return bool(part.size and np.ptp(part.max(axis=2)) >= LEAST_INK)


def _read_further(image: Image, search: BoardSearch, tried: Sequence[Reading], look: Look) -> list[Reading]:
    """Read the clear boards that were passed over, on a page of several boards or beside a small one."""
    boards = [*filter(has_clues, tried)]
    if not boards or (len(boards) == 1 and is_prominent(boards[0].board, *image.shape[:2])):
        return []
    known, looked_at = [*tried], list[Board]()
    for further in search.clear_boards():
        for board in further:
            if is_new(board, known, looked_at):
                looked_at.append(board)
                known += _unless_known(look(board), known)
    return known[len(tried) :]


def _unless_known(reading: Reading, tried: Sequence[Reading]) -> list[Reading]:
    """Return a reading, unless its board was read before: other lattices lead to the same one."""
    return [] if any(is_same(reading.board, one.board) for one in tried) else [reading]


def is_new(board: Board, tried: Sequence[Reading], looked_at: Sequence[Board] = ()) -> bool:
    """Whether a grid is worth reading: not read yet, no part of a whole board, not weak beside one.

    Grids that were looked at may have led to boards elsewhere.
    """
    whole = [reading.board for reading in tried if is_whole(reading)]
    boards = sum(map(has_clues, tried))
    known = [*looked_at, *(reading.board for reading in tried)]
    return (
        boards <= MOST_TOLD
        and len(tried) - boards < MOST_BOARDS
        and (not whole or board.contrast >= SURE)
        and not any(board.overlaps(other) for other in whole)
        and not any(is_same(board, other) and not other.contrast < SURE <= board.contrast for other in known)
    )


def is_same(one: Board, other: Board) -> bool:
    """Whether two grids are one: as many cells each way, in the same place."""
    if (one.rows, one.cols) != (other.rows, other.cols):
        return False
    corners = zip(one.corners, other.corners, strict=True)
    apart = max(max(abs(x - a), abs(y - b)) for (x, y), (a, b) in corners)
    return apart <= SAME_PLACE * min(one.pitch, other.pitch)


def is_clear(reading: Reading, height: int, width: int) -> bool:
    """Whether a grid is surely one, and the one meant in a picture of so many pixels."""
    least = BEYOND_DOUBT if reading.loose else SURE
    prominent = is_prominent(reading.board, height, width)
    return reading.board.contrast >= least and (has_clues(reading) or prominent)


def is_prominent(board: Board, height: int, width: int) -> bool:
    """Whether a board is so large in a picture of so many pixels that no larger one can be meant."""
    return board.shorter_side >= PROMINENT * sqrt(height * width)


def lying(tried: Sequence[Reading]) -> list[Reading]:
    """Return the largest boards that may lie on their side or upside down, MOST_LYING of them.

    They have clues at two of their sides, not the lines or the contents of another puzzle, and do not lie
    where one with clues stands. What is cut off is refused however it stands.
    """
    legible = [reading for reading in tried if reading.legible > 1 - MORE_LEGIBLE]
    standing = [reading.board for reading in legible if has_clues(reading)]
    found = [
        reading
        for reading in tried
        if may_have_clues(reading)
        and reading.legible <= 1 - MORE_LEGIBLE
        and not _is_another(reading)
        and not any(cut.seen == RUN_OUT for cut in reading.cut)
        and not any(board.overlaps(reading.board) for board in standing)
    ]
    return sorted(found, key=lambda reading: -reading.board.shorter_side)[:MOST_LYING]


def _is_another(reading: Reading) -> bool:
    """Whether a board is another puzzle's however it stands."""
    return is_uniform(reading) or features_of(reading).cells < 0


def quarters_to_turn(legible: Sequence[float]) -> int:
    """Return by how many quarters a board is to be turned.

    `legible` is how surely, 0 to 1, its clues are numbers when it is turned by 0, 1, 2, 3 quarters.
    """
    quarters = max(range(len(legible)), key=legible.__getitem__)
    return quarters if legible[quarters] >= legible[0] + MORE_LEGIBLE else 0


# Which of them is meant


def choose(tried: Sequence[Reading]) -> Reading:
    """Return the board meant, the best in its place and the largest, with the other boards of the page."""
    if len(tried) == 1:
        return tried[0]
    apart: list[Reading] = []
    for reading in sorted(tried, key=_rank, reverse=True):
        if not any(reading.board.overlaps(other.board) for other in apart):
            apart.append(reading)
    likely = [one for one in apart if _may_be_meant(one)]
    groups = likely, [one for one in apart if one not in likely]
    meant, *others = (one for group in groups for one in in_order([(_size(one), one) for one in group]))
    return replace(meant, others=tuple(other for other in others if _is_board_beside(other, meant)))


def _is_board_beside(reading: Reading, meant: Reading) -> bool:
    """Whether a grid on the page of a board is told as one, too."""
    return has_clues(reading) or (is_as_large(reading.board, meant.board) and _may_be_meant(reading))


def boxes_untold(tried: Sequence[Reading], told: Sequence[Reading]) -> tuple[PixelBox, ...]:
    """Return where what looks like a further board stands and is not told; other puzzles are left out."""
    meant, taken = told[0].board, [one.board for one in told]
    boards = list[Board]()
    for one in tried:
        is_free = not any(one.board.overlaps(other) for other in taken + boards)
        if is_free and one.board.contrast >= SURE and is_as_large(one.board, meant) and not _is_another(one):
            boards.append(one.board)
    return tuple(board.box for board in boards)


def is_as_large(board: Board, meant: Board) -> bool:
    """Whether a board is large enough beside the one meant to be another puzzle, not a part of the page."""
    return board.shorter_side >= HALF_AS_LARGE * meant.shorter_side


def _size(reading: Reading) -> float:
    """Return the shorter side of a board in pixels, but for one with clues of which a part may be cut off."""
    board, ends = reading.board, {cut.edge for cut in reading.cut if may_have_clues(reading)}
    whole = (
        board.pitch * board.cols if ends.isdisjoint({"left", "right"}) else inf,
        board.pitch * board.rows if ends.isdisjoint({"top", "bottom"}) else inf,
    )
    return min(whole) if min(whole) < inf else board.pitch * max(board.cols, board.rows)


def _rank(reading: Reading) -> tuple[float, ...]:
    """Return how likely it is the right one of several grids in a place: by what fits, then by looks.

    Numbers beside every line that add up fit best, the more lines the better: a part of a board may be a
    whole puzzle by itself, and have fewer walls that end anywhere.
    """
    board, is_right = reading.board, is_complete(reading)
    fits = (board.rows + board.cols) * numbers_beside(reading) - (not is_right) * reading.loose
    return is_right, _may_be_meant(reading), fits, -reading.loose, board.shorter_side * board.contrast


def _may_be_meant(reading: Reading) -> bool:
    """Whether it is an Aquarium board by all but its numbers, be they legible or not."""
    is_clear = reading.board.contrast >= SURE and not is_uniform(reading)
    return has_clues(reading) or (is_clear and may_have_clues(reading))


AS_LARGE = 0.95
"""Boards at least this share as large as the largest are as large: printed alike, they are measured so."""
MOSTLY, NEARER = 0.5, 1.5
"""Share of the lines that have a number on an edge of the outer boards of a page, where all have clues; and
how many times nearer than others' they are."""
AROUND = 0.06
"""Cells around a number that its blurred edges take up."""


def in_order(sized: Sequence[tuple[float, Reading]]) -> list[Reading]:
    """Return boards, given with their sizes, largest first; those that are as large in reading order."""
    left, ordered = sorted(sized, key=lambda one: -one[0]), list[Reading]()
    while left:
        alike = [reading for size, reading in left if size >= AS_LARGE * left[0][0]]
        ordered += _as_read(alike)
        left = left[len(alike) :]
    return ordered


def _as_read(readings: Sequence[Reading]) -> list[Reading]:
    """Return boards line by line: those whose middles lie between the upper and lower end of the first."""
    left, ordered = sorted(readings, key=lambda reading: reading.board.box[1]), list[Reading]()
    while left:
        _, top, _, bottom = left[0].board.box
        line = [one for one in left if top < (one.board.box[1] + one.board.box[3]) / 2 < bottom]
        ordered += sorted(line, key=lambda reading: reading.board.box[0])
        left = [one for one in left if one not in line]
    return ordered


class Beside(NamedTuple):
    """The numbers that stand beside an edge of a board."""

    lines: float
    """Share of the lines that have one, as far as is known."""
    away: float
    """Cells from the edge to their middle."""


def printed_alike(boards: Sequence[Board], beside: Sequence[Mapping[Edge, Beside]]) -> Printed:
    """Return on which edges all boards of a page have their clues, how far away, by what is beside each.

    Beyond the outer boards there are no others', so what is there is their own; where nothing is, as of one
    that is cut off, those that are much nearer are. On an edge the nearest numbers are a board's own.
    """
    outer = {
        edge: [one[edge] for board, one in zip(boards, beside, strict=True) if _is_outer(board, boards, edge)]
        for edges in OPPOSITE
        for edge in edges
    }
    given = {edge: [one[edge].away for one in beside if one[edge].lines >= MOSTLY] for edge in outer}
    own: set[Edge] = set()
    for edges in OPPOSITE:
        here = {edge for edge in edges if median(np.array([one.lines for one in outer[edge]])) >= MOSTLY}
        near, far = sorted(edges, key=lambda edge: min(given[edge], default=inf))
        if not here and given[near] and min(given[far], default=inf) >= NEARER * min(given[near]):
            here = {near}
        own |= here or set(edges)
    away = {edge: min(given[edge]) for edge in own if given[edge]}
    return Printed(frozenset(outer) - own, away)


def _is_outer(board: Board, boards: Sequence[Board], edge: Edge) -> bool:
    """Whether no other board of a page stands beyond an edge of one."""
    left, top, right, bottom = board.box
    beyond = {
        "left": (-inf, top, left, bottom),
        "right": (right, top, inf, bottom),
        "top": (left, -inf, right, top),
        "bottom": (left, bottom, right, inf),
    }[edge]
    others = (other for other in boards if other is not board)
    return not any(_meets(beyond, other.box) for other in others)


def _meets(space: tuple[float, ...], box: PixelBox) -> bool:
    left, top, right, bottom = box
    is_across = min(space[2], right) > max(space[0], left)
    is_down = min(space[3], bottom) > max(space[1], top)
    return is_across and is_down


def with_contested(readings: Sequence[Reading]) -> list[Reading]:
    """Return readings with the numbers of their clues that were taken for those of another board, too."""
    numbers = [_numbers(reading) for reading in readings]
    told = []
    for reading, own in zip(readings, numbers, strict=True):
        theirs = [box for others in numbers if others is not own for box in others]
        contested = sum(any(_is_same_number(box, other) for other in theirs) for box in own)
        told.append(replace(reading, contested=contested) if contested else reading)
    return told


def _numbers(reading: Reading) -> list[PixelBox]:
    """Return where the numbers that were read beside a board stand."""
    puzzle, (cols, rows) = reading.puzzle, reading.clue_boxes
    beside = zip((*puzzle.col_clues, *puzzle.row_clues), (*cols, *rows), strict=True)
    return [_grown(box, AROUND * reading.board.pitch) for clue, box in beside if clue is not None]


def _is_same_number(one: PixelBox, other: PixelBox) -> bool:
    """Whether the middle of either of two boxes lies in the other."""
    return _holds_middle(one, other) or _holds_middle(other, one)


def _holds_middle(box: PixelBox, other: PixelBox) -> bool:
    x, y = (other[0] + other[2]) / 2, (other[1] + other[3]) / 2
    return box[0] < x < box[2] and box[1] < y < box[3]


def _grown(box: PixelBox, pixels: float) -> PixelBox:
    by = round(pixels)
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by
