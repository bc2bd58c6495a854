"""The wheel and the source distribution are whole and the same wherever they are built; their types hold."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
from email.parser import Parser
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pytest

from app import PACKAGE, VERSION
from app.cli.main import main
from app.web.openapi import openapi

pytest.importorskip("hatch_fancy_pypi_readme", reason="the extra `dev` is not installed")
wheels = pytest.importorskip("hatchling.builders.wheel", reason="the extra `dev` is not installed")
sdists = pytest.importorskip("hatchling.builders.sdist")

ROOT = Path(__file__).parents[1]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PRODUCT = ("app", "solver", "vision")
DATA = {
    *("app/store/gallery.css", "app/store/gallery.html", "app/store/gallery.js", "app/web/locked.html"),
    *(f"app/web/static/*.{suffix}" for suffix in ("html", "js", "png", "svg", "webmanifest")),
    *(f"app/web/static/*/*.{suffix}" for suffix in ("css", "js")),
    *("app/web/types.d.ts", "vision/reading/digits.npy", "vision/reading/board.npy"),
}
"""All that is no module."""
SCRIPT, MISTAKES = (ROOT / f"tests/user_{name}.py" for name in ("script", "mistakes"))
OWN_ERROR = re.compile(r"^.*user_mistakes\.py:(\d+): error: .*\[([\w-]+)\]$", re.MULTILINE)


def files(*parts: str) -> set[str]:
    """Return the paths of all files below some parts of the project, but what Python puts there."""
    paths = [path for part in parts for path in (ROOT / part).rglob("*") if path.is_file()]
    return {path.relative_to(ROOT).as_posix() for path in paths if "__pycache__" not in path.parts}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel from this folder."""
    return built(wheels.WheelBuilder, ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the source distribution from this folder and unpack it."""
    folder = tmp_path_factory.mktemp("sdist")
    with tarfile.open(built(sdists.SdistBuilder, ROOT, folder)) as archive:
        archive.extractall(folder, filter="data")
    return folder / f"aquarium_reader-{VERSION}"


def built(builder: type, source: Path, folder: Path) -> Path:
    return Path(next(builder(str(source)).build(directory=str(folder), versions=["standard"])))


def test_the_wheel_holds_the_program_and_nothing_else(wheel: Path):
    packed = set(ZipFile(wheel).namelist())
    of_the_index = {name for name in packed if name.startswith(f"aquarium_reader-{VERSION}.dist-info/")}
    assert packed - of_the_index == {*files(*PRODUCT), "pipeline.py", "pipeline-stubs/__init__.pyi"}
    data = {name for name in files(*PRODUCT) if not name.endswith((".py", "/py.typed"))}
    assert [name for name in data if not any(Path(name).match(pattern) for pattern in DATA)] == []
    assert {f"{package}/py.typed" for package in PRODUCT} <= packed
    assert any(name.endswith("/licenses/LICENSE") for name in of_the_index)


def test_the_source_distribution_holds_all_that_builds_and_tests(sdist: Path):
    packed = {path.relative_to(sdist).as_posix() for path in sdist.rglob("*") if path.is_file()}
    parts = SETTINGS["tool"]["hatch"]["build"]["targets"]["sdist"]["only-include"]
    alone = {part for part in parts if (ROOT / part).is_file()}
    always = {"pyproject.toml", "LICENSE", "PKG-INFO", ".gitignore", "hatch_build.py"}
    assert packed == {*files(*(set(parts) - alone)), *alone, *always}


def test_the_source_distribution_builds_the_same_wheel(wheel: Path, sdist: Path, tmp_path: Path):
    assert built(wheels.WheelBuilder, sdist, tmp_path).read_bytes() == wheel.read_bytes()


def test_what_package_indices_show_stands_alone(sdist: Path):
    metadata = Parser().parsestr((sdist / "PKG-INFO").read_text(encoding="utf-8"))
    shown = metadata.get_payload()
    assert metadata["Version"] == VERSION
    assert metadata["License-Expression"] == "MIT"
    assert f"install {PACKAGE}" in shown
    assert "## Limits" in shown
    for of_a_clone in ("pip install .", "'.[", "clone", "](docs", "](#", "![", "<!--"):
        assert of_a_clone not in shown
    assert all(target.startswith("https://") for target in re.findall(r"\]\(([^)]*)\)", shown))


def test_every_python_that_the_classifiers_name_may_be_used():
    project = SETTINGS["project"]
    named = [line.rsplit(" ", 1)[1] for line in project["classifiers"] if re.search(r":: 3\.\d+$", line)]
    assert f">={named[0]}" == project["requires-python"]
    assert named == [f"3.{minor}" for minor in range(11, 11 + len(named))]
    assert sys.version_info[:2] == (3, int(named[0][2:])) or f"3.{sys.version_info[1]}" in named


def test_all_say_the_version_that_one_file_has(capsys):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"aquarium {VERSION}\n"
    assert openapi()["info"]["version"] == VERSION
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(r"^## \[([\d.]+)\]", changes, re.MULTILINE)[1] == VERSION
    sources = [name for name in files(*PRODUCT) if name.endswith(".py")]
    saying = [name for name in sources if f'"{VERSION}"' in (ROOT / name).read_text(encoding="utf-8")]
    assert saying == ["app/__init__.py"]


def test_types_hold_for_those_who_use_the_wheel(wheel: Path, tmp_path: Path):
    """In an environment of their own, with the wheel and NumPy, whose types the program speaks."""
    pytest.importorskip("mypy", reason="the extra `dev` is not installed")
    venv.create(tmp_path / "environment")
    paths = {"base": str(tmp_path / "environment"), "platbase": str(tmp_path / "environment")}
    site = Path(sysconfig.get_path("purelib", "venv", vars=paths))
    with ZipFile(wheel) as archive:
        archive.extractall(site)
    (site / "numpy").symlink_to(Path(np.__file__).parent)
    python = shutil.which("python", path=sysconfig.get_path("scripts", "venv", vars=paths))
    words = [
        *(sys.executable, "-m", "mypy", "--strict", "--config-file=", "--python-executable", python),
        *("--cache-dir", os.devnull, str(SCRIPT), str(MISTAKES)),
    ]
    run = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    lines = MISTAKES.read_text(encoding="utf-8").splitlines()
    marked = {(str(at), line.split("# ")[1]) for at, line in enumerate(lines, 1) if "  # " in line}
    assert marked - set(OWN_ERROR.findall(run.stdout)) == set(), run.stdout
    assert SCRIPT.name not in run.stdout, run.stdout
