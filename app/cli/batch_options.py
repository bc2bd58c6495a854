"""The options for many pictures: how a run goes about them, and which of a folder it takes."""

from __future__ import annotations

from functools import wraps
from typing import Any

import rich_click as click

from ..batch.options import BatchOptions
from ..inputs.listfile import read_list
from ..inputs.walk import FileFilter
from .options import Command, combined

BATCH = "Many pictures"
"""Title of these options."""


def batch_options(command: Command) -> Command:
    """Take how a run goes about its pictures, as `options`, and add those of a list to `pictures`."""

    @wraps(command)
    def with_options(
        *,
        pictures: tuple[str, ...],
        workers: int,
        cluster: str | None,
        fail_fast: bool,
        exit_zero: bool,
        no_clobber: bool,
        force: bool,
        listed: str | None,
        **rest: Any,
    ) -> int:
        if force and no_clobber:
            raise click.UsageError("--force and --no-clobber exclude each other; choose one of them")
        options = BatchOptions(workers, cluster, force, no_clobber, fail_fast, exit_zero, keep_reports=True)
        words = (*pictures, *(read_list(listed) if listed is not None else ()))
        return command(pictures=words, options=options, **rest)

    return filter_options(_batch_options(with_options))


def filter_options(command: Command) -> Command:
    """Take which of a folder's pictures are wanted, and hand it on as `file_filter`."""

    @wraps(command)
    def filtered(*, exclude: tuple[str, ...], flat: bool, **rest: Any) -> int:
        return command(file_filter=FileFilter(exclude, recursive=not flat), **rest)

    return _filter_options(filtered)


_batch_options = combined(
    click.option(
        *("-j", "--jobs", "workers"),
        type=click.IntRange(min=0),
        default=0,
        metavar="N",
        panel=BATCH,
        help="Pictures at a time, each in a process; 0, as usual, for one per core.",
    ),
    click.option("--cluster", metavar="ADDRESS", panel=BATCH, help="Work on the dask cluster there."),
    click.option(
        *("-n", "--no-clobber"), is_flag=True, panel=BATCH, help="Leave what is where an answer belongs."
    ),
    click.option("--force", is_flag=True, panel=BATCH, help="Solve again what is solved already."),
    click.option("--fail-fast", is_flag=True, panel=BATCH, help="End with the first that has no answer."),
    click.option("--exit-zero", is_flag=True, panel=BATCH, help="Exit with 0 though some have no answer."),
    click.option(
        *("--from-file", "listed"),
        type=click.Path(),
        metavar="LIST",
        panel=BATCH,
        help="Take names from a file too, a line each; - for standard input.",
    ),
)
_filter_options = combined(
    click.option(
        "--exclude",
        multiple=True,
        metavar="PATTERN",
        panel=BATCH,
        help="Leave out of folders what is called so: old/*, *-thumb.*. Repeatable.",
    ),
    click.option(
        *("-R", "--not-recursive", "flat"),
        is_flag=True,
        panel=BATCH,
        help="Leave out the folders in a folder.",
    ),
)
