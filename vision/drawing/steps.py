"""A picture and a step of human logic → the picture with what to look at lit, and the step's cells marked."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from solver.belief.evidence import ClueAt
from solver.logic.step import Step
from solver.puzzle import Cell

from ..board import Board
from ..files.pixels import Image
from .layer import CLEAR, Glass, Mask, Paint, Span, cross_mask, dot_mask, stripe_mask
from .water import is_dark

Level = Literal["nudge", "cell", "reason"]
ClueBoxes = tuple[Sequence[tuple[int, int, int, int]], Sequence[tuple[int, int, int, int]]]

STRIP = 1.3
"""Cells beside the board that are lit with a line where it is not known where its clue stands."""
ROUND_CLUE = 0.15
"""Cells around a clue that are lit with it."""
MOST_AWAY = 2.4
"""Cells from the board within which its clues stand."""
RING, BORDER = 0.11, 0.09
"""Widths, in cells, of the band inside an aquarium's walls and of the border around settled cells."""
CROSS_REACH, STROKE, HALO = 0.22, 0.1, 0.07
"""Half a cross's side, its strokes' width and the halo around them, in cells."""
DOT = 0.1
"""Radius of the dot in a cell long known to be dry, in cells."""
STRIPES, STRIPE_SHARE = 2, 0.4
"""Stripes in a cell that would be wet, and the share of it that they cover."""


@dataclass(frozen=True)
class Lamp:
    """The paints for light or for dark pictures."""

    dim: Paint
    """On all that one need not look at."""
    lit: Paint
    ring: Paint
    """Inside the walls of the aquariums to look at."""
    water: Paint
    shore: Paint
    """The border of water to pour."""
    air: Paint
    """Crosses, dots, and the border of cells that stay dry."""
    halo: Paint
    """Around crosses and dots, for grounds of their own colour."""


LIGHT = Lamp(
    dim=Paint((95, 104, 122), 84),
    lit=Paint((255, 222, 70), 62),
    ring=Paint((240, 140, 0), 225),
    water=Paint((40, 125, 255), 128),
    shore=Paint((0, 70, 200), 235),
    air=Paint((60, 66, 82), 245),
    halo=Paint((255, 255, 255), 190),
)
DARK = Lamp(
    dim=Paint((12, 14, 18), 100),
    lit=Paint((255, 215, 90), 52),
    ring=Paint((255, 165, 30), 235),
    water=Paint((40, 125, 255), 150),
    shore=Paint((140, 205, 255), 240),
    air=Paint((236, 240, 246), 245),
    halo=Paint((0, 0, 0), 170),
)
SUPPOSED, FOLLOWING = Paint((140, 60, 200), 235), Paint((150, 70, 210), 165)
"""Violet of what is supposed, and of what would follow from it."""
WRONG, WRONG_CELL, WRONG_LINE = (Paint((235, 20, 30), opacity) for opacity in (225, 90, 46))
"""Red of what breaks a rule: strokes, the tint of cells, and that of lines."""


def draw_step(
    image: Image,
    board: Board,
    step: Step,
    regions: Sequence[Sequence[int]],
    *,
    level: Level = "reason",
    clue_boxes: ClueBoxes | None = None,
) -> Image:
    """Return a copy of a picture with one step of human logic lit, and all else dimmed.

    Parameters
    ----------
    image : np.ndarray, uint8, shape (H, W, 3)
        RGB.
    board : Board
        Where the lattice stands in it.
    step : Step
        What to show.
    regions : sequence of sequences of int
        regions[row][col]: the number of the cell's aquarium.
    level : "nudge", "cell" or "reason"
        nudge shows only the lines and aquariums to look at; cell marks the cells as well: water to pour,
        crosses where none will be; reason shows also what is supposed, and what would follow from it.
    clue_boxes : pair of sequences, optional
        Where column and row clues stand, in pixels; above and left of the board where not given.
    """
    lamp = DARK if is_dark(image, board) else LIGHT
    glass = Glass.over(board, lamp.dim)
    _light(glass, step, regions, clue_boxes, lamp)
    if level != "nudge":
        _mark_cells(glass, step, lamp)
    if level == "reason":
        _mark_supposed(glass, step, lamp)
    return _seen_through(glass, image)


def draw_violations(
    image: Image,
    board: Board,
    regions: Sequence[Sequence[int]],
    *,
    cells: Iterable[Cell] = (),
    lines: Iterable[ClueAt] = (),
    aquariums: Iterable[int] = (),
    clue_boxes: ClueBoxes | None = None,
) -> Image:
    """Return a copy of a picture with what breaks a rule in red; all else stays what it was.

    Lines are tinted with their clues, aquariums outlined, cells tinted and bordered.
    """
    glass = Glass.over(board)
    for line in lines:
        glass.fill(line_span(board, line, clue_boxes), WRONG_LINE)
    for number in aquariums:
        glass.outline(cells_of(regions, number), RING, WRONG)
    taking_part = tuple(cells)
    glass.fill_cells(taking_part, WRONG_CELL)
    glass.outline(taking_part, BORDER, WRONG)
    return _seen_through(glass, image)


