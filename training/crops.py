"""Numbers beside boards, as the program cuts them out, and what is none, to train digits with.

Boards are drawn in any look, with clues in any font; their truth says which number stands in which window.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from fixtures.drawing import looks
from fixtures.drawing.board.around import Around
from fixtures.drawing.board.lettering import Lettering
from fixtures.drawing.board.measures import Edge, one_of
from fixtures.drawing.board.puzzles import random_puzzle
from fixtures.drawing.board.style import SPACE, Style, any_style
from fixtures.drawing.kinds import FINISHED
from fixtures.drawing.legible import digits_show
from fixtures.drawing.mishaps import Chances, befall, chosen
from fixtures.drawing.paper.hands import hand_of
from fixtures.drawing.render import render
from fixtures.drawing.scene import Picture, Scene
from solver.puzzle import Clue, Puzzle
from training.boards import board_of
from training.fonts import Face
from vision.reading.clues import FRAME_REACH, strip_beside
from vision.reading.flat import BEYOND, FlatBoard
from vision.reading.sides import align

Faces = dict[str, list[Face]]

SIZES, PITCH = (5, 12), (10.0, 90.0)
"""Rows and columns of boards, at least and more than at most, and pixels of a cell."""
LIKE_PAGES = {"verdana": 32.0, "arial": 22.0, "vera mono": 9.0, "roboto": 9.0, "inter": 9.0, "times": 9.0}
"""Groups of families are drawn equally often, but for those that puzzle pages use."""
LETTERINGS: tuple[tuple[Lettering, float], ...] = (
    ("smooth", 0.5), ("grey", 0.18), ("coloured", 0.25), ("sharp", 0.07),
)  # fmt: skip
OF_SITE, PRINTED = 0.25, 0.2
"""Shares of the boards that are the site's, and that are printed on paper."""
TRACKED, TRACKING = 0.15, (-0.12, 0.12)
"""Share of the fonts whose digits are set closer or wider, and by how much, in font sizes."""
UNKNOWN = 0.18
"""Share of the boards that lack some clues, and have something else there."""
ALPHABET = "ACEFHKLMNPRTUVWXYacdefhkmnprtuvwx"
"""Letters that no font draws like a digit."""
SIGNS = ("", "", "", "?", "?", "??", "-", ".", "...", ":", "(", ")", "#", "%", "&", "+", "=", "*", "@", "×")
"""What programs show where no clue is given."""
LOOKS: Mapping[str, Any] = {
    "pitch": PITCH, "progress": (("", 0.75), ("/", 0.18), (" / ", 0.07)), "under_frame": 0.04,
    "segments": 0.05, "clue_signs": (("", 0.55), ("ring", 0.12), ("disc", 0.22), ("box", 0.11)),
}  # fmt: skip
"""Of the space of styles: rare ways to write clues are common here."""
LARGEST: tuple[tuple[int, float], ...] = ((10, 0.4), (31, 0.4), (100, 0.2))
"""More than the largest numbers, and shares of the boards: small ones stand beside most puzzles."""
TOO_SMALL = 0.3
"""Share of the boards with digits too small to be told that are kept: what they are must be in doubt."""
OFF = 0.06
"""Spread, in cells, of where the program takes the middle of a margin's numbers to be."""
EMPTY = 0.08
"""Share of the windows that are cut out where no clues stand."""
PAPER: tuple[Chances, ...] = (
    {"newsprint": 0.3}, {"show-through": 0.15}, {"clues done": 0.5}, {"blot": 0.1}, {"fold": 0.1},
    {"sheet photographed": 0.5, "hard sheet photographed": 0.2, "scanned": 0.2},
)  # fmt: skip
ENLARGED: tuple[Chances, ...] = ({"enlarged": 0.06, "reduced to 12 to 20": 0.12, "stored": 0.06},)


class Crop(NamedTuple):
    """What a reader gets, and what it should say: a value, or None where no number is."""

    patch: NDArray[np.uint8]
    """(*PATCH, 2): see `vision.reading.digits.Ink`."""
    value: int | None
    is_progress: bool
    """Whether it is the m of n/m."""


class Test(NamedTuple):
    """What numbers are drawn for a row of a table."""

    changes: Mapping[str, Any] = {}
    """Of the space of styles."""
    mishaps: tuple[Chances, ...] = ()
    printed: bool = False


def draw_crops(rng: Generator, faces: Faces) -> Iterator[Crop]:
    """Draw a board in any look, and yield what stands beside it, or nothing where digits are too small."""
    way = rng.random()
    if way < PRINTED:
        drawn, picture = _draw(rng, faces, _print(rng), PAPER)
    else:
        style = looks.site_style(rng, looks.mostly_light(rng)) if way < PRINTED + OF_SITE else None
        drawn, picture = _draw(rng, faces, style and _no_larger(style), (*FINISHED, *ENLARGED))
    if all(map(digits_show, (drawn, picture))) or rng.random() < TOO_SMALL:
        yield from _around(rng, picture)


def draw_test(rng: Generator, faces: Faces, test: Test) -> Iterator[Crop]:
    """Draw a board for a row of a table, and yield the numbers beside it."""
    _, picture = _draw(rng, faces, _print(rng) if test.printed else None, test.mishaps, **test.changes)
    for crop in _around(rng, picture):
        if crop.value is not None:
            yield crop


