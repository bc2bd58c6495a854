"""A process with limits of its own decodes files that may be bad: both of its ends.

It is started when the first such file comes, and waits for more. It is none of `multiprocessing`: workers
could not start those, nor scripts without a main guard.
"""

from __future__ import annotations

import atexit
import io
import json
import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, cast

import numpy as np

from solver.message import Message

from .errors import ImageUnreadable, NotAPicture, reason, too_much_memory
from .load import load_picture
from .memory import limit_memory
from .pages import pages_of
from .pixels import Picture
from .safe_open import OPEN_ALREADY, open_file

if TYPE_CHECKING:
    from numpy.typing import NDArray

CPU_SECONDS = {"pages": 2.0, "load": 7.0}
"""Of the processor's time for what is asked of one file, on all cores together."""
SECONDS = 60.0
"""Of wall-clock time, where the system has no limit of the processor's, and for what waits without end."""
MEMORY = 3 << 30
"""Bytes of address space for one file: the largest pictures take half of it."""
MOST_IDLE = 2
"""Processes that are kept for more files."""
PROGRAM = "import sys; sys.path[:] = {path!r}; from vision.files.decoder import serve; serve({memory})"
HEADER = 8
"""Bytes that tell how long a message's JSON is."""
ERRORS = (ImageUnreadable, NotAPicture)
LAYERS = ("pixels", "rgba")


def decoded(what: str, source: Path | BinaryIO, stream: BinaryIO, page: int) -> tuple[Any, Picture | None]:
    """Have a process do what is asked of a file, and return its answer."""
    path = os.fspath(source) if isinstance(source, Path) else ""
    by_name = bool(path) and not path.startswith(OPEN_ALREADY)
    asked = {
        **{"what": what, "page": page, "path": str(Path(path).absolute()) if by_name else None},
        "seconds": CPU_SECONDS[what],
    }
    decoder = _take()
    try:
        answer, picture = decoder.ask(asked, b"" if by_name else stream.read())
    except BaseException as error:
        decoder.end()
        if isinstance(error, EOFError):
            raise _ended(decoder, CPU_SECONDS[what]) from None
        raise
    _give_back(decoder)
    if "error" in answer:
        kind = next(kind for kind in ERRORS if kind.__name__ == answer["error"])
        raise kind(Message.from_dict(answer["what"]))
    return answer, picture


def _ended(decoder: _Decoder, cpu_seconds: float) -> ImageUnreadable:
    if decoder.late or decoder.was_limited:
        seconds = SECONDS if decoder.late else cpu_seconds
        return ImageUnreadable(Message("slow_to_decode", seconds=seconds))
    return ImageUnreadable(Message("decoder_crashed"))


class _Decoder:
    """A process that decodes files, one at a time, seen from the one that asks."""

    def __init__(self) -> None:
        program = PROGRAM.format(path=[str(Path(place).absolute()) for place in sys.path], memory=MEMORY)
        words = [sys.executable, "-c", program]
        try:
            self._process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
        except OSError as error:
            raise ImageUnreadable(Message("no_decoder", said=reason(error))) from None
        self.late = False

    @property
    def lives(self) -> bool:
        return self._process.poll() is None

    @property
    def was_limited(self) -> bool:
        """Whether the system ended the process for the time it took of the processor."""
        return sys.platform != "win32" and self._process.returncode == -signal.SIGPROF

    def ask(self, asked: dict[str, Any], contents: bytes) -> tuple[dict[str, Any], Picture | None]:
        """Send a question and return the answer; EOFError if the process ends, or is late and is ended."""
        timer = threading.Timer(SECONDS, self._end_late)
        timer.daemon = True
        timer.start()
        try:
            _send(cast(BinaryIO, self._process.stdin), {**asked, "bytes": len(contents)}, contents)
            answer = _receive(cast(BinaryIO, self._process.stdout))
            return answer, self._receive_picture(answer) if "shapes" in answer else None
        except OSError:
            raise EOFError from None
        finally:
            timer.cancel()

    def _receive_picture(self, answer: dict[str, Any]) -> Picture:
        pipe = cast(BinaryIO, self._process.stdout)
        layers = {name: _receive_pixels(pipe, shape) for name, shape in answer["shapes"].items()}
        profile = _exactly(pipe, answer["profile"]) or None
        dpi = answer["dpi"] and (answer["dpi"][0], answer["dpi"][1])
        told = answer["format"], answer["mark"], answer["is_turned"]
        return Picture(layers["pixels"], layers.get("rgba"), profile, dpi, *told)

    def _end_late(self) -> None:
        self.late = True
        self._process.kill()

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):  # what was not sent is lost with it
                cast(BinaryIO, pipe).close()


