"""Kinds of pictures of Aquarium boards that must be refused, or answered only with care.

Misprints never have an answer. A board that is cut, covered or drawn into may be answered with its own water.
"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from fixtures.drawing.board.canvas import BoardCanvas, canvas_over
from fixtures.drawing.board.render import Drawing
from fixtures.drawing.kinds.to_answer import KINDS, Painter, Picture, Random, draw, site_style
from solver import InvalidPuzzle, NoSolution, TimedOut, solve
from solver.puzzle import Puzzle

Pixels = NDArray[np.uint8]
Marks = NDArray[np.uint8]
Change = Callable[[Random, Puzzle], Puzzle]
Overlay = Callable[[Random, BoardCanvas, Puzzle], None]

MOST = 1800.0
"""Pixels of the longer side."""
PATIENCE = 5.0
"""Seconds for the proof that a misprint has no solution, or several; those that take longer are not drawn."""


def misprinted(rng: Random, puzzle: Puzzle, marks: Marks) -> Drawing:
    """Change one clue, or exchange two, so that what is printed has no solution, or several."""
    return draw(site_style(rng, least=14.0), _misprint(rng, puzzle, any_change), marks, MOST)


def misprints(kind: str, change: Change) -> Painter:
    """Return what draws misprints as pictures of a kind of KINDS."""

    def paint(rng: Random, puzzle: Puzzle, marks: Marks) -> Picture:
        return KINDS[kind](rng, _misprint(rng, puzzle, change), marks)

    return paint


def _misprint(rng: Random, puzzle: Puzzle, change: Change) -> Puzzle:
    """Change a puzzle until it is proved that it has no solution, or several."""
    printed = change(rng, puzzle)
    while not _is_unanswerable(printed):
        printed = change(rng, puzzle)
    return printed


def _is_unanswerable(puzzle: Puzzle) -> bool:
    try:
        return not solve(puzzle, time_limit=PATIENCE).unique
    except (InvalidPuzzle, NoSolution):
        return True
    except TimedOut:
        return False


def any_change(rng: Random, puzzle: Puzzle) -> Puzzle:
    """Change one clue to any other value, or exchange two."""
    return (exchanged if rng.integers(2) else changed)(rng, puzzle)


def changed(rng: Random, puzzle: Puzzle) -> Puzzle:
    """Change one clue to any other value that its line allows."""
    clues, longest = _axis(rng, puzzle)
    line = int(rng.integers(len(clues)))
    value = int(rng.choice([value for value in range(longest + 1) if value != clues[line]]))
    return _with(puzzle, clues, {line: value})


def one_off(rng: Random, puzzle: Puzzle) -> Puzzle:
    """Change one clue by one."""
    clues, longest = _axis(rng, puzzle)
    line = int(rng.integers(len(clues)))
    return _with(puzzle, clues, {line: _next_to(rng, clues[line], longest)})


def exchanged(rng: Random, puzzle: Puzzle) -> Puzzle:
    """Exchange two different clues of one axis: the sums stay."""
    while True:
        clues, _ = _axis(rng, puzzle)
        one, other = (int(line) for line in rng.choice(len(clues), 2, replace=False))
        if clues[one] != clues[other]:
            return _with(puzzle, clues, {one: clues[other], other: clues[one]})


def two_changed(rng: Random, puzzle: Puzzle) -> Puzzle:
    """Change a column clue and a row clue by one in the same way: the sums stay equal."""
    cols, rows = list(puzzle.col_clues), list(puzzle.row_clues)
    step = int(rng.choice([-1, 1]))
    for clues, longest in ((cols, puzzle.height), (rows, puzzle.width)):
        able = [line for line, clue in enumerate(clues) if clue is not None and 0 <= clue + step <= longest]
        if able:
            line = int(rng.choice(able))
            clues[line] = (clues[line] or 0) + step
    return Puzzle(cols, rows, puzzle.regions)


def merged_aquariums(rng: Random, puzzle: Puzzle) -> Puzzle:
    """Print two neighbouring aquariums as one."""
    regions = np.array(puzzle.regions)
    row, col = rng.integers(puzzle.height), rng.integers(1, puzzle.width)
    joined = np.where(regions == regions[row, col], regions[row, col - 1], regions)
    return Puzzle(puzzle.col_clues, puzzle.row_clues, joined.tolist())


def _axis(rng: Random, puzzle: Puzzle) -> tuple[tuple[int | None, ...], int]:
    """Choose one axis' clues, with the length of their lines."""
    return (puzzle.col_clues, puzzle.height) if rng.integers(2) else (puzzle.row_clues, puzzle.width)


