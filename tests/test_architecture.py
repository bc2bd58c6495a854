"""The house keeps its plan: what may import what, and which libraries stay where."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PRODUCT = ("pipeline.py", "solver", "vision", "app")
"""What the wheel holds."""
BY_HAND = ("fixtures", "benchmarks", "training")
TYPES = (
    *("puzzle", "errors", "message", "sentences", "grid", "places", "belief.evidence", "belief.overrides"),
    *("logic.step", "formats.annotated"),
)
"""Modules of the solver that hold what reading and drawing speak of."""
MAY_IMPORT = {
    "solver": ("solver",),
    "vision": ("vision", *(f"solver.{types}" for types in TYPES)),
    "pipeline": ("vision", "solver"),
    "app": ("app", "pipeline", "vision", "solver"),
    "fixtures": ("fixtures", "solver", "vision.files.load"),
    "training": ("training", "fixtures", "vision", "solver"),
    "benchmarks": (
        *("benchmarks", "fixtures", "app", "pipeline", "vision", "solver"),
        *("training.boards", "tests.attacks", "tests.oracle", "tests.solver.belief.looks"),
    ),
}
"""What each part may import of the project; `a.b` allows that module alone, `a` all of it."""
APP_LAYERS = (
    *("sentences", "record", "tasks", "outcome request inputs", "sources store"),
    *("service", "batch", "web", "cli"),
)
"""The rooms of `app`, lowest first: each imports only of itself and of lower layers."""
PIXELS = {"cv2", "numpy", "PIL", "skimage"}
TERMINAL = {"click", "rich"}
IMPORTED_AS = {
    "opencv-python": "cv2", "scikit-image": "skimage", "pillow": "PIL",
    "pillow-heif": "pillow_heif", "universal-pathlib": "upath",
}  # fmt: skip
"""Module name of each package that is not imported by its own name."""


def files(*parts: str) -> list[Path]:
    """Return the Python files of some parts of the project."""
    roots = [ROOT / part for part in parts]
    return [path for root in roots for path in ([root] if root.suffix else sorted(root.rglob("*.py")))]


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def imports(path: Path) -> tuple[str, ...]:
    """Return the modules that a file imports, wherever in it; `from a import b` as a.b."""
    tree, name = ast.parse(path.read_text(encoding="utf-8")), module_name(path)
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    modules, statements = list[str](), list[ast.AST]([tree])
    for node in statements:  # expressions are ten times as many
        parts = ast.iter_child_nodes(node)
        statements += [
            part for part in parts if isinstance(part, ast.stmt | ast.excepthandler | ast.match_case)
        ]
        if isinstance(node, ast.Import):
            modules += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package.rsplit(".", node.level - 1)[0] if node.level else ""
            module = ".".join(filter(None, (base, node.module)))
            modules += [f"{module}.{alias.name}" for alias in node.names]
    return tuple(modules)


def is_of(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def importers(package: str, paths: list[Path]) -> set[str]:
    """Return the modules that import a package or anything in it."""
    return {module_name(path) for path in paths for module in imports(path) if is_of(module, package)}


def distributions(requirements: list[str]) -> list[str]:
    """Return the module names of required packages."""
    names = [re.match(r"[\w-]+", requirement)[0] for requirement in requirements]
    return [IMPORTED_AS.get(name, name) for name in names]


def wrong_imports(part: str, is_wrong: Callable[[str, str], bool]) -> list[str]:
    """Return what the files of a part import though it is wrong for a module to import such another."""
    named = [(module_name(path), module) for path in files(part) for module in imports(path)]
    return [f"{name} imports {module}" for name, module in named if is_wrong(name, module)]


@pytest.mark.parametrize("part", MAY_IMPORT)
def test_parts_import_one_way(part: str):
    def is_wrong(_: str, module: str) -> bool:
        own = module.split(".", maxsplit=1)[0] in {*MAY_IMPORT, "tests"}
        return own and not any(is_of(module, one) for one in MAY_IMPORT[part])

    assert wrong_imports("pipeline.py" if part == "pipeline" else part, is_wrong) == []


def test_no_file_imports_one_that_imports_it():
    paths = {module_name(path): path for path in files(*PRODUCT, *BY_HAND)}
    arrows = {name: set[str]() for name in paths}
    for name, path in paths.items():
        for module in imports(path):  # the file itself, or something in one
            arrows[name].update([module] if module in paths else {module.rpartition(".")[0]} & paths.keys())
    TopologicalSorter({name: targets - {name} for name, targets in arrows.items()}).prepare()


def test_rooms_of_the_app_import_one_way():
    layer_of = {room: layer for layer, rooms in enumerate(APP_LAYERS) for room in rooms.split()}

    def is_wrong(name: str, module: str) -> bool:
        own, other = ([*path.split("."), ""][1] for path in (name, module))
        return is_of(module, "app") and own not in ("", other) and layer_of.get(other, -1) >= layer_of[own]

    assert wrong_imports("app", is_wrong) == []


def test_rooms_of_the_reading_know_only_the_flat_board_and_what_they_do_themselves():
    known = {"board": "flat", "flat": "", "look": "flat layers", "clues": "flat layers calibration"}

    def is_wrong(name: str, module: str) -> bool:
        own, other = name.split(".")[2:-1], module.split(".")[2:3]
        is_there = is_of(module, "vision.reading") and own != []
        return is_there and other[0] not in (*own, *known[own[0]].split())

    assert wrong_imports("vision/reading", is_wrong) == []


def test_the_solver_knows_no_pixels_and_only_a_proof_adds_up_arrays():
    for path in files("solver"):
        used = {module.split(".")[0] for module in imports(path)} & PIXELS
        assert used <= ({"numpy"} if path.parent.name == "belief" else set()), path
    code = "import sys, solver; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_only_the_command_line_imports_what_draws_on_a_terminal():
    users = {name for package in TERMINAL for name in importers(package, files(*PRODUCT))}
    assert "app.cli.main" in users
    assert sorted(name for name in users if not is_of(name, "app.cli")) == []


EXTRAS = {
    package: extra
    for extra, requirements in PROJECT["project"]["optional-dependencies"].items()
    if extra not in ("dev", "test", "train", "peers", "strangers")
    for package in distributions(requirements)
}
"""Module name of each package that an extra installs, with the extra."""


def test_what_extras_install_is_imported_in_one_module_alone():
    users = {package: importers(package, files(*PRODUCT)) for package in EXTRAS}
    assert [names for names in users.values() if len(names) > 1] == []
    assert {EXTRAS[package] for package, names in users.items() if names} == set(EXTRAS.values())


def test_the_product_imports_only_what_it_declares():
    needed = distributions(PROJECT["project"]["dependencies"])
    own = {part.removesuffix(".py") for part in PRODUCT}
    known = {*sys.stdlib_module_names, *needed, *EXTRAS, *own, "_typeshed"}
    imported = {module.split(".")[0] for path in files(*PRODUCT) for module in imports(path)}
    assert sorted(imported - known) == []
    assert sorted(set(needed) - imported) == []


def test_what_is_ignored_has_its_reason():
    wrong = [
        f"{module_name(path)}:{number}"
        for path in files(*PRODUCT, *BY_HAND, "tests")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if re.search(r"# (noqa|type: ignore)(?!.*(— |# )\w)", line) and path != Path(__file__)
    ]
    assert wrong == []


def test_the_tests_mirror_the_rooms():
    rooms = {str(path.parent.relative_to(ROOT / "tests")) for path in files("tests")}
    assert {room for room in rooms if not (ROOT / room).is_dir()} == {"attacks", "browser"}
    assert [str(path) for path in files("tests") if path.name == "__init__.py"] == []
