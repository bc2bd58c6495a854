"""The options that several commands share: how they are written on the command line, and what they mean.

Nothing is imported here that takes time: this is all that help and a shell's completion load.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial, wraps
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource
from click.globals import get_current_context

from ..batch.options import BatchOptions
from ..request import Limits, Request
from ..version import VERSION
from . import later
from .console import echo

if TYPE_CHECKING:  # importing it costs half a second, which `aquarium --help` must not
    from solver.belief.overrides import Override

BATCH = "Many pictures"
"""Title of the options that say how many pictures are gone about."""
DOUBTS = "Doubtful readings"
"""Title of the options for what was not surely read."""
LONGEST_SIDE = 999
"""Rows or columns that can be asked for; how many a picture may have is known when it is at hand."""

Command = Callable[..., int]
Decorator = Callable[[Command], Command]

PICTURES = "PICTURE is a screenshot or photograph, a folder of them, or - for standard input."
TEXTS = (
    "A puzzle can also be given as text: a file in any form that `aquarium read` writes, "
    "a puzz.link address, or a task string. In folders, only pictures are used."
)


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """What a command prints."""

    as_json: bool = False
    """Whether standard output gets a line of JSON for each picture."""
    as_text: bool = False
    """Whether standard output gets puzzle and water of each solved picture, a blank line between two."""
    share: bool = False
    """Whether standard output gets the water of each solved picture as emoji, and the puzzle's address."""
    quiet: bool = False
    """Whether nothing is said of what went well."""
    verbose: bool = False
    """Whether all doubts, times and the place of a fault are told."""
    copy: bool = False
    """Whether the answer is put on the clipboard."""
    view: bool = False
    """Whether the answer is shown in the terminal."""
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
    def is_shown(self) -> bool:
        """Whether the answer is handed to the desktop, too: copied, shown or opened."""
        return self.copy or self.view or self.opens

    @property
    def draws(self) -> bool:
        """Whether a picture is wanted also where `-o` does not ask for one: what is shown must be a file."""
        copies_picture = self.copy and not (self.as_text or self.share)
        return not self.is_data or self.opens or self.view or copies_picture


class Option(click.Option):
    """An option that has its place on the page of help, under the title of a panel."""

    def __init__(self, *names: Any, panel: str, **settings: Any) -> None:
        """Take the settings of an option of click, and where it is listed."""
        super().__init__(*names, **settings)
        self.panel = panel


PRINTED = ("as_json", "as_text", "share", "quiet", "verbose", "copy", "view", "opens")
"""The fields of `PrintOptions` that are options; not every command has all of them."""

panel_option = partial(click.option, cls=Option)
answer_option = partial(panel_option, panel="Answer")
answer_flag = partial(answer_option, is_flag=True)
path_option = partial(answer_option, type=click.Path())
batch_option = partial(panel_option, panel=BATCH)
doubt_option = partial(panel_option, panel=DOUBTS)
message_flag = partial(panel_option, panel="Messages", is_flag=True)
json_flag = partial(answer_flag, "--json", "as_json")
json_option: Decorator = json_flag(help="Print JSON, a line per picture; draw only with -o.")
copy_option: Decorator = answer_flag("--copy", help="Also copy the answer to the clipboard.")


def command(about: str, name: str | None = None) -> Callable[[Command], click.Command]:
    """Make a function a command with such a page of help."""
    return click.command(name, help=about, add_help_option=False)


def pictures_argument(metavar: str = "PICTURE...") -> Decorator:
    """Take the words that name pictures or texts; there need be none where one is pasted or grabbed."""
    return click.argument("pictures", nargs=-1, type=click.Path(), metavar=metavar)


def choice_option(option: str, choices: Iterable[str], *, help: str, name: str | None = None) -> Decorator:
    """Take one of some words, by default the first."""
    words, names = list(choices), [option, *filter(None, [name])]
    return answer_option(*names, type=click.Choice(words), default=words[0], show_default=True, help=help)


