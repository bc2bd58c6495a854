"""Ink on the sides of every line of a board → how thick its thin parts and walls are, and which is which.

Along one line all thin parts are equally thick, and so are all walls; but screens and programs that reduce
pictures round every line to whole pixels in its own way, so from line to line both differ. Each line is in
one of four states: it has both kinds of sides, it is thin throughout, it is a wall throughout, or its walls
came out as thick as its thin parts, and then nothing is known of its sides. How probable each state is
follows from how thick both kinds are in the other lines: expectation and maximisation, in turns.
"""

from dataclasses import dataclass
from math import erfc, exp, hypot, log, pi, sqrt

import numpy as np
from numpy.typing import NDArray

from ..pixels.quantiles import median, quantile
from .flat.sides import SideInk, Sides
from .student import Spreads, log_density, log_peak, tail

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]
SideShares = tuple[Sides, Sides]
"""Shares, 0 to 1, of upright sides (rows, cols + 1) and of level ones (rows + 1, cols)."""

SIDE_TAILS = 5.0
"""Degrees of freedom of the Student curve of sides around their line's thickness: one odd side is possible at
any thickness."""
SIDE_PEAK = exp(log_peak(SIDE_TAILS))
LEAST_SPREAD, LEAST_LINE_SPREAD = 0.015, 0.03
"""Smallest spread of sides and of lines, as a share of a wall's thickness: measurement is not finer."""
ALIKE = 0.2
"""Two groups of sides whose thicknesses differ by less than this share are one group."""
STEPPED, TYPICAL = 0.5, 0.75
"""At first, lines are taken to have both kinds of sides if their step is this share of a large one, that
which so many of the lines do not exceed: in most lines there are both."""
UNIFORM, ALL_WALLS = 0.2, 0.57
"""Lines of one kind throughout: thin are 4 % of the lines of 5 sides and 1 % of those of 20; and each side
more makes it so much less likely that all are walls, 3 % of the lines of 6 sides and 0.4 % of those of 10. Of
2,500 lines of 15 sides and more, on boards of four makers, none was."""
RESOLVED = 3.0
"""Spreads by which the two kinds must differ, or they look alike."""
GAP = 1.5
"""Rounding moves a thickness by a pixel and no more: the farther the thickest thin part is from the thinnest
wall, by the spreads of both, the less likely they meet in another line; each spread counts so often."""
PRIOR_LINES = 5.0
"""Lines that what the steps say of lines without one weighs as much as: beyond, it counts how many are."""
KERNEL, UNLIKE = 0.04, 0.2
"""A line of one kind is mostly as thick as that kind is in another line, give or take this share of a wall's
thickness; with this probability it is of a thickness of its own."""
LIKE_ONE = 0.15
"""Probability that lines whose kinds look alike are as thick as the thin parts of others, and as walls."""
BETWEEN = 0.25
"""Sides this share of the step away from both kinds are neither: something hides or crosses them."""
DECEPTIVE = 0.3
"""Share of such sides, by the same measure, that look just like the other kind."""
HALF = 0.5
"""Probability from which a line's kinds are taken to look alike, so that nothing is told of covered sides."""
WALL_SHARE = 0.4
"""Probability of a wall where a line's kinds look alike."""
HIDDEN, LINELESS = 0.4, 0.1
"""Share of the usual thin line's ink below which there is none; of boards whose thin lines have less than
this share of a wall's nothing is said."""
BARE, FEWEST_BARE = 0.8, 3
"""Share of a side that must be bare for it to say something of others, and sides of a line of which it is: of
lines with fewer all count."""
ROUNDS = 5
"""Rounds of expectation and maximisation: what changes after four changes no side by more than a tenth."""
NOTHING = 1e-12
"""Stands for probabilities of 0 where their logarithm is needed."""


@dataclass(frozen=True, eq=False, slots=True)
class Lines:
    """The ink of all inner lines, column lines first; shorter ones are filled up with 0."""

    ink: Floats
    """(lines, n)."""
    inside: Mask
    """(lines, n): whether the line has such a side, and it says something of the others."""
    hidden: Mask | bool = False
    """(lines, n): whether not even a thin line is to be seen where there must be one."""

    @property
    def lengths(self) -> Floats:
        """(lines,): how many sides each has."""
        return np.asarray(self.inside.sum(axis=1), np.float64)


THINS, THICKS, HALFWAY, STEP = range(4)
"""Of a board: its thin parts, its walls, halfway between a line's two kinds, and from one to the other."""


