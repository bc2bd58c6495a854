"""`aquarium explain`: pictures or texts → the whole solution as steps with reasons, also as page and film."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import rich_click as click

from ..inputs.naming import exists
from ..inputs.parse import STREAM, parse_path
from ..request import Request
from ..tasks import Task
from .console import Report
from .options import HELP_PAGE, PICTURES, TEXTS, pictures_argument, report_options, request_options
from .running import check_streams, run

ABOUT = f"""\
Explains the whole solution as a person finds it: numbered steps, each with its reason, and how hard it is.

{PICTURES} {TEXTS}

\b
  [cyan]aquarium explain shot.png[/]                  the steps, from the empty board
  [cyan]aquarium explain shot.png --from-marks[/]     from what you have put in
  [cyan]aquarium explain shot.png --gif film.gif[/]   the water poured in that order
  [cyan]aquarium explain shot.png --md steps.md[/]    a page of it
"""


@click.command(help=ABOUT, context_settings={"rich_help_config": HELP_PAGE})
@pictures_argument
@click.option("--md", type=click.Path(), metavar="FILE", panel="Answer", help="Write it as Markdown.")
@click.option("--gif", type=click.Path(), metavar="FILE", panel="Answer", help="Write it as a film.")
@click.option(
    "--from-marks",
    is_flag=True,
    panel="Answer",
    help="Begin with what you have put in, as far as it is right, not with the empty board.",
)
@request_options
@report_options
def explain(
    *,
    pictures: tuple[str, ...],
    md: str | None,
    gif: str | None,
    from_marks: bool,
    request: Request,
    report: Report,
) -> int:
    """Explain the puzzles of pictures; return the exit code."""
    check_streams(None, ("--json", report.as_json))
    targets = (("md", _target(md, "--md", pictures)), ("gif", _target(gif, "--gif", pictures)))
    documents = tuple((kind, path) for kind, path in targets if path is not None)
    report.command = ("explain",)
    task = Task("explain", from_marks=from_marks, documents=tuple(kind for kind, _ in documents))
    request = replace(request, task=task, documents=documents)
    return run(pictures, request, report)


def _target(word: str | None, option: str, pictures: tuple[str, ...]) -> Path | None:
    """Return where a document is to be written, if it can be written there."""
    if word is None:
        return None
    target = parse_path(word)
    if len(pictures) > 1 or exists(parse_path(pictures[0]), folder=True):
        raise click.UsageError(f"{option} writes one file; give one picture")
    if option == "--gif" and target.suffix.lower() != ".gif":
        raise click.UsageError(f"--gif {word}: the name must end in .gif")
    if not exists(target.parent, folder=True):
        raise click.UsageError(f"{option} {word}: there is no folder {target.parent}; make it first")
    source = parse_path(pictures[0])
    if pictures[0] != STREAM and exists(source) and exists(target) and target.samefile(source):
        seen = f"{option} {word} is the picture itself, which is never changed"
        raise click.UsageError(f"{seen}; choose another")
    return target
