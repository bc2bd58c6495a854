"""What people write for a colour → the colour."""

from PIL import ImageColor

from .palette import Colour


def parse_colour(text: str) -> Colour:
    """Return the colour of a CSS name or of hexadecimal digits: `teal`, `#0a8`.

    Raises ValueError if it is none, or not opaque.
    """
    try:
        red, green, blue, *alpha = ImageColor.getrgb(text.strip())
    except ValueError:
        raise ValueError(f"{text!r} is not a colour") from None
    if alpha not in ([], [255]):
        raise ValueError("the colour is transparent")
    return red, green, blue