def combined(*options: Decorator) -> Decorator:
    """Return the decorator that adds options to a command, in the order of its page of help."""

    def add(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return add


def taken(given: dict[str, Any], *names: str) -> dict[str, Any]:
    """Take the options of these names out of those that a command was given."""
    return {name: given.pop(name) for name in names}


def output_option(default: str) -> Decorator:
    """Take the place for a command's pictures; `default` says where they go without it."""
    places = "A file for one picture, a folder or a PDF for several, - for standard output."
    return path_option("-o", "--output", metavar="PATH", help=f"{places} Default: {default}.")


def request_options(command: Command) -> Command:
    """Take what is asked of every picture alike, and hand it on as `request`."""

    @wraps(command)
    def with_request(*, time_limit: float, repair_limit: float, no_repair: bool, **rest: Any) -> int:
        source = get_current_context().get_parameter_source("repair_limit")
        if no_repair and source is not ParameterSource.DEFAULT:
            raise click.UsageError("--no-repair and --repair-limit cannot be combined; choose one")
        limits = Limits(time_limit, 0 if no_repair else repair_limit)
        request = Request(limits=limits, **taken(rest, "overrides", "size", "as_read"))
        return command(request=request, **rest)

    return _request_options(with_request)


def look_options(command: Command) -> Command:
    """Take how water is drawn, and hand on what is said of it as `look`: options of a task."""

    @wraps(command)
    def with_look(*, water: str | None, opacity: int, **rest: Any) -> int:
        given = {"water": water, "opacity": opacity, "only_new": rest.pop("only_new", False)}
        look = {name: value for name, value in given.items() if value not in (None, 100, False)}
        return command(look=look, **rest)

    return _look_options(with_look)


def print_options(command: Command) -> Command:
    """Take the wish for JSON and how much is said, and hand them on as `printing`."""
    return json_option(message_options(with_printing(command)))


def plain_print_options(command: Command) -> Command:
    """Take the same for a command that draws whether JSON is wanted or not, or never does."""
    return json_flag(help="Print JSON, a line per picture.")(message_options(with_printing(command)))


def with_printing(command: Command) -> Command:
    """Hand on as `printing` what a command is to print and show, of the options that it has."""

    @wraps(command)
    def printing(**given: Any) -> int:
        chosen = taken(given, *(name for name in PRINTED if name in given))
        return command(printing=PrintOptions(**chosen), **given)

    return printing


def batch_options(command: Command) -> Command:
    """Take how a run goes about its pictures, and hand it on as `options`."""

    @wraps(command)
    def with_options(**given: Any) -> int:
        if given["force"] and given["no_clobber"]:
            raise click.UsageError("--force and --no-clobber cannot be combined; choose one")
        chosen = taken(given, "workers", "cluster", "force", "no_clobber", "fail_fast", "exit_zero")
        return command(options=BatchOptions(**chosen), **given)

    return filter_options(_batch_options(with_options))


def print_version() -> None:
    echo(f"aquarium {VERSION}\n")


def _print_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        print_version()
        ctx.exit()


def _show_page(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        later.show_page(ctx)
        ctx.exit()


help_option: Decorator = message_flag(
    *("-h", "--help"), is_eager=True, expose_value=False, callback=_show_page, help="Print this page."
)
version_option: Decorator = message_flag(
    *("-V", "--version"),
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Print the version.",
)


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
            raise click.UsageError(f"--fix gives two values for {override.place}; leave one out")
    return overrides


def _colour(_: click.Context, __: click.Parameter, text: str | None) -> str | None:
    """Read a colour, and return its digits: two names of one colour mean the same."""
    if text is None:
        return None
    from vision.drawing.colours import parse_colour  # noqa: PLC0415 — loads Pillow

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


_look_options = combined(
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
)
only_new_option: Decorator = answer_flag("--only-new", help="Draw nothing in cells that you have filled in.")
seconds_option = partial(panel_option, callback=_finite, show_default=True, metavar="S")
_request_options = combined(
    seconds_option(
        "--time-limit",
        type=click.FloatRange(min=0, min_open=True),
        default=30,
        panel="Work",
        help="Seconds to solve one picture.",
    ),
    doubt_option(
        *("--fix", "overrides"),
        multiple=True,
        callback=_overrides,
        metavar="PLACE=VALUE",
        help="Correct a clue or wall: top:7=8, left:2=1, wall:3,4-3,5=yes. Repeatable.",
    ),
    doubt_option(
        "--size",
        callback=board_size,
        metavar="ROWSxCOLS",
        help="Look only for a board of this size: 15x15. Needed for task strings that are not square.",
    ),
    seconds_option(
        "--repair-limit",
        type=click.FloatRange(min=0),
        default=2,
        panel=DOUBTS,
        help="Seconds to look for misread clues and walls.",
    ),
    doubt_option("--no-repair", is_flag=True, help="Do not correct misread clues and walls."),
    doubt_option("--as-read", is_flag=True, help="Accept what was read, with any --fix, as correct."),
)
message_options = combined(
    message_flag("-q", "--quiet", help="Print only what went wrong."),
    message_flag("-v", "--verbose", help="Print more: doubts, times, tracebacks."),
    help_option,
)
take_options = combined(
    answer_flag("--paste", help="Use the picture on the clipboard."),
    answer_flag("--grab", help="Use a region of the screen that you select."),
)
show_options = combined(
    copy_option,
    answer_flag("--view", help="Show the answer in the terminal."),
    answer_flag("--open", "opens", help="Open the answer; for several pictures, the gallery."),
)
_batch_options = combined(
    batch_option(
        *("-j", "--jobs", "workers"),
        type=click.IntRange(min=0),
        default=0,
        metavar="N",
        help="Pictures solved at a time, each in its own process; 0 (default): one per core.",
    ),
    batch_option("--cluster", metavar="ADDRESS", help="Use the dask cluster at this address."),
    batch_option("-n", "--no-clobber", is_flag=True, help="Never overwrite a file: keep what is there."),
    batch_option("--force", is_flag=True, help="Solve again what is already solved; also solve answers."),
    batch_option("--fail-fast", is_flag=True, help="Stop at the first picture without an answer."),
    batch_option("--exit-zero", is_flag=True, help="Exit with 0 even if some have no answer."),
    batch_option(
        *("--from-file", "listed"),
        type=click.Path(),
        metavar="LIST",
        help="Also take names from a file, one per line; - for standard input.",
    ),
)
filter_options = combined(
    batch_option(
        "--exclude",
        multiple=True,
        metavar="PATTERN",
        help="In folders, skip what matches, such as old/* or *-thumb.*. Repeatable.",
    ),
    batch_option(*("-R", "--not-recursive", "flat"), is_flag=True, help="Do not look into subfolders."),
)
