"""Drawings → pages of vectors → SVG and PDF. Names like `vectors.encode_drawing` load when first used."""

from typing import TYPE_CHECKING

from solver.lazy import load_on_use

if TYPE_CHECKING:
    from .booklet import Entry, booklet_pages, named_page
    from .drawing import TITLE, encode_drawing
    from .pdf import encode_pdf, join_pdfs

__all__ = ["TITLE", "Entry", "booklet_pages", "encode_drawing", "encode_pdf", "join_pdfs", "named_page"]

if not TYPE_CHECKING:  # who checks types would take every name for one of these
    __getattr__ = load_on_use(
        __name__,
        {
            **dict.fromkeys(("Entry", "booklet_pages", "named_page"), "booklet"),
            **dict.fromkeys(("TITLE", "encode_drawing"), "drawing"),
            **dict.fromkeys(("encode_pdf", "join_pdfs"), "pdf"),
        },
    )
