"""The doctor finds what is missing, broken or shadowed, and says what to do; shells get their completion."""

import subprocess
import sys
from pathlib import Path

import pytest
import rich_click as click

from app.cli import doctor
from app.cli.completion import SHELLS, completion
from app.cli.doctor import examine
from app.cli.main import aquarium

ROOT = Path(__file__).parents[3]


def failed():
    return {check.name: check for check in examine() if not check.fine}


def test_all_is_well_here():
    checks = list(examine())
    assert [str(check) for check in checks if not check.fine] == []
    assert all(str(check).startswith("ok  ") for check in checks)
    assert {"module vision", "OpenCV loads", "a drawn puzzle is read and solved"} <= {
        check.name for check in checks
    }


def test_a_module_of_the_same_name_is_found(tmp_path):
    (tmp_path / "solver.py").write_text("")
    program = (
        "import sys; sys.path.append(sys.argv[2]); import app.cli.doctor as d\n"
        "sys.path.insert(0, sys.argv[1])\n"
        "for check in d.examine():\n    if not check.fine: print(check)"
    )
    words = [sys.executable, "-c", program, str(tmp_path), str(ROOT)]
    run = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    assert f"FAIL  module solver: another one is at {tmp_path}/solver.py; rename it" in run.stdout
    assert "FAIL  a drawn puzzle is read and solved" in run.stdout


def test_a_missing_library_says_how_to_install_it(monkeypatch):
    monkeypatch.setattr(doctor, "LIBRARIES", ("no-such-library",))
    assert failed()["no-such-library"].advice == "pip install no-such-library"


def test_a_missing_extra_is_told_and_no_failure(monkeypatch):
    monkeypatch.setattr(doctor, "EXTRAS", {"pdf": "no-such-library"})
    assert failed() == {}
    assert "pip install 'aquarium-reader[pdf]' if it is wanted" in "\n".join(map(str, examine()))


def test_an_opencv_without_its_libraries_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "cv2", None)
    assert failed()["OpenCV loads"].advice.startswith("apt install libgl1")


def test_a_wrong_answer_is_a_failure(monkeypatch):
    monkeypatch.setattr(doctor, "TASK", "1_1;1")
    assert "a drawn puzzle is read and solved" in failed()


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_gets_a_script(shell, monkeypatch):
    monkeypatch.setattr(
        "click.shell_completion.BashComplete._check_version", staticmethod(lambda: None), raising=False
    )
    script = completion(aquarium, shell)
    assert "_AQUARIUM_COMPLETE" in script
    assert "aquarium" in script


def test_another_shell_gets_a_word():
    with pytest.raises(click.UsageError, match="no completion for tcsh; choose bash, zsh, fish"):
        completion(aquarium, "tcsh")
