"""`aquarium solve`, the command that may be left out: pictures or texts → their answers."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import rich_click as click

from ..request import Request
from ..tasks import SOLVED_SUFFIX, Task
from .batch_options import batch_options
from .console import Report
from .options import (
    DOUBTS,
    HELP_PAGE,
    PICTURES,
    TEXTS,
    json_option,
    message_options,
    optional_pictures_argument,
    output_option,
    request_options,
    version_option,
)
from .running import check_streams, run

ABOUT = f"""\
Reads Aquarium puzzles from pictures, solves them and draws the water in.

{PICTURES} {TEXTS}
The picture itself is never changed; the answer is a new file beside it.

\b
  [cyan]aquarium shot.png[/]                  writes shot.solved.png
  [cyan]aquarium shot.png -o answer.jpg[/]    another name, another format
  [cyan]aquarium shots/ -o out/[/]            all pictures of a folder, with a report
  [cyan]aquarium shot.png --json[/]           what was read and solved, on one line
  [cyan]aquarium - -o - < a.png > b.png[/]    in a pipe

\b
Other commands, each with a page of its own, as in aquarium hint --help:
  [cyan]aquarium check shot.png[/]            is what I have put in right so far?
  [cyan]aquarium hint shot.png[/]             the next step: where, which cells, why
  [cyan]aquarium explain shot.png[/]          the whole solution, step by step
  [cyan]aquarium read shot.png[/]             the puzzle as text
  [cyan]aquarium draw puzzle.txt[/]           a text as a clean picture
  [cyan]aquarium new 15x15 --grade hard[/]    a new puzzle
  [cyan]aquarium watch shots/ -o out/[/]      solve pictures as they arrive
  [cyan]aquarium doctor[/]                    is all there that is needed?
  [cyan]aquarium completion bash[/]           lines that let a shell complete words
"""


@click.command(help=ABOUT, context_settings={"rich_help_config": HELP_PAGE})
@optional_pictures_argument
@output_option("NAME.solved.png beside the picture")
@json_option
@click.option("--text", "as_text", is_flag=True, panel="Answer", help="Print puzzle and water as text.")
@click.option(
    "--share", is_flag=True, panel="Answer", help="Print the water as emoji, and the puzzle's address."
)
@click.option(
    "--solutions",
    type=click.IntRange(min=1),
    metavar="N",
    panel="Answer",
    help="Print up to N solutions; what all of them share is drawn, the rest hatched.",
)
@click.option("--paste", is_flag=True, panel="Answer", help="Take the picture in the clipboard.")
@click.option("--open", "opens", is_flag=True, panel="Answer", help="Show the answer, or the page of many.")
@click.option(
    "--debug", type=click.Path(), metavar="DIR", panel="Work", help="Write a picture of every stage there."
)
@request_options
@click.option(
    "--show-reading",
    is_flag=True,
    panel=DOUBTS,
    help="Draw what was read of a refused picture: NAME.reading.png.",
)
@batch_options
@version_option
@message_options
def solve(
    *,
    pictures: tuple[str, ...],
    output: str | None,
    request: Request,
    paste: bool,
    opens: bool,
    as_json: bool,
    as_text: bool,
    share: bool,
    solutions: int | None,
    quiet: bool,
    verbose: bool,
    **rest: Any,
) -> int:
    """Solve the puzzles in pictures; return the exit code."""
    if not pictures and not paste:
        raise click.UsageError("no picture is named; name one, a folder or a list, as in: aquarium shot.png")
    printed = ("--solutions", bool(solutions) and not as_json)
    check_streams(output, ("--json", as_json), ("--text", as_text), ("--share", share), printed)
    if solutions is not None:
        task = Task("solutions", most=solutions, time_limit=request.limits.solve)
        request = replace(request, task=task)
    report = Report(as_json, as_text, quiet, verbose, share=share)
    if paste or opens:
        from . import clipboard  # noqa: PLC0415 — loads Pillow and subprocess, which other runs need not wait for
    with TemporaryDirectory(prefix="aquarium-") if paste else nullcontext() as folder:
        if folder is not None:
            picture = clipboard.paste(Path(folder))
            if output is None and picture.parent == Path(folder):  # its answer belongs to where we are
                if pictures:
                    raise click.UsageError(
                        "the clipboard's answer needs a place beside others; add -o FOLDER"
                    )
                output = picture.stem + SOLVED_SUFFIX
            pictures = (*pictures, str(picture))
        code = run(pictures, request, report, output=output, **rest)
    if opens and report.result is not None:
        clipboard.show(report.result)
    return code
