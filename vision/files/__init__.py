"""Files people have ↔ pixels. What is named here is loaded when it is first used, as `files.find_pages`."""

from typing import TYPE_CHECKING

from solver.lazy import load_on_use

if TYPE_CHECKING:
    from .decoder import decoded
    from .guarded import find_pages
    from .save import MARK, VECTOR_FORMATS, format_of, is_own, mark_of

__all__ = ["MARK", "VECTOR_FORMATS", "decoded", "find_pages", "format_of", "is_own", "mark_of"]

if not TYPE_CHECKING:  # who checks types would take every name for one of these
    __getattr__ = load_on_use(
        __name__,
        {
            "decoded": "decoder",
            "find_pages": "guarded",
            **dict.fromkeys(("MARK", "VECTOR_FORMATS", "format_of", "is_own", "mark_of"), "save"),
        },
    )
