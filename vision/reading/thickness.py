"""Ink on the sides of every line of a board → how thick its thin parts and walls are, and which is which.

Along one line all thin parts are equally thick, and so are all walls; but screens and programs that reduce
pictures round every line to whole pixels in its own way, so from line to line both differ. Each line is in
one of four states: it has both kinds of sides, it is thin throughout, it is a wall throughout, or its walls
came out as thick as its thin parts, and then nothing is known of its sides. How probable each state is
follows from how thick both kinds are in the other lines: expectation and maximisation, in turns.
"""

from math import erfc, exp, hypot, lgamma, log, pi, sqrt

import numpy as np
from numpy.typing import NDArray

from solver.dataclass import dataclass

from .quantiles import median, quantile
from .sides import SideInk, Sides

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]
SideShares = tuple[Sides, Sides]
"""Shares, 0 to 1, of upright sides (rows, cols + 1) and of level ones (rows + 1, cols)."""

SIDE_TAILS, LINE_TAILS = 5.0, 4.0
"""Degrees of freedom of the Student curves of sides around their line's thickness, and of lines around the
board's: one odd side, and one odd line, is possible at any thickness."""
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


@dataclass(frozen=True, eq=False)
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


@dataclass(frozen=True)
class Spread:
    """How thick something is in the lines of a board: a Student curve."""

    mean: float
    width: float

    def log_density(self, values: Floats) -> Floats:
        """Return natural logarithms of the density at values (n,)."""
        return _log_student((values - self.mean) / self.width, LINE_TAILS) - log(self.width)


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
    both = (sides[0][:, 1:-1].T, sides[1][1:-1])
    longest = max(part.shape[1] for part in both)
    lines = np.concatenate([np.pad(part, ((0, 0), (0, longest - part.shape[1]))) for part in both])
    lengths = np.repeat([part.shape[1] for part in both], [len(part) for part in both])
    return lines.astype(np.float64), np.arange(longest) < lengths[:, None]


