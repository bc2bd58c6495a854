"""A picture → the grids in it, what is read on them, and which board is meant: the story of reading."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import islice, pairwise, product
from math import sqrt

import cv2
import numpy as np

from ..board import Board, clipped
from ..files.pixels import Image, Picture
from ..threads import one_thread
from .clues import numbers_at_edges
from .colours import INKED
from .comb import BEYOND_DOUBT, SURE
from .cut import RUN_OUT
from .extent import Size
from .facts import LIKELY, Facts, has_clues, may_be_another, may_have_clues
from .find import BoardSearch, find_alike
from .flat import rectify, resized
from .ink import SAMPLED, without_breaks
from .one_board import Trace, ignore, read_board
from .page import boxes_untold, choose, is_same, is_whole, printed_alike, with_contested
from .reading import BoardNotFound, Reading
from .reasons import why_no_grid

ReadBoard = Callable[..., Reading]
"""`read_board` of the picture and the size that are read."""

MOST_BOARDS = 6
"""Grids of one picture that are read and turn out to be no boards, before it is given up."""
MOST_TOLD = 12
"""Boards of one page that are answered; one more is read, so that it is known whether any are left out."""
MOST_LYING = 2
"""Grids that are turned to see how they stand."""
MORE_LEGIBLE = 0.2
"""Gain in the mean probability of the clues for which a board is taken to lie on its side or upside down."""
BROKEN_VIEWS = 4
"""Views of a picture in which boards of broken lines are looked for, where there are no others."""
PATIENCE = 4
"""Views looked at after one that shows a clear board which is not whole: the other greys may show it better,
a fainter ink does not."""
SCALES, LEAST_SIDE, MOST_SIDE = (1, 1 / 2, 1 / 4, 1 / 8, 2, 3), 24, 1600
"""Scales at which boards are looked for that are not found as the picture is: blurred ones show in a smaller
one, and those of tiny cells in a larger one; and pixels of its sides, at least and at most."""
LEAST_SEEN = 0.25
"""Contrast of such a lattice, at least: that of lines of words is less."""
EXTREMES = (0.5, 99.5)
"""Percentiles of a picture's levels between which a faint one is stretched."""
PROMINENT = 0.45
"""A board whose shorter side is this share of the picture's sides (of their geometric mean) is certainly the
one meant; beside a smaller one, others are looked for. Shorter sides are compared because ornaments are
long and flat."""


@one_thread()
def read(image: Image, trace: Trace = ignore, size: Size | None = None, number: int | None = None) -> Reading:
    """Return what is read from the board that is meant in a picture, uint8 (H, W, 3) RGB, others with it.

    `trace` is called with the name and the product of every stage. With a size (rows, cols) only grids of so
    many cells are looked for. With a number, from 1, that board of the page is read alone; 1 is the one that
    is meant.

    Raises BoardNotFound when no grid of cells stands in the picture, or no board of that number.
    """
    if number is not None:
        return _read_named(image, number, trace, size)
    look = partial(read_board, image, trace=trace, size=size)
    tried = _read_boards(image, look, size)
    if not tried:
        raise _no_board(image, size)
    if not any(map(is_whole, tried)):
        turned = [(one, look(one.board.turned(one.quarters))) for one in lying(tried)]
        tried += [there for one, there in turned if legible(there) >= legible(one) + MORE_LEGIBLE]
    meant, *others = _each_by_itself(image, choose(tried), look)
    unread = boxes_untold(tried, [meant, *others])
    if not (others or unread):
        return meant
    most = MOST_TOLD - 1
    return replace(meant, others=tuple(others[:most]), left_out=len(others) > most, unread=unread)


@one_thread()
def find_frame(frames: Iterable[tuple[int, Picture]], size: Size | None = None) -> tuple[int, Picture] | None:
    """Return the first numbered frame of an animation that shows a grid of cells; None if none does."""
    for number, picture in frames:
        with suppress(BoardNotFound):
            read(picture.pixels, size=size)
            return number, picture
    return None


def _read_named(image: Image, number: int, trace: Trace, size: Size | None) -> Reading:
    """Return what is read from one board of a page; with a size, from a grid of so many cells there."""
    named = read(image, trace if size is None else ignore).named(number)
    if size is None:
        return named
    page = read(image, trace, size)
    for reading in (page, *page.others):
        if reading.board.overlaps(named.board):
            return replace(reading.named(1), on_page=named.on_page)
    raise _no_board(image, size)


def _each_by_itself(image: Image, meant: Reading, look: ReadBoard) -> list[Reading]:
    """Return every board of the page, and how many of its clues were read as those of another, too.

    Where some may be another's, all are read once more, in the light of where all have their clues.
    """
    alone = replace(meant, others=()) if meant.others else meant
    apart = with_contested([alone, *meant.others])
    if len(apart) == 1 or not any(one.contested or any(one.opposed) for one in apart):
        return apart
    boards = [one.board for one in apart]
    printed = printed_alike(boards, [numbers_at_edges(rectify(image, board)) for board in boards])
    return with_contested([look(one.board, printed=printed) for one in apart])


def _read_boards(image: Image, look: ReadBoard, size: Size | None) -> list[Reading]:
    """Return what is read on the boards of a picture, uint8 (H, W, 3), as many as are looked at.

    With a size (rows, cols), on those of so many cells. Clear lines are asked first, then broken ones, edges
    of whatever is drawn, then the lines of boards that were read, and what is in line with these; in the end
    boards of other sizes.
    """
    search = BoardSearch(image, size)
    tried = _read_clearest(image, search.boards(), look) or _read_broken(image, size, look)
    if not tried:
        tried = [one for one in _read_clearest(image, search.boards_of_edges(), look) if one.is_board]
    if size and not any(map(has_clues, tried)):  # its lattice may be a part of another
        tried += _read_clearest(image, BoardSearch(image).boards(), look)
    tried += _read_alike(image, tried, look)
    tried += _read_in_line(image, tried, look)
    tried = [one for one in tried if size in (None, (one.board.rows, one.board.cols))]
    return tried + _read_further(image, search, tried, look)