def side_odds(sides: SideInk, bare: SideShares | None = None) -> tuple[Floats, Floats] | None:
    """Return the log-odds of walls, (rows, cols - 1) and (rows - 1, cols).

    `bare` is how much, 0 to 1, of the sides (rows, cols + 1) and (rows + 1, cols) nothing is drawn over;
    what is covered tells nothing of the others. None where all sides of the board look alike.
    """
    kinds = Kinds.guessed(inner_lines(sides, bare))
    if kinds is None:
        return None
    for _ in range(ROUNDS):
        kinds.refit()
    rows, cols = len(sides.upright), len(sides.level[0])
    odds = kinds.log_odds()
    return odds[: cols - 1, :rows].T.copy(), odds[cols - 1 :, :cols].copy()


def inner_lines(sides: SideInk, bare: SideShares | None = None) -> Lines:
    """Return the sides line by line, without the frame; `bare` as of `side_odds`."""
    ink, inside = _in_lines((sides.upright, sides.level))
    if bare is None:
        return Lines(ink, inside)
    known = inside & (_in_lines(bare)[0] >= BARE)
    return Lines(ink, np.where(known.sum(axis=1, keepdims=True) >= FEWEST_BARE, known, inside))


def _in_lines(sides: SideShares) -> tuple[Floats, Mask]:
    """Return what is known of inner sides as (lines, n), column lines first, and where lines have sides."""
    upright, level = sides[0][:, 1:-1].T, sides[1][1:-1]
    lines = np.full((len(upright) + len(level), max(upright.shape[1], level.shape[1])), np.nan)
    lines[: len(upright), : upright.shape[1]] = upright
    lines[len(upright) :, : level.shape[1]] = level
    inside = ~np.isnan(lines)
    return np.where(inside, lines, 0), inside


