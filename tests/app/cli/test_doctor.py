"""The doctor finds what is missing, broken or shadowed, and says what to do; shells get their completion."""

import re
import sys

import pytest

from app.cli.about import INSTALLED_BY
from app.cli.doctor import examine
from app.cli.main import main


def test_all_is_well_here(capsys):
    assert main(["doctor"]) == 0
    out = capsys.readouterr().out
    assert not re.search("^FAIL", out, re.MULTILINE)
    for name in ("module vision", "OpenCV loads", "a drawn puzzle is read and solved"):
        assert re.search(rf"^ok +{name}\b", out, re.MULTILINE)
    assert out.endswith("everything works\n")


@pytest.mark.parametrize(
    ("broken", "by", "name", "advice"),
    [
        ("app.cli.doctor.LIBRARIES", ("no-such-library",), "no-such-library", "pip install no-such-library"),
        ("sys.modules", {**sys.modules, "cv2": None}, "OpenCV loads", "apt install libgl1"),
        ("app.cli.doctor.TASK", "1_1;1", "a drawn puzzle is read and solved", ""),
    ],
)
def test_what_is_broken_is_a_failure_with_advice(broken, by, name, advice, monkeypatch):
    monkeypatch.setattr(broken, by)
    failed = {check.name: check for check in examine() if check.fine is False}
    assert failed[name].advice.startswith(advice)


def test_a_missing_extra_is_told_and_no_failure(monkeypatch):
    monkeypatch.setattr("app.cli.doctor.EXTRAS", {"no-such-library": "heic"})
    assert not any(check.fine is False for check in examine())
    (line,) = (str(check) for check in examine() if "extra heic" in check.name)
    advice = "pip install 'aquarium-reader[heic]' if you want it"
    assert line == f"-     no-such-library (extra heic): not installed; {advice}"


@pytest.mark.parametrize("shell", INSTALLED_BY)
def test_every_shell_gets_a_script(shell, monkeypatch, capsys):
    monkeypatch.setattr("click.shell_completion.BashComplete._check_version", staticmethod(lambda: None))
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert "_AQUARIUM_COMPLETE" in script
    assert "aquarium" in script
