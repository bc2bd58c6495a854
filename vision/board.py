"""The grid in a picture: where its cells stand, straight, turned or in perspective."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.floating]
PixelBox = tuple[int, int, int, int]
"""left, top, right, bottom in pixels of the picture, right and bottom excluded."""
CellBox = tuple[float, float, float, float]
"""left, top, right, bottom on the board, in cells."""

AT_ONCE = 64
"""Rows of places in the picture that are worked out at once, so that they stay in the processor's cache."""
LEVEL = 0.5
"""Pixels by which corners are off an upright rectangle, at most, that are measured no better."""
TILT_ROUNDS = 5
"""Rounds in which sides far from the fit of a tilt lose weight."""


@dataclass(frozen=True, eq=False)
class Board:
    """The grid of cells in a picture.

    Positions on it are (u, v) in cells: column lines at u = 0..cols, row lines at v = 0..rows.
    """

    rows: int
    cols: int
    to_picture: NDArray[np.float64]
    """(3, 3) homography from even line positions to pixels; pixel i covers [i, i + 1]."""
    xs: NDArray[np.float64]
    """(cols + 1,) where the column lines stand among the even positions 0..cols."""
    ys: NDArray[np.float64]
    """(rows + 1,) the same for the row lines."""
    contrast: float
    """Of its lines with the gaps between them, at most 1: how much it looks like a grid."""

    def __repr__(self) -> str:
        """Say its size and place in one line."""
        (left, top), *_ = self.corners
        return f"Board({self.rows} x {self.cols} cells of {self.pitch:.1f} px at {left:.0f}, {top:.0f})"

    def points(self, u: Points, v: Points) -> tuple[Points, Points]:
        """Return the picture's x and y of board positions; beyond the frame the even grid goes on.

        On an upright board x keeps the shape of u, and y that of v.
        """
        return _project(
            self.to_picture,
            _moved(u, np.arange(self.cols + 1.0), self.xs),
            _moved(v, np.arange(self.rows + 1.0), self.ys),
        )

    def maps(self, u: Points, v: Points, origin: tuple[int, int], scale: float) -> NDArray[np.float32]:
        """Return (2, len(v), len(u)): x and y of every u (n,) at every v (m,), counted from pixels' centres.

        They are those in a part of the picture that begins at x, y and is enlarged by `scale`.
        """
        a, b = _moved(u, np.arange(self.cols + 1.0), self.xs), _moved(v, np.arange(self.rows + 1.0), self.ys)
        to_part = np.array([[scale, 0, -0.5], [0, scale, -0.5], [0, 0, 1]])
        to_part[:2, 2] -= scale * np.array(origin)
        found = np.empty((2, len(b), len(a)), np.float32)
        for first in range(0, len(b), AT_ONCE):
            rows = slice(first, first + AT_ONCE)
            x, y, depth = (
                to_a * a + shift + (to_b * b[rows])[:, None]
                for to_a, to_b, shift in to_part @ self.to_picture
            )
            np.divide(x, depth, out=found[0, rows], casting="same_kind")
            np.divide(y, depth, out=found[1, rows], casting="same_kind")
        return found

    def positions(self, x: Points, y: Points) -> tuple[Points, Points]:
        """Return the board positions (u, v) of points in the picture: the inverse of `points`."""
        a, b = _project(np.linalg.inv(self.to_picture), x, y)
        return _moved(a, self.xs, np.arange(self.cols + 1.0)), _moved(b, self.ys, np.arange(self.rows + 1.0))

    def point(self, u: float, v: float) -> tuple[float, float]:
        """Return x and y in the picture of one board position."""
        x, y = self.points(np.array([u], float), np.array([v], float))
        return float(x[0]), float(y[0])

    def position(self, x: float, y: float) -> tuple[float, float]:
        """Return the board position of one point in the picture."""
        u, v = self.positions(np.array([x], float), np.array([y], float))
        return float(u[0]), float(v[0])

    @cached_property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """The four corners (x, y) of the frame, clockwise from the top left."""
        x, y = self.points(
            np.array([0, self.cols, self.cols, 0.0]), np.array([0, 0, self.rows, self.rows + 0.0])
        )
        return tuple((float(a), float(b)) for a, b in zip(x, y, strict=True))

    def turned(self, quarters: int) -> "Board":
        """Return the grid as it stands when its picture is turned clockwise by so many quarters."""
        if quarters == 0:
            return self
        rows, cols = self.cols, self.rows
        # Its position (u, v) is this board's (v, rows - u): its top is the left side here.
        back = np.array([[0, 1, 0], [-1, 0, self.rows], [0, 0, 1]], np.float64)
        once = Board(rows, cols, self.to_picture @ back, cols - self.ys[::-1], self.xs.copy(), self.contrast)
        return once.turned(quarters - 1)

    @cached_property
    def area(self) -> float:
        """Pixels inside the frame."""
        return float(cv2.contourArea(np.array(self.corners, np.float32)))

    @property
    def shorter_side(self) -> float:
        """Pixels along the shorter side of the frame."""
        return self.pitch * min(self.rows, self.cols)

    @cached_property
    def pitch(self) -> float:
        """Mean distance of neighbouring lines in pixels."""
        return float(np.sqrt(self.area / (self.rows * self.cols)))

    def boxes(self, rectangles: Sequence[CellBox]) -> list[PixelBox]:
        """Return pixel boxes around rectangles on the board."""
        corners = np.array(rectangles, np.float64).reshape(-1, 4)
        x, y = self.points(corners[:, [0, 2, 2, 0]], corners[:, [1, 1, 3, 3]])
        edges = np.stack(
            [np.floor(x.min(1)), np.floor(y.min(1)), np.ceil(x.max(1)), np.ceil(y.max(1))], axis=1
        )
        return [(left, top, right, bottom) for left, top, right, bottom in edges.astype(int).tolist()]

    @cached_property
    def box(self) -> PixelBox:
        """The pixel box around the frame."""
        return self.boxes([(0, 0, self.cols, self.rows)])[0]

    @property
    def is_upright(self) -> bool:
        """Whether the grid is neither turned nor tilted."""
        return _is_upright(self.to_picture)

    def overlaps(self, other: "Board") -> bool:
        """Whether the boxes around two boards of one picture share a pixel."""
        return overlap(self.box, other.box)

    def placed(self, left: float, top: float, across: float, down: float) -> "Board":
        """Return the board upright: its corner at left, top, its cells across by down pixels large."""
        return replace(self, to_picture=upright(left, top, across, down))

    def shifted(self, right: float, down: float) -> "Board":
        """Return the board so many pixels farther right and down in the picture."""
        moved = np.array([[1, 0, right], [0, 1, down], [0, 0, 1]])
        return replace(self, to_picture=moved @ self.to_picture)

    def scaled(self, by: float) -> "Board":
        """Return the board in a picture that is so many times as large."""
        return replace(self, to_picture=np.diag([by, by, 1.0]) @ self.to_picture)

    def levelled(self, pixel: float = 1.0) -> "Board":
        """Return the board upright, if its corners then move by LEVEL at most; else as it is.

        It was measured in pixels that are so many of the picture's wide.
        """
        (a, b), (c, d), (e, f), (g, h) = self.corners
        left, top, right, bottom = (a + g) / 2, (b + d) / 2, (c + e) / 2, (f + h) / 2
        level = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
        if self.is_upright or np.abs(level - self.corners).max() > LEVEL * pixel:
            return self
        return self.placed(left, top, (right - left) / self.cols, (bottom - top) / self.rows)

    def resized(self, top: int, bottom: int, left: int, right: int) -> "Board":
        """Return the even grid from some of its lines to others, counted from its first; it goes on evenly.

        These are row lines from top to bottom, column lines from left to right.
        """
        rows, cols = bottom - top, right - left
        (x, x_end), (y, y_end) = (
            _moved(np.array([first, last], float), np.arange(0.0 + len(lines)), lines)
            for first, last, lines in ((left, right, self.xs), (top, bottom, self.ys))
        )
        inwards = np.array([[(x_end - x) / cols, 0, x], [0, (y_end - y) / rows, y], [0, 0, 1]], np.float64)
        xs, ys = np.arange(cols + 1.0), np.arange(rows + 1.0)
        return replace(self, rows=rows, cols=cols, to_picture=self.to_picture @ inwards, xs=xs, ys=ys)

    def moved_lines(self, right: Points, down: Points) -> "Board":
        """Return the board with its column lines moved right and its row lines down, in cells."""
        return replace(self, xs=self.xs + right, ys=self.ys + down)

    def tilted_by(self, right: Points, down: Points) -> "Board":
        """Return the board turned and tilted to where the sides of its cells were seen.

        `right` is (rows, cols + 1) and `down` (rows + 1, cols): how far each upright side was seen right of
        its place, and each level side below it, in cells. A small change of perspective moves (u, v) by the
        linear and two shared quadratic terms fitted here by least squares, those far from the fit counting
        for less.
        """
        terms, moves = _tilt_terms(self.rows, self.cols, right, down)
        weights = np.ones_like(moves)
        for _ in range(TILT_ROUNDS):
            root = np.sqrt(weights)
            fit = np.linalg.lstsq(terms * root[:, None], moves * root, rcond=None)[0]
            rest = moves - terms @ fit
            spread = np.median(np.abs(rest)) + 1e-3
            weights = 1 / (1 + (rest / (3 * spread)) ** 2)
        u, v = np.array([0, self.cols, self.cols, 0.0]), np.array([0, 0, self.rows, self.rows + 0.0])
        x, y = self.points(u + _side_terms(u, v, down=False) @ fit, v + _side_terms(u, v, down=True) @ fit)
        even, quad = (np.stack(pair, axis=1).astype(np.float32) for pair in ((u, v), (x, y)))
        return replace(self, to_picture=cv2.getPerspectiveTransform(even, quad).astype(np.float64))


