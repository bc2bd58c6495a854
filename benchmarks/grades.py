"""How the grades of labelled puzzles agree with their labels, and what explaining them takes.

`python -m benchmarks.grades [FILE]` explains every puzzle of the file (JSON lines) that has one solution. It
prints which techniques each label needs at its hardest, the grades of each label and size, how many agree,
the time of an explanation, and how many are solved by steps alone; it ends with 1 if any is not.
"""

import json
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from solver.logic.explanation import Explanation, explain
from solver.logic.step import Grade, Technique
from solver.puzzle import Puzzle

RECORDS = Path(__file__).resolve().parents[2] / "shared" / "puzzles.jsonl"
LABELS = ("Easy", "Normal", "Hard")
SAME = {
    Grade.EASY: "Easy",
    Grade.NORMAL: "Normal",
    Grade.HARD: "Hard",
    Grade.VERY_HARD: "Hard",
}
"""The label that a grade stands for: the site's hardest boards are hard or very hard."""
OTHER = "other"


@dataclass(frozen=True)
class Explained:
    """A puzzle with its explanation."""

    size: str
    label: str
    explanation: Explanation
    solved: bool
    """Whether the steps end with the water that is known to be right."""
    seconds: float
    """CPU time of the explanation."""

    @property
    def hardest(self) -> Technique:
        """The hardest technique needed."""
        used = {step.technique for step in self.explanation.steps}
        return max(used, key=list(Technique).index)


def explained(record: dict[str, Any]) -> Explained:
    """Explain a puzzle of the file."""
    puzzle = Puzzle(record["col_clues"], record["row_clues"], record["regions"])
    start = time.process_time()
    explanation = explain(puzzle)
    seconds = time.process_time() - start
    water = tuple(tuple(map(bool, row)) for row in record["water"])
    label = str(record["difficulty"]).rpartition(" ")[2]
    return Explained(
        size=str(record["size"]),
        label=label if label in LABELS else OTHER,
        explanation=explanation,
        solved=explanation.known == water,
        seconds=seconds,
    )


def techniques(found: Sequence[Explained]) -> Table:
    """Tell for every label how many puzzles need a technique at their hardest, and steps of each a puzzle."""
    table = Table(title="hardest technique needed: puzzles (and steps of it, per puzzle of that label)")
    table.add_column("technique")
    for label in (*LABELS, OTHER):
        table.add_column(label, justify="right")
    for technique in Technique:
        row = []
        for label in (*LABELS, OTHER):
            some = [each for each in found if each.label == label]
            hardest = sum(each.hardest is technique for each in some)
            taken = sum(step.technique is technique for each in some for step in each.explanation.steps)
            row.append(f"{hardest} ({taken / max(1, len(some)):.1f})")
        table.add_row(str(technique), *row)
    return table


def grades(found: Sequence[Explained]) -> Table:
    """Tell for every size and label the grades, how many agree, and the time of an explanation."""
    table = Table(title="grades of the site's labels")
    for column in ("size", "label", *Grade, "agree", "median ms", "worst"):
        table.add_column(str(column), justify="right")
    kinds = sorted(
        {
            (int(each.size.split("x")[0]), LABELS.index(each.label), each.size)
            for each in found
            if each.label in LABELS
        }
    )
    for _, label, size in kinds:
        some = [each for each in found if (each.size, each.label) == (size, LABELS[label])]
        table.add_row(size, LABELS[label], *_cells(some))
    table.add_section()
    labelled = [each for each in found if each.label in LABELS]
    table.add_row("all", "any", *_cells(labelled))
    table.add_row("10x10 up", "any", *_cells([each for each in labelled if each.size != "6x6"]))
    others = [each for each in found if each.label == OTHER]
    table.add_row("all", OTHER, *_cells(others))
    return table


def _cells(some: Sequence[Explained]) -> Iterable[str]:
    counts = Counter(each.explanation.grade for each in some)
    yield from (str(counts[grade] or "") for grade in Grade)
    agree = sum(SAME[each.explanation.grade] == each.label for each in some)
    yield f"{agree}/{len(some)}" if some and some[0].label in LABELS else ""
    yield f"{1000 * median(each.seconds for each in some):.0f}"
    yield f"{1000 * max(each.seconds for each in some):.0f}"


@click.command(help=__doc__)
@click.argument("file", type=click.Path(exists=True, path_type=Path), default=RECORDS)
def main(file: Path) -> None:
    """Print the tables."""
    records = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    found = [explained(record) for record in records if record["solutions"] == 1]
    console = Console()
    console.print(techniques(found), grades(found), sep="\n")
    solved = sum(each.solved for each in found)
    tried = sum(step.technique is Technique.SEARCH for each in found for step in each.explanation.steps)
    console.print(f"{solved} of {len(found)} puzzles with one solution are solved by steps alone,")
    console.print(f"{tried} of these steps try every way.")
    sys.exit(solved < len(found))


if __name__ == "__main__":
    main()
