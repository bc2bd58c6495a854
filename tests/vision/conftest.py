"""The boards that are drawn on: each is read once."""

import pytest

from tests.conftest import Draw
from tests.vision.drawing.scenes import PAIRS, Scene


@pytest.fixture(scope="session", params=PAIRS, ids="-".join)
def shown(request: pytest.FixtureRequest, draw: Draw) -> Scene:
    """Give boards of all palettes, straight and in perspective."""
    return Scene.of(draw, *request.param, margin=12, zoom=1.5)


@pytest.fixture(scope="session")
def plain(draw: Draw) -> Scene:
    """Give an upright board of usual size."""
    return Scene.of(draw, "site", "upright")


@pytest.fixture(scope="session")
def site(draw: Draw) -> Scene:
    """Give a large upright board."""
    return Scene.of(draw, "site", "upright", zoom=2.0)