def draw_air(image: Image, board: Board, cells: Iterable[Cell]) -> Image:
    """Return a copy of a picture with a dot in cells that are known to be dry."""
    lamp = DARK if is_dark(image, board) else LIGHT
    glass = Glass.over(board)
    dotted = tuple(cells)
    for cell in dotted[:1]:
        dots = dot_mask(glass.pitch, DOT), dot_mask(glass.pitch, DOT + HALO / 2)
        _stamp(glass, cell, dots, lamp.air, lamp.halo)
        glass.copy(cell, dotted[1:])
    return _seen_through(glass, image)


def _light(
    glass: Glass, step: Step, regions: Sequence[Sequence[int]], clue_boxes: ClueBoxes | None, lamp: Lamp
) -> None:
    """Light lines and aquariums, and paint a ring inside the walls of these."""
    aquariums = [cells_of(regions, number) for number in step.aquariums]
    for cells in aquariums:
        glass.fill_cells(cells, CLEAR)
    for line in step.lines:
        glass.fill(line_span(glass.board, line, clue_boxes), lamp.lit)
    for cells in aquariums:
        glass.outline(cells, RING, lamp.ring)


def _seen_through(glass: Glass, image: Image) -> Image:
    drawn = image.copy()
    glass.lay_on(drawn)
    return drawn


def cells_of(regions: Sequence[Sequence[int]], number: int) -> tuple[Cell, ...]:
    """Return the cells [row, col] of an aquarium."""
    return tuple(
        (row, col)
        for row, ids in enumerate(regions)
        for col, aquarium in enumerate(ids)
        if aquarium == number
    )


def line_span(board: Board, line: ClueAt, clue_boxes: ClueBoxes | None = None) -> Span:
    """Return the board positions of a whole line with its clue."""
    at = line.line
    across = line.axis == "row"
    near, far = -STRIP, float(board.cols if across else board.rows)
    if clue_boxes is not None:
        near, far = _with_clue(board, clue_boxes[across][at], across=across)
    return (near, at, far, at + 1) if across else (at, near, at + 1, far)


def _with_clue(board: Board, box: tuple[int, int, int, int], *, across: bool) -> tuple[float, float]:
    """Return from where to where along a line the board and its clue reach."""
    left, top, right, bottom = box
    x, y = np.array([left, right, right, left]), np.array([top, top, bottom, bottom])
    along = board.positions(x.astype(float), y.astype(float))[0 if across else 1]
    length = board.cols if across else board.rows
    return (
        max(-MOST_AWAY, min(0.0, float(along.min()) - ROUND_CLUE)),
        min(length + MOST_AWAY, max(float(length), float(along.max()) + ROUND_CLUE)),
    )


def _mark_cells(glass: Glass, step: Step, lamp: Lamp) -> None:
    """Mark the cells that a step settles: water with its shore, crosses where it is dry."""
    glass.fill_cells(step.water, lamp.water)
    glass.outline(step.water, BORDER, lamp.shore)
    glass.fill_cells(step.air, CLEAR)
    glass.outline(step.air, BORDER, lamp.air)
    crosses = _crosses(glass.pitch)
    for cell in step.air:
        _stamp(glass, cell, crosses, lamp.air, lamp.halo)


def _crosses(pitch: int) -> tuple[Mask, Mask]:
    """Return a cross and, for its halo, a larger one."""
    larger = cross_mask(pitch, CROSS_REACH + HALO / 2, STROKE + HALO)
    return cross_mask(pitch, CROSS_REACH, STROKE), larger


def _stamp(glass: Glass, cell: Cell, masks: tuple[Mask, Mask], paint: Paint, halo: Paint) -> None:
    glass.stamp(cell, masks[1], halo)
    glass.stamp(cell, masks[0], paint)


def _mark_supposed(glass: Glass, step: Step, lamp: Lamp) -> None:
    """Border the cells that were supposed to be otherwise, and show what would follow from it.

    Stripes are where water would be, dots where none would be.
    """
    settled = set(step.cells)
    dots = dot_mask(glass.pitch, DOT), dot_mask(glass.pitch, DOT + HALO / 2)
    stripes = stripe_mask(glass.pitch, STRIPES, STRIPE_SHARE)
    for supposed in step.chain:
        for cell in set(supposed.water) - settled:
            glass.stamp(cell, stripes, FOLLOWING)
        for cell in set(supposed.air) - settled:
            _stamp(glass, cell, dots, SUPPOSED, lamp.halo)
    if step.chain:
        glass.outline(settled & set(step.chain[0].cells), BORDER, SUPPOSED)
