"""What the tests of tasks and of the API share: what is proved of a picture is not worked out twice."""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pipeline
from tests.shell import DRY, WET, corners, marked, pixels
from vision.files.pixels import Image

MISTAKEN = marked((*DRY, 1), (*WET, 2))
"""Water where there is none, and a cross where there is water."""
HALF_RIGHT = marked((*DRY, 1), (*WET, 1))
"""One mistake, and one cell of water that is right."""
prove_image = pipeline.prove_image


def proved_once(pixels: Image, *, trace: object = None, **asked: Any) -> pipeline.Result:
    """Return what `prove_image` does of the same picture with the same settings, which is always the same."""
    return _proved(pixels.tobytes(), pixels.shape, tuple(asked.items()))


@cache
def _proved(contents: bytes, shape: tuple[int, ...], asked: tuple[tuple[str, Any], ...]) -> pipeline.Result:
    return prove_image(np.frombuffer(contents, np.uint8).reshape(shape), **dict(asked))


@pytest.fixture(autouse=True)
def read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let pictures that are the same be read and proved once."""
    monkeypatch.setattr(pipeline, "prove_image", proved_once)


def changed_cells(name: str, answer: str) -> set[tuple[int, int]]:
    """Return the cells, counted from 1, that differ between a screenshot and what was drawn on it."""
    x0, y0, x1, y1 = corners(Path(name).read_bytes())
    xs, ys = (np.linspace(*ends, 61).astype(int) for ends in ((x0, x1), (y0, y1)))  # tenths of cells
    differs = (pixels(name) != pixels(answer)).any(axis=2)
    return {
        (row + 1, col + 1)
        for row, col in np.ndindex(6, 6)
        if differs[ys[10 * row + 1] : ys[10 * row + 9], xs[10 * col + 1] : xs[10 * col + 9]].any()
    }
