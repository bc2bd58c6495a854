"""What the player has put in the cells, with probabilities: water, a cross or other sign of air, nothing."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.puzzle import Known, Marks, Rows

NOTHING, WATER, CROSS = 0, 1, 2

TOLD = 0.98
"""Probability from which a mark is told."""
MISTAKES = 0.015
"""Share of a player's entries that are mistakes."""
FEWEST_SWAPPED = 0.3
"""Share of the cells that hold entries, at least, if water and empty cells were taken for each other."""
WRONG_FILLS = 0.5
"""Share of the aquariums that are wrong where the picture, not a player, has filled whole aquariums."""
FEWEST_FILLS = 2
"""Aquariums, at least, that a picture has filled: who fills one alone is a player."""
ODD = 0.2
"""Times that ink of another kind is as likely once the puzzle is known to have a solution: it stands in many
cells of other puzzles."""


Flags = NDArray[np.bool_]
"""(rows, cols)."""


@dataclass(frozen=True, eq=False, slots=True)
class SeenMarks:
    """How probable each mark is in each cell."""

    probabilities: NDArray[np.float32]
    """(rows, cols, 3) of NOTHING, WATER and CROSS; what they lack of one is ink of another kind."""

    @property
    def told(self) -> Marks:
        """told[row][col]: NOTHING, WATER, CROSS (dot, ring), or None where it cannot be told."""
        likeliest, sure = self.probabilities.argmax(axis=2), self.probabilities.max(axis=2) >= TOLD
        return tuple(
            tuple(int(mark) if is_sure else None for mark, is_sure in zip(*line, strict=True))
            for line in zip(likeliest, sure, strict=True)
        )

    def given(self, forced: Known, regions: Rows) -> "SeenMarks":
        """Return how probable marks are, seeing what every solution has in a cell: None where they differ.

        By Bayes' rule. About half of the cells are wet: where an entry is right, it is twice as likely as
        anywhere, and where it would be a mistake, twice as likely as mistakes are. So it is told as one only
        if a mistake is likelier than a misreading. If all water may be colours of the aquariums
        regions[row][col], none of it is told. Else, if there are many entries and most are mistakes, water
        and empty cells were taken for each other: then nothing is told.
        """
        cells = np.array(forced, object)
        wet, dry = (np.asarray(cells == kind, np.bool_) for kind in (True, False))
        marks = self.told
        colours = _are_colours(marks, wet, dry, regions)
        told = np.array([[mark or NOTHING for mark in line] for line in marks])
        entries = (told != NOTHING) & (wet | dry)
        mistakes = entries & ((told == WATER) & dry | (told == CROSS) & wet)
        if not colours and entries.mean() >= FEWEST_SWAPPED and 2 * mistakes.sum() > entries.sum():
            return SeenMarks(np.zeros_like(self.probabilities))
        right, wrong = 2 * (1 - MISTAKES), 2 * MISTAKES
        factors = np.ones_like(self.probabilities)
        if not colours:
            factors[..., WATER] = np.select([wet, dry], [right, wrong], 1)
        factors[..., CROSS] = np.select([wet, dry], [wrong, right], 1)
        odd = (1 - self.probabilities.sum(axis=2)).clip(0) * np.where(wet | dry, ODD, 1)
        weighed = self.probabilities * factors
        weighed /= (weighed.sum(axis=2) + odd)[..., None]
        if colours:
            weighed[..., WATER] = 0
        return SeenMarks(weighed)


def fills_aquariums(marks: Marks, regions: Rows, *, unclear: bool = False) -> bool:
    """Whether there is water, and no aquarium of regions[row][col] holds both that and a cell without it.

    With `unclear` the cells that cannot be told are taken for water; else they say nothing.
    """
    put, own = np.array(marks, object), np.array(regions)
    water = np.asarray((put == WATER) | ((put == None) if unclear else False), np.bool_)  # noqa: E711 — each cell
    others = np.asarray((put == NOTHING) | (put == CROSS), np.bool_)
    return bool(water.any()) and not np.isin(own[water], own[others]).any()


def _are_colours(marks: Marks, wet: Flags, dry: Flags, regions: Rows) -> bool:
    """Whether water fills whole aquariums, and too many of them wrongly for a player.

    What is told as water is colours of the picture with a probability of 1 - TOLD. It is still told if the
    solution leaves it at that: if a player, who fills one in MISTAKES wrongly, explains it as well.
    """
    if not fills_aquariums(marks, regions):
        return False
    water, own = np.asarray(np.array(marks, object) == WATER, np.bool_), np.array(regions)
    wrong = set(own[water & dry].tolist())
    right = set(own[water & wet].tolist()) - wrong
    if len(wrong | right) < FEWEST_FILLS:
        return False
    by_player = MISTAKES ** len(wrong) * (1 - MISTAKES) ** len(right)
    by_picture = WRONG_FILLS ** len(wrong) * (1 - WRONG_FILLS) ** len(right)
    return by_picture > by_player


def certain_marks(marks: Marks) -> SeenMarks:
    """Return marks[row][col] that are known, and None where they are not."""
    kinds = (NOTHING, WATER, CROSS)
    certain = [[[mark == kind for kind in kinds] for mark in line] for line in marks]
    return SeenMarks(np.array(certain, np.float32))
