"""A folder of pictures most of which have answers, to measure what it costs to start a batch there.

It is made as an earlier run left it: every picture has an answer, and what the store's own code has written
of it. The pictures are hard links of a few that differ, which takes neither time nor space; names, sizes and
times are those of screenshots.
"""

import os
import shutil
import sys
from datetime import UTC, datetime
from pathlib import Path

from app.batch.job import solve_job
from app.inputs.plan import Job
from app.inputs.words import Input
from app.outcome import Outcome
from app.record import FileState
from app.request import Request, Wanted
from app.store.database import Database, Done
from app.store.reports import Run, write_reports
from benchmarks.launching import ROOT, launched
from benchmarks.stage_times import boards, crop

DONE, NEW = 100_000, 20
DISTINCT = 30
"""Pictures that differ: a file may have some ten thousand names."""
SIZES = (6, 10, 15)
IN_FOLDER = 4_000
"""Pictures of a subfolder, as of a month."""
AGE = 3600
"""Seconds since the pictures were changed."""
COMMAND = (sys.executable, "-m", "app.cli.main")


class Shots:
    """A folder of pictures, most of which have answers."""

    def __init__(self, folder: Path, done: int) -> None:
        """Make the pictures and their answers, in `shots` and `out` of the folder."""
        self.folder, self.taken = folder, 0
        (folder / "distinct").mkdir()
        outcomes = [self._solved(number) for number in range(DISTINCT)]
        self._done = [(outcome.to_dict(), outcome.picture_info) for outcome in outcomes]
        names = [self.name(number) for number in range(done)]
        for number, name in enumerate(names):  # before any is noted: a link changes a time of all of its file
            for made, place in (
                (self._question(number), folder / "shots" / name),
                (self._question(number).with_suffix(".solved.png"), self._target(name)),
            ):
                place.parent.mkdir(parents=True, exist_ok=True)
                os.link(made, place)
        with Database(folder / "out") as database:
            for number, name in enumerate(names):
                self._note(database, number, name)
            now = datetime.now(UTC)
            write_reports(database, Run("aquarium shots/ -o out/", {}, now, 9.0, done, 0))
        self.taken = done

    @staticmethod
    def name(number: int) -> str:
        """Return the name of a picture, as phones name them, in the folder of its month."""
        time = f"{number // 3600 % 24:02}{number // 60 % 60:02}{number % 60:02}"
        return f"{2024 + number // IN_FOLDER // 12}-{number // IN_FOLDER % 12 + 1:02}/Screenshot_{time}.png"

    def _target(self, name: str) -> Path:
        return (self.folder / "out" / name).with_suffix(".solved.png")

    def add(self) -> None:
        """Add pictures that no run has met, also in a folder of their own."""
        shutil.rmtree(self.folder / "fresh", ignore_errors=True)
        for number in range(self.taken, self.taken + NEW):
            for top in ("shots", "fresh"):
                place = self.folder / top / self.name(number)
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(self._question(number), place)  # a link would change the times of all others
        self.taken += NEW

    def start(self, *words: str) -> tuple[float, float]:
        """Start the command with some words; return what `launched` does."""
        os.environ["PYTHONPATH"] = str(ROOT)
        return launched([*COMMAND, *words], cwd=self.folder)

    def _question(self, number: int) -> Path:
        return self.folder / "distinct" / f"{number % DISTINCT}.png"

    def _solved(self, number: int) -> Outcome:
        """Draw a picture and solve it."""
        place = self._question(number)
        crop(boards(SIZES[number % len(SIZES)] + number // len(SIZES) % 4)).image().save(place)
        os.utime(place, (place.stat().st_mtime - AGE,) * 2)
        outcome = solve_job(Job(Input(place), place.with_suffix(".solved.png")), Request(), Wanted(info=True))
        assert outcome.status == "solved", outcome.message
        return outcome.without_pixels()

    def _note(self, database: Database, number: int, name: str) -> None:
        """Write down a picture as a run does that has just written its answer."""
        target, source = self._target(name), Input(self.folder / "shots" / name)
        record, info = self._done[number % DISTINCT]
        assert info is not None and source.source is not None
        key, state = source.key(database.real), FileState.of(source.source)
        done = Done(key, target, "solved", True, True, state, Request().fingerprint())
        database.add(done, source, record | {"path": f"shots/{name}", "output": str(target)}, info)
