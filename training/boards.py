"""Boards as the network sees them, with what every side and every cell is, drawn by `fixtures.drawing`.

Hands that fill in paper are those of one population: training, calibration and test never share one.
"""

from collections.abc import Collection, Mapping
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from fixtures.drawing import kinds
from fixtures.drawing.board.measures import AIR, Random
from fixtures.drawing.board.puzzles import random_puzzle
from fixtures.drawing.board.style import NARROWED, space_without
from fixtures.drawing.entries import Manner, arranged, enter, whole_aquariums
from fixtures.drawing.kinds import COMMON, FINISHED, HARD, Kind, draw_puzzle_as
from fixtures.drawing.looks import any_program, on_paper
from fixtures.drawing.mishaps import befall, chosen
from fixtures.drawing.others import NO_PUZZLES, OTHER_PUZZLES, draw_other_puzzle
from fixtures.drawing.paper.hands import Population
from fixtures.drawing.paper.shading import SIGNS, WAYS
from fixtures.drawing.scene import Marks, Picture, Truth
from solver.puzzle import Puzzle, Water
from training.proposals import IGNORED, Labels, cut, labels, propose
from vision.board import Board
from vision.files.pixels import Image
from vision.reading.find import BoardSearch
from vision.reading.flat import BEYOND, FlatBoard
from vision.reading.marks import NOTHING
from vision.reading.network import FOREIGN, PUZZLES, UNSEEN, UNTOLD, PuzzleKind
from vision.reading.planes import planes_of
from vision.reading.seen import measured_at, size_of
from vision.reading.sides import SideInk, align

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
FINE = (1.2, 2.6)
"""Cells of an aquarium of a finely divided board: most of its lines are walls."""
SHEETS = (("sheet", 0.6), ("headings", 0.3), ("boxes", 0.1))
"""What is joined to boards of spreadsheets."""
ANY = ("site", "dark", "other", "saved", "any program", "solved by hand", "photo")
"""Kinds of which small boards are drawn, such with walls along whole lines, and finely divided ones."""
SCREENSHOTS = ("site", "page", "dark", "saved", "other", "clue states", "reduced")
MIXED: Mapping[str, tuple[tuple[str, ...], str]] = {
    "small": (ANY, ""), "bands": (ANY, ""), "fine": (ANY, ""),
    "no walls": (("site", "dark", "other", "scan", "odd contents", "odd contents", "photo"), ""),
    "odd contents": (("site", "dark", "other", "patterned water", "other signs"), "odd contents"),
    "whole aquariums": (
        ("site", "site", "dark", "page", "other", "saved", "reduced", "phone page", "clue states"), ""
    ),
    "covered": (SCREENSHOTS, "hidden"), "lit": (SCREENSHOTS, "lit"),
}  # fmt: skip
"""Kinds that look like one of others, and what befalls them besides. Where whole aquariums are full, water is
known by its colour, that of the site or of puzz.link."""
LIKE_AQUARIUMS = (
    "odd contents", "no walls", "counted rooms", "filled rooms", "leaning rooms", "numbered rooms",
)  # fmt: skip
"""Kinds of which nobody can tell by sight alone whether they are Aquarium puzzles."""
GRIDS_OF_NONE = ("calendar", "icons")
"""Pictures without any puzzle in which a grid is found."""
MANNERS: tuple[Manner, ...] = ("nothing", "solved", "begun", "partly", "some of one kind", "water", "full")


