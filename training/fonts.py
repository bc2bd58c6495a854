"""Installed fonts → faces for drawing numbers, in three sets of families that share no design."""

import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from PIL import ImageFont

TRAINING = {
    "verdana": ["DejaVu Sans", "Bitstream Vera Sans"],
    "vera mono": ["DejaVu Sans Mono", "Bitstream Vera Sans Mono", "Hack"],
    "vera serif": ["DejaVu Serif", "Bitstream Vera Serif"],
    "arial": ["Liberation Sans", "Arimo", "FreeSans", "Nimbus Sans"],
    "times": ["Liberation Serif", "Tinos", "FreeSerif", "Nimbus Roman"],
    "courier": ["Liberation Mono", "Cousine", "Nimbus Mono PS", "FreeMono", "Courier Prime"],
    "roboto": ["Roboto", "Roboto Condensed"],
    "roboto slab": ["Roboto Slab"],
    "inter": ["Inter", "Inter Display"],
    "dosis": ["Dosis"],
    "quicksand": ["Quicksand", "Quicksand Medium"],
    "manrope": ["Manrope"],
    "karla": ["Karla"],
    "go": ["Go", "Go Medium", "Go Mono"],
    "inconsolata": ["Inconsolata"],
    "jetbrains": ["JetBrains Mono"],
    "agave": ["Agave"],
    "mplus": ["M PLUS 1", "M PLUS 2", "M PLUS 1 Code"],
    "nanum": ["NanumGothic", "NanumBarunGothic", "NanumSquare", "NanumSquareRound", "NanumMyeongjo"],
    "loma": ["Loma"],
    "libertine": ["Linux Libertine O", "Linux Biolinum O"],
    "andika": ["Andika"],
    "yanone": ["Yanone Kaffeesatz"],
    "bebas": ["Bebas Neue"],
    "caladea": ["Caladea"],
    "dyslexic": ["OpenDyslexic"],
    "humor": ["Humor Sans"],
    "gulim": ["LexiGulim"],
    "gothic": ["URW Gothic"],
    "bookman": ["URW Bookman"],
    "c059": ["C059"],
    "junicode": ["Junicode Two Beta"],
    "vollkorn": ["Vollkorn"],
    "garamond": ["EB Garamond"],
    "prociono": ["Prociono"],
    "chancery": ["Z003"],
    "accanthis": ["Accanthis ADF Std", "Accanthis ADF Std No2"],
    "baskerville": ["Baskervald ADF Std", "Berenis ADF Pro"],
    "gill": ["Gillius ADF", "Gillius ADF No2"],
    "optima": ["Libris ADF Std"],
    "mekanus": ["Mekanus ADF Std"],
    "romande": ["Romande ADF Std"],
    "switzera": ["Switzera ADF", "Garuda", "Umpush"],
    "tribun": ["Tribun ADF Std", "STIXGeneral", "Norasi"],
    "futura": ["Universalis ADF Std"],
    "verana": ["Verana Sans", "Verana Sans Demi", "Verana Sans Medium", "Arundina Sans", "Waree"],
    "modern": ["CMU Serif", "CMU Concrete", "CMU Bright", "CMU Sans Serif", "CMU Typewriter Text"],
    "kinnari": ["Kinnari"],
    "purisa": ["Purisa"],
    "sawasdee": ["Sawasdee"],
    "typewriter": ["Tlwg Typewriter"],
    "road": ["Roadgeek 2014 Series C", "Roadgeek 2014 Series D", "Roadgeek 2014 Series E"],
    "oxygen": ["Oxygen-Sans", "Oxygen Mono"],
    "comfortaa": ["Comfortaa"],
    "park": ["National Park"],
    "league": ["League Spartan", "League Mono"],
    "monoid": ["Monoid"],
    "monofur": ["monofur"],
    "hermit": ["Hermit"],
    "anonymous": ["Anonymous Pro"],
    "tuffy": ["Tuffy"],
    "charter": ["Charis SIL"],
    "old standard": ["Old Standard TT"],
    "didot": ["GFS Didot", "GFS Artemisia"],
    "neohellenic": ["GFS Neohellenic"],
    "takao": ["TakaoGothic", "TakaoPGothic", "TakaoMincho"],
    "zenhei": ["WenQuanYi Zen Hei"],
    "quattrocento": ["Quattrocento", "Cardo", "Arapey"],
    "averia": ["Averia Sans GWF", "Averia Serif GWF"],
    "allerta": ["Allerta"],
    "drawing": ["osifont", "Routed Gothic", "OSP-DIN"],
    "tiresias": ["Tiresias Infofont", "Tiresias PCfont", "Tiresias Signfont", "Tiresias LPfont"],
    "ud gothic": ["BIZ UDGothic", "BIZ UDPGothic"],
    "dotum": ["UnDotum", "UnBatang", "UnGraphic"],
    "terminal": ["IBM 3270", "DotGothic16", "D2Coding"],
    "woowa": ["BM HANNA Air", "BM JUA_TTF", "BM DoHyeon"],
    "indic": ["Manjari", "Rachana", "Gemunu Libre", "Yrsa"],
}
VALIDATION = {  # the temperature is fitted on these
    "cabin": ["Cabin"],
    "sora": ["Sora"],
    "mononoki": ["mononoki"],
    "gentium": ["Gentium"],
    "palladio": ["P052"],
    "jura": ["Jura"],
}
TEST = {  # never trained on: they tell how an unknown font fares; see training/README.md
    "noto sans": ["Noto Sans", "Open Sans", "Noto Sans Display", "Noto Sans Mono", "Noto Mono"],
    "noto serif": ["Noto Serif", "Noto Serif Display"],
    "lato": ["Lato", "Carlito"],
    "pt": ["PT Sans", "PT Serif", "PT Mono"],
    "cantarell": ["Cantarell"],
    "comic": ["Comic Neue"],
    "b612": ["B612", "B612 Mono"],
    "play": ["Play"],
    "fira": ["Fira Code"],
    "fantasque": ["Fantasque Sans Mono"],
    "narrow": ["Nimbus Sans Narrow", "Liberation Sans Narrow"],
    "clear": ["Clear Sans", "Clear Sans Medium"],
}

