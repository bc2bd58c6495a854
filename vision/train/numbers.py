"""A random generator and fonts → a crop beside a board, as the program would cut it, and what it says.

A sheet is painted at the scale of an imagined picture (paper, frame, rules, neighbouring clues, the number), goes
through what pictures go through (light, warp, resampling, blur, noise, JPEG), is brought to the scale the program
reads at, and is cut.
"""

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple, TypeVar

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from PIL import Image as Pillow
from PIL import ImageDraw, ImageFont

from vision.digits import NO_NUMBER, Image
from vision.train.fonts import Face

Sheet = NDArray[np.float32]
"""float32 (H, W, 3) RGB, 0 to 255."""
Colour = NDArray[np.float32]
"""float32 (3,) RGB, 0 to 255."""
Picture = TypeVar("Picture", Sheet, Image)
Faces = dict[str, list[Face]]
Edge = Literal["right", "bottom", "left", "top"]

EFFECTS = {
    "theme": 0.75,
    "jpeg": 0.3,
    "resampled": 0.35,
    "line": 0.4,
    "photo": 0.2,
    "touching": 0.1,
    "struck": 0.08,
    "neighbours": 0.4,
}
"""What can befall a crop, and how often it does in training; they combine."""
DECOYS = {
    "blank": 0.25,
    "letter": 0.15,
    "word": 0.2,
    "sign": 0.1,
    "long number": 0.1,
    "icon": 0.08,
    "pieces": 0.08,
    "picture": 0.04,
}
"""What stands where no number is, and how often."""
CAPS = (4.5, 48.0)
"""Pixels, in the original picture, of the digits' height: from hardly legible to a large screenshot."""
LEAST_CAP = 4.5
"""Digits drawn smaller lose their shape, however much they are enlarged later."""
CLUE_SIZE = 13 / 31
"""Digit height in cells as puzzle pages draw it; half the crops keep near it."""
CLUE_SIZES = (0.25, 0.75)
LIKE_PAGES = {"verdana": 6.0, "arial": 4.0, "vera mono": 2.0, "roboto": 2.0, "inter": 2.0, "times": 2.0}
"""Groups of families are drawn equally often, but for those that puzzle pages use."""
READING_SCALE = (24.0, 64.0)
"""Pixels per cell at which the program cuts crops: smaller originals are enlarged, larger ones reduced."""
MARGIN = 0.4
"""Cells of the sheet around the crop, so that neighbours, blur and warps have something to come from."""
WIDEST = 0.92
"""Cells a number may be wide: beyond, it would run into its neighbour."""
LETTERS = "AaCcEeFfHhJKkLMmNnPpRrTtUuVvWwXxYy"
"""Letters that no digit looks like, to stand alone."""
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
SIGNS = (
    "?",
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
)
SUBPIXEL_FILTER = np.array([1, 2, 3, 2, 1], np.float32) / 9
"""The usual weights that spread a letter's edge over neighbouring colour stripes of a screen."""
RESAMPLING = (cv2.INTER_LINEAR, cv2.INTER_CUBIC, cv2.INTER_AREA, cv2.INTER_LANCZOS4, cv2.INTER_NEAREST)


class Crop(NamedTuple):
    """What a reader gets, and what it should say: a value or NO_NUMBER."""

    picture: Image
    value: int


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
    subpixel: bool
    """Whether letters are smoothed per colour stripe."""
    board: Edge
    """The side of the crop on which the board lies."""
    inside: float
    """Cells by which the board's frame reaches into the crop; negative: it stays outside."""

    @property
    def beside(self) -> bool:
        return self.board in {"left", "right"}


class Window(NamedTuple):
    """A place on a sheet, pixels."""

    left: float
    top: float
    right: float
    bottom: float


def draw_crop(rng: Generator, faces: Faces, *, decoys: float = 0.15) -> Crop:
    """Draw a crop for training: a number or, with probability `decoys`, something else, under random effects."""
    effects = {effect for effect, share in EFFECTS.items() if rng.random() < share}
    if rng.random() < decoys:
        return draw_decoy(rng, faces, effects)
    return draw_number(rng, faces, effects)


