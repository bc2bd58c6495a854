"""Hostile use, bounded and on this computer alone: `pytest -m attack -n 0` tries all of it.

A test is one try; `--attack-seed` chooses what happens in it, and `--attack-share 0.1` makes a tenth of the
tries. What did not hold is the message of the failure.
"""

import random
import signal
from collections import defaultdict
from collections.abc import Callable, Iterator

import pytest

LONGEST = 900
"""Seconds for one try."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Choose a share of the tries of each attack at random, at least one."""
    share, chance = config.getoption("attack_share"), random.Random(config.getoption("attack_seed"))
    tries = defaultdict(list)
    for item in items:
        if item.get_closest_marker("attack"):
            tries[item.nodeid.partition("[")[0]].append(item)
    left_out = set[pytest.Item]()
    for some in tries.values():
        left_out |= {*some} - {*chance.sample(some, max(1, round(min(share, 1) * len(some))))}
    items[:] = [item for item in items if item not in left_out]


@pytest.fixture(autouse=True)
def _not_for_ever() -> Iterator[None]:
    before = signal.signal(signal.SIGALRM, lambda *_: pytest.fail(f"it took longer than {LONGEST} s"))
    signal.alarm(LONGEST)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture
def chance(request: pytest.FixtureRequest) -> random.Random:
    """Give what chooses, by the seed and the name of the test."""
    return random.Random(f"{request.config.getoption('attack_seed')} {request.node.name}")


@pytest.fixture(scope="session")
def share_of(request: pytest.FixtureRequest) -> Callable[[int], int]:
    """Give what an attack makes of many tries in one test."""
    return lambda tries: max(1, round(request.config.getoption("attack_share") * tries))
