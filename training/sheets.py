"""A random generator and fonts → the sheet around one clue, as drawn: look, paper, board, lettering."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from PIL import Image as Pillow
from PIL import ImageDraw, ImageFont

from training.fonts import Face

Sheet = NDArray[np.float32]
"""float32 (H, W, 3) RGB, 0 to 255."""
Colour = NDArray[np.float32]
"""float32 (3,) RGB, 0 to 255."""
Faces = dict[str, list[Face]]
Edge = Literal["right", "bottom", "left", "top"]
EDGES: tuple[Edge, ...] = ("right", "bottom", "left", "top")

LEAST_CAP, MOST_CAP = 4.5, 110.0
"""Digits drawn smaller lose their shape, however much they are enlarged later; larger ones only take longer.
"""
ZOOMS = (-1.6, 0.7)
"""Natural logarithms of how much a drawing is reduced or enlarged."""
SHARP = 0.07
"""How often letters are drawn without smoothing."""
PALE, FAINT = 28.0, 14.0
"""Least grey levels between paper and grey ink: where much befalls the picture, and where nothing does."""
SPOILING = frozenset({"jpeg", "photo", "screen", "noisy", "coarse"})
"""Effects under which the faintest ink would not be seen at all."""
CLUE_SIZE = 13 / 31
"""Digit height in cells as puzzle pages draw it; half the crops keep near it."""
CLUE_SIZES = (0.25, 0.75)
LIKE_PAGES = {"verdana": 10.0, "arial": 7.0, "vera mono": 3.0, "roboto": 3.0, "inter": 3.0, "times": 3.0}
"""Groups of families are drawn equally often, but for those that puzzle pages use."""
MARGIN = 0.4
"""Cells of the sheet around the crop, so that neighbours, blur and warps have something to come from."""
WIDEST = 0.92
"""Cells a number may be wide: beyond, it would run into its neighbour."""
SUBPIXEL_FILTER = np.array([1, 2, 3, 2, 1], np.float32) / 9
"""The usual weights that spread a letter's edge over neighbouring colour stripes of a screen."""


@dataclass(frozen=True)
class Look:
    """How the imagined picture is drawn."""

    face: Face
    paper: Colour
    ink: Colour
    cap: float
    """Height of the digits, pixels as drawn."""
    cell: float
    """Pixels of a cell as drawn."""
    zoom: float
    """How much the drawing is enlarged afterwards."""
    spacing: float
    """Extra space between signs, as a share of the font size; negative makes bold ones touch."""
    smoothing: Literal["grey", "subpixel", "sharp"]
    """How letters meet pixels: smoothed, smoothed per colour stripe, or not smoothed."""
    board: Edge
    """The side of the crop on which the board lies."""
    inside: float
    """Cells by which the board's frame reaches into the crop; negative: it stays outside."""

    @property
    def contrast(self) -> float:
        """Levels between paper and ink in their strongest channel."""
        return float(np.abs(self.ink - self.paper).max())

    @property
    def beside(self) -> bool:
        return self.board in {"left", "right"}


class Window(NamedTuple):
    """A place on a sheet, pixels."""

    left: float
    top: float
    right: float
    bottom: float


def choose_look(
    rng: Generator, faces: Faces, effects: Collection[str], caps: tuple[float, float], text: str = "0"
) -> Look:
    face = _choose_face(rng, faces)
    cap = float(np.exp(rng.uniform(*np.log(caps))))
    zoom = float(np.clip(np.exp(rng.uniform(*ZOOMS)), cap / MOST_CAP, cap / LEAST_CAP))
    zoom = zoom if "resampled" in effects else 1.0
    spacing = 0.0 if rng.random() < 0.85 else rng.uniform(-0.03, 0.12)
    if "touching" in effects:
        spacing = rng.uniform(-0.16, -0.02)
    size = rng.normal(CLUE_SIZE, 0.03) if rng.random() < 0.5 else rng.uniform(*CLUE_SIZES)
    advance = _font(face.path, 100).getlength(text) / 100 / face.digit_height
    cell = cap / zoom * max(1 / size, advance / WIDEST if len(text) < 3 else advance / 1.6)
    least = PALE if SPOILING & set(effects) else FAINT
    paper, ink = _choose_colours(rng, least) if "theme" in effects else _black_on_white(rng)
    board = EDGES[rng.choice(4, p=[0.35, 0.4, 0.15, 0.1])]
    inside = rng.uniform(-0.02, 0.14) if "line" in effects else rng.uniform(-0.3, -0.05)
    smoothing = rng.choice(["grey", "subpixel", "sharp"], p=[0.75 - SHARP, 0.25, SHARP])
    return Look(face, paper, ink, cap / zoom, cell, zoom, spacing, smoothing, board, inside)


