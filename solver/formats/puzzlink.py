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
from ..puzzle import Clue, Puzzle
from .tokens import Token, only_line, size_of, unexpected, unlike
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
LONGEST_SKIP = len(SKIPS)
LARGEST = 0xFFF
"""The largest clue written: three digits."""


def is_address(word: str) -> bool:
    """Tell whether a word is an address of a puzzle, of whatever kind, or what follows the ? of one."""
    return re.match(BEFORE, word) is not None or re.match(OF_ANY_KIND, word) is not None


def parse_puzzlink(text: str) -> Puzzle:
    """Read an address of puzz.link, or what follows the question mark in it.

    `text`: any site may stand before the question mark. Clues that are blank or asked are missing (None).
    Whether the puzzle is well-formed is asked of `Puzzle.problems`.
    Raises BadText: something else was found than expected, or a wall with one aquarium on both sides; the
    place names line and column.
    """
    flag, *fields = _fields(only_line(text, "address", ADDRESS_FORM))
    wanted = ("the board's width", "the board's height", "the borders", "the clues")
    if len(fields) < len(wanted):
        missing = (fields[-1] if fields else flag).end()
        raise unexpected(missing, f"/ and {wanted[len(fields)]}", ADDRESS_FORM)
    if len(fields) > len(wanted):
        raise unexpected(fields[len(wanted)], "the address to end after the clues", ADDRESS_FORM)
    width, height = (size_of(*field, ADDRESS_FORM) for field in zip(fields[:2], wanted[:2], strict=True))
    regions = regions_between(height, width, _walls(fields[2], height, width))
    clues = _clues(fields[3], width + height)
    return Puzzle(
        clues[:width], clues[width:], regions, rule="level" if flag.text == LEVEL_FLAG else "connected"
    )


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


def _fields(line: Token) -> list[Token]:
    """Split an address into its flag, maybe empty, and the fields behind it."""
    if not (found := re.match(BEFORE, line.text)):
        variety = line.since(line.text.find("?") + 1).parts("/")[0]
        raise unexpected(variety, "aquarium/", ADDRESS_FORM)
    flag, *fields = line.since(found.end()).parts("/")
    if flag.text.isdecimal():
        return [flag.until(0), flag, *fields]
    if flag.text not in ("", LEVEL_FLAG):
        raise unexpected(flag, f"{LEVEL_FLAG} or the board's width", ADDRESS_FORM)
    return [flag, *fields]


def _walls(borders: Token, height: int, width: int) -> dict[SideAt, Token]:
    """Read the borders: first all walls between columns, then all walls between rows."""
    across, down = ((count + BITS - 1) // BITS for count in ((width - 1) * height, width * (height - 1)))
    digits = borders.signs()
    if len(digits) != (wanted := across + down):
        place = (digits[wanted] if len(digits) > wanted else borders.end()).place
        raise BadText(Message("number_of_borders", wanted=wanted, found=len(digits)), place)
    right = zip(sides_right(height, width), _bits(digits[:across]), strict=False)
    below = zip(sides_below(height, width), _bits(digits[across:]), strict=False)
    return {side: digit for sides in (right, below) for side, (bit, digit) in sides if bit}


def _bits(digits: list[Token]) -> list[tuple[bool, Token]]:
    """Give every bit of the digits, the most significant first, with the digit it comes from."""
    for digit in digits:
        if digit.text not in DIGITS:
            raise unexpected(digit, "a digit 0 to 9 or a to v", ADDRESS_FORM)
    return [
        (bool(DIGITS.index(digit.text) >> place & 1), digit)
        for digit in digits
        for place in reversed(range(BITS))
    ]


def _borders(puzzle: Puzzle, sides: Iterable[SideAt]) -> str:
    bits = "".join(str(int(is_wall(puzzle.regions, side))) for side in sides)
    groups = (bits[at : at + BITS].ljust(BITS, "0") for at in range(0, len(bits), BITS))
    return "".join(DIGITS[int(group, base=2)] for group in groups)


def _clues(field: Token, wanted: int) -> list[Clue]:
    """Read the clues, of the columns and then of the rows."""
    clues: list[Clue] = []
    one_clue, at = re.compile(CLUE), 0
    while at < len(field.text):
        found = one_clue.match(field.text, at)
        if not found:
            wanted_sign = "a clue: 0 to f, -hh, +hhh, a dot or g to z"
            raise unexpected(field.since(at).until(1), wanted_sign, ADDRESS_FORM)
        one, two, three, asked, blanks = found.groups()
        number = one or two or three
        clues += [int(number, 16)] if number else [None] * (1 if asked else 1 + SKIPS.index(blanks))
        if len(clues) > wanted:
            piece = field.until(found.end()).since(at)
            raise unexpected(piece, f"the address to end after {wanted} clues", ADDRESS_FORM)
        at = found.end()
    if len(clues) < wanted:
        raise unlike(f"{wanted} clues", str(len(clues)), ADDRESS_FORM, field.end().place)
    return clues


def _written(clues: Iterable[Clue]) -> str:
    runs = [list(run) for _, run in groupby(clues, lambda clue: clue is None)]
    return "".join(_skips(len(run)) if run[0] is None else "".join(map(_number, run)) for run in runs)


def _skips(count: int) -> str:
    """Write so many blank clues: z for every twenty, and one letter for the rest."""
    whole, rest = divmod(count, LONGEST_SKIP)
    return SKIPS[-1] * whole + (SKIPS[rest - 1] if rest else "")


def _number(clue: Clue) -> str:
    if clue is None or not 0 <= clue <= LARGEST:
        raise NotWritable(Message("clue_not_writable", clue=clue, most=LARGEST))
    digits = f"{clue:x}"
    return ("", "-", "+")[len(digits) - 1] + digits
