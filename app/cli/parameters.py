"""The parameters of commands: how they are typed, what their values mean, and the page of help on them.

A command is a list of them and a function of the values. Nothing is imported here that takes time: help and a
shell's completion load it.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from .. import VERSION
from ..request import STYLE_OPTIONS, Limits, Overrides, Request, StyleOption, parse_size
from ..tasks import RULES, Task
from .process import echo

if TYPE_CHECKING:  # these load what reads pictures
    from solver.belief.overrides import Override
    from vision.drawing.palette import Colour
    from vision.drawing.style import Style

    from ..batch.run import Batch
    from ..inputs.folders import FileFilter

Given = Mapping[str, Any]
"""The parsed values of a command's parameters, by their names."""
Parameters = list[click.Parameter]

BATCH_PANEL = "Many pictures"
ABOUT_PICTURES = "PICTURE is a screenshot or photograph, a folder of them, or - for standard input."
ABOUT_TEXTS = (
    "A puzzle can also be given as text: a file in any form that `aquarium read` writes, "
    "a puzz.link address, or a task string. In folders, only pictures are used."
)
EXIT_CODES = """\
\b
Exit codes; for several pictures, the most serious one:
    0  success                         4  no puzzle read with certainty
    1  a bug in the program            5  no solution, several, or out of time
    2  wrong usage, or cannot write    6  mistakes found
    3  not a readable picture        130  interrupted
"""
NAME_AND_VERSION = f"aquarium {VERSION}"
NAMES_COLUMNS = 24
"""For the names of an option; longer ones have a line of their own."""


class Option(click.Option):
    """An option that has its place on the page of help, under the title of a panel."""

    def __init__(self, panel: str, *names: str, **settings: Any) -> None:
        """Take where it is listed, its names, and the settings of an option of click."""
        super().__init__(names, **settings)
        self.panel = panel


class Command(click.Command):
    """A command with its options in panels; indented lines of its help stay as they are."""

    def __init__(self, *, help: str, **settings: Any) -> None:
        """Take a text of help, and the settings of a command of click."""
        unwrapped = help.replace("\n\n  ", "\n\n\b\n  ")  # by which click leaves a paragraph as it is
        super().__init__(help=unwrapped, epilog=EXIT_CODES, add_help_option=False, **settings)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, those of each panel together."""
        panels = defaultdict(list)
        for option in self.params:
            record = option.get_help_record(ctx)
            if isinstance(option, Option) and record is not None:
                panels[option.panel].append(record)
        for title, records in panels.items():
            with formatter.section(title):
                formatter.write_dl(records, col_max=NAMES_COLUMNS)


class Printing(NamedTuple):
    """What goes to standard output, standard error and the desktop."""

    as_json: bool = False
    """Whether standard output gets a line of JSON for each picture."""
    as_text: bool = False
    """Whether standard output gets puzzle and water of each solved picture, a blank line between two."""
    share: bool = False
    """Whether standard output gets the water of each solved picture as emoji, and the puzzle's address."""
    quiet: bool = False
    verbose: bool = False
    copy: bool = False
    opens: bool = False
    """Whether the answer, or the page of many, is opened by the system's program."""
    separator: str | None = None
    """What stands between the answers of two pictures; None where their lines name the picture instead."""
    command: tuple[str, ...] = ()
    """The word of the command and its own options, unless it is the one that may be left out."""

    @property
    def is_data(self) -> bool:
        """Whether data is wanted, and a picture only where `-o` asks for one."""
        return self.as_json or self.as_text or self.share

    @property
    def draws(self) -> bool:
        """Whether a picture is wanted also where `-o` does not ask for one: what is shown must be a file."""
        copies_picture = self.copy and not (self.as_text or self.share)
        return not self.is_data or self.opens or copies_picture


def command(
    name: str, about: str, parameters: Parameters
) -> Callable[[Callable[[Given], int]], click.Command]:
    """Make a command of a function of the values of its parameters; `about` is its page of help."""
    return lambda run: Command(name=name, params=parameters, callback=lambda **given: run(given), help=about)


def request_of(given: Given, task: Task) -> Request:
    """Return what is asked of every picture alike; UsageError if that contradicts itself."""
    repair = given["repair_limit"]
    if given["no_repair"]:
        if repair is not None:
            raise click.UsageError("--no-repair and --repair-limit cannot be combined; choose one")
        repair = 0
    limits = Limits(given["time_limit"], Limits().repair if repair is None else repair)
    return Request(task, limits, style_of(given), Overrides(**_values(given, Overrides._fields)))


def style_of(given: Given) -> Style:
    """Return how water is drawn: as usual where an option is not given, or the command has none."""
    from vision.drawing.style import Style  # noqa: PLC0415 — loads NumPy

    asked = _values(given, (field.name for field in fields(Style)))
    return Style(**{name: value for name, value in asked.items() if value is not None})


def printing_of(given: Given, command: tuple[str, ...] = (), separator: str | None = None) -> Printing:
    """Return what a command prints and shows; `command` and `separator` as `Printing` has them."""
    asked = _values(given, Printing._fields)
    return Printing(command=command, separator=separator, **asked)


def batch_of(given: Given) -> Batch:
    """Return how a run goes about its pictures; UsageError if what is asked contradicts itself.

    A command without such options does them one after the other in this process.
    """
    from ..batch.run import Batch  # noqa: PLC0415 — loads what reads pictures

    if given.get("force") and given.get("no_clobber"):
        raise click.UsageError("--force and --no-clobber cannot be combined; choose one")
    return Batch(**{"workers": 1} | _values(given, Batch._fields))