def _print(rng: Generator) -> Style:
    return _no_larger(looks.print_style(rng))


def _no_larger(style: Style) -> Style:
    return replace(style, zoom=min(style.zoom, PITCH[1] / style.pitch / style.dpr))


def _draw(
    rng: Generator, faces: Faces, style: Style | None, mishaps: Sequence[Chances], **changes: Any
) -> tuple[Picture, Picture]:
    """Return a board as it was drawn, and what became of the picture."""
    rows, cols = rng.integers(*SIZES, 2).tolist()
    if style is None:
        style = any_style(rng, rows, cols, replace(SPACE, **{**LOOKS, **changes}))
    style = _lettered(rng, faces, style)
    puzzle = _numbered(rng, rows, cols, lacking=bool(style.unknown) or rng.random() < UNKNOWN)
    hand = hand_of(rng, "training") if mishaps is PAPER else None
    wet = (rng.random((rows, cols)) < rng.random()).astype(np.uint8) if style.progress else None
    scene = Scene(puzzle, replace(style, crop=None), wet, hand=hand)
    drawn = render(scene)
    return drawn, befall(drawn, chosen(rng, tuple(mishaps)), int(rng.integers(1 << 30)))


def _around(rng: Generator, picture: Picture) -> Iterator[Crop]:
    _, flat, _ = align(picture.pixels, board_of(picture))
    for edge in ("left", "top", "right", "bottom"):
        yield from _beside(rng, picture, flat, edge)


def _lettered(rng: Generator, faces: Faces, style: Style) -> Style:
    """Choose the font of a board's clues, and what stands where one is not given."""
    sign = str(rng.choice(SIGNS))
    if rng.random() < 0.2:
        sign = "".join(rng.choice(list(ALPHABET), rng.integers(1, 4)))
    elif rng.random() < 0.15:
        sign = str(rng.choice(["1.5", "2,5", "1-4", "123", "3/4"]))
    font = style.font if style.font == "segments" else _face(rng, faces).path
    return replace(
        style, font=font, lettering=one_of(rng, LETTERINGS), unknown=sign,
        tracking=float(rng.uniform(*TRACKING)) if rng.random() < TRACKED else 0.0,
    )  # fmt: skip


def _face(rng: Generator, faces: Faces) -> Face:
    groups = sorted(faces)
    shares = np.array([LIKE_PAGES.get(group, 1.0) for group in groups])
    found = faces[groups[rng.choice(len(groups), p=shares / shares.sum())]]
    bold, slanted = rng.random() < 0.6, rng.random() < 0.07
    close = [face for face in found if face.slanted == slanted and face.bold == bold]
    close = close or [face for face in found if face.slanted == slanted] or found
    return close[rng.integers(len(close))]


def _numbered(rng: Generator, rows: int, cols: int, *, lacking: bool) -> Puzzle:
    """Return a board with any numbers beside it, mostly small ones; some are not given."""
    most = one_of(rng, LARGEST)
    missing = rng.uniform(0.05, 0.4) if lacking else 0.0
    clues: list[Clue] = [
        None if rng.random() < missing else int(value) for value in rng.integers(0, most, rows + cols)
    ]
    return Puzzle(clues[:cols], clues[cols:], random_puzzle(rng, rows, cols)[0].regions)


def _beside(rng: Generator, picture: Picture, flat: FlatBoard, edge: Edge) -> Iterator[Crop]:
    """Yield the windows of all lines at an edge, and what they say; now and then of an edge without clues."""
    puzzle, style, places = picture.truth.puzzle, picture.truth.scene.style, picture.truth.clues
    assert isinstance(style, Style)
    assert places is not None
    is_upright = edge in ("top", "bottom")
    clues = puzzle.col_clues if is_upright else puzzle.row_clues
    if edge not in style.clue_edges:
        if rng.random() < EMPTY and not _has_others(style.around, edge):
            yield from _cut(flat, edge, float(rng.uniform(0.4, 1.6)), [None] * len(clues), "")
        return
    across = places[:, int(is_upright)]
    end = {"left": 0, "top": 0, "right": puzzle.width, "bottom": puzzle.height}[edge]
    away = end - across if edge in ("left", "top") else across - end
    along = places[:, 1 - int(is_upright)]
    near = away[(away > 0) & (along > 0) & (along < len(clues))]
    if len(near):
        yield from _cut(flat, edge, float(np.median(near) + rng.normal(0, OFF)), clues, style.progress)


def _has_others(around: Around, edge: Edge) -> bool:
    """Return whether numbers or letters that are no clues may stand beside the lines at an edge."""
    return edge in (*around.coordinates, *around.scale) or around.headings or around.totals


def _cut(flat: FlatBoard, edge: Edge, middle: float, clues: Sequence[Clue], progress: str) -> Iterator[Crop]:
    if not FRAME_REACH <= middle <= BEYOND:  # nearer or farther than the program looks
        return
    patches = strip_beside(flat, edge, middle).ink.patches
    for patch, clue in zip(patches, clues, strict=True):
        yield Crop(patch, clue, bool(progress) and clue is not None)
