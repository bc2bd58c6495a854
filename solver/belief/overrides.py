"""What a person fixes: a clue or a wall, and how `--fix` writes it."""

from dataclasses import dataclass

from ..errors import AquariumError
from ..message import Message
from ..places import Axis, ClueAt, Place, SideAt
from ..puzzle import Clue

EDGES: dict[str, Axis] = {"top": "column", "bottom": "column", "left": "row", "right": "row"}
"""The edges of a board, and the lines whose clues stand there."""


class BadOverride(AquariumError):
    """An override names a clue or a wall that the board does not have."""


@dataclass(frozen=True, slots=True)
class Override:
    """What a person fixed: one clue or wall; it outweighs what was seen."""

    place: Place
    value: Clue | bool
    """The clue, None where none is printed; for a side, whether it is a wall."""

    def __str__(self) -> str:
        """Write it as `parse_override` reads it: top:7=8, left:2=none, wall:3,4-3,5=yes."""
        if isinstance(self.value, bool):
            return f"{self.place}={'yes' if self.value else 'no'}"
        return f"{self.place}={'none' if self.value is None else self.value}"


def parse_override(text: str) -> Override:
    """Read `top:7=8`, `left:2=?` or `wall:3,4-3,5=yes`; rows and columns from 1.

    `right` and `bottom` name the same lines as `left` and `top`; `?` or `none` says that no clue is given.

    Raises BadOverride: naming what was expected.
    """
    place, equals, value = text.replace(" ", "").lower().partition("=")
    kind, colon, where = place.partition(":")
    if not equals or not colon or kind not in (*EDGES, "wall"):
        raise BadOverride(Message("not_a_fix", text=text))
    return (
        _side_override(text, where, value)
        if kind == "wall"
        else _clue_override(text, EDGES[kind], where, value)
    )


def _clue_override(text: str, axis: Axis, where: str, value: str) -> Override:
    if not where.isdecimal() or not (value.isdecimal() or value in ("?", "none")):
        raise BadOverride(Message("not_a_clue_fix", text=text))
    return Override(ClueAt(axis, int(where) - 1), int(value) if value.isdecimal() else None)


def _side_override(text: str, where: str, value: str) -> Override:
    numbers = where.replace("-", ",").split(",")
    if where.count("-") != 1 or len(numbers) != 4 or not all(number.isdecimal() for number in numbers):
        raise BadOverride(Message("not_a_wall_fix", text=text))
    if value not in ("yes", "no"):
        raise BadOverride(Message("not_yes_or_no", text=text))
    row, col, other_row, other_col = (int(number) - 1 for number in numbers)
    (row, col), (other_row, other_col) = sorted([(row, col), (other_row, other_col)])
    if (other_row - row, other_col - col) not in ((0, 1), (1, 0)):
        raise BadOverride(Message("not_neighbours", text=text))
    return Override(SideAt(row, col, other_row > row), value == "yes")
