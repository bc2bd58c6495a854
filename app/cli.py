"""The command `aquarium`: words on a command line → answers, one after the other, and an exit code.

OpenCV and OR-Tools take half a second to load, so nothing is imported that loads them before a picture is at
hand: `--help` and `--version` answer at once.
"""

from __future__ import annotations

import contextlib
import difflib
import importlib
import math
import os
import re
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click
from click.core import ParameterSource
from click.globals import get_current_context
from click.shell_completion import CompletionItem

from .batch import REPORT, Request, solve_job
from .inputs import STREAM, dropped, is_there, plan
from .outcome import exit_code
from .report import Report, say

if TYPE_CHECKING:  # importing it costs half a second, which `aquarium --help` must not
    from solver.evidence import Fix

PACKAGE = "aquarium-reader"
DOUBTS = "Doubtful readings"
"""Title of the options for what was not surely read."""
DEFAULT = "solve"
"""The command that may be left out."""
LEFT_OUT = f"[{DEFAULT}]"
"""Stands for it then, so that the line of usage tells it."""

ABOUT = """\
Reads Aquarium puzzles from pictures, solves them and draws the water in.

PICTURE is a screenshot or photograph, a folder of them, or - for standard input.
The picture itself is never changed; the answer is a new file beside it.

\b
  [cyan]aquarium shot.png[/]                  writes shot.solved.png
  [cyan]aquarium shot.png -o answer.jpg[/]    another name, another format
  [cyan]aquarium shots/ more.png -o out/[/]   all pictures of a folder, and one more
  [cyan]aquarium shot.png --json[/]           what was read and solved, on one line
  [cyan]aquarium - -o - < a.png > b.png[/]    in a pipe
"""
EXIT_CODES = """\
Exit codes; of several pictures the gravest counts:
    0  all solved                      4  no puzzle read with certainty
    1  a fault of the program          5  no solution, several, or out of time
    2  wrong usage, or cannot write  130  interrupted
    3  not a readable picture
"""

HELP_PAGE = {
    "text_markup": "rich",
    "max_width": 80,
    "text_paragraph_linebreaks": "\n\n",
    "footer_text": EXIT_CODES,
}
"""Looks of the help. rich-click's decorator for them would load rich for every picture."""

MISSING_LIBRARIES = {"libGL": "libgl1", "libgthread": "libglib2.0-0", "libglib": "libglib2.0-0"}
"""What OpenCV asks of a system with a screen, and the Debian packages that bring it."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code.

    Parameters
    ----------
    argv : sequence of str, optional
        The words after the program's name; by default those the process was started with.
    """
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        return int(aquarium.main(words, prog_name="aquarium", standalone_mode=False) or 0)
    except click.Abort:
        return _ended("interrupted", "interrupted")
    except click.ClickException as error:
        return _ended("usage", error.format_message())
    except SystemExit as leaving:  # so rich-click ends after completion, and when the reader of help has gone
        _forget_output()
        return 0 if isinstance(leaving.__context__, BrokenPipeError) else int(leaving.code or 0)
    except Exception as error:
        if {"-v", "--verbose"} & set(words):
            traceback.print_exc()
        return _ended("crashed", f"the program failed ({type(error).__name__}: {error}); {REPORT}")


