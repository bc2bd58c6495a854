"""Kinds of pictures of Aquarium boards that must not be answered, or only with care."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from benchmarks.kinds import Painter, Random, draw, pitch_of, site_style
from solver import InvalidPuzzle, NoSolution, solve
from solver.puzzle import Puzzle


def misprinted(rng: Random, puzzle: Puzzle, marks: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Change one clue, or exchange two, so that what is printed has no solution, or several."""
    printed = _misprint(rng, puzzle)
    while _has_one_solution(printed):
        printed = _misprint(rng, puzzle)
    return draw(site_style(rng, least=14.0), printed, marks, 1800.0).pixels


def _misprint(rng: Random, puzzle: Puzzle) -> Puzzle:
    cols, rows = list(puzzle.col_clues), list(puzzle.row_clues)
    clues = cols if rng.integers(2) else rows
    one, other = rng.integers(len(clues), size=2)
    if rng.integers(2) and clues[one] != clues[other]:
        clues[one], clues[other] = clues[other], clues[one]
    else:
        longest = puzzle.width if clues is rows else puzzle.height
        clues[one] = int(rng.choice([value for value in range(longest + 1) if value != clues[one]]))
    return Puzzle(cols, rows, puzzle.regions)


def _has_one_solution(puzzle: Puzzle) -> bool:
    try:
        return solve(puzzle).unique
    except (InvalidPuzzle, NoSolution):
        return False


def miswalled(rng: Random, puzzle: Puzzle, marks: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Rub a wall out, or draw one in."""
    drawing = draw(replace(site_style(rng, least=16.0), crop=None), puzzle, marks, 1800.0)
    pixels, pitch = drawing.pixels.copy(), pitch_of(drawing, puzzle)
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
    return pixels


def cut(rng: Random, puzzle: Puzzle, marks: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Cut a part of board or clues off on one side."""
    drawing = draw(replace(site_style(rng, least=14.0), crop=None), puzzle, marks, 1800.0)
    height, width = drawing.pixels.shape[:2]
    (left, top), (right, bottom) = drawing.corners[0], drawing.corners[2]
    pitch, side = pitch_of(drawing, puzzle), rng.integers(4)
    depth = float(rng.choice([rng.uniform(0.3, 3), rng.integers(1, 4)])) * pitch
    x0, y0 = (
        (round(left + depth - pitch) if side == 0 else 0),
        (round(top + depth - pitch) if side == 1 else 0),
    )
    x1, y1 = (round(right - depth) if side == 2 else width), (round(bottom - depth) if side == 3 else height)
    return drawing.pixels[max(y0, 0) : y1, max(x0, 0) : x1]


def covered(rng: Random, puzzle: Puzzle, marks: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Lay a box of a popup, a cursor or a stain over a part of the board or its clues."""
    drawing = draw(replace(site_style(rng, least=14.0), crop=None), puzzle, marks, 1800.0)
    pixels, pitch = drawing.pixels.copy(), pitch_of(drawing, puzzle)
    size = rng.uniform(0.4, 4, 2) * pitch
    x, y = (rng.uniform(0, length) for length in (pixels.shape[1], pixels.shape[0]))
    there = (slice(int(y), int(y + size[0])), slice(int(x), int(x + size[1])))
    pixels[there] = rng.integers(0, 256, 3) if rng.integers(2) else 255
    return pixels


REFUSED: dict[str, Painter] = {
    "misprinted": misprinted,
    "miswalled": miswalled,
    "cut off": cut,
    "covered": covered,
}