class Kinds:
    """How thick thin parts and walls are in every line of a board, and which state each line is in."""

    def __init__(self, lines: Lines, thin: Floats, thick: Floats, stepped: Mask) -> None:
        """Begin with a guess: thin and thick (lines,), and which lines (lines,) have both."""
        self.lines = lines
        self.thin = thin
        """(lines,)."""
        self.thick = thick
        """(lines,)."""
        self.states = np.stack([stepped, *3 * [np.zeros(len(thin))]]).astype(np.float64)
        """(4, lines): probabilities of both kinds, all thin, all walls, and kinds that look alike."""
        self.stepped = stepped
        """(lines,): those that surely have both kinds."""
        self.wall = median(thick[stepped])
        """Thickness of a wall, by which others are measured."""
        self.middle = _middles(lines)
        """(lines,): the median thickness of each line."""
        self.share = np.full(len(thin), 0.5)
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
        return cls(lines, low, high, stepped) if thick - thin > ALIKE * thick > 0 else None

    def refit(self) -> None:
        """Make one round: of every line's two kinds, then its state, then what they say of the board."""
        for _ in range(2):
            self._fit_lines()
        self._weigh_states()
        self.spread = self._side_spread()
        self._measure_board()

    def log_odds(self) -> Floats:
        """Return (lines, n) natural-log odds of a wall."""
        ink = np.clip(self.lines.ink, self.thin[:, None], self.thick[:, None])
        odd = log(max(self._odd_share(), NOTHING)) - log(max(self.step.mean / self.spread, 1.0))
        thin, thick = (np.logaddexp(self._log_side(ink, kind), odd) for kind in (self.thin, self.thick))
        either = np.logaddexp(thin, thick)
        both, all_thin, all_thick, alike = np.log(np.maximum(self.states, NOTHING**2))[:, :, None]
        walls = np.logaddexp(np.logaddexp(both + thick - either, all_thick), alike + log(WALL_SHARE))
        none = np.logaddexp(np.logaddexp(both + thin - either, all_thin), alike + log(1 - WALL_SHARE))
        odds = np.where(self.lines.hidden, log(WALL_SHARE / (1 - WALL_SHARE)), walls - none)
        uncounted = ~self.lines.inside & ~np.asarray(self.lines.hidden) & (self.states[3] < HALF)[:, None]
        return np.where(uncounted, self._odds_of_uncounted(odd), odds) if uncounted.any() else odds

    def _odds_of_uncounted(self, odd: float) -> Floats:
        """Return (lines, n) log-odds of sides that were not counted among those of their line.

        That all its bare sides are of one kind says little of a side that lies under something: it is
        compared with them, and with the other kind, that differs by the usual step.
        """
        both, all_thin, all_thick, _ = self.states
        thin = self.middle - np.where(all_thick > all_thin, self.step.mean, 0)
        has_both = both > np.maximum(all_thin, all_thick)
        thick = np.where(has_both, self.thick, thin + self.step.mean)
        thin = np.where(has_both, self.thin, thin)
        ink = np.clip(self.lines.ink, thin[:, None], thick[:, None])
        as_thin, as_thick = (np.logaddexp(self._log_side(ink, kind), odd) for kind in (thin, thick))
        return np.asarray(as_thick - as_thin, np.float64)

    def _measure_board(self) -> None:
        """Find how both kinds vary from line to line; where they look alike, each is as thick as the line."""
        both, all_thin, all_thick, alike = self.states + NOTHING
        self.thins = self._line_spread(self.thin, both, self.middle, all_thin + alike)
        self.thicks = self._line_spread(self.thick, both, self.middle, all_thick + alike)
        self.halfway = self._line_spread((self.thin + self.thick) / 2, both)
        self.step = self._line_spread(self.thick - self.thin, both)

    def _line_spread(
        self, values: Floats, weights: Floats, more: Floats | None = None, more_weights: Floats | None = None
    ) -> Spread:
        if more is not None and more_weights is not None:
            values, weights = np.concatenate([values, more]), np.concatenate([weights, more_weights])
        total = weights.sum()  # several times faster than np.average
        mean = float((values * weights).sum() / total)
        square = float(((values - mean) ** 2 * weights).sum() / total)
        return Spread(mean, sqrt(square + (LEAST_LINE_SPREAD * self.wall) ** 2))

    def _side_spread(self) -> float:
        """Measure how far sides are from the nearer kind, where a line has both."""
        has_both = self.states[0] > 0.5
        if not has_both.any():
            return self.spread
        near = self._off_nearer()[has_both][self.lines.inside[has_both]]
        return sqrt(float((near**2).mean()) + (LEAST_SPREAD * self.wall) ** 2)

    def _off_nearer(self) -> Floats:
        ink = self.lines.ink
        return np.minimum(abs(ink - self.thin[:, None]), abs(ink - self.thick[:, None]))

    def _odd_share(self) -> float:
        """Return the share of the sides that look like the other kind, by how many look like neither."""
        seen = self._off_nearer()[self.stepped][self.lines.inside[self.stepped]]
        far = BETWEEN * self.step.mean
        by_chance = len(seen) * erfc(far / self.spread / sqrt(2))
        return DECEPTIVE / (2 * BETWEEN) * max(0.0, int((seen > far).sum()) - by_chance) / len(seen)

    def _log_side(self, ink: Floats, kind: Floats) -> Floats:
        """Return (lines, n): log-densities of ink, in spreads, where each line has one kind of sides."""
        return _log_student((ink - kind[:, None]) / self.spread, SIDE_TAILS)

    def _fit_lines(self) -> None:
        """Move every line's two kinds to where its sides are, or if it has few, to those of the board."""
        ink, inside = self.lines.ink, self.lines.inside
        between = np.clip(ink, self.thin[:, None], self.thick[:, None])
        odds = self._log_side(between, self.thick) - self._log_side(between, self.thin)
        is_thick = inside / (1 + np.exp(-np.clip(odds, -50, 50)))
        fitted = []
        for kind, mine, board in (
            (self.thin, inside - is_thick, self.thins),
            (self.thick, is_thick, self.thicks),
        ):
            off = (ink - kind[:, None]) / self.spread
            weights = mine * (SIDE_TAILS + 1) / (SIDE_TAILS + off**2) / self.spread**2
            prior = 1 / board.width**2
            fitted.append((board.mean * prior + (weights * ink).sum(axis=1)) / (prior + weights.sum(axis=1)))
        self.thin, self.thick = fitted[0], np.maximum(*fitted)
        self.share = is_thick.sum(axis=1) / self.lines.lengths

    def _weigh_states(self) -> None:
        """Find how probable each state of every line is."""
        two_fit, one_fit = self._log_fits()
        step, halfway = self.thick - self.thin, (self.thin + self.thick) / 2
        both = two_fit + self.halfway.log_density(halfway) + self.step.log_density(step)
        # Marks beside it may make one kind look like two, no farther apart than sides scatter elsewhere.
        like_two = two_fit + log(2) + Spread(0.0, self.spread).log_density(step)
        one = np.logaddexp(one_fit, like_two)
        as_thin = self._log_familiar(self.thin, self.thins)
        as_thick = self._log_familiar(self.thick, self.thicks)
        as_either = np.logaddexp(as_thin, as_thick) + log(LIKE_ONE)
        alike = np.logaddexp(as_either, self.halfway.log_density(self.middle) + log(1 - 2 * LIKE_ONE))
        all_thin = one + as_thin + np.log(UNIFORM / self.lines.lengths)
        all_thick = one + as_thick + log(ALL_WALLS) * self.lines.lengths
        fits = np.stack([both, all_thin, all_thick, one + alike + np.log(self._blind_share())])
        weights = np.exp(fits - fits.max(axis=0))
        self.states = weights / weights.sum(axis=0)

    def _log_fits(self) -> tuple[Floats, Floats]:
        """Return (lines,) how well two kinds fit each line, and one, whatever their thicknesses are."""
        ink, inside, lengths = self.lines.ink, self.lines.inside, self.lines.lengths
        walls = self.share * lengths
        guess = ((walls + 1) / (lengths + 2))[:, None]
        thin, thick = self._log_side(ink, self.thin), self._log_side(ink, self.thick)
        two = (np.logaddexp(np.log(guess) + thick, np.log(1 - guess) + thin) * inside).sum(axis=1)
        two += self._log_leeway(walls) + self._log_leeway(lengths - walls) - 0.5 * np.log(lengths)
        one = (self._log_side(ink, self.middle) * inside).sum(axis=1)
        return two, one + self._log_leeway(lengths)

    def _log_leeway(self, count: Floats) -> Floats:
        """Return (lines,): the logarithm of how finely so many sides tell the thickness of their kind."""
        return np.asarray(np.log(self.spread * np.sqrt(2 * pi / (count + 1))), np.float64)

    def _log_familiar(self, kind: Floats, board: Spread) -> Floats:
        """Return (lines,): the log-density of each line's thickness if it is all of one kind.

        Mostly it is as thick as that kind, (lines,), is in some line that has both.
        """
        width = KERNEL * self.wall
        near = np.exp(-0.5 * ((self.middle[:, None] - kind) / width) ** 2) @ (self.states[0] + NOTHING)
        density = near / (self.states[0] + NOTHING).sum() / (width * sqrt(2 * pi))
        like_others = np.log(np.maximum((1 - UNLIKE) * density, NOTHING**2))
        return np.asarray(np.logaddexp(like_others, log(UNLIKE) + board.log_density(self.middle)), np.float64)

    def _blind_share(self) -> Floats:
        """Return (lines,) which share of the others has kinds that look alike: by steps, and by count."""
        step = (self.step.mean - RESOLVED * self.spread) / self.step.width
        gap = float(self.thick[self.stepped].min() - self.thin[self.stepped].max()) - RESOLVED * self.spread
        apart = max(gap, 0.0) / hypot(self.thins.width, self.thicks.width)
        by_steps = max(_student_tail(step) * exp(-GAP * apart), NOTHING)
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


def _log_student(off: Floats, degrees: float) -> Floats:
    """Return log-densities of a Student curve of width 1 at values (…)."""
    norm = lgamma((degrees + 1) / 2) - lgamma(degrees / 2) - 0.5 * log(degrees * pi)
    return np.asarray(norm - (degrees + 1) / 2 * np.log1p(off**2 / degrees), np.float64)


def _student_tail(off: float) -> float:
    """Return the probability of more than `off` under a Student curve of width 1 and LINE_TAILS of 4."""
    share = off / sqrt(LINE_TAILS + off**2)
    return float(0.5 - 0.5 * share * (1 + 0.5 * (1 - share**2)))
