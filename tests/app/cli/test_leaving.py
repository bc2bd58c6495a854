"""How the process of a command ends: at once, but not before all is handed on and done."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
START = "import sys; from app.cli.main import start; start()"
SLOW = """
import os
class Slow:
    def __del__(self, write=os.write): write(1, b"taken apart")
slow = Slow()
"""
AT_EXIT = "import atexit; atexit.register(print, 'at the end', end='', flush=True)\n"
THREAD = """
from threading import Thread, main_thread
Thread(target=lambda: (main_thread().join(), print('ready'))).start()
"""
PROFILER = "sys.setprofile(lambda *_: None); print('ready')"
CHILD = """
import multiprocessing, time
work = lambda: (time.sleep(0.5), print("ready", flush=True))
multiprocessing.get_context("fork").Process(target=work).start()
"""


def ended(setup: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command, by default `version`, in a process of its own, after some setup."""
    command = [sys.executable, "-c", f"import sys\n{SLOW}\n{setup}\n{START}", *(words or ["version"])]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_a_command_ends_without_taking_apart_what_it_loaded_but_all_that_was_printed_arrives():
    run = ended(f"{AT_EXIT}print('unflushed', end=' ')")
    assert run.returncode == 0
    assert run.stdout.startswith("unflushed aquarium ")
    assert run.stdout.endswith("at the end")
    assert "taken apart" not in run.stdout
    assert ended("", "help", "nothing").returncode == 2


@pytest.mark.parametrize("company", [THREAD, PROFILER])
def test_a_process_that_is_not_alone_ends_in_the_usual_way(company):
    run = ended(company)
    assert run.returncode == 0
    assert "ready" in run.stdout
    assert "taken apart" in run.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="no process is copied there")
def test_a_process_that_was_started_is_waited_for():
    run = ended(AT_EXIT + CHILD)
    assert run.returncode == 0
    said = run.stdout.splitlines()
    assert said.index("ready") < said.index("at the end")
