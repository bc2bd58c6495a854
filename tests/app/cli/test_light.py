"""What a single picture, and a page of help, do without is not loaded: it would be felt at every start."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.shell import screenshot

ROOT = Path(__file__).parents[3]
PROGRAM = """
import sys
from app.cli.main import main
code = main()
print("loaded:", *sys.modules, file=sys.stderr)
sys.exit(code)
"""
HEAVY = {
    *("ortools", "pandas", "scipy", "skimage", "matplotlib"),
    *("rich", "rich_click", "starlette", "uvicorn", "segno", "distributed", "fsspec", "watchfiles"),
    *("pypdfium2", "pikepdf", "pillow_heif"),
    *("sqlite3", "multiprocessing", "asyncio", "ssl", "socket", "http.client", "email", "importlib.metadata"),
    *("PIL", "logging", "subprocess", "fractions"),
    *("concurrent.futures", "queue", "http"),
    *("tomllib", "csv", "secrets", "tempfile", "webbrowser", "numpy.ma"),
}
"""Packages and modules of others that only reports, workers, pages, hard boards and other tasks need."""
OTHER_ROOMS = {
    *("app.web", "app.batch.pool", "app.batch.cluster", "app.store.database", "app.store.reports"),
    *("app.store.gallery", "app.cli.desktop", "app.cli.clipboard", "app.cli.screen", "app.cli.terminal"),
    *("app.cli.page", "app.cli.doctor", "app.cli.serve", "app.cli.watch", "app.cli.new", "app.inputs.watch"),
    *("app.tasks.hint", "app.tasks.explain", "app.tasks.check", "app.tasks.new", "app.tasks.read"),
    *("vision.drawing.steps", "vision.drawing.animation", "vision.drawing.review", "vision.drawing.stages"),
    *("vision.drawing.clues", "vision.drawing.caption", "vision.vectors.pdf", "vision.vectors.svg"),
    *("solver.generate", "solver.logic", "solver.formats.forms", "solver.model"),
    *(f"solver.belief.{name}" for name in ("beside", "candidates", "cuts", "likely_boards", "partitions")),
    *("solver.belief.undecided", "solver.belief.unlikely", "app.batch.dispatch", "vision.files.decoder"),
    *("vision.files.decoding", "vision.files.encoding", "vision.files.converting", "app.store.thumbnails"),
    *("vision.reading.agreement", "vision.drawing.unwatered"),
}
"""Modules of our own for which the same holds."""
OF_PICTURES = {"numpy", "cv2", "PIL", "pipeline", "vision.reading", "solver.solving", "solver.puzzle"}
"""What no page of help needs."""


def loaded(*words: str, folder: Path = ROOT) -> frozenset[str]:
    """Return the modules, and the packages that they are of, that a command has loaded in a new process."""
    settings = {name: text for name, text in os.environ.items() if name != "AQUARIUM_CONFIG"}
    run = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r})\n{PROGRAM}", *words],
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
        assert sorted(modules & (HEAVY | OTHER_ROOMS)) == []


@pytest.mark.parametrize("words", [("--help",), ("help", "hint"), ("version",)])
def test_a_question_about_the_program_loads_nothing_of_pictures(words):
    modules = loaded(*words)
    assert "click" in modules
    assert sorted(modules & (HEAVY | OF_PICTURES | (OTHER_ROOMS - {"app.cli.page"}))) == []


def test_a_command_loads_no_other_command():
    modules = loaded("hint", "--help")
    assert "app.cli.hint" in modules
    assert sorted(modules & {f"app.cli.{name}" for name in ("check", "solve", "read", "draw", "new")}) == []
