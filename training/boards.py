"""Boards as the network sees them, with what every side and every cell is, drawn by `fixtures.drawing`.

Hands that fill in paper are those of one population: training, calibration and test never share one.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from fixtures.drawing.board.odd_contents import put_odd_contents
from fixtures.drawing.board.palettes import colour_of
from fixtures.drawing.board.puzzles import random_puzzle
from fixtures.drawing.board.render import Drawing
from fixtures.drawing.board.space import NARROWED, space_without
from fixtures.drawing.faults import degrade
from fixtures.drawing.faults.drawn_over import WORDS, Sheet, ring, sheet_over
from fixtures.drawing.kinds import played, to_answer
from fixtures.drawing.paper.hands import AIR, Population, entries, hand_of
from fixtures.drawing.paper.shading import SIGNS, WAYS
from fixtures.drawing.paper.sheets import paper
from solver.puzzle import Puzzle
from training.proposals import Truth, cut, labels, propose
from vision.board import Board
from vision.reading.find import BoardSearch
from vision.reading.network import UNSEEN, UNTOLD
from vision.reading.planes import planes_of
from vision.reading.seen import measured_at, size_of
from vision.reading.sides import align

Random = np.random.Generator
Marks = NDArray[np.uint8]
Painter = Callable[[Random, Puzzle, Marks], to_answer.Picture]

SIZES = ((6, 6), (6, 6), (8, 5), (8, 8), (10, 10), (10, 10), (7, 12), (12, 12), (15, 15), (15, 15), (20, 20))
"""Rows and columns of the boards; one of them may be a row or a column more or less."""
SMALLEST = 4
SMALL = (3, 6)
"""Rows and columns of small boards, and of those beyond the largest of them."""
STRIP = 0.15
"""Half the width, in cells, of the strip around a side in which ink hides it."""
SAMPLES = 24
"""Places a cell and axis at which ink is looked for."""
MIDDLE = slice(SAMPLES // 4, -(SAMPLES // 4))
"""Those in the middle of a cell."""
HIDDEN_CELL, HIDDEN_SIDE = 0.6, 0.75
"""Shares of a cell, or of its middle, and of a side that lie under opaque ink from which nobody can tell what
it is: a line shows at its ends how thick it is."""
SCREENSHOTS = ("site", "page", "dark", "saved", "other", "clue states", "reduced")
ODD = ("site", "dark", "other", "patterned water", "other signs")
"""Kinds into whose cells odd things are put."""
WITHOUT_WALLS = ("site", "dark", "other", "scan", "odd contents", "odd contents", "photo")
"""Kinds of which boards without any walls are drawn: those of other puzzles."""
ANY = ("site", "dark", "other", "saved", "any program", "solved by hand", "photo")
"""Kinds of which small boards are drawn, such with walls along whole lines, and finely divided ones."""
FAMILIAR = ("site", "site", "dark", "page", "other", "saved", "reduced", "phone page", "clue states")
"""Kinds of the site and of puzz.link, whose water is known by its colour."""
MOST_FILLED = 7
"""Aquariums that a player fills to the brim and nothing else, fewer than so many."""
FINE = (1.2, 2.6)
"""Cells of an aquarium of a finely divided board: most of its lines are walls."""
COVER = (0.3, 1.6)
"""Half the width, and half the height, of what covers a board, in cells."""
BANDS, LONG = 0.3, 99.0
"""How often that goes over the whole picture one way, as a notice or a ruler does, and how much longer it is
then."""
AT_AN_END, DEEP, BEYOND_IT = 0.35, (0.15, 1.6), (-0.3, 1.2)
"""How often what covers a board lies over an end of it, and how far that reaches into the board, and beyond
it, in cells."""
BORDER = (0.02, 0.08)
"""Width of the line around a window, in cells."""
HIGHLIGHTED, SHINING = 0.5, (0.25, 0.6)
"""How often the board shines through what covers it, and how opaque that is then."""
SHEETS = (("sheet", 0.6), ("headings", 0.3), ("boxes", 0.1))
"""What is joined to boards of spreadsheets."""
LIGHTS = 0.5
"""Share of the light that falls off at most on a screenshot in a room."""


class Example(NamedTuple):
    """A board and what is true of it."""

    planes: NDArray[np.uint8]
    """(24 (R + 1), 24 (C + 1), 5), of a lattice of R rows and C columns, BEYOND around it with them: see
    `vision.reading.planes`."""
    measured: NDArray[np.float32]
    """(2 R + 3, 2 C + 3, 3): see `vision.reading.seen.measured_at`."""
    size: NDArray[np.float32]
    upright: NDArray[np.int8]
    """(R, C + 1): see OPEN of `vision.reading.network`; IGNORED where it is not known."""
    level: NDArray[np.int8]
    """(R + 1, C)"""
    cells: NDArray[np.int8]
    """(R, C): a mark of `vision.reading.marks`, or see UNTOLD of `network`."""


def example(
    kind: str, seed: int, population: Population = "training", without: Collection[str] = ()
) -> Example | None:
    """Draw the board number `seed` of a kind of WEIGHTS; None where its lines are not found.

    What is left out (of LEAVABLE) is not drawn within other kinds either.
    """
    rng = np.random.default_rng([seed, *kind.encode(), *population.encode()])
    puzzle, water = _puzzle(rng, kind)
    marks = _whole(rng, puzzle) if kind == "whole aquariums" else _entered(rng, puzzle, np.array(water))
    picture = painters(population, without)[kind](rng, puzzle, marks)
    shown = to_answer.shown_by(picture)
    whole = board_of(shown.drawing, puzzle)
    if whole is None or not shown.walls_show:
        return None
    seen = (marks if shown.marks is None else shown.marks).astype(np.int8)
    truth = Truth(*_truth(puzzle, seen, whole, shown), shown.drawing.clues)
    part = cut(rng, shown.drawing.pixels, whole)
    proposed = propose(rng, part)
    if proposed is None:
        return None
    lattice, flat, sides = align(part.pixels, proposed)
    told = labels(part, truth, lattice)
    if told is None:
        return None
    return Example(planes_of(flat, sides.look), measured_at(sides), size_of(flat), *told)


def _puzzle(rng: Random, kind: str) -> tuple[Puzzle, to_answer.Water]:
    """Choose a puzzle and water; where a kind has walls of its own, the water is of other walls."""
    if kind == "small":
        rows, cols = rng.integers(*SMALL, 2).tolist()
    else:
        size = SIZES[rng.integers(len(SIZES))]
        rows, cols = (max(SMALLEST, side + int(rng.integers(-1, 2))) for side in size)
        if rng.integers(2):
            rows, cols = cols, rows
    mean_size = float(rng.uniform(*FINE)) if kind == "fine" else None
    puzzle, water = random_puzzle(rng, rows, cols, mean_size=mean_size)
    if kind in ("no walls", "bands"):
        starts = np.zeros((1, 1), np.bool_)
        if kind == "bands":  # walls lie along whole lines alone
            starts = rng.random((rows, 1) if rng.integers(2) else (1, cols)) < rng.uniform(0.2, 0.7)
        regions = np.broadcast_to(starts.cumsum().reshape(starts.shape), (rows, cols))
        puzzle = Puzzle(puzzle.col_clues, puzzle.row_clues, regions.tolist())
    return puzzle, water


def _entered(rng: Random, puzzle: Puzzle, water: NDArray[np.bool_]) -> Marks:
    """Choose marks in one of the ways that people, and chance, put them."""
    way = rng.integers(7)
    if way == 0:
        return to_answer.played(rng, tuple(map(tuple, water.tolist())))
    if way == 1:
        return played.arranged(rng, puzzle, tuple(map(tuple, water.tolist())))
    if way == 2:  # one kind alone: many cells, or a few
        one, share = rng.integers(1, 3), rng.random() ** 2
        return np.where((rng.random(water.shape) < share) & (water == (one == 1)), one, 0).astype(np.uint8)
    return entries(rng, water, full=way == 3)


def _whole(rng: Random, puzzle: Puzzle) -> Marks:
    """Fill some aquariums to the brim: on the site it is plain that a player has."""
    regions = np.array(puzzle.regions)
    filled = rng.permutation(np.unique(regions))[: int(rng.integers(1, MOST_FILLED))]
    return np.isin(regions, filled).astype(np.uint8)


def board_of(drawing: Drawing, puzzle: Puzzle) -> Board | None:
    """Return the board where it was drawn; of characters, whose place nobody knows, where it is found."""
    if not np.isfinite(drawing.corners).all() or not np.ptp(drawing.corners, axis=0).min():
        found = BoardSearch(drawing.pixels, (puzzle.height, puzzle.width)).boards()
        return next((board for boards in found for board in boards), None)
    cols, rows = puzzle.width, puzzle.height
    even = np.array([[0, 0], [cols, 0], [cols, rows], [0, rows]], np.float32)
    to_picture = cv2.getPerspectiveTransform(even, np.asarray(drawing.corners + 0.5, np.float32))
    is_upright = (
        np.abs(to_picture[2, :2]).max() < 1e-7 and np.abs([to_picture[0, 1], to_picture[1, 0]]).max() < 1e-4
    )
    if is_upright:
        to_picture[2], to_picture[0, 1], to_picture[1, 0] = (0, 0, 1), 0, 0
    xs, ys = np.arange(cols + 1.0), np.arange(rows + 1.0)
    return Board(rows, cols, to_picture.astype(np.float64), xs, ys, 1.0)


def _truth(
    puzzle: Puzzle, marks: NDArray[np.int8], board: Board, shown: to_answer.Shown
) -> tuple[NDArray[np.int8], NDArray[np.int8], NDArray[np.int8]]:
    """Return what sides and cells are, but for those that lie under opaque ink."""
    regions = np.array(puzzle.regions)
    right = (regions[:, 1:] != regions[:, :-1]).astype(np.int8)
    below = (regions[1:] != regions[:-1]).astype(np.int8)
    cells = marks.copy()
    if shown.hidden is not None and shown.hidden.any():
        there = _hidden(board, shown.hidden)
        over = there.reshape(board.rows, SAMPLES, board.cols, SAMPLES).swapaxes(1, 2)
        for part in (over, over[..., MIDDLE, MIDDLE]):  # a sign may stand in the middle alone
            cells[part.mean(axis=(2, 3)) >= HIDDEN_CELL] = UNTOLD
        right[_hidden_sides(there, board.rows, board.cols)] = UNSEEN
        below[_hidden_sides(there.T, board.cols, board.rows).T] = UNSEEN
    if shown.covered is not None and shown.hidden is None:
        cells[shown.covered] = UNTOLD
    return right, below, cells


def _hidden_sides(there: NDArray[np.float32], rows: int, cols: int) -> NDArray[np.bool_]:
    """Return (rows, cols - 1): the sides right of cells of which most lies under opaque ink."""
    near, lines = round(STRIP * SAMPLES), np.arange(1, cols) * SAMPLES
    strips = np.stack([there[:, lines + step] for step in range(-near, near)])
    hidden: NDArray[np.bool_] = strips.reshape(2 * near, rows, SAMPLES, -1).mean(axis=(0, 2)) >= HIDDEN_SIDE
    return hidden


def _hidden(board: Board, hidden: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return (rows * SAMPLES, cols * SAMPLES): how far each place of the board lies under opaque ink."""
    u, v = ((np.arange(count * SAMPLES) + 0.5) / SAMPLES for count in (board.cols, board.rows))
    x, y = board.maps(u, v, (0, 0), 1.0)
    return np.asarray(cv2.remap(hidden, x, y, cv2.INTER_LINEAR), np.float32)


