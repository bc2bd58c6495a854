"""Files that may be bad → what the other modules here make of them, in a process with limits of its own.

What decodes PDF, HEIC, TIFF and very large pictures can be led by a small file to take all memory, or for
ever. Ordinary PNG, JPEG and texts need no such process.
"""

from __future__ import annotations

import atexit
import importlib
import io
import os
import signal
import sys
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from solver.message import Message

from .errors import ImageUnreadable, reason, too_much_memory
from .frames import Frames, frames_in, may_have_frames
from .load import load_picture
from .pages import pages_of
from .pixels import Image, Picture
from .plain import is_plain
from .safe_open import OPEN_ALREADY, open_file, opened, rewindable

if TYPE_CHECKING:
    from PIL import Image as Pillow

    from ..processes import WorkerPool

LOAD_SECONDS, PAGES_SECONDS = 7.0, 2.0
"""Of the processor's time for one file, on all cores together: to read a picture, and to count the pages."""
SECONDS = 60.0
"""Of wall-clock time, where the system has no limit of the processor's, and for what waits without end."""
MEMORY = 3 << 30
"""Bytes of address space for one file: the largest pictures take half of it."""

ImageSource: TypeAlias = "str | os.PathLike[str] | bytes | BinaryIO | Pillow.Image | NDArray[np.uint8]"
"""What a picture may be handed over as."""


def load_guarded(source: Path | BinaryIO, page: int = 1) -> Picture:
    """Read a picture file as `load_picture` does; one that takes too much time or memory is refused.

    Raises ImageUnreadable if nothing readable is there; it says what was seen and what to do.
    """
    try:
        with opened(source) as given:
            stream = rewindable(given)
            if is_plain(stream):
                return load_picture(stream, page)
            return cast(Picture, _apart(LOAD_SECONDS, load_picture, source, stream, page))
    except ImageUnreadable as error:
        error.place = str(source) if isinstance(source, Path) else ""
        raise


def pixels_of(image: ImageSource) -> Image:
    """Return uint8 (H, W, 3) RGB of a path, of a file's contents or the open file, or what `as_pixels` takes.

    Of a file with several pages it is the first.

    Raises ImageUnreadable if the file is no readable picture, NotPixels if it is something else.
    """
    if isinstance(image, str | os.PathLike):
        return load_guarded(Path(image)).pixels
    if isinstance(image, bytes):
        return load_guarded(io.BytesIO(image)).pixels
    if isinstance(image, io.IOBase):
        return load_guarded(cast("BinaryIO", image)).pixels
    if isinstance(image, np.ndarray) and image.dtype == np.uint8 and image.shape[2:] == (3,) and image.size:
        return np.ascontiguousarray(image)
    from .converting import as_pixels  # noqa: PLC0415 — Pillow, which an array of RGB does not need

    return as_pixels(image)


def frames_of(image: ImageSource) -> Frames | None:
    """Return what is to be looked at of an animation, as `frames_in` does.

    None of a picture that does not move, of one that is no path or contents of a file, and where decoding
    takes too much time or memory.
    """
    if not isinstance(image, str | os.PathLike | bytes):
        return None
    source = io.BytesIO(image) if isinstance(image, bytes) else Path(image)
    try:
        with opened(source) as given:
            stream = rewindable(given)
            if not may_have_frames(stream):
                return None
            frames = cast(Frames, _apart(LOAD_SECONDS, frames_in, source, stream))
    except (ImageUnreadable, OSError):  # it has been read before; what was seen then is told
        return None
    return frames if frames.total > 1 else None


def find_pages(source: Path | BinaryIO) -> tuple[int, ...]:
    """Return the numbers of a file's pages as `pages_of` does; the first alone if that takes too much."""
    try:
        with opened(source) as given:
            stream = rewindable(given)
            if is_plain(stream):
                return (1,)
            return cast("tuple[int, ...]", _apart(PAGES_SECONDS, pages_of, source, stream))
    except (ImageUnreadable, OSError, ValueError):  # reading the first page says what is amiss
        return (1,)


def _apart(
    seconds: float, read: Callable[..., Any], source: Path | BinaryIO, stream: BinaryIO, *more: int
) -> Any:
    """Have a worker read a file, within limits."""
    from concurrent.futures import BrokenExecutor  # noqa: PLC0415 — loads logging, which plain files need not

    from ..processes import TookTooLong, WorkerDied  # noqa: PLC0415 — as above

    if isinstance(source, Path) and not os.fspath(source).startswith(OPEN_ALREADY):
        file: Path | bytes = source.absolute()
    else:
        file = stream.read()
    decoders = _decoders(os.getpid())
    future = decoders.submit(_read, seconds, read, file, *more)
    try:
        return future.result()
    except TookTooLong:
        raise ImageUnreadable(Message("slow_to_decode", seconds=SECONDS)) from None
    except WorkerDied as died:
        late = sys.platform != "win32" and died.code == -signal.SIGPROF
        what = Message("slow_to_decode", seconds=seconds) if late else Message("decoder_crashed")
        raise ImageUnreadable(what) from None
    except BrokenExecutor as error:
        raise ImageUnreadable(Message("no_decoder", said=reason(error))) from None
    finally:
        decoders.cancel(future)  # where Ctrl-C ends the waiting


@cache
def _decoders(_: int) -> WorkerPool:
    """Return the pool of this process; one that is forked needs another."""
    from ..processes import WorkerPool  # noqa: PLC0415 — as above

    load = partial(importlib.import_module, __name__)
    pool = WorkerPool(os.cpu_count() or 1, load, time_limit=SECONDS, memory_limit=MEMORY)
    atexit.register(pool.kill_workers)
    return pool


def _read(seconds: float, read: Callable[..., Any], file: Path | bytes, *more: int) -> Any:
    """Read a file in a worker, which the system ends if that takes more of the processor than so much.

    It ends what hangs in native code, too, and without the caller, which may be gone.
    """
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        with open_file(file) if isinstance(file, Path) else io.BytesIO(file) as stream:
            return read(stream, *more)
    except OSError as error:
        raise ImageUnreadable(Message("broke_off", said=reason(error))) from None
    except MemoryError:
        raise too_much_memory() from None
    finally:
        if sys.platform != "win32":
            signal.setitimer(signal.ITIMER_PROF, 0)
