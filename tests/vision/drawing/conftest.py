"""The boards that are drawn on: each is read once."""

import pytest

from tests.conftest import Draw
from tests.vision.drawing.shown import PAIRS, Shown


@pytest.fixture(scope="session", params=PAIRS, ids="-".join)
def shown(request: pytest.FixtureRequest, draw: Draw) -> Shown:
    """Give boards of all palettes, straight and in perspective."""
    return Shown.of(draw, *request.param, margin=12, zoom=1.5)


@pytest.fixture(scope="session")
def site(draw: Draw) -> Shown:
    """Give a large upright board."""
    return Shown.of(draw, "site", "upright", zoom=2.0)