def _read_clearest(image: Image, views: Iterable[list[Board]], look: ReadBoard) -> list[Reading]:
    """Read the boards that views show, the clearest first, until one is a whole puzzle."""
    tried: list[Reading] = []
    looked_at: list[Board] = []
    views_since = 0
    for boards in views:
        _read_new(boards, tried, looked_at, look)
        views_since += any(is_clear(reading, *image.shape[:2]) for reading in tried)
        others = len(tried) - sum(map(has_clues, tried))
        if any(map(is_whole, tried)) or others >= MOST_BOARDS or views_since > PATIENCE:
            break
    return tried


def _read_new(boards: Iterable[Board], tried: list[Reading], looked_at: list[Board], look: ReadBoard) -> None:
    """Read those of some boards that are new, and add them to what was tried and looked at."""
    for board in boards:
        if is_new(board, tried, looked_at):
            looked_at.append(board)
            tried += _unless_known(look(board), tried)


def _read_broken(image: Image, size: Size | None, look: ReadBoard) -> list[Reading]:
    """Read boards whose lines are broken all over, as those of characters in a terminal, if there are any."""
    boards = islice(BoardSearch(without_breaks(image), size).boards(), BROKEN_VIEWS)
    readings = (look(board) for view in boards for board in view[:1])
    return [reading for reading in readings if has_clues(reading)][:1]


def _read_alike(image: Image, tried: Sequence[Reading], look: ReadBoard) -> list[Reading]:
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


def _read_in_line(image: Image, tried: Sequence[Reading], look: ReadBoard) -> list[Reading]:
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
        board = model.shifted(x - left, y - top)
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
    return bool(part.size and np.ptp(part.max(axis=2)) >= INKED)


def _read_further(
    image: Image, search: BoardSearch, tried: Sequence[Reading], look: ReadBoard
) -> list[Reading]:
    """Read the clear boards that were passed over, on a page of several boards or beside a small one."""
    boards = [*filter(has_clues, tried)]
    if not boards or (len(boards) == 1 and is_prominent(boards[0].board, *image.shape[:2])):
        return []
    known, looked_at = [*tried], list[Board]()
    for further in search.clear_boards():
        _read_new(further, known, looked_at, look)
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


def is_clear(reading: Reading, height: int, width: int) -> bool:
    """Whether a grid is surely one, and the one meant in a picture of so many pixels."""
    least = BEYOND_DOUBT if reading.loose else SURE
    prominent = is_prominent(reading.board, height, width)
    return reading.board.contrast >= least and (has_clues(reading) or prominent)


def is_prominent(board: Board, height: int, width: int) -> bool:
    """Whether a board is so large in a picture of so many pixels that no larger one can be meant."""
    return board.shorter_side >= PROMINENT * sqrt(height * width)


def lying(tried: Sequence[Reading]) -> list[Reading]:
    """Return the largest boards that lie on their side or upside down, MOST_LYING of them.

    They may have clues, not the lines or the contents of another puzzle, and do not lie where an upright one
    with clues stands. What is cut off is refused however it stands.
    """
    standing = [reading.board for reading in tried if not reading.quarters and has_clues(reading)]
    found = [
        reading
        for reading in tried
        if reading.quarters
        and may_have_clues(reading)
        and not may_be_another(reading)
        and not any(cut.seen == RUN_OUT for cut in reading.cut)
        and not any(board.overlaps(reading.board) for board in standing)
    ]
    return sorted(found, key=lambda reading: -reading.board.shorter_side)[:MOST_LYING]


def legible(reading: Reading) -> float:
    """Return the mean probability of the clues of a board, each taken as the number it most probably is."""
    return float(np.exp([max(belief[:-1]) for _, belief in reading.evidence.clues()]).mean())


def _no_board(image: Image, size: Size | None) -> BoardNotFound:
    """Return why no board is found: what hides one that shows where the picture is changed, if one does."""
    return BoardNotFound(why_no_grid(Facts(image, next(_hidden_boards(image), None)), size))


def _hidden_boards(image: Image) -> Iterator[Board]:
    """Yield where boards stand that show only where a picture is reduced, stretched or enlarged."""
    least = min(1.0, MOST_SIDE / max(image.shape))
    small = resized(image, least)
    low, high = np.percentile(small[::SAMPLED, ::SAMPLED], EXTREMES)
    if high == low:
        return
    levels = np.clip((np.arange(256) - low) * (255 / (high - low)), 0, 255).astype(np.uint8)
    is_stretched = (levels != np.arange(256)).any()
    for changed in (small, np.asarray(cv2.LUT(small, levels), np.uint8)) if is_stretched else (small,):
        for scale in SCALES:
            sides = [side * scale for side in small.shape[:2]]
            if min(sides) < LEAST_SIDE or max(sides) > MOST_SIDE:
                continue
            view = resized(changed, scale)
            boards = next(filter(None, BoardSearch(view).boards()), [])
            there = [
                one.board
                for one in (read_board(view, board) for board in boards[:MOST_LYING])
                if is_seen(one)
            ]
            if there:
                yield max(there, key=lambda board: board.shorter_side).scaled(1 / scale / least)


def is_seen(reading: Reading) -> bool:
    """Whether an Aquarium board is likely there, though not well to be seen: no lines of words."""
    is_grid = reading.is_board and reading.board.contrast >= LEAST_SEEN
    return is_grid and reading.puzzles["aquarium"] >= LIKELY
