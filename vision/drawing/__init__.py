"""Pixels and what is known of them → new pictures. Names like `drawing.draw_reading` load when first used."""

from typing import TYPE_CHECKING

from solver.lazy import load_on_use

if TYPE_CHECKING:
    from .caption import add_caption
    from .clues import write_clues
    from .colours import parse_colour
    from .review import draw_reading
    from .stages import StageFolder

__all__ = ["StageFolder", "add_caption", "draw_reading", "parse_colour", "write_clues"]

if not TYPE_CHECKING:  # who checks types would take every name for one of these
    __getattr__ = load_on_use(
        __name__,
        {
            "StageFolder": "stages",
            "add_caption": "caption",
            "draw_reading": "review",
            "parse_colour": "colours",
            "write_clues": "clues",
        },
    )
