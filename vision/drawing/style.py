"""How water is drawn: its colour and opacity, and whether the player's own marks are left alone."""

from dataclasses import dataclass

from .palette import WATER, Colour


@dataclass(frozen=True, slots=True)
class Style:
    """How water is drawn."""

    water: Colour = WATER
    """Its colour on white paper, and on dark paper."""
    opacity: int = 100
    """Percent of the paper's colour that it hides."""
    only_new: bool = False
    """Whether nothing is drawn in cells in which the player has put something."""

    @classmethod
    def of(cls, water: str | None = None, opacity: int = 100, *, only_new: bool = False) -> "Style":
        """Return the style that options ask for; ValueError if there is no such colour or opacity."""
        if not 1 <= opacity <= 100:
            raise ValueError(f"opacity {opacity}: expected 1 to 100 percent")
        return cls(WATER if water is None else parse_colour(water), opacity, only_new)


DEFAULT = Style()


def parse_colour(text: str) -> Colour:
    """Return the colour of a CSS name or of hexadecimal digits: `teal`, `#0a8`.

    Raises ValueError if it is none, or not opaque.
    """
    from PIL import ImageColor  # noqa: PLC0415 — Pillow is heavy, and few name a colour

    try:
        red, green, blue, *alpha = ImageColor.getrgb(text.strip())
    except ValueError:
        raise ValueError(f"{text!r} is not a colour") from None
    if alpha not in ([], [255]):
        raise ValueError("the colour is transparent")
    return red, green, blue