def _with(puzzle: Puzzle, axis: tuple[int | None, ...], values: dict[int, int | None]) -> Puzzle:
    """Return the puzzle with some clues of one axis changed."""
    clues = [values.get(line, clue) for line, clue in enumerate(axis)]
    if axis is puzzle.col_clues:
        return Puzzle(clues, puzzle.row_clues, puzzle.regions)
    return Puzzle(puzzle.col_clues, clues, puzzle.regions)


def _next_to(rng: Random, clue: int | None, longest: int) -> int:
    value = clue or 0
    return value - 1 if value == longest or (value and rng.integers(2)) else value + 1


def miswalled(rng: Random, puzzle: Puzzle, marks: Marks) -> Drawing:
    """Rub a wall out, or draw one in."""
    drawing = draw(replace(site_style(rng, least=16.0), crop=None), puzzle, marks, MOST)
    pixels, pitch = drawing.pixels.copy(), drawing.pitch(puzzle.width)
    left, top = drawing.corners[0]
    row, col = rng.integers(puzzle.height), rng.integers(1, puzzle.width)
    x, y, half = left + col * pitch, top + row * pitch, 1.6 / 31 * pitch
    same = puzzle.regions[row][col] == puzzle.regions[row][col - 1]
    inner = (
        slice(round(y + 2 * half), round(y + pitch - 2 * half)),
        slice(round(x - half), round(x + half) + 1),
    )
    thin = (inner[0], slice(round(x), round(x) + max(1, round(pitch / 31))))
    pixels[inner] = 0 if same else pixels[inner].max(axis=(0, 1))
    pixels[thin] = 0
    return replace(drawing, pixels=pixels)


def cut(rng: Random, puzzle: Puzzle, marks: Marks) -> Drawing:
    """Cut a part of board or clues off on one side."""
    depth = rng.uniform(-0.7, 2) if rng.integers(2) else rng.integers(0, 3)
    return _cut(rng, puzzle, marks, float(depth))


def cuts(least: float, most: float, step: float = 0.0) -> Painter:
    """Return what cuts between so many cells off, counted from the frame; less than none cuts into clues."""

    def paint(rng: Random, puzzle: Puzzle, marks: Marks) -> Drawing:
        depth = rng.uniform(least, most)
        return _cut(rng, puzzle, marks, round(depth / step) * step if step else depth, clues=most <= 0)

    return paint


def _cut(rng: Random, puzzle: Puzzle, marks: Marks, depth: float, *, clues: bool = False) -> Drawing:
    """Cut a board on one side, the clues' own sides only or any, so many cells inside the frame."""
    drawing = draw(replace(site_style(rng, least=14.0), crop=None), puzzle, marks, MOST)
    (left, top), (right, bottom) = drawing.corners[0], drawing.corners[2]
    inside = depth * drawing.pitch(puzzle.width)
    parts = (
        np.s_[:, max(0, round(left + inside)) :],
        np.s_[max(0, round(top + inside)) :],
        np.s_[:, : round(right - inside)],
        np.s_[: round(bottom - inside)],
    )
    return replace(drawing, pixels=drawing.pixels[parts[rng.integers(2 if clues else 4)]])