def draw_number(
    rng: Generator, faces: Faces, effects: Collection[str], *, caps: tuple[float, float] = CAPS
) -> Crop:
    """Draw a number of 0 to 99, most often up to 30, under these effects of EFFECTS.

    `caps` bounds the height of the digits in the imagined picture, in pixels.
    """
    value = int(rng.integers(0, 31)) if rng.random() < 0.8 else int(rng.integers(0, 100))
    if "touching" in effects and value < 10:
        value += 10 * int(rng.integers(1, 4))
    return Crop(_draw_text(rng, faces, effects, caps, str(value)), value)


def draw_decoy(rng: Generator, faces: Faces, effects: Collection[str], *, kind: str | None = None) -> Crop:
    """Draw something of DECOYS that is no number, of a random kind if none is given."""
    kind = kind or str(rng.choice(list(DECOYS), p=list(DECOYS.values())))
    if text := _decoy_text(rng, kind):
        return Crop(_draw_text(rng, faces, effects, CAPS, text), NO_NUMBER)
    look = _choose_look(rng, faces, effects, CAPS)
    sheet, window = _draw_surroundings(rng, look, effects, (0, 0))
    {"icon": _paint_icon, "pieces": _paint_pieces, "picture": _paint_picture}.get(kind, _paint_nothing)(
        rng, sheet, window, look
    )
    return Crop(_finish(rng, sheet, window, look, effects), NO_NUMBER)


def _decoy_text(rng: Generator, kind: str) -> str:
    if kind == "letter":
        return str(rng.choice(list(LETTERS)))
    if kind == "sign":
        return str(rng.choice(SIGNS))
    if kind == "word":
        word = "".join(rng.choice(list(ALPHABET), rng.integers(2, 6)))
        return str(rng.choice([word, word.lower(), word.upper(), word.capitalize()]))
    if kind == "long number":
        digits = "".join(map(str, rng.integers(0, 10, rng.integers(3, 6))))
        return digits if rng.random() < 0.6 else digits[:-2] + str(rng.choice([":", ".", ","])) + digits[-2:]
    return ""


def _draw_text(
    rng: Generator, faces: Faces, effects: Collection[str], caps: tuple[float, float], text: str
) -> Image:
    look = _choose_look(rng, faces, effects, caps, text)
    lettering = _lettering(rng, look, text)
    sheet, window = _draw_surroundings(rng, look, effects, lettering.shape[:2])
    place = _place(rng, look, window, lettering.shape[:2])
    _blend(sheet, lettering, place, look.ink)
    if "neighbours" in effects:
        _draw_neighbours(rng, sheet, place, look)
    if "struck" in effects:
        _strike(rng, sheet, place, look)
    return _finish(rng, sheet, window, look, effects)


def _choose_look(
    rng: Generator, faces: Faces, effects: Collection[str], caps: tuple[float, float], text: str = "0"
) -> Look:
    face = _choose_face(rng, faces)
    cap = float(np.exp(rng.uniform(*np.log(caps))))
    zoom = min(float(np.exp(rng.uniform(-0.7, 0.7))), cap / LEAST_CAP) if "resampled" in effects else 1.0
    spacing = 0.0 if rng.random() < 0.85 else rng.uniform(-0.03, 0.12)
    if "touching" in effects:
        spacing = rng.uniform(-0.16, -0.02)
    size = rng.normal(CLUE_SIZE, 0.03) if rng.random() < 0.5 else rng.uniform(*CLUE_SIZES)
    advance = _font(face.path, 100).getlength(text) / 100 / face.digit_height
    cell = cap / zoom * max(1 / size, advance / WIDEST if len(text) < 3 else advance / 1.6)
    paper, ink = _choose_colours(rng, themed="theme" in effects)
    board = rng.choice(["right", "bottom", "left", "top"], p=[0.35, 0.4, 0.15, 0.1])
    inside = rng.uniform(-0.02, 0.14) if "line" in effects else rng.uniform(-0.3, -0.05)
    subpixel = bool(rng.random() < 0.25)
    return Look(face, paper, ink, cap / zoom, cell, zoom, spacing, subpixel, board, inside)


def _choose_face(rng: Generator, faces: Faces) -> Face:
    groups = sorted(faces)
    shares = np.array([LIKE_PAGES.get(group, 1.0) for group in groups])
    found = faces[groups[rng.choice(len(groups), p=shares / shares.sum())]]
    bold, slanted = rng.random() < 0.6, rng.random() < 0.07
    close = [face for face in found if face.slanted == slanted and face.bold == bold]
    close = close or [face for face in found if face.slanted == slanted] or found
    return close[rng.integers(len(close))]


