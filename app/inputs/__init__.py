"""Words of a command line → the pictures that are meant, and what their answers are called."""

from typing import TYPE_CHECKING

from solver.lazy import load_on_use

if TYPE_CHECKING:
    from .similar import similar_name

__all__ = ["similar_name"]

if not TYPE_CHECKING:  # who checks types would take every name for one of these
    __getattr__ = load_on_use(__name__, {"similar_name": "similar"})
