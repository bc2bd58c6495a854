"""The picture's edge → at which sides a board was cut off: its lines, its frame or its clues end there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from typing import TYPE_CHECKING, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from solver.message import Message

from ..pixels.brightness import is_dark
from ..pixels.quantiles import median, quantile
from .clues import OPPOSITE
from .comb import even_row
from .ink import SAMPLED, darkness_along_rows, line_greys

if TYPE_CHECKING:
    from solver.puzzle import Puzzle

    from ..board import Board
    from ..files.pixels import Image
    from .clues import Clues, Edge
    from .extent import Extent

EDGES: tuple[Edge, Edge, Edge, Edge] = ("left", "top", "right", "bottom")
FARTHEST = 3.0
"""Cells beyond the frame up to which the picture's end is looked for."""
STEP = 0.02
"""Cells between the places where it is looked for."""
NEXT_LINE = 1.12
"""Cells beyond the frame where the ink of a further line would end."""
ACROSS: dict[Edge, Edge] = {one: other for pair in OPPOSITE for one, other in (pair, pair[::-1])}
AT_THE_FRAME = 0.25
"""Cells beyond the frame's centre line up to which the picture's edge lies at the frame."""
PERHAPS, SURELY = -2.0, 1.0
"""Nats a side by which a cut is likelier than a frame where a side may be cut off, if the clues say so or
another side is, and where it is, whatever they say."""
FEWEST_READ = 0.2
"""Share of the lines with a number below which the clues are not in the picture."""
CLUE_ROOM = 1.5
"""Cells beyond the board in which clues would have begun to show."""
TOUCHING, FEWEST_TOUCHING = 1.5, 0.2
"""Pixels from the picture's edge within which a number touches it, and the share of those that do so."""
A_DIGIT = 0.45
"""Cells that a further digit takes."""
RUN_OUT, GO_ON = Message("lines_run_off"), Message("lines_go_on")
NO_FRAME, MAY_GO_ON = Message("no_frame"), Message("may_go_on")
NO_CLUES = Message("no_clues_there")
AT_EDGE, NEAR_EDGE = Message("clues_at_edge"), Message("clues_near_edge")


@dataclass(frozen=True, slots=True)
class Cut:
    """A side of the board at which the picture ends, and how that shows."""

    edge: Edge
    seen: Message
    """By what: "its lines run off the picture"."""
    is_sure: bool = True
    """Whether it shows, whatever the clues say; if not, it explains why they do not fit."""


def room_beyond(image: Image, board: Board) -> dict[Edge, float]:
    """Return how many cells of a picture, uint8 (H, W, 3), there are beyond each side, FARTHEST at most."""
    away = np.arange(0, FARTHEST, STEP)
    height, width = image.shape[:2]
    found: dict[Edge, float] = {}
    for edge in EDGES:
        along = np.arange(board.rows if edge in ("left", "right") else board.cols)[:, None] + 0.5
        u, v = {
            "left": (-away, along),
            "right": (board.cols + away, along),
            "top": (along, -away),
            "bottom": (along, board.rows + away),
        }[edge]
        x, y = board.points(*np.broadcast_arrays(u, v))
        outside = (x < 0) | (y < 0) | (x > width) | (y > height)
        first = np.where(outside.any(axis=1), outside.argmax(axis=1), len(away))
        found[edge] = median(first) * STEP
    return found


def find_cuts(
    image: Image,
    extent: Extent,
    clues: tuple[Clues, Clues],
    puzzle: Puzzle,
    board: Board,
) -> tuple[Cut, ...]:
    """Return at which sides of a board a picture, uint8 (H, W, 3), ends too early, and how that shows best.

    Of the board the likeliest puzzle is known.
    """
    cols, rows = (1 - axis.count(None) / len(axis) for axis in (puzzle.col_clues, puzzle.row_clues))
    room = room_beyond(image, board)
    every = [*_sliced(board, room, clues)]
    is_sure = max(extent.cut) > SURELY
    for edge, odds in zip(EDGES, extent.cut, strict=True):
        if odds > PERHAPS:
            shown = NO_FRAME if room[edge] < AT_THE_FRAME else RUN_OUT if room[edge] < NEXT_LINE else GO_ON
            every.append(Cut(edge, shown if is_sure else MAY_GO_ON, is_sure=is_sure))
    ends = {cut.edge for cut in every if cut.seen in (RUN_OUT, GO_ON, NO_FRAME)}  # clues may be cut off there
    every += [cut for cut in _without_clues(room, (cols, rows)) if ACROSS[cut.edge] not in ends]
    return strongest(every)