def _choose_colours(rng: Generator, *, themed: bool) -> tuple[Colour, Colour]:
    """Paper and ink, at least 45 grey levels apart."""
    if not themed:
        return np.full(3, 255, np.float32), np.full(3, rng.integers(0, 30), np.float32)
    dark = rng.random() < 0.4
    paper = rng.uniform(*((0, 75) if dark else (215, 255))) + rng.uniform(-8, 4, 3)
    kind = rng.choice(["plain", "grey", "red", "coloured"], p=[0.4, 0.3, 0.15, 0.15])
    if kind == "plain":
        ink = np.full(3, rng.uniform(*((200, 255) if dark else (0, 60))))
    elif kind == "grey":
        ink = paper + rng.uniform(45, 130) * (1 if dark else -1)
    elif kind == "red":
        ink = np.array([rng.uniform(180, 255), *rng.uniform(0, 90, 2)])
    else:
        ink = rng.uniform(0, 255, 3)
        while np.abs(ink - paper).mean() < 55:
            ink = rng.uniform(0, 255, 3)
    return paper.clip(0, 255).astype(np.float32), ink.clip(0, 255).astype(np.float32)


def _lettering(rng: Generator, look: Look, text: str) -> Sheet:
    """How much of each pixel the text covers: float32 (h, w, 3), 0 to 1, cut to its ink."""
    stripes = 3 if look.subpixel else 1
    size = round(look.cap / look.face.digit_height * stripes, 1)
    font = _font(look.face.path, size)
    width = font.getlength(text) + abs(look.spacing) * size * len(text)
    canvas = np.zeros((round(2.6 * size) // 3 * 3 + 6, round(width + 1.4 * size) // 3 * 3 + 6), np.uint8)
    x, y = size * 0.6 + rng.random(), size * 0.6 + rng.random()
    for part in [text] if look.spacing == 0 else text:
        layer = Pillow.new("L", canvas.shape[::-1])
        ImageDraw.Draw(layer).text((x, y), part, fill=255, font=font)
        canvas = np.maximum(canvas, np.asarray(layer))
        x += font.getlength(part) + look.spacing * size
    cover = canvas.astype(np.float32) / 255
    cover = _striped(rng, cover) if look.subpixel else np.repeat(cover[..., None], 3, axis=2)
    rows, columns = (cover.max(axis=(1, 2)) > 0.08).nonzero()[0], (cover.max(axis=(0, 2)) > 0.08).nonzero()[0]
    if not len(rows):  # a sign the font does not have and shows as nothing
        return cover[:1, :1]
    return cover[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


@lru_cache(4096)
def _font(path: str, size: float) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, size)


def _striped(rng: Generator, cover: Sheet) -> Sheet:
    """Give each colour its own third of a pixel, as screens with subpixel smoothing do."""
    tall = cover.reshape(len(cover) // 3, 3, -1).mean(axis=1)
    smooth = cv2.filter2D(tall, -1, SUBPIXEL_FILTER[None])
    striped = smooth.reshape(len(tall), -1, 3)
    return striped[..., ::-1] if rng.random() < 0.3 else striped


def _draw_surroundings(
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
    turns = ["right", "bottom", "left", "top"].index(look.board)
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
    colour = _line_colour(rng, look)
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


def _line_colour(rng: Generator, look: Look) -> Colour:
    """Mostly the ink, or the paper's opposite; now and then any colour."""
    kind = rng.random()
    if kind < 0.4:
        return look.ink
    return (255 - look.paper if kind < 0.75 else rng.uniform(0, 255, 3)).astype(np.float32)


def _place(rng: Generator, look: Look, window: Window, ink_size: tuple[int, ...]) -> Window:
    """Where ink of this height and width stands: mostly close to the board, else in the middle or far from it."""
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


def _blend(sheet: Sheet, lettering: Sheet, place: Window, ink: Colour) -> None:
    """Print the lettering at the place, as far as it lies on the sheet."""
    left, top = round(place.left), round(place.top)
    cover = lettering[max(0, -top) :, max(0, -left) :]
    below = sheet[max(0, top) :, max(0, left) :][: len(cover), : cover.shape[1]]
    cover = cover[: len(below), : below.shape[1]]
    below += (ink - below) * cover


def _draw_neighbours(rng: Generator, sheet: Sheet, place: Window, look: Look) -> None:
    """Print the clues of the neighbouring cells, aligned as clues are."""
    for side in (-1, 1):
        lettering = _lettering(rng, look, str(rng.integers(0, 31)))
        height, width = lettering.shape[:2]
        if look.beside:
            left, top = place.right - width, place.top + side * max(look.cell, 1.2 * height)
        else:
            left, top = place.left + side * look.cell + (place.right - place.left - width) / 2, place.top
            overlap = min(place.right, left + width) - max(place.left, left)
            left += side * max(0, overlap + 0.1 * look.cell)
        _blend(sheet, lettering, Window(left, top, left + width, top + height), look.ink)


def _strike(rng: Generator, sheet: Sheet, place: Window, look: Look) -> None:
    """Draw one line across the number: level, or from corner to corner."""
    colour = look.ink if rng.random() < 0.6 else _line_colour(rng, look)
    thickness = max(1, round(look.cap * rng.uniform(0.04, 0.13)))
    reach = look.cap * rng.uniform(-0.05, 0.25)
    middle = (place.top + place.bottom) / 2 + look.cap * rng.normal(0, 0.07)
    rise = look.cap * (0.0 if rng.random() < 0.6 else rng.uniform(-0.6, 0.6))
    start = (round(place.left - reach), round(middle + rise))
    end = (round(place.right + reach), round(middle - rise))
    cv2.line(sheet, start, end, colour.tolist(), thickness, cv2.LINE_8 if rise == 0 else cv2.LINE_4)


def _paint_nothing(rng: Generator, sheet: Sheet, window: Window, look: Look) -> None:
    """Leave the paper blank, but for a neighbour that looks in."""
    if rng.random() < 0.4:
        lettering = _lettering(rng, look, str(rng.integers(0, 31)))
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
        _blend(sheet, lettering, Window(left, top, left + width, top + height), look.ink)


def _paint_icon(rng: Generator, sheet: Sheet, window: Window, look: Look) -> None:
    """Draw a sign of a program's surface: circle, cross, tick, arrow, star, triangle, menu."""
    size = look.cell * rng.uniform(0.2, 0.42)
    middle = np.array([(window.left + window.right) / 2, (window.top + window.bottom) / 2])
    thickness = max(1, round(size * rng.uniform(0.1, 0.35)))
    shape = rng.integers(len(ICONS) + 1)
    if shape == len(ICONS):
        thickness = cv2.FILLED if rng.random() < 0.3 else max(1, round(size * rng.uniform(0.05, 0.2)))
        cv2.circle(sheet, tuple(middle.round().astype(int)), round(size), look.ink.tolist(), thickness)
        return
    for stroke in ICONS[shape]:
        points = (middle + size * np.array(stroke)).round().astype(np.int32)
        if len(stroke) > 2 and rng.random() < 0.4:
            cv2.fillPoly(sheet, [points], look.ink.tolist())
        cv2.polylines(sheet, [points], False, look.ink.tolist(), thickness)


STAR = [(np.sin(0.8 * np.pi * k), -np.cos(0.8 * np.pi * k)) for k in range(6)]
ICONS = (
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


def _paint_pieces(rng: Generator, sheet: Sheet, window: Window, look: Look) -> None:
    """Draw lines that come from beyond the crop: pieces of a grid, whole or ending inside."""
    colour = _line_colour(rng, look)
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
    blobs = cv2.resize(
        blobs, sheet.shape[1::-1], interpolation=int(rng.choice([cv2.INTER_CUBIC, cv2.INTER_NEAREST]))
    )
    if rng.random() < 0.4:
        spread = look.cell * rng.uniform(0.05, 0.3, 2)
        x, y = rng.uniform(window.left, window.right), rng.uniform(window.top, window.bottom)
        down, across = np.ogrid[: len(sheet), : sheet.shape[1]]
        blobs = 2 * np.exp(-(((across - x) / spread[0]) ** 2) - ((down - y) / spread[1]) ** 2)[..., None]
    sheet += (blobs * rng.uniform(10, 80)).astype(np.float32) * (-1 if look.paper.mean() > 128 else 1)


def _finish(rng: Generator, sheet: Sheet, window: Window, look: Look, effects: Collection[str]) -> Image:
    """Let the sheet become a picture with all its faults, bring it to reading scale, and cut the crop."""
    if "photo" in effects:
        sheet = _lit(rng, _warped(rng, sheet, look.cell))
    if look.zoom != 1:
        method = cv2.INTER_AREA if look.zoom < 1 and rng.random() < 0.7 else int(rng.choice(RESAMPLING))
        sheet = _resized(sheet, look.zoom, method)
    if "photo" in effects:
        sheet = _grained(rng, _blurred(rng, sheet, look.cap * look.zoom))
    picture = sheet.clip(0, 255).round().astype(np.uint8)
    if "jpeg" in effects or ("photo" in effects and rng.random() < 0.7):
        picture = _compressed(rng, picture)
    picture, cell = _to_reading_scale(rng, picture, look.cell * look.zoom)
    edges = np.array(window) * cell / look.cell + rng.uniform(-0.03, 0.03, 4) * cell
    left, top, right, bottom = edges.round().clip(0).astype(int)
    return np.ascontiguousarray(picture[top : max(bottom, top + 8), left : max(right, left + 8)])


def _warped(rng: Generator, sheet: Sheet, cell: float) -> Sheet:
    """Tilt and skew it a little: what straightening leaves."""
    height, width = sheet.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    moved = corners + rng.uniform(-0.07, 0.07, (4, 2)).astype(np.float32) * cell
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), rng.uniform(-3, 3), 1)
    matrix = np.vstack([turn, [0, 0, 1]]) @ cv2.getPerspectiveTransform(corners, moved)
    warped = cv2.warpPerspective(sheet, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(warped, np.float32)


def _lit(rng: Generator, sheet: Sheet) -> Sheet:
    """Put it into dim, uneven light, and a haze over dark paper."""
    angle, slope = rng.uniform(0, 2 * np.pi), rng.uniform(0, 0.35)
    down, across = np.mgrid[: len(sheet), : sheet.shape[1]] / max(sheet.shape)
    light = rng.uniform(0.6, 1.05) * (1 + slope * (across * np.cos(angle) + down * np.sin(angle) - 0.5))
    haze = rng.uniform(0, 40)
    return (sheet * (1 - haze / 255) * light[..., None] + haze).astype(np.float32)


def _blurred(rng: Generator, sheet: Sheet, cap: float) -> Sheet:
    """Out of focus, and now and then moved."""
    sheet = np.asarray(cv2.GaussianBlur(sheet, (0, 0), max(0.3, rng.uniform(0.01, 0.09) * cap)), np.float32)
    length = max(2, round(cap * rng.uniform(0.08, 0.18)))
    if rng.random() < 0.7:
        return sheet
    path = np.zeros((length, length), np.float32)
    path[length // 2] = 1
    turn = cv2.getRotationMatrix2D((length / 2 - 0.5, length / 2 - 0.5), rng.uniform(0, 180), 1)
    path = np.asarray(cv2.warpAffine(path, turn, (length, length)), np.float32)
    return np.asarray(cv2.filter2D(sheet, -1, path / path.sum()), np.float32)


def _grained(rng: Generator, sheet: Sheet) -> Sheet:
    grain = rng.normal(0, rng.uniform(1, 11), sheet.shape) + rng.normal(
        0, rng.uniform(0.1, 4), (*sheet.shape[:2], 1)
    )
    return (sheet + grain).astype(np.float32)


def _compressed(rng: Generator, picture: Image) -> Image:
    sampling = 0x221111 if rng.random() < 0.6 else 0x111111
    settings = [
        cv2.IMWRITE_JPEG_QUALITY,
        int(rng.integers(20, 95)),
        cv2.IMWRITE_JPEG_SAMPLING_FACTOR,
        sampling,
    ]
    _, data = cv2.imencode(".jpg", picture[..., ::-1], settings)
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)[..., ::-1]


def _to_reading_scale(rng: Generator, picture: Image, cell: float) -> tuple[Image, float]:
    """Enlarge or reduce as the program does; also between the bounds it may have resampled."""
    least, most = READING_SCALE
    if least <= cell <= most and rng.random() < 0.6:
        return picture, cell
    wanted = float(rng.uniform(least, most))
    method = cv2.INTER_LINEAR if wanted > cell else cv2.INTER_AREA
    return _resized(picture, wanted / cell, method), wanted


def _resized(picture: Picture, scale: float, method: int) -> Picture:
    """Resize by exactly this scale: the size is rounded, so places on it are off by less than a pixel."""
    size = [max(8, round(extent * scale)) for extent in picture.shape[1::-1]]
    resized: Picture = cv2.resize(np.ascontiguousarray(picture), size, interpolation=method)
    return resized