def covered(rng: Random, puzzle: Puzzle, marks: Marks) -> Drawing:
    """Lay a box of a popup, a cursor or a stain over a part of the board or its clues."""
    drawing = draw(replace(site_style(rng, least=14.0), crop=None), puzzle, marks, MOST)
    pixels, pitch = drawing.pixels.copy(), drawing.pitch(puzzle.width)
    size = rng.uniform(0.4, 4, 2) * pitch
    x, y = (rng.uniform(0, length) for length in (pixels.shape[1], pixels.shape[0]))
    there = (slice(int(y), int(y + size[0])), slice(int(x), int(x + size[1])))
    pixels[there] = rng.integers(0, 256, 3) if rng.integers(2) else 255
    return replace(drawing, pixels=pixels)


def overlaid(overlay: Overlay) -> Painter:
    """Return what draws a board and something over it."""

    def paint(rng: Random, puzzle: Puzzle, marks: Marks) -> Drawing:
        drawing = draw(replace(site_style(rng, least=16.0), crop=None), puzzle, marks, MOST)
        canvas = canvas_over(drawing, puzzle.width, digit=0.35)
        overlay(rng, canvas, puzzle)
        return replace(drawing, pixels=canvas.pixels)

    return paint


def popup(rng: Random, canvas: BoardCanvas, puzzle: Puzzle) -> None:
    """Lay a window with a border and words over part of the board."""
    across, down = (float(length * rng.uniform(0.3, 0.7)) for length in (puzzle.width, puzzle.height))
    u, v = rng.uniform(-1, puzzle.width - across + 1), rng.uniform(-1, puzzle.height - down + 1)
    canvas.box(u, v, across, down, (90, 90, 90))
    canvas.box(u + 0.05, v + 0.05, across - 0.1, down - 0.1, (245, 245, 245))
    canvas.text("Cookies?", u + across / 2, v + down / 3)
    canvas.box(u + across / 3, v + down / 2, across / 3, down / 4, (0x33, 0x66, 0xCC))


def toast(rng: Random, canvas: BoardCanvas, puzzle: Puzzle) -> None:
    """Lay a dark bar with words over one or two rows."""
    v, down = rng.uniform(-1.5, puzzle.height), rng.uniform(0.6, 2)
    canvas.box(-0.5, v, puzzle.width + 1, down, (50, 50, 50))
    canvas.text("Screenshot saved", puzzle.width / 2, v + down / 2, ink=(255, 255, 255))


def cursor(rng: Random, canvas: BoardCanvas, puzzle: Puzzle) -> None:
    """Point an arrow at a place on the board or its clues."""
    u, v, size = rng.uniform(-1, puzzle.width), rng.uniform(-1, puzzle.height), rng.uniform(0.4, 1.5)
    arrow = [(0.0, 0.0), (0.0, 1.0), (0.25, 0.75), (0.7, 0.7)]
    canvas.shape([(u + size * a, v + size * b) for a, b in arrow])
    canvas.shape(
        [(u + size * (0.05 + 0.85 * a), v + size * (0.1 + 0.8 * b)) for a, b in arrow], (255, 255, 255)
    )


def watermark(rng: Random, canvas: BoardCanvas, puzzle: Puzzle) -> None:
    """Write a large grey word across the board, as strongly as watermarks are."""
    under = canvas.pixels.copy()
    grey = int(rng.integers(60, 200))
    size = min(puzzle.width, puzzle.height) * rng.uniform(0.15, 0.3)
    u, v = rng.uniform(0.3, 0.7, 2) * (puzzle.width, puzzle.height)
    canvas.text("SAMPLE", u, v, size=size, ink=(grey, grey, grey))
    share = rng.uniform(0.2, 0.9)
    canvas.pixels[:] = (share * canvas.pixels + (1 - share) * under).round().astype(np.uint8)


def pen_stroke(rng: Random, canvas: BoardCanvas, puzzle: Puzzle) -> None:
    """Draw a line by hand over board and clues."""
    (a, b), (c, d) = rng.uniform(-0.1, 1.1, (2, 2)) * (puzzle.width, puzzle.height)
    ink = (0, 0, 0) if rng.integers(2) else (200, 30, 30)
    canvas.stroke(
        [(a, b), ((a + c) / 2 + 0.3, (b + d) / 2), (c, d)], width=float(rng.uniform(0.04, 0.4)), colour=ink
    )


