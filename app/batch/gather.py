"""Answers to several pictures → one PDF of them all, in the order of the pictures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from vision.drawing.overlay import Drawing
from vision.files.errors import ImageUnreadable
from vision.files.guarded import load_guarded
from vision.files.mark import MARK
from vision.files.save import replace_file

from ..inputs.plan import Job


class Gathering:
    """One PDF in the making: every job writes its page to a folder of its own, to be put together at the end.

    Nothing is written where the document belongs until all pages are there.
    """

    def __init__(self, document: Path) -> None:
        """Gather in a document."""
        self.document = document
        self._folder = TemporaryDirectory(prefix="aquarium-")
        self._taken: list[Job] = []
        self._is_exhausted = False

    def __enter__(self) -> Gathering:
        return self

    def __exit__(self, *_: object) -> None:
        self._folder.cleanup()

    def jobs(self, jobs: Iterable[Job]) -> Iterator[Job]:
        """Yield the jobs, each to write its page alone."""
        for number, job in enumerate(jobs, 1):
            part = Path(self._folder.name, f"{number:06}.pdf")
            paged = job._replace(target=part, is_page=True)
            self._taken.append(paged)
            yield paged
        self._is_exhausted = True

    def has_all(self, outcomes: int) -> bool:
        """Tell whether there were no more jobs, and so many outcomes are those of all."""
        return self._is_exhausted and outcomes == len(self._taken)

    @property
    def has_answers(self) -> bool:
        """Whether any page was written."""
        return any(map(_written, self._taken))

    def write(self) -> int:
        """Put the pages together, those without an answer as they were; return how many there are.

        Raises ImageUnwritable if the place cannot be written.
        """
        from vision.vectors.drawing import TITLE  # noqa: PLC0415 — loads Pillow
        from vision.vectors.pdf import join_pdfs  # noqa: PLC0415 — loads pikepdf

        parts = (_part(job) for job in self._taken)
        replace_file(self.document, join_pdfs(parts, MARK, TITLE))
        return len(self._taken)


def _written(job: Job) -> Path | None:
    """Return the page that a job has written, if it has."""
    return job.target if job.target and job.target.exists() else None


def _part(job: Job) -> bytes:
    """Return a page with its answer, else the picture as it was, else an empty page with its name."""
    from vision.vectors.booklet import named_page  # noqa: PLC0415 — loads Pillow
    from vision.vectors.drawing import TITLE, encode_drawing  # noqa: PLC0415 — loads Pillow
    from vision.vectors.pdf import encode_pdf  # noqa: PLC0415 — loads pikepdf

    if page := _written(job):
        return page.read_bytes()
    try:
        picture = load_guarded(job.source, job.picture.page or 1) if job.source is not None else None
    except ImageUnreadable:
        picture = None
    if picture is None:
        return encode_pdf([named_page(job.name)], MARK, TITLE)
    return encode_drawing(Drawing(picture.pixels), picture, "PDF", MARK)
