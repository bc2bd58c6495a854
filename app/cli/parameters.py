"""The parameters of commands: how they are written on the command line, and what their values mean.

A command is a list of them and a function of the values. Nothing is imported here that takes time: help and a
shell's completion load it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from functools import partial
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from ..request import Limits, Request
from ..tasks import RULES, Task
from ..version import VERSION
from .console import echo
from .page import Command, Option
from .printing import Printing

if TYPE_CHECKING:  # these load what reads pictures
    from solver.belief.overrides import Override

    from ..batch.run import Batch
    from ..inputs.walk import FileFilter

Given = Mapping[str, Any]
"""The parsed values of a command's parameters, by their names."""
Parameters = list[click.Parameter]

BATCH_PANEL = "Many pictures"
"""Title of the options that say how many pictures are gone about."""
DOUBTS_PANEL = "Doubtful readings"
"""Title of the options for what was not surely read."""
LONGEST_SIDE = 999
"""Rows or columns that can be asked for; how many a picture may have is known when it is at hand."""
ABOUT_PICTURES = "PICTURE is a screenshot or photograph, a folder of them, or - for standard input."
ABOUT_TEXTS = (
    "A puzzle can also be given as text: a file in any form that `aquarium read` writes, "
    "a puzz.link address, or a task string. In folders, only pictures are used."
)


def command(name: str, about: str, parameters: Parameters, run: Callable[[Given], int]) -> click.Command:
    """Return the command that does `run` with the values of its parameters; `about` is its page of help."""
    return Command(name=name, params=parameters, callback=lambda **given: run(given), help=about)


def request_of(given: Given, task: Task) -> Request:
    """Return what is asked of every picture alike; UsageError if that contradicts itself."""
    repair = given["repair_limit"]
    if given["no_repair"]:
        if repair is not None:
            raise click.UsageError("--no-repair and --repair-limit cannot be combined; choose one")
        repair = 0
    limits = Limits(given["time_limit"], Limits().repair if repair is None else repair)
    said = _values(given, ("overrides", "size", "rule", "as_read", "ignore_entries"))
    return Request(task, limits, all_doubts=given["verbose"], **said)


def look_of(given: Given) -> dict[str, Any]:
    """Return how water is drawn, as far as it is not drawn as usual: options of a task."""
    usual = {"water": None, "opacity": 100, "only_new": False}
    return {name: given[name] for name, value in usual.items() if given.get(name, value) != value}


def printing_of(given: Given, command: tuple[str, ...] = (), separator: str | None = None) -> Printing:
    """Return what a command prints and shows; `command` and `separator` as `Printing` has them."""
    asked = _values(given, (field.name for field in fields(Printing)))
    return Printing(command=command, separator=separator, **asked)


def batch_of(given: Given, *, keep_reports: bool = False) -> Batch:
    """Return how a run goes about its pictures; UsageError if what is asked contradicts itself.

    A command without such options does them one after the other in this process.
    """
    from ..batch.run import Batch  # noqa: PLC0415 — loads what reads pictures

    if given.get("force") and given.get("no_clobber"):
        raise click.UsageError("--force and --no-clobber cannot be combined; choose one")
    asked = {"workers": 1} | _values(given, (field.name for field in fields(Batch)))
    return Batch(keep_reports=keep_reports, **asked)


def filter_of(given: Given) -> FileFilter:
    """Return what of a folder is passed over; a command without such options passes over nothing."""
    from ..inputs.walk import FileFilter  # noqa: PLC0415 — loads what reads pictures

    return FileFilter(given.get("exclude", ()), not given.get("flat", False))


def typed(parameters: Parameters, given: Given) -> tuple[str, ...]:
    """Return options as they are typed, but for those that have their usual values."""
    words = []
    for option in parameters:
        value = given[str(option.name)]
        if value not in (None, False, option.default):
            words += option.opts[-1:] if value is True else [option.opts[-1], str(value)]
    return tuple(words)


def _values(given: Given, names: Iterable[str]) -> dict[str, Any]:
    """Return the values of these parameters, as far as the command has them."""
    return {name: given[name] for name in names if name in given}


def is_configured(option: str) -> bool:
    """Tell whether the value of an option is the configuration file's."""
    context = click.get_current_context(silent=True)
    return context is not None and context.get_parameter_source(option) is ParameterSource.DEFAULT_MAP