ENTERED: Mapping[str, Painter] = {
    "small dots": played.dots, "patterned water": played.patterns, "other signs": played.signs,
    "reduced": played.reduced, "compressed": played.saved_dark, "phone page": played.phone,
    "numbers typed": played.typed_over,
}  # fmt: skip
"""Kinds in which it is what stands in the cells that varies."""


def painters(population: Population, without: Collection[str] = ()) -> dict[str, Painter]:
    """Return the painter of every kind of WEIGHTS."""

    def on_paper(*, hard: bool = False, blank: bool = False) -> Painter:
        return lambda rng, puzzle, marks: to_answer.Shown(
            *paper(rng, puzzle, marks, hand_of(rng, population, without), hard=hard, blank=blank)
        )

    def doodled(rng: Random, puzzle: Puzzle, marks: Marks) -> to_answer.Shown:
        """Draw signs that mean something to their hand alone."""
        hand = hand_of(rng, population, without)
        hand = replace(hand, sign=replace(hand.sign, signs=("doodle",)))
        drawing, shown = paper(rng, puzzle, marks, hand)
        return to_answer.Shown(drawing, shown, covered=shown == AIR)

    space, program = space_without(without), to_answer.any_program
    every: dict[str, Painter] = {
        **to_answer.KINDS,
        **to_answer.BEYOND,
        **ENTERED,
        "any program": partial(program, space=space),
        "sheets": partial(program, space=replace(space, around=1.0, joined=SHEETS)),
        "beside others": partial(program, space=space, with_others=True),
        "blank paper": on_paper(blank=True),
        "solved by hand": on_paper(),
        "worn paper": on_paper(hard=True),
        "doodles": doodled,
    }

    def any_of(names: Sequence[str]) -> Painter:
        shown = [name for name in names if name not in without]
        return lambda rng, puzzle, marks: every[str(rng.choice(shown))](rng, puzzle, marks)

    every["odd contents"] = partial(_with_odd_contents, any_of(ODD))
    every["no walls"] = any_of(WITHOUT_WALLS)
    every["small"] = every["bands"] = every["fine"] = any_of(ANY)
    every["whole aquariums"] = any_of(FAMILIAR)
    every["covered"] = partial(_covered, any_of(SCREENSHOTS))
    every["lit"] = partial(_lit, any_of(SCREENSHOTS))
    return every


