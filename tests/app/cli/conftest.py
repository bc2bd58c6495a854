"""What tests of the command line share beyond the tests of all commands."""

from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture
def scripts(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Put scripts of a shell on the path, by their names; they alone are there, and no desktop is."""
    place = folder / "bin"
    place.mkdir()
    monkeypatch.setenv("PATH", str(place))
    for name in ("WAYLAND_DISPLAY", "DISPLAY", "XDG_CURRENT_DESKTOP"):
        monkeypatch.delenv(name, raising=False)

    def put(*names: str, script: str) -> None:
        for name in names:
            path = place / name
            path.write_text(f"#!/bin/sh\n{script}\n")
            path.chmod(0o755)

    return put
