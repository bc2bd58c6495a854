"""A random generator → what stands where no number is: letters, signs, icons, lines, pieces of pictures."""

import cv2
import numpy as np
from numpy.random import Generator

from training.sheets import Look, Sheet, Window, blend, draw_lettering, line_colour

DECOYS = {
    "blank": 0.25,
    "question mark": 0.15,
    "letter": 0.1,
    "word": 0.15,
    "sign": 0.06,
    "long number": 0.17,
    "icon": 0.05,
    "pieces": 0.04,
    "picture": 0.03,
}
"""What stands where no number is, and how often."""
LETTERS = "AaCcEeFfHhJKkLMmNnPpRrTtUuVvWwXxYy"
"""Letters that no digit looks like, to stand alone."""
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
SIGNS = [
    "??",
    "-",
    "--",
    ".",
    "...",
    ":",
    "!?",
    "(",
    ")",
    "#",
    "%",
    "&",
    "+",
    "=",
    "*",
    "@",
    "$",
    "×",
    "÷",
]
"""Signs, alone or together, that puzzle pages show."""
GLYPHS = {"question mark": "?", "letter": LETTERS, "sign": SIGNS}
STAR = [(np.sin(0.8 * np.pi * k), -np.cos(0.8 * np.pi * k)) for k in range(6)]
"""Five points, drawn in one stroke."""
ICONS: tuple[list[list[tuple[float, float]]], ...] = (
    [[(-1, -1), (1, 1)], [(-1, 1), (1, -1)]],  # cross
    [[(-1, 0), (-0.3, 0.8), (1, -0.8)]],  # tick
    [[(-1, 0), (1, 0)], [(0.3, -0.7), (1, 0), (0.3, 0.7)]],  # arrow
    [[(0, -1), (0, 1)], [(-0.7, 0.3), (0, 1), (0.7, 0.3)]],  # arrow down
    [[(1, 0), (-1, 0)], [(-0.3, -0.7), (-1, 0), (-0.3, 0.7)]],  # arrow left
    [[(-0.4, -0.9), (0.5, 0), (-0.4, 0.9)]],  # chevron
    [[(-1, -0.8), (1, -0.8), (0, 0.9), (-1, -0.8)]],  # triangle
    [[(-0.8, -1), (0.9, 0), (-0.8, 1), (-0.8, -1)]],  # play
    [STAR],
    [[(-1, -0.7), (1, -0.7)], [(-1, 0), (1, 0)], [(-1, 0.7), (1, 0.7)]],  # menu
    [[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9), (-0.9, -0.9)]],  # box
    [[(-1, 0), (1, 0)], [(0, -1), (0, 1)]],  # plus
)
"""Strokes of icons: points (x, y) from -1 to 1."""


def decoy_text(rng: Generator, kind: str) -> str:
    if kind in GLYPHS:
        return str(rng.choice(list(GLYPHS[kind])))
    if kind == "word":
        word = "".join(rng.choice(list(ALPHABET), rng.integers(2, 6)))
        return str(rng.choice([word, word.lower(), word.upper(), word.capitalize()]))
    if kind == "long number":
        digits = "".join(map(str, rng.integers(0, 10, rng.integers(2, 6))))
        point = int(rng.integers(1, len(digits)))
        if len(digits) > 2 and rng.random() < 0.5:
            return digits
        return digits[:point] + str(rng.choice([":", ".", ",", "-", "/"])) + digits[point:]
    return ""


def _paint_nothing(rng: Generator, sheet: Sheet, window: Window, look: Look) -> None:
    """Leave the paper blank, but for a neighbour that looks in."""
    if rng.random() < 0.4:
        lettering = draw_lettering(rng, look, str(rng.integers(0, 31)))
        height, width = lettering.shape[:2]
        peep = rng.uniform(0, 0.3)
        across = (window.left + window.right - width) / 2
        upright = (window.top + window.bottom - height) / 2
        left, top = [
            (window.left - (1 - peep * look.cap / max(width, 1)) * width, upright),
            (window.right - peep * look.cap, upright),
            (across, window.top - (1 - peep) * height),
            (across, window.bottom - peep * height),
        ][rng.integers(4)]
        blend(sheet, lettering, Window(left, top, left + width, top + height), look.ink)


def _paint_icon(rng: Generator, sheet: Sheet, window: Window, look: Look) -> None:
    """Draw a sign of a program's surface: circle, cross, tick, arrow, star, triangle, menu."""
    size = look.cell * rng.uniform(0.2, 0.42)
    middle = np.array([(window.left + window.right) / 2, (window.top + window.bottom) / 2])
    thickness = max(1, round(size * rng.uniform(0.1, 0.35)))
    shape = rng.integers(len(ICONS) + 1)
    if shape == len(ICONS):
        thickness = cv2.FILLED if rng.random() < 0.3 else max(1, round(size * rng.uniform(0.05, 0.2)))
        x, y = middle.round().astype(int).tolist()
        cv2.circle(sheet, (x, y), round(size), look.ink.tolist(), thickness)
        return
    for stroke in ICONS[shape]:
        points = (middle + size * np.array(stroke)).round().astype(np.int32)
        if len(stroke) > 2 and rng.random() < 0.4:
            cv2.fillPoly(sheet, [points], look.ink.tolist())
        cv2.polylines(sheet, [points], False, look.ink.tolist(), thickness)


def _paint_pieces(rng: Generator, sheet: Sheet, window: Window, look: Look) -> None:
    """Draw lines that come from beyond the crop: pieces of a grid, whole or ending inside."""
    colour = line_colour(rng, look)
    for _ in range(rng.integers(1, 4)):
        thickness = max(1, round(look.cell * rng.uniform(0.02, 0.16)))
        x = round(rng.uniform(window.left, window.right))
        y = round(rng.uniform(window.top, window.bottom))
        start = round(rng.choice([0, x])), round(rng.choice([0, y]))
        if rng.random() < 0.5:
            cv2.line(sheet, (start[0], y), (sheet.shape[1], y), colour.tolist(), thickness)
        else:
            cv2.line(sheet, (x, start[1]), (x, len(sheet)), colour.tolist(), thickness)


def _paint_picture(rng: Generator, sheet: Sheet, window: Window, look: Look) -> None:
    """Fill the crop with a part of some picture: soft blobs of colour, coarse or fine, or one smudge."""
    grain = rng.integers(2, 9, 2)
    blobs = rng.normal(0, 1, (*grain, 3)).astype(np.float32)
    method = int(rng.choice([cv2.INTER_CUBIC, cv2.INTER_NEAREST]))
    blobs = np.asarray(cv2.resize(blobs, sheet.shape[1::-1], interpolation=method), np.float32)
    if rng.random() < 0.4:
        spread = look.cell * rng.uniform(0.05, 0.3, 2)
        x, y = rng.uniform(window.left, window.right), rng.uniform(window.top, window.bottom)
        down, across = np.ogrid[: len(sheet), : sheet.shape[1]]
        spot = np.exp(-(((across - x) / spread[0]) ** 2) - ((down - y) / spread[1]) ** 2)
        blobs = (2 * spot[..., None]).astype(np.float32)
    sheet += (blobs * rng.uniform(10, 80)).astype(np.float32) * (-1 if look.paper.mean() > 128 else 1)


PAINTERS = {
    "blank": _paint_nothing,
    "icon": _paint_icon,
    "pieces": _paint_pieces,
    "picture": _paint_picture,
}
"""For each decoy that is not lettered, what paints it onto its sheet."""
