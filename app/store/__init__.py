"""What a run leaves behind, and what a later one goes by. What is named here is loaded when first used."""

from typing import TYPE_CHECKING

from solver.lazy import load_on_use

if TYPE_CHECKING:
    from .paths import digest_of
    from .thumbnails import describe_picture

__all__ = ["describe_picture", "digest_of"]

if not TYPE_CHECKING:  # who checks types would take every name for one of these
    __getattr__ = load_on_use(__name__, {"describe_picture": "thumbnails", "digest_of": "paths"})
