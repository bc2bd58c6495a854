"""`aquarium hint`: pictures or texts → the next step from where the player is, as much of it as is wanted."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import rich_click as click

from ..inputs.naming import HINT_SUFFIX
from ..outcome import Answer
from ..service import Request
from .console import Report
from .options import (
    HELP_PAGE,
    PICTURES,
    TEXTS,
    output_option,
    pictures_argument,
    report_options,
    request_options,
)
from .running import check_streams, run

if TYPE_CHECKING:  # importing them costs half a second, which `aquarium --help` must not
    from pipeline import Result
    from solver.logic.step import Step
    from vision.files.pixels import Image

    from ..tasks.judge import Judgement

Level = Literal["nudge", "cell", "reason"]
LEVELS: tuple[Level, ...] = ("nudge", "cell", "reason")
"""How much is given away, least first. A hint starts with the least: more can be asked for, and nothing that
was seen can be taken back."""
FIELDS = ("level", "mistakes", "step", "done")
ABOUT = f"""\
Gives the next step from where you are: where to look, which cells, and why. The easiest step for a person
is chosen; if something that you have put in is wrong, that is said first.

{PICTURES} {TEXTS}

\b
  [cyan]aquarium hint shot.png[/]                  where to look
  [cyan]aquarium hint shot.png --level cell[/]     also which cells
  [cyan]aquarium hint shot.png --level reason[/]   also why
"""


@click.command(help=ABOUT, context_settings={"rich_help_config": HELP_PAGE})
@pictures_argument
@output_option("NAME.hint.png beside the picture")
@click.option(
    "--level",
    type=click.Choice(LEVELS),
    default=LEVELS[0],
    show_default=True,
    panel="Answer",
    help="How much to give away: where to look, the cells as well, or the reason too.",
)
@request_options
@report_options
def hint(
    *, pictures: tuple[str, ...], output: str | None, level: Level, request: Request, report: Report
) -> int:
    """Give hints for pictures; return the exit code."""
    check_streams(output, ("--json", report.as_json))
    report.command = ("hint", *(("--level", level) if level != LEVELS[0] else ()))
    request = replace(request, answer=partial(_hint, level=level), fields=FIELDS)
    return run(pictures, request, report, output=output, suffix=HINT_SUFFIX)


def _hint(image: Image, result: Result, *, level: Level) -> Answer | None:
    from ..tasks.judge import judged  # noqa: PLC0415 — as above

    judgement = judged(result)
    if judgement is None:
        return None
    step = None if judgement.is_done else _next_step(judgement)
    amiss = bool(judgement.wrong) or bool(step and step.contradicts)
    words = [*_mistake_words(judgement, level), *_step_words(judgement, step, level)]
    return Answer(
        "mistaken" if amiss else "answered",
        _message(judgement, step, level),
        "".join(f"{line}\n" for line in words),
        _drawn(image, result, judgement, step, level),
        fields=_fields(judgement, step, level),
    )


def _next_step(judgement: Judgement) -> Step | None:
    """Return the easiest step; for who puts in no crosses, the first that is not only obvious air."""
    from solver.logic import steps  # noqa: PLC0415 — the solver's package takes time to load
    from solver.logic.step import Technique  # noqa: PLC0415 — as above

    first = None
    for step in steps(judgement.puzzle, judgement.right):
        first = first or step
        obvious = not step.water and step.air and step.technique in (Technique.COMPLETE, Technique.LEVEL)
        if judgement.crosses or not obvious:
            return step
    return first


def _mistake_words(judgement: Judgement, level: Level) -> list[str]:
    """Say what is wrong: at first only in which rows."""
    from ..tasks.wording import number_of  # noqa: PLC0415 — the solver's package takes time to load

    wrong = judgement.wrong
    if not wrong or level != LEVELS[0]:
        return [judgement.mistake_words(cell) for cell in wrong]
    rows = sorted({row + 1 for row, _ in wrong})
    where = f"row{'' if len(rows) == 1 else 's'} {', '.join(map(str, rows))}"
    return [f"{number_of(len(wrong), 'mistake')} in {where}"]


def _step_words(judgement: Judgement, step: Step | None, level: Level) -> list[str]:
    from ..tasks.wording import place_words, settled_words  # noqa: PLC0415 — the solver's package takes time to load

    if step is None:
        return ["all the water is in"] if judgement.is_done else ["nothing more follows for certain"]
    look = place_words(judgement.puzzle, step.lines, () if step.lines else step.aquariums)
    lines = [f"look at {look}"] if look else []
    if level != LEVELS[0] and not step.contradicts:
        lines.append(settled_words(step))
    if level == LEVELS[-1] or step.contradicts:
        lines += [step.because, *(f"  {link.because}" for link in step.chain)]
    return lines


def _message(judgement: Judgement, step: Step | None, level: Level) -> str:
    """Return what is said beside the hint: mistakes, the technique, and how to be told more."""
    from ..tasks.judge import SEVERAL  # noqa: PLC0415 — loads OpenCV
    from ..tasks.wording import number_of  # noqa: PLC0415 — as above

    wrong = judgement.wrong
    parts = [f"{number_of(len(wrong), 'mistake')} first"] if wrong else []
    if step is None:
        parts.append("done" if judgement.is_done else SEVERAL)
    elif step.contradicts:
        parts.append("what is put in breaks a rule")
    else:
        at = LEVELS.index(level)
        more = {"cell": "which cells", "reason": "why"}.get(LEVELS[at + 1]) if level != LEVELS[-1] else None
        parts.append(f"next by “{step.technique}”" if more is None else "the next step")
        parts += [f"for {more}: --level {LEVELS[at + 1]}"] if more else []
    return "; ".join(parts)


def _drawn(image: Image, result: Result, judgement: Judgement, step: Step | None, level: Level) -> Image:
    """Light the step on the picture; mistakes are marked in it where cells may be given away."""
    from vision.drawing.steps import draw_step  # noqa: PLC0415 — loads OpenCV
    from vision.drawing.water import draw_mistakes  # noqa: PLC0415 — as above

    reading = result.reading
    assert reading is not None
    drawn = image.copy()
    if step is not None:
        regions, boxes = judgement.puzzle.regions, reading.clue_boxes
        drawn = draw_step(image, reading.board, step, regions, level=level, clue_boxes=boxes)
    if level == LEVELS[0]:
        return drawn
    return draw_mistakes(drawn, reading.board, judgement.is_wrong(), in_place=True)


def _fields(judgement: Judgement, step: Step | None, level: Level) -> dict[str, Any]:
    """Return the hint for JSON: what the level does not give away is null."""
    from ..tasks.wording import step_fields  # noqa: PLC0415 — the solver's package takes time to load

    fields = step_fields(step) if step else None
    hidden = {"nudge": ("water", "air", "because", "chain"), "cell": ("because", "chain"), "reason": ()}
    if fields is not None:
        fields |= dict.fromkeys(hidden[level])
    return {
        "level": level,
        "mistakes": judgement.mistake_fields(),
        "step": fields,
        "done": judgement.is_done,
    }