class Kinds:
    """How thick thin parts and walls are in every line of a board, and which state each line is in."""

    def __init__(self, lines: Lines, kinds: Floats, stepped: Mask) -> None:
        """Begin with a guess: the thin and thick kind (2, lines), and which lines (lines,) have both."""
        self.lines = lines
        self.lengths = lines.lengths
        self.kinds = kinds
        """(2, lines): the thickness of thin parts, and of walls."""
        self.states = np.stack([stepped, *3 * [np.zeros(len(stepped))]]).astype(np.float64)
        """(4, lines): probabilities of both kinds, all thin, all walls, and kinds that look alike."""
        self.stepped = stepped
        """(lines,): those that surely have both kinds."""
        self.wall = median(kinds[1, stepped])
        """Thickness of a wall, by which others are measured."""
        self.middle = _middles(lines)
        """(lines,): the median thickness of each line."""
        self.share = np.full(len(stepped), 0.5)
        """(lines,): of walls."""
        self.spread = LEAST_SPREAD * self.wall
        """Of sides around the thickness of their kind."""
        self.spread = self._side_spread()
        self._measure_board()

    @classmethod
    def guessed(cls, lines: Lines) -> "Kinds | None":
        """Split every line by its own largest step; None where the steps are too small to be any."""
        lines = _without_hidden(lines)
        low, high = _split(lines)
        step = high - low
        stepped = step >= max(STEPPED * quantile(step, TYPICAL), ALIKE * median(high), NOTHING)
        if not stepped.any():
            return None
        thin, thick = median(low[stepped]), median(high[stepped])
        return cls(lines, np.stack([low, high]), stepped) if thick - thin > ALIKE * thick > 0 else None

    @property
    def step(self) -> float:
        """The usual step from thin parts to walls."""
        return float(self.board.means[STEP])

    def refit(self) -> None:
        """Make one round: of every line's two kinds, then its state, then what they say of the board."""
        for _ in range(2):
            self._fit_lines()
        self._weigh_states()
        self.spread = self._side_spread()
        self._measure_board()

    def log_odds(self) -> Floats:
        """Return (lines, n) natural-log odds of a wall."""
        odd = max(self._odd_share(), NOTHING) / max(self.step / self.spread, 1.0)
        thin, thick = self._densities(self._between(self.kinds), self.kinds) + odd
        both, all_thin, all_thick, alike = np.maximum(self.states, NOTHING**2)[:, :, None]
        both = both / (thin + thick)
        walls = both * thick + all_thick + alike * WALL_SHARE
        none = both * thin + all_thin + alike * (1 - WALL_SHARE)
        odds = np.where(self.lines.hidden, log(WALL_SHARE / (1 - WALL_SHARE)), np.log(walls / none))
        uncounted = ~self.lines.inside & ~np.asarray(self.lines.hidden) & (self.states[3] < HALF)[:, None]
        return np.where(uncounted, self._odds_of_uncounted(odd), odds) if uncounted.any() else odds

    def _odds_of_uncounted(self, odd: float) -> Floats:
        """Return (lines, n) log-odds of sides that were not counted among those of their line.

        That all its bare sides are of one kind says little of a side that lies under something: it is
        compared with them, and with the other kind, that differs by the usual step.
        """
        both, all_thin, all_thick, _ = self.states
        thin = self.middle - np.where(all_thick > all_thin, self.step, 0)
        has_both = both > np.maximum(all_thin, all_thick)
        kinds = np.where(has_both, self.kinds, [thin, thin + self.step])
        as_thin, as_thick = self._densities(self._between(kinds), kinds) + odd
        return np.asarray(np.log(as_thick / as_thin), np.float64)

    def _between(self, kinds: Floats) -> Floats:
        """Return the ink (lines, n), taken as one of the kinds (2, lines) where it is beyond both."""
        return np.minimum(np.maximum(self.lines.ink, kinds[0, :, None]), kinds[1, :, None])

    def _measure_board(self) -> None:
        """Find how both kinds vary from line to line; where they look alike, each is as thick as the line."""
        both, all_thin, all_thick, alike = self.states + NOTHING
        halfway, step = self.kinds.sum(axis=0) / 2, self.kinds[1] - self.kinds[0]
        weights = np.zeros((4, 2, len(both)))
        weights[:, 0] = both
        weights[THINS, 1], weights[THICKS, 1] = all_thin + alike, all_thick + alike
        values = np.empty_like(weights)
        values[:, 0], values[:, 1] = (*self.kinds, halfway, step), self.middle
        total = weights.sum(axis=(1, 2))
        means = (values * weights).sum(axis=(1, 2)) / total
        squares = ((values - means[:, None, None]) ** 2 * weights).sum(axis=(1, 2)) / total
        self.board = Spreads(means, np.sqrt(squares + (LEAST_LINE_SPREAD * self.wall) ** 2))

    def _side_spread(self) -> float:
        """Measure how far sides are from the nearer kind, where a line has both."""
        has_both = self.states[0] > 0.5
        if not has_both.any():
            return self.spread
        near = self._off_nearer()[self.lines.inside & has_both[:, None]]
        return sqrt(float(near @ near) / len(near) + (LEAST_SPREAD * self.wall) ** 2)

    def _off_nearer(self) -> Floats:
        return np.asarray(np.abs(self.lines.ink - self.kinds[:, :, None]).min(axis=0), np.float64)

    def _odd_share(self) -> float:
        """Return the share of the sides that look like the other kind, by how many look like neither."""
        seen = self._off_nearer()[self.lines.inside & self.stepped[:, None]]
        far = BETWEEN * self.step
        by_chance = len(seen) * erfc(far / self.spread / sqrt(2))
        return DECEPTIVE / (2 * BETWEEN) * max(0.0, int((seen > far).sum()) - by_chance) / len(seen)

    def _densities(self, ink: Floats, kinds: Floats) -> Floats:
        """Return (k, lines, n): densities, in spreads, where each line is of one kind, (k, lines)."""
        off = (ink - kinds[:, :, None]) / self.spread
        far = 1 + off * off / SIDE_TAILS
        found: Floats = SIDE_PEAK / (far * far * far)  # a power, of (SIDE_TAILS + 1) / 2, takes far longer
        return found

    def _fit_lines(self) -> None:
        """Move every line's two kinds to where its sides are, or if it has few, to those of the board."""
        ink, inside = self.lines.ink, self.lines.inside
        is_kind = self._densities(self._between(self.kinds), self.kinds)
        is_kind *= inside / is_kind.sum(axis=0)
        off = (ink - self.kinds[:, :, None]) / self.spread
        weights = is_kind * ((SIDE_TAILS + 1) / self.spread**2) / (SIDE_TAILS + off * off)
        prior = 1 / self.board.widths[:2, None] ** 2
        thick = self.board.means[:2, None] * prior + (weights * ink).sum(axis=2)
        self.kinds = thick / (prior + weights.sum(axis=2))
        self.kinds[1] = self.kinds.max(axis=0)
        self.share = is_kind[1].sum(axis=1) / self.lengths

    def _weigh_states(self) -> None:
        """Find how probable each state of every line is."""
        two_fit, one_fit = self._log_fits()
        step, halfway = self.kinds[1] - self.kinds[0], self.kinds.sum(axis=0) / 2
        by_step, by_halfway, *as_middle = self.board.log_density(
            (STEP, HALFWAY, HALFWAY, THINS, THICKS), np.stack([step, halfway, *3 * [self.middle]])
        )
        # Marks beside it may make one kind look like two, no farther apart than sides scatter elsewhere.
        like_two = two_fit + log(2 / self.spread) + log_density(step / self.spread)
        one = np.logaddexp(one_fit, like_two)
        as_thin, as_thick = self._log_familiar(np.stack(as_middle[1:]))
        as_either = np.logaddexp(as_thin, as_thick) + log(LIKE_ONE)
        alike = np.logaddexp(as_either, as_middle[0] + log(1 - 2 * LIKE_ONE))
        fits = np.stack(
            [
                two_fit + by_halfway + by_step,
                one + as_thin + np.log(UNIFORM / self.lengths),
                one + as_thick + log(ALL_WALLS) * self.lengths,
                one + alike + np.log(self._blind_share()),
            ]
        )
        weights = np.exp(fits - fits.max(axis=0))
        self.states = weights / weights.sum(axis=0)

    def _log_fits(self) -> tuple[Floats, Floats]:
        """Return (lines,) how well two kinds fit each line, and one, whatever their thicknesses are."""
        inside, lengths = self.lines.inside, self.lengths
        walls = self.share * lengths
        guess = ((walls + 1) / (lengths + 2))[:, None]
        thin, thick, one = self._densities(self.lines.ink, np.stack([*self.kinds, self.middle]))
        two, one = (np.log(np.stack([guess * thick + (1 - guess) * thin, one])) * inside).sum(axis=2)
        of_walls, of_thin, of_one = self._log_leeway(np.stack([walls, lengths - walls, lengths]))
        return two + of_walls + of_thin - 0.5 * np.log(lengths), one + of_one

    def _log_leeway(self, count: Floats) -> Floats:
        """Return (…): the logarithm of how finely so many sides tell the thickness of their kind."""
        return np.asarray(np.log(self.spread * np.sqrt(2 * pi / (count + 1))), np.float64)

    def _log_familiar(self, by_board: Floats) -> Floats:
        """Return (2, lines): the log-density of each line's thickness if it is all of one kind, or the other.

        Mostly it is as thick as that kind is in some line that has both; else as is probable by the board.
        """
        width, both = KERNEL * self.wall, self.states[0] + NOTHING
        near = np.exp(-0.5 * ((self.middle[:, None] - self.kinds[:, None]) / width) ** 2) @ both
        density = near * ((1 - UNLIKE) / (both.sum() * width * sqrt(2 * pi)))
        like_others = np.log(np.maximum(density, NOTHING**2))
        return np.asarray(np.logaddexp(like_others, log(UNLIKE) + by_board), np.float64)

    def _blind_share(self) -> Floats:
        """Return (lines,) which share of the others has kinds that look alike: by steps, and by count."""
        widths = self.board.widths
        step = (self.step - RESOLVED * self.spread) / float(widths[STEP])
        (thin, thick), stepped = self.kinds, self.stepped
        gap = float(thick[stepped].min() - thin[stepped].max()) - RESOLVED * self.spread
        apart = max(gap, 0.0) / hypot(widths[THINS], widths[THICKS])
        by_steps = max(tail(step) * exp(-GAP * apart), NOTHING)
        if not self.states[1:].any():  # nothing was counted yet
            return np.full(len(self.middle), by_steps)
        counted = np.maximum(self.states[3].sum() - self.states[3], 0)
        return np.asarray((PRIOR_LINES * by_steps + counted) / (PRIOR_LINES + len(self.middle) - 1))


