"""Steps as people take them: the easiest next one, the whole way, and how hard it is."""

from .explanation import HARDEST, TECHNIQUES, Explanation, explain, grade_of, next_step, steps

__all__ = [
    "HARDEST",
    "TECHNIQUES",
    "Explanation",
    "explain",
    "grade_of",
    "next_step",
    "steps",
]