def _tilt_terms(rows: int, cols: int, right: Points, down: Points) -> tuple[Points, Points]:
    """Return the terms (sides, 8) and the moves (sides,) of all sides, upright ones first."""
    v, u = np.mgrid[0.5:rows, 0 : cols + 1.0]
    b, a = np.mgrid[0 : rows + 1.0, 0.5:cols]
    terms = [_side_terms(u.ravel(), v.ravel(), down=False), _side_terms(a.ravel(), b.ravel(), down=True)]
    return np.concatenate(terms), np.concatenate([right.ravel(), down.ravel()])


def _side_terms(u: Points, v: Points, *, down: bool) -> Points:
    """Return (n, 8): what each parameter of a small change of perspective adds to points' moves."""
    none, one = np.zeros_like(u), np.ones_like(u)
    moves = (
        [none, none, none, one, u, v, u * v, v * v] if down else [one, u, v, none, none, none, u * u, u * v]
    )
    return np.stack(moves, axis=1)


def overlap(one: Sequence[float], other: Sequence[float]) -> bool:
    """Whether two boxes, left, top, right, bottom, share a pixel."""
    (a, b, c, d), (left, top, right, bottom) = one, other
    return a < right and left < c and b < bottom and top < d


def grown(box: PixelBox, pixels: float) -> PixelBox:
    """Return a box with so many pixels more on every side."""
    by = round(pixels)
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def clipped(box: PixelBox, height: int, width: int) -> PixelBox:
    """Return the part of a box that lies in a picture of so many pixels; an empty one if none does."""
    (left, right), (top, bottom) = (
        [min(max(0, edge), most) for edge in edges]
        for edges, most in (((box[0], box[2]), width), ((box[1], box[3]), height))
    )
    return left, top, right, bottom


