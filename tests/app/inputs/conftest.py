"""What the tests of inputs share: small pictures of this program."""

from pathlib import Path

import numpy as np

from app.inputs.naming import mark_key
from vision.files.mark import MARK, Mark
from vision.files.pixels import Picture
from vision.files.save import save_picture

MINE = mark_key(b"mine")


def write(name: str | Path, key: str = MINE, kind: str = MARK) -> Path:
    """Write a picture of this program, that says of which picture it is."""
    path, pixels = Path(name), np.zeros((5, 7, 3), np.uint8)
    path.parent.mkdir(exist_ok=True)
    save_picture(path, pixels, Picture(pixels), mark=str(Mark(kind, "1.0", "solve", key=key)))
    return path