def _choose_face(rng: Generator, faces: Faces) -> Face:
    groups = sorted(faces)
    shares = np.array([LIKE_PAGES.get(group, 1.0) for group in groups])
    found = faces[groups[rng.choice(len(groups), p=shares / shares.sum())]]
    bold, slanted = rng.random() < 0.6, rng.random() < 0.07
    close = [face for face in found if face.slanted == slanted and face.bold == bold]
    close = close or [face for face in found if face.slanted == slanted] or found
    return close[rng.integers(len(close))]


def _black_on_white(rng: Generator) -> tuple[Colour, Colour]:
    return np.full(3, 255, np.float32), np.full(3, rng.integers(0, 30), np.float32)


def _choose_colours(rng: Generator, least: float) -> tuple[Colour, Colour]:
    """Paper and ink, so many grey levels apart at least."""
    dark = rng.random() < 0.4
    paper = rng.uniform(*((0, 75) if dark else (215, 255))) + rng.uniform(-8, 4, 3)
    kind = rng.choice(["plain", "grey", "red", "coloured"], p=[0.4, 0.3, 0.15, 0.15])
    if kind == "plain":
        ink = np.full(3, rng.uniform(*((200, 255) if dark else (0, 60))))
    elif kind == "grey":
        ink = paper + np.exp(rng.uniform(np.log(least), np.log(130))) * (1 if dark else -1)
    elif kind == "red":
        ink = np.array([rng.uniform(180, 255), *rng.uniform(0, 90, 2)])
    else:
        ink = rng.uniform(0, 255, 3)
        while np.abs(ink - paper).mean() < 55:
            ink = rng.uniform(0, 255, 3)
    return paper.clip(0, 255).astype(np.float32), ink.clip(0, 255).astype(np.float32)


