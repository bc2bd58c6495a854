"""What a text form cannot say is not written."""

from ..errors import NotWritable
from ..message import Message
from ..puzzle import Puzzle


def check_rule(puzzle: Puzzle) -> None:
    """Check that a puzzle keeps the site's rule, which all forms mean that have no sign for the rule.

    Raises NotWritable: its water is level only where it is connected.
    """
    if puzzle.rule == "connected":
        raise NotWritable(Message("rule_not_writable"))


def check_walls(puzzle: Puzzle) -> None:
    """Check that the walls between a puzzle's aquariums tell which cells belong together.

    Raises NotWritable: the rows or clues do not make a board, or an aquarium is in several pieces.
    """
    if defects := [*puzzle.shape_problems(), *puzzle.piece_problems()]:
        raise NotWritable(Message("not_a_puzzle", defects=tuple(defects)))
