"""What a single picture, and a page of help, do without is not loaded: it would be felt at every start."""

import os
import subprocess
import sys
from pathlib import Path

from app.cli.main import aquarium
from tests.shell import screenshot

ROOT = Path(__file__).parents[3]
PROGRAM = """
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


def loaded(*lines: str, folder: Path = ROOT) -> frozenset[str]:
    """Return the modules, and the packages that they are of, that commands have loaded in a new process."""
    settings = {name: text for name, text in os.environ.items() if name != "AQUARIUM_CONFIG"}
    run = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r})\n{PROGRAM}", *lines],
        cwd=folder,
        env={**settings, "XDG_CONFIG_HOME": str(folder)},
        capture_output=True,
        text=True,
        check=True,
    )
    return frozenset(run.stderr.rpartition("loaded: ")[2].split())


def test_a_single_picture_loads_nothing_that_it_can_do_without(tmp_path):
    screenshot(str(tmp_path / "shot.png"))
    for _ in ("without an answer", "with the answer there"):
        modules = loaded("shot.png", folder=tmp_path)
        assert (tmp_path / "shot.solved.png").exists()
        assert "vision.reading.read" in modules
        assert sorted(modules & HEAVY) == []


def test_questions_about_the_program_load_nothing_of_pictures():
    modules = loaded("--help", "help hint", "version", *(f"{name} --help" for name in aquarium.commands))
    assert "click" in modules
    assert sorted(modules & (HEAVY | OF_PICTURES)) == []
