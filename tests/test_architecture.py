"""Imports point one way, the solver knows no pixels, and functions and files stay short."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MAY_IMPORT = {
    "solver": {"solver"},
    "vision": {"vision", "solver.puzzle", "solver.errors", "solver.belief.evidence", "solver.logic.step"},
    "pipeline": {"vision", "solver"},
    "app": {"app", "pipeline", "vision", "solver"},
    "fixtures": {"fixtures", "solver"},
    "benchmarks": {"benchmarks", "fixtures", "app", "pipeline", "vision", "solver"},
}
"""What each part may import of the project; `a.b` allows that module alone, `a` all of it."""
ROOMS = ("inputs", "store", "batch", "cli")
"""The rooms of `app`: each may import of those before it, and what stands beside them."""
NO_PIXELS = {"cv2", "numpy", "PIL", "skimage"}
LIBRARIES = {
    *("click", "cv2", "numpy", "ortools", "PIL", "rich", "rich_click", "skimage"),
    *("distributed", "fsspec", "pillow_heif", "pypdfium2", "watchfiles"),
}
"""Third-party packages the product may import: its dependencies, and those of its extras."""
TRAINING = ROOT / "training"
"""Run by hand with its own extra: not the product."""
LONGEST_FUNCTION = 40
LONGEST_FILE = 380
PRODUCT = [
    path
    for part in ("pipeline.py", "solver", "vision", "app")
    for path in ([ROOT / part] if part.endswith(".py") else sorted((ROOT / part).rglob("*.py")))
    if not path.is_relative_to(TRAINING)
]
EVERY = [*PRODUCT, *sorted((ROOT / "fixtures").glob("*.py")), *sorted((ROOT / "benchmarks").glob("*.py"))]


def name(path: Path) -> str:
    """Return a file's dotted module name."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path) -> Iterator[str]:
    """Yield the modules a file imports, wherever in it, `from a import b` as both a and a.b."""
    package = name(path) if path.name == "__init__.py" else name(path).rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package.rsplit(".", node.level - 1)[0] if node.level else ""
            module = ".".join(filter(None, (base, node.module)))
            yield from (f"{module}.{alias.name}" for alias in node.names)


def allowed(module: str, part: str) -> bool:
    return any(module == may or module.startswith(f"{may}.") for may in MAY_IMPORT[part])


@pytest.mark.parametrize("path", EVERY, ids=name)
def test_imports_point_one_way(path: Path):
    part = name(path).split(".")[0]
    own = [module for module in imports(path) if module.split(".")[0] in {*MAY_IMPORT, "tests"}]
    assert [module for module in own if not allowed(module, part)] == []


@pytest.mark.parametrize("room", ROOMS)
def test_rooms_of_the_program_import_only_those_before_them(room: str):
    later = {f"app.{other}" for other in ROOMS[ROOMS.index(room) + 1 :]}
    found = {module for path in (ROOT / "app" / room).glob("*.py") for module in imports(path)}
    assert found
    assert [module for module in found if any(module.startswith(other) for other in later)] == []


def test_nothing_of_the_product_imports_what_is_not_a_dependency():
    declared = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    known = {"sys", *MAY_IMPORT, *LIBRARIES}
    strange = {
        module.split(".")[0]
        for path in PRODUCT
        for module in imports(path)
        if module.split(".")[0] not in known
    }
    assert strange <= set(__import__("sys").stdlib_module_names)
    assert "opencv-python" in declared


@pytest.mark.parametrize("path", sorted((ROOT / "solver").rglob("*.py")), ids=name)
def test_the_solver_knows_no_pixels(path: Path):
    assert {module.split(".")[0] for module in imports(path)} & NO_PIXELS == set()


@pytest.mark.parametrize("path", PRODUCT, ids=name)
def test_functions_and_files_stay_short(path: Path):
    source = path.read_text(encoding="utf-8")
    long = {
        node.name: node.end_lineno - node.lineno + 1
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.end_lineno - node.lineno + 1 > LONGEST_FUNCTION
    }
    assert long == {}
    assert len(source.splitlines()) <= LONGEST_FILE


def test_the_rules_of_this_test_are_seen_to_be_broken(tmp_path: Path):
    assert not allowed("vision.board", "solver")
    assert not allowed("solver.solve.solve", "vision")
    assert not allowed("app.cli.main", "pipeline")
    assert allowed("solver.puzzle.Puzzle", "vision")
    assert "vision.reading.background.Ink" in set(imports(ROOT / "vision" / "reading" / "detect.py"))


@pytest.mark.parametrize("path", PRODUCT, ids=name)
def test_every_file_says_first_what_it_does(path: Path):
    source = path.read_text(encoding="utf-8")
    assert not source.strip() or ast.get_docstring(ast.parse(source)) or path.name == "__init__.py"
