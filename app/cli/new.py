"""New puzzles, one or many: pictures, texts, or a booklet to print."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from vision.drawing.overlay import Drawing
from vision.files.errors import ImageUnwritable
from vision.files.mark import QUESTION, Mark
from vision.files.save import replace_file
from vision.vectors.booklet import Entry, booklet_pages
from vision.vectors.drawing import TITLE

from .. import VERSION
from ..inputs.naming import new_puzzle_stem
from ..inputs.plan import plan_puzzles
from ..inputs.words import Input
from ..request import Request
from ..sentences import Message, UsageError
from ..service import Text, process
from ..tasks import Task
from ..tasks.draw import make_puzzle
from .parameters import Printing
from .printer import Printer
from .process import echo_error, end, ending_interrupts
from .progress import Progress
from .run import check_can_copy, check_streams, hand_over, solve_and_print, usage_errors


def run_new(
    size: tuple[int, int], seeds: Sequence[int], request: Request, printing: Printing, output: str | None
) -> int:
    """Make a puzzle of so many rows and columns from each seed, draw or write it; return the exit code."""
    made = dict(request.task.options)
    grade, form = _grade(request), made["form"]
    documents = {kind: str(output) for kind in made["documents"]}
    output = None if documents else output
    check_streams(output, {"--json": printing.as_json, "--format": form is not None and not documents})
    check_can_copy(printing, output)
    printer, code = Printer(printing), 0
    with usage_errors(), ending_interrupts():
        draws = printing.draws and not form
        plan = plan_puzzles(len(seeds), output, request.task.suffix, documents, draws=draws)
        if plan.output.document is not None:
            return _make_booklet(plan.output.document, size, seeds, request, printing)
        for seed in seeds:
            address = make_puzzle(*size, grade, seed)
            job = plan.job(Input(text=address, stem=new_puzzle_stem(*size, grade, seed)))
            asked = replace(request, task=Task(request.task.name, **{**made, "seed": seed}))
            code = solve_and_print([job], asked, printer)
            hand_over(printer)
            if code != printer.exit_code:  # standard output takes no more
                break
    return code


def _make_booklet(
    target: Path, size: tuple[int, int], seeds: Sequence[int], request: Request, printing: Printing
) -> int:
    """Make puzzles and write them and their solutions as one document, when all are made."""
    from vision.vectors.pdf import encode_pdf  # noqa: PLC0415 — loads pikepdf

    entries = []
    try:
        with Progress(len(seeds)) as progress:
            for seed in seeds:
                entries.append(_entry(size, seed, request))
                progress.done("made")
    except KeyboardInterrupt:
        raise click.Abort from None
    try:
        mark = str(Mark(QUESTION, VERSION, request.task.name))  # all but its last pages is to be solved
        replace_file(target, encode_pdf(booklet_pages(entries), mark, TITLE))
    except ImageUnwritable as error:
        return end("unsaved", f"{target}: {error.what}")
    if not printing.quiet:
        echo_error(f"{len(entries)} puzzles, {_grade(request)}, seeds {seeds[0]} to {seeds[-1]} → {target}")
    return 0


def _grade(request: Request) -> str:
    return str(dict(request.task.options)["grade"])


def _entry(size: tuple[int, int], seed: int, request: Request) -> Entry:
    """Make a puzzle and solve it once more, to draw it without and with its water."""
    grade = _grade(request)
    address = make_puzzle(*size, grade, seed)

    def drawn(**options: bool) -> Drawing:
        answer = process(Text(address), replace(request, task=Task("draw", **options))).answer
        if answer is None or answer.drawing is None:
            raise UsageError(Message("seed_not_in_time", seed=seed))
        return answer.drawing

    rows, cols = size
    label = f"{rows}×{cols}, {grade.replace('-', ' ')}, seed {seed}"
    return Entry(label, drawn(), drawn(solution=True))
