"""`aquarium watch`: a folder that pictures arrive in → their answers in another, until it is stopped."""

import click

from ..tasks import Task
from .page import Option
from .parameters import (
    FILTER,
    IGNORE_ENTRIES,
    MESSAGES,
    ONLY_NEW,
    PLAIN_JSON,
    REQUEST_OF_MANY,
    STYLE,
    Given,
    answer_option,
    command,
    filter_of,
    printing_of,
    request_of,
)


def _watch(given: Given) -> int:
    request = request_of(given, Task("solve"))
    from .running import run_watch  # noqa: PLC0415 — loads what reads pictures

    where, printing = (given["folder"], given["output"]), printing_of(given)
    return run_watch(*where, request, printing, file_filter=filter_of(given), poll=given["poll"])


watch = command(
    "watch",
    """\
Solves the pictures in a folder, then each new one, until you press Ctrl-C.

A picture is read when it is complete: fully copied, moved in, or renamed from a temporary name. Solved
pictures are not solved again. Reports are written when it stops.

  aquarium watch shots/ -o out/               a folder of screenshots
  aquarium watch //server/in -o out/ --poll   a network drive
""",
    [
        click.Argument(["folder"], type=click.Path(), metavar="FOLDER"),
        answer_option(
            *("-o", "--output"),
            type=click.Path(),
            required=True,
            metavar="DIR",
            help="Folder for answers and reports.",
        ),
        Option("Work", "--poll", is_flag=True, help="List the folder repeatedly, as network drives need."),
        *STYLE,
        ONLY_NEW,
        IGNORE_ENTRIES,
        *FILTER,
        *REQUEST_OF_MANY,
        PLAIN_JSON,
        *MESSAGES,
    ],
    _watch,
)
