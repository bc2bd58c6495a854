"""New puzzles with exactly one solution and a grade."""

from .new_puzzle import NotMade, generate

__all__ = ["NotMade", "generate"]
