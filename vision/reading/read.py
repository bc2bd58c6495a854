"""A picture → what is read on the board that is meant, stage by stage."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import product
from math import comb, log
from operator import itemgetter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.belief.evidence import ClueBelief, Evidence
from solver.message import Message
from solver.places import Axis, ClueAt
from solver.puzzle import Clue, Puzzle

from ..board import Board
from ..files.pixels import Image, Picture
from ..pixels.quantiles import median
from ..threads import one_thread
from .aquarium import is_wall_share
from .calibration import NO_NUMBER, less_sure, within_line, without_gaps
from .clues import ANYHOW, OPPOSITE, Clues, Edge, Printed, read_clues, share_that_fits
from .colours import colours_of
from .contents import is_count, read_contents
from .cut import cut_off, cuts_alone, find_cuts, find_run_outs
from .entries import compared
from .extent import Ends, Extent, Size, extent_of, moved_to
from .find import BoardNotFound
from .flat import BEYOND, FlatBoard, rectify
from .flaws import find_flaw
from .likeness import by_likeness
from .marks import CROSS
from .network import CLUE
from .page import (
    MOST_TOLD,
    Beside,
    Look,
    boxes_untold,
    choose,
    is_whole,
    lying,
    printed_alike,
    quarters_to_turn,
    read_boards,
    with_contested,
)
from .reading import Reading, most_probable
from .seen import Sight, look_at
from .sides import SideInk, align
from .walls import Walls

Trace = Callable[[str, object], None]
AXES: tuple[Axis, Axis] = ("column", "row")


Aligned = tuple[Board, FlatBoard, SideInk]
"""A board moved to where its lines are, laid flat, and its sides."""

SURE_LEAD = 12.0
"""Log-odds of how far a board goes from which nothing else is thought of."""
TOO_FAR, UNFRAMED = 0.003, 0.02
"""Share of the boards that are taken to go farther than they do, as on a sheet whose lines run on, and of
these the share that no walls close."""
ORPHAN = 0.5
"""Probability of a clue from which the line that it stands beside may be the board's, too."""
MOST_MOVES = 8
"""Times that a lattice is moved to where the board is."""
TURNABLE, HALF = frozenset("01689"), 2
"""Digits that are some upside down, too, and the quarters of that."""
LEAST_TURNED = 1e-3
"""Least probability of a board that stands upside down, however surely its picture shows it upright."""
TOO_LARGE = 0.95
"""Probability from which a clue is larger than its line; below, other ink may have been taken for a digit."""


class Seen(NamedTuple):
    """A board laid flat, and what its places are."""

    aligned: Aligned
    sight: Sight
    extent: Extent
    """How far the board goes, from the first line of the lattice."""


def ignore(name: str, product: object) -> None:
    """Take a stage's product and do nothing with it."""


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
    tried = read_boards(image, look, size)
    if not tried:
        raise _no_board(image, size)
    if not any(map(is_whole, tried)):
        down = lying(tried)
        tried = [_turned(image, one, look) if one in down else one for one in tried]
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


def _each_by_itself(image: Image, meant: Reading, look: Look) -> list[Reading]:
    """Return every board of the page, and how many of its clues were read as those of another, too.

    Where some may be another's, all are read once more, in the light of where all have their clues.
    """
    alone = replace(meant, others=()) if meant.others else meant
    apart = with_contested([alone, *meant.others])
    if len(apart) == 1 or not any(one.contested or any(one.opposed) for one in apart):
        return apart
    boards = [one.board for one in apart]
    printed = printed_alike(boards, [_numbers_beside(image, board) for board in boards])
    return with_contested([look(one.board, printed=printed) for one in apart])