class _Commands(click.RichGroup):
    """A group of commands of which `solve` may be left out."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put in the command that was left out."""
        completing = ctx.resilient_parsing
        if not args and not completing:
            click.echo(self._default(ctx).get_help(), err=True)
            ctx.exit(exit_code("usage"))
        if args and args[0] not in self.commands:
            if not completing:
                _check_command(args[0], list(self.commands))
            args = [LEFT_OUT, *args]
        return super().parse_args(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of a name."""
        return super().get_command(ctx, DEFAULT if cmd_name == LEFT_OUT else cmd_name)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Offer commands, the options of the default command, and files."""
        options = self.commands[DEFAULT].shell_complete(self._default(ctx), incomplete)
        return [*super().shell_complete(ctx, incomplete), *options, CompletionItem(incomplete, type="file")]

    def _default(self, ctx: click.Context) -> click.Context:
        return self.commands[DEFAULT].make_context(LEFT_OUT, [], parent=ctx, resilient_parsing=True)


def _check_command(word: str, commands: list[str]) -> None:
    """Answer a mistyped command with the nearest one, unless the word is a picture after all."""
    like = difflib.get_close_matches(word, commands, n=1)
    if like and not is_there(dropped(word)):
        raise click.UsageError(f"there is no command or picture {word!r}; did you mean {like[0]!r}?")


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


def _finite(_: click.Context, __: click.Parameter, seconds: float) -> float:
    if not math.isfinite(seconds):
        raise click.BadParameter(f"{seconds} is not a number of seconds.")
    return seconds


def _fixes(_: click.Context, __: click.Parameter, texts: tuple[str, ...]) -> tuple[Fix, ...]:
    """Read what is said of clues and walls; nothing may be said twice and differently."""
    if not texts:
        return ()
    from solver.evidence import BadFix, parse_fix  # noqa: PLC0415 — the solver's package loads OR-Tools

    try:
        fixes = tuple(map(parse_fix, texts))
    except BadFix as error:
        raise click.UsageError(f"--fix {error}") from None
    said: dict[object, object] = {}
    for fix in fixes:
        if said.setdefault(fix.place, fix.value) != fix.value:
            raise click.UsageError(f"--fix says two things of {fix.place}; leave one of them out")
    return fixes


def _size(_: click.Context, __: click.Parameter, text: str | None) -> tuple[int, int] | None:
    """Read the rows and columns of a board, written with any sign of times."""
    if text is None:
        return None
    from vision.lattice import FEWEST_CELLS, MOST_CELLS  # noqa: PLC0415 — loads OpenCV

    shape = re.fullmatch(r"\s*([0-9]{1,3})\s*[x×X]\s*([0-9]{1,3})\s*", text)
    rows, cols = map(int, shape.groups()) if shape else (0, 0)
    if not all(FEWEST_CELLS <= cells <= MOST_CELLS for cells in (rows, cols)):
        raise click.UsageError(
            f"--size {text}: expected rows x columns, {FEWEST_CELLS} to {MOST_CELLS} each; "
            "write it like 15x15"
        )
    return rows, cols


@click.group(cls=_Commands, add_help_option=False)
def aquarium() -> None:
    """Read Aquarium puzzles from pictures and solve them."""


@aquarium.command(DEFAULT, help=ABOUT, context_settings={"rich_help_config": HELP_PAGE})
@click.argument("pictures", nargs=-1, required=True, type=click.Path(), metavar="PICTURE...")
@click.option(
    *("-o", "--output"),
    type=click.Path(),
    metavar="PATH",
    panel="Answer",
    help="A file for one picture, a folder for several, - for standard output. "
    "By default NAME.solved.png beside the picture.",
)
@click.option("--json", "as_json", is_flag=True, panel="Answer", help="Print a line of JSON per picture.")
@click.option("--text", "as_text", is_flag=True, panel="Answer", help="Print puzzle and water as text.")
@click.option(
    "--time-limit",
    type=click.FloatRange(min=0, min_open=True),
    callback=_finite,
    default=30,
    show_default=True,
    metavar="S",
    panel="Work",
    help="Seconds for solving one picture.",
)
@click.option(
    "--debug", type=click.Path(), metavar="DIR", panel="Work", help="Write a picture of every stage there."
)
@click.option(
    "--fix",
    "fixes",
    multiple=True,
    callback=_fixes,
    metavar="PLACE=VALUE",
    panel=DOUBTS,
    help="Say what a clue or wall is: top:7=8, left:2=1, wall:3,4-3,5=yes. Repeatable.",
)
@click.option(
    "--size",
    callback=_size,
    metavar="ROWSxCOLS",
    panel=DOUBTS,
    help="Look only for a board of so many cells: 15x15.",
)
@click.option(
    "--repair-limit",
    type=click.FloatRange(min=0),
    callback=_finite,
    default=2,
    show_default=True,
    metavar="S",
    panel=DOUBTS,
    help="Seconds to find what was misread.",
)
@click.option("--no-repair", is_flag=True, panel=DOUBTS, help="Answer only what is proved as read.")
@click.option(
    "--show-reading",
    is_flag=True,
    panel=DOUBTS,
    help="Draw what was read of a refused picture: NAME.reading.png.",
)
@click.option("-q", "--quiet", is_flag=True, panel="Messages", help="Say nothing of what went well.")
@click.option("-v", "--verbose", is_flag=True, panel="Messages", help="Say more: doubts, times, faults.")
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    panel="Messages",
    help="Print the version.",
)
@click.help_option("-h", "--help", panel="Messages", help="Print this page.")
def solve(
    *,
    pictures: tuple[str, ...],
    output: str | None,
    debug: str | None,
    time_limit: float,
    fixes: tuple[Fix, ...],
    size: tuple[int, int] | None,
    repair_limit: float,
    no_repair: bool,
    show_reading: bool,
    as_json: bool,
    as_text: bool,
    quiet: bool,
    verbose: bool,
) -> int:
    """Solve the puzzles in pictures; return the exit code."""
    if as_json + as_text + (output == STREAM) > 1:
        raise click.UsageError("--json, --text and -o - all write to standard output; choose one of them")
    if no_repair and _is_given("repair_limit"):
        raise click.UsageError("--no-repair and --repair-limit exclude each other; choose one of them")
    _load_pipeline()
    request = Request(time_limit, 0 if no_repair else repair_limit, fixes, size)
    jobs = plan(pictures, output, debug, show_reading=show_reading)
    if fixes and len(jobs) > 1:
        raise click.UsageError(f"--fix speaks of one board, and there are {len(jobs)} pictures; give one")
    _make_folder(debug)
    report = Report(as_json, as_text, quiet, verbose, _again(output, size, fixes))
    try:
        for job in jobs:
            report.tell(solve_job(job, request))
        report.conclude()
    except BrokenPipeError:  # whoever reads has read enough: `aquarium … | head`
        _forget_output()
    except OSError as error:
        _forget_output()
        return _ended("unsaved", f"standard output cannot be written: {error.strerror}")
    return report.exit_code