_idle: list[_Decoder] = []
_lock = threading.Lock()


def _take() -> _Decoder:
    with _lock:
        while _idle:
            decoder = _idle.pop()
            if decoder.lives:
                return decoder
            decoder.end()
    return _Decoder()


def _give_back(decoder: _Decoder) -> None:
    with _lock:
        if len(_idle) < MOST_IDLE:
            _idle.append(decoder)
            return
    decoder.end()


@atexit.register
def _end_idle() -> None:
    while _idle:
        _idle.pop().end()


# Messages: JSON, and bytes of which it tells the length; nothing is unpickled, which could run a file's code


def _send(pipe: BinaryIO, message: dict[str, Any], *more: bytes | memoryview) -> None:
    text = json.dumps(message).encode()
    pipe.write(len(text).to_bytes(HEADER))
    pipe.write(text)
    for part in more:
        pipe.write(part)
    pipe.flush()


def _receive(pipe: BinaryIO) -> dict[str, Any]:
    length = int.from_bytes(_exactly(pipe, HEADER))
    message: dict[str, Any] = json.loads(_exactly(pipe, length))
    return message


def _exactly(pipe: BinaryIO, length: int) -> bytes:
    contents = pipe.read(length)
    if len(contents) < length:
        raise EOFError
    return contents


def _receive_pixels(pipe: BinaryIO, shape: list[int]) -> NDArray[np.uint8]:
    pixels = np.empty(shape, np.uint8)
    if cast(io.BufferedReader, pipe).readinto(pixels.data.cast("B")) < pixels.size:
        raise EOFError
    return pixels


# The process that decodes


def serve(memory: int) -> None:
    """Answer questions on standard input until it ends, with so many more bytes of memory than now."""
    pipe, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one that asks
    limit_memory(memory)
    while True:
        try:
            asked = _receive(pipe)
            contents = _exactly(pipe, asked["bytes"])
        except EOFError:
            return
        _limit_cpu(asked["seconds"])
        _answer(answers, asked, contents)
        _limit_cpu(0)


def _limit_cpu(seconds: float) -> None:
    """Have the system end this process when it has taken so much more of the processor; 0 for no limit.

    It ends what hangs in native code, too, and without the process that asked, which may be gone.
    """
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _answer(pipe: BinaryIO, asked: dict[str, Any], contents: bytes) -> None:
    try:
        source = io.BytesIO(contents) if asked["path"] is None else open_file(Path(asked["path"]))
        with source:
            if asked["what"] == "pages":
                _send(pipe, {"pages": pages_of(source)})
            else:
                _send_picture(pipe, load_picture(source, asked["page"]))
    except ImageUnreadable as error:
        _send_error(pipe, error)
    except OSError as error:
        _send_error(pipe, ImageUnreadable(Message("broke_off", said=reason(error))))
    except MemoryError:
        _send_error(pipe, too_much_memory())


def _send_error(pipe: BinaryIO, error: ImageUnreadable) -> None:
    _send(pipe, {"error": type(error).__name__, "what": error.what.to_dict()})


def _send_picture(pipe: BinaryIO, picture: Picture) -> None:
    layers = {name: layer for name in LAYERS if (layer := getattr(picture, name)) is not None}
    fields = {
        "shapes": {name: layer.shape for name, layer in layers.items()},
        "profile": len(picture.icc_profile or b""),
        **{name: getattr(picture, name) for name in ("dpi", "format", "mark", "is_turned")},
    }
    parts = [np.ascontiguousarray(layer).data.cast("B") for layer in layers.values()]
    _send(pipe, fields, *parts, picture.icc_profile or b"")
