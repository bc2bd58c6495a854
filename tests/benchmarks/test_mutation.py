"""The matrix of slips and tests tells which tests notice a slip, and what each test is needed for."""

from itertools import count
from pathlib import Path

import pytest

pytest.importorskip("cosmic_ray", reason="cosmic-ray is not installed")
pytest.importorskip("coverage", reason="coverage is not installed")
from benchmarks.mutation import Ran, Tried, measure, smallest, summary, try_slip
from benchmarks.slips import Slip, drawn

PRODUCT = "def larger(one: int, other: int | None) -> int:\n    return one if one > other else other\n"
TEST = """\
import pytest
from room.larger import larger


def test_larger():
    assert larger(2, 1) == 2


@pytest.mark.parametrize("one", [1, 2, 3])
def test_larger_than_nothing(one):
    assert larger(one, 0)


def test_nothing_of_it():
    assert larger
"""
FILE = "tests/room/test_larger.py"


@pytest.fixture(scope="module", autouse=True)
def _without_plugins():
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
        monkeypatch.setenv("PYTEST_ADDOPTS", "-p xdist")
        yield


def made(folder: Path, test: str = TEST) -> Path:
    """Make a project of one room with one function and its tests."""
    root = folder / "project"
    (root / "tests/room").mkdir(parents=True)
    (root / "room").mkdir()
    (root / "room/larger.py").write_text(PRODUCT)
    (root / FILE).write_text(test)
    return root


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Ran]:
    """Make a project that no test changes, and measure it."""
    root = made(tmp_path_factory.mktemp("measured"))
    return root, measure(root, root.parent, ["tests"])[0]


def slip(before: str, after: str) -> Slip:
    return Slip(Path("room/larger.py"), PRODUCT, PRODUCT.replace(before, after))


NUMBERS = count(1)


def tried(measured: tuple[Path, Ran], slip: Slip, budget: float = 40) -> tuple[list[str], ...]:
    """Try a slip; return which tests notice it, do not, and are not run, without their file."""
    root, ran = measured
    told = try_slip(root, root.parent, ran, budget, (next(NUMBERS), slip))
    every = (told.killed, told.passed, told.untried)
    return tuple([test.removeprefix(f"{FILE}::") for test in tests] for tests in every)


def test_slips_are_drawn_by_their_seed_and_none_is_in_an_annotation(measured):
    samples = [list(drawn(measured[0], ["room"], seed)) for seed in (1, 1, 2, 3)]
    assert samples[0] == samples[1]
    assert len({*map(tuple, samples)}) > 1
    assert all("int | None" in slip.after for sample in samples for slip in sample)


def test_a_slip_is_made_again_from_its_diff_as_long_as_its_lines_are_there(tmp_path: Path):
    project, first = made(tmp_path), slip("one >", "one <=")
    file = project / "room/larger.py"
    assert Slip.of_diff(project, first.path, str(first)) == first
    file.write_text(f"FEW = 1\n\n\n{PRODUCT}")
    again = Slip.of_diff(project, first.path, str(first))
    assert again and again.after == f"FEW = 1\n\n\n{first.after}"
    file.write_text(PRODUCT.replace(">", ">="))
    assert Slip.of_diff(project, first.path, str(first)) is None


BOTH = ["test_larger", "test_larger_than_nothing"]


def test_all_tests_that_notice_a_slip_are_named_of_those_that_run_its_line(measured):
    assert tried(measured, slip("one >", "one >=")) == ([], BOTH, [])
    assert tried(measured, slip("one if", "3 if")) == (BOTH[:1], BOTH[1:], [])
    assert (measured[0] / "room/larger.py").read_text() == PRODUCT


def test_tests_beyond_the_budget_are_named_untried(measured):
    assert tried(measured, slip("one >", "one >="), budget=0) == ([], [], BOTH)


@pytest.mark.parametrize("ending", ["import time; time.sleep(99)", "import os; os._exit(0)"])
def test_what_a_slip_never_lets_end_or_ends_the_process_is_noticed_and_others_run(
    measured, monkeypatch: pytest.MonkeyPatch, ending: str
):
    monkeypatch.setattr("benchmarks.mutation.LONGEST_TEST", 1)
    assert tried(measured, slip("return", f"{ending}\n    return")) == (BOTH, [], [])


def test_tests_that_fail_without_a_slip_or_after_it_are_left_out(tmp_path: Path):
    after = "\n\n@pytest.fixture\ndef after():\n    yield\n    raise LookupError\n"
    test = TEST.replace("== 2", "== 3").replace("def test_nothing_of_it()", "def test_nothing_of_it(after)")
    project = made(tmp_path, f"{test}{after}")
    ran, failed = measure(project, project.parent, ["tests"])
    assert {*ran.seconds} == {f"{FILE}::test_larger_than_nothing"}
    assert failed == {f"{FILE}::test_larger", f"{FILE}::test_nothing_of_it"}


def test_the_summary_says_what_each_test_notices_and_which_are_enough(measured):
    names = ("test_larger", "test_larger_than_nothing", "test_nothing_of_it")
    one, other, third = (f"{FILE}::{name}" for name in names)
    noticed = (
        ([one], [third], []),
        ([one, other], [third], []),
        ([one, other], [third], []),
        ([], [], [other]),
    )
    rows = [Tried("room/larger.py", 2, "", *tests) for tests in noticed]
    assert smallest(rows) == [one]
    lines = [line.split() for line in summary(measured[0], rows, [one, other, third])]
    assert ["1", "3", "3", "1", "0", names[0]] in lines
    assert ["1", "2", "2", "0", "1", names[1]] in lines
    assert ["1", "3", "0", "0", "0", names[2]] in lines
