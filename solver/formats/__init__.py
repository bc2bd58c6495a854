"""Puzzles as text: every form, in and out, through one door."""

from .forms import Form, form_of, format_puzzle, format_share, parse_puzzle, parse_record
from .json import format_json, parse_json
from .matrices import format_number_matrix, format_wall_matrix, parse_number_matrix, parse_wall_matrix
from .puzzlink import HOST, format_puzzlink, parse_puzzlink
from .task import format_task, parse_task
from .text import DRY, WET, format_grid, format_truth, format_water, parse_grid, parse_truth, parse_water
from .unicode import FILL, draw_unicode, format_unicode, parse_unicode

__all__ = [
    "DRY",
    "FILL",
    "HOST",
    "WET",
    "Form",
    "draw_unicode",
    "form_of",
    "format_grid",
    "format_json",
    "format_number_matrix",
    "format_puzzle",
    "format_puzzlink",
    "format_share",
    "format_task",
    "format_truth",
    "format_unicode",
    "format_wall_matrix",
    "format_water",
    "parse_grid",
    "parse_json",
    "parse_number_matrix",
    "parse_puzzle",
    "parse_puzzlink",
    "parse_record",
    "parse_task",
    "parse_truth",
    "parse_unicode",
    "parse_wall_matrix",
    "parse_water",
]
