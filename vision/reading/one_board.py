"""A lattice in a picture → what is read on the board there, stage by stage."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from math import log
from typing import NamedTuple

import numpy as np

from solver.belief.evidence import ClueBelief, Evidence
from solver.places import Axis, ClueAt

from ..board import Board
from ..files.pixels import Image
from .calibration import NO_NUMBER, less_sure, within_line, without_gaps
from .clues import ANYHOW, Clues, Printed, read_clues
from .colours import colours_of
from .cut import find_cuts
from .extent import Extent, Size, extent_of, moved_to, other_ends
from .flat import BEYOND, FlatBoard
from .likeness import by_likeness, by_other_entries, without_tints
from .network import CLUE, PUZZLES
from .reading import Reading, most_probable
from .seen import Sight, look_at
from .sides import SideInk, align
from .walls import Walls

Trace = Callable[[str, object], None]
AXES: tuple[Axis, Axis] = ("column", "row")


Aligned = tuple[Board, FlatBoard, SideInk]
"""A board moved to where its lines are, laid flat, and its sides."""

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
    walls, likely = seen.sight.walls, seen.sight.places.cells[..., CLUE]
    for other, log_prior in other_ends(seen.extent, reading.puzzle, walls, likely).items():
        if (moved := moved_to(seen.aligned[0], other)) is not None:
            there = _look(image, moved)
            evidence = _evidence(*_clues_and_walls(there, printed), there.aligned[0])
            unseen = [sum(odds == 0 for odds in one.odds()) for one in (reading.evidence, evidence)]
            yield replace(evidence, log_prior=log_prior + log(2) * max(0, unseen[1] - unseen[0]))


def _look(image: Image, board: Board, trace: Trace = ignore, size: Size | None = None) -> Seen:
    trace("board", board)
    aligned = align(image, board)
    trace("sheet", aligned[1])
    sight = look_at(*aligned[1:])
    trace("planes", sight.planes)
    trace("surroundings", sight.places)
    return Seen(aligned, sight, extent_of(sight.places, size))


def _clues_and_walls(seen: Seen, printed: Printed) -> tuple[tuple[Clues, Clues], Walls]:
    (_, flat, sides), sight, _ = seen
    return read_clues(flat, sight.places.cells[..., CLUE], printed), by_likeness(sight.walls, sides)


def _read_seen(image: Image, seen: Seen, trace: Trace, printed: Printed) -> Reading:
    (board, flat, _), sight, extent = seen
    clues, walls = _clues_and_walls(seen, printed)
    colours = colours_of(flat)
    evidence = _evidence(clues, walls, board)
    puzzle = most_probable(evidence, walls)
    marks = without_tints(
        by_other_entries(replace(sight.marks, colours=colours), flat, colours), puzzle, colours.plain
    )
    stages = {"clues": clues, "walls": walls, "regions": walls.regions, "marks": marks}
    for name, done in stages.items():
        trace(name, done)
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
        covered=frozenset((*_covered_clues(clues), *sight.unseen_sides())),
        puzzles=dict(zip(PUZZLES, sight.puzzle.tolist(), strict=True)),
        drawn_over=sight.drawn_over,
        alternatives=tuple(_upside_down(seen, clues)),
        opposed=(cols.opposed, rows.opposed),
        is_board=extent.is_board,
        quarters=int(sight.up.argmax()),
        cut=find_cuts(image, extent, clues, board),
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
    evidence = _evidence(also, walls, board)
    log_prior = log(max(float(sight.up[HALF]), LEAST_TURNED)) - log(max(float(sight.up[0]), LEAST_TURNED))
    yield replace(evidence, log_prior=log_prior, is_turned=True)


def _evidence(clues: tuple[Clues, Clues], walls: Walls, board: Board) -> Evidence:
    cols, rows = clues
    right, below = walls.right.tolist(), walls.below.tolist()
    seen = Evidence(
        _log_p(cols, board.rows), _log_p(rows, board.cols), tuple(map(tuple, right)), tuple(map(tuple, below))
    )
    return less_sure(without_gaps(seen))


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