TOO_LIGHT = re.compile("Thin|ExtraLight|Hairline|UltraLight|Outline|Initials|Smallcaps", re.IGNORECASE)
"""Styles that no puzzle prints its clues in."""
BOLD = re.compile("Bold|Black|Heavy|Semi|Demi", re.IGNORECASE)
OUTLINES = re.compile(r"\.(ttf|otf|t1|pfb|ttc)$", re.IGNORECASE)

PROBE_SIZE = 200
"""Font size, in pixels, at which the height of the digits is measured."""
UNEVEN = 1.12
"""Digits whose heights differ by more than this are old-style: fine to learn from, no fair test."""


@dataclass(frozen=True)
class Face:
    """One font file."""

    group: str
    path: str
    bold: bool
    slanted: bool
    old_style: bool
    digit_height: float
    """Height of an 8 as a share of the font size."""


def find_faces(families: dict[str, list[str]]) -> dict[str, list[Face]]:
    """Find the installed faces of these groups of families, in an order that does not depend on the machine.

    Raises FileNotFoundError if a group has no face installed; the message names it.
    """
    group_of = {family: group for group, names in families.items() for family in names}
    faces: dict[str, list[Face]] = {group: [] for group in families}
    for path, family, style, slant in _installed():
        group = group_of.get(family)
        if group and (face := _face(group, path, style, slanted=int(slant or 0) > 0)):
            faces[group].append(face)
    if missing := [group for group, found in faces.items() if not found]:
        raise FileNotFoundError(f"no fonts installed for {', '.join(missing)}: see training/README.md")
    return faces


@cache
def _installed() -> list[tuple[str, ...]]:
    pattern = "%{file}|%{family[0]}|%{style[0]}|%{slant}\n"
    # fc-list is the one way to ask for installed fonts that works on every desktop with fontconfig.
    listing = subprocess.run(["fc-list", "--format", pattern], capture_output=True, text=True, check=True)
    fonts = {tuple(line.split("|")) for line in listing.stdout.splitlines()}
    return sorted(font for font in fonts if len(font) == pattern.count("%"))


def _face(group: str, path: str, style: str, *, slanted: bool) -> Face | None:
    if TOO_LIGHT.search(style + path) or not OUTLINES.search(path):
        return None
    heights = list(_digit_heights(path))
    if not heights or min(heights) < PROBE_SIZE / 5:
        return None
    old_style = max(heights) > UNEVEN * min(heights)
    bold = bool(BOLD.search(style + path))
    return Face(group, path, bold, slanted, old_style, heights[8] / PROBE_SIZE)


def _digit_heights(path: str) -> Iterator[float]:
    font = ImageFont.truetype(path, PROBE_SIZE)
    if len({bytes(font.getmask(digit)) for digit in "0123456789"}) < 10:  # a box for every missing sign
        return
    for digit in "0123456789":
        _, top, _, bottom = font.getbbox(digit)
        yield bottom - top