def _numbers_beside(image: Image, board: Board) -> dict[Edge, Beside]:
    """Return what numbers stand beside each edge of a board, but for those that cannot be its clues."""
    flat, found = rectify(image, board), dict[Edge, Beside]()
    anywhere = np.zeros((board.rows + 2 * BEYOND, board.cols + 2 * BEYOND))
    for without in zip(*OPPOSITE, strict=True):
        both = read_clues(flat, anywhere, Printed(frozenset(without)))
        for clues, longest in zip(both, (board.rows, board.cols), strict=True):
            probable, boxes = np.exp(clues.log_p), np.array(clues.boxes)
            lines = 0.0 if is_count(probable) else share_that_fits(probable, longest)
            u, v = (median(boxes[:, [axis, axis + 2]].mean(axis=1)) for axis in (0, 1))
            away = {"left": -u, "right": u - board.cols, "top": -v, "bottom": v - board.rows}
            found[clues.edge] = Beside(lines, away[clues.edge])
    return found


def read_board(
    image: Image,
    board: Board,
    trace: Trace = ignore,
    size: Size | None = None,
    printed: Printed = ANYHOW,
) -> Reading:
    """Return what is read on one board of a picture, uint8 (H, W, 3) RGB; it is of a size, if that is known.

    Where the lattice is not all of a board, or more, the board is looked at as far as it goes.
    """
    seen = _look(image, board, trace, size)
    for number in range(MOST_MOVES):
        extent = seen.extent
        moved = moved_to(seen.aligned[0], extent.ends, further=BEYOND * number) if extent.is_board else None
        if moved is None:
            break
        seen = _look(image, moved, trace, size)
    reading = _read_seen(image, seen, trace, printed)
    others = _other_extents(image, seen, reading, printed)
    return replace(reading, alternatives=(*reading.alternatives, *others))


def _other_extents(image: Image, seen: Seen, reading: Reading, printed: Printed) -> Iterator[Evidence]:
    """Yield what the board would be if it went farther, or less far, with how likely that is.

    Further sides that cannot be seen say nothing against it, however many there are.
    """
    reasons = (
        _second_likeliest(seen.extent),
        _up_to_its_clues(reading.puzzle, seen.sight.walls),
        _as_far_as_clues(seen.sight.places.cells[..., CLUE]),
    )
    likelier_last = sorted((one for reason in reasons for one in reason.items()), key=itemgetter(1))
    for other, log_prior in dict(likelier_last).items():
        if (moved := moved_to(seen.aligned[0], other)) is not None:
            evidence = _read_seen(image, _look(image, moved), ignore, printed).evidence
            unseen = [sum(odds == 0 for odds in one.odds()) for one in (reading.evidence, evidence)]
            yield replace(evidence, log_prior=log_prior + log(2) * max(0, unseen[1] - unseen[0]))


def _second_likeliest(extent: Extent) -> dict[Ends, float]:
    """Return the second likeliest extent, where it is likely enough, and the log-odds of it."""
    return {extent.second: -extent.lead} if extent.lead < SURE_LEAD else {}


def _up_to_its_clues(puzzle: Puzzle, walls: Walls) -> dict[Ends, float]:
    """Return the extent without the lines at the ends that have no clue, and the log-odds of it.

    A sheet's lines go on so.
    """
    ends = *_with_clues(puzzle.row_clues), *_with_clues(puzzle.col_clues)
    return {ends: _log_odds_of_end(puzzle, walls, ends)}


def _as_far_as_clues(likely: NDArray[np.floating]) -> dict[Ends, float]:
    """Return the extent with the lines beyond its ends that have a clue in line with the others: as likely.

    `likely` (rows + 2 BEYOND, cols + 2 BEYOND) is how likely a place is one of the board's clues.
    """
    rows, cols = (count - 2 * BEYOND for count in likely.shape)
    (top, bottom), (left, right) = map(_further_clues, (likely, likely.T))
    return {(-top, rows + bottom, -left, cols + right): 0.0} if top or bottom or left or right else {}


def _further_clues(likely: NDArray[np.floating]) -> tuple[int, int]:
    """Return how many rows beyond either end have a clue where the rows of a board have theirs."""
    inside = likely[BEYOND:-BEYOND].mean(axis=0)
    inside[BEYOND:-BEYOND] = 0
    is_margin = likely[:, BEYOND:-BEYOND].mean(axis=1) >= ORPHAN  # where columns have theirs
    beside = (likely[:, inside >= ORPHAN] >= ORPHAN).any(axis=1) & ~is_margin
    first, last = (
        int(np.append(part, False).argmin()) for part in (beside[BEYOND - 1 :: -1], beside[-BEYOND:])
    )
    return first, last


