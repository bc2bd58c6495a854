"""How the process of a command ends: at once, but not before all is handed on and done."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
START = "import sys; from app.cli.main import start; sys.argv[1:] = ['version']; start()"
SLOW = """
import os
class Slow:
    def __del__(self, write=os.write): write(1, b"taken apart")
slow = Slow()
"""


def ended(setup: str) -> subprocess.CompletedProcess[str]:
    """Ask for the version in a process of its own, after some setup."""
    command = [sys.executable, "-c", f"import sys\n{SLOW}\n{setup}\n{START}"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_a_command_ends_without_taking_apart_what_it_loaded():
    run = ended("")
    assert run.returncode == 0
    assert run.stdout.startswith("aquarium ")
    assert "taken apart" not in run.stdout


def test_what_is_to_be_done_at_the_end_is_done_and_what_was_printed_arrives():
    run = ended("import atexit; atexit.register(print, 'at the end', end=''); print('unflushed', end=' ')")
    assert run.stdout.startswith("unflushed aquarium ")
    assert run.stdout.endswith("at the end")


@pytest.mark.parametrize(
    "company",
    [
        "import threading, time; threading.Thread(target=lambda: (time.sleep(0.5), print('ready'))).start()",
        "sys.setprofile(lambda *_: None); print('ready')",
    ],
)
def test_a_process_that_is_not_alone_ends_in_the_usual_way(company):
    run = ended(company)
    assert run.returncode == 0
    assert "ready" in run.stdout
    assert "taken apart" in run.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="no process is copied there")
def test_a_process_that_was_started_is_waited_for():
    setup = """
import atexit; atexit.register(print, "at the end", flush=True)
import multiprocessing, time
work = lambda: (time.sleep(0.5), print("ready", flush=True))
multiprocessing.get_context("fork").Process(target=work).start()
"""
    run = ended(setup)
    assert run.returncode == 0
    assert run.stdout.splitlines()[1:] == ["ready", "at the end"]


def test_the_code_of_the_command_is_that_of_the_process():
    setup = "sys.argv = ['aquarium', 'help', 'nothing']; from app.cli.main import start; start()"
    assert ended(setup).returncode == 2
