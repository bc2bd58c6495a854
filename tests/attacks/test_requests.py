"""Every kind of hostile request to a server, and after each a good one, which is to be answered rightly."""

import pytest

from .command import picture, question
from .hostile import HOSTILE, asked, hostile, serving

pytestmark = pytest.mark.attack


@pytest.fixture(scope="module")
def server():
    """Give a server's port and process; at the end check that it has printed no fault."""
    with serving("-j", "1") as (port, process):
        yield port, process
        process.terminate()
        printed = process.stderr.read()
    assert printed.count("\n") == 1, f"it printed: {printed[-300:]}"


@pytest.mark.parametrize("kind", HOSTILE)
def test_requests(server, chance, kind):
    port, process = server
    assert not (problem := hostile(port, kind, chance)), problem
    number = chance.randrange(20)
    assert not (problem := asked(port, picture(number), question(number)[1]).problem), problem
    assert process.poll() is None, "the server ended"
