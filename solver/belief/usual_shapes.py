"""How usual aquariums of some shapes are: which are likeliest where nothing is seen of the walls."""

from collections import Counter
from itertools import chain, pairwise

from ..puzzle import Rows

STRAIGHT, CORNER, THREE, CROSSING = -0.7, -0.9, -0.7, -0.3
"""Log-odds of the walls that meet where four cells do, against none: two in a line, two at right angles,
three, and four."""
AQUARIUM, SINGLE = -0.2, -1.1
"""Of one more aquarium, and of its being a single cell. All are fitted to what up to a dozen sides beside
each other are, among what they could be, in puzzles of the site and as many others with one solution."""
MEETING = (0.0, 0.0, CORNER, THREE, CROSSING)
"""By their number; one cannot meet nothing."""
IN_LINE = ((True, False, True, False), (False, True, False, True))


def usualness(regions: Rows) -> float:
    """Return how usual aquariums of such shapes are, as a log-probability but for a constant."""
    usual = 0.0
    for above, below in pairwise(regions):
        for (one, other), (third, fourth) in zip(pairwise(above), pairwise(below), strict=True):
            walls = (one != other, other != fourth, fourth != third, third != one)
            usual += STRAIGHT if walls in IN_LINE else MEETING[sum(walls)]
    sizes = Counter(chain.from_iterable(regions))
    return usual + AQUARIUM * len(sizes) + SINGLE * sum(size == 1 for size in sizes.values())
