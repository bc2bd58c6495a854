"""`aquarium serve`: a page in the browser, here or on the phone beside it, until it is stopped."""

from __future__ import annotations

import re
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from contextlib import ExitStack
from importlib import import_module
from importlib.util import find_spec

import click

from ..batch.cores import usable_cores
from ..errors import UsageError
from ..request import Request
from ..version import PACKAGE
from ..web.settings import LOOPBACK, PORT, Settings
from . import options
from .console import echo, echo_bytes, echo_error
from .options import panel_option
from .signals import Stop, until_stopped

ABOUT = """\
Serves a page for your browser, to this computer alone, until you press Ctrl-C.

On the page: drop, paste or choose pictures, see the answer on them, correct what was misread, get hints and
play. Nothing leaves your computer and nothing is kept. Programs can use the API: see /api/openapi.json.

  aquarium serve --open            a page on this computer
  aquarium serve --host 0.0.0.0    on a phone, too: scan the code
"""
NEEDED = ("starlette", "uvicorn", "segno")
"""What the extra `web` installs."""
UNITS = {"": 1, "k": 1_000, "m": 1_000_000, "g": 1_000_000_000}
LEAST_UPLOAD, MOST_UPLOAD = 1_000, 1_000_000_000


def _bytes(_: click.Context, __: click.Parameter, text: str) -> int:
    """Read a number of bytes, written with its unit."""
    shape = re.fullmatch(r"\s*([0-9]{1,12}(?:\.[0-9]{1,3})?)\s*([kmg]?)b?\s*", text.lower())
    size = float(shape[1]) * UNITS[shape[2]] if shape else 0
    if not LEAST_UPLOAD <= size <= MOST_UPLOAD:
        raise click.UsageError(f"--max-upload {text}: expected 1kB to 1GB; write it like 64MB")
    return int(size)


@options.command(ABOUT)
@panel_option(
    "--port",
    type=click.IntRange(0, 65535),
    default=PORT,
    show_default=True,
    panel="Address",
    metavar="N",
    help="Port to listen on; 0: any that is free.",
)
@panel_option(
    "--host",
    default=LOOPBACK,
    show_default=True,
    panel="Address",
    metavar="ADDRESS",
    help="Address to listen on; 0.0.0.0: all devices in the network that have the code.",
)
@panel_option("--open", "opens", is_flag=True, panel="Address", help="Open the page in the browser.")
@panel_option(
    *("-j", "--jobs", "workers"),
    type=click.IntRange(min=0),
    default=0,
    panel="Work",
    metavar="N",
    help="Pictures solved at a time, each in its own process; 0 (default): one per core.",
)
@panel_option(
    "--max-upload",
    default="64MB",
    show_default=True,
    callback=_bytes,
    panel="Work",
    metavar="SIZE",
    help="Largest picture or text accepted.",
)
@options.help_option
def serve(*, port: int, host: str, opens: bool, workers: int, max_upload: int) -> int:
    _check_extra()
    with until_stopped() as stop, ExitStack() as opened:
        addresses = import_module("..web.addresses", __package__)
        try:
            sockets = addresses.listen(host, port)
        except UsageError as error:
            raise click.UsageError(f"{error.message}; {error.advice}") from None
        for one in sockets:
            opened.enter_context(one)
        token = None if addresses.is_loopback(sockets) else addresses.new_token()
        names, port = addresses.names_of(sockets), sockets[0].getsockname()[1]
        settings = Settings(host, port, workers or usable_cores(), max_upload, token, names)
        places = addresses.reached_at(sockets, token)
        _announce(places, is_open=token is not None)
        if opens:
            threading.Thread(target=webbrowser.open, args=(places[-1],), daemon=True).start()
        _run(settings, sockets, stop)
    return 0


def _run(settings: Settings, sockets: Sequence[socket.socket], stop: Stop) -> None:
    """Load what serves, while those who ask already wait, and serve until that is to end."""
    server, pool, run = (
        import_module(name, __package__) for name in ("..web.server", "..batch.pool", "..batch.run")
    )
    limit = run.time_limit(Request(limits=settings.limits))
    workers = pool.WorkerPool(settings.workers, time_limit=limit, memory_limit=run.MEMORY)
    serving = server.Server(settings, sockets, workers, stop, echo_error)
    stop.is_awaited = True
    serving.run()


def _check_extra() -> None:
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        seen = f"the page needs {', '.join(missing)}"
        raise click.UsageError(f"{seen}; install it with: pip install '{PACKAGE}[web]'")


def _announce(places: Sequence[str], *, is_open: bool) -> None:
    """Print the addresses and, for phones, a code of the first one."""
    for place in places:
        echo(f"{place}\n")
    if is_open and sys.stdout is not None and sys.stdout.isatty():
        echo_bytes(import_module(".code", __package__).drawn(places[0]))
    how = "scan the code with a phone in the same network" if is_open else "open it in a browser"
    echo_error(f"{how}; press Ctrl-C to stop")
