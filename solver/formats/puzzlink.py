"""Addresses of puzz.link and its kin, in and out: `…p?aquarium/[r/]W/H/borders/clues`.

The form is that of the program behind those sites, pzpr (github.com/robx/pzprjs, src/variety/aquarium.js and
src/variety-common/Encode.js). The flag `r` says that water is level in the whole aquarium; without it, it is
level where it is connected (see `Puzzle.rule`).
"""

import re
from collections.abc import Iterable
from itertools import groupby

from ..errors import BadText, NotWritable
from ..message import Message
from ..places import SideAt, is_wall, sides_below, sides_right
from ..puzzle import Clue, Puzzle, Rule
from .tokens import Token, behind, one_of, only_line, size_of, unexpected, unlike
from .walls import check_walls, regions_between

HOST = "https://puzz.link/p?"
LEVEL_FLAG = "r"
ADDRESS_FORM = f"write {HOST}aquarium/{LEVEL_FLAG}/width/height/borders/clues"
BEFORE = r"(\S*\?)?(\w+=\w+&)*(m\+)?aquarium(_edit|_play|_test)?/"
"""What may stand before an address's own fields: any site, and what tells it how to open the puzzle."""
OF_ANY_KIND = r"\S*\?[\w+=&]+/\w*/?\d"
"""Begins the address of a puzzle of another kind: `https://puzz.link/p?slither/4/4/`."""
BITS = 5
"""Sides that one digit of the borders holds."""
DIGITS = "0123456789abcdefghijklmnopqrstuv"
CLUE = r"([0-9a-f])|-([0-9a-f]{2})|\+([0-9a-f]{3})|(\.)|([g-z])"
"""A clue in one, two or three hexadecimal digits; one that is asked; blanks: one for g to twenty for z."""
SKIPS = "ghijklmnopqrstuvwxyz"
"""The letters for 1 to 20 blank clues."""
LARGEST = 0xFFF
"""The largest clue written: three digits."""


def is_address(word: str) -> bool:
    """Tell whether a word is an address of a puzzle, of whatever kind, or what follows the ? of one."""
    return re.match(BEFORE, word) is not None or re.match(OF_ANY_KIND, word) is not None


def parse_puzzlink(text: str) -> Puzzle:
    """Read an address of puzz.link, or what follows the question mark in it.

    Any site may stand before the question mark. Clues that are blank or asked are missing (None).
    """
    line = only_line(text, "address", ADDRESS_FORM)
    found = re.match(BEFORE, line.text)
    if not found:
        variety = line.since(line.text.find("?") + 1).parts("/")[0]
        raise unexpected(variety, "aquarium/", ADDRESS_FORM)
    fields = line.since(found.end()).parts("/")
    is_level = fields[0].text == LEVEL_FLAG
    if fields[0].text in (LEVEL_FLAG, ""):
        del fields[0]
    columns, rows, borders, clues, *_ = [*fields, *[line.end()] * 4]
    width = size_of(columns, "the board's width" if is_level else "r or the board's width", ADDRESS_FORM)
    height = size_of(rows, "the board's height", ADDRESS_FORM)
    if len(fields) > 4:
        raise unexpected(fields[4], "the address to end after the clues", ADDRESS_FORM)
    regions = regions_between(height, width, _walls(borders, height, width))
    numbers = _clues(clues, width + height)
    rule: Rule = "level" if is_level else "connected"
    return Puzzle(numbers[:width], numbers[width:], regions, rule=rule)


def format_puzzlink(puzzle: Puzzle, host: str = HOST) -> str:
    """Write the address of a puzzle, on one line without an end of line; a missing clue as a blank one.

    Raises NotWritable: the walls do not tell the aquariums, or a clue is larger than the form can say.
    """
    check_walls(puzzle)
    height, width = puzzle.height, puzzle.width
    borders = (_borders(puzzle, sides(height, width)) for sides in (sides_right, sides_below))
    flag = f"{LEVEL_FLAG}/" if puzzle.rule == "level" else ""
    clues = _written(puzzle.col_clues + puzzle.row_clues)
    return f"{host}aquarium/{flag}{width}/{height}/{''.join(borders)}/{clues}"


def _walls(borders: Token, height: int, width: int) -> dict[SideAt, Token]:
    """Read the borders: first all walls between columns, then all walls between rows."""
    across, down = ((count + BITS - 1) // BITS for count in ((width - 1) * height, width * (height - 1)))
    digits = borders.signs()
    if len(digits) != across + down:
        seen = Message("number_of_borders", wanted=across + down, found=len(digits))
        raise BadText(seen, behind(digits or [borders], across + down).place)
    walls: dict[SideAt, Token] = {}
    for sides, part in (sides_right, digits[:across]), (sides_below, digits[across:]):
        for digit in part:
            one_of(digit, DIGITS, ADDRESS_FORM, "a digit 0 to 9 or a to v")
        bits = ((bit, digit) for digit in part for bit in f"{DIGITS.index(digit.text):0{BITS}b}")
        named = zip(sides(height, width), bits, strict=False)
        walls |= {side: digit for side, (bit, digit) in named if bit == "1"}
    return walls


def _borders(puzzle: Puzzle, sides: Iterable[SideAt]) -> str:
    bits = "".join(str(int(is_wall(puzzle.regions, side))) for side in sides)
    groups = (bits[at : at + BITS].ljust(BITS, "0") for at in range(0, len(bits), BITS))
    return "".join(DIGITS[int(group, base=2)] for group in groups)


def _clues(field: Token, wanted: int) -> list[Clue]:
    """Read the clues, of the columns and then of the rows."""
    clues: list[Clue] = []
    for found in re.finditer(f"{CLUE}|.", field.text):
        piece = field.until(found.end()).since(found.start())
        if not found.lastindex:
            raise unexpected(piece, "a clue: 0 to f, -hh, +hhh, a dot or g to z", ADDRESS_FORM)
        one, two, three, asked, blanks = found.groups()
        number = one or two or three
        clues += [int(number, 16)] if number else [None] * (1 if asked else 1 + SKIPS.index(blanks))
        if len(clues) > wanted:
            raise unexpected(piece, f"the address to end after {wanted} clues", ADDRESS_FORM)
    if len(clues) < wanted:
        raise unlike(f"{wanted} clues", str(len(clues)), ADDRESS_FORM, field.end().place)
    return clues


def _written(clues: Iterable[Clue]) -> str:
    runs = [list(run) for _, run in groupby(clues, lambda clue: clue is None)]
    return "".join(_skips(len(run)) if run[0] is None else "".join(map(_number, run)) for run in runs)


def _skips(count: int) -> str:
    """Write so many blank clues: z for every twenty, and one letter for the rest."""
    whole, rest = divmod(count, len(SKIPS))
    return SKIPS[-1] * whole + (SKIPS[rest - 1] if rest else "")


def _number(clue: Clue) -> str:
    if clue is None or not 0 <= clue <= LARGEST:
        raise NotWritable(Message("clue_not_writable", clue=clue, most=LARGEST))
    digits = f"{clue:x}"
    return ("", "-", "+")[len(digits) - 1] + digits
