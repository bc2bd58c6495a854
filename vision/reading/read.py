"""A picture → what is read on the board that is meant, stage by stage."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

import numpy as np

from solver.belief.evidence import ClueBelief, Evidence
from solver.message import Message
from solver.places import Axis, ClueAt

from ..board import Board
from ..files.pixels import Image
from .calibration import NO_NUMBER, less_sure, within_line, without_gaps
from .clues import Clues, edges_before_more, read_clues
from .comb import FEWEST_CELLS
from .contents import read_contents
from .cut import (
    CLUES_APART,
    GO_ON,
    RUN_OUT,
    Cut,
    cut_off,
    cuts_alone,
    edge_of_missing,
    find_cuts,
    strongest,
    with_run_outs,
)
from .find import BoardNotFound, BoardSearch
from .flat import FlatBoard, rectify
from .flaws import find_flaw
from .grow import as_far_as_lines_go, moved_side
from .ink import without_breaks
from .marks import CROSS
from .neighbours import ends_lines, with_contested, without_neighbours
from .page import (
    MOST_BOARDS,
    MOST_TOLD,
    PATIENCE,
    are_left_out,
    choose,
    clearest,
    has_clues,
    is_clear,
    is_complete,
    is_familiar,
    is_half_familiar,
    is_new,
    is_prominent,
    is_same,
    is_uniform,
    is_wall_share,
    is_whole,
    lying,
    quarters_to_turn,
    sides_of_further,
    spoils,
)
from .reading import Reading, most_probable
from .run_out import find_run_outs
from .seed import AtEdges, RunOuts, find_at_edges
from .seen import look_at
from .sides import SideInk, align
from .walls import Walls

Trace = Callable[[str, object], None]
AXES: tuple[Axis, Axis] = ("column", "row")
Size = tuple[int, int]
"""rows, cols."""
Aligned = tuple[Board, FlatBoard, SideInk]
"""A board moved to where its lines are, laid flat, and its sides."""

BROKEN_VIEWS = 4
"""Views of a picture in which boards of broken lines are looked for, where there are no others."""
TOO_LARGE = 0.95
"""Probability from which a clue is larger than its line; below, other ink may have been taken for a digit."""


def ignore(name: str, product: object) -> None:
    """Take a stage's product and do nothing with it."""


def read(image: Image, trace: Trace = ignore, size: Size | None = None, number: int | None = None) -> Reading:
    """Return what is read from the board that is meant in a picture, uint8 (H, W, 3) RGB, others with it.

    `trace` is called with the name and the product of every stage. With a size (rows, cols) only grids of so
    many cells are looked for. With a number, from 1, that board of the page is read alone; 1 is the one that
    is meant.

    Raises BoardNotFound when no grid of cells stands in the picture, or no board of that number.
    """
    if number is not None:
        return _read_named(image, number, trace, size)
    search, at_edges = BoardSearch(image, size), AtEdges()
    tried, left_out = _read_clearest(image, search, trace)
    if not tried and size is None:
        at_edges = find_at_edges(image, find_run_outs(image))
        tried = _read_cut(image, at_edges, trace)
    tried = tried or _read_broken(image, size, trace)
    if not tried:
        raise _no_board(image, size, at_edges)
    further = (_read_further(image, board, tried, trace) for board in _further_boards(image, search, tried))
    tried += [reading for reading in further if reading]
    if not any(map(is_whole, tried)):
        down = lying(tried)
        tried = [_turned(image, one, trace) if one in down else one for one in tried]
    meant, *others = _each_as_it_stands(image, choose(tried), trace)
    if not (others or left_out):
        return meant
    most = MOST_TOLD - 1
    return replace(meant, others=tuple(others[:most]), left_out=left_out or len(others) > most)


def _read_named(image: Image, number: int, trace: Trace, size: Size | None) -> Reading:
    """Return what is read from one board of a page; with a size, from a grid of so many cells there."""
    named = read(image, trace if size is None else ignore).named(number)
    if size is None:
        return named
    page = read(image, trace, size)
    for reading in (page, *page.others):
        if reading.board.overlaps(named.board):
            return reading.named(1)
    raise _no_board(image, size, AtEdges())


def _each_as_it_stands(image: Image, meant: Reading, trace: Trace) -> list[Reading]:
    """Return every board of the page, read without what is its neighbours', as far as it goes."""
    alone = replace(meant, others=()) if meant.others else meant
    boards, runs = (alone, *meant.others), RunOuts(image)
    apart: list[Reading] = []
    for own, painted in zip(boards, without_neighbours(image, boards), strict=True):
        alone = own if painted is image else read_board(painted, own.board, trace)
        whole = _grown(painted, alone, trace)
        if not any(whole.board.overlaps(other.board) for other in apart):
            apart.append(_with_cuts(image, whole, runs, [other.board for other in apart]))
    return with_contested(apart)


