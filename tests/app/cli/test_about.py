"""The doctor finds what is missing, broken or shadowed, and says what to do; shells get their completion."""

import re
import sys

import pytest

from app.cli.about import INSTALLED_BY
from app.cli.main import main
from tests.shell import told


def test_all_is_well_here(capsys):
    code, out, _ = told(capsys, "doctor")
    assert code == 0
    assert not re.search("^FAIL", out, re.MULTILINE)
    for name in ("cv2", "configuration file", "a drawn puzzle is read and solved"):
        assert re.search(rf"^ok +{name}\b", out, re.MULTILINE)
    assert out.endswith("everything works\n")


@pytest.mark.parametrize(
    ("broken", "by", "name"),
    [
        ("app.cli.about.LIBRARIES", ("no_such_library",), "no_such_library"),
        ("sys.modules", {**sys.modules, "cv2": None}, "cv2"),
        ("app.cli.about.TASK", "1_1;1", "a drawn puzzle is read and solved"),
    ],
)
def test_what_is_broken_is_a_failure_with_advice(broken, by, name, monkeypatch, capsys):
    monkeypatch.setattr(broken, by)
    code, out, _ = told(capsys, "doctor")
    assert code == 1
    assert re.findall(r"^FAIL  (.*?):", out, re.MULTILINE)[0] == name
    assert "see the lines that begin with FAIL; pip install --force-reinstall aquarium-reader" in out


def test_a_missing_extra_is_told_and_no_failure(monkeypatch, capsys):
    monkeypatch.setattr("app.cli.about.EXTRAS", {"no_such_library": "heic"})
    code, out, _ = told(capsys, "doctor")
    assert code == 0
    advice = "not installed; pip install 'aquarium-reader[heic]' if you want it"
    assert f"-     no_such_library: {advice}\n" in out


@pytest.mark.parametrize("shell", INSTALLED_BY)
def test_every_shell_gets_a_script(shell, monkeypatch, capsys):
    monkeypatch.setattr("click.shell_completion.BashComplete._check_version", staticmethod(lambda: None))
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert "_AQUARIUM_COMPLETE" in script
    assert "aquarium" in script
