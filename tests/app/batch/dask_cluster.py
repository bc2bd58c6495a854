"""A dask cluster of one scheduler and two workers at a port: processes, of which none is started again."""

import asyncio
import os
import sys
from collections.abc import Callable
from functools import partial

from distributed import Scheduler, Worker

from app.batch.dispatch import load_pipeline


async def serve(make: Callable[[], Scheduler | Worker]) -> None:
    async with make() as server:
        await server.finished()


if __name__ == "__main__":
    load_pipeline()  # once for all
    port = int(sys.argv[1])
    scheduler = partial(Scheduler, host="127.0.0.1", port=port, dashboard=False)
    worker = partial(Worker, f"tcp://127.0.0.1:{port}", nthreads=1, host="127.0.0.1", dashboard=False)
    asyncio.run(serve(scheduler if os.fork() and os.fork() else worker))
