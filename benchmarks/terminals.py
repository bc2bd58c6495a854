"""Boards in a terminal's box characters, as screenshots and photographed."""

import numpy as np
from numpy.typing import NDArray

from benchmarks.saved_and_photographed import Random
from fixtures.drawing import degrade
from fixtures.drawing.render import Drawing
from fixtures.drawing.terminal import Terminal, draw_terminal
from solver.puzzle import Puzzle


def terminal(rng: Random, puzzle: Puzzle, marks: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Draw box characters in a terminal, lines apart or not, as screenshots and photographed."""
    wide = int(rng.integers(7, 17))
    papers, inks = ((255, 255, 255), (12, 12, 12), (0, 43, 54), (48, 10, 36)), ((20, 20, 20), (204, 204, 204))
    paper = papers[rng.integers(len(papers))]
    look = Terminal(
        wide=wide,
        high=round(wide * rng.uniform(1.9, 2.2)),
        leading=int(rng.choice([0, 0, round(wide * rng.uniform(0.1, 0.4))])),
        light=float(max(1, round(wide / rng.uniform(8, 14)))),
        paper=paper,
        ink=inks[paper[0] < 255],
        lettering=rng.choice(["grey", "smooth", "coloured"]),
    )
    pixels = draw_terminal(puzzle, look, (marks == 1).tolist() if rng.integers(2) else None)
    if rng.random() < 0.7:
        return pixels
    tilt, pan, roll = rng.uniform(-10, 10, 3)
    seen = degrade.perspective(Drawing(pixels, np.zeros((4, 2))), tilt=tilt, pan=pan, roll=roll)
    return degrade.jpeg(degrade.noise(seen, 2, rng), int(rng.integers(60, 95))).pixels
