"""How water is drawn: all that options ask for."""

from dataclasses import dataclass, fields

from .palette import WATER, Colour


@dataclass(frozen=True, slots=True)
class Style:
    """How water is drawn. Fields have the names of their options."""

    water: Colour = WATER
    """Its colour on white paper, and on dark paper."""
    opacity: int = 100
    """Percent of the paper's colour that it hides, 1 to 100."""
    only_new: bool = False
    """Whether nothing is drawn in cells in which the player has put something."""

    def __post_init__(self) -> None:
        if not 1 <= self.opacity <= 100:
            raise ValueError(f"opacity {self.opacity}: expected 1 to 100 percent")

    def settings(self) -> dict[str, object]:
        """Return the fields that differ from the usual style, by name."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in values.items() if value != getattr(DEFAULT, name)}


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
