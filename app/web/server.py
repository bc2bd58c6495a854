"""The web server: sockets → uvicorn, with its limits → the application; how it stops."""

import asyncio
import socket
import traceback
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from threading import Event
from typing import Any

import uvicorn
from h11 import LocalProtocolError

from vision.processes import WorkerPool

from . import Settings, work
from .routes import make_app
from .safety import Safety

HEAD_BYTES = 64 << 10
"""Of a request's first lines: room for the marks of the largest boards."""
IDLE_SECONDS = 20
"""A connection is kept open for another request."""
MOST_CONNECTIONS = 200
"""Open at a time; requests on others are refused. Systems commonly grant a program 1,024 files or 256."""
ENDING_SECONDS = 1
"""For answers on their way when the server is told to stop."""
LOOK_SECONDS = 0.1
"""So often it is looked whether the server is to stop."""


def serve(
    settings: Settings,
    sockets: Sequence[socket.socket],
    pool: WorkerPool,
    stop: Event,
    report: Callable[[str], None],
) -> None:
    """Serve until told to stop; then everything has ended, also work in progress.

    `sockets` listen, and `report` takes lines about faults.
    """
    app = Safety(make_app(settings, pool), settings, lambda error: report(fault_line(error)))
    server = uvicorn.Server(_config(app))

    def fault(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if error and not isinstance(error, LocalProtocolError):  # no request, behind an answer
            report(fault_line(error))

    async def run() -> None:
        asyncio.get_running_loop().set_exception_handler(fault)
        await server.serve(list(sockets))

    for _ in range(settings.workers):
        pool.submit(work.ready)
    with ThreadPoolExecutor(1) as thread:  # there, uvicorn leaves signals to others
        serving = thread.submit(lambda: asyncio.run(run()))
        try:
            while not serving.done() and not stop.is_set():
                wait([serving], LOOK_SECONDS)
        finally:
            server.should_exit = True
            pool.kill_workers()  # work in progress is given up, and its clients get an answer
        serving.result()


def _config(app: Safety) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http="h11",
        ws="none",
        loop="asyncio",
        lifespan="off",
        log_config=None,
        log_level="critical",  # what is no request is no fault, and faults are reported here
        access_log=False,
        proxy_headers=False,
        server_header=False,
        limit_concurrency=MOST_CONNECTIONS,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=ENDING_SECONDS,
        h11_max_incomplete_event_size=HEAD_BYTES,
    )


def fault_line(error: BaseException) -> str:
    """Return in one line what failed and where, without the error's message: it may quote what was sent."""
    last = traceback.extract_tb(error.__traceback__)[-1:]
    place = "".join(f" in {Path(frame.filename).name}, line {frame.lineno}" for frame in last)
    return f"the program failed ({type(error).__name__}{place}); this is a bug: please report it"
