"""`aquarium serve`: a page in the browser, here or on the phone beside it, until it is stopped."""

from __future__ import annotations

import io
import os
import re
import sys
import threading
from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING

import click

from ..batch import usable_cores
from ..request import Request
from ..web import LOOPBACK, PORT, Settings
from .parameters import HELP, Given, Option, command, work_option, workers_option
from .process import Stop, echo, echo_as_is, echo_error, until_stopped

if TYPE_CHECKING:
    import socket

address_option = partial(Option, "Address")
UNITS = {"": 1, "k": 1_000, "m": 1_000_000, "g": 1_000_000_000}
LEAST_UPLOAD, MOST_UPLOAD = 1_000, 1_000_000_000
WHITE_ON_BLACK, PLAIN = "\x1b[97;40m", "\x1b[0m"
"""Whatever colours the terminal has: not all cameras read codes in negative."""
OWN_TOKEN = re.compile("[A-Za-z0-9_-]{16,128}")
"""At least 96 bits where drawn at random; signs that addresses and cookies take as they are."""
BORDER = 2
"""Modules of white around the code: the standard asks for 4, cameras are content with this."""


def _bytes(_: click.Context, __: click.Parameter, text: str) -> int:
    """Read a number of bytes, written with its unit."""
    shape = re.fullmatch(r"\s*([0-9]{1,12}(?:\.[0-9]{1,3})?)\s*([kmg]?)b?\s*", text.lower())
    size = float(shape[1]) * UNITS[shape[2]] if shape else 0
    if not LEAST_UPLOAD <= size <= MOST_UPLOAD:
        raise click.UsageError(f"--max-upload {text}: expected 1kB to 1GB; write it like 64MB")
    return int(size)


def _token(_: click.Context, __: click.Parameter, word: str | None) -> str | None:
    """Read a token, which is never repeated: it is a secret."""
    if word is not None and not OWN_TOKEN.fullmatch(word):
        raise click.UsageError("--token is not as expected: 16 to 128 letters, digits, _ or -, hard to guess")
    return word


def _run(settings: Settings, sockets: Sequence[socket.socket], stop: Stop) -> None:
    """Load what serves, while those who ask already wait, and serve until that is to end."""
    from ..batch.dispatch import pool  # noqa: PLC0415 — loads what reads pictures
    from ..batch.run import time_limit  # noqa: PLC0415 — as above
    from ..web.server import serve as serve_sockets  # noqa: PLC0415 — loads uvicorn and Starlette

    workers = pool(settings.workers, time_limit(Request()))
    stop.is_awaited = True
    serve_sockets(settings, sockets, workers, stop, echo_error)


def _announce(places: Sequence[str], *, is_open: bool) -> None:
    """Print the addresses and, for phones, a code of the first one."""
    for place in places:
        echo(f"{place}\n")
    if is_open and sys.stdout is not None and sys.stdout.isatty():
        echo_as_is(qr_code(places[0]))
    how = "scan the code with a phone in the same network" if is_open else "open it in a browser"
    echo_error(f"{how}; press Ctrl-C to stop")


def qr_code(text: str) -> bytes:
    """Return the lines of a QR code that cameras read off the terminal; none if they cannot be shown."""
    import segno  # noqa: PLC0415 — only phones need it

    drawn = io.StringIO()
    segno.make_qr(text, error="l").terminal(drawn, border=BORDER, compact=True)
    rows = drawn.getvalue().splitlines()
    columns, lines = os.get_terminal_size(sys.stdout.fileno())
    if len(rows[0]) > columns or len(rows) > lines:
        return b""
    try:
        return "".join(f"{WHITE_ON_BLACK}{row}{PLAIN}\n" for row in rows).encode(sys.stdout.encoding)
    except (UnicodeEncodeError, LookupError):
        return b""


@command(
    "serve",
    """\
Serves a page for your browser, to this computer alone, until you press Ctrl-C.

On the page: drop, paste or choose pictures, see the answer on them, correct what was misread, get hints and
play. Nothing leaves your computer or is written to its disk. Programs can use the API: see /api/openapi.json.

  aquarium serve --open            a page on this computer
  aquarium serve --host 0.0.0.0    on a phone, too: scan the code
""",
    [
        address_option(
            "--port",
            type=click.IntRange(0, 65535),
            default=PORT,
            show_default=True,
            metavar="N",
            help="Port to listen on; 0: any that is free.",
        ),
        address_option(
            "--host",
            default=LOOPBACK,
            show_default=True,
            metavar="ADDRESS",
            help="Address to listen on; 0.0.0.0: all devices in the network that have the code.",
        ),
        address_option(
            "--token",
            callback=_token,
            metavar="WORD",
            help="Word that lets devices in, 16 characters or more, so that a bookmark lasts; "
            "default: another with each start.",
        ),
        address_option("--open", "opens", is_flag=True, help="Open the page in the browser."),
        workers_option("Work", "-j", "--jobs", "workers"),
        work_option(
            "--max-upload",
            default="64MB",
            show_default=True,
            callback=_bytes,
            metavar="SIZE",
            help="Largest picture or text accepted.",
        ),
        HELP,
    ],
)
def serve(given: Given) -> int:
    from ..sentences import UsageError  # noqa: PLC0415 — loads the solver
    from ..web import addresses  # noqa: PLC0415 — as above

    with until_stopped() as stop, ExitStack() as opened:
        try:
            sockets = addresses.listen(given["host"], given["port"])
        except UsageError as error:
            raise click.UsageError(str(error)) from None
        for one in sockets:
            opened.enter_context(one)
        is_open = not addresses.is_loopback(sockets)
        token = given["token"] or (addresses.new_token() if is_open else None)
        names, port = addresses.names_of(sockets), sockets[0].getsockname()[1]
        workers = given["workers"] or usable_cores()
        settings = Settings(given["host"], port, workers, given["max_upload"], token, names)
        places = addresses.reached_at(sockets, token)
        _announce(places, is_open=is_open)
        if given["opens"]:
            import webbrowser  # noqa: PLC0415 — takes a tenth of the time that help has

            threading.Thread(target=webbrowser.open, args=(places[-1],), daemon=True).start()
        _run(settings, sockets, stop)
    return 0
