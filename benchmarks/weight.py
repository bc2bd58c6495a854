"""What each dependency weighs: python -m benchmarks.weight, where all extras to be weighed are installed.

MB are those of the files that an installation writes, without the modules that Python compiles. "With what it
brings" counts the packages, too, that none but it needs: leaving it out would save so much.
"""

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
MEGABYTE = 1_000_000


def main() -> None:
    """Print what the plain installation and every extra weighs, and what its packages do."""
    plain = PROJECT["dependencies"]
    print(f"plain installation: {weight(needed(plain)):.1f} MB in {len(needed(plain))} packages")
    print_packages(plain, base=[])
    for extra, requirements in PROJECT["optional-dependencies"].items():
        added = needed(requirements) - needed(plain)
        print(f"\nextra {extra}: {weight(added):.1f} MB more in {len(added)} packages")
        print_packages(requirements, base=plain)


def print_packages(requirements: list[str], base: list[str]) -> None:
    """Print a line for each required package: what it weighs alone, and with what only it brings."""
    for requirement in requirements:
        own, others = needed([requirement]), [other for other in requirements if other != requirement]
        brought = own - needed([*base, *others])
        name = canonical(Requirement(requirement).name)
        seen = f"{weight({name}):6.1f} MB; with what it brings {weight(brought):6.1f}" if own else "not here"
        print(f"  {name:24} {seen}  {', '.join(sorted(brought - {name}))}")


def needed(requirements: Iterable[str]) -> set[str]:
    """Return the names of all installed packages that some requirements ask for, directly or not."""
    found, waiting = set[tuple[str, str]](), [("", requirement) for requirement in requirements]
    while waiting:
        asked, text = waiting.pop()
        requirement = Requirement(text)
        if requirement.marker is not None and not requirement.marker.evaluate({"extra": asked}):
            continue
        for extra in ("", *requirement.extras):
            key = canonical(requirement.name), extra
            if key not in found and (package := installed(key[0])) is not None:
                found.add(key)
                waiting += [(extra, line) for line in package.requires or ()]
    return {name for name, _ in found} - {PROJECT["name"]}


def weight(names: Iterable[str]) -> float:
    """Return the MB of the files of some packages."""
    return sum(bytes_of(name) for name in names) / MEGABYTE


@cache
def bytes_of(name: str) -> int:
    package = installed(name)
    files = (package.files or ()) if package is not None else ()
    paths = (Path(str(file.locate())) for file in files if "__pycache__" not in file.parts)
    return sum(path.stat().st_size for path in paths if path.is_file())


@cache
def installed(name: str) -> Distribution | None:
    try:
        return distribution(name)
    except PackageNotFoundError:
        return None


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


if __name__ == "__main__":
    main()