class Example(NamedTuple):
    """A board and what is true of it."""

    planes: NDArray[np.uint8]
    """(PITCH (R + 1), PITCH (C + 1), 5), of a lattice of R rows and C columns, those BEYOND it with them: see
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
    puzzle: int
    """Which of `network.PUZZLES` it is;"""
    up: int
    """and by how many quarters it has to be turned clockwise to stand upright; IGNORED if nobody can tell."""


class Labelled(NamedTuple):
    """What sides and cells of a whole board are."""

    right: Labels
    """(rows, cols - 1)"""
    below: Labels
    """(rows - 1, cols)"""
    cells: Labels
    """(rows, cols)"""


def example(
    kind: str, seed: int, population: Population = "training", without: Collection[str] = ()
) -> Example | None:
    """Draw the board number `seed` of a kind of WEIGHTS; None where its lines are not found.

    What is left out (of LEAVABLE) is not drawn within other kinds either.
    """
    rng = np.random.default_rng([seed, *kind.encode(), *population.encode()])
    if kind in NO_PUZZLES:
        return _of_none(NO_PUZZLES[kind](rng))
    picture = _drawn(rng, kind, population, without)
    if not picture.truth.walls_show:
        return None
    whole = board_of(picture)
    part = cut(rng, picture.pixels, whole)
    proposed = propose(rng, part)
    if proposed is None:
        return None
    lattice, flat, sides = align(part.pixels, proposed)
    truth = truth_of(picture.truth, whole)
    if kind in OTHER_PUZZLES:
        truth = _as_far_as_known(truth)
    told = labels(part, truth, picture.truth.clues, lattice)
    puzzle = IGNORED if kind in LIKE_AQUARIUMS else PUZZLES.index(puzzle_of(kind))
    return told and Example(*_seen(flat, sides), *told, puzzle, 0)


def puzzle_of(kind: str) -> PuzzleKind:
    """Return which puzzle the pictures of a kind show."""
    if kind in NO_PUZZLES:
        return "none"
    if kind not in OTHER_PUZZLES:
        return "aquarium"
    return next((name for name in PUZZLES if name in kind), "another")


def _drawn(rng: Random, kind: str, population: Population, without: Collection[str]) -> Picture:
    if kind in OTHER_PUZZLES:
        picture = draw_other_puzzle(kind, rng)
        return befall(picture, chosen(rng, FINISHED), int(rng.integers(1 << 30)))
    puzzle, water = _puzzle(rng, kind)
    marks = (whole_aquariums if kind == "whole aquariums" else _entered)(rng, puzzle, water)
    return draw_puzzle_as(rng, row_of(rng, kind, population, without), puzzle, water, marks)


def _as_far_as_known(truth: Labelled) -> Labelled:
    """Return what is known of another puzzle: not the sides of cells in which something stands.

    Where that is in all of them, it is their ground.
    """
    foreign = truth.cells == FOREIGN
    right, below = foreign[:, 1:] | foreign[:, :-1], foreign[1:] | foreign[:-1]
    told = zip(truth, (right, below, np.full(foreign.shape, foreign.all())), strict=True)
    return Labelled(*(np.where(unknown, IGNORED, part).astype(np.int8) for part, unknown in told))


def _of_none(pixels: Image) -> Example | None:
    """Return what is found in a picture without any puzzle; of its places nothing is known."""
    found = next((board for view in BoardSearch(pixels).boards() for board in view), None)
    if found is None:
        return None
    lattice, flat, sides = align(pixels, found)
    rows, cols = lattice.rows + 2 * BEYOND, lattice.cols + 2 * BEYOND
    upright, level, cells = (
        np.full(shape, IGNORED, np.int8) for shape in ((rows, cols + 1), (rows + 1, cols), (rows, cols))
    )
    return Example(*_seen(flat, sides), upright, level, cells, PUZZLES.index("none"), IGNORED)


def _seen(
    flat: FlatBoard, sides: SideInk
) -> tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.float32]]:
    return planes_of(flat, sides.look), measured_at(sides), size_of(flat)


def _puzzle(rng: Random, kind: str) -> tuple[Puzzle, Water]:
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


def _entered(rng: Random, puzzle: Puzzle, water: Water) -> Marks:
    """Choose marks in one of the ways that people, and chance, put them."""
    way = int(rng.integers(len(MANNERS) + 1))
    return arranged(rng, puzzle, water) if way == len(MANNERS) else enter(rng, water, MANNERS[way])


def row_of(rng: Random, kind: str, population: Population, without: Collection[str]) -> Kind:
    """Return the row of a kind of WEIGHTS; of mixed ones, one of those that it looks like."""
    if kind not in MIXED:
        return rows(population, without)[kind]
    names, mishap = MIXED[kind]
    like = row_of(rng, str(rng.choice([name for name in names if name not in without])), population, without)
    return like._replace(mishaps=({mishap: 1.0}, *like.mishaps)) if mishap else like


def rows(population: Population, without: Collection[str] = ()) -> dict[str, Kind]:
    """Return the rows of all kinds of WEIGHTS that are not mixed."""
    space, played = space_without(without), kinds.PLAYED
    return {
        **kinds.TO_ANSWER, **kinds.BEYOND, **kinds.DIMENSIONS,
        "small dots": played["dots"], "patterned water": played["patterned water"],
        "other signs": played["other signs"], "reduced": played["pitch 12 to 20"],
        "compressed": played["JPEG, WebP, dark"], "phone page": played["phone page"],
        "numbers typed": played["numbers typed"],
        "any program": Kind(any_program(space), FINISHED, walls="may be lost"),
        "sheets": Kind(any_program(space, around=1.0, joined=SHEETS), FINISHED, walls="may be lost"),
        "beside others": Kind(any_program(space, with_others=True), FINISHED, walls="may be lost"),
        "blank paper": Kind(on_paper(population, without=without), COMMON),
        "solved by hand": Kind(on_paper(population, without=without), COMMON),
        "worn paper": Kind(on_paper(population, without=without), HARD),
        "doodles": Kind(on_paper(population, without=without, signs=("doodle",)), COMMON),
    }  # fmt: skip


def board_of(picture: Picture) -> Board:
    """Return the board where it was drawn."""
    rows, cols = picture.truth.puzzle.height, picture.truth.puzzle.width
    middle = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]])
    to_picture = middle @ np.linalg.inv(picture.to_board)
    xs, ys = np.arange(cols + 1.0), np.arange(rows + 1.0)
    return Board(rows, cols, np.asarray(to_picture / to_picture[2, 2], np.float64), xs, ys, 1.0)


def truth_of(truth: Truth, board: Board) -> Labelled:
    """Return what sides and cells are, but for those that lie under opaque ink, or that nobody could tell."""
    regions = np.array(truth.puzzle.regions)
    right = (regions[:, 1:] != regions[:, :-1]).astype(np.int8)
    below = (regions[1:] != regions[:-1]).astype(np.int8)
    cells = truth.marks.astype(np.int8)
    if truth.foreign is not None:
        cells[truth.foreign & (truth.marks == NOTHING)] = FOREIGN
    if (
        truth.scene.hand and "doodle" in truth.scene.hand.sign.signs
    ):  # they mean something to their hand alone
        cells[cells == AIR] = UNTOLD
    if truth.hidden is not None and truth.hidden.any():
        there = _hidden(board, truth.hidden)
        over = there.reshape(board.rows, SAMPLES, board.cols, SAMPLES).swapaxes(1, 2)
        for part in (over, over[..., MIDDLE, MIDDLE]):  # a sign may stand in the middle alone
            cells[part.mean(axis=(2, 3)) >= HIDDEN_CELL] = UNTOLD
        right[_hidden_sides(there, board.rows, board.cols)] = UNSEEN
        below[_hidden_sides(there.T, board.cols, board.rows).T] = UNSEEN
    elif truth.unclear is not None:
        cells[truth.unclear & (cells != FOREIGN)] = UNTOLD
    if truth.blurred is not None:
        right[truth.blurred[:, 1:] != truth.blurred[:, :-1]] = UNSEEN
        below[truth.blurred[1:] != truth.blurred[:-1]] = UNSEEN
    return Labelled(right, below, cells)


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


WEIGHTS: Mapping[str, float] = {
    "site": 70, "page": 12, "dark": 60, "saved": 18, "photo": 24, "other": 28, "clue states": 5,
    "drawn over": 26, "undersampled": 45, "terminal": 10, "blank paper": 12, "solved by hand": 40,
    "worn paper": 44, "doodles": 6, "small dots": 8, "patterned water": 20, "other signs": 16, "reduced": 20,
    "compressed": 16, "phone page": 4, "numbers typed": 12, "odd contents": 10, "lit": 6,
    "pale aquariums": 70, "scan": 12, "no walls": 16, "any program": 220, "beside others": 80, "sheets": 44,
    "small": 30, "bands": 12, "covered": 50, "fine": 14, "whole aquariums": 36,
    **dict.fromkeys(kinds.DIMENSIONS, 16), **dict.fromkeys(OTHER_PUZZLES, 3),
    **dict.fromkeys(GRIDS_OF_NONE, 6),
}  # fmt: skip
"""How often boards of each kind are drawn."""
LEAVABLE = frozenset({*WEIGHTS, *NARROWED, *WAYS, *SIGNS})
"""What can be left out, to see how it is read then."""


def counts_of(count: int, without: frozenset[str] = frozenset()) -> dict[str, int]:
    """Return how many of so many boards are of each kind; those that are left out are not made up for."""
    total = sum(WEIGHTS.values())
    return {kind: round(count * weight / total) for kind, weight in WEIGHTS.items() if kind not in without}
