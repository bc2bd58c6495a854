"""A job with its picture or its answer elsewhere → its outcome: fetched, solved here, and sent back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path, PurePosixPath

from solver.errors import AquariumError

from ..inputs.plan import Job
from ..inputs.remote import RemoteError, RemoteJob, RemotePath, fetch, send
from ..outcome import Outcome, format_error
from ..request import Request
from .job import solve_job


def solve_remote_job(job: RemoteJob, request: Request) -> Outcome:
    """Fetch one picture, solve it and send the answer, as `solve_job` does with files of this computer."""
    from tempfile import TemporaryDirectory  # noqa: PLC0415 — only addresses come here

    with TemporaryDirectory(prefix="aquarium-") as folder:
        try:
            source = job.source if isinstance(job.source, Path) else _fetched(job.source, Path(folder))
        except AquariumError as error:
            return Outcome(job.name, "unreadable", format_error(error))
        if isinstance(job.target, Path):
            return solve_job(Job(job.name, source, job.target), request)
        answer = Path(folder) / f"answer{PurePosixPath(job.target.name).suffix}"
        outcome = solve_job(Job(job.name, source, answer), request)
        return outcome if outcome.output is None else _sent(outcome, answer, job.target)


def _fetched(source: RemotePath, folder: Path) -> Path:
    """Fetch a picture, which must be the only one of its file: others would be passed over."""
    from vision.files.pages import find_pages  # noqa: PLC0415 — loads OpenCV

    copy = fetch(source, folder)
    pages = len(find_pages(copy))
    if pages > 1:
        raise RemoteError(f"the file has {pages} pages", "copy it to this computer first")
    return copy


def _sent(outcome: Outcome, answer: Path, target: RemotePath) -> Outcome:
    try:
        send(answer, target)
    except AquariumError as error:
        return replace(outcome, output=None, unsaved=True, message=f"{target}: {format_error(error)}")
    return replace(outcome, output=str(target))
