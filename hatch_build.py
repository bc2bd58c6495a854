"""Gives the wheel the types of `pipeline.py`: a module cannot say that it has any, a package of stubs can.

Its own source is the truest stub (PEP 561). Hatchling leaves a file out where it is asked to pack it under
another name, so a copy is packed.
"""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Stubs(BuildHookInterface):
    """Packs `pipeline-stubs`, except into editable installations, where it would soon be out of date."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        self.folder = TemporaryDirectory()
        if version != "editable":
            source = Path(self.root, "pipeline.py").read_text(encoding="utf-8")
            stub = Path(self.folder.name, "__init__.pyi")
            stub.write_text(
                f"# A copy of pipeline.py, for its types\n{source}", encoding="utf-8", newline="\n"
            )
            build_data["force_include"][str(stub)] = "pipeline-stubs/__init__.pyi"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        self.folder.cleanup()