def print_version() -> None:
    """Print the name and the version of the program."""
    echo(f"aquarium {VERSION}\n")


def _print_version(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        print_version()
        context.exit()


def print_page(context: click.Context) -> None:
    """Print the page of help of a command."""
    echo(f"{context.get_help()}\n")


def _print_page(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        print_page(context)
        context.exit()


def _finite(_: click.Context, __: click.Parameter, seconds: float | None) -> float | None:
    if seconds is not None and not math.isfinite(seconds):
        raise click.BadParameter(f"{seconds} is not a number of seconds.")
    return seconds


def _overrides(_: click.Context, __: click.Parameter, texts: tuple[str, ...]) -> tuple[Override, ...]:
    """Read what a person says of clues and walls; nothing may be said twice and differently."""
    if not texts:
        return ()
    from solver.belief.overrides import BadOverride, parse_override  # noqa: PLC0415 — the solver takes time to load

    try:
        overrides = tuple(map(parse_override, texts))
    except BadOverride as error:
        raise click.UsageError(f"--fix {error}") from None
    values: dict[object, object] = {}
    for override in overrides:
        if values.setdefault(override.place, override.value) != override.value:
            raise click.UsageError(f"--fix gives two values for {override.place}; leave one out")
    return overrides


def _colour(_: click.Context, __: click.Parameter, text: str | None) -> str | None:
    """Read a colour, and return its digits: two names of one colour mean the same."""
    if text is None:
        return None
    from vision.drawing.look import parse_colour  # noqa: PLC0415 — loads NumPy

    try:
        red, green, blue = parse_colour(text)
    except ValueError:
        raise click.UsageError(f"--water {text}: expected a colour; write it like teal or #008080") from None
    return f"#{red:02x}{green:02x}{blue:02x}"


def board_size(_: click.Context, parameter: click.Parameter, text: str | None) -> tuple[int, int] | None:
    """Read the rows and columns of a board, written with any sign of times; one number is a square's."""
    if text is None:
        return None
    shape = re.fullmatch(r"\s*([0-9]{1,3})\s*(?:[x×X]\s*([0-9]{1,3})\s*)?", text)
    rows, cols = (int(shape[1]), int(shape[2] or shape[1])) if shape else (0, 0)
    if not all(1 <= cells <= LONGEST_SIDE for cells in (rows, cols)):
        given = f"--size {text}" if isinstance(parameter, click.Option) else f"'{text}'"
        raise click.UsageError(f"{given}: expected rows x columns; write it like 15x15")
    return rows, cols


flag = partial(Option, is_flag=True)
answer_option = partial(Option, "Answer")
answer_flag = partial(flag, "Answer")
work_option = partial(Option, "Work")
doubt_option = partial(Option, DOUBTS_PANEL)
doubt_flag = partial(flag, DOUBTS_PANEL)
batch_option = partial(Option, BATCH_PANEL)
batch_flag = partial(flag, BATCH_PANEL)
message_flag = partial(flag, "Messages")
workers_option = partial(
    Option,
    type=click.IntRange(min=0),
    default=0,
    metavar="N",
    help="Pictures solved at a time, each in its own process; 0 (default): one per core.",
)


def pictures_argument(metavar: str = "PICTURE...") -> click.Argument:
    """Take the words that name pictures or texts; there need be none where one is pasted or grabbed."""
    return click.Argument(["pictures"], nargs=-1, type=click.Path(), metavar=metavar)


def output_option(default: str) -> Option:
    """Take the place for a command's pictures; `default` says where they go without it."""
    places = "A file for one picture, a folder or a PDF for several, - for standard output."
    return answer_option(
        "-o", "--output", type=click.Path(), metavar="PATH", help=f"{places} Default: {default}."
    )


def choice_option(name: str, choices: Iterable[str], *names: str, help: str) -> Option:
    """Take one of some words, by default the first."""
    words = list(choices)
    return answer_option(
        name, *names, type=click.Choice(words), default=words[0], show_default=True, help=help
    )


ONLY_NEW = answer_flag("--only-new", help="Draw nothing in cells that you have filled in.")
IGNORE_ENTRIES = answer_flag("--ignore-entries", help="Act as if nothing were entered in the picture.")
JSON = answer_flag("--json", "as_json", help="Print JSON, a line per picture; draw only with -o.")
PLAIN_JSON = answer_flag("--json", "as_json", help="Print JSON, a line per picture.")
"""Of a command that draws whether JSON is wanted or not, or never does."""
COPY = answer_flag("--copy", help="Also copy the answer to the clipboard.")
SHOW: Parameters = [
    COPY,
    answer_flag("--view", help="Show the answer in the terminal."),
    answer_flag("--open", "opens", help="Open the answer; for several pictures, the gallery."),
]
TAKE: Parameters = [
    answer_flag("--paste", help="Use the picture on the clipboard."),
    answer_flag("--grab", help="Use a region of the screen that you select."),
]
LOOK: Parameters = [
    answer_option(
        "--water", metavar="COLOUR", callback=_colour, help="Colour of new water, such as teal or #008080."
    ),
    answer_option(
        "--opacity",
        type=click.IntRange(1, 100),
        default=100,
        metavar="PERCENT",
        help="How opaque new water is; 100 hides the paper.",
    ),
]
HELP = message_flag(
    *("-h", "--help"),
    is_eager=True,
    expose_value=False,
    callback=_print_page,
    help="Print this page.",
)
VERSION_FLAG = message_flag(
    *("-V", "--version"),
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Print the version.",
)
MESSAGES: Parameters = [
    message_flag("-q", "--quiet", help="Print only what went wrong."),
    message_flag("-v", "--verbose", help="Print more: doubts, times, tracebacks."),
    HELP,
]
TIME_LIMIT = work_option(
    "--time-limit",
    type=click.FloatRange(min=0, min_open=True),
    default=30,
    callback=_finite,
    show_default=True,
    metavar="S",
    help="Seconds to solve one picture.",
)
FIX = doubt_option(
    *("--fix", "overrides"),
    multiple=True,
    callback=_overrides,
    metavar="PLACE=VALUE",
    help="Correct a clue or wall: top:7=8, left:2=1, wall:3,4-3,5=yes. Repeatable.",
)
SIZE = doubt_option(
    "--size",
    callback=board_size,
    metavar="ROWSxCOLS",
    help="Look only for a board of this size: 15x15. Needed for task strings that are not square.",
)
RULE = doubt_option(
    "--rule",
    type=click.Choice(RULES),
    help="The rule, which no picture shows; connected: water is level only where it is connected.",
)
REPAIR: Parameters = [
    doubt_option(
        "--repair-limit",
        type=click.FloatRange(min=0),
        callback=_finite,
        metavar="S",
        help=f"Seconds to look for misread clues and walls. Default: {Limits().repair:g}.",
    ),
    doubt_flag("--no-repair", help="Do not correct misread clues and walls."),
]
AS_READ = doubt_flag("--as-read", help="Accept what was read, with any --fix, as correct.")
REQUEST_OF_MANY: Parameters = [TIME_LIMIT, SIZE, RULE, *REPAIR]
"""What can be asked where it is not known yet which pictures there will be."""
REQUEST: Parameters = [TIME_LIMIT, FIX, SIZE, RULE, *REPAIR, AS_READ]
FILTER: Parameters = [
    batch_option(
        "--exclude",
        multiple=True,
        metavar="PATTERN",
        help="In folders, skip what matches, such as old/* or *-thumb.*. Repeatable.",
    ),
    batch_flag(*("-R", "--not-recursive", "flat"), help="Do not look into subfolders."),
]
BATCH: Parameters = [
    *FILTER,
    workers_option(BATCH_PANEL, "-j", "--jobs", "workers"),
    batch_option("--cluster", metavar="ADDRESS", help="Use the dask cluster at this address."),
    batch_flag("-n", "--no-clobber", help="Never overwrite a file: keep what is there."),
    batch_flag("--force", help="Solve again what is already solved; also solve answers."),
    batch_flag("--fail-fast", help="Stop at the first picture without an answer."),
    batch_flag("--exit-zero", help="Exit with 0 even if some have no answer."),
    batch_option(
        *("--from-file", "listed"),
        type=click.Path(),
        metavar="LIST",
        help="Also take names from a file, one per line; - for standard input.",
    ),
]