def _with_odd_contents(painter: Painter, rng: Random, puzzle: Puzzle, marks: Marks) -> to_answer.Shown:
    """Put what is no mark into cells of a screenshot."""
    shown = to_answer.shown_by(painter(rng, puzzle, marks))
    drawing, there = put_odd_contents(rng, shown.drawing, marks)
    return shown._replace(drawing=drawing, covered=there)


def _covered(painter: Painter, rng: Random, puzzle: Puzzle, marks: Marks) -> to_answer.Shown:
    """Lay plain discs, boxes and windows over a screenshot, also of its own colours, and highlighter."""
    shown = to_answer.shown_by(painter(rng, puzzle, marks))
    sheet, disc = sheet_over(shown.drawing, puzzle), ring(np.zeros(2), 1.0)
    for _ in range(rng.integers(1, 4)):
        around = np.clip(2 * disc, -1, 1) if rng.integers(2) else disc
        middle = sheet.place(rng, 0)
        stretch = rng.permutation([1.0, LONG]) if rng.random() < BANDS else 1.0
        outline = middle + sheet.pitch * stretch * rng.uniform(*COVER, 2) * around
        if rng.random() < AT_AN_END:
            outline = _over_an_end(rng, sheet)
        there = shown.drawing.pixels[tuple(rng.integers(shown.drawing.pixels.shape[:2]))]
        colour = colour_of(there if rng.random() < 0.5 else rng.integers(0, 256, 3))
        if rng.random() < HIGHLIGHTED:
            shining = float(rng.uniform(*SHINING))
            sheet.lay(sheet.shape(outline), colour, shining, multiply=bool(rng.integers(2)))
            continue
        sheet.lay(sheet.shape(outline), colour)
        if rng.integers(2):
            border, ink = (colour_of(rng.integers(0, 256, 3)) for _ in range(2))
            sheet.lay(sheet.lines([outline], float(rng.uniform(*BORDER))), border)
            words, high = str(rng.choice(WORDS)), float(rng.uniform(0.3, 0.7))
            sheet.lay(sheet.text(words, middle, high, "sans-bold"), ink)
    return shown._replace(drawing=replace(shown.drawing, pixels=sheet.pixels), hidden=sheet.hidden)