def _is_given(option: str) -> bool:
    return get_current_context().get_parameter_source(option) is not ParameterSource.DEFAULT


def _again(output: str | None, size: tuple[int, int] | None, fixes: tuple[Fix, ...]) -> tuple[str, ...]:
    """Return the words of this command line that another try at one of its pictures needs too."""
    return (
        *(("-o", output) if output is not None else ()),
        *(("--size", "x".join(map(str, size))) if size else ()),
        *(word for fix in fixes for word in ("--fix", str(fix))),
    )


def _load_pipeline() -> None:
    """Load what reads and solves, once for all pictures; say what a bare server lacks for it."""
    try:
        importlib.import_module("pipeline")
        importlib.import_module("cv2").setNumThreads(1)  # the work is too small for more to pay
    except ImportError as error:
        package = next((deb for name, deb in MISSING_LIBRARIES.items() if name in str(error)), None)
        if package is None:
            raise
        raise click.UsageError(
            f"OpenCV cannot be loaded ({error}); install what it needs with: apt install {package}, "
            "or an OpenCV without windows: pip install opencv-python-headless"
        ) from None


def _make_folder(debug: str | None) -> None:
    """Fail before the work, not in its middle."""
    if debug is not None:
        try:
            Path(debug).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            seen = f"--debug {debug} cannot be made a folder: {error.strerror}"
            raise click.UsageError(f"{seen}; choose another") from None


def _forget_output() -> None:
    """Let Python flush into nothing at its end, where it would complain of the reader that has gone."""
    with contextlib.suppress(OSError, ValueError, AttributeError):  # closed already, or no file (in tests)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _ended(ending: str, message: str) -> int:
    with contextlib.suppress(OSError):  # standard error may have gone as well
        say(f"aquarium: {' '.join(message.split())}")
    return exit_code(ending)


if __name__ == "__main__":
    sys.exit(main())