def draw_lettering(rng: Generator, look: Look, text: str) -> Sheet:
    """How much of each pixel the text covers: float32 (h, w, 3), 0 to 1, cut to its ink."""
    stripes = 3 if look.smoothing == "subpixel" else 1
    size = round(look.cap / look.face.digit_height * stripes, 1)
    font = _font(look.face.path, size)
    width = font.getlength(text) + abs(look.spacing) * size * len(text)
    canvas = np.zeros((round(2.6 * size) // 3 * 3 + 6, round(width + 1.4 * size) // 3 * 3 + 6), np.uint8)
    x, y = size * 0.6 + rng.random(), size * 0.6 + rng.random()
    for part in [text] if look.spacing == 0 else text:
        layer = Pillow.new("L", canvas.shape[::-1])
        draw = ImageDraw.Draw(layer)
        draw.fontmode = "1" if look.smoothing == "sharp" else "L"
        draw.text((x, y), part, fill=255, font=font)
        canvas = np.maximum(canvas, np.asarray(layer))
        x += font.getlength(part) + look.spacing * size
    grey = canvas.astype(np.float32) / np.float32(255)
    return _trimmed(_striped(rng, grey) if stripes == 3 else np.repeat(grey[..., None], 3, axis=2))


@lru_cache(4096)
def _font(path: str, size: float) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, size)


def _striped(rng: Generator, cover: Sheet) -> Sheet:
    """Give each colour its own third of a pixel, as screens with subpixel smoothing do."""
    tall = cover.reshape(len(cover) // 3, 3, -1).mean(axis=1)
    smooth = np.asarray(cv2.filter2D(tall, -1, SUBPIXEL_FILTER[None]), np.float32)
    striped = smooth.reshape(len(tall), -1, 3)
    return striped[..., ::-1] if rng.random() < 0.3 else striped


def _trimmed(cover: Sheet) -> Sheet:
    """Cut away what is bare of ink."""
    rows = (cover.reshape(len(cover), -1).max(axis=1) > 0.08).nonzero()[0]
    columns = (cover.max(axis=0).max(axis=1) > 0.08).nonzero()[0]
    if not len(rows):  # a sign the font does not have and shows as nothing
        return cover[:1, :1]
    return cover[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def draw_surroundings(
    rng: Generator, look: Look, effects: Collection[str], ink_size: tuple[int, ...]
) -> tuple[Sheet, Window]:
    """Draw paper, frame and rules for a crop that has room for ink of this height and width."""
    height, width = rng.uniform(0.9, 1.3), rng.uniform(0.9, 2.0) if look.beside else rng.uniform(0.8, 1.4)
    room = 0.1 + max(look.inside, 0) * np.array([not look.beside, look.beside])
    height, width = np.maximum((height, width), np.array(ink_size) / look.cell + room)
    along, toward = (height, width) if look.beside else (width, height)
    shape = [round((extent + 2 * MARGIN) * look.cell) for extent in (along, toward)]
    sheet = np.broadcast_to(look.paper, (*shape, 3)).copy()
    if "theme" in effects and rng.random() < 0.1:
        _tint(rng, sheet, look)
    _draw_board(rng, sheet, look, rules="line" in effects)
    turns = EDGES.index(look.board)
    margin = MARGIN * look.cell
    window = Window(margin, margin, margin + width * look.cell, margin + height * look.cell)
    return np.ascontiguousarray(np.rot90(sheet, -turns)), window


def _tint(rng: Generator, sheet: Sheet, look: Look) -> None:
    """Give the clue's cell a colour of its own."""
    half = round(look.cell * rng.uniform(0.42, 0.5))
    middle = len(sheet) // 2
    sheet[middle - half : middle + half] += np.clip(rng.normal(0, 12, 3), -20, 20).astype(np.float32)


def _draw_board(rng: Generator, sheet: Sheet, look: Look, *, rules: bool) -> None:
    """Draw the board at the right end of the sheet, and rules between and around the clues."""
    colour = line_colour(rng, look)
    edge = round(sheet.shape[1] - (MARGIN + look.inside) * look.cell)
    thickness = max(1, round(look.cell * rng.uniform(0.03, 0.15)))
    if rng.random() < 0.85:
        sheet[:, edge : edge + thickness] = colour
        sheet[:, edge + thickness :] = look.paper if rng.random() < 0.7 else rng.uniform(0, 255, 3)
    if not rules or rng.random() < 0.5:
        return
    thin = max(1, round(look.cell * rng.uniform(0.01, 0.05)))
    faint = colour + (look.paper - colour) * rng.choice([0, rng.uniform(0, 0.8)])
    for side in (-1, 1):
        at = round(len(sheet) / 2 + side * look.cell * rng.uniform(0.46, 0.54))
        if rng.random() < 0.7:
            sheet[at : at + thin, :edge] = faint
    if rng.random() < 0.3:
        far = round(look.cell * (MARGIN + rng.uniform(-0.05, 0.06)))
        sheet[:, far : far + thin] = faint


def line_colour(rng: Generator, look: Look) -> Colour:
    """Mostly the ink, or the paper's opposite; now and then any colour."""
    kind = rng.random()
    if kind < 0.4:
        return look.ink
    return (255 - look.paper if kind < 0.75 else rng.uniform(0, 255, 3)).astype(np.float32)


def find_place(rng: Generator, look: Look, window: Window, ink_size: tuple[int, ...]) -> Window:
    """Find where ink of this height and width may stand: mostly near the board, else in the middle or far."""
    height, width = ink_size
    free = (window.right - window.left - width, window.bottom - window.top - height)
    toward, along = free if look.beside else free[::-1]
    at_board = look.cell * (max(look.inside, 0) + rng.uniform(0.05, 0.45))
    gap = rng.choice([at_board, toward / 2, rng.uniform(0, toward)], p=[0.65, 0.25, 0.1])
    gap = np.clip(gap, look.cell * (0.04 + max(look.inside, 0)), toward - look.cell * 0.04)
    gap = toward - gap if look.board in {"right", "bottom"} else gap
    drift = along / 2 + look.cell * np.clip(rng.normal(0, 0.03), -0.06, 0.06)
    x, y = (gap, drift) if look.beside else (drift, gap)
    left, top = round(window.left + x), round(window.top + y)
    return Window(left, top, left + width, top + height)


def blend(sheet: Sheet, lettering: Sheet, place: Window, ink: Colour) -> None:
    """Print the lettering at the place, as far as it lies on the sheet."""
    left, top = round(place.left), round(place.top)
    cover = lettering[max(0, -top) :, max(0, -left) :]
    below = sheet[max(0, top) :, max(0, left) :][: len(cover), : cover.shape[1]]
    cover = cover[: len(below), : below.shape[1]]
    below += (ink - below) * cover
