"""What the player has put in the cells, with probabilities: water, a cross or other sign of air, nothing."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from solver.puzzle import Known, Marks, Rows

from .colours import CellColours, kinds_of

NOTHING, WATER, CROSS = 0, 1, 2
UNCLEAR = -1
"""Stands for None in arrays."""

TOLD = 0.98
"""Probability from which a mark is told."""
ENTERED = 0.85
"""Probability of water or a cross from which the likelier is told, until a solution makes what is right surer
and takes the others back."""
SIGN = 0.5
"""Probability from which a cell of one colour has a sign all the same."""
SMALLEST_SUM = 1e-12
"""Least sum that is divided by."""
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
    colours: CellColours | None = None
    """What colours the cells have, if that was looked at."""
    of_colours: Flags | None = None
    """Which cells cannot be told because their whole colour may be water; None if there are none."""

    @property
    def coloured(self) -> Flags:
        """Which these are, as an array also where there are none."""
        nowhere = np.zeros(self.probabilities.shape[:2], np.bool_)
        return nowhere if self.of_colours is None else self.of_colours

    @property
    def told(self) -> Marks:
        """told[row][col]: NOTHING, WATER, CROSS (dot, ring), or None where it cannot be told.

        An entry is told that is not quite sure: `given` takes back what no solution makes surer.
        """
        return _as_marks(self.kinds)

    def given(self, forced: Known, regions: Rows) -> "SeenMarks":
        """Return how probable marks are, seeing what every solution has in a cell: None where they differ.

        What is paper, water or unclear is decided before, for whole colours by the aquariums
        regions[row][col]. The solution only takes entries back: so what is unclear says nothing of it.

        By Bayes' rule. About half of the cells are wet: where an entry is right, it is twice as likely as
        anywhere, and where it would be a mistake, twice as likely as mistakes are. So it is told as one only
        if a mistake is likelier than a misreading. If all water may be colours of the aquariums, none of it
        is told. Else, if there are many entries and most are mistakes, water and empty cells were taken for
        each other: then nothing is told.
        """
        seen = self._by_colours(np.array(regions, np.int32))
        cells, kinds, probable = np.array(forced, object), seen.kinds, seen.probabilities
        wet, dry = (np.asarray(cells == kind, np.bool_) for kind in (True, False))
        is_water, is_cross = kinds == WATER, kinds == CROSS
        entered = is_water | is_cross
        known, mistakes = entered & (wet | dry), is_water & dry | is_cross & wet
        of_colours = is_water & _are_colours(_as_marks(kinds), wet, dry, regions)
        if not of_colours.any() and known.mean() >= FEWEST_SWAPPED and 2 * mistakes.sum() > known.sum():
            return replace(seen, probabilities=np.zeros_like(probable))
        right, wrong = 2 * (1 - MISTAKES), 2 * MISTAKES
        factors = np.ones_like(probable)
        factors[..., WATER] = np.select([wet, dry], [right, wrong], 1)
        factors[..., CROSS] = np.select([wet, dry], [wrong, right], 1)
        odd = (1 - probable.sum(axis=2)).clip(0) * np.where(wet | dry, ODD, 1)
        weighed = probable * factors
        weighed /= np.maximum(weighed.sum(axis=2) + odd, SMALLEST_SUM)[..., None]
        own = np.take_along_axis(weighed, np.maximum(kinds, 0)[..., None], axis=2)
        weighed *= (own >= TOLD) & ~of_colours[..., None]
        left = np.where(entered[..., None], weighed, probable)
        return replace(seen, probabilities=left, of_colours=seen.coloured | of_colours)

    @property
    def kinds(self) -> NDArray[np.int64]:
        """(rows, cols): the marks that are told, UNCLEAR where none is."""
        nothing, water, cross = np.moveaxis(self.probabilities, 2, 0)
        entry = np.where(water >= cross, WATER, CROSS)
        return np.select([nothing >= TOLD, water + cross >= ENTERED], [NOTHING, entry], UNCLEAR)

    def _by_colours(self, regions: NDArray[np.int32]) -> "SeenMarks":
        """Return the marks with those of whole colours decided as `colours.py` decides them."""
        if self.colours is None:
            return self
        nothing, water, cross = np.moveaxis(self.probabilities, 2, 0)
        kinds = kinds_of(self.colours, water, regions)
        bare = self.colours.plain & (cross < SIGN)
        ground, sign = np.where(bare, 1, nothing + water), np.where(bare, 0, cross)
        wet = np.where(kinds.water, np.maximum(water, kinds.sure * ground), 0)
        decided = np.stack([(ground - wet) * ~kinds.either, wet, sign], axis=2)
        is_decided = (kinds.paper | kinds.water | kinds.either)[..., None]
        return replace(
            self,
            probabilities=np.where(is_decided, decided, self.probabilities).astype(np.float32),
            of_colours=kinds.either & (sign < ENTERED),
        )


def _as_marks(kinds: NDArray[np.int64]) -> Marks:
    return tuple(tuple(None if kind == UNCLEAR else kind for kind in line) for line in kinds.tolist())


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
