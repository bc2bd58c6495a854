"""`import vision` is light, and gives every name that it promises."""

import subprocess
import sys

import pytest

import vision


def test_importing_vision_loads_neither_numpy_nor_opencv():
    script = "import sys, vision; print(*sorted({'numpy', 'cv2', 'PIL'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert done.stdout.split() == []


@pytest.mark.parametrize("name", vision.__all__)
def test_every_public_name_can_be_had(name: str):
    assert getattr(vision, name).__module__.startswith(("vision.", "numpy")) or name == "Image"


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        vision.nothing  # noqa: B018 — asking for it is what is tested