def cut_off(cuts: Iterable[Cut]) -> Message:
    """Tell at which sides a board is cut off and how that shows."""
    edges: dict[Message, list[str]] = {}
    for cut in cuts:
        edges.setdefault(cut.seen, []).append(cut.edge)
    sides = (Message("sides_cut", sides=tuple(named), seen=seen) for seen, named in edges.items())
    return Message("cut_off", sides=tuple(sides))


def strongest(cuts: Iterable[Cut]) -> tuple[Cut, ...]:
    """Return one cut for each side, a sure one if there is any."""
    ordered = sorted(cuts, key=lambda cut: (EDGES.index(cut.edge), not cut.is_sure))
    return tuple(next(same) for _, same in groupby(ordered, key=lambda cut: cut.edge))


def _without_clues(room: dict[Edge, float], found: tuple[float, float]) -> Iterator[Cut]:
    """Yield the sides where there is no room for clues that stand on neither side.

    Of a grid without any it is not sure that there were some.
    """
    for share, edges in zip(found, (EDGES[1::2], EDGES[::2]), strict=True):
        edge = min(edges, key=lambda edge: round(room[edge], 1))
        if share < FEWEST_READ and room[edge] < CLUE_ROOM:
            yield Cut(edge, NO_CLUES, is_sure=max(found) >= FEWEST_READ)


def _sliced(board: Board, room: dict[Edge, float], clues: tuple[Clues, Clues]) -> Iterator[Cut]:
    """Yield the sides where clues reach to the picture's edge, or so near that a digit may be missing."""
    for axis in clues:
        seen = np.array(axis.seen)
        if not seen.any() or room[axis.edge] >= FARTHEST - STEP:
            continue
        left_over = room[axis.edge] - _farthest(board, axis)[seen]
        if (left_over < TOUCHING / board.pitch + STEP).mean() >= FEWEST_TOUCHING:
            yield Cut(axis.edge, AT_EDGE, is_sure=False)
        elif axis.edge in ("left", "right") and left_over.min() < A_DIGIT:
            yield Cut(axis.edge, NEAR_EDGE, is_sure=False)


def _farthest(board: Board, clues: Clues) -> NDArray[np.float64]:
    """Return (lines,) how far each number reaches from the board, in cells."""
    left, top, right, bottom = np.array(clues.boxes, np.float64).T
    ends = {"left": -left, "top": -top, "right": right - board.cols, "bottom": bottom - board.rows}
    return np.asarray(ends[clues.edge], np.float64)


# Where nothing else is known

SAME_PITCH = 1.3
"""Lines that run out at two sides of one board are about as far apart, in perspective too."""
HALVED = (0.5, 1, 2)
"""Or half as far, where marks in the middle of the cells are taken for lines."""
FEWEST_GAPS = 5
"""Gaps between lines that run out, at least: fewer are evenly spaced by chance, unless others are at another
side."""
DEPTH = 1 / 100
"""Share of the picture's shorter side, from the edge inwards, in which lines across it are looked for."""
DEPTHS, OUTERMOST = (6, 10), 2
"""Pixels of that strip at least and at most, and of the part at the very edge, which a frame would fill."""
WIDEST = 1 / 50
"""Share of the edge that a line is wide at most."""
FAINTEST_LINE, STRONGEST, AS_STRONG = 0.06, 0.9, 0.3
"""Darkness from which something is a line: at least so much, and so great a share of this quantile of the
peaks."""
AT_THE_EDGE = 0.5
"""A line that runs out is at the very edge at least this share as dark as just inside."""
NARROWEST = (8.0, 1 / 120)
"""Pixels between two lines at least, and share of the edge."""
NOISE_TIMES = 4.0
"""A line is so many times as dark as most of the edge, or it is grain."""
FEWEST_LINES = 4
"""Lines that run out in a row, at least."""
ON_LIGHT = 2
"""Versions of a light picture that are looked at: in the inverted one the grain of white paper is strong."""