def _split(lines: Lines) -> tuple[Floats, Floats]:
    """Return the mean thicknesses (lines,) below and above the widest step of each line (Otsu's)."""
    lengths = lines.lengths[:, None]
    ordered = np.sort(np.where(lines.inside, lines.ink, np.inf), axis=1)
    sums = np.cumsum(np.where(np.isfinite(ordered), ordered, 0.0), axis=1)
    count = np.arange(1, ordered.shape[1] + 1)
    rest = np.maximum(lengths - count, 1)
    low, high = sums / count, (sums[:, -1:] - sums) / rest
    between = np.where(count < lengths, count * rest * (high - low) ** 2, -1.0)
    at = between.argmax(axis=1)[:, None]
    return np.take_along_axis(low, at, axis=1)[:, 0], np.take_along_axis(high, at, axis=1)[:, 0]


def _without_hidden(lines: Lines) -> Lines:
    """Take out the sides without ink in lines that show two kinds all the same: they lie under something.

    They have less than the thin lines of the board usually have, and those of their own line.
    """
    low, high = _split(lines)
    usual, most = median(low), median(high)
    blank = lines.inside & (lines.ink < HIDDEN * usual)
    inked = lines.inside & ~blank
    has_two = blank.any(axis=1) & (inked.sum(axis=1) > 1)
    if usual < LINELESS * most or not has_two.any():
        return lines
    low, high = _split(Lines(lines.ink, np.where(has_two[:, None], inked, lines.inside)))
    has_two &= high - low > max(STEPPED * (most - usual), ALIKE * most)
    hidden = blank & has_two[:, None] & (lines.ink < HIDDEN * low[:, None])
    return Lines(lines.ink, lines.inside & ~hidden, hidden)


def _middles(lines: Lines) -> Floats:
    if lines.inside.all():
        return median(lines.ink, axis=1)
    return np.asarray(np.nanmedian(np.where(lines.inside, lines.ink, np.nan), axis=1), np.float64)