def _log_odds_of_end(puzzle: Puzzle, walls: Walls, ends: Ends) -> float:
    """Return how likely it is that the board ends where clues do, against its giving none beyond, at most 0.

    Of clues that are left out, all sets of so many are as likely.
    """
    top, bottom, left, right = ends
    inner = [*puzzle.row_clues[top:bottom], *puzzle.col_clues[left:right]]
    every = [*puzzle.row_clues, *puzzle.col_clues]
    sets = [comb(len(clues), clues.count(None)) for clues in (every, inner)]
    odds = TOO_FAR * sets[0] / sets[1] * (1.0 if _is_closed(walls, ends) else UNFRAMED)
    return min(0.0, log(odds))


def _is_closed(walls: Walls, ends: Ends) -> bool:
    """Return whether there are walls, or the board ends, all around a part of it."""
    top, bottom, left, right = ends
    right_of, below = (np.pad(part > 0, 1, constant_values=True) for part in (walls.right, walls.below))
    sides = [right_of[top + 1 : bottom + 1, [left, right]], below[[top, bottom], left + 1 : right + 1]]
    return all(bool(part.all()) for part in sides)


def _with_clues(clues: Sequence[Clue]) -> tuple[int, int]:
    """Return the first line with a clue, and the one after the last; all lines where none has one."""
    given = [line for line, clue in enumerate(clues) if clue is not None] or [0, len(clues) - 1]
    return given[0], given[-1] + 1


def _look(image: Image, board: Board, trace: Trace = ignore, size: Size | None = None) -> Seen:
    trace("board", board)
    aligned = align(image, board)
    trace("sheet", aligned[1])
    sight = look_at(*aligned[1:])
    trace("planes", sight.planes)
    trace("surroundings", sight.places)
    return Seen(aligned, sight, extent_of(sight.places, size))


def _read_seen(image: Image, seen: Seen, trace: Trace, printed: Printed) -> Reading:
    (board, flat, sides), sight, extent = seen
    clues = read_clues(flat, sight.places.cells[..., CLUE], printed)
    colours = colours_of(flat)
    walls = by_likeness(sight.walls, sides)
    marks = compared(replace(sight.marks, colours=colours), flat, colours)
    stages = {"clues": clues, "walls": walls, "regions": walls.regions, "marks": marks}
    for name, done in stages.items():
        trace(name, done)
    evidence, *others = (
        replace(less_sure(without_gaps(_evidence(both, walls, board))), log_prior=behind)
        for both, behind in _either(clues)
    )
    puzzle = most_probable(evidence, walls)
    cols, rows = clues
    return Reading(
        board,
        evidence,
        puzzle,
        walls.loose_count,
        marks,
        (tuple(board.boxes(cols.boxes)), tuple(board.boxes(rows.boxes))),
        tuple(_too_large(clues, board)),
        (float(np.mean(cols.seen)), float(np.mean(rows.seen))),
        _legible(clues),
        covered=frozenset((*_covered_clues(clues), *sight.unseen_sides())),
        contents=read_contents(
            flat,
            colours,
            sight.marks.probabilities[..., CROSS],
            sight.crossed & is_wall_share(walls.share),  # without walls the signs are another puzzle's
            walls.regions,
        ),
        alternatives=(*others, *_upside_down(seen, clues)),
        opposed=(cols.opposed, rows.opposed),
        is_board=extent.is_board,
        flaw=find_flaw(flat, sides.look),
        cut=find_cuts(image, extent, clues, puzzle, board),
    )