class RunOut(NamedTuple):
    """Evenly spaced lines that end at an edge of the picture."""

    edge: Edge
    pitch: float
    """Pixels from one line to the next."""
    start: float
    end: float
    """Where along the edge the first and the last line end, in pixels."""
    gaps: int


def find_run_outs(image: Image) -> tuple[RunOut, ...]:
    """Return at which edges of a picture, uint8 (H, W, 3), evenly spaced lines run out of it."""
    depth = int(np.clip(DEPTH * min(image.shape[:2]), *DEPTHS))
    strips: dict[Edge, Image] = {
        "left": np.ascontiguousarray(image[:, :depth].transpose(1, 0, 2)),
        "top": image[:depth],
        "right": np.ascontiguousarray(image[:, : -depth - 1 : -1].transpose(1, 0, 2)),
        "bottom": np.ascontiguousarray(image[: -depth - 1 : -1]),
    }
    dark, found = is_dark(image[::SAMPLED, ::SAMPLED]), []
    for edge, strip in strips.items():
        row = even_row(_ends(strip, dark=dark), max(NARROWEST[0], NARROWEST[1] * strip.shape[1]))
        if len(row) >= FEWEST_LINES:
            pitch = float((row[-1] - row[0]) / (len(row) - 1))
            found.append(RunOut(edge, pitch, float(row[0]), float(row[-1]), len(row) - 1))
    return tuple(found)


def _ends(strip: Image, *, dark: bool) -> NDArray[np.float64]:
    """Return (n,) where lines across a strip (depth, length, 3) end at its first row, which is the edge."""
    reach = max(9, round(WIDEST * strip.shape[1]))
    views = [
        np.asarray(cv2.dilate(darkness_along_rows(grey, reach), np.ones((1, 3), np.uint8)))
        for grey in (line_greys(strip) if dark else islice(line_greys(strip), ON_LIGHT))
    ]
    inside = np.max([np.median(dark, axis=0) for dark in views], axis=0)
    outermost = np.max([dark[:OUTERMOST].mean(axis=0) for dark in views], axis=0)
    return _peaks(inside, outermost)


def _peaks(inside: NDArray[np.float32], outermost: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return (n,) the middles of the runs of darkness inside that are dark at the very edge, too."""
    tops = np.sort(inside)[::-1][: max(1, len(inside) // 50)]
    strong = AS_STRONG * quantile(tops, STRONGEST)
    least = max(FAINTEST_LINE, strong, NOISE_TIMES * float(np.median(inside)))
    on = np.flatnonzero(np.diff(np.concatenate([[0], inside > least, [0]]).astype(np.int8)))
    runs = on.reshape(-1, 2)
    ends = [
        (start + stop) / 2
        for start, stop in runs
        if outermost[max(0, start - 1) : stop + 1].max() >= AT_THE_EDGE * inside[start:stop].max()
    ]
    return np.array(ends, np.float64)


def cuts_alone(runs: Sequence[RunOut]) -> tuple[Cut, ...]:
    """Return the cuts of a board of which nothing is known but that lines run out of the picture."""
    return strongest(Cut(run.edge, RUN_OUT) for run in _of_one_board(runs))


def _of_one_board(runs: Sequence[RunOut]) -> list[RunOut]:
    """Return those of the lines that run out which may be of one board: the longest row, and its like."""
    if not runs:
        return []
    longest = max(runs, key=lambda run: run.end - run.start)
    if longest.gaps < FEWEST_GAPS:
        return []
    ratios = {run: run.pitch / longest.pitch for run in runs}
    return [
        run for run, ratio in ratios.items() if any(1 / SAME_PITCH < ratio * n < SAME_PITCH for n in HALVED)
    ]
