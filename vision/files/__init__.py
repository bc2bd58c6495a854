"""Files people have ↔ pixels. What is named here is loaded when it is first used, as `files.find_pages`."""

from typing import TYPE_CHECKING

from solver.lazy import load_on_use

if TYPE_CHECKING:
    from .converting import converted
    from .decoder import decoded
    from .decoding import decode_any
    from .encoding import encode_any, notes_of
    from .guarded import find_pages
    from .save import MARK, VECTOR_FORMATS, format_of, is_own, mark_of

__all__ = [
    "MARK",
    "VECTOR_FORMATS",
    "converted",
    "decode_any",
    "decoded",
    "encode_any",
    "find_pages",
    "format_of",
    "is_own",
    "mark_of",
    "notes_of",
]

if not TYPE_CHECKING:  # who checks types would take every name for one of these
    __getattr__ = load_on_use(
        __name__,
        {
            "converted": "converting",
            "decode_any": "decoding",
            "decoded": "decoder",
            **dict.fromkeys(("encode_any", "notes_of"), "encoding"),
            "find_pages": "guarded",
            **dict.fromkeys(("MARK", "VECTOR_FORMATS", "format_of", "is_own", "mark_of"), "save"),
        },
    )
