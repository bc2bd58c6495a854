"""The measure of the tests tells the slips that they notice from those that survive."""

from itertools import islice
from pathlib import Path

import click
import pytest

pytest.importorskip("cosmic_ray", reason="cosmic-ray is not installed")
from benchmarks.mutation import drawn, killers

PRODUCT = "def larger(one: int, other: int | None) -> int:\n    return one if one > other else other\n"
TEST = "from room.larger import larger\n\n\ndef test_larger():\n    assert larger(2, 1) == 2\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a project of one room, one function and one test, which needs none of pytest's plugins."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTEST_ADDOPTS", "-p xdist")
    (tmp_path / "tests/room").mkdir(parents=True)
    (tmp_path / "room").mkdir()
    (tmp_path / "room/larger.py").write_text(PRODUCT)
    (tmp_path / "tests/room/test_larger.py").write_text(TEST)
    return tmp_path


def test_slips_are_drawn_by_their_seed_and_none_is_in_an_annotation(project: Path):
    samples = [list(drawn(project, "room", seed)) for seed in (1, 1, 2, 3)]
    assert samples[0] == samples[1]
    assert len({*map(tuple, samples)}) > 1
    assert all("int | None" in slip.after for sample in samples for slip in sample)


def test_no_slip_is_in_a_precaution(project: Path):
    (project / "room/larger.py").write_text(
        "def pairs(one, other):\n    return zip(one, other, strict=True)\n"
    )
    assert list(drawn(project, "room", 1)) == []


def test_slips_are_killed_by_a_failing_test_and_otherwise_survive(project: Path):
    slips = {slip.after: slip for seed in range(5) for slip in drawn(project, "room", seed)}.values()
    found = dict(zip(slips, killers(project, "room", [*slips]), strict=True))
    killed = {slip.after.partition(" return ")[2]: killer for slip, killer in found.items()}
    assert killed == {
        "one if one >= other else other\n": None,
        "one if one <= other else other\n": "tests/room/test_larger.py::test_larger",
        "one if not one > other else other\n": "tests/room/test_larger.py::test_larger",
    }
    assert (project / "room/larger.py").read_text() == PRODUCT


def test_tests_that_fail_without_a_slip_are_no_kill(project: Path):
    (project / "tests/room/test_larger.py").write_text(TEST.replace("== 2", "== 3"))
    with pytest.raises(click.ClickException, match="fails without any slip"):
        list(killers(project, "room", [*islice(drawn(project, "room", 1), 1)]))


def test_what_fails_after_a_test_is_no_pass(project: Path):
    after = "\n\n@pytest.fixture(autouse=True)\ndef after():\n    yield\n    raise LookupError\n"
    (project / "tests/room/test_larger.py").write_text(f"import pytest\n{TEST}{after}")
    with pytest.raises(click.ClickException, match="fails without any slip"):
        list(killers(project, "room", [*islice(drawn(project, "room", 1), 1)]))
