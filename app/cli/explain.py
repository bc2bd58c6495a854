"""`aquarium explain`: pictures or texts → the whole solution as steps with reasons, also as page and film."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from ..inputs.parse import STREAM, exists, parse_path
from ..outcome import Answer
from ..service import Request
from .console import Report
from .options import HELP_PAGE, PICTURES, TEXTS, pictures_argument, report_options, request_options
from .running import check_streams, run

if TYPE_CHECKING:  # importing them costs half a second, which `aquarium --help` must not
    from pipeline import Result
    from solver.logic import Explanation
    from solver.puzzle import Known, Puzzle
    from vision.files.pixels import Image
    from vision.reading.reading import Reading

SECONDS = 3.0
"""A frame of the film stays so long: two short lines can be read in it."""
FIELDS = ("grade", "steps", "md_output", "gif_output")
ABOUT = f"""\
Explains the whole solution as a person finds it: numbered steps, each with its reason, and how hard it is.

{PICTURES} {TEXTS}

\b
  [cyan]aquarium explain shot.png[/]                  the steps, from the empty board
  [cyan]aquarium explain shot.png --from-marks[/]     from what you have put in
  [cyan]aquarium explain shot.png --gif film.gif[/]   the water poured in that order
  [cyan]aquarium explain shot.png --md steps.md[/]    a page of it
"""


@dataclass(frozen=True)
class Pages:
    """Where further forms of an explanation are to be written."""

    md: Path | None
    gif: Path | None


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
    pages = Pages(_page(md, "--md", pictures), _page(gif, "--gif", pictures))
    report.command = ("explain",)
    request = replace(request, answer=partial(_explain, pages=pages, from_marks=from_marks), fields=FIELDS)
    return run(pictures, request, report)


def _page(word: str | None, option: str, pictures: tuple[str, ...]) -> Path | None:
    """Return where a page belongs, if it can stand there."""
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


def _explain(image: Image, result: Result, *, pages: Pages, from_marks: bool) -> Answer | None:
    from solver.logic import explain as explained  # noqa: PLC0415 — the solver's package takes time to load
    from vision.files.errors import ImageUnwritable  # noqa: PLC0415 — loads OpenCV

    from ..tasks.judge import judged  # noqa: PLC0415 — as above
    from ..tasks.wording import number_of, step_fields  # noqa: PLC0415 — as above

    judgement = judged(result)
    if judgement is None or result.reading is None:
        return None
    known = judgement.right if from_marks else None
    way = explained(judgement.puzzle, known)
    grade = str(way.grade) if way.complete else None  # what is left may be harder than all before
    message = ", ".join(filter(None, (grade, number_of(len(way.steps), "step"))))
    if judgement.wrong and from_marks:
        message += f"; {number_of(len(judgement.wrong), 'mistake')} of yours left out"
    if not way.complete:
        message += f"; then nothing more follows for certain: {result.message or 'the rest is not settled'}"
    verdict = "answered" if result.status == "solved" else None
    fields: dict[str, Any] = {"grade": grade, "steps": [step_fields(step) for step in way.steps]}
    try:
        fields |= _written(pages, image, result.reading, way, known)
    except ImageUnwritable as error:
        verdict, message = "unsaved", str(error)
    places = [fields[name] for name in FIELDS[2:] if fields.get(name)]
    message += f" → {', '.join(places)}" if places else ""
    return Answer(verdict, message, "".join(f"{line}\n" for line in _steps(way)), fields=fields)


def _steps(way: Explanation) -> list[str]:
    """Return the numbered steps, the chains of suppositions below theirs."""
    from ..tasks.wording import settled_words  # noqa: PLC0415 — the solver's package takes time to load

    wide = len(str(len(way.steps)))
    lines = []
    for number, step in enumerate(way.steps, 1):
        lines.append(f"{number:>{wide}}. {step.because}")
        lines += [f"{'':{wide}}    {link.because}" for link in step.chain]
        lines.append(f"{'':{wide}}  → {settled_words(step)} ({step.technique})")
    return lines


def _written(
    pages: Pages, image: Image, reading: Reading, way: Explanation, known: Known | None
) -> dict[str, str | None]:
    """Write page and film where they are wanted, and return the places for JSON."""
    from vision.drawing.animation import animate, save_animation  # noqa: PLC0415 — loads OpenCV
    from vision.files.save import replace_file  # noqa: PLC0415 — as above

    puzzle = reading.puzzle
    if pages.md is not None:
        replace_file(pages.md, _markdown(puzzle, way, known).encode())
    if pages.gif is not None:
        end = "All the water is in." if way.complete else "Nothing more follows for certain."
        numbered = (f"{number}. {step.because}" for number, step in enumerate(way.steps, 1))
        title = f"{puzzle.height} × {puzzle.width}" + (f", {way.grade}" if way.complete else "")
        captions = [title, *numbered, end]
        frames = animate(
            *(image, reading.board, puzzle.regions, way.steps, captions),
            known=known,
            clue_boxes=reading.clue_boxes,
        )
        save_animation(pages.gif, frames, SECONDS)
    return {f"{name}_output": str(path) if path else None for name, path in vars(pages).items()}


def _markdown(puzzle: Puzzle, way: Explanation, known: Known | None) -> str:
    """Return the page: the puzzle, its steps, and the water."""
    from solver.formats import Form, draw_unicode, format_puzzle  # noqa: PLC0415 — the solver's package takes time to load

    from ..tasks.wording import number_of, settled_words  # noqa: PLC0415 — as above

    def board(cells: Known | None) -> list[str]:
        wet = [[cell is True for cell in row] for row in cells or ()] or None
        return ["```", draw_unicode(puzzle, wet), "```", ""]

    grade = f", {way.grade}" if way.complete else ""
    lines = [f"# {puzzle.height} × {puzzle.width}{grade}, {number_of(len(way.steps), 'step')}", ""]
    lines += [f"<{format_puzzle(puzzle, Form.PUZZLINK)}>", "", *board(known)]
    for number, step in enumerate(way.steps, 1):
        lines.append(f"{number}. **{step.technique}**: {step.because}")
        lines += [f"   - {link.because}" for link in step.chain]
        lines.append(f"   → {settled_words(step)}")
    return "\n".join([*lines, "", *board(way.known)])
