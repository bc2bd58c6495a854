"""The lists of mutants keep up with the code, and the check tells the killed from the survivors."""

from pathlib import Path

import click
import pytest

from benchmarks.mutants import Mutant, Numbered, all_mutants, failure, run_mutants

PRODUCT = "def larger(one, other):\n    return one if one > other else other\n"
TEST = "from larger import larger\n\n\ndef test_larger():\n    assert larger(2, 1) == 2\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a project of one function and one test, which needs none of pytest's plugins."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    (tmp_path / "larger.py").write_text(PRODUCT)
    (tmp_path / "test_larger.py").write_text(TEST)
    return tmp_path


def mutants(*changes: tuple[str, str]) -> list[Numbered]:
    """Return numbered mutants of the function in that project."""
    made = (Mutant("larger.py", old, new, "test_larger.py") for old, new in changes)
    return [Numbered("room", number, mutant) for number, mutant in enumerate(made, 1)]


def test_every_mutant_can_be_applied():
    assert [problem for one in all_mutants() if (problem := one.mutant.problem())] == []


def test_mutants_are_killed_by_a_failing_test_and_otherwise_survive(project: Path):
    made = mutants(("one > other", "one < other"), ("one > other", "one >= other"))
    assert [killer for _, killer in run_mutants(made, root=project)] == ["test_larger.py::test_larger", None]
    assert (project / "larger.py").read_text() == PRODUCT


def test_a_mutant_whose_tests_do_not_end_is_killed(project: Path):
    (project / "larger.py").write_text("__import__('time').sleep(60)")
    assert failure(project, ["test_larger.py"], timeout=1) == "no end within 1 s"


def test_tests_that_fail_without_a_mutant_are_no_kill(project: Path):
    (project / "test_larger.py").write_text(TEST.replace("== 2", "== 3"))
    with pytest.raises(click.ClickException, match="fails without any mutant"):
        list(run_mutants(mutants(("one > other", "one < other")), 1, root=project))


@pytest.mark.parametrize(("old", "new"), [("absent", "new"), ("one", "other"), ("return", "return")])
def test_a_mutant_that_cannot_be_applied_says_why(project: Path, old: str, new: str):
    (made,) = mutants((old, new))
    assert made.mutant.problem(project)


def test_no_mutant_runs_when_one_cannot_be_applied(project: Path):
    with pytest.raises(click.ClickException, match="stands there 0 times"):
        next(run_mutants(mutants(("one > other", "one < other"), ("absent", "new")), root=project))
