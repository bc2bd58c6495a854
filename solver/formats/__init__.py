"""Puzzles as text: every form, in and out, through one door."""

from .forms import (
    Form,
    form_of,
    format_puzzle,
    format_share,
    is_clearly_puzzle,
    parse_annotated,
    parse_puzzle,
)
from .json import format_json, parse_json
from .task import format_task, parse_task
from .text import format_truth, format_water, parse_truth
from .unicode import draw_unicode

__all__ = [
    "Form",
    "draw_unicode",
    "form_of",
    "format_json",
    "format_puzzle",
    "format_share",
    "format_task",
    "format_truth",
    "format_water",
    "is_clearly_puzzle",
    "parse_annotated",
    "parse_json",
    "parse_puzzle",
    "parse_task",
    "parse_truth",
]
