"""How water is drawn: its colour and opacity, and whether the player's own marks are left alone."""

from dataclasses import dataclass

from .palette import WATER, Colour


@dataclass(frozen=True)
class Look:
    """How water is drawn."""

    water: Colour = WATER
    """Its colour on white paper, and on dark paper."""
    opacity: int = 100
    """Percent of the paper's colour that it hides."""
    only_new: bool = False
    """Whether nothing is drawn in cells in which the player has put something."""


DEFAULT = Look()
