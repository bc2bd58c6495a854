"""The command as a process of its own: what it loads, what it lacks, and how it ends."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.cli.main import aquarium
from tests.conftest import ROOT
from tests.shell import screenshot

START = "from app.cli.main import start; start()"


def ran(program: str, *words: str, **settings: object) -> subprocess.CompletedProcess[str]:
    """Run a program of Python, which finds the project's modules, with words of a command line."""
    command = [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r})\n{program}", *words]
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.run(command, text=True, check=False, **(streams | settings))


LISTED = """
from app.cli.main import main
code = max(main(line.split()) for line in sys.argv[1:])
print("loaded:", *sys.modules, file=sys.stderr)
sys.exit(code)
"""
HEAVY = {
    *("ortools", "pandas", "scipy", "skimage", "matplotlib", "rich", "distributed"),
    *("starlette", "uvicorn", "segno", "watchfiles", "pypdfium2", "pikepdf", "pillow_heif", "PIL"),
    *("sqlite3", "asyncio", "threadpoolctl"),
}
"""What takes tens of milliseconds to load, and only reports, pages, hard boards and other tasks need."""
OF_PICTURES = {"numpy", "cv2", "pipeline", "vision", "solver", "tomllib"}
"""What no page of help needs; and no configuration file is read for one."""


def loaded(*lines: str) -> frozenset[str]:
    """Return the modules, and the packages that they are of, that commands have loaded."""
    settings = {name: text for name, text in os.environ.items() if name != "AQUARIUM_CONFIG"}
    run = ran(LISTED, *lines, env={**settings, "XDG_CONFIG_HOME": str(Path.cwd())})
    assert run.returncode == 0
    return frozenset(run.stderr.rpartition("loaded: ")[2].split())


def test_a_single_picture_loads_nothing_that_it_can_do_without():
    screenshot("shot.png")
    for _ in ("without an answer", "with the answer there"):
        modules = loaded("shot.png")
        assert "vision.reading.read" in modules
        assert sorted(modules & (HEAVY | {"logging", "shutil"})) == []
    assert Path("shot.solved.png").exists()


def test_questions_about_the_program_load_nothing_of_pictures():
    modules = loaded("--help", "help hint", "version", *(f"{name} --help" for name in aquarium.commands))
    assert "click" in modules
    assert sorted(modules & (HEAVY | OF_PICTURES)) == []


def test_a_missing_libgl_is_told_with_its_remedy():
    missing = "libGL.so.1: cannot open shared object file: No such file or directory"
    Path("cv2.py").write_text(f"raise ImportError({missing!r})")
    run = ran(f"sys.path.insert(0, '.')\n{START}", "shot.png")
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith(f"aquarium: OpenCV cannot be loaded ({missing}); install what it needs")
    assert "apt install libgl1, or an OpenCV without windows: pip install opencv-python-head" in run.stderr


def test_a_module_of_the_same_name_is_told_before_anything_fails(tmp_path):
    (tmp_path / "solver.py").write_text("")
    run = ran(f"sys.path.insert(0, {str(tmp_path)!r})\n{START}", "doctor")
    assert run.returncode == 2
    assert run.stderr.startswith(f"aquarium: another module solver is at {tmp_path}/solver.py; rename it")
    assert run.stderr.count("\n") == 1


def test_a_reader_that_has_gone_is_no_error():
    reader, writer = os.pipe()
    os.close(reader)
    run = ran(START, "missing.png", "--json", "-q", stdout=writer)
    os.close(writer)
    assert (run.stderr, run.returncode) == ("", 3)  # of the picture told by then


# How it ends: at once, but not before all is handed on and done

SLOW = """
import os
class Slow:
    def __del__(self, write=os.write): write(1, b"taken apart")
slow = Slow()
"""
AT_EXIT = "import atexit; atexit.register(print, 'at the end', end=''); print('unflushed', end=' ')"
THREAD = """
from threading import Thread, main_thread
Thread(target=lambda: (main_thread().join(), print('ready'))).start()
"""
PROFILER = "sys.setprofile(lambda *_: None); print('ready')"


def ended(setup: str) -> str:
    run = ran(f"{SLOW}\n{setup}\n{START}", "version", env={**os.environ, "PYTHONUNBUFFERED": ""})
    assert run.returncode == 0
    return run.stdout


def test_a_command_ends_without_taking_apart_what_it_loaded_but_all_that_was_printed_arrives():
    printed = ended(AT_EXIT)
    assert printed.startswith("unflushed aquarium ")
    assert printed.endswith("at the end")
    assert "taken apart" not in printed


@pytest.mark.parametrize("company", [THREAD, PROFILER])
def test_a_process_that_is_not_alone_ends_in_the_usual_way(company):
    printed = ended(company)
    assert "ready" in printed
    assert "taken apart" in printed