def filter_of(given: Given) -> FileFilter:
    """Return what of a folder is passed over; a command without such options passes over nothing."""
    from ..inputs.folders import FileFilter  # noqa: PLC0415 — loads what reads pictures

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


def _finite(_: click.Context, __: click.Parameter, seconds: float | None) -> float | None:
    if seconds is not None and not math.isfinite(seconds):
        raise click.BadParameter(f"{seconds} is not a number of seconds.")
    return seconds


def _overrides(_: click.Context, __: click.Parameter, texts: tuple[str, ...]) -> tuple[Override, ...]:
    """Read what a person says of clues and walls."""
    if not texts:
        return ()
    from solver.belief.overrides import BadOverride, parse_override  # noqa: PLC0415 — the solver takes time to load

    try:
        return tuple(map(parse_override, texts))
    except BadOverride as error:
        raise click.UsageError(f"--fix {error}") from None


def _colour(_: click.Context, __: click.Parameter, text: str | None) -> Colour | None:
    if text is None:
        return None
    from vision.drawing.style import parse_colour  # noqa: PLC0415 — loads NumPy

    try:
        return parse_colour(text)
    except ValueError:
        raise click.UsageError(f"--water {text}: expected a colour; write it like teal or #008080") from None


def board_size(_: click.Context, parameter: click.Parameter, text: str | None) -> tuple[int, int] | None:
    """Read the rows and columns of a board, written with any sign of times; one number is a square's."""
    if text is None:
        return None
    try:
        return parse_size(text)
    except ValueError:
        given = f"--size {text}" if isinstance(parameter, click.Option) else f"'{text}'"
        raise click.UsageError(f"{given}: expected rows x columns; write it like 15x15") from None


answer_option = partial(Option, "Answer")
answer_flag = partial(answer_option, is_flag=True)
work_option = partial(Option, "Work")
doubt_option = partial(Option, "Doubtful readings")
doubt_flag = partial(doubt_option, is_flag=True)
batch_option = partial(Option, BATCH_PANEL)
batch_flag = partial(batch_option, is_flag=True)
message_flag = partial(Option, "Messages", is_flag=True)
workers_option = partial(
    Option,
    type=click.IntRange(min=0),
    default=0,
    metavar="N",
    help="Pictures solved at a time, each in its own process; 0 (default): one per core.",
)


def pictures_argument(metavar: str = "PICTURE...") -> click.Argument:
    """Take the words that name pictures or texts; there need be none where one is pasted."""
    return click.Argument(["pictures"], nargs=-1, type=click.Path(), metavar=metavar)


def output_option(default: str) -> Option:
    """Take the place for a command's pictures; `default` says where they go without it."""
    places = "A file for one picture, a folder or a PDF for several, - for standard output."
    return answer_option(
        "-o", "--output", type=click.Path(), metavar="PATH", help=f"{places} Default: {default}."
    )


def question_flag(*names: str, answer: Callable[[click.Context], str], help: str) -> Option:
    """Take a question about the program, which is answered instead of running the command."""

    def act(context: click.Context, _: click.Parameter, wanted: bool) -> None:
        if wanted and not context.resilient_parsing:
            echo(f"{answer(context)}\n")
            context.exit()

    return message_flag(*names, is_eager=True, expose_value=False, callback=act, help=help)


IGNORE_ENTRIES = answer_flag("--ignore-entries", help="Act as if nothing were entered.")
JSON = answer_flag("--json", "as_json", help="Print JSON, a line per picture; draw only with -o.")
PLAIN_JSON = answer_flag("--json", "as_json", help="Print JSON, a line per picture.")
"""Of a command that draws whether JSON is wanted or not, or never does."""
COPY = answer_flag("--copy", help="Also copy the answer to the clipboard.")
SHOW: Parameters = [
    COPY,
    answer_flag("--open", "opens", help="Open the answer; for several pictures, the gallery."),
]
PASTED = answer_flag("--paste", help="Use the picture on the clipboard.")
OF_KINDS: Mapping[str, dict[str, Any]] = {
    "colour": {"metavar": "COLOUR", "callback": _colour},
    "percent": {"metavar": "PERCENT", "type": click.IntRange(1, 100), "default": 100},
    "flag": {"is_flag": True},
}
"""The settings of options of each kind of `STYLE_OPTIONS`."""


def style_option(name: str, option: StyleOption) -> Option:
    return answer_option(f"--{name.replace('_', '-')}", help=option.about, **OF_KINDS[option.kind])


STYLE: Parameters = [style_option(*one) for one in STYLE_OPTIONS.items() if one[1].kind != "flag"]
STYLE_OF_ENTRIES: Parameters = [style_option(*one) for one in STYLE_OPTIONS.items() if one[1].kind == "flag"]
"""Of commands that draw water; and of those that may leave out some of it."""
HELP = question_flag("-h", "--help", answer=click.Context.get_help, help="Print this page.")
VERSION_FLAG = question_flag("-V", "--version", answer=lambda _: NAME_AND_VERSION, help="Print the version.")
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
    *("--fix", "places"),
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
    batch_flag("--retry", help="Try again what was refused."),
    batch_flag("--force", help="Solve again what is already done; also solve answers."),
    batch_flag("--fail-fast", help="Stop at the first picture without an answer."),
    batch_flag("--exit-zero", help="Exit with 0 even if some have no answer."),
]