def upright(left: float, top: float, across: float, down: float) -> NDArray[np.float64]:
    """Return the homography of a board that is neither turned nor tilted."""
    return np.array([[across, 0, left], [0, down, top], [0, 0, 1]], np.float64)


def _is_upright(h: Points) -> bool:
    return not (h[0, 1] or h[1, 0] or h[2, 0] or h[2, 1]) and bool(h[0, 0] > 0 and h[1, 1] > 0)


def _project(h: Points, a: Points, b: Points) -> tuple[Points, Points]:
    """Apply a homography to points; without turn or tilt each coordinate is computed by itself."""
    if _is_upright(h):
        return (h[0, 0] * a + h[0, 2]) / h[2, 2], (h[1, 1] * b + h[1, 2]) / h[2, 2]
    x, y, scale = (_linear(row, a, b) for row in h)
    x /= scale
    y /= scale
    return x, y


def _linear(row: Points, a: Points, b: Points) -> Points:
    product: Points = row[0] * a + row[1] * b
    product += row[2]  # in place: of the pixels of a photograph there are millions
    return product


def _moved(position: Points, lines: Points, places: Points) -> Points:
    """Return where positions lie when line k is moved to places[k], and the outside with the frame."""
    moved: Points = np.interp(position, lines, places)
    beyond = position - lines[0]
    moved += np.minimum(beyond, 0, out=beyond)
    np.subtract(position, lines[-1], out=beyond)
    moved += np.maximum(beyond, 0, out=beyond)
    return moved
