"""What trying showed on a board: kept from step to step while the lines it looked at stay as they are."""

from __future__ import annotations

from typing import TypeAlias, TypeVar

from ..puzzle import Known
from .refutation import Refutation
from .state import State

Trial = tuple[int, bool, int, int]
"""A segment, what it is supposed to be, and how far and in which lines that is followed."""
K = TypeVar("K")
T = TypeVar("T")
Kept: TypeAlias = dict[K, tuple[int, T]]
"""What was found, with the lines it depends on, as bits."""


class Memory:
    """What was found by trying on the boards of one explanation, one after another.

    Most of it is a matter of the segments in the lines that were looked at. So it remains true, and is found
    again in the same way, until one of these is settled.
    """

    def __init__(self) -> None:
        self._state: State | None = None
        self.trials: Kept[Trial, Refutation | None] = {}
        """Suppositions that were followed, and how that refuted them, if it did."""
        self.fallen: set[Trial] = set()
        """Suppositions that were refuted when followed to the end: so they will be on all boards to come."""
        self.shortened: Kept[Trial, Refutation] = {}
        """Refutations without what can be left out."""
        self.bounds: Kept[int, tuple[Refutation, ...]] = {}
        """How high, and how low, an aquarium cannot stand."""
        self.is_level = False
        """Whether a board was found to be level: then those after it are, for steps settle cells by level."""
        self.forced: Known | None = None
        """Where all solutions agree, once that was asked: steps add to a board what follows from it."""

    def keep_for(self, state: State) -> None:
        """Forget what is not so on another board."""
        changed = state.changed_since(self._state) if self._state else 0
        self._state = state
        if changed:
            self.trials = _unchanged(self.trials, changed)
            self.shortened = _unchanged(self.shortened, changed)
            self.bounds = _unchanged(self.bounds, changed)


def _unchanged(kept: Kept[K, T], changed: int) -> Kept[K, T]:
    return {key: found for key, found in kept.items() if not found[0] & changed}
