"""A picture and a step of human logic → the picture with what to look at lit, and the step's cells marked."""

from collections.abc import Iterable
from typing import Literal

import numpy as np

from solver.grid import Cell
from solver.logic.step import Step
from solver.places import ClueAt
from solver.puzzle import Puzzle

from ..board import Board, CellBox
from ..files.pixels import Image
from ..reading.reading import Reading
from .layer import BORDER, Layer, cross, dot
from .palette import (
    CLEAR,
    FOLLOWING,
    SUPPOSED,
    VIOLATION,
    VIOLATION_CELL,
    VIOLATION_LINE,
    Theme,
    theme_of,
)

Level = Literal["nudge", "cell", "reason"]

ROUND_CLUE = 0.15
"""Cells around a clue that are lit with it."""
MOST_AWAY = 2.4
"""Cells from the board within which its clues stand."""
RING = 0.11
"""Width, in cells, of the band inside an aquarium's walls."""
CROSS_REACH, STROKE, HALO = 0.22, 0.1, 0.07
"""Half a cross's side, its strokes' width and the halo around them, in cells."""
DOT = 0.1
"""Radius of the dot in a cell long known to be dry, in cells."""
DOTS = dot(DOT), dot(DOT + HALO / 2)
CROSSES = cross(CROSS_REACH, STROKE), cross(CROSS_REACH + HALO / 2, STROKE + HALO)
"""Marks, and for their halos larger ones."""


def step_layer(image: Image, reading: Reading, step: Step, *, level: Level = "reason") -> Layer:
    """Return what lights one step of human logic and dims all else, for a picture, uint8 (H, W, 3) RGB.

    The level "nudge" shows only the lines and aquariums to look at, "cell" also the cells to fill, and those
    that stay dry with crosses, "reason" also the air it counts on with dots, what is supposed, and what would
    follow from it.
    """
    theme = theme_of(image, reading.board)
    layer = Layer(reading.board, theme.dim)
    aquariums = [cells_of(reading.puzzle, number) for number in step.aquariums]
    for cells in aquariums:
        layer.fill_cells(cells, CLEAR)
    for line in step.lines:
        layer.fill(line_box(reading, line), theme.lit)
    for cells in aquariums:
        layer.outline(cells, RING, theme.ring)
    if level != "nudge":
        _mark_cells(layer, step, theme)
    if level == "reason":
        known = {cell for premise in step.premises for cell in premise.air}
        layer.mark_on_halo(sorted(known - set(step.cells)), DOTS, theme.air, theme.halo)
        _mark_supposed(layer, step, theme)
    return layer


def violations_layer(
    reading: Reading,
    *,
    cells: Iterable[Cell] = (),
    lines: Iterable[ClueAt] = (),
    aquariums: Iterable[int] = (),
) -> Layer:
    """Return what breaks a rule in red; all else stays what it was.

    Lines are tinted with their clues, aquariums outlined, cells tinted and bordered.
    """
    layer = Layer(reading.board)
    for line in lines:
        layer.fill(line_box(reading, line), VIOLATION_LINE)
    for number in aquariums:
        layer.outline(cells_of(reading.puzzle, number), RING, VIOLATION)
    taking_part = tuple(cells)
    layer.fill_cells(taking_part, VIOLATION_CELL)
    layer.outline(taking_part, BORDER, VIOLATION)
    return layer


def air_layer(image: Image, board: Board, cells: Iterable[Cell]) -> Layer:
    """Return a layer for a picture with a dot in cells that are known to be dry."""
    theme = theme_of(image, board)
    layer = Layer(board)
    layer.mark_on_halo(cells, DOTS, theme.air, theme.halo)
    return layer


def cells_of(puzzle: Puzzle, number: int) -> tuple[Cell, ...]:
    """Return the cells [row, col] of an aquarium."""
    rows = enumerate(puzzle.regions)
    return tuple((row, col) for row, ids in rows for col, own in enumerate(ids) if own == number)


def line_box(reading: Reading, line: ClueAt) -> CellBox:
    """Return the board positions of a whole line with its clue."""
    board, at, across = reading.board, line.line, line.axis == "row"
    left, top, right, bottom = map(float, reading.clue_boxes[across][at])
    x, y = np.array([left, right, right, left]), np.array([top, top, bottom, bottom])
    along, length = board.positions(x, y)[not across], board.cols if across else board.rows
    near = max(-MOST_AWAY, min(0.0, float(along.min()) - ROUND_CLUE))
    far = min(length + MOST_AWAY, max(float(length), float(along.max()) + ROUND_CLUE))
    return (near, at, far, at + 1) if across else (at, near, at + 1, far)


def _mark_cells(layer: Layer, step: Step, theme: Theme) -> None:
    """Mark the cells that a step settles: water with its shore, crosses where it is dry."""
    layer.fill_cells(step.water, theme.water)
    layer.outline(step.water, BORDER, theme.shore)
    layer.fill_cells(step.air, CLEAR)
    layer.outline(step.air, BORDER, theme.air)
    layer.mark_on_halo(step.air, CROSSES, theme.air, theme.halo)


def _mark_supposed(layer: Layer, step: Step, theme: Theme) -> None:
    """Border the cells that were supposed to be otherwise, and show what would follow from it.

    Stripes are where water would be, dots where none would be.
    """
    settled = set(step.cells)
    for supposed in step.chain:
        layer.stripe(sorted(set(supposed.water) - settled), FOLLOWING)
        layer.mark_on_halo(sorted(set(supposed.air) - settled), DOTS, SUPPOSED, theme.halo)
    if step.chain:
        layer.outline(settled & set(step.chain[0].cells), BORDER, SUPPOSED)