def _over_an_end(rng: Random, sheet: Sheet) -> NDArray[np.float64]:
    """Return the corners of a strip over an end of a board, in pixels: all along it, or but for its frame."""
    side, inside = int(rng.integers(4)), float(rng.uniform(*DEEP))
    beyond = float(rng.uniform(*BEYOND_IT))
    length, lines = (sheet.cols, sheet.rows)[:: 1 if side % 2 else -1]
    room = float(rng.choice([-0.12, 0.12, LONG]))  # inside the frame, just over it, or over the whole picture
    depth = (-beyond, inside) if side < 2 else (lines - inside, lines + beyond)
    along, across = np.array([-room, length + room, length + room, -room]), np.repeat(depth, 2)
    u, v = (along, across) if side % 2 else (across, along)
    return np.stack([sheet.left + u * sheet.pitch, sheet.top + v * sheet.pitch], axis=1)


def _lit(painter: Painter, rng: Random, puzzle: Puzzle, marks: Marks) -> to_answer.Shown:
    """Let light fall unevenly on a screenshot, as in a photograph that was straightened."""
    shown = to_answer.shown_by(painter(rng, puzzle, marks))
    lit = degrade.light(
        shown.drawing, rng, fall=LIGHTS * float(rng.random()), shadow=LIGHTS * float(rng.random()), tint=0.08
    )
    grained = degrade.noise(lit, float(rng.uniform(0, 5)), rng)
    return shown._replace(drawing=replace(grained, corners=shown.drawing.corners))


WEIGHTS: Mapping[str, float] = {
    "site": 70, "page": 12, "dark": 60, "saved": 18, "photo": 24, "other": 28, "clue states": 5,
    "drawn over": 26, "undersampled": 45, "terminal": 10, "blank paper": 12, "solved by hand": 40,
    "worn paper": 44, "doodles": 6, "small dots": 8, "patterned water": 20, "other signs": 16, "reduced": 20,
    "compressed": 16, "phone page": 4, "numbers typed": 12, "odd contents": 10, "lit": 6,
    "pale aquariums": 70, "scan": 12, "no walls": 16, "any program": 220, "beside others": 80, "sheets": 44,
    "small": 30, "bands": 12, "covered": 50, "fine": 14, "whole aquariums": 36,
}  # fmt: skip
"""How often boards of each kind are drawn."""
LEAVABLE = frozenset({*WEIGHTS, *NARROWED, *WAYS, *SIGNS})
"""What can be left out, to see how it is read then."""


def counts_of(count: int, without: frozenset[str] = frozenset()) -> dict[str, int]:
    """Return how many of so many boards are of each kind; those that are left out are not made up for."""
    total = sum(WEIGHTS.values())
    return {kind: round(count * weight / total) for kind, weight in WEIGHTS.items() if kind not in without}
