"""The matrix of slips and tests tells which tests notice a slip, and what each test is needed for."""

from pathlib import Path

import pytest

pytest.importorskip("cosmic_ray", reason="cosmic-ray is not installed")
pytest.importorskip("coverage", reason="coverage is not installed")
from benchmarks.mutation import Tried, measure, smallest, summary, try_slip
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


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a project of one room with one function and its tests, which need none of pytest's plugins."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTEST_ADDOPTS", "-p xdist")
    root = tmp_path / "project"
    (root / "tests/room").mkdir(parents=True)
    (root / "room").mkdir()
    (root / "room/larger.py").write_text(PRODUCT)
    (root / FILE).write_text(TEST)
    return root


def slip(before: str, after: str) -> Slip:
    return Slip(Path("room/larger.py"), PRODUCT, PRODUCT.replace(before, after))


def tries(project: Path, *slips: Slip, budget: float = 40) -> list[Tried]:
    """Try slips on all tests that ran their lines; names of tests without their file."""
    ran, _ = measure(project, project.parent, ["tests"])
    found = [try_slip(project, project.parent, ran, budget, numbered) for numbered in enumerate(slips, 1)]
    for tried in found:
        for tests in (tried.killed, tried.passed, tried.untried):
            tests[:] = [test.removeprefix(f"{FILE}::") for test in tests]
    return found


def test_slips_are_drawn_by_their_seed_and_none_is_in_an_annotation(project: Path):
    samples = [list(drawn(project, ["room"], seed)) for seed in (1, 1, 2, 3)]
    assert samples[0] == samples[1]
    assert len({*map(tuple, samples)}) > 1
    assert all("int | None" in slip.after for sample in samples for slip in sample)


def test_a_slip_is_made_again_from_its_diff_as_long_as_its_lines_are_there(project: Path):
    first = slip("one >", "one <=")
    file = project / "room/larger.py"
    assert Slip.of_diff(project, first.path, str(first)) == first
    file.write_text(f"FEW = 1\n\n\n{PRODUCT}")
    again = Slip.of_diff(project, first.path, str(first))
    assert again and again.after == f"FEW = 1\n\n\n{first.after}"
    file.write_text(PRODUCT.replace(">", ">="))
    assert Slip.of_diff(project, first.path, str(first)) is None


def test_all_tests_that_notice_a_slip_are_named_of_those_that_run_its_line(project: Path):
    none, one, both = tries(
        project, slip("one >", "one >="), slip("one if", "3 if"), slip("> other else", "<= other else")
    )
    assert (none.killed, none.passed) == ([], ["test_larger", "test_larger_than_nothing"])
    assert (one.killed, one.passed) == (["test_larger"], ["test_larger_than_nothing"])
    assert (both.killed, both.passed) == (["test_larger", "test_larger_than_nothing"], [])
    assert (project / "room/larger.py").read_text() == PRODUCT


def test_tests_beyond_the_budget_are_named_untried(project: Path):
    (tried,) = tries(project, slip("one >", "one >="), budget=0)
    assert (tried.passed, tried.untried) == ([], ["test_larger", "test_larger_than_nothing"])


@pytest.mark.parametrize("ending", ["while one:\n        pass", "import os; os._exit(0)"])
def test_what_a_slip_never_lets_end_or_ends_the_process_is_noticed_and_others_run(
    project: Path, monkeypatch: pytest.MonkeyPatch, ending: str
):
    monkeypatch.setattr("benchmarks.mutation.LONGEST_TEST", 2)
    (tried,) = tries(project, slip("return", f"{ending}\n    return"))
    assert tried.killed == ["test_larger", "test_larger_than_nothing"]


def test_tests_that_fail_without_a_slip_or_after_it_are_left_out(project: Path):
    after = "\n\n@pytest.fixture\ndef after():\n    yield\n    raise LookupError\n"
    test = TEST.replace("== 2", "== 3").replace("def test_nothing_of_it()", "def test_nothing_of_it(after)")
    (project / FILE).write_text(f"{test}{after}")
    ran, failed = measure(project, project.parent, ["tests"])
    assert {*ran.seconds} == {f"{FILE}::test_larger_than_nothing"}
    assert failed == {f"{FILE}::test_larger", f"{FILE}::test_nothing_of_it"}


def test_the_summary_says_what_each_test_notices_and_which_are_enough(project: Path):
    names = ("test_larger", "test_larger_than_nothing", "test_nothing_of_it")
    one, other, third = (f"{FILE}::{name}" for name in names)
    rows = [
        Tried("room/larger.py", 2, "", [one], [third], []),
        Tried("room/larger.py", 2, "", [one, other], [third], []),
        Tried("room/larger.py", 2, "", [one, other], [third], []),
        Tried("room/larger.py", 2, "", [], [], [other]),
    ]
    assert smallest(rows) == [one]
    lines = [line.split() for line in summary(project, rows, [one, other, third])]
    assert ["1", "3", "3", "1", "0", names[0]] in lines
    assert ["1", "2", "2", "0", "1", names[1]] in lines
    assert ["1", "3", "0", "0", "0", names[2]] in lines
