"""The options that several commands share: how they are written on the command line, and what they mean."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

import rich_click as click
from click.core import ParameterSource
from click.globals import get_current_context

from ..request import Limits, Request
from .console import Report

if TYPE_CHECKING:  # importing it costs half a second, which `aquarium --help` must not
    from solver.belief.overrides import Override

DOUBTS = "Doubtful readings"
"""Title of the options for what was not surely read."""
PACKAGE = "aquarium-reader"
EXIT_CODES = """\
Exit codes; of several pictures the gravest counts:
    0  all is well                     4  no puzzle read with certainty
    1  a fault of the program          5  no solution, several, or out of time
    2  wrong usage, or cannot write    6  mistakes were found
    3  not a readable picture        130  interrupted
"""
HELP_PAGE = {
    "text_markup": "rich",
    "max_width": 80,
    "text_paragraph_linebreaks": "\n\n",
    "footer_text": EXIT_CODES,
}
"""Looks of the help. rich-click's decorator for them would load rich for every picture."""
LONGEST_SIDE = 999
"""Rows or columns that can be asked for; how many a picture may have is known when it is at hand."""

Command = Callable[..., int]
Decorator = Callable[[Command], Command]

PICTURES = "PICTURE is a screenshot or photograph, a folder of them, or - for standard input."
TEXTS = (
    "A puzzle as text may stand for a picture: a file of any form that `aquarium read` writes, "
    "an address of puzz.link, or a task string. Of folders only the pictures are taken."
)


def pictures_argument(command: Command) -> Command:
    """Take one or several pictures or texts."""
    return _pictures_argument(command, required=True)


def perhaps_pictures_argument(command: Command) -> Command:
    """Take pictures or texts, or none where they may come otherwise."""
    return _pictures_argument(command, required=False)


def _pictures_argument(command: Command, *, required: bool) -> Command:
    take = click.argument("pictures", nargs=-1, required=required, type=click.Path(), metavar="PICTURE...")
    return take(command)


def output_option(default: str) -> Decorator:
    """Take the place for a command's pictures; `default` says where they go without it."""
    return click.option(
        *("-o", "--output"),
        type=click.Path(),
        metavar="PATH",
        panel="Answer",
        help=f"A file for one picture, a folder for several, - for standard output. By default {default}.",
    )


def json_option(command: Command) -> Command:
    """Take the wish for JSON."""
    return click.option(
        "--json", "as_json", is_flag=True, panel="Answer", help="Print a line of JSON per picture."
    )(command)


def request_options(command: Command) -> Command:
    """Take what is asked of every picture alike, and hand it on as `request`."""

    @wraps(command)
    def requested(
        *,
        time_limit: float,
        overrides: tuple[Override, ...],
        size: tuple[int, int] | None,
        repair_limit: float,
        no_repair: bool,
        **rest: Any,
    ) -> int:
        if no_repair and _is_given("repair_limit"):
            raise click.UsageError("--no-repair and --repair-limit exclude each other; choose one of them")
        limits = Limits(time_limit, 0 if no_repair else repair_limit)
        request = Request(limits=limits, overrides=overrides, size=size)
        return command(request=request, **rest)

    for option in reversed(_REQUEST):
        requested = option(requested)
    return requested


def message_options(command: Command) -> Command:
    """Take how much is said, and the wish for help."""
    for option in reversed(_MESSAGES):
        command = option(command)
    return command


def report_options(command: Command) -> Command:
    """Take the wish for JSON and how much is said, and hand them on as `report`."""

    @wraps(command)
    def reported(*, as_json: bool, quiet: bool, verbose: bool, **rest: Any) -> int:
        return command(report=Report(as_json, quiet=quiet, verbose=verbose), **rest)

    return json_option(message_options(reported))


def _print_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if not wanted or ctx.resilient_parsing:
        return
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 — loads e-mail and ZIP modules

    try:
        number = version(PACKAGE)
    except PackageNotFoundError:
        number = "(not installed)"
    click.echo(f"aquarium {number}")
    ctx.exit()


version_option: Decorator = click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    panel="Messages",
    help="Print the version.",
)


def _is_given(option: str) -> bool:
    return get_current_context().get_parameter_source(option) is not ParameterSource.DEFAULT


def _finite(_: click.Context, __: click.Parameter, seconds: float) -> float:
    if not math.isfinite(seconds):
        raise click.BadParameter(f"{seconds} is not a number of seconds.")
    return seconds


def _overrides(_: click.Context, __: click.Parameter, texts: tuple[str, ...]) -> tuple[Override, ...]:
    """Read what is said of clues and walls; nothing may be said twice and differently."""
    if not texts:
        return ()
    from solver.belief.overrides import BadOverride, parse_override  # noqa: PLC0415 — the solver's package takes time to load

    try:
        overrides = tuple(map(parse_override, texts))
    except BadOverride as error:
        raise click.UsageError(f"--fix {error}") from None
    said: dict[object, object] = {}
    for override in overrides:
        if said.setdefault(override.place, override.value) != override.value:
            raise click.UsageError(f"--fix says two things of {override.place}; leave one of them out")
    return overrides


def board_size(_: click.Context, parameter: click.Parameter, text: str | None) -> tuple[int, int] | None:
    """Read the rows and columns of a board, written with any sign of times."""
    if text is None:
        return None
    shape = re.fullmatch(r"\s*([0-9]{1,3})\s*[x×X]\s*([0-9]{1,3})\s*", text)
    rows, cols = map(int, shape.groups()) if shape else (0, 0)
    if not all(1 <= cells <= LONGEST_SIDE for cells in (rows, cols)):
        given = f"--size {text}" if isinstance(parameter, click.Option) else f"{text!r}"
        raise click.UsageError(f"{given}: expected rows x columns; write it like 15x15")
    return rows, cols


_REQUEST = (
    click.option(
        "--time-limit",
        type=click.FloatRange(min=0, min_open=True),
        callback=_finite,
        default=30,
        show_default=True,
        metavar="S",
        panel="Work",
        help="Seconds for solving one picture.",
    ),
    click.option(
        "--fix",
        "overrides",
        multiple=True,
        callback=_overrides,
        metavar="PLACE=VALUE",
        panel=DOUBTS,
        help="Say what a clue or wall is: top:7=8, left:2=1, wall:3,4-3,5=yes. Repeatable.",
    ),
    click.option(
        "--size",
        callback=board_size,
        metavar="ROWSxCOLS",
        panel=DOUBTS,
        help="Look only for a board of so many cells: 15x15. A task string needs it unless it is square.",
    ),
    click.option(
        "--repair-limit",
        type=click.FloatRange(min=0),
        callback=_finite,
        default=2,
        show_default=True,
        metavar="S",
        panel=DOUBTS,
        help="Seconds to find what was misread.",
    ),
    click.option("--no-repair", is_flag=True, panel=DOUBTS, help="Answer only what is proved as read."),
)
_MESSAGES = (
    click.option("-q", "--quiet", is_flag=True, panel="Messages", help="Say nothing of what went well."),
    click.option("-v", "--verbose", is_flag=True, panel="Messages", help="Say more: doubts, times, faults."),
    click.help_option("-h", "--help", panel="Messages", help="Print this page."),
)