def _grown(image: Image, meant: Reading, trace: Trace) -> Reading:
    """Read all of a board's lattice: what was found of it may be a part, even if it is a whole puzzle.

    A row without water, of one aquarium, can be missing from a puzzle that is whole without it; then there is
    a larger one. A line with a number that fits is the board's, though hardly any ends it, and so is one
    without which the clues stand apart from the board or its lines go on. A grid without clues whose lines
    are all alike, or that holds what only other puzzles do, is no part of a board.
    """
    if not is_half_familiar(meant) and (meant.contents is not None or is_uniform(meant)):
        return meant
    board, whole = as_far_as_lines_go(image, meant.board), is_whole(meant)
    is_larger = board.rows * board.cols > meant.board.rows * meant.board.cols
    if board is meant.board or (is_complete(meant) and not is_larger):
        return meant
    grown = read_board(image, board, trace)
    if not is_larger and any(cut.seen in (CLUES_APART, GO_ON) for cut in grown.cut):
        return meant
    is_kept = is_whole if whole else is_familiar
    return meant if (is_kept(meant) and not is_kept(grown)) or spoils(grown, meant) else grown


def _with_cuts(image: Image, meant: Reading, edges: RunOuts, larger: Sequence[Board] = ()) -> Reading:
    """Look at the whole picture's edges, too, where the board is not whole and the largest thing in it."""
    if is_whole(meant) and not meant.cut and is_prominent(meant.board, *image.shape[:2]):
        return meant
    has_clues = is_half_familiar(meant)
    runs = [
        run
        for run in (edges.crossed if has_clues else edges.every)
        if not any(ends_lines(board, run.edge, run.start, run.end) for board in larger)
    ]
    return replace(meant, cut=with_run_outs(meant.cut, meant.board, runs, has_clues=has_clues))


def read_board(image: Image, board: Board, trace: Trace = ignore) -> Reading:
    """Return what is read on one board of a picture, uint8 (H, W, 3) RGB.

    Where a line of cells between it and its clues seems not to have been found, the board is read with that
    line, if so every line has a clue and they add up: the rest may be a whole puzzle, too. Else it may be cut
    off.
    """
    return _read_whole(image, *_with_clues(image, board, trace), trace)


def _read_whole(image: Image, aligned: Aligned, clues: tuple[Clues, Clues], trace: Trace) -> Reading:
    """Read a board whose clues were read: the only way in which one is, whatever it was found by."""
    seen = _read_aligned(image, aligned, clues, trace)
    edge = edge_of_missing(seen.board, clues)
    if edge is None:
        return seen
    if larger := moved_side(seen.board, edge, 1.0):
        whole = _read_aligned(image, *_with_clues(image, larger, trace), trace)
        if is_complete(whole):
            return whole
    apart = Cut(edge, CLUES_APART, is_sure=False)
    return seen if is_whole(seen) else replace(seen, cut=strongest([*seen.cut, apart]))


def _with_clues(image: Image, board: Board, trace: Trace) -> tuple[Aligned, tuple[Clues, Clues]]:
    """Return a board laid flat and the clues around it, which cost less than its inside."""
    trace("board", board)
    aligned = align(image, board)
    trace("sheet", aligned[1])
    clues = read_clues(aligned[1])
    trace("clues", clues)
    return aligned, clues


def _read_aligned(image: Image, aligned: Aligned, clues: tuple[Clues, Clues], trace: Trace) -> Reading:
    board, flat, sides = aligned
    sight = look_at(flat, sides)
    walls, marks = sight.walls, sight.marks
    trace("planes", sight.planes)
    trace("walls", walls)
    trace("regions", walls.regions)
    trace("marks", marks)
    evidence = less_sure(without_gaps(_evidence(clues, walls, board)))
    puzzle = most_probable(evidence, walls)
    cols, rows = clues
    given = tuple(1 - every.count(None) / len(every) for every in (puzzle.col_clues, puzzle.row_clues))
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
            marks.probabilities[..., CROSS],
            sight.crossed & is_wall_share(walls.share),  # without walls the signs are another puzzle's
            walls.regions,
        ),
        opposed=(cols.opposed, rows.opposed),
        flaw=find_flaw(flat, sides.look),
        cut=find_cuts(
            image, board, sides, clues, (given[0], given[1]), before_more=edges_before_more(flat, clues)
        ),
    )


