"""How a run goes about its pictures."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BatchOptions:
    """What is asked of a run, besides what is asked of every picture alike."""

    workers: int = 0
    """Processes; 0 for one per usable core, or this one alone for few pictures. One worker is this process,
    where no picture can be stopped at its time limit."""
    cluster: str | None = None
    """Address of a dask cluster to work on."""
    force: bool = False
    """Whether answers that stand are made anew."""
    no_clobber: bool = False
    """Whether whatever is where an answer belongs stays."""
    fail_fast: bool = False
    """Whether the first picture without an answer ends the run of a command."""
    exit_zero: bool = False
    """Whether the exit code of a command says nothing of pictures without an answer."""
    keep_reports: bool = False
    """Whether reports are kept in a folder of answers."""
