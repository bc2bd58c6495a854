"""Drawings → pages of vectors → SVG and PDF. Names like `vectors.encode_drawing` load when first used."""

from typing import TYPE_CHECKING

from ..lazy import load_on_use

if TYPE_CHECKING:
    from .drawing import encode_drawing
    from .pdf import encode_pdf, join_pdfs

__all__ = ["encode_drawing", "encode_pdf", "join_pdfs"]

__getattr__ = load_on_use(__name__, {"encode_drawing": "drawing", "encode_pdf": "pdf", "join_pdfs": "pdf"})
