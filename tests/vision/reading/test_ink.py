"""Lines are dark and paper is light in some version of every picture."""

import numpy as np
import pytest

from vision.files.pixels import Image
from vision.reading.ink import darkness_along_rows, ink_on_paper


def lined(paper: int, line: int) -> Image:
    """Draw an upright line of two pixels on paper."""
    pixels = np.full((40, 60, 3), paper, np.uint8)
    pixels[:, 29:31] = line
    return pixels


@pytest.mark.parametrize("light", [1.0, 0.4])
def test_darkness_is_a_share_of_the_paper_in_any_light(light: float):
    grey = (lined(250, 50)[..., 0] * light).astype(np.uint8)
    for darkness in (ink_on_paper(grey, 9).darkness, darkness_along_rows(grey, 9)):
        assert darkness[:, 29:31] == pytest.approx(0.8, abs=0.06)
        assert darkness[:, :20].max() == 0