def _upside_down(seen: Seen, clues: tuple[Clues, Clues]) -> Iterator[Evidence]:
    """Yield what the board would be upside down, and how likely that is, if its numbers are legible so."""
    best = np.concatenate([axis.log_p.argmax(axis=1) for axis in clues])
    if not all(TURNABLE.issuperset(str(clue)) for clue in best[best != NO_NUMBER].tolist()):
        return
    (board, flat, _), sight, _ = seen
    also = read_clues(flat.turned_by(HALF), np.rot90(sight.places.cells[..., CLUE], HALF))
    walls = Walls(
        *(np.ascontiguousarray(np.rot90(part, HALF)) for part in (sight.walls.right, sight.walls.below))
    )
    evidence = less_sure(without_gaps(_evidence(also, walls, board)))
    log_prior = log(max(float(sight.up[HALF]), LEAST_TURNED)) - log(max(float(sight.up[0]), LEAST_TURNED))
    yield replace(evidence, log_prior=log_prior, is_turned=True)


def _turned(image: Image, reading: Reading, look: Look) -> Reading:
    """Read a board on its side or upside down as it should stand, if more of its numbers are legible so."""
    (_, flat, _), sight, _ = _look(image, reading.board)
    likely = sight.places.cells[..., CLUE]
    turned = [
        _legible(read_clues(flat.turned_by(quarters), np.rot90(likely, -quarters))) for quarters in (1, 2, 3)
    ]
    quarters = quarters_to_turn([reading.legible, *turned])
    return look(reading.board.turned(quarters)) if quarters else reading


def _either(clues: tuple[Clues, Clues]) -> Iterator[tuple[tuple[Clues, Clues], float]]:
    """Yield the clues, and what else they may be, with the logarithm of how much less likely that is."""
    (cols, also_cols), (rows, also_rows) = (
        ([(axis, 0.0)], [(axis.rival, axis.behind)] if axis.rival else []) for axis in clues
    )
    for (one, behind), (other, also) in product([*cols, *also_cols], [*rows, *also_rows]):
        yield (one, other), behind + also


def _legible(clues: tuple[Clues, Clues]) -> float:
    """Return the mean probability of the clues, each taken as the number it most probably is."""
    return float(np.exp(np.concatenate([axis.log_p[:, :NO_NUMBER] for axis in clues]).max(axis=1)).mean())


def _evidence(clues: tuple[Clues, Clues], walls: Walls, board: Board) -> Evidence:
    cols, rows = clues
    right, below = walls.right.tolist(), walls.below.tolist()
    return Evidence(
        _log_p(cols, board.rows), _log_p(rows, board.cols), tuple(map(tuple, right)), tuple(map(tuple, below))
    )


def _log_p(clues: Clues, longest: int) -> tuple[ClueBelief, ...]:
    return tuple(map(ClueBelief, np.log(within_line(np.exp(clues.log_p), longest)).tolist()))


def _covered_clues(clues: tuple[Clues, Clues]) -> Iterator[ClueAt]:
    """Yield the lines over whose clue something else is drawn."""
    for axis, read_there in zip(AXES, clues, strict=True):
        yield from (ClueAt(axis, line) for line in read_there.covered)


def _too_large(clues: tuple[Clues, Clues], board: Board) -> Iterator[tuple[ClueAt, int]]:
    """Yield the lines whose clue is surely a number larger than they have cells."""
    for axis, read_there, longest in zip(AXES, clues, (board.rows, board.cols), strict=True):
        beyond = read_there.log_p[:, longest + 1 : NO_NUMBER]
        for line in np.flatnonzero(np.exp(beyond).sum(axis=1) > TOO_LARGE):
            yield ClueAt(axis, int(line)), longest + 1 + int(beyond[line].argmax())


def _no_board(image: Image, size: Size | None) -> BoardNotFound:
    if cuts := cuts_alone(find_run_outs(image)):
        return BoardNotFound(cut_off(cuts))
    high, wide = image.shape[:2]
    if size is None:
        return BoardNotFound(Message("no_grid", width=wide, height=high))
    rows, columns = size
    return BoardNotFound(Message("no_grid_of_size", rows=rows, columns=columns, width=wide, height=high))
