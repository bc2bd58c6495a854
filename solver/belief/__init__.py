"""What a reader believes → the most probable puzzle with exactly one solution.

What is named here loads its module when first used, as `belief.find_answer`: a clear picture needs none.
"""

from typing import TYPE_CHECKING

from ..lazy import load_on_use

if TYPE_CHECKING:
    from .beside import find_beside, looked_at
    from .candidates import likeliest_puzzles
    from .cuts import find_cuts, is_level, least_p
    from .likely_boards import LikelyBoards
    from .partitions import likeliest_partitions
    from .undecided import Forced, find_answer, find_forced, find_undecided
    from .unlikely import unlikely_rivals

__all__ = [
    "Forced",
    "LikelyBoards",
    "find_answer",
    "find_beside",
    "find_cuts",
    "find_forced",
    "find_undecided",
    "is_level",
    "least_p",
    "likeliest_partitions",
    "likeliest_puzzles",
    "looked_at",
    "unlikely_rivals",
]

if not TYPE_CHECKING:  # who checks types would take every name for one of these
    __getattr__ = load_on_use(
        __name__,
        {
            **dict.fromkeys(("find_beside", "looked_at"), "beside"),
            **dict.fromkeys(("find_cuts", "is_level", "least_p"), "cuts"),
            **dict.fromkeys(("Forced", "find_answer", "find_forced", "find_undecided"), "undecided"),
            "likeliest_puzzles": "candidates",
            "LikelyBoards": "likely_boards",
            "likeliest_partitions": "partitions",
            "unlikely_rivals": "unlikely",
        },
    )