def _read_clearest(image: Image, search: BoardSearch, trace: Trace) -> tuple[list[Reading], bool]:
    """Read the boards found, clearest view first, until one is a whole puzzle; tell if any were left."""
    tried: list[Reading] = []
    views_since, boards = 0, list[Board]()
    for boards in search.boards():
        for board in boards:
            if is_new(board, tried):
                tried.append(read_board(image, board, trace))
        views_since += any(is_clear(reading, *image.shape[:2]) for reading in tried)
        if any(map(is_whole, tried)) or len(tried) >= MOST_BOARDS or views_since > PATIENCE:
            break
    return tried, are_left_out(boards, tried)


def _read_broken(image: Image, size: Size | None, trace: Trace) -> list[Reading]:
    """Read boards whose lines are broken all over, as those of characters in a terminal, if there are any."""
    boards = islice(BoardSearch(without_breaks(image), size).boards(), BROKEN_VIEWS)
    readings = (read_board(image, board, trace) for view in boards for board in view[:1])
    return [reading for reading in readings if is_familiar(reading)][:1]


def _read_cut(image: Image, at_edges: AtEdges, trace: Trace) -> list[Reading]:
    """Read the largest lattice that runs out of the picture, if it is the part of a board that has clues."""
    for board in at_edges.lattices[:1]:
        if min(board.rows, board.cols) >= FEWEST_CELLS:
            reading = read_board(image, board, trace)
            runs_out = any(cut.seen == RUN_OUT for cut in reading.cut)
            return [reading] if runs_out and is_half_familiar(reading) else []
    return []


def _further_boards(image: Image, search: BoardSearch, tried: list[Reading]) -> list[Board]:
    """Return boards larger than the familiar ones so far, the clearest: they would be the ones meant.

    Also those about as large that stand beside them, where more than the clearest view is looked at.
    """
    side, least = sides_of_further(tried, *image.shape[:2])
    if side is None:
        return []
    known = [reading.board for reading in tried]
    larger: list[Board] = []
    beside: list[Board] = []
    for board in search.larger_boards(side):
        if any(is_same(board, other) for other in known + larger):
            continue
        if least is not None and board.shorter_side > least:
            larger.append(board)
        elif is_new(board, tried) and not any(board.overlaps(other) for other in beside):
            beside.append(board)
    return clearest(larger) + beside[: max(0, MOST_TOLD - len(tried))]


def _read_further(image: Image, board: Board, tried: Sequence[Reading], trace: Trace) -> Reading | None:
    """Read a further board; None where it has no clues and a whole one stands there, which would be told."""
    aligned, clues = _with_clues(image, board, trace)
    is_taken = any(aligned[0].overlaps(one.board) for one in tried if is_whole(one))
    if is_taken and not has_clues(aligned[0], *_clues_found(clues, aligned[0])):
        return None
    return _read_whole(image, aligned, clues, trace)


def _clues_found(clues: tuple[Clues, Clues], board: Board) -> tuple[int, int]:
    """Return how many columns and rows most probably have a number, whatever the walls are."""
    evidence = without_gaps(_evidence(clues, None, board))
    cols, rows = ([belief.likeliest for belief in axis] for axis in (evidence.col_clues, evidence.row_clues))
    return len(cols) - cols.count(None), len(rows) - rows.count(None)


def _turned(image: Image, reading: Reading, trace: Trace) -> Reading:
    """Read a board on its side or upside down as it should stand, if more of its numbers are legible so."""
    flat = rectify(image, reading.board)
    turned = [_legible(read_clues(flat.turned_by(quarters))) for quarters in (1, 2, 3)]
    quarters = quarters_to_turn([reading.legible, *turned])
    return read_board(image, reading.board.turned(quarters), trace) if quarters else reading


def _legible(clues: tuple[Clues, Clues]) -> float:
    """Return the mean probability of the clues, each taken as the number it most probably is."""
    return float(np.exp(np.concatenate([axis.log_p[:, :NO_NUMBER] for axis in clues]).max(axis=1)).mean())


def _evidence(clues: tuple[Clues, Clues], walls: Walls | None, board: Board) -> Evidence:
    cols, rows = clues
    right, below = (walls.right.tolist(), walls.below.tolist()) if walls else ([], [])
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


def _no_board(image: Image, size: Size | None, at_edges: AtEdges) -> BoardNotFound:
    if cuts := cuts_alone(image, at_edges.lattices, at_edges.crossed or at_edges.runs):
        return BoardNotFound(cut_off(cuts))
    high, wide = image.shape[:2]
    if size is None:
        return BoardNotFound(Message("no_grid", width=wide, height=high))
    rows, columns = size
    return BoardNotFound(Message("no_grid_of_size", rows=rows, columns=columns, width=wide, height=high))