def clues_joined(rng: Random, canvas: BoardCanvas, puzzle: Puzzle) -> None:
    """Draw a stroke, a box or a digit between two neighbouring clues."""
    above = bool(rng.integers(2))
    line = int(rng.integers(1, puzzle.width if above else puzzle.height))
    away = -0.55
    u, v = (line, away) if above else (away, line)
    along = (0.5, 0.0) if above else (0.0, 0.5)
    match rng.integers(3):
        case 0:
            canvas.stroke([(u - along[0], v - along[1]), (u + along[0], v + along[1])], width=0.1)
        case 1:
            canvas.box(
                u - 0.2 - along[0] / 2, v - 0.2 - along[1] / 2, 0.4 + along[0], 0.4 + along[1], (0, 0, 0)
            )
        case _:
            canvas.text(str(rng.integers(10)), u, v)


def digit_added(rng: Random, canvas: BoardCanvas, puzzle: Puzzle) -> None:
    """Draw a digit close beside or over a clue."""
    above = bool(rng.integers(2))
    line, aside = int(rng.integers(puzzle.width if above else puzzle.height)), float(rng.uniform(-0.4, 0.4))
    u, v = (line + 0.5 + aside, -0.55) if above else (-0.75 + aside, line + 0.5)
    canvas.text(str(rng.integers(10)), u, v)


def clue_hidden(rng: Random, canvas: BoardCanvas, puzzle: Puzzle) -> None:
    """Lay a box over one clue, or over one of its digits."""
    above = bool(rng.integers(2))
    line, size = int(rng.integers(puzzle.width if above else puzzle.height)), float(rng.uniform(0.3, 1.0))
    u, v = (line + 0.5, -0.6) if above else (-0.7, line + 0.5)
    shift = rng.uniform(-0.3, 0.3)
    red, green, blue = [255] * 3 if rng.integers(2) else rng.integers(0, 256, 3).tolist()
    canvas.box(u - size / 2 + shift, v - 0.45, size, 0.9, (red, green, blue))


MISPRINTS: dict[str, Painter] = {
    "misprinted": misprinted,
    "clue changed": misprints("site", changed),
    "clue one off": misprints("site", one_off),
    "clues exchanged": misprints("site", exchanged),
    "two clues changed": misprints("site", two_changed),
    "aquariums merged": misprints("site", merged_aquariums),
    **{f"one off, {kind}": misprints(kind, one_off) for kind in ("dark", "saved", "photo", "other", "page")},
    **{f"exchanged, {kind}": misprints(kind, exchanged) for kind in ("saved", "photo", "other")},
}
"""Boards that have no answer: each is proved to have no solution, or several."""
CUTS: dict[str, Painter] = {
    "cut off": cut,
    "cut inside a cell": cuts(0.05, 0.95),
    "cut at a line": cuts(1, 3, step=1),
    "cut by cells": cuts(1, 4),
    "clues cut off": cuts(-0.25, 0),
    "clues cut through": cuts(-1.1, -0.25),
}
"""Boards of which a part is in the picture: their own water there is no wrong answer."""
DAMAGED: dict[str, Painter] = {
    "miswalled": miswalled,
    "covered": covered,
    "popup": overlaid(popup),
    "toast": overlaid(toast),
    "cursor": overlaid(cursor),
    "watermark": overlaid(watermark),
    "pen stroke": overlaid(pen_stroke),
    "clues joined": overlaid(clues_joined),
    "digit added": overlaid(digit_added),
    "clue hidden": overlaid(clue_hidden),
}
"""Boards that were drawn over: their own water is no wrong answer."""
REFUSED: dict[str, Painter] = {**MISPRINTS, **CUTS, **DAMAGED}
