"""What a server is asked to do, known before anything is loaded that serves."""

from dataclasses import dataclass, field

from ..request import Limits

MEGABYTE = 1_000_000
PORT = 8765
LOOPBACK = "127.0.0.1"
WAITING_PER_WORKER = 8
"""Requests at a time per worker: the last waits for some seconds, and what they hold in memory is bounded."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How a server is run."""

    host: str = LOOPBACK
    """Name or address that it listens at."""
    port: int = PORT
    """The port that it does listen at: never 0."""
    workers: int = 1
    """Pictures worked on at a time, each in its own process."""
    max_upload: int = 64 * MEGABYTE
    """Bytes of the largest picture or text taken."""
    token: str | None = None
    """What who asks has to know; None on loopback, where nobody else can ask."""
    names: frozenset[str] = frozenset({"localhost", "127.0.0.1", "[::1]"})
    """What the server is called by those who ask, in lower case, without the port."""
    limits: Limits = field(default_factory=Limits)
    """How long the work on one picture may take."""

    @property
    def most_waiting(self) -> int:
        """Requests at a time, at work and waiting: those beyond are sent away."""
        return WAITING_PER_WORKER * self.workers
